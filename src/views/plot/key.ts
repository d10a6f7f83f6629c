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

/** Where a key is put, and how wide its samples are, pixels. */
interface KeyField {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly side?: number;
}

/** Where each sample begins, and how high all lines are. */
function placed(texts: readonly string[], { x: left, y: top, width, side = 9 }: KeyField) {
  let [x, y] = [left, top];
  const places = texts.map((text) => {
    const room = side + 5 + textWidth(text) + 14;
    if (x > left && x + room - 14 > left + width) [x, y] = [left, y + keyLine];
    x += room;
    return [x - room, y] as const;
  });
  return { places, height: y - top + keyLine };
}

/** How high a key of that width is, pixels. */
export const keyHeight = (texts: readonly string[], width: number) => placed(texts, { x: 0, y: 0, width }).height;

/** The samples, each in a field of `side` × 9 pixels, with their names, from a place on; and how high all lines are. */
export function keyMarks(
  names: readonly KeyName[],
  field: KeyField,
  theme: Theme,
): { readonly marks: readonly Mark[]; readonly height: number } {
  const { places, height } = placed(
    names.map(({ text }) => text),
    field,
  );
  const marks = names.flatMap(({ id, text, sample }, i) => {
    const [x, y] = places[i];
    return [...sample(x, y), textMark(`name ${id}`, x + (field.side ?? 9) + 5, y + 9, text, small(theme))];
  });
  return { marks, height };
}
