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

/** How much a line through points leans towards slope 1, in squares of the logarithm of work. */
const belief = 0.5;

/** Time grows with so many powers of work at least and at most, whatever few runs say. */
const powers = { least: 0.3, most: 1.5 } as const;

/**
 * The order in which runs are begun: of each kind the shortest and the longest, by which the others are estimated; then the longest
 * first, so that no process waits long for the last.
 */
export function orderOf(runs: readonly Ahead[]): readonly number[] {
  const longest = longestFirst(runs.map(({ work }) => work));
  const kindOf = (i: number) => runs[i].kind.join("\n");
  // Of entries of one key, a map keeps the last.
  const last = new Map(longest.map((i) => [kindOf(i), i]));
  const first = new Map(longest.toReversed().map((i) => [kindOf(i), i]));
  // Where there are many kinds, the longest come first anyway.
  const probes = new Set(last.size * 10 > runs.length ? [] : [...last.values(), ...first.values()]);
  return [...probes, ...longest.filter((i) => !probes.has(i))];
}

/** Seconds that a run takes, by what runs of its kind have taken. */
export class Estimate {
  private readonly known = new Map<string, { work: number; seconds: number }[]>();

  learn({ work, kind }: Ahead, seconds: number): void {
    for (let depth = 0; depth <= kind.length; depth++) {
      const name = kind.slice(0, depth).join("\n");
      const points = this.known.get(name) ?? [];
      points.push({ work: Math.log(work), seconds: Math.log(Math.max(seconds, 1e-4)) });
      this.known.set(name, points);
    }
  }

  /** What it knows, for what is only supposed to be told to that. */
  copy(): Estimate {
    const copy = new Estimate();
    for (const [name, points] of this.known) copy.known.set(name, [...points]);
    return copy;
  }

  /** Null before anything is known. */
  secondsOf({ work, kind }: Ahead): number | null {
    const x = Math.log(work);
    let guess: number | null = null;
    for (let depth = 0; depth <= kind.length; depth++) {
      const points = this.known.get(kind.slice(0, depth).join("\n"));
      if (points === undefined) break;
      const own = onLine(points, x);
      guess = guess === null ? own : (guess * hearsay + own * points.length) / (hearsay + points.length);
    }
    return guess === null ? null : Math.exp(guess);
  }
}

/** The line through points, at a place; near to slope 1 while the points tell little. */
function onLine(points: readonly { readonly work: number; readonly seconds: number }[], x: number): number {
  const mean = (of: (point: (typeof points)[number]) => number) => points.reduce((sum, each) => sum + of(each), 0) / points.length;
  const [work, seconds] = [mean((each) => each.work), mean((each) => each.seconds)];
  const spread = mean((each) => (each.work - work) ** 2) * points.length;
  const joint = mean((each) => (each.work - work) * (each.seconds - seconds)) * points.length;
  const slope = Math.min(powers.most, Math.max(powers.least, (joint + belief) / (spread + belief)));
  return seconds + slope * (x - work);
}

/** Runs under way on several processes. Times are seconds from when they were begun. */
export class Pace {
  private readonly estimate = new Estimate();
  private readonly begun = new Map<number, number>();
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

  begin(index: number, at: number): void {
    this.waiting.delete(index);
    this.begun.set(index, at);
  }

  /** Counts a run that is done. */
  done(index: number, at: number, packets: number, seconds = at - (this.begun.get(index) ?? at)): void {
    this.waiting.delete(index);
    this.begun.delete(index);
    this.runs++;
    this.packets += packets;
    this.estimate.learn(this.all[index], seconds);
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
    for (const [i, since] of this.begun) {
      const most = 1.1 * (at - since);
      if (most > (this.estimate.secondsOf(this.all[i]) ?? Infinity)) supposed.learn(this.all[i], most);
    }
    const of = (i: number) => supposed.secondsOf(this.all[i]);
    const under: readonly (readonly [number | null, number])[] = [...this.begun].map(([i, since]) => [of(i), at - since]);
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
