import { textWidth } from "./text-width.ts";
import { tenth } from "../marks/marks.ts";

/** From where to where an error reaches, as a path with a cap at either end, upright or lying. */
export function errorBar([from, to]: readonly [number, number], at: number, isUpright: boolean, cap = 3.5): string {
  const [a, b, c] = [tenth(from), tenth(to), tenth(at)];
  return isUpright
    ? `M${c} ${a}V${b}${[a, b].map((end) => `M${tenth(at - cap)} ${end}h${2 * cap}`).join("")}`
    : `M${a} ${c}H${b}${[a, b].map((end) => `M${end} ${tenth(at - cap)}v${2 * cap}`).join("")}`;
}

/** What bars over several seeds mean, behind a title that ends at x, as far as the width has room; empty for single runs. */
export function aboutBars(seeds: number, x: number, width: number): string {
  if (seeds < 2) return "";
  const said = [`; bars: lowest to highest of ${seeds} seeds`, `; bars: ${seeds} seeds`];
  return said.find((each) => x + textWidth(each) <= width) ?? "";
}
