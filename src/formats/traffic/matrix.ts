/** Traffic matrices: square tables of rates with sources in rows and destinations in columns, with or without names. */
import { refuse } from "../../core/base/errors.ts";
import { eachRow, guessedSeparator, numberIn, type Separator, writtenCell } from "../cells.ts";
import type { Format, Given, Reading, ReadTraffic } from "../contract.ts";
import { readCell } from "../spreadsheet.ts";
import { isNothing, sidesOf } from "./sides.ts";
import { looksLikeTrafficMatrix } from "./table-look.ts";
import { shortened, Telling } from "../told.ts";
import { times } from "../units.ts";
import { rateUnit, sizeUnit } from "./units.ts";

/** Maximum number of rows and columns, and of nonzero rates. */
export const mostNames = 16_384;
export const mostRates = 2 ** 20;

type Rates = Extract<ReadTraffic, { readonly is: "rates" }>;

export const trafficMatrix: Format = {
  id: "traffic-matrix",
  title: "Traffic matrix",
  carries: "traffic",
  extension: "csv",
  source: "this program; tables as spreadsheets write them",
  cannotSay: ["What a node sends to itself.", "When something is sent: rates are means."],
  recognise: looksLikeTrafficMatrix,
  read,
  write({ traffic }) {
    if (traffic?.is !== "rates") refuse("workload", "its traffic is told as messages, not as rates.", "Write it as a list of messages.");
    return written(traffic);
  },
};

/** Number of characters from which headings and row names are detected. */
const sampleLength = 2 ** 20;

function read(text: string, { onPart }: Given = {}): Reading {
  const telling = new Telling();
  const separator = guessedSeparator(text);
  const { hasHead, hasSide, decimal, corner } = sample(text, separator);
  const rowNames: string[] = [];
  let columnNames: readonly string[] | null = null;
  let width = -1;
  /** Rates by row and column of the table, before the names determine their order. */
  const cells: Cell[] = [];
  let [rows, count] = [0, 0];

  const lines = eachRow(
    text,
    separator,
    (row) => {
      const note = (why: string) => telling.note(row.line, text.slice(row.from, Math.min(row.to, row.from + 200)), why);
      if (isUnitAlone(row.cells)) return;
      if (hasHead && columnNames === null) {
        columnNames = row.cells.slice(hasSide ? 1 : 0);
        width = columnNames.length;
        return;
      }
      const values = hasSide ? row.cells.slice(1) : row.cells;
      if (width < 0) width = values.length;
      if (row.fault !== null) return note(row.fault);
      if (values.length > width) note(`has ${values.length} values; there are ${width} columns`);
      else if (values.length < width) note(`has ${values.length} values of ${width}: what is missing is 0`);
      if (hasSide) rowNames.push(row.cells[0]);
      const faults: string[] = [];
      for (let column = 0; column < Math.min(values.length, width); column++) {
        const text = values[column];
        if (text === "0") continue;
        // Most cells are plain numbers, for which the fast parser suffices.
        const plain = decimal === "." ? numberIn(text) : Number.NaN;
        if (Number.isNaN(plain) && isNothing(text)) continue;
        const value = Number.isNaN(plain) ? readCell(text, decimal) : plain;
        if (typeof value !== "number" || value < 0) faults.push(`"${text}" in column ${column + 1} is no rate of 0 or more`);
        else if (value > 0 && ++count <= mostRates) cells.push([rows, column, value]);
      }
      if (faults.length > 0) note(faults.length === 1 ? faults[0] : `${faults[0]}, nor are ${faults.length - 1} more`);
      rows++;
    },
    onPart,
  );
  const refuse = (why: string): Reading => ({ format: trafficMatrix.id, ...telling.told(lines, why) });
  if (rows === 0 || width < 1) return refuse("The matrix is empty: it has a row for each source, and a column for each destination.");
  if (Math.max(rows, width) > mostNames)
    return refuse(`The matrix has ${plain(Math.max(rows, width))} rows or columns; ${plain(mostNames)} fit. Take a part of it.`);
  if (count > mostRates)
    return refuse(`The matrix has ${plain(count)} rates above 0; ${plain(mostRates)} fit. Take a part of it, or leave small ones out.`);
  const isNamedTwice = columnNames !== null && hasSide;
  if (rows !== width && !isNamedTwice)
    return refuse(`The matrix has ${plain(rows)} rows and ${plain(width)} columns. As many are needed of both, or names for both.`);
  // The names, and the index of each row among them.
  const told = columnNames ?? (hasSide ? rowNames : null);
  const names = told === null ? Array.from({ length: width }, (_, i) => String(i)) : distinct(told, telling);
  const placeOf = new Map(names.map((name, i) => [name, i]));
  const seen = new Set<number>();
  const again = new Set<string>();
  /** Index of each row among the names. */
  const ofRow = Array.from({ length: rows }, (_, row) => {
    if (!isNamedTwice) return row;
    const name = rowNames[row];
    const place = placeOf.get(name) ?? names.push(name) - 1;
    if (seen.has(place)) again.add(name);
    seen.add(place);
    placeOf.set(name, place);
    return place;
  });
  if (again.size > 0) telling.guess(`Several rows are called ${oneOf(again)}: they are added.`);
  if (names.length > mostNames)
    return refuse(`The matrix names ${plain(names.length)} sources and destinations; ${plain(mostNames)} fit. Take a part of it.`);
  // The rates in their unit, without those from a node to itself.
  const { unit, factor } = unitOf(corner, text, telling);
  const named = cells.map(([row, column, value]): Cell => [ofRow[row], column, times(value, factor)]);
  const own = named.filter(([source, destination]) => source === destination).length;
  if (own > 0) telling.guess(`What ${own === 1 ? "a node sends to itself" : `${plain(own)} nodes send to themselves`} is left out.`);
  const rates = added(named.filter(([source, destination]) => source !== destination));
  if (rates.length === 0) return refuse("No rate is above 0: nobody sends anything to another.");
  const traffic: Rates = { is: "rates", names, cells: rates, unit };
  return { format: trafficMatrix.id, traffic, ...telling.told(lines) };
}

/** Source or row, destination or column, and the rate. */
type Cell = [source: number, destination: number, value: number];

/** Cells sorted by row; rates of rows with the same name are added. */
function added(cells: Cell[]): readonly Cell[] {
  const sorted = cells.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const once: Cell[] = [];
  for (const cell of sorted) {
    const last = once.at(-1);
    if (last !== undefined && last[0] === cell[0] && last[1] === cell[1]) last[2] += cell[2];
    else once.push(cell);
  }
  return once;
}

/** Detects headings, row names and the decimal separator from the first rows. */
function sample(text: string, separator: Separator) {
  const isCut = text.length > sampleLength;
  const rows: string[][] = [];
  eachRow(isCut ? text.slice(0, sampleLength) : text, separator, ({ cells }) => {
    if (rows.length < rowsSeen && !isUnitAlone(cells)) rows.push([...cells]);
  });
  if (isCut && rows.length > 1 && rows.length < rowsSeen) rows.pop();
  return sidesOf(rows);
}

const rowsSeen = 64;

const isUnitAlone = (cells: readonly string[]) => cells.length === 1 && unitsIn(cells[0]) !== null;

/** Makes names unique. */
function distinct(told: readonly string[], telling: Telling): string[] {
  const times = new Map<string, number>();
  const again = new Set<string>();
  const names = told.map((name, i) => {
    const plainName = name === "" ? String(i) : name;
    const before = times.get(plainName) ?? 0;
    times.set(plainName, before + 1);
    if (before > 0) again.add(plainName);
    return before === 0 ? plainName : `${plainName} (${before + 1})`;
  });
  if (again.size > 0) {
    const first = shortened([...again][0], 40);
    telling.guess(`Several columns are called ${oneOf(again)}; the others are called "${first} (2)" and so on.`);
  }
  return names;
}

/** Names for a sentence: the first, and the number of the others. */
function oneOf(names: ReadonlySet<string>): string {
  const first = shortened([...names][0], 40);
  return names.size === 1 ? `"${first}"` : `"${first}", and so with ${plain(names.size - 1)} more ${names.size === 2 ? "name" : "names"}`;
}

/** A unit of rates in a text and its factor to bytes per second, phits per cycle or shares; null if there is none. */
function unitsIn(text: string): { readonly unit: Rates["unit"]; readonly factor: number } | null {
  for (const word of text.slice(0, 200).split(/[\s,;()[\]"#%]+/)) {
    if (/^(phits|flits)\/cycle$/i.test(word)) return { unit: "phits/cycle", factor: 1 };
    if (/^shares?$/i.test(word)) return { unit: "share", factor: 1 };
    const factor = rateUnit(word);
    if (factor !== null) return { unit: "bytes/s", factor };
  }
  return null;
}

/** The unit of the rates, from the corner cell, a separate line or a comment at the start of the text. */
function unitOf(corner: string, text: string, telling: Telling): { readonly unit: Rates["unit"]; readonly factor: number } {
  const said =
    unitsIn(corner) ??
    text
      .slice(0, 2000)
      .split(/\r\n|\r|\n/, commentsSeen)
      .filter((line) => !/\d/.test(line) || /^\s*[#%/]/.test(line))
      .map(unitsIn)
      .find((found) => found !== null);
  if (said) return said;
  telling.guess(
    corner.split(/[\s()[\]]+/).some((word) => word !== "" && sizeUnit(word) !== null)
      ? `The values are amounts, ${corner}, and no rates: they are taken as shares of the load.`
      : "The values have no unit: they are taken as shares of the load.",
  );
  return { unit: "share", factor: 1 };
}

const commentsSeen = 10;
const plain = (count: number) => count.toLocaleString("en-US");

/** Formats a matrix with names; the corner cell holds the unit. */
function written({ names, cells, unit }: Rates): string {
  const cell = names.map((name) => writtenCell(name, ","));
  const rows: [column: number, value: number][][] = names.map(() => []);
  for (const [source, destination, value] of cells) rows[source].push([destination, value]);
  const lines = [[unit === "bytes/s" ? "B/s" : unit, ...cell].join(",")];
  rows.forEach((row, source) => {
    const values: (number | string)[] = names.map(() => 0);
    for (const [column, value] of row) values[column] = value;
    lines.push([cell[source], ...values].join(","));
  });
  return `${lines.join("\n")}\n`;
}
