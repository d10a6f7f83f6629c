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
import { SymbolReader, SymbolWriter, Unreadable } from "../base/symbols.ts";
import { emptyMatrix, keptValue, mostCells, mostNamed, type TrafficMatrix } from "./traffic-matrix.ts";

/** Maximum length of a matrix text in characters. A 1,024 × 1,024 matrix without equal neighbors takes 3,200,000. */
export const longestMatrixText = 3_900_000;

const [alone, alike, each] = [0, 1, 2];
const kinds = 3;
/** Minimum length of a run of equal cells that is written as a separate segment. */
const manyAlike = 4;
/** Number of powers of ten, starting with −6. */
const powers = 16;
const mostDigits = 9999;

/** Number of letters for an index below `count`. */
const widthFor = (count: number) => (count <= 1 ? 0 : count <= 64 ? 1 : count <= 4096 ? 2 : 3);

function codeOf(value: number): number {
  let power = Math.max(-6, Math.floor(Math.log10(value)) - 3);
  let digits = Math.round(power < 0 ? value * 10 ** -power : value / 10 ** power);
  for (; digits % 10 === 0; power++) digits /= 10;
  return digits * powers + power + 6;
}

function valueOf(code: number): number {
  const [digits, power] = [Math.floor(code / powers), (code % powers) - 6];
  return power < 0 ? digits / 10 ** -power : digits * 10 ** power;
}

/** Rows of indices into the list of values. */
interface PlacedRows {
  readonly firstOf: Int32Array;
  readonly destination: Uint16Array;
  readonly place: Uint32Array;
}

/** Writes the text of a matrix: values, diagonal, then groups of rows that are shifted copies of their first row. */
export function writeMatrix(matrix: TrafficMatrix): string {
  if (matrix.value.length === 0) return "";
  const write = new SymbolWriter();
  const placed = writeValues(matrix, write);
  const width = widthFor(placed.values);
  const rows = withoutDiagonal(placed, write, width);
  const { firstOf } = rows;
  let next = 0;
  for (let s = 0; s + 1 < firstOf.length;) {
    if (firstOf[s + 1] === firstOf[s]) {
      s++;
      continue;
    }
    write.number(s - next);
    writeSegments(rows, s, write, width);
    const step =
      s + 2 < firstOf.length && firstOf[s + 2] > firstOf[s + 1] ? rows.destination[firstOf[s + 1]] - rows.destination[firstOf[s]] : 0;
    let more = 0;
    while (s + more + 2 < firstOf.length && isShifted(rows, s + more, s + more + 1, step)) more++;
    write.number(more);
    if (more > 0) write.signed(step);
    next = s += more + 1;
  }
  return write.text;
}

/** Writes the distinct values, and replaces each value by its index. */
function writeValues({ firstOf, destination, value }: TrafficMatrix, write: SymbolWriter): PlacedRows & { readonly values: number } {
  const codes = new Map<number, number>();
  const place = new Uint32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    let found = codes.get(value[i]);
    if (found === undefined) codes.set(value[i], (found = codes.size));
    place[i] = found;
  }
  const found = Float64Array.from(codes.keys(), codeOf);
  const order = Uint32Array.from(found.keys()).sort((a, b) => found[a] - found[b]);
  const placeOf = new Uint32Array(order.length);
  write.number(order.length - 1);
  order.forEach((k, i) => {
    placeOf[k] = i;
    write.number(found[k] - (i === 0 ? 0 : found[order[i - 1]] + 1));
  });
  for (let i = 0; i < place.length; i++) place[i] = placeOf[place[i]];
  return { firstOf, destination, place, values: order.length };
}

/**
 * Writes the cells of the diagonal, and replaces them by values that make the rows short: the value in the previous row if the rest of the
 * row is equal, otherwise a value that extends the neighboring run.
 */
function withoutDiagonal({ firstOf, destination, place }: PlacedRows, write: SymbolWriter, width: number): PlacedRows {
  const sources = firstOf.length - 1;
  const own = new Int32Array(sources).fill(-1);
  const filled = {
    firstOf: new Int32Array(sources + 1),
    destination: new Uint16Array(place.length + sources),
    place: new Uint32Array(place.length + sources),
  };
  let count = 0;
  for (let s = 0; s < sources; s++) {
    const first = firstOf[s];
    const end = firstOf[s + 1];
    let at = first;
    while (at < end && destination[at] < s) at++;
    const isThere = at < end && destination[at] === s;
    if (isThere) own[s] = place[at];
    const after = isThere ? at + 1 : at;
    const others = end - first - (isThere ? 1 : 0);
    const fill = others === 0 ? -1 : fillOf(s, first, at, after, end);
    for (let i = first; i < at; i++) put(destination[i], place[i]);
    if (fill >= 0) put(s, fill);
    for (let i = after; i < end; i++) put(destination[i], place[i]);
    filled.firstOf[s + 1] = count;
  }
  writeDiagonal(own, write, width);
  return filled;

  function put(to: number, what: number): void {
    filled.destination[count] = to;
    filled.place[count++] = what;
  }

  /**
   * Replacement for the diagonal cell of row s, whose other cells are first … diagonalCell − 1 and after … end − 1; −1 for an empty cell.
   */
  function fillOf(s: number, first: number, at: number, after: number, end: number): number {
    const before = s === 0 ? null : placeInSame(s, first, at, after, end);
    if (before !== null) return before;
    const left = at > first && destination[at - 1] === s - 1 ? place[at - 1] : -1;
    const right = after < end && destination[after] === s + 1 ? place[after] : -1;
    return left === right || left < 0 ? right : -1;
  }

  /** Value of the previous row at column s, −1 for an empty cell; null if the rest of that row differs. */
  function placeInSame(s: number, first: number, at: number, after: number, end: number): number | null {
    let i = filled.firstOf[s - 1];
    let found = -1;
    const last = filled.firstOf[s];
    for (let j = first === at ? after : first; ; i++) {
      if (i < last && filled.destination[i] === s) {
        found = filled.place[i];
        continue;
      }
      if (j >= end) return i === last ? found : null;
      if (i === last || filled.destination[i] !== destination[j] || filled.place[i] !== place[j]) return null;
      if (++j === at) j = after;
    }
  }
}

/** Writes the runs of equal cells on the diagonal. @param diagonal [sources] Index of the value of each cell, −1 for an empty cell */
function writeDiagonal(own: Int32Array, write: SymbolWriter, width: number): void {
  const runs: number[] = [];
  for (let s = 0; s < own.length; s++) if (own[s] >= 0 && (s === 0 || own[s] !== own[s - 1])) runs.push(s);
  write.number(runs.length);
  let next = 0;
  for (const first of runs) {
    let end = first + 1;
    while (end < own.length && own[end] === own[first]) end++;
    write
      .number(first - next)
      .number(end - first - 1)
      .fixed(own[first], width);
    next = end;
  }
}

/** Writes the segments of row s. */
function writeSegments({ firstOf, destination, place }: PlacedRows, s: number, write: SymbolWriter, width: number): void {
  const [first, end] = [firstOf[s], firstOf[s + 1]];
  const isNext = (i: number) => i < end && destination[i] === destination[i - 1] + 1;
  const alikeFrom = (i: number) => {
    let to = i + 1;
    while (isNext(to) && place[to] === place[i]) to++;
    return to;
  };
  /** Ends of the segments. A long run of equal cells is a segment; shorter runs of adjacent cells are combined. */
  const ends: number[] = [];
  for (let i = first; i < end; i = ends[ends.length - 1]) {
    let to = alikeFrom(i);
    if (to - i < manyAlike) while (isNext(to) && alikeFrom(to) - to < manyAlike) to = alikeFrom(to);
    ends.push(to);
  }
  write.number(ends.length - 1);
  let [i, next] = [first, 0];
  for (const to of ends) {
    const length = to - i;
    const kind = length === 1 ? alone : alikeFrom(i) === to ? alike : each;
    write.number((destination[i] - next) * kinds + kind);
    if (kind !== alone) write.number(length - 2);
    if (kind === each) for (let j = i; j < to; j++) write.fixed(place[j], width);
    else write.fixed(place[i], width);
    next = destination[to - 1] + 1;
    i = to;
  }
}

/** Whether row b equals row a shifted right by `shift`. */
function isShifted({ firstOf, destination, place }: PlacedRows, a: number, b: number, step: number): boolean {
  const [i, j] = [firstOf[a], firstOf[b]];
  const count = firstOf[a + 1] - i;
  if (firstOf[b + 1] - j !== count) return false;
  for (let k = 0; k < count; k++) {
    if (destination[j + k] !== destination[i + k] + step || place[j + k] !== place[i + k]) return false;
  }
  return true;
}

/**
 * Reads a text of {@link writeMatrix}.
 * @throws UnreadableText
 */
export function readMatrix(text: string): TrafficMatrix {
  if (text === "") return emptyMatrix;
  const read = new SymbolReader(text);
  const values = readValues(read);
  const width = widthFor(values.length);
  const own = readDiagonal(read, value);
  const row = { destination: new Uint16Array(mostNamed), value: new Float64Array(mostNamed), count: 0 };
  const ends = new Int32Array(mostNamed + 1);
  let to = new Uint16Array(1024);
  let amount = new Float64Array(1024);
  let [count, next] = [0, 0];
  while (!read.isAtEnd) {
    for (const first = next + read.number(); next < first;) put(0);
    readRow();
    const times = read.number() + 1;
    const step = times === 1 ? 0 : read.signed();
    named(next + times - 1);
    named(row.destination[0] + (times - 1) * step);
    named(row.destination[row.count - 1] + (times - 1) * step);
    for (let k = 0; k < times; k++) put(row.count, k * step);
  }
  while (next < own.length) put(0);
  while (next > 0 && ends[next] === ends[next - 1]) next--;
  return { firstOf: ends.slice(0, next + 1), destination: to.slice(0, count), value: amount.slice(0, count) };

  function value(): number {
    const place = read.fixed(width);
    if (place >= values.length) throw new Unreadable(`has value ${place + 1} of ${values.length} in a cell`);
    return values[place];
  }

  function readRow(): void {
    let end = 0;
    row.count = 0;
    for (let left = read.number() + 1; left > 0; left--) {
      const head = read.number();
      const kind = head % kinds;
      const first = end + Math.floor(head / kinds);
      end = first + (kind === alone ? 1 : read.number() + 2);
      named(end - 1);
      let last = kind === each ? 0 : value();
      for (let d = first; d < end; d++) {
        if (kind === each) last = value();
        row.destination[row.count] = d;
        row.value[row.count++] = last;
      }
    }
  }

  /** Appends the first `cells` cells of the row to the matrix, shifted right by `shift`, together with the diagonal cell. */
  function put(cells: number, step = 0): void {
    const s = next++;
    if (s >= mostNamed) named(s);
    if (count + cells + 1 > to.length) {
      const wider = Math.max(2 * to.length, count + cells + 1);
      [to, amount] = [copied(to, new Uint16Array(wider)), copied(amount, new Float64Array(wider))];
    }
    let isPut = !(own[s] > 0);
    for (let i = 0; i < cells; i++) {
      const d = row.destination[i] + step;
      if (!isPut && d >= s) {
        isPut = true;
        add(s, own[s]);
      }
      if (d !== s) add(d, row.value[i]);
    }
    if (!isPut) add(s, own[s]);
    if (count > mostCells) throw new Unreadable(`has more than ${mostCells.toLocaleString("en-US")} cells`);
    ends[next] = count;
  }

  function add(d: number, what: number): void {
    to[count] = d;
    amount[count++] = what;
  }
}

function named(terminal: number): void {
  if (!(terminal >= 0 && terminal < mostNamed)) throw new Unreadable(`names terminal ${terminal}; expected 0 to ${mostNamed - 1}`);
}

function copied<T extends Uint16Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** Reads the list of distinct values, in their order. */
function readValues(read: SymbolReader): readonly number[] {
  const values: number[] = [];
  let code = -1;
  for (let left = read.number() + 1; left > 0; left--) {
    code += read.number() + 1;
    const digits = Math.floor(code / powers);
    const value = valueOf(code);
    if (!(digits > 0 && digits <= mostDigits && digits % 10 > 0 && keptValue(value) === value))
      throw new Unreadable(`has ${value} as its value ${values.length + 1}; expected four digits, from 0.000001 to 1,000,000,000`);
    values.push(value);
  }
  return values;
}

/** Reads the diagonal, by source; 0 for an empty cell. */
function readDiagonal(read: SymbolReader, value: () => number): Float64Array {
  const own = new Float64Array(mostNamed);
  let end = 0;
  for (let left = read.number(); left > 0; left--) {
    const first = end + read.number();
    end = first + read.number() + 1;
    named(end - 1);
    own.fill(value(), first, end);
  }
  return own.subarray(0, end);
}
