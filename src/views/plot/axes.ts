/** Axes up: a hairline and a word for each tick of a scale. */
import { defined } from "../../core/base/defined.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { smallSize, strongWeight } from "./text-width.ts";

/** A tick at its place, pixels. */
export interface Tick {
  /** Names it among those of its axis. */
  readonly key: string | number;
  readonly at: number;
  /** Its word; empty for a hairline alone. */
  readonly text: string;
  /** Colour of its hairline, where it is none of many. */
  readonly stroke?: string;
}

/** How small words are written: those of axes, keys and notes; around their place, or before it, where an anchor says so. */
export function small(theme: Theme, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": smallSize, fill: theme.ink2, ...defined({ "text-anchor": anchor }) };
}

/** The same for what is emphasised: the name of a part, the value of what is picked. */
export function strong(fill: string, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": smallSize, "font-weight": strongWeight, fill, ...defined({ "text-anchor": anchor }) };
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
