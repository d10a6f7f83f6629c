/** Networks in the order of the finding. */
import { deliversAll } from "../../findings/figure.ts";
import type { Variant, ViewData } from "../contract.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/**
 * Who delivers most, or is done first, stands first; in the order of the document until all is known, and among those that
 * deliver all.
 */
export function inOrder({ variants, keepsOrder = false }: Pick<ViewData, "variants" | "keepsOrder">): readonly Variant[] {
  if (keepsOrder || variants.some(({ results }) => results === null)) return variants;
  const worth = ({ results }: Variant) => {
    if (isDeadlocked(results!)) return -Number.MAX_VALUE;
    if (results!.makespan !== null) return -results!.makespan;
    return deliversAll(results!) ? Number.MAX_VALUE : results!.acceptedPerSender;
  };
  return variants.toSorted((a, b) => worth(b) - worth(a));
}
