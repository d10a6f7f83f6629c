/** The way through a figure step by step: back, forward, and in words where one stands. */
import { Button } from "../../../ui/Button.tsx";

export interface StepperProps {
  /** What the buttons are called for those who cannot see them. */
  readonly back: string;
  readonly forward: string;
  readonly said: string;
  readonly onStep: (by: 1 | -1) => void;
  /** Whether nothing comes before; false where the way leads round. */
  readonly isFirst?: boolean;
  /** Whether nothing comes after. */
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
  /** Where one stands, from `first` on. */
  readonly step: number;
  readonly first?: number;
  readonly said: string;
  /** Whose way it is, where there are several. */
  readonly of?: string;
  readonly onStep: (step: number) => void;
}

/** The way through so many steps, from the first to the last. */
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
