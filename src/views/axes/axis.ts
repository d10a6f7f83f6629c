/** Axes: a hairline and a word for each tick of a scale, at the left of a drawing. */
import { defined } from "../../core/base/defined.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";

/** A tick where it stands, pixels. */
export interface Tick {
  /** Names it among those of its axis. */
  readonly key: string | number;
  readonly at: number;
  /** Its word; empty for a hairline alone. */
  readonly text: string;
  /** Colour of its hairline, where it is none of many. */
  readonly stroke?: string;
}

/** How small words are written: those of axes, keys and notes; around their place, or before it, where it is said. */
export function small(theme: Theme, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": 11, fill: theme.ink2, ...defined({ "text-anchor": anchor }) };
}

/** The same for what stands out: the name of a part, the value of what is picked. */
export function strong(fill: string, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": 11, "font-weight": 650, fill, ...defined({ "text-anchor": anchor }) };
}

/** About how wide a word of an axis is, pixels. */
export function widthOf(text: string): number {
  return 6.4 * text.length;
}

/** Values of a scale as ticks. */
export function ticksAt(values: readonly number[], scale: (value: number) => number, write: (value: number) => string): readonly Tick[] {
  return values.map((value) => ({ key: value, at: scale(value), text: write(value) }));
}

/** An axis of values up: hairlines from the left to the right, each with its word before it. */
export function axisUp(ticks: readonly Tick[], left: number, right: number, theme: Theme, name = ""): readonly Mark[] {
  return ticks.flatMap(({ key, at, text, stroke = theme.line }) => [
    pathMark(`grid ${name}${key}`, `M${tenth(left)} ${tenth(at)}H${tenth(right)}`, { stroke }),
    ...(text === "" ? [] : [textMark(`tick ${name}${key}`, left - 6, at + 4, text, small(theme, "end"))]),
  ]);
}

/** Heights in their order, each at least a distance from the next and none below the floor: down first, and up from the floor. */
export function apart(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((i, rank) => (placed[i] = rank === 0 ? heights[i] : Math.max(heights[i], placed[order[rank - 1]] + distance)));
  order.toReversed().forEach((i, rank, back) => (placed[i] = Math.min(placed[i], rank === 0 ? floor : placed[back[rank - 1]] - distance)));
  return placed;
}
