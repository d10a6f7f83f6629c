/** The way through a figure step by step: back, forward, and in words where one stands. */

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
  // At either end a button stays where the focus is: one that is disabled would lose it.
  return (
    <p className="figure-steps row">
      <button type="button" className="plain" aria-label={back} aria-disabled={isFirst} onClick={() => isFirst || onStep(-1)}>
        ‹
      </button>
      <button type="button" className="plain" aria-label={forward} aria-disabled={isLast} onClick={() => isLast || onStep(1)}>
        ›
      </button>
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
