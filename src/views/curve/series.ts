/** Marks of one load curve: its line in both panels, the band over seeds, the saturation point, and a dot at its end. */
import { type CurvePoint, saturationOf } from "../../core/measures/curve.ts";
import type { Canvas, Variant } from "../contract.ts";
import { circleMark, type Mark, pathMark } from "../marks/marks.ts";
import type { Panel } from "../plot/panel.ts";
import { rangeBandMarks, type SeriesPoint, seriesMarks } from "../plot/series.ts";
import { type Panels, lineThroughPanels, pointsWithLatency } from "./panels.ts";

/** Range from the lowest to the highest seed, otherwise the confidence interval, otherwise undefined. */
function errorRange(
  mean: number,
  error: number | null | undefined,
  spread: readonly [number, number] | null | undefined,
): SeriesPoint["range"] {
  if (spread) return spread;
  return error ? [Math.max(mean - error, mean / 10), mean + error] : undefined;
}

/**
 * Marks of one curve.
 * @param seriesIndex Index among the curves, which selects the dash pattern.
 */
export function loadCurveSeries(
  { letter, title, curve: { points } }: Variant,
  seriesIndex: number,
  panels: Panels,
  { units, theme }: Canvas,
): readonly Mark[] {
  if (points.length === 0) return [];
  const key = (name: string) => (letter === "" ? name : `${name} ${letter}`);
  const namePrefix = letter === "" ? "" : `${letter} ${title}, `;
  const targetOf = ({ load }: CurvePoint) => ({ name: `${namePrefix}offered ${units.sayLoad(load)}` });
  const accepted = points.map((point): SeriesPoint => ({
    ...targetOf(point),
    x: point.load,
    y: point.accepted,
    value: point.deadlocked ? "deadlock" : `${units.sayLoad(point.accepted)} accepted`,
    range: errorRange(point.accepted, point.error?.accepted, point.spread?.accepted),
    isCrossed: point.deadlocked,
  }));
  const measured = pointsWithLatency(points);
  const latency = measured.map((point): SeriesPoint => ({
    ...targetOf(point),
    x: point.load,
    y: point.latency,
    value: `${units.sayTime(point.latency)} on average`,
    ...(point.steady ? {} : { more: ["The latency still grows with the length of the run."] }),
    range: errorRange(point.latency, point.error?.latency, point.spread?.latency),
  }));
  const firstUnsteady = measured.findIndex(({ steady }) => !steady);
  const steady = firstUnsteady < 0 ? latency : latency.slice(0, firstUnsteady);
  const lastSteady = steady.at(-1);
  const series = { styleIndex: seriesIndex, hasDots: false } as const;
  // Draw the latency fainter where it grows with the length of the run: there it is no measurement.
  const faint = letter === "" ? { "stroke-width": 1.6, "stroke-dasharray": "1 4" } : { "stroke-width": 1.2, "stroke-opacity": 0.7 };
  const [last, end] = [points[points.length - 1], measured.at(-1)];
  return [
    ...seedBands(key("accepted"), points, accepted, panels.accepted, theme),
    ...seedBands(key("latency"), measured, latency, panels.latency, theme),
    ...seriesMarks({ ...series, key: key("accepted"), points: accepted, start: [0, 0] }, panels.accepted, theme),
    ...seriesMarks({ ...series, key: key("latency"), points: steady }, panels.latency, theme),
    ...seriesMarks(
      {
        ...series,
        key: key("latency unsteady"),
        points: latency.slice(steady.length),
        stroke: faint,
        ...(lastSteady === undefined ? {} : { start: [lastSteady.x, lastSteady.y] }),
      },
      panels.latency,
      theme,
    ),
    ...saturationMarks(points, panels, key, theme.ink),
    circleMark(key("accepted head"), panels.accepted.x(last.load), panels.accepted.y(last.accepted), 3.3, { fill: theme.ink }),
    ...(end === undefined
      ? []
      : [
          circleMark(
            key("latency head"),
            panels.latency.x(end.load),
            panels.latency.y(end.latency),
            3.3,
            end.steady ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.6 },
          ),
        ]),
  ];
}

/**
 * A shaded band around a curve, from the lowest to the highest value over the seeds of each point. From the first point at which some seeds
 * are still missing, the band is fainter. Empty with a single seed. `seriesPoints` are the same points with their positions in the panel.
 */
function seedBands(
  key: string,
  points: readonly CurvePoint[],
  seriesPoints: readonly SeriesPoint[],
  panel: Panel,
  theme: Canvas["theme"],
): readonly Mark[] {
  const seeds = points.map(({ spread }) => spread?.seeds ?? 0);
  const mostSeeds = Math.max(0, ...seeds);
  if (mostSeeds < 2) return [];
  const firstPartial = seeds.findIndex((count) => count > 0 && count < mostSeeds);
  const completePoints = firstPartial < 0 ? seriesPoints : seriesPoints.slice(0, firstPartial);
  const partialPoints = firstPartial < 0 ? [] : seriesPoints.slice(Math.max(0, firstPartial - 1));
  return [
    ...rangeBandMarks(`band ${key}`, completePoints, panel, theme.ink, 0.16),
    ...rangeBandMarks(`band ${key} of few`, partialPoints, panel, theme.ink, 0.07),
  ];
}

/** A ring on the curve at the saturation load, and a line from the ring down through both panels. */
function saturationMarks(points: readonly CurvePoint[], panels: Panels, key: (name: string) => string, ink: string): readonly Mark[] {
  const saturation = saturationOf(points);
  if (saturation === null) return [];
  const { accepted, latency } = panels;
  const point = { x: accepted.x(saturation.load), y: accepted.y(saturation.accepted) };
  const style = { fill: "none", stroke: ink, "stroke-width": 1.4 };
  return [
    pathMark(key("saturation line"), lineThroughPanels(panels, saturation.load, point.y + 5.5), {
      stroke: ink,
      "stroke-width": 0.8,
      "stroke-opacity": 0.55,
    }),
    circleMark(key("saturation"), point.x, point.y, 5.5, style),
    ...(saturation.latency === null ? [] : [circleMark(key("saturation latency"), point.x, latency.y(saturation.latency), 5.5, style)]),
  ];
}
