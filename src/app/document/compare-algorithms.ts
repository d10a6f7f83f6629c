/**
 * A sweep over message sizes and algorithms that answers which algorithm is fastest at which size, for any collective operation with
 * several algorithms.
 */
import type { Params } from "../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../core/scenario/document.ts";
import { type Path, withValueAtPath } from "../../core/scenario/param-path.ts";
import { checkScenario, topologyFacts, type Scenario } from "../../core/scenario/scenario.ts";
import { estimateWork } from "../../core/scenario/estimate-work.ts";
import { allFlowControls, allWorkloads } from "../../core/kinds/all-kinds.ts";
import { editedDocument } from "../state/document-state.ts";
import { propose } from "./edits.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Message sizes tried, bytes: 64 B to 1 GiB by factors of 4, from what one packet carries to what keeps any network busy. */
const messageSizes = Array.from({ length: 13 }, (_, i) => 64 * 4 ** i);
/** Fewer sizes than this show no trend. */
const minSizes = 3;
/** Largest packet simulation in the comparison, in the unit of `estimateWork`: it takes a second or two. */
const maxWork = 1.5e7;

const messagePath = ["workload", "message"];

/** Label of the button that starts the comparison. */
export const comparisonLabel = "Which algorithm is fastest at which size?";

/**
 * Path of the parameter that selects the algorithm of a scenario's collective operation, and the algorithms that can run; null if there is
 * no choice. In-network reduction is nearly always the fastest, so it takes part only if the scenario uses it already.
 */
function algorithmChoiceOf(scenario: Scenario): { readonly path: Path; readonly runnableIds: readonly string[] } | null {
  const { params, collectiveOf } = allWorkloads.get(scenario.workload.kind);
  if (collectiveOf === undefined || !("message" in params)) return null;
  for (const [name, param] of Object.entries(params as Params)) {
    if (param.type !== "choice") continue;
    const path = ["workload", name];
    const runnable = param.choices.flatMap(({ id }) => {
      const candidate = withValueAtPath(scenario, path, id);
      if (checkScenario(candidate).length > 0) return [];
      const { algorithm, inNetwork } = collectiveOf(candidate.workload.values, topologyFacts(scenario.topology));
      return inNetwork === true && scenario.workload.values[name] !== id ? [] : [{ id, algorithm }];
    });
    if (new Set(runnable.map(({ algorithm }) => algorithm)).size > 1) return { path, runnableIds: runnable.map(({ id }) => id) };
  }
  return null;
}

/** Whether {@link withAlgorithmComparison} would compare at least two algorithms and the document does not compare them already. */
export function canCompareAlgorithms(document: Document): boolean {
  if (checkDocument({ ...document, sweep: [] }).length > 0) return false;
  const choices = variantsOf(document).map(algorithmChoiceOf);
  const paths = choices.map((choice) => choice?.path.join(".") ?? "");
  const isCompared = document.sweep.length === 2 && document.sweep.some(({ path }) => path.join(".") === paths[0]);
  return paths[0] !== "" && paths.every((choice) => choice === paths[0]) && !isCompared;
}

/**
 * The document with a sweep that compares all algorithms of its collective operation at all message sizes that its networks can simulate
 * within {@link maxWork}. Null if fewer than two algorithms or `minSizes` sizes remain.
 */
export function withAlgorithmComparison(document: Document): Document | null {
  const networks = variantsOf(document);
  const withSize = (scenario: Scenario, size: number) => withValueAtPath(scenario, messagePath, size);
  // The algorithms that all networks can run.
  const algorithmChoices = networks.map((each) => algorithmChoiceOf(withSize(each, messageSizes[0])));
  const [firstChoice] = algorithmChoices;
  if (firstChoice === null || firstChoice === undefined) return null;
  const { path } = firstChoice;
  const commonAlgorithms = firstChoice.runnableIds.filter((id) =>
    algorithmChoices.every((each) => each?.runnableIds.includes(id) === true),
  );
  // The message sizes that all networks can simulate with each of these algorithms. Engines for fluid flow are fast at any size.
  const canRun = (scenario: Scenario, size: number) => {
    const isFluidFlow = allFlowControls.get(scenario.flowControl.kind).engine.granularity === "flows";
    const scenarioAtSize = withSize(scenario, size);
    return (
      (isFluidFlow || estimateWork(scenarioAtSize) <= maxWork) &&
      commonAlgorithms.every((id) => checkScenario(withValueAtPath(scenarioAtSize, path, id)).length === 0)
    );
  };
  const runnableSizes = messageSizes.filter((size) => networks.every((each) => canRun(each, size)));
  if (commonAlgorithms.length < 2 || runnableSizes.length < minSizes) return null;
  const sweepDocument: Document = {
    ...document,
    title: "",
    sweep: [
      { path: messagePath, values: runnableSizes },
      { path, values: commonAlgorithms },
    ],
    claim: null,
  };
  return checkDocument(sweepDocument).length === 0 ? sweepDocument : null;
}

/** Applies {@link withAlgorithmComparison} as one undo step, or shows a toast if it is not possible. */
export function compareAlgorithms(store: WorkbenchStore): void {
  const comparison = withAlgorithmComparison(editedDocument(store.getState()));
  if (comparison === null) return store.setState({ session: { toast: "With these settings, too few message sizes can be simulated." } });
  propose(store, comparison);
}
