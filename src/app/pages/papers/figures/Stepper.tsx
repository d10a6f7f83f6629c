/** Buttons for the previous and the next step of a figure, with a text about the current step. */
import { Button } from "../../../ui/Button.tsx";

export interface StepperProps {
  /** Accessible names of the two buttons. */
  readonly backLabel: string;
  readonly forwardLabel: string;
  readonly text: string;
  readonly onStep: (offset: 1 | -1) => void;
  /** Whether this is the first step; always false if the steps are cyclic. */
  readonly isFirst?: boolean;
  /** Whether this is the last step; always false if the steps are cyclic. */
  readonly isLast?: boolean;
}

/**
 * Two buttons, back and forward, and a text about the current step. `onStep` gets −1 or 1. A button is disabled at its end of the sequence.
 */
export function Stepper({ backLabel, forwardLabel, text, onStep, isFirst = false, isLast = false }: StepperProps) {
  return (
    <p className="figure-steps row">
      <Button
        variant="outlined"
        aria-label={backLabel}
        disabledReason={isFirst ? "This is the first step." : null}
        onClick={() => onStep(-1)}
      >
        ‹
      </Button>
      <Button
        variant="outlined"
        aria-label={forwardLabel}
        disabledReason={isLast ? "This is the last step." : null}
        onClick={() => onStep(1)}
      >
        ›
      </Button>
      <span aria-live="polite">{text}</span>
    </p>
  );
}

interface StepSequenceProps {
  readonly stepCount: number;
  /** The current step, counted from `firstStep`. */
  readonly step: number;
  readonly firstStep?: number;
  readonly text: string;
  /** The title of the figure, if several figures have such buttons. */
  readonly title?: string;
  readonly onStep: (step: number) => void;
}

/** Steps through a finite sequence. */
export function StepSequence({ stepCount, step, firstStep = 0, text, title, onStep }: StepSequenceProps) {
  const suffix = title === undefined ? "" : `, ${title}`;
  return (
    <Stepper
      backLabel={`Step back${suffix}`}
      forwardLabel={`Step forward${suffix}`}
      text={text}
      onStep={(offset) => onStep(step + offset)}
      isFirst={step === firstStep}
      isLast={step === stepCount - 1}
    />
  );
}
