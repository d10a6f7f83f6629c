/**
 * Trees: one row of switches per level, the top level on top, the terminals on an axis below. A switch is drawn as a
 * cell of the congestion matrix. (Petrini et al. (QsNET), §5.4, Fig. 15)
 */
import { axisOf, coordinate, type Network } from "../../core/network/network.ts";
import { ring } from "../shared/marks.ts";
import {
  type Box,
  type Cell,
  type Line,
  line,
  mostStrands,
  pathOf,
  type Scene,
  type StageLayout,
  strandsOf,
  type TerminalAxis,
  vertical,
  type Word,
} from "./scene.ts";

export const levels: StageLayout = {
  fits: (axes) => axes.some((axis) => axis.kind === "level"),
  place,
};

/** Switches and terminals of a tree in drawing order. */
export interface Rows {
  /** Switch nodes of each level from left to right, the leaves first. */
  readonly switches: readonly (readonly number[])[];
  readonly terminals: readonly number[];
  /** [N] Outgoing channels towards the terminals and towards the top, by port. */
  readonly down: readonly (readonly number[])[];
  readonly up: readonly (readonly number[])[];
}

/** Sorts a tree's nodes into rows and their channels into up and down. */
export function rowsOf(network: Network): Rows {
  const level = axisOf(network, "level");
  const position = axisOf(network, "position");
  const { terminals, firstOut, head, axes } = network;
  const heightOf = (n: number) => (n < terminals ? -1 : coordinate(network, n, level));
  const byPosition = (a: number, b: number) => coordinate(network, a, position) - coordinate(network, b, position);
  const switches: number[][] = Array.from({ length: axes[level].size }, () => []);
  const down: number[][] = [];
  const up: number[][] = [];
  for (let n = 0; n < terminals + network.switches; n++) {
    if (n >= terminals) switches[heightOf(n)].push(n);
    const own = heightOf(n);
    const [below, above]: [number[], number[]] = [[], []];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) (heightOf(head[c]) < own ? below : above).push(c);
    down.push(below);
    up.push(above);
  }
  return {
    switches: switches.map((row) => row.sort(byPosition)),
    terminals: Array.from({ length: terminals }, (_, t) => t).sort(byPosition),
    down,
    up,
  };
}

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
  readonly cellHeight: number;
  /** Least gap between neighbours, each side. */
  readonly pad: number;
}

/** The boxes of all switches with their cells, shoulder to shoulder and centred. */
export function placeBoxes(network: Network, rows: Rows, sizes: BoxSizes) {
  const { left, pitch, width, tops, boxHeight, pad } = sizes;
  const boxes: Box[] = [];
  const cells: Cell[] = [];
  let unplugged = "";
  /** [C] Middle of the port a channel leaves by. */
  const portAt = new Map<number, number>();
  const mostDown = widestLeaf(rows);
  // Ports are drawn in every switch or in none: a cell is at least two pixels wide where they are narrowest.
  const narrowest = Math.min(
    ...rows.switches.map((row) =>
      cellRoom(
        Math.min(width / row.length, mostDown * pitch) * 0.9,
        Math.max(...row.map((n) => Math.max(rows.down[n].length, rows.up[n].length))),
      ),
    ),
  );
  const cellHeight = narrowest > 2.2 ? sizes.cellHeight : 0;
  rows.switches.forEach((row, level) => {
    const outer = Math.min(width / row.length, mostDown * pitch);
    const start = left + (width - outer * row.length) / 2;
    const inset = Math.min(pad, outer * 0.05);
    row.forEach((n, i) => {
      const box: Box = { switches: [n], x: start + i * outer + inset, y: tops[level], width: outer - 2 * inset, height: boxHeight };
      boxes.push(box);
      const upper = { channels: rows.up[n], y: box.y + 2 };
      const lower = { channels: rows.down[n], y: box.y + boxHeight - 2 - cellHeight };
      for (const { channels, y } of [upper, lower]) {
        const room = cellRoom(box.width, channels.length);
        channels.forEach((c, port) => {
          const x = box.x + 2 + port * (room + 1);
          portAt.set(c, room > 0 ? x + room / 2 : box.x + ((port + 0.5) * box.width) / channels.length);
          if (cellHeight > 0) cells.push({ channels: [network.reverse[c]], x, y, width: room, height: cellHeight });
        });
      }
      const idle = network.physicalPorts[n - network.terminals] - upper.channels.length - lower.channels.length;
      if (upper.channels.length === 0 && cellHeight > 0 && box.width / idle > 5) {
        for (let port = 0; port < idle; port++)
          unplugged += ring(box.x + ((port + 0.5) * box.width) / idle, upper.y + cellHeight / 2, Math.min(1.3, cellHeight / 3));
      }
    });
  });
  return { boxes, cells, unplugged, portAt, boxWidth: boxes[0].width };
}

/** Width of each of some cells side by side in a box. */
function cellRoom(boxWidth: number, count: number): number {
  return (boxWidth - 4 - (count - 1)) / count;
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

function place(network: Network, width: number, height: number): Scene {
  const rows = rowsOf(network);
  const n = rows.switches.length;
  const pitch = width / network.terminals;
  const boxPitch = pitch * widestLeaf(rows);
  const barRoom = Math.max(18, Math.min(64, height * 0.11));
  const stub = Math.max(8, Math.min(24, height * 0.035));
  const free = height - barRoom - stub - 34;
  const roomy = pitch >= 19 && free / (n + (n - 1) * 0.6) >= 42;
  const boxHeight = Math.max(4, Math.min(roomy ? 42 : boxPitch >= 40 ? 29 : 20, free / (n + (n - 1) * 1.2)));
  const gap = n === 1 ? 0 : Math.min(200, (free - n * boxHeight) / (n - 1));
  const used = n * boxHeight + (n - 1) * gap;
  const top = 2 + (free - used) / 2;
  const tops = rows.switches.map((_, level) => top + (n - 1 - level) * (boxHeight + gap));
  const cellHeight = roomy ? 12 : boxPitch < 8 || boxHeight < 10 ? 0 : Math.max(3, Math.min(6, boxHeight * 0.19));
  const { boxes, cells, unplugged, portAt, boxWidth } = placeBoxes(network, rows, {
    left: 0,
    pitch,
    width,
    tops,
    boxHeight,
    cellHeight,
    pad: 4,
  });

  const boxOf = new Map(boxes.map((box) => [box.switches[0], box]));
  const axisTop = tops[0] + boxHeight + stub;
  const apart = Math.max(0.2, Math.min(2.1, (boxPitch / Math.max(2, rows.down[rows.switches[0][0]].length)) * 0.1));
  const lines: Line[] = [];
  const dense = network.head.length > mostStrands;
  let wires = "";
  const place = new Map(rows.terminals.map((t, i) => [t, i]));
  const join = (lower: number, upper: number, rising: number, falling: number) => {
    const from = boxOf.get(lower);
    const to = boxOf.get(upper) as Box;
    const x1 = from === undefined ? ((place.get(lower) as number) + 0.5) * pitch : (portAt.get(rising) as number);
    const middle = vertical(x1, from === undefined ? axisTop : from.y, portAt.get(falling) as number, to.y + boxHeight);
    if (!dense) wires += pathOf(middle);
    const [a, b, c, d, e, f, g, h] = middle;
    // Up on the left, down on the right, whatever way the curve bends.
    lines.push(line(rising, [a - apart, b, c - apart, d, e - apart, f, g - apart, h]));
    lines.push(line(falling, [g + apart, h, e + apart, f, c + apart, d, a + apart, b]));
  };
  for (const nodes of [rows.terminals, ...rows.switches]) {
    for (const lower of nodes) for (const c of rows.up[lower]) join(lower, network.head[c], c, network.reverse[c]);
  }

  const barTop = axisTop + 6;
  return {
    width,
    height,
    lines,
    strands: strandsOf(lines),
    wires,
    strandWidth: { cold: Math.min(0.5, apart), hot: Math.min(3.2, apart * 1.9) },
    casing: Math.min(5.5, 2.5 + apart * 1.5),
    boxes: mergeNarrow(boxes),
    boxRadius: boxWidth >= 40 ? 5 : boxWidth >= 12 ? 3 : 0,
    cells,
    cellRadius: Math.min(1.5, cellHeight / 4),
    cellFont: roomy ? 10.5 : 0,
    boxFont: boxWidth >= 26 && boxHeight >= 26 ? 12.5 : boxWidth >= 16 && boxHeight >= 14 ? 10 : 0,
    tonedBoxes: cells.length === 0,
    unplugged,
    missing: "",
    axis: terminalAxis(rows, pitch, barTop, barRoom),
    dots: [],
    words: words(rows, boxOf, width, roomy),
  };
}

function terminalAxis(rows: Rows, pitch: number, top: number, room: number): TerminalAxis {
  const perBar = pitch >= 3 ? 1 : Math.ceil(3 / pitch);
  const every =
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16_384].find((step) => step * pitch >= (pitch >= 19 && step >= 4 ? 40 : 46)) ??
    65_536;
  const numbersAt = top + room + 12;
  const last = rows.terminals.length - 1;
  const x = (i: number) => (i + 0.5) * pitch;
  const numbered = (i: number) => i === last || (i % every === 0 && (last - i) * pitch > 24);
  const bars: { x: number; terminals: readonly number[] }[] = [];
  for (let i = 0; i <= last; i += perBar) {
    const terminals = rows.terminals.slice(i, i + perBar);
    bars.push({ x: x(i + (terminals.length - 1) / 2), terminals });
  }
  return {
    y: top + room,
    barHeight: room - 14,
    barWidth: perBar > 1 ? perBar * pitch : Math.max(1.2, Math.min(26, pitch * 0.6)),
    numbersAt,
    left: 0,
    pitch,
    bars,
    labels: rows.terminals.flatMap((t, i) =>
      numbered(i) ? [{ x: Math.max(4, Math.min((last + 1) * pitch - 4 * String(t).length, x(i))), text: String(t) }] : [],
    ),
    dotted: pitch < 7 ? "" : rows.terminals.map((_, i) => (numbered(i) ? "" : ring(x(i), numbersAt, 1.2))).join(""),
  };
}

/** How the picture is read, beside the top row, where the tree leaves room. */
function words(rows: Rows, boxOf: ReadonlyMap<number, Box>, width: number, hasPortNumbers: boolean): readonly Word[] {
  const row = rows.switches[rows.switches.length - 1];
  const first = boxOf.get(row[0]) as Box;
  const last = boxOf.get(row[row.length - 1]) as Box;
  const right = last.x + last.width;
  if (Math.min(first.x, width - right) < 190) return [];
  const y = first.y + 13;
  const waiting = hasPortNumbers
    ? ["In each switch: waiting at", "its ports, % of the worst"]
    : ["In each switch: all waiting,", "% of the worst"];
  return [
    ...["Each link is two channels:", "up on the left, down on the right"].map((text, i) => ({
      x: first.x - 14,
      y: y + 18 * i,
      anchor: "end" as const,
      text,
    })),
    ...waiting.map((text, i) => ({ x: right + 14, y: y + 18 * i, anchor: "start" as const, text })),
  ].map((word) => ({ ...word, bold: false, size: 12 }));
}
