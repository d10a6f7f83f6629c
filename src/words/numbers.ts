/** Numbers as people read them: one way of writing each quantity, everywhere on the page. */
import { formatLocale } from "d3-format";
import { type LoadUnit, phitsPerCycle } from "../core/base/load-unit.ts";
import { isTime, type TimeUnit, timeUnitFor, toldInTime } from "../core/base/time-unit.ts";
import { sayQuantity } from "../core/base/units.ts";

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
  /** A channel's load with how much it could be, where a cycle of its own is so many of the page. */
  ofFull(load: number, cycle: number): string;
}

/** The unit that a run, every scenario and every table of a view is kept in. */
const kept = "phits/cycle";

function writingIn(unit: LoadUnit, whose: string): LoadWriting {
  const of = whose === "" ? "" : ` of ${whose}`;
  switch (unit.is) {
    case "phits": {
      const said = `${kept}${of}`;
      const full = (cycle: number) => (cycle === 1 ? "1\u00a0phit/cycle" : withUnit(formatMeasure(1 / cycle), kept));
      return {
        factor: 1,
        write: formatRatio,
        head: said,
        behind: said,
        ofFull: (load, cycle) => `${formatRatio(load)} of ${full(cycle)}`,
      };
    }
    case "share": {
      const percent = (value: number) =>
        withUnit(value > 0 && value < 0.00995 ? twoDigits(100 * value) : grouped(Math.round(100 * value)), "%");
      return {
        factor: 100,
        write: percent,
        head: `% of a channel${of}`,
        behind: `of a channel${of}`,
        ofFull: (load, cycle) => `${percent(load * cycle)} of what it can`,
      };
    }
    case "rate": {
      const [number, name] = sayQuantity(unit.channel, "rate").split(" ");
      const factor = Number(number);
      const write = (value: number) => formatMeasure(factor * value);
      const ofFull = (load: number, cycle: number) => `${write(load)} of ${withUnit(write(1 / cycle), name)}`;
      return { factor, write, head: name, behind: name, ofFull };
    }
  }
}

/** In force on the whole page, as the locale is: views make the same marks in another unit. */
let writing = writingIn(phitsPerCycle, "");

/**
 * Has all loads of the page written in a unit from now on.
 * @param whose where networks have unlike channels: the letter of the one whose channels and cycles are meant
 */
export function writeLoadsIn(unit: LoadUnit, whose = ""): void {
  writing = writingIn(unit, whose);
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

/** A channel's load and how much it could be: `0.45 of 1 phit/cycle`; of a channel that carries 1 / `cycle` phits per cycle. */
export function sayChannelLoad(load: number, cycle = 1): string {
  return writing.ofFull(load, cycle);
}

/** Seconds of a cycle, in force on the whole page; null where times are told in cycles. */
let cycleSeconds: number | null = null;

/** Has all times of the page written in seconds, with so many for a cycle, or in cycles from now on. */
export function writeTimesIn(secondsOfCycle: number | null): void {
  cycleSeconds = secondsOfCycle;
}

/** What is made while times are written by another clock than the page's: a picture of a run that is not on the page. */
export function withTimesIn<T>(secondsOfCycle: number | null, make: () => T): T {
  const before = cycleSeconds;
  writeTimesIn(secondsOfCycle);
  try {
    return make();
  } finally {
    writeTimesIn(before);
  }
}

/** The unit in which times up to `most` cycles are told: `cycles`, or the unit of seconds in which that is at least 1. */
export function timeUnit(most: number): TimeUnit {
  return timeUnitFor(cycleSeconds, most);
}

/** A time in cycles as the number it is in the page's unit, of those for times up to `most` cycles. */
export function toPageTime(cycles: number, most = cycles): number {
  const { perCycle } = timeUnit(most);
  // Twelve digits: what the factor adds behind them is noise.
  return perCycle === 1 ? cycles : Number((cycles * perCycle).toPrecision(12));
}

/** A time to three digits, whole from 100 up, without its unit: `12 800` cycles, `4.56` s; in the unit of times up to `most`. */
export function formatTime(cycles: number, most = cycles): string {
  return formatMeasure(toPageTime(cycles, most));
}

/** A time with its unit: `12 800 cycles`, `1 cycle`, `4.56 s`, `208 µs`. */
export function sayTime(cycles: number): string {
  const { name } = timeUnit(cycles);
  const number = formatTime(cycles);
  return withUnit(number, name === "cycles" && number === "1" ? "cycle" : name);
}

/** A time after another one in a sentence: with its unit only where that is not the other's. `20 cycles on average, 60 at most`; `2.62 s, 12.4 µs`. */
export function sayTimeAfter(cycles: number, said: number): string {
  return timeUnit(cycles).name === timeUnit(said).name ? formatTime(cycles) : sayTime(cycles);
}

/** A time as a card shows it, the unit apart from the number. */
export function timeParts(cycles: number): { readonly value: string; readonly unit: string } {
  return { value: formatTime(cycles), unit: timeUnit(cycles).name };
}

/** A moment of a run that takes `most` cycles, all with the same decimals: `cycle 12 800`; `4.56 s` of 19.2 s. */
export function sayMoment(cycle: number, most: number): string {
  const { name } = timeUnit(most);
  return name === "cycles" ? `cycle ${formatCount(cycle)}` : withUnit(formatMoment(cycle, most), name);
}

/** The same without a word or unit: `12 800`, `4.56`. */
export function formatMoment(cycle: number, most: number): string {
  const end = toPageTime(most);
  if (timeUnit(most).name === "cycles") return formatCount(cycle);
  return toPageTime(cycle, most).toFixed(Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, end)))));
}

/** From one moment of a run to another one: `between cycles 100 and 200`, `between 4.56 and 5.20 s`. */
export function sayStretch(from: number, to: number, most: number): string {
  const { name } = timeUnit(most);
  const ends = `${formatMoment(from, most)} and ${formatMoment(to, most)}`;
  return name === "cycles" ? `between cycles ${ends}` : `between ${withUnit(ends, name)}`;
}

/**
 * A unit as the head of an axis or a column, loads and times in the page's: `phits/cycle per sender` → `MB/s per sender`,
 * `latency, cycles` → `latency, µs` where the largest is so many cycles.
 */
export function headOf(unit: string, most = 0): string {
  return toldInTime(unit.replace(kept, writing.head), timeUnit(most));
}

/** A number of a unit as it is in the page's: loads and times, in the unit of those up to `most`, are told in another, all else stays. */
export function toPageUnit(value: number, unit: string, most = value): number {
  if (isTime(unit)) return toPageTime(value, most);
  return unit.startsWith(kept) && writing.head !== kept ? Number((value * writing.factor).toPrecision(12)) : value;
}

/** A unit as it stands behind a number that {@link formatLoad} has written. */
export function unitBehind(unit: string): string {
  return unit.replace(kept, writing.behind);
}

/** How a time, a load or a ratio is written, by its unit: `cycles`, phits per cycle, or none. */
export function writerOf(unit: string): (value: number, most?: number) => string {
  return isTime(unit) ? formatTime : unit === "" ? formatRatio : formatLoad;
}

/** A value of a unit in words, loads and times as the page tells them, times in the unit of those up to `most`; `write` writes it. */
export function sayOf(value: number, unit: string, write: (value: number, most?: number) => string, most = value): string {
  return withUnit(write(value, most), toldInTime(unit, timeUnit(most)));
}

/** Times at round numbers of the unit of those up to `most`; `ticks` finds them, given how much of that unit a cycle is. */
export function roundTimes(most: number, ticks: (perCycle: number) => readonly number[]): readonly number[] {
  const { perCycle } = timeUnit(most);
  return ticks(perCycle).map((tick) => tick / perCycle);
}

/** Loads at round numbers of the page's unit; `ticks` finds them, given how much of that unit a phit per cycle is. */
export function roundLoads(ticks: (perLoad: number) => readonly number[]): readonly number[] {
  return ticks(writing.factor).map((tick) => tick / writing.factor);
}

/** What a table tells, with its units. */
interface Told {
  readonly columns: readonly { readonly title: string; readonly unit: string }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A table of loads in phits per cycle and times in cycles, in the page's units; every column of times has one for its largest. */
export function inPageUnit<T extends Told>(table: T): T {
  const { columns, rows } = table;
  const most = columns.map(({ unit }, c) =>
    isTime(unit) ? rows.reduce((far, row) => (typeof row[c] === "number" ? Math.max(far, Math.abs(row[c])) : far), 0) : 0,
  );
  const told = (value: string | number, c: number) => (typeof value === "number" ? toPageUnit(value, columns[c].unit, most[c]) : value);
  return {
    ...table,
    columns: columns.map(({ title, unit }, c) => ({ title, unit: headOf(unit, most[c]) })),
    rows: writing.head === kept && cycleSeconds === null ? rows : rows.map((row) => row.map(told)),
  };
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

/** The same with its sign: `57 %`. */
export function sayPercent(part: number): string {
  return withUnit(formatPercent(part), "%");
}

/** A number and its unit, which stay together: `12 800 cycles`; behind loads stands the page's unit. */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unitBehind(unit)}`;
}

/** A count of things in words, in the singular where there is one: `1 switch`, `28 switches`. */
export function countOf(count: number, one: string, many: string): string {
  return withUnit(formatCount(count), count === 1 ? one : many);
}

/** A duration that is an estimate: two digits at most. */
export function sayDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${formatMeasure(Math.round(seconds / 360) / 10)} h`;
}
