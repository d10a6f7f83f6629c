import { textWidth } from "./text-width.ts";
import { tenth } from "../marks/marks.ts";

/**
 * SVG path data of an error bar with a cap at each end.
 * @param at Position across the bar, pixels.
 */
export function errorBar([from, to]: readonly [number, number], at: number, isUpright: boolean, cap = 3.5): string {
  const [a, b, c] = [tenth(from), tenth(to), tenth(at)];
  return isUpright
    ? `M${c} ${a}V${b}${[a, b].map((end) => `M${tenth(at - cap)} ${end}h${2 * cap}`).join("")}`
    : `M${a} ${c}H${b}${[a, b].map((end) => `M${end} ${tenth(at - cap)}v${2 * cap}`).join("")}`;
}

/** Explanation of error bars over several seeds, in the longest form that fits behind a title ending at x; empty for single runs. */
export function aboutBars(seeds: number, x: number, width: number): string {
  if (seeds < 2) return "";
  const said = [`; bars: lowest to highest of ${seeds} seeds`, `; bars: ${seeds} seeds`];
  return said.find((each) => x + textWidth(each) <= width) ?? "";
}
