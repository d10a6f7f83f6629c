/** The finding of a sweep: where networks saturate, which point is best, and where one network overtakes another. */
import { anded } from "../core/base/words.ts";
import { type SweepAxis, type SweepTable, answerIn, type SweptMeasure, type Value, valueOf } from "../core/measures/sweep.ts";
import { sidesOf } from "../core/measures/contest.ts";
import { type CurvePoint, firstFull, pointOf, saturationOf } from "../core/measures/curve.ts";
import { formatMeasure, sayPercent } from "../words/numbers.ts";
import { contestFinding } from "./contest.ts";
import { allOfIt } from "./figure.ts";
import { capital } from "../words/params.ts";
import { called } from "../words/networks.ts";
import type { Finding } from "./traffic.ts";
import type { Units } from "../words/units.ts";

/** A network of a sweep. */
export interface Swept {
  /** Its letter, and its name. For a single network the letter is empty and the name has its article: `the thin tree`. */
  readonly letter: string;
  readonly name: string;
  /** Its load curve if the load is all that is swept; otherwise null. */
  readonly curve: readonly CurvePoint[] | null;
}

/** Values whose relative difference is smaller than this are considered equal; chance explains the difference. */
const noticeable = 0.02;

/**
 * The finding of a sweep so far; null until its first point has results.
 * @param changesBetween distance between two networks, given their indices: the number of settings in which they differ. Crossings of similar
 * networks come first.
 */
export function sweepFinding(
  units: Units,
  table: SweepTable,
  swept: readonly Swept[],
  baseline = 0,
  apart: (a: number, b: number) => number = () => 1,
): Finding | null {
  const measure = answerIn(table);
  if (measure === undefined) return null;
  const isPartial = table.points.length < table.expected;
  const curves = swept.flatMap(({ curve, ...own }) => (curve === null || curve.length === 0 ? [] : [{ ...own, curve }]));
  const means = swept.length > 1 ? meansAlong(table, swept, measure) : null;
  const lines =
    curves.length > 0
      ? curves.map((own) => lineOf(whoOf(own), own.letter === "" ? "it" : own.letter, own.curve))
      : linesOf(table, swept, measure);
  if (lines.length > 0) {
    const { answer, evidence, ...rest } = saySaturations(units, lines, isPartial);
    const crossings = means === null ? [] : sayCrossings(table.axes[0], means, [], swept, measure, apart);
    // If every line delivers all that is offered, the peak loads only repeat the highest offered load.
    const reached = lines.some(({ at }) => at < Infinity) ? [sayMost(units, lines)] : [];
    return { answer, evidence: [...reached, ...evidence, ...crossings], isPartial, ...rest };
  }
  const sides = sidesOf(table);
  const contest = sides === null ? null : contestFinding(units, table, sides, swept);
  if (contest !== null) {
    const { answer, evidence } = contest;
    return { answer: isPartial ? `So far, ${answer}` : capital(answer), evidence, isPartial };
  }
  const times = sayTimes(table, swept, measure, baseline);
  const values = times ?? sayBest(units, table, swept, measure);
  const leaders = means === null ? [] : leadersOf(means, measure);
  // A single leader over the whole range is less informative than the ratios of times.
  const isTold = leaders.length > (times === null ? 0 : 1);
  const answer = isTold ? sayLeaders(table.axes[0], leaders, swept, measure) : values;
  const crossings = means === null ? [] : sayCrossings(table.axes[0], means, leaders, swept, measure, apart);
  const evidence = [...crossings, ...(isTold ? [capital(values)] : [])];
  return { answer: isPartial ? `So far, ${answer}` : capital(answer), evidence, isPartial };
}

/** A line over offered loads, with the load at which it saturates. */
interface Saturation {
  readonly said: string;
  /** The label for repeated mention. */
  readonly short: string;
  readonly curve: readonly CurvePoint[];
  /** The saturation load. 0 if the line never delivers all that is offered, Infinity if it always does. */
  readonly at: number;
  /** Whether the network deadlocks at that load. */
  readonly isStuck: boolean;
}

function lineOf(said: string, short: string, curve: readonly CurvePoint[]): Saturation {
  return { said, short, curve, at: fullAt(curve), isStuck: curve.some(({ deadlocked }) => deadlocked) };
}

/** The lines of a sweep over load and one other setting, in a single network; empty for any other sweep. */
function linesOf({ axes, points }: SweepTable, swept: readonly Swept[], { id }: SweptMeasure): readonly Saturation[] {
  const offered = axes.findIndex(({ isOffered, numbers }) => isOffered === true && numbers !== null);
  if (id !== "accepted" || axes.length !== 2 || swept.length !== 1 || offered < 0 || axes[offered].labels.length < 2) return [];
  const other = 1 - offered;
  return axes[other].said.flatMap((said, k) => {
    const own = points.filter(({ at }) => at[other] === k);
    const curve = own.map(({ at, runs }) => pointOf(axes[offered].numbers![at[offered]], runs)).sort((a, b) => a.load - b.load);
    return curve.length === 0 ? [] : [lineOf(said, said, curve)];
  });
}

/** With more lines than this, only the best and the worst are listed. */
const mostLines = 3;

/** The saturation load of each line, the highest first: `Queue 4 saturates at load 0.55, queue 2 at 0.45, queue 1 at 0.35.` */
function saySaturations(units: Units, lines: readonly Saturation[], isPartial: boolean): Finding {
  const worth = ({ at, isStuck }: Pick<Saturation, "at" | "isStuck">) => (isStuck ? at - Number.MAX_VALUE : at);
  const groups = [...new Map(lines.map(({ at, isStuck }) => [`${at} ${isStuck}`, { at, isStuck }])).values()]
    .map((own) => ({ ...own, names: lines.filter(({ at, isStuck }) => at === own.at && isStuck === own.isStuck).map(({ said }) => said) }))
    .sort((a, b) => worth(b) - worth(a));
  const told = groups.length <= mostLines ? groups : [groups[0], groups[groups.length - 1]];
  const first = told.findIndex(({ at, isStuck }) => !isStuck && at > 0 && at < Infinity);
  const sayOne = ({ at, isStuck, names }: (typeof groups)[number], isFirst: boolean) => {
    const [who, s] = [anded(names), names.length === 1 ? "s" : ""];
    if (isStuck) return `${who} deadlock${s} from load ${units.formatLoad(at)} on`;
    if (at === Infinity) return `${who} deliver${s} all that is offered, up to load ${units.formatLoad(most)}`;
    if (at === 0) return `${who} never deliver${s} all that is offered`;
    return isFirst ? `${who} saturate${s} at load ${units.formatLoad(at)}` : `${who} at ${units.formatLoad(at)}`;
  };
  const most = Math.max(...lines.flatMap(({ curve }) => curve.map(({ load }) => load)));
  const answer = `${told.map((group, i) => sayOne(group, i === first)).join(", ")}.`;
  const [best] = groups;
  const isAlone = best.names.length === 1 && (groups.length > 1 || lines.length === 1);
  // The full name of the network is in the sentence next to this figure.
  const { short } = lines.find(({ said }) => said === best.names[0])!;
  const figure =
    isPartial || first !== 0 || !isAlone
      ? {}
      : { figure: { value: units.formatLoad(best.at), words: `is where ${short === "it" ? best.names[0] : short} saturates` } };
  const between = groups.length === told.length ? [] : groups.slice(1, -1).map((group) => sayOne(group, false));
  return {
    answer: isPartial ? `So far, ${answer}` : capital(answer),
    ...figure,
    evidence: [
      ...(between.length === 0 ? [] : [`Between them: ${between.join(", ")}.`]),
      ...(first < 0 ? [] : [`A network saturates at the last load of which ${sayPercent(allOfIt)} arrives.`]),
    ],
  };
}

/** The peak load of each line, the best first; of many lines only the best and the worst: `B delivers 0.58 phits/cycle at most, A 0.22.` */
function sayMost(units: Units, lines: readonly Saturation[]): string {
  const ranked = lines
    .map(({ short, curve }) => ({ short, most: curve.reduce((a, b) => (b.accepted > a.accepted ? b : a)) }))
    .sort((a, b) => b.most.accepted - a.most.accepted);
  const told = ranked.length <= mostLines ? ranked : [ranked[0], ranked[ranked.length - 1]];
  const said = told.map(({ short, most: { accepted } }, i) =>
    i === 0 ? `${short} delivers ${units.sayLoad(accepted)} at most` : `${short} ${units.formatLoad(accepted)}`,
  );
  return capital(`${said.join(", ")}.`);
}

/** The last load that is fully delivered: 0 if none is, Infinity if all are. With a deadlock, the load at which it occurs. */
function fullAt(curve: readonly CurvePoint[]): number {
  const stuck = curve.find(({ deadlocked }) => deadlocked);
  return stuck?.load ?? saturationOf(curve)?.load ?? (firstFull(curve) === 0 ? 0 : Infinity);
}

/**
 * The times of networks relative to the baseline, if the swept setting changes the amount of work, so that absolute times cannot be
 * compared. Null for other measures than the makespan, for constant work, and for a single network.
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

/**
 * The best point of the sweep and the worst. If loads are swept together with another setting, the worst point is taken among those with
 * the same offered load as the best.
 */
function sayBest(units: Units, { axes, points }: SweepTable, swept: readonly Swept[], measure: SweptMeasure): string {
  const most = Math.max(...points.map((point) => valueOf(point, measure)?.high ?? 0));
  const known = points.flatMap((point) => {
    const value = valueOf(point, measure);
    return value === null ? [] : [{ point, value, mean: value.mean, text: units.writerOf(measure.unit)(value.mean, most) }];
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
    const spread =
      seeds === 1
        ? ""
        : `, the mean of ${seeds} seeds, from ${units.writerOf(measure.unit)(low, most)} to ${units.writerOf(measure.unit)(high, most)}`;
    return `${title} is ${units.sayOf(best.mean, measure.unit, units.writerOf(measure.unit), most)}${spread}.`;
  }
  if (!isSame && best.text === worst.text)
    return `${title} is the same at all points, ${units.sayOf(best.mean, measure.unit, units.writerOf(measure.unit), most)}.`;
  /**
   * A point by its networks and its values: `A and C, queue 4` if both values read the same there.
   * @param omittedAxis index of an axis to leave out
   */
  const where = ({ point: { at }, text }: typeof best, without = -1) => {
    const values = axes.flatMap((axis, i) => (i === without ? [] : [axis.said[at[i]]]));
    const own = known.filter((each) => each.text === text && each.point.at.every((value, i) => value === at[i]));
    const letters = own.map(({ point }) => swept[point.variant]?.letter ?? "").sort();
    return [...(letters[0] === "" ? [] : [anded(letters)]), ...values].join(", ");
  };
  const answer = `${title} is best at ${where(best)}: ${units.sayOf(best.mean, measure.unit, units.writerOf(measure.unit), most)}${saySeeds(best.value, (value) => units.writerOf(measure.unit)(value, most))}`;
  if (!isSame) return `${answer}; worst at ${where(worst)}: ${worst.text}.`;
  return worst === best ? `${answer}.` : `${answer}; at that load worst at ${where(worst, offered)}: ${worst.text}.`;
}

/** The range of a value over its seeds: ` (0.40 to 0.42 over 3 seeds)`. Empty for one seed, or if all values read the same. */
function saySeeds({ low, high, seeds }: Pick<Value, "low" | "high" | "seeds">, format: (value: number) => string): string {
  return seeds < 2 || format(low) === format(high) ? "" : ` (${format(low)} to ${format(high)} over ${seeds} seeds)`;
}

/** Means of all networks along one numeric axis. */
interface Along {
  /** Indices of the axis values in ascending order of the values. */
  readonly order: readonly number[];
  /** By network: the mean at each index that has results; null if the measure has no value there. */
  readonly means: readonly ReadonlyMap<number, number | null>[];
}

/** Null if several settings are swept, or if the axis has names instead of numbers. */
function meansAlong({ axes, points }: SweepTable, swept: readonly Swept[], measure: SweptMeasure): Along | null {
  const [{ numbers }] = axes;
  if (axes.length !== 1 || numbers === null) return null;
  const means = swept.map((_, variant) => {
    const own = points.filter((point) => point.variant === variant);
    return new Map(own.map((point) => [point.at[0], valueOf(point, measure)?.mean ?? null] as const));
  });
  return { order: numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]), means };
}

/** An interval of the axis, by indices, on which one network is best, or several that differ only by chance. */
interface Lead {
  readonly networks: readonly number[];
  readonly from: number;
  readonly until: number;
}

/** With more intervals than this, a sentence becomes unreadable. */
const mostLeads = 3;

/**
 * The networks that lead on consecutive intervals of the axis by more than chance. Points where the lead is a tie belong to no interval.
 * Otherwise the networks that lead over the whole range, ties included. Empty if the lead changes back and forth.
 */
function leadersOf({ order, means }: Along, { isMoreBetter }: SweptMeasure): readonly Lead[] {
  /** The best networks at each point; empty until all networks have results there. */
  const best = order.map((at) => {
    if (means.some((own) => !own.has(at))) return [];
    const known = means.flatMap((own, network) => {
      const mean = own.get(at) ?? null;
      return mean === null ? [] : [{ network, mean }];
    });
    const top = known.reduce((a, { mean }) => (isMoreBetter ? Math.max(a, mean) : Math.min(a, mean)), isMoreBetter ? 0 : Infinity);
    return known.filter(({ mean }) => !isApart(mean, top)).map(({ network }) => network);
  });
  const leads: Lead[] = [];
  for (const [i, networks] of best.entries()) {
    if (networks.length !== 1) continue;
    const last = leads.at(-1);
    if (last?.networks[0] === networks[0]) leads[leads.length - 1] = { ...last, until: order[i] };
    else leads.push({ networks, from: order[i], until: order[i] });
  }
  const isOnce = new Set(leads.map(({ networks }) => networks[0])).size === leads.length;
  if (isOnce && leads.length > 1 && leads.length <= mostLeads) return leads;
  const throughout = best[0].filter((network) => best.every((those) => those.includes(network)));
  const isOne = throughout.length === 1 && best.every(({ length }) => length === 1);
  const isSeveral = throughout.length > 1 && throughout.length < means.length;
  return isOne || isSeveral ? [{ networks: throughout, from: order[0], until: order[order.length - 1] }] : [];
}

/** `up to 32 terminals, C (torus) finishes first; from 64 terminals on, D (mesh).`; `from 4 terminals to 256 terminals, C (torus) finishes first.` */
function sayLeaders(axis: SweepAxis, leads: readonly Lead[], swept: readonly Swept[], { leads: verbs }: SweptMeasure): string {
  const said = leads.map(({ networks, from, until }, i) => {
    const who = networks.length === 1 ? whoOf(swept[networks[0]]) : anded(networks.map((network) => swept[network].letter));
    const verb = networks.length === 1 ? verbs?.one : verbs?.several;
    if (leads.length === 1) return `from ${axis.said[from]} to ${axis.said[until]}, ${who} ${verb}`;
    if (i === 0) return `up to ${axis.said[until]}, ${who} ${verb}`;
    const where =
      i === leads.length - 1
        ? `from ${axis.said[from]} on`
        : from === until
          ? `at ${axis.said[from]}`
          : `from ${axis.said[from]} to ${axis.said[until]}`;
    return `${where}, ${who}`;
  });
  return `${said.join("; ")}.`;
}

/**
 * Points where one network overtakes another: pairs that do so once, by more than chance, and that the sentence about leaders does not
 * cover.
 */
function sayCrossings(
  axis: SweepAxis,
  { order, means }: Along,
  leads: readonly Lead[],
  swept: readonly Swept[],
  { isMoreBetter }: SweptMeasure,
  apart: (a: number, b: number) => number,
): readonly string[] {
  const told = new Set(leads.slice(1).map(({ networks }, i) => [leads[i].networks[0], networks[0]].sort((a, b) => a - b).join(" ")));
  const pairs = swept.flatMap((_, a) => swept.flatMap((__, b) => (b > a && !told.has(`${a} ${b}`) ? [[a, b] as const] : [])));
  const found = pairs
    .toSorted((p, q) => apart(...p) - apart(...q))
    .flatMap(([a, b]) => {
      const change = overtaking(order, means[a], means[b]);
      if (change === null) return [];
      const [before, after] = change.isFirstMore === isMoreBetter ? [a, b] : [b, a];
      const [until, from] = [axis.said[change.until], axis.said[change.from]];
      return [{ before: swept[before].letter, after: swept[after].letter, until, from }];
    });
  return found
    .slice(0, mostCrossings)
    .map(({ before, after, until, from }) =>
      swept.length === 2
        ? `Up to ${until}, ${before} is better; from ${from} on, ${after}.`
        : `Of ${anded([before, after].sort())}, ${before} is better up to ${until}, ${after} from ${from} on.`,
    );
}

/** At most this many crossings are listed. */
const mostCrossings = 2;

/** The point where the sign of the difference changes; null unless it changes exactly once. */
function overtaking(order: readonly number[], a: ReadonlyMap<number, number | null>, b: ReadonlyMap<number, number | null>) {
  const apart = order.flatMap((at) => {
    const [p, q] = [a.get(at) ?? null, b.get(at) ?? null];
    return p === null || q === null || !isApart(p, q) ? [] : [{ at, isFirstMore: p > q }];
  });
  const changes = apart.flatMap((each, i) => (i > 0 && each.isFirstMore !== apart[i - 1].isFirstMore ? [i] : []));
  if (changes.length !== 1) return null;
  const [i] = changes;
  return { until: apart[i - 1].at, from: apart[i].at, isFirstMore: apart[i - 1].isFirstMore };
}

/** Whether two values differ by more than chance. */
function isApart(a: number, b: number): boolean {
  return Math.abs(a - b) > noticeable * Math.max(a, b);
}

function whoOf({ letter, name }: Swept): string {
  return letter === "" ? name : called({ letter, name });
}
