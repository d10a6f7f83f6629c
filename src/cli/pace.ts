/** How far many runs are, and how long they will still take, learnt from those that are done. */
import { longestFirst, schedule } from "./schedule.ts";

/** What is known of a run before it is begun. */
export interface Ahead {
  /** What it costs, up to a factor that runs of its kind share; above 0. */
  readonly work: number;
  /** Runs of one kind take about as long for the same work: engine and workload first, then what else tells them apart. */
  readonly kind: readonly string[];
}

/** What runs of other kinds say counts as so many of the own kind: kinds may be a hundred times as fast as others. */
const hearsay = 0.1;

/** The first run of a process counts as so many: nothing else may be known. */
const early = 0.01;

/** One of so many runs of every kind and length is tried before the rest: a little less than a tenth of the work. */
const apart = 12;

/**
 * The order in which runs are begun: first a sample of them all, by which the others are estimated, then the rest; both the longest
 * first, so that no process waits long for the last.
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
  // Where there are many kinds, the longest come first anyway.
  if (kinds.size * 10 <= runs.length) for (const [first] of kinds.values()) sample.add(first);
  return [...longest.filter((i) => sample.has(i)), ...longest.filter((i) => !sample.has(i))];
}

/** What runs of a kind have taken, each counted as often as it is worth. */
interface Known {
  readonly worth: number;
  readonly work: number;
  readonly seconds: number;
  /** How many runs of this kind each process has done. */
  readonly by: ReadonlyMap<number, number>;
}

const nothing: Known = { worth: 0, work: 0, seconds: 0, by: new Map() };

/**
 * Seconds that a run takes, by what runs of its kind have taken for their work. A process is slow with what it does for the first
 * time, until the code is compiled: of each kind, its second run counts once, its third twice, and so on.
 */
export class Estimate {
  private readonly known = new Map<string, Known>();

  /** @param process which one has run it; those that are not told apart are one */
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

  /** What it knows, for what is only supposed to be told to that. */
  copy(): Estimate {
    const copy = new Estimate();
    for (const [name, known] of this.known) copy.known.set(name, known);
    return copy;
  }

  /** Null before anything is known. */
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

/** Runs under way on several processes. Times are seconds from when they were begun. */
export class Pace {
  private readonly estimate = new Estimate();
  private readonly begun = new Map<number, { readonly since: number; readonly process: number }>();
  private readonly waiting: Set<number>;
  private runs = 0;
  private packets = 0;

  /** @param order the numbers of the runs, as they are begun */
  constructor(
    private readonly all: readonly Ahead[],
    private readonly processes: number,
    order: readonly number[] = [...all.keys()],
  ) {
    this.waiting = new Set(order);
  }

  /** What a run took that was done before. */
  learn(run: Ahead, seconds: number): void {
    this.estimate.learn(run, seconds);
  }

  begin(index: number, at: number, process = 0): void {
    this.waiting.delete(index);
    this.begun.set(index, { since: at, process });
  }

  /** Counts a run that was begun, and is done. */
  done(index: number, at: number, packets: number): void {
    const begun = this.begun.get(index);
    this.leave(index);
    this.runs++;
    this.packets += packets;
    if (begun !== undefined) this.estimate.learn(this.all[index], at - begun.since, begun.process);
  }

  /** Leaves out a run that failed, or that somebody else has done. */
  leave(index: number): void {
    this.waiting.delete(index);
    this.begun.delete(index);
  }

  /** Seconds until the last run is done; null while nobody knows. */
  secondsLeft(at: number): number | null {
    // What takes longer than it should takes a tenth longer still, and so may others of its kind.
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

  /** How far it all is, in words. */
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
