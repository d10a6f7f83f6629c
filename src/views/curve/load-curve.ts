/** Accepted load and latency over offered load, growing while the runs of a sweep arrive. (Dally, Towles (2004), §23.1) */
import { type CurvePoint, saturationOf } from "../../core/measures/curve.ts";
import type { Canvas, Table, Variant, View, ViewData } from "../contract.ts";
import { circleMark, type Drawing, halo, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";
import { dotted } from "../marks/strokes.ts";
import { small } from "../plot/axes.ts";
import { endNames, nameLine } from "../plot/end-names.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeys } from "../plot/plot-keys.ts";
import { fontAttributes, textWidth } from "../plot/text-width.ts";
import { headsOf, headStyle, latencyLabel, type Panels, panelsOf, throughBoth, timed } from "./panels.ts";
import { headline, isBeyondReach, sayCurves } from "./say.ts";
import { curveMarks } from "./series.ts";

export const loadCurve: View<Drawing> = {
  id: "load-curve",
  title: "Load curve",
  drawsFrom: ["curve"],
  drawsAll: true,
  isOfWholeRuns: true,
  isUsual: ({ curve }) => curve.expected > 0,

  // Several curves need more height to be distinguishable.
  room: (data, width) => ({ width, height: Math.max(184, Math.min(440, width * (curvesOf(data).length > 1 ? 0.95 : 0.7))) }),

  needs(data) {
    const drawn = curvesOf(data);
    if (drawn.length === 0) return "Plots accepted load and latency over offered load. A finite workload has no offered load.";
    return drawn.every(({ curve }) => curve.isWaiting === true) ? sayCurves(data) : null;
  },

  summary: sayCurves,
  headline,

  layout: (data, canvas) => ({ marks: canvas.width < 80 || canvas.height < 80 ? [] : marksOf(data, canvas) }),

  keys: plotKeys,

  draw: drawPlot,

  table: (data) => tableOf(curvesOf(data)),
};

/** The networks that have a load curve. */
function curvesOf({ variants }: ViewData): readonly Variant[] {
  return variants.filter(({ curve }) => curve.expected > 0);
}

/** A row for each load of each network. With several seeds, a row has the lowest and highest values. */
function tableOf(variants: readonly Variant[]): Table {
  const isSpread = variants.some(({ curve }) => curve.points.some(({ spread }) => spread !== undefined));
  const isKnown = variants.some(({ curve }) => curve.points.some(({ error }) => error !== undefined));
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: "Offered", unit: "phits/cycle per sender" },
    { title: "Accepted", unit: "phits/cycle per sender" },
    { title: "Latency, mean", unit: "cycles" },
    { title: "Steady", unit: "" },
    ...(isKnown
      ? [
          { title: "Accepted, ±", unit: "phits/cycle per sender" },
          { title: "Latency, mean, ±", unit: "cycles" },
        ]
      : []),
    ...(isSpread
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
      ...(isKnown ? [error?.accepted ?? "", error?.latency ?? ""] : []),
      ...(isSpread
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
function marksOf(data: ViewData, canvas: Canvas): readonly Mark[] {
  const variants = curvesOf(data);
  if (variants.length === 0) return [];
  const heads = headsOf(variants, canvas.width);
  const panels = panelsOf(variants, canvas, heads);
  const names = headMarks(variants, heads, panels, canvas);
  return [
    ...panels.accepted.marks,
    ...panels.latency.marks,
    ...comingMarks(variants, panels, canvas),
    ...boundMarks(variants, panels, canvas),
    ...variants.flatMap((variant, place) => curveMarks(variant, place, panels, canvas)),
    ...ownMarks(data.load, variants, panels, canvas),
    ...saturationWords(data, variants, panels, canvas, names),
    ...names,
  ];
}

/** Shades the loads whose results are still missing, and draws the diagonal on which everything is delivered. */
function comingMarks(variants: readonly Variant[], { accepted, latency }: Panels, { theme }: Canvas): readonly Mark[] {
  const { x, right } = accepted;
  const marks: Mark[] = [];
  const partial = variants.filter(({ curve }) => curve.points.length < curve.expected);
  if (partial.length > 0) {
    const from = x(Math.min(...partial.map(({ curve: { points } }) => points[points.length - 1]?.load ?? 0)));
    const field = { fill: theme.ink, "fill-opacity": 0.045 };
    const sum = (of: (curve: Variant["curve"]) => number) => variants.reduce((all, { curve }) => all + of(curve), 0);
    const count = `${sum(({ points }) => points.length)}/${sum((curve) => curve.expected)}`;
    marks.push(
      rectMark("to come", from, accepted.top, right - from, accepted.foot - accepted.top, field),
      rectMark("to come below", from, latency.top, right - from, latency.foot - latency.top, field),
    );
    // In the upper panel the count would overlap the label of the saturation.
    if (right - from > textWidth(count) + 4)
      marks.push(textMark("count", (from + right) / 2, latency.foot - 6, count, { ...small(theme, "middle"), ...halo(theme.surface) }));
  }
  const corner = Math.min(x.domain[1], accepted.y.domain[1]);
  const at = (load: number) => `${x(load).toFixed(1)} ${accepted.y(load).toFixed(1)}`;
  return [
    ...marks,
    pathMark("all delivered", `M${at(0)}L${at(corner)}`, { stroke: theme.ink2, "stroke-dasharray": "1 4", "stroke-linecap": "round" }),
  ];
}

/** The analytic bound of a single network: the load at which its first channel is full. */
function boundMarks(variants: readonly Variant[], panels: Panels, { units, theme }: Canvas): readonly Mark[] {
  const [{ analysis, curve }] = variants;
  if (variants.length > 1 || analysis === null || isBeyondReach(analysis.bound)) return [];
  // A deadlock below the bound hides it.
  if (curve.points.some(({ deadlocked, load }) => deadlocked && load < analysis.bound)) return [];
  const { bound } = analysis;
  const { x, left, foot } = panels.accepted;
  const flip = bound > 0.5;
  const text = `first channel full ${units.formatLoad(bound)}`;
  // On a narrow card the label would reach back over the 0 of the axis.
  const end = Math.max(x(bound) - 5, left + textWidth(text));
  return [
    pathMark("bound", throughBoth(panels, bound), { stroke: theme.ink, "stroke-width": 1.2, ...dotted }),
    textMark("bound label", flip ? end : x(bound) + 5, foot + 12, text, small(theme, flip ? "end" : "start")),
  ];
}

/** Names and latest values at the ends of the curves, legible over anything. */
function headMarks(
  variants: readonly Variant[],
  heads: readonly string[],
  { accepted, latency }: Panels,
  { units, theme }: Canvas,
): readonly Mark[] {
  const key = (name: string, letter: string) => (letter === "" ? name : `${name} ${letter}`);
  const style = { ...fontAttributes(headStyle), fill: theme.ink };
  const delivered = variants.flatMap(({ letter, curve: { points } }, i) => {
    const last = points.at(-1);
    if (last === undefined) return [];
    const text = `${heads[i]}${units.formatLoad(last.accepted)}`;
    return [{ key: key("accepted", letter), x: accepted.x(last.load), y: accepted.y(last.accepted), text }];
  });
  const times = variants.flatMap(({ letter, curve: { points } }) => {
    const last = timed(points).at(-1);
    if (last === undefined) return [];
    const text = `${letter} ${latencyLabel(units, last.latency, latency.y.domain[1])}`.trim();
    return [{ key: key("latency", letter), x: latency.x(last.load), y: latency.y(last.latency), text }];
  });
  return [...endNames(delivered, accepted.foot, theme, style), ...endNames(times, latency.foot, theme, style)];
}

/**
 * Labels such as `saturates 0.20`. A single label is beside its drop line, halfway down. Several are stacked at the bottom, above the
 * labels at the ends of unfinished curves, each on a side without another line. Labels that do not fit are omitted.
 */
function saturationWords(
  data: ViewData,
  variants: readonly Variant[],
  { accepted }: Panels,
  { units, theme, width }: Canvas,
  names: readonly Mark[],
): readonly Mark[] {
  const found = variants.flatMap(({ letter, curve }) => {
    const saturation = saturationOf(curve.points);
    return saturation === null ? [] : [{ letter, ...saturation }];
  });
  // Below the curves there is room for only a few labels; the summary has all of them.
  if (found.length > 1 && (found.length > 3 || accepted.foot - accepted.top < 150)) return [];
  const { x, y: up, left, right, foot, top } = accepted;
  const lines = [...found, { load: data.load }, { load: variants.length > 1 ? null : (data.analysis?.bound ?? null) }];
  let y = foot + 8;
  return found.flatMap(({ letter, load, accepted: reached }) => {
    const isFar = x(load) - left > 0.6 * (right - left);
    const text = `${letter} saturates ${units.formatLoad(load)}`.trim();
    const length = textWidth(text) + 5;
    const sides = [isFar, !isFar].filter((flip) => {
      const [from, to] = flip ? [x(load) - length, x(load)] : [x(load), x(load) + length];
      const isInside = from > left && to <= width;
      return isInside && lines.every((line) => line.load === null || line.load === load || x(line.load) < from || x(line.load) > to);
    });
    if (variants.length > 1 && sides.length === 0) return [];
    const [flip = isFar] = sides;
    const style = { ...small(theme, flip ? "end" : "start"), fill: theme.ink, ...halo(theme.surface) };
    const word = (height: number) => textMark(`saturation label ${letter}`, x(load) + (flip ? -5 : 5), height, text, style);
    if (variants.length === 1) return [word(Math.max(up(reached) + 20, (foot + up(reached)) / 2 + 4))];
    do y -= nameLine;
    while (y > top && names.some((name) => areClose(name, word(y))));
    return y > top ? [word(y)] : [];
  });
}

/** Whether two labels would touch. */
function areClose(a: Mark, b: Mark): boolean {
  const [one, other] = [a, b].map(({ text = "", attributes }) => {
    const [x, width] = [Number(attributes["x"]), textWidth(text, headStyle)];
    const left = attributes["text-anchor"] === "end" ? x - width : x;
    return { left, right: left + width, y: Number(attributes["y"]) };
  });
  return Math.abs(one.y - other.y) < nameLine && one.left < other.right && other.left < one.right;
}

/**
 * The load of the scenario: a line, and a dot on every curve that has reached it. If the channel rates differ, the dot of a network is at
 * its own offered load.
 */
function ownMarks(load: number | null, variants: readonly Variant[], panels: Panels, { theme }: Canvas): readonly Mark[] {
  if (load === null) return [];
  const { accepted, latency } = panels;
  const dot = { fill: theme.accent, stroke: theme.surface, "stroke-width": 1.5 };
  const isAlike = variants.every(({ cycle }) => cycle === variants[0].cycle);
  const dots = variants.flatMap(({ letter, load: its, curve: { points } }) => {
    const at = isAlike ? load : (its ?? load);
    const key = (name: string) => (letter === "" ? name : `${name} ${letter}`);
    const ownAccepted = valueAt([{ load: 0, accepted: 0 }, ...points], at, (point) => point.accepted);
    const ownLatency = valueAt(timed(points), at, (point) => point.latency);
    return [
      ...(ownAccepted === null ? [] : [circleMark(key("own accepted"), accepted.x(at), accepted.y(ownAccepted), 4, dot)]),
      ...(ownLatency === null ? [] : [circleMark(key("own latency"), latency.x(at), latency.y(ownLatency), 4, dot)]),
    ];
  });
  return [pathMark("own load", throughBoth(panels, load), { stroke: theme.accent, "stroke-width": 1.5 }), ...dots];
}

/** Height of the curve at a load, interpolated between points; null outside the known range. */
function valueAt<Point extends Pick<CurvePoint, "load">>(
  points: readonly Point[],
  load: number,
  of: (point: Point) => number,
): number | null {
  const after = points.findIndex((point) => point.load >= load - 1e-9);
  if (after < 0) return null;
  const b = points[after];
  if (Math.abs(b.load - load) < 1e-9) return of(b);
  if (after === 0) return null;
  const a = points[after - 1];
  return of(a) + ((of(b) - of(a)) * (load - a.load)) / (b.load - a.load);
}
