/** The fields of a step: what is typed goes into the lesson at once, and all of it up to a pause is one step of undo. */
import { defined } from "../../../../core/base/defined.ts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { usePage } from "../../../hooks.ts";

/** Milliseconds without a key after which what was typed is a step of undo. */
const pause = 900;

/** Makes a row of changes one step of undo: what changes, and what ends the row. */
function useGesture(): { readonly within: (change: () => void) => void; readonly end: () => void } {
  const { store } = usePage();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [gesture] = useState(() => {
    const end = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      store.temporal.getState().resume();
    };
    const within = (change: () => void) => {
      const before = store.getState();
      change();
      if (store.getState() === before) return;
      // The first change is the step; the rest leave no trace.
      store.temporal.getState().pause();
      clearTimeout(timer.current);
      timer.current = setTimeout(end, pause);
    };
    return { within, end };
  });
  useEffect(() => gesture.end, [gesture]);
  return gesture;
}

export interface FieldProps {
  readonly label: string;
  /** What the step has. */
  readonly value: string;
  /** Takes a text; why it cannot be used where it cannot. */
  readonly onType: (text: string) => string | null;
  /** Lines; one for an input. */
  readonly rows?: number;
  /** What is said of a text beside its label, as how much of it is left. */
  readonly count?: (text: string) => string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  /** Where the label is seen elsewhere. */
  readonly isUnlabelled?: boolean;
  /** Said below where nothing is wrong. */
  readonly children?: ReactNode;
}

/** A field for a text. One that cannot be used stays as it is typed, with the reason; the step keeps what it had. */
export function Field({
  label,
  value,
  onType,
  rows = 1,
  count,
  placeholder,
  isNumber = false,
  isUnlabelled = false,
  children,
}: FieldProps) {
  const id = useId();
  const gesture = useGesture();
  /** What stands in the field while it is typed in, or while it cannot be used; null where it follows the step. */
  const [own, setOwn] = useState<{ readonly text: string; readonly fault: string | null; readonly of: string } | null>(null);
  // What has changed in the step meanwhile, as by undo, goes before what was typed.
  const typed = own !== null && (own.fault === null || own.of === value) ? own : null;
  const text = typed === null || (typed.fault === null && typed.of !== value && typed.text !== value) ? value : typed.text;
  const fault = typed?.fault ?? null;
  const type = (next: string) => {
    let refused: string | null = null;
    gesture.within(() => (refused = onType(next)));
    setOwn({ text: next, fault: refused, of: value });
  };
  const props = {
    id,
    value: text,
    placeholder,
    "aria-invalid": fault !== null,
    "aria-describedby": fault === null ? undefined : `${id}-fault`,
    onBlur: () => {
      gesture.end();
      if (fault === null) setOwn(null);
    },
  };
  return (
    <div className="make-field">
      <label htmlFor={id} className={isUnlabelled ? "visually-hidden" : undefined}>
        {label}
        {count !== undefined && <span className="left">{count(text)}</span>}
      </label>
      {rows > 1 ? (
        <textarea {...props} rows={rows} onChange={(event) => type(event.target.value)} />
      ) : (
        <input {...props} inputMode={isNumber ? "decimal" : "text"} autoComplete="off" onChange={(event) => type(event.target.value)} />
      )}
      <p className="field-fault" id={`${id}-fault`} role="alert" hidden={fault === null}>
        {fault}
      </p>
      {fault === null && children}
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly take: (value: number) => string | null;
  readonly isUnlabelled?: boolean;
}

/** A number that is typed. */
export function NumberField({ label, value, take, isUnlabelled }: NumberFieldProps) {
  const type = (text: string) => {
    const number = Number(text.trim().replace(",", "."));
    return text.trim() === "" || !Number.isFinite(number) ? `“${text.slice(0, 20)}” is no number. Write one, as 0.6.` : take(number);
  };
  return <Field label={label} value={value === null ? "" : String(value)} isNumber onType={type} {...defined({ isUnlabelled })} />;
}

export interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onSelect: (value: string) => void;
}

/** One of several, in words. */
export function Select({ label, value, options, onSelect }: SelectProps) {
  const id = useId();
  return (
    <div className="make-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onSelect(event.target.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
