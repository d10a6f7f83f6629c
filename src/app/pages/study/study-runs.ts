/** Runs the simulations of a study: from the Pareto front outward, one network after the other, as long as they can change the answer. */
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

/** Precision of a throughput, in phits per cycle and terminal. */
export const precision = 0.02;
/** Debounce time in ms after a change of the need, which may be dragged. */
const wait = 500;
/** Capacity of the cache of results: several times the number that the largest study needs. */
const mostFound = 50_000;
/** The progress of a study's simulations. */
export interface StudyState {
  /** The order of networks for the axes in view. */
  readonly plan: Plan;
  /** The order in which networks are simulated. It equals `plan`, unless the axes in view need no simulation. */
  readonly runs: Plan;
  readonly measured: ReadonlyMap<string, Measured>;
  readonly isPaused: boolean;
  /** Whether networks that their bound excludes are simulated as well. */
  readonly isAll: boolean;
  /** Ids of the networks that are being simulated. */
  readonly running: readonly string[];
  /** The reason why a network cannot be simulated, or why its run was lost, by the network's id. */
  readonly faults: ReadonlyMap<string, string>;
  /** Estimated seconds until the Pareto front is final, and until all runs are done; null before the speed is known. */
  readonly left: { readonly front: number; readonly all: number } | null;
}

/** Key of a result. It depends on the network and on the traffic or `latency`, but not on the rest of the need. */
const keyOf = (id: string, each: string) => `${each} ${id}`;
const idOf = (key: string) => key.slice(key.indexOf(" ") + 1);
const needOf = (key: string) => key.slice(0, key.indexOf(" "));

/** Work of the single run for a latency, relative to the search for a throughput. */
const latencyWork = 0.3;
/** Relative work of a search for a throughput: proportional to channel crossings and to the number of channels. */
const workOf = ({ facts: { terminals, meanDistance, links } }: Candidate, each: string) =>
  (terminals * (meanDistance ?? 5) + links) * (each === latencyNeed ? latencyWork : 1);

/** The axes that decide what is simulated: those in view, or the default ones if those in view need no simulation. */
function judged(state: Pick<StoreState, "need" | "across" | "up">): View {
  const view = viewOf(state.need, state);
  return view.up.needs.length > 0 ? view : viewOf(state.need, usualAxes);
}

/** Adds the networks that the answer names to the end of the order, so that the final answer does not depend on a bound. */
function withNamed(plan: Plan, need: Need): Plan {
  if (plan.view.up.id !== usualAxes.up) return plan;
  const named = namedIn(plan, need).map((id) => plan.standings.findIndex(({ candidate }) => candidate.id === id));
  const next = [...new Set([...plan.next, ...named])];
  return { ...plan, next, spared: plan.spared.filter((i) => !next.includes(i)) };
}

/**
 * Measures the latency of a network. Its value is null if the network is full at that load, by the rule of load curves or because the run
 * did not reach its precision.
 */
async function findLatency(scenario: Scenario, runner: Runner): Promise<Latency> {
  const [point] = await latencyAt(scenario, [latencyLoad], runner);
  const error = point.error?.latency ?? null;
  return firstFull([point]) === 0 || point.latency === null || error === null
    ? { cycles: null, error: 0 }
    : { cycles: point.latency, error };
}

/** The simulations of a study, as an external store for React. They run only while it has a subscriber. */
export class StudyRuns {
  private readonly listeners = new Set<() => void>();
  /**
   * Results by key. They stay valid when the need changes, so a change runs only what is missing. A string is the reason why a network
   * cannot be simulated.
   */
  private readonly found = new Lru<string, Throughput | Latency | string>(mostFound);
  /**
   * Reasons of lost runs, by the same keys. They are not results: the runs are repeated after the next change, and when the reader asks for
   * it.
   */
  private readonly lost = new Map<string, string>();
  /** The tasks under way, at most one per network, for the results that the axes in view need. */
  private readonly batch: Batch<string, Throughput | Latency | string>;
  /** Debounce timer that runs after a change. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isResting = true;
  private isAll = false;
  private state: StudyState | null = null;
  private readonly stop: () => void;

  /** @param workers Run the simulations. The size of their pool limits how many networks are simulated in parallel. */
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
      // Start runs only while a view is subscribed.
      if (this.listeners.size > 0) this.rest();
      this.tell();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.rest();
    return () => {
      this.listeners.delete(listener);
      // Without a subscriber, stop the runs and keep the results.
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

  /** Runs the lost runs again. */
  runLost(): void {
    this.lost.clear();
    this.order();
    this.tell();
  }

  /** Whether a run of the network was lost. A network that cannot be simulated is not lost. */
  isLost(id: string): boolean {
    return judged(this.store.getState()).up.needs.some((each) => this.lost.has(keyOf(id, each)));
  }

  /** Turns the simulation of networks that their bound excludes on or off. */
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

  /** Called after a change: restarts the debounce timer and cancels runs that are no longer needed. */
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

  /** The results known for the candidates. */
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
    // Plan the simulations, and if the axes in view need none, the order of the networks on these axes as well.
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

  /** Remaining work of a network, over the results that it still lacks. */
  private workLeft(candidate: Candidate, needs: readonly string[]): number {
    return needs.reduce((sum, each) => (this.found.has(keyOf(candidate.id, each)) ? sum : sum + workOf(candidate, each)), 0);
  }

  /**
   * Queues the next result of every network in the order of the plan. Runs under way continue.
   * @param firstId Id of a network that goes first.
   */
  private order(first = ""): void {
    if (this.isResting) return;
    const { candidates } = this.store.getState();
    const { runs } = (this.state = this.current());
    const { underWay } = this.batch;
    // A network has one task at a time.
    const busy = new Set(underWay.map(({ key }) => idOf(key)));
    const next = runs.next.map((i) => candidates[i]).filter(({ id }) => !busy.has(id));
    const ordered = [...next.filter(({ id }) => id === first), ...next.filter(({ id }) => id !== first)];
    this.batch.order([...underWay, ...ordered.flatMap((candidate) => this.taskOf(candidate) ?? [])]);
  }

  /** The task for the next missing result of a network; null if the axes in view need no more of it. */
  private taskOf(candidate: Candidate): Task<string, Throughput | Latency | string> | null {
    const state = this.store.getState();
    const { under } = state.need;
    const boundOf = (each: string) => candidate.bounds[under.findIndex((traffic) => traffic === each)] ?? 1;
    // Start with the traffic that is likely to be the worst: if its result excludes the network, the others need not be simulated.
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
    // Continue with the next result of the same network, as long as it can change the answer.
    this.order(idOf(key));
  }

  private tell(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
