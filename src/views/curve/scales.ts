/** The two panels of a load curve: accepted load above latency, over one axis of offered load. */
import type { Canvas, Variant } from "../contract.ts";
import type { CurvePoint } from "../../core/measures/curve.ts";
import { formatMeasure } from "../../words/numbers.ts";
import { type Mark, tenth, textMark } from "../marks/marks.ts";
import { axisUp, small, ticksAt } from "../plot/axes.ts";
import { textWidth } from "../plot/text-width.ts";
import { aboutBars } from "../plot/error-bar.ts";
import { linearScale, logScale, type Scale, ticksIn } from "../plot/scale.ts";
import type { Units } from "../../words/units.ts";

export interface Panel {
  readonly top: number;
  readonly foot: number;
  readonly scale: Scale;
  readonly ticks: readonly number[];
}

export interface Panels {
  readonly x: Scale;
  readonly xTicks: readonly number[];
  readonly left: number;
  readonly accepted: Panel;
  readonly latency: Panel;
}

const [top, foot, between] = [18, 36, 34];

/** Scales that hold all curves, with room for words at the right, pixels. */
export function panelsOf(variants: readonly Variant[], { units, width, height }: Canvas, right: number): Panels {
  const points = variants.flatMap(({ curve }) => curve.points);
  const room = height - top - foot - between;
  const acceptedFoot = top + room * 0.6;
  const latencyTop = acceptedFoot + between;
  const latencyFoot = height - foot;
  // The most that a terminal can offer: what its channel carries.
  const capacities = variants.map(({ cycle }) => 1 / cycle);
  const full = Math.max(...capacities);
  // Beside a channel that carries far more, an even scale would leave no room for the other.
  const isSteep = full > steep * Math.min(...capacities);
  const best = Math.max(
    0,
    ...points.map(({ accepted, spread }) => spread?.accepted[1] ?? accepted),
    ...variants.map(({ analysis }) => analysis?.bound ?? 0),
  );
  const most = Math.min(full, Math.max(0.2 * full, best * 1.15));
  const least = leastOf(points, Math.min(...capacities));
  const accepted = isSteep ? fromLeast([least, most * 1.05], [acceptedFoot, top]) : linearScale([0, most], [acceptedFoot, top]);
  const times = points.flatMap(({ latency, spread }) => (latency === null ? [] : [latency, ...(spread?.latency ?? [])]));
  const soonest = Math.min(...variants.map(({ analysis }) => analysis?.zeroLoadLatency ?? Infinity), ...times);
  const fastest = Number.isFinite(soonest) ? soonest : 10;
  // A steep curve needs a logarithm; one octave more than the data keeps a flat one from being blown up.
  const slowest = Math.max(fastest * 4, ...times);
  const latency = logScale([fastest / 1.25, slowest * 1.15], [latencyFoot, latencyTop]);
  const timeTicks = latencyTicks(units, latency.domain, latencyFoot - latencyTop);
  const loadTicks = isSteep
    ? steepTicks(units, accepted.domain, (acceptedFoot - top) / 15)
    : ticksIn(accepted.domain, room * 0.6 > 110 ? 4 : 3);
  const words = [
    ...timeTicks.map((tick) => latencyLabel(units, tick, slowest)),
    ...(full === 1 ? [] : loadTicks.map(units.formatLoadTick)),
  ];
  const left = 10 + 6.5 * Math.max(3, ...words.map(({ length }) => length));
  const across = [left, width - right] as const;
  const x = isSteep ? fromLeast([least, full], across) : linearScale([0, full], across);
  return {
    x,
    xTicks: isSteep ? steepTicks(units, x.domain, (across[1] - across[0]) / 46) : ticksIn(x.domain, width < 240 ? 3 : 5),
    left,
    accepted: { top, foot: acceptedFoot, scale: accepted, ticks: loadTicks },
    latency: { top: latencyTop, foot: latencyFoot, scale: latency, ticks: timeTicks },
  };
}

/** A channel that carries so many times what another one does is drawn beside it on scales of equal factors. */
const steep = 3;

/** The least load of scales of equal factors: the least that is offered, or that comes through. */
function leastOf(points: readonly CurvePoint[], capacity: number): number {
  return Math.min(capacity / 20, ...points.flatMap(({ load, accepted }) => [load, accepted].filter((each) => each > 0)));
}

/** A scale of equal factors on which all that is less than its least, down to nothing, stands where that does. */
function fromLeast(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const scale = logScale(domain, range);
  return Object.assign((value: number) => scale(Math.max(value, domain[0])), {
    invert: (at: number) => scale.invert(at),
    domain,
    range,
  });
}

/** Loads at 1, 2 and 5 times powers of ten of the page's unit, or the powers alone, at most so many. */
function steepTicks(units: Units, [from, to]: readonly number[], most: number): readonly number[] {
  const round = units.roundLoads((perLoad) => Array.from({ length: 19 }, (_, i) => 10 ** (i + Math.floor(Math.log10(from * perLoad)))));
  const within = (ticks: readonly number[]) => ticks.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
  const fine = within(round.flatMap((ten) => [ten, 2 * ten, 5 * ten]));
  return fine.length <= most ? fine : within(round);
}

/** Grid, ticks and titles. */
export function axisMarks(
  { x, xTicks, left, accepted, latency }: Panels,
  seeds: number,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  const words = small(theme);
  const title = units.headOf("accepted, phits/cycle");
  const bars = aboutBars(seeds, left + textWidth(title), width);
  const grid = ({ ticks, scale }: Panel, letter: string, label: (tick: number) => string) =>
    axisUp(ticksAt(ticks, scale, label), left, x.range[1], theme, letter);
  return [
    ...grid(accepted, "a", units.formatLoadTick),
    ...grid(latency, "l", (tick) => latencyLabel(units, tick, latency.scale.domain[1])),
    ...xTicks.map((tick) => textMark(`x${tick}`, x(tick), height - 20, units.formatLoadTick(tick), small(theme, "middle"))),
    textMark("x title", x.range[1], height - 5, units.headOf("offered, phits/cycle"), small(theme, "end")),
    textMark("accepted title", left, accepted.top - 6, `${title}${bars}`, words),
    textMark("latency title", left, latency.top - 6, units.headOf("latency, cycles", latency.scale.domain[1]), words),
  ];
}

/** A vertical line through both panels, broken between them. */
export function throughBoth({ x, accepted, latency }: Panels, load: number, from = accepted.top): string {
  const at = tenth(x(load));
  return `M${at} ${tenth(from)}V${tenth(accepted.foot)}M${at} ${tenth(latency.top)}V${tenth(latency.foot)}`;
}

/** A latency as short as it can be written, in the unit of those up to `most`. */
export function latencyLabel(units: Units, cycles: number, most: number): string {
  const time = units.toPageTime(cycles, most);
  return time >= 10_000 ? `${formatMeasure(time / 1000)}k` : formatMeasure(time);
}

/** Powers of ten with their halves and fifths, as many as have room. */
function latencyTicks(units: Units, [from, to]: readonly number[], height: number): readonly number[] {
  const decades = units.roundTimes(to, (perCycle) => Array.from({ length: 9 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -3))));
  const fine = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= from && tick <= to);
  if (fine.length * 15 <= height) return fine;
  const coarse = decades.filter((tick) => tick >= from && tick <= to);
  return coarse.length >= 2 ? coarse : fine.filter((_, i) => i % 2 === 0);
}
