/**
 * The messages of a program, phase by phase, on a grid of processors whose size the reader sets. One processor is selected, and its
 * messages are also given in words.
 */
import "./stepped.css";
import { useMemo, useState } from "react";
import { integer } from "../../../../core/base/params.ts";
import type { ProcessorGrid } from "../../../../reproductions/contract.ts";
import { countOf } from "../../../../words/numbers.ts";
import { NumberWord } from "../../../workbench/sentence/NumberWord.tsx";
import { stepValue, parseTyped } from "../../../document/step.ts";
import type { FigureProps } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { layoutPhase, processName } from "./exchange-phase.ts";
import { StepSequence } from "./Stepper.tsx";

/**
 * A figure that shows, phase by phase, to which processor each processor of a P × Q grid sends and from which it receives. The paper prints
 * an algorithm whose line for receiving is wrong in some cases: the figure also shows the sender for which a processor would then wait
 * (`printedSources`). Processors are ranks, row by row.
 */
export function PhasesFigure({ figure }: FigureProps<"phases">) {
  const [grid, setGrid] = useState(figure.grid);
  const [selectedCell, setSelectedCell] = useState({ p: 0, q: 1 });
  const [chosenStep, setChosenStep] = useState(0);
  const phases = useMemo(() => figure.phases(grid), [figure, grid]);
  const step = Math.min(chosenStep, phases.length - 1);
  const phase = phases[step];
  const { P, Q } = grid;
  const [p, q] = [Math.min(selectedCell.p, P - 1), Math.min(selectedCell.q, Q - 1)];
  const selectedRank = p * Q + q;
  const nameOfRank = (rank: number) => processName(rank, Q);
  const source = phase.sources[selectedRank];
  const printedSource = phase.printedSources[selectedRank];
  const destination = phase.destinations[selectedRank];
  const isKeepingData = destination === selectedRank;
  const waitingCount = phase.sources.filter((senderRank, rank) => senderRank !== phase.printedSources[rank]).length;
  const summary = `phase ${step + 1} of ${phases.length}, ${phase.name}: ${
    waitingCount === 0
      ? "the printed receive line is correct for all processors"
      : `as printed, ${countOf(waitingCount, "processor waits", "processors wait")} for the wrong sender`
  }`;
  return (
    <div className="figure-phases">
      <p className="paper-caption">
        <GridSide name="P" value={P} max={figure.most.P} onChange={(value) => setGrid({ ...grid, P: value })} /> rows of{" "}
        <GridSide name="Q" value={Q} max={figure.most.Q} onChange={(value) => setGrid({ ...grid, Q: value })} /> processors
      </p>
      <div className="figure-scroll">
        <FigureView
          label={`${figure.title}: ${summary}. Processor ${nameOfRank(selectedRank)} is selected.`}
          layout={(context) => layoutPhase(grid, phase, selectedRank, context)}
          onSelect={(selected) =>
            selected.is === "terminal" && setSelectedCell({ p: Math.floor(selected.terminal / Q), q: selected.terminal % Q })
          }
        />
      </div>
      <p className="figure-sentence" aria-live="polite">
        {`Processor ${nameOfRank(selectedRank)} `}
        {isKeepingData ? "keeps its data" : <b>{`sends to ${nameOfRank(destination)}`}</b>}
        {source === selectedRank ? "." : `${isKeepingData ? ", and" : " and"} receives from ${nameOfRank(source)}.`}
        {printedSource === source
          ? ""
          : ` As printed, it would wait for ${nameOfRank(printedSource)}, dashed, which sends to ${nameOfRank(phase.destinations[printedSource])}.`}
      </p>
      <StepSequence stepCount={phases.length} step={step} text={summary} onStep={setChosenStep} />
    </div>
  );
}

interface GridSideProps {
  readonly name: keyof ProcessorGrid;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/**
 * The number of rows (P) or columns (Q) of the processor grid, from 1 to `max`, which the reader drags, steps or types. A typed text that
 * is no valid number is kept as `invalidText`.
 */
function GridSide({ name, value, max, onChange }: GridSideProps) {
  const [invalidText, setInvalidText] = useState<string>();
  const param = useMemo(() => {
    const title = name === "P" ? "Rows of processors" : "Columns of processors";
    return integer({ title, symbol: name, help: "", min: 1, max, default: 1 });
  }, [name, max]);
  const setValue = (next: number) => {
    setInvalidText(undefined);
    onChange(next);
  };
  return (
    <NumberWord
      segment={{ type: "number", path: ["phases", name], param, value, lead: "", symbol: name, text: String(value), tail: "" }}
      misread={invalidText}
      isFaulty={invalidText !== undefined}
      describedBy={undefined}
      onBegin={() => undefined}
      onEnd={() => undefined}
      onChange={setValue}
      onType={(typedText) => {
        const parsed = parseTyped(param, typedText, name);
        if ("value" in parsed) setValue(parsed.value);
        else setInvalidText(typedText);
      }}
      stepFrom={(startValue, steps) => stepValue(param, startValue, steps)}
    />
  );
}
