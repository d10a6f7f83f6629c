/** The worker script: a single run behind comlink. It computes only during calls. */
import { queuesOf } from "../core/plan/queues.ts";
import { expose, transfer } from "comlink";
import { analyzeMinimalPaths } from "../core/analysis/bound.ts";
import { unevenLoads } from "../core/traffic/open-loop.ts";
import { isPlain } from "../core/plan/plan.ts";
import { ScenarioError } from "../core/base/errors.ts";
import type { ChannelExplainer, WaitSearch } from "../core/searches/explain.ts";
import { readWithKinds } from "../core/kinds/fetch-kinds.ts";
import { type Run, startRun, startFetched } from "../core/run/start.ts";
import { completedPart } from "../core/measures/progress.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import { openFrame } from "../core/simulation/frame.ts";
import type { HistoryRecorder } from "../core/simulation/history-recorder.ts";
import type { FileInspector } from "./file-inspector.ts";
import type { WorkerResponse, OpenedRun, RunWorker } from "./protocol.ts";

/** Maximum number of paths of a pair that are sent to the page. */
const maxPaths = 32;

let run: Run | null = null;
let scenario: Scenario | null = null;
let historyRecorder: HistoryRecorder | null = null;
/** Buffer of a frame that is not displayed, from which the progress of the run is read. */
let scratchBuffer: ArrayBuffer | null = null;
/** The explanation in progress, and its arguments. */
let currentExplanation: { readonly search: ChannelExplainer; readonly requested: string } | null = null;
/** The search for waiting packets in progress, and its arguments. */
let currentWaitSearch: { readonly search: WaitSearch; readonly requested: string } | null = null;
/** The file that is inspected. */
let fileInspector: FileInspector | null = null;
/** Estimated units of work per millisecond, updated by every slice. */
let workPerMillisecond = 2000;

const worker: RunWorker = {
  /**
   * Reads a scenario, starts its run at cycle 0 in place of the present one, and returns what the page must know of the run. Returns the
   * issues if the scenario is invalid.
   */
  async open(document): Promise<WorkerResponse<OpenedRun>> {
    run = null;
    scenario = null;
    historyRecorder = null;
    currentExplanation = null;
    currentWaitSearch = null;
    scratchBuffer = null;
    try {
      scenario = await readWithKinds(() => readScenario(document));
      run = await startFetched(scenario);
      const { plan, simulation } = run;
      const { network, window, packetPhits, demand, links, switches } = plan;
      const offered = demand.form === "open-loop" ? unevenLoads(demand, window) : null;
      const { vcClasses } = plan.routing;
      return {
        ok: true,
        value: {
          network,
          layout: simulation.layout,
          // With a precision, the length of the run is unknown in advance.
          window: plan.precision === undefined ? window : { ...window, limit: Infinity },
          packetPhits,
          classes: vcClasses,
          ...(switches?.queues === "virtual-output" ? { hasQueuePerOutput: true } : {}),
          offered,
          links,
          switches,
          queues: simulation.layout.columns.queuedPhits.length > 0 ? queuesOf(plan) : undefined,
          bufferPackets: vcClasses * (plan.bufferPackets ?? 0),
        },
      };
    } catch (error) {
      if (error instanceof ScenarioError) return { ok: false, failure: { issues: error.issues } };
      throw error;
    }
  },

  async recordHistory() {
    const { HistoryRecorder } = await import("../core/simulation/history-recorder.ts");
    const { simulation, plan } = openRun();
    historyRecorder = new HistoryRecorder(simulation, plan.engine);
  },

  slice(until, milliseconds, buffer) {
    const { simulation, plan } = openRun();
    const isDone = () => simulation.status !== "running" || simulation.now >= until;
    workFor(milliseconds, isDone, (work) => {
      const stop = Math.min(until, historyRecorder?.nextSnapshot ?? Infinity);
      simulation.advance(stop, work);
      historyRecorder?.recordIfDue();
      return simulation.now < stop && !isDone();
    });
    const frame = openFrame(simulation.layout, buffer ?? (scratchBuffer ??= new ArrayBuffer(simulation.layout.byteLength)));
    simulation.sample(frame);
    const part = buffer === null ? completedPart(plan, frame) : null;
    return transfer({ status: simulation.status, now: simulation.now, part, buffer }, buffer === null ? [] : [buffer]);
  },

  history() {
    const past = historyRecorder?.data() ?? null;
    historyRecorder = null;
    if (past === null) return null;
    const buffers = past.snapshots.flatMap(({ scalars, values }) => [scalars.buffer, values.buffer]);
    return transfer(past, [past.last, ...buffers]);
  },

  results: (isCounted) => openRun().results(isCounted),

  // The code of explanations is loaded on the first request.
  async explain(channel, from, to, milliseconds) {
    const { ChannelExplainer } = await import("../core/searches/explain.ts");
    if (scenario === null) throw new Error("no scenario is open");
    const requested = `${channel} ${from} ${to}`;
    [from, to] = effectiveWindow(from, to);
    if (currentExplanation?.requested !== requested)
      currentExplanation = { requested, search: new ChannelExplainer(startRun(scenario), channel, from, to) };
    const { search } = currentExplanation;
    workFor(
      milliseconds,
      () => search.hasEnded,
      (work) => search.step(work),
    );
    if (!search.hasEnded) return { now: search.now, explanation: null };
    currentExplanation = null;
    return { now: search.now, explanation: search.explanation() };
  },

  async findWaits(channel, from, to, milliseconds) {
    const { WaitSearch } = await import("../core/searches/explain.ts");
    if (scenario === null) throw new Error("no scenario is open");
    const requested = `${channel} ${from} ${to}`;
    [from, to] = effectiveWindow(from, to);
    if (currentWaitSearch?.requested !== requested)
      currentWaitSearch = { requested, search: new WaitSearch(startRun(scenario), channel, from, to) };
    const { search } = currentWaitSearch;
    workFor(
      milliseconds,
      () => search.hasEnded,
      (work) => search.step(work),
    );
    if (!search.hasEnded) return { isDone: false, waits: null };
    currentWaitSearch = null;
    return { isDone: true, waits: search.waits() };
  },

  async findPaths(source, destination) {
    const { pathsBetween } = await import("../core/analysis/paths-between.ts");
    const result = pathsBetween(openRun().plan, source, destination);
    return { ...result, paths: result.paths.slice(0, maxPaths) };
  },

  // Rarely needed analyses are loaded on demand.
  analyze() {
    const { plan } = openRun();
    const isSimple = plan.demand.form !== "program" && plan.engine.hasContention && isPlain(plan);
    const requested = scenario!;
    if (!isSimple) return import("../core/scenario/lockstep.ts").then(({ analyzeScenario }) => analyzeScenario(requested, plan));
    return (
      analyzeMinimalPaths(plan) ?? import("../core/analysis/channel-load.ts").then(({ analyzeChannelLoads }) => analyzeChannelLoads(plan))
    );
  },

  describeTopology: (topology) => import("./describe-topology.ts").then(({ describeTopology }) => describeTopology(topology)),

  async receiveFile(bytes, onPart) {
    fileInspector = new (await import("./file-inspector.ts")).FileInspector(bytes, onPart);
  },
  inspectFile: (document, requested) => fileInspector!.inspect(document, requested),
  applyFile: (document) => fileInspector!.apply(document),
};

/**
 * Works for about the given time, or until it is done, in several shorter slices, after which the estimate of the speed is corrected.
 * @param doWork does at most the given work, and returns whether it used all of it
 */
function workFor(milliseconds: number, isDone: () => boolean, doWork: (work: number) => boolean): void {
  const deadline = performance.now() + milliseconds;
  for (let remaining = milliseconds; remaining > 0 && !isDone(); remaining = deadline - performance.now()) {
    const before = performance.now();
    const work = Math.max(200, workPerMillisecond * Math.min(remaining, 4));
    const isUsedUp = doWork(work);
    const elapsed = performance.now() - before;
    if (isUsedUp && elapsed > 0.5) workPerMillisecond = Math.max(50, 0.5 * workPerMillisecond + 0.5 * (work / elapsed));
  }
}

/**
 * The cycles to search. A run with a precision determines its window itself: if the whole window is requested, executes the run to
 * its end and returns the window that the run has determined.
 */
function effectiveWindow(from: number, to: number): [number, number] {
  const { plan, simulation, finish } = openRun();
  if (plan.precision === undefined || from !== plan.window.start || to !== plan.window.end) return [from, to];
  finish();
  return [simulation.window.start, simulation.window.end];
}

function openRun(): Run {
  if (run === null) throw new Error("no scenario is open");
  return run;
}

expose(worker);
