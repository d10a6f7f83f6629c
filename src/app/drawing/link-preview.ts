/** The link preview: what a link would change, found by simulating the network with it while the pointer still drags it. */
import { isDeadlocked, type Results } from "../../core/measures/results.ts";
import { activeComponentOf } from "../../core/network/drawing/active-component.ts";
import { withLinks } from "../../core/network/drawing/edit.ts";
import { checkDocument, variantsOf } from "../../core/scenario/document.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import { cycleOnPage } from "../../core/scenario/page-clock.ts";
import { estimateWork } from "../../core/scenario/estimate-work.ts";
import { routings } from "../../core/routings/registry.ts";
import { workloads } from "../../core/workloads/registry.ts";
import { deliveryOf, loadFormatter } from "../../findings/delivery.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { deliversAll } from "../../findings/key-figure.ts";
import { switchName } from "../../views/drawing/names.ts";
import { joinWithAnd, capitalize } from "../../core/base/words.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import type { BeginJob } from "../../worker/job.ts";
import type { Page } from "../create-page.ts";
import { editedDocument } from "../state/document-state.ts";
import { withDrawing } from "./apply-drawing.ts";
import { currentDrawingDraft } from "./drawing-draft.ts";

/** Runs with more work than this, in phits times channels, would take too long for a preview. */
const maxPreviewWork = 4e7;
/** Up to this many switches are named; more are counted. */
const maxNamedSwitches = 3;
/** Relative changes below this are reported as no change. */
const minRelativeChange = 0.008;

/**
 * The effect of the link that is being dragged, as a sentence: which switches it would connect, or how it would change the results. Null if
 * no link is dragged, if nothing would change, or if the simulation would take too long.
 */
export async function linkPreview(page: Page, units: Units, beginJob: BeginJob): Promise<string | null> {
  const state = page.store.getState();
  const draft = currentDrawingDraft(state, page.networks);
  const gesture = draft?.session.gesture;
  if (draft === null || state.mode.drawing === null || gesture?.is !== "link" || gesture.targetSwitch === null) return null;
  const { drawing } = draft;
  const { sources } = gesture;
  const target = gesture.targetSwitch;
  const drawingWithLink = withLinks(drawing, sources, target);
  if (drawingWithLink === drawing) return null;
  const subject = drawingWithLink.links.length - drawing.links.length === 1 ? "this link" : "these links";
  // If the link connects further switches to the simulated part of the drawing, that is the answer.
  const [componentBefore, componentAfter] = [activeComponentOf(drawing), activeComponentOf(drawingWithLink)];
  if (componentAfter.count > componentBefore.count || (!componentBefore.isWhole && componentAfter.isWhole)) {
    const joiningNames = [...sources, target].filter((s) => componentBefore.switches[s] === 0).map((s) => switchName(draft, s));
    const names = joiningNames.length > maxNamedSwitches ? countOf(joiningNames.length, "switch", "switches") : joinWithAnd(joiningNames);
    return `${capitalize(subject)} would connect ${names} to the network.`;
  }
  // Otherwise simulate the network with the link and compare with the current results.
  const document = withDrawing(editedDocument(state), state.mode.drawing.of, drawingWithLink);
  const scenario = variantsOf(document)[state.mode.drawing.of];
  const answer = page.runs.all[state.mode.drawing.of]?.snapshot().answer;
  if (checkDocument(document).length > 0 || answer === null || answer === undefined || estimateWork(scenario) > maxPreviewWork) return null;
  const results = await beginJob(() => page.runs.runners.run(scenario, true));
  // The current results are in cycles of the first network, so the new results are converted to these cycles.
  // A drawing may need another routing than the network before it; the effect is then not only that of the link.
  const { kind } = scenario.routing;
  const cause =
    kind === variantsOf(editedDocument(state))[state.mode.drawing.of].routing.kind
      ? subject
      : `${subject} and ${routings.get(kind).title} routing`;
  return changeSentence(units, cause, scenario, answer.results, rescaledResults(results, cycleOnPage(document, scenario)));
}

/** @param subject everything that changes: `this link`, `these links and shortest path routing` */
function changeSentence(units: Units, subject: string, scenario: Scenario, before: Results, after: Results): string {
  if (isDeadlocked(after) && !isDeadlocked(before)) return `With ${subject}, the network deadlocks.`;
  if (!workloads.get(scenario.workload.kind).isEndless) {
    if (before.makespan === null || after.makespan === null) return "";
    if (Math.abs(after.makespan - before.makespan) < minRelativeChange * before.makespan)
      return `${capitalize(subject)} would not change the result.`;
    return `With ${subject}, the makespan is ${units.sayTime(after.makespan)} instead of ${units.sayTime(before.makespan)}.`;
  }
  const delivered = loadFormatter(units, scenario, after)(after.acceptedPerSender);
  const { extent } = deliveryOf(units, scenario, after, null);
  if (!deliversAll(before) && extent === "all") return `With ${subject}, the network delivers all of the offered load, ${delivered}.`;
  if (Math.abs(after.acceptedPerSender - before.acceptedPerSender) >= minRelativeChange * before.acceptedPerSender)
    return `With ${subject}, the network delivers ${delivered}.`;
  const [latencyBefore, latencyAfter] = [before, after].map(({ latency }) => latency?.mean ?? 0);
  if (latencyBefore > 0 && latencyAfter < latencyBefore * 0.97)
    return `With ${subject}, a packet takes ${units.sayTime(latencyAfter)} instead of ${units.sayTime(latencyBefore)}.`;
  return `${capitalize(subject)} would not change the result.`;
}
