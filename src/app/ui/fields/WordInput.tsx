/** An input in place of a word of a sentence, as wide as its text. Enter or leaving the field accepts the text, Escape discards it. */
import "../control.css";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/** Keys that step the value in an open field; others move the cursor. */
const stepKeys: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

export interface WordInputProps {
  /** The current value, which changes with steps. */
  readonly shown: string;
  /** The first key of a new value; null to start with the whole value selected. */
  readonly initial: string | null;
  readonly label: string;
  /** Type of on-screen keyboard: units require letters. */
  readonly inputMode?: "decimal" | "text";
  /** Called for a key that steps, with the text before the step. */
  readonly onStep: (event: KeyboardEvent, from: string) => void;
  /** Called with the text, or null if it was discarded; and whether to return the focus to the word. */
  readonly onFinish: (text: string | null, returnFocus: boolean) => void;
}

/**
 * A text field in place of a word of a sentence, as wide as its text, for a value that can be typed or stepped by keys. It shows the value
 * until something is typed, and again after a step. `onFinish` is called once, with the text, or with null if it was discarded.
 */
export function WordInput({ shown, initial, label, inputMode = "decimal", onStep, onFinish }: WordInputProps) {
  /** The typed text; null while the field follows the value. */
  const [typedText, setTypedText] = useState(initial);
  const text = typedText ?? shown;
  const followsValue = typedText === null;
  const field = useRef<HTMLInputElement>(null);
  // Leaving the field by a key also causes a blur event; only the first call counts.
  const isDone = useRef(false);
  const finish = (result: string | null, returnFocus: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onFinish(result, returnFocus);
  };
  useEffect(() => {
    if (followsValue) field.current?.select();
  }, [followsValue]);
  return (
    <input
      ref={field}
      className="word typed"
      aria-label={label}
      inputMode={inputMode}
      autoFocus
      autoComplete="off"
      value={text}
      style={{ width: `${Math.max(3, text.length + 1)}ch` }}
      onChange={(event) => setTypedText(event.target.value)}
      onBlur={() => finish(text, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(text, true);
        if (event.key === "Escape") finish(null, true);
        if (!stepKeys.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onStep(event, text);
        setTypedText(null);
      }}
    />
  );
}
