/** A network with dimensions, unfolded: a cell for each switch, with a stroke for each outgoing channel, colored by load. */
import { small } from "../plot/axes.ts";
import { coordinate, nameOfChannel, type Network } from "../../core/network/network.ts";
import type { Canvas, Theme, Variant } from "../contract.ts";
import { palette, toneOf, tones } from "../marks/colour.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { LazyTarget, targetMark } from "../plot/targets.ts";
import { directionsOf, loadWithUnit, type ShownLoads } from "./directions.ts";

/** Maximum and minimum size of a cell; gap between planes; height of a plane's name and of the scale below all planes, pixels. */
const cell = { most: 48, least: 8 };
const plane = { gap: 16, name: 16 };
/** Height of the name above each plane, pixels. A single plane has no name. */
const nameRoom = (count: number) => (count > 1 ? plane.name : 2);
const foot = 26;

/** Arrangement of the planes. A plane shows the first two dimensions; all further dimensions together number the planes. */
export interface Planes {
  readonly side: number;
  /** Distance from a plane to the next one, pixels. */
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
  readonly perRow: number;
  readonly count: number;
}

/** Chooses as many planes per row as leave the cells their minimum size. */
export function planesIn({ axes }: Pick<Network, "axes">, width: number): Planes {
  const [columns, rows = 1, ...others] = axes.map(({ size }) => size);
  const count = others.reduce((product, size) => product * size, 1);
  // A plane is at least as wide as its name.
  const least = count > 1 ? nameWidth(axes.length - 2) : 0;
  const roomAt = (beside: number) => (width - 2 - (beside - 1) * plane.gap) / beside;
  let perRow = count;
  while (perRow > 1 && roomAt(perRow) < Math.max(least, cell.least * columns)) perRow--;
  // Rows of nearly equal length.
  perRow = Math.ceil(count / Math.ceil(count / perRow));
  const side = Math.min(cell.most, roomAt(perRow) / columns);
  return { side, pitch: Math.max(least, columns * side) + plane.gap, columns, rows, perRow, count };
}

/** Width of the name of a plane, by the number of dimensions in it, pixels. */
const nameWidth = (further: number) => (further === 1 ? 28 : 14 * further);

/** Height of all planes together, pixels. */
export function unfoldedRoom(network: Network, width: number): number {
  const { side, rows, perRow, count } = planesIn(network, width);
  return Math.ceil(count / perRow) * (rows * side + nameRoom(count) + plane.gap) + foot;
}

/** A stroke of a channel, from the middle of its switch outwards. */
interface Stroke {
  readonly channel: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** Coloring of the strokes. */
export interface Shading {
  colourOf(channel: number): string;
  /** Load of a channel, or its change, as text. */
  say(channel: number): string;
  /** Legend of the colors, below the planes. */
  readonly legend: readonly Mark[];
}

/** Maximum number of dimensions that fit in a cell. */
export const mostUnfolded = 6;
/** Direction of the strokes of each dimension towards higher coordinates: to the right, down, then diagonals. */
const ways: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [0.72, -0.72],
  [0.72, 0.72],
  [0.9, -0.36],
  [0.36, -0.9],
];

/** Marks of the unfolded network: frames and names of planes, strokes by color, highlighted strokes, and the legend. */
export function unfoldedMarks(
  { network, highlight, selectedChannel }: Pick<Variant, "network" | "highlight" | "selectedChannel">,
  { colourOf, say, legend }: Shading,
  { width, height, theme }: Canvas,
): readonly Mark[] {
  if (network === null) return [];
  const planes = planesIn(network, width);
  const { side, pitch, columns, rows, perRow, count } = planes;
  const middleOf = (node: number) => middle(network, planes, node);
  const reach = side / 2;
  const strokes = directionsOf(network).flatMap(({ axis, sign, channels }) => {
    const [dx, dy] = ways[axis];
    return Array.from(channels, (channel): Stroke => {
      const [x, y] = middleOf(network.tail[channel]);
      const at = (part: number) => [x + dx * sign * part * reach, y + dy * sign * part * reach] as const;
      return { channel, from: at(0.16), to: at(axis < 2 ? 0.96 : 1) };
    });
  });
  const byColour = new Map<string, string>();
  let highlightedWays = "";
  for (const { channel, from, to } of strokes) {
    const d = `M${tenth(from[0])} ${tenth(from[1])}L${tenth(to[0])} ${tenth(to[1])}`;
    const colour = colourOf(channel);
    byColour.set(colour, (byColour.get(colour) ?? "") + d);
    if (channel === selectedChannel || highlight.channels.has(channel)) highlightedWays += d;
  }
  const wide = Math.max(1.4, side * 0.2);
  const frames = Array.from({ length: count }, (_, i) => {
    const [x, y] = [(i % perRow) * pitch + 1, Math.floor(i / perRow) * (rows * side + nameRoom(count) + plane.gap)];
    return { x, y: y + nameRoom(count), name: nameOfPlane(network, i) };
  });
  return [
    targetMark(() => strokes.map((stroke) => targetOf(stroke, network, say, side, theme))),
    ...frames.map(({ x, y }, i) => rectMark(`plane ${i}`, x, y, columns * side, rows * side, { fill: "none", stroke: theme.line, rx: 3 })),
    ...frames.flatMap(({ x, y, name }, i) => (name === "" ? [] : [textMark(`plane name ${i}`, x, y - 4, name, small(theme))])),
    ...(highlightedWays === ""
      ? []
      : [pathMark("highlighted", highlightedWays, { stroke: theme.accent, "stroke-width": tenth(wide + 3), "stroke-linecap": "round" })]),
    ...[...byColour].map(([colour, d]) => pathMark(`strokes ${colour}`, d, { stroke: colour, "stroke-width": tenth(wide) })),
    ...legend,
    ...(network.axes.length > 3
      ? [
          textMark(
            "planes",
            width - 1,
            height - 5,
            `planes by ${network.axes
              .slice(2)
              .map(({ name }) => name)
              .join(", ")}`,
            small(theme, "end"),
          ),
        ]
      : []),
  ];
}

/** Colors by load. The strongest color means `fullTone`, a share of a full channel. */
export function shadedByLoad(loads: ShownLoads, most: number, { units, width, height, theme }: Canvas): Shading {
  const { fill } = palette(theme, "surface");
  const words = small(theme);
  const scale = Math.min(120, width * 0.3);
  return {
    say: (channel) => loadWithUnit(units, loads, loads.of(channel)),
    colourOf(channel) {
      const tone = toneOf(Math.min(1, loads.share(channel) / most));
      return tone === 0 ? theme.line : fill[tone];
    },
    legend: [
      textMark("scale 0", 1, height - 5, "0", words),
      ...Array.from({ length: tones }, (_, i) =>
        rectMark(`scale ${i}`, 12 + (i * scale) / tones, height - 13, scale / tones + 0.3, 8, { fill: fill[i + 1] }),
      ),
      textMark("scale most", 18 + scale, height - 5, loadWithUnit(units, loads, most * loads.full), words),
    ],
  };
}

/** Name of a plane by its coordinates in the further dimensions: `Z 3`, or `3, 0` for several dimensions; empty for a single plane. */
function nameOfPlane({ axes }: Network, index: number): string {
  const further = axes.slice(2);
  let rest = index;
  const at = further.map(({ size }) => {
    const place = rest % size;
    rest = Math.floor(rest / size);
    return place;
  });
  return further.length === 1 ? `${further[0].name}\u00a0${at[0]}` : at.join(", ");
}

function middle(network: Network, { side, pitch, rows, perRow, count }: Planes, node: number): readonly [number, number] {
  const at = (axis: number) => (axis < network.axes.length ? coordinate(network, node, axis) : 0);
  let [index, stride] = [0, 1];
  for (let axis = 2; axis < network.axes.length; axis++) {
    index += at(axis) * stride;
    stride *= network.axes[axis].size;
  }
  const x = (index % perRow) * pitch + 1 + (at(0) + 0.5) * side;
  const y = Math.floor(index / perRow) * (rows * side + nameRoom(count) + plane.gap) + nameRoom(count) + (at(1) + 0.5) * side;
  return [x, y];
}

/** Hover target around the middle of a stroke. */
function targetOf({ channel, from, to }: Stroke, network: Network, say: Shading["say"], side: number, { ink }: Theme): Spot {
  const [x, y] = [0, 1].map((axis) => (from[axis] + to[axis]) / 2);
  const size = Math.max(16, side);
  return new LazyTarget({ x, y, width: size, height: size }, { is: "channel", channel }, () => {
    const look = { stroke: ink, "stroke-width": Math.max(2.5, tenth(side * 0.2)), "stroke-linecap": "round" };
    return {
      value: say(channel),
      name: nameOfChannel(network, channel),
      outline: [pathMark("hover", `M${tenth(from[0])} ${tenth(from[1])}L${tenth(to[0])} ${tenth(to[1])}`, look)],
    };
  });
}
