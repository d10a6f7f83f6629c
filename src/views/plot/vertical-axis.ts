/** Vertical axes: a grid line and a label for each tick of a scale. */
import { withoutUndefined } from "../../core/base/defined.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { smallSize, strongWeight } from "./text-width.ts";

/** A tick at its position, pixels. */
export interface Tick {
  /** Key of the tick, unique on its axis. */
  readonly key: string | number;
  readonly at: number;
  /** Label of the tick; empty for a grid line without a label. */
  readonly text: string;
  /** Color of the grid line, if it is not the usual one. */
  readonly stroke?: string;
}

/** Text style of axes, legends and notes. */
export function smallText(theme: Theme, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": smallSize, fill: theme.ink2, ...withoutUndefined({ "text-anchor": anchor }) };
}

/** Text style of emphasized words: the name of a part, or the value of the selection. */
export function strongText(fill: string, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": smallSize, "font-weight": strongWeight, fill, ...withoutUndefined({ "text-anchor": anchor }) };
}

/** Values of a scale as ticks. */
export function ticksAt(values: readonly number[], scale: (value: number) => number, write: (value: number) => string): readonly Tick[] {
  return values.map((value) => ({ key: value, at: scale(value), text: write(value) }));
}

/** A vertical axis: grid lines from left to right, each with its label at the left. */
export function verticalAxisMarks(ticks: readonly Tick[], left: number, right: number, theme: Theme, name = ""): readonly Mark[] {
  return ticks.flatMap(({ key, at, text, stroke = theme.line }) => [
    pathMark(`grid ${name}${key}`, `M${toTenths(left)} ${toTenths(at)}H${toTenths(right)}`, { stroke }),
    ...(text === "" ? [] : [textMark(`tick ${name}${key}`, left - 6, at + 4, text, smallText(theme, "end"))]),
  ]);
}
