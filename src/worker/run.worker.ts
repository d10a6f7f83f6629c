/** The worker script: a single run behind comlink. It computes only during calls. */
import { expose, transfer } from "comlink";
import { loadsOnMinimalWays } from "../core/analysis/bound.ts";
import { unevenLoads } from "../core/traffic/open-loop.ts";
import { isPlain } from "../core/plan/plan.ts";
import { ScenarioError } from "../core/base/errors.ts";
import type { Explaining, WaitSearch } from "../core/searches/explain.ts";
import { readWithKinds } from "../core/kinds/fetch-kinds.ts";
import { type Run, start, startFetched } from "../core/run/start.ts";
import { partDone } from "../core/measures/part-done.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import { openFrame } from "../core/simulation/frame.ts";
import type { HistoryKeeper } from "../core/simulation/history-keeper.ts";
import type { Look } from "./look.ts";
import type { Answer, Opened, RunWorker } from "./protocol.ts";

/** Maximum number of paths of a pair that are sent to the page. */
const mostWays = 32;

let run: Run | null = null;
let scenario: Scenario | null = null;
let keeper: HistoryKeeper | null = null;
/** Buffer of a frame that is not displayed, from which the progress of the run is read. */
let scratch: ArrayBuffer | null = null;
/** The explanation in progress, and its arguments. */
let explaining: { readonly search: Explaining; readonly asked: string } | null = null;
/** The search for waiting packets in progress, and its arguments. */
let waiting: { readonly search: WaitSearch; readonly asked: string } | null = null;
/** The file that is inspected. */
let looking: Look | null = null;
/** Estimated units of work per millisecond, updated by every slice. */
let workPerMillisecond = 2000;

const worker: RunWorker = {
  async open(document): Promise<Answer<Opened>> {
    run = null;
    scenario = null;
    keeper = null;
    explaining = null;
    waiting = null;
    scratch = null;
    try {
      scenario = await readWithKinds(() => readScenario(document));
      run = await startFetched(scenario);
      const { plan, simulation } = run;
      const { network, window, packetPhits, demand, links, switches } = plan;
      const offered = demand.form === "open-loop" ? unevenLoads(demand, window) : null;
      const { classes } = plan.routing;
      return {
        ok: true,
        value: {
          network,
          layout: simulation.layout,
          // With a precision, the length of the run is unknown in advance.
          window: plan.precise === undefined ? window : { ...window, limit: Infinity },
          packetPhits,
          classes,
          ...(switches?.queues === "virtual-output" ? { placesByOutput: true } : {}),
          offered,
          links,
          switches,
          places: classes * (plan.places ?? 0),
        },
      };
    } catch (error) {
      if (error instanceof ScenarioError) return { ok: false, failure: { issues: error.issues } };
      throw error;
    }
  },

  async keepPast() {
    const { HistoryKeeper } = await import("../core/simulation/history-keeper.ts");
    const { simulation, plan } = opened();
    keeper = new HistoryKeeper(simulation, plan.engine);
  },

  slice(until, milliseconds, buffer) {
    const { simulation, plan } = opened();
    const isDone = () => simulation.status !== "running" || simulation.now >= until;
    spend(milliseconds, isDone, (work) => {
      const stop = Math.min(until, keeper?.next ?? Infinity);
      simulation.advance(stop, work);
      keeper?.look();
      return simulation.now < stop && !isDone();
    });
    const frame = openFrame(simulation.layout, buffer ?? (scratch ??= new ArrayBuffer(simulation.layout.byteLength)));
    simulation.sample(frame);
    const part = buffer === null ? partDone(plan, frame) : null;
    return transfer({ status: simulation.status, now: simulation.now, part, buffer }, buffer === null ? [] : [buffer]);
  },

  past() {
    const past = keeper?.past() ?? null;
    keeper = null;
    if (past === null) return null;
    const buffers = past.instants.flatMap(({ scalars, numbers }) => [scalars.buffer, numbers.buffer]);
    return transfer(past, [past.last, ...buffers]);
  },

  results: (isCounted) => opened().results(isCounted),

  // Loaded on the first request.
  async explain(channel, from, to, milliseconds) {
    const { Explaining } = await import("../core/searches/explain.ts");
    if (scenario === null) throw new Error("no scenario is open");
    const asked = `${channel} ${from} ${to}`;
    [from, to] = settled(from, to);
    if (explaining?.asked !== asked) explaining = { asked, search: new Explaining(start(scenario), channel, from, to) };
    const { search } = explaining;
    spend(
      milliseconds,
      () => search.isDone,
      (work) => search.step(work),
    );
    if (!search.isDone) return { now: search.now, explanation: null };
    explaining = null;
    return { now: search.now, explanation: search.explanation() };
  },

  async findWaits(channel, from, to, milliseconds) {
    const { WaitSearch } = await import("../core/searches/explain.ts");
    if (scenario === null) throw new Error("no scenario is open");
    const asked = `${channel} ${from} ${to}`;
    [from, to] = settled(from, to);
    if (waiting?.asked !== asked) waiting = { asked, search: new WaitSearch(start(scenario), channel, from, to) };
    const { search } = waiting;
    spend(
      milliseconds,
      () => search.isDone,
      (work) => search.step(work),
    );
    if (!search.isDone) return { isDone: false, waits: null };
    waiting = null;
    return { isDone: true, waits: search.waits() };
  },

  async findWays(source, destination) {
    const { waysBetween } = await import("../core/analysis/ways-between.ts");
    const found = waysBetween(opened().plan, source, destination);
    return { ...found, ways: found.ways.slice(0, mostWays) };
  },

  // Rarely needed analyses are loaded on demand.
  analyse() {
    const { plan } = opened();
    const isUsual = plan.demand.form !== "program" && plan.engine.hasContention && isPlain(plan);
    const asked = scenario!;
    if (!isUsual) return import("../core/scenario/lockstep.ts").then(({ analyseScenario }) => analyseScenario(asked, plan));
    return loadsOnMinimalWays(plan) ?? import("../core/analysis/channel-load.ts").then(({ loadsOf }) => loadsOf(plan));
  },

  tell: (topology) => import("./structure.ts").then(({ tellTopology }) => tellTopology(topology)),

  async bring(bytes, onPart) {
    looking = new (await import("./look.ts")).Look(bytes, onPart);
  },
  look: (document, asked) => looking!.at(document, asked),
  take: (document) => looking!.take(document),
};

/**
 * Works for about the given time, or until it is done, in several shorter slices, after which the estimate of the speed is corrected.
 * @param goOn does at most the given work, and returns whether it used all of it
 */
function spend(milliseconds: number, isDone: () => boolean, goOn: (work: number) => boolean): void {
  const deadline = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0 && !isDone(); left = deadline - performance.now()) {
    const before = performance.now();
    const work = Math.max(200, workPerMillisecond * Math.min(left, 4));
    const isUsedUp = goOn(work);
    const took = performance.now() - before;
    if (isUsedUp && took > 0.5) workPerMillisecond = Math.max(50, 0.5 * workPerMillisecond + 0.5 * (work / took));
  }
}

/** For a run with a precision, replaces the whole window by the one that the run has found, which requires running it to its end. */
function settled(from: number, to: number): [number, number] {
  const { plan, simulation, finish } = opened();
  if (plan.precise === undefined || from !== plan.window.start || to !== plan.window.end) return [from, to];
  finish();
  return [simulation.window.start, simulation.window.end];
}

function opened(): Run {
  if (run === null) throw new Error("no scenario is open");
  return run;
}

expose(worker);
