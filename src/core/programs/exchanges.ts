/** Which ranks exchange messages in which phase of a rank program, and over which path. */

/** K exchanges. Those of rank r in phase p begin at `firstExchange[r × phases + p]` and are in the order of the program. */
export interface Exchanges {
  /** Number of phases that are distinguished; 1 if the program names none. */
  readonly phases: number;
  /** [R × phases + 1] First exchange of each rank in each phase. */
  readonly firstExchange: Int32Array;
  /** [K] The partner. */
  readonly partner: Int32Array;
  /** [K] Packets sent to the partner in the phase, and received from it. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
  /** [K] Channels that the routing offers at the first node with a choice: 1 if there is no choice, 0 if the path is drawn at random. */
  readonly choices: Int32Array;
  /** [K + 1] Index in {@link channels} of each exchange's first path, from the rank's terminal to its partner's. */
  readonly pathFirst: Int32Array;
  readonly channels: Int32Array;
}

/** Indices of the exchanges of a rank in a phase. */
export function exchangesIn({ firstExchange, phases }: Exchanges, rank: number, phase: number): readonly number[] {
  const index = rank * phases + phase;
  return Array.from({ length: firstExchange[index + 1] - firstExchange[index] }, (_, k) => firstExchange[index] + k);
}

/** Whether any ranks exchange messages in a phase. */
export function hasExchangeIn({ firstExchange, phases }: Exchanges, phase: number): boolean {
  for (let index = phase; index < firstExchange.length - 1; index += phases)
    if (firstExchange[index + 1] > firstExchange[index]) return true;
  return false;
}

/** Channels of the first path from one rank to another, in order; empty if they do not exchange messages, or the path is unknown. */
export function exchangePath(
  { firstExchange, phases, partner, pathFirst, channels }: Exchanges,
  rank: number,
  other: number,
): readonly number[] {
  for (let k = firstExchange[rank * phases]; k < firstExchange[(rank + 1) * phases]; k++) {
    if (partner[k] === other) return Array.from(channels.subarray(pathFirst[k], pathFirst[k + 1]));
  }
  return [];
}
