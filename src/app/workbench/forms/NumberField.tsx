/** A field for a number or a quantity: typed text, and two buttons to step it. */
import { Told } from "../../glossary/Told.tsx";
import { useEffect, useId, useRef, useState } from "react";
import type { Path } from "../../../core/scenario/place.ts";
import { formatCount } from "../../../words/numbers.ts";
import { valueText } from "../../../words/params.ts";
import { type NumericParam, steppedAt, typed } from "../../document/step.ts";
import { beginGesture, edit, edited, endGesture, misread } from "../../document/store.ts";
import { FieldFault } from "./FieldFault.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export interface NumberFieldProps {
  readonly param: NumericParam;
  readonly value: number;
  readonly path: Path;
}

/** Every readable keystroke counts at once; all keystrokes of one visit to the field are one undo step. */
export function NumberField({ param, value, path }: NumberFieldProps) {
  const { store } = usePage();
  const id = useId();
  const dotted = path.join(".");
  const shown = valueText(param, value);
  const isFaulty = useWorkbench((state) => state.pending?.issues.some((each) => each.path === dotted) ?? false);
  const [text, setText] = useState<string | null>(null);
  const isOpen = useRef(false);
  // A field that vanishes while it has the focus gets no blur.
  useEffect(() => () => void (isOpen.current && endGesture(store)), [store]);

  // A text that could not be read goes when the fault it stands for has gone.
  useEffect(() => {
    if (!isFaulty && !isOpen.current) setText(null);
  }, [isFaulty]);

  const take = (next: string) => {
    setText(next);
    const read = typed(param, next, dotted);
    if ("value" in read) edit(store, path, read.value);
    else misread(store, path, next, read.issue);
  };
  const stepBy = (steps: number) => {
    setText(null);
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
          autoComplete="off"
          spellCheck={false}
          value={text ?? shown}
          aria-invalid={isFaulty}
          aria-describedby={`${id}-help${isFaulty ? ` ${id}-fault` : ""}`}
          onFocus={() => {
            isOpen.current = true;
            beginGesture(store, path);
          }}
          onChange={(event) => take(event.target.value)}
          onBlur={() => {
            isOpen.current = false;
            endGesture(store);
            if (!isFaulty) setText(null);
          }}
          onKeyDown={(event) => {
            const size = event.shiftKey ? 10 : 1;
            if (event.key === "ArrowUp") stepBy(size);
            else if (event.key === "ArrowDown") stepBy(-size);
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
