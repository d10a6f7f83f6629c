/** Names of collapsed switch groups, in a band above the fill levels of their switches, so that the name hides none of them. */
import type { Theme } from "../../contract.ts";
import { type Mark, pathMark, tenth, textMark } from "../../marks/marks.ts";
import type { Box, Scene } from "../scene.ts";
import { textWidth } from "../../plot/text-width.ts";

export type Place = Pick<Box, "x" | "y" | "width" | "height">;

/** Height of the band, and minimum height of the box below it, pixels. */
const [band, least] = [17, 13];

/** The part of a box that shows its fill level: all of it if it has no name. */
export function tankIn(box: Box): Place {
  return nameOf(box) === undefined ? box : { x: box.x, y: box.y + band, width: box.width, height: box.height - band };
}

/**
 * The longest form of a group's name that fits: `64 switches of level 2` or `Z 3, 64 switches`; then the position alone; then the count.
 * Undefined where none fits.
 */
function nameOf({ unit, width, height }: Box): string | undefined {
  if (unit === undefined || height < band + least) return undefined;
  const own = unit.replace(/ above .*/, "").replace(/(.*) with (.*)/, "$2, $1");
  const shorter = [own, own.replace(/, [^,]*$|\sswitch(es)?/, ""), unit.replace(/ (of|with) .*/, "")];
  return shorter.find((text) => textWidth(text, { size: 12 }) <= width - 8);
}

/** The names of all groups that have one, each above a line that bounds the fill levels. */
export function nameMarks({ boxes }: Scene, theme: Theme): readonly Mark[] {
  const named = boxes.flatMap((box) => {
    const name = nameOf(box);
    return name === undefined ? [] : [{ ...box, name }];
  });
  if (named.length === 0) return [];
  const lines = named.map(({ x, y, width }) => `M${tenth(x)} ${tenth(y + band)}h${tenth(width)}`).join("");
  return [
    pathMark("bands", lines, { stroke: theme.edge, "stroke-width": 1 }),
    ...named.map(({ x, y, name }, i) => textMark(`unit ${i}`, x + 5, y + 12.5, name, { "font-size": 12, fill: theme.ink2 })),
  ];
}
