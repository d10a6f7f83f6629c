/** Validation of a pair of terminals, with the nearest valid pair. */
import type { CompiledRouting } from "../plan/routing.ts";

export interface TerminalPair {
  readonly source: number;
  readonly destination: number;
}

export interface PairFault {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** Null if no pair is connected. */
  readonly nearest: TerminalPair | null;
}

/**
 * What is wrong with a pair of whole numbers from 0; null if it is valid.
 * @param terminals Number of terminals, at least 2.
 * @param canReach See {@link CompiledRouting}; if absent, all pairs are connected.
 */
export function pairFaultOf(pair: TerminalPair, terminals: number, canReach?: CompiledRouting["canReach"]): PairFault | null {
  const { source, destination } = pair;
  const last = terminals - 1;
  const outOfRange = [source, destination].find((each) => each > last);
  const message =
    outOfRange !== undefined
      ? `there is no terminal ${outOfRange}; they are 0 to ${last}.`
      : source === destination
        ? `${source} is both source and destination.`
        : canReach?.(source, destination) === false
          ? `no path leads from terminal ${source} to terminal ${destination}.`
          : null;
  return message === null ? null : { message, nearest: nearestConnectedPair(pair, terminals, canReach) };
}

/** The nearest connected pair, with the nearest possible source first; null if there is none. */
export function nearestConnectedPair(
  { source, destination }: TerminalPair,
  terminals: number,
  canReach?: CompiledRouting["canReach"],
): TerminalPair | null {
  for (const from of terminalsByDistanceFrom(source, terminals))
    for (const to of terminalsByDistanceFrom(destination, terminals))
      if (to !== from && canReach?.(from, to) !== false) return { source: from, destination: to };
  return null;
}

/** All terminals by distance from a number; of two at equal distance, the larger first. */
function* terminalsByDistanceFrom(start: number, terminals: number): Generator<number> {
  const middle = Math.min(start, terminals - 1);
  yield middle;
  for (let step = 1; step < terminals; step++) {
    if (middle + step < terminals) yield middle + step;
    if (middle - step >= 0) yield middle - step;
  }
}
