/** A pair of terminals that somebody asks about: what is wrong with it, and the nearest one that is in order. */
import type { CompiledRouting } from "../plan/routing.ts";

export interface Pair {
  readonly source: number;
  readonly destination: number;
}

export interface PairFault {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** Null where nobody reaches anybody. */
  readonly nearest: Pair | null;
}

/**
 * null, or what is wrong with a pair of whole numbers from 0.
 * @param terminals how many there are, at least 2
 * @param reaches see {@link CompiledRouting}; all do when absent
 */
export function faultOfPair(pair: Pair, terminals: number, reaches?: CompiledRouting["reaches"]): PairFault | null {
  const { source, destination } = pair;
  const last = terminals - 1;
  const strange = [source, destination].find((each) => each > last);
  const message =
    strange !== undefined
      ? `there is no terminal ${strange}; they are 0 to ${last}.`
      : source === destination
        ? `${source} is both source and destination.`
        : reaches?.(source, destination) === false
          ? `no path leads from terminal ${source} to terminal ${destination}.`
          : null;
  return message === null ? null : { message, nearest: nearestPair(pair, terminals, reaches) };
}

/** The nearest pair that a path joins, of the source that is nearest to the one wanted; null where there is none. */
export function nearestPair({ source, destination }: Pair, terminals: number, reaches?: CompiledRouting["reaches"]): Pair | null {
  for (const from of outwards(source, terminals))
    for (const to of outwards(destination, terminals))
      if (to !== from && reaches?.(from, to) !== false) return { source: from, destination: to };
  return null;
}

/** All terminals, those nearest to a number first; of two as near, the one above. */
function* outwards(number: number, terminals: number): Generator<number> {
  const middle = Math.min(number, terminals - 1);
  yield middle;
  for (let step = 1; step < terminals; step++) {
    if (middle + step < terminals) yield middle + step;
    if (middle - step >= 0) yield middle - step;
  }
}
