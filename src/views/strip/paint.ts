/** Marks of the time strip: offered and delivered load and the gap between them, packets in flight, the selected span, the playhead. */
import { scalar, statuses } from "../../core/simulation/frame.ts";
import { answerOfFrame, type Canvas, type Span, type Variant, type ViewData } from "../contract.ts";
import { formatCount, withUnit } from "../../words/numbers.ts";
import { shortfall } from "../../core/measures/curve.ts";
import { circleMark, halo, type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { small } from "../plot/axes.ts";
import { spreadApart } from "../plot/end-names.ts";
import { linearScale, lineThrough, ticksIn } from "../plot/scale.ts";
import { dashesAt, dotted } from "../marks/strokes.ts";
import type { Reach } from "./reach.ts";
import type { Units } from "../../words/units.ts";
import { calloutStyle, fontAttributes, strongWeight, textWidth } from "../plot/text-width.ts";

/** Heights of the bracket over the measurement window, above the lines, and of the time axis, pixels. */
const [head, axis] = [13, 20];
/** Part of the height for packets in flight, and gap above them, pixels. */
const [underPart, gap] = [0.3, 5];

/** The measurement window; null where the run has no separate window. */
export function partsOf({ window }: Pick<Variant, "window">) {
  return window !== null && Number.isFinite(window.end) ? window : null;
}

/** The present cycle: that of the run that has come furthest, because others may have ended. */
export function nowOf({ variants }: Pick<ViewData, "variants">): number {
  return variants.reduce((now, { frame }) => Math.max(now, frame?.scalars[scalar.now] ?? 0), 0);
}

/** The last cycle of the strip: the limit or the known end of the longest run, or the present cycle. */
export function endOf({ variants }: ViewData): number {
  const soFar = Math.max(100, nowOf({ variants }));
  return variants.reduce((end, each) => {
    const limit = each.window?.limit ?? Infinity;
    // A run without a limit ends at the makespan of its whole run, which is computed ahead.
    return Math.max(end, Number.isFinite(limit) ? limit : (each.results?.makespan ?? 0));
  }, soFar);
}

/** Delivered load over time, phits per cycle and sender, and packets in flight, by bin; empty at the beginning of a run. */
export interface Flow {
  /** Length of a bin, cycles. */
  readonly length: number;
  readonly delivered: readonly number[];
  readonly underWay: readonly number[];
}

/** Reads the bins of a run. Loads are per sender, as everywhere on the page; per terminal as long as the number of senders is unknown. */
export function flowOf(variant: Pick<Variant, "frame" | "results" | "network" | "stale">): Flow {
  const { frame, network } = variant;
  if (frame === null) return { length: 1, delivered: [], underWay: [] };
  const bins = frame.scalars[scalar.bins];
  const results = answerOfFrame(variant);
  const senders = results?.clients ?? results?.sending ?? 0;
  const perSender = senders > 0 && network !== null ? network.terminals / senders : 1;
  return {
    length: frame.scalars[scalar.binCycles],
    delivered: Array.from(frame.acceptedOverTime.subarray(0, bins), (load) => load * perSender),
    underWay: [...frame.inNetworkOverTime.subarray(0, bins)],
  };
}

/** Offered load, phits per cycle and sender; null where messages are not offered at a rate. */
export function offeredOf(variant: Variant): number | null {
  const { load, offered = null } = variant;
  return load ?? (offered === null ? null : (answerOfFrame(variant)?.offeredPerSender ?? null));
}

/** Scales of the strip: cycles horizontally; loads in the upper part, packets in flight in the lower part. */
export function scalesOf({ shown }: Reach, { width, height }: Canvas, variants: readonly Variant[]) {
  const isRoomy = width >= 520;
  // With many networks the values are in two columns.
  const [left, right] = [4, isRoomy ? (variants.length > 4 ? 168 : 144) : 4];
  const bottom = height - axis;
  const low = bottom - Math.round((bottom - head) * underPart);
  const flows = variants.map(flowOf);
  const most = (values: readonly number[], least: number) => values.reduce((a, b) => Math.max(a, b), least);
  const offered = variants.map((each) => offeredOf(each) ?? 0);
  return {
    isRoomy,
    left,
    bottom,
    /** Bottom of the upper part, pixels. */
    floor: low - gap,
    flows,
    x: linearScale([shown.from, shown.to], [left, width - right], true),
    rate: linearScale([0, 1.06 * most([...offered, ...flows.flatMap(({ delivered }) => delivered)], 1e-3)], [low - gap, head], true),
    under: linearScale(
      [
        0,
        most(
          flows.flatMap(({ underWay }) => underWay),
          1,
        ),
      ],
      [bottom, low],
      true,
    ),
  };
}

type Scales = ReturnType<typeof scalesOf>;

/** All marks of a strip that shows a span of the run. */
export function stripMarks(data: ViewData, reach: Reach, canvas: Canvas): readonly Mark[] {
  const scales = scalesOf(reach, canvas, data.variants);
  const { x, bottom, floor } = scales;
  const { theme } = canvas;
  const now = nowOf(data);
  const parts = partsOf(data);
  const marks: Mark[] = [rectMark("past", x(0), head, x(now) - x(0), bottom - head, { fill: "var(--strip)" })];
  if (data.span !== null)
    marks.push(
      rectMark("chosen", x(data.span.from), head, x(data.span.to) - x(data.span.from), bottom - head, {
        fill: theme.accent,
        "fill-opacity": 0.1,
      }),
    );
  marks.push(...axisMarks(now, reach, scales, canvas));
  marks.push(pathMark("zero", `M${scales.left} ${tenth(floor)}H${tenth(x.range[1])}`, { stroke: theme.line }));
  // Networks in a comparison mostly have the same offered load: one line for each distinct value.
  for (const offered of new Set(data.variants.map(offeredOf)))
    if (offered !== null)
      marks.push(
        pathMark(`offered ${offered}`, `M${tenth(x(0))} ${tenth(scales.rate(offered))}H${tenth(x.range[1])}`, {
          stroke: theme.ink,
          "stroke-width": 1.2,
          "stroke-dasharray": "5 4",
          "stroke-opacity": 0.8,
        }),
      );
  data.variants.forEach((variant, place) => marks.push(...flowMarks(variant, place, data.variants.length, reach.shown, scales, canvas)));
  if (parts !== null) marks.push(...bracketMarks(data, parts, reach, scales, canvas));
  if (data.span !== null) marks.push(...chosenMarks(data.span, scales, canvas));
  if (data.frame === null) return marks;
  if (now >= reach.shown.from && now <= reach.shown.to) {
    const at = tenth(x(now));
    marks.push(
      pathMark("now", `M${at} ${head - 2}V${tenth(bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
      pathMark("head", `M${at - 5} ${head - 8}h10l-5 7z`, { fill: theme.ink }),
    );
    if (data.span === null) marks.push(...gapWords(data, x(now), scales, canvas));
  }
  return scales.isRoomy ? [...marks, ...valueMarks(data, scales, canvas)] : marks;
}

/** Labels of the time axis at round steps. A narrow strip has only its two ends and the present cycle. */
function axisMarks(now: number, { end, shown }: Reach, { x, isRoomy }: Scales, { units, width, height, theme }: Canvas): readonly Mark[] {
  const marks: Mark[] = [];
  if (!isRoomy && now > shown.from && now <= shown.to) {
    const [here, first, last] = [units.sayTime(now), units.formatTime(shown.from, shown.to), units.formatTime(shown.to, shown.to)];
    const [left, right] = x.range;
    const at = Math.max(left + textWidth(here) / 2, Math.min(right - textWidth(here) / 2, x(now)));
    const isFree = (from: number, to: number) => to + 8 < at - textWidth(here) / 2 || from - 8 > at + textWidth(here) / 2;
    marks.push(textMark("here", at, height - 5, here, { ...small(theme, "middle"), fill: theme.ink }));
    if (isFree(left, left + textWidth(first))) marks.push(textMark("begin", left, height - 5, first, small(theme)));
    if (isFree(right - textWidth(last), right)) marks.push(textMark("end", right, height - 5, last, small(theme, "end")));
    return [...marks, ...partMarks(x, end, shown, height, theme)];
  }
  const unit = units.sayTime(shown.to);
  const lastRoom = textWidth(unit) + 14;
  for (const tick of units.roundTimes(shown.to, (perCycle) =>
    ticksIn([shown.from * perCycle, shown.to * perCycle], isRoomy ? Math.min(8, width / 110) : 2),
  )) {
    if (x(tick) > x(shown.to) - lastRoom - 12) continue;
    const isFirst = tick === shown.from;
    marks.push(textMark(`x${tick}`, x(tick), height - 5, units.formatTime(tick, shown.to), small(theme, isFirst ? "start" : "middle")));
  }
  marks.push(textMark("end", x(shown.to), height - 5, unit, small(theme, "end")));
  return [...marks, ...partMarks(x, end, shown, height, theme)];
}

/** Overview below a zoomed strip: a thin bar shows the position of the visible span within the run. */
function partMarks(x: Scales["x"], end: number, shown: Span, height: number, theme: Canvas["theme"]): readonly Mark[] {
  if (shown.from === 0 && shown.to >= end) return [];
  const whole = linearScale([0, end], x.range);
  return [
    pathMark("whole", `M${tenth(whole(0))} ${height - 1}H${tenth(whole(end))}`, { stroke: theme.line, "stroke-width": 2 }),
    pathMark("part", `M${tenth(whole(shown.from))} ${height - 1}H${tenth(whole(shown.to))}`, { stroke: theme.ink2, "stroke-width": 2 }),
  ];
}

/** One network: its offered and delivered load, the gap between them, and packets in flight. */
function flowMarks(variant: Variant, place: number, count: number, shown: Span, scales: Scales, { theme }: Canvas): readonly Mark[] {
  const { x, rate, under, flows, bottom } = scales;
  const { length, delivered, underWay } = flows[place];
  const offered = offeredOf(variant);
  const isAlone = count === 1;
  const key = (name: string) => (isAlone || place === 0 ? name : `${name} ${variant.letter}`);
  const placed = (values: readonly number[], y: (value: number) => number, at: number) =>
    cut(
      values.map((value, i) => [(i + at) * length, value] as const),
      shown,
    ).map(([cycle, value]) => [x(cycle), y(value)] as const);
  const line = placed(delivered, rate, 0.5);
  const below = placed([0, ...underWay], under, 0);
  const marks: Mark[] = [];
  // The delivered load fluctuates around the offered load. The gap is drawn only if it is lasting.
  if (isAlone && offered !== null && fallsShort(delivered, offered))
    marks.push(pathMark("gap", hatching(line, rate(offered)), { stroke: theme.ink2, "stroke-width": 1 }));
  marks.push(
    pathMark(key("delivered line"), lineThrough(line), {
      stroke: theme.ink,
      "stroke-linejoin": "round",
      "stroke-width": place === 0 ? 2 : 1.6,
      ...dashesAt(place),
    }),
  );
  if (below.length < 2) return marks;
  const area = `${lineThrough(below)}V${tenth(bottom)}H${tenth(below[0][0])}z`;
  marks.push(
    isAlone
      ? pathMark("under way", area, { fill: "var(--sending)", "fill-opacity": 0.75 })
      : pathMark(key("under way"), lineThrough(below), { stroke: "var(--sending)", "stroke-width": 1.6, ...dashesAt(place) }),
  );
  return marks;
}

/** Whether the delivered load stays below the offered load; the first quarter of the run is ignored. */
function fallsShort(delivered: readonly number[], offered: number): boolean {
  return mean(delivered.slice(delivered.length >> 2)) < (1 - shortfall) * offered;
}

const mean = (values: readonly number[]) => (values.length === 0 ? Infinity : values.reduce((a, b) => a + b, 0) / values.length);

/** Slanted lines between delivered and offered load. They are ordinary paths, so that exported files need no pattern definitions. */
function hatching(line: readonly (readonly [number, number])[], top: number): string {
  let d = "";
  const step = 6;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
    for (let at = Math.ceil(ax / step) * step; at < bx; at += step) {
      const y = ay + ((by - ay) * (at - ax)) / Math.max(1e-9, bx - ax);
      const high = Math.min(y - top, line[line.length - 1][0] - at);
      // Gaps of up to 2.5 pixels may be random.
      if (y - top > 2.5) d += `M${tenth(at)} ${tenth(y)}l${tenth(high)} ${tenth(-high)}`;
    }
  }
  return d;
}

/** The measurement window as a bracket above the lines. */
function bracketMarks(
  { units, span }: ViewData,
  { start, end }: { readonly start: number; readonly end: number },
  { shown }: Reach,
  { x }: Scales,
  { theme }: Canvas,
): readonly Mark[] {
  if (end <= shown.from || start >= shown.to) return [];
  const [from, to] = [x(start), x(end)];
  const text = [`measured: ${sayCycles(units, { from: start, to: end })}`, "measured"].find((each) => textWidth(each) + 26 <= to - from);
  // The bracket is interrupted by its label.
  const [open, close] = text === undefined ? [from, from] : [from + 7, from + 15 + textWidth(text)];
  const line = pathMark("measured", `M${tenth(from)} ${head}v-5H${tenth(open)}M${tenth(close)} ${head - 5}H${tenth(to)}v5`, {
    stroke: theme.ink2,
    "stroke-width": 1,
    ...(span === null ? {} : dotted),
  });
  return text === undefined ? [line] : [line, textMark("measured name", from + 10, head - 2, text, small(theme))];
}

/** The selected span: two edges with grips, and a label. */
function chosenMarks({ from, to }: Span, { x, bottom, isRoomy }: Scales, { units, theme }: Canvas): readonly Mark[] {
  // In a low strip the grips move up, so that the label below them has room.
  const middle = bottom - head < 45 ? head + 8 : (head + bottom) / 2;
  const marks = [from, to].flatMap((at, i) => {
    const key = i === 0 ? "from" : "to";
    return [
      pathMark(`edge ${key}`, `M${tenth(x(at))} ${head}V${tenth(bottom)}`, { stroke: theme.accent, "stroke-width": 1.5 }),
      circleMark(`grip ${key}`, x(at), middle, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }),
    ];
  });
  const [start, stop] = x.range;
  const whole = sayChosen(units, { from, to });
  const said = isRoomy && textWidth(whole) <= stop - start ? whole : sayCycles(units, { from, to });
  const room = textWidth(said);
  const place = Math.max(start, Math.min(stop - room, (x(from) + x(to)) / 2 - room / 2));
  marks.push(textMark("chosen name", place, bottom - 4, said, { "font-size": 11, fill: theme.accent, ...halo(theme.ground) }));
  return marks;
}

/** The effect of the selected span on the page: `Network and cards show 4 800 to 11 200`. Cards that cannot show it are marked. */
export function sayChosen(units: Units, span: Span): string {
  return `Network and cards show ${sayCycles(units, span)}`;
}

function sayCycles(units: Units, { from, to }: Span): string {
  const { name } = units.timeUnit(to);
  const ends = `${units.formatMoment(from, to)} to ${units.formatMoment(to, to)}`;
  return name === "cycles" ? ends : withUnit(ends, name);
}

/** The part of a polyline between two cycles, with interpolated points at its ends. */
function cut(points: readonly (readonly [number, number])[], { from, to }: Span): readonly (readonly [number, number])[] {
  const at = (cycle: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
    [cycle, ay + ((by - ay) * (cycle - ax)) / (bx - ax)] as const;
  return points.flatMap((point, i) => {
    const next = points[i + 1];
    const crossings =
      next === undefined ? [] : [from, to].filter((cycle) => point[0] < cycle && cycle < next[0]).map((cycle) => at(cycle, point, next));
    return [...(point[0] >= from && point[0] <= to ? [point] : []), ...crossings];
  });
}

/** Label beside the playhead: the load that is not delivered, or a deadlock. Empty where there is no room. */
function gapWords(data: ViewData, at: number, { x, floor, rate, isRoomy }: Scales, { units, theme }: Canvas): readonly Mark[] {
  if (data.variants.length > 1 || !isRoomy || data.frame === null) return [];
  const now = flowSummaryOf(data, null);
  const offered = offeredOf(data);
  const isStuck = data.frame.scalars[scalar.status] === statuses.indexOf("deadlocked");
  const words = isStuck
    ? `deadlock at ${units.sayMoment(data.frame.scalars[scalar.now], data.frame.scalars[scalar.now])}`
    : now === null ||
        offered === null ||
        units.formatLoad(now.delivered) === units.formatLoad(offered) ||
        now.delivered > offered ||
        !fallsShort(flowOf(data).delivered, offered)
      ? ""
      : `${units.formatLoad(offered - now.delivered)} not delivered`;
  if (words === "" || at + 12 + textWidth(words, calloutStyle) > x.range[1]) return [];
  const y = isStuck || offered === null || now === null ? (head + floor) / 2 : (rate(offered) + rate(now.delivered)) / 2;
  return [
    textMark("gap words", at + 9, Math.min(floor - 2, y + 4), words, {
      ...fontAttributes(calloutStyle),
      fill: theme.ink,
      ...halo(theme.ground),
    }),
  ];
}

/** Values at the right: the latest ones, or the means of the selected span. */
function valueMarks(data: ViewData, { x, rate, under, bottom }: Scales, { units, theme }: Canvas): readonly Mark[] {
  const at = x.range[1] + 10;
  const words = (key: string, y: number, text: string, weight: number, right = 0) =>
    textMark(key, at + right, y, text, { "font-size": 11, fill: theme.ink, "font-weight": weight });
  if (data.variants.length === 1) {
    const own = flowSummaryOf(data, data.span);
    if (own === null) return [];
    const offered = offeredOf(data);
    const heights = [offered === null ? -Infinity : rate(offered), rate(own.delivered), under(own.underWay)];
    const [high, low, lowest] = spreadApart(heights, 14, bottom - 4);
    return [
      ...(offered === null ? [] : [words("offered", high + 4, `offered ${units.formatLoad(offered)}`, 400)]),
      words("delivered", low + 4, `${own.isMean ? "" : "now "}delivered ${units.formatLoad(own.delivered)}`, strongWeight),
      words("under way value", lowest + 4, `${own.isMean ? "mean " : ""}under way ${formatCount(Math.round(own.underWay))}`, 400),
    ];
  }
  const known = data.variants.flatMap((variant) => {
    const own = flowSummaryOf(variant, data.span);
    return own === null ? [] : [{ letter: variant.letter, delivered: own.delivered }];
  });
  // In the order of the lines. Networks that have no room in the first column are in a second one.
  const rows = Math.floor((bottom - head - 4) / 14);
  const shown = known.toSorted((a, b) => b.delivered - a.delivered).slice(0, 2 * rows);
  return [
    ...shown.map(({ letter, delivered }, i) =>
      words(
        `delivered ${letter}`,
        head + 6 + 14 * (i % rows),
        `${letter} ${i < rows ? "delivers " : ""}${units.formatLoad(delivered)}`,
        strongWeight,
        i < rows ? 0 : 108,
      ),
    ),
    words("under way name", bottom - 4, "under way", 400),
  ];
}

/** Delivered load of a run, phits per cycle and sender, and packets in flight. */
interface FlowSummary {
  readonly delivered: number;
  /** Sampled at the ends of bins. */
  readonly underWay: number;
  /** True for means over the selected span, or over the measurement window of a finished run; false for the latest values. */
  readonly isMean: boolean;
}

/** Means over a span or a finished run, otherwise the latest values; null before the end of the first bin. */
export function flowSummaryOf(variant: Pick<Variant, "frame" | "window" | "results" | "network">, chosen: Span | null): FlowSummary | null {
  const { length, delivered, underWay } = flowOf(variant);
  const { frame, results } = variant;
  const bins = delivered.length;
  if (frame === null || bins === 0) return null;
  const isFinished = frame.scalars[scalar.status] === statuses.indexOf("finished");
  if (chosen === null && !isFinished) {
    const isStuck = frame.scalars[scalar.status] === statuses.indexOf("deadlocked");
    return { delivered: isStuck ? 0 : delivered[bins - 1], underWay: underWay[bins - 1], isMean: false };
  }
  const parts = partsOf(variant);
  const { from, to } = chosen ?? (parts === null ? { from: 0, to: frame.scalars[scalar.now] } : { from: parts.start, to: parts.end });
  let [sum, inside, cycles] = [0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const own = Math.min(to, (bin + 1) * length) - Math.max(from, bin * length);
    if (own <= 0) continue;
    sum += own * delivered[bin];
    inside += own * underWay[bin];
    cycles += own;
  }
  if (cycles === 0) return null;
  // The last bin of a run is seldom complete and then missing in the frame; the results count to the last cycle.
  const exact = chosen === null ? results?.acceptedPerSender : undefined;
  return { delivered: exact ?? sum / cycles, underWay: inside / cycles, isMean: true };
}
