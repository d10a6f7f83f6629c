/** What is summed up for each channel and each terminal since cycle 0, so that any stretch of time is a difference. */
import type { Frame } from "./frame.ts";

/** The sums at one time; channels first, then terminals. */
export interface Sums {
  readonly phits: Float64Array;
  readonly waiting: Float64Array;
  readonly sinceInjection: Float64Array;
  readonly accepted: Float64Array;
  readonly sent: Float64Array;
  readonly sending: Float64Array;
  readonly blocked: Float64Array;
}

const names = ["phits", "waiting", "sinceInjection", "accepted", "sent", "sending", "blocked"] as const satisfies readonly (keyof Sums)[];

/** The sums before anything has happened. */
export function noSums(channels: number, terminals: number): Sums {
  return {
    phits: new Float64Array(channels),
    waiting: new Float64Array(channels),
    sinceInjection: new Float64Array(channels),
    accepted: new Float64Array(terminals),
    sent: new Float64Array(terminals),
    sending: new Float64Array(terminals),
    blocked: new Float64Array(terminals),
  };
}

/** The columns of a frame that hold them since cycle 0. */
export function soFar(frame: Frame): Sums {
  const { phits, waiting, sinceInjection, acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar } = frame;
  return { phits, waiting, sinceInjection, accepted: acceptedSoFar, sent: sentSoFar, sending: sendingSoFar, blocked: blockedSoFar };
}

/** The columns of a frame that hold them within its window. */
export function withinWindow(frame: Frame): Sums {
  const { windowPhits, windowWaiting, windowSinceInjection, accepted, sent, sendingCycles, blockedCycles } = frame;
  return {
    phits: windowPhits,
    waiting: windowWaiting,
    sinceInjection: windowSinceInjection,
    accepted,
    sent,
    sending: sendingCycles,
    blocked: blockedCycles,
  };
}

/** Writes what has been added between two times. */
export function subtract(later: Sums, earlier: Sums, into: Sums): void {
  for (const name of names) {
    const [after, before, difference] = [later[name], earlier[name], into[name]];
    for (let i = 0; i < difference.length; i++) difference[i] = added(after[i], before[i]);
  }
}

/** What a sum has grown by, never below 0: what is added in fractions may be rounded down a little more the second time. */
export function added(after: number, before: number): number {
  return Math.max(0, after - before);
}

/** Sets all of them to 0. */
export function clear(sums: Sums): void {
  for (const name of names) sums[name].fill(0);
}
