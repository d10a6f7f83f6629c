/**
 * Repeats published runs in this browser: in any order, and with pause and stop. Results are stored, so that a reload continues where it
 * stopped.
 */
import type { Results } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { Batch, type Progress, runTasks, type Task } from "./batch.ts";
import { remembering } from "./result-cache.ts";
import { ResultsStore } from "./results-store.ts";

/** Progress and results of the repetition. */
export interface AgainState {
  readonly progress: Progress | null;
  /** Results by run; null for runs that have not finished. */
  readonly fresh: readonly (Results | null)[];
  /** Number of finished runs. */
  readonly count: number;
}

/** The repetition of a set of published runs. */
export class AgainRuns {
  private readonly listeners = new Set<() => void>();
  private readonly tasks: readonly Task<number, Results>[];
  private batch: Batch | null = null;
  private fresh: (Results | null)[];
  private state: AgainState | null = null;
  private readonly store = new ResultsStore("again");
  private isLookedUp = false;

  /** @param scenarios all runs that may be repeated */
  constructor(
    private readonly scenarios: readonly Scenario[],
    private readonly workers: Workers,
    /** Speed of one worker in phits times channels per second, updated by measurements. */
    private readonly pace: { phitsPerSecond: number },
  ) {
    this.fresh = scenarios.map(() => null);
    const own = remembering(workers, {
      find: () => Promise.resolve(null),
      keep: (scenario, results) => void this.store.keep(scenarioHash(scenario), results),
    });
    this.tasks = runTasks(own, scenarios);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): AgainState => {
    this.state ??= {
      progress: this.batch?.progress ?? null,
      fresh: this.fresh,
      count: this.fresh.filter((each) => each !== null).length,
    };
    return this.state;
  };

  /** Estimated seconds for these runs on all workers. */
  secondsFor(order: readonly number[]): number {
    const works = order.map((i) => this.tasks[i].work);
    const all = works.reduce((sum, each) => sum + each, 0);
    // A run cannot be divided among workers, so the longest run is a lower bound.
    return Math.max(all / this.workers.poolSize(), ...works) / this.pace.phitsPerSecond;
  }

  /** Starts the runs in this order, without those that have finished. */
  begin(order: readonly number[]): void {
    this.batch?.stop();
    const missing = order.filter((i) => this.fresh[i] === null);
    const batch = new Batch(
      missing.map((i) => this.tasks[i]),
      {
        onEnd: (i, results) => {
          if (this.batch !== batch) return;
          this.fresh = this.fresh.with(i, results);
          // Update the measured speed of this computer.
          if (batch.pace !== null) this.pace.phitsPerSecond = batch.pace / this.workers.poolSize();
        },
        onProgress: () => this.tell(),
      },
    );
    this.batch = batch;
    this.tell();
  }

  pause(): void {
    this.batch?.pause();
  }

  goOn(): void {
    this.batch?.resume();
  }

  stop(): void {
    this.batch?.stop();
    this.batch = null;
    this.tell();
  }

  /** Deletes all results. */
  forget(): void {
    this.stop();
    this.fresh = this.scenarios.map(() => null);
    void this.store.forget(this.names());
    this.tell();
  }

  /** Reads results of earlier visits from the store; does so only the first time. */
  async lookUp(): Promise<void> {
    if (this.isLookedUp) return;
    this.isLookedUp = true;
    const found = await this.store.find(this.names());
    this.fresh = this.fresh.map((each, i) => each ?? found[i]);
    this.tell();
  }

  private names(): string[] {
    return this.scenarios.map(scenarioHash);
  }

  private tell(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
