/** Permutation patterns: one fixed destination per source, given by a rule that depends on the number of terminals. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import { pattern, type Pattern } from "./contract.ts";

type Rule = (source: number, terminals: number) => number;

/** Declares a permutation pattern by its rule. */
export function permutation<const Id extends string>(
  head: Pick<Kind<Id>, "id" | "title" | "article" | "summary" | "source">,
  needs: (terminals: number) => string | null,
  rule: Rule,
): Pattern<Id, Record<never, never>> {
  return permutationBy({
    ...head,
    params: {},
    phrase: "{title}",
    examples: [{}],
    needs,
    check: () => [],
    destinations: (_, terminals) => Int32Array.from({ length: terminals }, (_each, source) => rule(source, terminals)),
  });
}

/** Declares a permutation pattern with parameters by the destinations [T] of all terminals. */
export function permutationBy<const Id extends string, P extends Params>({
  destinations,
  ...rest
}: Omit<Pattern<Id, P>, "permutation" | "compile" | "share"> & {
  readonly destinations: (values: ValuesOf<P>, terminals: number) => Int32Array;
}): Pattern<Id, P> {
  return pattern({
    ...rest,
    permutation: true,
    compile(values, terminals) {
      const destination = destinations(values, terminals);
      return (source) => destination[source];
    },
    share(values, terminals) {
      const destination = destinations(values, terminals);
      return (source, to) => (destination[source] === to ? 1 : 0);
    },
  } as Pattern<Id, P>);
}

/** Number of address bits of a terminal: log₂ of a power of two. */
export function bits(terminals: number): number {
  return 31 - Math.clz32(terminals);
}

/** The reason why terminals have no binary addresses, as a sentence; null if they do. */
export function needsPowerOfTwo(terminals: number): string | null {
  return terminals === 2 ** bits(terminals) ? null : `needs a power of two terminals, to have binary coordinates; there are ${terminals}`;
}
