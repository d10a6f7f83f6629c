/** Relayed pairs of a program that routes permutations through relays. */
import type { Causality } from "../analysis.ts";

/** Sending rank, receiving rank, and the relay; −1 without a relay. */
export interface RelayedPair {
  readonly from: number;
  readonly to: number;
  readonly via: number;
}

type Relayed = Pick<Causality, "pairs" | "terminalOf">;

/**
 * The pair that data between two terminals belongs to: the pair of these two ranks; otherwise a pair with a step between them, to its relay
 * or from it. Null if there is none.
 */
export function pairBetween(program: Relayed, source: number, destination: number): RelayedPair | null {
  const { pairs, terminalOf } = program;
  const [rank, other] = [terminalOf.indexOf(source), terminalOf.indexOf(destination)];
  if (pairs === undefined || rank < 0 || other < 0) return null;
  const { from, to, via } = pairs;
  const find = (is: (k: number) => boolean) => from.findIndex((_, k) => is(k));
  const whole = find((k) => from[k] === rank && to[k] === other);
  const k =
    whole >= 0 ? whole : find((i) => via[i] >= 0 && ((from[i] === rank && via[i] === other) || (via[i] === rank && to[i] === other)));
  return k < 0 ? null : { from: from[k], to: to[k], via: via[k] };
}

/** The pairs that the rank on a terminal sends, and those that it relays; both empty if the terminal has no rank. */
export function pairsAt(
  program: Relayed,
  terminal: number,
): { readonly own: readonly RelayedPair[]; readonly passedOn: readonly RelayedPair[] } {
  const { pairs, terminalOf } = program;
  const rank = terminalOf.indexOf(terminal);
  if (pairs === undefined || rank < 0) return { own: [], passedOn: [] };
  const { from, to, via } = pairs;
  const where = (of: Int32Array) =>
    Array.from(from.keys())
      .filter((k) => of[k] === rank && from[k] !== to[k])
      .map((k) => ({ from: from[k], to: to[k], via: via[k] }));
  return { own: where(from), passedOn: where(via) };
}
