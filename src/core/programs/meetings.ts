/** Which ranks exchange messages in which phase of a rank program, and over which path. */

/** K exchanges. Those of rank r in phase p begin at `first[r × phases + p]` and are in the order of the program. */
export interface Meetings {
  /** Number of phases that are distinguished; 1 if the program names none. */
  readonly phases: number;
  /** [R × phases + 1] */
  readonly first: Int32Array;
  /** [K] The partner. */
  readonly partner: Int32Array;
  /** [K] Packets sent to the partner in the phase, and received from it. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
  /** [K] Channels that the routing offers at the first node with a choice: 1 if there is no choice, 0 if the path is drawn at random. */
  readonly ways: Int32Array;
  /** [K + 1] Index in {@link channels} of each exchange's first path, from the rank's terminal to its partner's. */
  readonly wayFirst: Int32Array;
  readonly channels: Int32Array;
}

/** Indices of the exchanges of a rank in a phase. */
export function meetingsIn({ first, phases }: Meetings, rank: number, phase: number): readonly number[] {
  const at = rank * phases + phase;
  return Array.from({ length: first[at + 1] - first[at] }, (_, k) => first[at] + k);
}

/** Whether any ranks exchange messages in a phase. */
export function isMetIn({ first, phases }: Meetings, phase: number): boolean {
  for (let at = phase; at < first.length - 1; at += phases) if (first[at + 1] > first[at]) return true;
  return false;
}

/** Channels of the first path from one rank to another, in order; empty if they do not exchange messages, or the path is unknown. */
export function wayBetween({ first, phases, partner, wayFirst, channels }: Meetings, rank: number, other: number): readonly number[] {
  for (let k = first[rank * phases]; k < first[(rank + 1) * phases]; k++) {
    if (partner[k] === other) return Array.from(channels.subarray(wayFirst[k], wayFirst[k + 1]));
  }
  return [];
}
