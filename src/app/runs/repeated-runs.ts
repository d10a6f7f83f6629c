/**
 * Repeats published runs in this browser: in any order, and with pause and stop. Results are stored, so that a reload continues where it
 * stopped.
 */
import type { Results } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { Batch, type TaskProgress, runTasks, type Task } from "./batch.ts";
import { withResultCache } from "./result-cache.ts";
import { ResultsStore } from "./results-store.ts";

/** Progress and results of the repetition. */
export interface RepeatedRunsState {
  readonly progress: TaskProgress | null;
  /** Results by run; null for runs that have not finished. */
  readonly results: readonly (Results | null)[];
  /** Number of finished runs. */
  readonly count: number;
}

/** The repetition of a set of published runs. */
export class RepeatedRuns {
  private readonly listeners = new Set<() => void>();
  private readonly tasks: readonly Task<number, Results>[];
  private batch: Batch | null = null;
  private results: (Results | null)[];
  private state: RepeatedRunsState | null = null;
  private readonly store = new ResultsStore("again");
  private hasReadStore = false;

  /** @param scenarios all runs that may be repeated */
  constructor(
    private readonly scenarios: readonly Scenario[],
    private readonly workers: Workers,
    /** Speed of one worker in phits times channels per second, updated by measurements. */
    private readonly simulationRate: { phitsPerSecond: number },
  ) {
    this.results = scenarios.map(() => null);
    const cachingWorkers = withResultCache(workers, {
      find: () => Promise.resolve(null),
      keep: (scenario, results) => void this.store.keep(scenarioHash(scenario), results),
    });
    this.tasks = runTasks(cachingWorkers, scenarios);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): RepeatedRunsState => {
    this.state ??= {
      progress: this.batch?.progress ?? null,
      results: this.results,
      count: this.results.filter((each) => each !== null).length,
    };
    return this.state;
  };

  /** Estimated seconds for these runs on all workers. */
  secondsFor(order: readonly number[]): number {
    const workOfRuns = order.map((i) => this.tasks[i].work);
    const totalWork = workOfRuns.reduce((sum, each) => sum + each, 0);
    // A run cannot be divided among workers, so the longest run is a lower bound.
    return Math.max(totalWork / this.workers.poolSize(), ...workOfRuns) / this.simulationRate.phitsPerSecond;
  }

  /**
   * Starts repeating published runs in this order (indices of the runs), without those that have finished. An earlier batch is stopped, and
   * its late results are ignored.
   */
  start(order: readonly number[]): void {
    this.batch?.stop();
    const unfinished = order.filter((i) => this.results[i] === null);
    const batch = new Batch(
      unfinished.map((i) => this.tasks[i]),
      {
        onEnd: (i, results) => {
          if (this.batch !== batch) return;
          this.results = this.results.with(i, results);
          // Update the measured speed of this computer.
          if (batch.workPerSecond !== null) this.simulationRate.phitsPerSecond = batch.workPerSecond / this.workers.poolSize();
        },
        onProgress: () => this.notify(),
      },
    );
    this.batch = batch;
    this.notify();
  }

  pause(): void {
    this.batch?.pause();
  }

  resume(): void {
    this.batch?.resume();
  }

  stop(): void {
    this.batch?.stop();
    this.batch = null;
    this.notify();
  }

  /** Deletes all results. */
  forget(): void {
    this.stop();
    this.results = this.scenarios.map(() => null);
    void this.store.forget(this.names());
    this.notify();
  }

  /** Reads results of earlier visits from the store; does so only the first time. */
  async readStore(): Promise<void> {
    if (this.hasReadStore) return;
    this.hasReadStore = true;
    const stored = await this.store.find(this.names());
    this.results = this.results.map((each, i) => each ?? stored[i]);
    this.notify();
  }

  private names(): string[] {
    return this.scenarios.map(scenarioHash);
  }

  private notify(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
