/**
 * Comparison of several ways to do one collective operation, such as its algorithms, at growing sizes, and the ranges of sizes in which
 * each of them is fastest.
 */
import { type SweepAxis, type SweepTable, makespan, type SweptMeasure, valueOf } from "./sweep.ts";

/** The two axes of a sweep: sizes, and contenders, which all do the same operation at each size. */
export interface Sides {
  readonly across: number;
  readonly among: number;
}

/** Names of the contenders: labels by themselves, but numbers and yes/no with the name of their parameter: `2 channels`, `overlap yes`. */
export function namesOf({ labels, said, numbers }: SweepAxis): readonly string[] {
  return numbers === null && !labels.includes("yes") ? labels : said;
}

/** Times of contenders at growing sizes. */
export interface Contest {
  /** Indices on the axis of sizes, the smallest size first. */
  readonly order: readonly number[];
  /** [contender] Time in cycles by index of the size; null if the run never ends. Sizes without results are missing. */
  readonly means: readonly ReadonlyMap<number, number | null>[];
}

/** Times within this relative tolerance are ties; then the winner at the previous size remains the winner. */
const alike = 1e-3;

/** The axes of a contest; null if the sweep is not a contest, or has no results that would show it. */
export function sidesOf({ axes, points }: SweepTable): Sides | null {
  if (axes.length !== 2) return null;
  return [0, 1].map((across) => ({ across, among: 1 - across })).find(isContest) ?? null;

  /** Whether one axis is the amount of work, and all contenders do the same operation at each of its values. */
  function isContest({ across, among }: Sides): boolean {
    const { numbers, labels, isWork } = axes[across];
    if (numbers === null || isWork !== true || labels.length < 2 || axes[among].labels.length < 2) return false;
    const done = new Map<string, string>();
    let ways = 0;
    for (const { variant, at, runs } of points) {
      const collective = runs[0]?.collective;
      if (collective === undefined) return false;
      const { operation, ranks, bytes } = collective;
      const [where, what] = [`${variant} ${at[across]}`, `${operation} ${ranks} ${bytes}`];
      if ((done.get(where) ?? what) !== what) return false;
      done.set(where, what);
      ways = Math.max(ways, at[among]);
    }
    // The first size of a network is complete before the second, so an operation that differs would have been noticed above.
    return ways > 0;
  }
}

/** The contest in one network of a sweep, by time. Bandwidth would not do, because the bus factor differs with in-network reduction. */
export function contestOf({ axes, points }: SweepTable, { across, among }: Sides, variant: number): Contest {
  const own = points.filter((point) => point.variant === variant);
  return {
    order: inOrder(axes[across].numbers!),
    means: axes[among].labels.map(
      (_, i) =>
        new Map(
          own.filter(({ at }) => at[among] === i).map((point) => [point.at[across], valueOf(point, makespan)?.mean ?? null] as const),
        ),
    ),
  };
}

/** Indices of numbers in ascending order of the numbers. */
export function inOrder(numbers: readonly number[]): readonly number[] {
  return numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
}

/** The fastest contender at a size. */
export interface Best {
  /** Index of the size on its axis. */
  readonly place: number;
  readonly contender: number;
  /** Its time, cycles. */
  readonly mean: number;
  /** Contenders that are as fast. */
  readonly equals: readonly number[];
  /** Time of the fastest contender that is not tied, over the winner's; Infinity if there is none. */
  readonly ahead: number;
}

/** Mean of a measure for the winner at a size; null if it has no value. */
export function worthOf(
  { points }: SweepTable,
  { across, among }: Sides,
  variant: number,
  best: Best,
  measure: SweptMeasure,
): number | null {
  const point = points.find((each) => each.variant === variant && each.at[across] === best.place && each.at[among] === best.contender);
  return point === undefined ? null : (valueOf(point, measure)?.mean ?? null);
}

/** Winner at each size that has results of all contenders, the smallest size first. */
export function bestsOf({ order, means }: Contest): readonly Best[] {
  const bests: Best[] = [];
  for (const place of order) {
    if (means.some((own) => !own.has(place))) continue;
    const known = means
      .flatMap((own, contender) => {
        const mean = own.get(place) ?? null;
        return mean === null ? [] : [{ contender, mean }];
      })
      .sort((a, b) => a.mean - b.mean);
    if (known.length === 0) continue;
    const times = ({ mean }: (typeof known)[number]) => (mean === known[0].mean ? 1 : mean / known[0].mean);
    const [good, rest] = [known.filter((each) => times(each) <= 1 + alike), known.filter((each) => times(each) > 1 + alike)];
    const before = bests.at(-1)?.contender;
    const { contender, mean } = good.find((each) => each.contender === before) ?? good[0];
    const equals = good.filter((each) => each.contender !== contender).map((each) => each.contender);
    bests.push({ place, contender, mean, equals: equals.sort((a, b) => a - b), ahead: rest.length === 0 ? Infinity : times(rest[0]) });
  }
  return bests;
}

/**
 * The contenders that a drawing of limited size shows: the first, which is the baseline, all winners, and then those nearest to the winners
 * on average; in their order.
 */
export function foremost({ means }: Contest, bests: readonly Best[], most: number): readonly number[] {
  const winning = new Set(bests.map(({ contender }) => contender));
  const behind = means.map((own, contender) => {
    if (contender === 0 || winning.has(contender)) return -1;
    const times = bests.map(({ place, mean: best }) => {
      const mean = own.get(place) ?? null;
      return mean === null ? Infinity : Math.abs(Math.log(mean / best));
    });
    return times.reduce((sum, each) => sum + each, 0);
  });
  return [...means.keys()]
    .sort((a, b) => behind[a] - behind[b])
    .slice(0, most)
    .sort((a, b) => a - b);
}

/** Consecutive sizes with the same winner: indices of the first and the last of them. */
export interface Reign {
  readonly contender: number;
  readonly from: number;
  readonly until: number;
}

/** The ranges of each winner, by increasing size. */
export function reignsOf(bests: readonly Best[]): readonly Reign[] {
  const reigns: Reign[] = [];
  for (const { contender, place } of bests) {
    const last = reigns.at(-1);
    if (last?.contender === contender) reigns[reigns.length - 1] = { ...last, until: place };
    else reigns.push({ contender, from: place, until: place });
  }
  return reigns;
}

/**
 * Position between two sizes at which the straight lines of two contenders intersect, 0 to 1; ½ if they do not. The parameters are the
 * values of each line at the two sizes.
 */
export function crossing([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const [before, after] = [a - c, b - d];
  return before * after > 0 || before === after ? 0.5 : before / (before - after);
}
