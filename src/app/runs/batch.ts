/**
 * Many jobs as one undertaking: answers as they come in, a progress that says how long it will still take, and a way to pause, resume
 * and stop. Jobs begin in an order, which may change as answers come in. What was run before is not run again, so a reload loses nothing.
 */
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** A job of a batch. */
export interface Task<K, V> {
  /** Sets it apart from the others. */
  readonly key: K;
  /** What it costs, in a unit that all tasks of the batch share. */
  readonly work: number;
  /** @param onProgress hears now and then which part is done, 0 to 1 */
  start(onProgress: (part: number) => void): Job<V>;
}

export interface BatchListener<K, V> {
  /** A task has ended, with an answer or with an error in its place. */
  onEnd(key: K, value: V | null, fault?: unknown): void;
  /** The progress has changed. */
  onProgress(): void;
}

/** How far a batch is. */
export interface Progress {
  readonly is: "running" | "paused" | "done" | "stopped";
  /** Tasks that have ended, how many of them have failed, and how many there are. */
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Part of the work that is done, 0 to 1: a run with more packets counts for more. */
  readonly part: number;
  /** Seconds worked so far. */
  readonly seconds: number;
  /** Seconds it will still take at the pace so far; null before there is a pace. */
  readonly secondsLeft: number | null;
}

/** Runs of scenarios behind all urgent ones, by their numbers. */
export const runTasks = (workers: Pick<Workers, "run">, scenarios: readonly Scenario[]): readonly Task<number, Results>[] =>
  scenarios.map((scenario, key) => ({
    key,
    work: workOf(scenario),
    start: (onProgress) => workers.run(scenario, false, onProgress),
  }));

/** Seconds of work before there is a pace, and the part of all work that must be done before it tells how long the rest takes. */
const [shortestPace, leastPart] = [2, 0.01];

/** Milliseconds between two pieces of news about the part of a run that is done. */
const pace = 200;

/** Milliseconds within which an answer was at hand without being computed. */
const instant = 30;

interface StartedTask<K, V> {
  readonly task: Task<K, V>;
  /** Null until its beginning has returned. */
  job: Job<V> | null;
  readonly since: number;
  part: number;
}

export class Batch<K = number, V = Results> {
  private waiting: Task<K, V>[] = [];
  private readonly begun = new Map<K, StartedTask<K, V>>();
  private done = 0;
  private failed = 0;
  /** Work that has ended, and how much of that was at hand. */
  private workDone = 0;
  private atHand = 0;
  /** Milliseconds of work before the last pause, and when work began or went on. */
  private worked = 0;
  private since: number | null = null;
  private toldAt = -Infinity;
  private hasPause = false;
  private isStopped = false;
  private readonly size: () => number;
  private readonly clock: () => number;

  /**
   * Begins without delay.
   * @param size tasks that are under way at the same time: all of them where the workers order them
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

  /** Whether no job begins or goes on until {@link resume}. */
  get isPaused(): boolean {
    return this.hasPause;
  }

  /** Says anew which tasks are left, and in which order they begin; those under way that are not among them are cancelled. */
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

  /** Work that is done in a second; null before that is known. */
  get pace(): number | null {
    const { seconds } = this;
    const computed = [...this.begun.values()].reduce((sum, { task, part }) => sum + part * task.work, this.workDone - this.atHand);
    // What was at hand says nothing about what has to be computed.
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

  /** All jobs are suspended at the end of their slices, and none begins. */
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

  /** Gives up what has not come in; what has, stays. */
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
    // While other runs have the workers, nothing is known of the pace.
    if (!this.hasPause && !this.isStopped) this.since ??= this.clock();
    // A run reports after each slice, and the page draws what it hears.
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
