/** All runs of the document on the page. Follows the store and runs the scenarios of the current document. */
import type { Document } from "../../core/scenario/document.ts";
import { placesAfter } from "../../core/scenario/variants.ts";
import type { PlaybackState, PlayedFrame, Workers } from "../../worker/client.ts";
import type { FrameLoop } from "../../views/frame-loop.ts";
import { isCovered } from "../state/mode-state.ts";
import { pairOf } from "../state/session-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { namedVariants } from "../../words/variants.ts";
import { speedFactorOf } from "./pace.ts";
import { type ResultCache, remembering } from "./result-cache.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import { type ExplanationRequest, explanationQuery } from "./explanation-query.ts";
import type { Query } from "./query.ts";
import { lazyCode } from "../ui/lazy.ts";
import type * as Queries from "./page-queries.ts";
import type { PublishedResultsOf } from "./published-results.ts";
import { lostIn, ScenarioRuns, type ScenarioRunsState } from "./scenario-runs.ts";
import type * as Sweeps from "./sweep.ts";

/** State of one scenario's run at a moment. */
export interface KnownRun {
  readonly state: ScenarioRunsState;
  /** Its latest frame; null before the first. */
  readonly played: PlayedFrame | null;
  /** Whether the frame is that of an earlier scenario. */
  readonly isFrameStale: boolean;
}

/** Milliseconds between updates of numbers of a continuing run: faster changes cannot be read. */
const pace = 200;

const sweepCode = lazyCode(() => import("./sweep.ts"));
const noSweep: Sweeps.KnownSweep = {
  table: null,
  batch: null,
  published: null,
  comparison: "not yet",
  curveOf: () => null,
  goOn() {},
  repeat() {},
};

const queriesCode = lazyCode(() => import("./page-queries.ts"));

export const noDemand: Queries.PageDemand = { explanation: null, waits: null, pasts: [], saturations: [] };

/** The runs of all scenarios of the document, its sweep and its queries. */
export class PageRuns {
  /** The document's first scenario. */
  readonly first: ScenarioRuns;
  /** The runs of the document's sweep. Null until there is a sweep: its code is loaded then. */
  private sweepRuns: Sweeps.SweepRuns | null = null;
  /** Why the selected channel is busy. */
  readonly explanation: Query<ExplanationRequest, Explanation>;
  /** Other queries. Null until one is needed: their code is loaded then. */
  queries: Queries.PageQueries | null = null;
  /** The requests that are currently needed. */
  private demand = noDemand;
  /** Increases with every change. Values derived at an earlier revision are outdated. */
  edition = 0;
  /** The scenarios after the first, in order. */
  private others: readonly ScenarioRuns[] = [];
  /** Their networks as they were in the document. */
  private beside: Document["beside"] = [];
  private readonly listeners = new Set<() => void>();
  private telling: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last notification, milliseconds. */
  private toldAt = -Infinity;

  constructor(
    private readonly store: WorkbenchStore,
    private readonly workers: Workers,
    results: ResultCache,
    private readonly publishedResults: PublishedResultsOf,
    private readonly frameLoop: FrameLoop,
  ) {
    this.runners = remembering(workers, results);
    this.explanation = explanationQuery(workers, (words) => this.sayFault("Why this channel is busy was not found", words));
    this.explanation.subscribe(this.tell);
    this.first = new ScenarioRuns(this.runners, store.getState().session.speed);
  }

  private readonly sayFault = (what: string, words: string): void =>
    this.store.setState({ session: { toast: `${what}: ${words}. It is tried again while you look.` } });

  /** Sets the requests that views need from now on. */
  want(demand: Queries.PageDemand): void {
    this.demand = demand;
    this.explanation.want(demand.explanation);
    if (this.queries !== null) this.queries.want(demand);
    else if (demand.waits !== null || demand.pasts.length + demand.saturations.length > 0)
      void queriesCode.fetch().then(this.beginQueries, () => undefined);
  }

  private readonly beginQueries = ({ PageQueries }: typeof Queries): void => {
    this.queries ??= new PageQueries(this.workers, this.runners, this.tell, this.sayFault);
    this.queries.want(this.demand);
  };

  /** Workers for whole runs that return cached results if possible. */
  readonly runners: Workers;

  /** Runs of all scenarios, in the order of the document. */
  get all(): readonly ScenarioRuns[] {
    return [this.first, ...this.others];
  }

  /** The scenario that single views, the channel card and the clock refer to. */
  get active(): ScenarioRuns {
    return this.all[this.store.getState().session.activeNetwork] ?? this.first;
  }

  /** The state of all runs at this moment. */
  get known(): readonly KnownRun[] {
    return this.all.map((each) => ({ state: each.snapshot(), played: each.frame, isFrameStale: each.isFrameStale }));
  }

  /** Indices of watched runs: that of the active network, and the two that are shown side by side. */
  private get watched(): readonly number[] {
    const state = this.store.getState();
    return [...new Set([state.session.activeNetwork, ...pairOf(state)])];
  }

  /** The time that the watched runs show or move to. It is that of the furthest run, because others may have ended earlier. */
  get clockTime(): number {
    return Math.max(0, ...this.all.map(timeOf));
  }

  /**
   * The watched run that determines the page's clock: the active one; if it has ended, one that still runs; if all have ended, the one with
   * the latest end. Everything but time refers to the active run.
   */
  get leading(): ScenarioRuns {
    const goesOn = (each: ScenarioRuns) => !hasEnded(each.snapshot().playback?.state.is);
    const those = [this.active, ...this.all];
    return those.find(goesOn) ?? those.reduce((last, each) => (timeOf(each) > timeOf(last) ? each : last));
  }

  /** Factor by which watched runs are played faster than the chosen speed. The longest run determines it, once its length is known. */
  get speedFactor(): number {
    const cycles = this.known.map(({ state: { answer, isAnswerStale } }) => (answer === null || isAnswerStale ? 0 : answer.results.cycles));
    return speedFactorOf(Math.max(...cycles));
  }

  /** Calls the listener whenever something computed for the document changes. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Notifies listeners that something has changed. `moved` means only that a run has advanced: such notifications are throttled. */
  readonly tell = (news: "changed" | "moved" = "changed"): void => {
    this.edition++;
    if (news === "moved") {
      this.frameLoop.markMoved();
      const wait = this.toldAt + pace - performance.now();
      // Runs with rare frames notify with each frame.
      if (wait <= 0) this.tellAll();
      else this.telling ??= setTimeout(() => this.tellAll(), wait);
      return;
    }
    this.keepPace();
    this.frameLoop.markDirty();
    this.tellAll();
  };

  private tellAll(): void {
    clearTimeout(this.telling);
    this.telling = undefined;
    this.toldAt = performance.now();
    for (const listener of this.listeners) listener();
  }

  /** Sets the playback speed of all watched runs. */
  private keepPace(): void {
    const speed = this.store.getState().session.speed * this.speedFactor;
    for (const each of this.all) each.setSpeed(speed);
  }

  /** Starts following the store. Returns a function that stops it. */
  follow(): () => void {
    this.show();
    const stops = [
      this.first.subscribe(this.tell),
      this.store.subscribe((state, before) => {
        if (isCovered(state) !== isCovered(before)) this.holdAll();
        if (state.document.current !== before.document.current) this.show();
        if (state.session.activeNetwork !== before.session.activeNetwork || state.session.pair !== before.session.pair) {
          this.watch(this.watched);
          this.tell();
        }
        if (state.session.speed !== before.session.speed) this.keepPace();
        this.frameLoop.markDirty();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const each of this.all) each.close();
      this.sweepRuns?.close();
    };
  }

  /** Switches to the document in the store. */
  private show(): void {
    const {
      document: { current: document },
      session: { speed },
    } = this.store.getState();
    const { scenarios, cycles } = namedVariants(document);
    // Assign scenarios to all runs before any of them notifies a listener.
    const joinsLate = this.others.length === 0 && scenarios.length > 1 && this.first.snapshot().playback !== null;
    // A run stays with its network when others are added or removed. A new network reuses the run object of a removed one.
    const places = placesAfter(this.beside, document.beside);
    const gone = this.others.filter((_, i) => places[i + 1] === null);
    this.others = scenarios.slice(1).map((_, i) => {
      const known = this.others[places.indexOf(i + 1) - 1] ?? gone.shift();
      if (known !== undefined) return known;
      const other = new ScenarioRuns(this.runners, speed, this.watched.includes(i + 1));
      other.subscribe(this.tell);
      return other;
    });
    this.beside = document.beside;
    for (const each of this.all) each.hold(isCovered(this.store.getState()));
    for (const each of gone) each.close();
    // During a sweep, seed repetitions of the scenario itself would only delay the sweep.
    const seeds = document.sweep.length > 0 ? 0 : document.seeds;
    this.all.forEach((each, i) => each.show(scenarios[i], seeds, cycles[i]));
    // Runs that share a clock start together.
    if (joinsLate) this.first.restart();
    if (this.sweepRuns !== null) this.sweepRuns.show(document);
    else if (document.sweep.length > 0) void sweepCode.fetch().then(this.beginSweep, () => undefined);
    this.queries?.pasts.keepOnly(scenarios);
    this.tell();
  }

  private readonly beginSweep = ({ SweepRuns }: typeof Sweeps): void => {
    if (this.sweepRuns === null) {
      this.sweepRuns = new SweepRuns(this.runners, this.workers, this.publishedResults);
      this.sweepRuns.subscribe(this.tell);
    }
    this.sweepRuns.show(this.store.getState().document.current);
  };

  /** The state of the document's sweep. */
  get sweep(): Sweeps.KnownSweep {
    return this.sweepRuns ?? noSweep;
  }

  /** While an answer of a lesson is covered, runs must not be seen. */
  private holdAll(): void {
    for (const each of this.all) each.hold(isCovered(this.store.getState()));
    this.tell();
  }

  /** Restarts runs that were lost by an error. */
  runLost(): void {
    for (const each of this.all) {
      const state = each.snapshot();
      if (lostIn(state) !== null || state.isCurveLost) each.restart();
    }
    if ((this.sweep.batch?.progress.failed ?? 0) > 0) this.sweep.goOn(this.store.getState().document.current);
    this.explanation.retry();
    this.queries?.retry();
  }

  /** Starts watching the runs of some scenarios. They catch up with the others. */
  watch(indices: readonly number[]): void {
    // One run may have ended, for example in a deadlock, while the others continue. All are paused only if the reader paused.
    const isPlaying = this.leading.snapshot().playback?.state.is !== "paused";
    const now = this.clockTime;
    for (const index of indices) this.all[index]?.watch(now, isPlaying);
  }
}

/** The time that a run shows or moves to. */
function timeOf(each: ScenarioRuns): number {
  return each.snapshot().playback?.time ?? 0;
}

/** Whether a run does not continue by itself any more. */
export function hasEnded(state: PlaybackState["is"] | undefined): boolean {
  return state === undefined || state === "finished" || state === "deadlocked" || state === "failed";
}
