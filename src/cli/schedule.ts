/**
 * List scheduling, longest first. Its makespan is at most 4/3 − 1/(3n) times the optimum on n processes. (R. L. Graham: Bounds on
 * multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17, 1969.)
 */

/** Indices of the runs, the longest first; runs of equal length keep their order. */
export function longestFirst(lengths: readonly number[]): readonly number[] {
  return [...lengths.keys()].toSorted((a, b) => lengths[b] - lengths[a] || a - b);
}

/** A schedule in which each process takes the next run of a list as soon as it is free. */
export interface Schedule {
  /** The process of each run, from 0. */
  readonly by: readonly number[];
  /** End of the last run, in the unit of the lengths. */
  readonly end: number;
  /** Fraction of the processes' time in which they are busy, 0 to 1; 1 if there are no runs. */
  readonly busy: number;
}

/**
 * Schedules runs.
 * @param lengths lengths of the runs, in the order in which they are taken
 * @param processes number of processes, at least 1
 * @param initialEnds times from which the first processes are free; 0 for the others
 */
export function schedule(lengths: readonly number[], processes: number, free: readonly number[] = []): Schedule {
  // There is no use for more processes than runs.
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

/** A part of many runs: part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Indices of the runs of a shard, the longest first. Every run belongs to exactly one shard, and all shards take about equally long. The
 * result depends on the arguments only, so shards need not communicate.
 * @param work amount of work of each run, in any common unit
 */
export function runsOfShard(work: readonly number[], { index, of }: Shard): readonly number[] {
  const order = longestFirst(work);
  const { by } = schedule(
    order.map((i) => work[i]),
    of,
  );
  return order.filter((_, k) => by[k] === index - 1);
}
