/**
 * Who runs what when: list scheduling, longest first. No order of n processes takes less than 1 / (4/3 − 1/(3n)) of its time.
 * (R. L. Graham: Bounds on multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17, 1969.)
 */

/** The numbers of runs, the longest first; of equal ones the first. */
export function longestFirst(lengths: readonly number[]): readonly number[] {
  return [...lengths.keys()].toSorted((a, b) => lengths[b] - lengths[a] || a - b);
}

/** What becomes of runs that processes take in the order given, each the next one as soon as it is free. */
export interface Schedule {
  /** The process of each run, 0 for the first. */
  readonly by: readonly number[];
  /** When the last run has ended, in the unit of the lengths. */
  readonly end: number;
  /** Part of the processes' time in which they run something, 0 to 1; 1 where there is nothing to run. */
  readonly busy: number;
}

/**
 * @param lengths of the runs in the order in which they are taken
 * @param processes how many there are, at least 1
 * @param free from when on each of the first processes is free; 0 of those that are not named
 */
export function schedule(lengths: readonly number[], processes: number, free: readonly number[] = []): Schedule {
  // Processes beyond the runs never have anything to do.
  const ends = Array.from({ length: Math.max(free.length, Math.min(processes, lengths.length)) }, (_, i) => free[i] ?? 0);
  const by = lengths.map((length) => {
    let next = 0;
    for (let i = 1; i < ends.length; i++) if (ends[i] < ends[next]) next = i;
    ends[next] += length;
    return next;
  });
  const end = ends.reduce((a, b) => Math.max(a, b), 0);
  const all = lengths.reduce((a, b) => a + b, 0) + free.reduce((a, b) => a + b, 0);
  return { by, end, busy: end === 0 ? 1 : all / (end * processes) };
}

/** A part of many runs: part `index` of `of`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * The numbers of the runs of a shard, the longest first: every run belongs to one shard, and shards take about equally long.
 * They depend on nothing but what is given, so that no shard has to know of the others.
 * @param work what each run costs, up to a factor
 */
export function runsOfShard(work: readonly number[], { index, of }: Shard): readonly number[] {
  const order = longestFirst(work);
  const { by } = schedule(
    order.map((i) => work[i]),
    of,
  );
  return order.filter((_, k) => by[k] === index - 1);
}
