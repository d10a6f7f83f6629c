/** What the congestion matrix needs before there is anything to draw: known before the matrix itself is here. */
import type { ViewData } from "../contract.ts";

/** null, or what would be here. */
export function needsFrame({ network, frame }: ViewData): string | null {
  return network === null || frame === null ? "Shows how long packets have waited in every port of every switch." : null;
}
