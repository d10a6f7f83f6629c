/** The table of a plot, with the same data: a row for each point of its series. */
import type { TableData } from "../contract.ts";
import type { PlotSeries, SeriesPoint } from "./series.ts";

/** A column of the table, with its value for a point. */
export interface SeriesColumn<Point extends SeriesPoint> {
  readonly title: string;
  readonly unit: string;
  readonly of: (point: Point) => string | number;
}

/** A row for each point. If there are several series, the first column has their names. */
export function seriesTable<Point extends SeriesPoint>(
  series: readonly PlotSeries<Point>[],
  columns: readonly SeriesColumn<Point>[],
  title = "Series",
): TableData {
  const hasNames = series.length > 1;
  return {
    columns: [...(hasNames ? [{ title, unit: "" }] : []), ...columns.map(({ title, unit }) => ({ title, unit }))],
    rows: series.flatMap(({ key, points }) => points.map((point) => [...(hasNames ? [key] : []), ...columns.map(({ of }) => of(point))])),
  };
}
