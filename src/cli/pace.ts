/** Progress of a batch of runs, and an estimate of the remaining time from the runs that are done. */
import { longestFirst, schedule } from "./schedule.ts";

/** Properties of a run from which its time is estimated. */
export interface Ahead {
  /** Amount of work, above 0, in a unit that runs of the same kind share. */
  readonly work: number;
  /** Kind of the run, from general to specific: engine and workload, then topology. Runs of a kind have about the same time per work. */
  readonly kind: readonly string[];
}

/** Weight of a more general kind in the estimate, in runs. It is low because the speeds of kinds may differ by a factor of a hundred. */
const hearsay = 0.1;

/** Weight of the first run of a process, which is above 0 because no other run may be known. */
const early = 0.01;

/** One of this many runs is in the sample that runs first: a little less than a tenth of the work. */
const apart = 12;

/**
 * The order in which runs are started: first a sample of all kinds and lengths, from which the others are estimated, then the rest. Both
 * are sorted by length, the longest first, so that no process waits long for the last run.
 */
export function orderOf(runs: readonly Ahead[]): readonly number[] {
  const longest = longestFirst(runs.map(({ work }) => work));
  const kinds = new Map<string, number[]>();
  for (const i of longest) {
    const kind = runs[i].kind.join("\n");
    const own = kinds.get(kind);
    if (own === undefined) kinds.set(kind, [i]);
    else own.push(i);
  }
  const sample = new Set([...kinds.values()].flat().filter((_, k) => k % apart === apart / 2));
  // If there are many kinds, the longest runs come first anyway.
  if (kinds.size * 10 <= runs.length) for (const [first] of kinds.values()) sample.add(first);
  return [...longest.filter((i) => sample.has(i)), ...longest.filter((i) => !sample.has(i))];
}

/** Weighted sums over the runs of a kind. */
interface Known {
  readonly worth: number;
  readonly work: number;
  readonly seconds: number;
  /** Number of runs of this kind that each process has finished. */
  readonly by: ReadonlyMap<number, number>;
}

const nothing: Known = { worth: 0, work: 0, seconds: 0, by: new Map() };

/**
 * Estimates the seconds of a run from the time per work of its kind. The first run of a kind in a process is slow, because the code is not
 * yet compiled. So its second run has weight 1, the third weight 2, and so on.
 */
export class Estimate {
  private readonly known = new Map<string, Known>();

  /** @param process number of the process; the same number if processes are not distinguished */
  learn({ work, kind }: Ahead, seconds: number, process = 0): void {
    for (let depth = 0; depth <= kind.length; depth++) {
      const name = kind.slice(0, depth).join("\n");
      const before = this.known.get(name) ?? nothing;
      const rank = before.by.get(process) ?? 0;
      const worth = Math.max(early, rank);
      this.known.set(name, {
        worth: before.worth + worth,
        work: before.work + worth * work,
        seconds: before.seconds + worth * seconds,
        by: new Map(before.by).set(process, rank + 1),
      });
    }
  }

  /** A copy, for runs that are only assumed. */
  copy(): Estimate {
    const copy = new Estimate();
    for (const [name, known] of this.known) copy.known.set(name, known);
    return copy;
  }

  /** Estimated seconds of a run; null if nothing is known. From general to specific kinds, in logarithms. */
  secondsOf({ work, kind }: Ahead): number | null {
    let guess: number | null = null;
    for (let depth = 0; depth <= kind.length; depth++) {
      const known = this.known.get(kind.slice(0, depth).join("\n"));
      if (known === undefined) break;
      const own = Math.log(Math.max(known.seconds / known.work, 1e-300));
      guess = guess === null ? own : (guess * hearsay + own * known.worth) / (hearsay + known.worth);
    }
    return guess === null ? null : work * Math.exp(guess);
  }
}

/** A batch of runs on several processes. Times are seconds since the start of the batch. */
export class Pace {
  private readonly estimate = new Estimate();
  private readonly begun = new Map<number, { readonly since: number; readonly process: number }>();
  private readonly waiting: Set<number>;
  private runs = 0;
  private packets = 0;

  /** @param order indices of the runs in the order in which they start */
  constructor(
    private readonly all: readonly Ahead[],
    private readonly processes: number,
    order: readonly number[] = [...all.keys()],
  ) {
    this.waiting = new Set(order);
  }

  /** Takes into account the time of a run from an earlier command. */
  learn(run: Ahead, seconds: number): void {
    this.estimate.learn(run, seconds);
  }

  begin(index: number, at: number, process = 0): void {
    this.waiting.delete(index);
    this.begun.set(index, { since: at, process });
  }

  /** Counts a finished run. */
  done(index: number, at: number, packets: number): void {
    const begun = this.begun.get(index);
    this.leave(index);
    this.runs++;
    this.packets += packets;
    if (begun !== undefined) this.estimate.learn(this.all[index], at - begun.since, begun.process);
  }

  /** Removes a run that failed or that another command has finished. */
  leave(index: number): void {
    this.waiting.delete(index);
    this.begun.delete(index);
  }

  /** Estimated seconds until the last run ends; null if unknown. */
  secondsLeft(at: number): number | null {
    // A run that exceeds its estimate is assumed to take a tenth longer than it has taken so far, and so are others of its kind.
    const supposed = this.estimate.copy();
    for (const [i, { since, process }] of this.begun) {
      const most = 1.1 * (at - since);
      if (most > (this.estimate.secondsOf(this.all[i]) ?? Infinity)) supposed.learn(this.all[i], most, process);
    }
    const of = (i: number) => supposed.secondsOf(this.all[i]);
    const under: readonly (readonly [number | null, number])[] = [...this.begun].map(([i, { since }]) => [of(i), at - since]);
    const ahead = [...this.waiting].map(of);
    if (ahead.includes(null) || under.some(([seconds]) => seconds === null)) return null;
    const left = under.map(([seconds, gone]) => Math.max((seconds ?? 0) - gone, gone / 10));
    return schedule(ahead as readonly number[], this.processes, left).end;
  }

  /** The progress as a line of text. */
  say(at: number): string {
    const left = this.secondsLeft(at);
    const packets = `${(this.packets / 1e6).toFixed(1)} million packets`;
    return `${this.runs} of ${this.all.length} runs, ${packets}, ${inWords(at)} gone${left === null ? "" : `, about ${inWords(left)} left`}`;
  }
}

export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
