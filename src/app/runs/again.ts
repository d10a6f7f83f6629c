/**
 * Recorded runs run again in this browser: in any order, with a hand to pause and stop. What has come in is kept, so that
 * a reload goes on where it was.
 */
import type { Results } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import type { Workers } from "../../worker/client.ts";
import { Batch, type Progress } from "./batch.ts";
import { remembering } from "./kept-results.ts";
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
  private batch: Batch | null = null;
  private fresh: (Results | null)[];
  private state: AgainState | null = null;
  private readonly store = new ResultsStore("again");
  private computed = { work: 0, since: 0 };

  /** @param scenarios all that may be run again */
  constructor(
    private readonly scenarios: readonly Scenario[],
    private readonly workers: Workers,
    /** What a worker does in a second; it is learned from what has been done. */
    private readonly pace: { phitsPerSecond: number },
  ) {
    this.fresh = scenarios.map(() => null);
    void this.lookBack();
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
    const works = order.map((i) => workOf(this.scenarios[i]));
    const all = works.reduce((sum, each) => sum + each, 0);
    // However many workers there are, the longest run is done by one of them.
    return Math.max(all / this.workers.poolSize(), ...works) / this.pace.phitsPerSecond;
  }

  /** Runs those of the runs that are not in yet, in the order given. */
  begin(order: readonly number[]): void {
    this.batch?.stop();
    const missing = order.filter((i) => this.fresh[i] === null);
    this.computed = { work: 0, since: performance.now() };
    const own = remembering(this.workers, {
      find: () => Promise.resolve(null),
      keep: (scenario, results) => void this.store.keep(scenarioHash(scenario), results),
    });
    const batch = new Batch(
      own,
      missing.map((i) => this.scenarios[i]),
      (k, results) => {
        if (this.batch !== batch) return;
        this.fresh = this.fresh.with(missing[k], results);
        this.learn(this.scenarios[missing[k]]);
      },
      () => this.tell(),
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

  /** What came in on an earlier visit. */
  private async lookBack(): Promise<void> {
    const found = await this.store.find(this.names());
    this.fresh = this.fresh.map((each, i) => each ?? found[i]);
    this.tell();
  }

  /** How fast this computer is, from what it has done. */
  private learn(scenario: Scenario): void {
    this.computed.work += workOf(scenario);
    const seconds = (performance.now() - this.computed.since) / 1000;
    if (seconds > 5 && this.batch?.progress.is === "running")
      this.pace.phitsPerSecond = this.computed.work / seconds / this.workers.poolSize();
  }

  private names(): string[] {
    return this.scenarios.map(scenarioHash);
  }

  private tell(): void {
    this.state = null;
    for (const listener of this.listeners) listener();
  }
}
