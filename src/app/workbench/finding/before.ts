/** What was so before the reader's last step: it stays beside what is so now, until the next. */
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
  /** What the step changed, in a sentence. */
  readonly said: string;
  /** The number that answered then; null where that run is not at hand, or no one number answered. */
  readonly figure: Figure | null;
}

/** Null before the first step, and where a sweep is told of, or nothing is different that a run could tell. */
export function beforeOf({ store, units, resultCache }: Page): Before | null {
  const { current: document, previous: former } = store.getState().document;
  if (former === null || former.of !== store.getState().document.draft || document.sweep.length + former.scenario.sweep.length > 0)
    return null;
  const [now, then] = [document, former.scenario].map((each) => namedVariants(each).scenarios);
  const said = saySteps(then, now);
  if (said === "") return null;
  // What is answered in other units is no number to compare with.
  const [isFor, wasFor] = [now[0], then[0]].map(({ workload: { kind } }) => workloads.get(kind));
  const isAlike = isFor.endless === wasFor.endless && (isFor.total === undefined) === (wasFor.total === undefined);
  const known = now.length + then.length > 2 || !isAlike ? null : resultCache.peek(then[0]);
  return { said, figure: known === null ? null : (findingOf(units(), then[0], known, null).figure ?? null) };
}

/** What changed among networks beside each other: all of them alike, or one; or how many there are. */
function saySteps(then: readonly Scenario[], now: readonly Scenario[]): string {
  if (now.length > then.length) return `You added ${letterOf(now.length - 1)}.`;
  if (now.length < then.length) return "You took a network away.";
  const steps = now.map((each, i) => sayChange(then[i], each));
  const changed = steps.flatMap((said, i) => (said === "" ? [] : [{ said, letter: letterOf(i) }]));
  if (changed.length === 0) return "";
  if (new Set(changed.map(({ said }) => said)).size === 1 && changed.length === steps.length) return changed[0].said;
  return changed.length === 1 ? `In ${changed[0].letter}, ${uncapital(changed[0].said)}` : "";
}
