/** Buttons for the previous and the next step of a figure, with a text about the current step. */
import { Button } from "../../../ui/Button.tsx";

export interface StepperProps {
  /** Accessible names of the two buttons. */
  readonly back: string;
  readonly forward: string;
  readonly said: string;
  readonly onStep: (by: 1 | -1) => void;
  /** Whether this is the first step; always false if the steps are cyclic. */
  readonly isFirst?: boolean;
  /** Whether this is the last step; always false if the steps are cyclic. */
  readonly isLast?: boolean;
}

export function Stepper({ back, forward, said, onStep, isFirst = false, isLast = false }: StepperProps) {
  return (
    <p className="figure-steps row">
      <Button variant="outlined" aria-label={back} disabledReason={isFirst ? "This is the first step." : null} onClick={() => onStep(-1)}>
        ‹
      </Button>
      <Button variant="outlined" aria-label={forward} disabledReason={isLast ? "This is the last step." : null} onClick={() => onStep(1)}>
        ›
      </Button>
      <span aria-live="polite">{said}</span>
    </p>
  );
}

interface StepsProps {
  readonly steps: number;
  /** The current step, counted from `firstStep`. */
  readonly step: number;
  readonly first?: number;
  readonly said: string;
  /** The title of the figure, if several figures have such buttons. */
  readonly of?: string;
  readonly onStep: (step: number) => void;
}

/** Steps through a finite sequence. */
export function Steps({ steps, step, first = 0, said, of, onStep }: StepsProps) {
  const name = of === undefined ? "" : `, ${of}`;
  return (
    <Stepper
      back={`Step back${name}`}
      forward={`Step forward${name}`}
      said={said}
      onStep={(by) => onStep(step + by)}
      isFirst={step === first}
      isLast={step === steps - 1}
    />
  );
}
