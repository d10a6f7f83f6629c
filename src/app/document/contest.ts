/** Which algorithm is fastest at which size: the sweep that answers it, of any collective operation that has several. */
import "../../core/all-kinds.ts";
import type { ChoiceParam, Param } from "../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../core/scenario/document.ts";
import { withValue } from "../../core/scenario/place.ts";
import { checkScenario, type Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { flowControls } from "../../core/flow-control/shelf.ts";
import { workloads } from "../../core/workloads/shelf.ts";
import { edited, propose, type WorkbenchStore } from "./store.ts";

/** Sizes tried, from what a packet carries to what any network is busy with: 64 B to 1 GiB by factors of 4. */
const sizes = Array.from({ length: 13 }, (_, i) => 64 * 4 ** i);
/** Fewer sizes than this show no growth. */
const fewest = 3;
/** Largest run of packets one by one: a second or two. */
const mostWork = 1.5e7;

const [message, algorithm] = [
  ["workload", "message"],
  ["workload", "algorithm"],
] as const;

/** What a button says that begins it. */
export const contestWords = "Which algorithm is fastest at which size?";

/** The algorithms of what a document runs; none where it is no collective operation, or has no size. */
function algorithmsOf({ workload }: Scenario): readonly string[] {
  const { params, collectiveOf } = workloads.get(workload.kind);
  const param = (params as Record<string, Param | undefined>)["algorithm"];
  return collectiveOf === undefined || param?.type !== "choice" || !("message" in params) ? [] : choicesOf(param);
}

const choicesOf = ({ choices }: ChoiceParam) => choices.map(({ id }) => id);

/** Whether {@link withContest} has anything to compare. */
export function canContest(document: Document): boolean {
  const [first, ...others] = variantsOf(document);
  const own = algorithmsOf(first);
  return own.length > 1 && others.every((each) => algorithmsOf(each).join() === own.join()) && !isContest(document);
}

/** Whether it is one already. */
function isContest({ sweep }: Document): boolean {
  return sweep.length === 2 && [message, algorithm].every((path) => sweep.some((axis) => axis.path.join() === path.join()));
}

/** The document with every algorithm at every size that its networks can run in a moment; null where these are too few. */
export function withContest(document: Document): Document | null {
  const networks = variantsOf(document);
  const runs = (change: (scenario: Scenario) => Scenario) => networks.every((each) => checkScenario(change(each)).length === 0);
  const sized = (scenario: Scenario, size: number) => withValue(scenario, message, size);
  const able = algorithmsOf(networks[0]).filter((each) => runs((scenario) => withValue(sized(scenario, sizes[0]), algorithm, each)));
  const fits = (scenario: Scenario, size: number) => {
    const isFluid = flowControls.get(scenario.flowControl.kind).isFluid === true;
    return isFluid || workOf(sized(scenario, size)) <= mostWork;
  };
  const possible = sizes.filter(
    (size) =>
      networks.every((each) => fits(each, size)) &&
      able.every((each) => runs((scenario) => withValue(sized(scenario, size), algorithm, each))),
  );
  if (able.length < 2 || possible.length < fewest) return null;
  const swept: Document = {
    ...document,
    title: "",
    sweep: [
      { path: message, values: possible },
      { path: algorithm, values: able },
    ],
    claim: null,
  };
  return checkDocument(swept).length === 0 ? swept : null;
}

/** Does it as one step; says so where it cannot be. */
export function contest(store: WorkbenchStore): void {
  const swept = withContest(edited(store.getState()));
  if (swept === null) return store.setState({ said: "Too few sizes can be run with these settings." });
  propose(store, swept);
}
