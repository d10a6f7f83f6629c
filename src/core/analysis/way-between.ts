/** The way that messages of a rank program take between two terminals, where it is known. */
import type { Causality } from "./causality.ts";

/** Channels of the first way from one terminal to another one, first to last; empty where none of their ranks meet, or the way is not known. */
export function wayBetween(
  { meetings, terminalOf }: Pick<Causality, "meetings" | "terminalOf">,
  from: number,
  to: number,
): readonly number[] {
  const rank = terminalOf.indexOf(from);
  const other = terminalOf.indexOf(to);
  if (meetings === null || rank < 0 || other < 0) return [];
  const { phases, first, partner, wayFirst, channels } = meetings;
  const last = first[(rank + 1) * phases];
  let k = first[rank * phases];
  while (k < last && partner[k] !== other) k++;
  return k < last ? Array.from(channels.subarray(wayFirst[k], wayFirst[k + 1])) : [];
}
