/** Order of the networks in a comparison, as in the finding. */
import { deliversAll } from "../../findings/key-figure.ts";
import type { Variant, ViewData } from "../contract.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/**
 * The best network first: highest delivered load or shortest makespan. Networks stay in the order of the document until all results are
 * known, and so do networks that deliver everything.
 */
export function inFindingOrder({ variants, isOrderFixed = false }: Pick<ViewData, "variants" | "isOrderFixed">): readonly Variant[] {
  if (isOrderFixed || variants.some(({ results }) => results === null)) return variants;
  const rankValue = ({ results }: Variant) => {
    if (isDeadlocked(results!)) return -Number.MAX_VALUE;
    if (results!.makespan !== null) return -results!.makespan;
    return deliversAll(results!) ? Number.MAX_VALUE : results!.acceptedPerSender;
  };
  return variants.toSorted((a, b) => rankValue(b) - rankValue(a));
}
