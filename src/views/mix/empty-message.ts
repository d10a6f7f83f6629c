/** Empty message of the views of a mix. */
import type { ViewData } from "../contract.ts";

/** null, or why the mix cannot be drawn yet. */
export function mixEmptyMessage({ mix }: Pick<ViewData, "mix">): string | null {
  if (mix === null)
    return "Shows how long each network takes for each program, relative to the baseline. This view needs several networks and a mix of programs: “Compare for a mix of programs” under “Open…”.";
  if (mix.networks.length < 2) return "Compares networks side by side. Add a second network.";
  const { of: total, in: known } = mix.costBases[0].efficiency.cells;
  if (total === 0) return "No cell has a weight: raise one of the weights.";
  return known === 0 ? "The first programs of the mix are running." : null;
}
