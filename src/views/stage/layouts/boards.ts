/**
 * HammingMesh: boards of terminals in rows and columns, where each terminal is linked to its neighbors on the board. The switch of a row is
 * drawn at the left of the row, the switch of a column below the column. From the switch a trunk runs along the row or column, with a
 * branch to the first and the last terminal of every board. Where branches would be too close, boards are merged: one line shows all links
 * of their switches, one dash all links on the boards.
 */
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import {
  offsetCurve,
  reversedCurve,
  type SwitchBox,
  type Line,
  curvePathData,
  type Scene,
  type StageLayout,
  straightCurve,
  type SceneLabel,
} from "../scene.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { fitLayout, captionIn, packetLegendIn, type Margins, labelMargins } from "./fit.ts";
import type { ScenePoint } from "./build-scene.ts";
import { freeStrands } from "./merge-lines.ts";
import { isCurveVisible, isRectVisible } from "./visibility.ts";
import { textWidth } from "../../plot/text-width.ts";

export const boardsLayout: StageLayout = {
  fits: (axes) => axes.length === 2 && axes.every(({ kind }) => kind === "board"),
  place,
};

/** Additional distance between two boards, compared with neighbors on a board, steps. */
const boardGap = 0.9;
/** Distance from the first terminals to the switches of their lines, and margin beyond the last terminals, steps. */
const [switchDistance, farMargin] = [1.15, 0.5];
/** Maximum ratio of a step along x to one along y, and the reverse. */
const maxAspect: ScenePoint = [1.8, 1.5];
/**
 * Distance of a trunk from its terminals, and distance along the trunk between a terminal and the start of its branch, as parts of the
 * smaller step. First value for rows, whose trunk is above; second for columns, whose trunk is at the right.
 */
const trunkOffset = [0.34, 0.2] as const;
const branchOffset = [0.34, 0.42] as const;
/** Minimum length of a step at which each branch and each link of a board is drawn, pixels. */
const minDetailedStep = 4;
/** Minimum width and height of a block of merged boards, pixels. */
const minBlockSize = 14;
/** Minimum length of a step that leaves room for the names of the first switches, pixels. */
const minNamedStep = 22;
/** Up to this width the drawing reserves no room for names: they are drawn only if they happen to fit, pixels. */
const narrowWidth = 560;

/** Positions of terminals, and the size of switches. */
interface BoardPlan {
  readonly step: ScenePoint;
  /** The smaller of the two steps, pixels. */
  readonly pitch: number;
  /** Center of the terminal in that column and row. */
  terminalAt(column: number, row: number): ScenePoint;
  readonly boxSize: ScenePoint;
}

/** Scales the boards to the drawing. Margins leave room for the switches at the left and below, and for labels. */
function planBoards(axes: readonly Axis[], width: number, height: number, viewport: Viewport): BoardPlan {
  const extent = axes.map(({ size, each: boardSize = size }) => size - 1 + (size / boardSize - 1) * boardGap);
  const labelMargin = labelMargins(width, height);
  const marginsFor = (x: number, y: number): Margins => {
    const [boxWidth, boxHeight] = boxSize(x, y);
    const nameRoom = Math.min(x, y) < minNamedStep || width < narrowWidth ? 0 : nameWidth(axes[1].name);
    return [
      switchDistance * x + boxWidth / 2 + nameRoom + 4,
      farMargin * y + labelMargin.top + 4,
      farMargin * x + 4,
      switchDistance * y + boxHeight / 2 + labelMargin.foot + 4,
    ];
  };
  const fit = fitLayout({ extent: [extent[0], extent[1]], maxAspect, marginsFor }, width, height, viewport);
  const stepsTo = (d: 0 | 1, position: number) => {
    const { size, each: boardSize = size } = axes[d];
    return position + Math.floor(position / boardSize) * boardGap;
  };
  return {
    step: fit.step,
    pitch: Math.min(...fit.step),
    terminalAt: (column, row) => fit.toPixels(stepsTo(0, column), stepsTo(1, row)),
    boxSize: boxSize(...fit.step),
  };
}

/** Width and height of a switch, pixels, from the lengths of a step along x and y. */
const boxSize = (x: number, y: number): ScenePoint => [Math.max(1.5, Math.min(34, x * 0.62)), Math.max(1.5, Math.min(24, y * 0.52))];

/** Width of the name of the first switch with its gap, pixels. */
const nameWidth = (name: string) => 5 + textWidth(`${name} 0`);

/** A straight segment of the links of a switch, directed away from the switch. */
interface Segment {
  readonly from: ScenePoint;
  readonly to: ScenePoint;
  readonly channels: readonly number[];
}

/** One switch with its links, drawn as a comb: a trunk with branches. */
interface SwitchComb {
  readonly box: SwitchBox;
  readonly segments: readonly Segment[];
  /** Each output channel of the switch, with the corners of its path. */
  readonly channelPaths: readonly { readonly channel: number; readonly corners: readonly ScenePoint[] }[];
}

/**
 * Computes the comb of one switch, which serves a line (row or column) of terminals: a trunk along the line, and branches to terminals. A
 * segment of the trunk carries the channel of the branch at its end and the channels of all further branches.
 */
function switchCombOf(network: Network, plan: BoardPlan, node: number): SwitchComb {
  const { axes, firstOut, head } = network;
  // Axis of the line: 0 for a row, 1 for a column. The coordinate of a switch along its own line is −1.
  const axis = coordinate(network, node, 0) < 0 ? 0 : 1;
  const lineIndex = coordinate(network, node, 1 - axis);
  const trunkDistance = trunkOffset[axis] * plan.pitch;
  const { size, each: boardSize = size } = axes[axis];
  /** A point on the trunk, beside the terminal with that position on the line, shifted along the trunk by some pixels. */
  const pointAt = (position: number, shift: number): ScenePoint => {
    const [x, y] = axis === 0 ? plan.terminalAt(position, lineIndex) : plan.terminalAt(lineIndex, position);
    return axis === 0 ? [x + shift, y - trunkDistance] : [x + trunkDistance, y + shift];
  };
  const [width, height] = plan.boxSize;
  const switchEnd = axis === 0 ? 0 : size - 1;
  const [middleX, middleY] = pointAt(switchEnd, axis === 0 ? -switchDistance * plan.step[0] : switchDistance * plan.step[1]);
  const box = { switches: [node], x: middleX - width / 2, y: middleY - height / 2, width, height };
  const start: ScenePoint = axis === 0 ? [middleX + width / 2, middleY] : [middleX, middleY - height / 2];
  const branchDistance = branchOffset[axis] * plan.pitch;
  const branches = Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => {
    const channel = firstOut[node] + port;
    const position = coordinate(network, head[channel], axis);
    // On a board with a single terminal both branches lead to that terminal: one starts before it on the trunk, the other after it.
    const isLast = boardSize === 1 ? port > 0 && head[channel - 1] === head[channel] : position % boardSize === boardSize - 1;
    return {
      channel,
      branchStart: pointAt(position, isLast ? branchDistance : -branchDistance),
      terminalCenter: plan.terminalAt(...(axis === 0 ? ([position, lineIndex] as const) : ([lineIndex, position] as const))),
    };
  });
  // Order of the branches as seen from the switch: in a row from left to right, in a column from the bottom up.
  if (axis === 1) branches.reverse();
  const channelPaths = branches.map(({ channel, branchStart, terminalCenter }) => ({
    channel,
    corners: [start, branchStart, terminalCenter],
  }));
  const segments = branches.flatMap(({ channel, branchStart, terminalCenter }, i): readonly Segment[] => [
    { from: i === 0 ? start : branches[i - 1].branchStart, to: branchStart, channels: branches.slice(i).map((branch) => branch.channel) },
    { from: branchStart, to: terminalCenter, channels: [channel] },
  ]);
  return { box, segments, channelPaths };
}

/** Links between terminals, each once, by the channel with the lower number. */
function boardSegments({ terminals, firstOut, head, reverse, coordinates }: Network, plan: BoardPlan): readonly Segment[] {
  const terminalAt = (terminal: number) => plan.terminalAt(coordinates[2 * terminal], coordinates[2 * terminal + 1]);
  const segments: Segment[] = [];
  for (let terminal = 0; terminal < terminals; terminal++) {
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++) {
      if (head[channel] < terminals && channel < reverse[channel])
        segments.push({ from: terminalAt(terminal), to: terminalAt(head[channel]), channels: [channel] });
    }
  }
  return segments;
}

/**
 * Draws a network with boards that are too small to be drawn separately: neighboring boards are merged into blocks of at least
 * `minBlockSize` pixels, with one comb for each row and each column of blocks, and one dash for all links between the terminals of a block.
 */
function mergeBoards(network: Network, plan: BoardPlan): { readonly combs: readonly SwitchComb[]; readonly dashes: readonly Segment[] } {
  const { terminals, switches, axes, firstOut, head, reverse } = network;
  // Terminals along each axis that a block covers.
  const blockLength = axes.map(
    ({ each: boardSize = 1 }, axis) => boardSize * Math.ceil(minBlockSize / ((boardSize + boardGap) * plan.step[axis])),
  );
  const blockCounts = axes.map(({ size }, axis) => Math.ceil(size / blockLength[axis]));
  const blockOf = (node: number, axis: number) => Math.floor(coordinate(network, node, axis) / blockLength[axis]);
  /** First and last coordinate of a block along an axis. */
  const blockSpan = (axis: number, block: number) =>
    [block * blockLength[axis], Math.min(axes[axis].size, (block + 1) * blockLength[axis]) - 1] as const;
  /** Centers of the upper left and the lower right terminal of a block. */
  const corners = (column: number, row: number) => {
    const [[left, right], [top, bottom]] = [blockSpan(0, column), blockSpan(1, row)];
    return [plan.terminalAt(left, top), plan.terminalAt(right, bottom)] as const;
  };
  // The switches of each row (axis 0) and column (axis 1) of blocks.
  const switchesByLine = new Map<number, { readonly axis: number; readonly blockIndex: number; readonly lineSwitches: number[] }>();
  for (let node = terminals; node < terminals + switches; node++) {
    const axis = coordinate(network, node, 0) < 0 ? 0 : 1;
    const blockIndex = blockOf(node, 1 - axis);
    const key = 2 * blockIndex + axis;
    if (!switchesByLine.has(key)) switchesByLine.set(key, { axis, blockIndex, lineSwitches: [] });
    switchesByLine.get(key)!.lineSwitches.push(node);
  }
  const combs = [...switchesByLine.values()].map(({ axis, blockIndex, lineSwitches }): SwitchComb => {
    const [[, y1], [x2, y2]] = axis === 0 ? corners(0, blockIndex) : corners(blockIndex, blockCounts[1] - 1);
    const [[x1], [right]] = axis === 0 ? corners(0, blockIndex) : corners(blockIndex, 0);
    const channels = lineSwitches.flatMap((node) =>
      Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port),
    );
    const boxThickness = minBlockSize / 2;
    if (axis === 0) {
      const y = y1 - 2;
      const box = { switches: lineSwitches, x: x1 - 2 * boxThickness, y: y - 2, width: boxThickness, height: Math.max(4, y2 - y1 + 2) };
      return {
        box,
        channelPaths: [],
        segments: [
          { from: [x1 - boxThickness, y], to: plan.terminalAt(axes[0].size - 1, 0).with(1, y) as unknown as ScenePoint, channels },
        ],
      };
    }
    const x = right + 2;
    const box = { switches: lineSwitches, x: x1, y: y2 + boxThickness, width: Math.max(4, x2 - x1 + 2), height: boxThickness };
    return { box, channelPaths: [], segments: [{ from: [x, y2 + boxThickness], to: [x, plan.terminalAt(0, 0)[1]], channels }] };
  });
  // A dash for each block.
  const channelsByBlock = new Map<number, number[]>();
  for (let channel = 0; channel < firstOut[terminals]; channel++) {
    if (head[channel] >= terminals || channel > reverse[channel]) continue;
    const block = blockOf(head[channel], 0) * blockCounts[1] + blockOf(head[channel], 1);
    if (!channelsByBlock.has(block)) channelsByBlock.set(block, []);
    channelsByBlock.get(block)!.push(channel);
  }
  const dashes = [...channelsByBlock].map(([block, channels]): Segment => {
    const [[x1, y1], [x2, y2]] = corners(Math.floor(block / blockCounts[1]), block % blockCounts[1]);
    const [y, inset] = [(y1 + y2) / 2 + 1, (x2 - x1) * 0.2];
    return { from: [x1 + inset, y], to: [x2 - inset, y], channels };
  });
  return { combs, dashes };
}

/** Lays out the network: positions, segments in detail or merged by blocks, then lines, terminals and labels. */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { terminals, switches, axes, reverse } = network;
  const drawingSize = { width, height };
  const plan = planBoards(axes, width, height, viewport);
  const isDetailed = plan.pitch >= minDetailedStep;
  const { combs, dashes } = isDetailed
    ? {
        combs: Array.from({ length: switches }, (_, switchIndex) => switchCombOf(network, plan, terminals + switchIndex)),
        dashes: boardSegments(network, plan),
      }
    : mergeBoards(network, plan);
  const lines: Line[] = [];
  let wires = "";
  const halfGap = Math.max(0.3, Math.min(1.7, plan.pitch * 0.045));
  /**
   * Adds both channels of each segment side by side, each in the order of its path. Lines of switches are drawn lighter than the links of
   * boards.
   */
  const addSegments = (segments: readonly Segment[], isThin: boolean) => {
    const reverseLines: Line[] = [];
    for (const { from, to, channels } of segments) {
      const curve = straightCurve(...from, ...to);
      if (!isCurveVisible(curve, drawingSize)) continue;
      wires += curvePathData(curve);
      const reverseChannels = channels.map((channel) => reverse[channel]);
      if (!isDetailed) {
        lines.push({ channels: [...channels, ...reverseChannels], curve, isThin, isWide: true });
        continue;
      }
      lines.push({ channels, curve: offsetCurve(curve, halfGap), isThin });
      reverseLines.push({ channels: reverseChannels, curve: offsetCurve(reversedCurve(curve), halfGap), isThin });
    }
    lines.push(...reverseLines.toReversed());
  };
  for (const { segments } of combs) addSegments(segments, isDetailed);
  addSegments(dashes, false);
  const dots: { x: number; y: number; terminal: number }[] = [];
  for (let terminal = 0; terminal < terminals; terminal++) {
    const [x, y] = plan.terminalAt(coordinate(network, terminal, 0), coordinate(network, terminal, 1));
    if (isRectVisible(x, y, x, y, drawingSize)) dots.push({ x, y, terminal });
  }
  const hotWidth = Math.max(0.7, Math.min(3, plan.pitch * 0.08));
  const switchPaths = combs.flatMap(({ channelPaths }) =>
    channelPaths.flatMap(({ channel, corners }) => [
      { channel, corners },
      { channel: reverse[channel], corners: corners.toReversed() },
    ]),
  );
  const boardLines = lines.filter(({ channels, isThin }) => !isThin && channels.length === 1);
  return {
    width,
    height,
    lines,
    strands: freeStrands(lines),
    wires,
    strandWidth: { cold: Math.min(0.6, Math.max(0.25, plan.pitch * 0.02)), hot: hotWidth },
    casing: Math.min(3, hotWidth),
    boxes: combs.map(({ box }) => box).filter((box) => isRectVisible(box.x, box.y, box.x + box.width, box.y + box.height, drawingSize)),
    boxRadius: Math.min(5, plan.boxSize[0] / 6),
    failedOutlines: "",
    axis: null,
    dots,
    dotRadius: isDetailed ? Math.max(0.8, Math.min(5, plan.pitch * 0.1)) : 0,
    packetPaths: isDetailed
      ? [
          ...switchPaths,
          ...boardLines.map(({ channels: [channel], curve }) => ({
            channel,
            corners: [
              [curve[0], curve[1]],
              [curve[6], curve[7]],
            ] as const,
          })),
        ]
      : [],
    ...packetLegendIn(width, height),
    labels: viewport.zoom > 1 ? [] : [...captionIn(width, height, captionOf(network)), ...switchLabels(network, plan, combs)],
    viewportLimits: { width, height, maxZoom: Math.max(4, (110 * viewport.zoom) / plan.pitch), maxHeightZoom: Infinity },
  };
}

/** Labels of the first switch of the rows and of the columns. */
function switchLabels({ axes }: Network, plan: BoardPlan, combs: readonly SwitchComb[]): readonly SceneLabel[] {
  if (plan.pitch < minNamedStep) return [];
  // Switches of rows have lower numbers than those of columns.
  return [0, axes[1].size].flatMap((switchIndex, d): readonly SceneLabel[] => {
    const { x, y, height } = combs[switchIndex].box;
    const { name: axisName } = axes[1 - d];
    return x < nameWidth(axisName)
      ? []
      : [{ x: x - 5, y: y + height / 2 + 4, anchor: "end", text: `${axisName} 0`, bold: false, size: 11 }];
  });
}

/** Caption: how to read the picture. */
function captionOf({ axes }: Network): string {
  return `Each board has ${countOf(axes[0].each! * axes[1].each!, "terminal", "terminals")} and one switch per line`;
}
