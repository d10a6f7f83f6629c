/**
 * Computes the data that views draw, and the network and channel that the channel card describes. Pure functions of the store's state and
 * the runs.
 */
import { normalSpeed } from "../runs/speed-factor.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import { channelCount, type Network } from "../../core/network/network.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { scalar } from "../../core/simulation/frame.ts";
import type { FrameInterval } from "../../core/simulation/history.ts";
import type { DataSource, Span, Variant, ViewData } from "../../views/contract.ts";
import type { SweepTable } from "../../core/measures/sweep.ts";
import type { MixTable } from "../../core/measures/mix.ts";
import { bottleneckOfRun } from "../../findings/cause/bottleneck.ts";
import { hottestChannel, frameLoads } from "../../views/readings/loads.ts";
import { billOfUsedParts } from "../document/used-bill.ts";
import { isInLesson } from "../state/mode-state.ts";
import { comparedPair } from "../state/session-state.ts";
import type { Workbench } from "../state/workbench.ts";
import { namedVariants, stagedVariant } from "../../words/variants.ts";
import type { Units } from "../../words/units.ts";
import type { PlayedFrame } from "../../worker/client.ts";
import type { RunSnapshot } from "../runs/page-runs.ts";
import { scenarioLoad } from "../../core/scenario/load.ts";
import { jobOfTerminals } from "../../core/scenario/jobs.ts";
import { topologyFacts, hasContention, haveSameNetwork, type Scenario } from "../../core/scenario/scenario.ts";
import { displayedPoint } from "../../core/scenario/displayed-point.ts";
import type { Saturation } from "../../core/searches/saturation.ts";
import type { QueryState } from "../runs/query.ts";
import type { SweepRuns } from "../runs/sweep.ts";
import { selectionsOf, subjectNetworkOf } from "../selection/shared-selection.ts";

/** A run with further data for drawing. */
export interface RunInputs extends RunSnapshot {
  /** The network of the run; null until it can be drawn. */
  readonly network: Network | null;
  /** State over the selected time span; null for the whole run, and until its history is loaded. */
  readonly intervalState: FrameInterval | null;
  readonly waits: Variant["waits"];
}

/** All inputs of the view data. */
export interface ViewInputs extends Pick<ViewData, "viewports" | "layouts"> {
  readonly runs: readonly RunInputs[];
  readonly sweep: Pick<SweepRuns, "table" | "curveOf">;
  /** Why the channel on the channel card is busy. */
  readonly explanation: Explanation | null;
  /** Saturation loads as far as known; null if not requested. */
  readonly saturations: readonly QueryState<Saturation>[] | null;
  /** Convert a sweep, or a comparison of runs, to a table of performance per cost; null until their code is loaded. */
  readonly mixOf: ((document: Document, table: SweepTable) => MixTable | null) | null;
  readonly workloadMixOf: ((data: Pick<ViewData, "variants" | "baseline">) => MixTable | null) | null;
}

/**
 * All data that a view may draw: for each compared network its run, curve, facts, bill and selection; then the data of the whole document,
 * such as its sweep. The data of the active network are also available directly, without `variants`.
 * @param span the time span to show; null for the whole run
 */
export function viewDataOf(
  state: Workbench,
  { runs, viewports, layouts, sweep, explanation, saturations, mixOf, workloadMixOf }: ViewInputs,
  units: Units,
  span: Span | null,
): ViewData {
  const {
    document: { current: document },
    session: { selected, hover: hoverHighlight, activeNetwork, speed },
  } = state;
  // `cycles[i]` is the length of a cycle of network i in cycles of network 0; `point` names the point of a sweep that is shown.
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  // The data of each compared network, at first without selection and highlight, which depend on all of them.
  const variantsWithData = runs.map((run, i) => ({
    ...runData(run),
    cycle: cycles[i],
    // An invalid scenario has no curve.
    curve: isScenarioRefused(run) ? emptyCurve : (sweep.curveOf(i, cycles[i]) ?? run.state.curve),
    staleSources: staleSourcesOf(run, sweep.curveOf(i, cycles[i]) !== null),
    load: scenarioLoad(scenarios[i], cycles[i]),
    ...(saturations === null ? {} : { saturation: saturationInPageCycles(saturations[i], cycles[i]) }),
    facts: facts[i],
    bill: bills[i],
    usedBill: bills[i] === null ? null : billOfUsedParts(scenarios[i], facts[i], run.played?.opened.network ?? null, document.cost),
    index: i,
    letter: scenarios.length > 1 ? letterOf(i) : "",
    title: names[i],
    jobOf: run.network === null ? null : jobOfTerminalsIn(scenarios[i], run.network),
  }));
  const subject = subjectIndex(state, runs);
  const selections = selectionsOf(selected, variantsWithData, subject, cardChannelOf(state, runs), explanation);
  const variants = variantsWithData.map((each, i): Variant => ({
    ...each,
    ...selections[i],
    ...(hoverHighlight !== null && i === subject ? { highlight: hoverHighlight } : {}),
  }));
  const baseline = Math.min(document.baseline, variants.length - 1);
  // Performance per cost, averaged over a sweep or over the compared networks.
  const mix = sweep.table === null ? null : (mixOf?.(document, sweep.table) ?? null);
  return {
    ...(variants[activeNetwork] ?? variants[0]),
    variants,
    baseline,
    pair: comparedPair(state),
    // Times of snapshots limit which spans can be shown exactly.
    span: coveredSpan(runs[activeNetwork]?.intervalState ?? null) ?? state.session.span,
    exactSpan: span,
    // Only slow motion is not faster for long runs.
    playedSpeed: speed < normalSpeed ? speed : Infinity,
    units,
    viewports,
    layouts,
    sharedMaxima: [],
    choices: noChoices,
    sweep: sweep.table,
    ...(point === "" ? {} : { sweepPointLabel: point, sweepPoint: displayedPoint(document) }),
    mix,
    ...(mix === null && variants.length > 1 ? { workloadMix: workloadMixOf?.({ variants, baseline }) ?? null } : {}),
  };
}

/**
 * Jobs by network, because they stay the same from frame to frame. The key is the network, not the scenario: the undo history keeps
 * scenarios, and would keep their networks in memory, too.
 */
const jobsByNetwork = new WeakMap<Network, { readonly scenario: Scenario; readonly jobOf: Int8Array | null }>();

function jobOfTerminalsIn(scenario: Scenario, network: Network): Int8Array | null {
  const cached = jobsByNetwork.get(network);
  if (cached?.scenario === scenario) return cached.jobOf;
  // Until the network of the scenario is available, the network of the previous scenario is shown.
  const matchesScenario = topologyFacts(scenario.topology).terminals === network.terminals;
  const jobOf = matchesScenario ? jobOfTerminals(scenario, network) : null;
  jobsByNetwork.set(network, { scenario, jobOf });
  return jobOf;
}

/**
 * A saturation load in phits per cycle of the document's first network.
 * @param cycle length of a cycle of the network in cycles of the first network
 */
function saturationInPageCycles(query: QueryState<Saturation>, cycle: number): NonNullable<Variant["saturation"]> | null {
  if (query.is === "refused") return null;
  return query.is === "value" ? { throughput: query.value.throughput / cycle, error: query.value.error / cycle } : "sought";
}

const noChoices = {};
const emptyCurve = { points: [], expectedPoints: 0 };

/** The measurement window. A run that determines its window itself reports it in its frames. */
function measurementWindowOf({ opened: { window }, frame: { scalars } }: PlayedFrame): ViewData["window"] {
  if (window.end === Infinity || window.limit < Infinity) return window;
  const start = scalars[scalar.windowStart];
  return { start, end: start + scalars[scalar.windowCycles], limit: Infinity };
}

/** The data of a single run. */
function runData({ state: { answer, analysis }, played, network, intervalState, waits }: RunInputs) {
  return {
    network,
    frame: intervalState?.frame ?? played?.frame ?? null,
    packetPhits: played?.opened.packetPhits ?? 1,
    queueCapacity: played?.opened.bufferPackets ?? 0,
    hasQueuePerOutput: played?.opened.hasQueuePerOutput,
    queues: played?.opened.queues,
    window: played === null ? null : measurementWindowOf(played),
    results: answer?.results ?? null,
    analysis,
    offeredLoads: played?.opened.offered ?? null,
    links: played?.opened.links,
    switches: played?.opened.switches,
    waits,
  };
}

/** The data sources that belong to an older scenario. The curve of a sweep is never stale, because it changes with the document. */
function staleSourcesOf({ state, played, isFrameStale }: RunSnapshot, isCurveOfSweep: boolean): readonly DataSource[] {
  const isStaleSource: Record<DataSource, boolean> = {
    frame: isFrameStale && played !== null,
    answer: state.isAnswerStale && state.answer !== null,
    analysis: state.isCurveStale && state.analysis !== null,
    curve: state.isCurveStale && state.curve.points.length > 0 && !isCurveOfSweep,
  };
  return sources.filter((source) => isStaleSource[source]);
}

const sources: readonly DataSource[] = ["frame", "answer", "analysis", "curve"];

/** Whether a scenario is invalid. */
export function isScenarioRefused({ state: { failure, isRefused: refused } }: RunSnapshot): boolean {
  return failure !== null && refused;
}

/** The time span that a state actually covers. */
export function coveredSpan(stretch: FrameInterval | null): Span | null {
  return stretch === null ? null : { from: stretch.from, to: stretch.to };
}

/** Index of the network that the channel card describes: the active network, unless the selected element exists only in another network. */
export function subjectIndex({ session: { selected, activeNetwork: active } }: Workbench, runs: readonly RunSnapshot[]): number {
  const contexts = runs.map(({ state: { answer }, played }, index) => {
    return { index, network: played?.opened.network ?? null, results: answer?.results ?? null };
  });
  return subjectNetworkOf(selected, Math.min(active, runs.length - 1), contexts);
}

/** Whether a run has ended in a deadlock. */
export function isRunDeadlocked({ state: { playback } }: RunSnapshot): boolean {
  return playback?.state.is === "deadlocked";
}

/**
 * Index of the channel that the channel card describes: the selected channel; while nothing is selected, the first channel of a deadlock,
 * or otherwise the bottleneck of the results or the busiest channel of the run so far. −1 if there is none or if another element is
 * selected.
 */
export function cardChannelOf(state: Workbench, runs: readonly RunSnapshot[]): number {
  const {
    session: { selected },
    document: { current: scenario },
  } = state;
  const subject = subjectIndex(state, runs);
  const run = runs[subject];
  const { played } = run;
  // A model without contention, such as ideal links, does not count channels.
  const variant = stagedVariant(scenario, subject);
  if (selected.is !== "channel" && !hasContention(variant)) return -1;
  // In a lesson only the selected channel is shown: which one is the busiest may be the question.
  if (isInLesson(state)) return selected.is === "channel" ? selected.channel : -1;
  if (played === null || (selected.is !== "channel" && selected.is !== "nothing")) return -1;
  const channels = channelCount(played.opened.network);
  if (selected.is === "channel" && selected.channel < channels) return selected.channel;
  const { answer } = run.state;
  // Older results of the same topology are used until new ones arrive, so that the channel does not flicker while a number is dragged.
  const isSameNetwork = answer !== null && haveSameNetwork(answer.scenario, variant);
  // In a deadlock, show the first of the channels that wait for each other, once the watched run has reached the deadlock.
  const [deadlockChannel] = isSameNetwork ? answer.results.deadlockChannels : [];
  if (deadlockChannel !== undefined && deadlockChannel < channels && isRunDeadlocked(run)) return deadlockChannel;
  // Otherwise the bottleneck of the results or, without results, the channel with the highest load so far.
  const bottleneck = isSameNetwork
    ? bottleneckOfRun(answer.results, run.state.isCurveStale ? null : run.state.analysis, scenarioLoad(answer.scenario)).channel
    : null;
  return bottleneck !== null && bottleneck < channels
    ? bottleneck
    : hottestChannel(frameLoads({ frame: played.frame, cycle: 1, links: played.opened.links }), channels).channel;
}
