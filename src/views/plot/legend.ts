/** Legends: a sample of each kind of mark with its name, in as many lines as necessary. */
import { smallText } from "./vertical-axis.ts";
import { textWidth } from "./text-width.ts";
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";

export interface LegendEntry {
  readonly id: string | number;
  readonly text: string;
  /** Draws the sample with its upper left corner at x, y. */
  readonly sample: (x: number, y: number) => readonly Mark[];
}

/** Height of a line, pixels. */
export const legendLineHeight = 18;

/** Position and width of a legend, and width of a sample, pixels. */
interface LegendArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly sampleWidth?: number;
}

/** Position of each sample, and total height. */
function layoutLegend(texts: readonly string[], { x: left, y: top, width, sampleWidth = 9 }: LegendArea) {
  let [x, y] = [left, top];
  const positions = texts.map((text) => {
    const entryWidth = sampleWidth + 5 + textWidth(text) + 14;
    if (x > left && x + entryWidth - 14 > left + width) [x, y] = [left, y + legendLineHeight];
    x += entryWidth;
    return [x - entryWidth, y] as const;
  });
  return { places: positions, height: y - top + legendLineHeight };
}

/** Height of a legend of that width, pixels. */
export const legendHeight = (texts: readonly string[], width: number) => layoutLegend(texts, { x: 0, y: 0, width }).height;

/** A legend: samples of `sampleWidth` × 9 pixels with their names; and its total height. */
export function plotLegendMarks(
  entries: readonly LegendEntry[],
  area: LegendArea,
  theme: Theme,
): { readonly marks: readonly Mark[]; readonly height: number } {
  const { places: positions, height } = layoutLegend(
    entries.map(({ text }) => text),
    area,
  );
  const marks = entries.flatMap(({ id, text, sample }, i) => {
    const [x, y] = positions[i];
    return [...sample(x, y), textMark(`name ${id}`, x + (area.sampleWidth ?? 9) + 5, y + 9, text, smallText(theme))];
  });
  return { marks, height };
}
