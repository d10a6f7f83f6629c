/**
 * Who wins where: several ways to do one collective operation at growing sizes, such as its algorithms, and which of them is best from
 * where to where.
 */
import { type SweepAxis, type SweepTable, makespan, type SweptMeasure, valueOf } from "./sweep.ts";

/** The axis of sizes of a sweep of two places, and the axis whose values do the same there, each in its way. */
export interface Sides {
  readonly across: number;
  readonly among: number;
}

/** What contenders are called: names by themselves, numbers and answers with what they are of: `2 channels`, `overlap yes`. */
export function namesOf({ labels, said, numbers }: SweepAxis): readonly string[] {
  return numbers === null && !labels.includes("yes") ? labels : said;
}

/** Contenders at growing sizes. */
export interface Contest {
  /** Places of the axis of sizes, the smallest size first. */
  readonly order: readonly number[];
  /** How long each contender takes at each place that is in, cycles; null where it never ends. */
  readonly means: readonly ReadonlyMap<number, number | null>[];
}

/** Values that differ by less than this part of them are as good as each other, and who was best before stays it. */
const alike = 1e-3;

/** The sides of a contest; null where what is swept is none, or nothing is in that would tell. */
export function sidesOf({ axes, points }: SweepTable): Sides | null {
  if (axes.length !== 2) return null;
  return [0, 1].map((across) => ({ across, among: 1 - across })).find(isContest) ?? null;

  /** Sizes of what is to be done, and ways that all do the same at each of them. */
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
    // The first size of a network is in before the second: what differs from one to the next is how much is done.
    return ways > 0;
  }
}

/**
 * The contest in one of the networks of a sweep: it is one of time. Bandwidths would not do, as the factor of bus bandwidth is another
 * one where switches reduce.
 */
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

/** Places of numbers, the smallest first. */
export function inOrder(numbers: readonly number[]): readonly number[] {
  return numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
}

/** Who is best at a size. */
export interface Best {
  /** Place of the size on its axis. */
  readonly place: number;
  readonly contender: number;
  /** Its time, cycles. */
  readonly mean: number;
  /** Others that are as fast. */
  readonly equals: readonly number[];
  /** How many times as fast as the next that is not; Infinity where there is none. */
  readonly ahead: number;
}

/** What the best at a size comes to in a measure; null where it has no value. */
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

/** Who is best at each size of which all contenders are in, the smallest size first. */
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
 * The contenders that a drawing of so many shows: the first, which the others are compared with, those that are best anywhere, and then
 * those that are nearest to the best on average; in their order.
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

/** Sizes next to each other at which one contender is best: places of the first and the last of them. */
export interface Reign {
  readonly contender: number;
  readonly from: number;
  readonly until: number;
}

/** From where to where each is best; one after the other, the smallest sizes first. */
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
 * How far on the way from one size to the next the straight lines of two contenders cross, 0 … 1: ½ where they do not.
 * @param heights where each line is drawn at each of the two sizes
 */
export function crossing([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const [before, after] = [a - c, b - d];
  return before * after > 0 || before === after ? 0.5 : before / (before - after);
}
