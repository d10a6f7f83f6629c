/** Says below the finding that packets crowd by the rule they choose by, where they do, and offers a better one. */
import { letterOf } from "../../../core/scenario/document.ts";
import { cured } from "./cure.ts";
import { curedPlaces, cureWords, hasCrowdingRule, isCrowded, sayCrowding } from "../../../findings/crowding.ts";
import { edited, propose } from "../../document/store.ts";
import { isSweptIn } from "../../../words/sweep.ts";
import { namedVariants } from "../../../words/variants.ts";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

export function CrowdingLine() {
  const { store } = usePage();
  const document = useWorkbench((state) => state.scenario);
  const isLocked = useWorkbench(({ lock }) => curedPlaces.some((place) => lock?.isLocked(place)));
  const variant = useComputed(crowdedVariant);
  if (variant === null) return null;
  return (
    <p className="crowding">
      {sayCrowding(document.beside.length === 0 ? "" : letterOf(variant))}{" "}
      {!isLocked && !curedPlaces.some((place) => isSweptIn(document, place)) && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button goes with its reason; what it was part of stays.
            currentTarget.closest("section")?.focus();
            propose(store, cured(edited(store.getState()), variant));
          }}
        >
          {cureWords}
        </button>
      )}
    </p>
  );
}

/** Which scenario's packets crowd, the one in front before all others; null where none's do. */
function crowdedVariant({ store, runs }: Page): number | null {
  const { scenario: document, front } = store.getState();
  const { scenarios } = namedVariants(document);
  const all = runs.studies;
  const suffers = (variant: number) => {
    const { answer, analysis, isCurveStale } = all[variant].snapshot();
    return (
      answer !== null && hasCrowdingRule(scenarios[variant]) && isCrowded(answer.scenario, answer.results, isCurveStale ? null : analysis)
    );
  };
  return [front, ...scenarios.keys()].find((variant) => variant < all.length && suffers(variant)) ?? null;
}
