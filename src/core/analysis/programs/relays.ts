/** Relayed pairs of a program that routes permutations through relays. */
import type { Causality } from "../analysis.ts";

/** Sending rank, receiving rank, and the relay; −1 without a relay. */
export interface RelayedPair {
  readonly from: number;
  readonly to: number;
  readonly via: number;
}

type RelayProgram = Pick<Causality, "pairs" | "terminalOf">;

/**
 * The pair that data between two terminals belongs to: the pair of these two ranks; otherwise a pair with a step between them, to its relay
 * or from it. Null if there is none.
 */
export function relayedPairBetween(program: RelayProgram, source: number, destination: number): RelayedPair | null {
  const { pairs, terminalOf } = program;
  const [rank, otherRank] = [terminalOf.indexOf(source), terminalOf.indexOf(destination)];
  if (pairs === undefined || rank < 0 || otherRank < 0) return null;
  const { from, to, via } = pairs;
  const find = (matches: (index: number) => boolean) => from.findIndex((_, index) => matches(index));
  const direct = find((index) => from[index] === rank && to[index] === otherRank);
  const index =
    direct >= 0
      ? direct
      : find((i) => via[i] >= 0 && ((from[i] === rank && via[i] === otherRank) || (via[i] === rank && to[i] === otherRank)));
  return index < 0 ? null : { from: from[index], to: to[index], via: via[index] };
}

/** The pairs that the rank on a terminal sends, and those that it relays; both empty if the terminal has no rank. */
export function relayedPairsAt(
  program: RelayProgram,
  terminal: number,
): { readonly own: readonly RelayedPair[]; readonly passedOn: readonly RelayedPair[] } {
  const { pairs, terminalOf } = program;
  const rank = terminalOf.indexOf(terminal);
  if (pairs === undefined || rank < 0) return { own: [], passedOn: [] };
  const { from, to, via } = pairs;
  const pairsWith = (ranks: Int32Array) =>
    Array.from(from.keys())
      .filter((index) => ranks[index] === rank && from[index] !== to[index])
      .map((index) => ({ from: from[index], to: to[index], via: via[index] }));
  return { own: pairsWith(from), passedOn: pairsWith(via) };
}
