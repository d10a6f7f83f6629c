/** The plot of the answer over the range of a number. */
import type { SweptMeasure } from "../../../core/measures/sweep.ts";
import type { Theme } from "../../../views/contract.ts";
import { dottedLine } from "../../../views/marks/line-styles.ts";
import { type Mark, pathMark, textHalo, textMark, toTenths } from "../../../views/marks/marks.ts";
import { panelOf, type PlotAxis } from "../../../views/plot/panel.ts";
import { polylinePath } from "../../../views/plot/scale.ts";
import { seriesMarks } from "../../../views/plot/series.ts";
import { strongWeight, textWidth } from "../../../views/plot/text-width.ts";
import { smallText } from "../../../views/plot/vertical-axis.ts";
import type { Units } from "../../../words/units.ts";
import type { RangeBound, RangePoint } from "./range-runs.ts";

/** Size of the drawing, pixels. */
export const rangePlotSize = { width: 280, height: 128 } as const;
/** If the values span more than this factor, their axis is logarithmic. */
const linearSpan = 8;

export interface RangePlotData {
  /** Values of the number, ascending. */
  readonly values: readonly number[];
  readonly present: number;
  /** Whether the number has equal steps that need no ticks of their own. */
  readonly isFraction: boolean;
  readonly title: string;
  /** Writes a value of the number. */
  readonly write: (value: number) => string;
  readonly bounds: readonly RangeBound[];
  readonly points: readonly RangePoint[];
  /** The measure of bounds and points; null before the first one. */
  readonly measure: SweptMeasure | null;
}

export interface RangePlot {
  readonly marks: readonly Mark[];
  /** The value at a horizontal position, within the range. */
  readonly valueAt: (x: number) => number;
  /** The distance of two values on the axis, pixels. */
  readonly distance: (a: number, b: number) => number;
}

export function rangePlot(data: RangePlotData, units: Units, theme: Theme): RangePlot {
  const { values, present, measure, write } = data;
  const bounds = data.bounds.toSorted((a, b) => a.value - b.value);
  const points = data.points.toSorted((a, b) => a.value - b.value);
  const [first, last] = [values[0], values[values.length - 1]];
  const isLog = !data.isFraction && first > 0 && last / first > linearSpan;
  const largest = Math.max(...points.map(({ answer }) => answer), ...bounds.map(({ limit }) => limit), 0);
  const unit = measure?.unit.split(" ")[0] ?? "";
  const x: PlotAxis = {
    // From 0, if the least value is close to it.
    domain: [data.isFraction && first > 0 && first < last / 20 ? 0 : first, last],
    isLog,
    clamps: true,
    ...(data.isFraction ? {} : { ticks: (length: number) => ticksThatFit(values, length, isLog, write) }),
    write,
    title: data.title,
  };
  const y: PlotAxis = {
    domain: [0, largest === 0 ? 1 : 1.08 * largest],
    write: (tick) => (measure === null ? "" : units.writerOf(unit)(tick, largest)),
    title: measure === null ? "" : `${measure.title.toLowerCase()}, ${units.headOf(unit, largest)}`,
  };
  const panel = panelOf({ right: rangePlotSize.width - 6, bottom: rangePlotSize.height, x, y }, theme);
  const presentX = panel.x(Math.max(first, Math.min(last, present)));
  const series = {
    key: "answers",
    styleIndex: 0,
    points: points.map(({ value, answer, isDeadlocked }) => ({
      x: value,
      y: answer,
      value: "",
      name: "",
      isCrossed: isDeadlocked,
    })),
  };
  const marks = [
    ...panel.marks,
    ...seriesMarks(series, panel, theme),
    pathMark("present", `M${toTenths(presentX)} ${toTenths(panel.top)}V${toTenths(panel.foot)}`, {
      stroke: theme.accent,
      "stroke-width": 2,
    }),
    // Last, so that its name is legible.
    ...(bounds.length < 2 ? [] : boundMarks(bounds, measure, panel, theme)),
  ];
  const valueAt = (at: number): number => {
    const part = Math.max(0, Math.min(1, (at - panel.left) / (panel.right - panel.left)));
    return isLog ? first * (last / first) ** part : x.domain[0] + part * (last - x.domain[0]);
  };
  return { marks, valueAt, distance: (a, b) => Math.abs(panel.x(a) - panel.x(b)) };
}

/** The bounds as a dotted line with its name. */
function boundMarks(
  bounds: readonly RangeBound[],
  measure: SweptMeasure | null,
  { x, y, left, right, top }: Pick<ReturnType<typeof panelOf>, "x" | "y" | "left" | "right" | "top">,
  theme: Theme,
): readonly Mark[] {
  const name = measure?.isHigherBetter === true ? "ideal throughput" : "lower bound";
  const last = bounds[bounds.length - 1];
  const isAtRight = x(last.value) > (left + right) / 2;
  const nameX = isAtRight ? Math.min(right, x(last.value)) : Math.max(left, x(last.value) - textWidth(name));
  const nameY = y(last.limit) - 5 < top + 8 ? y(last.limit) + 12 : y(last.limit) - 5;
  return [
    pathMark("bounds", polylinePath(bounds.map(({ value, limit }) => [x(value), y(limit)] as const)), {
      stroke: theme.ink2,
      "stroke-width": 1.2,
      ...dottedLine,
    }),
    textMark("bounds name", nameX, nameY, name, { ...smallText(theme, isAtRight ? "end" : "start"), ...textHalo(theme.surface) }),
  ];
}

/** Values whose labels do not overlap: the first and the last one always. */
function ticksThatFit(values: readonly number[], length: number, isLog: boolean, write: (value: number) => string): readonly number[] {
  const [first, last] = [values[0], values[values.length - 1]];
  const position = (value: number) =>
    (isLog ? Math.log(value / first) / Math.log(last / first) : (value - first) / (last - first)) * length;
  const halfWidth = (value: number) => textWidth(write(value), { weight: strongWeight }) / 2 + 5;
  const ticks = [first];
  for (const value of values.slice(1)) {
    const previous = ticks[ticks.length - 1];
    const fitsBeforeLast = value === last || position(last) - position(value) >= halfWidth(value) + halfWidth(last);
    if (fitsBeforeLast && position(value) - position(previous) >= halfWidth(previous) + halfWidth(value)) ticks.push(value);
  }
  return ticks.includes(last) ? ticks : [...ticks, last];
}
