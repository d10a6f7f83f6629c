/** Accepted load and latency over offered load, growing as the runs of a sweep come in. (Dally, Towles (2004), §23.1) */
import type { Analysis } from "../core/analysis/analysis.ts";
import { line } from "d3-shape";
import { scaleLinear, scaleLog } from "d3-scale";
import type { Canvas, CurvePoint, View, ViewData } from "./contract.ts";
import { formatLoad, formatMeasure } from "./shared/format.ts";
import { circleMark, type Drawing, drawMarks, halo, type Mark, pathMark, rectMark, tenth, textMark } from "./shared/marks.ts";

/** Accepted traffic may fall short of offered by this much before the network counts as full. */
const shortfall = 0.03;

export const loadCurve: View<Drawing> = {
  id: "load-curve",
  title: "Accepted against offered load",

  room: (_, width) => ({ width, height: Math.max(200, Math.min(440, width * 0.72)) }),

  needs({ curve }) {
    return curve.expected === 0
      ? "Here accepted load and latency stand over offered load, for traffic that is offered at a rate; a finite list of messages has none."
      : null;
  },

  summary(data) {
    return data.analysis === null ? said(data) : `${said(data)} ${sayBound(data.analysis)}`;
  },

  layout: (data, canvas) => ({ marks: canvas.width < 80 || canvas.height < 80 ? [] : marksOf(data, canvas) }),

  draw: ({ marks }, into) => drawMarks(marks, into),

  table: ({ curve }) => ({
    columns: [
      { title: "Offered", unit: "phits/cycle" },
      { title: "Accepted", unit: "phits/cycle" },
      { title: "Latency, mean", unit: "cycles" },
      { title: "Steady", unit: "" },
    ],
    rows: curve.points.map(({ load, accepted, latency, steady, deadlocked }) => [
      load,
      accepted,
      latency ?? "",
      deadlocked ? "deadlock" : steady ? "yes" : "no",
    ]),
  }),
};

/** What the curve shows, in one sentence. */
function said({ curve: { points, expected } }: ViewData): string {
  if (points.length === 0) return expected === 0 ? "No loads to compare." : `The first of ${expected} loads is being simulated.`;
  const stuck = points.filter((point) => point.deadlocked);
  if (stuck.length > 0)
    return `Deadlocks in ${stuck.length} of ${points.length} runs, first at load ${formatLoad(stuck[0].load)}: nothing is delivered any more.`;
  const full = points.findIndex((point) => point.accepted < point.created * (1 - shortfall));
  const most = points.reduce((a, b) => (b.accepted > a.accepted ? b : a));
  const last = points[points.length - 1];
  const isWhole = points.length >= expected;
  if (full < 0)
    return isWhole
      ? "Delivers all it is offered, at every load."
      : `Delivers all so far, up to ${formatLoad(last.load)}; ${points.length} of ${expected} loads are in.`;
  if (!isWhole)
    return `${full === 0 ? "Delivers less than is offered" : `Delivers all up to ${formatLoad(points[full - 1].load)}`}, so far ${formatLoad(most.accepted)} at most; ${points.length} of ${expected} loads are in.`;
  const falls = last.accepted < most.accepted * (1 - shortfall);
  if (full === 0) {
    const how = falls ? `peaks at ${formatLoad(most.accepted)} and falls to` : "levels off at";
    return `Never delivers all it is offered: it ${how} ${formatLoad(last.accepted)}.`;
  }
  const all = points[full - 1].load;
  // What is delivered as "all" may fall short a little: a peak below it would read as a contradiction.
  const peak = Math.round(100 * most.accepted) > Math.round(100 * all) ? ` peaks at ${formatLoad(most.accepted)} and` : "";
  if (falls) return `Delivers all up to ${formatLoad(all)}, then${peak} falls to ${formatLoad(last.accepted)}.`;
  const isMore = Math.round(100 * last.accepted) > Math.round(100 * all);
  return `Delivers all up to ${formatLoad(all)}, ${isMore ? `then levels off at ${formatLoad(last.accepted)}` : "and no more beyond"}.`;
}

/** Where the first channel, or common capacity, is full, and what that supposes. */
export function sayBound({ bound, bottleneckGroup, exact, direct, sampled }: Analysis): string {
  const what = bottleneckGroup === null ? "channel" : "shared capacity";
  const spread = sampled === null ? 0 : sampled.spread * bound;
  const at = `${formatLoad(bound)}${spread >= 0.005 ? ` ± ${spread.toFixed(2)}` : ""}`;
  // Nobody can offer more than 1, so nothing lies beyond it.
  const splitting = direct ? " if every packet goes directly" : exact ? "" : " with even splitting";
  if (isBeyondReach(bound) && bottleneckGroup === null && sampled === null)
    return `By analysis, no channel is full below load 1${splitting}.`;
  const supposed = splitting === "" ? ": beyond that, not every terminal gets all its load" : splitting;
  return `By analysis${sampled === null ? "" : " of a sample"}, the first ${what} is full at ${at}${supposed}.`;
}

/** Whether a bound lies where no load can be offered. */
function isBeyondReach(bound: number): boolean {
  return bound > 0.995;
}

function marksOf(data: ViewData, { width, height, theme }: Canvas): readonly Mark[] {
  const { points, expected } = data.curve;
  const [right, top, foot, between] = [46, 18, 36, 34];
  const room = height - top - foot - between;
  const acceptedFoot = top + room * 0.6;
  const latencyTop = acceptedFoot + between;
  const latencyFoot = height - foot;
  const best = points.reduce((most, point) => Math.max(most, point.accepted), data.analysis?.bound ?? 0);
  const y = scaleLinear([0, Math.min(1, Math.max(0.2, best * 1.15))], [acceptedFoot, top]);
  const times = points.flatMap(({ latency }) => (latency === null ? [] : [latency]));
  const least = Math.min(data.analysis?.zeroLoadLatency ?? Infinity, ...times);
  const fastest = Number.isFinite(least) ? least : 10;
  // A steep curve needs a logarithm; one octave more than the data keeps a flat one from being blown up.
  const slowest = Math.max(fastest * 4, ...times);
  const l = scaleLog([fastest / 1.25, slowest * 1.15], [latencyFoot, latencyTop]);
  const timeTicks = latencyTicks(l.domain(), latencyFoot - latencyTop);
  const left = 10 + 6.5 * Math.max(3, ...timeTicks.map((tick) => latencyLabel(tick).length));
  const x = scaleLinear([0, 1], [left, width - right]);
  const small = { "font-size": 11, fill: theme.ink2 };
  const marks: Mark[] = [];
  const grid = (key: string, at: number, label: string) => {
    marks.push(pathMark(`grid ${key}`, `M${tenth(x(0))} ${tenth(at)}H${tenth(x(1))}`, { stroke: theme.line }));
    marks.push(textMark(`tick ${key}`, left - 6, at + 4, label, { ...small, "text-anchor": "end" }));
  };
  for (const tick of y.ticks(room * 0.6 > 110 ? 4 : 3)) grid(`a${tick}`, y(tick), String(tick));
  for (const tick of timeTicks) grid(`l${tick}`, l(tick), latencyLabel(tick));
  for (const tick of x.ticks(width < 240 ? 3 : 5))
    marks.push(textMark(`x${tick}`, x(tick), height - 20, String(tick), { ...small, "text-anchor": "middle" }));
  marks.push(textMark("x title", x(1), height - 5, "offered, phits/cycle", { ...small, "text-anchor": "end" }));

  if (points.length < expected) {
    const from = x(points.length === 0 ? 0 : points[points.length - 1].load);
    const field = { fill: theme.ink, "fill-opacity": 0.045 };
    marks.push(
      rectMark("to come", from, top, x(1) - from, acceptedFoot - top, field),
      rectMark("to come below", from, latencyTop, x(1) - from, latencyFoot - latencyTop, field),
    );
    if (x(1) - from > 34)
      marks.push(
        textMark("count", (from + x(1)) / 2, acceptedFoot - 6, `${points.length}/${expected}`, {
          ...small,
          ...halo(theme.surface),
          "text-anchor": "middle",
        }),
      );
  }
  const corner = Math.min(1, y.domain()[1]);
  marks.push(
    pathMark("all delivered", `M${tenth(x(0))} ${tenth(y(0))}L${tenth(x(corner))} ${tenth(y(corner))}`, {
      stroke: theme.ink2,
      "stroke-dasharray": "1 4",
      "stroke-linecap": "round",
    }),
  );
  if (data.analysis !== null && !isBeyondReach(data.analysis.bound)) {
    const { bound } = data.analysis;
    const at = tenth(x(bound));
    marks.push(
      pathMark("bound", `M${at} ${top}V${tenth(acceptedFoot)}M${at} ${tenth(latencyTop)}V${tenth(latencyFoot)}`, {
        stroke: theme.ink,
        "stroke-width": 1.2,
        "stroke-dasharray": "1.2 3.4",
        "stroke-linecap": "round",
      }),
    );
    const flip = bound > 0.62;
    marks.push(
      textMark("bound label", x(bound) + (flip ? -5 : 5), acceptedFoot + 12, `first full ${formatLoad(bound)}`, {
        ...small,
        "text-anchor": flip ? "end" : "start",
      }),
    );
  }
  marks.push(
    textMark("accepted title", left, top - 6, "accepted, phits/cycle", small),
    textMark("latency title", left, latencyTop - 6, "latency, cycles", small),
  );

  const accepted = line<CurvePoint>(
    (point) => x(point.load),
    (point) => y(point.accepted),
  );
  const latency = line<CurvePoint>(
    (point) => x(point.load),
    (point) => l(point.latency as number),
  );
  const solid = { stroke: theme.ink, "stroke-width": 2.2, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const origin: CurvePoint = { load: 0, created: 0, accepted: 0, latency: null, steady: true, deadlocked: false };
  const timed = points.filter((point) => point.latency !== null);
  const firstUnsteady = timed.findIndex((point) => !point.steady);
  const steady = firstUnsteady < 0 ? timed : timed.slice(0, firstUnsteady);
  const unsteady = firstUnsteady < 0 ? [] : timed.slice(Math.max(0, firstUnsteady - 1));
  if (points.length > 0) {
    const last = points[points.length - 1];
    marks.push(pathMark("accepted", accepted([origin, ...points]) ?? "", solid));
    marks.push(circleMark("accepted head", x(last.load), y(last.accepted), 3.3, { fill: theme.ink }));
  }
  for (const { load } of points.filter((point) => point.deadlocked)) {
    const [cx, cy] = [tenth(x(load)), tenth(y(0))];
    marks.push(pathMark(`deadlock ${load}`, `M${cx - 3.5} ${cy - 3.5}l7 7m-7 0l7 -7`, { stroke: theme.ink, "stroke-width": 1.6 }));
  }
  if (steady.length > 0) marks.push(pathMark("latency", latency(steady) ?? "", solid));
  if (unsteady.length > 1)
    marks.push(pathMark("latency unsteady", latency(unsteady) ?? "", { ...solid, "stroke-width": 1.6, "stroke-dasharray": "1 4" }));
  const end = timed[timed.length - 1];
  if (end !== undefined) {
    marks.push(
      circleMark(
        "latency head",
        x(end.load),
        l(end.latency as number),
        3.3,
        end.steady ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.6 },
      ),
    );
  }
  if (data.load !== null) {
    const at = tenth(x(data.load));
    marks.push(
      pathMark("own load", `M${at} ${top}V${tenth(acceptedFoot)}M${at} ${tenth(latencyTop)}V${tenth(latencyFoot)}`, {
        stroke: theme.accent,
        "stroke-width": 1.5,
      }),
    );
    const dot = { fill: theme.accent, stroke: theme.surface, "stroke-width": 1.5 };
    const ownAccepted = valueAt([origin, ...points], data.load, (point) => point.accepted);
    const ownLatency = valueAt(timed, data.load, (point) => point.latency as number);
    if (ownAccepted !== null) marks.push(circleMark("own accepted", x(data.load), y(ownAccepted), 4, dot));
    if (ownLatency !== null) marks.push(circleMark("own latency", x(data.load), l(ownLatency), 4, dot));
  }
  // The newest values stand beside their heads, legible over whatever they lie on.
  const bold = {
    "font-size": 12,
    "font-weight": 600,
    fill: theme.ink,
    stroke: theme.surface,
    "stroke-width": 3,
    "stroke-opacity": 0.85,
    "paint-order": "stroke",
  };
  const last = points[points.length - 1];
  if (last !== undefined) marks.push(textMark("accepted value", x(last.load) + 8, y(last.accepted) + 4, formatLoad(last.accepted), bold));
  if (end !== undefined)
    marks.push(textMark("latency value", x(end.load) + 8, l(end.latency as number) + 4, latencyLabel(end.latency as number), bold));
  return marks;
}

function latencyLabel(cycles: number): string {
  return cycles >= 10_000 ? `${formatMeasure(cycles / 1000)}k` : formatMeasure(cycles);
}

/** Powers of ten with their halves and fifths, as many as have room. */
function latencyTicks([from, to]: readonly number[], height: number): readonly number[] {
  const decades = Array.from({ length: 9 }, (_, i) => 10 ** i);
  const fine = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= from && tick <= to);
  if (fine.length * 15 <= height) return fine;
  const coarse = decades.filter((tick) => tick >= from && tick <= to);
  return coarse.length >= 2 ? coarse : fine.filter((_, i) => i % 2 === 0);
}

/** The curve's value at a load, between its points; null outside what has come in. */
function valueAt(points: readonly CurvePoint[], load: number, of: (point: CurvePoint) => number): number | null {
  const after = points.findIndex((point) => point.load >= load - 1e-9);
  if (after < 0) return null;
  const b = points[after];
  if (Math.abs(b.load - load) < 1e-9) return of(b);
  if (after === 0) return null;
  const a = points[after - 1];
  return of(a) + ((of(b) - of(a)) * (load - a.load)) / (b.load - a.load);
}
