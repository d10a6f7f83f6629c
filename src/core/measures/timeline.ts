/** What the ranks of a program did, and when: the stretches that a Gantt chart draws. */

/**
 * What a rank does in a stretch of time:
 * - `compute`: it computes
 * - `send`: it hands over a message, or waits until what it has sent has arrived
 * - `receive`: it takes a message, or waits for one that is under way
 * - `wait`: it waits for a message that nobody has sent yet, or at a barrier
 */
export const stretchKinds = ["compute", "send", "receive", "wait"] as const;
export type StretchKind = (typeof stretchKinds)[number];

/**
 * R ranks, S stretches and M messages. Stretches stand rank by rank, those of a rank one after the other in time, none
 * left out but waits and sends that took no time: so every compute and every receive of the program is there, in its order.
 */
export interface Timeline {
  /** [R] The terminal that each rank stands on. */
  readonly terminals: readonly number[];
  /** [R + 1] Place of each rank's first stretch. */
  readonly first: readonly number[];
  /** [S] Place in {@link stretchKinds}. */
  readonly kind: readonly number[];
  /** [S] Cycles from the start of the run: from, and up to. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** [S] Place in {@link tasks} of what it belongs to, −1 where the program does not say. */
  readonly task: readonly number[];
  /** [S] The message that it takes or waits for, or hands over; −1 for none in particular. */
  readonly message: readonly number[];
  /** [M] The ranks of each message of `Results.messages`; it goes to all others where the destination is −1. */
  readonly source: readonly number[];
  readonly destination: readonly number[];
  /** [M] The last stretch of its source before it was handed over; −1 where it was the first it did. */
  readonly after: readonly number[];
  /** Pieces of work that the program names, in no order that matters. */
  readonly tasks: readonly Task[];
}

/** A piece of work, such as a block of a matrix. */
export interface Task {
  /** `C(1, 4)` */
  readonly name: string;
  /** The step of the algorithm that it belongs to, from 0: the wave of a block. */
  readonly step: number;
}
