/** A word of a sentence while it is typed: as wide as its text, it is taken by Enter and when it is left, and given up by Esc. */
import "../control.css";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/** Keys that step in an open field too; the others move in its text. */
const steps: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

export interface WordInputProps {
  /** The present value, which stepping changes. */
  readonly shown: string;
  /** The first key of a new value; null for the whole value, to be replaced. */
  readonly initial: string | null;
  readonly label: string;
  /** What a keyboard on the screen offers: units need letters. */
  readonly inputMode?: "decimal" | "text";
  /** A key that steps, and the text it steps from. */
  readonly onStep: (event: KeyboardEvent, from: string) => void;
  /** The text, or null when typing was given up; and whether the focus goes back to the word. */
  readonly onFinish: (text: string | null, returnFocus: boolean) => void;
}

export function WordInput({ shown, initial, label, inputMode = "decimal", onStep, onFinish }: WordInputProps) {
  /** What has been typed; null as long as the field follows the value. */
  const [own, setOwn] = useState(initial);
  const text = own ?? shown;
  const isWhole = own === null;
  const field = useRef<HTMLInputElement>(null);
  // Leaving the field by a key also blurs it; only the first of the two may count.
  const isDone = useRef(false);
  const finish = (given: string | null, returnFocus: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onFinish(given, returnFocus);
  };
  useEffect(() => {
    if (isWhole) field.current?.select();
  }, [isWhole]);
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
      onChange={(event) => setOwn(event.target.value)}
      onBlur={() => finish(text, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(text, true);
        if (event.key === "Escape") finish(null, true);
        if (!steps.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onStep(event, text);
        setOwn(null);
      }}
    />
  );
}
