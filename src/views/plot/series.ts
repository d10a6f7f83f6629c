/** A series: a polyline with a band, error bars and dots. Its points are hover targets. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, circlePath, toTenths } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { lineStyleAt, lineAttributes } from "../marks/line-styles.ts";
import { errorBarPath } from "./error-bar.ts";
import { polylinePath, type PlotScale } from "./scale.ts";

/** A point of a series: values, and the texts of its hover target. */
export interface SeriesPoint extends Pick<HoverTarget, "value" | "name" | "more" | "clickSelection" | "sweepPoint" | "networkIndex"> {
  /** Values on the x axis and on the y axis. */
  readonly x: number;
  readonly y: number;
  /** Range of the value on the y axis, such as of several seeds; none when absent. */
  readonly range?: readonly [low: number, high: number] | undefined;
  /** Whether a cross marks a failed run. */
  readonly isCrossed?: boolean;
}

/** Points with their style. */
export interface PlotSeries<Point extends SeriesPoint = SeriesPoint> {
  /** Key of the series, unique in its plot. */
  readonly key: string;
  readonly points: readonly Point[];
  /** Index that selects the dashes and the shape of the dots. */
  readonly styleIndex: number;
  /** Start of the line before the first point, in values. */
  readonly start?: readonly [x: number, y: number];
  /**
   * Attributes of the line and its dots, in addition to those that `styleIndex` selects. The stroke color applies to band and error bars,
   * too.
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
interface PlotScales {
  readonly x: PlotScale;
  readonly y: PlotScale;
}

/** Radius of dots, and half the width of a cross, pixels. */
const [dotRadius, crossArm] = [1.8, 3.5];

const dot = (x: number, y: number) => circlePath(x, y, dotRadius);
const crossAt = (x: number, y: number) =>
  `M${toTenths(x - crossArm)} ${toTenths(y - crossArm)}l${2 * crossArm} ${2 * crossArm}m${-2 * crossArm} 0l${2 * crossArm} ${-2 * crossArm}`;

/** Band between the lowest and highest values of the points that have a range; nothing for fewer than two points. */
export function rangeBandMarks(
  key: string,
  points: readonly SeriesPoint[],
  { x, y }: PlotScales,
  fill: string | number,
  opacity = 0.13,
): readonly Mark[] {
  const bandEdge = (end: 0 | 1) =>
    points.flatMap((point) => (point.range === undefined ? [] : [[x(point.x), y(point.range[end])] as const]));
  const [lowEdge, highEdge] = [bandEdge(0), bandEdge(1)];
  return lowEdge.length < 2
    ? []
    : [pathMark(key, `${polylinePath([...highEdge, ...lowEdge.toReversed()])}Z`, { fill, "fill-opacity": opacity })];
}

/**
 * The marks of a series (one line with its points) in a panel: a band or bars for the range of values, the line with the hover targets of
 * its points, dots, and crosses on points that are crossed out.
 * @param series The data; `styleIndex` is the index of its line style, `start` an additional first point of the line, without dot and
 * target.
 */
export function seriesMarks(series: PlotSeries, { x, y }: PlotScales, theme: Theme): readonly Mark[] {
  const { key, points, styleIndex, start, hasBand = false, hasDots = true, isJoined = true } = series;
  if (points.length === 0) return [];
  const stroke = { ...lineAttributes(styleIndex, theme), ...series.stroke };
  const color = stroke["stroke"];
  const targets = points.map((point) => ({ ...point, x: x(point.x), y: y(point.y), ...(isJoined ? { row: key } : {}) }));
  const startPoint = start === undefined ? [] : [[x(start[0]), y(start[1])] as const];
  const errorBars = points.flatMap(({ x: pointX, range }) =>
    range === undefined || range[0] === range[1] ? [] : [errorBarPath([y(range[0]), y(range[1])], x(pointX), true, 2.5)],
  );
  // Dots and crosses are drawn above the line.
  const crosses = targets.filter(({ isCrossed }) => isCrossed);
  const { shape } = lineStyleAt(styleIndex);
  const dotAt = shape ?? (hasDots ? dot : null);
  const dotsPath = dotAt === null ? "" : targets.map((point) => dotAt(point.x, point.y)).join("");
  const fill = shape === null ? color : theme.surface;
  return [
    ...(hasBand ? rangeBandMarks(`band ${key}`, points, { x, y }, color) : []),
    {
      ...pathMark(
        `line ${key}`,
        isJoined ? polylinePath([...startPoint, ...targets.map((point) => [point.x, point.y] as const)]) : "",
        stroke,
      ),
      targets,
    },
    ...(errorBars.length === 0 ? [] : [pathMark(`bars ${key}`, errorBars.join(""), { stroke: color, "stroke-width": 1 })]),
    ...(dotsPath === "" ? [] : [pathMark(`dots ${key}`, dotsPath, { fill, stroke: color, "stroke-width": 1.2, ...series.dots })]),
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
