/** Layout of a network's matrix: ports by channel class, switches by position. It is independent of loads. */
import { memoizeLast } from "../memoize-last.ts";
import { coordinate, isTree, type Network } from "../../core/network/network.ts";
import { type TreeRows, placeRowBoxes, treeRowsOf } from "../stage/layouts/levels.ts";
import { circlePath } from "../marks/marks.ts";
import type { SwitchBox } from "../stage/scene.ts";
import { type MatrixRow, type MatrixRows, rowsByClass } from "./rows.ts";

/** A cell with a value: a port, or several that are too narrow to be distinguished; a switch, or several. */
export interface MatrixCell {
  /** Channels that lead to the port; or switch nodes. */
  readonly members: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A matrix as drawn, positions in pixels. */
export interface CongestionMatrix {
  readonly ports: readonly MatrixCell[];
  readonly switches: readonly MatrixCell[];
  /** True where the cells of ports lie within their switch, whose value is in the middle. */
  readonly isNested: boolean;
  readonly radius: { readonly port: number; readonly switch: number };
  /** Font sizes of the values, pixels; 0 where there is no room for them. */
  readonly font: { readonly port: number; readonly switch: number };
  /** Unplugged ports, as one path of small rings. */
  readonly unpluggedRings: string;
  /** Whether labels stay at the visible left edge when the matrix is scrolled. */
  readonly hasStickyLabels: boolean;
  readonly labels: readonly {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly anchor: "start" | "middle" | "end";
  }[];
}

/** Width of a value, and maximum width of the matrix of a tree, pixels. */
const numberWidth = 21;
const maxWidth = 4000;
const boxHeight = 50;
/** Height reserved for a level's name above its row, pixels. */
const levelNameHeight = 15;
/** Height reserved for labels below the rows, pixels. */
const footHeight = 22;
const rowHeight = 24;
const maxRowHeight = 48;

/** A tree that has at least this part of its preferred width is drawn with narrower cells instead of being scrolled. */
const minWidthPart = 0.85;

/** Minimum visible part of a tree that is scrolled. If less would be visible, the whole tree is shown, in tones without values. */
const minVisiblePart = 0.22;
const lowBoxHeight = 30;

/** Preferred size of the matrix, pixels. The matrix of a tree may be wider than `width`. */
export function preferredMatrixSize(network: Network, width: number, withExits: boolean) {
  if (!isTree(network.axes)) {
    const { rows, switches } = rowsByClass(network, withExits);
    return { width, height: (rows.length + Math.max(1, switches.length)) * rowHeight + footHeight + 4 };
  }
  const { switches, down } = treeRowsOf(network);
  const preferredWidth = switches[0].reduce((sum, node) => sum + Math.max(2, down[node].length) * numberWidth + 8, 0);
  if (width < preferredWidth * minVisiblePart) return { width, height: switches.length * (lowBoxHeight + 6) };
  return {
    width: width >= preferredWidth * minWidthPart ? width : Math.min(maxWidth, preferredWidth),
    height: switches.length * (boxHeight + 6 + levelNameHeight) + footHeight,
    fromMiddle: true,
  };
}

/** The matrix in a box of that size; memoized for the last size of a network. */
export const layoutCongestionMatrix = memoizeLast((network: Network, width: number, height: number, withExits: boolean): CongestionMatrix =>
  isTree(network.axes)
    ? layoutTreeMatrix(network, width, height)
    : layoutRowMatrix(network, rowsByClass(network, withExits), width, height),
);

/**
 * Lays out the matrix of a tree: a row for each level, in it a box for each switch, with a cell for every port at its edges and its own
 * value in the middle. The unplugged upper ports of the top level have no value.
 */
function layoutTreeMatrix(network: Network, width: number, height: number): CongestionMatrix {
  const rows = treeRowsOf(network);
  const levelCount = rows.switches.length;
  // If there is no room for values, there is none for labels.
  const hasLabelRoom = height >= levelCount * (boxHeight + 6 + levelNameHeight) + footHeight;
  const [nameHeight, footRoom] = hasLabelRoom ? [levelNameHeight, footHeight] : [0, 0];
  const heightPerLevel = (height - footRoom) / levelCount;
  // If the view is higher than necessary, the boxes of switches grow with their width, and the font of the values with them.
  const widthPerSwitch = (width - 2) / rows.switches.reduce((max, { length }) => Math.max(max, length), 1) - 8;
  const switchHeight = Math.min(
    heightPerLevel - 4 - nameHeight,
    Math.max(boxHeight, Math.min(heightPerLevel * 0.6, widthPerSwitch * 0.85)),
  );
  const levelHeight = Math.min(heightPerLevel, Math.max(boxHeight + 6 + nameHeight, switchHeight * 1.5));
  const topMargin = (height - footRoom - levelCount * levelHeight) / 2;
  // Top of the boxes of each level; level 0 is the lowest row.
  const tops = rows.switches.map(
    (_, level) => topMargin + (levelCount - 1 - level) * levelHeight + nameHeight + (levelHeight - nameHeight - switchHeight) / 2,
  );
  const { boxes, boxWidth } = placeRowBoxes(network, rows, {
    left: 1,
    pitch: (width - 2) / network.terminals,
    width: width - 2,
    tops,
    boxHeight: switchHeight,
    margin: 3,
  });
  const cells = portCells(network, rows, boxes, switchHeight >= 40 ? Math.max(15, switchHeight * 0.28) : 4);
  const minCellWidth = cells.reduce((min, cell) => Math.min(min, cell.width), Infinity);
  const hasPortValues = cells.length > 0 && minCellWidth >= 16 && switchHeight >= 40;
  const portFont = minCellWidth >= 18 ? Math.min(15, Math.max(11.5, minCellWidth * 0.56)) : 10.5;
  return {
    ports: cells.map(({ channels, ...rectangle }) => ({ members: channels, ...rectangle })),
    switches: boxes.map(({ switches, ...rectangle }) => ({ members: switches, ...rectangle })),
    isNested: cells.length > 0,
    radius: { port: 1.5, switch: boxWidth >= 40 ? 5 : 2 },
    // Font size 0 means that the values are not written.
    font: {
      port: hasPortValues ? portFont : 0,
      switch: boxWidth >= 20 ? Math.max(13, Math.min(20, switchHeight * 0.28)) : 0,
    },
    unpluggedRings: unpluggedRingsOf(network, rows, boxes),
    hasStickyLabels: true,
    labels: hasLabelRoom ? levelLabels(tops, topMargin + levelCount * levelHeight + 14) : [],
  };
}

/**
 * The cells of the ports of every switch box, the upper ports at its top and the lower ports at its bottom, side by side. The value of a
 * cell is that of the channel that arrives at the port. No cells where they would be narrower than two pixels.
 * @param height Height of a cell, pixels.
 */
function portCells({ reverse }: Network, { up, down }: TreeRows, boxes: readonly SwitchBox[], height: number) {
  const cells = boxes.flatMap(({ switches: [node], x, y, width, height: switchHeight }) =>
    [
      { channels: up[node], top: y + 2 },
      { channels: down[node], top: y + switchHeight - 2 - height },
    ].flatMap(({ channels, top }) => {
      const cellWidth = (width - 4 - (channels.length - 1)) / channels.length;
      return channels.map((channel, port) => ({
        channels: [reverse[channel]],
        x: x + 2 + port * (cellWidth + 1),
        y: top,
        width: cellWidth,
        height,
      }));
    }),
  );
  return cells.every(({ width }) => width > 2.2) ? cells : [];
}

/** Rings above the switches of the top level for their ports without a link, where there is room for them. */
function unpluggedRingsOf({ terminals, physicalPorts }: Network, { up, down }: TreeRows, boxes: readonly SwitchBox[]): string {
  const rings = boxes.flatMap(({ switches: [node], x, y, width, height }) => {
    const count = physicalPorts[node - terminals] - up[node].length - down[node].length;
    if (up[node].length > 0 || height < 10 || width / count <= 5) return [];
    return Array.from({ length: count }, (_, port) => circlePath(x + ((port + 0.5) * width) / count, y - 3, 1.3));
  });
  return rings.join("");
}

/** The name of each level above its row, and below all rows an explanation of the cells. */
function levelLabels(tops: readonly number[], foot: number): CongestionMatrix["labels"] {
  const nameOf = (level: number) => `level ${level}${level === 0 ? ", terminals below" : level === tops.length - 1 ? ", top" : ""}`;
  return [
    ...tops.map((y, level) => ({ x: 2, y: y - 4, text: nameOf(level), anchor: "start" as const })),
    { x: 2, y: foot, text: "Upper row: from above. Lower row: from below. Middle: sum.", anchor: "start" as const },
  ];
}

/**
 * Lays out the matrix of a network that is not a tree: a row for every class and direction of channels, below them rows for the switches,
 * and a column for every position of a switch. With a single switch, columns are its ports.
 */
function layoutRowMatrix(network: Network, { rows, switches }: MatrixRows, width: number, height: number): CongestionMatrix {
  const columnCount = rows[0]?.cells.length ?? 1;
  const labelWidth = 14 + 6.2 * [...rows, ...switches].reduce((max, { name }) => Math.max(max, name.length), 12);
  const pitch = (width - labelWidth) / columnCount;
  // Columns narrower than two pixels are merged.
  const columnsPerCell = Math.max(1, Math.ceil(2 / pitch));
  const gap = pitch * columnsPerCell >= 6 ? 1 : 0;
  const rowCount = rows.length + Math.max(1, switches.length);
  const rowPitch = Math.min(maxRowHeight, (height - footHeight) / rowCount);
  const cellsOfRow = ({ cells }: MatrixRow, top: number): MatrixCell[] =>
    cells.flatMap((_, i) => {
      if (i % columnsPerCell > 0) return [];
      const members = cells.slice(i, i + columnsPerCell).flat();
      const cellWidth = Math.min(columnsPerCell, cells.length - i) * pitch;
      return members.length === 0 ? [] : [{ members, x: labelWidth + i * pitch, y: top, width: cellWidth - gap, height: rowPitch - 1 }];
    });
  const isSingleSwitch = switches.length === 0;
  const switchTop = rows.length * rowPitch + 1;
  const rowLabels = [...rows, ...(isSingleSwitch ? [{ name: "switch" }] : switches)].map(({ name }, rowIndex) => ({
    x: labelWidth - 8,
    y: (rowIndex + 0.5) * rowPitch + 3.5,
    text: name,
    anchor: "end" as const,
  }));
  return {
    ports: rows.flatMap((row, rowIndex) => cellsOfRow(row, rowIndex * rowPitch)),
    switches: isSingleSwitch
      ? [{ members: [network.terminals], x: labelWidth, y: switchTop, width: width - labelWidth - gap, height: rowPitch - 1 }]
      : switches.flatMap((row, rowIndex) => cellsOfRow(row, switchTop + rowIndex * rowPitch)),
    isNested: false,
    radius: { port: gap * 1.5, switch: gap * 1.5 },
    font: { port: pitch >= 20 ? 11 : 0, switch: pitch >= 20 || isSingleSwitch ? 11 : 0 },
    unpluggedRings: "",
    hasStickyLabels: false,
    labels: [...rowLabels, ...columnLabels(network, switches, columnCount, { labelWidth, pitch, y: rowCount * rowPitch + 17 })],
  };
}

/**
 * Labels below the columns: the coordinates of the column's switch in the first row, or for a single switch the numbers of its ports. Only
 * every nth column has a label if they do not all fit.
 * @param labelWidth Width of the labels at the left of the rows, pixels; `pitch` is the width of a column.
 */
function columnLabels(
  network: Network,
  [first]: readonly MatrixRow[],
  columns: number,
  { labelWidth, pitch, y }: { readonly labelWidth: number; readonly pitch: number; readonly y: number },
): CongestionMatrix["labels"] {
  const names = Array.from({ length: columns }, (_, i) => {
    const [node] = first?.cells[i] ?? [];
    return node === undefined ? String(i) : positionText(network, node);
  });
  const minDistance = 10 + 6.4 * names.reduce((max, { length }) => Math.max(max, length), 0);
  const labelInterval = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].find((step) => step * pitch >= minDistance) ?? 16_384;
  return names.flatMap((text, i) =>
    i % labelInterval > 0
      ? []
      : [
          {
            x: labelWidth + (pitch < minDistance ? i : i + 0.5) * pitch,
            y,
            text,
            anchor: pitch < minDistance ? ("start" as const) : ("middle" as const),
          },
        ],
  );
}

/** The position of a switch in its shortest form: coordinates, or the number of the switch. */
function positionText(network: Network, node: number): string {
  const coordinates = network.axes.map((_, axis) => coordinate(network, node, axis)).filter((value) => value >= 0);
  return coordinates.length === 0 ? String(node - network.terminals) : coordinates.join(",");
}
