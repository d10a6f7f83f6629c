/** Layout of a network's matrix: ports by channel class, switches by position. It is independent of loads. */
import { lately } from "../lately.ts";
import { coordinate, isTree, type Network } from "../../core/network/network.ts";
import { type Rows as TreeRows, placeBoxes, rowsOf } from "../stage/layouts/levels.ts";
import type { Box } from "../stage/scene.ts";
import { type Row, type Rows, rowsByClass } from "./rows.ts";

/** A cell with a value: a port, or several that are too narrow to be distinguished; a switch, or several. */
export interface Part {
  /** Channels that lead to the port; or switch nodes. */
  readonly of: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A matrix as drawn, positions in pixels. */
export interface Matrix {
  readonly ports: readonly Part[];
  readonly switches: readonly Part[];
  /** True where the cells of ports lie within their switch, whose value is in the middle. */
  readonly isNested: boolean;
  readonly radius: { readonly port: number; readonly switch: number };
  /** Font sizes of the values, pixels; 0 where there is no room for them. */
  readonly font: { readonly port: number; readonly switch: number };
  /** Unplugged ports, as one path of small rings. */
  readonly unplugged: string;
  /** Whether labels stay at the visible left edge when the matrix is scrolled. */
  readonly wordsStay: boolean;
  readonly words: readonly { readonly x: number; readonly y: number; readonly text: string; readonly anchor: "start" | "middle" | "end" }[];
}

/** Width of a value, and maximum width of the matrix of a tree, pixels. */
const numberWidth = 21;
const widest = 4000;
const boxHeight = 50;
/** Height reserved for a level's name above its row, pixels. */
const levelName = 15;
/** Height reserved for labels below the rows, pixels. */
const foot = 22;
const rowHeight = 24;
const tallestRow = 48;

/** A tree up to this part of its preferred width is drawn with narrower cells instead of being scrolled. */
const narrowed = 0.85;

/** Minimum visible part of a tree that is scrolled. If less would be visible, the whole tree is shown, in tones without values. */
const leastSeen = 0.22;
const lowBox = 30;

/** Preferred size of the matrix, pixels. The matrix of a tree may be wider than `width`. */
export function roomOf(network: Network, width: number, withExits: boolean) {
  if (!isTree(network.axes)) {
    const { rows, switches } = rowsByClass(network, withExits);
    return { width, height: (rows.length + Math.max(1, switches.length)) * rowHeight + foot + 4 };
  }
  const { switches, down } = rowsOf(network);
  const wanted = switches[0].reduce((sum, n) => sum + Math.max(2, down[n].length) * numberWidth + 8, 0);
  if (width < wanted * leastSeen) return { width, height: switches.length * (lowBox + 6) };
  return {
    width: width >= wanted * narrowed ? width : Math.min(widest, wanted),
    height: switches.length * (boxHeight + 6 + levelName) + foot,
    fromMiddle: true,
  };
}

/** The matrix in a box of that size; memoized for the last size of a network. */
export const placeMatrix = lately((network: Network, width: number, height: number, withExits: boolean): Matrix =>
  isTree(network.axes) ? placeTree(network, width, height) : placeRows(network, rowsByClass(network, withExits), width, height),
);

/**
 * A tree as in Fig. 15: a cell for every port above and below, the switch's own value between them. The unplugged upper ports of the top
 * level have no value.
 */
function placeTree(network: Network, width: number, height: number): Matrix {
  const rows = rowsOf(network);
  const n = rows.switches.length;
  // Where values have no room, labels have none either.
  const isRoomy = height >= n * (boxHeight + 6 + levelName) + foot;
  const [name, below] = isRoomy ? [levelName, foot] : [0, 0];
  const share = (height - below) / n;
  // In a box with spare height, boxes grow with their width, and the font of the values with them.
  const across = (width - 2) / rows.switches.reduce((most, { length }) => Math.max(most, length), 1) - 8;
  const inner = Math.min(share - 4 - name, Math.max(boxHeight, Math.min(share * 0.6, across * 0.85)));
  const row = Math.min(share, Math.max(boxHeight + 6 + name, inner * 1.5));
  const above = (height - below - n * row) / 2;
  const tops = rows.switches.map((_, level) => above + (n - 1 - level) * row + name + (row - name - inner) / 2);
  const { boxes, unplugged, boxWidth } = placeBoxes(network, rows, {
    left: 1,
    pitch: (width - 2) / network.terminals,
    width: width - 2,
    tops,
    boxHeight: inner,
    pad: 3,
  });
  const cells = placePorts(network, rows, boxes, inner >= 40 ? Math.max(15, inner * 0.28) : 4);
  const narrowest = cells.reduce((least, cell) => Math.min(least, cell.width), Infinity);
  return {
    ports: cells.map(({ channels, ...place }) => ({ of: channels, ...place })),
    switches: boxes.map(({ switches, ...place }) => ({ of: switches, ...place })),
    isNested: cells.length > 0,
    radius: { port: 1.5, switch: boxWidth >= 40 ? 5 : 2 },
    font: {
      port:
        cells.length === 0 || narrowest < 16 || inner < 40 ? 0 : narrowest >= 18 ? Math.min(15, Math.max(11.5, narrowest * 0.56)) : 10.5,
      switch: boxWidth >= 20 ? Math.max(13, Math.min(20, inner * 0.28)) : 0,
    },
    unplugged,
    wordsStay: true,
    words: isRoomy ? levelWords(tops, above + n * row + 14) : [],
  };
}

/** The cells of the ports of every switch, upper and lower ones side by side; none where they would be narrower than two pixels. */
function placePorts({ reverse }: Network, { up, down }: TreeRows, boxes: readonly Box[], height: number) {
  const placed = boxes.flatMap(({ switches: [n], x, y, width, height: whole }) =>
    [
      { channels: up[n], top: y + 2 },
      { channels: down[n], top: y + whole - 2 - height },
    ].flatMap(({ channels, top }) => {
      const room = (width - 4 - (channels.length - 1)) / channels.length;
      return channels.map((c, port) => ({ channels: [reverse[c]], x: x + 2 + port * (room + 1), y: top, width: room, height }));
    }),
  );
  return placed.every(({ width }) => width > 2.2) ? placed : [];
}

/** The name of each level above its row, and below all rows an explanation of the cells. */
function levelWords(tops: readonly number[], foot: number): Matrix["words"] {
  const nameOf = (level: number) => `level ${level}${level === 0 ? ", terminals below it" : level === tops.length - 1 ? ", the top" : ""}`;
  return [
    ...tops.map((y, level) => ({ x: 2, y: y - 4, text: nameOf(level), anchor: "start" as const })),
    { x: 2, y: foot, text: "Above: coming down. Below: coming up. Middle: all.", anchor: "start" as const },
  ];
}

/** Any other network: a row for every class of channels and direction, a column for every position. */
function placeRows(network: Network, { rows, switches }: Rows, width: number, height: number): Matrix {
  const columns = rows[0]?.cells.length ?? 1;
  const gutter = 14 + 6.2 * [...rows, ...switches].reduce((most, { name }) => Math.max(most, name.length), 12);
  const pitch = (width - gutter) / columns;
  // Columns narrower than two pixels are merged.
  const together = Math.max(1, Math.ceil(2 / pitch));
  const gap = pitch * together >= 6 ? 1 : 0;
  const count = rows.length + Math.max(1, switches.length);
  const rowPitch = Math.min(tallestRow, (height - foot) / count);
  const place = ({ cells }: Row, top: number): Part[] =>
    cells.flatMap((_, i) => {
      if (i % together > 0) return [];
      const members = cells.slice(i, i + together).flat();
      const room = Math.min(together, cells.length - i) * pitch;
      return members.length === 0 ? [] : [{ of: members, x: gutter + i * pitch, y: top, width: room - gap, height: rowPitch - 1 }];
    });
  const isAlone = switches.length === 0;
  const below = rows.length * rowPitch + 1;
  const words = [...rows, ...(isAlone ? [{ name: "switch" }] : switches)].map(({ name }, r) => ({
    x: gutter - 8,
    y: (r + 0.5) * rowPitch + 3.5,
    text: name,
    anchor: "end" as const,
  }));
  return {
    ports: rows.flatMap((row, r) => place(row, r * rowPitch)),
    switches: isAlone
      ? [{ of: [network.terminals], x: gutter, y: below, width: width - gutter - gap, height: rowPitch - 1 }]
      : switches.flatMap((row, r) => place(row, below + r * rowPitch)),
    isNested: false,
    radius: { port: gap * 1.5, switch: gap * 1.5 },
    font: { port: pitch >= 20 ? 11 : 0, switch: pitch >= 20 || isAlone ? 11 : 0 },
    unplugged: "",
    wordsStay: false,
    words: [...words, ...columnWords(network, switches, columns, { gutter, pitch, y: count * rowPitch + 17 })],
  };
}

/** Coordinates below the columns, as many as fit; for a single switch, its port numbers. */
function columnWords(
  network: Network,
  [first]: readonly Row[],
  columns: number,
  { gutter, pitch, y }: { readonly gutter: number; readonly pitch: number; readonly y: number },
): Matrix["words"] {
  const names = Array.from({ length: columns }, (_, i) => {
    const [node] = first?.cells[i] ?? [];
    return node === undefined ? String(i) : positionOf(network, node);
  });
  const room = 10 + 6.4 * names.reduce((most, { length }) => Math.max(most, length), 0);
  const every = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].find((step) => step * pitch >= room) ?? 16_384;
  return names.flatMap((text, i) =>
    i % every > 0
      ? []
      : [{ x: gutter + (pitch < room ? i : i + 0.5) * pitch, y, text, anchor: pitch < room ? ("start" as const) : ("middle" as const) }],
  );
}

/** The position of a switch in its shortest form: coordinates, or the number of the switch. */
function positionOf(network: Network, n: number): string {
  const at = network.axes.map((_, axis) => coordinate(network, n, axis)).filter((place) => place >= 0);
  return at.length === 0 ? String(n - network.terminals) : at.join(",");
}
