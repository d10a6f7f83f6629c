/** Permutation patterns: one fixed destination per source, given by a rule that depends on the number of terminals. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import { definePattern, type Pattern } from "./contract.ts";

type Rule = (source: number, terminals: number) => number;

/** Declares a permutation pattern by its rule. */
export function definePermutation<const Id extends string>(
  head: Pick<Kind<Id>, "id" | "title" | "article" | "summary" | "source">,
  reasonUnsupported: (terminals: number) => string | null,
  rule: Rule,
): Pattern<Id, Record<never, never>> {
  return definePermutationBy({
    ...head,
    params: {},
    phrase: "{title}",
    examples: [{}],
    reasonUnsupported,
    check: () => [],
    destinations: (_, terminals) => Int32Array.from({ length: terminals }, (_each, source) => rule(source, terminals)),
  });
}

/**
 * Declares a traffic pattern with parameters in which every source has one fixed destination, from a function that computes the
 * destinations [T] of all terminals.
 */
export function definePermutationBy<const Id extends string, P extends Params>({
  destinations,
  ...rest
}: Omit<Pattern<Id, P>, "isPermutation" | "compile" | "share"> & {
  readonly destinations: (values: ValuesOf<P>, terminals: number) => Int32Array;
}): Pattern<Id, P> {
  return definePattern({
    ...rest,
    isPermutation: true,
    compile(values, terminals) {
      const destination = destinations(values, terminals);
      return (source) => destination[source];
    },
    share(values, terminals) {
      const destination = destinations(values, terminals);
      return (source, requestedDestination) => (destination[source] === requestedDestination ? 1 : 0);
    },
  } as Pattern<Id, P>);
}

/** Number of address bits of a terminal: log₂ of a power of two. */
export function addressBits(terminals: number): number {
  return 31 - Math.clz32(terminals);
}

/** The reason why terminals have no binary addresses, as a sentence; null if they do. */
export function reasonNotPowerOfTwo(terminals: number): string | null {
  return terminals === 2 ** addressBits(terminals)
    ? null
    : `needs a number of terminals that is a power of two; this network has ${terminals}`;
}
