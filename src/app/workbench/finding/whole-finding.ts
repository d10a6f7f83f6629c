/** The finding of a document with more than one scenario. */
import { type MixTable, type CostBasis, costBasisOf } from "../../../core/measures/mix.ts";
import { mixTableOfDocument } from "../../../findings/mix-table.ts";
import type { Finding } from "../../../findings/traffic.ts";
import { findingOfSweepOrComparison } from "../../../findings/sweep-or-comparison.ts";
import type { Page } from "../../create-page.ts";

/** The cost basis chosen in the view of performance per cost. */
export function selectedCostBasis({ store }: Pick<Page, "store">, mix: MixTable): CostBasis {
  return costBasisOf(mix, store.getState().view.choices["performance-per-cost"]?.["cost"] ?? "");
}

/** The finding from the results that exist already; null if there are none, and for a single scenario. */
export function documentFinding({ store, units, runs, networks }: Page): Finding | null {
  const document = store.getState().document.current;
  const { table } = runs.sweep;
  const mix = table === null ? null : mixTableOfDocument(document, table, networks.materialsOf);
  const results = runs.all.map((each) => {
    const { answer, isAnswerStale } = each.snapshot();
    return isAnswerStale ? null : (answer?.results ?? null);
  });
  return findingOfSweepOrComparison(units(), document, {
    table,
    mix: mix === null ? null : { table: mix, reckoning: selectedCostBasis({ store }, mix) },
    results,
  });
}
