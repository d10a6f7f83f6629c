/** The finding of the document on the page, where that is more than one scenario. */
import { type MixTable, type Reckoning, reckoningOf } from "../../../core/measures/mix.ts";
import { mixTable } from "../../../findings/mix-table.ts";
import type { Finding } from "../../../findings/traffic.ts";
import { wholeFinding } from "../../../findings/whole.ts";
import type { Page } from "../../create-page.ts";

/** The way to reckon costs that the reader has chosen on the drawing of them. */
export function chosenReckoning({ store }: Pick<Page, "store">, mix: MixTable): Reckoning {
  return reckoningOf(mix, store.getState().view.choices["performance-per-cost"]?.["cost"] ?? "");
}

/** What is found so far; null before anything is, and of a single scenario. */
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
