/** Why the congestion matrix is empty. This text has a separate module, because it is needed before the view is loaded. */
import type { ViewData } from "../contract.ts";

/** null, or a sentence on what the view will show. */
export function emptyMatrixMessage({ network, frame }: ViewData): string | null {
  return network === null || frame === null ? "Shows how long packets wait at every port of every switch." : null;
}
