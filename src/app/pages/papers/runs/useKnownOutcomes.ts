/** Looks up results of exhibits without running anything: results computed since the page was opened, or recorded ones. */
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { recordedOutcome } from "../../../../reproductions/recorded-outcomes.ts";
import { usePage } from "../../../hooks.ts";

/** The outcome of an exhibit; null if it was neither computed nor recorded. */
export type OutcomeLookup = (exhibit: Exhibit) => Outcome | null;

export function useKnownOutcomes(): OutcomeLookup {
  const { outcomes } = usePage().papers;
  return (exhibit) => outcomes.get(exhibit.id) ?? recordedOutcome(exhibit);
}
