import { textWidth } from "./text-width.ts";
import { toTenths } from "../marks/marks.ts";

/**
 * SVG path data of an error bar with a cap at each end.
 * @param at Position across the bar, pixels.
 */
export function errorBarPath([from, to]: readonly [number, number], at: number, isUpright: boolean, cap = 3.5): string {
  const [a, b, c] = [toTenths(from), toTenths(to), toTenths(at)];
  return isUpright
    ? `M${c} ${a}V${b}${[a, b].map((end) => `M${toTenths(at - cap)} ${end}h${2 * cap}`).join("")}`
    : `M${a} ${c}H${b}${[a, b].map((end) => `M${end} ${toTenths(at - cap)}v${2 * cap}`).join("")}`;
}

/** Explanation of error bars over several seeds, in the longest form that fits after a title that ends at x; empty for single runs. */
export function errorBarNote(seeds: number, x: number, width: number): string {
  if (seeds < 2) return "";
  const texts = [`; bars: lowest to highest of ${seeds} seeds`, `; bars: ${seeds} seeds`];
  return texts.find((text) => x + textWidth(text) <= width) ?? "";
}
