/** Traffic matrices: square tables of rates with sources in rows and destinations in columns, with or without names. */
import { refuse } from "../../core/base/errors.ts";
import { forEachRow, guessSeparator, parseNumber, type Separator, formatCell } from "../cells.ts";
import type { Format, ReaderOptions, ReadResult, ReadTraffic } from "../contract.ts";
import { readCell } from "../spreadsheet.ts";
import { isEmptyValue, tableNamesOf } from "./table-names.ts";
import { trafficMatrixConfidence } from "./detect-tables.ts";
import { shortenLine, DiagnosticsCollector } from "../diagnostics.ts";
import { multiplyRounded } from "../units.ts";
import { rateUnitFactor, sizeUnitFactor } from "./units.ts";

/** Maximum number of rows and columns, and of nonzero rates. */
export const maxMatrixNames = 16_384;
export const maxMatrixRates = 2 ** 20;

type RateTraffic = Extract<ReadTraffic, { readonly is: "rates" }>;

export const trafficMatrix: Format = {
  id: "traffic-matrix",
  title: "Traffic matrix",
  contentKind: "traffic",
  extension: "csv",
  source: "this program; tables as spreadsheets write them",
  limitations: ["Traffic from a node to itself.", "Times of messages: rates are means."],
  confidenceOf: trafficMatrixConfidence,
  read,
  write({ traffic }) {
    if (traffic?.is !== "rates") refuse("workload", "its traffic consists of messages, not of rates.", "Write it as a list of messages.");
    return formatMatrix(traffic);
  },
};

/** Number of characters from which headings and row names are detected. */
const sampleLength = 2 ** 20;

function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const separator = guessSeparator(text);
  const { hasHeadings, hasRowNames, decimal, corner } = detectNames(text, separator);
  const rowNames: string[] = [];
  let columnNames: readonly string[] | null = null;
  let width = -1;
  /** Rates by row and column of the table, before the names determine their order. */
  const cells: RateCell[] = [];
  let [rows, rateCount] = [0, 0];

  const lines = forEachRow(
    text,
    separator,
    /**
     * Reads one row of the traffic matrix and appends its rates above 0 to `cells`, as [row, column, rate]. Reports rows of another width
     * and cells that are not rates.
     */
    (row) => {
      const note = (reason: string) => diagnostics.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 200)), reason);
      if (isUnitRow(row.cells)) return;
      if (hasHeadings && columnNames === null) {
        columnNames = row.cells.slice(hasRowNames ? 1 : 0);
        width = columnNames.length;
        return;
      }
      const values = hasRowNames ? row.cells.slice(1) : row.cells;
      // Without headings, the first row determines the width.
      if (width < 0) width = values.length;
      if (row.fault !== null) return note(row.fault);
      if (values.length > width) note(`has ${values.length} values; there are ${width} columns`);
      else if (values.length < width) note(`has ${values.length} of ${width} values: missing values are read as 0`);
      if (hasRowNames) rowNames.push(row.cells[0]);
      const faults: string[] = [];
      for (let column = 0; column < Math.min(values.length, width); column++) {
        const cellText = values[column];
        if (cellText === "0") continue;
        // Most cells are plain numbers, for which the fast parser suffices.
        const plainNumber = decimal === "." ? parseNumber(cellText) : Number.NaN;
        if (Number.isNaN(plainNumber) && isEmptyValue(cellText)) continue;
        const value = Number.isNaN(plainNumber) ? readCell(cellText, decimal) : plainNumber;
        if (typeof value !== "number" || value < 0) faults.push(`"${cellText}" in column ${column + 1} is not a rate of 0 or more`);
        else if (value > 0 && ++rateCount <= maxMatrixRates) cells.push([rows, column, value]);
      }
      if (faults.length > 0)
        note(
          faults.length === 1
            ? faults[0]
            : `${faults[0]}, nor ${faults.length === 2 ? "is 1 more value" : `are ${faults.length - 1} more values`}`,
        );
      rows++;
    },
    onProgress,
  );
  const refuseWith = (reason: string): ReadResult => ({ format: trafficMatrix.id, ...diagnostics.summary(lines, reason) });
  if (rows === 0 || width < 1) return refuseWith("The matrix is empty: it has a row for each source, and a column for each destination.");
  if (Math.max(rows, width) > maxMatrixNames)
    return refuseWith(
      `The matrix has ${formatCount(Math.max(rows, width))} rows or columns; at most ${formatCount(maxMatrixNames)} can be read. Use only a part of it.`,
    );
  if (rateCount > maxMatrixRates)
    return refuseWith(
      `The matrix has ${formatCount(rateCount)} rates above 0; at most ${formatCount(maxMatrixRates)} can be read. Use only a part of it, or leave out small rates.`,
    );
  const hasBothNames = columnNames !== null && hasRowNames;
  if (rows !== width && !hasBothNames)
    return refuseWith(
      `The matrix has ${formatCount(rows)} rows and ${formatCount(width)} columns. Give equal numbers of both, or names for both.`,
    );
  // The names, and the index of each row among them.
  const tableNames = columnNames ?? (hasRowNames ? rowNames : null);
  const names = tableNames === null ? Array.from({ length: width }, (_, i) => String(i)) : uniqueColumnNames(tableNames, diagnostics);
  const indexOfName = new Map(names.map((name, i) => [name, i]));
  const seenIndices = new Set<number>();
  const repeatedNames = new Set<string>();
  /** Index of each row among the names. */
  const indexOfRow = Array.from({ length: rows }, (_, row) => {
    if (!hasBothNames) return row;
    const name = rowNames[row];
    const nameIndex = indexOfName.get(name) ?? names.push(name) - 1;
    if (seenIndices.has(nameIndex)) repeatedNames.add(name);
    seenIndices.add(nameIndex);
    indexOfName.set(name, nameIndex);
    return nameIndex;
  });
  if (repeatedNames.size > 0) diagnostics.guess(`Several rows have the name ${namesText(repeatedNames)}: their rates are added.`);
  if (names.length > maxMatrixNames)
    return refuseWith(
      `The matrix names ${formatCount(names.length)} sources and destinations; at most ${formatCount(maxMatrixNames)} can be read. Use only a part of it.`,
    );
  // The rates in their unit, without those from a node to itself.
  const { unit, factor } = detectUnit(corner, text, diagnostics);
  const namedCells = cells.map(([row, column, value]): RateCell => [indexOfRow[row], column, multiplyRounded(value, factor)]);
  const selfRates = namedCells.filter(([source, destination]) => source === destination).length;
  if (selfRates > 0)
    diagnostics.guess(`Left out: traffic of ${selfRates === 1 ? "a node to itself" : `${formatCount(selfRates)} nodes to themselves`}.`);
  const rates = addDuplicates(namedCells.filter(([source, destination]) => source !== destination));
  if (rates.length === 0) return refuseWith("All rates between different nodes are 0: no node sends to another.");
  const traffic: RateTraffic = { is: "rates", names, cells: rates, unit };
  return { format: trafficMatrix.id, traffic, ...diagnostics.summary(lines) };
}

/** Source or row, destination or column, and the rate. */
type RateCell = [source: number, destination: number, value: number];

/** Cells sorted by row; rates of rows with the same name are added. */
function addDuplicates(cells: RateCell[]): readonly RateCell[] {
  const sorted = cells.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: RateCell[] = [];
  for (const cell of sorted) {
    const previous = merged.at(-1);
    if (previous !== undefined && previous[0] === cell[0] && previous[1] === cell[1]) previous[2] += cell[2];
    else merged.push(cell);
  }
  return merged;
}

/** Detects headings, row names and the decimal separator from the first rows. */
function detectNames(text: string, separator: Separator) {
  const isTruncated = text.length > sampleLength;
  const rows: string[][] = [];
  forEachRow(isTruncated ? text.slice(0, sampleLength) : text, separator, ({ cells }) => {
    if (rows.length < examinedRows && !isUnitRow(cells)) rows.push([...cells]);
  });
  if (isTruncated && rows.length > 1 && rows.length < examinedRows) rows.pop();
  return tableNamesOf(rows);
}

const examinedRows = 64;

const isUnitRow = (cells: readonly string[]) => cells.length === 1 && findUnit(cells[0]) !== null;

/** Makes names unique. */
function uniqueColumnNames(givenNames: readonly string[], diagnostics: DiagnosticsCollector): string[] {
  const occurrences = new Map<string, number>();
  const repeated = new Set<string>();
  const names = givenNames.map((name, i) => {
    const plainName = name === "" ? String(i) : name;
    const earlier = occurrences.get(plainName) ?? 0;
    occurrences.set(plainName, earlier + 1);
    if (earlier > 0) repeated.add(plainName);
    return earlier === 0 ? plainName : `${plainName} (${earlier + 1})`;
  });
  if (repeated.size > 0) {
    const first = shortenLine([...repeated][0], 40);
    diagnostics.guess(`Several columns have the name ${namesText(repeated)}: the second is renamed "${first} (2)", and so on.`);
  }
  return names;
}

/** Names for a sentence: the first, and the number of the others. */
function namesText(names: ReadonlySet<string>): string {
  const first = shortenLine([...names][0], 40);
  return names.size === 1
    ? `"${first}"`
    : `"${first}", and so with ${formatCount(names.size - 1)} more ${names.size === 2 ? "name" : "names"}`;
}

/** A unit of rates in a text and its factor to bytes per second, phits per cycle or shares; null if there is none. */
function findUnit(text: string): { readonly unit: RateTraffic["unit"]; readonly factor: number } | null {
  for (const word of text.slice(0, 200).split(/[\s,;()[\]"#%]+/)) {
    if (/^(phits|flits)\/cycle$/i.test(word)) return { unit: "phits/cycle", factor: 1 };
    if (/^shares?$/i.test(word)) return { unit: "share", factor: 1 };
    const factor = rateUnitFactor(word);
    if (factor !== null) return { unit: "bytes/s", factor };
  }
  return null;
}

/**
 * The unit of the rates of a traffic matrix, from the corner cell of the table, from a comment or from a line without digits at the start
 * of the text; `factor` converts values to it. Without a unit, rates are shares of the load.
 */
function detectUnit(
  corner: string,
  text: string,
  diagnostics: DiagnosticsCollector,
): { readonly unit: RateTraffic["unit"]; readonly factor: number } {
  // The unit in the corner, or else in one of the first lines that are comments or have no digits.
  const foundUnit =
    findUnit(corner) ??
    text
      .slice(0, 2000)
      .split(/\r\n|\r|\n/, examinedCommentLines)
      .filter((line) => !/\d/.test(line) || /^\s*[#%/]/.test(line))
      .map(findUnit)
      .find((unitInLine) => unitInLine !== null);
  if (foundUnit) return foundUnit;
  diagnostics.guess(
    corner.split(/[\s()[\]]+/).some((word) => word !== "" && sizeUnitFactor(word) !== null)
      ? `The values are amounts, ${corner}, not rates: they are read as shares of the load.`
      : "The values have no unit: they are read as shares of the load.",
  );
  return { unit: "share", factor: 1 };
}

const examinedCommentLines = 10;
const formatCount = (count: number) => count.toLocaleString("en-US");

/** Formats a matrix with names; the corner cell holds the unit. */
function formatMatrix({ names, cells, unit }: RateTraffic): string {
  const nameCells = names.map((name) => formatCell(name, ","));
  const rows: [column: number, value: number][][] = names.map(() => []);
  for (const [source, destination, value] of cells) rows[source].push([destination, value]);
  const lines = [[unit === "bytes/s" ? "B/s" : unit, ...nameCells].join(",")];
  rows.forEach((row, source) => {
    const values: (number | string)[] = names.map(() => 0);
    for (const [column, value] of row) values[column] = value;
    lines.push([nameCells[source], ...values].join(","));
  });
  return `${lines.join("\n")}\n`;
}
