/** Legends: a sample of each kind of mark with its name, in as many lines as necessary. */
import { small } from "./axes.ts";
import { textWidth } from "./text-width.ts";
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";

export interface KeyName {
  readonly id: string | number;
  readonly text: string;
  /** Draws the sample with its upper left corner at x, y. */
  readonly sample: (x: number, y: number) => readonly Mark[];
}

/** Height of a line, pixels. */
export const keyLine = 18;

/** Position and width of a legend, and width of a sample, pixels. */
interface KeyField {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly side?: number;
}

/** Position of each sample, and total height. */
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

/** Height of a legend of that width, pixels. */
export const keyHeight = (texts: readonly string[], width: number) => placed(texts, { x: 0, y: 0, width }).height;

/** A legend: samples of `sampleWidth` × 9 pixels with their names; and its total height. */
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
