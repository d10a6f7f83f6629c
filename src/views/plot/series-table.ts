/** The table twin of a plot: a row for each point of its series. */
import type { Table } from "../contract.ts";
import type { Series, SeriesPoint } from "./series.ts";

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
