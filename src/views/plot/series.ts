/** A series: a line over points, with its band, error bars and dots, that says of each point what it is. */
import type { Table, Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, ring } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { strokeAt, strokeStyle } from "../marks/strokes.ts";
import { errorBar } from "./error-bar.ts";
import { lineThrough, type Scale } from "./scale.ts";

/** A point of a series: values, and what is said of it. */
export interface SeriesPoint extends Pick<Spot, "value" | "name" | "more" | "picks" | "turnsTo" | "of"> {
  /** Its value on the axis across, and on the axis up. */
  readonly x: number;
  readonly y: number;
  /** From where to where the value on the axis up is known; the value alone when absent. */
  readonly range?: readonly [low: number, high: number];
}

/** Points, and how they are drawn. */
export interface Series<Point extends SeriesPoint = SeriesPoint> {
  /** Names it among those of its plot. */
  readonly key: string;
  readonly points: readonly Point[];
  /** Its number, which decides dashes and the shape of its dots. */
  readonly place: number;
  /** Attributes of its line besides those. */
  readonly stroke?: Attributes;
  /** Whether ranges are drawn as a band as well as bars. */
  readonly hasBand?: boolean;
  /** Whether its points are joined; they are when absent. */
  readonly isJoined?: boolean;
}

/** Size of the dots of a series without a shape of its own, pixels. */
const dotRadius = 1.8;
const dot = (x: number, y: number) => ring(x, y, dotRadius);

/** What is drawn of a series in a panel; its dots are the targets. */
export function seriesMarks(
  { key, points, place, stroke = {}, hasBand = false, isJoined = true }: Series,
  { x, y }: { readonly x: Scale; readonly y: Scale },
  theme: Theme,
): readonly Mark[] {
  if (points.length === 0) return [];
  const style = { ...strokeStyle(place, theme), ...stroke };
  const { shape } = strokeAt(place);
  const placed = points.map((point) => ({ ...point, x: x(point.x), y: y(point.y) }));
  const ranged = points.flatMap(({ x: at, range }) => (range === undefined || range[0] === range[1] ? [] : [{ at: x(at), range }]));
  const edge = (end: 0 | 1) => ranged.map(({ at, range }) => [at, y(range[end])] as const);
  const marks: Mark[] = [];
  if (hasBand && ranged.length > 1)
    marks.push(
      pathMark(`band ${key}`, `${lineThrough([...edge(1), ...edge(0).toReversed()])}Z`, { fill: theme.ink, "fill-opacity": 0.13 }),
    );
  if (isJoined) marks.push(pathMark(`line ${key}`, lineThrough(placed.map((point) => [point.x, point.y])), style));
  if (ranged.length > 0)
    marks.push(
      pathMark(`bars ${key}`, ranged.map(({ at, range }) => errorBar([y(range[0]), y(range[1])], at, true, 3)).join(""), {
        stroke: theme.ink,
        "stroke-width": 1,
      }),
    );
  const dots = placed.map((point) => (shape ?? dot)(point.x, point.y)).join("");
  const fill = shape === null ? (style["stroke"] ?? theme.ink) : theme.surface;
  marks.push({ ...pathMark(`dots ${key}`, dots, { fill, stroke: style["stroke"] ?? theme.ink, "stroke-width": 1.2 }), targets: placed });
  return marks;
}

/** A column of a table, and what it says of a point. */
export interface SeriesColumn<Point extends SeriesPoint> {
  readonly title: string;
  readonly unit: string;
  readonly of: (point: Point) => string | number;
}

/** The table of some series: a row for each point, and before it the name of its series where there are several. */
export function seriesTable<Point extends SeriesPoint>(
  series: readonly Series<Point>[],
  columns: readonly SeriesColumn<Point>[],
  title = "Series",
): Table {
  const hasNames = series.length > 1;
  return {
    columns: [...(hasNames ? [{ title, unit: "" }] : []), ...columns.map(({ title, unit }) => ({ title, unit }))],
    rows: series.flatMap(({ key, points }) => points.map((point) => [...(hasNames ? [key] : []), ...columns.map(({ of }) => of(point))])),
  };
}
