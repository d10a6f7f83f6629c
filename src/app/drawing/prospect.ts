/** The link preview: what a link would change, found by simulating the network with it while the pointer still drags it. */
import { isDeadlocked, type Results } from "../../core/measures/results.ts";
import { connectedIn } from "../../core/network/drawing/connected.ts";
import { withLinks } from "../../core/network/drawing/edit.ts";
import { checkDocument, variantsOf } from "../../core/scenario/document.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import { cycleOf } from "../../core/scenario/page-clock.ts";
import { workOf } from "../../core/scenario/work.ts";
import { workloads } from "../../core/workloads/shelf.ts";
import { loadWriter } from "../../findings/traffic.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { deliversAll } from "../../findings/figure.ts";
import { nameOn } from "../../views/drawing/names.ts";
import { anded, capital } from "../../core/base/words.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import type { Begin } from "../../worker/job.ts";
import type { Page } from "../create-page.ts";
import { edited } from "../state/document-state.ts";
import { withDrawing } from "./change.ts";
import { draftOf } from "./draft.ts";

/** Runs with more work than this, in phits times channels, would take too long for a preview. */
const mostWork = 4e7;
/** Up to this many switches are named; more are counted. */
const mostNamed = 3;
/** Relative changes below this are reported as no change. */
const notable = 0.008;

/** What the dragged link would change, as a sentence; null if no link is being dragged or the simulation would take too long. */
export async function prospect(page: Page, units: Units, run: Begin): Promise<string | null> {
  const state = page.store.getState();
  const draft = draftOf(state, page.networks);
  const held = draft?.session.held;
  if (draft === null || state.mode.drawing === null || held?.is !== "link" || held.to === null) return null;
  const { drawing } = draft;
  const { sources } = held;
  const to = held.to;
  const next = withLinks(drawing, sources, to);
  if (next === drawing) return null;
  const what = next.links.length - drawing.links.length === 1 ? "this link" : "these links";
  // If the link connects further switches, that is the answer.
  const [before, after] = [connectedIn(drawing), connectedIn(next)];
  if (after.count > before.count || (!before.isWhole && after.isWhole)) {
    const outside = [...sources, to].filter((s) => before.switches[s] === 0).map((s) => nameOn(draft, s));
    const said = outside.length > mostNamed ? countOf(outside.length, "switch", "switches") : anded(outside);
    return `With ${what} ${said} ${outside.length === 1 ? "joins" : "join"} in.`;
  }
  // Otherwise simulate the network with the link and compare with the current results.
  const document = withDrawing(edited(state), state.mode.drawing.of, next);
  const scenario = variantsOf(document)[state.mode.drawing.of];
  const answer = page.runs.all[state.mode.drawing.of]?.snapshot().answer;
  if (checkDocument(document).length > 0 || answer === null || answer === undefined || workOf(scenario) > mostWork) return null;
  const results = await run(() => page.runs.runners.run(scenario, true));
  // The results that it is compared with are in cycles of the page.
  return sayWith(units, what, scenario, answer.results, rescaledResults(results, cycleOf(document, scenario)));
}

/** @param subject `this link` or `these links` */
function sayWith(units: Units, what: string, scenario: Scenario, was: Results, is: Results): string {
  if (isDeadlocked(is) && !isDeadlocked(was)) return `With ${what} it deadlocks.`;
  if (!workloads.get(scenario.workload.kind).endless) {
    if (was.makespan === null || is.makespan === null) return "";
    if (Math.abs(is.makespan - was.makespan) < notable * was.makespan) return `${capital(what)} would not change it.`;
    return `With ${what}: ${units.sayTime(is.makespan)} instead of ${units.sayTime(was.makespan)}.`;
  }
  const delivered = loadWriter(units, scenario, is)(is.acceptedPerSender);
  if (!deliversAll(was) && deliversAll(is)) return `With ${what}: all ${delivered} of it.`;
  if (Math.abs(is.acceptedPerSender - was.acceptedPerSender) >= notable * was.acceptedPerSender) return `With ${what}: ${delivered}.`;
  const [then, now] = [was, is].map(({ latency }) => latency?.mean ?? 0);
  if (then > 0 && now < then * 0.97) return `With ${what} a packet takes ${units.sayTime(now)} instead of ${units.sayTime(then)}.`;
  return `${capital(what)} would not change it.`;
}
