/** Figures that the reader steps through: rank programs, the blocks of a matrix, and the blocks of a product. */
import "./stepped.css";
import { type ReactNode, useMemo, useState } from "react";
import type { ComputedBlock, DrawnProgram } from "../../../../reproductions/contract.ts";
import type { Theme } from "../../../../views/contract.ts";
import { inkPalette } from "../../../../views/marks/color.ts";
import { blockMovesOf } from "../../../../views/blocks/block-moves.ts";
import { countOf } from "../../../../words/numbers.ts";
import { Typeset } from "../Typeset.tsx";
import { layoutBlocks } from "./blocks.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { layoutProduct, processTone } from "./block-product.ts";
import { layoutProgram } from "./rank-program.ts";
import { StepSequence } from "./Stepper.tsx";

interface SteppedFigureProps {
  readonly title: string;
  readonly stepCount: number;
  /** −1 if the figure starts with an overview of all steps. */
  readonly firstStep?: -1 | 0;
  readonly stepText: (step: number) => string;
  readonly layout: (step: number, context: FigureContext) => FigureDrawing | null;
  /** Whether several such figures are on the page; the names of the buttons then include the title. */
  readonly isOneOfSeveral?: boolean;
  readonly children?: (step: number, theme: Theme) => ReactNode;
}

/**
 * A figure with one drawing for each step of a sequence, with buttons to step through it. A `firstStep` of −1 adds an overview before step
 * 0.
 */
function SteppedFigure({ title, stepCount, firstStep = 0, stepText, layout, isOneOfSeveral = false, children }: SteppedFigureProps) {
  const [step, setStep] = useState<number>(firstStep);
  const currentStepText = stepText(step);
  return (
    <>
      <FigureView label={`${title}, ${currentStepText}`} layout={(context) => layout(step, context)}>
        {(_, theme) => children?.(step, theme)}
      </FigureView>
      <StepSequence
        stepCount={stepCount}
        step={step}
        firstStep={firstStep}
        text={currentStepText}
        onStep={setStep}
        {...(isOneOfSeveral ? { title } : {})}
      />
    </>
  );
}

export function ProgramsFigure({ figure }: FigureProps<"programs">) {
  return (
    <div className="figure-networks figure-programs">
      {figure.programs.map((program) => (
        <ProgramDrawing key={program.title} drawnProgram={program} />
      ))}
    </div>
  );
}

/**
 * The drawing of a rank program, with its title and description (`say`). It starts with an overview of all messages, step −1. `perStep` is
 * the number of messages in each step.
 */
function ProgramDrawing({ drawnProgram }: { readonly drawnProgram: DrawnProgram }) {
  const program = useMemo(() => drawnProgram.program(), [drawnProgram]);
  const { messages, perStep } = program;
  const stepCount = perStep?.length ?? 0;
  const stepText = (step: number) =>
    step < 0
      ? `${countOf(messages, "message", "messages")} in ${countOf(stepCount, "step", "steps")}`
      : `step ${step + 1} of ${stepCount}: ${countOf(perStep?.[step] ?? 0, "message", "messages")}`;
  return (
    <figure>
      <SteppedFigure
        {...{ title: drawnProgram.title, stepCount, firstStep: -1, stepText, isOneOfSeveral: true }}
        layout={(step, context) => layoutProgram(program, drawnProgram.form, step, context)}
      />
      <figcaption>
        <b>
          <Typeset text={drawnProgram.title} />
        </b>
        <Typeset text={drawnProgram.say} />
      </figcaption>
    </figure>
  );
}

/**
 * A figure that shows, step by step, how the blocks of a matrix move between the nodes of a network as a rank program sends them. `journey`
 * lists the moves, each with its step, counted from 1.
 */
export function BlocksFigure({ figure }: FigureProps<"blocks">) {
  const { journey, network } = useMemo(() => {
    const { causality, network } = figure.plan();
    return { journey: blockMovesOf(causality, network), network };
  }, [figure]);
  if (journey === null) return null;
  const stepText = (step: number) => {
    const moveCount = journey.moves.filter((move) => move.step === step + 1).length;
    return `step ${step + 1} of ${journey.steps}: ${countOf(moveCount, "block moves", "blocks move")}`;
  };
  return (
    <SteppedFigure
      title={figure.title}
      stepCount={journey.steps}
      stepText={stepText}
      layout={(step, context) => layoutBlocks(journey, network, step, context)}
    />
  );
}

/**
 * A figure that shows, step by step, which process computes which blocks of a matrix product, with a list of what each process does in the
 * step. `steps` has, for each step, the computed blocks with their process.
 */
export function ProductFigure({ figure }: FigureProps<"product">) {
  const product = useMemo(() => figure.product(), [figure]);
  const { processes, steps, step: stepName } = product;
  const stepText = (step: number) => {
    const workingCount = new Set(steps[step].map(({ process }) => process)).size;
    return `${stepName} ${step} of 0 to ${steps.length - 1}: ${countOf(steps[step].length, "block", "blocks")}, ${countOf(workingCount, "process computes", "processes compute")}`;
  };
  return (
    <div className="figure-product">
      <SteppedFigure
        title={figure.title}
        stepCount={steps.length}
        stepText={stepText}
        layout={(step, context) => layoutProduct(product, step, context)}
      >
        {(step, theme) => (
          <ul>
            {Array.from({ length: processes }, (_, process) => (
              <li key={process}>
                <b>
                  <i style={{ background: inkPalette(theme).fill[processTone(process, processes)] }} aria-hidden="true" /> Process {process}
                </b>
                <span>{sayProcessStep(steps, step, process)}</span>
              </li>
            ))}
          </ul>
        )}
      </SteppedFigure>
    </div>
  );
}

/**
 * What a process does in a step, as in `gets B1 from process 1, computes C(4, 1); then …`. A process without a block `waits` for its next
 * one or `is done`.
 */
function sayProcessStep(steps: readonly (readonly ComputedBlock[])[], step: number, process: number): string {
  const blocksOfProcess = (allBlocks: readonly ComputedBlock[]) => allBlocks.filter((block) => block.process === process);
  const blocks = blocksOfProcess(steps[step]);
  if (blocks.length === 0) return steps.slice(step + 1).some((later) => blocksOfProcess(later).length > 0) ? "waits" : "is done";
  return blocks
    .map(({ i, j, from }) => `${from === null ? "" : `gets B${j} from process ${from}, `}computes C(${i}, ${j})`)
    .join("; then ");
}
