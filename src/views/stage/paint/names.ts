/** What a closed unit is, over the tanks of its switches: the name has a band of its own, so that it hides none of them. */
import type { Theme } from "../../contract.ts";
import { type Mark, pathMark, tenth, textMark } from "../../marks/marks.ts";
import type { Box, Scene } from "../scene.ts";
import { textWidth } from "../../plot/text-width.ts";

export type Place = Pick<Box, "x" | "y" | "width" | "height">;

/** Height of the band, and what a box must have below it, pixels. */
const [band, least] = [17, 13];

/** The part of a box that is a tank: all of it where it has no name. */
export function tankIn(box: Box): Place {
  return nameOf(box) === undefined ? box : { x: box.x, y: box.y + band, width: box.width, height: box.height - band };
}

/** `64 switches of level 2`, or `Z 3, 64 switches`; then the place alone, then the count; undefined where there is no room for any. */
function nameOf({ unit, width, height }: Box): string | undefined {
  if (unit === undefined || height < band + least) return undefined;
  const own = unit.replace(/ above .*/, "").replace(/(.*) with (.*)/, "$2, $1");
  const shorter = [own, own.replace(/, [^,]*$|\sswitch(es)?/, ""), unit.replace(/ (of|with) .*/, "")];
  return shorter.find((text) => textWidth(text, { size: 12 }) <= width - 8);
}

/** The names of all units that have one, each over a line to which its tanks may fill. */
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
