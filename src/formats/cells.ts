/** Tables as text: splits rows into cells at commas, semicolons, tabs, bars or blanks, and writes cells. All table formats use it. */
import { forEachLine, firstLines } from "./lines.ts";

/** Separator between two cells. A blank means any run of blanks and tabs. */
export type Separator = "," | ";" | "\t" | "|" | " ";

/** In order of preference: a table that is separated by tabs may have commas within its cells. */
const separatorsByPreference: readonly Separator[] = ["\t", ";", ",", "|", " "];

/** Longest row that is read, in cells. */
export const maxRowCells = 65_536;

/** One row of a table. {@link forEachRow} reuses the object for the next row. */
export interface TableRow {
  /** Cells without their quotes and without surrounding blanks. */
  readonly cells: readonly string[];
  /** Line number, from 1. */
  readonly line: number;
  /** Offsets in the text where the line starts and ends. */
  readonly from: number;
  readonly to: number;
  /** Why the row cannot be trusted, worded as in {@link UnreadLine.why}; null if it can. */
  readonly fault: string | null;
}

/** Whether a line is a comment (`#`, `%`, `//`) or a hint for spreadsheet programs (`sep=;`). */
export function isComment(text: string, start = 0, end = text.length): boolean {
  let position = start;
  while (position < end && isBlank(text.charCodeAt(position))) position++;
  const firstCharacter = text[position];
  return (
    position < end &&
    (firstCharacter === "#" ||
      firstCharacter === "%" ||
      (firstCharacter === "/" && text[position + 1] === "/") ||
      (end - position < 8 && /^"?sep=.?"?\s*$/i.test(text.slice(position, end))))
  );
}

/**
 * Calls `onRow` for each row of a text table and skips blank lines and comments. A cell may be enclosed in double quotes, with two quotes
 * for a literal one. A quoted cell ends at the end of its line at the latest.
 * @param onProgress receives the fraction of the text that has been read, 0 to 1
 * @returns the number of lines of the text
 */
export function forEachRow(
  text: string,
  separator: Separator,
  onRow: (row: TableRow) => void,
  onProgress?: (fraction: number) => void,
): number {
  const cells: string[] = [];
  const row = { cells, line: 0, from: 0, to: 0, fault: null as string | null };
  return forEachLine(
    text,
    (line, start, end) => {
      if (isComment(text, start, end)) return;
      row.fault = readCells(text, start, end, separator, cells);
      if (cells.length === 0 || (cells.length === 1 && cells[0] === "" && row.fault === null)) return;
      [row.line, row.from, row.to] = [line, start, end];
      onRow(row);
    },
    onProgress,
  );
}

/** Splits one line into cells. */
export function splitCells(line: string, separator: Separator): string[] {
  const cells: string[] = [];
  readCells(line, 0, line.length, separator, cells);
  return cells;
}

/** Guesses the separator of a table from its first lines; see {@link separatorOfLines}. */
export function guessSeparator(text: string): Separator {
  return separatorOfLines(firstLines(text, sampledLines, (line) => !isComment(line)));
}

/** The separator that splits the largest number of lines into the same number of cells, with at least two cells per line. */
export function separatorOfLines(lines: readonly string[]): Separator {
  let best: Separator = ",";
  let bestCount = 0;
  for (const separator of separatorsByPreference) {
    const lineCounts = new Map<number, number>();
    for (const line of lines) {
      const { length } = splitCells(line, separator);
      if (length > 1) lineCounts.set(length, (lineCounts.get(length) ?? 0) + 1);
    }
    const count = Math.max(0, ...lineCounts.values());
    if (count > bestCount) [bestCount, best] = [count, separator];
  }
  return best;
}

const sampledLines = 64;

/**
 * Parses a number of a table; NaN for anything that is not a number. `1,5` is a number if the cells are not separated by commas.
 * @param separator separator of the table
 */
export function parseNumber(cell: string, separator?: Separator): number {
  if (cell.length > maxNumberLength) return Number.NaN;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell)) return finiteOrNaN(Number(cell));
  if (separator !== undefined && separator !== "," && /^[+-]?\d+,\d+$/.test(cell)) return finiteOrNaN(Number(cell.replace(",", ".")));
  return Number.NaN;
}

const maxNumberLength = 40;
const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** A cell as it is written: in quotes if a reader would otherwise misread it. */
export function formatCell(cell: string, separator: Separator): string {
  const isPlain =
    cell !== "" &&
    cell === cell.trim() &&
    !/["\r\n]/.test(cell) &&
    !isComment(cell) &&
    !(separator === " " ? /\s/.test(cell) : cell.includes(separator));
  return isPlain ? cell : `"${cell.replaceAll('"', '""').replaceAll(/[\r\n]+/g, " ")}"`;
}

const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

/**
 * Splits the line [lineStart, lineEnd) of a text table into the cells `result`.
 * @returns why the cells cannot be trusted, worded to follow "The line …", or null
 */
function readCells(text: string, lineStart: number, lineEnd: number, separator: Separator, result: string[]): string | null {
  result.length = 0;
  const isBlankSeparated = separator === " ";
  const separatorCode = separator.charCodeAt(0);
  const isCellEnd = (code: number) => (isBlankSeparated ? isBlank(code) : code === separatorCode);
  const isSkipped = (code: number) => isBlank(code) && (isBlankSeparated || code !== separatorCode);
  let position = lineStart;
  for (;;) {
    while (position < lineEnd && isSkipped(text.charCodeAt(position))) position++;
    if (position >= lineEnd && isBlankSeparated) return null;
    if (result.length === maxRowCells) return `has more than ${maxRowCells.toLocaleString("en-US")} cells`;
    let cell = "";
    let start = position;
    // A quoted part: collect the text between quotation marks in `cell`.
    if (position < lineEnd && text[position] === '"') {
      for (start = ++position; ; position++) {
        position = text.indexOf('"', position);
        if (position < 0 || position >= lineEnd) {
          result.push(cell + text.slice(start, lineEnd));
          return "opens a quotation mark that is not closed on the same line";
        }
        cell += text.slice(start, position);
        start = position + 1;
        if (position + 1 >= lineEnd || text[position + 1] !== '"') break;
        cell += '"';
        start = position + 2;
        position++;
      }
      position = start;
    }
    // The unquoted rest of the cell, without blanks at its end.
    while (position < lineEnd && !isCellEnd(text.charCodeAt(position))) position++;
    let cellEnd = position;
    while (cellEnd > start && isBlank(text.charCodeAt(cellEnd - 1))) cellEnd--;
    result.push(cell === "" ? text.slice(start, cellEnd) : cell + text.slice(start, cellEnd));
    if (position >= lineEnd) return null;
    position++;
  }
}
