/** Sentences about the sensitivity of a result: how much it changes when the messages of a program change a little. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { quantityForPeople } from "../core/base/units.ts";
import type { Results } from "../core/measures/results.ts";
import type { Sensitivity } from "./sensitivity.ts";
import { formatMeasure, withUnit } from "../words/numbers.ts";
import { noticeableExcess } from "./why-longer.ts";

/** Relative changes below this value are written as “less than” this value. */
const leastShownChange = 1e-5;

/** `One byte more`, `64 B less`. */
export function sayByteChange(bytes: number): string {
  const count = Math.abs(bytes);
  return `${count === 1 ? "One byte" : quantityForPeople(count, "bytes").replace(" ", "\u00a0")} ${bytes < 0 ? "less" : "more"}`;
}

/** `One byte more in each message changes this time by 4.1 %: trust the order of magnitude, not the digits.` */
export function saySensitivity({ bytes, moves, isChaotic }: Sensitivity): string {
  const relativeChange = Math.abs(moves);
  const percent = (fraction: number) => withUnit(formatMeasure(Number((100 * fraction).toPrecision(2))), "%");
  const extent = relativeChange < leastShownChange ? `by less than ${percent(leastShownChange)}` : `by ${percent(relativeChange)}`;
  return `${sayByteChange(bytes)} in each message changes this time ${extent}: ${isChaotic ? "trust the order of magnitude, not the digits" : "the digits are reliable"}.`;
}

/** Error message for a program whose messages cannot be changed a little, with the remedy. */
export const noSmallChange = {
  message: "this program has no messages of one length that could be a little longer or shorter.",
  remedy: "Choose a rank program with longer messages, or smaller packets.",
};

/**
 * Whether a result may be chaotic: the run of a program has finished, and its messages have contended for channels. In a run that reaches
 * the program's lower bound, no messages could arrive in another order.
 */
export function mayBeChaotic({ makespan, ranks }: Pick<Results, "makespan" | "ranks">, analysis: Analysis | null): boolean {
  if (makespan === null || (ranks ?? null) === null || analysis?.program === undefined) return false;
  const { leastCycles, congestion } = analysis.program;
  return congestion?.isFree !== true && (leastCycles === null || makespan > (1 + noticeableExcess) * leastCycles);
}
