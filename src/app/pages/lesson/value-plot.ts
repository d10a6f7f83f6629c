/** The plot in which a number is expected and found: an axis up; of what is delivered also the load curve, and the load in question. */
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

/** The load curve below the answers, phits per cycle. */
export interface CurveBelow {
  readonly offered: number;
  readonly points: readonly { readonly load: number; readonly accepted: number }[];
  /** The analytic bound; null where it is not known, or not to be seen yet. */
  readonly bound: number | null;
}

interface ValuePlotOptions {
  readonly width: number;
  readonly height: number;
  /** The axis up: its ends, what it measures, how its ticks are written and values said. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly tick: (value: number) => string;
  readonly say: (value: number) => string;
  /** The same with its unit, where it stands away from the axis; as `say` when absent. */
  readonly sayFull?: (value: number) => string;
  /** Null where the question is of one number without a load. */
  readonly curve: CurveBelow | null;
  /** What is measured across. */
  readonly across: string;
  /** Colours of the line at the load in question, and of its number; and how the curve is drawn. */
  readonly tone: { readonly at: string; readonly load: string; readonly curve: Attributes };
}

export interface ValuePlot {
  readonly panel: Panel;
  /** Where the load in question is across, pixels; the middle without a load. */
  readonly at: number;
  /** The frame, and the load in question. */
  readonly frame: readonly Mark[];
  /** The curve, and its bound. */
  readonly curve: readonly Mark[];
  /** Where lines and their words are, which other words should not cross. */
  readonly lines: readonly LabelBox[];
}

/** Loads on the axis across end here at least. */
const mostLoad = 1;
/** Half the height of a word, pixels. */
const lastWord = 6;

export function valuePlot(options: ValuePlotOptions, theme: Theme): ValuePlot {
  const { width, height, from, to, title, tick, say, sayFull = say, curve, across, tone } = options;
  const most = Math.max(mostLoad, curve?.offered ?? 0);
  const loadWord = curve === null ? "" : say(curve.offered);
  const half = textWidth(loadWord, { weight: strongWeight }) / 2;
  /** Ticks that do not touch the number of the load in question. */
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
  // Without an axis across, the last word of the axis up ends the drawing.
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
