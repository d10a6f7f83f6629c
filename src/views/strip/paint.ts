/** Marks of the time strip: offered and delivered load and the gap between them, packets in flight, the selected span, the playhead. */
import { scalar, statuses } from "../../core/simulation/frame.ts";
import { resultsOfFrame, type Canvas, type Span, type Variant, type ViewData } from "../contract.ts";
import { formatCount, withUnit } from "../../words/numbers.ts";
import { saturationShortfall } from "../../core/measures/curve.ts";
import { circleMark, textHalo, type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { separateHeights } from "../plot/end-names.ts";
import { linearScale, polylinePath, roundTicks } from "../plot/scale.ts";
import { dashesAt, dottedLine } from "../marks/line-styles.ts";
import type { VisibleTime } from "./visible-time.ts";
import type { Units } from "../../words/units.ts";
import { calloutStyle, fontAttributes, strongWeight, textWidth } from "../plot/text-width.ts";

/** Heights of the bracket over the measurement window, above the lines, and of the time axis, pixels. */
const [bracketHeight, axisHeight] = [13, 20];
/** Part of the height for packets in flight, and gap above them, pixels. */
const [inFlightPart, partGap] = [0.3, 5];

/** The measurement window; null where the run has no separate window. */
export function measurementWindowOf({ window }: Pick<Variant, "window">) {
  return window !== null && Number.isFinite(window.end) ? window : null;
}

/** The present cycle: the cycle of the run that has advanced furthest, because other runs may have ended. */
export function currentCycleOf({ variants }: Pick<ViewData, "variants">): number {
  return variants.reduce((currentCycle, { frame }) => Math.max(currentCycle, frame?.scalars[scalar.now] ?? 0), 0);
}

/** The last cycle of the strip: the limit or the known end of the longest run, or the present cycle. */
export function stripEndOf({ variants }: ViewData): number {
  const currentEnd = Math.max(100, currentCycleOf({ variants }));
  return variants.reduce((end, each) => {
    const limit = each.window?.limit ?? Infinity;
    // A run without a limit ends at the makespan of its whole run, which is computed ahead.
    return Math.max(end, Number.isFinite(limit) ? limit : (each.results?.makespan ?? 0));
  }, currentEnd);
}

/** Delivered load over time, phits per cycle and sender, and packets in flight, by bin; empty at the beginning of a run. */
export interface FlowOverTime {
  /** Length of a bin, cycles. */
  readonly binCycles: number;
  readonly delivered: readonly number[];
  readonly inFlight: readonly number[];
}

/** Reads the bins of a run. Loads are per sender, as everywhere on the page; per terminal as long as the number of senders is unknown. */
export function flowOverTime(variant: Pick<Variant, "frame" | "results" | "network" | "staleSources">): FlowOverTime {
  const { frame, network } = variant;
  if (frame === null) return { binCycles: 1, delivered: [], inFlight: [] };
  const bins = frame.scalars[scalar.bins];
  const results = resultsOfFrame(variant);
  const senders = results?.clients ?? results?.sending ?? 0;
  const perSender = senders > 0 && network !== null ? network.terminals / senders : 1;
  return {
    binCycles: frame.scalars[scalar.binCycles],
    delivered: Array.from(frame.acceptedOverTime.subarray(0, bins), (load) => load * perSender),
    inFlight: [...frame.inNetworkOverTime.subarray(0, bins)],
  };
}

/** Offered load, phits per cycle and sender; null where messages are not offered at a rate. */
export function offeredRateOf(variant: Variant): number | null {
  const { load, offeredLoads = null } = variant;
  return load ?? (offeredLoads === null ? null : (resultsOfFrame(variant)?.offeredPerSender ?? null));
}

/**
 * Layout and scales of the time strip, which all networks of a comparison share: cycles horizontally, loads in its upper part, packets in
 * flight in its lower part. `isRoomy` means that the values are written at the right.
 */
export function stripScales({ visibleSpan }: VisibleTime, { width, height }: Canvas, variants: readonly Variant[]) {
  const isWide = width >= 520;
  // With many networks the values are in two columns.
  const [left, right] = [4, isWide ? (variants.length > 4 ? 168 : 144) : 4];
  const bottom = height - axisHeight;
  const inFlightTop = bottom - Math.round((bottom - bracketHeight) * inFlightPart);
  const flows = variants.map(flowOverTime);
  const maxOf = (values: readonly number[], min: number) => values.reduce((a, b) => Math.max(a, b), min);
  const offered = variants.map((each) => offeredRateOf(each) ?? 0);
  return {
    isRoomy: isWide,
    left,
    bottom,
    /** Bottom of the upper part, pixels. */
    loadBottom: inFlightTop - partGap,
    flows,
    x: linearScale([visibleSpan.from, visibleSpan.to], [left, width - right], true),
    loadScale: linearScale(
      [0, 1.06 * maxOf([...offered, ...flows.flatMap(({ delivered }) => delivered)], 1e-3)],
      [inFlightTop - partGap, bracketHeight],
      true,
    ),
    inFlightScale: linearScale(
      [
        0,
        maxOf(
          flows.flatMap(({ inFlight }) => inFlight),
          1,
        ),
      ],
      [bottom, inFlightTop],
      true,
    ),
  };
}

type StripScales = ReturnType<typeof stripScales>;

/**
 * All marks of the time strip, which shows a span of the run: the offered and the delivered load of each network over time, packets in
 * flight, the measurement window, the selected span, and the playhead at the present cycle. If there is room, the values are written at the
 * right.
 */
export function timeStripMarks(data: ViewData, visibleTime: VisibleTime, canvas: Canvas): readonly Mark[] {
  const scales = stripScales(visibleTime, canvas, data.variants);
  const { x, bottom, loadBottom } = scales;
  const { theme } = canvas;
  const currentCycle = currentCycleOf(data);
  const measurementWindow = measurementWindowOf(data);
  const marks: Mark[] = [rectMark("past", x(0), bracketHeight, x(currentCycle) - x(0), bottom - bracketHeight, { fill: "var(--strip)" })];
  if (data.span !== null)
    marks.push(
      rectMark("chosen", x(data.span.from), bracketHeight, x(data.span.to) - x(data.span.from), bottom - bracketHeight, {
        fill: theme.accent,
        "fill-opacity": 0.1,
      }),
    );
  marks.push(...axisMarks(currentCycle, visibleTime, scales, canvas));
  marks.push(pathMark("zero", `M${scales.left} ${toTenths(loadBottom)}H${toTenths(x.range[1])}`, { stroke: theme.line }));
  // Networks in a comparison mostly have the same offered load, so there is one line for each distinct value.
  for (const offered of new Set(data.variants.map(offeredRateOf)))
    if (offered !== null)
      marks.push(
        pathMark(`offered ${offered}`, `M${toTenths(x(0))} ${toTenths(scales.loadScale(offered))}H${toTenths(x.range[1])}`, {
          stroke: theme.ink,
          "stroke-width": 1.2,
          "stroke-dasharray": "5 4",
          "stroke-opacity": 0.8,
        }),
      );
  data.variants.forEach((variant, variantIndex) =>
    marks.push(...flowMarks(variant, variantIndex, data.variants.length, visibleTime.visibleSpan, scales, canvas)),
  );
  if (measurementWindow !== null) marks.push(...bracketMarks(data, measurementWindow, visibleTime, scales, canvas));
  if (data.span !== null) marks.push(...selectedSpanMarks(data.span, scales, canvas));
  if (data.frame === null) return marks;
  if (currentCycle >= visibleTime.visibleSpan.from && currentCycle <= visibleTime.visibleSpan.to) {
    const currentX = toTenths(x(currentCycle));
    marks.push(
      pathMark("now", `M${currentX} ${bracketHeight}V${toTenths(bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
      pathMark("head", `M${currentX - 5} ${bracketHeight}h10l-5 7z`, { fill: theme.ink }),
    );
    if (data.span === null) marks.push(...gapLabel(data, x(currentCycle), scales, canvas));
  }
  return scales.isRoomy ? [...marks, ...valueMarks(data, scales, canvas)] : marks;
}

/**
 * Labels of the time axis at round times, the last label with its unit. A narrow strip has only labels at its two ends and at the present
 * cycle. `overviewMarks` show which part of the run is visible.
 */
function axisMarks(
  currentCycle: number,
  { end, visibleSpan }: VisibleTime,
  { x, isRoomy }: StripScales,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  const marks: Mark[] = [];
  if (!isRoomy && currentCycle > visibleSpan.from && currentCycle <= visibleSpan.to) {
    const [currentText, startText, endText] = [
      units.sayTime(currentCycle),
      units.formatTime(visibleSpan.from, visibleSpan.to),
      units.formatTime(visibleSpan.to, visibleSpan.to),
    ];
    const [left, right] = x.range;
    const currentTextX = Math.max(left + textWidth(currentText) / 2, Math.min(right - textWidth(currentText) / 2, x(currentCycle)));
    const hasRoom = (labelLeft: number, labelRight: number) =>
      labelRight + 8 < currentTextX - textWidth(currentText) / 2 || labelLeft - 8 > currentTextX + textWidth(currentText) / 2;
    marks.push(textMark("here", currentTextX, height - 5, currentText, { ...smallText(theme, "middle"), fill: theme.ink }));
    if (hasRoom(left, left + textWidth(startText))) marks.push(textMark("begin", left, height - 5, startText, smallText(theme)));
    if (hasRoom(right - textWidth(endText), right)) marks.push(textMark("end", right, height - 5, endText, smallText(theme, "end")));
    return [...marks, ...overviewMarks(x, end, visibleSpan, height, theme)];
  }
  // A wide strip, or one without the present cycle, has labels at round times.
  const endTextWithUnit = units.sayTime(visibleSpan.to);
  const endRoom = textWidth(endTextWithUnit) + 14;
  for (const tick of units.roundTimes(visibleSpan.to, (perCycle) =>
    roundTicks([visibleSpan.from * perCycle, visibleSpan.to * perCycle], isRoomy ? Math.min(8, width / 110) : 2),
  )) {
    if (x(tick) > x(visibleSpan.to) - endRoom - 12) continue;
    const isFirst = tick === visibleSpan.from;
    marks.push(
      textMark(`x${tick}`, x(tick), height - 5, units.formatTime(tick, visibleSpan.to), smallText(theme, isFirst ? "start" : "middle")),
    );
  }
  marks.push(textMark("end", x(visibleSpan.to), height - 5, endTextWithUnit, smallText(theme, "end")));
  return [...marks, ...overviewMarks(x, end, visibleSpan, height, theme)];
}

/** Overview below a zoomed strip: a thin bar shows the position of the visible span within the run. */
function overviewMarks(x: StripScales["x"], end: number, visibleSpan: Span, height: number, theme: Canvas["theme"]): readonly Mark[] {
  if (visibleSpan.from === 0 && visibleSpan.to >= end) return [];
  const wholeRunScale = linearScale([0, end], x.range);
  return [
    pathMark("whole", `M${toTenths(wholeRunScale(0))} ${height - 1}H${toTenths(wholeRunScale(end))}`, {
      stroke: theme.line,
      "stroke-width": 2,
    }),
    pathMark("part", `M${toTenths(wholeRunScale(visibleSpan.from))} ${height - 1}H${toTenths(wholeRunScale(visibleSpan.to))}`, {
      stroke: theme.ink2,
      "stroke-width": 2,
    }),
  ];
}

/**
 * Marks of one network in the time strip: its delivered load as a line, a lasting gap between it and the offered load as hatching, and the
 * packets in flight as an area. With several networks there is no hatching, and the packets in flight are a line. The delivered load is a
 * mean over each bin of `binCycles` cycles, the packets in flight a count at its end.
 */
function flowMarks(
  variant: Variant,
  variantIndex: number,
  variantCount: number,
  visibleSpan: Span,
  scales: StripScales,
  { theme }: Canvas,
): readonly Mark[] {
  const { x, loadScale, inFlightScale, flows, bottom } = scales;
  const { binCycles, delivered, inFlight } = flows[variantIndex];
  const offered = offeredRateOf(variant);
  const isSingle = variantCount === 1;
  const key = (name: string) => (isSingle || variantIndex === 0 ? name : `${name} ${variant.letter}`);
  /** Points of the visible part of a curve. The value of bin i is at cycle (i + binOffset) · binCycles. */
  const toPoints = (values: readonly number[], y: (value: number) => number, binOffset: number) =>
    clipToSpan(
      values.map((value, i) => [(i + binOffset) * binCycles, value] as const),
      visibleSpan,
    ).map(([cycle, value]) => [x(cycle), y(value)] as const);
  const deliveredLine = toPoints(delivered, loadScale, 0.5);
  const inFlightLine = toPoints([0, ...inFlight], inFlightScale, 0);
  const marks: Mark[] = [];
  // The delivered load fluctuates around the offered load. The gap is drawn only if it is lasting.
  if (isSingle && offered !== null && isLastingShortfall(delivered, offered))
    marks.push(pathMark("gap", hatching(deliveredLine, loadScale(offered)), { stroke: theme.ink2, "stroke-width": 1 }));
  marks.push(
    pathMark(key("delivered line"), polylinePath(deliveredLine), {
      stroke: theme.ink,
      "stroke-linejoin": "round",
      "stroke-width": variantIndex === 0 ? 2 : 1.6,
      ...dashesAt(variantIndex),
    }),
  );
  if (inFlightLine.length < 2) return marks;
  const area = `${polylinePath(inFlightLine)}V${toTenths(bottom)}H${toTenths(inFlightLine[0][0])}z`;
  marks.push(
    isSingle
      ? pathMark("under way", area, { fill: "var(--sending)", "fill-opacity": 0.75 })
      : pathMark(key("under way"), polylinePath(inFlightLine), {
          stroke: "var(--sending)",
          "stroke-width": 1.6,
          ...dashesAt(variantIndex),
        }),
  );
  return marks;
}

/** Whether the delivered load stays below the offered load; the first quarter of the run is ignored. */
function isLastingShortfall(delivered: readonly number[], offered: number): boolean {
  return mean(delivered.slice(delivered.length >> 2)) < (1 - saturationShortfall) * offered;
}

const mean = (values: readonly number[]) => (values.length === 0 ? Infinity : values.reduce((a, b) => a + b, 0) / values.length);

/** Slanted lines between delivered and offered load. They are ordinary paths, so that exported files need no pattern definitions. */
function hatching(line: readonly (readonly [number, number])[], top: number): string {
  let path = "";
  const step = 6;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
    for (let x = Math.ceil(ax / step) * step; x < bx; x += step) {
      const y = ay + ((by - ay) * (x - ax)) / Math.max(1e-9, bx - ax);
      const lineHeight = Math.min(y - top, line[line.length - 1][0] - x);
      // Gaps of up to 2.5 pixels may be random.
      if (y - top > 2.5) path += `M${toTenths(x)} ${toTenths(y)}l${toTenths(lineHeight)} ${toTenths(-lineHeight)}`;
    }
  }
  return path;
}

/**
 * The measurement window as a bracket above the lines, with a label in it where there is room. The bracket is dotted while a span is
 * selected, because the values are then means over that span.
 */
function bracketMarks(
  { units, span }: ViewData,
  { start, end }: { readonly start: number; readonly end: number },
  { visibleSpan }: VisibleTime,
  { x }: StripScales,
  { theme }: Canvas,
): readonly Mark[] {
  if (end <= visibleSpan.from || start >= visibleSpan.to) return [];
  const [bracketLeft, bracketRight] = [x(start), x(end)];
  const text = [`measured: ${sayCycleRange(units, { from: start, to: end })}`, "measured"].find(
    (each) => textWidth(each) + 26 <= bracketRight - bracketLeft,
  );
  // The bracket is interrupted by its label.
  const [gapStart, gapEnd] = text === undefined ? [bracketLeft, bracketLeft] : [bracketLeft + 7, bracketLeft + 15 + textWidth(text)];
  const line = pathMark(
    "measured",
    `M${toTenths(bracketLeft)} ${bracketHeight}v-5H${toTenths(gapStart)}M${toTenths(gapEnd)} ${bracketHeight - 5}H${toTenths(bracketRight)}v5`,
    {
      stroke: theme.ink2,
      "stroke-width": 1,
      ...(span === null ? {} : dottedLine),
    },
  );
  return text === undefined ? [line] : [line, textMark("measured name", bracketLeft + 10, bracketHeight - 2, text, smallText(theme))];
}

/** Marks of the selected span of cycles: its two edges with grips for dragging, and a label. */
function selectedSpanMarks({ from, to }: Span, { x, bottom, isRoomy }: StripScales, { units, theme }: Canvas): readonly Mark[] {
  // In a low strip the grips move up, so that the label below them has room.
  const gripY = bottom - bracketHeight < 45 ? bracketHeight + 8 : (bracketHeight + bottom) / 2;
  const marks = [from, to].flatMap((cycle, i) => {
    const key = i === 0 ? "from" : "to";
    return [
      pathMark(`edge ${key}`, `M${toTenths(x(cycle))} ${bracketHeight}V${toTenths(bottom)}`, { stroke: theme.accent, "stroke-width": 1.5 }),
      circleMark(`grip ${key}`, x(cycle), gripY, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }),
    ];
  });
  const [start, stop] = x.range;
  const fullText = saySelectedSpan(units, { from, to });
  const text = isRoomy && textWidth(fullText) <= stop - start ? fullText : sayCycleRange(units, { from, to });
  const textLength = textWidth(text);
  const textX = Math.max(start, Math.min(stop - textLength, (x(from) + x(to)) / 2 - textLength / 2));
  marks.push(textMark("chosen name", textX, bottom - 4, text, { "font-size": 11, fill: theme.accent, ...textHalo(theme.ground) }));
  return marks;
}

/** The effect of the selected span on the page: `Network and cards show 4 800 to 11 200`. Cards that cannot show it are marked. */
export function saySelectedSpan(units: Units, span: Span): string {
  return `Network and cards show ${sayCycleRange(units, span)}`;
}

function sayCycleRange(units: Units, { from, to }: Span): string {
  const { name } = units.timeUnit(to);
  const ends = `${units.formatMoment(from, to)} to ${units.formatMoment(to, to)}`;
  return name === "cycles" ? ends : withUnit(ends, name);
}

/** The part of a polyline between two cycles, with interpolated points at its ends. */
function clipToSpan(points: readonly (readonly [number, number])[], { from, to }: Span): readonly (readonly [number, number])[] {
  const interpolateAt = (cycle: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
    [cycle, ay + ((by - ay) * (cycle - ax)) / (bx - ax)] as const;
  return points.flatMap((point, i) => {
    const nextPoint = points[i + 1];
    const crossings =
      nextPoint === undefined
        ? []
        : [from, to].filter((cycle) => point[0] < cycle && cycle < nextPoint[0]).map((cycle) => interpolateAt(cycle, point, nextPoint));
    return [...(point[0] >= from && point[0] <= to ? [point] : []), ...crossings];
  });
}

/**
 * The label beside the playhead, at `playheadX` pixels: the part of the offered load that is not delivered, if it is lasting, or the cycle
 * of a deadlock. Empty in a comparison and where there is no room.
 */
function gapLabel(
  data: ViewData,
  playheadX: number,
  { x, loadBottom, loadScale, isRoomy }: StripScales,
  { units, theme }: Canvas,
): readonly Mark[] {
  if (data.variants.length > 1 || !isRoomy || data.frame === null) return [];
  const latest = flowSummaryOf(data, null);
  const offered = offeredRateOf(data);
  /** The part of the offered load that is not delivered, in words; empty if there is none or it is not lasting. */
  const shortfallText = () => {
    if (latest === null || offered === null || latest.delivered > offered) return "";
    if (units.formatLoad(latest.delivered) === units.formatLoad(offered)) return "";
    if (!isLastingShortfall(flowOverTime(data).delivered, offered)) return "";
    return `${units.formatLoad(offered - latest.delivered)} not delivered`;
  };
  const { scalars } = data.frame;
  const isDeadlocked = scalars[scalar.status] === statuses.indexOf("deadlocked");
  // The moment at which the last packet moved, or, if some still move, at which the deadlock was found.
  const { [scalar.now]: now } = scalars;
  const since = data.results?.stalledSince;
  const text = isDeadlocked
    ? `${since === undefined ? "deadlock found at" : "nothing has moved since"} ${units.sayMoment(since ?? now, now)}`
    : shortfallText();
  if (text === "" || playheadX + 12 + textWidth(text, calloutStyle) > x.range[1]) return [];
  // The shortfall is written between the lines of the offered and the delivered load, but never over the former.
  const y =
    isDeadlocked || offered === null || latest === null
      ? (bracketHeight + loadBottom) / 2 + 4
      : Math.max(loadScale(offered) + 13, (loadScale(offered) + loadScale(latest.delivered)) / 2 + 4);
  return [
    textMark("gap words", playheadX + 9, Math.min(loadBottom - 2, y), text, {
      ...fontAttributes(calloutStyle),
      fill: theme.ink,
      ...textHalo(theme.ground),
    }),
  ];
}

/**
 * Values written at the right of the time strip. For a single network these are the offered load, the delivered load and the packets in
 * flight: the latest ones, or their means over the selected span. In a comparison only the delivered load of each network, in the order of
 * their letters, because the lines may cross while the run is shown.
 */
function valueMarks(data: ViewData, { x, loadScale, inFlightScale, bottom }: StripScales, { units, theme }: Canvas): readonly Mark[] {
  const left = x.range[1] + 10;
  const valueMark = (key: string, y: number, text: string, weight: number, offsetX = 0) =>
    textMark(key, left + offsetX, y, text, { "font-size": 11, fill: theme.ink, "font-weight": weight });
  if (data.variants.length === 1) {
    const summary = flowSummaryOf(data, data.span);
    if (summary === null) return [];
    const offered = offeredRateOf(data);
    const heights = [offered === null ? -Infinity : loadScale(offered), loadScale(summary.delivered), inFlightScale(summary.inFlight)];
    const [offeredY, deliveredY, inFlightY] = separateHeights(heights, 14, bottom - 4);
    return [
      ...(offered === null ? [] : [valueMark("offered", offeredY + 4, `offered ${units.formatLoad(offered)}`, 400)]),
      valueMark(
        "delivered",
        deliveredY + 4,
        `${summary.isMean ? "" : "now "}delivered ${units.formatLoad(summary.delivered)}`,
        strongWeight,
      ),
      valueMark(
        "under way value",
        inFlightY + 4,
        `${summary.isMean ? "mean " : ""}in flight ${formatCount(Math.round(summary.inFlight))}`,
        400,
      ),
    ];
  }
  const summaries = data.variants.flatMap((variant) => {
    const summary = flowSummaryOf(variant, data.span);
    return summary === null ? [] : [{ letter: variant.letter, delivered: summary.delivered }];
  });
  // Networks that do not fit in the first column are in a second column.
  const rowCount = Math.floor((bottom - bracketHeight - 4) / 14);
  const listedSummaries = summaries.slice(0, 2 * rowCount);
  return [
    ...listedSummaries.map(({ letter, delivered }, i) =>
      valueMark(
        `delivered ${letter}`,
        bracketHeight + 6 + 14 * (i % rowCount),
        `${letter} ${i < rowCount ? "delivers " : ""}${units.formatLoad(delivered)}`,
        strongWeight,
        i < rowCount ? 0 : 108,
      ),
    ),
    valueMark("under way name", bottom - 4, "in flight", 400),
  ];
}

/** Delivered load of a run, phits per cycle and sender, and packets in flight. */
interface FlowSummary {
  readonly delivered: number;
  /** Sampled at the ends of bins. */
  readonly inFlight: number;
  /** True for means over the selected span, or over the measurement window of a finished run; false for the latest values. */
  readonly isMean: boolean;
}

/**
 * Delivered load and packets in flight of a network, to be written as numbers: means over the selected span or, after the end of the run,
 * over the measurement window; otherwise the latest values. Null before the end of the first bin.
 */
export function flowSummaryOf(
  variant: Pick<Variant, "frame" | "window" | "results" | "network">,
  selectedSpan: Span | null,
): FlowSummary | null {
  const { binCycles, delivered, inFlight } = flowOverTime(variant);
  const { frame, results } = variant;
  const bins = delivered.length;
  if (frame === null || bins === 0) return null;
  const isFinished = frame.scalars[scalar.status] === statuses.indexOf("finished");
  if (selectedSpan === null && !isFinished) {
    const isDeadlocked = frame.scalars[scalar.status] === statuses.indexOf("deadlocked");
    return { delivered: isDeadlocked ? 0 : delivered[bins - 1], inFlight: inFlight[bins - 1], isMean: false };
  }
  const measurementWindow = measurementWindowOf(variant);
  const { from, to } =
    selectedSpan ??
    (measurementWindow === null
      ? { from: 0, to: frame.scalars[scalar.now] }
      : { from: measurementWindow.start, to: measurementWindow.end });
  let [deliveredSum, inFlightSum, cycles] = [0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const overlap = Math.min(to, (bin + 1) * binCycles) - Math.max(from, bin * binCycles);
    if (overlap <= 0) continue;
    deliveredSum += overlap * delivered[bin];
    inFlightSum += overlap * inFlight[bin];
    cycles += overlap;
  }
  if (cycles === 0) return null;
  // The last bin of a run is seldom complete, and then the frame does not contain it. The results count to the last cycle.
  const exactDelivered = selectedSpan === null ? results?.acceptedPerSender : undefined;
  return { delivered: exactDelivered ?? deliveredSum / cycles, inFlight: inFlightSum / cycles, isMean: true };
}
