/** A series: a polyline with a band, error bars and dots. Its points are hover targets. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, ring, tenth } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { strokeAt, strokeStyle } from "../marks/strokes.ts";
import { errorBar } from "./error-bar.ts";
import { lineThrough, type Scale } from "./scale.ts";

/** A point of a series: values, and the texts of its hover target. */
export interface SeriesPoint extends Pick<Spot, "value" | "name" | "more" | "picks" | "turnsTo" | "of"> {
  /** Values on the x axis and on the y axis. */
  readonly x: number;
  readonly y: number;
  /** Range of the value on the y axis, such as of several seeds; none when absent. */
  readonly range?: readonly [low: number, high: number] | undefined;
  /** Whether a cross marks a failed run. */
  readonly isCrossed?: boolean;
}

/** Points with their style. */
export interface Series<Point extends SeriesPoint = SeriesPoint> {
  /** Key of the series, unique in its plot. */
  readonly key: string;
  readonly points: readonly Point[];
  /** Index that selects the dashes and the shape of the dots. */
  readonly place: number;
  /** Start of the line before the first point, in values. */
  readonly start?: readonly [x: number, y: number];
  /**
   * Attributes of the line in addition to those of its index, and of its dots. The stroke color applies to dots, band and error bars as
   * well.
   */
  readonly stroke?: Attributes;
  readonly dots?: Attributes;
  /** Whether ranges are drawn as a band in addition to error bars. */
  readonly hasBand?: boolean;
  /** Whether points are dots where the index selects no other shape. Default true. */
  readonly hasDots?: boolean;
  /** Whether the points are connected. Default true. */
  readonly isJoined?: boolean;
}

/** The scales of a plot. */
interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

/** Radius of dots, and half the width of a cross, pixels. */
const [dotRadius, crossArm] = [1.8, 3.5];

const dot = (x: number, y: number) => ring(x, y, dotRadius);
const crossAt = (x: number, y: number) =>
  `M${tenth(x - crossArm)} ${tenth(y - crossArm)}l${2 * crossArm} ${2 * crossArm}m${-2 * crossArm} 0l${2 * crossArm} ${-2 * crossArm}`;

/** Band between the lowest and highest values of the points that have a range; nothing for fewer than two points. */
export function bandMarks(
  key: string,
  points: readonly SeriesPoint[],
  { x, y }: Scales,
  fill: string | number,
  opacity = 0.13,
): readonly Mark[] {
  const edge = (end: 0 | 1) => points.flatMap((point) => (point.range === undefined ? [] : [[x(point.x), y(point.range[end])] as const]));
  const [low, high] = [edge(0), edge(1)];
  return low.length < 2 ? [] : [pathMark(key, `${lineThrough([...high, ...low.toReversed()])}Z`, { fill, "fill-opacity": opacity })];
}

/** The marks of a series in a panel. */
export function seriesMarks(series: Series, { x, y }: Scales, theme: Theme): readonly Mark[] {
  const { key, points, place, start, hasBand = false, hasDots = true, isJoined = true } = series;
  if (points.length === 0) return [];
  const stroke = { ...strokeStyle(place, theme), ...series.stroke };
  const hue = stroke["stroke"];
  const placed = points.map((point) => ({ ...point, x: x(point.x), y: y(point.y), ...(isJoined ? { row: key } : {}) }));
  const begin = start === undefined ? [] : [[x(start[0]), y(start[1])] as const];
  const bars = points.flatMap(({ x: at, range }) =>
    range === undefined || range[0] === range[1] ? [] : [errorBar([y(range[0]), y(range[1])], x(at), true, 2.5)],
  );
  const crosses = placed.filter(({ isCrossed }) => isCrossed);
  const { shape } = strokeAt(place);
  const dotAt = shape ?? (hasDots ? dot : null);
  const dots = dotAt === null ? "" : placed.map((point) => dotAt(point.x, point.y)).join("");
  const fill = shape === null ? hue : theme.surface;
  return [
    ...(hasBand ? bandMarks(`band ${key}`, points, { x, y }, hue) : []),
    {
      ...pathMark(`line ${key}`, isJoined ? lineThrough([...begin, ...placed.map((point) => [point.x, point.y] as const)]) : "", stroke),
      targets: placed,
    },
    ...(bars.length === 0 ? [] : [pathMark(`bars ${key}`, bars.join(""), { stroke: hue, "stroke-width": 1 })]),
    ...(dots === "" ? [] : [pathMark(`dots ${key}`, dots, { fill, stroke: hue, "stroke-width": 1.2, ...series.dots })]),
    ...(crosses.length === 0
      ? []
      : [
          pathMark(`crosses ${key}`, crosses.map((point) => crossAt(point.x, point.y)).join(""), {
            stroke: theme.ink,
            "stroke-width": 1.7,
          }),
        ]),
  ];
}
