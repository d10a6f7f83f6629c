/**
 * The short text of a traffic matrix, gap-coded. Equal matrices have equal texts, and the empty matrix has the empty text. The parts are:
 *
 * - The distinct values, sorted: their number − 1, then each as the step from the previous value − 1. A value is coded as 16 × its decimal
 * digits without trailing zeros + 6 + its power of ten. A cell refers to its value by the index in this list, with as many letters as the
 * last index needs; with no letters if all values are equal.
 * - The cells on the diagonal: the number of runs of equal cells, then for each run the gap before it, its length − 1 and its value.
 * - Groups of rows, up to the end of the text: the gap before the group; the number of segments of a row − 1; the segments; the number of
 * further rows and, if it is not 0, the shift of each row against the previous one. A segment is 3 × the gap before it + its kind, then for
 * kind 0: a value; for kind 1: the length − 2 and the common value; for kind 2: the length − 2 and each value.
 *
 * Rows ignore cells on the diagonal and may contain anything there. A block without its diagonal is therefore a single group.
 */
import { SymbolReader, SymbolWriter, UnreadableText } from "../base/symbols.ts";
import { emptyMatrix, roundCellValue, maxMatrixCells, maxMatrixTerminals, type TrafficMatrix } from "./traffic-matrix.ts";

/** Maximum length of a matrix text in characters. A 1,024 × 1,024 matrix without equal neighbors takes 3,200,000. */
export const maxMatrixTextLength = 3_900_000;

const [singleSegment, equalSegment, mixedSegment] = [0, 1, 2];
const segmentKinds = 3;
/** Minimum length of a run of equal cells that is written as a separate segment. */
const minEqualRun = 4;
/** Number of powers of ten, starting with −6. */
const powerCount = 16;
const maxDigits = 9999;

/** Number of letters for an index below `count`. */
const lettersFor = (count: number) => (count <= 1 ? 0 : count <= 64 ? 1 : count <= 4096 ? 2 : 3);

function valueCode(value: number): number {
  let power = Math.max(-6, Math.floor(Math.log10(value)) - 3);
  let digits = Math.round(power < 0 ? value * 10 ** -power : value / 10 ** power);
  for (; digits % 10 === 0; power++) digits /= 10;
  return digits * powerCount + power + 6;
}

function valueOfCode(code: number): number {
  const [digits, power] = [Math.floor(code / powerCount), (code % powerCount) - 6];
  return power < 0 ? digits / 10 ** -power : digits * 10 ** power;
}

/** Rows of indices into the list of values. */
interface IndexedRows {
  readonly firstOf: Int32Array;
  readonly destination: Uint16Array;
  readonly valueIndex: Uint32Array;
}

/**
 * Writes the short text of a traffic matrix: its distinct values, its diagonal, then groups of rows. A group is written as its first row
 * and the number of rows that follow, each equal to the row before it but shifted by `shift` columns. The cells of row s are `firstOf[s]`
 * to `firstOf[s + 1] − 1`. The head of this file describes the text.
 */
export function writeMatrix(matrix: TrafficMatrix): string {
  if (matrix.value.length === 0) return "";
  const writer = new SymbolWriter();
  const indexed = writeValues(matrix, writer);
  const width = lettersFor(indexed.values);
  const rows = separateDiagonal(indexed, writer, width);
  const { firstOf } = rows;
  let nextRow = 0;
  for (let s = 0; s + 1 < firstOf.length;) {
    const isEmptyRow = firstOf[s + 1] === firstOf[s];
    if (isEmptyRow) {
      s++;
      continue;
    }
    // The number of empty rows before the group, then its first row.
    writer.number(s - nextRow);
    writeSegments(rows, s, writer, width);
    // The next row, if it has cells, determines the shift between the rows of the group.
    const shift =
      s + 2 < firstOf.length && firstOf[s + 2] > firstOf[s + 1] ? rows.destination[firstOf[s + 1]] - rows.destination[firstOf[s]] : 0;
    let furtherRows = 0;
    while (s + furtherRows + 2 < firstOf.length && isShifted(rows, s + furtherRows, s + furtherRows + 1, shift)) furtherRows++;
    writer.number(furtherRows);
    if (furtherRows > 0) writer.signed(shift);
    nextRow = s += furtherRows + 1;
  }
  return writer.text;
}

/**
 * Writes the distinct values of a matrix in ascending order, and returns the matrix with each value replaced by its index in that order
 * (`valueIndex`).
 */
function writeValues({ firstOf, destination, value }: TrafficMatrix, writer: SymbolWriter): IndexedRows & { readonly values: number } {
  const indexByValue = new Map<number, number>();
  const valueIndex = new Uint32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    let found = indexByValue.get(value[i]);
    if (found === undefined) indexByValue.set(value[i], (found = indexByValue.size));
    valueIndex[i] = found;
  }
  const found = Float64Array.from(indexByValue.keys(), valueCode);
  const order = Uint32Array.from(found.keys()).sort((a, b) => found[a] - found[b]);
  const sortedIndex = new Uint32Array(order.length);
  writer.number(order.length - 1);
  order.forEach((k, i) => {
    sortedIndex[k] = i;
    writer.number(found[k] - (i === 0 ? 0 : found[order[i - 1]] + 1));
  });
  for (let i = 0; i < valueIndex.length; i++) valueIndex[i] = sortedIndex[valueIndex[i]];
  return { firstOf, destination, valueIndex, values: order.length };
}

/**
 * Writes the diagonal of a matrix separately, and returns the rows with other values in its place, which make their texts short: the value
 * in the previous row if the rest of the row is equal, otherwise a value that extends the neighboring run of equal values.
 * @param width Letters for a value index.
 */
function separateDiagonal({ firstOf, destination, valueIndex }: IndexedRows, writer: SymbolWriter, width: number): IndexedRows {
  const sources = firstOf.length - 1;
  const diagonal = new Int32Array(sources).fill(-1);
  const filled = {
    firstOf: new Int32Array(sources + 1),
    destination: new Uint16Array(valueIndex.length + sources),
    valueIndex: new Uint32Array(valueIndex.length + sources),
  };
  let count = 0;
  for (let s = 0; s < sources; s++) {
    const first = firstOf[s];
    const end = firstOf[s + 1];
    let diagonalCell = first;
    while (diagonalCell < end && destination[diagonalCell] < s) diagonalCell++;
    const hasDiagonal = diagonalCell < end && destination[diagonalCell] === s;
    if (hasDiagonal) diagonal[s] = valueIndex[diagonalCell];
    const afterDiagonal = hasDiagonal ? diagonalCell + 1 : diagonalCell;
    const otherCells = end - first - (hasDiagonal ? 1 : 0);
    const filler = otherCells === 0 ? -1 : fillerOf(s, first, diagonalCell, afterDiagonal, end);
    for (let i = first; i < diagonalCell; i++) append(destination[i], valueIndex[i]);
    if (filler >= 0) append(s, filler);
    for (let i = afterDiagonal; i < end; i++) append(destination[i], valueIndex[i]);
    filled.firstOf[s + 1] = count;
  }
  writeDiagonal(diagonal, writer, width);
  return filled;

  function append(column: number, index: number): void {
    filled.destination[count] = column;
    filled.valueIndex[count++] = index;
  }

  /**
   * Replacement for the diagonal cell of row s, whose other cells are first … diagonalCell − 1 and after … end − 1; −1 for an empty cell.
   */
  function fillerOf(s: number, first: number, diagonalCell: number, afterDiagonal: number, end: number): number {
    const fromPreviousRow = s === 0 ? null : fillerFromPreviousRow(s, first, diagonalCell, afterDiagonal, end);
    if (fromPreviousRow !== null) return fromPreviousRow;
    const leftValue = diagonalCell > first && destination[diagonalCell - 1] === s - 1 ? valueIndex[diagonalCell - 1] : -1;
    const rightValue = afterDiagonal < end && destination[afterDiagonal] === s + 1 ? valueIndex[afterDiagonal] : -1;
    return leftValue === rightValue || leftValue < 0 ? rightValue : -1;
  }

  /** Value of the previous row at column s, −1 for an empty cell; null if the rest of that row differs. */
  function fillerFromPreviousRow(s: number, first: number, diagonalCell: number, afterDiagonal: number, end: number): number | null {
    // Compare the cells of both rows without column s: i runs through the previous row, j through this row.
    let i = filled.firstOf[s - 1];
    let foundValue = -1;
    const endOfRow = filled.firstOf[s];
    for (let j = first === diagonalCell ? afterDiagonal : first; ; i++) {
      if (i < endOfRow && filled.destination[i] === s) {
        foundValue = filled.valueIndex[i];
        continue;
      }
      if (j >= end) return i === endOfRow ? foundValue : null;
      if (i === endOfRow || filled.destination[i] !== destination[j] || filled.valueIndex[i] !== valueIndex[j]) return null;
      if (++j === diagonalCell) j = afterDiagonal;
    }
  }
}

/** Writes the runs of equal cells on the diagonal. @param diagonal [sources] Index of the value of each cell, −1 for an empty cell */
function writeDiagonal(diagonal: Int32Array, writer: SymbolWriter, width: number): void {
  const runStarts: number[] = [];
  for (let s = 0; s < diagonal.length; s++) if (diagonal[s] >= 0 && (s === 0 || diagonal[s] !== diagonal[s - 1])) runStarts.push(s);
  writer.number(runStarts.length);
  let next = 0;
  for (const first of runStarts) {
    let end = first + 1;
    while (end < diagonal.length && diagonal[end] === diagonal[first]) end++;
    writer
      .number(first - next)
      .number(end - first - 1)
      .fixed(diagonal[first], width);
    next = end;
  }
}

/**
 * Writes row s of a matrix as segments: single cells, runs of cells with equal values, and runs of adjacent cells with different values.
 * Each starts with the gap to the segment before it.
 * @param width Letters for a value index.
 */
function writeSegments({ firstOf, destination, valueIndex }: IndexedRows, s: number, writer: SymbolWriter, width: number): void {
  const [first, end] = [firstOf[s], firstOf[s + 1]];
  const isAdjacent = (i: number) => i < end && destination[i] === destination[i - 1] + 1;
  const endOfEqualRun = (i: number) => {
    let endOfRun = i + 1;
    while (isAdjacent(endOfRun) && valueIndex[endOfRun] === valueIndex[i]) endOfRun++;
    return endOfRun;
  };
  /** Ends of the segments. A long run of equal cells is a segment; shorter runs of adjacent cells are combined. */
  const segmentEnds: number[] = [];
  for (let i = first; i < end; i = segmentEnds[segmentEnds.length - 1]) {
    let endOfRun = endOfEqualRun(i);
    if (endOfRun - i < minEqualRun)
      while (isAdjacent(endOfRun) && endOfEqualRun(endOfRun) - endOfRun < minEqualRun) endOfRun = endOfEqualRun(endOfRun);
    segmentEnds.push(endOfRun);
  }
  writer.number(segmentEnds.length - 1);
  // A segment is written as one number for gap and kind; then, unless it is a single cell, its length − 2; then its value or values.
  let [i, nextColumn] = [first, 0];
  for (const endOfRun of segmentEnds) {
    const length = endOfRun - i;
    const kind = length === 1 ? singleSegment : endOfEqualRun(i) === endOfRun ? equalSegment : mixedSegment;
    writer.number((destination[i] - nextColumn) * segmentKinds + kind);
    if (kind !== singleSegment) writer.number(length - 2);
    if (kind === mixedSegment) for (let j = i; j < endOfRun; j++) writer.fixed(valueIndex[j], width);
    else writer.fixed(valueIndex[i], width);
    nextColumn = destination[endOfRun - 1] + 1;
    i = endOfRun;
  }
}

/** Whether row b equals row a shifted right by `shift`. */
function isShifted({ firstOf, destination, valueIndex }: IndexedRows, a: number, b: number, shift: number): boolean {
  const [i, j] = [firstOf[a], firstOf[b]];
  const count = firstOf[a + 1] - i;
  if (firstOf[b + 1] - j !== count) return false;
  for (let k = 0; k < count; k++) {
    if (destination[j + k] !== destination[i + k] + shift || valueIndex[j + k] !== valueIndex[i + k]) return false;
  }
  return true;
}

/**
 * Reads a text of {@link writeMatrix}.
 * @throws UnreadableText
 */
export function readMatrix(text: string): TrafficMatrix {
  if (text === "") return emptyMatrix;
  const reader = new SymbolReader(text);
  const values = readValues(reader);
  const width = lettersFor(values.length);
  const diagonal = readDiagonal(reader, readValue);
  const row = { destination: new Uint16Array(maxMatrixTerminals), value: new Float64Array(maxMatrixTerminals), count: 0 };
  const ends = new Int32Array(maxMatrixTerminals + 1);
  let destinations = new Uint16Array(1024);
  let cellValues = new Float64Array(1024);
  let [count, nextRow] = [0, 0];
  while (!reader.isAtEnd) {
    for (const first = nextRow + reader.number(); nextRow < first;) appendRow(0);
    readRow();
    const times = reader.number() + 1;
    const shift = times === 1 ? 0 : reader.signed();
    checkTerminal(nextRow + times - 1);
    checkTerminal(row.destination[0] + (times - 1) * shift);
    checkTerminal(row.destination[row.count - 1] + (times - 1) * shift);
    for (let k = 0; k < times; k++) appendRow(row.count, k * shift);
  }
  while (nextRow < diagonal.length) appendRow(0);
  while (nextRow > 0 && ends[nextRow] === ends[nextRow - 1]) nextRow--;
  return { firstOf: ends.slice(0, nextRow + 1), destination: destinations.slice(0, count), value: cellValues.slice(0, count) };

  function readValue(): number {
    const index = reader.fixed(width);
    if (index >= values.length) throw new UnreadableText(`has value ${index + 1} of ${values.length} in a cell`);
    return values[index];
  }

  function readRow(): void {
    let end = 0;
    row.count = 0;
    for (let remaining = reader.number() + 1; remaining > 0; remaining--) {
      const segmentCode = reader.number();
      const kind = segmentCode % segmentKinds;
      const first = end + Math.floor(segmentCode / segmentKinds);
      end = first + (kind === singleSegment ? 1 : reader.number() + 2);
      checkTerminal(end - 1);
      let last = kind === mixedSegment ? 0 : readValue();
      for (let d = first; d < end; d++) {
        if (kind === mixedSegment) last = readValue();
        row.destination[row.count] = d;
        row.value[row.count++] = last;
      }
    }
  }

  /**
   * Appends the next row of the matrix that is read: the first `cells` cells of the current row, moved right by `shift` columns, together
   * with the cell on the diagonal, which is stored separately.
   */
  function appendRow(cells: number, shift = 0): void {
    const s = nextRow++;
    if (s >= maxMatrixTerminals) checkTerminal(s);
    if (count + cells + 1 > destinations.length) {
      const wider = Math.max(2 * destinations.length, count + cells + 1);
      [destinations, cellValues] = [copyInto(destinations, new Uint16Array(wider)), copyInto(cellValues, new Float64Array(wider))];
    }
    let isDiagonalDone = !(diagonal[s] > 0);
    for (let i = 0; i < cells; i++) {
      const column = row.destination[i] + shift;
      if (!isDiagonalDone && column >= s) {
        isDiagonalDone = true;
        appendCell(s, diagonal[s]);
      }
      if (column !== s) appendCell(column, row.value[i]);
    }
    if (!isDiagonalDone) appendCell(s, diagonal[s]);
    if (count > maxMatrixCells) throw new UnreadableText(`has more than ${maxMatrixCells.toLocaleString("en-US")} cells`);
    ends[nextRow] = count;
  }

  function appendCell(d: number, amount: number): void {
    destinations[count] = d;
    cellValues[count++] = amount;
  }
}

function checkTerminal(terminal: number): void {
  if (!(terminal >= 0 && terminal < maxMatrixTerminals))
    throw new UnreadableText(`names terminal ${terminal}; expected 0 to ${maxMatrixTerminals - 1}`);
}

function copyInto<T extends Uint16Array | Float64Array>(from: T, target: T): T {
  target.set(from);
  return target;
}

/** Reads the list of distinct values, in their order. */
function readValues(reader: SymbolReader): readonly number[] {
  const values: number[] = [];
  let code = -1;
  for (let remaining = reader.number() + 1; remaining > 0; remaining--) {
    code += reader.number() + 1;
    const digits = Math.floor(code / powerCount);
    const value = valueOfCode(code);
    if (!(digits > 0 && digits <= maxDigits && digits % 10 > 0 && roundCellValue(value) === value))
      throw new UnreadableText(
        `has ${value} as its value ${values.length + 1}; expected a number of four digits, from 0.000001 to 1,000,000,000`,
      );
    values.push(value);
  }
  return values;
}

/** Reads the diagonal, by source; 0 for an empty cell. */
function readDiagonal(reader: SymbolReader, readValue: () => number): Float64Array {
  const diagonal = new Float64Array(maxMatrixTerminals);
  let end = 0;
  for (let remaining = reader.number(); remaining > 0; remaining--) {
    const first = end + reader.number();
    end = first + reader.number() + 1;
    checkTerminal(end - 1);
    diagonal.fill(readValue(), first, end);
  }
  return diagonal.subarray(0, end);
}
