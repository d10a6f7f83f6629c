/** The finding of a document with more than one scenario. */
import { type MixTable, type Reckoning, reckoningOf } from "../../../core/measures/mix.ts";
import { mixTable } from "../../../findings/mix-table.ts";
import type { Finding } from "../../../findings/traffic.ts";
import { wholeFinding } from "../../../findings/whole.ts";
import type { Page } from "../../create-page.ts";

/** The cost basis chosen in the view of performance per cost. */
export function chosenReckoning({ store }: Pick<Page, "store">, mix: MixTable): Reckoning {
  return reckoningOf(mix, store.getState().view.choices["performance-per-cost"]?.["cost"] ?? "");
}

/** The finding so far; null without results, and for a single scenario. */
export function findingOfPage({ store, units, runs, networks }: Page): Finding | null {
  const document = store.getState().document.current;
  const { table } = runs.sweep;
  const mix = table === null ? null : mixTable(document, table, networks.boughtFor);
  const results = runs.all.map((each) => {
    const { answer, isAnswerStale } = each.snapshot();
    return isAnswerStale ? null : (answer?.results ?? null);
  });
  return wholeFinding(units(), document, {
    table,
    mix: mix === null ? null : { table: mix, reckoning: chosenReckoning({ store }, mix) },
    results,
  });
}
