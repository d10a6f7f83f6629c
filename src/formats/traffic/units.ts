/** Units of rates, sizes and times in headings and cells of tables. */
import { parseUnit } from "../units.ts";

/** Factor of a unit of rate in bytes per second; null if unknown: `Gb/s`, `Gbps`, `MiB/s`. */
export function rateUnitFactor(text: string): number | null {
  const unit = /(ps|\/s|\/sec|\/second)$/i.test(text) ? parseUnit(text) : undefined;
  return unit?.dimension === "rate" ? unit.factor : null;
}

/**
 * Factor of a unit of size in bytes; null if unknown: `KB`, `MiB`, `kbit`. A single b means bytes, because message sizes are not given in
 * bits.
 */
export function sizeUnitFactor(text: string): number | null {
  const match = /^([kmgt]?)(i?)(bits?|bytes?|b)$/i.exec(text.slice(0, maxUnitLength));
  if (match === null) return null;
  const [, prefix, binary, noun] = match;
  return (binary === "" ? 1000 : 1024) ** prefixes.indexOf(prefix.toLowerCase()) * (/^bits?$/i.test(noun) ? 1 / 8 : 1);
}

/** Factor of a unit of time in seconds; null if unknown, 0 for cycles. */
export function timeUnitFactor(text: string): number | null {
  const unit = parseUnit(text);
  return unit?.dimension === "seconds" ? unit.factor : unit?.dimension === "cycles" ? 0 : null;
}

/** Whether a text is a unit of rate, size or time. The only unit of a single letter is s: in `node_b`, the b is part of a name. */
export const isTableUnit = (text: string) =>
  (text.length > 1 || text === "s") && (rateUnitFactor(text) !== null || sizeUnitFactor(text) !== null || timeUnitFactor(text) !== null);

const maxUnitLength = 16;
const prefixes = ["", "k", "m", "g", "t"];
