/** Accepted load and latency over offered load, growing while the runs of a sweep arrive. (Dally, Towles (2004), §23.1) */
import { type CurvePoint, saturationOf } from "../../core/measures/curve.ts";
import type { Canvas, TableData, Variant, View, ViewData } from "../contract.ts";
import { circleMark, type MarksDrawing, textHalo, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";
import { dottedLine } from "../marks/line-styles.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { lineEndNames, minNameDistance } from "../plot/end-names.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeysHelp } from "../plot/plot-keys.ts";
import { fontAttributes, textWidth } from "../plot/text-width.ts";
import { curveHeads, headStyle, latencyLabel, type Panels, loadCurvePanels, lineThroughPanels, pointsWithLatency } from "./panels.ts";
import { curveHeadline, isBeyondOffered, sayCurves } from "./say.ts";
import { loadCurveSeries } from "./series.ts";

export const loadCurve: View<MarksDrawing> = {
  id: "load-curve",
  title: "Load curve",
  sources: ["curve"],
  isForAllNetworks: true,
  isOfWholeRuns: true,
  isOpenByDefault: ({ curve }) => curve.expectedPoints > 0,

  // Several curves need more height to be distinguishable.
  preferredSize: (data, width) => ({ width, height: Math.max(184, Math.min(440, width * (curvesOf(data).length > 1 ? 0.95 : 0.7))) }),

  emptyMessage(data) {
    const curves = curvesOf(data);
    if (curves.length === 0) return "Plots accepted load and latency over offered load. A finite workload has no offered load.";
    return curves.every(({ curve }) => curve.isOnDemand === true) ? sayCurves(data) : null;
  },

  summary: sayCurves,
  headline: curveHeadline,

  layout: (data, canvas) => ({ marks: canvas.width < 80 || canvas.height < 80 ? [] : loadCurveMarks(data, canvas) }),

  keys: plotKeysHelp,

  draw: drawPlot,

  table: (data) => curveTable(curvesOf(data)),
};

/** The networks that have a load curve. */
function curvesOf({ variants }: ViewData): readonly Variant[] {
  return variants.filter(({ curve }) => curve.expectedPoints > 0);
}

/**
 * The load curves as a table: a row for each offered load of each network, with accepted load and mean latency. Columns for confidence
 * intervals (±) and for the lowest and highest values over the seeds are present if any point has them.
 */
function curveTable(variants: readonly Variant[]): TableData {
  const hasSpread = variants.some(({ curve }) => curve.points.some(({ spread }) => spread !== undefined));
  const hasErrors = variants.some(({ curve }) => curve.points.some(({ error }) => error !== undefined));
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: "Offered", unit: "phits/cycle per sender" },
    { title: "Accepted", unit: "phits/cycle per sender" },
    { title: "Latency, mean", unit: "cycles" },
    { title: "Steady", unit: "" },
    ...(hasErrors
      ? [
          { title: "Accepted, ±", unit: "phits/cycle per sender" },
          { title: "Latency, mean, ±", unit: "cycles" },
        ]
      : []),
    ...(hasSpread
      ? [
          { title: "Seeds", unit: "" },
          { title: "Accepted, lowest", unit: "phits/cycle per sender" },
          { title: "Accepted, highest", unit: "phits/cycle per sender" },
          { title: "Latency, lowest", unit: "cycles" },
          { title: "Latency, highest", unit: "cycles" },
        ]
      : []),
  ];
  const rows = variants.flatMap(({ letter, title, curve }) =>
    curve.points.map(({ load, accepted, latency, steady, deadlocked, spread, error }) => [
      ...(variants.length > 1 ? [`${letter} ${title}`] : []),
      load,
      accepted,
      latency ?? "",
      deadlocked ? "deadlock" : steady ? "yes" : "no",
      ...(hasErrors ? [error?.accepted ?? "", error?.latency ?? ""] : []),
      ...(hasSpread
        ? [
            spread?.seeds ?? 1,
            spread?.accepted[0] ?? accepted,
            spread?.accepted[1] ?? accepted,
            ...(spread?.latency ?? [latency ?? "", latency ?? ""]),
          ]
        : []),
    ]),
  );
  return { columns, rows };
}

/** Marks of all curves, bottom layer first. */
function loadCurveMarks(data: ViewData, canvas: Canvas): readonly Mark[] {
  const variants = curvesOf(data);
  if (variants.length === 0) return [];
  const heads = curveHeads(variants, canvas.width);
  const panels = loadCurvePanels(variants, canvas, heads);
  const names = endLabelMarks(variants, heads, panels, canvas);
  return [
    ...panels.accepted.marks,
    ...panels.latency.marks,
    ...missingMarks(variants, panels, canvas),
    ...boundMarks(variants, panels, canvas),
    ...variants.flatMap((variant, seriesIndex) => loadCurveSeries(variant, seriesIndex, panels, canvas)),
    ...scenarioLoadMarks(data.load, variants, panels, canvas),
    ...saturationLabels(data, variants, panels, canvas, names),
    ...names,
  ];
}

/**
 * Shades the range of offered loads that is not simulated yet, in both panels, and prints there the number of known points and the number
 * of all points. Also draws the diagonal of the upper panel, on which the accepted load equals the offered load.
 */
function missingMarks(variants: readonly Variant[], { accepted, latency }: Panels, { theme }: Canvas): readonly Mark[] {
  const { x, right } = accepted;
  const marks: Mark[] = [];
  const incomplete = variants.filter(({ curve }) => curve.points.length < curve.expectedPoints);
  if (incomplete.length > 0) {
    const missingLeft = x(Math.min(...incomplete.map(({ curve: { points } }) => points[points.length - 1]?.load ?? 0)));
    const shade = { fill: theme.ink, "fill-opacity": 0.045 };
    const sumOf = (valueOf: (curve: Variant["curve"]) => number) => variants.reduce((all, { curve }) => all + valueOf(curve), 0);
    const count = `${sumOf(({ points }) => points.length)}/${sumOf((curve) => curve.expectedPoints)}`;
    marks.push(
      rectMark("to come", missingLeft, accepted.top, right - missingLeft, accepted.foot - accepted.top, shade),
      rectMark("to come below", missingLeft, latency.top, right - missingLeft, latency.foot - latency.top, shade),
    );
    // In the upper panel the count would overlap the label of the saturation.
    if (right - missingLeft > textWidth(count) + 4)
      marks.push(
        textMark("count", (missingLeft + right) / 2, latency.foot - 6, count, {
          ...smallText(theme, "middle"),
          ...textHalo(theme.surface),
        }),
      );
  }
  const diagonalEnd = Math.min(x.domain[1], accepted.y.domain[1]);
  const pathPoint = (load: number) => `${x(load).toFixed(1)} ${accepted.y(load).toFixed(1)}`;
  return [
    ...marks,
    pathMark("all delivered", `M${pathPoint(0)}L${pathPoint(diagonalEnd)}`, {
      stroke: theme.ink2,
      "stroke-dasharray": "1 4",
      "stroke-linecap": "round",
    }),
  ];
}

/** The analytic bound of a single network: the load at which its first channel is full. */
function boundMarks(variants: readonly Variant[], panels: Panels, { units, theme }: Canvas): readonly Mark[] {
  const [{ analysis, curve }] = variants;
  if (variants.length > 1 || analysis === null || isBeyondOffered(analysis.bound)) return [];
  // The bound is not drawn if the network deadlocks at a lower load.
  if (curve.points.some(({ deadlocked, load }) => deadlocked && load < analysis.bound)) return [];
  const { bound } = analysis;
  const { x, left, foot } = panels.accepted;
  const isLeftOfLine = bound > 0.5;
  const text = `first channel full ${units.formatLoad(bound)}`;
  // On a narrow card the label must not cover the 0 of the axis.
  const end = Math.max(x(bound) - 5, left + textWidth(text));
  return [
    pathMark("bound", lineThroughPanels(panels, bound), { stroke: theme.ink, "stroke-width": 1.2, ...dottedLine }),
    textMark("bound label", isLeftOfLine ? end : x(bound) + 5, foot + 12, text, smallText(theme, isLeftOfLine ? "end" : "start")),
  ];
}

/**
 * Labels at the last point of each curve: name and accepted load in the upper panel, letter and latency in the lower one. Labels of nearby
 * curves are moved apart.
 * @param heads text before the accepted load of each network: its letter or name
 */
function endLabelMarks(
  variants: readonly Variant[],
  heads: readonly string[],
  { accepted, latency }: Panels,
  { units, theme }: Canvas,
): readonly Mark[] {
  const key = (name: string, letter: string) => (letter === "" ? name : `${name} ${letter}`);
  const style = { ...fontAttributes(headStyle), fill: theme.ink };
  const acceptedLabels = variants.flatMap(({ letter, curve: { points } }, i) => {
    const last = points.at(-1);
    if (last === undefined) return [];
    const text = `${heads[i]}${units.formatLoad(last.accepted)}`;
    return [{ key: key("accepted", letter), x: accepted.x(last.load), y: accepted.y(last.accepted), text }];
  });
  const latencyLabels = variants.flatMap(({ letter, curve: { points } }) => {
    const last = pointsWithLatency(points).at(-1);
    if (last === undefined) return [];
    const text = `${letter} ${latencyLabel(units, last.latency, latency.y.domain[1])}`.trim();
    return [{ key: key("latency", letter), x: latency.x(last.load), y: latency.y(last.latency), text }];
  });
  return [...lineEndNames(acceptedLabels, accepted.foot, theme, style), ...lineEndNames(latencyLabels, latency.foot, theme, style)];
}

/**
 * Labels such as `saturates 0.20`, one for each network that saturates, beside the vertical line at its saturation load. A single label is
 * halfway down this line. Several labels are stacked from the bottom upwards, each on the side of its line that no other line crosses, and
 * above the labels of unfinished curves. Labels that do not fit are omitted.
 * @param endLabels labels at the ends of the curves, which must not be covered
 */
function saturationLabels(
  data: ViewData,
  variants: readonly Variant[],
  { accepted }: Panels,
  { units, theme, width }: Canvas,
  endLabels: readonly Mark[],
): readonly Mark[] {
  const saturations = variants.flatMap(({ letter, curve }) => {
    const saturation = saturationOf(curve.points);
    return saturation === null ? [] : [{ letter, ...saturation }];
  });
  // Below the curves there is room for only a few labels; the summary has all of them.
  if (saturations.length > 1 && (saturations.length > 3 || accepted.foot - accepted.top < 150)) return [];
  const { x, y: yOf, left, right, foot, top } = accepted;
  // Vertical lines: the saturations, the load of the document, and for a single network the bound.
  const verticalLines = [...saturations, { load: data.load }, { load: variants.length > 1 ? null : (data.analysis?.bound ?? null) }];
  let y = foot + 8;
  return saturations.flatMap(({ letter, load, accepted: acceptedLoad }) => {
    const isInRightPart = x(load) - left > 0.6 * (right - left);
    const text = `${letter} saturates ${units.formatLoad(load)}`.trim();
    const labelWidth = textWidth(text) + 5;
    // Sides on which the label is within the drawing and crosses no other vertical line, the preferred one first.
    const freeSides = [isInRightPart, !isInRightPart].filter((isLeft) => {
      const [labelLeft, labelRight] = isLeft ? [x(load) - labelWidth, x(load)] : [x(load), x(load) + labelWidth];
      const isInside = labelLeft > left && labelRight <= width;
      return (
        isInside &&
        verticalLines.every((line) => line.load === null || line.load === load || x(line.load) < labelLeft || x(line.load) > labelRight)
      );
    });
    if (variants.length > 1 && freeSides.length === 0) return [];
    const [isLeft = isInRightPart] = freeSides;
    const style = { ...smallText(theme, isLeft ? "end" : "start"), fill: theme.ink, ...textHalo(theme.surface) };
    const labelAt = (height: number) => textMark(`saturation label ${letter}`, x(load) + (isLeft ? -5 : 5), height, text, style);
    if (variants.length === 1) return [labelAt(Math.max(yOf(acceptedLoad) + 20, (foot + yOf(acceptedLoad)) / 2 + 4))];
    // Move the label up until it touches no other label.
    do y -= minNameDistance;
    while (y > top && endLabels.some((name) => doLabelsTouch(name, labelAt(y))));
    return y > top ? [labelAt(y)] : [];
  });
}

/** Whether two labels would touch. */
function doLabelsTouch(a: Mark, b: Mark): boolean {
  const [first, second] = [a, b].map(({ text = "", attributes }) => {
    const [x, width] = [Number(attributes["x"]), textWidth(text, headStyle)];
    const left = attributes["text-anchor"] === "end" ? x - width : x;
    return { left, right: left + width, y: Number(attributes["y"]) };
  });
  return Math.abs(first.y - second.y) < minNameDistance && first.left < second.right && second.left < first.right;
}

/**
 * The load of the scenario: a line, and a dot on every curve that has reached it. If the channel rates differ, the dot of a network is at
 * its own offered load.
 */
function scenarioLoadMarks(load: number | null, variants: readonly Variant[], panels: Panels, { theme }: Canvas): readonly Mark[] {
  if (load === null) return [];
  const { accepted, latency } = panels;
  const dot = { fill: theme.accent, stroke: theme.surface, "stroke-width": 1.5 };
  const haveSameRates = variants.every(({ cycle }) => cycle === variants[0].cycle);
  const dots = variants.flatMap(({ letter, load: ownLoad, curve: { points } }) => {
    const networkLoad = haveSameRates ? load : (ownLoad ?? load);
    const key = (name: string) => (letter === "" ? name : `${name} ${letter}`);
    const ownAccepted = interpolate([{ load: 0, accepted: 0 }, ...points], networkLoad, (point) => point.accepted);
    const ownLatency = interpolate(pointsWithLatency(points), networkLoad, (point) => point.latency);
    return [
      ...(ownAccepted === null ? [] : [circleMark(key("own accepted"), accepted.x(networkLoad), accepted.y(ownAccepted), 4, dot)]),
      ...(ownLatency === null ? [] : [circleMark(key("own latency"), latency.x(networkLoad), latency.y(ownLatency), 4, dot)]),
    ];
  });
  return [pathMark("own load", lineThroughPanels(panels, load), { stroke: theme.accent, "stroke-width": 1.5 }), ...dots];
}

/** Height of the curve at a load, interpolated between points; null outside the known range. */
function interpolate<Point extends Pick<CurvePoint, "load">>(
  points: readonly Point[],
  load: number,
  valueOf: (point: Point) => number,
): number | null {
  const nextIndex = points.findIndex((point) => point.load >= load - 1e-9);
  if (nextIndex < 0) return null;
  const b = points[nextIndex];
  if (Math.abs(b.load - load) < 1e-9) return valueOf(b);
  if (nextIndex === 0) return null;
  const a = points[nextIndex - 1];
  return valueOf(a) + ((valueOf(b) - valueOf(a)) * (load - a.load)) / (b.load - a.load);
}
