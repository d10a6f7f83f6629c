/** The finding of a sweep: where networks are full, or which point is best, and where one overtakes the other. */
import type { CurvePoint, SweepAxis, SweepTable } from "../views/contract.ts";
import { firstFull, saturationOf } from "../views/curve/saturation.ts";
import { formatLoad, formatMeasure, sayLoad, sayOf } from "../views/shared/format.ts";
import { type SweptMeasure, sweptMeasures, type Value, valueOf } from "../views/sweep/measures.ts";
import { capital } from "./format.ts";
import { called } from "./names.ts";
import type { Finding } from "./finding.ts";

/** A network that is swept. */
export interface Swept {
  /** Its letter, empty where it stands alone, and its name; alone with its article: `the thin tree`. */
  readonly letter: string;
  readonly name: string;
  /** Its load curve, where nothing but the load is swept; else null. */
  readonly curve: readonly CurvePoint[] | null;
}

/** Values that differ by less than this part of them are one by chance. */
const noticeable = 0.02;

/** What a sweep has found so far; null before any of its points is in. */
export function sweepFinding(table: SweepTable, swept: readonly Swept[], baseline = 0): Finding | null {
  const measure = sweptMeasures.find((each) => each.isAnswer === true && table.points.some((point) => valueOf(point, each) !== null));
  if (measure === undefined) return null;
  const isPartial = table.points.length < table.expected;
  const curves = swept.flatMap(({ curve, ...own }) => (curve === null || curve.length === 0 ? [] : [{ ...own, curve }]));
  const answer = curves.length > 0 ? saySaturation(curves) : (sayTimes(table, swept, measure, baseline) ?? sayBest(table, swept, measure));
  return { answer: isPartial ? `So far, ${answer}` : capital(answer), evidence: sayCrossing(table, swept, measure), isPartial };
}

type Curved = Swept & { readonly curve: readonly CurvePoint[] };

/** Where each network is full; of many, which is first and which is last. */
function saySaturation(curves: readonly Curved[]): string {
  const all = curves.map((own) => ({ own, at: fullAt(own.curve) }));
  const shown = all.length < 3 ? all : all.toSorted((a, b) => b.at - a.at).filter((_, i) => i === 0 || i === all.length - 1);
  // The unit stands behind the first number.
  return `${shown.map(({ own, at }, i) => `${whoOf(own)} ${sayFull(own.curve, at, i === 0 ? sayLoad : formatLoad)}`).join("; ")}.`;
}

/** The last load that is delivered: 0 where none is, without end where all are. In a deadlock, the load that meets it. */
function fullAt(curve: readonly CurvePoint[]): number {
  const stuck = curve.find(({ deadlocked }) => deadlocked);
  return stuck?.load ?? saturationOf(curve)?.load ?? (firstFull(curve) === 0 ? 0 : Infinity);
}

function sayFull(curve: readonly CurvePoint[], at: number, write: (load: number) => string): string {
  const highest = curve.reduce((a, b) => (b.accepted > a.accepted ? b : a));
  const [low, high] = highest.spread?.accepted ?? [highest.accepted, highest.accepted];
  const most = `${write(highest.accepted)}${saySeeds({ low, high, seeds: highest.spread?.seeds ?? 1 }, formatLoad)}`;
  if (curve.some(({ deadlocked }) => deadlocked)) return `deadlocks from load ${formatLoad(at)} on`;
  if (at === 0) return `never delivers all it is offered, but ${most} at most`;
  if (at === Infinity) return `delivers all it is offered, up to load ${write(curve[curve.length - 1].load)}`;
  return `delivers all it is offered up to load ${formatLoad(at)}, and ${most} at most`;
}

/**
 * How long networks take beside the baseline, where what is swept changes how much there is to do: times of unlike things
 * cannot be compared. Null for loads, for like work, and for one network.
 */
function sayTimes({ axes, points }: SweepTable, swept: readonly Swept[], measure: SweptMeasure, baseline: number): string | null {
  if (measure.id !== "makespan" || swept.length < 2 || !axes.some(({ isWork }) => isWork === true)) return null;
  const timeAt = (variant: number, at: readonly number[]) => {
    const point = points.find((each) => each.variant === variant && each.at.every((value, i) => value === at[i]));
    return point === undefined ? null : (valueOf(point, measure)?.mean ?? null);
  };
  const ratios = points.flatMap(({ variant, at }) => {
    const [own, its] = [timeAt(variant, at), timeAt(baseline, at)];
    return variant === baseline || own === null || its === null ? [] : [{ variant, at, ratio: own / its }];
  });
  if (ratios.length === 0) return null;
  const where = ({ variant, at }: (typeof ratios)[number]) =>
    [...(swept.length > 2 ? [swept[variant].letter] : []), ...axes.map((axis, i) => axis.labels[at[i]])].join(", ");
  const means = swept.flatMap((own, i) => {
    const those = ratios.filter(({ variant }) => variant === i).map(({ ratio }) => ratio);
    return those.length === 0 ? [] : [`${whoOf(own)} ${formatMeasure(those.reduce((sum, each) => sum + each, 0) / those.length)}`];
  });
  const [least, most] = [ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a)), ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a))];
  const base = swept[baseline]?.letter ?? "";
  const range =
    least === most ? "" : `; least ${formatMeasure(least.ratio)} at ${where(least)}, most ${formatMeasure(most.ratio)} at ${where(most)}`;
  return `times as long as ${base} on average: ${means.join("; ")}${range}.`;
}

/** The best point of all, and the worst; where loads are swept with something else, the worst of those that are offered the same. */
function sayBest({ axes, points }: SweepTable, swept: readonly Swept[], measure: SweptMeasure): string {
  const most = Math.max(...points.map((point) => valueOf(point, measure)?.high ?? 0));
  const known = points.flatMap((point) => {
    const value = valueOf(point, measure);
    return value === null ? [] : [{ point, value, mean: value.mean, text: measure.format(value.mean, most) }];
  });
  const sorted = known.toSorted((a, b) => (measure.isMoreBetter ? b.mean - a.mean : a.mean - b.mean));
  const [best] = sorted;
  const offered = axes.findIndex((axis) => axis.isOffered === true);
  const isSame = offered >= 0 && axes.length > 1;
  const rivals = isSame ? sorted.filter(({ point }) => point.at[offered] === best.point.at[offered]) : sorted;
  const worst = rivals[rivals.length - 1];
  const title = measure.title.toLowerCase();
  if (known.length === 1 && axes.every(({ labels }) => labels.length === 1)) {
    const { low, high, seeds } = best.value;
    const spread = seeds === 1 ? "" : `, the mean of ${seeds} seeds, from ${measure.format(low, most)} to ${measure.format(high, most)}`;
    return `${title} is ${sayOf(best.mean, measure.unit, measure.format, most)}${spread}.`;
  }
  if (!isSame && best.text === worst.text)
    return `${title} is the same at all points, ${sayOf(best.mean, measure.unit, measure.format, most)}.`;
  const where = ({ point }: typeof best, without = -1) => {
    const values = axes.flatMap((axis, i) => (i === without ? [] : [`${axis.title.toLowerCase()} ${axis.labels[point.at[i]]}`]));
    const { letter = "" } = swept[point.variant] ?? {};
    return [...(letter === "" ? [] : [letter]), ...values].join(", ");
  };
  const answer = `${title} is best at ${where(best)}: ${sayOf(best.mean, measure.unit, measure.format, most)}${saySeeds(best.value, (value) => measure.format(value, most))}`;
  if (!isSame) return `${answer}; worst at ${where(worst)}: ${worst.text}.`;
  return worst === best ? `${answer}.` : `${answer}; at that load worst at ${where(worst, offered)}: ${worst.text}.`;
}

/** How far chance moves a value: ` (0.40 to 0.42 over 3 seeds)`; nothing for one seed, or where all read the same. */
function saySeeds({ low, high, seeds }: Pick<Value, "low" | "high" | "seeds">, format: (value: number) => string): string {
  return seeds < 2 || format(low) === format(high) ? "" : ` (${format(low)} to ${format(high)} over ${seeds} seeds)`;
}

/** Where one network overtakes another: the first pair that does so once, by more than chance. */
function sayCrossing({ axes, points }: SweepTable, swept: readonly Swept[], measure: SweptMeasure): string {
  const [axis] = axes;
  if (axes.length !== 1 || axis.numbers === null || swept.length < 2) return "";
  const means = swept.map((_, variant) => {
    const own = points.filter((point) => point.variant === variant);
    return new Map(own.flatMap((point) => [[point.at[0], valueOf(point, measure)?.mean ?? null] as const]));
  });
  const order = axis.numbers.map((_, i) => i).sort((a, b) => axis.numbers![a] - axis.numbers![b]);
  for (let a = 0; a < swept.length; a++) {
    for (let b = a + 1; b < swept.length; b++) {
      const change = overtaking(order, means[a], means[b]);
      if (change === null) continue;
      const [first, then] = change.isFirstMore === measure.isMoreBetter ? [swept[a], swept[b]] : [swept[b], swept[a]];
      return `${capital(sayAt(axis, "up to", change.until))} ${first.letter} is better, ${sayAt(axis, "from", change.from)} on ${then.letter}.`;
    }
  }
  return "";
}

const sayAt = ({ title, labels }: SweepAxis, word: string, at: number) => `${word} ${title.toLowerCase()} ${labels[at]}`;

/** Where the sign of the difference of two changes, if it does once. */
function overtaking(order: readonly number[], a: ReadonlyMap<number, number | null>, b: ReadonlyMap<number, number | null>) {
  const apart = order.flatMap((at) => {
    const [p, q] = [a.get(at) ?? null, b.get(at) ?? null];
    return p === null || q === null || Math.abs(p - q) <= noticeable * Math.max(p, q) ? [] : [{ at, isFirstMore: p > q }];
  });
  const changes = apart.flatMap((each, i) => (i > 0 && each.isFirstMore !== apart[i - 1].isFirstMore ? [i] : []));
  if (changes.length !== 1) return null;
  const [i] = changes;
  return { until: apart[i - 1].at, from: apart[i].at, isFirstMore: apart[i - 1].isFirstMore };
}

function whoOf({ letter, name }: Swept): string {
  return letter === "" ? name : called({ letter, name });
}
