/** What is known of exhibits without running anything: what came out on this visit, or else what is recorded. */
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import { recordedOutcome } from "../../../../reproductions/recorded-outcomes.ts";
import { usePage } from "../../../hooks.ts";

/** What came out of an exhibit; null for a new one that has not been computed. */
export type OutcomeOf = (exhibit: Exhibit) => Outcome | null;

export function useKnown(): OutcomeOf {
  const { outcomes } = usePage().papers;
  return (exhibit) => outcomes.get(exhibit.id) ?? recordedOutcome(exhibit);
}
