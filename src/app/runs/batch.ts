/**
 * Runs many jobs together: reports results as they arrive, estimates the remaining time, and can be paused, resumed and stopped. The order
 * of jobs may change at any time. Cached results are not computed again, so a reload loses nothing.
 */
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** A job of a batch. */
export interface Task<K, V> {
  /** Identifies the task within the batch. */
  readonly key: K;
  /** Cost, in a unit that all tasks of the batch share. */
  readonly work: number;
  /** @param onProgress called now and then with the fraction that is done, 0 to 1 */
  start(onProgress: (part: number) => void): Job<V>;
}

export interface BatchListener<K, V> {
  /** A task has ended, with a value or with an error. */
  onEnd(key: K, value: V | null, fault?: unknown): void;
  /** The progress has changed. */
  onProgress(): void;
}

/** Progress of a batch. */
export interface Progress {
  readonly is: "running" | "paused" | "done" | "stopped";
  /** Tasks that have ended, those of them that failed, and all tasks. */
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Fraction of the work that is done, 0 to 1. A run with more packets counts more. */
  readonly part: number;
  /** Seconds worked so far. */
  readonly seconds: number;
  /** Estimated remaining seconds at the speed so far; null if no estimate is possible yet. */
  readonly secondsLeft: number | null;
}

/** Tasks that run scenarios with low priority. Their keys are the indices of the scenarios. */
export const runTasks = (workers: Pick<Workers, "run">, scenarios: readonly Scenario[]): readonly Task<number, Results>[] =>
  scenarios.map((scenario, key) => ({
    key,
    work: workOf(scenario),
    start: (onProgress) => workers.run(scenario, false, onProgress),
  }));

/** An estimate requires this many seconds of work, and this fraction of all work. */
const [shortestPace, leastPart] = [2, 0.01];

/** Milliseconds between reports about the progress of a run. */
const pace = 200;

/** A task that ends within this many milliseconds is assumed to have come from the cache. */
const instant = 30;

interface StartedTask<K, V> {
  readonly task: Task<K, V>;
  /** Null until `start` has returned. */
  job: Job<V> | null;
  readonly since: number;
  part: number;
}

/** Runs tasks in order on the worker pool, and measures their progress. */
export class Batch<K = number, V = Results> {
  private waiting: Task<K, V>[] = [];
  private readonly begun = new Map<K, StartedTask<K, V>>();
  private done = 0;
  private failed = 0;
  /** Work of ended tasks, and the part of it that came from the cache. */
  private workDone = 0;
  private atHand = 0;
  /** Milliseconds of work before the last pause, and the time at which work started or resumed. */
  private worked = 0;
  private since: number | null = null;
  private toldAt = -Infinity;
  private hasPause = false;
  private isStopped = false;
  private readonly size: () => number;
  private readonly clock: () => number;

  /**
   * Starts immediately.
   * @param size number of tasks that run at the same time: all of them if the worker pool schedules them
   */
  constructor(
    tasks: readonly Task<K, V>[],
    private readonly listener: BatchListener<K, V>,
    { size = () => Infinity, clock = () => performance.now() }: { readonly size?: () => number; readonly clock?: () => number } = {},
  ) {
    [this.size, this.clock] = [size, clock];
    this.order(tasks);
  }

  get underWay(): readonly Task<K, V>[] {
    return [...this.begun.values()].map(({ task }) => task);
  }

  /** Whether jobs are suspended until {@link resume}. */
  get isPaused(): boolean {
    return this.hasPause;
  }

  /** Replaces the remaining tasks and their order. Running tasks that are not among them are cancelled. */
  order(tasks: readonly Task<K, V>[]): void {
    const keys = new Set(tasks.map(({ key }) => key));
    for (const [key, { job }] of this.begun) {
      if (keys.has(key)) continue;
      this.begun.delete(key);
      job?.cancel();
    }
    this.waiting = tasks.filter(({ key }) => !this.begun.has(key));
    this.next();
  }

  get progress(): Progress {
    const { is, done, failed, begun, waiting, workDone } = this;
    const left = waiting.reduce((sum, { work }) => sum + work, 0);
    const [all, now] = [...begun.values()].reduce(
      ([all, now], { task: { work }, part }) => [all + work, now + part * work],
      [workDone + left, workDone],
    );
    const total = done + begun.size + waiting.length;
    const part = all === 0 ? 1 : now / all;
    const hasPace = is !== "done" && is !== "stopped" && this.pace !== null && now - this.atHand > leastPart * all;
    return { is, done, failed, total, part, seconds: this.seconds, secondsLeft: hasPace ? (all - now) / this.pace : null };
  }

  /** Work done per second; null until it can be estimated. */
  get pace(): number | null {
    const { seconds } = this;
    const computed = [...this.begun.values()].reduce((sum, { task, part }) => sum + part * task.work, this.workDone - this.atHand);
    // Cached results say nothing about the speed of computation.
    return seconds >= shortestPace && computed > 0 ? computed / seconds : null;
  }

  private get is(): Progress["is"] {
    if (this.isStopped) return "stopped";
    if (this.begun.size + this.waiting.length === 0) return "done";
    return this.hasPause ? "paused" : "running";
  }

  private get seconds(): number {
    return (this.worked + (this.since === null ? 0 : this.clock() - this.since)) / 1000;
  }

  /** Suspends all jobs at the end of their time slices, and starts none. */
  pause(): void {
    if (this.hasPause || this.isStopped) return;
    this.hasPause = true;
    this.stopClock();
    for (const { job } of this.begun.values()) job?.suspend();
    this.listener.onProgress();
  }

  resume(): void {
    if (!this.hasPause || this.isStopped) return;
    this.hasPause = false;
    if (this.worked > 0 && this.begun.size > 0) this.since = this.clock();
    for (const { job } of this.begun.values()) job?.resume();
    this.next();
    this.listener.onProgress();
  }

  /** Cancels all tasks that have not ended. Results so far remain. */
  stop(): void {
    if (this.isStopped || this.is === "done") return;
    this.isStopped = true;
    this.stopClock();
    for (const { job } of this.begun.values()) job?.cancel();
    this.listener.onProgress();
  }

  private stopClock(): void {
    this.worked = 1000 * this.seconds;
    this.since = null;
  }

  private next(): void {
    const room = this.hasPause || this.isStopped ? 0 : this.size() - this.begun.size;
    for (const task of this.waiting.splice(0, Math.max(0, room))) this.begin(task);
    if (this.begun.size === 0) this.stopClock();
  }

  private begin(task: Task<K, V>): void {
    const own: StartedTask<K, V> = { task, since: this.clock(), part: 0, job: null };
    this.begun.set(task.key, own);
    try {
      own.job = task.start((part) => this.advance(own, part));
    } catch (fault) {
      return this.end(own, null, fault);
    }
    own.job.done.then(
      (value) => this.end(own, value),
      (fault: unknown) => this.end(own, null, fault),
    );
  }

  private advance(own: StartedTask<K, V>, part: number): void {
    own.part = part;
    // While other runs occupy the workers, the clock does not run: the time would distort the estimate.
    if (!this.hasPause && !this.isStopped) this.since ??= this.clock();
    // A run reports after each slice, which is more often than the page can redraw.
    if (this.clock() - this.toldAt < pace) return;
    this.toldAt = this.clock();
    this.listener.onProgress();
  }

  private end(own: StartedTask<K, V>, value: V | null, fault?: unknown): void {
    const { key, work } = own.task;
    if (this.isStopped || this.begun.get(key) !== own) return;
    this.begun.delete(key);
    if (!this.hasPause) this.since ??= own.since;
    this.done++;
    if (fault !== undefined) this.failed++;
    if (own.part === 0 && this.clock() - own.since < instant) this.atHand += work;
    this.workDone += work;
    this.listener.onEnd(key, value, fault);
    this.next();
    this.listener.onProgress();
  }
}
