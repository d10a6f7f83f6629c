/** All runs of the document on the page. Follows the store and runs the scenarios of the current document. */
import type { Document } from "../../core/scenario/document.ts";
import { positionsAfter } from "../../core/scenario/variants.ts";
import type { PlaybackState, PlayedFrame, Workers } from "../../worker/client.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { isCovered } from "../state/mode-state.ts";
import { comparedPair } from "../state/session-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { namedVariants } from "../../words/variants.ts";
import { playedSpeed, speedFactorOf } from "./speed-factor.ts";
import { type ResultCache, withResultCache } from "./result-cache.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import { type ExplanationRequest, explanationQuery } from "./explanation-query.ts";
import type { Query } from "./query.ts";
import { lazyCode } from "../ui/lazy.ts";
import type * as Queries from "./page-queries.ts";
import type { PublishedResultsOf } from "./published-results.ts";
import { runFailureOf, ScenarioRuns, type ScenarioRunsState } from "./scenario-runs.ts";
import type * as Sweeps from "./sweep.ts";

/** State of one scenario's run at a moment. */
export interface RunSnapshot {
  readonly state: ScenarioRunsState;
  /** The latest frame of the run; null before the first frame. */
  readonly played: PlayedFrame | null;
  /** Whether the frame is that of an earlier scenario. */
  readonly isFrameStale: boolean;
}

/** Milliseconds between updates of numbers of a continuing run: faster changes cannot be read. */
const notifyInterval = 200;

const sweepCode = lazyCode(() => import("./sweep.ts"));
const noSweep: Sweeps.SweepInterface = {
  table: null,
  batch: null,
  published: null,
  comparison: "not yet",
  curveOf: () => null,
  resume() {},
  repeat() {},
};

const queriesCode = lazyCode(() => import("./page-queries.ts"));

export const noRequests: Queries.PageRequests = { explanation: null, waits: null, histories: [], saturations: [] };

/** The runs of all scenarios of the document, its sweep and its queries. */
export class PageRuns {
  /** The runs of the document's first scenario. */
  readonly first: ScenarioRuns;
  /** The runs of the document's sweep. Null until there is a sweep and the code for its runs has been loaded. */
  private sweepRuns: Sweeps.SweepRuns | null = null;
  /** Why the selected channel is busy. */
  readonly explanation: Query<ExplanationRequest, Explanation>;
  /** All queries but `explanation`. Null until a query is needed and their code is loaded. */
  queries: Queries.PageQueries | null = null;
  /** The requests that are currently needed. */
  private requests = noRequests;
  /** Increases with every change. Values derived at an earlier revision are outdated. */
  revision = 0;
  /** The scenarios after the first, in order. */
  private otherRuns: readonly ScenarioRuns[] = [];
  /** The networks of `otherRuns` in the document that is shown, by which removed and moved networks are found when the document changes. */
  private beside: Document["beside"] = [];
  private readonly listeners = new Set<() => void>();
  private notifyTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last notification, milliseconds. */
  private notifiedAt = -Infinity;

  constructor(
    private readonly store: WorkbenchStore,
    private readonly workers: Workers,
    results: ResultCache,
    private readonly publishedResults: PublishedResultsOf,
    private readonly frameLoop: FrameLoop,
  ) {
    this.runners = withResultCache(workers, results);
    this.explanation = explanationQuery(workers, (words) => this.reportError("The load of this channel could not be explained", words));
    this.explanation.subscribe(this.notify);
    this.first = new ScenarioRuns(this.runners, store.getState().session.speed);
  }

  private readonly reportError = (description: string, words: string): void =>
    this.store.setState({ session: { toast: `${description}: ${words}. The page keeps trying.` } });

  /** Sets the requests that views need from now on. */
  setRequests(demand: Queries.PageRequests): void {
    this.requests = demand;
    this.explanation.request(demand.explanation);
    if (this.queries !== null) this.queries.setRequests(demand);
    else if (demand.waits !== null || demand.histories.length + demand.saturations.length > 0)
      void queriesCode.fetch().then(this.beginQueries, () => undefined);
  }

  private readonly beginQueries = ({ PageQueries }: typeof Queries): void => {
    this.queries ??= new PageQueries(this.workers, this.runners, this.notify, this.reportError);
    this.queries.setRequests(this.requests);
  };

  /** Workers for whole runs that return cached results if possible. */
  readonly runners: Workers;

  /** Runs of all scenarios, in the order of the document. */
  get all(): readonly ScenarioRuns[] {
    return [this.first, ...this.otherRuns];
  }

  /** The runs of the active network, to which the channel card and all views of a single network refer. */
  get active(): ScenarioRuns {
    return this.all[this.store.getState().session.activeNetwork] ?? this.first;
  }

  /** The state of all runs at this moment. */
  get snapshots(): readonly RunSnapshot[] {
    return this.all.map((each) => ({ state: each.snapshot(), played: each.frame, isFrameStale: each.isFrameStale }));
  }

  /** Indices of the watched runs: the run of the active network, and the runs of the two networks that are shown side by side. */
  private get watched(): readonly number[] {
    const state = this.store.getState();
    return [...new Set([state.session.activeNetwork, ...comparedPair(state)])];
  }

  /** The time that the watched runs show or move to. It is the time of the furthest run, because other runs may have ended earlier. */
  get clockTime(): number {
    return Math.max(0, ...this.all.map(playbackTimeOf));
  }

  /**
   * The watched run that determines the page's clock: the run of the active network; if it has ended, a run that continues; if all have
   * ended, the run with the latest end. Everything but time refers to the active run.
   */
  get leading(): ScenarioRuns {
    const isRunning = (each: ScenarioRuns) => !hasPlaybackEnded(each.snapshot().playback?.state.is);
    const candidates = [this.active, ...this.all];
    return candidates.find(isRunning) ?? candidates.reduce((last, each) => (playbackTimeOf(each) > playbackTimeOf(last) ? each : last));
  }

  /**
   * Factor by which watched runs are played faster than the chosen speed. The longest run determines it, once its length is known, or the last
   * one to stand still if all do.
   */
  get speedFactor(): number {
    const results = this.snapshots.map(({ state: { answer, isAnswerStale } }) => (isAnswerStale ? null : (answer?.results ?? null)));
    const cycles = results.map((each) => each?.cycles ?? 0);
    return speedFactorOf(Math.max(...cycles), Math.max(...results.map((each) => each?.stalledSince ?? Infinity)));
  }

  /** Calls the listener whenever something computed for the document changes. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Notifies listeners that something has changed. `moved` means only that a run has advanced: such notifications are throttled. */
  readonly notify = (change: "changed" | "moved" = "changed"): void => {
    this.revision++;
    if (change === "moved") {
      this.frameLoop.markMoved();
      const wait = this.notifiedAt + notifyInterval - performance.now();
      // If frames are rarer than `notifyInterval`, each frame notifies immediately.
      if (wait <= 0) this.notifyListeners();
      else this.notifyTimer ??= setTimeout(() => this.notifyListeners(), wait);
      return;
    }
    this.applySpeed();
    this.frameLoop.markDirty();
    this.notifyListeners();
  };

  private notifyListeners(): void {
    clearTimeout(this.notifyTimer);
    this.notifyTimer = undefined;
    this.notifiedAt = performance.now();
    for (const listener of this.listeners) listener();
  }

  /** The speed that the reader has chosen, cycles per second. */
  get chosenSpeed(): number {
    return this.store.getState().session.speed;
  }

  /** Sets the playback speed of all watched runs. */
  private applySpeed(): void {
    const speed = playedSpeed(this.chosenSpeed, this.speedFactor);
    for (const each of this.all) each.setSpeed(speed);
  }

  /** Starts keeping the runs up to date with the page's store. Returns a function that stops this and closes the runs. */
  follow(): () => void {
    this.showDocument();
    const unsubscribers = [
      this.first.subscribe(this.notify),
      this.store.subscribe((state, before) => {
        if (isCovered(state) !== isCovered(before)) this.updateCover();
        if (state.document.current !== before.document.current) this.showDocument();
        // Another network is shown: the runs that are played change.
        if (state.session.activeNetwork !== before.session.activeNetwork || state.session.pair !== before.session.pair) {
          this.watch(this.watched);
          this.notify();
        }
        if (state.session.speed !== before.session.speed) this.notify();
        this.frameLoop.markDirty();
      }),
    ];
    return () => {
      for (const stop of unsubscribers) stop();
      for (const each of this.all) each.close();
      this.sweepRuns?.close();
    };
  }

  /**
   * Shows the results of the current document: gives each of its networks a `ScenarioRuns` object, which runs it, and updates the sweep and
   * the queries.
   */
  private showDocument(): void {
    const {
      document: { current: document },
      session: { speed },
    } = this.store.getState();
    const { scenarios, cycles } = namedVariants(document);
    const isFirstComparison = this.otherRuns.length === 0 && scenarios.length > 1 && this.first.snapshot().playback !== null;
    // A network keeps its `ScenarioRuns` when other networks are added or removed. A new network reuses the object of a removed network.
    const newIndices = positionsAfter(this.beside, document.beside);
    const removedRuns = this.otherRuns.filter((_, i) => newIndices[i + 1] === null);
    this.otherRuns = scenarios.slice(1).map((_, i) => {
      // `otherRuns` begins with the runs of network 1. A new network has no index before (−1), hence no runs.
      const networkIndex = i + 1;
      const indexBefore = newIndices.indexOf(networkIndex);
      const existing = this.otherRuns[indexBefore - 1] ?? removedRuns.shift();
      if (existing !== undefined) return existing;
      const other = new ScenarioRuns(this.runners, speed, this.watched.includes(networkIndex));
      other.subscribe(this.notify);
      return other;
    });
    this.beside = document.beside;
    // While a lesson hides results, runs wait at cycle 0.
    const areResultsHidden = isCovered(this.store.getState());
    for (const each of this.all) each.holdAtStart(areResultsHidden);
    for (const each of removedRuns) each.close();
    // During a sweep, repetitions of the scenario itself with other seeds would only delay the sweep.
    const seeds = document.sweep.length > 0 ? 0 : document.seeds;
    // Start the runs only now that every network has its `ScenarioRuns`: runs notify listeners, which read all of these objects.
    this.all.forEach((each, i) => each.showScenario(scenarios[i], seeds, cycles[i]));
    // Runs that share a clock start together.
    if (isFirstComparison) this.first.restart();
    if (this.sweepRuns !== null) this.sweepRuns.showDocument(document);
    else if (document.sweep.length > 0) void sweepCode.fetch().then(this.beginSweep, () => undefined);
    this.queries?.histories.keepOnly(scenarios);
    this.notify();
  }

  private readonly beginSweep = ({ SweepRuns }: typeof Sweeps): void => {
    if (this.sweepRuns === null) {
      this.sweepRuns = new SweepRuns(this.runners, this.workers, this.publishedResults);
      this.sweepRuns.subscribe(this.notify);
    }
    this.sweepRuns.showDocument(this.store.getState().document.current);
  };

  /** The state of the document's sweep. */
  get sweep(): Sweeps.SweepInterface {
    return this.sweepRuns ?? noSweep;
  }

  /** While an answer of a lesson is covered, runs must not be seen. */
  private updateCover(): void {
    for (const each of this.all) each.holdAtStart(isCovered(this.store.getState()));
    this.notify();
  }

  /** Restarts runs that were lost by an error. */
  restartLostRuns(): void {
    for (const each of this.all) {
      const state = each.snapshot();
      if (runFailureOf(state) !== null || state.isCurveIncomplete) each.restart();
    }
    if ((this.sweep.batch?.progress.failed ?? 0) > 0) this.sweep.resume(this.store.getState().document.current);
    this.explanation.retry();
    this.queries?.retry();
  }

  /** Starts watching the runs of some scenarios. These runs catch up with the runs that are watched already. */
  watch(indices: readonly number[]): void {
    // One run may have ended, for example in a deadlock, while other runs continue. All runs are paused only if the reader has paused them.
    const isPlaying = this.leading.snapshot().playback?.state.is !== "paused";
    const time = this.clockTime;
    for (const index of indices) this.all[index]?.watch(time, isPlaying);
  }
}

/** The time that a run shows or moves to. */
function playbackTimeOf(run: ScenarioRuns): number {
  return run.snapshot().playback?.time ?? 0;
}

/** Whether a playback has ended, so that it continues only after a restart. */
export function hasPlaybackEnded(state: PlaybackState["is"] | undefined): boolean {
  return state === undefined || state === "finished" || state === "deadlocked" || state === "failed";
}
