/** The finding of a sweep: where networks saturate, which point is best, and where one network overtakes another. */
import { joinWithAnd } from "../core/base/words.ts";
import {
  type SweepAxis,
  type SweepTable,
  primaryMeasureOf,
  type SweptMeasure,
  type SweptValue,
  sweptValueOf,
} from "../core/measures/sweep.ts";
import { contestAxesOf } from "../core/measures/contest.ts";
import { type CurvePoint, firstSaturatedPoint, curvePointOf, saturationOf } from "../core/measures/curve.ts";
import { formatMeasure, sayPercent } from "../words/numbers.ts";
import { contestFinding } from "./contest.ts";
import { fullDeliveryFraction } from "./key-figure.ts";
import { capitalize } from "../words/params.ts";
import { letterAndName } from "../words/networks.ts";
import type { Finding } from "./traffic.ts";
import type { Units } from "../words/units.ts";

/** A network of a sweep. */
export interface SweptNetwork {
  /** Letter and name of the network. For a single network the letter is empty and the name has its article: `the thin tree`. */
  readonly letter: string;
  readonly name: string;
  /** Load curve of the network if only the load is swept; otherwise null. */
  readonly curve: readonly CurvePoint[] | null;
}

/** Values whose relative difference is smaller than this are considered equal; chance explains the difference. */
const noticeable = 0.02;

/**
 * The finding of a sweep so far; null until its first point has results. In this order of preference it reports the saturation loads of
 * load curves, a contest of algorithms over sizes, which network leads in which range, relative times, or the best and the worst point.
 * @param changesBetween number of settings in which two networks, given by their indices, differ; crossings of similar networks come first
 */
export function findingOfSweep(
  units: Units,
  table: SweepTable,
  networks: readonly SweptNetwork[],
  baseline = 0,
  changesBetween: (a: number, b: number) => number = () => 1,
): Finding | null {
  const measure = primaryMeasureOf(table);
  if (measure === undefined) return null;
  const isPartial = table.points.length < table.expectedPoints;
  const curves = networks.flatMap(({ curve, ...network }) => (curve === null || curve.length === 0 ? [] : [{ ...network, curve }]));
  const means = networks.length > 1 ? axisMeansOf(table, networks, measure) : null;
  const saturations =
    curves.length > 0
      ? curves.map((network) => saturationFrom(nameOfNetwork(network), network.letter === "" ? "it" : network.letter, network.curve))
      : saturationsIn(table, networks, measure);
  if (saturations.length > 0) {
    const { answer, evidence, ...figureIfAny } = saySaturations(units, saturations, isPartial);
    const crossings = means === null ? [] : sayCrossings(table.axes[0], means, [], networks, measure, changesBetween);
    // If every network delivers all that is offered, the peak loads only repeat the highest offered load.
    const peakLoads = saturations.some(({ load }) => load < Infinity) ? [sayPeakLoads(units, saturations)] : [];
    return { answer, evidence: [...peakLoads, ...evidence, ...crossings], isPartial, ...figureIfAny };
  }
  // A comparison of algorithms at growing sizes is reported as a contest.
  const contestRoles = contestAxesOf(table);
  const contest = contestRoles === null ? null : contestFinding(units, table, contestRoles, networks);
  if (contest !== null) {
    const { answer, evidence } = contest;
    return { answer: isPartial ? `So far, ${answer}` : capitalize(answer), evidence, isPartial };
  }
  // Otherwise: which network leads where, or the best and the worst point.
  const timesClause = sayRelativeTimes(table, networks, measure, baseline);
  const valuesClause = timesClause ?? sayBestAndWorst(units, table, networks, measure);
  const leaders = means === null ? [] : leadsOf(means, measure);
  // A single leader over the whole range is less informative than the ratios of times.
  const hasLeadersToReport = leaders.length > (timesClause === null ? 0 : 1);
  const answer = hasLeadersToReport ? sayLeads(table.axes[0], leaders, networks, measure) : valuesClause;
  const crossings = means === null ? [] : sayCrossings(table.axes[0], means, leaders, networks, measure, changesBetween);
  const evidence = [...crossings, ...(hasLeadersToReport ? [capitalize(valuesClause)] : [])];
  return { answer: isPartial ? `So far, ${answer}` : capitalize(answer), evidence, isPartial };
}

/** A line over offered loads, with the load at which it saturates. */
interface Saturation {
  readonly label: string;
  /** A shorter label, where the full label has been mentioned before. */
  readonly shortLabel: string;
  readonly curve: readonly CurvePoint[];
  /** The saturation load. 0 if the line never delivers all that is offered, Infinity if it always does. */
  readonly load: number;
  /** Whether the network deadlocks at that load. */
  readonly isDeadlocked: boolean;
}

function saturationFrom(label: string, shortLabel: string, curve: readonly CurvePoint[]): Saturation {
  return { label, shortLabel, curve, load: saturationLoad(curve), isDeadlocked: curve.some(({ deadlocked }) => deadlocked) };
}

/** The lines of a sweep over load and one other setting, in a single network; empty for any other sweep. */
function saturationsIn({ axes, points }: SweepTable, networks: readonly SweptNetwork[], { id }: SweptMeasure): readonly Saturation[] {
  const loadAxis = axes.findIndex(({ isOfferedLoad, numbers }) => isOfferedLoad === true && numbers !== null);
  if (id !== "accepted" || axes.length !== 2 || networks.length !== 1 || loadAxis < 0 || axes[loadAxis].labels.length < 2) return [];
  const otherAxis = 1 - loadAxis;
  return axes[otherAxis].phrases.flatMap((label, k) => {
    const linePoints = points.filter(({ indices }) => indices[otherAxis] === k);
    const curve = linePoints
      .map(({ indices, runs }) => curvePointOf(axes[loadAxis].numbers![indices[loadAxis]], runs))
      .sort((a, b) => a.load - b.load);
    return curve.length === 0 ? [] : [saturationFrom(label, label, curve)];
  });
}

/** With more lines than this, only the best and the worst are listed. */
const maxListedLines = 3;

/**
 * A sentence on the saturation load of each curve (of a network, or a value of another swept setting), the highest first: `Queue 4
 * saturates at load 0.55, queue 2 at 0.45, queue 1 at 0.35.` A load is in phits per cycle; Infinity if all loads are delivered, 0 if none
 * is. Curves with the same load form a group; those that deadlock come last.
 */
function saySaturations(units: Units, saturations: readonly Saturation[], isPartial: boolean): Finding {
  // Keys of curves that deadlock are below the keys of all other curves.
  const sortKey = ({ load, isDeadlocked }: Pick<Saturation, "load" | "isDeadlocked">) => (isDeadlocked ? load - Number.MAX_VALUE : load);
  // Group the curves that saturate at the same load, and sort the groups. If there are too many, only the first and the last are listed.
  const groups = [...new Map(saturations.map(({ load, isDeadlocked }) => [`${load} ${isDeadlocked}`, { load, isDeadlocked }])).values()]
    .map((group) => ({
      ...group,
      names: saturations
        .filter(({ load, isDeadlocked }) => load === group.load && isDeadlocked === group.isDeadlocked)
        .map(({ label }) => label),
    }))
    .sort((a, b) => sortKey(b) - sortKey(a));
  const listed = groups.length <= maxListedLines ? groups : [groups[0], groups[groups.length - 1]];
  const firstSaturating = listed.findIndex(({ load, isDeadlocked }) => !isDeadlocked && load > 0 && load < Infinity);
  // Only the first group that saturates has the full wording.
  const sayGroup = ({ load, isDeadlocked, names }: (typeof groups)[number], isFirst: boolean) => {
    const [subject, ending] = [joinWithAnd(names), names.length === 1 ? "s" : ""];
    if (isDeadlocked) return `${subject} deadlock${ending} from load ${units.formatLoad(load)} on`;
    if (load === Infinity) return `${subject} deliver${ending} the full offered load, up to load ${units.formatLoad(maxLoad)}`;
    if (load === 0) return `${subject} never deliver${ending} the full offered load`;
    return isFirst ? `${subject} saturate${ending} at load ${units.formatLoad(load)}` : `${subject} at ${units.formatLoad(load)}`;
  };
  const maxLoad = Math.max(...saturations.flatMap(({ curve }) => curve.map(({ load }) => load)));
  const answer = `${listed.map((group, i) => sayGroup(group, i === firstSaturating)).join(", ")}.`;
  const [best] = groups;
  const isSingleBest = best.names.length === 1 && (groups.length > 1 || saturations.length === 1);
  // The full name of the network is in the sentence next to this figure.
  const { shortLabel } = saturations.find(({ label }) => label === best.names[0])!;
  const figure =
    isPartial || firstSaturating !== 0 || !isSingleBest
      ? {}
      : { figure: { value: units.formatLoad(best.load), words: `is where ${shortLabel === "it" ? best.names[0] : shortLabel} saturates` } };
  const middleGroups = groups.length === listed.length ? [] : groups.slice(1, -1).map((group) => sayGroup(group, false));
  return {
    answer: isPartial ? `So far, ${answer}` : capitalize(answer),
    ...figure,
    evidence: [
      ...(middleGroups.length === 0 ? [] : [`Between them: ${middleGroups.join(", ")}.`]),
      ...(firstSaturating < 0
        ? []
        : [`The saturation load is the highest offered load of which the network accepts at least ${sayPercent(fullDeliveryFraction)}.`]),
    ],
  };
}

/** The peak load of each line, the best first; of many lines only the best and the worst: `B delivers at most 0.58 phits/cycle, A 0.22.` */
function sayPeakLoads(units: Units, saturations: readonly Saturation[]): string {
  const ranked = saturations
    .map(({ shortLabel, curve }) => ({ label: shortLabel, peakPoint: curve.reduce((a, b) => (b.accepted > a.accepted ? b : a)) }))
    .sort((a, b) => b.peakPoint.accepted - a.peakPoint.accepted);
  const listed = ranked.length <= maxListedLines ? ranked : [ranked[0], ranked[ranked.length - 1]];
  const clauses = listed.map(({ label: shortLabel, peakPoint: { accepted } }, i) =>
    i === 0 ? `${shortLabel} delivers at most ${units.sayLoad(accepted)}` : `${shortLabel} ${units.formatLoad(accepted)}`,
  );
  return capitalize(`${clauses.join(", ")}.`);
}

/** The last load that is fully delivered: 0 if none is, Infinity if all are. With a deadlock, the load at which the deadlock occurs. */
function saturationLoad(curve: readonly CurvePoint[]): number {
  const deadlockPoint = curve.find(({ deadlocked }) => deadlocked);
  return deadlockPoint?.load ?? saturationOf(curve)?.load ?? (firstSaturatedPoint(curve) === 0 ? 0 : Infinity);
}

/**
 * A sentence on the times of networks relative to the baseline, if the swept setting changes the amount of work, so that absolute times
 * cannot be compared: means over the sweep, the smallest and the largest ratio. Null for other measures than the makespan, for constant
 * work, and for a single network.
 * @param baseline index of the network that the others are compared with
 */
function sayRelativeTimes(
  { axes, points }: SweepTable,
  networks: readonly SweptNetwork[],
  measure: SweptMeasure,
  baseline: number,
): string | null {
  if (measure.id !== "makespan" || networks.length < 2 || !axes.some(({ isWorkAmount }) => isWorkAmount === true)) return null;
  const timeAt = (variant: number, axisIndices: readonly number[]) => {
    const point = points.find((each) => each.variant === variant && each.indices.every((value, i) => value === axisIndices[i]));
    return point === undefined ? null : (sweptValueOf(point, measure)?.mean ?? null);
  };
  const ratios = points.flatMap(({ variant, indices }) => {
    const [current, baseTime] = [timeAt(variant, indices), timeAt(baseline, indices)];
    return variant === baseline || current === null || baseTime === null ? [] : [{ variant, at: indices, ratio: current / baseTime }];
  });
  if (ratios.length === 0) return null;
  const describePoint = ({ variant, at: axisIndices }: (typeof ratios)[number]) =>
    [...(networks.length > 2 ? [networks[variant].letter] : []), ...axes.map((axis, i) => axis.labels[axisIndices[i]])].join(", ");
  const means = networks.flatMap((current, i) => {
    const networkRatios = ratios.filter(({ variant }) => variant === i).map(({ ratio }) => ratio);
    return networkRatios.length === 0
      ? []
      : [`${nameOfNetwork(current)} ${formatMeasure(networkRatios.reduce((sum, each) => sum + each, 0) / networkRatios.length)}`];
  });
  const [smallest, largest] = [ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a)), ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a))];
  const baseLetter = networks[baseline]?.letter ?? "";
  const rangeClause =
    smallest === largest
      ? ""
      : `; the lowest ratio is ${formatMeasure(smallest.ratio)} at ${describePoint(smallest)}, the highest ${formatMeasure(largest.ratio)} at ${describePoint(largest)}`;
  return `time relative to ${baseLetter}, on average: ${means.join("; ")}${rangeClause}.`;
}

/**
 * A sentence on the best point of the sweep and the worst. A point is a combination of swept values for one network, with the mean of its
 * seeds. If loads are swept together with another setting, the worst point is taken among those with the same offered load as the best.
 */
function sayBestAndWorst(units: Units, { axes, points }: SweepTable, networks: readonly SweptNetwork[], measure: SweptMeasure): string {
  const maxValue = Math.max(...points.map((point) => sweptValueOf(point, measure)?.high ?? 0));
  const write = (value: number) => units.writerOf(measure.unit)(value, maxValue);
  const say = (value: number) => units.sayOf(value, measure.unit, units.writerOf(measure.unit), maxValue);
  const valuedPoints = points.flatMap((point) => {
    const value = sweptValueOf(point, measure);
    return value === null ? [] : [{ point, value, mean: value.mean, text: write(value.mean) }];
  });
  // Find the best and the worst point.
  const sorted = valuedPoints.toSorted((a, b) => (measure.isHigherBetter ? b.mean - a.mean : a.mean - b.mean));
  const [best] = sorted;
  const loadAxis = axes.findIndex((axis) => axis.isOfferedLoad === true);
  const isAtSameLoad = loadAxis >= 0 && axes.length > 1;
  const rivals = isAtSameLoad ? sorted.filter(({ point }) => point.indices[loadAxis] === best.point.indices[loadAxis]) : sorted;
  const worst = rivals[rivals.length - 1];
  const title = measure.title.toLowerCase();
  // A single point, or equal values, need no comparison.
  if (valuedPoints.length === 1 && axes.every(({ labels }) => labels.length === 1)) {
    const { low, high, seeds } = best.value;
    const spreadClause = seeds === 1 ? "" : `, the mean of ${seeds} seeds, from ${write(low)} to ${write(high)}`;
    return `${title} is ${say(best.mean)}${spreadClause}.`;
  }
  if (!isAtSameLoad && best.text === worst.text) return `${title} is the same at all points, ${say(best.mean)}.`;
  /**
   * A point by its networks and its values: `A and C, queue 4` if both values read the same there.
   * @param omittedAxis index of an axis to leave out
   */
  const describePoint = ({ point: { indices }, text }: typeof best, omittedAxis = -1) => {
    const values = axes.flatMap((axis, i) => (i === omittedAxis ? [] : [axis.phrases[indices[i]]]));
    const equalPoints = valuedPoints.filter((each) => each.text === text && each.point.indices.every((value, i) => value === indices[i]));
    const letters = equalPoints.map(({ point }) => networks[point.variant]?.letter ?? "").sort();
    return [...(letters[0] === "" ? [] : [joinWithAnd(letters)]), ...values].join(", ");
  };
  const answer = `${title} is best at ${describePoint(best)}: ${say(best.mean)}${saySeedRange(best.value, write)}`;
  if (!isAtSameLoad) return `${answer}; worst at ${describePoint(worst)}: ${worst.text}.`;
  return worst === best ? `${answer}.` : `${answer}; at the same load it is worst at ${describePoint(worst, loadAxis)}: ${worst.text}.`;
}

/** The range of a value over its seeds: ` (0.40 to 0.42 over 3 seeds)`. Empty for one seed, or if all values read the same. */
function saySeedRange({ low, high, seeds }: Pick<SweptValue, "low" | "high" | "seeds">, format: (value: number) => string): string {
  return seeds < 2 || format(low) === format(high) ? "" : ` (${format(low)} to ${format(high)} over ${seeds} seeds)`;
}

/** Means of all networks along one numeric axis. */
interface AxisMeans {
  /** Indices of the axis values in ascending order of the values. */
  readonly order: readonly number[];
  /** By network: the mean at each index that has results; null if the measure has no value there. */
  readonly means: readonly ReadonlyMap<number, number | null>[];
}

/** Null if several settings are swept, or if the axis has names instead of numbers. */
function axisMeansOf({ axes, points }: SweepTable, networks: readonly SweptNetwork[], measure: SweptMeasure): AxisMeans | null {
  const [{ numbers }] = axes;
  if (axes.length !== 1 || numbers === null) return null;
  const means = networks.map((_, variant) => {
    const networkPoints = points.filter((point) => point.variant === variant);
    return new Map(networkPoints.map((point) => [point.indices[0], sweptValueOf(point, measure)?.mean ?? null] as const));
  });
  return { order: numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]), means };
}

/** An interval of the axis, by indices, on which one network is best, or several that differ only by chance. */
interface Lead {
  readonly networks: readonly number[];
  readonly firstIndex: number;
  readonly lastIndex: number;
}

/** With more intervals than this, a sentence becomes unreadable. */
const maxListedLeads = 3;

/**
 * The networks that lead on consecutive intervals of the swept axis by more than chance, each with the first and the last axis index of its
 * interval. Points where the lead is a tie belong to no interval. If the lead does not change, or changes back and forth: the networks that
 * are among the best over the whole range, ties included; empty if there is none, or if all are.
 * @param order indices of the axis values, in ascending order of the values
 * @param means by network, the mean at each axis index
 */
function leadsOf({ order, means }: AxisMeans, { isHigherBetter }: SweptMeasure): readonly Lead[] {
  /** The best networks at each point; empty until all networks have results there. */
  const leadersAt = order.map((index) => {
    if (means.some((networkMeans) => !networkMeans.has(index))) return [];
    const available = means.flatMap((networkMeans, network) => {
      const mean = networkMeans.get(index) ?? null;
      return mean === null ? [] : [{ network, mean }];
    });
    const bestMean = available.reduce(
      (a, { mean }) => (isHigherBetter ? Math.max(a, mean) : Math.min(a, mean)),
      isHigherBetter ? 0 : Infinity,
    );
    return available.filter(({ mean }) => !differBeyondChance(mean, bestMean)).map(({ network }) => network);
  });
  const leads: Lead[] = [];
  for (const [i, networks] of leadersAt.entries()) {
    if (networks.length !== 1) continue;
    const lastLead = leads.at(-1);
    if (lastLead?.networks[0] === networks[0]) leads[leads.length - 1] = { ...lastLead, lastIndex: order[i] };
    else leads.push({ networks, firstIndex: order[i], lastIndex: order[i] });
  }
  const areLeadersDistinct = new Set(leads.map(({ networks }) => networks[0])).size === leads.length;
  if (areLeadersDistinct && leads.length > 1 && leads.length <= maxListedLeads) return leads;
  const leadersThroughout = leadersAt[0].filter((network) => leadersAt.every((bestNetworks) => bestNetworks.includes(network)));
  const isSingleLeader = leadersThroughout.length === 1 && leadersAt.every(({ length }) => length === 1);
  const isSharedLead = leadersThroughout.length > 1 && leadersThroughout.length < means.length;
  return isSingleLeader || isSharedLead ? [{ networks: leadersThroughout, firstIndex: order[0], lastIndex: order[order.length - 1] }] : [];
}

/**
 * A clause on which network leads in which interval of the axis: `up to 32 terminals, C (torus) finishes first; from 64 terminals on, D
 * (mesh).`; `from 4 terminals to 256 terminals, C (torus) finishes first.`
 * @param leads intervals, by axis indices, with the indices of the leading networks
 */
function sayLeads(
  axis: SweepAxis,
  leads: readonly Lead[],
  allNetworks: readonly SweptNetwork[],
  { superlatives: verbs }: SweptMeasure,
): string {
  const clauses = leads.map(({ networks, firstIndex, lastIndex }, i) => {
    const subject =
      networks.length === 1 ? nameOfNetwork(allNetworks[networks[0]]) : joinWithAnd(networks.map((network) => allNetworks[network].letter));
    const verb = networks.length === 1 ? verbs?.one : verbs?.several;
    if (leads.length === 1) return `from ${axis.phrases[firstIndex]} to ${axis.phrases[lastIndex]}, ${subject} ${verb}`;
    if (i === 0) return `up to ${axis.phrases[lastIndex]}, ${subject} ${verb}`;
    // Later clauses need no verb: “C finishes first; from 64 terminals on, D”.
    if (i === leads.length - 1) return `from ${axis.phrases[firstIndex]} on, ${subject}`;
    if (firstIndex === lastIndex) return `at ${axis.phrases[firstIndex]}, ${subject}`;
    return `from ${axis.phrases[firstIndex]} to ${axis.phrases[lastIndex]}, ${subject}`;
  });
  return `${clauses.join("; ")}.`;
}

/**
 * Sentences on the values of the swept axis at which one network overtakes another. Only pairs of networks that do so once, by more than
 * chance, are mentioned. Pairs of consecutive leaders (`leads`, intervals in which a network is the best) are left out, because {@link
 * sayLeads} names them.
 * @param order, means indices of the axis values in ascending order of the values; by network, the mean at each index
 * @param changesBetween number of settings in which two networks differ; similar networks come first
 */
function sayCrossings(
  axis: SweepAxis,
  { order, means }: AxisMeans,
  leads: readonly Lead[],
  allNetworks: readonly SweptNetwork[],
  { isHigherBetter }: SweptMeasure,
  changesBetween: (a: number, b: number) => number,
): readonly string[] {
  const coveredPairs = new Set(
    leads.slice(1).map(({ networks }, i) => [leads[i].networks[0], networks[0]].sort((a, b) => a - b).join(" ")),
  );
  const pairs = allNetworks.flatMap((_, a) =>
    allNetworks.flatMap((__, b) => (b > a && !coveredPairs.has(`${a} ${b}`) ? [[a, b] as const] : [])),
  );
  const crossings = pairs
    .toSorted((p, q) => changesBetween(...p) - changesBetween(...q))
    .flatMap(([a, b]) => {
      const crossing = crossingOf(order, means[a], means[b]);
      if (crossing === null) return [];
      // The network with the higher mean before the crossing leads there, if higher is better.
      const [leaderBefore, leaderAfter] = crossing.isFirstMore === isHigherBetter ? [a, b] : [b, a];
      const [until, from] = [axis.phrases[crossing.until], axis.phrases[crossing.from]];
      return [{ before: allNetworks[leaderBefore].letter, after: allNetworks[leaderAfter].letter, until, from }];
    });
  return crossings
    .slice(0, maxListedCrossings)
    .map(({ before: leaderBefore, after: leaderAfter, until, from }) =>
      allNetworks.length === 2
        ? `Up to ${until}, ${leaderBefore} is better; from ${from} on, ${leaderAfter} is.`
        : `Of ${joinWithAnd([leaderBefore, leaderAfter].sort())}, ${leaderBefore} is better up to ${until}, ${leaderAfter} from ${from} on.`,
    );
}

/** At most this many crossings are listed. */
const maxListedCrossings = 2;

/** The point where the sign of the difference changes; null unless it changes exactly once. */
function crossingOf(order: readonly number[], a: ReadonlyMap<number, number | null>, b: ReadonlyMap<number, number | null>) {
  const distinctPoints = order.flatMap((index) => {
    const [p, q] = [a.get(index) ?? null, b.get(index) ?? null];
    return p === null || q === null || !differBeyondChance(p, q) ? [] : [{ at: index, isFirstMore: p > q }];
  });
  const changes = distinctPoints.flatMap((each, i) => (i > 0 && each.isFirstMore !== distinctPoints[i - 1].isFirstMore ? [i] : []));
  if (changes.length !== 1) return null;
  const [i] = changes;
  return { until: distinctPoints[i - 1].at, from: distinctPoints[i].at, isFirstMore: distinctPoints[i - 1].isFirstMore };
}

/** Whether two values differ by more than chance. */
function differBeyondChance(a: number, b: number): boolean {
  return Math.abs(a - b) > noticeable * Math.max(a, b);
}

function nameOfNetwork({ letter, name }: SweptNetwork): string {
  return letter === "" ? name : letterAndName({ letter, name });
}
