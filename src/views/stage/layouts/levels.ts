/**
 * Trees: one row of switches for each level, the top level at the top, terminals on an axis below. Switches have the shape of the cells of
 * the congestion matrix (Petrini et al. (QsNET), §5.4, Fig. 15). Zoom spreads the width, and the height only as far as that shows more, so
 * that connected rows stay close to each other. In large trees the switches of a level that lead to the same terminals form one switch
 * group, which makes the drawing a fat tree.
 */
import { once } from "../../../core/base/once.ts";
import { axisOf, coordinate, isTree, nameOfNode, type Network } from "../../../core/network/network.ts";
import { ring } from "../../marks/marks.ts";
import { type Viewport, whole } from "../viewport.ts";
import { type Box, type Scene, type StageLayout, type Word } from "../scene.ts";
import { drawnLines, strandsOf } from "./put-together.ts";
import { heightsNear, heightsOf, tallestOf } from "./levels-heights.ts";
import { joined } from "./levels-lines.ts";
import { terminalAxis } from "./terminal-axis.ts";
import { isOpen, mostSwitches, ofLevel, type Units, unitsBy } from "../units.ts";

/** Switches and terminals of a tree in drawing order. */
export interface Rows {
  /** Switch nodes of each level from left to right, the leaves first. */
  readonly switches: readonly (readonly number[])[];
  readonly terminals: readonly number[];
  /** [N] Output channels towards the terminals and towards the top, in the order of ports. */
  readonly down: readonly (readonly number[])[];
  readonly up: readonly (readonly number[])[];
  /** [N] Position of a node within its row. */
  readonly place: Int32Array;
  /** [C] Index of a channel among the down channels, or the up channels, of its tail node. */
  readonly port: Int32Array;
  /** [C] 1 for channels that lead up. */
  readonly rises: Uint8Array;
}

/** Sorts the nodes of a tree into rows, and their channels into up and down; memoized. */
export const rowsOf = once((network: Network): Rows => {
  const level = axisOf(network, "level");
  const position = axisOf(network, "position");
  const { terminals, firstOut, head, axes } = network;
  const heightOf = (n: number) => (n < terminals ? -1 : coordinate(network, n, level));
  const byPosition = (a: number, b: number) => coordinate(network, a, position) - coordinate(network, b, position);
  const switches: number[][] = Array.from({ length: axes[level].size }, () => []);
  const down: number[][] = [];
  const up: number[][] = [];
  const place = new Int32Array(terminals + network.switches);
  const port = new Int32Array(head.length);
  const rises = new Uint8Array(head.length);
  for (let n = 0; n < terminals + network.switches; n++) {
    if (n >= terminals) switches[heightOf(n)].push(n);
    const own = heightOf(n);
    const [below, above]: [number[], number[]] = [[], []];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const side = heightOf(head[c]) < own ? below : above;
      rises[c] = side === above ? 1 : 0;
      port[c] = side.length;
      side.push(c);
    }
    down.push(below);
    up.push(above);
  }
  for (const row of switches) row.sort(byPosition).forEach((n, i) => (place[n] = i));
  const order = Array.from({ length: terminals }, (_, t) => t).sort(byPosition);
  order.forEach((t, i) => (place[t] = i));
  return { switches, terminals: order, down, up, place, port, rises };
});

/**
 * Groups the switches of a level that belong to the same subtree. The subtrees are the largest ones that only the top level connects. Null
 * in trees that are drawn switch by switch.
 */
const unitsOf = once((network: Network): Units | null => {
  if (network.switches <= mostSwitches) return null;
  const { terminals, head } = network;
  const rows = rowsOf(network);
  const leftmost = Int32Array.from(rows.place);
  const level = axisOf(network, "level");
  for (const row of rows.switches) {
    for (const n of row) leftmost[n] = rows.down[n].reduce((least, c) => Math.min(least, leftmost[head[c]]), terminals);
  }
  const startsOf = (row: readonly number[]) => [...new Set(row.map((n) => leftmost[n]))].sort((a, b) => a - b);
  const parts = rows.switches.map(startsOf).findLast((starts) => starts.length > 1) ?? [];
  // A switch below the subtree roots belongs to the subtree that begins at the same terminal or before it.
  for (const row of rows.switches) {
    if (startsOf(row).length <= parts.length) continue;
    for (const n of row) leftmost[n] = parts.findLast((start) => start <= leftmost[n]) ?? 0;
  }
  return unitsBy(
    network,
    (n) => coordinate(network, n, level) * (terminals + 1) + leftmost[n],
    (first, count) =>
      `${ofLevel(network, coordinate(network, first, level), count)} above ${nameOfNode(network, rows.terminals[leftmost[first]] ?? 0)}`,
  );
});

export const levels: StageLayout = {
  fits: isTree,
  units: unitsOf,
  place,
};

/** Number of terminals of the largest leaf switch; at least 1. */
function widestLeaf({ switches, down }: Rows): number {
  return switches[0].reduce((most, n) => Math.max(most, down[n].length), 1);
}

/** Sizes from which the boxes of switches are computed, pixels. */
export interface BoxSizes {
  readonly left: number;
  readonly pitch: number;
  readonly width: number;
  /** Top edge of each level's row. */
  readonly tops: readonly number[];
  readonly boxHeight: number;
  /** Minimum margin between neighbors, on each side. */
  readonly pad: number;
}

/** Which part of the tree is drawn: collapsed groups are merged, boxes outside the drawing are left out. */
export interface Seen {
  readonly units: Units | null;
  readonly viewport: Viewport;
  readonly roomWidth: number;
}

/** One box of a row: a single switch, or several switches that share it. */
export interface Part {
  readonly box: Box;
  readonly isClosed: boolean;
}

/** Places the boxes of each row side by side and centered. Returns the visible boxes, and the box of every node. */
export function placeBoxes(network: Network, rows: Rows, sizes: BoxSizes, seen?: Seen) {
  const { left, pitch, width, tops, boxHeight, pad } = sizes;
  const { terminals, physicalPorts } = network;
  const boxes: Box[] = [];
  let unplugged = "";
  const partOf: Part[] = Array.from({ length: 0 });
  const mostDown = widestLeaf(rows);
  const outerOf = (row: readonly number[]) => Math.min(width / row.length, mostDown * pitch);
  const isSeen = ({ x, width }: Box) => seen === undefined || (x + width >= 0 && x <= seen.roomWidth);
  const plug = (n: number, { x, y, width }: Box) => {
    const idle = physicalPorts[n - terminals] - rows.up[n].length - rows.down[n].length;
    if (rows.up[n].length > 0 || boxHeight < 10 || width / idle <= 5) return;
    for (let port = 0; port < idle; port++) unplugged += ring(x + ((port + 0.5) * width) / idle, y - 3, 1.3);
  };
  rows.switches.forEach((row, level) => {
    const outer = outerOf(row);
    const start = left + (width - outer * row.length) / 2;
    const inset = Math.min(pad, outer * 0.05);
    const together = seen === undefined || seen.units === null || outer >= 2 ? 1 : 2 ** Math.ceil(Math.log2(2 / outer));
    for (let i = 0, next = 1; i < row.length; i = next++) {
      const unit = seen === undefined || seen.units === null ? null : seen.units.list[seen.units.of[row[i] - terminals]];
      const isShut = unit !== null && seen !== undefined && !isOpen(unit, outer, seen.viewport);
      // Switches that are too narrow to be distinguished share a box, as a collapsed group does.
      next = isShut ? i + unit.switches.length : Math.min(row.length, i + together);
      const isClosed = next > i + 1;
      const switches = row.slice(i, next);
      const place = { x: start + i * outer + inset, y: tops[level], width: (next - i) * outer - 2 * inset, height: boxHeight };
      const box: Box = isShut ? { switches, unit: unit.name, ...place } : { switches, ...place };
      const part = { box, isClosed };
      for (const n of switches) partOf[n] = part;
      if (!isSeen(box)) continue;
      boxes.push(box);
      if (!isClosed) plug(row[i], box);
    }
  });
  return { boxes, unplugged, partOf, boxWidth: Math.min(...rows.switches.map(outerOf)) * 0.9 };
}

/** Merges boxes narrower than two pixels into one box per two pixels. */
function mergeNarrow(boxes: readonly Box[]): readonly Box[] {
  if (boxes.every((box) => box.width >= 2)) return boxes;
  const merged = new Map<string, { box: Box; switches: number[] }>();
  for (const box of boxes) {
    const key = box.width >= 2 ? `${box.switches[0]}` : `${Math.floor(box.x / 2)} ${box.y}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { box, switches: [...box.switches] });
    else known.switches.push(...box.switches);
  }
  return [...merged.values()].map(({ box, switches }) =>
    box.width >= 2 ? box : { ...box, switches, x: Math.floor(box.x / 2) * 2, width: 2 },
  );
}

/** Lays out a tree: heights of the rows, boxes, lines, and the terminal axis. */
function place(network: Network, roomWidth: number, height: number, viewport: Viewport = whole): Scene {
  const rows = rowsOf(network);
  const units = unitsOf(network);
  const n = rows.switches.length;
  const width = roomWidth * viewport.zoom;
  const left = viewport.x;
  const pitch = width / network.terminals;
  const boxPitch = pitch * widestLeaf(rows);
  const near = { height, rows: n, pitch, boxPitch, isGrouped: units !== null };
  const all = heightsOf({ ...near, pitch: pitch / viewport.zoom, boxPitch: boxPitch / viewport.zoom });
  const heights = viewport.zoom === 1 ? all : heightsNear(all, viewport, near);
  const { boxHeight, barRoom, axisTop } = heights;
  const tops = heights.middles.map((middle) => middle - boxHeight / 2);
  const sizes = { left, pitch, width, tops, boxHeight, pad: 4 };
  const { boxes, unplugged, partOf, boxWidth } = placeBoxes(network, rows, sizes, { units, viewport, roomWidth });
  const apart = Math.max(0.2, Math.min(2.1, (boxPitch / Math.max(2, rows.down[rows.switches[0][0]].length)) * 0.1));
  const { lines, middles } = joined(network, rows, partOf, { left, pitch, axisTop, apart, roomWidth });
  return {
    width: roomWidth,
    height,
    ...drawnLines(lines, middles, apart),
    strands: strandsOf(lines),
    boxes: mergeNarrow(boxes),
    boxRadius: boxWidth >= 40 ? 5 : boxWidth >= 12 ? 3 : 0,
    unplugged,
    missing: "",
    axis: terminalAxis(rows.terminals, { left, pitch, roomWidth }, axisTop + 6, barRoom),
    dots: [],
    words: viewport.zoom > 1 ? [] : words(boxes.slice(-rows.switches[n - 1].length), roomWidth),
    ground: { width: roomWidth, height, closest: Math.max(4, 60 / (roomWidth / network.terminals)), tallest: tallestOf(all) },
  };
}

/** Width of the longest line of the caption with its distance from the row, pixels. */
const roomForWords = 214;

/** Caption beside the top row, where the tree leaves room for it. */
function words(row: readonly Box[], width: number): readonly Word[] {
  const first = row[0];
  const last = row[row.length - 1];
  const right = last.x + last.width;
  if (Math.min(first.x, width - right) < roomForWords) return [];
  const y = first.y + 13;
  return ["Each link is two channels:", "up on the left, down on the right"].map((text, i) => {
    return { x: first.x - 14, y: y + 18 * i, anchor: "end" as const, text, bold: false, size: 12 };
  });
}
