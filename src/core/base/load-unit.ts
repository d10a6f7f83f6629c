/** The units that loads are told in. A run knows phits per cycle and nothing else; what it is in other units follows from one channel. */
import { formatQuantity, parseQuantity } from "./units.ts";

/** What people read a load as: phits per cycle, the part of one channel, or a rate where a channel carries so many bytes per second. */
export type LoadUnit = { readonly is: "phits" } | { readonly is: "share" } | { readonly is: "rate"; readonly channel: number };

/** The unit of a run, and of every scenario. */
export const phitsPerCycle: LoadUnit = { is: "phits" };

/** Rates of a channel that are believed, bytes per second. */
const [slowest, fastest] = [1, 1e15];

/**
 * Reads a unit as a link says it: `phits`, `share`, or the rate of a channel, `400MB/s`.
 * @returns the unit, or a sentence that says what is wrong with the text
 */
export function parseLoadUnit(text: string): LoadUnit | string {
  if (text === "phits" || text === "share") return { is: text };
  const read = parseQuantity(text, "rate");
  if (typeof read === "string") return read;
  // Whole bytes: 1.1 times a thousand million is a little more than it should be.
  const channel = Math.round(read);
  if (!(channel >= slowest && channel <= fastest)) return "a channel carries between 1 B/s and 1 000 000 GB/s";
  return { is: "rate", channel };
}

/** Writes a unit as {@link parseLoadUnit} reads it. */
export function writeLoadUnit(unit: LoadUnit): string {
  return unit.is === "rate" ? formatQuantity(unit.channel, "rate").replace(" ", "") : unit.is;
}

/** True where two units are the same one. */
export function isSameUnit(a: LoadUnit, b: LoadUnit): boolean {
  return writeLoadUnit(a) === writeLoadUnit(b);
}
