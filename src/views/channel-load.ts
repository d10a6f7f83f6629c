/** Load balance within each class of channels: a column per channel in order of load, or a histogram of the loads. */
import { dottedLine } from "./marks/line-styles.ts";
import { nameOfChannel, type Network } from "../core/network/network.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { smallText, strongText, ticksAt } from "./plot/vertical-axis.ts";
import { horizontalAxisLabels } from "./plot/horizontal-axis.ts";
import { linearScale } from "./plot/scale.ts";
import { tableOfChannels } from "./readings/channel-table.ts";
import { scalar } from "../core/simulation/frame.ts";
import { loadPalette, toneOf, toneCount } from "./marks/color.ts";
import { countOf, formatCount, sayPercent } from "../words/numbers.ts";
import { fullShare, frameLoads } from "./readings/loads.ts";
import { circleMark, type MarksDrawing, textHalo, type Mark, pathMark, toTenths, textMark } from "./marks/marks.ts";
import type { HoverTarget } from "./marks/hover-target.ts";
import { targetBoxBetween, LazyHoverTarget, withLazyTargets } from "./plot/targets.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeysHelp } from "./plot/plot-keys.ts";
import { histogram, type RankedClass, rankChannels } from "./readings/ranked.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

/** Parts of the strip of a class, pixels: its name, its height where there are few classes and where there are many, and the gap below. */
const stripLayout = { name: 20, tall: 54, low: 30, gap: 10 };
const axisHeight = 22;
/** If there are more classes of channels than this, their strips are low. */
const manyClasses = 6;

/** The strip of one class of channels. */
interface ClassStrip {
  readonly ranked: RankedClass;
  readonly top: number;
  readonly bottom: number;
}

interface LoadPlot {
  readonly left: number;
  readonly right: number;
  readonly isSorted: boolean;
  readonly network: Network;
  /** Cycles that a channel needs for a phit, so its highest load is the reciprocal, phits per cycle; 0 where the channels differ. */
  readonly cyclesPerPhit: number;
}

export const channelLoad: View<MarksDrawing> = {
  id: "channel-load",
  title: "Channel loads",
  options: [{ id: "order", title: "Order", choices: { sorted: "Sorted", histogram: "Histogram" } }],

  preferredSize({ network }, width) {
    const classes = network?.linkClasses.length ?? 3;
    return { width, height: classes * stripHeight(classes, width) + axisHeight };
  },

  emptyMessage({ network, frame }) {
    return network === null || frame === null ? "Shows the loads of all channels by class, the busiest first." : null;
  },

  /** How many channels are full, which is the busiest, and the mean load over all channels. */
  summary(data) {
    const { network } = data;
    if (network === null) return "The network is not built yet.";
    const classes = rankChannels(network, frameLoads(data));
    const allShares = classes.flatMap(({ shares }) => Array.from(shares));
    const mean = classes.reduce((sum, each) => sum + each.mean * each.loads.length, 0) / allShares.length;
    const [worst] = classes.toSorted((a, b) => b.shares[0] - a.shares[0]);
    if (worst === undefined || worst.loads[0] === 0) {
      // A packet that arrived has crossed channels, except in an ideal network, whose channels stay empty.
      return data.frame !== null && data.frame.scalars[scalar.delivered] > 0
        ? "No packet crosses a channel: messages go directly from host to host."
        : "No packet has crossed a channel yet.";
    }
    const fullChannels = allShares.filter((share) => share >= fullShare).length;
    const busiest = nameOfChannel(network, worst.channels[0]);
    const times = `${(worst.loads[0] / mean).toFixed(1)} times the mean`;
    if (fullChannels > 1)
      return `${formatCount(fullChannels)} of ${formatCount(allShares.length)} channels are busy at least ${sayPercent(fullShare)} of the time; the busiest is ${busiest}. The mean load is ${data.units.formatLoad(mean)}.`;
    return `The busiest channel, ${busiest}, has a load of ${data.units.sayLoad(worst.loads[0])}, ${times}.`;
  },

  layout(data, canvas) {
    const { network } = data;
    if (network === null || canvas.width < 120) return { marks: [] };
    const cycle = data.links === undefined ? data.cycle : 0;
    const isSorted = choiceOf(channelLoad, data.choices, "order") === "sorted";
    const plot = { left: 26, right: canvas.width - 8, isSorted, network, cyclesPerPhit: cycle };
    const classes = rankChannels(network, frameLoads(data));
    const height = (canvas.height - axisHeight) / classes.length;
    const strips = classes.map((ranked, i) => ({ ranked, top: i * height + stripLayout.name, bottom: (i + 1) * height - stripLayout.gap }));
    return { marks: [...loadAxisMarks(plot, canvas), ...strips.flatMap((each) => stripMarks(each, plot, data, canvas))] };
  },

  keys: plotKeysHelp,

  draw: drawPlot,

  table: tableOfChannels,
};

function stripHeight(classes: number, width: number): number {
  return (
    stripLayout.name +
    stripLayout.gap +
    (classes > manyClasses ? stripLayout.low : width >= 600 ? stripLayout.tall * 1.5 : stripLayout.tall)
  );
}

/** For sorted channels the axis only says which end is the busiest; for histograms it shows loads, or fractions of each channel's rate where the rates differ. */
function loadAxisMarks({ isSorted, left, right, cyclesPerPhit }: LoadPlot, { units, height, theme }: Canvas): readonly Mark[] {
  if (isSorted) {
    return [
      textMark("busiest", left, height - 4, "busiest", smallText(theme)),
      textMark("idlest", right, height - 4, "least busy channel of the class", smallText(theme, "end")),
    ];
  }
  const x = linearScale([0, 1], [left, right]);
  const position = { y: height - 4, left, right };
  if (cyclesPerPhit === 0)
    return horizontalAxisLabels(
      ticksAt([0, 0.5, 1], x, (share) => (share === 1 ? "full rate" : sayPercent(share))),
      position,
      theme,
    );
  const end = units.withUnit(units.formatLoadTick(1 / cyclesPerPhit), "phits/cycle");
  const write = (load: number) => (load === 1 ? end : units.formatLoadTick(load / cyclesPerPhit));
  return horizontalAxisLabels(ticksAt([0, 0.5, 1], x, write), position, theme);
}

/**
 * Marks of one class of channels, a horizontal strip of the drawing: its name, number of channels, and mean and largest load, above columns
 * of the channels in descending order of load (`isSorted`) or a histogram of the loads.
 */
function stripMarks(strip: ClassStrip, plot: LoadPlot, data: ViewData, canvas: Canvas): readonly Mark[] {
  const { ranked, top, bottom } = strip;
  const { name, channels, loads, mean } = ranked;
  const { left, right, isSorted } = plot;
  const { theme } = canvas;
  const numbers = `mean ${data.units.formatLoad(mean)}, worst ${data.units.formatLoad(loads[0])}`;
  const hasRoomForCount = right - left - textWidth(name, { weight: strongWeight }) - textWidth(numbers) > 100;
  const marks: Mark[] = [
    textMark(`${name} name`, left, top - 7, name, strongText(theme.ink)),
    textMark(`${name} numbers`, right, top - 7, numbers, smallText(theme, "end")),
    pathMark(`${name} foot`, `M${left} ${toTenths(bottom) + 0.5}H${right}`, { stroke: theme.line }),
  ];
  if (hasRoomForCount) {
    marks.push(
      textMark(
        `${name} count`,
        left + textWidth(name, { weight: strongWeight }) + 10,
        top - 7,
        countOf(channels.length, "channel", "channels"),
        smallText(theme),
      ),
    );
  }
  if (isSorted) {
    marks.push(
      textMark(`${name} 1`, left - 5, top + 4, "1", smallText(theme, "end")),
      textMark(`${name} 0`, left - 5, bottom + 4, "0", smallText(theme, "end")),
      pathMark(`${name} top`, `M${left} ${toTenths(top) + 0.5}H${right}`, { stroke: theme.line }),
      ...sortedMarks(strip, plot, theme),
      withLazyTargets(pathMark(`${name} edge`, outlineOf(ranked.shares, strip, plot), { stroke: theme.ink, "stroke-width": 1.2 }), () =>
        columnTargets(strip, plot, canvas),
      ),
      ...selectedMarks(strip, plot, data, canvas),
    );
  } else {
    marks.push(...loadHistogramMarks(strip, plot, theme), ...meanAndWorstMarks(strip, plot, theme));
  }
  return marks;
}

/**
 * Columns of the channels of a class in descending order of load, and a line at their mean. If there are more channels than pixels, a
 * column shows the busiest channel at its pixel. Columns of one color are one path.
 */
function sortedMarks({ ranked, top, bottom }: ClassStrip, { left, right }: LoadPlot, theme: Canvas["theme"]): readonly Mark[] {
  const { name, shares, meanShare } = ranked;
  const columns = Math.min(shares.length, Math.floor(right - left));
  const pitch = (right - left) / columns;
  const gap = pitch >= 6 ? 1 : 0;
  const pathByTone = Array.from({ length: toneCount + 1 }, () => "");
  for (let i = 0; i < columns; i++) {
    const load = Math.min(1, shares[Math.floor((i * shares.length) / columns)]);
    const barLeft = Math.round(left + i * pitch);
    const width = Math.round(left + (i + 1) * pitch) - barLeft - gap;
    const height = toTenths(load * (bottom - top));
    if (load > 0) pathByTone[toneOf(load)] += `M${barLeft} ${toTenths(bottom)}v${-height}h${width}v${height}z`;
  }
  const { fill } = loadPalette(theme, "surface");
  const y = toTenths(bottom - Math.min(1, meanShare) * (bottom - top));
  return [
    ...pathByTone.flatMap((d, tone) => (d === "" ? [] : [pathMark(`${name} tone ${tone}`, d, { fill: fill[tone] })])),
    pathMark(`${name} mean halo`, `M${left} ${y}H${right}`, { stroke: theme.surface, "stroke-width": 3, "stroke-opacity": 0.7 }),
    pathMark(`${name} mean`, `M${left} ${y}H${right}`, { stroke: theme.ink, ...dottedLine }),
  ];
}

/** Upper edge of all columns as one path. */
function outlineOf(shares: Float64Array, { top, bottom }: ClassStrip, { left, right }: LoadPlot): string {
  const steps = Math.min(shares.length, Math.floor((right - left) / 2));
  let d = "";
  for (let i = 0; i < steps; i++) {
    const y = toTenths(bottom - Math.min(1, shares[Math.floor((i * shares.length) / steps)]) * (bottom - top));
    d += `${i === 0 ? `M${left} ${y}` : `V${y}`}H${toTenths(left + ((i + 1) * (right - left)) / steps)}`;
  }
  return d;
}

/** Marks a short bar below each highlighted channel; the selected channel also gets a line and its load. */
function selectedMarks({ ranked, top, bottom }: ClassStrip, { left, right }: LoadPlot, data: ViewData, { theme }: Canvas): readonly Mark[] {
  const { name, channels, loads, shares } = ranked;
  const pitch = (right - left) / channels.length;
  let caps = "";
  const marks: Mark[] = [];
  channels.forEach((channel, rank) => {
    const isSelected = channel === data.selectedChannel;
    if (!isSelected && !data.highlight.channels.has(channel)) return;
    const x = left + rank * pitch;
    const y = bottom - Math.min(1, shares[rank]) * (bottom - top);
    const capWidth = toTenths(Math.max(2, pitch - (pitch >= 6 ? 1 : 0)));
    caps += `M${toTenths(x)} ${toTenths(bottom + 2)}h${capWidth}v3.5h${-capWidth}z`;
    if (!isSelected) return;
    const middle = x + pitch / 2;
    const isRightHalf = middle > (left + right) / 2;
    marks.push(
      pathMark(`${name} stem`, `M${toTenths(middle)} ${toTenths(bottom)}V${toTenths(y)}`, { stroke: theme.accent, "stroke-width": 1.5 }),
      circleMark(`${name} picked`, middle, y, 4, { fill: theme.accent, stroke: theme.surface, "stroke-width": 1.5 }),
      textMark(
        `${name} value`,
        middle + (isRightHalf ? -9 : 9),
        Math.min(bottom - 4, Math.max(top + 12, y + 4)),
        data.units.formatLoad(loads[rank]),
        {
          "font-size": 12,
          "font-weight": strongWeight,
          fill: theme.accent,
          "text-anchor": isRightHalf ? "end" : "start",
          ...textHalo(theme.surface),
        },
      ),
    );
  });
  return caps === "" ? marks : [pathMark(`${name} highlighted`, caps, { fill: theme.accent }), ...marks];
}

function binsOf({ left, right }: LoadPlot): number {
  return right - left >= 600 ? 40 : 20;
}

/** Histogram of the loads from 0 to the full rate; the tallest bar fills the height of the strip. */
function loadHistogramMarks({ ranked, top, bottom }: ClassStrip, plot: LoadPlot, theme: Canvas["theme"]): readonly Mark[] {
  const { fill } = loadPalette(theme, "surface");
  const { left, right } = plot;
  const shares = histogram(ranked.shares, binsOf(plot));
  const highestShare = Math.max(...shares);
  const pitch = (right - left) / shares.length;
  return shares.flatMap((share, i) => {
    if (share === 0) return [];
    const x = Math.round(left + i * pitch);
    const width = Math.round(left + (i + 1) * pitch) - x - 1;
    const height = Math.max(1, (share / highestShare) * (bottom - top));
    const tone = toneOf((i + 0.5) / shares.length);
    return [
      pathMark(`${ranked.name} bin ${i}`, `M${x} ${toTenths(bottom)}v${-toTenths(height)}h${width}v${toTenths(height)}z`, {
        fill: fill[tone],
      }),
    ];
  });
}

/** Markers of the mean and of the highest load on the axis of loads. */
function meanAndWorstMarks(
  { ranked: { name, meanShare, shares }, top, bottom }: ClassStrip,
  { left, right }: LoadPlot,
  theme: Canvas["theme"],
): readonly Mark[] {
  const xOf = (share: number) => toTenths(left + Math.min(1, share) * (right - left));
  return [
    pathMark(`${name} mean`, `M${xOf(meanShare)} ${toTenths(top)}V${toTenths(bottom)}`, {
      stroke: theme.ink,
      ...dottedLine,
    }),
    pathMark(`${name} worst`, `M${xOf(shares[0])} ${toTenths(bottom + 1)}l-3.5 6h7z`, { fill: theme.ink }),
  ];
}

/** Hover targets of the columns, each of which represents a channel; where several channels share a pixel, for the busiest of them. */
function columnTargets(
  { ranked, top, bottom }: ClassStrip,
  { left, right, network }: LoadPlot,
  { units, theme }: Canvas,
): readonly HoverTarget[] {
  const { name, channels, loads, shares } = ranked;
  const columns = Math.min(channels.length, Math.floor(right - left));
  const edgeX = (column: number) => left + (column * (right - left)) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const rank = Math.floor((column * channels.length) / columns);
    // The first and the last target reach beyond the strip, so that they are easier to hit.
    const targetLeft = column === 0 ? left - 8 : edgeX(column);
    const targetRight = column === columns - 1 ? right + 8 : edgeX(column + 1);
    return new LazyHoverTarget(
      { ...targetBoxBetween(targetLeft, targetRight, top - 4, bottom + 4), row: name },
      { is: "channel", channel: channels[rank] },
      () => {
        const middle = edgeX(column + 0.5);
        const barTop = bottom - Math.min(1, shares[rank]) * (bottom - top);
        return {
          value: units.withUnit(units.formatLoad(loads[rank]), "phits/cycle"),
          name: nameOfChannel(network, channels[rank]),
          outline: [
            pathMark("hover", `M${toTenths(middle)} ${toTenths(bottom)}V${toTenths(barTop)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
            circleMark("hover head", middle, barTop, 3.5, { fill: theme.ink, stroke: theme.surface, "stroke-width": 1.5 }),
          ],
        };
      },
    );
  });
}
