/** Parses and formats rates and lengths of links with their units. */
import { parseNumber, type Separator } from "./cells.ts";
import type { ReadLink } from "./contract.ts";
import type { DiagnosticsCollector } from "./diagnostics.ts";

export type LinkLength = NonNullable<ReadLink["length"]>;

/** The quantity that a unit measures, and its factor to bytes per second, meters, seconds or cycles. */
export interface LinkUnit {
  readonly dimension: "rate" | "metres" | "seconds" | "cycles";
  readonly factor: number;
}

const lengthUnits: ReadonlyMap<string, LinkUnit> = new Map(
  (
    [
      ["metres", 1, "m meter meters metre metres"],
      ["metres", 1e-3, "mm"],
      ["metres", 1e-2, "cm"],
      ["metres", 1e3, "km kilometer kilometers kilometre kilometres"],
      ["metres", 0.3048, "ft foot feet"],
      ["metres", 1609.344, "mi mile miles"],
      ["seconds", 1, "s sec secs second seconds"],
      ["seconds", 1e-3, "ms msec millisecond milliseconds"],
      ["seconds", 1e-6, "us usec µs μs microsecond microseconds"],
      ["seconds", 1e-9, "ns nsec nanosecond nanoseconds"],
      ["seconds", 1e-12, "ps psec picosecond picoseconds"],
      ["cycles", 1, "cycle cycles cyc clk clks clock clocks"],
    ] as const
  ).flatMap(([of, factor, words]) => words.split(" ").map((word): [string, LinkUnit] => [word, { dimension: of, factor }])),
);

/** Exponents of the prefixes of units of rate. */
const exponentOfPrefix: Readonly<Record<string, number>> = { "": 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/**
 * Parses a unit: `Gb/s`, `Gbps`, `GB/s`, `100GbE` without its number, `km`, `ns`, `cycles`. B means bytes and b means bits; `GBPS` means
 * bits, as for port speeds.
 */
export function parseUnit(word: string): LinkUnit | undefined {
  if (word.length > 16) return undefined;
  const length = word === "M" ? undefined : lengthUnits.get(word.toLowerCase());
  if (length !== undefined) return length;
  // Port speeds are often given with a single letter: 100G, 40GE.
  if (/^[MGT]E?$/.test(word)) return { dimension: "rate", factor: 1000 ** exponentOfPrefix[word[0].toLowerCase()] / 8 };
  const match = /^([kmgtp]?)(i?)(bytes?|bits?|be|b)(ps|\/s|\/sec|\/second)?$/i.exec(word);
  if (match === null) return undefined;
  const [, prefix, binary, noun, per = ""] = match;
  const isBytes = /^byte/i.test(noun) || (noun === "B" && per !== "PS");
  const base = binary === "" ? 1000 : 1024;
  return { dimension: "rate", factor: base ** exponentOfPrefix[prefix.toLowerCase()] / (isBytes ? 1 : 8) };
}

/** Parses a number with or without a unit; undefined for anything else. */
export function parseLinkQuantity(cell: string, separator?: Separator): { readonly value: number; readonly unit?: LinkUnit } | undefined {
  if (cell.length > maxQuantityLength) return undefined;
  const match = /^([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([a-zµμ/]*)$/i.exec(cell.trim());
  if (match === null) return undefined;
  const value = parseNumber(match[1], separator ?? (match[2] === "" ? undefined : ";"));
  if (Number.isNaN(value)) return undefined;
  if (match[2] === "") return { value };
  const unit = parseUnit(match[2]);
  return unit && { value, unit };
}

const maxQuantityLength = 60;

/** Product rounded to 15 digits, which removes binary rounding errors: 1.1 times 10⁹ would otherwise be slightly too large. */
export const multiplyRounded = (value: number, factor: number) => (factor === 1 ? value : Number((value * factor).toPrecision(15)));

/** Converts a value from a unit to its base unit. */
export const toBaseUnit = (value: number, { factor }: LinkUnit): number => multiplyRounded(value, factor);

/**
 * Data rate of an InfiniBand lane in bits per second, by the name of its speed. The encoding overhead is subtracted (8b/10b up to QDR, then
 * 64b/66b, with error correction from HDR on; InfiniBand Trade Association, roadmap). FDR has 14.0625 · 64 / 66 = 13.636, rounded as in the
 * source.
 */
const laneDataRates: ReadonlyMap<string, number> = new Map([
  ["SDR", 2e9],
  ["DDR", 4e9],
  ["QDR", 8e9],
  ["FDR10", 10e9],
  ["FDR", 13.64e9],
  ["EDR", 25e9],
  ["HDR", 50e9],
  ["NDR", 100e9],
  ["XDR", 200e9],
]);

/** Rate in bytes per second of a link speed such as `4xNDR` or `4X NDR`, or of a speed alone, `HDR`, with four lanes. */
export function infinibandRate(kind: string): number | undefined {
  const match = kind.length > 16 ? null : /^(?:([1-9]\d?)\s?x\s?)?([sdqfehnx]dr(?:10)?)$/i.exec(kind.trim());
  if (match === null) return undefined;
  const lane = laneDataRates.get(match[2].toUpperCase());
  return lane === undefined ? undefined : (lane * Number(match[1] ?? 4)) / 8;
}

/** Guesses the unit of rates: large values are bits per second; otherwise the omitted unit is usually Gb/s. @param largestRate the largest rate */
export function guessRateUnit(largestRate: number, diagnostics: DiagnosticsCollector): LinkUnit {
  const isBits = largestRate >= 1e6;
  diagnostics.guess(`Rates have no unit: they are read as ${isBits ? "b/s" : "Gb/s"}.`);
  return { dimension: "rate", factor: isBits ? 1 / 8 : 125e6 };
}

/** A length or delay from a value and its unit; undefined for a unit of rate. */
export function linkLengthOf(value: number, unit: LinkUnit): LinkLength | undefined {
  const amount = toBaseUnit(value, unit);
  if (unit.dimension === "metres") return { metres: amount };
  if (unit.dimension === "seconds") return { seconds: amount };
  if (unit.dimension === "cycles") return { cycles: amount };
  return undefined;
}

/** Parses a relative rate, a positive number without a unit; undefined for anything else. */
export function parseRelativeRate(text: string): number | undefined {
  const relativeRate = text.length > maxQuantityLength || text.trim() === "" ? Number.NaN : Number(text);
  return relativeRate > 0 && relativeRate < Infinity ? relativeRate : undefined;
}

/** Formats a rate, in Gb/s if the number can be read back exactly. @param rate bytes per second */
export function formatRate(rate: number): string {
  const bits = Number((rate / 125e6).toPrecision(15));
  return toBaseUnit(bits, { dimension: "rate", factor: 125e6 }) === rate ? `${bits} Gb/s` : `${rate} B/s`;
}

export function formatLength(length: LinkLength): string {
  if ("metres" in length) return `${length.metres} m`;
  if ("cycles" in length) return `${length.cycles} cycles`;
  const nanoseconds = Number((length.seconds * 1e9).toPrecision(15));
  return toBaseUnit(nanoseconds, { dimension: "seconds", factor: 1e-9 }) === length.seconds ? `${nanoseconds} ns` : `${length.seconds} s`;
}
