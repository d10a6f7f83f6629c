/** A network with dimensions, unfolded: a cell for each switch, with a stroke for each outgoing channel, colored by load. */
import { smallText } from "../plot/vertical-axis.ts";
import { coordinate, nameOfChannel, type Network } from "../../core/network/network.ts";
import type { Canvas, Theme, Variant } from "../contract.ts";
import { loadPalette, toneOf, toneCount } from "../marks/color.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { LazyHoverTarget, targetMark } from "../plot/targets.ts";
import { directionsOf, loadWithUnit, type ShownLoads } from "./directions.ts";

/** Maximum and minimum size of a cell; gap between planes; height of a plane's name and of the scale below all planes, pixels. */
const cellSizeRange = { most: 48, least: 8 };
const planeLayout = { gap: 16, name: 16 };
/** Height of the name above each plane, pixels. A single plane has no name. */
const nameHeight = (count: number) => (count > 1 ? planeLayout.name : 2);
const scaleHeight = 26;

/** Arrangement of the planes. A plane shows the first two dimensions; all further dimensions together number the planes. */
export interface PlaneGrid {
  readonly cellSize: number;
  /** Distance from a plane to the next one, pixels. */
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
  readonly perRow: number;
  readonly count: number;
}

/** Chooses the largest number of planes per row at which cells are not smaller than their minimum size. */
export function planeGridFor({ axes }: Pick<Network, "axes">, width: number): PlaneGrid {
  const [columns, rows = 1, ...furtherSizes] = axes.map(({ size }) => size);
  const count = furtherSizes.reduce((product, size) => product * size, 1);
  // A plane is at least as wide as its name.
  const minPlaneWidth = count > 1 ? nameWidth(axes.length - 2) : 0;
  const widthFor = (perRowCount: number) => (width - 2 - (perRowCount - 1) * planeLayout.gap) / perRowCount;
  let perRow = count;
  while (perRow > 1 && widthFor(perRow) < Math.max(minPlaneWidth, cellSizeRange.least * columns)) perRow--;
  // Rows of nearly equal length.
  perRow = Math.ceil(count / Math.ceil(count / perRow));
  const side = Math.min(cellSizeRange.most, widthFor(perRow) / columns);
  return { cellSize: side, pitch: Math.max(minPlaneWidth, columns * side) + planeLayout.gap, columns, rows, perRow, count };
}

/** Width of the name of a plane, by the number of dimensions in it, pixels. */
const nameWidth = (dimensions: number) => (dimensions === 1 ? 28 : 14 * dimensions);

/** Height of all planes together, pixels. */
export function unfoldedHeight(network: Network, width: number): number {
  const { cellSize: side, rows, perRow, count } = planeGridFor(network, width);
  return Math.ceil(count / perRow) * (rows * side + nameHeight(count) + planeLayout.gap) + scaleHeight;
}

/** A stroke of a channel, from the middle of its switch outwards. */
interface ChannelStroke {
  readonly channel: number;
  readonly startPoint: readonly [number, number];
  readonly endPoint: readonly [number, number];
}

/** Coloring of the strokes. */
export interface Shading {
  colorOf(channel: number): string;
  /** Load of a channel, or its change, as text. */
  say(channel: number): string;
  /** Legend of the colors, below the planes. */
  readonly legend: readonly Mark[];
}

/** Maximum number of dimensions that fit in a cell. */
export const maxUnfoldedDimensions = 6;
/** Direction of the strokes of each dimension towards higher coordinates: to the right, down, then diagonals. */
const strokeDirections: readonly (readonly [number, number])[] = [
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
  { colorOf, say, legend }: Shading,
  { width, height, theme }: Canvas,
): readonly Mark[] {
  if (network === null) return [];
  const planes = planeGridFor(network, width);
  const { cellSize: side, pitch, columns, rows, perRow, count } = planes;
  const centerOf = (node: number) => cellCenter(network, planes, node);
  const strokeLength = side / 2;
  const strokes = directionsOf(network).flatMap(({ axis, sign, channels }) => {
    const [dx, dy] = strokeDirections[axis];
    return Array.from(channels, (channel): ChannelStroke => {
      const [x, y] = centerOf(network.tail[channel]);
      const pointAlong = (fraction: number) => [x + dx * sign * fraction * strokeLength, y + dy * sign * fraction * strokeLength] as const;
      return { channel, startPoint: pointAlong(0.16), endPoint: pointAlong(axis < 2 ? 0.96 : 1) };
    });
  });
  const byColor = new Map<string, string>();
  let highlightedPath = "";
  for (const { channel, startPoint: from, endPoint: to } of strokes) {
    const d = `M${toTenths(from[0])} ${toTenths(from[1])}L${toTenths(to[0])} ${toTenths(to[1])}`;
    const color = colorOf(channel);
    byColor.set(color, (byColor.get(color) ?? "") + d);
    if (channel === selectedChannel || highlight.channels.has(channel)) highlightedPath += d;
  }
  const strokeWidth = Math.max(1.4, side * 0.2);
  const planeFrames = Array.from({ length: count }, (_, i) => {
    const [x, y] = [(i % perRow) * pitch + 1, Math.floor(i / perRow) * (rows * side + nameHeight(count) + planeLayout.gap)];
    return { x, y: y + nameHeight(count), name: planeName(network, i) };
  });
  return [
    targetMark(() => strokes.map((stroke) => strokeTarget(stroke, network, say, side, theme))),
    ...planeFrames.map(({ x, y }, i) =>
      rectMark(`plane ${i}`, x, y, columns * side, rows * side, { fill: "none", stroke: theme.line, rx: 3 }),
    ),
    ...planeFrames.flatMap(({ x, y, name }, i) => (name === "" ? [] : [textMark(`plane name ${i}`, x, y - 4, name, smallText(theme))])),
    ...(highlightedPath === ""
      ? []
      : [
          pathMark("highlighted", highlightedPath, {
            stroke: theme.accent,
            "stroke-width": toTenths(strokeWidth + 3),
            "stroke-linecap": "round",
          }),
        ]),
    ...[...byColor].map(([color, d]) => pathMark(`strokes ${color}`, d, { stroke: color, "stroke-width": toTenths(strokeWidth) })),
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
            smallText(theme, "end"),
          ),
        ]
      : []),
  ];
}

/**
 * Coloring of the channels by load. A channel whose load is the share `fullTone` of its full load has the strongest color. Contains the
 * color of a channel, its text for a tooltip, and the legend at the bottom of the drawing.
 */
export function loadShading(loads: ShownLoads, fullTone: number, { units, width, height, theme }: Canvas): Shading {
  const { fill } = loadPalette(theme, "surface");
  const labelStyle = smallText(theme);
  const scaleWidth = Math.min(120, width * 0.3);
  return {
    say: (channel) => loadWithUnit(units, loads, loads.loadOf(channel)),
    colorOf(channel) {
      const tone = toneOf(Math.min(1, loads.share(channel) / fullTone));
      return tone === 0 ? theme.line : fill[tone];
    },
    legend: [
      textMark("scale 0", 1, height - 5, "0", labelStyle),
      ...Array.from({ length: toneCount }, (_, i) =>
        rectMark(`scale ${i}`, 12 + (i * scaleWidth) / toneCount, height - 13, scaleWidth / toneCount + 0.3, 8, { fill: fill[i + 1] }),
      ),
      textMark("scale most", 18 + scaleWidth, height - 5, loadWithUnit(units, loads, fullTone * loads.fullLoad), labelStyle),
    ],
  };
}

/** Name of a plane by its coordinates in the further dimensions: `Z 3`, or `3, 0` for several dimensions; empty for a single plane. */
function planeName({ axes }: Network, index: number): string {
  const further = axes.slice(2);
  let rest = index;
  const coordinates = further.map(({ size }) => {
    const coordinateOfPlane = rest % size;
    rest = Math.floor(rest / size);
    return coordinateOfPlane;
  });
  return further.length === 1 ? `${further[0].name}\u00a0${coordinates[0]}` : coordinates.join(", ");
}

function cellCenter(network: Network, { cellSize: side, pitch, rows, perRow, count }: PlaneGrid, node: number): readonly [number, number] {
  const coordinateOf = (axis: number) => (axis < network.axes.length ? coordinate(network, node, axis) : 0);
  let [planeIndex, stride] = [0, 1];
  for (let axis = 2; axis < network.axes.length; axis++) {
    planeIndex += coordinateOf(axis) * stride;
    stride *= network.axes[axis].size;
  }
  const x = (planeIndex % perRow) * pitch + 1 + (coordinateOf(0) + 0.5) * side;
  const y =
    Math.floor(planeIndex / perRow) * (rows * side + nameHeight(count) + planeLayout.gap) +
    nameHeight(count) +
    (coordinateOf(1) + 0.5) * side;
  return [x, y];
}

/**
 * Hover target of a stroke, the short line of one channel: a square around its middle that shows the text of the channel and
 * selects it when clicked. `cellSize` is the side of the switch's cell in pixels; the outline of the stroke is computed when it is first
 * hovered.
 */
function strokeTarget(
  { channel, startPoint, endPoint }: ChannelStroke,
  network: Network,
  say: Shading["say"],
  cellSize: number,
  { ink }: Theme,
): HoverTarget {
  const [x, y] = [0, 1].map((axis) => (startPoint[axis] + endPoint[axis]) / 2);
  const size = Math.max(16, cellSize);
  return new LazyHoverTarget({ x, y, width: size, height: size }, { is: "channel", channel }, () => {
    const outlineStyle = { stroke: ink, "stroke-width": Math.max(2.5, toTenths(cellSize * 0.2)), "stroke-linecap": "round" };
    return {
      value: say(channel),
      name: nameOfChannel(network, channel),
      outline: [
        pathMark(
          "hover",
          `M${toTenths(startPoint[0])} ${toTenths(startPoint[1])}L${toTenths(endPoint[0])} ${toTenths(endPoint[1])}`,
          outlineStyle,
        ),
      ],
    };
  });
}
