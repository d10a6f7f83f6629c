/** A field for an amount: a bare number, or a quantity with a unit. */
import { Told } from "../../glossary/Told.tsx";
import { useId } from "react";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { valueText } from "../../../words/params.ts";
import { edit } from "../../document/edits.ts";
import { usePage } from "../../hooks.ts";
import { FieldFault } from "./FieldFault.tsx";
import { useTyped } from "./useTyped.ts";

export interface AmountFieldProps {
  readonly param: AmountParam;
  readonly value: Amount;
  readonly path: Path;
}

/** The input with its title and help. */
export function AmountField({ param, value, path }: AmountFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <span className="field-label">{param.title}</span>
      <AmountInput param={param} value={value} path={path} label={param.title} help={`${id}-help`} />
      <p className="field-help" id={`${id}-help`}>
        <Told text={param.help} />
      </p>
      <FieldFault path={path} />
    </div>
  );
}

export interface AmountInputProps extends AmountFieldProps {
  readonly label: string;
  /** Id of the text that says what may be typed. */
  readonly help: string;
}

/** The input alone, for a table that names it. */
export function AmountInput({ param, value, path, label, help }: AmountInputProps) {
  const { store } = usePage();
  const { isFaulty, input, rest, take } = useTyped(param, valueText(param, value), path);
  const stepBy = (steps: number) => {
    if (typeof value !== "number") return;
    rest();
    edit(store, path, Math.min(param.max, Math.max(param.min, value + steps * param.step)));
  };
  return (
    <span className="field-amount" data-faulty={isFaulty || undefined}>
      <input
        {...input}
        aria-label={label}
        aria-describedby={help}
        onKeyDown={(event) => {
          const size = event.shiftKey ? 10 : 1;
          if (event.key === "ArrowUp") stepBy(size);
          else if (event.key === "ArrowDown") stepBy(-size);
          // Without the focus in a field, keys by themselves act; Tab goes on from here all the same.
          else if (event.key === "Enter") {
            if (take()) event.currentTarget.blur();
          } else if (event.key === "Escape") {
            rest();
            event.currentTarget.blur();
          } else return;
          event.preventDefault();
        }}
      />
      {param.unit !== undefined && typeof value === "number" && <span className="field-unit small">{param.unit}</span>}
    </span>
  );
}
