/** The finding of a document that is more than one scenario: a sweep, or a comparison. */
import { letterOf } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { topologies } from "../core/topologies/index.ts";
import { comparisonFinding } from "./comparison-finding.ts";
import type { Finding } from "./finding.ts";
import { studies, sweepRuns } from "./page.ts";
import { workbench } from "./store.ts";
import { sweepFinding } from "./sweep-finding.ts";
import { namedVariants } from "./variants.ts";

/** A sweep is told of anew whenever so large a part of it has come in. */
const step = 0.02;

/** What the finding is made of so far: another text whenever it may be another finding; empty for a single scenario. */
export function wholeKey(): string {
  const { beside, baseline, sweep } = workbench.getState().scenario;
  if (beside.length + sweep.length === 0) return "";
  const { is = "", part = 0 } = sweepRuns.batch?.progress ?? {};
  const answers = studies().map((each) => {
    const { answer, isAnswerStale } = each.snapshot();
    return isAnswerStale ? "" : (answer?.results.fingerprint ?? "");
  });
  return [...answers, baseline, is, Math.floor(part / step)].join(" ");
}

/** The finding of the sweep once any of it is in, else of the comparison once all of it is; null before. */
export function wholeFinding(): Finding | null {
  const { scenario: document } = workbench.getState();
  const { scenarios, names, facts } = namedVariants(document);
  const isAlone = scenarios.length === 1;
  if (sweepRuns.table !== null) {
    const swept = scenarios.map((scenario, i) => ({
      letter: isAlone ? "" : letterOf(i),
      name: isAlone ? networkOf(scenario) : names[i],
      curve: sweepRuns.curveOf(i)?.points ?? null,
    }));
    const found = sweepFinding(sweepRuns.table, swept);
    if (found !== null) return found;
  }
  if (isAlone) return null;
  const compared = studies().map((each, i) => {
    const { answer, isAnswerStale } = each.snapshot();
    const results = isAnswerStale ? null : (answer?.results ?? null);
    return { letter: letterOf(i), name: names[i], links: facts[i]?.links ?? 0, scenario: scenarios[i], results };
  });
  return comparisonFinding(compared, document.baseline);
}

function networkOf({ topology }: Scenario): string {
  const { title, article } = topologies.get(topology.kind);
  return article === "" ? title : `the ${title}`;
}
