/**
 * The plot in which a value is predicted and revealed: a vertical axis, and for delivered load also the load curve and the offered load.
 */
import type { Theme } from "../../../views/contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../../../views/marks/marks.ts";
import { dotted } from "../../../views/marks/strokes.ts";
import { strong } from "../../../views/plot/axes.ts";
import { aroundLine, type LabelBox } from "../../../views/plot/labels.ts";
import { type PlotAxis, type Panel, panelOf } from "../../../views/plot/panel.ts";
import { referenceMarks } from "../../../views/plot/reference.ts";
import { lineThrough, ticksIn } from "../../../views/plot/scale.ts";
import { type Series, seriesMarks } from "../../../views/plot/series.ts";
import { textWidth, strongWeight } from "../../../views/plot/text-width.ts";

/** The load curve drawn below the answers, in phits per cycle. */
export interface CurveBelow {
  readonly offered: number;
  readonly points: readonly { readonly load: number; readonly accepted: number }[];
  /** The analytic bound; null if it is not known, or must not be shown yet. */
  readonly bound: number | null;
}

interface ValuePlotOptions {
  readonly width: number;
  readonly height: number;
  /** The vertical axis: its range, its title, and how its ticks and values are written. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly tick: (value: number) => string;
  readonly say: (value: number) => string;
  /** Writes a value with its unit, for labels away from the axis; defaults to `formatValue`. */
  readonly sayFull?: (value: number) => string;
  /** Null if the question has no load axis. */
  readonly curve: CurveBelow | null;
  /** Title of the horizontal axis. */
  readonly across: string;
  /** Colors of the vertical line at the offered load and of its number, and the stroke of the curve. */
  readonly tone: { readonly at: string; readonly load: string; readonly curve: Attributes };
}

export interface ValuePlot {
  readonly panel: Panel;
  /** The x coordinate of the vertical line at the offered load, in pixels; without a load axis, the middle. */
  readonly at: number;
  /** The axes and the vertical line. */
  readonly frame: readonly Mark[];
  /** The curve, and its bound. */
  readonly curve: readonly Mark[];
  /** Boxes of lines and their labels, which other labels should avoid. */
  readonly lines: readonly LabelBox[];
}

/** The load axis ends at this load or beyond. */
const mostLoad = 1;
/** Half the height of a tick label, in pixels. */
const lastWord = 6;

/** Lays out the axes, the vertical line, and if there is a load axis, the curve with its bound. */
export function valuePlot(options: ValuePlotOptions, theme: Theme): ValuePlot {
  const { width, height, from, to, title, tick, say, sayFull = say, curve, across, tone } = options;
  const most = Math.max(mostLoad, curve?.offered ?? 0);
  const loadWord = curve === null ? "" : say(curve.offered);
  const half = textWidth(loadWord, { weight: strongWeight }) / 2;
  /** Ticks whose labels do not overlap the number of the offered load. */
  const ticks = (length: number) =>
    ticksIn([0, most], 5).filter(
      (each) => (Math.abs(each - (curve?.offered ?? 0)) / most) * length > half + textWidth(write(each)) / 2 + 6,
    );
  const write = (value: number) => String(Number(value.toPrecision(6)));
  const x: PlotAxis = { domain: [0, most], ticks, write, title: across };
  const y: PlotAxis = {
    domain: [from, to],
    clamps: true,
    ticks: (length: number) => ticksIn([from, to], Math.min(5, length / 60)),
    write: tick,
    title,
  };
  // Without a horizontal axis, the lowest tick label is the bottom of the drawing.
  const bottom = curve === null ? height - lastWord : height;
  const panel = panelOf({ right: width, bottom, x, y, hasFoot: curve !== null }, theme);
  const at = curve === null ? (panel.left + panel.right) / 2 : panel.x(curve.offered);
  const upright = pathMark("at", `M${tenth(at)} ${tenth(panel.top)}V${tenth(panel.foot)}`, { stroke: tone.at, "stroke-width": 1.2 });
  const uprightAt = (place: number): LabelBox => [place - 3, panel.top, place + 3, panel.foot];
  if (curve === null) return { panel, at, frame: [...panel.marks, upright], curve: [], lines: [uprightAt(at)] };
  const end = Math.min(to, most);
  const all = [0, end].map((load) => [panel.x(load), panel.y(load)] as const);
  const points = curve.points.map(({ load, accepted }) => ({
    x: load,
    y: accepted,
    value: `${sayFull(accepted)} delivered`,
    name: `at load ${say(load)}`,
  }));
  const series: Series = { key: "delivered", place: 0, points, start: [0, 0], stroke: tone.curve, hasDots: false };
  const bound = curve.bound === null || curve.bound >= most ? null : { value: curve.bound, name: `bound ${say(curve.bound)}` };
  const boundAt = bound === null ? 0 : panel.x(bound.value);
  return {
    panel,
    at,
    frame: [
      ...panel.marks,
      pathMark("all", lineThrough(all), { stroke: theme.edge, ...dotted }),
      upright,
      textMark("load", Math.min(at, width - half), panel.foot + 16, loadWord, strong(tone.load, "middle")),
    ],
    curve: [...seriesMarks(series, panel, theme), ...(bound === null ? [] : referenceMarks({ axis: "x", ...bound }, panel, theme))],
    lines: [
      uprightAt(at),
      ...aroundLine(all),
      ...aroundLine(points.map(({ x: load, y: accepted }) => [panel.x(load), panel.y(accepted)])),
      ...(bound === null ? [] : [uprightAt(boundAt), [boundAt, panel.foot - 18, boundAt + 7 + textWidth(bound.name), panel.foot] as const]),
    ],
  };
}
