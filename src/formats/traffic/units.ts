/** Units of rates, sizes and times in headings and cells of tables. */
import { unitOf } from "../units.ts";

/** Factor of a unit of rate in bytes per second; null if unknown: `Gb/s`, `Gbps`, `MiB/s`. */
export function rateUnit(text: string): number | null {
  const unit = /(ps|\/s|\/sec|\/second)$/i.test(text) ? unitOf(text) : undefined;
  return unit?.of === "rate" ? unit.factor : null;
}

/**
 * Factor of a unit of size in bytes; null if unknown: `KB`, `MiB`, `kbit`. A single b means bytes, because message sizes are not given in
 * bits.
 */
export function sizeUnit(text: string): number | null {
  const found = /^([kmgt]?)(i?)(bits?|bytes?|b)$/i.exec(text.slice(0, longestUnit));
  if (found === null) return null;
  const [, prefix, binary, what] = found;
  return (binary === "" ? 1000 : 1024) ** powers.indexOf(prefix.toLowerCase()) * (/^bits?$/i.test(what) ? 1 / 8 : 1);
}

/** Factor of a unit of time in seconds; null if unknown, 0 for cycles. */
export function timeUnit(text: string): number | null {
  const unit = unitOf(text);
  return unit?.of === "seconds" ? unit.factor : unit?.of === "cycles" ? 0 : null;
}

/** Whether a text is one of these units. The only single letter is s: in `node_b`, the b is part of a name. */
export const isUnit = (text: string) =>
  (text.length > 1 || text === "s") && (rateUnit(text) !== null || sizeUnit(text) !== null || timeUnit(text) !== null);

const longestUnit = 16;
const powers = ["", "k", "m", "g", "t"];
