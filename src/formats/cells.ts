/** Tables as text: splits rows into cells at commas, semicolons, tabs, bars or blanks, and writes cells. All table formats use it. */
import { eachLine, firstLines } from "./lines.ts";

/** Separator between two cells. A blank means any run of blanks and tabs. */
export type Separator = "," | ";" | "\t" | "|" | " ";

/** In order of preference: a table that is separated by tabs may have commas within its cells. */
const separators: readonly Separator[] = ["\t", ";", ",", "|", " "];

/** Longest row that is read, in cells. */
export const mostCells = 65_536;

/** One row of a table. {@link forEachRow} reuses the object for the next row. */
export interface Row {
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
export function isComment(text: string, from = 0, to = text.length): boolean {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  const sign = text[at];
  return (
    at < to &&
    (sign === "#" || sign === "%" || (sign === "/" && text[at + 1] === "/") || (to - at < 8 && /^"?sep=.?"?\s*$/i.test(text.slice(at, to))))
  );
}

/**
 * Calls `onRow` for each row of a table and skips blank lines and comments. A cell may be enclosed in double quotes, with two quotes for a
 * literal one. A quoted cell ends at the end of its line at the latest.
 * @returns the number of lines of the text
 */
export function eachRow(text: string, separator: Separator, each: (row: Row) => void, onPart?: (part: number) => void): number {
  const cells: string[] = [];
  const row = { cells, line: 0, from: 0, to: 0, fault: null as string | null };
  return eachLine(
    text,
    (line, from, to) => {
      if (isComment(text, from, to)) return;
      row.fault = readCells(text, from, to, separator, cells);
      if (cells.length === 0 || (cells.length === 1 && cells[0] === "" && row.fault === null)) return;
      [row.line, row.from, row.to] = [line, from, to];
      each(row);
    },
    onPart,
  );
}

/** Splits one line into cells. */
export function cellsOf(line: string, separator: Separator): string[] {
  const cells: string[] = [];
  readCells(line, 0, line.length, separator, cells);
  return cells;
}

/** Guesses the separator of a table from its first lines; see {@link separatorOfLines}. */
export function guessedSeparator(text: string): Separator {
  return separatorOf(firstLines(text, linesLookedAt, (line) => !isComment(line)));
}

/** The separator that splits the largest number of lines into the same number of cells, with at least two cells per line. */
export function separatorOf(lines: readonly string[]): Separator {
  let best: Separator = ",";
  let most = 0;
  for (const separator of separators) {
    const times = new Map<number, number>();
    for (const line of lines) {
      const { length } = cellsOf(line, separator);
      if (length > 1) times.set(length, (times.get(length) ?? 0) + 1);
    }
    const alike = Math.max(0, ...times.values());
    if (alike > most) [most, best] = [alike, separator];
  }
  return best;
}

const linesLookedAt = 64;

/**
 * Parses a number of a table; NaN for anything that is not a number. `1,5` is a number if the cells are not separated by commas.
 * @param separator separator of the table
 */
export function numberIn(cell: string, separator?: Separator): number {
  if (cell.length > longestNumber) return Number.NaN;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell)) return finite(Number(cell));
  if (separator !== undefined && separator !== "," && /^[+-]?\d+,\d+$/.test(cell)) return finite(Number(cell.replace(",", ".")));
  return Number.NaN;
}

const longestNumber = 40;
const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** A cell as it is written: in quotes if a reader would otherwise misread it. */
export function writtenCell(cell: string, separator: Separator): string {
  const isPlain =
    cell !== "" &&
    cell === cell.trim() &&
    !/["\r\n]/.test(cell) &&
    !isComment(cell) &&
    !(separator === " " ? /\s/.test(cell) : cell.includes(separator));
  return isPlain ? cell : `"${cell.replaceAll('"', '""').replaceAll(/[\r\n]+/g, " ")}"`;
}

const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

/** Splits text[from, to) into the cells `result`. @returns why the cells cannot be trusted, or null */
function readCells(text: string, from: number, to: number, separator: Separator, into: string[]): string | null {
  into.length = 0;
  const isByBlanks = separator === " ";
  const sign = separator.charCodeAt(0);
  const isEnd = (code: number) => (isByBlanks ? isBlank(code) : code === sign);
  const skips = (code: number) => isBlank(code) && (isByBlanks || code !== sign);
  let at = from;
  for (;;) {
    while (at < to && skips(text.charCodeAt(at))) at++;
    if (at >= to && isByBlanks) return null;
    if (into.length === mostCells) return `has more than ${mostCells.toLocaleString("en-US")} cells`;
    let cell = "";
    let begin = at;
    if (at < to && text[at] === '"') {
      for (begin = ++at; ; at++) {
        at = text.indexOf('"', at);
        if (at < 0 || at >= to) {
          into.push(cell + text.slice(begin, to));
          return "opens a quotation that its line does not close";
        }
        cell += text.slice(begin, at);
        begin = at + 1;
        if (at + 1 >= to || text[at + 1] !== '"') break;
        cell += '"';
        begin = at + 2;
        at++;
      }
      at = begin;
    }
    while (at < to && !isEnd(text.charCodeAt(at))) at++;
    let end = at;
    while (end > begin && isBlank(text.charCodeAt(end - 1))) end--;
    into.push(cell === "" ? text.slice(begin, end) : cell + text.slice(begin, end));
    if (at >= to) return null;
    at++;
  }
}
