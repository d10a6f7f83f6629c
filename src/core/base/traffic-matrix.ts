/**
 * A traffic matrix as people paint it: how much each source sends to each destination, as weights or as rates. Most
 * of it is nothing, so only its cells are kept. It never changes; painting makes another one.
 */

/** Terminals that cells may name: 0 to one less. */
export const mostNamed = 16_384;
/** Most cells of a matrix: those of 1,024 terminals that all send to all. */
export const mostCells = 2 ** 20;
/** The smallest difference that is kept of small values, and the largest value. */
const [finest, largest] = [1e-6, 1e9];

/** N cells by source and destination, no two of the same; equal matrices have equal arrays. */
export interface TrafficMatrix {
  /** [R + 1] The cells of source s are firstOf[s] … firstOf[s + 1] − 1, by destination; R is one more than the last source. */
  readonly firstOf: Int32Array;
  /** [N] */
  readonly destination: Uint16Array;
  /** [N] Above 0, each a {@link keptValue}. */
  readonly value: Float64Array;
}

/** Cells in any order. */
export interface CellList {
  readonly source: ArrayLike<number>;
  readonly destination: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

export const emptyMatrix: TrafficMatrix = { firstOf: Int32Array.of(0), destination: new Uint16Array(0), value: new Float64Array(0) };

/** The nearest value that a cell can have: four digits, in steps of 0.000001, from 0 to 1,000,000,000; 0 for what is no number. */
export function keptValue(value: number): number {
  if (!(value >= finest / 2)) return 0;
  if (value >= largest) return largest;
  const digits = Math.max(-6, Math.floor(Math.log10(value)) - 3);
  // Powers of ten above 1 are exact, so both ways give the number that the digits stand for.
  const scale = 10 ** Math.abs(digits);
  return digits < 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale;
}

/** The value of a cell, 0 for none. */
export function valueAt({ firstOf, destination, value }: TrafficMatrix, source: number, to: number): number {
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
 * A matrix with cells painted over, to the nearest {@link keptValue} each; 0 takes a cell away, and of two paintings of one
 * cell the later holds.
 * @throws RangeError where a cell names a terminal that none can, or there are more than {@link mostCells}
 */
export function withCells(matrix: TrafficMatrix, cells: CellList): TrafficMatrix {
  const before = listOf(matrix);
  const count = before.source.length;
  const joined = (a: ArrayLike<number>, b: ArrayLike<number>, into: Uint16Array | Float64Array) => {
    into.set(a);
    into.set(b, count);
    return into;
  };
  const all = count + cells.source.length;
  for (let i = 0; i < cells.source.length; i++) {
    const far = Math.max(cells.source[i], cells.destination[i]);
    if (!(far < mostNamed && Math.min(cells.source[i], cells.destination[i]) >= 0))
      throw new RangeError(`cell ${i} names terminal ${far}; expected 0 to ${mostNamed - 1}.`);
  }
  return lastOfEach(
    byRow({
      source: joined(before.source, cells.source, new Uint16Array(all)),
      destination: joined(before.destination, cells.destination, new Uint16Array(all)),
      value: joined(before.value, cells.value, new Float64Array(all)),
    }),
  );
}

/** The cells one by one, by source and destination. */
export function listOf({ firstOf, destination, value }: TrafficMatrix): CellList {
  const source = new Uint16Array(destination.length);
  for (let s = 0; s + 1 < firstOf.length; s++) source.fill(s, firstOf[s], firstOf[s + 1]);
  return { source, destination, value };
}

/** [T] What each terminal sends. */
export function rowSums({ firstOf, value }: TrafficMatrix, terminals: number): Float64Array {
  const sums = new Float64Array(terminals);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) sums[s] += value[i];
  }
  return sums;
}

/** [T] What is sent to each terminal. */
export function columnSums({ destination, value }: TrafficMatrix, terminals: number): Float64Array {
  const sums = new Float64Array(terminals);
  for (let i = 0; i < value.length; i++) if (destination[i] < terminals) sums[destination[i]] += value[i];
  return sums;
}

/** All of it together. */
export function sumOf({ value }: TrafficMatrix): number {
  let sum = 0;
  for (let i = 0; i < value.length; i++) sum += value[i];
  return sum;
}

/** One more than the last terminal that sends or is sent to. */
export function extentOf({ firstOf, destination }: TrafficMatrix): number {
  let extent = firstOf.length - 1;
  for (let i = 0; i < destination.length; i++) if (destination[i] >= extent) extent = destination[i] + 1;
  return extent;
}

/** Only those cells for which that holds. */
export function cellsWhere(matrix: TrafficMatrix, holds: (source: number, destination: number, value: number) => boolean): TrafficMatrix {
  const { firstOf, destination, value } = matrix;
  const kept = new Float64Array(value);
  for (let s = 0; s + 1 < firstOf.length; s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) if (!holds(s, destination[i], value[i])) kept[i] = 0;
  }
  return lastOfEach({ firstOf, destination, value: kept });
}

/** Every cell so many times as large, to the nearest {@link keptValue}. */
export function scaled({ firstOf, destination, value }: TrafficMatrix, factor: number): TrafficMatrix {
  return lastOfEach({ firstOf, destination, value: value.map((each) => each * factor) });
}

/** Sources and destinations exchanged. */
export function transposed(matrix: TrafficMatrix): TrafficMatrix {
  const { source, destination, value } = listOf(matrix);
  return lastOfEach(byRow({ source: destination, destination: source, value }));
}

/** Both ways of each pair as large as the larger one. */
export function symmetric(matrix: TrafficMatrix): TrafficMatrix {
  const other = transposed(matrix);
  const list = listOf(other);
  return withCells(matrix, {
    ...list,
    value: Float64Array.from(list.value, (each, i) => larger(each, list.source[i], list.destination[i])),
  });

  function larger(value: number, source: number, destination: number): number {
    return Math.max(value, valueAt(matrix, source, destination));
  }
}

/** Whether two matrices say the same. */
export function isSameMatrix(a: TrafficMatrix, b: TrafficMatrix): boolean {
  return (
    a.value.length === b.value.length &&
    a.firstOf.length === b.firstOf.length &&
    a.value.every((each, i) => each === b.value[i] && a.destination[i] === b.destination[i]) &&
    a.firstOf.every((each, s) => each === b.firstOf[s])
  );
}

/** Whether each pair sends as much both ways. */
export function isSymmetric(matrix: TrafficMatrix): boolean {
  return isSameMatrix(matrix, transposed(matrix));
}

/** Cells in rows, by destination; those of one pair stand together, in the order of the list. */
export function byRow({ source, destination, value }: CellList): TrafficMatrix {
  const count = source.length;
  // Sorted by destination first, then by source: each keeps the order of what it finds equal.
  const byDestination = sorted(destination, (i) => i, count).order;
  const { order, ends } = sorted(source, (i) => byDestination[i], count);
  const to = new Uint16Array(count);
  const amount = new Float64Array(count);
  order.forEach((at, i) => {
    to[i] = destination[at];
    amount[i] = value[at];
  });
  return { firstOf: ends, destination: to, value: amount };
}

/** The places `at(0)`, `at(1)`, … in the order of what stands there, and where each number begins and ends. */
function sorted(keys: ArrayLike<number>, at: (i: number) => number, count: number) {
  let most = -1;
  for (let i = 0; i < count; i++) if (keys[i] > most) most = keys[i];
  const ends = new Int32Array(most + 2);
  for (let i = 0; i < count; i++) ends[keys[i] + 1]++;
  for (let k = 0; k <= most; k++) ends[k + 1] += ends[k];
  const next = ends.slice();
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[next[keys[at(i)]]++] = at(i);
  return { order, ends };
}

/** Of each pair the last cell, as it is kept; none where that is 0. */
function lastOfEach({ firstOf, destination, value }: TrafficMatrix): TrafficMatrix {
  const ends = new Int32Array(firstOf.length);
  const to = new Uint16Array(value.length);
  const amount = new Float64Array(value.length);
  let [count, rows] = [0, 0];
  for (let s = 0; s + 1 < firstOf.length; s++) {
    const end = firstOf[s + 1];
    for (let i = firstOf[s]; i < end; i++) {
      if (i + 1 < end && destination[i + 1] === destination[i]) continue;
      const kept = keptValue(value[i]);
      if (kept === 0) continue;
      to[count] = destination[i];
      amount[count++] = kept;
      rows = s + 1;
    }
    ends[s + 1] = count;
  }
  if (count > mostCells)
    throw new RangeError(`has ${count.toLocaleString("en-US")} cells; at most ${mostCells.toLocaleString("en-US")} can be kept.`);
  return { firstOf: ends.slice(0, rows + 1), destination: to.slice(0, count), value: amount.slice(0, count) };
}
