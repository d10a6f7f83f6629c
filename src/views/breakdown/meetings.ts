/** Reading who meets whom in a rank program: in which phase, and by which way. */
import type { Meetings } from "../../core/analysis/programs/meetings.ts";

/** The meetings of a rank in a phase, by their numbers. */
export function meetingsIn({ first, phases }: Meetings, rank: number, phase: number): readonly number[] {
  const at = rank * phases + phase;
  return Array.from({ length: first[at + 1] - first[at] }, (_, k) => first[at] + k);
}

/** Whether any rank meets another one in a phase. */
export function isMetIn({ first, phases }: Meetings, phase: number): boolean {
  for (let at = phase; at < first.length - 1; at += phases) if (first[at + 1] > first[at]) return true;
  return false;
}

/** Channels of the first way from one rank to another one, first to last; empty where they do not meet, or the way is not known. */
export function wayBetween({ first, phases, partner, wayFirst, channels }: Meetings, rank: number, other: number): readonly number[] {
  for (let k = first[rank * phases]; k < first[(rank + 1) * phases]; k++) {
    if (partner[k] === other) return Array.from(channels.subarray(wayFirst[k], wayFirst[k + 1]));
  }
  return [];
}
