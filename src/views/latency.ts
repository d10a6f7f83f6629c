/** Distribution of packet latencies, with median and tail. */
import { capitalize } from "../core/base/words.ts";
import { latencyOfBin, scalar, statuses } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type Variant, type View, type ViewData } from "./contract.ts";
import { dashesAt, dottedLine } from "./marks/line-styles.ts";
import { type LatencyDistribution, distributionOf } from "./readings/distribution.ts";
import { formatMeasure, formatPercent, sayPercent, withUnit } from "../words/numbers.ts";
import { verticalAxisMarks, smallText, type Tick, ticksAt } from "./plot/vertical-axis.ts";
import { horizontalAxisLabels } from "./plot/horizontal-axis.ts";
import { targetBoxBetween, withLazyTargets } from "./plot/targets.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeysHelp } from "./plot/plot-keys.ts";
import { type Extent, linearScale, logScale, roundTicks } from "./plot/scale.ts";
import { circleMark, type MarksDrawing, textHalo, type Mark, pathMark, toTenths, textMark } from "./marks/marks.ts";
import type { HoverTarget } from "./marks/hover-target.ts";

/** The quantiles that are labeled. */
const quantiles = [
  { name: "median", share: 0.5 },
  { name: "95 %", share: 0.95 },
  { name: "99 %", share: 0.99 },
] as const;
/** The axis is logarithmic if the 99th percentile exceeds this multiple of the 5th. */
const logAxisRatio = 5;
/** Minimum width of a column of the density, pixels. */
const minColumnWidth = 5;
/** Height of the row of labeled quantiles of a network, pixels. */
const rulerHeight = 32;

export const latency: View<MarksDrawing> = {
  id: "latency",
  title: "Latency distribution",
  isForAllNetworks: true,
  needsAllFrames: true,
  options: [{ id: "shows", title: "Shows", choices: { density: "Density", cumulative: "Cumulative" } }],

  preferredSize: ({ variants }, width) => ({
    width,
    height: Math.max(150, Math.min(380, width * 0.5)) + rulerHeight * Math.max(1, variants.length),
  }),

  emptyMessage: ({ frame }) => (frame === null ? "Shows the distribution of packet latency, from creation to arrival." : null),

  /** Median and 99th percentile of the latencies of each network. If packets are still missing, it says which share has arrived. */
  summary(data) {
    const [active, ...others] = distributionsOf(data);
    if (active === undefined) return "No packet created in the measurement window has arrived yet.";
    const [median, , tail] = quantiles.map(({ share }) => active.quantile(share));
    const activeText = `take at most ${data.units.sayTime(median)}, 1 % take more than ${data.units.sayTimeAfter(tail, median)}`;
    const arrived = arrivedShare(data);
    // During the measurement, packets still in source queues are not counted yet.
    const counted = isWindowOpen(data) ? "injected" : "created";
    const packetsText =
      arrived < 0.99 ? `of the ${sayPercent(arrived)} of ${counted} packets that have arrived, half` : "half of the packets";
    // A unit in the sentence also applies to the numbers after it, until another unit is printed.
    if (others.length > 0) {
      let lastCycles = tail;
      const sayNext = (cycles: number) => {
        const text = data.units.sayTimeAfter(cycles, lastCycles);
        lastCycles = cycles;
        return text;
      };
      const medians = others.map((other) => `${other.letter} ${sayNext(other.quantile(0.5))} and ${sayNext(other.quantile(0.99))}`);
      return `In ${active.letter}, ${packetsText} ${activeText}; in ${medians.join(", in ")}.`;
    }
    const zeroLoad = data.analysis?.zeroLoadLatency;
    return capitalize(
      `${packetsText} ${activeText}${zeroLoad === undefined ? "" : `; in an empty network the mean is ${data.units.sayTimeAfter(zeroLoad, tail)}`}.`,
    );
  },

  layout: (data, canvas) => ({ marks: canvas.width < 120 || canvas.height < 100 ? [] : latencyMarks(data, canvas) }),

  keys: plotKeysHelp,

  draw: drawPlot,

  /** A row for each range of latencies that contains packets, with the share of all packets that took no longer. */
  table({ variants }) {
    const hasSeveralNetworks = variants.length > 1;
    const columns = [
      ...(hasSeveralNetworks ? [{ title: "Network", unit: "" }] : []),
      { title: "From", unit: "cycles" },
      { title: "To", unit: "cycles" },
      { title: "Packets", unit: "packets" },
      { title: "No later", unit: "%" },
    ];
    const rows = variants.flatMap(({ frame, letter, cycle }) => {
      const distribution = frame === null ? null : distributionOf(frame.latencies, letter, cycle);
      return distribution === null || frame === null
        ? []
        : [...frame.latencies].flatMap((packets, bin) =>
            packets === 0
              ? []
              : [
                  [
                    ...(hasSeveralNetworks ? [letter] : []),
                    cycle * latencyOfBin(bin),
                    cycle * (latencyOfBin(bin + 1) - 1),
                    packets,
                    100 * distribution.shareBelow(cycle * latencyOfBin(bin + 1)),
                  ],
                ],
          );
    });
    return { columns, rows };
  },
};

/** Share of the packets created in the window that have arrived. Only their latencies are known. */
function arrivedShare({ frame }: ViewData): number {
  const tagged = frame?.scalars[scalar.tagged] ?? 0;
  return frame === null || tagged === 0 ? 1 : frame.scalars[scalar.taggedDelivered] / tagged;
}

/** Whether packets that count may still be created. */
function isWindowOpen({ frame }: ViewData): boolean {
  if (frame === null) return false;
  const { scalars } = frame;
  return (
    scalars[scalar.status] === statuses.indexOf("running") &&
    scalars[scalar.now] <= scalars[scalar.windowStart] + scalars[scalar.windowCycles]
  );
}

/** The active network first, then the others. */
function distributionsOf(data: ViewData): readonly LatencyDistribution[] {
  const others: readonly Variant[] = data.variants.filter(({ letter }) => letter !== data.letter);
  return [data, ...others].flatMap(({ frame, letter, cycle }) => {
    const distribution = frame === null ? null : distributionOf(frame.latencies, letter, cycle);
    return distribution === null ? [] : [distribution];
  });
}

interface LatencyPlot {
  readonly x: (cycles: number) => number;
  /** Right end of the axis, cycles. It decides the unit of all ticks. */
  readonly maxCycles: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly baseline: number;
  /** Edges of the columns in whole cycles; finer columns would show the granularity of the clock. */
  readonly edges: readonly number[];
}

/** Whole cycles from the left to the right end of an axis, at least {@link minColumnWidth} pixels apart. */
function columnEdges(x: (cycles: number) => number, from: number, to: number): readonly number[] {
  const edges = [Math.floor(from)];
  for (let cycles = edges[0] + 1, step = 1; edges[edges.length - 1] <= to; cycles += step) {
    if (x(cycles) - x(edges[edges.length - 1]) < minColumnWidth) continue;
    edges.push(cycles);
    // Columns further right are never narrower in cycles, so not every cycle of a long tail has to be tried.
    step = Math.max(1, (cycles - edges[edges.length - 2]) >> 4);
  }
  return edges;
}

/**
 * All marks of the latency diagram: time axis, the distribution of each network as a curve, the zero-load latency, and below them a row of
 * quantiles for each network. The time axis is logarithmic if a distribution has a long tail.
 */
function latencyMarks(data: ViewData, canvas: Canvas): readonly Mark[] {
  const { width, height, theme } = canvas;
  const distributions = distributionsOf(data);
  const isCumulative = choiceOf(latency, data.choices, "shows") === "cumulative";
  const rulersHeight = rulerHeight * Math.max(1, data.variants.length);
  // The left margin holds the numbers of an axis, or the letters of the networks.
  const [left, right, top, baseline] = [isCumulative ? 34 : data.variants.length > 1 ? 22 : 8, width - 12, 20, height - rulersHeight - 22];
  const zeroLoad = data.analysis?.zeroLoadLatency ?? Infinity;
  const axisStart = Math.min(zeroLoad, ...distributions.map((distribution) => distribution.smallest));
  // Early in a run, all packets that arrived may have had short paths, and be faster than the mean.
  const axisEnd = Math.max(
    ...distributions.map((distribution) => distribution.largest),
    Number.isFinite(zeroLoad) ? zeroLoad : 0,
    Number.isFinite(axisStart) ? axisStart * 2 : 100,
  );
  const isLog = distributions.some((distribution) => distribution.quantile(0.99) > logAxisRatio * distribution.quantile(0.05));
  const firstCycle = isLog ? Math.max(1, Math.floor(axisStart * 0.85)) : 0;
  const scale = (isLog ? logScale : linearScale)([firstCycle, axisEnd * (isLog ? 1.1 : 1.05)], [left, right]);
  const plot: LatencyPlot = {
    x: scale,
    maxCycles: scale.domain[1],
    left,
    right,
    top,
    baseline,
    edges: columnEdges(scale, firstCycle, axisEnd),
  };
  const shares = ticksAt([0, 0.5, 1], linearScale([0, 1], [baseline, top]), formatPercent);
  return [
    withLazyTargets(pathMark("foot", `M${left} ${toTenths(baseline) + 0.5}H${right}`, { stroke: theme.line }), () =>
      columnTargets(distributions, isCumulative, plot, canvas),
    ),
    ...timeAxisMarks(isLog, scale.domain, plot, canvas),
    textMark("title", 8, top - 8, isCumulative ? "packets with at most this latency, %" : "packets by latency", smallText(theme)),
    ...(isCumulative ? verticalAxisMarks(shares, left, right, theme, "share ") : []),
    ...(Number.isFinite(zeroLoad) ? zeroLoadMarks(zeroLoad, plot, canvas) : []),
    ...curveMarksOf(distributions, isCumulative, plot, canvas),
    ...distributions.flatMap((distribution, i) => rulerMarks(distribution, i, baseline + 22 + i * rulerHeight + 12, plot, canvas)),
  ];
}

/**
 * Marks of the time axis: grid lines with labels, and the unit. Ticks are at 1, 2 and 5 of each decade on a logarithmic axis, otherwise at
 * even steps. Ticks whose labels would overlap are omitted.
 */
function timeAxisMarks(
  isLog: boolean,
  [firstCycle, lastCycle]: Extent,
  { x, left, right, top, baseline }: LatencyPlot,
  { units, theme }: Canvas,
): readonly Mark[] {
  // `perCycle` is the length of a cycle in the unit of the axis, 1 if the axis counts cycles. Otherwise decades begin at 0.0001 of the
  // unit.
  const candidates = units.roundTimes(lastCycle, (perCycle) => {
    if (!isLog) return roundTicks([firstCycle * perCycle, lastCycle * perCycle], (right - left) / 90);
    const decades = Array.from({ length: 10 }, (_, i) => 10 ** (i + (perCycle === 1 ? 0 : -4)));
    return [...decades, ...decades.flatMap((ten) => [2 * ten, 5 * ten])];
  });
  const ticks: Tick[] = [];
  for (const tick of candidates) {
    const tickX = x(tick);
    // Over several decades, each tick has its own unit.
    const text = isLog ? units.sayTimeAfter(tick, lastCycle) : units.formatTime(tick, lastCycle);
    const fits = tickX >= left - 1 && tickX + textWidth(text) / 2 <= right - 44 && ticks.every((other) => Math.abs(other.at - tickX) >= 40);
    if (tick >= firstCycle && tick <= lastCycle && fits) ticks.push({ key: tick, at: tickX, text });
  }
  return [
    textMark("unit", right, baseline + 15, units.timeUnit(lastCycle).name, smallText(theme, "end")),
    ...ticks.map(({ key, at: tickX }) =>
      pathMark(`grid ${key}`, `M${toTenths(tickX)} ${top}V${toTenths(baseline)}`, { stroke: theme.line }),
    ),
    ...horizontalAxisLabels(ticks, { y: baseline + 15, left }, theme),
  ];
}

/** Dotted vertical line at the zero-load latency, the mean latency in an empty network according to the static analysis, with a label. */
function zeroLoadMarks(
  zeroLoad: number,
  { x, maxCycles, left, right, top, baseline }: LatencyPlot,
  { units, theme }: Canvas,
): readonly Mark[] {
  // A logarithmic axis begins at one cycle.
  const lineX = toTenths(Math.max(left, x(zeroLoad)));
  const label = `empty network ${units.sayTimeAfter(zeroLoad, maxCycles)}`;
  const isFlipped = lineX + textWidth(label) + 10 > right;
  return [
    pathMark("empty", `M${lineX} ${top - 2}V${toTenths(baseline)}`, {
      stroke: theme.ink,
      "stroke-width": 1.2,
      ...dottedLine,
    }),
    textMark("empty name", lineX + (isFlipped ? -5 : 5), top + 8, label, {
      ...smallText(theme, isFlipped ? "end" : "start"),
      ...textHalo(theme.surface),
    }),
  ];
}

/**
 * A hover target for each column (range of latencies) of the active network that contains packets. On a cumulative curve a target extends
 * to the next one, because the curve is level in between.
 */
function columnTargets(
  distributions: readonly LatencyDistribution[],
  isCumulative: boolean,
  { x, top, baseline, edges }: LatencyPlot,
  { units, theme }: Canvas,
): readonly HoverTarget[] {
  const [active] = distributions;
  if (active === undefined) return [];
  const columns = edges.slice(1).flatMap((to, i) => {
    const from = edges[i];
    const share = active.shareBelow(to) - active.shareBelow(from);
    return share > 0 ? [{ from, to, share }] : [];
  });
  return columns.map(({ from, to, share }, i) => {
    const rangeText = `${units.formatTime(from, to)} to ${withUnit(units.formatTime(to - 1, to), units.timeUnit(to).name)}`;
    const middle = toTenths((x(from) + x(to)) / 2);
    return {
      ...targetBoxBetween(x(from), x(isCumulative ? (columns[i + 1]?.from ?? to) : to), top - 8, baseline + 8),
      value: `${withUnit(formatMeasure(100 * share), "%")} take ${to - from === 1 ? units.sayTime(from) : rangeText}`,
      name: `${distributions.length > 1 ? `${active.letter}, ` : ""}${withUnit(formatMeasure(100 * active.shareBelow(to)), "%")} take no longer`,
      outline: [pathMark("hover", `M${middle} ${top}V${toTenths(baseline)}`, { stroke: theme.ink, "stroke-width": 1 })],
    };
  });
}

/**
 * The distribution of each network as a curve of steps: the share of packets below each latency if `isCumulative`, otherwise the density
 * (share per pixel). The active network, the first, has a solid line, with a pale area below its density; the others are dashed.
 */
function curveMarksOf(
  distributions: readonly LatencyDistribution[],
  isCumulative: boolean,
  plot: LatencyPlot,
  { theme }: Canvas,
): readonly Mark[] {
  const { left, right, top, baseline, edges } = plot;
  const x = (cycles: number) => toTenths(Math.max(left, Math.min(right, plot.x(cycles))));
  const valuesByNetwork = distributions.map((distribution) =>
    edges
      .slice(1)
      .map((upperEdge, i) =>
        isCumulative
          ? distribution.shareBelow(upperEdge)
          : (distribution.shareBelow(upperEdge) - distribution.shareBelow(edges[i])) / (plot.x(upperEdge) - plot.x(edges[i])),
      ),
  );
  const maxValue = isCumulative ? 1 : valuesByNetwork.reduce((max, values) => Math.max(max, ...values), 0);
  const maxHeight = isCumulative ? baseline - top : baseline - top - 16;
  return distributions.flatMap(({ letter }, i) => {
    // One network: its curve as steps, the area below it, and its letter near the middle of the curve or at its peak.
    const y = (value: number) => toTenths(baseline - (value / maxValue) * maxHeight);
    const steps = valuesByNetwork[i].map((value, k) => `V${y(value)}H${x(edges[k + 1])}`).join("");
    const d = `M${x(edges[0])} ${toTenths(baseline)}${steps}${isCumulative ? `H${right}` : `V${toTenths(baseline)}`}`;
    const dash = { "stroke-width": i === 0 ? 2 : 1.7, ...dashesAt(i) };
    const area = pathMark("field", `${d}z`, { fill: "var(--sending)", "fill-opacity": 0.28 });
    const line = pathMark(`curve ${letter}`, d, { stroke: theme.ink, "stroke-linejoin": "round", ...dash });
    const labelColumn = isCumulative
      ? valuesByNetwork[i].findIndex((value) => value >= 0.5 + 0.15 * i)
      : valuesByNetwork[i].indexOf(Math.max(...valuesByNetwork[i]));
    // The letter is placed below the label of the zero-load latency.
    const label = textMark(
      `letter ${letter}`,
      x(edges[labelColumn]) - 8,
      Math.max(top + 20, y(valuesByNetwork[i][labelColumn]) + 4),
      letter,
      {
        "font-size": 12,
        "font-weight": strongWeight,
        "text-anchor": "end",
        fill: theme.ink,
        ...textHalo(theme.surface),
      },
    );
    return [...(i === 0 && !isCumulative ? [area] : []), line, ...(letter === "" ? [] : [label])];
  });
}

/**
 * Marks of one network in the rows below the axis: a line from its first to its last quantile, with a labeled dot at each quantile.
 * @param i Index of the network in the comparison.
 * @param y Vertical position of the line, pixels.
 */
function rulerMarks(
  distribution: LatencyDistribution,
  i: number,
  y: number,
  { x, maxCycles, left, right }: LatencyPlot,
  { units, theme }: Canvas,
): readonly Mark[] {
  const { letter } = distribution;
  const positions = quantiles.map(({ name, share }) => ({
    name,
    cycles: distribution.quantile(share),
    x: Math.max(left, x(distribution.quantile(share))),
  }));
  // The first label uses the unit of the axis; each further label names its unit only if it differs from that of the label before.
  const labels = positions.map(
    ({ name, cycles }, k) => `${name} ${units.sayTimeAfter(cycles, k === 0 ? maxCycles : positions[k - 1].cycles)}`,
  );
  const widths = labels.map((label) => textWidth(label) + 10);
  // Labels are centered under their dots. A first pass moves overlapping labels to the right, a second pass from the right end moves them
  // back.
  const starts: number[] = [];
  positions.forEach(({ x: at }, k) => starts.push(Math.max(at - widths[k] / 2, k === 0 ? left : starts[k - 1] + widths[k - 1])));
  for (let k = positions.length - 1, end = right + 8; k >= 0; k--) {
    starts[k] = Math.min(starts[k], end - widths[k]);
    end = starts[k];
  }
  const dot = i === 0 ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.6 };
  return [
    pathMark(`ruler ${letter}`, `M${toTenths(positions[0].x)} ${toTenths(y)}H${toTenths(positions[2].x)}`, {
      stroke: theme.ink,
      "stroke-width": 1.2,
      ...dashesAt(i),
    }),
    ...(letter === ""
      ? []
      : [
          textMark(`ruler name ${letter}`, Math.max(12, positions[0].x - 12), y + 4, letter, {
            "font-size": 12,
            "font-weight": strongWeight,
            "text-anchor": "end",
            fill: theme.ink,
          }),
        ]),
    ...positions.map(({ name, x: at }) => circleMark(`${name} ${letter}`, at, y, 3.4, dot)),
    ...labels.map((label, k) =>
      textMark(`${quantiles[k].name} value ${letter}`, Math.max(0, starts[k]) + widths[k] / 2, y + 16, label, {
        "font-size": 11,
        fill: k === 0 ? theme.ink : theme.ink2,
        "text-anchor": "middle",
      }),
    ),
  ];
}
