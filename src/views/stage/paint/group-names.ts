/** Names of collapsed switch groups, in a band above the fill levels of their switches, so that the name hides none of them. */
import type { Theme } from "../../contract.ts";
import { type Mark, pathMark, toTenths, textMark } from "../../marks/marks.ts";
import type { SwitchBox, Scene } from "../scene.ts";
import { textWidth } from "../../plot/text-width.ts";

export type BoxArea = Pick<SwitchBox, "x" | "y" | "width" | "height">;

/** Height of the band, and minimum height of the box below it, pixels. */
const [bandHeight, minRemainingHeight] = [17, 13];

/** The part of a box that shows its fill level: the whole box if it has no name. */
export function fillArea(box: SwitchBox): BoxArea {
  return groupNameIn(box) === undefined ? box : { x: box.x, y: box.y + bandHeight, width: box.width, height: box.height - bandHeight };
}

/**
 * The longest form of a group's name that fits: `64 switches of level 2` or `Z 3, 64 switches`; then only the position; then only the
 * number of switches. Undefined where none fits.
 */
function groupNameIn({ groupName, width, height }: SwitchBox): string | undefined {
  if (groupName === undefined || height < bandHeight + minRemainingHeight) return undefined;
  const fullName = groupName.replace(/ above .*/, "").replace(/(.*) with (.*)/, "$2, $1");
  const candidates = [fullName, fullName.replace(/, [^,]*$|\sswitch(es)?/, ""), groupName.replace(/ (of|with) .*/, "")];
  return candidates.find((text) => textWidth(text, { size: 12 }) <= width - 8);
}

/** The names of all groups that have one, each above a line that bounds the fill levels. */
export function groupNameMarks({ boxes }: Scene, theme: Theme): readonly Mark[] {
  const namedBoxes = boxes.flatMap((box) => {
    const name = groupNameIn(box);
    return name === undefined ? [] : [{ ...box, name }];
  });
  if (namedBoxes.length === 0) return [];
  const lines = namedBoxes.map(({ x, y, width }) => `M${toTenths(x)} ${toTenths(y + bandHeight)}h${toTenths(width)}`).join("");
  return [
    pathMark("bands", lines, { stroke: theme.edge, "stroke-width": 1 }),
    ...namedBoxes.map(({ x, y, name }, i) => textMark(`unit ${i}`, x + 5, y + 12.5, name, { "font-size": 12, fill: theme.ink2 })),
  ];
}
