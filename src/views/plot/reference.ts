/** Reference values, such as bounds: a dotted line through a panel, with its name. */
import type { Theme } from "../contract.ts";
import { halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { small } from "./axes.ts";
import type { Panel } from "./panel.ts";

/** A horizontal line at a value of the y axis, or a vertical line at a value of the x axis. */
export function referenceMarks(
  { axis, value, name }: { readonly axis: "x" | "y"; readonly value: number; readonly name: string },
  { x, y, left, right, top, foot }: Pick<Panel, "x" | "y" | "left" | "right" | "top" | "foot">,
  theme: Theme,
): readonly Mark[] {
  const at = tenth(axis === "x" ? x(value) : y(value));
  const [d, nameX, nameY] =
    axis === "x" ? [`M${at} ${tenth(top)}V${tenth(foot)}`, at + 5, foot - 6] : [`M${tenth(left)} ${at}H${tenth(right)}`, left + 4, at - 5];
  return [
    pathMark(`reference ${name}`, d, { stroke: theme.ink2, "stroke-dasharray": "2 4" }),
    textMark(`reference name ${name}`, nameX, nameY, name, { ...small(theme), ...halo(theme.surface) }),
  ];
}
