/** Tables as text: rows of cells between commas, semicolons, tabs, bars or blanks. */
import { eachLine, firstLines } from "./lines.ts";

/** What stands between two cells; a blank stands for any run of blanks and tabs. */
export type Separator = "," | ";" | "\t" | "|" | " ";

/** In the order in which they are tried: whoever separates by tabs writes commas within cells. */
const separators: readonly Separator[] = ["\t", ";", ",", "|", " "];

/** Beyond so many cells a row is no row. */
export const mostCells = 65_536;

/** One row. The object is used again for the next. */
export interface Row {
  /** Cells without quotes and blanks around them. */
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
  /** Where its line begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** Why the row is not to be trusted, as a note has it; null where it is. */
  readonly fault: string | null;
}

/** Whether a line says something to people only: `#`, `%`, `//`; or to spreadsheets: `sep=;`. */
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
 * Tells each row of a table; blank lines and comments are none. A cell may stand in double quotes, in which two mean one; it ends on its
 * line at the latest.
 * @returns how many lines there are
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

/** The cells of one line. */
export function cellsOf(line: string, separator: Separator): string[] {
  const cells: string[] = [];
  readCells(line, 0, line.length, separator, cells);
  return cells;
}

/** What separates the cells of a table: that by which most of its first lines have equally many, and more than one. */
export function guessedSeparator(text: string): Separator {
  return separatorOf(firstLines(text, linesLookedAt, (line) => !isComment(line)));
}

/** The same for lines at hand. */
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
 * A number as tables have it; NaN for anything else. `1,5` is one where commas separate no cells.
 * @param separator of the table
 */
export function numberIn(cell: string, separator?: Separator): number {
  if (cell.length > longestNumber) return Number.NaN;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell)) return finite(Number(cell));
  if (separator !== undefined && separator !== "," && /^[+-]?\d+,\d+$/.test(cell)) return finite(Number(cell.replace(",", ".")));
  return Number.NaN;
}

const longestNumber = 40;
const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** A cell as it is written: in quotes where it would be read as something else. */
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

/** Reads the cells of text[from … to) into a list. @returns why they are not to be trusted, or null */
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
