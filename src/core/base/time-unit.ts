/** The units that times are told in. A run knows cycles and nothing else; seconds follow from how long one of them is. */

export interface TimeUnit {
  /** `cycles`, `s`, `ms`, `µs`, `ns`. */
  readonly name: string;
  /** What one cycle is in it. */
  readonly perCycle: number;
}

/** The unit of a run, and of every scenario whose technology has no rate. */
export const cyclesOnly: TimeUnit = { name: "cycles", perCycle: 1 };

/** From the longest to the shortest: its name, and how many of it are a second. */
const ofSeconds: readonly (readonly [string, number])[] = [
  ["s", 1],
  ["ms", 1e3],
  ["µs", 1e6],
  ["ns", 1e9],
];

/**
 * The unit in which times up to `most` cycles are told, so that the largest is at least 1: `s`, `ms`, `µs` or `ns`; cycles
 * where the length of one is not known, seconds where nothing takes any time.
 * @param cycleSeconds seconds of a cycle, or null
 */
export function timeUnitFor(cycleSeconds: number | null, most: number): TimeUnit {
  if (cycleSeconds === null) return cyclesOnly;
  const seconds = Math.abs(most) * cycleSeconds;
  // What three digits round up to 1 of a unit is told in that unit.
  const [name, each] = seconds === 0 ? ofSeconds[0] : (ofSeconds.find(([, per]) => seconds * per >= 0.9995) ?? ofSeconds[3]);
  return { name, perCycle: cycleSeconds * each };
}

/** A unit in which `cycles`, but no phits or bytes per cycle, are told in another one: `cycles/packet` → `ms/packet`. */
export function toldInTime(unit: string, { name }: TimeUnit): string {
  return name === cyclesOnly.name ? unit : unit.replace(timeWord, name);
}

/**
 * A number of a unit as it stands in a file for programs: times in seconds where a cycle has any, all else as it is.
 * @param cycleSeconds seconds of a cycle, or null
 */
export function inSeconds<T>(value: T, unit: string, cycleSeconds: number | null): T | number {
  if (cycleSeconds === null || !isTime(unit) || typeof value !== "number" || value < 0) return value;
  // Twelve digits: what the factor adds behind them is noise.
  return Number((value * cycleSeconds).toPrecision(12));
}

/** The unit of what {@link inSeconds} gives. */
export function unitInSeconds(unit: string, cycleSeconds: number | null): string {
  return cycleSeconds === null ? unit : toldInTime(unit, { name: "s", perCycle: cycleSeconds });
}

/** Whether numbers of a unit are times, or so much of something for a time: `cycles`, `cycle`, `cycles/packet`. */
export function isTime(unit: string): boolean {
  return timeWord.test(unit);
}

/** Whether numbers of a unit are so much in each cycle: `phits/cycle`, `bytes/cycle`, `phits/cycle per terminal`. */
export function isPerCycle(unit: string): boolean {
  return /s\/cycle\b/.test(unit);
}

const timeWord = /(?<!s\/)\bcycles?\b/;
