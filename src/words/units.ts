/**
 * Loads and times in the units of a document. The functions are created once per document and passed to all code that writes a load or a
 * time.
 */
import { type LoadUnit, phitsPerCycle } from "../core/base/load-unit.ts";
import { isTimeUnit, type TimeUnit, timeUnitFor, withTimeUnit } from "../core/base/time-unit.ts";
import { quantityForPeople } from "../core/base/units.ts";
import * as plain from "./numbers.ts";

/** The format of loads in one unit. */
interface LoadFormat {
  /** The value of 1 phit per cycle in this unit. */
  readonly factor: number;
  format(load: number): string;
  /** The unit in the heading of a column or an axis: `% of a channel`. */
  readonly heading: string;
  /** The unit after a number: `45 % of a channel`. */
  readonly suffix: string;
  /** The capacity of a channel: `1 phit/cycle`. */
  readonly capacityText: string;
  /** A load as a part of another load, as a large and a small text: `0.26`, `of 0.45`; `26 %`, `of a link, of 45 %`. */
  partOf(load: number, of: number): readonly [string, string];
  /**
   * The load of a channel and its capacity.
   * @param cycle length of the channel's own cycle, in cycles of the page's clock
   */
  ofCapacity(load: number, cycle: number): string;
}

/** The unit of loads in results, scenarios and tables. */
const resultLoadUnit = "phits/cycle";

/**
 * The functions that write loads in one unit: phits per cycle, a share of a channel in percent, or bytes per second. All loads are
 * given in phits per cycle; `cycle` is the length of a channel's cycle in cycles of the page, which is above 1 for slower channels.
 * @param owner whose channel a share refers to, such as `A`; empty for none
 */
function loadFormatIn(unit: LoadUnit, owner: string): LoadFormat {
  const ownerSuffix = owner === "" ? "" : ` of ${owner}`;
  switch (unit.is) {
    case "phits": {
      const unitText = `${resultLoadUnit}${ownerSuffix}`;
      const capacityOf = (cycle: number) => (cycle === 1 ? "1\u00a0phit/cycle" : plain.withUnit(plain.formatMeasure(1 / cycle), unitText));
      return {
        factor: 1,
        format: plain.formatRatio,
        capacityText: "1\u00a0phit/cycle",
        partOf: (load, total) => [plain.formatRatio(load), `of ${plain.formatRatio(total)}`],
        heading: unitText,
        suffix: unitText,
        ofCapacity: (load, cycle) => `${plain.formatRatio(load)} of ${capacityOf(cycle)}`,
      };
    }
    case "share": {
      const percent = (value: number) => plain.withUnit(plain.formatShare(value), "%");
      return {
        factor: 100,
        format: percent,
        capacityText: percent(1),
        partOf: (load, total) => [plain.formatShare(load), `of ${percent(total)} of a link`],
        heading: `% of a channel${ownerSuffix}`,
        suffix: `of a channel${ownerSuffix}`,
        ofCapacity: (load, cycle) => `${percent(load * cycle)} of its capacity`,
      };
    }
    case "rate": {
      const [channelRate, name] = quantityForPeople(unit.channel, "rate").split(" ");
      const factor = Number(channelRate);
      const format = (value: number) => plain.formatMeasure(factor * value);
      const ofCapacity = (load: number, cycle: number) => `${format(load)} of ${plain.withUnit(format(1 / cycle), name)}`;
      const partOf = (load: number, total: number) => [format(load), `of ${plain.withUnit(format(total), name)}`] as const;
      return { factor, format, capacityText: plain.withUnit(format(1), name), partOf, heading: name, suffix: name, ofCapacity };
    }
  }
}

/** A table with a unit for each column. */
interface UnitTable {
  readonly columns: readonly { readonly title: string; readonly unit: string }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Functions that write loads and times in the units of a document. */
export type Units = ReturnType<typeof unitsOf>;

/**
 * Creates the functions that write loads and times.
 * @param owner letter of the network whose channels and cycles are meant, if networks have different ones; otherwise empty
 * @param cycleSeconds length of a cycle in seconds; null to write times in cycles
 */
export function unitsOf(unit: LoadUnit = phitsPerCycle, owner = "", cycleSeconds: number | null = null) {
  const loadFormat = loadFormatIn(unit, owner);
  return Object.freeze({
    formatLoad,
    formatLoadTick,
    sayLoad,
    sayChannelLoad,
    sayPart: loadFormat.partOf,
    whole: loadFormat.capacityText,
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
    unitAfter,
    writerOf,
    sayOf,
    roundTimes,
    roundLoads,
    inPageUnit,
    withUnit,
  });

  /** A load of a channel or of terminals, in phits per cycle, as a number in the unit: `0.45`, `0.0031`; `45 %`; `180`. */
  function formatLoad(load: number): string {
    return loadFormat.format(load);
  }

  /** A load at the tick of an axis, as short as possible: `0.2`, `20 %`, `80`. */
  function formatLoadTick(load: number): string {
    return loadFormat.heading === resultLoadUnit ? String(load) : load === 0 ? "0" : loadFormat.format(load);
  }

  /** A load with its unit in a sentence, where lines may break: `0.45 phits/cycle`, `45 % of a channel`. */
  function sayLoad(load: number): string {
    return `${formatLoad(load)} ${loadFormat.suffix}`;
  }

  /** The load of a channel and its capacity: `0.45 of 1 phit/cycle`. The capacity is 1 / `cycle` phits per cycle. */
  function sayChannelLoad(load: number, cycle = 1): string {
    return loadFormat.ofCapacity(load, cycle);
  }

  /** The unit for times up to `maxCycles` cycles: `cycles`, or the unit of seconds in which `maxCycles` is at least 1. */
  function timeUnit(maxCycles: number): TimeUnit {
    return timeUnitFor(cycleSeconds, maxCycles);
  }

  /** A time in cycles converted to the unit for times up to `maxCycles` cycles. */
  function toPageTime(cycles: number, maxCycles = cycles): number {
    const { perCycle } = timeUnit(maxCycles);
    // Twelve digits: further digits are rounding noise of the factor.
    return perCycle === 1 ? cycles : Number((cycles * perCycle).toPrecision(12));
  }

  /**
   * A time with three digits, without decimals from 100 up, and without its unit: `12 800` (cycles), `4.56` (s). The unit is the one for
   * times up to `maxCycles` cycles.
   */
  function formatTime(cycles: number, maxCycles = cycles): string {
    return plain.formatMeasure(toPageTime(cycles, maxCycles));
  }

  /** A time with its unit: `12 800 cycles`, `1 cycle`, `4.56 s`, `208 µs`. */
  function sayTime(cycles: number): string {
    const { name } = timeUnit(cycles);
    const number = formatTime(cycles);
    return withUnit(number, name === "cycles" && number === "1" ? "cycle" : name);
  }

  /**
   * A time that follows another one in a sentence, with its unit only if the units differ: `20 cycles on average, 60 at most`; `2.62 s,
   * 12.4 µs`.
   */
  function sayTimeAfter(cycles: number, precedingCycles: number): string {
    return timeUnit(cycles).name === timeUnit(precedingCycles).name ? formatTime(cycles) : sayTime(cycles);
  }

  /** A time for a card, with number and unit separate. */
  function timeParts(cycles: number): { readonly value: string; readonly unit: string } {
    return { value: formatTime(cycles), unit: timeUnit(cycles).name };
  }

  /**
   * A moment of a run that takes `maxCycles` cycles: `cycle 12 800`, or `4.56 s` of 19.2 s. All moments of a run have the same number of
   * decimals.
   */
  function sayMoment(cycle: number, maxCycles: number): string {
    const { name } = timeUnit(maxCycles);
    return name === "cycles" ? `cycle ${plain.formatCount(cycle)}` : withUnit(formatMoment(cycle, maxCycles), name);
  }

  /** A moment of a run without word or unit: `12 800`, `4.56`. */
  function formatMoment(cycle: number, maxCycles: number): string {
    const end = toPageTime(maxCycles);
    if (timeUnit(maxCycles).name === "cycles") return plain.formatCount(cycle);
    const moment = toPageTime(cycle, maxCycles);
    return end < 1000 ? moment.toFixed(3 - Math.floor(Math.log10(Math.max(1, end)))) : plain.formatCount(moment);
  }

  /** An interval of a run: `between cycles 100 and 200`, `between 4.56 and 5.20 s`. */
  function sayStretch(from: number, to: number, maxCycles: number): string {
    const { name } = timeUnit(maxCycles);
    const ends = `${formatMoment(from, maxCycles)} and ${formatMoment(to, maxCycles)}`;
    return name === "cycles" ? `between cycles ${ends}` : `between ${withUnit(ends, name)}`;
  }

  /**
   * The heading of an axis or column with loads and times in these units: `phits/cycle per sender` → `MB/s per sender`, and `latency,
   * cycles` → `latency, µs` if that suits the largest time, `maxCycles` cycles.
   */
  function headOf(unit: string, maxCycles = 0): string {
    return withTimeUnit(unit.replace(resultLoadUnit, loadFormat.heading), timeUnit(maxCycles));
  }

  /**
   * A number converted from its unit to these units. Loads and times are converted, times to the unit for times up to `maxCycles` cycles;
   * other numbers stay.
   */
  function toPageUnit(value: number, unit: string, maxCycles = value): number {
    if (isTimeUnit(unit)) return toPageTime(value, maxCycles);
    return unit.startsWith(resultLoadUnit) && loadFormat.heading !== resultLoadUnit
      ? Number((value * loadFormat.factor).toPrecision(12))
      : value;
  }

  /** The unit after a number that {@link formatLoad} has written. */
  function unitAfter(unit: string): string {
    return unit.replace(resultLoadUnit, loadFormat.suffix);
  }

  /** The function that writes values of a unit: times for `cycles`, ratios for no unit, loads for phits per cycle. */
  function writerOf(unit: string): (value: number, maxCycles?: number) => string {
    return isTimeUnit(unit) ? formatTime : unit === "" ? plain.formatRatio : formatLoad;
  }

  /**
   * A value with its unit, with loads and times in these units.
   * @param format writes the number
   * @param maxCycles largest time in cycles, which determines the unit of times
   */
  function sayOf(value: number, unit: string, format: (value: number, maxCycles?: number) => string, maxCycles = value): string {
    return withUnit(format(value, maxCycles), withTimeUnit(unit, timeUnit(maxCycles)));
  }

  /**
   * Times at round numbers of the unit for times up to `maxCycles` cycles.
   * @param ticks finds the round numbers, given the length of a cycle in that unit
   */
  function roundTimes(maxCycles: number, ticks: (perCycle: number) => readonly number[]): readonly number[] {
    const { perCycle } = timeUnit(maxCycles);
    return ticks(perCycle).map((tick) => tick / perCycle);
  }

  /**
   * Loads at round numbers of the unit.
   * @param ticks finds the round numbers, given the value of 1 phit per cycle in the unit
   */
  function roundLoads(ticks: (perLoad: number) => readonly number[]): readonly number[] {
    return ticks(loadFormat.factor).map((tick) => tick / loadFormat.factor);
  }

  /** A table converted from phits per cycle and cycles to these units. The largest time of a column determines the column's unit. */
  function inPageUnit<T extends UnitTable>(table: T): T {
    const { columns, rows } = table;
    const maxCycles = columns.map(({ unit }, column) =>
      isTimeUnit(unit)
        ? rows.reduce((largest, row) => (typeof row[column] === "number" ? Math.max(largest, Math.abs(row[column])) : largest), 0)
        : 0,
    );
    const convert = (value: string | number, column: number) =>
      typeof value === "number" ? toPageUnit(value, columns[column].unit, maxCycles[column]) : value;
    return {
      ...table,
      columns: columns.map((each, column) => ({ ...each, unit: headOf(each.unit, maxCycles[column]) })),
      rows: loadFormat.heading === resultLoadUnit && cycleSeconds === null ? rows : rows.map((row) => row.map(convert)),
    };
  }

  /** A number and its unit with a space that does not break, see {@link numbers.withUnit}. Loads get the unit in which they are written. */
  function withUnit(number: string, unit: string): string {
    return plain.withUnit(number, unitAfter(unit));
  }
}

/** The units of results: phits per cycle and cycles. */
export const unitsOfResults = unitsOf();
