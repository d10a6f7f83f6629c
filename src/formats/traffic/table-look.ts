/** Detects formats that are tables, such as messages, traffic matrices and counters, from the first rows. */
import { eachRow, guessedSeparator, numberIn, type Separator } from "../cells.ts";
import { type Head, headOf, takenBy } from "./columns.ts";
import { headLength } from "../contract.ts";
import { readCell } from "../spreadsheet.ts";
import { amountIn } from "./amounts.ts";
import { counterRoles, messageRoles } from "./roles.ts";
import { isNothing, sidesOf } from "./sides.ts";
import { isUnit, rateUnit } from "./units.ts";

/** The first rows of a table. */
interface Look {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  /** Headings, if the first row contains no number; otherwise null. */
  readonly heads: readonly Head[] | null;
  /** Number of cells in most rows. */
  readonly width: number;
  readonly isWhole: boolean;
}

/** Number of rows that are examined. */
const rowsSeen = 256;
/** Fraction of rows that must have the same form. */
const alike = 0.8;

/** Splits the start of a text into rows; null if most rows do not have the same number of cells. */
function lookAt(head: string): Look | null {
  if (/^\s{0,200}[{<]/.test(head)) return null;
  const separator = guessedSeparator(head);
  const rows: string[][] = [];
  let count = 0;
  eachRow(head, separator, ({ cells }) => {
    count++;
    if (rows.length < rowsSeen) rows.push([...cells]);
  });
  const isCut = head.length >= headLength;
  if (isCut && rows.length === count && rows.length > 1) rows.pop();
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, times] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  if (width < 2 || times < alike * rows.length) return null;
  const isHead = rows.length > 1 && rows[0].every((cell) => !isAmount(cell, separator));
  const heads = isHead ? rows[0].map((cell) => headOf(cell)) : null;
  return { separator, rows, heads, width, isWhole: !isCut && rows.length === count };
}

const isAmount = (cell: string, separator: Separator) => !Number.isNaN(amountIn(cell, separator, (unit) => (isUnit(unit) ? 1 : null), 1));
const isNumber = (cell: string, separator: Separator) => !Number.isNaN(numberIn(cell, separator));

/** Confidence, 0 to 1, that a text is a list of messages. */
export function looksLikeMessages(head: string): number {
  const look = lookAt(head);
  if (look === null) return 0;
  const { heads, rows, width, separator } = look;
  if (heads !== null) {
    const taken = takenBy(heads, messageRoles);
    const has = (role: string) => taken[role] !== undefined;
    if (!has("source") || !has("destination")) return 0;
    if (has("bytes")) return has("time") ? 0.95 : 0.9;
    return has("time") ? 0.5 : 0;
  }
  const numeric = rows.filter((row) => row.length === width && row.every((cell) => isNumber(cell, separator)));
  if (numeric.length < alike * rows.length) return 0;
  const times = numeric.map((row) => numberIn(row[3] ?? "", separator));
  if (width === 4) return times.every((time, i) => i === 0 || time >= times[i - 1]) ? 0.6 : 0.35;
  return width === 3 ? 0.3 : 0;
}

/** Properties of a table with as many rows as columns; null for other tables. */
function squareIn(
  head: string,
): { readonly hasUnit: boolean; readonly isZeroOne: boolean; readonly isSymmetric: boolean; readonly sure: number } | null {
  const look = lookAt(head);
  if (look === null) return null;
  const { isWhole } = look;
  const rows = look.rows.filter(({ length }) => length > 1);
  const { hasHead, hasSide, corner, decimal } = sidesOf(rows.slice(0, 64));
  const values = rows.slice(hasHead ? 1 : 0).map((row) => (hasSide ? row.slice(1) : row));
  const width = values[0]?.length ?? 0;
  if (width < 2 || values.some((row) => row.length !== width)) return null;
  const isReadable = (cell: string) => isNothing(cell) || typeof readCell(cell, decimal) === "number";
  const readable = values.flat().filter(isReadable).length;
  if (readable < alike * width * values.length) return null;
  if (isWhole ? values.length !== width : values.length > width || width < 5) return null;
  const at = (row: number, column: number) => Number(readCell(values[row][column], decimal)) || 0;
  const isZeroDiagonal = values.every((_, i) => at(i, i) === 0);
  const isSymmetric = values.every((row, i) => row.every((_, j) => i >= values.length || j >= values.length || at(i, j) === at(j, i)));
  const hasUnit = rateUnit(corner) !== null || rateUnit(headOf(corner).unit) !== null || /^((phits|flits)\/cycle|shares?)$/i.test(corner);
  const isZeroOne = values.every((row, i) => row.every((_, j) => at(i, j) === 0 || at(i, j) === 1));
  const columns = new Set(hasHead ? rows[0].slice(hasSide ? 1 : 0) : []);
  // Sources are also destinations, so the names must overlap. A small table may be square by coincidence.
  const isOther = hasHead && hasSide && !rows.slice(1).some(([name]) => columns.has(name));
  const isChance = !hasHead && !hasSide && width <= 4 && !isZeroDiagonal;
  const isBroken = readable < width * values.length;
  return { hasUnit, isZeroOne, isSymmetric, sure: isOther ? 0.2 : isChance ? 0.4 : isBroken ? 0.6 : 1 };
}

/** Confidence, 0 to 1, that a text is a traffic matrix. */
export function looksLikeTrafficMatrix(head: string): number {
  const square = squareIn(head);
  if (square === null) return 0;
  if (square.hasUnit) return 0.95;
  return square.sure * (!square.isZeroOne ? 0.8 : square.isSymmetric ? 0.5 : 0.75);
}

/** Whether the text is output of `perfquery` or `ibqueryerrors`. */
export function isPrintedCounters(head: string): boolean {
  return /^#?[ \t]*Port(Xmit|Rcv)(Data|Wait):\.*\d/im.test(head) || /^[ \t]*GUID 0x[0-9a-f]+ port /im.test(head);
}

/** Confidence, 0 to 1, that a text holds port counters. */
export function looksLikeCounters(head: string): number {
  if (isPrintedCounters(head)) return 1;
  const heads = lookAt(head)?.heads;
  if (heads === undefined || heads === null) return 0;
  const taken = takenBy(heads, counterRoles);
  const has = (role: string) => taken[role] !== undefined;
  return has("node") && has("port") && (has("sent") || has("received") || has("waited")) ? 0.95 : 0;
}
