/**
 * What a view may draw from at a moment, and what the page then speaks of: pure functions of the store's state and of what
 * is known of the runs.
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

/** What else is known of a run, for drawing. */
export interface DrawnRun extends KnownRun {
  /** Its network once it can be drawn. */
  readonly network: Network | null;
  /** The run within the stretch of time chosen; null for the whole of it, and until its past is there. */
  readonly stretch: Stretch | null;
  readonly waits: Variant["waits"];
}

/** All that is known at a moment. */
export interface Known extends Pick<ViewData, "viewports" | "layouts"> {
  readonly runs: readonly DrawnRun[];
  readonly sweep: Pick<SweepRuns, "table" | "curveOf">;
  /** Why the channel that the page speaks of is busy. */
  readonly why: Explanation | null;
  /** Where the networks are full, as far as it is known; null where nobody asks. */
  readonly saturations: readonly QueryState<Saturation>[] | null;
  /** How a sweep is read as a mix, and runs as what networks give for their cost; null until the code for that is here. */
  readonly mixOf: ((document: Document, table: SweepTable) => MixTable | null) | null;
  readonly givenOf: ((data: Pick<ViewData, "variants" | "baseline">) => MixTable | null) | null;
}

/**
 * All that a view may draw from.
 * @param span the stretch of time to be shown; null for the whole run
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
    // Of what cannot be run, no load will come in.
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
    // What can be looked at begins and ends at certain instants.
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
 * Worked out once for a scenario and a network: both stay the same from frame to frame. Kept with the network, which goes with its run:
 * undo keeps scenarios, and with each the network of its run, its layout and its lists would stay.
 */
const jobs = new WeakMap<Network, { readonly scenario: Scenario; readonly jobOf: Int8Array | null }>();

function jobsIn(scenario: Scenario, network: Network): Int8Array | null {
  const known = jobs.get(network);
  if (known?.scenario === scenario) return known.jobOf;
  // Until the network of the scenario is there, that of the one before is shown.
  const isOwn = factsOf(scenario.topology).terminals === network.terminals;
  const jobOf = isOwn ? jobOfTerminals(scenario, network) : null;
  jobs.set(network, { scenario, jobOf });
  return jobOf;
}

/** A saturation in phits per cycle of the page. */
function inPageCycles(found: QueryState<Saturation>, cycle: number): NonNullable<Variant["saturation"]> | null {
  if (found.is === "refused") return null;
  return found.is === "value" ? { throughput: found.value.throughput / cycle, error: found.value.error / cycle } : "sought";
}

const noChoices = {};
const noCurve = { points: [], expected: 0 };

/** When a run is measured; one that finds that itself says it as it goes. */
function windowOf({ opened: { window }, frame: { scalars } }: PlayedFrame): ViewData["window"] {
  if (window.end === Infinity || window.limit < Infinity) return window;
  const start = scalars[scalar.windowStart];
  return { start, end: start + scalars[scalar.windowCycles], limit: Infinity };
}

/** What a run says by itself. */
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

/** What is known of a run and is of an older scenario; the curve of a sweep goes with its document. */
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

/** Whether a scenario cannot be run. */
export function isRefused({ state: { lost, isRefused: refused } }: KnownRun): boolean {
  return lost !== null && refused;
}

/** The ends of a stretch as it can be looked at. */
export function shownSpan(stretch: Stretch | null): Span | null {
  return stretch === null ? null : { from: stretch.from, to: stretch.to };
}

/** The number of the scenario that the page speaks of: the one in front, unless what is picked is a thing of another one alone. */
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

/** The channel the page speaks of: the one picked, else the busiest; −1 before there is any, and while something else is picked. */
export function shownChannelOf(state: Workbench, runs: readonly KnownRun[]): number {
  const {
    session: { selected },
    document: { current: scenario },
  } = state;
  const subject = subjectOf(state, runs);
  const own = runs[subject];
  const { played } = own;
  // Where no channel carries anything, none is the busiest.
  const shown = stagedVariant(scenario, subject);
  if (selected.is !== "channel" && !hasContention(shown)) return -1;
  // In a lesson only what the reader has picked stands out: which channel is the busiest may be just what is asked.
  if (isInLesson(state)) return selected.is === "channel" ? selected.channel : -1;
  if (played === null || (selected.is !== "channel" && selected.is !== "nothing")) return -1;
  const channels = channelCount(played.opened.network);
  if (selected.is === "channel" && selected.channel < channels) return selected.channel;
  const { answer } = own.state;
  // An older answer about the same topology serves until the new one is in: the pick must not flicker while a word is dragged.
  const isAbout = answer !== null && haveSameNetwork(answer.scenario, shown);
  // In a deadlock the circle is what matters, once the run on the screen has met it.
  const [circle] = isAbout ? answer.results.deadlockChannels : [];
  if (circle !== undefined && circle < channels && isDeadlocked(own)) return circle;
  const found = isAbout
    ? bottleneckOf(answer.results, own.state.isCurveStale ? null : own.state.analysis, loadOf(answer.scenario)).channel
    : channels;
  return found < channels
    ? found
    : hottestChannel(loadsOf({ frame: played.frame, cycle: 1, links: played.opened.links }), channels).channel;
}
