/** Loads and times in the units of a document: made once, and handed to whatever writes one. */
import { type LoadUnit, phitsPerCycle } from "../core/base/load-unit.ts";
import { isTime, type TimeUnit, timeUnitFor, toldInTime } from "../core/base/time-unit.ts";
import { sayQuantity } from "../core/base/units.ts";
import * as plain from "./numbers.ts";

/** How a load is written in a unit. */
interface LoadWriting {
  /** What one phit per cycle is in it. */
  readonly factor: number;
  write(load: number): string;
  /** As the head of a column or an axis: `% of a channel`. */
  readonly head: string;
  /** Behind a number: `45 % of a channel`. */
  readonly behind: string;
  /** What a channel carries: `1 phit/cycle`. */
  readonly whole: string;
  /** A load as a part of another one, large and small: `0.26`, `of 0.45`; `26 %`, `of a link, of 45 %`. */
  part(load: number, of: number): readonly [string, string];
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
      const full = (cycle: number) => (cycle === 1 ? "1\u00a0phit/cycle" : plain.withUnit(plain.formatMeasure(1 / cycle), said));
      return {
        factor: 1,
        write: plain.formatRatio,
        whole: "1\u00a0phit/cycle",
        part: (load, whole) => [plain.formatRatio(load), `of ${plain.formatRatio(whole)}`],
        head: said,
        behind: said,
        ofFull: (load, cycle) => `${plain.formatRatio(load)} of ${full(cycle)}`,
      };
    }
    case "share": {
      const percent = (value: number) => plain.withUnit(plain.formatShare(value), "%");
      return {
        factor: 100,
        write: percent,
        whole: percent(1),
        part: (load, whole) => [plain.formatShare(load), `of ${percent(whole)} of a link`],
        head: `% of a channel${of}`,
        behind: `of a channel${of}`,
        ofFull: (load, cycle) => `${percent(load * cycle)} of what it can`,
      };
    }
    case "rate": {
      const [number, name] = sayQuantity(unit.channel, "rate").split(" ");
      const factor = Number(number);
      const write = (value: number) => plain.formatMeasure(factor * value);
      const ofFull = (load: number, cycle: number) => `${write(load)} of ${plain.withUnit(write(1 / cycle), name)}`;
      const part = (load: number, whole: number) => [write(load), `of ${plain.withUnit(write(whole), name)}`] as const;
      return { factor, write, whole: plain.withUnit(write(1), name), part, head: name, behind: name, ofFull };
    }
  }
}

/** What a table tells, with its units. */
interface Told {
  readonly columns: readonly { readonly title: string; readonly unit: string }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** How loads and times are told. */
export type Units = ReturnType<typeof unitsOf>;

/**
 * How loads and times are told in a unit of loads and a length of the cycle.
 * @param whose where networks have unlike channels: the letter of the one whose channels and cycles are meant
 * @param cycleSeconds seconds of a cycle; null where times are told in cycles
 */
export function unitsOf(unit: LoadUnit = phitsPerCycle, whose = "", cycleSeconds: number | null = null) {
  const writing = writingIn(unit, whose);
  return Object.freeze({
    formatLoad,
    formatLoadTick,
    sayLoad,
    sayChannelLoad,
    sayPart: writing.part,
    whole: writing.whole,
    timeUnit,
    toPageTime,
    formatTime,
    sayTime,
    sayTimeAfter,
    timeParts,
    sayMoment,
    formatMoment,
    sayStretch,
    headOf,
    toPageUnit,
    unitBehind,
    writerOf,
    sayOf,
    roundTimes,
    roundLoads,
    inPageUnit,
    withUnit,
  });

  /** A channel load or a load of terminals, phits per cycle, in the unit: `0.45`, `0.0031`; `45 %`; `180`. */
  function formatLoad(load: number): string {
    return writing.write(load);
  }

  /** A load at the tick of an axis, as short as it can be: `0.2`, `20 %`, `80`. */
  function formatLoadTick(load: number): string {
    return writing.head === kept ? String(load) : load === 0 ? "0" : writing.write(load);
  }

  /** A load with its unit, in a sentence, where lines may break: `0.45 phits/cycle`, `45 % of a channel`. */
  function sayLoad(load: number): string {
    return `${formatLoad(load)} ${writing.behind}`;
  }

  /** A channel's load and how much it could be: `0.45 of 1 phit/cycle`; of a channel that carries 1 / `cycle` phits per cycle. */
  function sayChannelLoad(load: number, cycle = 1): string {
    return writing.ofFull(load, cycle);
  }

  /** The unit in which times up to `most` cycles are told: `cycles`, or the unit of seconds in which that is at least 1. */
  function timeUnit(most: number): TimeUnit {
    return timeUnitFor(cycleSeconds, most);
  }

  /** A time in cycles as the number it is in the unit, of those for times up to `most` cycles. */
  function toPageTime(cycles: number, most = cycles): number {
    const { perCycle } = timeUnit(most);
    // Twelve digits: what the factor adds behind them is noise.
    return perCycle === 1 ? cycles : Number((cycles * perCycle).toPrecision(12));
  }

  /** A time to three digits, whole from 100 up, without its unit: `12 800` cycles, `4.56` s; in the unit of times up to `most`. */
  function formatTime(cycles: number, most = cycles): string {
    return plain.formatMeasure(toPageTime(cycles, most));
  }

  /** A time with its unit: `12 800 cycles`, `1 cycle`, `4.56 s`, `208 µs`. */
  function sayTime(cycles: number): string {
    const { name } = timeUnit(cycles);
    const number = formatTime(cycles);
    return withUnit(number, name === "cycles" && number === "1" ? "cycle" : name);
  }

  /** A time after another one in a sentence: with its unit only where that is not the other's. `20 cycles on average, 60 at most`; `2.62 s, 12.4 µs`. */
  function sayTimeAfter(cycles: number, said: number): string {
    return timeUnit(cycles).name === timeUnit(said).name ? formatTime(cycles) : sayTime(cycles);
  }

  /** A time as a card shows it, the unit apart from the number. */
  function timeParts(cycles: number): { readonly value: string; readonly unit: string } {
    return { value: formatTime(cycles), unit: timeUnit(cycles).name };
  }

  /** A moment of a run that takes `most` cycles, all with the same decimals: `cycle 12 800`; `4.56 s` of 19.2 s. */
  function sayMoment(cycle: number, most: number): string {
    const { name } = timeUnit(most);
    return name === "cycles" ? `cycle ${plain.formatCount(cycle)}` : withUnit(formatMoment(cycle, most), name);
  }

  /** The same without a word or unit: `12 800`, `4.56`. */
  function formatMoment(cycle: number, most: number): string {
    const end = toPageTime(most);
    if (timeUnit(most).name === "cycles") return plain.formatCount(cycle);
    const moment = toPageTime(cycle, most);
    return end < 1000 ? moment.toFixed(3 - Math.floor(Math.log10(Math.max(1, end)))) : plain.formatCount(moment);
  }

  /** From one moment of a run to another one: `between cycles 100 and 200`, `between 4.56 and 5.20 s`. */
  function sayStretch(from: number, to: number, most: number): string {
    const { name } = timeUnit(most);
    const ends = `${formatMoment(from, most)} and ${formatMoment(to, most)}`;
    return name === "cycles" ? `between cycles ${ends}` : `between ${withUnit(ends, name)}`;
  }

  /**
   * A unit as the head of an axis or a column, loads and times in these units: `phits/cycle per sender` → `MB/s per sender`,
   * `latency, cycles` → `latency, µs` where the largest is so many cycles.
   */
  function headOf(unit: string, most = 0): string {
    return toldInTime(unit.replace(kept, writing.head), timeUnit(most));
  }

  /** A number of a unit as it is in these units: loads and times, in the unit of those up to `most`, are told in another, all else stays. */
  function toPageUnit(value: number, unit: string, most = value): number {
    if (isTime(unit)) return toPageTime(value, most);
    return unit.startsWith(kept) && writing.head !== kept ? Number((value * writing.factor).toPrecision(12)) : value;
  }

  /** A unit as it stands behind a number that {@link formatLoad} has written. */
  function unitBehind(unit: string): string {
    return unit.replace(kept, writing.behind);
  }

  /** How a time, a load or a ratio is written, by its unit: `cycles`, phits per cycle, or none. */
  function writerOf(unit: string): (value: number, most?: number) => string {
    return isTime(unit) ? formatTime : unit === "" ? plain.formatRatio : formatLoad;
  }

  /** A value of a unit in words, loads and times in these units, times in the unit of those up to `most`; `write` writes it. */
  function sayOf(value: number, unit: string, write: (value: number, most?: number) => string, most = value): string {
    return withUnit(write(value, most), toldInTime(unit, timeUnit(most)));
  }

  /** Times at round numbers of the unit of those up to `most`; `ticks` finds them, given how much of that unit a cycle is. */
  function roundTimes(most: number, ticks: (perCycle: number) => readonly number[]): readonly number[] {
    const { perCycle } = timeUnit(most);
    return ticks(perCycle).map((tick) => tick / perCycle);
  }

  /** Loads at round numbers of the unit; `ticks` finds them, given how much of that unit a phit per cycle is. */
  function roundLoads(ticks: (perLoad: number) => readonly number[]): readonly number[] {
    return ticks(writing.factor).map((tick) => tick / writing.factor);
  }

  /** A table of loads in phits per cycle and times in cycles, in the units; every column of times has one for its largest. */
  function inPageUnit<T extends Told>(table: T): T {
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

  /** A number and its unit, which stay together, as {@link numbers.withUnit} has it; behind a load stands the unit that loads are in. */
  function withUnit(number: string, unit: string): string {
    return plain.withUnit(number, unitBehind(unit));
  }
}

/** What all runs are kept in: phits per cycle, and cycles. */
export const inCycles = unitsOf();
