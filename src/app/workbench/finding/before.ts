/** The finding before the reader's last change, shown beside the new one until the next change. */
import { uncapital } from "../../../core/base/words.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { findingOf } from "../../../findings/scenario.ts";
import type { Figure } from "../../../findings/figure.ts";
import { sayChange } from "../../../words/change.ts";
import { namedVariants } from "../../../words/variants.ts";
import type { Page } from "../../create-page.ts";

export interface Before {
  /** The change as a sentence. */
  readonly said: string;
  /** The main number before the change; null if that run is not cached, or there was no single number. */
  readonly figure: Figure | null;
}

/** Null before the first change, for sweeps, and if nothing changed that affects a run. */
export function beforeOf({ store, units, resultCache }: Page): Before | null {
  const { current: document, previous: former } = store.getState().document;
  if (former === null || former.of !== store.getState().document.draft || document.sweep.length + former.scenario.sweep.length > 0)
    return null;
  const [now, then] = [document, former.scenario].map((each) => namedVariants(each).scenarios);
  const said = saySteps(then, now);
  if (said === "") return null;
  // Numbers with other units cannot be compared.
  const [isFor, wasFor] = [now[0], then[0]].map(({ workload: { kind } }) => workloads.get(kind));
  const isAlike = isFor.endless === wasFor.endless && (isFor.total === undefined) === (wasFor.total === undefined);
  const known = now.length + then.length > 2 || !isAlike ? null : resultCache.peek(then[0]);
  return { said, figure: known === null ? null : (findingOf(units(), then[0], known, null).figure ?? null) };
}

/** The change to the compared networks: common to all, of one only, or their number. */
function saySteps(then: readonly Scenario[], now: readonly Scenario[]): string {
  if (now.length > then.length) return `You added ${letterOf(now.length - 1)}.`;
  if (now.length < then.length) return "You took a network away.";
  const steps = now.map((each, i) => sayChange(then[i], each));
  const changed = steps.flatMap((said, i) => (said === "" ? [] : [{ said, letter: letterOf(i) }]));
  if (changed.length === 0) return "";
  if (new Set(changed.map(({ said }) => said)).size === 1 && changed.length === steps.length) return changed[0].said;
  return changed.length === 1 ? `In ${changed[0].letter}, ${uncapital(changed[0].said)}` : "";
}
