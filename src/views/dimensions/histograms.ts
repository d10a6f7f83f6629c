/** Histograms of the channel loads: one for each direction, dimensions below each other and directions side by side. */
import type { HoverTarget } from "../marks/hover-target.ts";
import { dottedLine } from "../marks/line-styles.ts";
import { smallText, strongText } from "../plot/vertical-axis.ts";
import type { Canvas, Variant } from "../contract.ts";
import { loadPalette, toneOf } from "../marks/color.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { circleMark, type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import { targetBoxBetween, withLazyTargets } from "../plot/targets.ts";
import { type Direction, directionsOf, loadsOfDirection, loadWithUnit, type ShownLoads } from "./directions.ts";

/** Heights of a panel's name, of a panel, and of the gap below; height of the axis; gap between columns, pixels. */
const panelHeights = { name: 18, tall: 46, gap: 10 };
const axisHeight = 20;
const columnGap = 22;
/** Minimum width for the largest load in the heading of a panel, pixels. */
const minWideHeading = 190;
/** Number of columns of a histogram. */
const bins = 24;

/** A column of a histogram: the number of channels in its range of loads, and the busiest of them. */
interface Bin {
  readonly count: number;
  readonly busiest: number;
}

/** A placed histogram. */
interface HistogramPanel {
  readonly direction: Direction;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly bins: readonly Bin[];
}

/** Total height of the histograms, pixels. */
export function histogramsHeight(directions: readonly Direction[]): number {
  const rows = new Set(directions.map(({ axis }) => axis)).size;
  return rows * (panelHeights.name + panelHeights.tall + panelHeights.gap) + axisHeight;
}

/** Rounds the largest share up, for the end of the axes. */
export function roundUpShare(share: number): number {
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].find((roundShare) => share <= roundShare + 1e-9) ?? Math.max(1, share);
}

/**
 * Marks of all histograms.
 * @param axisEnd Share of a full channel at which the axes end.
 */
export function directionHistograms(
  { network, highlight, selectedChannel }: Pick<Variant, "network" | "highlight" | "selectedChannel">,
  loads: ShownLoads,
  axisEnd: number,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  if (network === null) return [];
  const directions = directionsOf(network);
  const axes = [...new Set(directions.map(({ axis }) => axis))];
  const panelHeight = Math.max(24, (height - axisHeight) / axes.length - panelHeights.name - panelHeights.gap);
  const columns = Math.max(...axes.map((axis) => directions.filter((each) => each.axis === axis).length));
  const panelWidth = (width - 4 - (columns - 1) * columnGap) / columns;
  const panels = axes.flatMap((axis, i) =>
    directions
      .filter((direction) => direction.axis === axis)
      .map((direction, k): HistogramPanel => {
        const top = i * (panelHeights.name + panelHeight + panelHeights.gap) + panelHeights.name;
        const left = 2 + k * (panelWidth + columnGap);
        return {
          direction,
          left,
          right: left + panelWidth,
          top,
          bottom: top + panelHeight,
          bins: histogramBins(direction, loads, axisEnd),
        };
      }),
  );
  const largestCountShare = Math.max(...panels.flatMap((panel) => panel.bins.map(({ count }) => count / panel.direction.channels.length)));
  const { fill } = loadPalette(theme, "surface");
  /**
   * A histogram of the channels of one direction by load: its heading with mean and maximum, a column for each of `bins` ranges of load, a
   * dotted line at the mean and a triangle at the maximum. The height of a column is its share of the channels, on one scale for all
   * panels. Ranges with highlighted channels are underlined in the accent color; a click on a column selects its busiest channel.
   */
  const marks = panels.flatMap((panel): Mark[] => {
    const { direction, left, right, top, bottom } = panel;
    const { name, channels } = direction;
    const { mean, largest: largestLoad } = loadsOfDirection(direction, loads);
    const xOfLoad = (load: number) => toTenths(left + Math.min(1, load / loads.fullLoad / axisEnd) * (right - left));
    const pitch = (right - left) / bins;
    const isHighlighted = (channel: number) => channel === selectedChannel || highlight.channels.has(channel);
    const highlightedBins = new Set([...channels].filter(isHighlighted).map((channel) => binIndex(loads.share(channel), axisEnd)));
    return [
      textMark(`${name} name`, left, top - 6, name, strongText(theme.ink)),
      textMark(
        `${name} numbers`,
        right,
        top - 6,
        `mean ${loads.write(mean)}${panelWidth < minWideHeading ? "" : `, max ${loads.write(largestLoad)}`}`,
        smallText(theme, "end"),
      ),
      pathMark(`${name} foot`, `M${toTenths(left)} ${toTenths(bottom) + 0.5}H${toTenths(right)}`, { stroke: theme.line }),
      ...panel.bins.flatMap(({ count, busiest }, column) => {
        if (count === 0) return [];
        const barHeight = Math.max(1.5, (count / channels.length / largestCountShare) * (bottom - top));
        const x = left + column * pitch;
        const bar = rectMark(`${name} bin ${column}`, x + 0.5, bottom - barHeight, pitch - 1, barHeight, {
          fill: fill[toneOf(((column + 0.5) / bins) * axisEnd)],
          stroke: theme.edge,
          "stroke-width": 0.5,
        });
        const target = (): HoverTarget => {
          const [lowestLoad, highestLoad] = [column, column + 1].map((edge) => loads.write(((edge * axisEnd) / bins) * loads.fullLoad));
          // The first and the last target reach beyond the panel, so that they are easier to hit.
          const [targetLeft, targetRight] = [column === 0 ? x - 8 : x, x + pitch + (column === bins - 1 ? 8 : 0)];
          return {
            ...targetBoxBetween(targetLeft, targetRight, top - panelHeights.name, bottom + 8),
            row: name,
            value: `${countOf(count, "channel", "channels")} of ${formatCount(channels.length)}`,
            name: `${name}, ${lowestLoad} to ${highestLoad}`,
            outline: [rectMark("hover", x, top, pitch, bottom - top, { fill: "none", stroke: theme.ink, "stroke-width": 1.2 })],
            clickSelection: { is: "channel", channel: busiest },
          };
        };
        return [withLazyTargets(bar, () => [target()])];
      }),
      pathMark(`${name} mean`, `M${xOfLoad(mean)} ${toTenths(top)}V${toTenths(bottom)}`, {
        stroke: theme.ink,
        ...dottedLine,
      }),
      pathMark(`${name} most`, `M${xOfLoad(largestLoad)} ${toTenths(bottom + 1.5)}l-3.5 6h7z`, { fill: theme.ink }),
      ...[...highlightedBins].map((column) =>
        rectMark(`${name} highlighted ${column}`, left + column * pitch + 0.5, bottom + 1.5, pitch - 1, 3, { fill: theme.accent }),
      ),
      ...(channels.includes(selectedChannel)
        ? [
            circleMark(`${name} picked`, xOfLoad(loads.loadOf(selectedChannel)), bottom, 4, {
              fill: theme.accent,
              stroke: theme.surface,
              "stroke-width": 1.5,
            }),
          ]
        : []),
    ];
  });
  const lowest = Math.max(...panels.map(({ bottom }) => bottom));
  const axisEndMarks = panels
    .filter(({ bottom }) => bottom === lowest)
    .flatMap(({ direction: { name }, left, right }) => [
      textMark(`${name} 0`, left, height - 3, "0", smallText(theme)),
      textMark(`${name} end`, right, height - 3, loadWithUnit(units, loads, axisEnd * loads.fullLoad), smallText(theme, "end")),
    ]);
  return [...marks, ...axisEndMarks];
}

const binIndex = (share: number, axisEnd: number) => Math.max(0, Math.min(bins - 1, Math.floor((share / axisEnd) * bins)));

function histogramBins({ channels }: Direction, loads: ShownLoads, axisEnd: number): readonly Bin[] {
  const counts = Array.from({ length: bins }, () => ({ count: 0, busiest: -1 }));
  for (const channel of channels) {
    const bin = counts[binIndex(loads.share(channel), axisEnd)];
    bin.count++;
    if (bin.busiest < 0 || loads.loadOf(channel) > loads.loadOf(bin.busiest)) bin.busiest = channel;
  }
  return counts;
}
