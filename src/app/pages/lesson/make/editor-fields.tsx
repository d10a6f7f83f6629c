/** The form fields of the lesson editor. Every keystroke goes into the lesson immediately; all edits up to a pause are one undo step. */
import { useEffect, useRef, useState } from "react";
import { FormField } from "../../../ui/fields/FormField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { usePage } from "../../../hooks.ts";

/** Time in ms without a keystroke that ends an undo step. */
const undoPause = 900;

/**
 * Groups successive changes, such as typing a word, into one undo step. `within` makes a change; `end` closes the group, which also happens
 * after a pause of `undoPause` ms.
 */
function useUndoGroup(): { readonly within: (change: () => void) => void; readonly end: () => void } {
  const { store } = usePage();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [group] = useState(() => {
    const end = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      store.temporal.getState().resume();
    };
    const within = (change: () => void) => {
      const stateBefore = store.getState();
      change();
      if (store.getState() === stateBefore) return;
      // Record the first change only; undo then reverts the whole group.
      store.temporal.getState().pause();
      clearTimeout(timer.current);
      timer.current = setTimeout(end, undoPause);
    };
    return { within, end };
  });
  useEffect(() => group.end, [group]);
  return group;
}

export interface StepFieldProps {
  readonly label: string;
  /** The text that the step has. */
  readonly value: string;
  /** Stores a text in the step. Returns the reason if the text cannot be used, otherwise null. */
  readonly onType: (text: string) => string | null;
  /** Number of lines; 1 makes an input, more make a text area. */
  readonly rows?: number;
  /** A note next to the label that depends on the text, such as the number of sentences left. */
  readonly noteOf?: (text: string) => string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  /** Whether the label is visually hidden because the field's meaning is visible elsewhere. */
  readonly isLabelHidden?: boolean;
  /** A hint below the field, shown unless there is an error. */
  readonly description?: string;
}

/**
 * A text field for a value of a lesson step. Each change is stored immediately: `onType` stores the text, or returns the reason why it is
 * invalid; an invalid text stays in the field with this reason, and the step keeps its previous value.
 */
export function StepField({
  label,
  value,
  onType,
  rows = 1,
  noteOf,
  placeholder,
  isNumber = false,
  isLabelHidden = false,
  description,
}: StepFieldProps) {
  const undoGroup = useUndoGroup();
  /**
   * The text in the field while it is edited or invalid, with the reason why it is invalid (`fault`) and the value of the step before the
   * last change of the text (`valueBefore`); null if the field shows the value of the step.
   */
  const [draft, setDraft] = useState<{ readonly text: string; readonly fault: string | null; readonly valueBefore: string } | null>(null);
  // If the step has changed in the meantime, for example by undo, its value replaces the typed text. A valid text was stored, so the step has
  // either this text or, until the page is rendered again, the value before; after an invalid text it still has the value before.
  const showsDraft = draft !== null && (draft.valueBefore === value || (draft.fault === null && draft.text === value));
  const text = showsDraft ? draft.text : value;
  const fault = showsDraft ? draft.fault : null;
  // A draft without a fault is discarded when the field loses the focus.
  const inputProps = {
    value: text,
    placeholder,
    onChange: (newText: string) => {
      let reason: string | null = null;
      undoGroup.within(() => (reason = onType(newText)));
      setDraft({ text: newText, fault: reason, valueBefore: value });
    },
    onBlur: () => {
      undoGroup.end();
      if (fault === null) setDraft(null);
    },
  };
  return (
    <FormField
      label={
        <>
          {label} {noteOf !== undefined && <small>{noteOf(text)}</small>}
        </>
      }
      isLabelHidden={isLabelHidden}
      description={fault === null ? description : null}
      fault={fault}
    >
      {(control) =>
        rows > 1 ? (
          <TextArea {...control} {...inputProps} rows={rows} />
        ) : (
          <TextInput {...control} {...inputProps} inputMode={isNumber ? "decimal" : "text"} autoComplete="off" />
        )
      }
    </FormField>
  );
}

export interface StepNumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly onNumber: (value: number) => string | null;
  readonly isLabelHidden?: boolean;
}

/** A field for a number. */
export function StepNumberField({ value, onNumber, ...fieldProps }: StepNumberFieldProps) {
  const parseText = (text: string) => {
    const number = Number(text.trim().replace(",", "."));
    return text.trim() === "" || !Number.isFinite(number)
      ? `“${text.slice(0, 20)}” is not a number. Write one, for example 0.6.`
      : onNumber(number);
  };
  return <StepField {...fieldProps} value={value === null ? "" : String(value)} isNumber onType={parseText} />;
}

export interface StepSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onSelect: (value: string) => void;
}

/** A select field, for one of several options. */
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
