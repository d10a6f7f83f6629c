/** What pictures of two networks need before there is anything to draw: known before the pictures themselves are here. */
import type { ViewData } from "../contract.ts";
import { isSameShape, pairOf } from "./pair.ts";

/** null, or what is missing for all networks to stand beside each other. */
export function needsAll(data: ViewData): string | null {
  if (data.variants.length < 2) return "Draws all networks on one scale, once there is a second one.";
  return data.variants.every(({ network }) => network === null) ? "Draws all networks on one scale, once one is built." : null;
}

/** null, or what is missing for two networks to face each other. */
export function needsTwo(data: ViewData): string | null {
  if (data.variants.length < 2) return "Draws two networks above and below the terminals they share, once there is a second one.";
  return pairOf(data) === null ? "Draws two networks face to face, once both are built." : null;
}

/** null, or what is missing for the difference of two runs. */
export function needsOneShape(data: ViewData): string | null {
  const pair = pairOf(data);
  if (pair === null) return "Shows which channels gained load and which lost some between two runs of one network.";
  return isSameShape(pair.a.network, pair.b.network)
    ? null
    : "Compares two runs of the same network, channel by channel. These two networks differ.";
}
