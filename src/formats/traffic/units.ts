/** Units of rates, sizes and times, as heads and cells of tables say them. */
import { unitOf } from "../units.ts";

/** Bytes per second of one of a unit of rate; null for none: `Gb/s`, `Gbps`, `MiB/s`. */
export function rateUnit(text: string): number | null {
  const unit = /(ps|\/s|\/sec|\/second)$/i.test(text) ? unitOf(text) : undefined;
  return unit?.of === "rate" ? unit.factor : null;
}

/** Bytes of one of a unit of size; null for none: `KB`, `MiB`, `kbit`. A b alone is a byte: nobody counts messages in bits. */
export function sizeUnit(text: string): number | null {
  const found = /^([kmgt]?)(i?)(bits?|bytes?|b)$/i.exec(text.slice(0, longestUnit));
  if (found === null) return null;
  const [, prefix, binary, what] = found;
  return (binary === "" ? 1000 : 1024) ** powers.indexOf(prefix.toLowerCase()) * (/^bits?$/i.test(what) ? 1 / 8 : 1);
}

/** Seconds of one of a unit of time; null for none, 0 for cycles. */
export function timeUnit(text: string): number | null {
  const unit = unitOf(text);
  return unit?.of === "seconds" ? unit.factor : unit?.of === "cycles" ? 0 : null;
}

/** Whether a text is one of these units. Of letters alone only the s is: in `node_b` the b is a name. */
export const isUnit = (text: string) =>
  (text.length > 1 || text === "s") && (rateUnit(text) !== null || sizeUnit(text) !== null || timeUnit(text) !== null);

const longestUnit = 16;
const powers = ["", "k", "m", "g", "t"];
