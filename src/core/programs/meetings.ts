/** Who exchanges messages with whom in which phase of a rank program, and by which way: what is told of it. */

/** K meetings: of rank r in phase p those from `first[r × phases + p]` up to the next, in the order of the program. */
export interface Meetings {
  /** Phases that are told apart: those of the program, or a single one where it names none. */
  readonly phases: number;
  /** [R × phases + 1] */
  readonly first: Int32Array;
  /** [K] The other rank. */
  readonly partner: Int32Array;
  /** [K] Packets sent to it in the phase, and received from it. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
  /** [K] Ways that the routing offers at the first node that leaves a choice; 1 for none to choose, 0 where ways are drawn by lot. */
  readonly ways: Int32Array;
  /** [K + 1] Where the channels of a meeting's first way begin in {@link channels}, from the rank's terminal to its partner's. */
  readonly wayFirst: Int32Array;
  readonly channels: Int32Array;
}

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
