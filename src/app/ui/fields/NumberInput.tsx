/** An input for a number, typed as text in any unit or changed in steps: by arrow keys, ten steps with Shift, or by two buttons. */
import "./number-input.css";
import type { ComponentProps } from "react";
import { Button } from "../Button.tsx";

export interface NumberInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** Changes the number by steps. Has no effect while there is no number. */
  readonly onStep: (steps: number) => void;
  /** Labels and limits of the two buttons; absent if there are none. */
  readonly steppers?: { readonly noun: string; readonly isAtMin: boolean; readonly isAtMax: boolean } | undefined;
  /** Called on Enter, which accepts the text, or Escape, which restores the number. Returns false if the field keeps the focus. */
  readonly onLeave: (key: "Enter" | "Escape") => boolean;
  /** The unit; empty if the text contains it. */
  readonly unit: string;
}

/**
 * Input for a number with its unit, and buttons for one step down and up if `steppers` is given. Arrow keys step by 1, with Shift by 10.
 * Enter and Escape leave the field if `onLeave` returns true.
 */
export function NumberInput({ onStep, steppers, onLeave, unit, ...input }: NumberInputProps) {
  const stepper = (steps: -1 | 1, noun: string, isAtLimit: boolean) => (
    <Button tabIndex={-1} aria-label={`${steps < 0 ? "Less" : "More"} ${noun}`} disabled={isAtLimit} onClick={() => onStep(steps)}>
      {steps < 0 ? "−" : "+"}
    </Button>
  );
  return (
    <div className="number-input" data-steppers={steppers !== undefined || undefined}>
      {steppers !== undefined && stepper(-1, steppers.noun, steppers.isAtMin)}
      <input
        inputMode="decimal"
        {...input}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          const stepCount = event.shiftKey ? 10 : 1;
          if (key === "ArrowUp") onStep(stepCount);
          else if (key === "ArrowDown") onStep(-stepCount);
          // Leaving the field activates single-key shortcuts of the page again. Tab continues from here.
          else if (key !== "Enter" && key !== "Escape") return;
          else if (onLeave(key)) currentTarget.blur();
          event.preventDefault();
        }}
      />
      {steppers !== undefined && stepper(1, steppers.noun, steppers.isAtMax)}
      {unit !== "" && <span className="field-unit small">{unit}</span>}
    </div>
  );
}
