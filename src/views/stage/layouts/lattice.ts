/**
 * Grids whose links skip neighbors: HyperX and hypercubes. Dimensions are folded alternately into columns and rows, so that every link lies
 * in one row or one column. Links to the adjacent switch are straight, longer ones are arcs over the switches between.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { fitLayout, captionIn, type Margins, labelMargins } from "./fit.ts";
import { fannedTerminal, type ScenePoint, buildScene } from "./build-scene.ts";
import { isHypercubeLayoutFor } from "./grid/planes.ts";
import { textWidth } from "../../plot/text-width.ts";
import { type SwitchBox, type CubicCurve, type Scene, type StageLayout, straightCurve, type SceneLabel } from "../scene.ts";
import { maxSeparateSwitches, type SwitchGroups, switchGroupsAlong } from "../switch-groups.ts";

/**
 * The switch groups of a large network: switches with equal coordinates in the last dimensions, using as few dimensions as give enough
 * groups.
 */
const coordinateGroupsOf = memoize((network: Network): SwitchGroups | null => {
  const { axes, switches } = network;
  if (switches <= maxSeparateSwitches) return null;
  const dimensionsFromLast = axes.map((_, d) => axes.length - 1 - d);
  const sizeOf = (count: number) => dimensionsFromLast.slice(0, count).reduce((product, d) => product * axes[d].size, 1);
  let count = 1;
  while (count < axes.length && sizeOf(count) < minGroups) count++;
  return switchGroupsAlong(network, dimensionsFromLast.slice(0, count));
});

export const latticeLayout: StageLayout = {
  fits: (axes) =>
    axes.filter((axis) => axis.size > 1).length > 1 && (axes.every((axis) => axis.kind === "full") || isHypercubeLayoutFor(axes)),
  groups: coordinateGroupsOf,
  place,
};

/** Minimum number of groups. */
const minGroups = 16;

/** Additional distance between blocks of a folded dimension, steps. */
const blockGap = 0.45;
/** Maximum ratio of the distance of neighbors in a row to that in a column, and the reverse. */
const maxAspect: ScenePoint = [2, 2];

/** Width and height of a switch for a distance of neighbors, pixels. */
const boxSize = (pitchX: number, pitchY: number): ScenePoint => [
  Math.max(1, Math.min(56, pitchX * 0.4)),
  Math.max(1, Math.min(38, pitchY * 0.36)),
];

/** Distance from the center of a switch to its terminals, pixels. */
function terminalDistance(pitchX: number, pitchY: number): number {
  return Math.hypot(...boxSize(pitchX, pitchY)) / 2 + Math.min(9, Math.min(pitchX, pitchY) * 0.12);
}

/**
 * Builds the scene of a network of any number of dimensions. Dimensions are assigned alternately to x and y, and each repeats the pattern
 * of the previous dimension in its direction. Links between switches that are not neighbors are arcs.
 */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { axes } = network;
  const [columns, rows] = foldDimensions(axes, width < height);
  const labelMargin = labelMargins(width, height);
  const doNamesFit = nameFitTest(axes);
  const marginsFor = (x: number, y: number): Margins => {
    const [switchWidth, switchHeight] = boxSize(x, y);
    const terminalRoom = Math.min(x, y) < 14 ? 0 : terminalDistance(x, y) + 3;
    // The top of an arc is at three quarters of the height of its control points.
    const [left, top] = [
      Math.max(switchWidth / 2, 0.75 * arcHeight(rows.longestLink) * x),
      Math.max(switchHeight / 2, 0.75 * arcHeight(columns.longestLink) * y),
    ];
    const [nameRoomLeft, nameRoomBelow] = doNamesFit(switchWidth)
      ? [maxNameWidth * switchWidth + 5, switchHeight / 2 + nameSize + 4]
      : [0, 0];
    return [
      Math.max(left, nameRoomLeft) + 3,
      labelMargin.top + top + 3,
      Math.max(switchWidth / 2, terminalRoom),
      Math.max(switchHeight / 2, terminalRoom, nameRoomBelow) + labelMargin.foot,
    ];
  };
  const fit = fitLayout({ extent: [columns.extent, rows.extent], maxAspect, marginsFor }, width, height, viewport);
  const [pitchX, pitchY] = fit.step;
  const pitch = Math.min(pitchX, pitchY);
  const [boxWidth, boxHeight] = boxSize(pitchX, pitchY);
  const centerOf = (node: number): ScenePoint => fit.toPixels(columns.positionOf(network, node), rows.positionOf(network, node));
  const scene = buildScene(
    network,
    {
      centerOf,
      boxWidth,
      boxHeight,
      // Lines are thinner where many links share a row.
      pitch: Math.min(pitch, 70) * 0.8 * Math.min(1, 6 / Math.max(...axes.map((axis) => axis.size))),
      terminalAt: (_, home, i, count) =>
        pitch < 14 ? null : fannedTerminal(centerOf(home), [boxWidth, boxHeight], terminalDistance(pitchX, pitchY), i, count),
      curveOf: (tail, head) => {
        const [tailCenter, headCenter] = [centerOf(tail), centerOf(head)];
        const isInRow = Math.abs(tailCenter[1] - headCenter[1]) < 0.5;
        const steps = isInRow ? Math.abs(tailCenter[0] - headCenter[0]) / pitchX : Math.abs(tailCenter[1] - headCenter[1]) / pitchY;
        return steps < 1.01
          ? straightCurve(...tailCenter, ...headCenter)
          : arcBetween(tailCenter, headCenter, isInRow ? [0, -arcHeight(steps) * pitchY] : [-arcHeight(steps) * pitchX, 0]);
      },
      groups: coordinateGroupsOf(network),
      labels: captionIn(width, height, captionOf(axes)),
    },
    width,
    height,
    viewport,
  );
  return { ...scene, labels: [...scene.labels, ...nameLabels(network, scene.boxes, doNamesFit)] };
}

/** The coordinates of each switch, X first, at its lower left, where no link leaves it. No names where they do not fit. */
function nameLabels(network: Network, boxes: readonly SwitchBox[], doNamesFit: (width: number) => boolean): readonly SceneLabel[] {
  const { axes } = network;
  return boxes.flatMap((box): readonly SceneLabel[] => {
    const [node] = box.switches;
    if (box.switches.length > 1 || !doNamesFit(box.width)) return [];
    const name = coordinateName(axes, (d) => coordinate(network, node, d));
    return [{ x: box.x + box.width / 2 - 5, y: box.y + box.height + nameSize + 1, anchor: "end", text: name, bold: false, size: nameSize }];
  });
}

/** Font size of switch names, pixels, and their maximum width, in widths of a switch. */
const [nameSize, maxNameWidth] = [11, 0.6];

/** Coordinates as a name: digits without separator if each coordinate has one digit. */
const coordinateName = (axes: readonly Axis[], valueOf: (d: number) => number) =>
  axes.map((_, d) => valueOf(d)).join(axes.every(({ size }) => size <= 10) ? "" : ",");

/** Returns a predicate that tells whether names fit beside switches of a given width. The longest name is measured once. */
function nameFitTest(axes: readonly Axis[]): (width: number) => boolean {
  const longestName = coordinateName(axes, (d) => axes[d].size - 1);
  const neededWidth = textWidth(longestName, { size: nameSize });
  return (width) => neededWidth <= maxNameWidth * width;
}

/** Height of the control points of an arc over that many steps, in steps of the other direction. */
const arcHeight = (steps: number) => (steps < 1.01 ? 0 : Math.min(0.66, 0.34 + 0.07 * steps));

function arcBetween([ax, ay]: ScenePoint, [bx, by]: ScenePoint, [dx, dy]: ScenePoint): CubicCurve {
  return [ax, ay, ax + (bx - ax) * 0.15 + dx, ay + (by - ay) * 0.15 + dy, bx - (bx - ax) * 0.15 + dx, by - (by - ay) * 0.15 + dy, bx, by];
}

interface FoldedAxis {
  /** Distance from the first switch to the last, steps. */
  readonly extent: number;
  /** Length of the longest link, steps. */
  readonly longestLink: number;
  /** Position of a node, steps. */
  positionOf(network: Network, node: number): number;
}

/**
 * Assigns the dimensions alternately to x and y; if their number is odd, the longer side of the drawing gets one more. Dimensions of size 1
 * are left out.
 */
function foldDimensions(axes: readonly Axis[], isTall: boolean): readonly [FoldedAxis, FoldedAxis] {
  const dimensions = axes.map((_, d) => d).filter((d) => axes[d].size > 1);
  const firstParity = isTall && dimensions.length % 2 === 1 ? 1 : 0;
  const fold = (axisDimensions: readonly number[]): FoldedAxis => {
    let [extent, longestLink] = [0, 0];
    const strides = axisDimensions.map((d, i) => {
      const stride = i === 0 ? 1 : extent + 1 + blockGap * i;
      extent += stride * (axes[d].size - 1);
      longestLink = Math.max(longestLink, stride * (axes[d].kind === "full" ? axes[d].size - 1 : 1));
      return stride;
    });
    return {
      extent,
      longestLink,
      positionOf: (network, node) => axisDimensions.reduce((sum, d, i) => sum + strides[i] * coordinate(network, node, d), 0),
    };
  };
  return [fold(dimensions.filter((_, i) => i % 2 === firstParity)), fold(dimensions.filter((_, i) => i % 2 !== firstParity))];
}

/** Caption: how to read the picture. */
function captionOf(axes: readonly Axis[]): string {
  return axes.some((axis) => axis.kind === "full")
    ? "All pairs of switches in a row or column are linked"
    : "Arcs are links that pass over other switches";
}
