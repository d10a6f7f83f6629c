/** A pair of terminals that somebody asks about: what is wrong with it, and the nearest one that is in order. */
import type { CompiledRouting } from "../plan/routing.ts";

export interface Pair {
  readonly source: number;
  readonly destination: number;
}

export interface PairFault {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** Null where the source reaches nobody. */
  readonly nearest: Pair | null;
}

/**
 * null, or what is wrong with a pair of whole numbers from 0.
 * @param terminals how many there are, at least 2
 * @param reaches see {@link CompiledRouting}; all do when absent
 */
export function faultOfPair({ source, destination }: Pair, terminals: number, reaches?: CompiledRouting["reaches"]): PairFault | null {
  const last = terminals - 1;
  const strange = [source, destination].find((each) => each > last);
  if (strange !== undefined) {
    const from = Math.min(source, last);
    const message = `there is no terminal ${strange}; they are 0 to ${last}.`;
    return { message, nearest: { source: from, destination: otherThan(from, Math.min(destination, last)) } };
  }
  if (source === destination) {
    return {
      message: `${source} is both source and destination.`,
      nearest: { source, destination: source === last ? last - 1 : source + 1 },
    };
  }
  if (reaches === undefined || reaches(source, destination)) return null;
  const reached = Array.from({ length: terminals }, (_, t) => t).filter((to) => to !== source && reaches(source, to));
  const nearest = reached.reduce((a, b) => (Math.abs(b - destination) < Math.abs(a - destination) ? b : a), reached[0]);
  return {
    message: `no path leads from terminal ${source} to terminal ${destination}.`,
    nearest: nearest === undefined ? null : { source, destination: nearest },
  };
}

/** A terminal, or one beside it where it is taken. */
function otherThan(taken: number, wanted: number): number {
  if (wanted !== taken) return wanted;
  return wanted === 0 ? 1 : wanted - 1;
}
