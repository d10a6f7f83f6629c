/** Distribution of packet latencies, with median and tail. */
import { capital } from "../core/base/words.ts";
import { latencyOfBin, scalar, statuses } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type Variant, type View, type ViewData } from "./contract.ts";
import { dashesAt, dotted } from "./marks/strokes.ts";
import { type Distribution, distributionOf } from "./readings/distribution.ts";
import { formatMeasure, formatPercent, sayPercent, withUnit } from "../words/numbers.ts";
import { axisUp, small, type Tick, ticksAt } from "./plot/axes.ts";
import { axisWords } from "./plot/axes-across.ts";
import { boxBetween, withLazyTargets } from "./plot/targets.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeys } from "./plot/plot-keys.ts";
import { type Extent, linearScale, logScale, ticksIn } from "./plot/scale.ts";
import { circleMark, type Drawing, halo, type Mark, pathMark, tenth, textMark } from "./marks/marks.ts";
import type { Spot } from "./marks/pointing.ts";

/** The quantiles that are labeled. */
const named = [
  { name: "median", part: 0.5 },
  { name: "95 %", part: 0.95 },
  { name: "99 %", part: 0.99 },
] as const;
/** The axis is logarithmic if the 99th percentile exceeds this multiple of the 5th. */
const longTail = 5;
/** Minimum width of a column of the density, pixels. */
const grain = 5;
/** Height of the row of labeled quantiles of a network, pixels. */
const ruler = 32;

export const latency: View<Drawing> = {
  id: "latency",
  title: "Latency distribution",
  drawsAll: true,
  watchesAll: true,
  options: [{ id: "shows", title: "Shows", among: { density: "Density", cumulative: "Cumulative" } }],

  room: ({ variants }, width) => ({ width, height: Math.max(150, Math.min(380, width * 0.5)) + ruler * Math.max(1, variants.length) }),

  needs: ({ frame }) => (frame === null ? "Shows how packet latency is distributed, from creation to arrival." : null),

  summary(data) {
    const [front, ...others] = distributionsOf(data);
    if (front === undefined) return "No packet created in the measured window has arrived yet.";
    const [median, , tail] = named.map(({ part }) => front.quantile(part));
    const own = `half of the packets take at most ${data.units.sayTime(median)}, one in a hundred more than ${data.units.sayTimeAfter(tail, median)}`;
    const arrived = arrivedPart(data);
    // During the measurement, packets still in source queues are not counted yet.
    const all = isMeasuring(data) ? "begun so far" : "created";
    const among = arrived < 0.99 ? `of the ${sayPercent(arrived)} that have arrived of all ${all}, ` : "";
    // A unit applies until another unit is printed.
    if (others.length > 0) {
      let said = tail;
      const next = (cycles: number) => {
        const text = data.units.sayTimeAfter(cycles, said);
        said = cycles;
        return text;
      };
      const medians = others.map((other) => `${other.letter} ${next(other.quantile(0.5))} and ${next(other.quantile(0.99))}`);
      return `In ${front.letter}, ${among}${own}; in ${medians.join(", in ")}.`;
    }
    const empty = data.analysis?.zeroLoadLatency;
    return capital(`${among}${own}${empty === undefined ? "" : `; an empty network would take ${data.units.sayTimeAfter(empty, tail)}`}.`);
  },

  layout: (data, canvas) => ({ marks: canvas.width < 120 || canvas.height < 100 ? [] : marksOf(data, canvas) }),

  keys: plotKeys,

  draw: drawPlot,

  table({ variants }) {
    const several = variants.length > 1;
    const columns = [
      ...(several ? [{ title: "Network", unit: "" }] : []),
      { title: "From", unit: "cycles" },
      { title: "To", unit: "cycles" },
      { title: "Packets", unit: "packets" },
      { title: "No later", unit: "%" },
    ];
    const rows = variants.flatMap(({ frame, letter, cycle }) => {
      const own = frame === null ? null : distributionOf(frame.latencies, letter, cycle);
      return own === null || frame === null
        ? []
        : [...frame.latencies].flatMap((packets, bin) =>
            packets === 0
              ? []
              : [
                  [
                    ...(several ? [letter] : []),
                    cycle * latencyOfBin(bin),
                    cycle * (latencyOfBin(bin + 1) - 1),
                    packets,
                    100 * own.before(cycle * latencyOfBin(bin + 1)),
                  ],
                ],
          );
    });
    return { columns, rows };
  },
};

/** Share of the packets created in the window that have arrived. Only their latencies are known. */
function arrivedPart({ frame }: ViewData): number {
  const tagged = frame?.scalars[scalar.tagged] ?? 0;
  return frame === null || tagged === 0 ? 1 : frame.scalars[scalar.taggedDelivered] / tagged;
}

/** Whether packets that count may still be created. */
function isMeasuring({ frame }: ViewData): boolean {
  if (frame === null) return false;
  const { scalars } = frame;
  return (
    scalars[scalar.status] === statuses.indexOf("running") &&
    scalars[scalar.now] <= scalars[scalar.windowStart] + scalars[scalar.windowCycles]
  );
}

/** The active network first, then the others. */
function distributionsOf(data: ViewData): readonly Distribution[] {
  const others: readonly Variant[] = data.variants.filter(({ letter }) => letter !== data.letter);
  return [data, ...others].flatMap(({ frame, letter, cycle }) => {
    const found = frame === null ? null : distributionOf(frame.latencies, letter, cycle);
    return found === null ? [] : [found];
  });
}

interface Plot {
  readonly x: (cycles: number) => number;
  /** Right end of the axis, cycles. It decides the unit of all ticks. */
  readonly most: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  /** Edges of the columns in whole cycles; finer columns would show the granularity of the clock. */
  readonly edges: readonly number[];
}

/** Whole cycles from the left to the right end of an axis, at least {@link minColumnWidth} pixels apart. */
function edgesOf(x: (cycles: number) => number, from: number, to: number): readonly number[] {
  const edges = [Math.floor(from)];
  for (let cycles = edges[0] + 1, step = 1; edges[edges.length - 1] <= to; cycles += step) {
    if (x(cycles) - x(edges[edges.length - 1]) < grain) continue;
    edges.push(cycles);
    // Columns only become wider in cycles, so not every cycle of a long tail has to be tried.
    step = Math.max(1, (cycles - edges[edges.length - 2]) >> 4);
  }
  return edges;
}

/**
 * Marks of the distributions: axis, zero-load latency, curves, and a row of quantiles per network. The axis is logarithmic for a long tail.
 */
function marksOf(data: ViewData, canvas: Canvas): readonly Mark[] {
  const { width, height, theme } = canvas;
  const all = distributionsOf(data);
  const isCumulative = choiceOf(latency, data.choices, "shows") === "cumulative";
  const rulers = ruler * Math.max(1, data.variants.length);
  // The left margin holds the numbers of an axis, or the letters of the networks.
  const [left, right, top, foot] = [isCumulative ? 34 : data.variants.length > 1 ? 22 : 8, width - 12, 20, height - rulers - 22];
  const empty = data.analysis?.zeroLoadLatency ?? Infinity;
  const least = Math.min(empty, ...all.map((each) => each.least));
  // Early in a run, all packets that arrived may have had short paths, and be faster than the mean.
  const most = Math.max(...all.map((each) => each.most), Number.isFinite(empty) ? empty : 0, Number.isFinite(least) ? least * 2 : 100);
  const isLog = all.some((each) => each.quantile(0.99) > longTail * each.quantile(0.05));
  const from = isLog ? Math.max(1, Math.floor(least * 0.85)) : 0;
  const scale = (isLog ? logScale : linearScale)([from, most * (isLog ? 1.1 : 1.05)], [left, right]);
  const plot: Plot = { x: scale, most: scale.domain[1], left, right, top, foot, edges: edgesOf(scale, from, most) };
  const shares = ticksAt([0, 0.5, 1], linearScale([0, 1], [foot, top]), formatPercent);
  return [
    withLazyTargets(pathMark("foot", `M${left} ${tenth(foot) + 0.5}H${right}`, { stroke: theme.line }), () =>
      columnsOf(all, isCumulative, plot, canvas),
    ),
    ...timeTicks(isLog, scale.domain, plot, canvas),
    textMark("title", 8, top - 8, isCumulative ? "packets no later than this, %" : "packets, by latency", small(theme)),
    ...(isCumulative ? axisUp(shares, left, right, theme, "share ") : []),
    ...(Number.isFinite(empty) ? emptyMarks(empty, plot, canvas) : []),
    ...curves(all, isCumulative, plot, canvas),
    ...all.flatMap((each, i) => rulerMarks(each, i, foot + 22 + i * ruler + 12, plot, canvas)),
  ];
}

/** Ticks of the time axis: 1, 2 and 5 of each decade where they fit, or even steps on a linear axis. */
function timeTicks(isLog: boolean, [from, to]: Extent, { x, left, right, top, foot }: Plot, { units, theme }: Canvas): readonly Mark[] {
  const wanted = units.roundTimes(to, (perCycle) => {
    if (!isLog) return ticksIn([from * perCycle, to * perCycle], (right - left) / 90);
    const decades = Array.from({ length: 10 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -4)));
    return [...decades, ...decades.flatMap((ten) => [2 * ten, 5 * ten])];
  });
  const placed: Tick[] = [];
  for (const tick of wanted) {
    const at = x(tick);
    // Over several decades, each tick has its own unit.
    const text = isLog ? units.sayTimeAfter(tick, to) : units.formatTime(tick, to);
    const hasRoom = at >= left - 1 && at + textWidth(text) / 2 <= right - 44 && placed.every((other) => Math.abs(other.at - at) >= 40);
    if (tick >= from && tick <= to && hasRoom) placed.push({ key: tick, at, text });
  }
  return [
    textMark("unit", right, foot + 15, units.timeUnit(to).name, small(theme, "end")),
    ...placed.map(({ key, at }) => pathMark(`grid ${key}`, `M${tenth(at)} ${top}V${tenth(foot)}`, { stroke: theme.line })),
    ...axisWords(placed, { y: foot + 15, left }, theme),
  ];
}

/** Zero-load latency by analysis, as a line with a label. */
function emptyMarks(empty: number, { x, most, left, right, top, foot }: Plot, { units, theme }: Canvas): readonly Mark[] {
  // A logarithmic axis begins at one cycle.
  const at = tenth(Math.max(left, x(empty)));
  const label = `empty network ${units.sayTimeAfter(empty, most)}`;
  const isFlipped = at + textWidth(label) + 10 > right;
  return [
    pathMark("empty", `M${at} ${top - 2}V${tenth(foot)}`, {
      stroke: theme.ink,
      "stroke-width": 1.2,
      ...dotted,
    }),
    textMark("empty name", at + (isFlipped ? -5 : 5), top + 8, label, {
      ...small(theme, isFlipped ? "end" : "start"),
      ...halo(theme.surface),
    }),
  ];
}

/**
 * Hover targets of the active network: one for each column that has packets. Where the curve is cumulative, a target extends to the next
 * such column.
 */
function columnsOf(
  all: readonly Distribution[],
  isCumulative: boolean,
  { x, top, foot, edges }: Plot,
  { units, theme }: Canvas,
): readonly Spot[] {
  const [front] = all;
  if (front === undefined) return [];
  const columns = edges.slice(1).flatMap((to, i) => {
    const from = edges[i];
    const part = front.before(to) - front.before(from);
    return part > 0 ? [{ from, to, part }] : [];
  });
  return columns.map(({ from, to, part }, i) => {
    const stretch = `${units.formatTime(from, to)} to ${withUnit(units.formatTime(to - 1, to), units.timeUnit(to).name)}`;
    const middle = tenth((x(from) + x(to)) / 2);
    return {
      ...boxBetween(x(from), x(isCumulative ? (columns[i + 1]?.from ?? to) : to), top - 8, foot + 8),
      value: `${withUnit(formatMeasure(100 * part), "%")} take ${to - from === 1 ? units.sayTime(from) : stretch}`,
      name: `${all.length > 1 ? `${front.letter}, ` : ""}${withUnit(formatMeasure(100 * front.before(to)), "%")} are no later`,
      outline: [pathMark("hover", `M${middle} ${top}V${tenth(foot)}`, { stroke: theme.ink, "stroke-width": 1 })],
    };
  });
}

/** All curves on one scale: the active network solid over a pale area, the others dashed. */
function curves(all: readonly Distribution[], isCumulative: boolean, plot: Plot, { theme }: Canvas): readonly Mark[] {
  const { left, right, top, foot, edges } = plot;
  const x = (cycles: number) => tenth(Math.max(left, Math.min(right, plot.x(cycles))));
  const heights = all.map((each) =>
    edges
      .slice(1)
      .map((to, i) => (isCumulative ? each.before(to) : (each.before(to) - each.before(edges[i])) / (plot.x(to) - plot.x(edges[i])))),
  );
  const highest = isCumulative ? 1 : heights.reduce((most, column) => Math.max(most, ...column), 0);
  const room = isCumulative ? foot - top : foot - top - 16;
  return all.flatMap(({ letter }, i) => {
    const y = (height: number) => tenth(foot - (height / highest) * room);
    const steps = heights[i].map((height, k) => `V${y(height)}H${x(edges[k + 1])}`).join("");
    const d = `M${x(edges[0])} ${tenth(foot)}${steps}${isCumulative ? `H${right}` : `V${tenth(foot)}`}`;
    const dash = { "stroke-width": i === 0 ? 2 : 1.7, ...dashesAt(i) };
    const field = pathMark("field", `${d}z`, { fill: "var(--sending)", "fill-opacity": 0.28 });
    const line = pathMark(`curve ${letter}`, d, { stroke: theme.ink, "stroke-linejoin": "round", ...dash });
    const at = isCumulative ? heights[i].findIndex((height) => height >= 0.5 + 0.15 * i) : heights[i].indexOf(Math.max(...heights[i]));
    // Below the label of the zero-load latency.
    const label = textMark(`letter ${letter}`, x(edges[at]) - 8, Math.max(top + 20, y(heights[i][at]) + 4), letter, {
      "font-size": 12,
      "font-weight": strongWeight,
      "text-anchor": "end",
      fill: theme.ink,
      ...halo(theme.surface),
    });
    return [...(i === 0 && !isCumulative ? [field] : []), line, ...(letter === "" ? [] : [label])];
  });
}

/** Median and tail of one network in a row below the axis, each at its position with its label. */
function rulerMarks(each: Distribution, i: number, y: number, { x, most, left, right }: Plot, { units, theme }: Canvas): readonly Mark[] {
  const { letter } = each;
  const found = named.map(({ name, part }) => ({ name, cycles: each.quantile(part), at: Math.max(left, x(each.quantile(part))) }));
  // The first label has the unit of the axis; each further label continues the unit of the one before.
  const labels = found.map(({ name, cycles }, k) => `${name} ${units.sayTimeAfter(cycles, k === 0 ? most : found[k - 1].cycles)}`);
  const widths = labels.map((label) => textWidth(label) + 10);
  // Labels are centered under their dots. Where they would overlap they move apart, first from the left, then back from the right.
  const starts: number[] = [];
  found.forEach(({ at }, k) => starts.push(Math.max(at - widths[k] / 2, k === 0 ? left : starts[k - 1] + widths[k - 1])));
  for (let k = found.length - 1, end = right + 8; k >= 0; k--) {
    starts[k] = Math.min(starts[k], end - widths[k]);
    end = starts[k];
  }
  const dot = i === 0 ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.6 };
  return [
    pathMark(`ruler ${letter}`, `M${tenth(found[0].at)} ${tenth(y)}H${tenth(found[2].at)}`, {
      stroke: theme.ink,
      "stroke-width": 1.2,
      ...dashesAt(i),
    }),
    ...(letter === ""
      ? []
      : [
          textMark(`ruler name ${letter}`, Math.max(12, found[0].at - 12), y + 4, letter, {
            "font-size": 12,
            "font-weight": strongWeight,
            "text-anchor": "end",
            fill: theme.ink,
          }),
        ]),
    ...found.map(({ name, at }) => circleMark(`${name} ${letter}`, at, y, 3.4, dot)),
    ...labels.map((label, k) =>
      textMark(`${named[k].name} value ${letter}`, Math.max(0, starts[k]) + widths[k] / 2, y + 16, label, {
        "font-size": 11,
        fill: k === 0 ? theme.ink : theme.ink2,
        "text-anchor": "middle",
      }),
    ),
  ];
}
