/**
 * Trees: one row of switches for each level, the top level at the top, terminals on an axis below. Switches have the shape of the cells of
 * the congestion matrix (Petrini et al. (QsNET), §5.4, Fig. 15). Zoom stretches the width; it stretches the height only as far as more
 * becomes visible, so that connected rows stay close to each other. In large trees the switches of a level that lead to the same terminals
 * form one switch group, which makes the drawing a fat tree.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { axisOf, coordinate, isTree, nameOfNode, type Network } from "../../../core/network/network.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { type SwitchBox, type Scene, type StageLayout, type SceneLabel } from "../scene.ts";
import { lineFields, rowStrands } from "./merge-lines.ts";
import { zoomedHeights, heightsAtFullView, maxHeightZoomOf } from "./levels-heights.ts";
import { treeLines } from "./levels-lines.ts";
import { type AxisExtent, layoutTerminalAxis } from "./terminal-axis.ts";
import { isExpanded, maxSeparateSwitches, countOnLevel, type SwitchGroups, switchGroupsBy } from "../switch-groups.ts";

/** Switches and terminals of a tree in drawing order. */
export interface TreeRows {
  /** Switch nodes of each level from left to right, the leaves first. */
  readonly switches: readonly (readonly number[])[];
  readonly terminals: readonly number[];
  /** [N] Output channels towards the terminals and towards the top, in the order of ports. */
  readonly down: readonly (readonly number[])[];
  readonly up: readonly (readonly number[])[];
  /** [N] Position of a node within its row. */
  readonly position: Int32Array;
  /** [C] Index of a channel among the down channels, or the up channels, of its tail node. */
  readonly port: Int32Array;
  /** [C] 1 for channels that lead up. */
  readonly isUp: Uint8Array;
}

/** Sorts the nodes of a tree into rows from left to right, and the channels of each node into down and up channels. */
export const treeRowsOf = memoize((network: Network): TreeRows => {
  const level = axisOf(network, "level");
  const position = axisOf(network, "position");
  const { terminals, firstOut, head, axes } = network;
  const levelOf = (node: number) => (node < terminals ? -1 : coordinate(network, node, level));
  const byPosition = (a: number, b: number) => coordinate(network, a, position) - coordinate(network, b, position);
  const switches: number[][] = Array.from({ length: axes[level].size }, () => []);
  const down: number[][] = [];
  const up: number[][] = [];
  const positionInRow = new Int32Array(terminals + network.switches);
  // Index of each channel among the down channels, or the up channels, of its node.
  const port = new Int32Array(head.length);
  const isUp = new Uint8Array(head.length);
  for (let node = 0; node < terminals + network.switches; node++) {
    if (node >= terminals) switches[levelOf(node)].push(node);
    const ownLevel = levelOf(node);
    // A terminal has level −1, so that its channels lead up.
    const [belowChannels, aboveChannels]: [number[], number[]] = [[], []];
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      const channelsOfSide = levelOf(head[channel]) < ownLevel ? belowChannels : aboveChannels;
      isUp[channel] = channelsOfSide === aboveChannels ? 1 : 0;
      port[channel] = channelsOfSide.length;
      channelsOfSide.push(channel);
    }
    down.push(belowChannels);
    up.push(aboveChannels);
  }
  for (const row of switches) row.sort(byPosition).forEach((node, i) => (positionInRow[node] = i));
  const terminalOrder = Array.from({ length: terminals }, (_, terminal) => terminal).sort(byPosition);
  terminalOrder.forEach((terminal, i) => (positionInRow[terminal] = i));
  return { switches, terminals: terminalOrder, down, up, position: positionInRow, port, isUp };
});

/**
 * Groups the switches of one level that belong to the same subtree; null in small trees. The subtrees are the largest ones that only the
 * levels above them connect. A subtree is identified by the position of its leftmost terminal.
 */
const subtreeGroupsOf = memoize((network: Network): SwitchGroups | null => {
  if (network.switches <= maxSeparateSwitches) return null;
  const { terminals, head } = network;
  const rows = treeRowsOf(network);
  const leftmostTerminal = Int32Array.from(rows.position);
  const level = axisOf(network, "level");
  for (const row of rows.switches) {
    for (const node of row)
      leftmostTerminal[node] = rows.down[node].reduce((min, channel) => Math.min(min, leftmostTerminal[head[channel]]), terminals);
  }
  // The subtrees are those of the highest level whose switches do not all have the same leftmost terminal.
  const subtreeStarts = (row: readonly number[]) => [...new Set(row.map((node) => leftmostTerminal[node]))].sort((a, b) => a - b);
  const subtreeStartsOfRow = rows.switches.map(subtreeStarts).findLast((starts) => starts.length > 1) ?? [];
  // On lower levels, whose subtrees are smaller, a switch belongs to the large subtree that contains its leftmost terminal.
  for (const row of rows.switches) {
    if (subtreeStarts(row).length <= subtreeStartsOfRow.length) continue;
    for (const node of row) leftmostTerminal[node] = subtreeStartsOfRow.findLast((start) => start <= leftmostTerminal[node]) ?? 0;
  }
  // The key of a group is level and subtree in one number.
  return switchGroupsBy(
    network,
    (node) => coordinate(network, node, level) * (terminals + 1) + leftmostTerminal[node],
    (first, count) =>
      `${countOnLevel(network, coordinate(network, first, level), count)} above ${nameOfNode(network, rows.terminals[leftmostTerminal[first]] ?? 0)}`,
  );
});

export const levelsLayout: StageLayout = {
  fits: isTree,
  groups: subtreeGroupsOf,
  place,
};

/** Number of terminals of the largest leaf switch; at least 1. */
function maxTerminalsPerLeaf({ switches, down }: TreeRows): number {
  return switches[0].reduce((max, node) => Math.max(max, down[node].length), 1);
}

/** Sizes from which the boxes of switches are computed, pixels. */
export interface TreeBoxSizes {
  readonly left: number;
  readonly pitch: number;
  readonly width: number;
  /** Top edge of each level's row. */
  readonly tops: readonly number[];
  readonly boxHeight: number;
  /** Minimum margin between neighbors, on each side. */
  readonly margin: number;
}

/** Which part of the tree is drawn: collapsed groups are merged, boxes outside the drawing are left out. */
export interface TreeVisibility {
  readonly groups: SwitchGroups | null;
  readonly viewport: Viewport;
  readonly visibleWidth: number;
}

/** One box of a row: a single switch, or several switches that share it. */
export interface RowBox {
  readonly box: SwitchBox;
  readonly isClosed: boolean;
}

/**
 * Places the boxes of each row of a tree side by side and centered. The switches of a collapsed group share one box, and so do neighboring
 * switches narrower than 2 pixels. In the result, `boxWidth` is about the width of a switch in the fullest row.
 * @param visibility The groups and the visible part; if absent, each switch has its own box and all boxes are returned.
 */
export function placeRowBoxes(network: Network, rows: TreeRows, sizes: TreeBoxSizes, visibility?: TreeVisibility) {
  const { left, pitch, width, tops, boxHeight, margin } = sizes;
  const { terminals } = network;
  const boxes: SwitchBox[] = [];
  const boxOfNode: RowBox[] = Array.from({ length: 0 });
  const maxTerminals = maxTerminalsPerLeaf(rows);
  const widthPerSwitch = (row: readonly number[]) => Math.min(width / row.length, maxTerminals * pitch);
  const isVisible = ({ x, width }: SwitchBox) => visibility === undefined || (x + width >= 0 && x <= visibility.visibleWidth);
  rows.switches.forEach((row, level) => {
    const switchWidth = widthPerSwitch(row);
    const start = left + (width - switchWidth * row.length) / 2;
    const inset = Math.min(margin, switchWidth * 0.05);
    const switchesPerBox =
      visibility === undefined || visibility.groups === null || switchWidth >= 2 ? 1 : 2 ** Math.ceil(Math.log2(2 / switchWidth));
    // Each box contains the switches of the row from index `i` to `next` − 1.
    for (let i = 0, next = 1; i < row.length; i = next++) {
      const group =
        visibility === undefined || visibility.groups === null
          ? null
          : visibility.groups.list[visibility.groups.groupOf[row[i] - terminals]];
      const isGroupCollapsed = group !== null && visibility !== undefined && !isExpanded(group, switchWidth, visibility.viewport);
      // Switches that are too narrow to be distinguished share a box, as a collapsed group does.
      next = isGroupCollapsed ? i + group.switches.length : Math.min(row.length, i + switchesPerBox);
      const isShared = next > i + 1;
      const switches = row.slice(i, next);
      const rectangle = {
        x: start + i * switchWidth + inset,
        y: tops[level],
        width: (next - i) * switchWidth - 2 * inset,
        height: boxHeight,
      };
      const box: SwitchBox = isGroupCollapsed ? { switches, groupName: group.name, ...rectangle } : { switches, ...rectangle };
      const rowBox = { box, isClosed: isShared };
      for (const node of switches) boxOfNode[node] = rowBox;
      if (!isVisible(box)) continue;
      boxes.push(box);
    }
  });
  return { boxes, boxOfNode, boxWidth: Math.min(...rows.switches.map(widthPerSwitch)) * 0.9 };
}

/** Merges boxes narrower than two pixels into one box per two pixels. */
function mergeNarrowBoxes(boxes: readonly SwitchBox[]): readonly SwitchBox[] {
  if (boxes.every((box) => box.width >= 2)) return boxes;
  const merged = new Map<string, { box: SwitchBox; switches: number[] }>();
  for (const box of boxes) {
    const key = box.width >= 2 ? `${box.switches[0]}` : `${Math.floor(box.x / 2)} ${box.y}`;
    const mergedBox = merged.get(key);
    if (mergedBox === undefined) merged.set(key, { box, switches: [...box.switches] });
    else mergedBox.switches.push(...box.switches);
  }
  return [...merged.values()].map(({ box, switches }) =>
    box.width >= 2 ? box : { ...box, switches, x: Math.floor(box.x / 2) * 2, width: 2 },
  );
}

/**
 * Builds the scene of a tree: a row of boxes for each level, and below them the terminals on an axis. A zoom applies to
 * the width; heights grow only up to a limit. `pitch` is the width for one terminal, `boxPitch` that for the largest leaf switch, pixels.
 */
function place(network: Network, visibleWidth: number, height: number, viewport: Viewport = fullViewport): Scene {
  const rows = treeRowsOf(network);
  const groups = subtreeGroupsOf(network);
  const rowCount = rows.switches.length;
  const width = visibleWidth * viewport.zoom;
  const left = viewport.x;
  const pitch = width / network.terminals;
  const boxPitch = pitch * maxTerminalsPerLeaf(rows);
  const space = { height, rows: rowCount, pitch, boxPitch, isGrouped: groups !== null };
  const fullViewHeights = heightsAtFullView({ ...space, pitch: pitch / viewport.zoom, boxPitch: boxPitch / viewport.zoom });
  const heights = viewport.zoom === 1 ? fullViewHeights : zoomedHeights(fullViewHeights, viewport, space);
  const { boxHeight, barAreaHeight, axisTop } = heights;
  const tops = heights.rowCenters.map((middle) => middle - boxHeight / 2);
  const sizes = { left, pitch, width, tops, boxHeight, margin: 4 };
  const { boxes, boxOfNode, boxWidth } = placeRowBoxes(network, rows, sizes, { groups, viewport, visibleWidth });
  const halfGap = Math.max(0.2, Math.min(2.1, (boxPitch / Math.max(2, rows.down[rows.switches[0][0]].length)) * 0.1));
  const { lines, centerLines } = treeLines(network, rows, boxOfNode, { left, pitch, axisTop, halfGap, visibleWidth });
  return {
    width: visibleWidth,
    height,
    ...lineFields(lines, centerLines, halfGap),
    strands: rowStrands(lines),
    boxes: mergeNarrowBoxes(boxes),
    boxRadius: boxWidth >= 40 ? 5 : boxWidth >= 12 ? 3 : 0,
    failedOutlines: "",
    axis: layoutTerminalAxis(rows.terminals, { left, pitch, visibleWidth }, axisTop + 6, barAreaHeight),
    dots: terminalDots(rows, { left, pitch, visibleWidth }, axisTop),
    labels: viewport.zoom > 1 ? [] : captionBesideTopRow(boxes.slice(-rows.switches[rowCount - 1].length), visibleWidth),
    viewportLimits: {
      width: visibleWidth,
      height,
      maxZoom: Math.max(4, 60 / (visibleWidth / network.terminals)),
      maxHeightZoom: maxHeightZoomOf(fullViewHeights),
    },
  };
}

/** Minimum distance of terminals that are drawn as dots, pixels. */
const minDotPitch = 7;

/** The visible terminals as dots at the ends of their links, where there is room for them; none otherwise. */
function terminalDots(rows: TreeRows, { left, pitch, visibleWidth }: AxisExtent, y: number): Scene["dots"] {
  if (pitch < minDotPitch) return [];
  return rows.terminals
    .map((terminal, i) => ({ x: left + (i + 0.5) * pitch, y, terminal }))
    .filter(({ x }) => x > -pitch && x < visibleWidth + pitch);
}

/** Width of the longest line of the caption with its distance from the row, pixels. */
const captionWidth = 214;

/** Width from which the page may put a card into each upper corner of the drawing, and which a card then hides, pixels. */
const cardRoom = 300;

/** Caption beside the top row, where the tree and the cards leave room for it. */
function captionBesideTopRow(row: readonly SwitchBox[], width: number): readonly SceneLabel[] {
  const firstBox = row[0];
  const lastBox = row[row.length - 1];
  const right = lastBox.x + lastBox.width;
  const room = Math.min(firstBox.x, width - right);
  if (room < captionWidth || (room >= cardRoom && room < cardRoom + captionWidth)) return [];
  const y = firstBox.y + 13;
  return ["Each link is two channels:", "up left, down right"].map((text, i) => {
    return { x: firstBox.x - 14, y: y + 18 * i, anchor: "end" as const, text, bold: false, size: 12 };
  });
}
