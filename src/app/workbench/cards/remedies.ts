/** Candidate remedies for a saturated network: the single changes that a designer would try first. Each of them is simulated. */
import type { Param, Params } from "../../../core/base/params.ts";
import { billOf } from "../../../core/costs/bill.ts";
import { isDeadlocked, type Results } from "../../../core/measures/results.ts";
import { routings } from "../../../core/kinds/all-kinds.ts";
import { partsFor } from "../../../core/scenario/bought.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { factsIfValid } from "../../../core/scenario/scenario.ts";
import { workOf } from "../../../core/scenario/work.ts";
import { deliversAll } from "../../../findings/figure.ts";
import { isLocked, type WorkbenchStore } from "../../state/workbench.ts";
import { paramAt, valueAt, withKind, withValue } from "../../../core/scenario/edits/edit-place.ts";
import { steppedAt } from "../../document/step.ts";

/** Maximum estimated work of all runs together, in phits that cross channels: about a second. */
const mostWork = 8e7;
/** Minimum improvement of the delivered load for a change to be offered. */
const worthwhile = 1.1;

/**
 * All valid documents that differ by one change and keep the number of terminals: another routing or virtual-channel class, doubled queues
 * or virtual channels, and a topology parameter one step up or down. Empty if running all of them would take too long.
 */
export function stepsFrom(store: Pick<WorkbenchStore, "getState">, document: Document): readonly Document[] {
  const own = factsIfValid(document);
  if (own === null) return [];
  const found: Document[] = [];
  const add = (path: Path, next: Document) => {
    if (!isLocked(store as WorkbenchStore, path) && checkDocument(next).length === 0) found.push(next);
  };
  const inside = (part: string, each: (path: Path, param: Param, value: unknown) => void) => {
    const owner = paramAt(document, [part]);
    if (owner?.type !== "kind") return;
    const params: Params = owner.registry.get((valueAt(document, [part]) as { kind: string }).kind).params;
    for (const [name, param] of Object.entries(params)) each([part, name], param, valueAt(document, [part, name]));
  };
  for (const { id } of routings.kinds) if (id !== document.routing.kind) add(["routing"], withKind(document, ["routing"], id));
  inside("routing", (path, param, value) => {
    if (param.type === "choice") for (const { id } of param.choices) if (id !== value) add(path, withValue(document, path, id));
  });
  inside("flowControl", (path, param, value) => {
    if (param.type === "integer" && Number(value) < param.max) add(path, withValue(document, path, Math.min(param.max, 2 * Number(value))));
  });
  inside("topology", (path, param, value) => {
    if (param.type !== "integer") return;
    for (const step of [1, -1]) {
      const next = steppedAt(document, path, param, Number(value), step);
      if (next !== value) add(path, withValue(document, path, next));
    }
  });
  const alike = found.filter((each) => factsIfValid(each)?.terminals === own.terminals);
  return alike.reduce((sum, each) => sum + workOf(each), 0) > mostWork ? [] : alike;
}

/**
 * Index of the best change: the cheapest one that delivers everything, otherwise the one that delivers most; −1 if none is worth offering.
 */
export function bestOf(document: Document, now: Results, steps: readonly Document[], results: readonly (Results | null)[]): number {
  const worth = (each: Results | null) =>
    each === null || isDeadlocked(each) ? 0 : deliversAll(each) ? each.offeredPerSender : each.acceptedPerSender;
  const least = isDeadlocked(now) ? 0 : worthwhile * now.acceptedPerSender;
  const price = (each: Document) => {
    const facts = factsIfValid(each);
    return facts === null ? Infinity : billOf(document.cost, partsFor(each)).total;
  };
  // After a deadlock, only a change that cannot deadlock is a remedy.
  const isCure = ({ routing, ...rest }: Document) => {
    const facts = factsIfValid({ routing, ...rest });
    return now.deadlock === null || (facts !== null && routings.get(routing.kind).canDeadlock(routing.values, facts) === null);
  };
  return steps.reduce((best, step, i) => {
    const own = worth(results[i]);
    if (own <= least || !isCure(step)) return best;
    if (best < 0) return i;
    const its = worth(results[best]);
    return own > its || (own === its && price(step) < price(steps[best])) ? i : best;
  }, -1);
}
