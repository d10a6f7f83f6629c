/** Empty messages of the comparison views. They are in a separate file because they are needed before the views are loaded. */
import type { ViewData } from "../contract.ts";
import { isSameShape, chosenPair } from "./pair.ts";

/** null, or why networks cannot be drawn side by side. */
export function multiplesEmptyMessage(data: ViewData): string | null {
  if (data.variants.length < 2) return "Draws all networks on one scale. Add a second network.";
  return data.variants.every(({ network }) => network === null)
    ? "Draws all networks on one scale, once the first network is built."
    : null;
}

/** null, or why two networks cannot be drawn face to face. */
export function mirrorEmptyMessage(data: ViewData): string | null {
  if (data.variants.length < 2) return "Draws two networks above and below the terminals they share. Add a second network.";
  return chosenPair(data) === null ? "Draws two networks face to face, once both networks are built." : null;
}

/** null, or why there is no difference of two runs. */
export function differenceEmptyMessage(data: ViewData): string | null {
  const pair = chosenPair(data);
  if (pair === null) return "Shows how the load of each channel changes between two runs of the same network.";
  return isSameShape(pair.a.network, pair.b.network)
    ? null
    : "Compares two runs of the same network, channel by channel. These two networks differ.";
}
