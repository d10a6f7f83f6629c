/** Runs the simulations of a study: from the Pareto front outward, one network after the other, as long as they can change the answer. */
import { searchSaturation, searchLatency, type Runner } from "../../../core/searches/saturation.ts";
import { Lru } from "../../../core/base/lru.ts";
import { firstSaturatedPoint } from "../../../core/measures/curve.ts";
import { latencyNeed, defaultAxes, type AxisSelection, axisSelection } from "../../../core/study/axes.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { StudyNeed } from "../../../core/study/need.ts";
import { type MeasuredLatency, latencyLoad, type Measurements, type MeasuredThroughput } from "../../../core/study/assessment.ts";
import { type StudyPlan, planStudy } from "../../../core/study/study-plan.ts";
import { latencyScenario, studyScenario } from "../../../core/study/study-scenarios.ts";
import type { Workers } from "../../../worker/client.ts";
import { type BeginJob, composeJob } from "../../../worker/job.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { Batch, type Task } from "../../runs/batch.ts";
import { isLostRun } from "../../runs/query.ts";
import { networksToConfirm } from "./study-answer.ts";
import type { StudyState as StoreState, StudyStore } from "./study-store.ts";

/** Precision of a throughput, in phits per cycle and terminal. */
export const throughputPrecision = 0.02;
/** Debounce time in ms after a change of the need, which may be dragged. */
const runDebounceTime = 500;
/** Capacity of the cache of results: several times the number that the largest study needs. */
const maxResults = 50_000;
/** The progress of a study's simulations. */
export interface StudyRunsState {
  /** The order of networks for the axes in view. */
  readonly plan: StudyPlan;
  /** The order in which networks are simulated. It equals `plan`, unless the axes in view need no simulation. */
  readonly simulationPlan: StudyPlan;
  readonly measurements: ReadonlyMap<string, Measurements>;
  readonly isPaused: boolean;
  /** Whether networks that their bound excludes are simulated as well. */
  readonly runsExcluded: boolean;
  /** Ids of the networks that are being simulated. */
  readonly runningIds: readonly string[];
  /** The reason why a network cannot be simulated, or why its run was lost, by the network's id. */
  readonly faults: ReadonlyMap<string, string>;
  /** Estimated seconds until the Pareto front is final, and until all runs are done; null before the speed is known. */
  readonly secondsLeft: { readonly front: number; readonly all: number } | null;
}

/**
 * Key of a result. It contains the network and one requirement, a traffic pattern or `latency`; other requirements do not change the
 * result.
 */
const resultKey = (id: string, requirement: string) => `${requirement} ${id}`;
const networkIdOf = (key: string) => key.slice(key.indexOf(" ") + 1);
const requirementOf = (key: string) => key.slice(0, key.indexOf(" "));

/** Work of the single run for a latency, relative to the search for a throughput. */
const latencyWork = 0.3;
/** Relative work of a search for a throughput: proportional to channel crossings and to the number of channels. */
const searchWork = ({ facts: { terminals, meanDistance, links } }: Candidate, requirement: string) =>
  (terminals * (meanDistance ?? 5) + links) * (requirement === latencyNeed ? latencyWork : 1);

/** The axes that decide what is simulated: the axes in view, or the default axes if the axes in view need no simulation. */
function simulatedView(state: Pick<StoreState, "need" | "horizontalAxisId" | "verticalAxisId">): AxisSelection {
  const view = axisSelection(state.need, state);
  return view.up.needs.length > 0 ? view : axisSelection(state.need, defaultAxes);
}

/** Adds the networks that the answer names to the end of the order, so that the final answer does not depend on a bound. */
function withNetworksOfAnswer(plan: StudyPlan, need: StudyNeed): StudyPlan {
  if (plan.view.up.id !== defaultAxes.verticalAxisId) return plan;
  const namedIndices = networksToConfirm(plan, need).map((id) => plan.statuses.findIndex(({ candidate }) => candidate.id === id));
  const next = [...new Set([...plan.next, ...namedIndices])];
  return { ...plan, next, excluded: plan.excluded.filter((i) => !next.includes(i)) };
}

/**
 * Measures the latency of a network at a low load. It is null if the network is saturated at that load, as load curves define it, or if the
 * run did not reach its precision.
 */
async function measureLatency(scenario: Scenario, runner: Runner): Promise<MeasuredLatency> {
  const [point] = await searchLatency(scenario, [latencyLoad], runner);
  const error = point.error?.latency ?? null;
  return firstSaturatedPoint([point]) === 0 || point.latency === null || error === null
    ? { cycles: null, error: 0 }
    : { cycles: point.latency, error };
}

/** The simulations of a study, as an external store for React. Simulations run only while the store has a subscriber. */
export class StudyRuns {
  private readonly listeners = new Set<() => void>();
  /**
   * Results by key. They stay valid when the need changes, so a change runs only what is missing. A string is the reason why a network
   * cannot be simulated.
   */
  private readonly results = new Lru<string, MeasuredThroughput | MeasuredLatency | string>(maxResults);
  /**
   * Reasons why runs were lost, by the keys of `results`. Lost runs have no result: they are repeated after the next change, and when the
   * reader asks for it.
   */
  private readonly lostReasons = new Map<string, string>();
  /** The tasks under way, at most one per network, for the results that the axes in view need. */
  private readonly batch: Batch<string, MeasuredThroughput | MeasuredLatency | string>;
  /** Debounce timer that runs after a change. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isDebouncing = true;
  private runsExcluded = false;
  private state: StudyRunsState | null = null;
  private readonly unsubscribe: () => void;

  /** @param workers Run the simulations. The size of their pool limits how many networks are simulated in parallel. */
  constructor(
    private readonly store: StudyStore,
    private readonly workers: Workers,
  ) {
    this.batch = new Batch<string, MeasuredThroughput | MeasuredLatency | string>(
      [],
      { onEnd: (key, value, reason) => this.finishTask(key, value, reason), onProgress: () => this.notify() },
      { size: () => workers.poolSize() },
    );
    this.unsubscribe = store.subscribe((state, previous) => {
      const isUnchanged = (["need", "selectedIds", "candidates", "horizontalAxisId", "verticalAxisId"] as const).every(
        (name) => state[name] === previous[name],
      );
      if (isUnchanged) return;
      // Start runs only while a view is subscribed.
      if (this.listeners.size > 0) this.debounce();
      this.notify();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.debounce();
    return () => {
      this.listeners.delete(listener);
      // Without a subscriber, stop the runs and keep the results.
      if (this.listeners.size === 0) this.stopRuns();
    };
  };

  readonly snapshot = (): StudyRunsState => (this.state ??= this.computeState());

  pause(isPaused: boolean): void {
    if (isPaused) this.batch.pause();
    else this.batch.resume();
    this.queueTasks();
    this.notify();
  }

  /** Runs the lost runs again. */
  runLost(): void {
    this.lostReasons.clear();
    this.queueTasks();
    this.notify();
  }

  /** Whether a run of the network was lost. A network that cannot be simulated is not lost. */
  isLost(id: string): boolean {
    return simulatedView(this.store.getState()).up.needs.some((requirement) => this.lostReasons.has(resultKey(id, requirement)));
  }

  /** Turns the simulation of networks that their bound excludes on or off. */
  runAll(runsExcluded: boolean): void {
    this.runsExcluded = runsExcluded;
    this.pause(false);
  }

  close(): void {
    this.unsubscribe();
    this.stopRuns();
    this.listeners.clear();
  }

  private stopRuns(): void {
    clearTimeout(this.timer);
    this.isDebouncing = true;
    this.batch.schedule([]);
    this.state = null;
  }

  /** Called after a change: restarts the debounce timer and cancels runs that are no longer needed. */
  private debounce(): void {
    clearTimeout(this.timer);
    this.lostReasons.clear();
    this.isDebouncing = true;
    const state = this.store.getState();
    const candidateIds = new Set(state.candidates.map(({ id }) => id));
    const { needs } = simulatedView(state).up;
    this.batch.schedule(
      this.batch.runningTasks.filter(({ key }) => candidateIds.has(networkIdOf(key)) && needs.includes(requirementOf(key))),
    );
    this.timer = setTimeout(() => {
      this.isDebouncing = false;
      this.queueTasks();
      this.notify();
    }, runDebounceTime);
  }

  /** The results known for the candidates. */
  private measurementsOf({ under }: StudyNeed, candidates: readonly Candidate[]): ReadonlyMap<string, Measurements> {
    const measurements = new Map<string, Measurements>();
    for (const { id } of candidates) {
      const values = under.map((traffic) => this.results.get(resultKey(id, traffic)));
      const latency = this.results.get(resultKey(id, latencyNeed));
      if (latency === undefined && values.every((requirement) => requirement === undefined)) continue;
      measurements.set(id, {
        under: values.map((requirement) => (typeof requirement === "object" && "throughput" in requirement ? requirement : null)),
        latency: typeof latency === "object" && "cycles" in latency ? latency : null,
      });
    }
    return measurements;
  }

  /**
   * Computes the state of a study's simulations for the page: measured values, the order of simulations, the networks that are running, the
   * estimated time left, and the reasons why networks cannot be simulated.
   */
  private computeState(): StudyRunsState {
    const state = this.store.getState();
    const { need, candidates, selectedIds } = state;
    // Simulations are planned for the axes in view or, if these need none, for the default axes. `needs` are the runs that a network needs.
    const [simulatedAxes, shownAxes] = [simulatedView(state), axisSelection(need, state)];
    const { needs } = simulatedAxes.up;
    const measurements = this.measurementsOf(need, candidates);
    // The reason why a network cannot be simulated, or why its run failed, by the id of the network.
    const faults = new Map(
      candidates.flatMap(({ id }) => {
        const reason = needs
          .map((requirement) => this.results.get(resultKey(id, requirement)) ?? this.lostReasons.get(resultKey(id, requirement)))
          .find((result) => typeof result === "string");
        return typeof reason === "string" ? [[id, reason] as const] : [];
      }),
    );
    // Plan the simulations. If the axes in view need no simulation, plan the order of the networks on these axes as well.
    const planOptions = {
      budget: need.budget,
      requiredThroughput: need.carried,
      selectedIds,
      runsExcluded: this.runsExcluded,
      faults,
    };
    const simulationPlan = withNetworksOfAnswer(planStudy(candidates, measurements, { ...planOptions, view: simulatedAxes }), need);
    const plan = shownAxes.up.needs.length > 0 ? simulationPlan : planStudy(candidates, measurements, { ...planOptions, view: shownAxes });
    // The time left is the remaining work, of the Pareto front and of all networks, divided by the speed so far.
    const frontIndices = new Set(simulationPlan.front);
    const workLeft = (indices: readonly number[]) => indices.reduce((sum, i) => sum + this.workLeft(candidates[i], needs), 0);
    const { workPerSecond, runningTasks } = this.batch;
    return {
      plan,
      simulationPlan,
      measurements,
      isPaused: this.batch.isPaused,
      runsExcluded: this.runsExcluded,
      runningIds: runningTasks.map(({ key }) => networkIdOf(key)),
      faults,
      secondsLeft:
        workPerSecond === null
          ? null
          : {
              front: workLeft(simulationPlan.next.filter((i) => frontIndices.has(i))) / workPerSecond,
              all: workLeft(simulationPlan.next) / workPerSecond,
            },
    };
  }

  /** Remaining work of a network, over the results that it still lacks. */
  private workLeft(candidate: Candidate, needs: readonly string[]): number {
    return needs.reduce(
      (sum, requirement) => (this.results.has(resultKey(candidate.id, requirement)) ? sum : sum + searchWork(candidate, requirement)),
      0,
    );
  }

  /**
   * Queues the next result of every network in the order of the plan. Runs under way continue.
   * @param firstId Id of a network that goes first.
   */
  private queueTasks(firstId = ""): void {
    if (this.isDebouncing) return;
    const { candidates } = this.store.getState();
    const { simulationPlan } = (this.state = this.computeState());
    const { runningTasks } = this.batch;
    // A network has one task at a time.
    const busyIds = new Set(runningTasks.map(({ key }) => networkIdOf(key)));
    const next = simulationPlan.next.map((i) => candidates[i]).filter(({ id }) => !busyIds.has(id));
    const orderedCandidates = [...next.filter(({ id }) => id === firstId), ...next.filter(({ id }) => id !== firstId)];
    this.batch.schedule([...runningTasks, ...orderedCandidates.flatMap((candidate) => this.taskOf(candidate) ?? [])]);
  }

  /**
   * The task that simulates the next missing result of a candidate network: its saturation throughput under one required traffic pattern,
   * or its latency. Null if all results that the axes in view need are known.
   */
  private taskOf(candidate: Candidate): Task<string, MeasuredThroughput | MeasuredLatency | string> | null {
    const state = this.store.getState();
    const { under } = state.need;
    /** The bound of the throughput under one of the required kinds of traffic; 1 for the latency, which has no bound. */
    const boundOf = (requirement: string) => candidate.bounds[under.findIndex((traffic) => traffic === requirement)] ?? 1;
    // Start with the traffic that is likely to be the worst: if its result excludes the network, the other kinds of traffic need not be
    // simulated.
    const requirements = [...simulatedView(state).up.needs].sort((a, b) => boundOf(a) - boundOf(b));
    const requirement = requirements.find((each) => {
      const key = resultKey(candidate.id, each);
      return !this.results.has(key) && !this.lostReasons.has(key);
    });
    if (requirement === undefined) return null;
    const runSearch = async (run: BeginJob) => {
      const scenario = requirement === latencyNeed ? latencyScenario(candidate) : studyScenario(candidate, requirement);
      if (typeof scenario === "string") return scenario;
      const runner: Runner = (scenarioToRun) => run(() => this.workers.run(scenarioToRun, false));
      return requirement === latencyNeed
        ? measureLatency(scenario, runner)
        : searchSaturation(scenario, { precision: throughputPrecision, most: Math.max(throughputPrecision, boundOf(requirement)) }, runner);
    };
    return { key: resultKey(candidate.id, requirement), work: searchWork(candidate, requirement), start: () => composeJob(runSearch) };
  }

  private finishTask(key: string, value: MeasuredThroughput | MeasuredLatency | string | null, reason: unknown): void {
    if (value !== null) this.results.set(key, value);
    else (isLostRun(reason) ? this.lostReasons : this.results).set(key, reason instanceof Error ? reason.message : String(reason));
    this.state = null;
    // Continue with the next result of the same network, as long as it can change the answer.
    this.queueTasks(networkIdOf(key));
  }

  private notify(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
