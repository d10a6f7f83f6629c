/** Gives lesson pages access to the active network. */
import type { Network } from "../../../core/network/network.ts";
import type { Page } from "../../create-page.ts";

/** The active network; null until it is built. */
export function activeNetworkOf({ runs }: Page): Network | null {
  return runs.active.frame?.opened.network ?? null;
}
