/**
 * The plot in which a value is predicted and revealed: a vertical axis, and for delivered load also the load curve and the offered load.
 */
import type { Theme } from "../../../views/contract.ts";
import { type Attributes, type Mark, pathMark, toTenths, textMark } from "../../../views/marks/marks.ts";
import { dottedLine } from "../../../views/marks/line-styles.ts";
import { strongText } from "../../../views/plot/vertical-axis.ts";
import { boxesAlongLine, type LabelBox } from "../../../views/plot/labels.ts";
import { type PlotAxis, type Panel, panelOf } from "../../../views/plot/panel.ts";
import { referenceMarks } from "../../../views/plot/reference.ts";
import { polylinePath, roundTicks } from "../../../views/plot/scale.ts";
import { type PlotSeries, seriesMarks } from "../../../views/plot/series.ts";
import { textWidth, strongWeight } from "../../../views/plot/text-width.ts";

/** The load curve drawn below the answers, in phits per cycle. */
export interface AnswerLoadCurve {
  readonly offeredLoad: number;
  readonly points: readonly { readonly load: number; readonly accepted: number }[];
  /** The analytic bound; null if it is not known, or must not be shown yet. */
  readonly bound: number | null;
}

interface ValuePlotOptions {
  readonly width: number;
  readonly height: number;
  /** The vertical axis: its range, its title, and how its ticks and values are written. */
  readonly axisStart: number;
  readonly axisEnd: number;
  readonly title: string;
  readonly formatTick: (value: number) => string;
  readonly formatValue: (value: number) => string;
  /** Writes a value with its unit, for labels away from the axis; defaults to `formatValue`. */
  readonly formatWithUnit?: (value: number) => string;
  /** The load curve; null if the question has no load axis. */
  readonly curve: AnswerLoadCurve | null;
  /** Title of the horizontal axis. */
  readonly loadAxisTitle: string;
  /** Colors of the vertical line at the offered load and of its number, and the stroke of the curve. */
  readonly style: { readonly at: string; readonly load: string; readonly curve: Attributes };
}

export interface ValuePlot {
  readonly panel: Panel;
  /** The x coordinate of the vertical line at the offered load, in pixels; without a load axis, the middle. */
  readonly centerX: number;
  /** The axes and the vertical line. */
  readonly frame: readonly Mark[];
  /** The curve, and its bound. */
  readonly curve: readonly Mark[];
  /** Boxes of lines and their labels, which other labels should avoid. */
  readonly avoidedBoxes: readonly LabelBox[];
}

/** The load axis ends at this load or beyond. */
const minLoadAxisEnd = 1;
/** Half the height of a tick label, in pixels. */
const halfTickHeight = 6;

/** Lays out the axes, the vertical line, and if there is a load axis, the curve with its bound. */
export function valuePlot(options: ValuePlotOptions, theme: Theme): ValuePlot {
  const {
    width,
    height,
    axisStart,
    axisEnd,
    title,
    formatTick,
    formatValue,
    formatWithUnit = formatValue,
    curve,
    loadAxisTitle,
    style,
  } = options;
  const loadAxisEnd = Math.max(minLoadAxisEnd, curve?.offeredLoad ?? 0);
  const loadText = curve === null ? "" : formatValue(curve.offeredLoad);
  const halfTextWidth = textWidth(loadText, { weight: strongWeight }) / 2;
  /** Ticks whose labels do not overlap the number of the offered load. */
  const ticks = (length: number) =>
    roundTicks([0, loadAxisEnd], 5).filter(
      (each) =>
        (Math.abs(each - (curve?.offeredLoad ?? 0)) / loadAxisEnd) * length > halfTextWidth + textWidth(formatLoadTick(each)) / 2 + 6,
    );
  const formatLoadTick = (value: number) => String(Number(value.toPrecision(6)));
  const x: PlotAxis = { domain: [0, loadAxisEnd], ticks, write: formatLoadTick, title: loadAxisTitle };
  const y: PlotAxis = {
    domain: [axisStart, axisEnd],
    clamps: true,
    ticks: (length: number) => roundTicks([axisStart, axisEnd], Math.min(5, length / 60)),
    write: formatTick,
    title,
  };
  // Without a horizontal axis, the lowest tick label is the bottom of the drawing.
  const bottom = curve === null ? height - halfTickHeight : height;
  const panel = panelOf({ right: width, bottom, x, y, hasFoot: curve !== null }, theme);
  const centerX = curve === null ? (panel.left + panel.right) / 2 : panel.x(curve.offeredLoad);
  const loadLine = pathMark("at", `M${toTenths(centerX)} ${toTenths(panel.top)}V${toTenths(panel.foot)}`, {
    stroke: style.at,
    "stroke-width": 1.2,
  });
  const verticalLineBox = (lineX: number): LabelBox => [lineX - 3, panel.top, lineX + 3, panel.foot];
  if (curve === null) return { panel, centerX, frame: [...panel.marks, loadLine], curve: [], avoidedBoxes: [verticalLineBox(centerX)] };
  const lineEnd = Math.min(axisEnd, loadAxisEnd);
  const fullDeliveryLine = [0, lineEnd].map((load) => [panel.x(load), panel.y(load)] as const);
  const points = curve.points.map(({ load, accepted }) => ({
    x: load,
    y: accepted,
    value: `${formatWithUnit(accepted)} delivered`,
    name: `at load ${formatValue(load)}`,
  }));
  const series: PlotSeries = { key: "delivered", styleIndex: 0, points, start: [0, 0], stroke: style.curve, hasDots: false };
  const bound =
    curve.bound === null || curve.bound >= loadAxisEnd
      ? null
      : { value: curve.bound, name: `first channel full ${formatValue(curve.bound)}` };
  const boundX = bound === null ? 0 : panel.x(bound.value);
  return {
    panel,
    centerX,
    frame: [
      ...panel.marks,
      pathMark("all", polylinePath(fullDeliveryLine), { stroke: theme.edge, ...dottedLine }),
      loadLine,
      textMark("load", Math.min(centerX, width - halfTextWidth), panel.foot + 16, loadText, strongText(style.load, "middle")),
    ],
    curve: [...seriesMarks(series, panel, theme), ...(bound === null ? [] : referenceMarks({ axis: "x", ...bound }, panel, theme))],
    avoidedBoxes: [
      verticalLineBox(centerX),
      ...boxesAlongLine(fullDeliveryLine),
      ...boxesAlongLine(points.map(({ x: load, y: accepted }) => [panel.x(load), panel.y(accepted)])),
      ...(bound === null
        ? []
        : [verticalLineBox(boundX), [boundX, panel.foot - 18, boundX + 7 + textWidth(bound.name), panel.foot] as const]),
    ],
  };
}
