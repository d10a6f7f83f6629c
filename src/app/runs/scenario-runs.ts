/**
 * Everything computed for one scenario of the page: the watched run, its results computed in advance, facts that need no simulation, and
 * the load curve. All times are in cycles of the page. After an edit, the old results stay until the new ones arrive, so the page is never
 * blank; jobs of older scenarios are cancelled.
 */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { type ValidationIssue, describeIssues } from "../../core/base/errors.ts";
import type { Results } from "../../core/measures/results.ts";
import { dressed, type Scenario, factsOf, scenarioParams } from "../../core/scenario/scenario.ts";
import { rescaledAnalysis, rescaledResults } from "../../core/results/rescale.ts";
import { capital } from "../../words/params.ts";
import { runName, toldName } from "./run-name.ts";
import { type Curve, pointOf } from "../../core/measures/curve.ts";
import { Batch, runTasks } from "./batch.ts";
import { faultWords, isLostRun, Query, type QueryState } from "./query.ts";
import type { Playback, PlayedFrame, Workers } from "../../worker/client.ts";
import type { Opened } from "../../worker/protocol.ts";
import { loadOf, loadPath } from "../../core/scenario/load.ts";
import { paramAt, withValue } from "../../core/scenario/place.ts";

/** If a curve takes more seconds than this, the page shows its progress. */
export const curvePatience = 3;
/** Number of loads of the curve, equally spaced up to the largest. */
export const curvePoints = 20;
/** Milliseconds from an edit to the start of a curve. */
const curveWait = 250;
/**
 * Milliseconds that a run or playback of an older scenario may still take while a number is dragged, so that intermediate results appear.
 */
const patience = 250;

/** All results so far. */
export interface ScenarioRunsState {
  readonly playback: Playback | null;
  /** The latest results and their scenario. They belong to an older scenario until the new ones arrive. */
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
  readonly lost: string | null;
  /** Why there is no analysis, and whether runs of the curve are missing, because a worker failed. Null and false if all is well. */
  readonly analysisLost: string | null;
  readonly isCurveLost: boolean;
  /** Whether the scenario is invalid, so that running it again would not help. */
  readonly isRefused: boolean;
  /** The first issue of an invalid scenario for which the nearest valid value is known; null for none. */
  readonly remedy: ValidationIssue | null;
}

const nothing: ScenarioRunsState = {
  playback: null,
  answer: null,
  analysis: null,
  curve: { points: [], expected: 0 },
  progress: 0,
  secondsLeft: null,
  isAnswerStale: true,
  isCurveStale: true,
  lost: null,
  analysisLost: null,
  isCurveLost: false,
  isRefused: false,
  remedy: null,
};

/** Why there are no results, no analysis or no playback; null if all is well. */
export function lostIn({ lost, analysisLost, playback }: ScenarioRunsState): string | null {
  return lost ?? analysisLost ?? (playback?.state.is === "failed" ? playback.state.message : null);
}

/** The loads of the curve: 0.05 … 1.00. Empty for a workload without a load. */
export function curveLoads(scenario: Scenario): readonly number[] {
  const param = paramAt(scenario, loadPath);
  if (loadOf(scenario) === null || param?.type !== "number") return [];
  return Array.from({ length: curvePoints }, (_, i) => Number((((i + 1) / curvePoints) * param.max).toFixed(6)));
}

/** Issues as sentences. An issue of a whole section is shown without its path. */
function sayIssues(issues: readonly ValidationIssue[]): string {
  const placed = issues.map((each) => (each.path.includes(".") ? each : { ...each, path: "", message: capital(each.message) }));
  return describeIssues(placed).join(" ");
}

/** The message in place of results: why the scenario is invalid, or that its run failed. */
function lossOf(state: QueryState<unknown>): Pick<ScenarioRunsState, "lost" | "isRefused" | "remedy"> {
  if (state.is === "refused") {
    const { issues } = state.refusal;
    return { lost: sayIssues(issues), isRefused: true, remedy: issues.find(({ nearest }) => nearest !== undefined) ?? null };
  }
  const lost = state.is === "error" ? (state.fault instanceof Error ? state.fault.message : String(state.fault)) : null;
  return { lost, isRefused: false, remedy: null };
}

/** Terminals × cycles above which a run takes more than a moment. */
const large = 2e7;

function isLarge({ topology, run }: Scenario): boolean {
  // A run that ends when its means are precise enough ends early in a large network.
  const cycles = (run.precision ?? 0) > 0 ? scenarioParams.run.params.window.default : run.warmUp + run.window + run.drain;
  return factsOf(topology).terminals * cycles > large;
}

/** Identifies a playback: the run, and the length of its cycle in cycles of the page. */
const playedName = (scenario: Scenario, cycle: number) => (cycle === 1 ? runName(scenario) : `${runName(scenario)} ${cycle}`);
/** Identifies results: like {@link playbackKey}, but names of switches count, too. */
const answerName = (scenario: Scenario, cycle: number) => (cycle === 1 ? toldName(scenario) : `${toldName(scenario)} ${cycle}`);

/** Identifies a curve: the scenario without the load, which is the axis. */
const curveKey = (scenario: Scenario) => {
  const [first] = curveLoads(scenario);
  return toldName(first === undefined ? scenario : withValue(scenario, loadPath, first));
};

/** Called after changes. `moved` means only that a run has advanced, which happens many times per second. */
export type Listener = (news: "changed" | "moved") => void;

/** A scenario, and the length of a cycle of its run in cycles of the page. */
interface PageScenario {
  readonly scenario: Scenario;
  readonly cycle: number;
}

/** Runs and queries of one scenario. */
export class ScenarioRuns {
  private state = nothing;
  private readonly listeners = new Set<Listener>();
  private scenario: Scenario | null = null;
  private seeds = 1;
  private cycle = 1;
  private readonly answers: Query<PageScenario, Results>;
  private readonly analyses: Query<PageScenario, Analysis | null>;
  private curve: Batch | null = null;
  private curveTimer: ReturnType<typeof setTimeout> | undefined;
  private playTimer: ReturnType<typeof setTimeout> | undefined;
  private playbackSince = 0;
  private playedKey = "";
  /** The request that the current results answer. */
  private answered: PageScenario | null = null;
  private wantedCurve = "";
  private isHeld = false;
  private lastFrame: PlayedFrame | null = null;
  /** The topology that supplies names and positions of the displayed network, and that network with them. */
  private wearing: ChosenKind | null = null;
  private fitted: { readonly opened: Opened; readonly topology: ChosenKind; readonly dressed: Opened } | null = null;
  private unwatch: () => void = () => undefined;

  constructor(
    private readonly workers: Workers,
    private speed: number,
    /** Whether the run is watched: played on its own worker. */
    private isWatched = true,
  ) {
    this.answers = new Query({
      patience,
      keyOf: ({ scenario, cycle }) => answerName(scenario, cycle),
      start: ({ scenario }) => {
        this.state = { ...this.state, progress: 0, secondsLeft: null };
        return workers.run(scenario, true, (part) => this.advance(part));
      },
    });
    this.answers.subscribe(() => this.showAnswer());
    this.analyses = new Query({
      keyOf: ({ scenario, cycle }) => `${curveKey(scenario)} ${cycle}`,
      start: ({ scenario }) => workers.analyse(scenario),
    });
    this.analyses.subscribe(() => this.showAnalysis());
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ScenarioRunsState => this.state;

  /**
   * The latest frame. Until the current scenario has its first one, it is the last frame of the previous scenario. Its network has the
   * current names and positions.
   */
  get frame(): PlayedFrame | null {
    const { latest } = this.state.playback ?? { latest: null };
    const played = latest ?? this.lastFrame;
    if (played === null || this.scenario === null) return played;
    // A frame of an earlier network keeps the names and positions of that network.
    if (!this.isFrameStale) this.wearing = this.scenario.topology;
    const { wearing } = this;
    if (wearing === null) return played;
    const opened = this.dress(played.opened, wearing);
    return opened === played.opened ? played : { frame: played.frame, opened };
  }

  /** True while the frame is that of an older scenario, or there is none. */
  get isFrameStale(): boolean {
    const hasOwn = this.scenario !== null && this.playedKey === playedName(this.scenario, this.cycle);
    return !hasOwn || (this.state.playback?.latest ?? null) === null;
  }

  /**
   * The network with names and positions of a topology. Returns the same object while nothing changes, because drawings and components
   * compare by identity.
   */
  private dress(opened: Opened, topology: ChosenKind): Opened {
    const { fitted } = this;
    if (fitted?.opened === opened && fitted.topology === topology) return fitted.dressed;
    const network = dressed(opened.network, topology);
    const dressedNow = network === opened.network ? opened : { ...opened, network };
    this.fitted = { opened, topology, dressed: dressedNow };
    return dressedNow;
  }

  /**
   * Switches to a scenario. While a number is dragged, this is called for every movement of the pointer.
   * @param seeds runs for each load of the curve, with different seeds; 0 for no curve
   * @param cycle length of a cycle of the scenario in cycles of the page
   */
  show(scenario: Scenario, seeds = 1, cycle = 1): void {
    const key = answerName(scenario, cycle);
    if (this.shownName === key && this.seeds === seeds) {
      // The run is the same, but switches may have moved or been renamed.
      if (this.scenario?.topology !== scenario.topology) this.set({});
      this.scenario = scenario;
      return;
    }
    this.scenario = scenario;
    this.seeds = seeds;
    this.cycle = cycle;
    this.answers.want({ scenario, cycle });
    this.showAnswer();
    this.pursue();
    this.turnCurve(scenario);
  }

  /** Key of the current results; empty before the first scenario. */
  private get shownName(): string {
    return this.scenario === null ? "" : answerName(this.scenario, this.cycle);
  }

  /** The runs of the curve, which can be paused and stopped; null if there are none. */
  get curveRuns(): Batch | null {
    return this.curve;
  }

  /** Runs the current scenario from the beginning. */
  restart(): void {
    this.playedKey = "";
    this.answers.retry();
    this.pursue();
    const { isCurveStale, analysisLost, isCurveLost } = this.state;
    if (this.scenario === null || !(isCurveStale || analysisLost !== null || isCurveLost)) return;
    this.wantedCurve = "";
    this.turnCurve(this.scenario);
  }

  /** Moves the watched run to a cycle of the page and pauses it. */
  seek(cycle: number): void {
    this.state.playback?.seek(cycle);
  }

  /** Starts watching the run: it moves to a cycle of the page, and continues from there if `isPlaying`. */
  watch(cycle: number, isPlaying: boolean): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.pursue();
    this.state.playback?.seek(cycle);
    if (isPlaying) this.state.playback?.play();
  }

  /** Keeps the watched run at cycle 0, also if it restarts, until it is released. */
  hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    if (isHeld) this.state.playback?.seek(0);
    else this.state.playback?.play();
  }

  /** Sets the speed in simulated cycles of the page per second. */
  setSpeed(speed: number): void {
    this.speed = speed;
    this.state.playback?.setSpeed(speed);
  }

  /** Cancels all jobs. */
  close(): void {
    clearTimeout(this.playTimer);
    this.dropCurve();
    this.answers.want(null);
    this.unwatch();
    this.state.playback?.close();
    this.listeners.clear();
  }

  private set(change: Partial<ScenarioRunsState>, news: "changed" | "moved" = "changed"): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener(news);
  }

  /** Plays the current scenario. A playback that is still opening gets a moment to show its first frame. */
  private pursue(): void {
    clearTimeout(this.playTimer);
    const { scenario } = this;
    if (scenario === null || !this.isWatched) return;
    const played = playedName(scenario, this.cycle);
    if (played === this.playedKey) return;
    const { playback } = this.state;
    const isOpening = playback !== null && playback.latest === null && playback.state.is === "opening";
    if (isOpening && performance.now() - this.playbackSince < patience) this.playTimer = setTimeout(() => this.pursue(), 30);
    else this.play(scenario, played);
  }

  /** Replaces the playback. Listeners receive `moved` unless its status has changed. */
  private play(scenario: Scenario, key: string): void {
    const before = this.state.playback;
    this.lastFrame = before?.latest ?? this.lastFrame;
    this.unwatch();
    before?.close();
    const playback = this.workers.play(scenario, this.cycle);
    playback.setSpeed(this.speed);
    if (this.isHeld) playback.seek(0);
    else playback.play();
    this.playedKey = key;
    this.playbackSince = performance.now();
    let told = "";
    this.unwatch = playback.subscribe(() => {
      const { state, latest } = playback;
      const now = `${state.is} ${"seeking" in state ? state.seeking : ""} ${latest === null}`;
      const news = now === told ? "moved" : "changed";
      told = now;
      for (const listener of this.listeners) listener(news);
    });
    this.set({ playback });
  }

  private advance(part: number): void {
    const seconds = this.answers.age / 1000;
    this.set({ progress: part, secondsLeft: seconds > 1 && part > 0.02 ? (seconds * (1 - part)) / part : null }, "moved");
  }

  private showAnswer(): void {
    const { state, latest } = this.answers;
    if (latest !== null && latest.request !== this.answered) {
      const { scenario, cycle } = (this.answered = latest.request);
      this.state = { ...this.state, answer: { scenario, results: rescaledResults(latest.value, cycle) } };
    }
    this.set({ isAnswerStale: state.is !== "value", ...lossOf(state) });
  }

  private showAnalysis(): void {
    const { state, latest } = this.analyses;
    const isLost = state.is === "error";
    this.set({
      // If the analysis failed, do not show that of an older scenario.
      analysis: isLost || latest === null || latest.value === null ? null : rescaledAnalysis(latest.value, latest.request.cycle),
      analysisLost: isLost ? `What it carries at most was not found: ${faultWords(state.fault)}.` : null,
      ...(state.is === "value" && this.curveLoads.length === 0 ? { isCurveStale: false } : {}),
    });
  }

  /** The loads for which the curve has runs. */
  private get curveLoads(): readonly number[] {
    return this.scenario === null || this.seeds === 0 ? [] : curveLoads(this.scenario);
  }

  private dropCurve(): void {
    clearTimeout(this.curveTimer);
    this.analyses.want(null);
    this.curve?.stop();
    this.curve = null;
  }

  /** Starts curve and analysis of a scenario after a delay, unless they are shown or running already. */
  private turnCurve(scenario: Scenario): void {
    const key = `${curveKey(scenario)} ${this.seeds} ${this.cycle}`;
    if (key === this.wantedCurve) return;
    this.dropCurve();
    this.wantedCurve = key;
    const { curve } = this.state;
    this.set({
      isCurveStale: true,
      analysisLost: null,
      isCurveLost: false,
      curve: curve.isWaiting === true ? { points: [], expected: curve.expected } : curve,
    });
    this.curveTimer = setTimeout(() => this.beginCurve(scenario, key), curveWait);
  }

  private beginCurve(scenario: Scenario, key: string): void {
    const loads = this.curveLoads;
    // If a scenario cannot be analyzed, the curve has no bound; its run reports the reason.
    this.analyses.want({ scenario, cycle: this.cycle });
    this.showAnalysis();
    if (loads.length === 0 || this.state.curve.expected === 0) this.set({ curve: { points: [], expected: loads.length } });
    if (loads.length > 0 && isLarge(scenario)) return this.set({ curve: { points: [], expected: loads.length, isWaiting: true } });
    this.runCurve(scenario, key, loads);
  }

  /** Runs the curve of a large network at the reader's request. */
  askCurve(): void {
    const { scenario } = this;
    const { isWaiting, expected } = this.state.curve;
    if (scenario === null || isWaiting !== true) return;
    this.set({ curve: { points: [], expected } });
    this.runCurve(scenario, this.wantedCurve, curveLoads(scenario));
  }

  /** Runs all loads of the curve with all seeds, and updates the curve with each result. */
  private runCurve(scenario: Scenario, key: string, loads: readonly number[]): void {
    const seeds = Array.from({ length: this.seeds }, (_, i) => i);
    // All loads with the first seed, then all with the next: the curve appears first, its confidence band later.
    const scenarios = seeds.flatMap((i) =>
      loads.map((load) => ({ ...withValue(scenario, loadPath, load), seed: (scenario.seed + i) % 2 ** 32 })),
    );
    const runs: Results[][] = loads.map(() => []);
    const { cycle } = this;
    const curve = new Batch(runTasks(this.workers, scenarios), {
      onEnd: (i, results, fault) => {
        if (this.curve !== curve || this.wantedCurve !== key) return;
        if (results === null) return isLostRun(fault) ? this.set({ isCurveLost: true }) : undefined;
        runs[i % loads.length].push(rescaledResults(results, cycle));
        // Cached results may arrive before those at lower loads. The curve is shown up to the first missing load.
        const missing = runs.findIndex((each) => each.length === 0);
        const points = (missing < 0 ? runs : runs.slice(0, missing)).map((each, place) => pointOf(loads[place] / cycle, each));
        this.set({ curve: { points, expected: loads.length }, isCurveStale: false });
      },
      onProgress: () => this.curve === curve && this.set({}),
    });
    this.curve = curve;
  }
}
