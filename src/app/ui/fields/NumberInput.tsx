/** A number that is typed, as text in any of its units, or stepped: by arrow keys, ten steps with Shift, and by two buttons. */
import "./number-input.css";
import type { ComponentProps } from "react";
import { Button } from "../Button.tsx";

export interface NumberInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** Changes the number by some steps; absent where it has none now. */
  readonly onStep: (steps: number) => void;
  /** The two buttons; absent where the keys are enough. */
  readonly steppers?: { readonly noun: string; readonly isLeast: boolean; readonly isMost: boolean } | undefined;
  /** Leaves the field: Enter takes what was typed, Esc the number before. Returns false where the field keeps the focus. */
  readonly onLeave: (key: "Enter" | "Escape") => boolean;
  /** What is counted; empty where the text says it. */
  readonly unit: string;
}

export function NumberInput({ onStep, steppers, onLeave, unit, ...input }: NumberInputProps) {
  const step = (by: -1 | 1, noun: string, isLast: boolean) => (
    <Button tabIndex={-1} aria-label={`${by < 0 ? "Less" : "More"} ${noun}`} disabled={isLast} onClick={() => onStep(by)}>
      {by < 0 ? "−" : "+"}
    </Button>
  );
  return (
    <div className="number-input" data-steppers={steppers !== undefined || undefined}>
      {steppers !== undefined && step(-1, steppers.noun, steppers.isLeast)}
      <input
        inputMode="decimal"
        {...input}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          const size = event.shiftKey ? 10 : 1;
          if (key === "ArrowUp") onStep(size);
          else if (key === "ArrowDown") onStep(-size);
          // Without the focus in a field, keys by themselves act on the page again; Tab goes on from here all the same.
          else if (key !== "Enter" && key !== "Escape") return;
          else if (onLeave(key)) currentTarget.blur();
          event.preventDefault();
        }}
      />
      {steppers !== undefined && step(1, steppers.noun, steppers.isMost)}
      {unit !== "" && <span className="field-unit small">{unit}</span>}
    </div>
  );
}
