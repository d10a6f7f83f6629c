/** The values of a swept place as they stand in a sentence. */
import type { SweepAxis } from "../contract.ts";

/** One of the values: `32 terminals`, `load 0.40`. */
export function sayValueAt({ title, labels, said }: SweepAxis, at: number): string {
  return said?.[at] ?? `${title.toLowerCase()} ${labels[at]}`;
}
