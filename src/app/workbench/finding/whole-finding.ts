/** The finding of a document that is more than one scenario: a sweep, or a comparison. */
import { letterOf } from "../../../core/scenario/document.ts";
import { changesOf } from "../../../core/scenario/variants.ts";
import { comparisonFinding } from "../../../findings/comparison.ts";
import { type Finding, foundAt } from "../../../findings/traffic.ts";
import { concludeMix } from "../../../views/mix/conclusion.ts";
import { type MixTable, type Reckoning, reckoningOf } from "../../../views/mix/mix.ts";
import { networkOf } from "../../../words/networks.ts";
import { mixTable } from "../mix/of-document.ts";
import { loadOf } from "../../runs/study.ts";
import { sweepFinding } from "../../../findings/sweep.ts";
import { namedVariants } from "../../document/variants.ts";
import type { Page } from "../../create-page.ts";

/** The way to reckon costs that the reader has chosen on the drawing of them. */
export function chosenReckoning({ store }: Pick<Page, "store">, mix: MixTable): Reckoning {
  return reckoningOf(mix, store.getState().choices["performance-per-cost"]?.["cost"] ?? "");
}

/** The finding of the sweep once any of it is in, else of the comparison once all of it is; null before. */
export function wholeFinding({ store, runs, networks }: Page): Finding | null {
  const { scenario: document } = store.getState();
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  const isAlone = scenarios.length === 1;
  if (runs.sweep.table !== null) {
    const mix = mixTable(document, runs.sweep.table, networks);
    const concluded = mix === null ? null : concludeMix(mix, chosenReckoning({ store }, mix));
    if (concluded !== null) return { ...concluded, answer: concluded.isPartial ? `So far, ${concluded.answer}` : concluded.answer };
    const swept = scenarios.map((scenario, i) => ({
      letter: isAlone ? "" : letterOf(i),
      name: isAlone ? networkOf(scenario) : names[i],
      curve: runs.sweep.curveOf(i, cycles[i])?.points ?? null,
    }));
    const found = sweepFinding(runs.sweep.table, swept, document.baseline, (a, b) => changesOf(scenarios[a], scenarios[b]).length);
    if (found !== null) return found;
  }
  if (isAlone) return null;
  const compared = runs.studies.map((each, i) => {
    const { answer, isAnswerStale } = each.snapshot();
    const results = isAnswerStale ? null : (answer?.results ?? null);
    const load = loadOf(scenarios[i], cycles[i]);
    return { letter: letterOf(i), name: names[i], links: facts[i]?.links ?? 0, bill: bills[i], scenario: scenarios[i], load, results };
  });
  const found = comparisonFinding(compared, document.baseline);
  return found === null ? null : foundAt(point, found);
}
