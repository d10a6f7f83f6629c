/** A field for a number or a quantity: typed text, and two buttons to step it. */
import { Told } from "../../glossary/Told.tsx";
import { useId } from "react";
import type { Path } from "../../../core/scenario/place.ts";
import { formatCount } from "../../../words/numbers.ts";
import { valueText } from "../../../words/params.ts";
import { steppedAt } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { edit } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import { FieldFault } from "./FieldFault.tsx";
import { usePage } from "../../hooks.ts";
import { useTyped } from "./useTyped.ts";

export interface NumberFieldProps {
  readonly param: NumericParam;
  readonly value: number;
  readonly path: Path;
}

export function NumberField({ param, value, path }: NumberFieldProps) {
  const { store } = usePage();
  const id = useId();
  const { isFaulty, input, rest } = useTyped(param, valueText(param, value), path);
  const stepBy = (steps: number) => {
    rest();
    edit(store, path, steppedAt(edited(store.getState()), path, param, value, steps));
  };
  const unit = param.type === "quantity" ? "" : (param.unit ?? "");
  const range =
    param.type === "quantity"
      ? `${valueText(param, param.min)} to ${valueText(param, param.max)}`
      : `${rangeText(param, param.min)} to ${rangeText(param, param.max)}`;

  return (
    <div className="field" data-faulty={isFaulty || undefined}>
      <label className="field-label" htmlFor={id}>
        {param.symbol !== undefined && <i>{param.symbol}</i>} {param.title}
      </label>
      <div className="field-number">
        <button type="button" tabIndex={-1} aria-label={`Less ${param.title}`} disabled={value <= param.min} onClick={() => stepBy(-1)}>
          −
        </button>
        <input
          id={id}
          inputMode="decimal"
          {...input}
          aria-describedby={`${id}-help${isFaulty ? ` ${id}-fault` : ""}`}
          onKeyDown={(event) => {
            const size = event.shiftKey ? 10 : 1;
            if (event.key === "ArrowUp") stepBy(size);
            else if (event.key === "ArrowDown") stepBy(-size);
            // Without the focus in a field, keys by themselves act; Tab goes on from here all the same.
            else if ((event.key === "Enter" && !isFaulty) || event.key === "Escape") event.currentTarget.blur();
            else return;
            event.preventDefault();
          }}
        />
        <button type="button" tabIndex={-1} aria-label={`More ${param.title}`} disabled={value >= param.max} onClick={() => stepBy(1)}>
          +
        </button>
        {unit !== "" && <span className="field-unit small">{unit}</span>}
      </div>
      <p className="field-help" id={`${id}-help`}>
        <Told text={param.help} /> <span className="field-range">{range}</span>
      </p>
      <FieldFault path={path} id={`${id}-fault`} />
    </div>
  );
}

const rangeText = (param: NumericParam, value: number) => (Number.isInteger(value) ? formatCount(value) : valueText(param, value));
