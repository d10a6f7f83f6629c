/** What may help a network that falls short: the single steps a designer would try first, each of which is run to see. */
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

/** All runs together may cost so much, in phits that cross channels: about a second. */
const mostWork = 8e7;
/** Only what delivers so many times as much is worth a step. */
const worthwhile = 1.1;

/**
 * The documents one step away that can be run, with as many terminals: another routing or class of channels, queues and
 * virtual channels doubled, and a parameter of the topology one up or one down. None where running them all would take long.
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

/** Which of these steps is best, by its place: one that delivers all for the least money, else the one that delivers most; −1 where none is worth it. */
export function bestOf(document: Document, now: Results, steps: readonly Document[], results: readonly (Results | null)[]): number {
  const worth = (each: Results | null) =>
    each === null || isDeadlocked(each) ? 0 : deliversAll(each) ? each.offeredPerSender : each.acceptedPerSender;
  const least = isDeadlocked(now) ? 0 : worthwhile * now.acceptedPerSender;
  const price = (each: Document) => {
    const facts = factsIfValid(each);
    return facts === null ? Infinity : billOf(document.cost, partsFor(each)).total;
  };
  // What has deadlocked is not cured by what may deadlock another time.
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
