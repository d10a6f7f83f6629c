/** Approximates numbers by fractions. */

type Fraction = readonly [p: number, q: number];

/**
 * The fraction p / q nearest to a number between 1 / `max` and `max`, in lowest terms, with p and q from 1 to `max`. It is either a
 * convergent of the continued fraction or a semiconvergent: the last step is shortened so that p and q do not exceed `max`.
 */
export function nearestFraction(value: number, most: number): Fraction {
  let before: Fraction = [0, 1];
  let last: Fraction = [1, 0];
  let rest = value;
  for (;;) {
    const whole = Math.floor(rest);
    const room = Math.min(...[0, 1].map((i) => (last[i] === 0 ? Infinity : Math.floor((most - before[i]) / last[i]))));
    const steps = Math.min(whole, room);
    const next: Fraction = [before[0] + steps * last[0], before[1] + steps * last[1]];
    if (steps < whole) return missOf(value, next) < missOf(value, last) ? next : last;
    [before, last] = [last, next];
    if (last[0] / last[1] === value || rest === whole) return last;
    rest = 1 / (rest - whole);
  }
}

const missOf = (value: number, [p, q]: Fraction) => (p === 0 || q === 0 ? Infinity : Math.abs(value - p / q));
