/**
 * Rows as most exhibits have them: columns over subjects, and numbers that are read off runs.
 *
 *     lineByLine(["4,3-fat-tree", "4:2,3-thin-tree"], (label) => ({ label, document: treeDocument(label) }), [
 *       [series("nodes", "Nodes"), (name) => exactCell("terminals of the built network", () => networkOf(name).terminals, printed("64"))],
 *       [series("time", "Time", "", "s"), (name) => ({ formula: "until the last node ends", ...readFrom(name, secondsOf) })],
 *     ])
 */
import type { Results } from "../core/measures/results.ts";
import type { Published, Series } from "./contract.ts";
import type { RowSpec } from "./exhibit.ts";
import { meanOf } from "./numbers.ts";

/** Series with their rows: what a table gives to its exhibit. */
export interface Table {
  readonly series: readonly Series[];
  readonly rows: readonly RowSpec[];
}

/** What the rows of a subject have in common; with a key, their ids are made of that in place of the label. */
export type RowLine = Pick<RowSpec, "label"> & Partial<Omit<RowSpec, "series" | "id">> & { readonly key?: string | number };

/** A row but for its series and for what its line has. */
export type RowCell = Omit<RowSpec, "series" | "label"> & Partial<Pick<RowSpec, "label">>;

/** A column: its series, and its row for a subject. */
export type RowColumn<Subject> = readonly [series: Series, cellOf: (subject: Subject, place: number) => RowCell];

/** A row that its own column makes. */
export type ColumnRow = RowLine & RowCell;

/** A series with its rows. */
export function column(of: Series, rows: readonly ColumnRow[]): Table {
  const { id } = of;
  return {
    series: [of],
    rows: rows.map(({ key, ...row }) => ({ ...row, ...(key === undefined ? {} : { id: `${id} ${key}` }), series: id })),
  };
}

/** A table of columns over subjects, whose rows come column by column. */
export function columnByColumn<Subject>(
  subjects: readonly Subject[],
  lineOf: (subject: Subject) => RowLine,
  columns: readonly RowColumn<Subject>[],
): Table {
  return joinedTables(
    ...columns.map(([series, cellOf]) =>
      column(
        series,
        subjects.map((subject, place) => ({ ...lineOf(subject), ...cellOf(subject, place) })),
      ),
    ),
  );
}

/** The same table, whose rows come subject by subject. */
export function lineByLine<Subject>(...[subjects, ...table]: Parameters<typeof columnByColumn<Subject>>): Table {
  const { series, rows } = columnByColumn(subjects, ...table);
  return { series, rows: subjects.flatMap((_, place) => series.map((_of, column) => rows[column * subjects.length + place])) };
}

/** Several tables as one, one after the other. */
export function joinedTables(...tables: readonly Table[]): Table {
  return { series: tables.flatMap(({ series }) => series), rows: tables.flatMap(({ rows }) => rows) };
}

/** A number that is counted or follows from a formula, beside what is printed; whole where nothing is. */
export const exactCell = (formula: string, value: RowSpec["value"], published: Published | null = null): RowCell => ({
  formula,
  value,
  published,
  ...(published === null ? { decimals: 0 } : {}),
});

/** What a row that is measured says of its runs. */
type Measured = Pick<RowSpec, "runs" | "value">;

/** A number of one run. */
export const readFrom = (run: string, of: (results: Results) => number): Measured => ({
  runs: [run],
  value: ({ results }) => of(results(run)),
});

/** The mean of a number over several runs, with its standard error. */
export const meanOver = (runs: readonly string[], of: (results: Results) => number): Measured => ({
  runs,
  value: ({ results }) => meanOf(runs.map((run) => of(results(run)))),
});

/** A number of one run over that of another. */
export const ratioOf = (runs: readonly [run: string, other: string], of: (results: Results) => number): Measured => ({
  runs,
  value: ({ results }) => of(results(runs[0])) / of(results(runs[1])),
});

/**
 * Seconds from the start to the end of the last node, to the millisecond: what is less, such as the length of a way, must not
 * set an order. NaN where the run never ended, or the length of a cycle is not known.
 */
export function secondsOf({ makespan, cycleSeconds }: Results): number {
  return makespan === null || cycleSeconds === undefined ? NaN : Math.round(makespan * cycleSeconds * 1e3) / 1e3;
}
