/**
 * Computes the data that views draw, and the network and channel that the page refers to. Pure functions of the store's state and the runs.
 */
import type { Explanation } from "../../core/searches/explanation.ts";
import { channelCount, type Network } from "../../core/network/network.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { scalar } from "../../core/simulation/frame.ts";
import type { Stretch } from "../../core/simulation/history.ts";
import type { Source, Span, Variant, ViewData } from "../../views/contract.ts";
import type { SweepTable } from "../../core/measures/sweep.ts";
import type { MixTable } from "../../core/measures/mix.ts";
import { bottleneckOf } from "../../findings/bottleneck.ts";
import { hottestChannel, loadsOf } from "../../views/readings/loads.ts";
import { billInUse } from "../document/bought.ts";
import { isInLesson } from "../state/mode-state.ts";
import { pairOf } from "../state/session-state.ts";
import type { Workbench } from "../state/workbench.ts";
import { namedVariants, stagedVariant } from "../../words/variants.ts";
import type { Units } from "../../words/units.ts";
import type { PlayedFrame } from "../../worker/client.ts";
import type { KnownRun } from "../runs/page-runs.ts";
import { loadOf } from "../../core/scenario/load.ts";
import { jobOfTerminals } from "../../core/scenario/jobs.ts";
import { factsOf, hasContention, haveSameNetwork, type Scenario } from "../../core/scenario/scenario.ts";
import { stagedAt } from "../../core/scenario/staged.ts";
import type { Saturation } from "../../core/searches/saturation.ts";
import type { QueryState } from "../runs/query.ts";
import type { SweepRuns } from "../runs/sweep.ts";
import { picksOf, speaksOf } from "../selection/shared-picks.ts";

/** A run with further data for drawing. */
export interface DrawnRun extends KnownRun {
  /** Its network; null until it can be drawn. */
  readonly network: Network | null;
  /** State over the selected time span; null for the whole run, and until its history is loaded. */
  readonly stretch: Stretch | null;
  readonly waits: Variant["waits"];
}

/** All inputs of the view data. */
export interface Known extends Pick<ViewData, "viewports" | "layouts"> {
  readonly runs: readonly DrawnRun[];
  readonly sweep: Pick<SweepRuns, "table" | "curveOf">;
  /** Why the channel on the channel card is busy. */
  readonly why: Explanation | null;
  /** Saturation loads as far as known; null if not requested. */
  readonly saturations: readonly QueryState<Saturation>[] | null;
  /** Convert a sweep, or a comparison of runs, to a table of performance per cost; null until their code is loaded. */
  readonly mixOf: ((document: Document, table: SweepTable) => MixTable | null) | null;
  readonly givenOf: ((data: Pick<ViewData, "variants" | "baseline">) => MixTable | null) | null;
}

/**
 * All data that a view may draw.
 * @param span the time span to show; null for the whole run
 */
export function viewDataOf(
  state: Workbench,
  { runs, viewports, layouts, sweep, why, saturations, mixOf, givenOf }: Known,
  units: Units,
  span: Span | null,
): ViewData {
  const {
    document: { current: document },
    session: { selected, hover: shows, activeNetwork: front },
  } = state;
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  const known = runs.map((run, i) => ({
    ...ownData(run),
    cycle: cycles[i],
    // An invalid scenario has no curve.
    curve: isRefused(run) ? noCurve : (sweep.curveOf(i, cycles[i]) ?? run.state.curve),
    stale: staleIn(run, sweep.curveOf(i, cycles[i]) !== null),
    load: loadOf(scenarios[i], cycles[i]),
    ...(saturations === null ? {} : { saturation: inPageCycles(saturations[i], cycles[i]) }),
    facts: facts[i],
    bill: bills[i],
    usedBill: bills[i] === null ? null : billInUse(scenarios[i], facts[i], run.played?.opened.network ?? null, document.cost),
    index: i,
    letter: scenarios.length > 1 ? letterOf(i) : "",
    title: names[i],
    jobOf: run.network === null ? null : jobsIn(scenarios[i], run.network),
  }));
  const subject = subjectOf(state, runs);
  const picks = picksOf(selected, known, subject, shownChannelOf(state, runs), why);
  const variants = known.map((each, i): Variant => ({
    ...each,
    ...picks[i],
    ...(shows !== null && i === subject ? { highlight: shows } : {}),
  }));
  const baseline = Math.min(document.baseline, variants.length - 1);
  const mix = sweep.table === null ? null : (mixOf?.(document, sweep.table) ?? null);
  return {
    ...(variants[front] ?? variants[0]),
    variants,
    baseline,
    pair: pairOf(state),
    ...(isInLesson(state) ? { keepsOrder: true } : {}),
    // Times of snapshots limit which spans can be shown exactly.
    span: shownSpan(runs[front]?.stretch ?? null) ?? state.session.span,
    exactSpan: span,
    units,
    viewports,
    layouts,
    reach: [],
    choices: noChoices,
    sweep: sweep.table,
    ...(point === "" ? {} : { point, pointAt: stagedAt(document) }),
    mix,
    ...(mix === null && variants.length > 1 ? { given: givenOf?.({ variants, baseline }) ?? null } : {}),
  };
}

/**
 * Jobs by network, because they stay the same from frame to frame. The key is the network, not the scenario: the undo history keeps
 * scenarios, and would keep their networks in memory, too.
 */
const jobs = new WeakMap<Network, { readonly scenario: Scenario; readonly jobOf: Int8Array | null }>();

function jobsIn(scenario: Scenario, network: Network): Int8Array | null {
  const known = jobs.get(network);
  if (known?.scenario === scenario) return known.jobOf;
  // Until the network of the scenario is available, that of the previous scenario is shown.
  const isOwn = factsOf(scenario.topology).terminals === network.terminals;
  const jobOf = isOwn ? jobOfTerminals(scenario, network) : null;
  jobs.set(network, { scenario, jobOf });
  return jobOf;
}

/** A saturation load in phits per cycle of the page. */
function inPageCycles(found: QueryState<Saturation>, cycle: number): NonNullable<Variant["saturation"]> | null {
  if (found.is === "refused") return null;
  return found.is === "value" ? { throughput: found.value.throughput / cycle, error: found.value.error / cycle } : "sought";
}

const noChoices = {};
const noCurve = { points: [], expected: 0 };

/** The measurement window. A run that determines its window itself reports it in its frames. */
function windowOf({ opened: { window }, frame: { scalars } }: PlayedFrame): ViewData["window"] {
  if (window.end === Infinity || window.limit < Infinity) return window;
  const start = scalars[scalar.windowStart];
  return { start, end: start + scalars[scalar.windowCycles], limit: Infinity };
}

/** The data of a single run. */
function ownData({ state: { answer, analysis }, played, network, stretch, waits }: DrawnRun) {
  return {
    network,
    frame: stretch?.frame ?? played?.frame ?? null,
    packetPhits: played?.opened.packetPhits ?? 1,
    places: played?.opened.places ?? 0,
    placesByOutput: played?.opened.placesByOutput,
    window: played === null ? null : windowOf(played),
    results: answer?.results ?? null,
    analysis,
    offered: played?.opened.offered ?? null,
    links: played?.opened.links,
    switches: played?.opened.switches,
    waits,
  };
}

/** The data sources that belong to an older scenario. The curve of a sweep is never stale, because it changes with the document. */
function staleIn({ state, played, isFrameStale }: KnownRun, isCurveOfSweep: boolean): readonly Source[] {
  const is: Record<Source, boolean> = {
    frame: isFrameStale && played !== null,
    answer: state.isAnswerStale && state.answer !== null,
    analysis: state.isCurveStale && state.analysis !== null,
    curve: state.isCurveStale && state.curve.points.length > 0 && !isCurveOfSweep,
  };
  return sources.filter((each) => is[each]);
}

const sources: readonly Source[] = ["frame", "answer", "analysis", "curve"];

/** Whether a scenario is invalid. */
export function isRefused({ state: { lost, isRefused: refused } }: KnownRun): boolean {
  return lost !== null && refused;
}

/** The time span that a state actually covers. */
export function shownSpan(stretch: Stretch | null): Span | null {
  return stretch === null ? null : { from: stretch.from, to: stretch.to };
}

/** Index of the network that the page refers to: the active one, unless the selected element exists only in another one. */
export function subjectOf({ session: { selected, activeNetwork: front } }: Workbench, runs: readonly KnownRun[]): number {
  const owners = runs.map(({ state: { answer }, played }, index) => {
    return { index, network: played?.opened.network ?? null, results: answer?.results ?? null };
  });
  return speaksOf(selected, Math.min(front, runs.length - 1), owners);
}

/** Whether a run has ended in a deadlock. */
export function isDeadlocked({ state: { playback } }: KnownRun): boolean {
  return playback?.state.is === "deadlocked";
}

/** The channel that the page refers to: the selected one, otherwise the busiest; −1 if there is none or another element is selected. */
export function shownChannelOf(state: Workbench, runs: readonly KnownRun[]): number {
  const {
    session: { selected },
    document: { current: scenario },
  } = state;
  const subject = subjectOf(state, runs);
  const own = runs[subject];
  const { played } = own;
  // Without contention no channel is the busiest.
  const shown = stagedVariant(scenario, subject);
  if (selected.is !== "channel" && !hasContention(shown)) return -1;
  // In a lesson only the selected channel is shown: which one is the busiest may be the question.
  if (isInLesson(state)) return selected.is === "channel" ? selected.channel : -1;
  if (played === null || (selected.is !== "channel" && selected.is !== "nothing")) return -1;
  const channels = channelCount(played.opened.network);
  if (selected.is === "channel" && selected.channel < channels) return selected.channel;
  const { answer } = own.state;
  // Older results of the same topology are used until new ones arrive, so that the channel does not flicker while a number is dragged.
  const isAbout = answer !== null && haveSameNetwork(answer.scenario, shown);
  // In a deadlock, show the first channel of the cycle once the watched run has reached it.
  const [circle] = isAbout ? answer.results.deadlockChannels : [];
  if (circle !== undefined && circle < channels && isDeadlocked(own)) return circle;
  const found = isAbout
    ? bottleneckOf(answer.results, own.state.isCurveStale ? null : own.state.analysis, loadOf(answer.scenario)).channel
    : channels;
  return found < channels
    ? found
    : hottestChannel(loadsOf({ frame: played.frame, cycle: 1, links: played.opened.links }), channels).channel;
}
