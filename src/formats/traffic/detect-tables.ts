/** Detects formats that are tables, such as messages, traffic matrices and counters, from the first rows. */
import { forEachRow, guessSeparator, parseNumber, type Separator } from "../cells.ts";
import { type TableHeading, parseTableHeading, columnsOfRoles } from "./columns.ts";
import { detectionLength } from "../contract.ts";
import { readCell } from "../spreadsheet.ts";
import { parseAmount } from "./amounts.ts";
import { counterRoles, messageRoles } from "./roles.ts";
import { isEmptyValue, tableNamesOf } from "./table-names.ts";
import { isTableUnit, rateUnitFactor } from "./units.ts";

/** The first rows of a table. */
interface TableSample {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  /** Headings, if the first row contains no number; otherwise null. */
  readonly headings: readonly TableHeading[] | null;
  /** Number of cells in most rows. */
  readonly width: number;
  readonly isComplete: boolean;
}

/** Number of rows that are examined. */
const examinedRows = 256;
/** Fraction of rows that must have the same form. */
const minUniformFraction = 0.8;

/**
 * Splits the start of a text into rows of cells, to detect what kind of table it is, and reads the first row as headings if none of its
 * cells is a number. Null if most rows do not have the same number of cells. `isComplete` says whether the rows are the whole text.
 */
function sampleTable(excerpt: string): TableSample | null {
  if (/^\s{0,200}[{<]/.test(excerpt)) return null;
  const separator = guessSeparator(excerpt);
  const rows: string[][] = [];
  let rowCount = 0;
  forEachRow(excerpt, separator, ({ cells }) => {
    rowCount++;
    if (rows.length < examinedRows) rows.push([...cells]);
  });
  const isTruncated = excerpt.length >= detectionLength;
  if (isTruncated && rows.length === rowCount && rows.length > 1) rows.pop();
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, widthCount] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  if (width < 2 || widthCount < minUniformFraction * rows.length) return null;
  const isHeadingRow = rows.length > 1 && rows[0].every((cell) => !isAmount(cell, separator));
  const headings = isHeadingRow ? rows[0].map((cell) => parseTableHeading(cell)) : null;
  return { separator, rows, headings, width, isComplete: !isTruncated && rows.length === rowCount };
}

const isAmount = (cell: string, separator: Separator) =>
  !Number.isNaN(parseAmount(cell, separator, (unit) => (isTableUnit(unit) ? 1 : null), 1));
const isNumber = (cell: string, separator: Separator) => !Number.isNaN(parseNumber(cell, separator));

/** Confidence, 0 to 1, that a text is a list of messages. */
export function messagesConfidence(excerpt: string): number {
  const table = sampleTable(excerpt);
  if (table === null) return 0;
  const { headings, rows, width, separator } = table;
  if (headings !== null) {
    const columnOfRole = columnsOfRoles(headings, messageRoles);
    const hasRole = (role: string) => columnOfRole[role] !== undefined;
    if (!hasRole("source") || !hasRole("destination")) return 0;
    if (hasRole("bytes")) return hasRole("time") ? 0.95 : 0.9;
    return hasRole("time") ? 0.5 : 0;
  }
  const numeric = rows.filter((row) => row.length === width && row.every((cell) => isNumber(cell, separator)));
  if (numeric.length < minUniformFraction * rows.length) return 0;
  const startTimes = numeric.map((row) => parseNumber(row[3] ?? "", separator));
  if (width === 4) return startTimes.every((time, i) => i === 0 || time >= startTimes[i - 1]) ? 0.6 : 0.35;
  return width === 3 ? 0.3 : 0;
}

/**
 * Examines a table that may be square: as many rows as columns, not counting names. Null for other tables. The properties distinguish
 * traffic matrices from adjacency matrices; `sure` is the confidence, 0 to 1, that the table is square on purpose.
 */
function squareTable(
  excerpt: string,
): { readonly hasUnit: boolean; readonly isZeroOne: boolean; readonly isSymmetric: boolean; readonly sure: number } | null {
  const table = sampleTable(excerpt);
  if (table === null) return null;
  const { isComplete } = table;
  const rows = table.rows.filter(({ length }) => length > 1);
  const { hasHeadings, hasRowNames, corner, decimal } = tableNamesOf(rows.slice(0, 64));
  const values = rows.slice(hasHeadings ? 1 : 0).map((row) => (hasRowNames ? row.slice(1) : row));
  const width = values[0]?.length ?? 0;
  if (width < 2 || values.some((row) => row.length !== width)) return null;
  const isReadable = (cell: string) => isEmptyValue(cell) || typeof readCell(cell, decimal) === "number";
  const readableCells = values.flat().filter(isReadable).length;
  if (readableCells < minUniformFraction * width * values.length) return null;
  // An excerpt may contain only the first rows of a large table.
  if (isComplete ? values.length !== width : values.length > width || width < 5) return null;
  const valueAt = (row: number, column: number) => Number(readCell(values[row][column], decimal)) || 0;
  const isZeroDiagonal = values.every((_, i) => valueAt(i, i) === 0);
  const isSymmetric = values.every((row, i) =>
    row.every((_, j) => i >= values.length || j >= values.length || valueAt(i, j) === valueAt(j, i)),
  );
  const hasUnit =
    rateUnitFactor(corner) !== null ||
    rateUnitFactor(parseTableHeading(corner).unit) !== null ||
    /^((phits|flits)\/cycle|shares?)$/i.test(corner);
  const isZeroOne = values.every((row, i) => row.every((_, j) => valueAt(i, j) === 0 || valueAt(i, j) === 1));
  const columns = new Set(hasHeadings ? rows[0].slice(hasRowNames ? 1 : 0) : []);
  // Sources are also destinations, so the names must overlap. A small table may be square by coincidence.
  const areNamesUnrelated = hasHeadings && hasRowNames && !rows.slice(1).some(([name]) => columns.has(name));
  const isLikelyCoincidence = !hasHeadings && !hasRowNames && width <= 4 && !isZeroDiagonal;
  const hasUnreadableCells = readableCells < width * values.length;
  const properties = { hasUnit, isZeroOne, isSymmetric };
  if (areNamesUnrelated) return { ...properties, sure: 0.2 };
  if (isLikelyCoincidence) return { ...properties, sure: 0.4 };
  return { ...properties, sure: hasUnreadableCells ? 0.6 : 1 };
}

/** Confidence, 0 to 1, that a text is a traffic matrix. */
export function trafficMatrixConfidence(excerpt: string): number {
  const square = squareTable(excerpt);
  if (square === null) return 0;
  if (square.hasUnit) return 0.95;
  return square.sure * (!square.isZeroOne ? 0.8 : square.isSymmetric ? 0.5 : 0.75);
}

/** Whether the text is output of `perfquery` or `ibqueryerrors`. */
export function isPrintedCounters(excerpt: string): boolean {
  return /^#?[ \t]*Port(Xmit|Rcv)(Data|Wait):\.*\d/im.test(excerpt) || /^[ \t]*GUID 0x[0-9a-f]+ port /im.test(excerpt);
}

/** Confidence, 0 to 1, that a text holds port counters. */
export function countersConfidence(excerpt: string): number {
  if (isPrintedCounters(excerpt)) return 1;
  const headings = sampleTable(excerpt)?.headings;
  if (headings === undefined || headings === null) return 0;
  const columnOfRole = columnsOfRoles(headings, counterRoles);
  const hasRole = (role: string) => columnOfRole[role] !== undefined;
  return hasRole("node") && hasRole("port") && (hasRole("sent") || hasRole("received") || hasRole("waited")) ? 0.95 : 0;
}
