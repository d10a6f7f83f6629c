/** Progress of a batch of runs, and an estimate of the remaining time from the runs that are done. */
import { longestFirst, schedule } from "./schedule.ts";

/** Properties of a run from which its time is estimated. */
export interface RunProfile {
  /** Amount of work, above 0, in a unit that runs of the same kind share. */
  readonly work: number;
  /** Kind of the run, from general to specific: engine and workload, then topology. Runs of a kind have about the same time per work. */
  readonly kind: readonly string[];
}

/** Weight of a more general kind in the estimate, in runs. It is low because the speeds of kinds may differ by a factor of a hundred. */
const generalKindWeight = 0.1;

/** Weight of the first run of a process, which is above 0 because no other run may be known. */
const firstRunWeight = 0.01;

/** One of this many runs is in the sample that runs first: a little less than a tenth of the work. */
const sampleInterval = 12;

/**
 * The order in which runs are started: first a sample of all kinds and lengths, from which the time of the other runs is estimated, then
 * the other runs. Both parts are sorted by length, the longest first, so that no process waits long for the last run.
 */
export function startOrder(runs: readonly RunProfile[]): readonly number[] {
  const byLength = longestFirst(runs.map(({ work }) => work));
  const kinds = new Map<string, number[]>();
  for (const i of byLength) {
    const kind = runs[i].kind.join("\n");
    const runsOfKind = kinds.get(kind);
    if (runsOfKind === undefined) kinds.set(kind, [i]);
    else runsOfKind.push(i);
  }
  const sample = new Set([...kinds.values()].flat().filter((_, k) => k % sampleInterval === sampleInterval / 2));
  // If there are many kinds, the longest runs come first anyway.
  if (kinds.size * 10 <= runs.length) for (const [first] of kinds.values()) sample.add(first);
  return [...byLength.filter((i) => sample.has(i)), ...byLength.filter((i) => !sample.has(i))];
}

/** Weighted sums over the runs of a kind. */
interface KindTotals {
  readonly weight: number;
  readonly work: number;
  readonly seconds: number;
  /** Number of runs of this kind that each process has finished. */
  readonly runsByProcess: ReadonlyMap<number, number>;
}

const noTotals: KindTotals = { weight: 0, work: 0, seconds: 0, runsByProcess: new Map() };

/**
 * Estimates the seconds of a run from the time per work of its kind. The first run of a kind in a process is slow, because the code is not
 * yet compiled. So its second run has weight 1, the third weight 2, and so on.
 */
export class RunTimeEstimate {
  private readonly totalsByKind = new Map<string, KindTotals>();

  /** @param process number of the process; the same number if processes are not distinguished */
  addRun({ work, kind }: RunProfile, seconds: number, process = 0): void {
    for (let depth = 0; depth <= kind.length; depth++) {
      const name = kind.slice(0, depth).join("\n");
      const previous = this.totalsByKind.get(name) ?? noTotals;
      const earlierRuns = previous.runsByProcess.get(process) ?? 0;
      const weight = Math.max(firstRunWeight, earlierRuns);
      this.totalsByKind.set(name, {
        weight: previous.weight + weight,
        work: previous.work + weight * work,
        seconds: previous.seconds + weight * seconds,
        runsByProcess: new Map(previous.runsByProcess).set(process, earlierRuns + 1),
      });
    }
  }

  /** A copy, to which runs with assumed times can be added. */
  copy(): RunTimeEstimate {
    const copy = new RunTimeEstimate();
    for (const [name, totals] of this.totalsByKind) copy.totalsByKind.set(name, totals);
    return copy;
  }

  /**
   * Estimated seconds of a run; null before the first run. The mean of the times per work, weighted toward the more specific kinds, is
   * geometric.
   */
  estimateSeconds({ work, kind }: RunProfile): number | null {
    let estimate: number | null = null;
    for (let depth = 0; depth <= kind.length; depth++) {
      const totals = this.totalsByKind.get(kind.slice(0, depth).join("\n"));
      if (totals === undefined) break;
      const logRate = Math.log(Math.max(totals.seconds / totals.work, 1e-300));
      estimate =
        estimate === null ? logRate : (estimate * generalKindWeight + logRate * totals.weight) / (generalKindWeight + totals.weight);
    }
    return estimate === null ? null : work * Math.exp(estimate);
  }
}

/** A batch of runs on several processes. Times are seconds since the start of the batch. */
export class BatchProgress {
  private readonly estimate = new RunTimeEstimate();
  private readonly running = new Map<number, { readonly startTime: number; readonly process: number }>();
  private readonly pending: Set<number>;
  private finishedRuns = 0;
  private packets = 0;

  /** @param order indices of the runs in the order in which they start */
  constructor(
    private readonly profiles: readonly RunProfile[],
    private readonly processes: number,
    order: readonly number[] = [...profiles.keys()],
  ) {
    this.pending = new Set(order);
  }

  /** Takes into account the time of a run from an earlier command. */
  addEarlierRun(run: RunProfile, seconds: number): void {
    this.estimate.addRun(run, seconds);
  }

  start(index: number, time: number, process = 0): void {
    this.pending.delete(index);
    this.running.set(index, { startTime: time, process });
  }

  /** Counts a finished run. */
  finish(index: number, time: number, packets: number): void {
    const startedRun = this.running.get(index);
    this.remove(index);
    this.finishedRuns++;
    this.packets += packets;
    if (startedRun !== undefined) this.estimate.addRun(this.profiles[index], time - startedRun.startTime, startedRun.process);
  }

  /** Removes a run that failed or that another command has finished. */
  remove(index: number): void {
    this.pending.delete(index);
    this.running.delete(index);
  }

  /**
   * Estimated seconds until the last run of a batch ends on its processes; null as long as the time of some run cannot be estimated.
   * @param time seconds since the start of the batch
   */
  remainingSeconds(time: number): number | null {
    // A run that exceeds its estimate is assumed to take a tenth longer than it has taken so far, and so are others of its kind.
    const withOverruns = this.estimate.copy();
    for (const [i, { startTime, process }] of this.running) {
      const minSeconds = 1.1 * (time - startTime);
      if (minSeconds > (this.estimate.estimateSeconds(this.profiles[i]) ?? Infinity))
        withOverruns.addRun(this.profiles[i], minSeconds, process);
    }
    const secondsOf = (i: number) => withOverruns.estimateSeconds(this.profiles[i]);
    const runningEstimates: readonly (readonly [number | null, number])[] = [...this.running].map(([i, { startTime }]) => [
      secondsOf(i),
      time - startTime,
    ]);
    const pendingEstimates = [...this.pending].map(secondsOf);
    if (pendingEstimates.includes(null) || runningEstimates.some(([seconds]) => seconds === null)) return null;
    const remaining = runningEstimates.map(([seconds, elapsed]) => Math.max((seconds ?? 0) - elapsed, elapsed / 10));
    return schedule(pendingEstimates as readonly number[], this.processes, remaining).end;
  }

  /** The progress as a line of text. */
  progressText(time: number): string {
    const remaining = this.remainingSeconds(time);
    const packets = `${(this.packets / 1e6).toFixed(1)} million packets`;
    return `${this.finishedRuns} of ${this.profiles.length} runs, ${packets}, ${durationText(time)} elapsed${remaining === null ? "" : `, about ${durationText(remaining)} left`}`;
  }
}

export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
