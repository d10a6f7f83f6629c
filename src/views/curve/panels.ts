/** The two panels of a load curve: accepted load above latency, with a common axis of offered load. */
import type { CurvePoint } from "../../core/measures/curve.ts";
import { formatMeasure } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import type { Canvas, Variant } from "../contract.ts";
import { toTenths } from "../marks/marks.ts";
import { nameColumnWidth } from "../plot/end-names.ts";
import { errorBarNote } from "../plot/error-bar.ts";
import { type PlotAxis, axisLabelWidth, type Panel, panelOf } from "../plot/panel.ts";
import { type Extent, roundTicks } from "../plot/scale.ts";
import { textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";

export interface Panels {
  readonly accepted: Panel;
  readonly latency: Panel;
}

/** Text style of names and values at the ends of curves. */
export const headStyle: TextStyle = { size: 12, weight: strongWeight };

/** Share of the height for the upper panel, and gap between both panels, pixels. */
const [upperShare, panelGap] = [0.5, 16];

/** Networks whose channel rates differ by more than this factor are drawn on logarithmic scales. */
const logScaleRatio = 3;

/** A point with a latency. */
type TimedPoint = CurvePoint & { readonly latency: number };

/** The points with a latency. */
export function pointsWithLatency(points: readonly CurvePoint[]): readonly TimedPoint[] {
  return points.filter((point): point is TimedPoint => point.latency !== null);
}

/**
 * The two panels of a load curve, accepted load above latency, with a common horizontal axis of offered load. Their ranges hold all points,
 * bounds and zero-load latencies of the given networks. At the right there is room for the names and values at the ends of the curves.
 * @param heads text before the value at the end of each curve, from {@link curveHeads}
 */
export function loadCurvePanels(
  variants: readonly Variant[],
  { units, width, height, theme }: Canvas,
  heads: readonly string[] = [""],
): Panels {
  const points = variants.flatMap(({ curve }) => curve.points);
  // A terminal can offer at most what its channel carries: one phit per cycle of its run. Loads are in phits per page cycle (cycle of the
  // first network), and `cycle` is the length of a cycle of the run in page cycles.
  const capacities = variants.map(({ cycle }) => 1 / cycle);
  const maxCapacity = Math.max(...capacities);
  // Next to a much faster channel, a linear scale would compress the other network.
  const isLogLoad = maxCapacity > logScaleRatio * Math.min(...capacities);
  const highestAccepted = Math.max(
    0,
    ...points.map(({ accepted, spread }) => spread?.accepted[1] ?? accepted),
    ...variants.map(({ analysis }) => analysis?.bound ?? 0),
  );
  const acceptedEnd = Math.min(maxCapacity, Math.max(0.2 * maxCapacity, highestAccepted * 1.15));
  const leastLoad = leastLoadOf(points, Math.min(...capacities));
  const latencies = points.flatMap(({ latency, spread }) => (latency === null ? [] : [latency, ...(spread?.latency ?? [])]));
  const lowestKnown = Math.min(...variants.map(({ analysis }) => analysis?.zeroLoadLatency ?? Infinity), ...latencies);
  const lowestLatency = Number.isFinite(lowestKnown) ? lowestKnown : 10;
  // Latencies diverge at saturation, hence the logarithm. The axis covers at least two octaves, so that a flat curve is not magnified.
  const highestLatency = Math.max(lowestLatency * 4, ...latencies);
  /**
   * Axis of loads up to `end`, phits per cycle of the first network, with a tick about every `pitch` pixels. On a logarithmic scale,
   * smaller loads than its minimum are drawn at the minimum.
   */
  const loadAxis = (end: number, pitch: number): PlotAxis => {
    const domain: Extent = isLogLoad ? [leastLoad, end] : [0, end];
    const ticks = (length: number) =>
      isLogLoad ? logLoadTicks(units, domain, length / pitch) : roundTicks(domain, Math.min(5, Math.max(3, length / pitch)));
    return { domain, isLog: isLogLoad, clamps: isLogLoad, ticks, write: units.formatLoadTick };
  };
  const x: PlotAxis = { ...loadAxis(maxCapacity, 46), title: units.headOf("offered, phits/cycle") };
  const acceptedAxis: PlotAxis = {
    ...loadAxis(isLogLoad ? acceptedEnd * 1.05 : acceptedEnd, isLogLoad ? 15 : 30),
    title: units.headOf("accepted, phits/cycle"),
  };
  const latencyAxis: PlotAxis = {
    domain: [lowestLatency / 1.25, highestLatency * 1.15],
    isLog: true,
    ticks: (length) => latencyTicks(units, [lowestLatency / 1.25, highestLatency * 1.15], length),
    write: (tick) => latencyLabel(units, tick, highestLatency * 1.15),
    title: units.headOf("latency, cycles", highestLatency * 1.15),
  };
  const upperHeight = height * upperShare;
  const gutter = Math.max(
    axisLabelWidth(acceptedAxis, upperHeight - 18),
    axisLabelWidth(latencyAxis, height - upperHeight - panelGap - 51),
  );
  const seeds = Math.max(1, ...points.map(({ spread }) => spread?.seeds ?? 1));
  const seedsText = errorBarNote(seeds, gutter + textWidth(acceptedAxis.title!), width);
  const names = [
    ...heads.map((head) => `${head}${units.formatLoad(0.88 * maxCapacity)}`),
    ...variants.flatMap(({ letter, curve }) =>
      pointsWithLatency(curve.points).map(({ latency }) => `${letter} ${latencyLabel(units, latency, highestLatency * 1.15)}`),
    ),
  ];
  const shared = { right: width, x, gutter, names, nameStyle: headStyle };
  return {
    accepted: panelOf(
      { ...shared, bottom: upperHeight, y: { ...acceptedAxis, title: `${acceptedAxis.title}${seedsText}` }, hasFoot: false, key: "a " },
      theme,
    ),
    latency: panelOf({ ...shared, top: upperHeight + panelGap, bottom: height, y: latencyAxis, key: "l " }, theme),
  };
}

/** Names at the ends of curves: `A thin tree 0.28`, or `A 0.28` where the long names do not fit; empty for a single curve. */
export function curveHeads(variants: readonly Variant[], width: number): readonly string[] {
  if (variants.length === 1) return [""];
  const heads = variants.map(({ letter, title }) => `${letter} ${title} `);
  const doNamesFit =
    width >= 240 &&
    nameColumnWidth(
      heads.map((head) => `${head}0.00`),
      Infinity,
      headStyle,
    ) <=
      maxNamesShare * width;
  return doNamesFit ? heads : variants.map(({ letter }) => `${letter} `);
}

/** Maximum share of the width for names at the right. */
const maxNamesShare = 0.38;

/** Minimum of logarithmic load axes: the smallest offered or accepted load. */
function leastLoadOf(points: readonly CurvePoint[], capacity: number): number {
  return Math.min(capacity / 20, ...points.flatMap(({ load, accepted }) => [load, accepted].filter((each) => each > 0)));
}

/**
 * Ticks of a logarithmic load axis: 1, 2 and 5 times powers of ten in the page's unit, or only the powers if there would be more than
 * `maxTicks` ticks.
 */
function logLoadTicks(units: Units, [from, to]: Extent, maxTicks: number): readonly number[] {
  const powersOfTen = units.roundLoads((perLoad) =>
    Array.from({ length: 19 }, (_, i) => 10 ** (i + Math.floor(Math.log10(from * perLoad)))),
  );
  const inDomain = (ticks: readonly number[]) => ticks.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
  const fine = inDomain(powersOfTen.flatMap((ten) => [ten, 2 * ten, 5 * ten]));
  return fine.length <= maxTicks ? fine : inDomain(powersOfTen);
}

/** Ticks of the latency axis: 1, 2 and 5 times powers of ten, as many as fit. */
function latencyTicks(units: Units, [from, to]: Extent, height: number): readonly number[] {
  const decades = units.roundTimes(to, (perCycle) => Array.from({ length: 9 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -3))));
  const fineTicks = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= from && tick <= to);
  if (fineTicks.length * 15 <= height) return fineTicks;
  const coarse = decades.filter((tick) => tick >= from && tick <= to);
  return coarse.length >= 2 ? coarse : fineTicks.filter((_, i) => i % 2 === 0);
}

/** Latency in its shortest form, in the unit that fits `largest`. */
export function latencyLabel(units: Units, cycles: number, largest: number): string {
  const time = units.toPageTime(cycles, largest);
  return time >= 10_000 ? `${formatMeasure(time / 1000)}k` : formatMeasure(time);
}

/** Vertical line through both panels, interrupted between them. */
export function lineThroughPanels({ accepted, latency }: Panels, load: number, from = accepted.top): string {
  const lineX = toTenths(accepted.x(load));
  return `M${lineX} ${toTenths(from)}V${toTenths(accepted.foot)}M${lineX} ${toTenths(latency.top)}V${toTenths(latency.foot)}`;
}
