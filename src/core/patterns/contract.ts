/** What a traffic pattern is: who sends to whom. When and how much is the workload's matter. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";

/** Destination of `source`'s next packet; `draw` is a fresh 32-bit random number. A source that names itself is silent. */
export type DestinationFunction = (source: number, draw: number) => number;

export interface Pattern<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True when every source has one fixed destination and every destination one source. */
  readonly permutation: boolean;
  /** True where its parameters name terminals: ranks that stand on all of a network then keep the numbers of their terminals. */
  readonly namesTerminals?: true;
  /**
   * The parameters with each terminal that they name as a rank, where some terminals take no part.
   * @param rankOf the rank of a terminal; −1 where it takes no part, which is said of the place in the parameters
   */
  onRanks?(values: ValuesOf<P>, rankOf: (terminal: number, path: string) => number): ValuesOf<P>;
  /** null, or why the pattern does not exist for that many terminals, whatever its parameters, as a sentence. */
  needs(terminals: number): string | null;
  /** Parameters that do not fit that many terminals: issues with paths relative to the pattern. */
  check(values: ValuesOf<P>, terminals: number): readonly ValidationIssue[];
  compile(values: ValuesOf<P>, terminals: number): DestinationFunction;
  /** Probability that a packet of `source` goes to `destination`: the same distribution, in closed form. */
  share(values: ValuesOf<P>, terminals: number): (source: number, destination: number) => number;
}

/** Declares a pattern; exists so that TypeScript infers its parameter types. */
export function pattern<const Id extends string, P extends Params>(spec: Pattern<Id, P>): Pattern<Id, P> {
  return spec;
}
