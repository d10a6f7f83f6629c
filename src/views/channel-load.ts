/** Load balance within each class of channels: a column per channel in order of load, or a histogram of the loads. */
import { dotted } from "./marks/strokes.ts";
import { nameOfChannel, type Network } from "../core/network/network.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { small, strong, ticksAt } from "./plot/axes.ts";
import { axisWords } from "./plot/axes-across.ts";
import { linearScale } from "./plot/scale.ts";
import { channelTable } from "./readings/channel-table.ts";
import { scalar } from "../core/simulation/frame.ts";
import { palette, toneOf, tones } from "./marks/colour.ts";
import { countOf, formatCount, sayPercent } from "../words/numbers.ts";
import { full, loadsOf } from "./readings/loads.ts";
import { circleMark, type Drawing, halo, type Mark, pathMark, tenth, textMark } from "./marks/marks.ts";
import type { Spot } from "./marks/pointing.ts";
import { boxBetween, LazyTarget, withLazyTargets } from "./plot/targets.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeys } from "./plot/plot-keys.ts";
import { histogram, type Ranked, rankedOf } from "./readings/ranked.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

/** Parts of the strip of a class, pixels: its name, its height where there are few classes and where there are many, and the gap below. */
const strip = { name: 20, tall: 54, low: 30, gap: 10 };
const foot = 22;
/** With more classes than this the strips are low. */
const many = 6;

/** The strip of one class of channels. */
interface Strip {
  readonly ranked: Ranked;
  readonly top: number;
  readonly bottom: number;
}

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly isSorted: boolean;
  readonly network: Network;
  /** Cycles that a channel needs for a phit, so its highest load is the reciprocal, phits per cycle; 0 where the channels differ. */
  readonly cycle: number;
}

export const channelLoad: View<Drawing> = {
  id: "channel-load",
  title: "Load of the channels",
  options: [{ id: "order", title: "Order", among: { sorted: "Sorted", histogram: "Histogram" } }],

  room({ network }, width) {
    const classes = network?.linkClasses.length ?? 3;
    return { width, height: classes * stripHeight(classes, width) + foot };
  },

  needs({ network, frame }) {
    return network === null || frame === null ? "Shows the loads of all channels by class, the busiest first." : null;
  },

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const classes = rankedOf(network, loadsOf(data));
    const all = classes.flatMap(({ shares }) => Array.from(shares));
    const count = (of: (each: Ranked) => number) => classes.reduce((sum, each) => sum + of(each) * each.loads.length, 0) / all.length;
    const mean = count((each) => each.mean);
    const [worst] = classes.toSorted((a, b) => b.shares[0] - a.shares[0]);
    if (worst === undefined || worst.loads[0] === 0) {
      // A packet that arrived has crossed channels, except in an ideal network, whose channels stay empty.
      return data.frame !== null && data.frame.scalars[scalar.delivered] > 0
        ? "Nothing crosses any channel: messages go straight from host to host."
        : "Nothing has crossed any channel yet.";
    }
    const crowded = all.filter((share) => share >= full).length;
    const busiest = nameOfChannel(network, worst.channels[0]);
    const times = `${(worst.loads[0] / mean).toFixed(1)} times the mean`;
    if (crowded > 1)
      return `${formatCount(crowded)} of ${formatCount(all.length)} channels are busy at least ${sayPercent(full)} of the time, most of all ${busiest}; the mean load is ${data.units.formatLoad(mean)}.`;
    return `${data.units.sayLoad(worst.loads[0])} cross ${busiest}, ${times}.`;
  },

  layout(data, canvas) {
    const { network } = data;
    if (network === null || canvas.width < 120) return { marks: [] };
    const cycle = data.links === undefined ? data.cycle : 0;
    const isSorted = choiceOf(channelLoad, data.choices, "order") === "sorted";
    const plot = { left: 26, right: canvas.width - 8, isSorted, network, cycle };
    const classes = rankedOf(network, loadsOf(data));
    const height = (canvas.height - foot) / classes.length;
    const strips = classes.map((ranked, i) => ({ ranked, top: i * height + strip.name, bottom: (i + 1) * height - strip.gap }));
    return { marks: [...axisMarks(plot, canvas), ...strips.flatMap((each) => stripMarks(each, plot, data, canvas))] };
  },

  keys: plotKeys,

  draw: drawPlot,

  table: channelTable,
};

function stripHeight(classes: number, width: number): number {
  return strip.name + strip.gap + (classes > many ? strip.low : width >= 600 ? strip.tall * 1.5 : strip.tall);
}

/** Axis below all strips: ranks from busiest to idlest, or loads of the histogram up to the full rate. */
function axisMarks({ isSorted, left, right, cycle }: Plot, { units, height, theme }: Canvas): readonly Mark[] {
  if (isSorted) {
    return [
      textMark("busiest", left, height - 4, "busiest", small(theme)),
      textMark("idlest", right, height - 4, "idlest channel of the class", small(theme, "end")),
    ];
  }
  const x = linearScale([0, 1], [left, right]);
  const at = { y: height - 4, left, right };
  if (cycle === 0)
    return axisWords(
      ticksAt([0, 0.5, 1], x, (share) => (share === 1 ? "full: its own rate" : sayPercent(share))),
      at,
      theme,
    );
  const end = units.withUnit(units.formatLoadTick(1 / cycle), "phits/cycle");
  const write = (load: number) => (load === 1 ? end : units.formatLoadTick(load / cycle));
  return axisWords(ticksAt([0, 0.5, 1], x, write), at, theme);
}

/** Marks of one class: its heading with mean and largest load, then the columns or the histogram. */
function stripMarks(each: Strip, plot: Plot, data: ViewData, canvas: Canvas): readonly Mark[] {
  const { ranked, top, bottom } = each;
  const { name, channels, loads, mean } = ranked;
  const { left, right, isSorted } = plot;
  const { theme } = canvas;
  const numbers = `mean ${data.units.formatLoad(mean)}, worst ${data.units.formatLoad(loads[0])}`;
  const roomForCount = right - left - textWidth(name, { weight: strongWeight }) - textWidth(numbers) > 100;
  const marks: Mark[] = [
    textMark(`${name} name`, left, top - 7, name, strong(theme.ink)),
    textMark(`${name} numbers`, right, top - 7, numbers, small(theme, "end")),
    pathMark(`${name} foot`, `M${left} ${tenth(bottom) + 0.5}H${right}`, { stroke: theme.line }),
  ];
  if (roomForCount) {
    marks.push(
      textMark(
        `${name} count`,
        left + textWidth(name, { weight: strongWeight }) + 10,
        top - 7,
        countOf(channels.length, "channel", "channels"),
        small(theme),
      ),
    );
  }
  if (isSorted) {
    marks.push(
      textMark(`${name} 1`, left - 5, top + 4, "1", small(theme, "end")),
      textMark(`${name} 0`, left - 5, bottom + 4, "0", small(theme, "end")),
      pathMark(`${name} top`, `M${left} ${tenth(top) + 0.5}H${right}`, { stroke: theme.line }),
      ...sortedMarks(each, plot, theme),
      withLazyTargets(pathMark(`${name} edge`, outlineOf(ranked.shares, each, plot), { stroke: theme.ink, "stroke-width": 1.2 }), () =>
        columnsOf(each, plot, canvas),
      ),
      ...pickedMarks(each, plot, data, canvas),
    );
  } else {
    const shares = histogram(ranked.shares, binsOf(plot));
    marks.push(...histogramMarks(each, plot, shares, Math.max(...shares), theme), ...meanMarks(each, plot, theme));
  }
  return marks;
}

/** One column per channel. Where there are more channels than pixels, a column shows the busiest channel of its pixel. */
function sortedMarks({ ranked, top, bottom }: Strip, { left, right }: Plot, theme: Canvas["theme"]): readonly Mark[] {
  const { name, shares, meanShare } = ranked;
  const columns = Math.min(shares.length, Math.floor(right - left));
  const pitch = (right - left) / columns;
  const gap = pitch >= 6 ? 1 : 0;
  const byTone = Array.from({ length: tones + 1 }, () => "");
  for (let i = 0; i < columns; i++) {
    const load = Math.min(1, shares[Math.floor((i * shares.length) / columns)]);
    const from = Math.round(left + i * pitch);
    const width = Math.round(left + (i + 1) * pitch) - from - gap;
    const height = tenth(load * (bottom - top));
    if (load > 0) byTone[toneOf(load)] += `M${from} ${tenth(bottom)}v${-height}h${width}v${height}z`;
  }
  const { fill } = palette(theme, "surface");
  const y = tenth(bottom - Math.min(1, meanShare) * (bottom - top));
  return [
    ...byTone.flatMap((d, tone) => (d === "" ? [] : [pathMark(`${name} tone ${tone}`, d, { fill: fill[tone] })])),
    pathMark(`${name} mean halo`, `M${left} ${y}H${right}`, { stroke: theme.surface, "stroke-width": 3, "stroke-opacity": 0.7 }),
    pathMark(`${name} mean`, `M${left} ${y}H${right}`, { stroke: theme.ink, ...dotted }),
  ];
}

/** Upper edge of all columns as one path. */
function outlineOf(shares: Float64Array, { top, bottom }: Strip, { left, right }: Plot): string {
  const steps = Math.min(shares.length, Math.floor((right - left) / 2));
  let d = "";
  for (let i = 0; i < steps; i++) {
    const y = tenth(bottom - Math.min(1, shares[Math.floor((i * shares.length) / steps)]) * (bottom - top));
    d += `${i === 0 ? `M${left} ${y}` : `V${y}`}H${tenth(left + ((i + 1) * (right - left)) / steps)}`;
  }
  return d;
}

/** Markers in the accent color for the selected channel and for the highlighted ones. */
function pickedMarks({ ranked, top, bottom }: Strip, { left, right }: Plot, data: ViewData, { theme }: Canvas): readonly Mark[] {
  const { name, channels, loads, shares } = ranked;
  const pitch = (right - left) / channels.length;
  let caps = "";
  const marks: Mark[] = [];
  channels.forEach((channel, rank) => {
    const isPicked = channel === data.selectedChannel;
    if (!isPicked && !data.highlight.channels.has(channel)) return;
    const x = left + rank * pitch;
    const y = bottom - Math.min(1, shares[rank]) * (bottom - top);
    const wide = tenth(Math.max(2, pitch - (pitch >= 6 ? 1 : 0)));
    caps += `M${tenth(x)} ${tenth(bottom + 2)}h${wide}v3.5h${-wide}z`;
    if (!isPicked) return;
    const middle = x + pitch / 2;
    const isRight = middle > (left + right) / 2;
    marks.push(
      pathMark(`${name} stem`, `M${tenth(middle)} ${tenth(bottom)}V${tenth(y)}`, { stroke: theme.accent, "stroke-width": 1.5 }),
      circleMark(`${name} picked`, middle, y, 4, { fill: theme.accent, stroke: theme.surface, "stroke-width": 1.5 }),
      textMark(
        `${name} value`,
        middle + (isRight ? -9 : 9),
        Math.min(bottom - 4, Math.max(top + 12, y + 4)),
        data.units.formatLoad(loads[rank]),
        {
          "font-size": 12,
          "font-weight": strongWeight,
          fill: theme.accent,
          "text-anchor": isRight ? "end" : "start",
          ...halo(theme.surface),
        },
      ),
    );
  });
  return caps === "" ? marks : [pathMark(`${name} highlighted`, caps, { fill: theme.accent }), ...marks];
}

function binsOf({ left, right }: Plot): number {
  return right - left >= 600 ? 40 : 20;
}

/** Histogram of one class, scaled to the largest share of channels in a bin. */
function histogramMarks(
  { ranked: { name }, top, bottom }: Strip,
  { left, right }: Plot,
  shares: readonly number[],
  most: number,
  theme: Canvas["theme"],
): readonly Mark[] {
  const { fill } = palette(theme, "surface");
  const pitch = (right - left) / shares.length;
  return shares.flatMap((share, i) => {
    if (share === 0) return [];
    const x = Math.round(left + i * pitch);
    const width = Math.round(left + (i + 1) * pitch) - x - 1;
    const height = Math.max(1, (share / most) * (bottom - top));
    const tone = toneOf((i + 0.5) / shares.length);
    return [pathMark(`${name} bin ${i}`, `M${x} ${tenth(bottom)}v${-tenth(height)}h${width}v${tenth(height)}z`, { fill: fill[tone] })];
  });
}

/** Markers of the mean and of the highest load on the axis of loads. */
function meanMarks(
  { ranked: { name, meanShare, shares }, top, bottom }: Strip,
  { left, right }: Plot,
  theme: Canvas["theme"],
): readonly Mark[] {
  const at = (share: number) => tenth(left + Math.min(1, share) * (right - left));
  return [
    pathMark(`${name} mean`, `M${at(meanShare)} ${tenth(top)}V${tenth(bottom)}`, {
      stroke: theme.ink,
      ...dotted,
    }),
    pathMark(`${name} worst`, `M${at(shares[0])} ${tenth(bottom + 1)}l-3.5 6h7z`, { fill: theme.ink }),
  ];
}

/** A hover target for each column: its channel, or the busiest channel where several share a pixel. */
function columnsOf({ ranked, top, bottom }: Strip, { left, right, network }: Plot, { units, theme }: Canvas): readonly Spot[] {
  const { name, channels, loads, shares } = ranked;
  const columns = Math.min(channels.length, Math.floor(right - left));
  const edge = (column: number) => left + (column * (right - left)) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const rank = Math.floor((column * channels.length) / columns);
    // The first and the last target reach beyond the strip, so that they are easier to hit.
    const from = column === 0 ? left - 8 : edge(column);
    const to = column === columns - 1 ? right + 8 : edge(column + 1);
    return new LazyTarget({ ...boxBetween(from, to, top - 4, bottom + 4), row: name }, { is: "channel", channel: channels[rank] }, () => {
      const middle = edge(column + 0.5);
      const high = bottom - Math.min(1, shares[rank]) * (bottom - top);
      return {
        value: units.withUnit(units.formatLoad(loads[rank]), "phits/cycle"),
        name: nameOfChannel(network, channels[rank]),
        outline: [
          pathMark("hover", `M${tenth(middle)} ${tenth(bottom)}V${tenth(high)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
          circleMark("hover head", middle, high, 3.5, { fill: theme.ink, stroke: theme.surface, "stroke-width": 1.5 }),
        ],
      };
    });
  });
}
