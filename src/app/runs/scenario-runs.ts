/**
 * Everything computed for the scenario on the page: the run that is watched, the answer computed ahead of it, facts
 * that need no simulation, and the load curve, all told in cycles of the page. A new scenario takes the place of the old one
 * as its parts come in, so the page is never blank; jobs of older scenarios are cancelled.
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

/** Seconds that a curve may take before it is worth a line. */
export const curvePatience = 3;
/** Loads of the curve, equally spaced up to the largest. */
export const curvePoints = 20;
/** Milliseconds of rest after an edit before a curve is begun. */
const curveWait = 250;
/** Milliseconds that a run or playback of an older scenario may still take before it is cut off while words are dragged. */
const patience = 250;

/** What has come in so far. */
export interface ScenarioRunsState {
  readonly playback: Playback | null;
  /** The latest answer and the scenario it is about; an older one until the new one is in. */
  readonly answer: { readonly scenario: Scenario; readonly results: Results } | null;
  readonly analysis: Analysis | null;
  /** It waits where the network is so large that it is run only when the reader asks. */
  readonly curve: Curve;
  /** Which part of the answer under way is computed, 0 to 1; 0 where that is not known. */
  readonly progress: number;
  /** True while the answer is about an older scenario. */
  readonly isAnswerStale: boolean;
  /** True while the curve and the analysis are those of an older scenario. */
  readonly isCurveStale: boolean;
  /** Seconds that the answer will still take at the pace so far; null before there is a pace. */
  readonly secondsLeft: number | null;
  /** Why there is no answer, when a run was lost; null when all is well. */
  readonly lost: string | null;
  /** Why there is no analysis, and whether runs of the curve are missing, when a worker was lost; null and false when all is well. */
  readonly analysisLost: string | null;
  readonly isCurveLost: boolean;
  /** Whether it is the scenario that cannot be run: running it again would not help. */
  readonly isRefused: boolean;
  /** What is wrong with it then, where something nearest would do instead; null for nothing. */
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

/** Why there is no answer or nothing to watch, when a run was lost; null when all is well. */
export function lostIn({ lost, analysisLost, playback }: ScenarioRunsState): string | null {
  return lost ?? analysisLost ?? (playback?.state.is === "failed" ? playback.state.message : null);
}

/** The loads of the curve: 0.05 … 1.00. Empty for a workload without one. */
export function curveLoads(scenario: Scenario): readonly number[] {
  const param = paramAt(scenario, loadPath);
  if (loadOf(scenario) === null || param?.type !== "number") return [];
  return Array.from({ length: curvePoints }, (_, i) => Number((((i + 1) / curvePoints) * param.max).toFixed(6)));
}

/** Complaints as sentences. One about a whole section speaks for itself; a value is told by its place. */
function sayIssues(issues: readonly ValidationIssue[]): string {
  const placed = issues.map((each) => (each.path.includes(".") ? each : { ...each, path: "", message: capital(each.message) }));
  return describeIssues(placed).join(" ");
}

/** What is said in place of an answer: why the scenario cannot be run, or that its run was lost. */
function lossOf(state: QueryState<unknown>): Pick<ScenarioRunsState, "lost" | "isRefused" | "remedy"> {
  if (state.is === "refused") {
    const { issues } = state.refusal;
    return { lost: sayIssues(issues), isRefused: true, remedy: issues.find(({ nearest }) => nearest !== undefined) ?? null };
  }
  const lost = state.is === "error" ? (state.fault instanceof Error ? state.fault.message : String(state.fault)) : null;
  return { lost, isRefused: false, remedy: null };
}

/** Terminals × cycles beyond which a run is no matter of a moment. */
const large = 2e7;

function isLarge({ topology, run }: Scenario): boolean {
  // Whoever goes on until the means are known is soon there in a large network.
  const cycles = (run.precision ?? 0) > 0 ? scenarioParams.run.params.window.default : run.warmUp + run.window + run.drain;
  return factsOf(topology).terminals * cycles > large;
}

/** What is played of a scenario: its run, on the clock of the page. */
const playedName = (scenario: Scenario, cycle: number) => (cycle === 1 ? runName(scenario) : `${runName(scenario)} ${cycle}`);
/** What is told of it: names count, too. */
const answerName = (scenario: Scenario, cycle: number) => (cycle === 1 ? toldName(scenario) : `${toldName(scenario)} ${cycle}`);

/** What decides a curve: the same without the load, which is its axis. */
const curveKey = (scenario: Scenario) => {
  const [first] = curveLoads(scenario);
  return toldName(first === undefined ? scenario : withValue(scenario, loadPath, first));
};

/** Is told of news: either that something has changed, or only that a run has gone on, which happens many times a second. */
export type Listener = (news: "changed" | "moved") => void;

/** A scenario, and how long a cycle of its run is in cycles of the page. */
interface PageScenario {
  readonly scenario: Scenario;
  readonly cycle: number;
}

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
  /** The request that the answer is to. */
  private answered: PageScenario | null = null;
  private wantedCurve = "";
  private isHeld = false;
  private lastFrame: PlayedFrame | null = null;
  /** The topology that has the names and places of the network on the screen, and that network with them. */
  private wearing: ChosenKind | null = null;
  private fitted: { readonly opened: Opened; readonly topology: ChosenKind; readonly dressed: Opened } | null = null;
  private unwatch: () => void = () => undefined;

  constructor(
    private readonly workers: Workers,
    private speed: number,
    /** Whether the run is watched as it goes, on a worker of its own. */
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

  /** The latest frame; the last one of the scenario before until the present one has its first. Its network has the names and places of now. */
  get frame(): PlayedFrame | null {
    const { latest } = this.state.playback ?? { latest: null };
    const played = latest ?? this.lastFrame;
    if (played === null || this.scenario === null) return played;
    // What is there of a network before is dressed as that was.
    if (!this.isFrameStale) this.wearing = this.scenario.topology;
    const { wearing } = this;
    if (wearing === null) return played;
    const opened = this.dress(played.opened, wearing);
    return opened === played.opened ? played : { frame: played.frame, opened };
  }

  /** True while the frame is of an older scenario, or there is none. */
  get isFrameStale(): boolean {
    const hasOwn = this.scenario !== null && this.playedKey === playedName(this.scenario, this.cycle);
    return !hasOwn || (this.state.playback?.latest ?? null) === null;
  }

  /** The same object as long as nothing has changed: drawings and components go by it. */
  private dress(opened: Opened, topology: ChosenKind): Opened {
    const { fitted } = this;
    if (fitted?.opened === opened && fitted.topology === topology) return fitted.dressed;
    const network = dressed(opened.network, topology);
    const dressedNow = network === opened.network ? opened : { ...opened, network };
    this.fitted = { opened, topology, dressed: dressedNow };
    return dressedNow;
  }

  /**
   * Turns to a scenario. While a word is dragged this is called at the pace of the pointer.
   * @param seeds runs of each load of the curve, each with a seed of its own; 0 for no curve
   * @param cycle how long a cycle of the scenario is, in cycles of the page
   */
  show(scenario: Scenario, seeds = 1, cycle = 1): void {
    const key = answerName(scenario, cycle);
    if (this.shownName === key && this.seeds === seeds) {
      // Something may stand elsewhere by now.
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

  /** What is shown, by the name of its run and the clock it is told by; empty before there is anything. */
  private get shownName(): string {
    return this.scenario === null ? "" : answerName(this.scenario, this.cycle);
  }

  /** The runs of the curve, or null where there is none: they can be paused, and stopped. */
  get curveRuns(): Batch | null {
    return this.curve;
  }

  /** Runs the present scenario from the beginning. */
  restart(): void {
    this.playedKey = "";
    this.answers.retry();
    this.pursue();
    const { isCurveStale, analysisLost, isCurveLost } = this.state;
    if (this.scenario === null || !(isCurveStale || analysisLost !== null || isCurveLost)) return;
    this.wantedCurve = "";
    this.turnCurve(this.scenario);
  }

  /** Takes the watched run to a cycle of the page and pauses it there. */
  seek(cycle: number): void {
    this.state.playback?.seek(cycle);
  }

  /** Lets the run be watched from now on: it goes to a cycle of the page at once, and on from there if it is to play. */
  watch(cycle: number, isPlaying: boolean): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.pursue();
    this.state.playback?.seek(cycle);
    if (isPlaying) this.state.playback?.play();
  }

  /** Keeps the watched run at its beginning, now and whenever it begins anew, until it is let go. */
  hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    if (isHeld) this.state.playback?.seek(0);
    else this.state.playback?.play();
  }

  /** Simulated cycles, of the page, per second of the viewer's time. */
  setSpeed(speed: number): void {
    this.speed = speed;
    this.state.playback?.setSpeed(speed);
  }

  /** Ends every worker's part in this. */
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

  /** Plays the present scenario; a playback that is about to begin gets a moment to show its first frame. */
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
      // That of an older scenario is no substitute for one that was not found.
      analysis: isLost || latest === null || latest.value === null ? null : rescaledAnalysis(latest.value, latest.request.cycle),
      analysisLost: isLost ? `What it carries at most was not found: ${faultWords(state.fault)}.` : null,
      ...(state.is === "value" && this.curveLoads.length === 0 ? { isCurveStale: false } : {}),
    });
  }

  /** The loads that the curve has runs for. */
  private get curveLoads(): readonly number[] {
    return this.scenario === null || this.seeds === 0 ? [] : curveLoads(this.scenario);
  }

  private dropCurve(): void {
    clearTimeout(this.curveTimer);
    this.analyses.want(null);
    this.curve?.stop();
    this.curve = null;
  }

  /** Begins curve and analysis of a scenario after a moment of rest, unless they are those already shown or under way. */
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
    // A scenario that cannot be analysed has no bound; the run says what is wrong with it.
    this.analyses.want({ scenario, cycle: this.cycle });
    this.showAnalysis();
    if (loads.length === 0 || this.state.curve.expected === 0) this.set({ curve: { points: [], expected: loads.length } });
    if (loads.length > 0 && isLarge(scenario)) return this.set({ curve: { points: [], expected: loads.length, isWaiting: true } });
    this.runCurve(scenario, key, loads);
  }

  /** Runs the curve of a network so large that nobody should have to wait for it unasked. */
  askCurve(): void {
    const { scenario } = this;
    const { isWaiting, expected } = this.state.curve;
    if (scenario === null || isWaiting !== true) return;
    this.set({ curve: { points: [], expected } });
    this.runCurve(scenario, this.wantedCurve, curveLoads(scenario));
  }

  private runCurve(scenario: Scenario, key: string, loads: readonly number[]): void {
    const seeds = Array.from({ length: this.seeds }, (_, i) => i);
    // All loads with the first seed, then with the next: a curve first, its band after.
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
        // Some may be at hand before those below them: a curve has no holes.
        const missing = runs.findIndex((each) => each.length === 0);
        const points = (missing < 0 ? runs : runs.slice(0, missing)).map((each, place) => pointOf(loads[place] / cycle, each));
        this.set({ curve: { points, expected: loads.length }, isCurveStale: false });
      },
      onProgress: () => this.curve === curve && this.set({}),
    });
    this.curve = curve;
  }
}
