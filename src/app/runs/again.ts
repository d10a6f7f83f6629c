/**
 * Published runs that are run again in this browser: in any order, with a hand to pause and stop. What has come in is kept, so that
 * a reload goes on where it was.
 */
import type { Results } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { Batch, type Progress, runTasks, type Task } from "./batch.ts";
import { remembering } from "./result-cache.ts";
import { ResultsStore } from "./results-store.ts";

/** How far it is. */
export interface AgainState {
  readonly progress: Progress | null;
  /** Results by the number of the run; null for what is not in. */
  readonly fresh: readonly (Results | null)[];
  /** How many of them are in. */
  readonly count: number;
}

export class AgainRuns {
  private readonly listeners = new Set<() => void>();
  private readonly tasks: readonly Task<number, Results>[];
  private batch: Batch | null = null;
  private fresh: (Results | null)[];
  private state: AgainState | null = null;
  private readonly store = new ResultsStore("again");
  private isLookedUp = false;

  /** @param scenarios all that may be run again */
  constructor(
    private readonly scenarios: readonly Scenario[],
    private readonly workers: Workers,
    /** What a worker does in a second; it is learned from what has been done. */
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

  /** Seconds that runs take on all workers, as far as that can be told before they are begun. */
  secondsFor(order: readonly number[]): number {
    const works = order.map((i) => this.tasks[i].work);
    const all = works.reduce((sum, each) => sum + each, 0);
    // However many workers there are, the longest run is done by one of them.
    return Math.max(all / this.workers.poolSize(), ...works) / this.pace.phitsPerSecond;
  }

  /** Runs those of the runs that are not in yet, in the order given. */
  begin(order: readonly number[]): void {
    this.batch?.stop();
    const missing = order.filter((i) => this.fresh[i] === null);
    const batch = new Batch(
      missing.map((i) => this.tasks[i]),
      {
        onEnd: (i, results) => {
          if (this.batch !== batch) return;
          this.fresh = this.fresh.with(i, results);
          // How fast this computer is.
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

  /** Forgets what has come in. */
  forget(): void {
    this.stop();
    this.fresh = this.scenarios.map(() => null);
    void this.store.forget(this.names());
    this.tell();
  }

  /** Looks up, once, what came in on an earlier visit. */
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
