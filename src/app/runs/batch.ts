/**
 * Many runs as one undertaking: results as they come in, a progress that says how long it will still take, and a hand to
 * pause, go on and stop. What was run before is not run again, so a reload loses nothing.
 */
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** How far a batch is. */
export interface Progress {
  readonly is: "running" | "paused" | "done" | "stopped";
  /** Runs that are in, how many of them have failed, and how many there are. */
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

/** Seconds of work before a pace is worth telling. */
const shortestPace = 2;

/** Milliseconds between two words about the part of a run that is done. */
const pace = 200;

export class Batch {
  private readonly jobs: (Job<Results> | null)[] = [];
  private readonly weights: readonly number[];
  private readonly parts: number[];
  private is: Progress["is"] = "running";
  private done = 0;
  private failed = 0;
  /** Milliseconds of work before the last pause, when work began or went on, and what was at hand without working. */
  private worked = 0;
  private since: number | null = null;
  private toldAt = -Infinity;
  private atHand = 0;

  /**
   * Begins at once.
   * @param arrived hears each result with the number of its scenario; a run that fails has null, and its error
   * @param told hears whenever the progress has changed
   */
  constructor(
    workers: Workers,
    scenarios: readonly Scenario[],
    private readonly arrived: (index: number, results: Results | null, fault?: unknown) => void,
    private readonly told: () => void,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.weights = scenarios.map(workOf);
    this.parts = scenarios.map(() => 0);
    if (scenarios.length === 0) this.is = "done";
    for (const [i, scenario] of scenarios.entries()) {
      const begun = clock();
      const job = workers.run(scenario, false, (part) => {
        this.parts[i] = part;
        // While other runs have the workers, nothing is known of the pace.
        if (this.is === "running") this.since ??= this.clock();
        // A run tells after each slice; whoever hears of it draws.
        if (this.clock() - this.toldAt < pace) return;
        this.toldAt = this.clock();
        this.told();
      });
      this.jobs.push(job);
      job.done.then(
        (results) => this.finish(i, results, begun),
        (fault: unknown) => this.finish(i, null, begun, fault),
      );
    }
  }

  get progress(): Progress {
    const { is, done, failed } = this;
    const total = this.weights.length;
    const all = this.weights.reduce((sum, weight) => sum + weight, 0);
    const part = total === 0 || all === 0 ? 1 : this.weights.reduce((sum, weight, i) => sum + weight * this.parts[i], 0) / all;
    const seconds = (this.worked + this.sinceThen) / 1000;
    // What was at hand says nothing about the pace of what has to be computed.
    const computed = part - this.atHand / Math.max(all, 1e-9);
    const hasPace = is !== "done" && is !== "stopped" && seconds >= shortestPace && computed > 0.01;
    return { is, done, failed, total, part, seconds, secondsLeft: hasPace ? (seconds / computed) * (1 - part) : null };
  }

  /** Milliseconds since work began or went on. */
  private get sinceThen(): number {
    return this.is === "running" && this.since !== null ? this.clock() - this.since : 0;
  }

  /** All runs stand still at the end of their slices. */
  pause(): void {
    if (this.is !== "running") return;
    this.worked += this.sinceThen;
    this.since = null;
    this.is = "paused";
    for (const job of this.jobs) job?.suspend();
    this.told();
  }

  resume(): void {
    if (this.is !== "paused") return;
    this.is = "running";
    if (this.worked > 0) this.since = this.clock();
    for (const job of this.jobs) job?.resume();
    this.told();
  }

  /** Gives up what has not come in; what has, stays. */
  stop(): void {
    if (this.is === "done" || this.is === "stopped") return;
    this.is = "stopped";
    for (const job of this.jobs) job?.cancel();
    this.told();
  }

  private finish(i: number, results: Results | null, begun: number, fault?: unknown): void {
    if (this.is === "stopped") return;
    this.jobs[i] = null;
    if (this.is === "running") this.since ??= begun;
    this.done++;
    if (results === null) this.failed++;
    if (this.parts[i] === 0 && this.clock() - begun < 30) this.atHand += this.weights[i];
    this.parts[i] = 1;
    if (this.done === this.weights.length) this.is = "done";
    this.arrived(i, results, fault);
    this.told();
  }
}
