/** A panel: the frame of a plot, with its scales and axes. The margins are as wide as the labels in them. */
import type { Theme } from "../contract.ts";
import { type Mark, textMark } from "../marks/marks.ts";
import { verticalAxisMarks, smallText, type Tick, ticksAt } from "./vertical-axis.ts";
import { horizontalAxisGrid, horizontalAxisLabels, nonOverlappingTicks } from "./horizontal-axis.ts";
import { nameColumnWidth } from "./end-names.ts";
import { type Extent, linearScale, logScale, type PlotScale, roundTicks } from "./scale.ts";
import { textWidth, type TextStyle, maxTextWidth } from "./text-width.ts";

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
  readonly bandHeight?: number;
  /** Prefix of the keys of marks, for drawings with several panels. */
  readonly key?: string;
}

/** A panel with its scales and marks. */
export interface Panel {
  readonly x: PlotScale;
  readonly y: PlotScale;
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
const tickDistance = { across: 90, up: 44 } as const;
/** Distance from the labels of the vertical axis to the field, pixels. */
const labelGap = 8;

const axisTickValues = ({ domain, ticks }: PlotAxis, length: number, minDistance: number) =>
  ticks?.(length) ?? roundTicks(domain, Math.max(2, length / minDistance));

const axisScale = ({ domain, isLog = false, clamps }: PlotAxis, range: Extent) => (isLog ? logScale : linearScale)(domain, range, clamps);

/** The ticks, with a darker grid line at the reference value. */
const withBaseTick = (ticks: readonly Tick[], { base }: PlotAxis, { ink2 }: Theme) =>
  ticks.map((tick) => (tick.key === base ? { ...tick, stroke: ink2 } : tick));

/** Width of the labels of a vertical axis with that height, pixels. */
export function axisLabelWidth(axis: PlotAxis, height: number): number {
  return labelGap + maxTextWidth(axisTickValues(axis, height, tickDistance.up).map(axis.write));
}

/**
 * Computes the scales, the area and the axis marks of a panel, which is one plot of several in a drawing. In the result, `left`, `right`,
 * `top` and `foot` are the edges of the area inside the axes, in pixels. In the options, `bandHeight` is the height reserved between this
 * area and the labels below it, `inset` the distance of the first and last value from the edges, `names` the names of lines to the right.
 */
export function panelOf(options: PanelOptions, theme: Theme): Panel {
  const {
    left: outerLeft = 0,
    top: outerTop = 0,
    right: outerRight,
    bottom,
    x: xAxis,
    y: yAxis,
    names = [],
    nameStyle,
    hasFoot = true,
    inset = 0,
    bandHeight = 0,
    key = "",
  } = options;
  const titleBelow = hasFoot ? (xAxis.title ?? "") : "";
  const top = outerTop + (yAxis.title === undefined ? heights.edge : heights.title);
  const foot = bottom - bandHeight - (hasFoot ? heights.words : 0) - (titleBelow === "" ? 0 : heights.titleBelow);
  const left = outerLeft + (options.gutter ?? axisLabelWidth(yAxis, foot - top));
  const lastLabel = xAxis.write(xAxis.domain[1]);
  const right = outerRight - Math.max(nameColumnWidth(names, outerRight - outerLeft, nameStyle), hasFoot ? textWidth(lastLabel) / 2 : 0, 5);
  const [x, y] = [axisScale(xAxis, [left + inset, right - inset]), axisScale(yAxis, [foot, top])];
  // Ticks of both axes, as many as fit.
  const xTicks = hasFoot
    ? nonOverlappingTicks(withBaseTick(ticksAt(axisTickValues(xAxis, right - left, tickDistance.across), x, xAxis.write), xAxis, theme))
    : [];
  const yTicks = withBaseTick(ticksAt(axisTickValues(yAxis, foot - top, tickDistance.up), y, yAxis.write), yAxis, theme);
  return {
    x,
    y,
    left,
    right,
    top,
    foot,
    marks: [
      ...verticalAxisMarks(yTicks, left, right, theme, key),
      ...(xAxis.hasLines === true ? horizontalAxisGrid(xTicks, top, foot, theme, `${key}x`) : []),
      ...horizontalAxisLabels(xTicks, { y: foot + bandHeight + 16, left: outerLeft, right: outerRight }, theme, `${key}x`),
      ...(yAxis.title === undefined ? [] : [textMark(`${key}title up`, left, top - 7, yAxis.title, smallText(theme))]),
      ...(titleBelow === "" ? [] : [textMark(`${key}title across`, right, bottom - 4, titleBelow, smallText(theme, "end"))]),
    ],
  };
}
