/** Outcomes of this visit, by exhibit: what was computed once need not be computed again until the reader asks. */
import type { Outcome } from "../../../../reproductions/contract.ts";

export const kept = new Map<string, Outcome>();

/** Lets the page draw between two rows. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
