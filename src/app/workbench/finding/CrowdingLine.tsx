/**
 * A note below the finding, shown if the selection rule makes packets wait for one output although others are free. It offers a better
 * rule.
 */
import { letterOf } from "../../../core/scenario/document.ts";
import { withoutCrowding } from "./remedies-in-document.ts";
import {
  remedyPaths,
  selectionRemedyLabel,
  hasSeparateQueueSelection,
  suffersFromSelection,
  saySelectionCause,
} from "../../../findings/selection-rule.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { isSweptIn } from "../../../words/sweep.ts";
import { namedVariants } from "../../../words/variants.ts";
import { usePageRuns, usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

/**
 * A line that names the networks in which packets wait for one output although others are free, because all of them select the same empty
 * queue, and a button that sets a better selection rule in these networks. `variants` are the indices of these networks in the document.
 */
export function CrowdingLine() {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const isLocked = useWorkbench(({ view: { lock } }) => remedyPaths.some((path) => lock?.isLocked(path)));
  // Joined to a string, because a new array on every call would cause endless renders.
  const crowdedIndices = usePageRuns((page) => crowdedVariants(page).join());
  if (crowdedIndices === "") return null;
  const variants = crowdedIndices.split(",").map(Number);
  return (
    <p className="crowding">
      {saySelectionCause(document.beside.length === 0 ? [] : variants.map(letterOf))}{" "}
      {!isLocked && !remedyPaths.some((path) => isSweptIn(document, path)) && (
        <Button
          variant="inline"
          onClick={({ currentTarget }) => {
            // The change removes the reason for this button, and so the button: move the focus to the section.
            currentTarget.closest("section")?.focus();
            propose(store, variants.reduce(withoutCrowding, editedDocument(store.getState())));
          }}
        >
          {selectionRemedyLabel}
        </Button>
      )}
    </p>
  );
}

/** Indices of the scenarios whose packets wait for one output although others are free. */
function crowdedVariants({ store, runs }: Page): readonly number[] {
  const document = store.getState().document.current;
  const { scenarios } = namedVariants(document);
  const all = runs.all;
  const hasCrowding = (variant: number) => {
    const { answer, analysis, isCurveStale } = all[variant].snapshot();
    return (
      answer !== null &&
      hasSeparateQueueSelection(scenarios[variant]) &&
      suffersFromSelection(answer.scenario, answer.results, isCurveStale ? null : analysis)
    );
  };
  return [...scenarios.keys()].filter((variant) => variant < all.length && hasCrowding(variant));
}
