/**
 * Everything computed for one scenario of the page: the watched run, its results computed in advance, facts that need no simulation, and
 * the load curve. All times are in cycles of the document's first network. After an edit, the old results stay until the new ones arrive,
 * so the page is never blank; jobs of older scenarios are cancelled.
 */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { type ValidationIssue, describeIssues } from "../../core/base/errors.ts";
import type { Results } from "../../core/measures/results.ts";
import { withAppearance, type Scenario, topologyFacts, scenarioParams } from "../../core/scenario/scenario.ts";
import { rescaledAnalysis, rescaledResults } from "../../core/results/rescale.ts";
import { capitalize } from "../../words/params.ts";
import { runName, reportName } from "./run-name.ts";
import { type Curve, curvePointOf } from "../../core/measures/curve.ts";
import { Batch, runTasks } from "./batch.ts";
import { errorText, isLostRun, Query, type QueryState } from "./query.ts";
import type { Playback, PlayedFrame, Workers } from "../../worker/client.ts";
import type { OpenedRun } from "../../worker/protocol.ts";
import { scenarioLoad, loadPath } from "../../core/scenario/load.ts";
import { paramAtPath, withValueAtPath } from "../../core/scenario/param-path.ts";

/** If a curve takes more seconds than this, the page shows its progress. */
export const curveProgressDelay = 3;
/** Number of loads of the curve, equally spaced up to the largest. */
export const curvePointCount = 20;
/** Milliseconds from an edit to the start of a curve. */
const curveDelay = 250;
/**
 * Milliseconds that a run or playback of an older scenario may still take while a number is dragged, so that intermediate results appear.
 */
const maxOverrun = 250;

/** The results that are known at present. */
export interface ScenarioRunsState {
  readonly playback: Playback | null;
  /** The latest results and their scenario. They belong to an older scenario until the new results arrive. */
  readonly answer: { readonly scenario: Scenario; readonly results: Results } | null;
  readonly analysis: Analysis | null;
  /** `isOnDemand` if the network is so large that the curve runs only at the reader's request. */
  readonly curve: Curve;
  /** Fraction of the running computation, 0 to 1; 0 if unknown. */
  readonly progress: number;
  /** True while the results are those of an older scenario. */
  readonly isAnswerStale: boolean;
  /** True while the curve and the analysis are those of an older scenario. */
  readonly isCurveStale: boolean;
  /** Estimated seconds until the results arrive; null if no estimate is possible yet. */
  readonly secondsLeft: number | null;
  /** Why there are no results: the scenario was refused, or its run failed. Null if all is well. */
  readonly failure: string | null;
  /** Why there is no analysis, and whether runs of the curve are missing, because a worker failed. Null and false if all is well. */
  readonly analysisFailure: string | null;
  readonly isCurveIncomplete: boolean;
  /** Whether the scenario is invalid, so that running it again would not help. */
  readonly isRefused: boolean;
  /** The first issue of an invalid scenario for which the nearest valid value is known; null for none. */
  readonly repairableIssue: ValidationIssue | null;
}

const initialState: ScenarioRunsState = {
  playback: null,
  answer: null,
  analysis: null,
  curve: { points: [], expectedPoints: 0 },
  progress: 0,
  secondsLeft: null,
  isAnswerStale: true,
  isCurveStale: true,
  failure: null,
  analysisFailure: null,
  isCurveIncomplete: false,
  isRefused: false,
  repairableIssue: null,
};

/** Why there are no results, no analysis or no playback; null if all is well. */
export function runFailureOf({ failure, analysisFailure, playback }: ScenarioRunsState): string | null {
  return failure ?? analysisFailure ?? (playback?.state.is === "failed" ? playback.state.message : null);
}

/** The loads of the curve: 0.05 … 1.00. Empty for a workload without a load. */
export function curveLoads(scenario: Scenario): readonly number[] {
  const param = paramAtPath(scenario, loadPath);
  if (scenarioLoad(scenario) === null || param?.type !== "number") return [];
  return Array.from({ length: curvePointCount }, (_, i) => Number((((i + 1) / curvePointCount) * param.max).toFixed(6)));
}

/** Issues as sentences. An issue of a whole section is shown without its path. */
function issuesText(issues: readonly ValidationIssue[]): string {
  const withPaths = issues.map((issue) => (issue.path.includes(".") ? issue : { ...issue, path: "", message: capitalize(issue.message) }));
  return describeIssues(withPaths).join(" ");
}

/** The message in place of results: why the scenario is invalid, or that its run failed. */
function failureFields(state: QueryState<unknown>): Pick<ScenarioRunsState, "failure" | "isRefused" | "repairableIssue"> {
  if (state.is === "refused") {
    const { issues } = state.refusal;
    return { failure: issuesText(issues), isRefused: true, repairableIssue: issues.find(({ nearest }) => nearest !== undefined) ?? null };
  }
  const failure = state.is === "error" ? (state.error instanceof Error ? state.error.message : String(state.error)) : null;
  return { failure, isRefused: false, repairableIssue: null };
}

/** Terminals × cycles above which a run takes more than a moment. */
const maxInstantWork = 2e7;

function needsRequest({ topology, run }: Scenario): boolean {
  // A run that ends when its means are precise enough ends early in a large network.
  const cycles = (run.precision ?? 0) > 0 ? scenarioParams.run.params.window.default : run.warmUp + run.window + run.drain;
  return topologyFacts(topology).terminals * cycles > maxInstantWork;
}

/** Identifies a playback: the run, and the length of its cycle in cycles of the first network. */
const playbackKey = (scenario: Scenario, cycle: number) => (cycle === 1 ? runName(scenario) : `${runName(scenario)} ${cycle}`);
/** Identifies results: like {@link playbackKey}, but names of switches count, too. */
const resultsKey = (scenario: Scenario, cycle: number) => (cycle === 1 ? reportName(scenario) : `${reportName(scenario)} ${cycle}`);

/** Identifies a curve: the scenario without the load, which is the axis. */
const curveKey = (scenario: Scenario) => {
  const [first] = curveLoads(scenario);
  return reportName(first === undefined ? scenario : withValueAtPath(scenario, loadPath, first));
};

/** Called after changes. `moved` means only that a run has advanced, which happens many times per second. */
export type RunListener = (news: "changed" | "moved") => void;

/** A scenario, and the length of a cycle of its run in cycles of the document's first network. */
interface PageScenario {
  readonly scenario: Scenario;
  readonly cycle: number;
}

/** Runs and queries of one scenario. */
export class ScenarioRuns {
  private state = initialState;
  private readonly listeners = new Set<RunListener>();
  private scenario: Scenario | null = null;
  private seeds = 1;
  private cycle = 1;
  private readonly resultsQuery: Query<PageScenario, Results>;
  private readonly analysisQuery: Query<PageScenario, Analysis | null>;
  private curveBatch: Batch | null = null;
  private curveTimer: ReturnType<typeof setTimeout> | undefined;
  private playTimer: ReturnType<typeof setTimeout> | undefined;
  private playbackStartedAt = 0;
  private currentPlaybackKey = "";
  /** The request that the current results answer. */
  private answeredRequest: PageScenario | null = null;
  private currentCurveKey = "";
  private isHeldAtStart = false;
  private lastFrame: PlayedFrame | null = null;
  /** The topology that supplies names and positions of the displayed network, and that network with them. */
  private appearanceTopology: ChosenKind | null = null;
  private cachedAppearance: { readonly opened: OpenedRun; readonly topology: ChosenKind; readonly dressed: OpenedRun } | null = null;
  private unsubscribe: () => void = () => undefined;

  /**
   * Creates the queries for the results of a complete run and for the analysis. Their keys contain the length of the run's cycle in cycles
   * of the first network.
   * @param speed speed of playback, in simulated cycles per second
   */
  constructor(
    private readonly workers: Workers,
    private speed: number,
    /** Whether the run is watched: played on its own worker. */
    private isWatched = true,
  ) {
    this.resultsQuery = new Query({
      maxOverrun,
      keyOf: ({ scenario, cycle }) => resultsKey(scenario, cycle),
      start: ({ scenario }) => {
        this.state = { ...this.state, progress: 0, secondsLeft: null };
        return workers.run(scenario, true, (fraction) => this.updateProgress(fraction));
      },
    });
    this.resultsQuery.subscribe(() => this.updateResults());
    this.analysisQuery = new Query({
      keyOf: ({ scenario, cycle }) => `${curveKey(scenario)} ${cycle}`,
      start: ({ scenario }) => workers.analyze(scenario),
    });
    this.analysisQuery.subscribe(() => this.updateAnalysis());
  }

  readonly subscribe = (listener: RunListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ScenarioRunsState => this.state;

  /**
   * The latest frame. Until the current scenario has its first frame, this is the last frame of the previous scenario. The network of the
   * frame has the current names and positions.
   */
  get frame(): PlayedFrame | null {
    const { latest } = this.state.playback ?? { latest: null };
    const played = latest ?? this.lastFrame;
    if (played === null || this.scenario === null) return played;
    // A frame of an earlier network keeps the names and positions of that network.
    if (!this.isFrameStale) this.appearanceTopology = this.scenario.topology;
    const { appearanceTopology } = this;
    if (appearanceTopology === null) return played;
    const opened = this.withAppearanceOf(played.opened, appearanceTopology);
    return opened === played.opened ? played : { frame: played.frame, opened };
  }

  /** True while the frame is that of an older scenario, or there is none. */
  get isFrameStale(): boolean {
    const isCurrent = this.scenario !== null && this.currentPlaybackKey === playbackKey(this.scenario, this.cycle);
    return !isCurrent || (this.state.playback?.latest ?? null) === null;
  }

  /**
   * The network with names and positions of a topology. Returns the same object while nothing changes, because drawings and components
   * compare by identity.
   */
  private withAppearanceOf(opened: OpenedRun, topology: ChosenKind): OpenedRun {
    const { cachedAppearance } = this;
    if (cachedAppearance?.opened === opened && cachedAppearance.topology === topology) return cachedAppearance.dressed;
    const network = withAppearance(opened.network, topology);
    const openedWithAppearance = network === opened.network ? opened : { ...opened, network };
    this.cachedAppearance = { opened, topology, dressed: openedWithAppearance };
    return openedWithAppearance;
  }

  /**
   * Switches to a scenario. While a number is dragged, this is called for every movement of the pointer.
   * @param seeds runs for each load of the curve, with different seeds; 0 for no curve
   * @param cycle length of a cycle of the scenario in cycles of the document's first network
   */
  showScenario(scenario: Scenario, seeds = 1, cycle = 1): void {
    const key = resultsKey(scenario, cycle);
    if (this.currentResultsKey === key && this.seeds === seeds) {
      // The run is the same, but switches may have moved or been renamed.
      if (this.scenario?.topology !== scenario.topology) this.update({});
      this.scenario = scenario;
      return;
    }
    this.scenario = scenario;
    this.seeds = seeds;
    this.cycle = cycle;
    this.resultsQuery.request({ scenario, cycle });
    this.updateResults();
    this.playCurrent();
    this.scheduleCurve(scenario);
  }

  /** Key of the current results; empty before the first scenario. */
  private get currentResultsKey(): string {
    return this.scenario === null ? "" : resultsKey(this.scenario, this.cycle);
  }

  /** The runs of the curve, which can be paused and stopped; null if there are none. */
  get curveRuns(): Batch | null {
    return this.curveBatch;
  }

  /** Runs the current scenario from the beginning. */
  restart(): void {
    this.currentPlaybackKey = "";
    this.resultsQuery.retry();
    this.playCurrent();
    const { isCurveStale, analysisFailure, isCurveIncomplete } = this.state;
    if (this.scenario === null || !(isCurveStale || analysisFailure !== null || isCurveIncomplete)) return;
    this.currentCurveKey = "";
    this.scheduleCurve(this.scenario);
  }

  /** Moves the watched run to a time, in cycles of the first network, and pauses it. */
  seek(cycle: number): void {
    this.state.playback?.seek(cycle);
  }

  /** Starts watching the run: it moves to a time, in cycles of the first network, and continues from there if `isPlaying`. */
  watch(cycle: number, isPlaying: boolean): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.playCurrent();
    this.state.playback?.seek(cycle);
    if (isPlaying) this.state.playback?.play();
  }

  /** Keeps the watched run at cycle 0, also if it restarts, until it is released. */
  holdAtStart(isHeld: boolean): void {
    if (isHeld === this.isHeldAtStart) return;
    this.isHeldAtStart = isHeld;
    if (isHeld) this.state.playback?.seek(0);
    else this.state.playback?.play();
  }

  /** Sets the speed of playback, in simulated cycles of the first network per second. */
  setSpeed(speed: number): void {
    this.speed = speed;
    this.state.playback?.setSpeed(speed);
  }

  /** Cancels all jobs. */
  close(): void {
    clearTimeout(this.playTimer);
    this.cancelCurve();
    this.resultsQuery.request(null);
    this.unsubscribe();
    this.state.playback?.close();
    this.listeners.clear();
  }

  private update(change: Partial<ScenarioRunsState>, news: "changed" | "moved" = "changed"): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener(news);
  }

  /** Plays the current scenario. A playback that is still opening gets a moment to show its first frame. */
  private playCurrent(): void {
    clearTimeout(this.playTimer);
    const { scenario } = this;
    if (scenario === null || !this.isWatched) return;
    const played = playbackKey(scenario, this.cycle);
    if (played === this.currentPlaybackKey) return;
    const { playback } = this.state;
    const isOpening = playback !== null && playback.latest === null && playback.state.is === "opening";
    if (isOpening && performance.now() - this.playbackStartedAt < maxOverrun) this.playTimer = setTimeout(() => this.playCurrent(), 30);
    else this.play(scenario, played);
  }

  /**
   * Starts the playback of a scenario (a run that is slow enough to watch) in place of the previous one, whose last frame is shown until the
   * first new one arrives. Listeners receive `changed` if the status of the playback changes, and otherwise `moved`: the run has advanced.
   * While a lesson hides the results (`isHeldAtStart`), the run waits at cycle 0.
   */
  private play(scenario: Scenario, key: string): void {
    const previous = this.state.playback;
    this.lastFrame = previous?.latest ?? this.lastFrame;
    this.unsubscribe();
    previous?.close();
    const playback = this.workers.play(scenario, this.cycle);
    playback.setSpeed(this.speed);
    if (this.isHeldAtStart) playback.seek(0);
    else playback.play();
    this.currentPlaybackKey = key;
    this.playbackStartedAt = performance.now();
    let lastStatus = "";
    this.unsubscribe = playback.subscribe(() => {
      const { state, latest } = playback;
      const status = `${state.is} ${"seeking" in state ? state.seeking : ""} ${latest === null}`;
      const news = status === lastStatus ? "moved" : "changed";
      lastStatus = status;
      for (const listener of this.listeners) listener(news);
    });
    this.update({ playback });
    this.endPlaybackAtStandstill();
  }

  /** If nothing moves from some cycle on, the playback of the same run ends there. */
  private endPlaybackAtStandstill(): void {
    const { playback, answer, isAnswerStale } = this.state;
    if (answer?.results.stalledSince === undefined || isAnswerStale) return;
    if (this.currentPlaybackKey === playbackKey(answer.scenario, this.cycle)) playback?.endAtStandstill(answer.results.stalledSince);
  }

  private updateProgress(fraction: number): void {
    const seconds = this.resultsQuery.jobAge / 1000;
    this.update(
      { progress: fraction, secondsLeft: seconds > 1 && fraction > 0.02 ? (seconds * (1 - fraction)) / fraction : null },
      "moved",
    );
  }

  private updateResults(): void {
    const { state, latest } = this.resultsQuery;
    if (latest !== null && latest.request !== this.answeredRequest) {
      const { scenario, cycle } = (this.answeredRequest = latest.request);
      this.state = { ...this.state, answer: { scenario, results: rescaledResults(latest.value, cycle) } };
    }
    this.update({ isAnswerStale: state.is !== "value", ...failureFields(state) });
    this.endPlaybackAtStandstill();
  }

  private updateAnalysis(): void {
    const { state, latest } = this.analysisQuery;
    const isLost = state.is === "error";
    this.update({
      // If the analysis failed, do not show the analysis of an older scenario.
      analysis: isLost || latest === null || latest.value === null ? null : rescaledAnalysis(latest.value, latest.request.cycle),
      analysisFailure: isLost ? `The analysis of the ideal throughput failed: ${errorText(state.error)}.` : null,
      ...(state.is === "value" && this.curveLoads.length === 0 ? { isCurveStale: false } : {}),
    });
  }

  /** The loads for which the curve has runs. */
  private get curveLoads(): readonly number[] {
    return this.scenario === null || this.seeds === 0 ? [] : curveLoads(this.scenario);
  }

  private cancelCurve(): void {
    clearTimeout(this.curveTimer);
    this.analysisQuery.request(null);
    this.curveBatch?.stop();
    this.curveBatch = null;
  }

  /** Starts curve and analysis of a scenario after a delay, unless they are shown or running already. */
  private scheduleCurve(scenario: Scenario): void {
    const key = `${curveKey(scenario)} ${this.seeds} ${this.cycle}`;
    if (key === this.currentCurveKey) return;
    this.cancelCurve();
    this.currentCurveKey = key;
    const { curve } = this.state;
    this.update({
      isCurveStale: true,
      analysisFailure: null,
      isCurveIncomplete: false,
      curve: curve.isOnDemand === true ? { points: [], expectedPoints: curve.expectedPoints } : curve,
    });
    this.curveTimer = setTimeout(() => this.startCurve(scenario, key), curveDelay);
  }

  private startCurve(scenario: Scenario, key: string): void {
    const loads = this.curveLoads;
    // If a scenario cannot be analyzed, the curve has no bound; its run reports the reason.
    this.analysisQuery.request({ scenario, cycle: this.cycle });
    this.updateAnalysis();
    if (loads.length === 0 || this.state.curve.expectedPoints === 0) this.update({ curve: { points: [], expectedPoints: loads.length } });
    if (loads.length > 0 && needsRequest(scenario))
      return this.update({ curve: { points: [], expectedPoints: loads.length, isOnDemand: true } });
    this.runCurve(scenario, key, loads);
  }

  /** Runs the curve of a large network at the reader's request. */
  requestCurve(): void {
    const { scenario } = this;
    const { isOnDemand, expectedPoints } = this.state.curve;
    if (scenario === null || isOnDemand !== true) return;
    this.update({ curve: { points: [], expectedPoints } });
    this.runCurve(scenario, this.currentCurveKey, curveLoads(scenario));
  }

  /**
   * Computes the load curve of a scenario: runs it at all loads (phits per cycle and terminal) with all seeds, and updates the curve with
   * each result. The results at one load, one for each seed, form a point.
   */
  private runCurve(scenario: Scenario, key: string, loads: readonly number[]): void {
    const seeds = Array.from({ length: this.seeds }, (_, i) => i);
    // All loads with the first seed, then all with the next: the curve appears first, its confidence band later. Run i has load i mod
    // `loads.length`.
    const scenarios = seeds.flatMap((i) =>
      loads.map((load) => ({ ...withValueAtPath(scenario, loadPath, load), seed: (scenario.seed + i) % 2 ** 32 })),
    );
    const resultsByLoad: Results[][] = loads.map(() => []);
    const { cycle } = this;
    const curve = new Batch(runTasks(this.workers, scenarios), {
      onEnd: (i, results, error) => {
        if (this.curveBatch !== curve || this.currentCurveKey !== key) return;
        if (results === null) return isLostRun(error) ? this.update({ isCurveIncomplete: true }) : undefined;
        resultsByLoad[i % loads.length].push(rescaledResults(results, cycle));
        // Cached results may arrive before the results at lower loads. The curve is shown up to the first missing load.
        const firstMissing = resultsByLoad.findIndex((each) => each.length === 0);
        const connected = firstMissing < 0 ? resultsByLoad : resultsByLoad.slice(0, firstMissing);
        const points = connected.map((each, index) => curvePointOf(loads[index] / cycle, each));
        this.update({ curve: { points, expectedPoints: loads.length }, isCurveStale: false });
      },
      onProgress: () => this.curveBatch === curve && this.update({}),
    });
    this.curveBatch = curve;
  }
}
