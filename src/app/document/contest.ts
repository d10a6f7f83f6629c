/**
 * A sweep over message sizes and algorithms that answers which algorithm is fastest at which size, for any collective operation with
 * several algorithms.
 */
import type { Params } from "../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../core/scenario/document.ts";
import { type Path, withValue } from "../../core/scenario/place.ts";
import { checkScenario, factsOf, type Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { flowControls, workloads } from "../../core/kinds/all-kinds.ts";
import { edited } from "../state/document-state.ts";
import { propose } from "./edits.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Message sizes tried, bytes: 64 B to 1 GiB by factors of 4, from what one packet carries to what keeps any network busy. */
const sizes = Array.from({ length: 13 }, (_, i) => 64 * 4 ** i);
/** Fewer sizes than this show no trend. */
const fewest = 3;
/** Largest packet simulation in the comparison, in the unit of `estimateWork`: it takes a second or two. */
const mostWork = 1.5e7;

const message = ["workload", "message"];

/** Label of the button that starts the comparison. */
export const contestWords = "Which algorithm is fastest at which size?";

/**
 * Path of the parameter that selects the algorithm of a scenario's collective operation, and the algorithms that can run; null if there is
 * no choice. In-network reduction is nearly always the fastest, so it takes part only if the scenario uses it already.
 */
function algorithmsOf(scenario: Scenario): { readonly path: Path; readonly able: readonly string[] } | null {
  const { params, collectiveOf } = workloads.get(scenario.workload.kind);
  if (collectiveOf === undefined || !("message" in params)) return null;
  for (const [name, param] of Object.entries(params as Params)) {
    if (param.type !== "choice") continue;
    const path = ["workload", name];
    const told = param.choices.flatMap(({ id }) => {
      const own = withValue(scenario, path, id);
      if (checkScenario(own).length > 0) return [];
      const { algorithm, inNetwork } = collectiveOf(own.workload.values, factsOf(scenario.topology));
      return inNetwork === true && scenario.workload.values[name] !== id ? [] : [{ id, algorithm }];
    });
    if (new Set(told.map(({ algorithm }) => algorithm)).size > 1) return { path, able: told.map(({ id }) => id) };
  }
  return null;
}

/** Whether {@link withAlgorithmComparison} would compare at least two algorithms and the document does not compare them already. */
export function canContest(document: Document): boolean {
  if (checkDocument({ ...document, sweep: [] }).length > 0) return false;
  const own = variantsOf(document).map(algorithmsOf);
  const paths = own.map((each) => each?.path.join(".") ?? "");
  const isContest = document.sweep.length === 2 && document.sweep.some(({ path }) => path.join(".") === paths[0]);
  return paths[0] !== "" && paths.every((each) => each === paths[0]) && !isContest;
}

/**
 * The document with every algorithm at every size that its networks can simulate within {@link maxWork}; null if fewer than two algorithms
 * or three sizes remain.
 */
export function withContest(document: Document): Document | null {
  const networks = variantsOf(document);
  const sized = (scenario: Scenario, size: number) => withValue(scenario, message, size);
  const own = networks.map((each) => algorithmsOf(sized(each, sizes[0])));
  const path = own[0]?.path;
  if (path === undefined) return null;
  const able = own[0]!.able.filter((id) => own.every((each) => each?.able.includes(id) === true));
  const fits = (scenario: Scenario, size: number) => {
    const isFlow = flowControls.get(scenario.flowControl.kind).engine.moves === "flows";
    const of = sized(scenario, size);
    return (isFlow || workOf(of) <= mostWork) && able.every((id) => checkScenario(withValue(of, path, id)).length === 0);
  };
  const possible = sizes.filter((size) => networks.every((each) => fits(each, size)));
  if (able.length < 2 || possible.length < fewest) return null;
  const swept: Document = {
    ...document,
    title: "",
    sweep: [
      { path: message, values: possible },
      { path, values: able },
    ],
    claim: null,
  };
  return checkDocument(swept).length === 0 ? swept : null;
}

/** Applies {@link withAlgorithmComparison} as one undo step, or shows a toast if it is not possible. */
export function contest(store: WorkbenchStore): void {
  const swept = withContest(edited(store.getState()));
  if (swept === null) return store.setState({ session: { toast: "Too few sizes can be run with these settings." } });
  propose(store, swept);
}
