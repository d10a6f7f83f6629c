/** Figures that the reader steps through: rank programs, the blocks of a matrix, and the blocks of a product. */
import "./stepped.css";
import { type ReactNode, useMemo, useState } from "react";
import type { ComputedBlock, DrawnProgram } from "../../../../reproductions/contract.ts";
import type { Theme } from "../../../../views/contract.ts";
import { shades } from "../../../../views/marks/colour.ts";
import { journeyOf } from "../../../../views/blocks/journey.ts";
import { countOf } from "../../../../words/numbers.ts";
import { Typeset } from "../Typeset.tsx";
import { layoutBlocks } from "./blocks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { layoutProduct, toneOfProcess } from "./product.ts";
import { layoutProgram } from "./programs.ts";
import { Steps } from "./Stepper.tsx";

interface SteppedProps {
  readonly title: string;
  readonly steps: number;
  /** −1 if the figure starts with an overview of all steps. */
  readonly first?: -1 | 0;
  readonly say: (step: number) => string;
  readonly layout: (step: number, room: Room) => Drawn | null;
  /** Whether several such figures are on the page; the names of the buttons then include the title. */
  readonly isOneOfSeveral?: boolean;
  readonly children?: (step: number, theme: Theme) => ReactNode;
}

/** A drawing of the current step, with buttons to step through the sequence. */
function Stepped({ title, steps, first = 0, say, layout, isOneOfSeveral = false, children }: SteppedProps) {
  const [step, setStep] = useState<number>(first);
  const said = say(step);
  return (
    <>
      <DrawnFigure label={`${title}, ${said}`} layout={(room) => layout(step, room)}>
        {(_, theme) => children?.(step, theme)}
      </DrawnFigure>
      <Steps steps={steps} step={step} first={first} said={said} onStep={setStep} {...(isOneOfSeveral ? { of: title } : {})} />
    </>
  );
}

export function Programs({ figure }: FigureProps<"programs">) {
  return (
    <div className="figure-networks figure-programs">
      {figure.programs.map((program) => (
        <OneProgram key={program.title} drawn={program} />
      ))}
    </div>
  );
}

/** A rank program with its caption. It starts with an overview of all messages. */
function OneProgram({ drawn }: { readonly drawn: DrawnProgram }) {
  const program = useMemo(() => drawn.program(), [drawn]);
  const { messages, perStep } = program;
  const steps = perStep?.length ?? 0;
  const say = (step: number) =>
    step < 0
      ? `${countOf(messages, "message", "messages")} in ${countOf(steps, "step", "steps")}`
      : `step ${step + 1} of ${steps}: ${countOf(perStep?.[step] ?? 0, "message", "messages")}`;
  return (
    <figure>
      <Stepped
        {...{ title: drawn.title, steps, first: -1, say, isOneOfSeveral: true }}
        layout={(step, room) => layoutProgram(program, drawn.form, step, room)}
      />
      <figcaption>
        <b>
          <Typeset text={drawn.title} />
        </b>
        <Typeset text={drawn.say} />
      </figcaption>
    </figure>
  );
}

/** The blocks of a matrix as they move between the nodes. */
export function Blocks({ figure }: FigureProps<"blocks">) {
  const { journey, network } = useMemo(() => {
    const { causality, network: own } = figure.plan();
    return { journey: journeyOf(causality, own), network: own };
  }, [figure]);
  if (journey === null) return null;
  const say = (step: number) => {
    const moves = journey.moves.filter((move) => move.step === step + 1).length;
    return `step ${step + 1} of ${journey.steps}: ${countOf(moves, "block moves", "blocks move")}`;
  };
  return (
    <Stepped title={figure.title} steps={journey.steps} say={say} layout={(step, room) => layoutBlocks(journey, network, step, room)} />
  );
}

/** The blocks of a matrix product, with a list of what each process does in the step. */
export function Product({ figure }: FigureProps<"product">) {
  const product = useMemo(() => figure.product(), [figure]);
  const { processes, steps, step: word } = product;
  const say = (step: number) => {
    const working = new Set(steps[step].map(({ process }) => process)).size;
    return `${word} ${step} of 0 to ${steps.length - 1}: ${countOf(steps[step].length, "block", "blocks")}, ${countOf(working, "process computes", "processes compute")}`;
  };
  return (
    <div className="figure-product">
      <Stepped title={figure.title} steps={steps.length} say={say} layout={(step, room) => layoutProduct(product, step, room)}>
        {(step, theme) => (
          <ul>
            {Array.from({ length: processes }, (_, process) => (
              <li key={process}>
                <b>
                  <i style={{ background: shades(theme).fill[toneOfProcess(process, processes)] }} aria-hidden="true" /> Process {process}
                </b>
                <span>{sayOf(steps, step, process)}</span>
              </li>
            ))}
          </ul>
        )}
      </Stepped>
    </div>
  );
}

/**
 * What a process does in a step, as in `gets B1 from process 1, computes C(4, 1); then …`. A process without a block `waits` for its next
 * one or `is done`.
 */
function sayOf(steps: readonly (readonly ComputedBlock[])[], step: number, process: number): string {
  const ofProcess = (all: readonly ComputedBlock[]) => all.filter((block) => block.process === process);
  const blocks = ofProcess(steps[step]);
  if (blocks.length === 0) return steps.slice(step + 1).some((later) => ofProcess(later).length > 0) ? "waits" : "is done";
  return blocks
    .map(({ i, j, from }) => `${from === null ? "" : `gets B${j} from process ${from}, `}computes C(${i}, ${j})`)
    .join("; then ");
}
