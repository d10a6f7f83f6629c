/**
 * Runs many jobs together: reports results as they arrive, estimates the remaining time, and can be paused, resumed and stopped. The order
 * of jobs may change at any time. Cached results are not computed again, so a reload loses nothing.
 */
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { estimateWork } from "../../core/scenario/estimate-work.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** A job of a batch. */
export interface Task<K, V> {
  /** Identifies the task within the batch. */
  readonly key: K;
  /** Cost, in a unit that all tasks of the batch share. */
  readonly work: number;
  /** @param onProgress called now and then with the fraction that is done, 0 to 1 */
  start(onProgress: (fraction: number) => void): Job<V>;
}

export interface BatchListener<K, V> {
  /** Called when a task has ended, with a value or with an error. */
  onEnd(key: K, value: V | null, error?: unknown): void;
  /** Called when the progress has changed. */
  onProgress(): void;
}

/** Progress of a batch. */
export interface TaskProgress {
  readonly is: "running" | "paused" | "done" | "stopped";
  /** Number of tasks that have ended; below, the number of ended tasks that failed, and of all tasks. */
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
    work: estimateWork(scenario),
    start: (onProgress) => workers.run(scenario, false, onProgress),
  }));

/** An estimate requires this many seconds of work, and this fraction of all work. */
const [minSecondsForEstimate, minFractionForEstimate] = [2, 0.01];

/** Milliseconds between reports about the progress of a run. */
const reportInterval = 200;

/** A task that ends within this many milliseconds is assumed to have come from the cache. */
const cacheHitTime = 30;

interface StartedTask<K, V> {
  readonly task: Task<K, V>;
  /** The job of the task; null until `start` has returned. */
  job: Job<V> | null;
  readonly startedAt: number;
  fraction: number;
}

/** Runs tasks in order on the worker pool, and measures their progress. */
export class Batch<K = number, V = Results> {
  private waiting: Task<K, V>[] = [];
  private readonly started = new Map<K, StartedTask<K, V>>();
  private done = 0;
  private failed = 0;
  /** Work of the tasks that have ended; below, the part of this work for which the cache had results. */
  private workDone = 0;
  private cachedWork = 0;
  /** Milliseconds of work before the last pause, and the time at which work started or resumed. */
  private millisecondsWorked = 0;
  private resumedAt: number | null = null;
  private reportedAt = -Infinity;
  private isPauseRequested = false;
  private isStopped = false;
  private readonly size: () => number;
  private readonly clock: () => number;

  /**
   * Starts immediately.
   * @param size maximum number of tasks that run at the same time; by default unlimited, because the worker pool queues the tasks
   */
  constructor(
    tasks: readonly Task<K, V>[],
    private readonly listener: BatchListener<K, V>,
    { size = () => Infinity, clock = () => performance.now() }: { readonly size?: () => number; readonly clock?: () => number } = {},
  ) {
    [this.size, this.clock] = [size, clock];
    this.schedule(tasks);
  }

  get runningTasks(): readonly Task<K, V>[] {
    return [...this.started.values()].map(({ task }) => task);
  }

  /** Whether jobs are suspended until {@link resume}. */
  get isPaused(): boolean {
    return this.isPauseRequested;
  }

  /** Replaces the remaining tasks and their order. Running tasks that are not among them are cancelled. */
  schedule(tasks: readonly Task<K, V>[]): void {
    const keys = new Set(tasks.map(({ key }) => key));
    for (const [key, { job }] of this.started) {
      if (keys.has(key)) continue;
      this.started.delete(key);
      job?.cancel();
    }
    this.waiting = tasks.filter(({ key }) => !this.started.has(key));
    this.startTasks();
  }

  /** The progress of the batch. Results from the cache count as done, but are not used to estimate the speed. */
  get progress(): TaskProgress {
    const { is, done, failed, started, waiting, workDone } = this;
    const waitingWork = waiting.reduce((sum, { work }) => sum + work, 0);
    const [totalWork, finishedWork] = [...started.values()].reduce(
      ([totalWork, finishedWork], { task: { work }, fraction: part }) => [totalWork + work, finishedWork + part * work],
      [workDone + waitingWork, workDone],
    );
    const total = done + started.size + waiting.length;
    const part = totalWork === 0 ? 1 : finishedWork / totalWork;
    const canEstimate =
      is !== "done" &&
      is !== "stopped" &&
      this.workPerSecond !== null &&
      finishedWork - this.cachedWork > minFractionForEstimate * totalWork;
    return {
      is,
      done,
      failed,
      total,
      part,
      seconds: this.seconds,
      secondsLeft: canEstimate ? (totalWork - finishedWork) / this.workPerSecond : null,
    };
  }

  /** Work done per second; null until it can be estimated. */
  get workPerSecond(): number | null {
    const { seconds } = this;
    const computed = [...this.started.values()].reduce(
      (sum, { task, fraction: part }) => sum + part * task.work,
      this.workDone - this.cachedWork,
    );
    // Cached results say nothing about the speed of computation.
    return seconds >= minSecondsForEstimate && computed > 0 ? computed / seconds : null;
  }

  private get is(): TaskProgress["is"] {
    if (this.isStopped) return "stopped";
    if (this.started.size + this.waiting.length === 0) return "done";
    return this.isPauseRequested ? "paused" : "running";
  }

  private get seconds(): number {
    return (this.millisecondsWorked + (this.resumedAt === null ? 0 : this.clock() - this.resumedAt)) / 1000;
  }

  /** Suspends all jobs at the end of their time slices, and starts none. */
  pause(): void {
    if (this.isPauseRequested || this.isStopped) return;
    this.isPauseRequested = true;
    this.stopClock();
    for (const { job } of this.started.values()) job?.suspend();
    this.listener.onProgress();
  }

  resume(): void {
    if (!this.isPauseRequested || this.isStopped) return;
    this.isPauseRequested = false;
    if (this.millisecondsWorked > 0 && this.started.size > 0) this.resumedAt = this.clock();
    for (const { job } of this.started.values()) job?.resume();
    this.startTasks();
    this.listener.onProgress();
  }

  /** Cancels all tasks that have not ended. Results so far remain. */
  stop(): void {
    if (this.isStopped || this.is === "done") return;
    this.isStopped = true;
    this.stopClock();
    for (const { job } of this.started.values()) job?.cancel();
    this.listener.onProgress();
  }

  private stopClock(): void {
    this.millisecondsWorked = 1000 * this.seconds;
    this.resumedAt = null;
  }

  private startTasks(): void {
    const capacity = this.isPauseRequested || this.isStopped ? 0 : this.size() - this.started.size;
    for (const task of this.waiting.splice(0, Math.max(0, capacity))) this.startTask(task);
    if (this.started.size === 0) this.stopClock();
  }

  private startTask(task: Task<K, V>): void {
    const startedTask: StartedTask<K, V> = { task, startedAt: this.clock(), fraction: 0, job: null };
    this.started.set(task.key, startedTask);
    try {
      startedTask.job = task.start((part) => this.advance(startedTask, part));
    } catch (error) {
      return this.end(startedTask, null, error);
    }
    startedTask.job.done.then(
      (value) => this.end(startedTask, value),
      (error: unknown) => this.end(startedTask, null, error),
    );
  }

  private advance(startedTask: StartedTask<K, V>, part: number): void {
    startedTask.fraction = part;
    // While other runs occupy the workers, the clock does not run: the time would distort the estimate.
    if (!this.isPauseRequested && !this.isStopped) this.resumedAt ??= this.clock();
    // A run reports after each slice, which is more often than the page can redraw.
    if (this.clock() - this.reportedAt < reportInterval) return;
    this.reportedAt = this.clock();
    this.listener.onProgress();
  }

  private end(startedTask: StartedTask<K, V>, value: V | null, error?: unknown): void {
    const { key, work } = startedTask.task;
    if (this.isStopped || this.started.get(key) !== startedTask) return;
    this.started.delete(key);
    if (!this.isPauseRequested) this.resumedAt ??= startedTask.startedAt;
    this.done++;
    if (error !== undefined) this.failed++;
    if (startedTask.fraction === 0 && this.clock() - startedTask.startedAt < cacheHitTime) this.cachedWork += work;
    this.workDone += work;
    this.listener.onEnd(key, value, error);
    this.startTasks();
    this.listener.onProgress();
  }
}
