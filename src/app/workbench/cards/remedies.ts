/** Candidate remedies for a saturated network: the single changes that a designer would try first. Each of them is simulated. */
import type { Param, Params } from "../../../core/base/params.ts";
import { billOf } from "../../../core/costs/bill.ts";
import { isDeadlocked, type Results } from "../../../core/measures/results.ts";
import { allFlowControls, allRoutings } from "../../../core/kinds/all-kinds.ts";
import { wholeParts } from "../../../core/scenario/scenario-materials.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { type Scenario, scenarioFactsIfValid } from "../../../core/scenario/scenario.ts";
import { estimateWork } from "../../../core/scenario/estimate-work.ts";
import { deliversAll } from "../../../findings/key-figure.ts";
import type { NetworkCache } from "../../document/network-cache.ts";
import { isParameterLocked, type WorkbenchStore } from "../../state/workbench.ts";
import { documentParamAt, documentValueAt, withKind, withDocumentValue } from "../../../core/scenario/edits/edit-document-value.ts";
import { stepParamAt } from "../../document/step.ts";

/** Maximum estimated work of all runs together, in phits that cross channels: about a second. */
const maxWork = 8e7;
/** A change is offered only if it increases the delivered load at least by this factor. */
const minImprovement = 1.1;
/** Loads that differ by less than this fraction count as equal, so that the simpler change is offered. */
const equalFraction = 0.02;

/**
 * All valid documents that differ from `document` by one change and keep its number of terminals: another routing or another choice of the
 * routing's parameters, a doubled parameter of the flow control such as queue length or virtual channels, and a topology parameter one step
 * up or down. Locked parameters do not change. Empty if running all of these documents would take too long.
 */
export function candidateChanges(store: Pick<WorkbenchStore, "getState">, document: Document): readonly Document[] {
  const currentFacts = scenarioFactsIfValid(document);
  if (currentFacts === null) return [];
  const candidates: Document[] = [];
  const add = (path: Path, next: Document) => {
    if (!isParameterLocked(store as WorkbenchStore, path) && checkDocument(next).length === 0) candidates.push(next);
  };
  const forEachParam = (section: string, each: (path: Path, param: Param, value: unknown) => void) => {
    const sectionParam = documentParamAt(document, [section]);
    if (sectionParam?.type !== "kind") return;
    const params: Params = sectionParam.registry.get((documentValueAt(document, [section]) as { kind: string }).kind).params;
    for (const [name, param] of Object.entries(params)) each([section, name], param, documentValueAt(document, [section, name]));
  };
  // Other routings, and other choices of the present routing.
  for (const { id } of allRoutings.kinds) if (id !== document.routing.kind) add(["routing"], withKind(document, ["routing"], id));
  forEachParam("routing", (path, param, value) => {
    if (param.type === "choice") for (const { id } of param.choices) if (id !== value) add(path, withDocumentValue(document, path, id));
  });
  // Twice the queue length, virtual channels and other sizes of the flow control.
  forEachParam("flowControl", (path, param, value) => {
    if (param.type === "integer" && Number(value) < param.max)
      add(path, withDocumentValue(document, path, Math.min(param.max, 2 * Number(value))));
  });
  // Topologies that are one step larger or smaller in a parameter.
  forEachParam("topology", (path, param, value) => {
    if (param.type !== "integer") return;
    for (const step of [1, -1]) {
      const next = stepParamAt(document, path, param, Number(value), step);
      if (next !== value) add(path, withDocumentValue(document, path, next));
    }
  });
  const sameSize = candidates.filter((each) => scenarioFactsIfValid(each)?.terminals === currentFacts.terminals);
  return sameSize.reduce((sum, each) => sum + estimateWork(each), 0) > maxWork ? [] : sameSize;
}

/**
 * Index in `candidates` of the best remedy, a change of the document that makes the network deliver more: the candidate that delivers most,
 * and of about equal ones the cheaper one, or at the same price the one with fewer virtual channels. A candidate that delivers its whole
 * offered load is better than one that does not. −1 if no candidate improves enough on `current`, the results of the unchanged document.
 * @param results Results of each candidate; null if its run failed.
 * @param virtualChannels Virtual channels per channel of each candidate.
 */
export function bestRemedy(
  document: Document,
  current: Results,
  candidates: readonly Document[],
  results: readonly (Results | null)[],
  virtualChannels: readonly number[],
): number {
  const deliveredLoad = (each: Results | null) => {
    if (each === null || isDeadlocked(each)) return 0;
    return deliversAll(each) ? each.offeredPerSender : each.acceptedPerSender;
  };
  const threshold = isDeadlocked(current) ? 0 : minImprovement * current.acceptedPerSender;
  const price = (each: Document) => {
    const facts = scenarioFactsIfValid(each);
    return facts === null ? Infinity : billOf(document.cost, wholeParts(each)).total;
  };
  // After a deadlock, only a change that cannot deadlock is a remedy.
  const isCure = (candidate: Document) => {
    if (current.deadlock === null) return true;
    const { routing } = candidate;
    const facts = scenarioFactsIfValid(candidate);
    return facts !== null && allRoutings.get(routing.kind).reasonForDeadlock(routing.values, facts) === null;
  };
  const delivered = results.map(deliveredLoad);
  const isRemedy = candidates.map((candidate, i) => delivered[i] > threshold && isCure(candidate));
  const most = delivered.reduce((max, load, i) => (isRemedy[i] ? Math.max(max, load) : max), 0);
  const deliversAllIn = (i: number) => results[i] !== null && deliversAll(results[i]);
  const needsAll = candidates.some((_, i) => isRemedy[i] && deliversAllIn(i));
  const indices = candidates.flatMap((_, i) =>
    isRemedy[i] && (needsAll ? deliversAllIn(i) : delivered[i] >= (1 - equalFraction) * most) ? [i] : [],
  );
  const isBetter = (a: number, b: number) => {
    const priceDifference = price(candidates[a]) - price(candidates[b]);
    return priceDifference < 0 || (priceDifference === 0 && virtualChannels[a] < virtualChannels[b]);
  };
  return indices.reduce((best, i) => (best < 0 || isBetter(i, best) ? i : best), -1);
}

/** Virtual channels of each channel: those of each class of the routing, for all its classes. */
export async function virtualChannelsOf({ topology, routing, flowControl, seed }: Scenario, networks: NetworkCache): Promise<number> {
  const kind = allRoutings.get(routing.kind);
  await kind.lazyModule?.fetch();
  const { vcClasses } = kind.compile(routing.values, networks.networkOf(topology), seed);
  return vcClasses * allFlowControls.get(flowControl.kind).virtualChannels(flowControl.values);
}
