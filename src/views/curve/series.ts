/** One network's curve: its line in both panels, the band over seeds, where it saturates, and its head. */
import type { Canvas, Variant } from "../contract.ts";
import { type CurvePoint, saturationOf } from "../../core/measures/curve.ts";
import { circleMark, type Mark, pathMark, tenth } from "../marks/marks.ts";
import { type Panels, throughBoth } from "./scales.ts";
import { lineThrough } from "../plot/scale.ts";
import { strokeAt, strokeStyle } from "../marks/strokes.ts";

const origin: CurvePoint = { load: 0, created: 0, accepted: 0, latency: null, steady: true, deadlocked: false };

/** The points that have a latency. */
export function timed(points: readonly CurvePoint[]): readonly (CurvePoint & { readonly latency: number })[] {
  return points.filter((point): point is CurvePoint & { readonly latency: number } => point.latency !== null);
}

/**
 * Marks of one curve.
 * @param place its place among the curves, which decides its dashes
 */
export function seriesMarks({ letter, curve: { points } }: Variant, place: number, panels: Panels, { theme }: Canvas): readonly Mark[] {
  if (points.length === 0) return [];
  const key = (name: string) => (letter === "" ? name : `${name} ${letter}`);
  const { shape } = strokeAt(place);
  const { x } = panels;
  const [y, l] = [panels.accepted.scale, panels.latency.scale];
  const stroke = strokeStyle(place, theme);
  const accepted = (those: readonly CurvePoint[]) => lineThrough(those.map((point) => [x(point.load), y(point.accepted)]));
  const latency = (those: readonly CurvePoint[]) => lineThrough(those.map((point) => [x(point.load), l(point.latency as number)]));
  const late = timed(points);
  const firstUnsteady = late.findIndex((point) => !point.steady);
  const steady = firstUnsteady < 0 ? late : late.slice(0, firstUnsteady);
  const unsteady = firstUnsteady < 0 ? [] : late.slice(Math.max(0, firstUnsteady - 1));
  const [last, end] = [points[points.length - 1], late[late.length - 1]];
  const marks: Mark[] = [...bands(points, panels, key, theme.ink), pathMark(key("accepted"), accepted([origin, ...points]), stroke)];
  if (steady.length > 0) marks.push(pathMark(key("latency"), latency(steady), stroke));
  // A mean that still grows with the length of the run is no measurement: drawn fainter.
  if (unsteady.length > 1)
    marks.push(
      pathMark(
        key("latency unsteady"),
        latency(unsteady),
        letter === ""
          ? { ...stroke, "stroke-width": 1.6, "stroke-dasharray": "1 4" }
          : { ...stroke, "stroke-width": 1.2, "stroke-opacity": 0.7 },
      ),
    );
  if (shape !== null) {
    const d = [
      ...points.map((point) => shape(x(point.load), y(point.accepted))),
      ...late.map((point) => shape(x(point.load), l(point.latency))),
    ];
    marks.push(pathMark(key("points"), d.join(""), { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.2 }));
  }
  for (const { load } of points.filter(({ deadlocked }) => deadlocked)) {
    const [cx, cy] = [tenth(x(load)), tenth(y(0))];
    marks.push(pathMark(key(`deadlock ${load}`), `M${cx - 3.5} ${cy - 3.5}l7 7m-7 0l7 -7`, { stroke: theme.ink, "stroke-width": 1.6 }));
  }
  marks.push(...errorMarks(points, panels, key, theme.ink));
  marks.push(...saturationMarks(points, panels, key, theme.ink));
  marks.push(circleMark(key("accepted head"), x(last.load), y(last.accepted), 3.3, { fill: theme.ink }));
  if (end !== undefined)
    marks.push(
      circleMark(
        key("latency head"),
        x(end.load),
        l(end.latency),
        3.3,
        end.steady ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.6 },
      ),
    );
  return marks;
}

/** A bar for each interval that is known, and from the lowest to the highest of several seeds: of the accepted load and of the mean latency. */
function errorMarks(
  points: readonly CurvePoint[],
  { x, accepted, latency }: Panels,
  key: (name: string) => string,
  ink: string,
): readonly Mark[] {
  const bar = (load: number, low: number, high: number) => `M${tenth(x(load)) - 2} ${tenth(low)}h4m-2 0V${tenth(high)}m-2 0h4`;
  const ofSeeds = ({ load, spread }: CurvePoint) =>
    spread === undefined || spread.seeds < 2
      ? []
      : [
          bar(load, accepted.scale(spread.accepted[0]), accepted.scale(spread.accepted[1])),
          ...(spread.latency === null ? [] : [bar(load, latency.scale(spread.latency[0]), latency.scale(spread.latency[1]))]),
        ];
  const bars = points.flatMap((point) => (point.spread === undefined ? ofPrecision(point) : ofSeeds(point)));
  return bars.length === 0 ? [] : [pathMark(key("errors"), bars.join(""), { stroke: ink, "stroke-width": 1 })];

  function ofPrecision({ load, error, accepted: mean, latency: time }: CurvePoint): readonly string[] {
    return [
      ...(error?.accepted ? [bar(load, accepted.scale(mean - error.accepted), accepted.scale(mean + error.accepted))] : []),
      ...(error?.latency && time !== null
        ? [bar(load, latency.scale(Math.max(time - error.latency, time / 10)), latency.scale(time + error.latency))]
        : []),
    ];
  }
}

/** From the lowest to the highest seed. Where fewer seeds are in than elsewhere, less is known, and the band is fainter. */
function bands(
  points: readonly CurvePoint[],
  { x, accepted, latency }: Panels,
  key: (name: string) => string,
  ink: string,
): readonly Mark[] {
  const most = points.reduce((seeds, { spread }) => Math.max(seeds, spread?.seeds ?? 0), 0);
  if (most < 2) return [];
  const of = (name: string, isKnown: (point: CurvePoint) => boolean, ends: (point: CurvePoint) => readonly [number, number]) => {
    const edge = (part: readonly CurvePoint[], end: 0 | 1) => part.map((point) => [x(point.load), ends(point)[end]] as const);
    const band = (part: readonly CurvePoint[]) => `${lineThrough([...edge(part, 1), ...edge(part, 0).toReversed()])}Z`;
    const known = points.filter(isKnown);
    const thinFrom = known.findIndex(({ spread }) => (spread?.seeds ?? 0) < most);
    const whole = thinFrom < 0 ? known : known.slice(0, thinFrom);
    const thin = thinFrom < 0 ? [] : known.slice(Math.max(0, thinFrom - 1));
    const mark = (suffix: string, part: readonly CurvePoint[], opacity: number) =>
      part.length < 2 ? [] : [pathMark(key(`${name}${suffix}`), band(part), { fill: ink, "fill-opacity": opacity })];
    return [...mark("", whole, 0.16), ...mark(" of few", thin, 0.07)];
  };
  const ofLatency = (point: CurvePoint) => point.spread?.latency ?? null;
  return [
    ...of(
      "accepted band",
      ({ spread }) => spread !== undefined,
      ({ spread }) => (spread === undefined ? [0, 0] : [accepted.scale(spread.accepted[0]), accepted.scale(spread.accepted[1])]),
    ),
    ...of(
      "latency band",
      (point) => ofLatency(point) !== null,
      (point) => {
        const [low, high] = ofLatency(point) ?? [1, 1];
        return [latency.scale(low), latency.scale(high)];
      },
    ),
  ];
}

/** A ring round the last load that is delivered, and a line down from it through both panels. */
function saturationMarks(points: readonly CurvePoint[], panels: Panels, key: (name: string) => string, ink: string): readonly Mark[] {
  const saturation = saturationOf(points);
  if (saturation === null) return [];
  const { x, accepted, latency } = panels;
  const at = { x: x(saturation.load), y: accepted.scale(saturation.accepted) };
  const style = { fill: "none", stroke: ink, "stroke-width": 1.4 };
  const marks = [
    pathMark(key("saturation line"), throughBoth(panels, saturation.load, at.y + 5.5), {
      stroke: ink,
      "stroke-width": 0.8,
      "stroke-opacity": 0.55,
    }),
    circleMark(key("saturation"), at.x, at.y, 5.5, style),
  ];
  if (saturation.latency !== null) marks.push(circleMark(key("saturation latency"), at.x, latency.scale(saturation.latency), 5.5, style));
  return marks;
}
