/** Units in which loads are shown. A run only knows phits per cycle; the other units follow from the rate of one channel. */
import { formatQuantity, parseQuantity } from "./units.ts";

/** Phits per cycle, a fraction of the rate of one channel, or bytes per second for a channel with the given rate in bytes per second. */
export type LoadUnit = { readonly is: "phits" } | { readonly is: "share" } | { readonly is: "rate"; readonly channel: number };

/** The unit of runs and of all scenarios. */
export const phitsPerCycle: LoadUnit = { is: "phits" };

/** Accepted rates of a channel, in bytes per second. */
const [minRate, maxRate] = [1, 1e15];

/**
 * Parses the unit in a link: `phits`, `share`, or the rate of a channel such as `400MB/s`.
 * @returns the unit, or a sentence that says what is wrong with the text
 */
export function parseLoadUnit(text: string): LoadUnit | string {
  if (text === "phits" || text === "share") return { is: text };
  const rate = parseQuantity(text, "rate");
  if (typeof rate === "string") return rate;
  // Rounds to whole bytes: 1.1 × 10⁹ in floating point is slightly too large.
  const channel = Math.round(rate);
  if (!(channel >= minRate && channel <= maxRate)) return "the rate of a channel is between 1 B/s and 1 000 000 GB/s";
  return { is: "rate", channel };
}

/** Writes a unit in the format that {@link parseLoadUnit} reads. */
export function writeLoadUnit(unit: LoadUnit): string {
  return unit.is === "rate" ? formatQuantity(unit.channel, "rate").replace(" ", "") : unit.is;
}

/** Whether two units are equal. */
export function isSameUnit(a: LoadUnit, b: LoadUnit): boolean {
  return writeLoadUnit(a) === writeLoadUnit(b);
}
