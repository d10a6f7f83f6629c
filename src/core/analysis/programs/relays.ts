/** Reading who sends to whom by whom, in a program that goes through permutations. */
import type { Causality } from "../analysis.ts";

/** What a pair of ranks is: who sends, who receives, and the rank between; −1 where there is none. */
export interface RelayedPair {
  readonly from: number;
  readonly to: number;
  readonly via: number;
}

type Relayed = Pick<Causality, "pairs" | "terminalOf">;

/**
 * The pair that data from one terminal to another belong to: the one of just these two, else one of which that is a step,
 * to the rank between or from it. Null where there is none.
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

/** The pairs that the rank on a terminal sends in, and those that it passes data on for; both empty where none stands there. */
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
