/** Adjacency matrix: a square table of 0 and 1, of numbers of links, or of rates, with or without names of the nodes. */
import { cellsOf, eachRow, guessedSeparator, isComment, type Row, type Separator, separatorOf } from "../cells.ts";
import type { Format, Given, Reading } from "../contract.ts";
import { firstLines } from "../lines.ts";
import { refusedAs, Telling } from "../told.ts";
import { bareRateUnit, inUnit, quantityIn } from "../units.ts";
import { type Gathered, Gathering, idFault, mostRead, quoted } from "./gathering.ts";

/** Integers up to this are numbers of links; larger ones are rates. */
const mostCounted = 8;

export const adjacencyMatrix: Format = {
  id: "adjacency-matrix",
  title: "Adjacency matrix",
  carries: "network",
  extension: "csv",
  source: "NetworkX, to_numpy_array, to_pandas_adjacency",
  cannotSay: ["Rates of links that run side by side.", "Lengths and ports.", "Where nodes stand."],
  recognise(head) {
    const lines = firstLines(head, 256, (line) => !isComment(line)).map(plain);
    if (lines.length < 2) return 0;
    const separator = separatorOf(lines);
    const rows = lines.map((line) => cellsOf(line, separator)).filter(({ length }) => length > 0);
    if (rows.length < 2) return 0;
    const { hasHeads, hasNames } = shapeOf(rows[0], rows[1], separator);
    const data = rows.slice(hasHeads ? 1 : 0).map((cells) => cells.slice(hasNames ? 1 : 0));
    const width = data[0].length;
    // The last line may be cut off.
    const whole = head.length < 60_000 && !lines.some((line) => line.length >= 2000) && lines.length < 256;
    const told = whole ? data : data.slice(0, -1);
    const isEven = told.every((cells) => cells.length === width);
    if (width < 2 || !isEven || (whole && data.length !== width) || told.length > width) return 0;
    const values = told.map((cells) => cells.map((cell) => valueOf(cell, separator)));
    if (values.some((row) => row.some(Number.isNaN))) return 0;
    const isBinary = values.every((row) => row.every((value) => value === 0 || value === 1));
    const size = Math.min(width, values.length);
    let isSymmetric = true;
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) if (values[i][j] !== values[j][i]) isSymmetric = false;
    const hasZeros = values.some((row, i) => row.some((value, j) => value === 0 && i !== j));
    const isHollow = values.every((row, i) => row[i] === 0);
    if (isBinary && isHollow) return isSymmetric ? 0.9 : 0.7;
    return isSymmetric && isHollow && hasZeros ? 0.6 : 0.2;
  },
  read,
};

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const lines = firstLines(text, 64, (line) => !isComment(line)).map(plain);
  if (lines.length === 0)
    return refusedAs("adjacency-matrix", 0, "It has no row. Give as many rows as columns, with a number in each cell.");
  const separator = guessedSeparator(lines.join("\n"));
  const found = new Gathering();
  let heads: readonly string[] = [];
  let [hasHeads, hasNames] = [false, false];
  let columns = 0;
  let rows = 0;
  let first: string[] | null = null;
  let isShaped = false;
  let pending = { line: 0, text: "" };
  const names: string[] = [];
  const lineOf: number[] = [];
  /** Nonzero cells: row, column and value. */
  const cells = { row: [] as number[], column: [] as number[], value: [] as number[] };
  let beyond = 0;
  let hasUnit = false;
  let isWhole = true;
  let most = 0;

  const count = eachRow(
    text,
    separator,
    (row) => {
      if (row.fault !== null && !isShaped) {
        tell.note(row.line, shown(row), row.fault);
        return;
      }
      const own = unbracketed(row.cells);
      if (own.length === 0) return;
      if (!isShaped) {
        if (first === null) {
          first = own;
          pending = { line: row.line, text: shown(row) };
          return;
        }
        shape(own);
      }
      readRow(own, row.line, shown(row), row.fault);
    },
    given.onPart,
  );
  if (!isShaped && first !== null) shape(null);
  return finish();

  function shown(row: Row): string {
    return text.slice(row.from, Math.min(row.to, row.from + 1000));
  }

  /** Determines headings and names from the first two rows, and reads the first row if it has no headings. */
  function shape(second: readonly string[] | null): void {
    isShaped = true;
    ({ hasHeads, hasNames } = shapeOf(first!, second ?? first!, separator));
    const sample = hasHeads ? second : first;
    columns = (sample?.length ?? 0) - (hasNames ? 1 : 0);
    if (hasHeads) heads = first!.slice(first!.length - columns);
    else readRow(first!, pending.line, pending.text, null);
  }

  /** Reads one row of the matrix and keeps its nonzero cells. */
  function readRow(own: readonly string[], line: number, said: string, fault: string | null): void {
    const place = rows++;
    lineOf.push(line);
    names.push(hasNames ? own[0] : (heads[place] ?? String(place)));
    const values = hasNames ? own.slice(1) : own;
    if (fault !== null) tell.note(line, said, fault);
    else if (values.length !== columns) tell.note(line, said, `has ${values.length} cells; expected ${columns}`);
    let wrong = 0;
    for (let j = 0; j < Math.min(columns, values.length); j++) {
      const amount = isZero(values[j]) ? zero : quantityIn(values[j], separator);
      if (amount === undefined || amount.value < 0 || (amount.unit !== undefined && amount.unit.of !== "rate")) {
        if (wrong++ === 0) tell.note(line, said, `has ${quoted(values[j])} in column ${j + 1}, which is no number of links and no rate`);
        continue;
      }
      if (amount.value === 0) continue;
      if (cells.value.length >= 2 * mostRead) {
        beyond++;
        continue;
      }
      const value = amount.unit === undefined ? amount.value : inUnit(amount.value, amount.unit);
      if (amount.unit !== undefined) hasUnit = true;
      isWhole &&= Number.isInteger(value);
      most = Math.max(most, value);
      cells.row.push(place);
      cells.column.push(j);
      cells.value.push(value);
    }
  }

  /** Checks the size and the names of the matrix and converts its cells to links. */
  function finish(): Reading {
    const refuse = (sentence: string): Reading => ({ format: "adjacency-matrix", ...tell.told(count, sentence) });
    if (beyond > 0) {
      const told = (cells.value.length + beyond).toLocaleString("en-US");
      return refuse(
        `It has ${told} cells that are not zero; at most ${(2 * mostRead).toLocaleString("en-US")} are read. Keep a part of the network.`,
      );
    }
    const isSquare = rows === columns && (heads.length === 0 || !hasNames || heads.every((head, i) => head === names[i]));
    const rowNames = [...names];
    const columnNames = isSquare ? rowNames : heads;
    if (!isSquare && heads.length !== columns) {
      return refuse(`It has ${rows} rows and ${columns} columns. Give as many rows as columns, or names to both.`);
    }
    const wrong = [...rowNames, ...columnNames].map((name) => idFault(name)).find((fault) => fault !== null);
    if (wrong !== undefined && wrong !== null)
      return refuse(`A name of it ${wrong === "names only one end" ? "is empty" : wrong}. Give each row and column a name, or none.`);
    if (new Set(rowNames).size < rowNames.length) return refuse("Two of its rows have the same name. Name each node once.");
    const rowPlaces = rowNames.map((name) => found.node(name));
    const columnPlaces = columnNames.map((name) => found.node(name));
    addLinks(rowPlaces, columnPlaces);
    return found.reading(
      "adjacency-matrix",
      count,
      tell,
      "No row of it can be read. Give as many rows as columns, with a number in each cell.",
    );
  }

  /** Adds the links: combines both directions of each pair, then adds one link or, if cells are counts, several parallel ones. */
  function addLinks(rowPlaces: readonly number[], columnPlaces: readonly number[]): void {
    const isCount = !hasUnit && isWhole && most <= mostCounted;
    const unit = isCount || hasUnit || cells.value.length === 0 ? null : bareRateUnit(most, tell);
    const nodes = found.nodes;
    /** Values of each pair of nodes: from the lower-numbered node to the higher one, and back. */
    const pairs = new Map<number, [up: number, down: number]>();
    for (let i = 0; i < cells.value.length; i++) {
      const [a, b] = [rowPlaces[cells.row[i]], columnPlaces[cells.column[i]]];
      if (a === b) {
        tell.note(lineOf[cells.row[i]], "", `joins ${quoted(found.idOf(a))} with itself`);
        continue;
      }
      const key = Math.min(a, b) * nodes + Math.max(a, b);
      const pair = pairs.get(key);
      if (pair === undefined) pairs.set(key, a < b ? [cells.value[i], 0] : [0, cells.value[i]]);
      else pair[a < b ? 0 : 1] = cells.value[i];
    }
    let differ = 0;
    let upOnly = 0;
    let downOnly = 0;
    for (const [key, [up, down]] of pairs) {
      if (down === 0) upOnly++;
      else if (up === 0) downOnly++;
      else if (up !== down) differ++;
      const value = Math.max(up, down);
      const link: Gathered = { a: Math.floor(key / nodes), b: key % nodes };
      if (!isCount) link.rate = unit === null ? value : inUnit(value, unit);
      for (let times = isCount ? value : 1; times > 0; times--) found.link({ ...link });
    }
    if (pairs.size === 0) return;
    if (upOnly === pairs.size || downOnly === pairs.size)
      tell.guess("Only one half of the matrix is filled: each link is taken for both ways.");
    else if (upOnly + downOnly + differ > 0) {
      const told = (upOnly + downOnly + differ).toLocaleString("en-US");
      tell.guess(
        `The matrix is not symmetric: ${told} of ${pairs.size.toLocaleString("en-US")} pairs differ, and the larger value is taken both ways.`,
      );
    }
  }
}

const zero = { value: 0, unit: undefined };

/** Cells that mean "no link". Distance matrices write them as infinity. */
const isZero = (cell: string) => cell === "0" || cell === "" || /^(\.|-|inf|infinity|∞|nan|n\/?a|none|false)$/i.test(cell);

/** The number in a cell, NaN if it has none. */
const valueOf = (cell: string, separator: Separator) => (isZero(cell) ? 0 : (quantityIn(cell, separator)?.value ?? Number.NaN));

/** Whether the first row has headings and the first column has names, judged by the first two rows. */
function shapeOf(
  first: readonly string[],
  second: readonly string[],
  separator: Separator,
): { readonly hasHeads: boolean; readonly hasNames: boolean } {
  const isNumber = (cell: string) => !Number.isNaN(valueOf(cell, separator));
  const hasCorner = first !== second && first.length === second.length && first[0] === "" && first.length > 1;
  const hasHeads = hasCorner || second.length === first.length + 1 || first.slice(1).some((cell) => !isNumber(cell));
  const hasNames = hasHeads ? hasCorner || second.length === first.length + 1 || !isNumber(second[0] ?? "") : !isNumber(first[0]);
  return { hasHeads, hasNames };
}

/** A row without the brackets that NumPy prints around it. */
function unbracketed(cells: readonly string[]): string[] {
  const own = [...cells];
  if (own[0]?.startsWith("[")) {
    own[0] = own[0].replace(/^\[[\s[]*/, "");
    if (own[0] === "") own.shift();
    while (own.length > 0 && /^[\]),\s]*$/.test(own[own.length - 1])) own.pop();
    if (own.length > 0) own[own.length - 1] = own[own.length - 1].replace(/[\]),\s]{1,10}$/, "");
  } else if (own[0]?.startsWith("array([")) return unbracketed([own[0].slice("array(".length), ...own.slice(1)]);
  return own;
}

const plain = (line: string) => line.replace(/^\s*(?:array\()?\[[\s[]*/, "").replace(/[\])]{1,10},?\s*$/, "");
