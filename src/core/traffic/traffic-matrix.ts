/**
 * A traffic matrix: the weight or rate from each source to each destination. It is stored as a sparse matrix and is immutable; painting
 * makes a new one.
 */

/** Cells may refer to terminals below this number. */
export const maxMatrixTerminals = 16_384;
/** Maximum number of cells: all-to-all traffic of 1,024 terminals. */
export const maxMatrixCells = 2 ** 20;
/** Resolution of small values, and the largest value. */
export const minCellValue = 1e-6;
export const maxCellValue = 1e9;

/** N cells sorted by source and destination, without duplicates. Equal matrices have equal arrays. */
export interface TrafficMatrix {
  /** [R + 1] The cells of source s are firstOf[s] … firstOf[s + 1] − 1, by destination. R is the last source + 1. */
  readonly firstOf: Int32Array;
  /** [N] Destination of each cell. */
  readonly destination: Uint16Array;
  /** [N] Value of each cell, above 0 and rounded by {@link roundCellValue}. */
  readonly value: Float64Array;
}

/** Cells in any order. */
export interface CellList {
  readonly source: ArrayLike<number>;
  readonly destination: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

export const emptyMatrix: TrafficMatrix = { firstOf: Int32Array.of(0), destination: new Uint16Array(0), value: new Float64Array(0) };

/** Rounds to the nearest value of a cell: four digits, in steps of 0.000001, from 0 to 1,000,000,000. NaN and negative numbers become 0. */
export function roundCellValue(value: number): number {
  if (!(value >= minCellValue / 2)) return 0;
  if (value >= maxCellValue) return maxCellValue;
  const digits = Math.max(-6, Math.floor(Math.log10(value)) - 3);
  // Powers of ten above 1 are exact, so multiplication or division gives exactly the decimal number.
  const scale = 10 ** Math.abs(digits);
  return digits < 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale;
}

/** The value of a cell, 0 if it is empty. */
export function cellValue({ firstOf, destination, value }: TrafficMatrix, source: number, to: number): number {
  if (source + 1 >= firstOf.length) return 0;
  let low = firstOf[source];
  let high = firstOf[source + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (destination[middle] < to) low = middle + 1;
    else high = middle;
  }
  return low < firstOf[source + 1] && destination[low] === to ? value[low] : 0;
}

/**
 * A copy of the matrix with cells painted over, each rounded by {@link roundCellValue}. The value 0 removes a cell. If a cell is painted
 * twice, the later value wins.
 * @throws RangeError if a cell refers to an invalid terminal, or if there are more than {@link maxMatrixCells} cells
 */
export function withCells(matrix: TrafficMatrix, cells: CellList): TrafficMatrix {
  const { source, destination } = cells;
  for (let i = 0; i < source.length; i++) {
    const largerTerminal = source[i] > destination[i] ? source[i] : destination[i];
    if (!(largerTerminal < maxMatrixTerminals && source[i] >= 0 && destination[i] >= 0))
      throw new RangeError(
        `cell ${i} leads from ${source[i]} to ${destination[i]}; expected terminals from 0 to ${maxMatrixTerminals - 1}.`,
      );
  }
  const painted = cellsByRow({ source, destination, value: new Float64Array(cells.value).map(roundCellValue) });
  return combineCells(mergeCellRows(matrix, painted), (_, later) => later);
}

/** The cells as a list, by source and destination. */
export function cellList({ firstOf, destination, value }: TrafficMatrix): CellList {
  const source = new Uint16Array(destination.length);
  for (let s = 0; s + 1 < firstOf.length; s++) source.fill(s, firstOf[s], firstOf[s + 1]);
  return { source, destination, value };
}

/** [T] Sum over the destinations of each source. */
export function rowSums({ firstOf, value }: TrafficMatrix, terminals: number): Float64Array {
  const sums = new Float64Array(terminals);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) sums[s] += value[i];
  }
  return sums;
}

/** [T] Sum over the sources of each destination. */
export function columnSums({ destination, value }: TrafficMatrix, terminals: number): Float64Array {
  const sums = new Float64Array(terminals);
  for (let i = 0; i < value.length; i++) if (destination[i] < terminals) sums[destination[i]] += value[i];
  return sums;
}

/** Sum of all cells. */
export function matrixSum({ value }: TrafficMatrix): number {
  let sum = 0;
  for (let i = 0; i < value.length; i++) sum += value[i];
  return sum;
}

/** Index of the last terminal that sends or receives, + 1. */
export function terminalExtent({ firstOf, destination }: TrafficMatrix): number {
  let extent = firstOf.length - 1;
  for (let i = 0; i < destination.length; i++) if (destination[i] >= extent) extent = destination[i] + 1;
  return extent;
}

/** The cells that satisfy a condition. */
export function filterCells(matrix: TrafficMatrix, isKept: (source: number, destination: number, value: number) => boolean): TrafficMatrix {
  const { firstOf, destination, value } = matrix;
  const values = new Float64Array(value);
  for (let s = 0; s + 1 < firstOf.length; s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) if (!isKept(s, destination[i], value[i])) values[i] = 0;
  }
  return combineCells({ firstOf, destination, value: values });
}

/** All cells multiplied by a factor and rounded by {@link roundCellValue}. */
export function scaleMatrix({ firstOf, destination, value }: TrafficMatrix, factor: number): TrafficMatrix {
  return combineCells({ firstOf, destination, value: value.map((each) => roundCellValue(each * factor)) });
}

/** Exchanges sources and destinations. */
export function transposeMatrix(matrix: TrafficMatrix): TrafficMatrix {
  const { source, destination, value } = cellList(matrix);
  return cellsByRow({ source: destination, destination: source, value });
}

/** Sets both directions of each pair to the larger of their values. */
export function symmetrize(matrix: TrafficMatrix): TrafficMatrix {
  return combineCells(mergeCellRows(matrix, transposeMatrix(matrix)), Math.max);
}

/** Whether two matrices are equal. */
export function isSameMatrix(a: TrafficMatrix, b: TrafficMatrix): boolean {
  return (
    a.value.length === b.value.length &&
    a.firstOf.length === b.firstOf.length &&
    a.value.every((each, i) => each === b.value[i] && a.destination[i] === b.destination[i]) &&
    a.firstOf.every((each, s) => each === b.firstOf[s])
  );
}

/** Number of cells in which two matrices differ. */
export function countDifferentCells(a: TrafficMatrix, b: TrafficMatrix): number {
  let count = 0;
  for (let s = 0; s < Math.max(a.firstOf.length, b.firstOf.length) - 1; s++) {
    let [i, k] = [a.firstOf[s] ?? 0, b.firstOf[s] ?? 0];
    const [endOfA, endOfB] = [a.firstOf[s + 1] ?? i, b.firstOf[s + 1] ?? k];
    while (i < endOfA || k < endOfB) {
      const order = i === endOfA ? 1 : k === endOfB ? -1 : a.destination[i] - b.destination[k];
      if (order !== 0 || a.value[i] !== b.value[k]) count++;
      if (order <= 0) i++;
      if (order >= 0) k++;
    }
  }
  return count;
}

/** Whether both directions of each pair have the same value. */
export function isSymmetric(matrix: TrafficMatrix): boolean {
  return isSameMatrix(matrix, transposeMatrix(matrix));
}

/** Sorted cells that may still contain duplicates of a pair, next to each other, and unrounded values. */
export type CellRows = TrafficMatrix;

/** Sorts cells into rows. Duplicates of a pair keep their order. */
export function cellsByRow({ source, destination, value }: CellList): CellRows {
  // Sorts by destination first and then by source, both with a stable counting sort.
  const indices = Int32Array.from({ length: source.length }, (_, i) => i);
  const { order, ends } = stableCountingSort(source, stableCountingSort(destination, indices).order);
  const destinations = new Uint16Array(order.length);
  const values = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) {
    destinations[i] = destination[order[i]];
    values[i] = value[order[i]];
  }
  return { firstOf: ends, destination: destinations, value: values };
}

/** Stable counting sort of `items` by key. Also returns the first position of each key. */
function stableCountingSort(keys: ArrayLike<number>, items: Int32Array) {
  let maxKey = -1;
  for (let i = 0; i < keys.length; i++) if (keys[i] > maxKey) maxKey = keys[i];
  const ends = new Int32Array(maxKey + 2);
  for (let i = 0; i < keys.length; i++) ends[keys[i] + 1]++;
  for (let k = 0; k <= maxKey; k++) ends[k + 1] += ends[k];
  const next = ends.slice();
  const order = new Int32Array(items.length);
  for (let i = 0; i < items.length; i++) order[next[keys[items[i]]]++] = items[i];
  return { order, ends };
}

/** Merges two sorted lists of cells. For the same pair, cells of the first come before cells of the second. */
export function mergeCellRows(a: CellRows, b: CellRows): CellRows {
  const rows = Math.max(a.firstOf.length, b.firstOf.length) - 1;
  const firstOf = new Int32Array(rows + 1);
  const destination = new Uint16Array(a.value.length + b.value.length);
  const value = new Float64Array(destination.length);
  let [i, j, count] = [0, 0, 0];
  for (let s = 0; s < rows; s++) {
    const [endA, endB] = [a, b].map((each) => each.firstOf[s + 1] ?? each.value.length);
    while (i < endA || j < endB) {
      const isFirst = j >= endB || (i < endA && a.destination[i] <= b.destination[j]);
      destination[count] = isFirst ? a.destination[i] : b.destination[j];
      value[count++] = isFirst ? a.value[i++] : b.value[j++];
    }
    firstOf[s + 1] = count;
  }
  return { firstOf, destination, value };
}

/**
 * Combines several cells of the same source and destination into one with `combine`, and drops cells with value 0, and rows after the last
 * cell. The cells of source s are `firstOf[s]` to `firstOf[s + 1] − 1`, sorted by destination.
 * @param combine Value of a pair from its earlier and its later cell; absent if pairs have one cell each.
 */
function combineCells({ firstOf, destination, value }: CellRows, combine?: (earlier: number, later: number) => number): TrafficMatrix {
  const ends = new Int32Array(firstOf.length);
  const destinations = new Uint16Array(value.length);
  const values = new Float64Array(value.length);
  let [count, rowCount] = [0, 0];
  for (let source = 0; source + 1 < firstOf.length; source++) {
    for (let i = firstOf[source]; i < firstOf[source + 1];) {
      const target = destination[i];
      let combined = value[i++];
      if (combine !== undefined) while (i < firstOf[source + 1] && destination[i] === target) combined = combine(combined, value[i++]);
      if (combined === 0) continue;
      destinations[count] = target;
      values[count++] = combined;
      rowCount = source + 1;
    }
    ends[source + 1] = count;
  }
  if (count > maxMatrixCells)
    throw new RangeError(
      `there would be ${count.toLocaleString("en-US")} cells; at most ${maxMatrixCells.toLocaleString("en-US")} are allowed.`,
    );
  return { firstOf: ends.slice(0, rowCount + 1), destination: destinations.slice(0, count), value: values.slice(0, count) };
}
