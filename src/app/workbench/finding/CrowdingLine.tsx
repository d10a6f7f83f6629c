/** Notes below the finding that the selection rule makes packets crowd at one output, and offers a better rule. */
import { letterOf } from "../../../core/scenario/document.ts";
import { cured } from "./cure.ts";
import { curedPlaces, cureWords, hasCrowdingRule, isCrowded, sayCrowding } from "../../../findings/crowding.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { isSweptIn } from "../../../words/sweep.ts";
import { namedVariants } from "../../../words/variants.ts";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

export function CrowdingLine() {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const isLocked = useWorkbench(({ view: { lock } }) => curedPlaces.some((place) => lock?.isLocked(place)));
  // Joined to a string, because a new array on every call would cause endless renders.
  const crowded = useComputed((page) => crowdedVariants(page).join());
  if (crowded === "") return null;
  const variants = crowded.split(",").map(Number);
  return (
    <p className="crowding">
      {sayCrowding(document.beside.length === 0 ? [] : variants.map(letterOf))}{" "}
      {!isLocked && !curedPlaces.some((place) => isSweptIn(document, place)) && (
        <Button
          variant="inline"
          onClick={({ currentTarget }) => {
            // The button disappears with its reason; move the focus to the section.
            currentTarget.closest("section")?.focus();
            propose(store, variants.reduce(cured, edited(store.getState())));
          }}
        >
          {cureWords}
        </Button>
      )}
    </p>
  );
}

/** Indices of the scenarios whose packets crowd. */
function crowdedVariants({ store, runs }: Page): readonly number[] {
  const document = store.getState().document.current;
  const { scenarios } = namedVariants(document);
  const all = runs.all;
  const suffers = (variant: number) => {
    const { answer, analysis, isCurveStale } = all[variant].snapshot();
    return (
      answer !== null && hasCrowdingRule(scenarios[variant]) && isCrowded(answer.scenario, answer.results, isCurveStale ? null : analysis)
    );
  };
  return [...scenarios.keys()].filter((variant) => variant < all.length && suffers(variant));
}
