/** The two panels of a load curve: accepted load above latency, with a common axis of offered load. */
import type { CurvePoint } from "../../core/measures/curve.ts";
import { formatMeasure } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import type { Canvas, Variant } from "../contract.ts";
import { tenth } from "../marks/marks.ts";
import { roomForNames } from "../plot/end-names.ts";
import { aboutBars } from "../plot/error-bar.ts";
import { type PlotAxis, gutterOf, type Panel, panelOf } from "../plot/panel.ts";
import { type Extent, ticksIn } from "../plot/scale.ts";
import { textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";

export interface Panels {
  readonly accepted: Panel;
  readonly latency: Panel;
}

/** Text style of names and values at the ends of curves. */
export const headStyle: TextStyle = { size: 12, weight: strongWeight };

/** Share of the height for the upper panel, and gap between both panels, pixels. */
const [upperPart, between] = [0.5, 16];

/** Networks whose channel rates differ by more than this factor are drawn on logarithmic scales. */
const steep = 3;

/** A point with a latency. */
type TimedPoint = CurvePoint & { readonly latency: number };

/** The points with a latency. */
export function timed(points: readonly CurvePoint[]): readonly TimedPoint[] {
  return points.filter((point): point is TimedPoint => point.latency !== null);
}

/**
 * Panels that hold all curves, with room at the right for names and values.
 * @param heads Names at the ends of the curves, from {@link curveHeads}.
 */
export function panelsOf(variants: readonly Variant[], { units, width, height, theme }: Canvas, heads: readonly string[] = [""]): Panels {
  const points = variants.flatMap(({ curve }) => curve.points);
  // A terminal can offer at most what its channel carries.
  const capacities = variants.map(({ cycle }) => 1 / cycle);
  const full = Math.max(...capacities);
  // Next to a much faster channel, a linear scale would compress the other network.
  const isSteep = full > steep * Math.min(...capacities);
  const best = Math.max(
    0,
    ...points.map(({ accepted, spread }) => spread?.accepted[1] ?? accepted),
    ...variants.map(({ analysis }) => analysis?.bound ?? 0),
  );
  const most = Math.min(full, Math.max(0.2 * full, best * 1.15));
  const least = leastOf(points, Math.min(...capacities));
  const times = points.flatMap(({ latency, spread }) => (latency === null ? [] : [latency, ...(spread?.latency ?? [])]));
  const soonest = Math.min(...variants.map(({ analysis }) => analysis?.zeroLoadLatency ?? Infinity), ...times);
  const fastest = Number.isFinite(soonest) ? soonest : 10;
  // Latencies diverge at saturation, hence the logarithm. The axis covers at least two octaves, so that a flat curve is not magnified.
  const slowest = Math.max(fastest * 4, ...times);
  /** Axis of loads up to `end`. On a logarithmic scale, loads below its minimum are drawn at the minimum. */
  const loads = (end: number, pitch: number): PlotAxis => {
    const domain: Extent = isSteep ? [least, end] : [0, end];
    const ticks = (length: number) =>
      isSteep ? steepTicks(units, domain, length / pitch) : ticksIn(domain, Math.min(5, Math.max(3, length / pitch)));
    return { domain, isLog: isSteep, clamps: isSteep, ticks, write: units.formatLoadTick };
  };
  const x: PlotAxis = { ...loads(full, 46), title: units.headOf("offered, phits/cycle") };
  const load: PlotAxis = { ...loads(isSteep ? most * 1.05 : most, isSteep ? 15 : 30), title: units.headOf("accepted, phits/cycle") };
  const time: PlotAxis = {
    domain: [fastest / 1.25, slowest * 1.15],
    isLog: true,
    ticks: (length) => latencyTicks(units, [fastest / 1.25, slowest * 1.15], length),
    write: (tick) => latencyLabel(units, tick, slowest * 1.15),
    title: units.headOf("latency, cycles", slowest * 1.15),
  };
  const split = height * upperPart;
  const gutter = Math.max(gutterOf(load, split - 18), gutterOf(time, height - split - between - 51));
  const seeds = Math.max(1, ...points.map(({ spread }) => spread?.seeds ?? 1));
  const bars = aboutBars(seeds, gutter + textWidth(load.title!), width);
  const names = [
    ...heads.map((head) => `${head}${units.formatLoad(0.88 * full)}`),
    ...variants.flatMap(({ letter, curve }) =>
      timed(curve.points).map(({ latency }) => `${letter} ${latencyLabel(units, latency, slowest * 1.15)}`),
    ),
  ];
  const shared = { right: width, x, gutter, names, nameStyle: headStyle };
  return {
    accepted: panelOf({ ...shared, bottom: split, y: { ...load, title: `${load.title}${bars}` }, hasFoot: false, key: "a " }, theme),
    latency: panelOf({ ...shared, top: split + between, bottom: height, y: time, key: "l " }, theme),
  };
}

/** Names at the ends of curves: `A thin tree 0.28`, or `A 0.28` where the long names do not fit; empty for a single curve. */
export function headsOf(variants: readonly Variant[], width: number): readonly string[] {
  if (variants.length === 1) return [""];
  const heads = variants.map(({ letter, title }) => `${letter} ${title} `);
  const isRoomy =
    width >= 240 &&
    roomForNames(
      heads.map((head) => `${head}0.00`),
      Infinity,
      headStyle,
    ) <=
      mostNames * width;
  return isRoomy ? heads : variants.map(({ letter }) => `${letter} `);
}

/** Maximum share of the width for names at the right. */
const mostNames = 0.38;

/** Minimum of logarithmic load axes: the smallest offered or accepted load. */
function leastOf(points: readonly CurvePoint[], capacity: number): number {
  return Math.min(capacity / 20, ...points.flatMap(({ load, accepted }) => [load, accepted].filter((each) => each > 0)));
}

/**
 * Ticks of a logarithmic load axis: 1, 2 and 5 times powers of ten in the page's unit, or only the powers if there would be more than
 * `maxTicks` ticks.
 */
function steepTicks(units: Units, [from, to]: Extent, most: number): readonly number[] {
  const round = units.roundLoads((perLoad) => Array.from({ length: 19 }, (_, i) => 10 ** (i + Math.floor(Math.log10(from * perLoad)))));
  const within = (ticks: readonly number[]) => ticks.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
  const fine = within(round.flatMap((ten) => [ten, 2 * ten, 5 * ten]));
  return fine.length <= most ? fine : within(round);
}

/** Ticks of the latency axis: 1, 2 and 5 times powers of ten, as many as fit. */
function latencyTicks(units: Units, [from, to]: Extent, height: number): readonly number[] {
  const decades = units.roundTimes(to, (perCycle) => Array.from({ length: 9 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -3))));
  const fine = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= from && tick <= to);
  if (fine.length * 15 <= height) return fine;
  const coarse = decades.filter((tick) => tick >= from && tick <= to);
  return coarse.length >= 2 ? coarse : fine.filter((_, i) => i % 2 === 0);
}

/** Latency in its shortest form, in the unit that fits `largest`. */
export function latencyLabel(units: Units, cycles: number, most: number): string {
  const time = units.toPageTime(cycles, most);
  return time >= 10_000 ? `${formatMeasure(time / 1000)}k` : formatMeasure(time);
}

/** Vertical line through both panels, interrupted between them. */
export function throughBoth({ accepted, latency }: Panels, load: number, from = accepted.top): string {
  const at = tenth(accepted.x(load));
  return `M${at} ${tenth(from)}V${tenth(accepted.foot)}M${at} ${tenth(latency.top)}V${tenth(latency.foot)}`;
}
