/**
 * Comparison of several ways to do one collective operation, such as its algorithms, at growing sizes, and the ranges of sizes in which
 * each of them is fastest.
 */
import { type SweepAxis, type SweepTable, sweptMakespan, type SweptMeasure, sweptValueOf } from "./sweep.ts";

/** The two axes of a sweep: sizes, and contenders, which all do the same operation at each size. */
export interface ContestAxes {
  readonly sizeAxis: number;
  readonly contenderAxis: number;
}

/** Names of the contenders: their labels; numbers and yes/no together with the name of their parameter: `2 channels`, `overlap yes`. */
export function contenderNamesOf({ labels, phrases, numbers }: SweepAxis): readonly string[] {
  return numbers === null && !labels.includes("yes") ? labels : phrases;
}

/** Times of contenders at growing sizes. */
export interface Contest {
  /** Indices on the axis of sizes, the smallest size first. */
  readonly sizeOrder: readonly number[];
  /** [contender] Time in cycles by index of the size; null if the run never ends. Sizes without results are missing. */
  readonly times: readonly ReadonlyMap<number, number | null>[];
}

/** Times within this relative tolerance are ties; then the winner at the previous size remains the winner. */
const tieTolerance = 1e-3;

/**
 * The axes of a contest: a sweep in which several contenders, such as algorithms, do one collective operation at growing sizes. Null if the
 * sweep is no contest, or has no results yet from which this could be known.
 */
export function contestAxesOf({ axes, points }: SweepTable): ContestAxes | null {
  if (axes.length !== 2) return null;
  return [0, 1].map((sizeAxis) => ({ sizeAxis, contenderAxis: 1 - sizeAxis })).find(isContest) ?? null;

  /** Whether one axis is the amount of work, and all contenders do the same operation at each of its values. */
  function isContest({ sizeAxis, contenderAxis }: ContestAxes): boolean {
    const { numbers, labels, isWorkAmount } = axes[sizeAxis];
    if (numbers === null || isWorkAmount !== true || labels.length < 2 || axes[contenderAxis].labels.length < 2) return false;
    const taskByRun = new Map<string, string>();
    let largestContender = 0;
    for (const { variant, indices, runs } of points) {
      const collective = runs[0]?.collective;
      if (collective === undefined) return false;
      const { operation, ranks, bytes } = collective;
      const [runKey, task] = [`${variant} ${indices[sizeAxis]}`, `${operation} ${ranks} ${bytes}`];
      if ((taskByRun.get(runKey) ?? task) !== task) return false;
      taskByRun.set(runKey, task);
      largestContender = Math.max(largestContender, indices[contenderAxis]);
    }
    // The first size of a network is complete before the second, so an operation that differs would have been noticed above.
    return largestContender > 0;
  }
}

/**
 * The contest in one network of a sweep. Contenders are compared by time, because in-network reduction changes the factor of the bus
 * bandwidth.
 */
export function contestOf({ axes, points }: SweepTable, { sizeAxis, contenderAxis }: ContestAxes, variant: number): Contest {
  const variantPoints = points.filter((point) => point.variant === variant);
  return {
    sizeOrder: ascendingOrder(axes[sizeAxis].numbers!),
    times: axes[contenderAxis].labels.map(
      (_, contender) =>
        new Map(
          variantPoints
            .filter(({ indices }) => indices[contenderAxis] === contender)
            .map((point) => [point.indices[sizeAxis], sweptValueOf(point, sweptMakespan)?.mean ?? null] as const),
        ),
    ),
  };
}

/** Indices of numbers in ascending order of the numbers. */
export function ascendingOrder(numbers: readonly number[]): readonly number[] {
  return numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
}

/** The fastest contender at a size. */
export interface SizeWinner {
  /** Index of the size on its axis. */
  readonly size: number;
  readonly contender: number;
  /** Its time, cycles. */
  readonly time: number;
  /** Contenders that are as fast. */
  readonly ties: readonly number[];
  /** Time of the fastest contender that is not tied, over the winner's time; Infinity if all are tied. */
  readonly leadFactor: number;
}

/** Mean of a measure for the winner at a size; null if it has no value. */
export function winnerValueOf(
  { points }: SweepTable,
  { sizeAxis, contenderAxis }: ContestAxes,
  variant: number,
  winner: SizeWinner,
  measure: SweptMeasure,
): number | null {
  const point = points.find(
    (each) => each.variant === variant && each.indices[sizeAxis] === winner.size && each.indices[contenderAxis] === winner.contender,
  );
  return point === undefined ? null : (sweptValueOf(point, measure)?.mean ?? null);
}

/**
 * The fastest contender at each size for which all contenders have results, the smallest size first. Contenders whose times differ by less
 * than a tolerance are tied; then the winner at the previous size wins again. A contender whose run never ends (null) cannot win.
 */
export function winnersOf({ sizeOrder, times }: Contest): readonly SizeWinner[] {
  const winners: SizeWinner[] = [];
  for (const size of sizeOrder) {
    if (times.some((timesOfContender) => !timesOfContender.has(size))) continue;
    const ranking = times
      .flatMap((timesOfContender, contender) => {
        const mean = timesOfContender.get(size) ?? null;
        return mean === null ? [] : [{ contender, mean }];
      })
      .sort((a, b) => a.mean - b.mean);
    if (ranking.length === 0) continue;
    // Equal times are compared first, because 0 / 0 is no number.
    const slowdownOf = ({ mean }: (typeof ranking)[number]) => (mean === ranking[0].mean ? 1 : mean / ranking[0].mean);
    const [tied, slower] = [
      ranking.filter((each) => slowdownOf(each) <= 1 + tieTolerance),
      ranking.filter((each) => slowdownOf(each) > 1 + tieTolerance),
    ];
    const previousWinner = winners.at(-1)?.contender;
    const { contender, mean } = tied.find((each) => each.contender === previousWinner) ?? tied[0];
    const tiedContenders = tied.filter((each) => each.contender !== contender).map((each) => each.contender);
    winners.push({
      size,
      contender,
      time: mean,
      ties: tiedContenders.sort((a, b) => a - b),
      leadFactor: slower.length === 0 ? Infinity : slowdownOf(slower[0]),
    });
  }
  return winners;
}

/**
 * The contenders that a drawing of limited size shows: the first, which is the baseline; all winners; and then the contenders nearest to
 * the winners on average. They keep the order of their axis.
 */
export function contendersToShow({ times }: Contest, winners: readonly SizeWinner[], maxContenders: number): readonly number[] {
  const winningContenders = new Set(winners.map(({ contender }) => contender));
  const distanceToWinner = times.map((timesOfContender, contender) => {
    if (contender === 0 || winningContenders.has(contender)) return -1;
    const logRatios = winners.map(({ size, time: best }) => {
      const mean = timesOfContender.get(size) ?? null;
      return mean === null ? Infinity : Math.abs(Math.log(mean / best));
    });
    return logRatios.reduce((sum, each) => sum + each, 0);
  });
  return [...times.keys()]
    .sort((a, b) => distanceToWinner[a] - distanceToWinner[b])
    .slice(0, maxContenders)
    .sort((a, b) => a - b);
}

/** Consecutive sizes with the same winner: indices of the first and the last of them. */
export interface WinningRange {
  readonly contender: number;
  readonly from: number;
  readonly until: number;
}

/** The ranges of each winner, by increasing size. */
export function winningRangesOf(winners: readonly SizeWinner[]): readonly WinningRange[] {
  const ranges: WinningRange[] = [];
  for (const { contender, size } of winners) {
    const last = ranges.at(-1);
    if (last?.contender === contender) ranges[ranges.length - 1] = { ...last, until: size };
    else ranges.push({ contender, from: size, until: size });
  }
  return ranges;
}

/**
 * Position between two sizes at which the straight lines of two contenders intersect, 0 to 1; ½ if they do not. The parameters are the
 * values of each line at the two sizes.
 */
export function intersectionOf([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const [before, after] = [a - c, b - d];
  return before * after > 0 || before === after ? 0.5 : before / (before - after);
}
