/** Contract of a traffic pattern: the destinations of each source. The workload decides when and how much is sent. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";

/** Maps a new 32-bit draw to the destination of the next packet of `source`. A source that returns itself is silent. */
export type DestinationFunction = (source: number, draw: number) => number;

/** A kind of traffic pattern. */
export interface Pattern<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True when every source has one fixed destination and every destination one source. */
  readonly isPermutation: boolean;
  /**
   * True if its parameters contain terminal numbers. If a job uses all terminals of a network, its ranks then keep the terminal numbers.
   */
  readonly namesTerminals?: true;
  /**
   * Replaces the terminals in the parameters by their ranks, if not all terminals participate.
   * @param rankOf Rank of a terminal; −1 if it does not participate, which is reported for the path in the parameters.
   */
  onRanks?(values: ValuesOf<P>, rankOf: (terminal: number, path: string) => number): ValuesOf<P>;
  /** The reason why the pattern is not defined for this number of terminals, as a sentence; null if it is. */
  reasonUnsupported(terminals: number): string | null;
  /** Issues of parameters that do not fit the number of terminals, with paths relative to the pattern. */
  check(values: ValuesOf<P>, terminals: number): readonly ValidationIssue[];
  compile(values: ValuesOf<P>, terminals: number): DestinationFunction;
  /** Probability that a packet of `source` goes to `destination`: the distribution of {@link compile} in closed form. */
  share(values: ValuesOf<P>, terminals: number): (source: number, destination: number) => number;
}

/** Declares a pattern. The function exists only to infer the parameter types. */
export function definePattern<const Id extends string, P extends Params>(spec: Pattern<Id, P>): Pattern<Id, P> {
  return spec;
}
