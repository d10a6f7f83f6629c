/** Adjacency matrix: a square table of 0 and 1, of numbers of links, or of rates, with or without names of the nodes. */
import { splitCells, forEachRow, guessSeparator, isComment, type TableRow, type Separator, separatorOfLines } from "../cells.ts";
import type { Format, ReaderOptions, ReadResult } from "../contract.ts";
import { firstLines } from "../lines.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { guessRateUnit, toBaseUnit, parseLinkQuantity } from "../units.ts";
import { type MutableLink, ReadNetworkBuilder, idFault, maxNetworkItems, quoteId } from "./network-builder.ts";

/** Integers up to this are numbers of links; larger ones are rates. */
const maxLinkCount = 8;

export const adjacencyMatrix: Format = {
  id: "adjacency-matrix",
  title: "Adjacency matrix",
  contentKind: "network",
  extension: "csv",
  source: "NetworkX, to_numpy_array, to_pandas_adjacency",
  limitations: ["Rates of parallel links.", "Lengths and ports.", "Positions of nodes."],
  /**
   * Confidence, 0 to 1, that a text starts with a numeric square matrix, with or without names of its rows and columns. Matrices of 0 and 1
   * with a zero diagonal get the highest confidence; asymmetric matrices of other numbers may be traffic.
   */
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 256, (line) => !isComment(line)).map(withoutNumpyBrackets);
    if (lines.length < 2) return 0;
    const separator = separatorOfLines(lines);
    const rows = lines.map((line) => splitCells(line, separator)).filter(({ length }) => length > 0);
    if (rows.length < 2) return 0;
    const { hasHeads, hasNames } = detectShape(rows[0], rows[1], separator);
    const data = rows.slice(hasHeads ? 1 : 0).map((cells) => cells.slice(hasNames ? 1 : 0));
    const width = data[0].length;
    // If the excerpt reaches one of its limits, it is a part of the text, and its last line may be cut off.
    const isComplete = excerpt.length < 60_000 && !lines.some((line) => line.length >= 2000) && lines.length < 256;
    const completeRows = isComplete ? data : data.slice(0, -1);
    const areRowsEqual = completeRows.every((cells) => cells.length === width);
    if (width < 2 || !areRowsEqual || (isComplete && data.length !== width) || completeRows.length > width) return 0;
    const values = completeRows.map((cells) => cells.map((cell) => cellValue(cell, separator)));
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

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const lines = firstLines(text, 64, (line) => !isComment(line)).map(withoutNumpyBrackets);
  if (lines.length === 0)
    return refusedResult(
      "adjacency-matrix",
      0,
      "The matrix has no rows. Give equal numbers of rows and columns, with a number in each cell.",
    );
  const separator = guessSeparator(lines.join("\n"));
  const builder = new ReadNetworkBuilder();
  let headings: readonly string[] = [];
  let [hasHeadings, hasNames] = [false, false];
  let columns = 0;
  let rows = 0;
  let firstRow: string[] | null = null;
  let isShapeKnown = false;
  let firstLine = { line: 0, text: "" };
  const names: string[] = [];
  const lineOfRow: number[] = [];
  /** Nonzero cells: row, column and value. */
  const cells = { row: [] as number[], column: [] as number[], value: [] as number[] };
  let skippedCells = 0;
  let hasUnit = false;
  let areIntegers = true;
  let largestValue = 0;

  const count = forEachRow(
    text,
    separator,
    (row) => {
      if (row.fault !== null && !isShapeKnown) {
        diagnostics.note(row.line, shown(row), row.fault);
        return;
      }
      const rowCells = withoutBrackets(row.cells);
      if (rowCells.length === 0) return;
      if (!isShapeKnown) {
        if (firstRow === null) {
          firstRow = rowCells;
          firstLine = { line: row.line, text: shown(row) };
          return;
        }
        shape(rowCells);
      }
      readRow(rowCells, row.line, shown(row), row.fault);
    },
    options.onProgress,
  );
  if (!isShapeKnown && firstRow !== null) shape(null);
  return finish();

  function shown(row: TableRow): string {
    return text.slice(row.from, Math.min(row.to, row.from + 1000));
  }

  /** Determines headings and names from the first two rows, and reads the first row if it has no headings. */
  function shape(second: readonly string[] | null): void {
    isShapeKnown = true;
    ({ hasHeads: hasHeadings, hasNames } = detectShape(firstRow!, second ?? firstRow!, separator));
    const sample = hasHeadings ? second : firstRow;
    columns = (sample?.length ?? 0) - (hasNames ? 1 : 0);
    if (hasHeadings) headings = firstRow!.slice(firstRow!.length - columns);
    else readRow(firstRow!, firstLine.line, firstLine.text, null);
  }

  /**
   * Reads one row of the matrix: notes cells that are neither a number of links nor a rate, and appends the row, column and value of each
   * nonzero cell to `cells`.
   * @param fault why the cells cannot be trusted, or null
   */
  function readRow(rowCells: readonly string[], line: number, lineText: string, fault: string | null): void {
    const rowIndex = rows++;
    lineOfRow.push(line);
    names.push(hasNames ? rowCells[0] : (headings[rowIndex] ?? String(rowIndex)));
    const values = hasNames ? rowCells.slice(1) : rowCells;
    if (fault !== null) diagnostics.note(line, lineText, fault);
    else if (values.length !== columns) diagnostics.note(line, lineText, `has ${values.length} cells; expected ${columns}`);
    let unreadableCells = 0;
    for (let j = 0; j < Math.min(columns, values.length); j++) {
      const quantity = isNoLink(values[j]) ? noLink : parseLinkQuantity(values[j], separator);
      if (quantity === undefined || quantity.value < 0 || (quantity.unit !== undefined && quantity.unit.dimension !== "rate")) {
        // Only the first unreadable cell of a row is noted.
        if (unreadableCells++ === 0)
          diagnostics.note(line, lineText, `has ${quoteId(values[j])} in column ${j + 1}, which is neither a number of links nor a rate`);
        continue;
      }
      if (quantity.value === 0) continue;
      if (cells.value.length >= 2 * maxNetworkItems) {
        skippedCells++;
        continue;
      }
      const value = quantity.unit === undefined ? quantity.value : toBaseUnit(quantity.value, quantity.unit);
      if (quantity.unit !== undefined) hasUnit = true;
      areIntegers &&= Number.isInteger(value);
      largestValue = Math.max(largestValue, value);
      cells.row.push(rowIndex);
      cells.column.push(j);
      cells.value.push(value);
    }
  }

  /**
   * Called after the last row: checks the size and the names of the matrix, converts its cells to links, and returns the network or the
   * reason why it cannot be read. A matrix that is not square has different nodes in its rows and columns and must name both.
   */
  function finish(): ReadResult {
    const refuse = (sentence: string): ReadResult => ({ format: "adjacency-matrix", ...diagnostics.summary(count, sentence) });
    if (skippedCells > 0) {
      const countText = (cells.value.length + skippedCells).toLocaleString("en-US");
      return refuse(
        `The matrix has ${countText} nonzero cells; at most ${(2 * maxNetworkItems).toLocaleString("en-US")} are read. Keep only a part of the network.`,
      );
    }
    const isSquare = rows === columns && (headings.length === 0 || !hasNames || headings.every((head, i) => head === names[i]));
    const rowNames = [...names];
    const columnNames = isSquare ? rowNames : headings;
    if (!isSquare && headings.length !== columns) {
      return refuse(`The matrix has ${rows} rows and ${columns} columns. Give equal numbers of both, or name all rows and columns.`);
    }
    const nameFault = [...rowNames, ...columnNames].map((name) => idFault(name)).find((fault) => fault !== null);
    if (nameFault !== undefined && nameFault !== null)
      return refuse(
        `A name of the matrix ${nameFault === "names only one end" ? "is empty" : nameFault}. Give each row and column a name, or none.`,
      );
    if (new Set(rowNames).size < rowNames.length) return refuse("Two rows of the matrix have the same name. Name each node once.");
    const rowNodes = rowNames.map((name) => builder.addNode(name));
    const columnNodes = columnNames.map((name) => builder.addNode(name));
    addLinks(rowNodes, columnNodes);
    return builder.result(
      "adjacency-matrix",
      count,
      diagnostics,
      "No row of the matrix can be read. Give equal numbers of rows and columns, with a number in each cell.",
    );
  }

  /**
   * Converts the nonzero cells of the matrix to links. First combines both directions of each pair of nodes; then adds one link with the
   * value as its rate or, if all values are small integers without a unit, as many parallel links as the value says.
   */
  function addLinks(rowNodes: readonly number[], columnNodes: readonly number[]): void {
    const isCount = !hasUnit && areIntegers && largestValue <= maxLinkCount;
    const unit = isCount || hasUnit || cells.value.length === 0 ? null : guessRateUnit(largestValue, diagnostics);
    const nodes = builder.nodeCount;
    /** Values of each pair of nodes: from the node with the lower number to the node with the higher number, and back. */
    const pairs = new Map<number, [up: number, down: number]>();
    for (let i = 0; i < cells.value.length; i++) {
      const [a, b] = [rowNodes[cells.row[i]], columnNodes[cells.column[i]]];
      if (a === b) {
        diagnostics.note(lineOfRow[cells.row[i]], "", `connects ${quoteId(builder.idOf(a))} to itself`);
        continue;
      }
      const key = Math.min(a, b) * nodes + Math.max(a, b);
      const pair = pairs.get(key);
      if (pair === undefined) pairs.set(key, a < b ? [cells.value[i], 0] : [0, cells.value[i]]);
      else pair[a < b ? 0 : 1] = cells.value[i];
    }
    let asymmetricPairs = 0;
    let upperOnlyPairs = 0;
    let lowerOnlyPairs = 0;
    for (const [key, [upperValue, lowerValue]] of pairs) {
      if (lowerValue === 0) upperOnlyPairs++;
      else if (upperValue === 0) lowerOnlyPairs++;
      else if (upperValue !== lowerValue) asymmetricPairs++;
      const value = Math.max(upperValue, lowerValue);
      const link: MutableLink = { a: Math.floor(key / nodes), b: key % nodes };
      if (!isCount) link.rate = unit === null ? value : toBaseUnit(value, unit);
      for (let copies = isCount ? value : 1; copies > 0; copies--) builder.addLink({ ...link });
    }
    if (pairs.size === 0) return;
    if (upperOnlyPairs === pairs.size || lowerOnlyPairs === pairs.size)
      diagnostics.guess("Only one half of the matrix is filled: each link is read as bidirectional.");
    else if (upperOnlyPairs + lowerOnlyPairs + asymmetricPairs > 0) {
      const countText = (upperOnlyPairs + lowerOnlyPairs + asymmetricPairs).toLocaleString("en-US");
      diagnostics.guess(
        `The matrix is not symmetric: ${countText} of ${pairs.size.toLocaleString("en-US")} pairs of nodes differ, and the larger value is used for both directions.`,
      );
    }
  }
}

const noLink = { value: 0, unit: undefined };

/** Cells that mean "no link". Distance matrices write them as infinity. */
const isNoLink = (cell: string) => cell === "0" || cell === "" || /^(\.|-|inf|infinity|∞|nan|n\/?a|none|false)$/i.test(cell);

/** The number in a cell, NaN for a cell without a number. */
const cellValue = (cell: string, separator: Separator) => (isNoLink(cell) ? 0 : (parseLinkQuantity(cell, separator)?.value ?? Number.NaN));

/** Whether the first row has headings and the first column has names, judged by the first two rows. */
function detectShape(
  first: readonly string[],
  second: readonly string[],
  separator: Separator,
): { readonly hasHeads: boolean; readonly hasNames: boolean } {
  const isNumber = (cell: string) => !Number.isNaN(cellValue(cell, separator));
  const hasCorner = first !== second && first.length === second.length && first[0] === "" && first.length > 1;
  const hasHeadings = hasCorner || second.length === first.length + 1 || first.slice(1).some((cell) => !isNumber(cell));
  const hasNames = hasHeadings ? hasCorner || second.length === first.length + 1 || !isNumber(second[0] ?? "") : !isNumber(first[0]);
  return { hasHeads: hasHeadings, hasNames };
}

/** A row without the brackets that NumPy prints around it. */
function withoutBrackets(cells: readonly string[]): string[] {
  const stripped = [...cells];
  if (stripped[0]?.startsWith("[")) {
    stripped[0] = stripped[0].replace(/^\[[\s[]*/, "");
    if (stripped[0] === "") stripped.shift();
    while (stripped.length > 0 && /^[\]),\s]*$/.test(stripped[stripped.length - 1])) stripped.pop();
    if (stripped.length > 0) stripped[stripped.length - 1] = stripped[stripped.length - 1].replace(/[\]),\s]{1,10}$/, "");
  } else if (stripped[0]?.startsWith("array([")) return withoutBrackets([stripped[0].slice("array(".length), ...stripped.slice(1)]);
  return stripped;
}

const withoutNumpyBrackets = (line: string) => line.replace(/^\s*(?:array\()?\[[\s[]*/, "").replace(/[\])]{1,10},?\s*$/, "");
