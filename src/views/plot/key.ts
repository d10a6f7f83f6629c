/** What the marks of a drawing mean: a sample of each with its name beside it, in as many lines as they need. */
import { small } from "./axes.ts";
import { textWidth } from "./text-width.ts";
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";

export interface KeyName {
  readonly id: string | number;
  readonly text: string;
  /** Draws the sample in a field that begins there. */
  readonly sample: (x: number, y: number) => readonly Mark[];
}

/** Height of a line, pixels. */
export const keyLine = 18;

/** The samples, each in a field of `side` × 9 pixels, with their names, from a place on; and how high all lines are. */
export function keyMarks(
  names: readonly KeyName[],
  { x: left, y: top, width, side = 9 }: { readonly x: number; readonly y: number; readonly width: number; readonly side?: number },
  theme: Theme,
): { readonly marks: readonly Mark[]; readonly height: number } {
  let [x, y] = [left, top];
  const marks = names.flatMap(({ id, text, sample }) => {
    const room = side + 5 + textWidth(text) + 14;
    if (x > left && x + room - 14 > left + width) [x, y] = [left, y + keyLine];
    const at = x;
    x += room;
    return [...sample(at, y), textMark(`name ${id}`, at + side + 5, y + 9, text, small(theme))];
  });
  return { marks, height: y - top + keyLine };
}
