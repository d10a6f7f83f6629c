/** The fields of a step: what is typed goes into the lesson at once, and all of it up to a pause is one step of undo. */
import { useEffect, useRef, useState } from "react";
import { FormField } from "../../../ui/fields/FormField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
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

export interface StepFieldProps {
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
  /** Whether the label is seen elsewhere. */
  readonly isLabelHidden?: boolean;
  /** Said below where nothing is wrong. */
  readonly description?: string;
}

/** A field for a text. One that cannot be used stays as it is typed, with the reason; the step keeps what it had. */
export function StepField({
  label,
  value,
  onType,
  rows = 1,
  count,
  placeholder,
  isNumber = false,
  isLabelHidden = false,
  description,
}: StepFieldProps) {
  const gesture = useGesture();
  /** What stands in the field while it is typed in, or while it cannot be used; null where it follows the step. */
  const [own, setOwn] = useState<{ readonly text: string; readonly fault: string | null; readonly of: string } | null>(null);
  // What has changed in the step meanwhile, as by undo, goes before what was typed.
  const typed = own !== null && (own.fault === null || own.of === value) ? own : null;
  const text = typed === null || (typed.fault === null && typed.of !== value && typed.text !== value) ? value : typed.text;
  const fault = typed?.fault ?? null;
  const field = {
    value: text,
    placeholder,
    onChange: (next: string) => {
      let refused: string | null = null;
      gesture.within(() => (refused = onType(next)));
      setOwn({ text: next, fault: refused, of: value });
    },
    onBlur: () => {
      gesture.end();
      if (fault === null) setOwn(null);
    },
  };
  return (
    <FormField
      label={
        <>
          {label} {count !== undefined && <small>{count(text)}</small>}
        </>
      }
      isLabelHidden={isLabelHidden}
      description={fault === null ? description : null}
      fault={fault}
    >
      {(control) =>
        rows > 1 ? (
          <TextArea {...control} {...field} rows={rows} />
        ) : (
          <TextInput {...control} {...field} inputMode={isNumber ? "decimal" : "text"} autoComplete="off" />
        )
      }
    </FormField>
  );
}

export interface StepNumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly take: (value: number) => string | null;
  readonly isLabelHidden?: boolean;
}

/** A number that is typed. */
export function StepNumberField({ value, take, ...field }: StepNumberFieldProps) {
  const type = (text: string) => {
    const number = Number(text.trim().replace(",", "."));
    return text.trim() === "" || !Number.isFinite(number) ? `“${text.slice(0, 20)}” is no number. Write one, as 0.6.` : take(number);
  };
  return <StepField {...field} value={value === null ? "" : String(value)} isNumber onType={type} />;
}

export interface StepSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onSelect: (value: string) => void;
}

/** One of several, in words. */
export function StepSelect({ label, value, options, onSelect }: StepSelectProps) {
  return (
    <FormField label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={onSelect}>
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
