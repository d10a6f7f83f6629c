/** Approximates numbers by fractions. */

type Fraction = readonly [p: number, q: number];

/**
 * The fraction p / q nearest to a number between 1 / `max` and `max`, in lowest terms, with p and q from 1 to `max`. It is either a
 * convergent of the continued fraction or a semiconvergent: the last step is shortened so that p and q do not exceed `max`.
 */
export function nearestFraction(value: number, max: number): Fraction {
  let previous: Fraction = [0, 1];
  let convergent: Fraction = [1, 0];
  let remainder = value;
  for (;;) {
    const quotient = Math.floor(remainder);
    const maxSteps = Math.min(...[0, 1].map((i) => (convergent[i] === 0 ? Infinity : Math.floor((max - previous[i]) / convergent[i]))));
    const steps = Math.min(quotient, maxSteps);
    const next: Fraction = [previous[0] + steps * convergent[0], previous[1] + steps * convergent[1]];
    if (steps < quotient) return errorOf(value, next) < errorOf(value, convergent) ? next : convergent;
    [previous, convergent] = [convergent, next];
    if (convergent[0] / convergent[1] === value || remainder === quotient) return convergent;
    remainder = 1 / (remainder - quotient);
  }
}

const errorOf = (value: number, [p, q]: Fraction) => (p === 0 || q === 0 ? Infinity : Math.abs(value - p / q));
