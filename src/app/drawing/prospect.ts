/** What a link would change, found by running the network with it while the hand still holds it. */
import type { Results } from "../../core/measures/results.ts";
import { connectedIn } from "../../core/network/drawing/connected.ts";
import { withLink } from "../../core/network/drawing/edit.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { workOf } from "../../core/scenario/work.ts";
import { workloads } from "../../core/workloads/shelf.ts";
import { deliversAll } from "../../findings/figure.ts";
import { nameOn } from "../../views/drawing/names.ts";
import type { Units } from "../../words/units.ts";
import type { Page } from "../create-page.ts";
import { issuesOf } from "../../core/scenario/edits/edit-place.ts";
import { edited } from "../document/store.ts";
import { withDrawing } from "./change.ts";
import { draftOf } from "./draft.ts";

/** A run that takes more work than this would come too late, phits over channels. */
const mostWork = 4e7;
/** What changes by less than this part is no change. */
const notable = 0.008;

/**
 * Says what the link that the hand holds would change; null where it holds none, or where that would take too long.
 * @param told is told once it is found, unless the hand has gone on: call what is returned then
 */
export function prospect(page: Page, units: Units, told: (said: string) => void): (() => void) | null {
  const state = page.store.getState();
  const draft = draftOf(state, page.networks);
  const held = draft?.session.held;
  if (draft === null || state.drawing === null || held?.is !== "link" || held.to === null) return null;
  const { drawing } = draft;
  const next = withLink(drawing, held.from, held.to);
  const [before, after] = [connectedIn(drawing), connectedIn(next)];
  if (after.count > before.count || (!before.isWhole && after.isWhole)) {
    const joins = before.switches[held.from] === 1 ? held.to : held.from;
    told(`With this link ${nameOn(draft, joins)} joins in.`);
    return () => undefined;
  }
  const document = withDrawing(edited(state), state.drawing.of, next);
  const scenario = variantsOf(document)[state.drawing.of];
  const answer = page.runs.studies[state.drawing.of]?.snapshot().answer;
  if (issuesOf(document).length > 0 || answer === null || answer === undefined || workOf(scenario) > mostWork) return null;
  const job = page.runs.runners.run(scenario, true);
  job.done.then(
    (results) => told(sayWith(units, answer.results, results, workloads.get(scenario.workload.kind).endless)),
    () => undefined,
  );
  return () => job.cancel();
}

function sayWith(units: Units, was: Results, is: Results, isEndless: boolean): string {
  if (is.deadlock !== null && was.deadlock === null) return "With this link it deadlocks.";
  if (!isEndless) {
    if (was.makespan === null || is.makespan === null) return "";
    if (Math.abs(is.makespan - was.makespan) < notable * was.makespan) return "This link would not change it.";
    return `With this link: ${units.sayTime(is.makespan)} instead of ${units.sayTime(was.makespan)}.`;
  }
  const delivered = units.formatLoad(is.acceptedPerSender);
  if (!deliversAll(was) && deliversAll(is)) return `With this link: all ${delivered} of it.`;
  if (Math.abs(is.acceptedPerSender - was.acceptedPerSender) >= notable * was.acceptedPerSender) return `With this link: ${delivered}.`;
  const [then, now] = [was, is].map(({ latency }) => latency?.mean ?? 0);
  if (then > 0 && now < then * 0.97) return `With this link a packet takes ${units.sayTime(now)} instead of ${units.sayTime(then)}.`;
  return "This link would not change it.";
}
