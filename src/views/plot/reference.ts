/** Reference values, such as bounds: a dotted line through a panel, with its name. */
import type { Theme } from "../contract.ts";
import { textHalo, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { smallText } from "./vertical-axis.ts";
import type { Panel } from "./panel.ts";

/** A horizontal line at a value of the y axis, or a vertical line at a value of the x axis. */
export function referenceMarks(
  { axis, value, name }: { readonly axis: "x" | "y"; readonly value: number; readonly name: string },
  { x, y, left, right, top, foot }: Pick<Panel, "x" | "y" | "left" | "right" | "top" | "foot">,
  theme: Theme,
): readonly Mark[] {
  const linePosition = toTenths(axis === "x" ? x(value) : y(value));
  const [d, nameX, nameY] =
    axis === "x"
      ? [`M${linePosition} ${toTenths(top)}V${toTenths(foot)}`, linePosition + 5, foot - 6]
      : [`M${toTenths(left)} ${linePosition}H${toTenths(right)}`, left + 4, linePosition - 5];
  return [
    pathMark(`reference ${name}`, d, { stroke: theme.ink2, "stroke-dasharray": "2 4" }),
    textMark(`reference name ${name}`, nameX, nameY, name, { ...smallText(theme), ...textHalo(theme.surface) }),
  ];
}
