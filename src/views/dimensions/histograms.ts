/** Histograms of the channel loads: one for each direction, dimensions below each other and directions side by side. */
import type { Spot } from "../marks/pointing.ts";
import { dotted } from "../marks/strokes.ts";
import { small, strong } from "../plot/axes.ts";
import type { Canvas, Variant } from "../contract.ts";
import { palette, toneOf } from "../marks/colour.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { circleMark, type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { boxBetween, withLazyTargets } from "../plot/targets.ts";
import { type Direction, directionsOf, loadsOfDirection, loadWithUnit, type ShownLoads } from "./directions.ts";

/** Heights of a panel's name, of a panel, and of the gap below; height of the axis; gap between columns, pixels. */
const row = { name: 18, tall: 46, gap: 10 };
const foot = 20;
const between = 22;
/** Minimum width for the largest load in the heading of a panel, pixels. */
const roomy = 190;
/** Number of columns of a histogram. */
const bins = 24;

/** A column of a histogram: the number of channels in its range of loads, and the busiest of them. */
interface Bin {
  readonly count: number;
  readonly busiest: number;
}

/** A placed histogram. */
interface Panel {
  readonly direction: Direction;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly bins: readonly Bin[];
}

/** Total height of the histograms, pixels. */
export function histogramRoom(directions: readonly Direction[]): number {
  const rows = new Set(directions.map(({ axis }) => axis)).size;
  return rows * (row.name + row.tall + row.gap) + foot;
}

/** Rounds the largest share up, for the end of the axes. */
export function roundMost(share: number): number {
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].find((round) => share <= round + 1e-9) ?? Math.max(1, share);
}

/**
 * Marks of all histograms.
 * @param most Share of a full channel at which the axes end.
 */
export function histogramMarks(
  { network, highlight, selectedChannel }: Pick<Variant, "network" | "highlight" | "selectedChannel">,
  loads: ShownLoads,
  most: number,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  if (network === null) return [];
  const directions = directionsOf(network);
  const axes = [...new Set(directions.map(({ axis }) => axis))];
  const tall = Math.max(24, (height - foot) / axes.length - row.name - row.gap);
  const columns = Math.max(...axes.map((axis) => directions.filter((each) => each.axis === axis).length));
  const across = (width - 4 - (columns - 1) * between) / columns;
  const panels = axes.flatMap((axis, i) =>
    directions
      .filter((direction) => direction.axis === axis)
      .map((direction, k): Panel => {
        const top = i * (row.name + tall + row.gap) + row.name;
        const left = 2 + k * (across + between);
        return { direction, left, right: left + across, top, bottom: top + tall, bins: binsOf(direction, loads, most) };
      }),
  );
  const tallest = Math.max(...panels.flatMap((panel) => panel.bins.map(({ count }) => count / panel.direction.channels.length)));
  const { fill } = palette(theme, "surface");
  const marks = panels.flatMap((panel): Mark[] => {
    const { direction, left, right, top, bottom } = panel;
    const { name, channels } = direction;
    const { mean, most: worst } = loadsOfDirection(direction, loads);
    const at = (load: number) => tenth(left + Math.min(1, load / loads.full / most) * (right - left));
    const pitch = (right - left) / bins;
    const isHighlighted = (channel: number) => channel === selectedChannel || highlight.channels.has(channel);
    const highlightedBins = new Set([...channels].filter(isHighlighted).map((channel) => binOf(loads.share(channel), most)));
    return [
      textMark(`${name} name`, left, top - 6, name, strong(theme.ink)),
      textMark(
        `${name} numbers`,
        right,
        top - 6,
        `mean ${loads.write(mean)}${across < roomy ? "" : `, most ${loads.write(worst)}`}`,
        small(theme, "end"),
      ),
      pathMark(`${name} foot`, `M${tenth(left)} ${tenth(bottom) + 0.5}H${tenth(right)}`, { stroke: theme.line }),
      ...panel.bins.flatMap(({ count, busiest }, b) => {
        if (count === 0) return [];
        const high = Math.max(1.5, (count / channels.length / tallest) * (bottom - top));
        const x = left + b * pitch;
        const bar = rectMark(`${name} bin ${b}`, x + 0.5, bottom - high, pitch - 1, high, {
          fill: fill[toneOf(((b + 0.5) / bins) * most)],
          stroke: theme.edge,
          "stroke-width": 0.5,
        });
        const target = (): Spot => {
          const [from, to] = [b, b + 1].map((edge) => loads.write(((edge * most) / bins) * loads.full));
          // The first and the last target reach beyond the panel, so that they are easier to hit.
          const [start, end] = [b === 0 ? x - 8 : x, x + pitch + (b === bins - 1 ? 8 : 0)];
          return {
            ...boxBetween(start, end, top - row.name, bottom + 8),
            row: name,
            value: `${countOf(count, "channel", "channels")} of ${formatCount(channels.length)}`,
            name: `${name}, ${from} to ${to}`,
            outline: [rectMark("hover", x, top, pitch, bottom - top, { fill: "none", stroke: theme.ink, "stroke-width": 1.2 })],
            picks: { is: "channel", channel: busiest },
          };
        };
        return [withLazyTargets(bar, () => [target()])];
      }),
      pathMark(`${name} mean`, `M${at(mean)} ${tenth(top)}V${tenth(bottom)}`, {
        stroke: theme.ink,
        ...dotted,
      }),
      pathMark(`${name} most`, `M${at(worst)} ${tenth(bottom + 1.5)}l-3.5 6h7z`, { fill: theme.ink }),
      ...[...highlightedBins].map((b) =>
        rectMark(`${name} highlighted ${b}`, left + b * pitch + 0.5, bottom + 1.5, pitch - 1, 3, { fill: theme.accent }),
      ),
      ...(channels.includes(selectedChannel)
        ? [
            circleMark(`${name} picked`, at(loads.of(selectedChannel)), bottom, 4, {
              fill: theme.accent,
              stroke: theme.surface,
              "stroke-width": 1.5,
            }),
          ]
        : []),
    ];
  });
  const lowest = Math.max(...panels.map(({ bottom }) => bottom));
  const ends = panels
    .filter(({ bottom }) => bottom === lowest)
    .flatMap(({ direction: { name }, left, right }) => [
      textMark(`${name} 0`, left, height - 3, "0", small(theme)),
      textMark(`${name} end`, right, height - 3, loadWithUnit(units, loads, most * loads.full), small(theme, "end")),
    ]);
  return [...marks, ...ends];
}

const binOf = (share: number, most: number) => Math.max(0, Math.min(bins - 1, Math.floor((share / most) * bins)));

function binsOf({ channels }: Direction, loads: ShownLoads, most: number): readonly Bin[] {
  const found = Array.from({ length: bins }, () => ({ count: 0, busiest: -1 }));
  for (const channel of channels) {
    const bin = found[binOf(loads.share(channel), most)];
    bin.count++;
    if (bin.busiest < 0 || loads.of(channel) > loads.of(bin.busiest)) bin.busiest = channel;
  }
  return found;
}
