/** What permutation patterns share: one fixed destination per source, given by a rule on the number of terminals. */
import type { Kind } from "../base/registry.ts";
import { pattern, type Pattern } from "./contract.ts";

type Rule = (source: number, terminals: number) => number;

/** A permutation pattern from its rule. */
export function permutation<const Id extends string>(
  head: Pick<Kind<Id>, "id" | "title" | "article" | "summary" | "source">,
  needs: (terminals: number) => string | null,
  rule: Rule,
): Pattern<Id, Record<never, never>> {
  return pattern({
    ...head,
    params: {},
    phrase: "{title}",
    examples: [{}],
    permutation: true,
    needs,
    check: () => [],
    compile(_, terminals) {
      const destination = Int32Array.from({ length: terminals }, (_each, source) => rule(source, terminals));
      return (source) => destination[source];
    },
    share: (_, terminals) => (source, destination) => (rule(source, terminals) === destination ? 1 : 0),
  });
}

/** Number of binary coordinates of a terminal: log₂ of a power of two. */
export function bits(terminals: number): number {
  return 31 - Math.clz32(terminals);
}

/** null, or why binary coordinates do not exist. */
export function needsPowerOfTwo(terminals: number): string | null {
  return terminals === 2 ** bits(terminals) ? null : `needs a power of two terminals, to have binary coordinates; there are ${terminals}`;
}
