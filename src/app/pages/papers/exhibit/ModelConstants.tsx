/** The constants of an exhibit's model that the reader can change, by dragging, with the arrow keys, or by typing. */
import "./constants.css";
import { useMemo, useState } from "react";
import { number } from "../../../../core/base/params.ts";
import type { MovedConstants } from "../../../../reproductions/moved-constants.ts";
import type { ModelConstant, Exhibit } from "../../../../reproductions/contract.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { NumberWord } from "../../../workbench/sentence/NumberWord.tsx";
import { stepValue, parseTyped } from "../../../document/step.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import type { ReaderReproduction } from "../runs/useOutcome.ts";

export interface ModelConstantsProps {
  readonly exhibit: Exhibit;
  readonly movedConstants: MovedConstants;
  /** The state of the runs with the changed constants; null while no constant is changed. */
  readonly readerRuns: ReaderReproduction | null;
  readonly onChange: (moved: MovedConstants) => void;
}

/**
 * The constants in the model of an exhibit, such as a link latency, which the reader can change. `movedConstants` has the values that differ
 * from the default, by the id of the constant.
 */
export function ModelConstants({ exhibit: { constants = [], runs }, movedConstants, readerRuns, onChange }: ModelConstantsProps) {
  if (constants.length === 0) return null;
  const changeConstant = ({ id, defaultValue }: ModelConstant, value: number) => {
    const otherConstants = [...movedConstants].filter(([otherId]) => otherId !== id);
    onChange(new Map(value === defaultValue ? otherConstants : [...otherConstants, [id, value]]));
  };
  return (
    <section aria-label="Numbers of the model" className="constants">
      <h2>Numbers {constantProvenance(constants) === "assumed" ? "that the paper does not give" : "of the model"}, adjustable</h2>
      <p className="paper-caption">
        drag a number, change it with the arrow keys, or type it
        {constants.some(({ names }) => names !== undefined) ? "; choose a name" : ""}; the verdicts always refer to the{" "}
        {constantProvenance(constants)} values
      </p>
      <dl>
        {constants.map((constant) => (
          <ConstantRow
            key={constant.id}
            constant={constant}
            value={movedConstants.get(constant.id) ?? constant.defaultValue}
            onChange={(value) => changeConstant(constant, value)}
          />
        ))}
      </dl>
      <p className="paper-caption" aria-live="polite">
        {movedConstants.size > 0 && (
          <>
            Your numbers are used in the headline, the column “yours”, the figures, and the linked scenarios.{" "}
            <Button variant="quiet" onClick={() => onChange(new Map())}>
              Reset all
            </Button>
          </>
        )}
      </p>
      {readerRuns !== null && runs.length > 0 && <ReaderRunsStatus count={runs.length} readerRuns={readerRuns} />}
    </section>
  );
}

/**
 * The progress of the runs that repeat an exhibit with the constants that the reader has changed, with a button that stops them. Shows
 * nothing when all `count` runs have finished.
 */
function ReaderRunsStatus({ count, readerRuns }: { readonly count: number; readonly readerRuns: ReaderReproduction }) {
  const { outcome, progress, runsDone, lostReason, isStopped, stop, resume } = readerRuns;
  if (lostReason !== null)
    return (
      <p className="paper-status" role="alert">
        A run failed: {lostReason}
      </p>
    );
  if (isStopped)
    return (
      <p className="paper-status" role="status">
        Stopped at {runsDone} of {count} runs.{" "}
        <Button variant="inline" onClick={resume}>
          Continue
        </Button>
      </p>
    );
  if (outcome.isComplete) return null;
  return (
    <p className="paper-status" role="status">
      <progress value={progress} max={1} aria-label="Runs with your numbers" /> {runsDone} of {count} runs with your numbers{" "}
      <Button variant="inline" onClick={stop}>
        Stop
      </Button>
    </p>
  );
}

const constantProvenance = (constants: readonly ModelConstant[]) =>
  constants.every(({ fittedOn }) => fittedOn === undefined) ? "assumed" : "fitted";

interface ConstantRowProps {
  readonly constant: ModelConstant;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function ConstantRow(props: ConstantRowProps) {
  const { title, names } = props.constant;
  return (
    <div className="constant" data-moved={props.value !== props.constant.defaultValue || undefined}>
      <dt>{title}</dt>
      {names === undefined ? <NumberConstant {...props} /> : <NameConstant {...props} names={names} />}
    </div>
  );
}

const sayOrigin = ({ fittedOn }: ModelConstant) =>
  fittedOn === undefined ? "Assumed: the paper gives no value." : `Fitted on ${fittedOn}.`;

/**
 * The control of a model constant that is a choice among names: its value is the index of the name. Below it are the help text and where
 * the default comes from.
 */
function NameConstant({ constant, value, names, onChange }: ConstantRowProps & { readonly names: readonly string[] }) {
  const { id, title, help } = constant;
  return (
    <>
      <dd>
        <Select
          isQuiet
          aria-label={title}
          aria-describedby={`constant-${id}`}
          value={value}
          onChange={(chosen) => onChange(Number(chosen))}
        >
          {names.map((name, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </Select>{" "}
        {value !== constant.defaultValue && (
          <Button variant="quiet" onClick={() => onChange(constant.defaultValue)}>
            back to {names[constant.defaultValue]}
          </Button>
        )}
      </dd>
      <dd className="paper-caption" id={`constant-${id}`}>
        {help} {sayOrigin(constant)}
      </dd>
    </>
  );
}

/**
 * The control of a model constant that is a number, which the reader can drag, step or type. A typed text that is no valid number is kept
 * as `invalidText`, and the allowed range is shown instead of the help.
 */
function NumberConstant({ constant, value, onChange }: ConstantRowProps) {
  const { id, unit, help, min, max } = constant;
  const [invalidText, setInvalidText] = useState<string>();
  const param = useMemo(() => number({ ...constant, default: constant.defaultValue }), [constant]);
  const setValue = (next: number) => {
    setInvalidText(undefined);
    onChange(next);
  };
  const formatValue = (number: number) => (Number.isInteger(number) ? formatCount(number) : String(number));
  return (
    <>
      <dd>
        <NumberWord
          segment={{
            type: "number",
            path: ["constants", id],
            param,
            value,
            lead: "",
            symbol: "",
            text: formatValue(value),
            tail: ` ${unit}`,
          }}
          misread={invalidText}
          isFaulty={invalidText !== undefined}
          describedBy={`constant-${id}`}
          onBegin={() => undefined}
          onEnd={() => undefined}
          onChange={setValue}
          onType={(typedText) => {
            const withoutThousandsSeparators = typedText.replaceAll(/,(?=\d{3}\b)/g, "");
            const parsed = parseTyped(param, withoutThousandsSeparators, id);
            if ("value" in parsed) setValue(parsed.value);
            else setInvalidText(typedText);
          }}
          stepFrom={(startValue, steps) => stepValue(param, startValue, steps)}
        />{" "}
        {value !== constant.defaultValue && (
          <Button variant="quiet" onClick={() => setValue(constant.defaultValue)}>
            back to {formatValue(constant.defaultValue)}
          </Button>
        )}
      </dd>
      <dd className="paper-caption" id={`constant-${id}`}>
        {invalidText === undefined ? help : `From ${formatValue(min)} to ${formatValue(max)} ${unit}.`} {sayOrigin(constant)}
      </dd>
    </>
  );
}
