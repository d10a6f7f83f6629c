/** Units in which times are shown. A run only knows cycles; seconds follow from the length of a cycle. */

/** A unit of time, relative to the cycle of a scenario. */
export interface TimeUnit {
  /** `cycles`, `s`, `ms`, `µs`, `ns`. */
  readonly name: string;
  /** Length of one cycle in this unit. */
  readonly perCycle: number;
}

/** The unit of runs, and of all scenarios whose technology has no rate. */
export const cyclesOnly: TimeUnit = { name: "cycles", perCycle: 1 };

/** Units from the longest to the shortest: name, and number of units per second. */
const unitsPerSecond: readonly (readonly [string, number])[] = [
  ["s", 1],
  ["ms", 1e3],
  ["µs", 1e6],
  ["ns", 1e9],
];

/**
 * The unit for times of up to `longest` cycles: the longest of `s`, `ms`, `µs` and `ns` in which the largest time is at least 1. Cycles if
 * the length of a cycle is not known, seconds if all times are 0.
 * @param cycleSeconds Seconds of a cycle, or null.
 */
export function timeUnitFor(cycleSeconds: number | null, longest: number): TimeUnit {
  if (cycleSeconds === null) return cyclesOnly;
  const seconds = Math.abs(longest) * cycleSeconds;
  // A time that rounds up to 1 with three digits is shown in that unit.
  const [name, perSecond] =
    seconds === 0
      ? unitsPerSecond[0]
      : (unitsPerSecond.find(([, unitsInSecond]) => seconds * unitsInSecond >= 0.9995) ?? unitsPerSecond[3]);
  return { name, perCycle: cycleSeconds * perSecond };
}

/** Replaces cycles in a unit, but not in rates per cycle: `cycles/packet` → `ms/packet`. */
export function withTimeUnit(unit: string, { name }: TimeUnit): string {
  return name === cyclesOnly.name ? unit : unit.replace(timeWord, name);
}

/**
 * Converts a number for export files: times become seconds if the length of a cycle is known, all other values stay.
 * @param cycleSeconds Seconds of a cycle, or null.
 */
export function inSeconds<T>(value: T, unit: string, cycleSeconds: number | null): T | number {
  if (cycleSeconds === null || !isTimeUnit(unit) || typeof value !== "number" || value < 0) return value;
  // Rounds to twelve digits: the multiplication makes the digits after them inexact.
  return Number((value * cycleSeconds).toPrecision(12));
}

/** Unit of a result of {@link inSeconds}. */
export function unitInSeconds(unit: string, cycleSeconds: number | null): string {
  return cycleSeconds === null ? unit : withTimeUnit(unit, { name: "s", perCycle: cycleSeconds });
}

/** Whether a unit is a time or a time per something: `cycles`, `cycle`, `cycles/packet`. */
export function isTimeUnit(unit: string): boolean {
  return timeWord.test(unit);
}

/** Whether a unit is a rate per cycle: `phits/cycle`, `bytes/cycle`, `phits/cycle per terminal`. */
export function isPerCycle(unit: string): boolean {
  return /s\/cycle\b/.test(unit);
}

const timeWord = /(?<!s\/)\bcycles?\b/;
