/** What runs for the document on the page: it follows the store, and whatever scenarios stand there are the ones that run. */
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

/** What is known of the run of one scenario at a moment. */
export interface KnownRun {
  readonly state: ScenarioRunsState;
  /** Its latest frame; null before the first. */
  readonly played: PlayedFrame | null;
  /** True while that is of an older scenario. */
  readonly isFrameStale: boolean;
}

/** Milliseconds between two readings of a run that goes on: words that change faster cannot be read. */
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

export class PageRuns {
  /** The document's first scenario. */
  readonly first: ScenarioRuns;
  /** The runs of the document's sweep; null until one is swept, with which their code is fetched. */
  private sweepRuns: Sweeps.SweepRuns | null = null;
  /** Why the channel that the page speaks of is busy. */
  readonly explanation: Query<ExplanationRequest, Explanation>;
  /** What else is computed while a reader looks; null until something of it is wanted, with which its code is fetched. */
  queries: Queries.PageQueries | null = null;
  /** What is wanted of it at the moment. */
  private demand = noDemand;
  /** Another number after all news: what was made of what was known before is then outdated. */
  edition = 0;
  /** The scenarios beside the first, in their order. */
  private others: readonly ScenarioRuns[] = [];
  /** The networks that they are of, as the document had them. */
  private beside: Document["beside"] = [];
  private readonly listeners = new Set<() => void>();
  private telling: ReturnType<typeof setTimeout> | undefined;
  /** When listeners were last called, milliseconds. */
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

  /** Says what views need from now on. */
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

  /** Workers for whole runs, which run only what is not known yet. */
  readonly runners: Workers;

  /** All scenarios of the document as they are computed, in its order. */
  get all(): readonly ScenarioRuns[] {
    return [this.first, ...this.others];
  }

  /** The scenario that single views, the channel's card and the clock speak of. */
  get active(): ScenarioRuns {
    return this.all[this.store.getState().session.activeNetwork] ?? this.first;
  }

  /** What is known of all of them at this moment. */
  get known(): readonly KnownRun[] {
    return this.all.map((each) => ({ state: each.snapshot(), played: each.frame, isFrameStale: each.isFrameStale }));
  }

  /** Runs that are watched as they go: what is in front, and what is drawn beside each other. */
  private get watched(): readonly number[] {
    const state = this.store.getState();
    return [...new Set([state.session.activeNetwork, ...pairOf(state)])];
  }

  /** The time at which the watched runs stand, or to which they go: that of the furthest, for others may have come to their end before. */
  get clockTime(): number {
    return Math.max(0, ...this.all.map(timeOf));
  }

  /**
   * The watched run whose clock is the page's: the one in front, or where that has come to its end, one that still goes on; and
   * where all have, the one that ended last. For everything but time, that in front speaks.
   */
  get leading(): ScenarioRuns {
    const goesOn = (each: ScenarioRuns) => !hasEnded(each.snapshot().playback?.state.is);
    const those = [this.active, ...this.all];
    return those.find(goesOn) ?? those.reduce((last, each) => (timeOf(each) > timeOf(last) ? each : last));
  }

  /** How many times faster the watched runs are played than is asked for: the longest of them says it, once it is known. */
  get speedFactor(): number {
    const cycles = this.known.map(({ state: { answer, isAnswerStale } }) => (answer === null || isAnswerStale ? 0 : answer.results.cycles));
    return speedFactorOf(Math.max(...cycles));
  }

  /** Calls back whenever anything computed for the document changes; returns the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Says that something has changed, or only that a run has gone on, which is told at a pace that can be read. */
  readonly tell = (news: "changed" | "moved" = "changed"): void => {
    this.edition++;
    if (news === "moved") {
      this.frameLoop.markMoved();
      const wait = this.toldAt + pace - performance.now();
      // Frames that are rarer than that come with their numbers.
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

  /** Plays the watched runs at the speed asked for, all on one clock. */
  private keepPace(): void {
    const speed = this.store.getState().session.speed * this.speedFactor;
    for (const each of this.all) each.setSpeed(speed);
  }

  /** Begins to follow the store; returns the way to stop. */
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

  /** Turns to the document in the store. */
  private show(): void {
    const {
      document: { current: document },
      session: { speed },
    } = this.store.getState();
    const { scenarios, cycles } = namedVariants(document);
    // Each scenario has its runs before any of them notifies a listener.
    const joinsLate = this.others.length === 0 && scenarios.length > 1 && this.first.snapshot().playback !== null;
    // A run stays with its network while others come and go; a new network takes over from one that is gone.
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
    // A sweep says what is to be run; a curve of its own would only keep it waiting.
    const seeds = document.sweep.length > 0 ? 0 : document.seeds;
    this.all.forEach((each, i) => each.show(scenarios[i], seeds, cycles[i]));
    // Two runs under one clock begin together.
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

  /** What is known of the document's sweep. */
  get sweep(): Sweeps.KnownSweep {
    return this.sweepRuns ?? noSweep;
  }

  /** While an answer is covered, no run is seen to go on. */
  private holdAll(): void {
    for (const each of this.all) each.hold(isCovered(this.store.getState()));
    this.tell();
  }

  /** Runs anew what was lost. */
  runLost(): void {
    for (const each of this.all) {
      const state = each.snapshot();
      if (lostIn(state) !== null || state.isCurveLost) each.restart();
    }
    if ((this.sweep.batch?.progress.failed ?? 0) > 0) this.sweep.goOn(this.store.getState().document.current);
    this.explanation.retry();
    this.queries?.retry();
  }

  /** Lets the runs of some scenarios be watched from now on; they catch up with those that are. */
  watch(indices: readonly number[]): void {
    // One run may have ended, in a deadlock, while the others go on: only the reader pauses them all.
    const isPlaying = this.leading.snapshot().playback?.state.is !== "paused";
    const now = this.clockTime;
    for (const index of indices) this.all[index]?.watch(now, isPlaying);
  }
}

/** The time at which a run stands, or to which it goes. */
function timeOf(each: ScenarioRuns): number {
  return each.snapshot().playback?.time ?? 0;
}

/** Whether a run goes on no more by itself. */
export function hasEnded(state: PlaybackState["is"] | undefined): boolean {
  return state === undefined || state === "finished" || state === "deadlocked" || state === "failed";
}
