/** Cumulative counters by channel and terminal, since cycle 0, so that the counts of any interval are a difference. */
import type { Frame } from "./frame.ts";

/** The counters at one time: first those of channels, then those of terminals. */
export interface CounterSums {
  readonly phits: Float64Array;
  readonly waiting: Float64Array;
  readonly sinceInjection: Float64Array;
  readonly accepted: Float64Array;
  readonly sent: Float64Array;
  readonly sending: Float64Array;
  readonly blocked: Float64Array;
}

const sumNames = [
  "phits",
  "waiting",
  "sinceInjection",
  "accepted",
  "sent",
  "sending",
  "blocked",
] as const satisfies readonly (keyof CounterSums)[];

/** Counters at cycle 0. */
export function zeroSums(channels: number, terminals: number): CounterSums {
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

/** The cumulative columns of a frame. */
export function sumsSoFar(frame: Frame): CounterSums {
  const { phits, waiting, sinceInjection, acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar } = frame;
  return { phits, waiting, sinceInjection, accepted: acceptedSoFar, sent: sentSoFar, sending: sendingSoFar, blocked: blockedSoFar };
}

/** The columns of a frame for the measurement window. */
export function windowSums(frame: Frame): CounterSums {
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

/** Writes the increase of all counters from the earlier to the later time. */
export function subtractSums(later: CounterSums, earlier: CounterSums, into: CounterSums): void {
  for (const name of sumNames) {
    const [after, before, difference] = [later[name], earlier[name], into[name]];
    for (let i = 0; i < difference.length; i++) difference[i] = increaseOf(after[i], before[i]);
  }
}

/** Increase of a counter, at least 0: rounding may make a sum of fractions slightly smaller at the later time. */
export function increaseOf(after: number, before: number): number {
  return Math.max(0, after - before);
}

/** Sets all counters to 0. */
export function clearSums(sums: CounterSums): void {
  for (const name of sumNames) sums[name].fill(0);
}
