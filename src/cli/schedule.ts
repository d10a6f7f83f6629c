/**
 * List scheduling, longest first. Its makespan is at most 4/3 − 1/(3n) times the optimum on n processes. (R. L. Graham: Bounds on
 * multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17, 1969.)
 */

/** Indices of the runs, the longest first; runs of equal length keep their order. */
export function longestFirst(lengths: readonly number[]): readonly number[] {
  return [...lengths.keys()].toSorted((a, b) => lengths[b] - lengths[a] || a - b);
}

/** A schedule in which each process takes the next run of a list as soon as it is free. */
export interface RunSchedule {
  /** The process of each run, from 0. */
  readonly processOfRun: readonly number[];
  /** End of the last run, in the unit of the lengths. */
  readonly end: number;
  /** Fraction of the processes' time in which they are busy, 0 to 1; 1 if there are no runs. */
  readonly utilization: number;
}

/**
 * Schedules runs.
 * @param lengths lengths of the runs, in the order in which they are taken
 * @param processes number of processes, at least 1
 * @param initialEnds times from which the first processes are free; 0 for the others
 */
export function schedule(lengths: readonly number[], processes: number, initialEnds: readonly number[] = []): RunSchedule {
  // There is no use for more processes than runs.
  const endOfProcess = Array.from(
    { length: Math.max(initialEnds.length, Math.min(processes, lengths.length)) },
    (_, i) => initialEnds[i] ?? 0,
  );
  const processOfRun = lengths.map((length) => {
    let earliest = 0;
    for (let i = 1; i < endOfProcess.length; i++) if (endOfProcess[i] < endOfProcess[earliest]) earliest = i;
    endOfProcess[earliest] += length;
    return earliest;
  });
  const makespan = endOfProcess.reduce((a, b) => Math.max(a, b), 0);
  const totalTime = lengths.reduce((a, b) => a + b, 0) + initialEnds.reduce((a, b) => a + b, 0);
  return { processOfRun, end: makespan, utilization: makespan === 0 ? 1 : totalTime / (makespan * processes) };
}

/** A part of many runs: part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * Indices of the runs of a shard, the longest first. Every run belongs to exactly one shard, and all shards take about equally long. The
 * result depends on the arguments only, so shards need not communicate.
 * @param work amount of work of each run, in any common unit
 */
export function runsOfShard(work: readonly number[], { index, count }: Shard): readonly number[] {
  const order = longestFirst(work);
  const { processOfRun } = schedule(
    order.map((i) => work[i]),
    count,
  );
  return order.filter((_, k) => processOfRun[k] === index - 1);
}
