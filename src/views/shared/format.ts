/** Numbers as people read them: one way of writing each quantity, everywhere on the page. */
import { formatLocale } from "d3-format";
import { type LoadUnit, phitsPerCycle } from "../../core/base/load-unit.ts";
import { formatQuantity } from "../../core/base/units.ts";
import type { Table } from "../contract.ts";

/** Between thousands, and between a number and its unit: narrow, and never broken at a line's end. */
const narrowSpace = "\u202f";

const locale = formatLocale({ decimal: ".", thousands: narrowSpace, grouping: [3], currency: ["", ""], minus: "−" });
const twoDecimals = locale.format(".2f");
const twoDigits = locale.format(".2r");
const grouped = locale.format(",d");
const threeDigits = locale.format(",.3~r");

/** How a load is written in a unit. */
interface LoadWriting {
  /** What one phit per cycle is in it. */
  readonly factor: number;
  write(load: number): string;
  /** As the head of a column or an axis: `% of a channel`. */
  readonly head: string;
  /** Behind a number: `45 % of a channel`. */
  readonly behind: string;
  /** Behind a channel's load: of how much at most. */
  readonly ofFull: string;
}

/** The unit that a run, every scenario and every table of a view is kept in. */
const kept = "phits/cycle";

function writingIn(unit: LoadUnit): LoadWriting {
  switch (unit.is) {
    case "phits":
      return { factor: 1, write: formatRatio, head: kept, behind: kept, ofFull: "of 1\u00a0phit/cycle" };
    case "share": {
      const percent = (value: number) =>
        withUnit(value > 0 && value < 0.00995 ? twoDigits(100 * value) : grouped(Math.round(100 * value)), "%");
      return { factor: 100, write: percent, head: "% of a channel", behind: "of a channel", ofFull: "of what it can" };
    }
    case "rate": {
      const [number, name] = formatQuantity(unit.channel, "rate").split(" ");
      const factor = Number(number);
      const full = `of ${withUnit(formatMeasure(factor), name)}`;
      return { factor, write: (value) => formatMeasure(factor * value), head: name, behind: name, ofFull: full };
    }
  }
}

/** In force on the whole page, as the locale is: views make the same marks in another unit. */
let writing = writingIn(phitsPerCycle);

/** Has all loads of the page written in a unit from now on. */
export function writeLoadsIn(unit: LoadUnit): void {
  writing = writingIn(unit);
}

/** A channel load or a load of terminals, phits per cycle, in the page's unit: `0.45`, `0.0031`; `45 %`; `180`. */
export function formatLoad(load: number): string {
  return writing.write(load);
}

/** A load at the tick of an axis, as short as it can be: `0.2`, `20 %`, `80`. */
export function formatLoadTick(load: number): string {
  return writing.head === kept ? String(load) : load === 0 ? "0" : writing.write(load);
}

/** A load with its unit, in a sentence, where lines may break: `0.45 phits/cycle`, `45 % of a channel`. */
export function sayLoad(load: number): string {
  return `${formatLoad(load)} ${writing.behind}`;
}

/** A channel's load and how much it could be: `0.45 of 1 phit/cycle`. */
export function sayChannelLoad(load: number): string {
  return `${formatLoad(load)} ${writing.ofFull}`;
}

/** A unit as the head of an axis or a column, loads in the page's: `phits/cycle per sender` → `MB/s per sender`. */
export function headOf(unit: string): string {
  return unit.replace(kept, writing.head);
}

/** A number of a unit as it is in the page's: loads are told in another, all else stays. */
export function toPageUnit(value: number, unit: string): number {
  // Twelve digits: what the factor adds behind them is noise.
  return unit.startsWith(kept) && writing.head !== kept ? Number((value * writing.factor).toPrecision(12)) : value;
}

/** A unit as it stands behind a number that {@link formatLoad} has written. */
export function unitBehind(unit: string): string {
  return unit.replace(kept, writing.behind);
}

/** A table of loads in phits per cycle, in the page's unit. */
export function inPageUnit(table: Table): Table {
  if (writing.head === kept) return table;
  const { columns, rows } = table;
  const told = (value: string | number, c: number) => (typeof value === "number" ? toPageUnit(value, columns[c].unit) : value);
  return { ...table, columns: columns.map(({ title, unit }) => ({ title, unit: headOf(unit) })), rows: rows.map((row) => row.map(told)) };
}

/** A ratio, a fairness or another number without a unit, with two decimals, small ones with two digits: `0.97`, `1.50`. */
export function formatRatio(value: number): string {
  return value > 0 && value < 0.00995 ? twoDigits(value) : twoDecimals(value);
}

/** A whole number with its thousands apart: `12 800`. */
export function formatCount(count: number): string {
  return grouped(Math.round(count));
}

/** A large number to three digits, for narrow columns: `26.3 M`, `51.1 k`; below 10 000 as measures are. */
export function formatShort(value: number): string {
  const [factor, letter] = (
    [
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ] as const
  ).find(([least]) => value >= Math.max(least, 1e4)) ?? [1, ""];
  return letter === "" ? formatMeasure(value) : `${formatMeasure(value / factor)}${narrowSpace}${letter}`;
}

/** An amount of money, whole from 100 up: `$13 977 600`, `$1.4`. */
export function formatMoney(amount: number): string {
  return `$${formatMeasure(amount)}`;
}

/** A measured number to about three digits, whole from 100 up: `27.4`, `1 280`. */
export function formatMeasure(value: number): string {
  return Math.abs(value) >= 100 ? formatCount(value) : threeDigits(value);
}

/**
 * How the numbers of one column are written: all with the same decimals, the largest to about three digits, the smallest
 * to one at least as far as four decimals go, and none that every number lacks.
 */
export function formatOfColumn(values: readonly number[]): (value: number) => string {
  const sizes = values.filter((value) => value !== 0 && Number.isFinite(value)).map((value) => Math.floor(Math.log10(Math.abs(value))));
  const wanted = Math.max(2 - Math.max(-Infinity, ...sizes), -Math.min(Infinity, ...sizes));
  let decimals = Math.max(0, Math.min(4, wanted));
  const isWritten = (value: number, to: number) => Number(value.toFixed(to)) === Number(value.toFixed(decimals));
  while (decimals > 0 && values.every((value) => isWritten(value, decimals - 1))) decimals--;
  return locale.format(`,.${decimals}f`);
}

/** A part of 1 in whole per cent, without the sign: 0.574 → `57`. */
export function formatPercent(part: number): string {
  return grouped(Math.round(part * 100));
}

/** A number and its unit, which stay together: `12 800 cycles`; behind loads stands the page's unit. */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unitBehind(unit)}`;
}

/** A count of things in words, in the singular where there is one: `1 switch`, `28 switches`. */
export function countOf(count: number, one: string, many: string): string {
  return withUnit(formatCount(count), count === 1 ? one : many);
}

/** Things in a row, at least one: `A`, `A and B`, `A, B and C`. */
export function anded(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}
