/** A panel: the frame of a plot, with its scales and axes. Its margins are as wide as the words in them. */
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";
import { axisUp, small, type Tick, ticksAt } from "./axes.ts";
import { axisLines, axisWords, withRoom } from "./axes-across.ts";
import { roomForNames } from "./end-names.ts";
import { type Extent, linearScale, logScale, type Scale, ticksIn } from "./scale.ts";
import { textWidth, type TextStyle, widestOf } from "./text-width.ts";

/** What an axis measures. */
export interface PlotAxis {
  readonly domain: Extent;
  /** Whether equal factors are equally long; equal steps when absent. */
  readonly isLog?: boolean;
  /** Whether values outside of the domain are drawn at its ends. */
  readonly clamps?: boolean;
  /** Values that have a tick, on an axis of that length, pixels; even steps when absent, `decadesWithRoom` gives those of equal factors. */
  readonly ticks?: (length: number) => readonly number[];
  readonly write: (value: number) => string;
  /** What it measures, with its unit. */
  readonly title?: string;
  /** The value that others are compared with, as 0 or 1: its hairline is darker. */
  readonly base?: number;
  /** Whether ticks of an axis across have hairlines, as those of an axis up have. */
  readonly hasLines?: boolean;
}

/** Where a panel is put, and what it holds. */
export interface PanelOptions {
  /** Its outer edges, words of axes included, pixels; the left and upper ones are 0 when absent. */
  readonly left?: number;
  readonly top?: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  /** Names at the right ends of its lines, and how they are written. */
  readonly names?: readonly string[];
  readonly nameStyle?: TextStyle;
  /** Room for the words of the axis up, where panels one above the other share it; as wide as they are when absent. */
  readonly gutter?: number;
  /** Whether the axis across has its words and title; a panel above another one leaves them to that. */
  readonly hasFoot?: boolean;
  /** From the sides of its field to the ends of the axis across, where marks are too large to lie on the sides; 0 when absent. */
  readonly inset?: number;
  /** Room between the field and the words of the axis across, for a band that belongs to both; none when absent. */
  readonly under?: number;
  /** Begins the keys of its marks, where a drawing has several panels. */
  readonly key?: string;
}

/** A panel as it is drawn. */
export interface Panel {
  readonly x: Scale;
  readonly y: Scale;
  /** The edges of its field, pixels. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  /** Hairlines, words and titles of the axes. */
  readonly marks: readonly Mark[];
}

/** Heights of the titles and words around a field, pixels. */
const heights = { title: 18, words: 18, titleBelow: 15, edge: 6 } as const;
/** About how far ticks are from each other, pixels. */
const pitch = { across: 90, up: 44 } as const;
/** From the words of the axis up to the field, pixels. */
const gap = 8;

const ticksOf = ({ domain, ticks }: PlotAxis, length: number, apart: number) =>
  ticks?.(length) ?? ticksIn(domain, Math.max(2, length / apart));

const scaleOf = ({ domain, isLog = false, clamps }: PlotAxis, range: Extent) => (isLog ? logScale : linearScale)(domain, range, clamps);

/** Ticks of which that of the base is darker. */
const toned = (ticks: readonly Tick[], { base }: PlotAxis, { ink2 }: Theme) =>
  ticks.map((tick) => (tick.key === base ? { ...tick, stroke: ink2 } : tick));

/** Width of the words of an axis up that is so high, pixels. */
export function gutterOf(axis: PlotAxis, height: number): number {
  return gap + widestOf(ticksOf(axis, height, pitch.up).map(axis.write));
}

/** The frame of a plot. */
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
