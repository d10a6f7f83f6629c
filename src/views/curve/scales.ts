/** The two panels of a load curve: accepted load above latency, over one axis of offered load. */
import type { Canvas, Variant } from "../contract.ts";
import { formatLoadTick, formatMeasure, headOf, roundTimes, toPageTime } from "../shared/format.ts";
import { type Mark, pathMark, tenth, textMark } from "../shared/marks.ts";
import { linearScale, logScale, type Scale, ticksIn } from "../shared/scale.ts";

export interface Panel {
  readonly top: number;
  readonly foot: number;
  readonly scale: Scale;
  readonly ticks: readonly number[];
}

export interface Panels {
  readonly x: Scale;
  readonly left: number;
  readonly accepted: Panel;
  readonly latency: Panel;
}

const [top, foot, between] = [18, 36, 34];

/** Scales that hold all curves, with room for words at the right, pixels. */
export function panelsOf(variants: readonly Variant[], { width, height }: Canvas, right: number): Panels {
  const points = variants.flatMap(({ curve }) => curve.points);
  const room = height - top - foot - between;
  const acceptedFoot = top + room * 0.6;
  const latencyTop = acceptedFoot + between;
  const latencyFoot = height - foot;
  // The most that a terminal can offer: what its channel carries.
  const full = Math.max(...variants.map(({ cycle }) => 1 / cycle));
  const best = Math.max(
    0,
    ...points.map(({ accepted, spread }) => spread?.accepted[1] ?? accepted),
    ...variants.map(({ analysis }) => analysis?.bound ?? 0),
  );
  const accepted = linearScale([0, Math.min(full, Math.max(0.2 * full, best * 1.15))], [acceptedFoot, top]);
  const times = points.flatMap(({ latency, spread }) => (latency === null ? [] : [latency, ...(spread?.latency ?? [])]));
  const least = Math.min(...variants.map(({ analysis }) => analysis?.zeroLoadLatency ?? Infinity), ...times);
  const fastest = Number.isFinite(least) ? least : 10;
  // A steep curve needs a logarithm; one octave more than the data keeps a flat one from being blown up.
  const slowest = Math.max(fastest * 4, ...times);
  const latency = logScale([fastest / 1.25, slowest * 1.15], [latencyFoot, latencyTop]);
  const timeTicks = latencyTicks(latency.domain, latencyFoot - latencyTop);
  const left = 10 + 6.5 * Math.max(3, ...timeTicks.map((tick) => latencyLabel(tick, slowest).length));
  return {
    x: linearScale([0, full], [left, width - right]),
    left,
    accepted: { top, foot: acceptedFoot, scale: accepted, ticks: ticksIn(accepted.domain, room * 0.6 > 110 ? 4 : 3) },
    latency: { top: latencyTop, foot: latencyFoot, scale: latency, ticks: timeTicks },
  };
}

/** Grid, ticks and titles. */
export function axisMarks({ x, left, accepted, latency }: Panels, { width, height, theme }: Canvas): readonly Mark[] {
  const small = { "font-size": 11, fill: theme.ink2 };
  const grid = (panel: Panel, letter: string, label: (tick: number) => string) =>
    panel.ticks.flatMap((tick) => {
      const at = panel.scale(tick);
      return [
        pathMark(`grid ${letter}${tick}`, `M${tenth(x(0))} ${tenth(at)}H${tenth(x.range[1])}`, { stroke: theme.line }),
        textMark(`tick ${letter}${tick}`, left - 6, at + 4, label(tick), { ...small, "text-anchor": "end" }),
      ];
    });
  return [
    ...grid(accepted, "a", formatLoadTick),
    ...grid(latency, "l", (tick) => latencyLabel(tick, latency.scale.domain[1])),
    ...ticksIn(x.domain, width < 240 ? 3 : 5).map((tick) =>
      textMark(`x${tick}`, x(tick), height - 20, formatLoadTick(tick), { ...small, "text-anchor": "middle" }),
    ),
    textMark("x title", x.range[1], height - 5, headOf("offered, phits/cycle"), { ...small, "text-anchor": "end" }),
    textMark("accepted title", left, accepted.top - 6, headOf("accepted, phits/cycle"), small),
    textMark("latency title", left, latency.top - 6, headOf("latency, cycles", latency.scale.domain[1]), small),
  ];
}

/** A vertical line through both panels, broken between them. */
export function throughBoth({ x, accepted, latency }: Panels, load: number, from = accepted.top): string {
  const at = tenth(x(load));
  return `M${at} ${tenth(from)}V${tenth(accepted.foot)}M${at} ${tenth(latency.top)}V${tenth(latency.foot)}`;
}

/** A latency as short as it can be written, in the unit of those up to `most`. */
export function latencyLabel(cycles: number, most: number): string {
  const time = toPageTime(cycles, most);
  return time >= 10_000 ? `${formatMeasure(time / 1000)}k` : formatMeasure(time);
}

/** Powers of ten with their halves and fifths, as many as have room. */
function latencyTicks([from, to]: readonly number[], height: number): readonly number[] {
  const decades = roundTimes(to, (perCycle) => Array.from({ length: 9 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -3))));
  const fine = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= from && tick <= to);
  if (fine.length * 15 <= height) return fine;
  const coarse = decades.filter((tick) => tick >= from && tick <= to);
  return coarse.length >= 2 ? coarse : fine.filter((_, i) => i % 2 === 0);
}
