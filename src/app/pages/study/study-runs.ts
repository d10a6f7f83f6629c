/** What is simulated for a study: from the front outward, one network after the other, as far as it can still change the answer. */
import { findSaturation, latencyAt, type Runner } from "../../../core/searches/saturation.ts";
import { Lru } from "../../../core/base/lru.ts";
import { firstFull } from "../../../core/measures/curve.ts";
import { latencyNeed, usualAxes, type View, viewOf } from "../../../core/study/axes.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { Need } from "../../../core/study/need.ts";
import { type Latency, latencyLoad, type Measured, type Throughput } from "../../../core/study/known.ts";
import { type Plan, planOf } from "../../../core/study/order.ts";
import { latencyScenarioOf, scenarioOf } from "../../../core/study/scenario.ts";
import { Cancelled, type Job, type Workers } from "../../../worker/client.ts";
import type { Results } from "../../../core/measures/results.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { isLostRun } from "../../runs/query.ts";
import { namedIn } from "./answer.ts";
import type { StudyState as StoreState, StudyStore } from "./study-store.ts";

/** To so many phits per cycle and terminal the throughput is found. */
export const precision = 0.02;
/** Milliseconds of rest after a change before anything is run: words are dragged. */
const wait = 500;
/** Numbers of networks that are remembered: several times what the largest study asks for. */
const mostFound = 50_000;
/** Seconds of work before a pace is worth telling. */
const shortestPace = 3;

/** How far a study is. */
export interface StudyState {
  /** On the axes in view. */
  readonly plan: Plan;
  /** What is run and what need not be: the same, but where nothing in view has to be run. */
  readonly runs: Plan;
  readonly measured: ReadonlyMap<string, Measured>;
  readonly isPaused: boolean;
  /** Whether what its bound rules out is run, too. */
  readonly isAll: boolean;
  /** Ids of those being run now. */
  readonly running: readonly string[];
  /** Why a network cannot be run, or its run was lost, by its id. */
  readonly faults: ReadonlyMap<string, string>;
  /** Seconds left until the front is sure, and until nothing is left, about; null before there is a pace. */
  readonly left: { readonly front: number; readonly all: number } | null;
}

/** What a number is known by, whatever the rest of the need: a network, and a traffic or `latency`. */
const keyOf = (id: string, each: string) => `${each} ${id}`;

/** One run for a latency, against the search for a throughput. */
const latencyWork = 0.3;
/** What a search for one throughput costs, up to a factor that all share: packets cross channels, and channels are looked at. */
const workOf = ({ facts: { terminals, meanDistance, links } }: Candidate, each: string) =>
  (terminals * (meanDistance ?? 5) + links) * (each === latencyNeed ? latencyWork : 1);

/** A network that is being run, and for what. */
interface Running {
  readonly jobs: Set<Job<Results>>;
  /** A traffic, or `latency`. */
  need: string;
  /** Given up. */
  isGone: boolean;
  hasPaused: boolean;
}

/** What is run: axes that are counted leave the runs to those that a study begins with. */
function judged(state: Pick<StoreState, "need" | "across" | "up">): View {
  const view = viewOf(state.need, state);
  return view.up.needs.length > 0 ? view : viewOf(state.need, usualAxes);
}

/** The networks that the answer names are run at last, too: it stands on no bound once all is done. */
function withNamed(plan: Plan, need: Need): Plan {
  if (plan.view.up.id !== usualAxes.up) return plan;
  const named = namedIn(plan, need).map((id) => plan.standings.findIndex(({ candidate }) => candidate.id === id));
  const next = [...new Set([...plan.next, ...named])];
  return { ...plan, next, spared: plan.spared.filter((i) => !next.includes(i)) };
}

/** Its latency, with its error; none where it is full, by the rule of load curves or by what the run found itself. */
async function findLatency(scenario: Scenario, runner: Runner): Promise<Latency> {
  const [point] = await latencyAt(scenario, [latencyLoad], runner);
  const error = point.error?.latency ?? null;
  return firstFull([point]) === 0 || point.latency === null || error === null
    ? { cycles: null, error: 0 }
    : { cycles: point.latency, error };
}

export class StudyRuns {
  private readonly listeners = new Set<() => void>();
  /** Kept whatever is asked for next: a change runs only what it newly needs. */
  private readonly found = new Lru<string, Throughput | Latency | string>(mostFound);
  /** Why a run was lost, by the same keys: no answer, so the run is tried again after the next change, and when the reader asks. */
  private readonly lost = new Map<string, string>();
  private readonly running = new Map<string, Running>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isResting = true;
  private isPaused = false;
  private isAll = false;
  /** Milliseconds that runs have taken, and the work that they did. */
  private pace = { milliseconds: 0, work: 0 };
  private state: StudyState | null = null;
  private readonly stop: () => void;

  /** @param workers run what has not been run before; as many networks are run at the same time as their pool has room for */
  constructor(
    private readonly store: StudyStore,
    private readonly workers: Workers,
  ) {
    this.stop = store.subscribe((state, before) => {
      const same = (["need", "picked", "candidates", "across", "up"] as const).every((name) => state[name] === before[name]);
      if (same) return;
      // Nobody looks: nothing is begun.
      if (this.listeners.size > 0) this.rest();
      this.tell();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.rest();
    return () => {
      this.listeners.delete(listener);
      // Nobody looks: what is kept stays, and nothing goes on.
      if (this.listeners.size === 0) this.leave();
    };
  };

  readonly snapshot = (): StudyState => (this.state ??= this.current());

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    for (const run of this.running.values()) {
      run.hasPaused ||= isPaused;
      for (const job of run.jobs) job[isPaused ? "suspend" : "resume"]();
    }
    this.next();
    this.tell();
  }

  /** Runs again what was lost. */
  runLost(): void {
    this.lost.clear();
    this.next();
    this.tell();
  }

  /** Whether the run of a network was lost, and not refused. */
  isLost(id: string): boolean {
    return judged(this.store.getState()).up.needs.some((each) => this.lost.has(keyOf(id, each)));
  }

  /** Runs what its bound rules out, too; or leaves it. */
  runAll(isAll: boolean): void {
    this.isAll = isAll;
    this.pause(false);
  }

  close(): void {
    this.stop();
    this.leave();
    this.listeners.clear();
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.isResting = true;
    for (const id of this.running.keys()) this.cancel(id);
    this.state = null;
  }

  /** After a change all waits a moment; what is no longer asked for is given up. */
  private rest(): void {
    clearTimeout(this.timer);
    this.lost.clear();
    this.isResting = true;
    const state = this.store.getState();
    const asked = new Set(state.candidates.map(({ id }) => id));
    const { needs } = judged(state).up;
    for (const [id, { need }] of this.running) if (!asked.has(id) || !needs.includes(need)) this.cancel(id);
    this.timer = setTimeout(() => {
      this.isResting = false;
      this.next();
      this.tell();
    }, wait);
  }

  private cancel(id: string): void {
    const run = this.running.get(id);
    if (run === undefined) return;
    run.isGone = true;
    for (const job of run.jobs) job.cancel();
    this.running.delete(id);
  }

  /** What is known of the networks that are asked for. */
  private measuredOf({ under }: Need, candidates: readonly Candidate[]): ReadonlyMap<string, Measured> {
    const measured = new Map<string, Measured>();
    for (const { id } of candidates) {
      const all = under.map((traffic) => this.found.get(keyOf(id, traffic)));
      const latency = this.found.get(keyOf(id, latencyNeed));
      if (latency === undefined && all.every((each) => each === undefined)) continue;
      measured.set(id, {
        under: all.map((each) => (typeof each === "object" && "throughput" in each ? each : null)),
        latency: typeof latency === "object" && "cycles" in latency ? latency : null,
      });
    }
    return measured;
  }

  private current(): StudyState {
    const state = this.store.getState();
    const { need, candidates, picked } = state;
    const [view, inView] = [judged(state), viewOf(need, state)];
    const { needs } = view.up;
    const measured = this.measuredOf(need, candidates);
    const faults = new Map(
      candidates.flatMap(({ id }) => {
        const fault = needs
          .map((each) => this.found.get(keyOf(id, each)) ?? this.lost.get(keyOf(id, each)))
          .find((each) => typeof each === "string");
        return typeof fault === "string" ? [[id, fault] as const] : [];
      }),
    );
    const wish = { budget: need.budget, asked: need.carried, picked, isAll: this.isAll, faults };
    const runs = withNamed(planOf(candidates, measured, { ...wish, view }), need);
    const plan = inView.up.needs.length > 0 ? runs : planOf(candidates, measured, { ...wish, view: inView });
    const isFront = new Set(runs.front);
    const workLeft = (those: readonly number[]) => those.reduce((sum, i) => sum + this.workLeft(candidates[i], needs), 0);
    const { milliseconds, work } = this.pace;
    const seconds = (left: number) => (left * milliseconds) / work / 1000 / this.workers.poolSize();
    return {
      plan,
      runs,
      measured,
      isPaused: this.isPaused,
      isAll: this.isAll,
      running: [...this.running.keys()],
      faults,
      left:
        milliseconds < shortestPace * 1000
          ? null
          : { front: seconds(workLeft(runs.next.filter((i) => isFront.has(i)))), all: seconds(workLeft(runs.next)) },
    };
  }

  /** What a network still costs to run. */
  private workLeft(candidate: Candidate, needs: readonly string[]): number {
    return needs.reduce((sum, each) => (this.found.has(keyOf(candidate.id, each)) ? sum : sum + workOf(candidate, each)), 0);
  }

  /** Begins whatever has room. */
  private next(): void {
    if (this.isResting || this.isPaused) return;
    const { candidates } = this.store.getState();
    while (this.running.size < this.workers.poolSize()) {
      const { runs } = (this.state = this.current());
      const i = runs.next.find((each) => !this.running.has(candidates[each].id));
      if (i === undefined) return;
      void this.run(candidates[i]);
    }
  }

  /** Finds one number of a network after the other, as far as the axes in view need them. */
  private async run(candidate: Candidate): Promise<void> {
    const run: Running = { jobs: new Set(), need: "", isGone: false, hasPaused: false };
    this.running.set(candidate.id, run);
    // The traffic that is likely to be the worst goes first: what beats a network need not be followed further.
    const { under } = this.store.getState().need;
    const boundOf = (each: string) => candidate.bounds[under.findIndex((traffic) => traffic === each)] ?? 1;
    const order = [...judged(this.store.getState()).up.needs].sort((a, b) => boundOf(a) - boundOf(b));
    for (const each of order) {
      const key = keyOf(candidate.id, each);
      if (this.found.has(key) || this.lost.has(key) || !judged(this.store.getState()).up.needs.includes(each)) continue;
      const isLatency = each === latencyNeed;
      const scenario = isLatency ? latencyScenarioOf(candidate) : scenarioOf(candidate, each);
      if (typeof scenario === "string") {
        this.found.set(key, scenario);
        continue;
      }
      const begun = performance.now();
      run.need = each;
      run.hasPaused = this.isPaused;
      try {
        const runner = async (one: Scenario) => {
          if (run.isGone) throw new Cancelled();
          const job = this.workers.run(one, false);
          run.jobs.add(job);
          if (this.isPaused) job.suspend();
          return job.done.finally(() => run.jobs.delete(job));
        };
        const found = isLatency
          ? await findLatency(scenario, runner)
          : await findSaturation(scenario, { precision, most: Math.max(precision, boundOf(each)) }, runner);
        if (run.isGone) return;
        this.found.set(key, found);
        const milliseconds = performance.now() - begun;
        // What was at hand, or stood still, says nothing of the pace.
        if (milliseconds > 30 && !run.hasPaused) {
          this.pace.milliseconds += milliseconds;
          this.pace.work += workOf(candidate, each);
        }
      } catch (error) {
        if (run.isGone || error instanceof Cancelled) return;
        const message = error instanceof Error ? error.message : String(error);
        (isLostRun(error) ? this.lost : this.found).set(key, message);
      }
      this.tell();
      const { runs } = this.snapshot();
      const at = runs.standings.findIndex((each) => each.candidate.id === candidate.id);
      if (!runs.next.includes(at)) break;
    }
    if (run.isGone) return;
    this.running.delete(candidate.id);
    this.next();
    this.tell();
  }

  private tell(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
