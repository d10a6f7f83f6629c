/**
 * Steps for the required numbers of ports and terminals and for the budget: values on the market and round numbers instead of equal steps.
 */
import type { NumericParam } from "../../../core/base/params.ts";
import { stepValue } from "../../document/step.ts";

/** Port counts of switches on the market, and a few small ones for teaching. */
const portSteps = [3, 4, 6, 8, 10, 12, 16, 18, 20, 24, 32, 36, 40, 48, 64, 72, 80, 96, 128, 144, 256, 512];
/** Powers of two, and 1.5 times powers of two. */
const terminalSteps = Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 2 ** (i / 2 + 1) : 1.5 * 2 ** ((i + 1) / 2))).filter(
  (each) => each <= 65_536,
);
/** Amounts of at most two significant digits, about a tenth apart. */
const budgetSteps = [1, 10, 100, 1000, 10_000, 100_000]
  .flatMap((power) =>
    [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9].map((each) => each * power),
  )
  .concat(1e6);

const stepLadders: Readonly<Record<string, readonly number[]>> = { ports: portSteps, terminals: terminalSteps, budget: budgetSteps };

/** The value after a number of steps up or down. */
export function stepNeed(name: string, param: NumericParam, value: number, steps: number): number {
  const ladder = stepLadders[name];
  if (ladder === undefined || steps === 0) return stepValue(param, value, steps);
  // A value that is not in the list moves to the next listed value in the direction of the step.
  const nextIndex = ladder.findIndex((each) => each > value);
  const index = steps > 0 ? (nextIndex < 0 ? ladder.length : nextIndex) + steps - 1 : ladder.filter((each) => each < value).length + steps;
  return Math.min(param.max, Math.max(param.min, ladder[Math.min(ladder.length - 1, Math.max(0, index))]));
}
