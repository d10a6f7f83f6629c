/** The network that the page speaks of. */
import type { Network } from "../../../core/network/network.ts";
import type { Page } from "../../create-page.ts";

/** Null until it is built. */
export function networkOfFront({ runs }: Page): Network | null {
  return runs.active.frame?.opened.network ?? null;
}
