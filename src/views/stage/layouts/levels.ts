/**
 * Trees: one row of switches per level, the top level on top, the terminals on an axis below. A switch is drawn as a
 * cell of the congestion matrix (Petrini et al. (QsNET), §5.4, Fig. 15). Zoom spreads the width, and the height as far as
 * it shows more: rows that belong together stay near each other.
 * In large trees the switches of a level that lead to the same terminals are one unit: the tree of fat links.
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
  /** [N] Outgoing channels towards the terminals and towards the top, by port. */
  readonly down: readonly (readonly number[])[];
  readonly up: readonly (readonly number[])[];
  /** [N] Place within its row. */
  readonly place: Int32Array;
  /** [C] Which of its node's ports down, or up, a channel leaves by. */
  readonly port: Int32Array;
  /** [C] 1 where a channel leads up. */
  readonly rises: Uint8Array;
}

/** A tree's nodes in rows and their channels sorted into up and down; made once. */
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
 * The switches of a level in the same part of the tree: the parts are those that only the top joins. Null in trees that are
 * drawn switch by switch.
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
  // What lies below the parts belongs to the one that begins at the same terminal, or before.
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

/** Terminals of the leaf switch that has most; at least 1. */
function widestLeaf({ switches, down }: Rows): number {
  return switches[0].reduce((most, n) => Math.max(most, down[n].length), 1);
}

/** How large the parts of a switch are. */
export interface BoxSizes {
  readonly left: number;
  readonly pitch: number;
  readonly width: number;
  /** Top edge of each level's row. */
  readonly tops: readonly number[];
  readonly boxHeight: number;
  /** Least gap between neighbours, each side. */
  readonly pad: number;
}

/** What is left out: units that are closed, and what stands outside the room. */
export interface Seen {
  readonly units: Units | null;
  readonly viewport: Viewport;
  readonly roomWidth: number;
}

/** A place in a row: one switch, or a unit that is closed. */
export interface Part {
  readonly box: Box;
  readonly isClosed: boolean;
}

/** The boxes of all switches that are seen, shoulder to shoulder and centred; and all parts by their nodes. */
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
      // Switches too narrow to be told apart share a place, as a closed unit does.
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

/** Boxes narrower than a pixel or two become one box per two pixels. */
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

/** What the longest line of those words takes, with its distance from the row, pixels. */
const roomForWords = 214;

/** How the picture is read, beside the top row, where the tree leaves room. */
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
