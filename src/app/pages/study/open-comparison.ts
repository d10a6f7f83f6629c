/**
 * Combines the selected networks into one document for the workbench: the first network, and the others to compare with it, under the first
 * required traffic.
 */
import { type Document, documentOf } from "../../../core/scenario/document.ts";
import { changesOf } from "../../../core/scenario/variants.ts";
import { loadPath } from "../../../core/scenario/load.ts";
import { withValueAtPath } from "../../../core/scenario/param-path.ts";
import { type Scenario, scenarioParams } from "../../../core/scenario/scenario.ts";
import type { StudyNeed } from "../../../core/study/need.ts";
import type { CandidateStatus } from "../../../core/study/study-plan.ts";
import { studyScenario } from "../../../core/study/study-scenarios.ts";
import type { Page } from "../../create-page.ts";
import { openDocument } from "../../document/open-document.ts";

/** The offered load of the document, in phits per cycle and terminal: most networks still carry it, and queueing starts to differ. */
const comparisonLoad = 0.3;

/**
 * The document that compares the selected networks of a study in the workbench, under the first required traffic and the load
 * `comparisonLoad`. Null if none of the networks can be simulated.
 */
export function comparisonDocumentOf(
  { cost, under: traffic, terminals }: StudyNeed,
  networks: readonly CandidateStatus[],
): Document | null {
  const runnable = networks.flatMap(({ candidate }) => {
    const scenario = studyScenario(candidate, traffic[0]);
    if (typeof scenario === "string") return [];
    // Use the run length of a new document, so that all networks are shown for the same time.
    const shownScenario: Scenario = { ...withValueAtPath(scenario, loadPath, comparisonLoad), run: scenarioParams.run.default };
    return [shownScenario];
  });
  const [firstScenario, ...others] = runnable;
  if (firstScenario === undefined) return null;
  return {
    ...documentOf({ ...firstScenario, title: `${others.length === 0 ? "A network" : "Networks"} for ${terminals} terminals` }),
    beside: others.map((each) => ({ title: "", changes: changesOf(firstScenario, each) })),
    cost,
  };
}

/** Opens the networks in the workbench. Its previous document stays under "Recent". */
export function openComparison({ store }: Page, need: StudyNeed, networks: readonly CandidateStatus[]): void {
  const document = comparisonDocumentOf(need, networks);
  if (document === null) return;
  // Its title names the study’s answer, not what the reader makes of it.
  openDocument(store, document, true, { document: { example: document }, mode: { lesson: null } });
  location.hash = "";
}
