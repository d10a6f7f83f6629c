/** A panel: the frame of a plot, with its scales and axes. The margins are as wide as the labels in them. */
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";
import { axisUp, small, type Tick, ticksAt } from "./axes.ts";
import { axisLines, axisWords, withRoom } from "./axes-across.ts";
import { roomForNames } from "./end-names.ts";
import { type Extent, linearScale, logScale, type Scale, ticksIn } from "./scale.ts";
import { textWidth, type TextStyle, widestOf } from "./text-width.ts";

/** An axis of a plot. */
export interface PlotAxis {
  readonly domain: Extent;
  /** Whether the scale is logarithmic; linear when absent. */
  readonly isLog?: boolean;
  /** Whether values outside the domain are drawn at its ends. */
  readonly clamps?: boolean;
  /** Values of ticks, for an axis of that length in pixels. Default: equal steps. For logarithmic axes see {@link decadeTicksWithin}. */
  readonly ticks?: (length: number) => readonly number[];
  readonly write: (value: number) => string;
  /** Title: the quantity with its unit. */
  readonly title?: string;
  /** Reference value, such as 0 or 1; its grid line is darker. */
  readonly base?: number;
  /** Whether ticks of a horizontal axis have grid lines, as those of a vertical axis always have. */
  readonly hasLines?: boolean;
}

/** Position and content of a panel. */
export interface PanelOptions {
  /** Outer edges including axis labels, pixels; left and top are 0 when absent. */
  readonly left?: number;
  readonly top?: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  /** Names at the right ends of lines, and their text style. */
  readonly names?: readonly string[];
  readonly nameStyle?: TextStyle;
  /** Width reserved for labels of the vertical axis, to align panels above each other; as wide as the labels when absent. */
  readonly gutter?: number;
  /** Whether the horizontal axis has labels and a title. A panel above another one with the same axis has none. Default true. */
  readonly hasFoot?: boolean;
  /**
   * Distance from the sides of the field to the ends of the horizontal axis, for marks that extend beyond their position; 0 when absent.
   */
  readonly inset?: number;
  /** Height of a band between the field and the labels of the horizontal axis; 0 when absent. */
  readonly under?: number;
  /** Prefix of the keys of marks, for drawings with several panels. */
  readonly key?: string;
}

/** A panel with its scales and marks. */
export interface Panel {
  readonly x: Scale;
  readonly y: Scale;
  /** Edges of the field, pixels; `foot` is the bottom edge. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  /** Grid lines, labels and titles of the axes. */
  readonly marks: readonly Mark[];
}

/** Heights of titles and labels around the field, pixels. */
const heights = { title: 18, words: 18, titleBelow: 15, edge: 6 } as const;
/** Approximate distance of ticks, pixels. */
const pitch = { across: 90, up: 44 } as const;
/** Distance from the labels of the vertical axis to the field, pixels. */
const gap = 8;

const ticksOf = ({ domain, ticks }: PlotAxis, length: number, apart: number) =>
  ticks?.(length) ?? ticksIn(domain, Math.max(2, length / apart));

const scaleOf = ({ domain, isLog = false, clamps }: PlotAxis, range: Extent) => (isLog ? logScale : linearScale)(domain, range, clamps);

/** The ticks, with a darker grid line at the reference value. */
const toned = (ticks: readonly Tick[], { base }: PlotAxis, { ink2 }: Theme) =>
  ticks.map((tick) => (tick.key === base ? { ...tick, stroke: ink2 } : tick));

/** Width of the labels of a vertical axis with that height, pixels. */
export function gutterOf(axis: PlotAxis, height: number): number {
  return gap + widestOf(ticksOf(axis, height, pitch.up).map(axis.write));
}

/** Computes scales, field and marks of a panel. */
export function panelOf(options: PanelOptions, theme: Theme): Panel {
  const {
    left: edge = 0,
    top: ceiling = 0,
    right: end,
    bottom,
    x: across,
    y: up,
    names = [],
    nameStyle,
    hasFoot = true,
    inset = 0,
    under = 0,
    key = "",
  } = options;
  const titleBelow = hasFoot ? (across.title ?? "") : "";
  const top = ceiling + (up.title === undefined ? heights.edge : heights.title);
  const foot = bottom - under - (hasFoot ? heights.words : 0) - (titleBelow === "" ? 0 : heights.titleBelow);
  const left = edge + (options.gutter ?? gutterOf(up, foot - top));
  const lastWord = across.write(across.domain[1]);
  const right = end - Math.max(roomForNames(names, end - edge, nameStyle), hasFoot ? textWidth(lastWord) / 2 : 0, 5);
  const [x, y] = [scaleOf(across, [left + inset, right - inset]), scaleOf(up, [foot, top])];
  const xTicks = hasFoot ? withRoom(toned(ticksAt(ticksOf(across, right - left, pitch.across), x, across.write), across, theme)) : [];
  const yTicks = toned(ticksAt(ticksOf(up, foot - top, pitch.up), y, up.write), up, theme);
  return {
    x,
    y,
    left,
    right,
    top,
    foot,
    marks: [
      ...axisUp(yTicks, left, right, theme, key),
      ...(across.hasLines === true ? axisLines(xTicks, top, foot, theme, `${key}x`) : []),
      ...axisWords(xTicks, { y: foot + under + 16, left: edge, right: end }, theme, `${key}x`),
      ...(up.title === undefined ? [] : [textMark(`${key}title up`, left, top - 7, up.title, small(theme))]),
      ...(titleBelow === "" ? [] : [textMark(`${key}title across`, right, bottom - 4, titleBelow, small(theme, "end"))]),
    ],
  };
}
