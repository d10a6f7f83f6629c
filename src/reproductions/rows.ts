/**
 * Builders for common kinds of rows: tables with a row for each subject, such as a network, in each series (column), and numbers read from
 * runs. Example:
 *
 *     rowsBySubject(["4,3-fat-tree", "4:2,3-thin-tree"], (label) => ({ label, document: treeDocument(label) }), [
 *       [series("nodes", "Nodes"), (name) => exactNumber("terminals of the built network", () => networkOf(name).terminals, printed("64"))],
 *       [series("time", "Time", "", "s"), (name) => ({ formula: "until the last node ends", ...numberOfRun(name, secondsOf) })],
 *     ])
 */
import type { Results } from "../core/measures/results.ts";
import type { Published, ExhibitSeries } from "./contract.ts";
import type { RowSpec } from "./exhibit.ts";
import { sampleMeanOf } from "./numbers.ts";

/** Series with their rows, as an exhibit takes them. */
export interface RowTable {
  readonly series: readonly ExhibitSeries[];
  readonly rows: readonly RowSpec[];
}

/** The properties that all rows of a subject share. Row ids are derived from the key, or from the label if there is no key. */
export type SubjectProperties = Pick<RowSpec, "label"> & Partial<Omit<RowSpec, "series" | "id">> & { readonly key?: string | number };

/** A row without its series and without the properties that its subject provides. */
export type RowCell = Omit<RowSpec, "series" | "label"> & Partial<Pick<RowSpec, "label">>;

/** A column: its series, and a function that returns its cell for a subject. */
export type RowColumn<Subject> = readonly [series: ExhibitSeries, cellOf: (subject: Subject, place: number) => RowCell];

/** A row of a single column. */
export type ColumnRow = SubjectProperties & RowCell;

/** The rows of one series. Their ids are the id of the series followed by the key. */
export function rowsOfOneSeries(ownSeries: ExhibitSeries, rows: readonly ColumnRow[]): RowTable {
  const { id } = ownSeries;
  return {
    series: [ownSeries],
    rows: rows.map(({ key, ...row }) => ({ ...row, ...(key === undefined ? {} : { id: `${id} ${key}` }), series: id })),
  };
}

/** A table with a row for each subject in every series. All rows of the first series come first, then those of the second, and so on. */
export function rowsBySeries<Subject>(
  subjects: readonly Subject[],
  propertiesOf: (subject: Subject) => SubjectProperties,
  columns: readonly RowColumn<Subject>[],
): RowTable {
  return joinTables(
    ...columns.map(([series, cellOf]) =>
      rowsOfOneSeries(
        series,
        subjects.map((subject, index) => ({ ...propertiesOf(subject), ...cellOf(subject, index) })),
      ),
    ),
  );
}

/** A table as from {@link rowsBySeries}, but ordered by subject: the rows of the first subject in all series come first. */
export function rowsBySubject<Subject>(...[subjects, ...table]: Parameters<typeof rowsBySeries<Subject>>): RowTable {
  const { series, rows } = rowsBySeries(subjects, ...table);
  return { series, rows: subjects.flatMap((_, index) => series.map((_of, column) => rows[column * subjects.length + index])) };
}

/** Concatenates tables. */
export function joinTables(...tables: readonly RowTable[]): RowTable {
  return { series: tables.flatMap(({ series }) => series), rows: tables.flatMap(({ rows }) => rows) };
}

/** A number that is counted or follows from a formula, with its published number. It is shown as an integer if nothing is published. */
export const exactNumber = (formula: string, value: RowSpec["value"], published: Published | null = null): RowCell => ({
  formula,
  value,
  published,
  ...(published === null ? { decimals: 0 } : {}),
});

/** The properties of a row that is measured in runs. */
type MeasuredProperties = Pick<RowSpec, "runs" | "value">;

/** A number of one run. */
export const numberOfRun = (run: string, numberOf: (results: Results) => number): MeasuredProperties => ({
  runs: [run],
  value: ({ results }) => numberOf(results(run)),
});

/** The mean of a number over several runs, with its standard error. */
export const meanOfRuns = (runs: readonly string[], numberOf: (results: Results) => number): MeasuredProperties => ({
  runs,
  value: ({ results }) => sampleMeanOf(runs.map((run) => numberOf(results(run)))),
});

/** The ratio of a number in one run to that in another. */
export const ratioOfRuns = (runs: readonly [run: string, other: string], numberOf: (results: Results) => number): MeasuredProperties => ({
  runs,
  value: ({ results }) => numberOf(results(runs[0])) / numberOf(results(runs[1])),
});

/**
 * Seconds from the start to the end of the last node, rounded to milliseconds, so that tiny differences, such as path lengths, do not
 * determine an order. NaN if the run did not end or the length of a cycle is unknown.
 */
export function makespanSecondsOf({ makespan, cycleSeconds }: Results): number {
  return makespan === null || cycleSeconds === undefined ? NaN : Math.round(makespan * cycleSeconds * 1e3) / 1e3;
}
