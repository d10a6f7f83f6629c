/** Which algorithm is fastest at which size: the sweep that answers it, of any collective operation that has several. */
import type { Params } from "../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../core/scenario/document.ts";
import { type Path, withValue } from "../../core/scenario/place.ts";
import { checkScenario, factsOf, type Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { flowControls, workloads } from "../../core/kinds/all-kinds.ts";
import { edited } from "../state/document-state.ts";
import { propose } from "./edits.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Sizes tried, from what a packet carries to what any network is busy with: 64 B to 1 GiB by factors of 4. */
const sizes = Array.from({ length: 13 }, (_, i) => 64 * 4 ** i);
/** Fewer sizes than this show no growth. */
const fewest = 3;
/** Largest run of packets one by one: a second or two. */
const mostWork = 1.5e7;

const message = ["workload", "message"];

/** What a button says that begins it. */
export const contestWords = "Which algorithm is fastest at which size?";

/**
 * Where a scenario says by which algorithm it does its collective operation, and those that it can run; null where there is no choice.
 * What needs switches that reduce is fastest nearly always: it is among them only where the scenario has it already.
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

/** Whether {@link withContest} has anything to compare that is not compared already. */
export function canContest(document: Document): boolean {
  if (checkDocument({ ...document, sweep: [] }).length > 0) return false;
  const own = variantsOf(document).map(algorithmsOf);
  const paths = own.map((each) => each?.path.join(".") ?? "");
  const isContest = document.sweep.length === 2 && document.sweep.some(({ path }) => path.join(".") === paths[0]);
  return paths[0] !== "" && paths.every((each) => each === paths[0]) && !isContest;
}

/** The document with every algorithm at every size that its networks can run in a moment; null where these are too few. */
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

/** Does it as one step; says so where it cannot be. */
export function contest(store: WorkbenchStore): void {
  const swept = withContest(edited(store.getState()));
  if (swept === null) return store.setState({ session: { toast: "Too few sizes can be run with these settings." } });
  propose(store, swept);
}
