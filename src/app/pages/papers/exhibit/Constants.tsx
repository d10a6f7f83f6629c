/** The constants of an exhibit's model that the reader can change, by dragging, with the arrow keys, or by typing. */
import "./constants.css";
import { useMemo, useState } from "react";
import { number } from "../../../../core/base/params.ts";
import type { Moved } from "../../../../reproductions/constants.ts";
import type { Constant, Exhibit } from "../../../../reproductions/contract.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { NumberWord } from "../../../workbench/sentence/NumberWord.tsx";
import { stepped, typed } from "../../../document/step.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import type { OwnReproduced } from "../runs/useOutcome.ts";

export interface ConstantsProps {
  readonly exhibit: Exhibit;
  readonly moved: Moved;
  /** The state of the runs with the changed constants; null while no constant is changed. */
  readonly running: OwnReproduced | null;
  readonly onMove: (moved: Moved) => void;
}

/** The list of constants. A constant that is set back to its default is no longer a changed one. */
export function Constants({ exhibit: { constants = [], runs }, moved, running, onMove }: ConstantsProps) {
  if (constants.length === 0) return null;
  const move = ({ id, value: own }: Constant, value: number) =>
    onMove(new Map([...moved].filter(([other]) => other !== id).concat(value === own ? [] : [[id, value]])));
  return (
    <section aria-label="Numbers of the model" className="constants">
      <h2>Numbers {wordOf(constants) === "assumed" ? "that the paper does not give" : "of the model"}, yours to move</h2>
      <p className="paper-caption">
        drag a number, step it with the arrow keys, or type
        {constants.some(({ names }) => names !== undefined) ? "; choose among names" : ""}; the verdicts stay those of the{" "}
        {wordOf(constants)} values
      </p>
      <dl>
        {constants.map((constant) => (
          <OneConstant
            key={constant.id}
            constant={constant}
            value={moved.get(constant.id) ?? constant.value}
            onMove={(value) => move(constant, value)}
          />
        ))}
      </dl>
      <p className="paper-caption" aria-live="polite">
        {moved.size > 0 && (
          <>
            With your numbers: the headline, the column “yours”, the figures, and what the links open.{" "}
            <Button variant="quiet" onClick={() => onMove(new Map())}>
              All back
            </Button>
          </>
        )}
      </p>
      {running !== null && runs.length > 0 && <Running count={runs.length} running={running} />}
    </section>
  );
}

/** The progress of the runs with the reader's constants, with a button that stops them. Nothing when all runs have finished. */
function Running({ count, running }: { readonly count: number; readonly running: OwnReproduced }) {
  const { outcome, progress, runsDone, lost, isStopped, stop, goOn } = running;
  if (lost !== null)
    return (
      <p className="paper-standing" role="alert">
        A run was lost: {lost}
      </p>
    );
  if (isStopped)
    return (
      <p className="paper-standing" role="status">
        Stopped at {runsDone} of {count} runs.{" "}
        <Button variant="inline" onClick={goOn}>
          Run them
        </Button>
      </p>
    );
  if (outcome.isComplete) return null;
  return (
    <p className="paper-standing" role="status">
      <progress value={progress} max={1} aria-label="Runs with your numbers" /> {runsDone} of {count} runs with your numbers{" "}
      <Button variant="inline" onClick={stop}>
        Stop
      </Button>
    </p>
  );
}

const wordOf = (constants: readonly Constant[]) => (constants.every(({ fittedOn }) => fittedOn === undefined) ? "assumed" : "fitted");

interface OneConstantProps {
  readonly constant: Constant;
  readonly value: number;
  readonly onMove: (value: number) => void;
}

function OneConstant(props: OneConstantProps) {
  const { title, names } = props.constant;
  return (
    <div className="constant" data-moved={props.value !== props.constant.value || undefined}>
      <dt>{title}</dt>
      {names === undefined ? <AsNumber {...props} /> : <AsName {...props} names={names} />}
    </div>
  );
}

const originOf = ({ fittedOn }: Constant) => (fittedOn === undefined ? "Assumed: the paper gives none." : `Fitted on ${fittedOn}.`);

/** A constant that is a choice among names. */
function AsName({ constant, value, names, onMove }: OneConstantProps & { readonly names: readonly string[] }) {
  const { id, title, help } = constant;
  return (
    <>
      <dd>
        <Select isQuiet aria-label={title} aria-describedby={`constant-${id}`} value={value} onChange={(chosen) => onMove(Number(chosen))}>
          {names.map((name, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </Select>{" "}
        {value !== constant.value && (
          <Button variant="quiet" onClick={() => onMove(constant.value)}>
            back to {names[constant.value]}
          </Button>
        )}
      </dd>
      <dd className="paper-caption" id={`constant-${id}`}>
        {help} {originOf(constant)}
      </dd>
    </>
  );
}

/** A constant that is a number. */
function AsNumber({ constant, value, onMove }: OneConstantProps) {
  const { id, unit, help, min, max } = constant;
  const [misread, setMisread] = useState<string>();
  const param = useMemo(() => number({ ...constant, default: constant.value }), [constant]);
  const take = (next: number) => {
    setMisread(undefined);
    onMove(next);
  };
  const text = (of: number) => (Number.isInteger(of) ? formatCount(of) : String(of));
  return (
    <>
      <dd>
        <NumberWord
          segment={{ type: "number", path: ["constants", id], param, value, lead: "", symbol: "", text: text(value), tail: ` ${unit}` }}
          misread={misread}
          isFaulty={misread !== undefined}
          describedBy={`constant-${id}`}
          onBegin={() => undefined}
          onEnd={() => undefined}
          onChange={take}
          onType={(said) => {
            const read = typed(param, said.replaceAll(/,(?=\d{3}\b)/g, ""), id);
            if ("value" in read) take(read.value);
            else setMisread(said);
          }}
          stepFrom={(from, steps) => stepped(param, from, steps)}
        />{" "}
        {value !== constant.value && (
          <Button variant="quiet" onClick={() => take(constant.value)}>
            back to {text(constant.value)}
          </Button>
        )}
      </dd>
      <dd className="paper-caption" id={`constant-${id}`}>
        {misread === undefined ? help : `From ${text(min)} to ${text(max)} ${unit}.`} {originOf(constant)}
      </dd>
    </>
  );
}
