/** The numbers of the model that a reader may move: each in a sentence of its own, to drag, step and type. */
import { useMemo, useState } from "react";
import { number } from "../../core/base/params.ts";
import type { Moved } from "../../reproductions/constants.ts";
import type { Constant, Exhibit } from "../../reproductions/contract.ts";
import { formatCount } from "../../views/shared/format.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { stepped, typed } from "../step.ts";

export interface ConstantsProps {
  readonly exhibit: Exhibit;
  readonly moved: Moved;
  readonly onMove: (moved: Moved) => void;
}

export function Constants({ exhibit: { constants = [] }, moved, onMove }: ConstantsProps) {
  if (constants.length === 0) return null;
  const move = ({ id, value: own }: Constant, value: number) =>
    onMove(new Map([...moved].filter(([other]) => other !== id).concat(value === own ? [] : [[id, value]])));
  return (
    <section aria-label="Numbers of the model" className="constants">
      <h2>Numbers {wordOf(constants) === "assumed" ? "that the paper does not give" : "of the model"}, yours to move</h2>
      <p className="paper-caption">
        drag a number, step it with the arrow keys, or type; the verdicts stay those of the {wordOf(constants)} values
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
            <button type="button" className="plain" onClick={() => onMove(new Map())}>
              All back
            </button>
          </>
        )}
      </p>
    </section>
  );
}

const wordOf = (constants: readonly Constant[]) => (constants.every(({ fittedOn }) => fittedOn === undefined) ? "assumed" : "fitted");

interface OneConstantProps {
  readonly constant: Constant;
  readonly value: number;
  readonly onMove: (value: number) => void;
}

function OneConstant({ constant, value, onMove }: OneConstantProps) {
  const { id, title, unit, help, min, max, fittedOn } = constant;
  const [misread, setMisread] = useState<string>();
  const param = useMemo(() => number({ ...constant, default: constant.value }), [constant]);
  const take = (next: number) => {
    setMisread(undefined);
    onMove(next);
  };
  const text = (of: number) => (Number.isInteger(of) ? formatCount(of) : String(of));
  const isMoved = value !== constant.value;
  return (
    <div className="constant" data-moved={isMoved || undefined}>
      <dt>{title}</dt>
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
        {isMoved && (
          <button type="button" className="plain" onClick={() => take(constant.value)}>
            back to {text(constant.value)}
          </button>
        )}
      </dd>
      <dd className="paper-caption" id={`constant-${id}`}>
        {misread === undefined ? help : `From ${text(min)} to ${text(max)} ${unit}.`}{" "}
        {fittedOn === undefined ? "Assumed: the paper gives none." : `Fitted on ${fittedOn}.`}
      </dd>
    </div>
  );
}
