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
import { stepped, typed } from "../../../document/step.ts";
import type { FigureProps } from "./contract.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { layoutPhase, processName } from "./phases.ts";
import { Steps } from "./Stepper.tsx";

/** The figure, with the size of the grid, the selected processor and the phase as its state. */
export function Phases({ figure }: FigureProps<"phases">) {
  const [grid, setGrid] = useState(figure.grid);
  const [at, setAt] = useState({ p: 0, q: 1 });
  const [chosen, setStep] = useState(0);
  const phases = useMemo(() => figure.phases(grid), [figure, grid]);
  const step = Math.min(chosen, phases.length - 1);
  const phase = phases[step];
  const { P, Q } = grid;
  const [p, q] = [Math.min(at.p, P - 1), Math.min(at.q, Q - 1)];
  const picked = p * Q + q;
  const name = (rank: number) => processName(rank, Q);
  const source = phase.from[picked];
  const printed = phase.printedFrom[picked];
  const waiting = phase.from.filter((from, rank) => from !== phase.printedFrom[rank]).length;
  const said = `phase ${step + 1} of ${phases.length}, ${phase.name}: ${
    waiting === 0
      ? "the printed receive line is right for all"
      : `as printed, ${countOf(waiting, "processor waits", "processors wait")} for the wrong one`
  }`;
  return (
    <div className="figure-phases">
      <p className="paper-caption">
        <Side name="P" value={P} most={figure.most.P} onChange={(value) => setGrid({ ...grid, P: value })} /> rows of{" "}
        <Side name="Q" value={Q} most={figure.most.Q} onChange={(value) => setGrid({ ...grid, Q: value })} /> processors
      </p>
      <div className="figure-scroll">
        <DrawnFigure
          label={`${figure.title}: ${said}. Processor ${name(picked)} is picked.`}
          layout={(room) => layoutPhase(grid, phase, picked, room)}
          onPick={(it) => it.is === "terminal" && setAt({ p: Math.floor(it.terminal / Q), q: it.terminal % Q })}
        />
      </div>
      <p className="figure-said" aria-live="polite">
        {`Processor ${name(picked)} `}
        {phase.to[picked] === picked ? "keeps what it has" : <b>{`sends to ${name(phase.to[picked])}`}</b>}
        {source === picked ? "." : `${phase.to[picked] === picked ? ", and" : " and"} receives from ${name(source)}.`}
        {printed === source ? "" : ` As printed, it would wait for ${name(printed)}, dashed, which sends to ${name(phase.to[printed])}.`}
      </p>
      <Steps steps={phases.length} step={step} said={said} onStep={setStep} />
    </div>
  );
}

interface SideProps {
  readonly name: keyof ProcessorGrid;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** The number of rows or columns of the grid, to drag, step and type. */
function Side({ name, value, most, onChange }: SideProps) {
  const [misread, setMisread] = useState<string>();
  const param = useMemo(() => {
    const title = name === "P" ? "Rows of processors" : "Columns of processors";
    return integer({ title, symbol: name, help: "", min: 1, max: most, default: 1 });
  }, [name, most]);
  const take = (next: number) => {
    setMisread(undefined);
    onChange(next);
  };
  return (
    <NumberWord
      segment={{ type: "number", path: ["phases", name], param, value, lead: "", symbol: name, text: String(value), tail: "" }}
      misread={misread}
      isFaulty={misread !== undefined}
      describedBy={undefined}
      onBegin={() => undefined}
      onEnd={() => undefined}
      onChange={take}
      onType={(said) => {
        const read = typed(param, said, name);
        if ("value" in read) take(read.value);
        else setMisread(said);
      }}
      stepFrom={(from, steps) => stepped(param, from, steps)}
    />
  );
}
