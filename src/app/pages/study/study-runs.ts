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
import type { Workers } from "../../../worker/client.ts";
import { type Begin, composeJob } from "../../../worker/job.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { Batch, type Task } from "../../runs/batch.ts";
import { isLostRun } from "../../runs/query.ts";
import { namedIn } from "./answer.ts";
import type { StudyState as StoreState, StudyStore } from "./study-store.ts";

/** To so many phits per cycle and terminal the throughput is found. */
export const precision = 0.02;
/** Milliseconds of rest after a change before anything is run: words are dragged. */
const wait = 500;
/** Numbers of networks that are remembered: several times what the largest study asks for. */
const mostFound = 50_000;
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
const idOf = (key: string) => key.slice(key.indexOf(" ") + 1);
const needOf = (key: string) => key.slice(0, key.indexOf(" "));

/** One run for a latency, against the search for a throughput. */
const latencyWork = 0.3;
/** What a search for one throughput costs, up to a factor that all share: packets cross channels, and channels are looked at. */
const workOf = ({ facts: { terminals, meanDistance, links } }: Candidate, each: string) =>
  (terminals * (meanDistance ?? 5) + links) * (each === latencyNeed ? latencyWork : 1);

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
  /** Kept whatever is asked for next: a change runs only what it newly needs. A text says why a network cannot be run. */
  private readonly found = new Lru<string, Throughput | Latency | string>(mostFound);
  /** Why a run was lost, by the same keys: no answer, so the run is tried again after the next change, and when the reader asks. */
  private readonly lost = new Map<string, string>();
  /** One number of a network at a time, as far as the axes in view need it. */
  private readonly batch: Batch<string, Throughput | Latency | string>;
  /** Runs after a change until something may begin. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isResting = true;
  private isAll = false;
  private state: StudyState | null = null;
  private readonly stop: () => void;

  /** @param workers run what has not been run before; as many networks are run at the same time as their pool has room for */
  constructor(
    private readonly store: StudyStore,
    private readonly workers: Workers,
  ) {
    this.batch = new Batch<string, Throughput | Latency | string>(
      [],
      { onEnd: (key, value, fault) => this.end(key, value, fault), onProgress: () => this.tell() },
      { size: () => workers.poolSize() },
    );
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
    if (isPaused) this.batch.pause();
    else this.batch.resume();
    this.order();
    this.tell();
  }

  /** Runs again what was lost. */
  runLost(): void {
    this.lost.clear();
    this.order();
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
    this.batch.order([]);
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
    this.batch.order(this.batch.underWay.filter(({ key }) => asked.has(idOf(key)) && needs.includes(needOf(key))));
    this.timer = setTimeout(() => {
      this.isResting = false;
      this.order();
      this.tell();
    }, wait);
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
    const { pace, underWay } = this.batch;
    return {
      plan,
      runs,
      measured,
      isPaused: this.batch.isPaused,
      isAll: this.isAll,
      running: underWay.map(({ key }) => idOf(key)),
      faults,
      left: pace === null ? null : { front: workLeft(runs.next.filter((i) => isFront.has(i))) / pace, all: workLeft(runs.next) / pace },
    };
  }

  /** What a network still costs to run. */
  private workLeft(candidate: Candidate, needs: readonly string[]): number {
    return needs.reduce((sum, each) => (this.found.has(keyOf(candidate.id, each)) ? sum : sum + workOf(candidate, each)), 0);
  }

  /** Says which networks are run next, each for the next of its numbers; what is under way goes on. @param first the id of one that goes first */
  private order(first = ""): void {
    if (this.isResting) return;
    const { candidates } = this.store.getState();
    const { runs } = (this.state = this.current());
    const { underWay } = this.batch;
    const busy = new Set(underWay.map(({ key }) => idOf(key)));
    const next = runs.next.map((i) => candidates[i]).filter(({ id }) => !busy.has(id));
    const ordered = [...next.filter(({ id }) => id === first), ...next.filter(({ id }) => id !== first)];
    this.batch.order([...underWay, ...ordered.flatMap((candidate) => this.taskOf(candidate) ?? [])]);
  }

  /** The next number of a network that the axes in view need; null where all are known. */
  private taskOf(candidate: Candidate): Task<string, Throughput | Latency | string> | null {
    const state = this.store.getState();
    const { under } = state.need;
    const boundOf = (each: string) => candidate.bounds[under.findIndex((traffic) => traffic === each)] ?? 1;
    // The traffic that is likely to be the worst goes first: what beats a network need not be followed further.
    const order = [...judged(state).up.needs].sort((a, b) => boundOf(a) - boundOf(b));
    const each = order
      .map((need) => ({ need, key: keyOf(candidate.id, need) }))
      .find(({ key }) => !this.found.has(key) && !this.lost.has(key))?.need;
    if (each === undefined) return null;
    const find = async (run: Begin) => {
      const scenario = each === latencyNeed ? latencyScenarioOf(candidate) : scenarioOf(candidate, each);
      if (typeof scenario === "string") return scenario;
      const runner: Runner = (one) => run(() => this.workers.run(one, false));
      return each === latencyNeed
        ? findLatency(scenario, runner)
        : findSaturation(scenario, { precision, most: Math.max(precision, boundOf(each)) }, runner);
    };
    return { key: keyOf(candidate.id, each), work: workOf(candidate, each), start: () => composeJob(find) };
  }

  private end(key: string, value: Throughput | Latency | string | null, fault: unknown): void {
    if (value !== null) this.found.set(key, value);
    else (isLostRun(fault) ? this.lost : this.found).set(key, fault instanceof Error ? fault.message : String(fault));
    this.state = null;
    // As long as it can change the answer, the same network goes on with its next number.
    this.order(idOf(key));
  }

  private tell(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
