/**
 * Lines, rings, meshes and tori, unfolded: the first two dimensions form a plane, further ones form more planes side by side. A wraparound
 * link leaves at one edge and comes back at the opposite edge. A single dimension is a row.
 */
import { memoize } from "../../../../core/base/memoize.ts";
import { type Axis, coordinate, type Network } from "../../../../core/network/network.ts";
import {
  offsetCurve,
  reversedCurve,
  type SwitchBox,
  type CubicCurve,
  type Line,
  type Scene,
  type StageLayout,
  straightCurve,
  type SceneLabel,
} from "../../scene.ts";
import { type Viewport, fullViewport } from "../../viewport.ts";
import { captionIn, packetLegendIn } from "../fit.ts";
import { terminalLinkOffset, parallelLinksOf } from "../parallel-links.ts";
import type { ScenePoint } from "../build-scene.ts";
import { lineFields } from "../merge-lines.ts";
import { isCurveVisible, isRectVisible } from "../visibility.ts";
import {
  planGrid,
  type GridPlan,
  boxSize,
  coordinateDistances,
  hasCoordinates,
  isHypercubeLayoutFor,
  isRingLayoutFor,
  stubLength,
  terminalLength,
  trafficCaption,
} from "./planes.ts";

/** What grids of more than two dimensions need: which planes are collapsed, and the curves of channels between planes. */
export interface PlaneDrawing {
  readonly closedPlanes: ClosedPlanes | null;
  /** @param pitch Distance of neighbors, pixels. */
  curvesAcross(from: SwitchBox, to: SwitchBox, direction: ChannelDirection, pitch: number): readonly CubicCurve[];
}

/** [S] For each switch the box of its plane if the plane is collapsed, otherwise undefined. Switches have the given size. */
export type ClosedPlanes = (
  network: Network,
  at: (node: number) => ScenePoint,
  width: number,
  height: number,
  viewport: Viewport,
) => readonly (SwitchBox | undefined)[];

/**
 * Whether a network is drawn as a grid. Hypercubes, single rings, and grids of several planes have other layouts, in modules that are loaded
 * later.
 */
export const isGridLayoutFor = (axes: readonly Axis[]) =>
  axes.length > 0 &&
  axes.every((axis) => axis.kind === "line" || axis.kind === "ring") &&
  !isHypercubeLayoutFor(axes) &&
  !isRingLayoutFor(axes);

/** Meshes of one or two dimensions; {@link isGridLayoutFor} accepts more. */
export const gridLayout: StageLayout = {
  fits: (axes) => isGridLayoutFor(axes) && axes.length < 3 && axes.every(({ kind }) => kind === "line"),
  place: (...args) => placeGrid(null, ...args),
};

/** Minimum distance of neighbors that are drawn separately, pixels. */
const minPitch = 5;

/**
 * Builds the scene of a mesh or torus: switches in a grid, the planes of further dimensions side by side. Where switches are less than
 * `minPitch` pixels apart, neighbors share one box.
 * @param planeDrawing Null for a grid of one plane.
 * @param marginAxes Axes from which margins are computed: wraparound links need wider margins.
 */
export function placeGrid(
  planeDrawing: PlaneDrawing | null,
  network: Network,
  width: number,
  height: number,
  viewport: Viewport = fullViewport,
  marginAxes: readonly Axis[] = network.axes,
): Scene {
  const plan = planGrid(marginAxes, width, height, viewport);
  const pitch = Math.min(plan.pitchX, plan.pitchY);
  const [boxWidth, boxHeight] = boxSize(plan.pitchX, plan.pitchY);
  const mergeCount = Math.max(1, Math.ceil(minPitch / pitch));
  const boxes = placeBoxes(network, plan, {
    mergeCount,
    width: boxWidth,
    height: boxHeight,
    viewport,
    closedPlanes: planeDrawing?.closedPlanes ?? null,
  });
  const halfGap = Math.max(0.25, Math.min(2.1, pitch * 0.045));
  const drawingSize = { width, height };
  const { lines, centerLines, dots } = drawChannels(network, plan, boxes, { pitch, halfGap, drawingSize, planeDrawing });
  // The scene contains only the visible boxes and labels.
  const visibleBoxes = boxes.list.filter((box) => isRectVisible(box.x, box.y, box.x + box.width, box.y + box.height, drawingSize));
  return {
    width,
    height,
    ...lineFields(lines, centerLines, halfGap),
    strands: lines,
    boxes: visibleBoxes,
    boxRadius: Math.min(5, boxWidth / 6),
    failedOutlines: "",
    axis: null,
    dots,
    ...packetLegendIn(width, height),
    labels: [
      ...(viewport.zoom > 1 ? [] : captionIn(width, height, trafficCaption)),
      ...coordinateLabels(network, plan).filter(({ x, y }) => isRectVisible(x, y, x, y, drawingSize)),
    ],
    viewportLimits: { width, height, maxZoom: Math.max(3, (maxPitch * viewport.zoom) / pitch), maxHeightZoom: Infinity },
  };
}

/** Maximum zoom: neighbors are this far apart, pixels. */
const maxPitch = 120;

interface BoxAssignment {
  readonly list: readonly SwitchBox[];
  /** [S] The box that each switch is drawn in. */
  readonly boxOfSwitch: readonly SwitchBox[];
}

interface BoxOptions {
  /** Number of neighboring switches along each dimension of the plane that share a box. */
  readonly mergeCount: number;
  readonly width: number;
  readonly height: number;
  readonly viewport: Viewport;
  readonly closedPlanes: ClosedPlanes | null;
}

/**
 * Assigns each switch to a box: the box of its collapsed plane, its own box, or, if `mergeCount` is above 1, a box for `mergeCount` ×
 * `mergeCount` neighboring switches of the plane.
 */
function placeBoxes(network: Network, plan: GridPlan, { mergeCount, width, height, viewport, closedPlanes }: BoxOptions): BoxAssignment {
  const { terminals, switches, axes } = network;
  const boxByKey = new Map<number, SwitchBox & { readonly switches: number[] }>();
  const boxOfSwitch: SwitchBox[] = [];
  const coordinatesOf = (node: number) => axes.map((_, axis) => coordinate(network, node, axis));
  const collapsedBoxes = closedPlanes?.(network, (node) => plan.centerOf(coordinatesOf(node)), width, height, viewport);
  for (let node = terminals; node < terminals + switches; node++) {
    const planeBox = collapsedBoxes?.[node - terminals];
    if (planeBox !== undefined) {
      boxOfSwitch.push(planeBox);
      continue;
    }
    const position = coordinatesOf(node);
    // Switches that share a box have the same key: their coordinates in one number, the first two divided by `mergeCount`.
    const key =
      mergeCount === 1
        ? node
        : position.reduce((sum, value, axis) => sum * (axes[axis].size + 1) + (axis < 2 ? Math.floor(value / mergeCount) : value), 0);
    let box = boxByKey.get(key);
    if (box === undefined) {
      const [x, y] = plan.centerOf(position);
      // A merged box is centered over all its switches.
      const [dx, dy] = [((mergeCount - 1) * plan.pitchX) / 2, ((mergeCount - 1) * plan.pitchY) / 2];
      const [boxWidth, boxHeight] = mergeCount === 1 ? [width, height] : [mergeCount * plan.pitchX * 0.7, mergeCount * plan.pitchY * 0.7];
      box = { switches: [], x: x + dx - boxWidth / 2, y: y + dy - boxHeight / 2, width: boxWidth, height: boxHeight };
      boxByKey.set(key, box);
    }
    box.switches.push(node);
    boxOfSwitch.push(box);
  }
  return { list: [...new Set(boxOfSwitch)], boxOfSwitch };
}

interface LineOptions {
  readonly pitch: number;
  /** Half the distance between the two channels of a link, pixels. */
  readonly halfGap: number;
  readonly drawingSize: { readonly width: number; readonly height: number };
  readonly planeDrawing: PlaneDrawing | null;
}

/**
 * Visible channels and terminals: lines, of which each carries a channel or all channels between two merged boxes, center lines of links,
 * and dots.
 */
function drawChannels(network: Network, plan: GridPlan, boxes: BoxAssignment, options: LineOptions) {
  const { pitch, halfGap, drawingSize, planeDrawing } = options;
  const lines: Line[] = [];
  const centerLines: CubicCurve[] = [];
  /** Channels between merged boxes, by the indices of both boxes. */
  const channelsByPair = new Map<number, number[]>();
  const dots: { x: number; y: number; terminal: number }[] = [];
  const { terminals, head, tail, reverse } = network;
  const boxIndex = new Map(boxes.list.map((box, i) => [box, i]));
  const indexOf = (box: SwitchBox) => boxIndex.get(box) as number;
  const margin = Math.min(160, pitch) + 8;
  const isNear = boxes.list.map(({ x, y, width, height }) =>
    isRectVisible(x - margin, y - margin, x + width + margin, y + height + margin, drawingSize),
  );
  const addLine = (channels: readonly number[], curve: CubicCurve, isThin: boolean, isWide: boolean) => {
    if (isCurveVisible(curve, drawingSize)) lines.push({ channels, curve: offsetCurve(curve, halfGap), isThin, isWide });
  };
  const switchesWithTerminals = pitch >= 14 ? network.switches : 0;
  for (let switchIndex = 0; switchIndex < switchesWithTerminals; switchIndex++) {
    const box = boxes.boxOfSwitch[switchIndex];
    if (!isNear[indexOf(box)] || box.switches.length > 1) continue;
    let terminalCount = 0;
    const parallelOf = parallelLinksOf(network);
    for (let channel = network.firstOut[terminals + switchIndex]; channel < network.firstOut[terminals + switchIndex + 1]; channel++) {
      if (head[channel] >= terminals) continue;
      // Parallel links to one terminal have consecutive channel numbers.
      const { i, count } = parallelOf(channel);
      const { terminal, curve: centerLine } = terminalLink(box, terminalCount, pitch);
      if (i === 0) dots.push({ ...terminal, terminal: head[channel] });
      if (i === count - 1) terminalCount++;
      const curve = count === 1 ? centerLine : offsetCurve(centerLine, terminalLinkOffset({ i, count }, halfGap));
      centerLines.push(curve);
      addLine([channel], curve, false, false);
      addLine([reverse[channel]], reversedCurve(curve), false, false);
    }
  }
  const directions = directionsOf(network);
  for (let channel = 0; channel < head.length; channel++) {
    if (tail[channel] < terminals || head[channel] < terminals) continue;
    const [tailBox, headBox] = [boxes.boxOfSwitch[tail[channel] - terminals], boxes.boxOfSwitch[head[channel] - terminals]];
    if (tailBox === headBox) continue;
    const [i, j] = [indexOf(tailBox), indexOf(headBox)];
    if (!isNear[i] && !isNear[j]) continue;
    const isSingle = tailBox.switches.length === 1 && headBox.switches.length === 1;
    const pair = i * boxes.list.length + j;
    const mergedChannels = isSingle ? undefined : channelsByPair.get(pair);
    if (mergedChannels !== undefined) {
      mergedChannels.push(channel);
      continue;
    }
    const direction = directions[channel];
    const isPlane = tailBox.groupName !== undefined || headBox.groupName !== undefined;
    const curves =
      planeDrawing === null || direction.axis < 2
        ? curvesInPlane(tailBox, headBox, direction, plan)
        : planeDrawing.curvesAcross(tailBox, headBox, direction, isPlane ? 60 : pitch);
    const channels = [channel];
    if (!isSingle) channelsByPair.set(pair, channels);
    for (const curve of curves) addLine(channels, curve, direction.axis >= 2 && !isPlane, isPlane);
    if (channel < reverse[channel]) centerLines.push(...curves);
  }
  return { lines, centerLines, dots };
}

export interface ChannelDirection {
  /** Dimension that the channel runs along. */
  readonly axis: number;
  /** True towards higher coordinates, and for the wraparound channel from the last switch to the first. */
  readonly isUp: boolean;
  /** True for a wraparound link, between the last and the first switch of a ring. */
  readonly isWraparound: boolean;
}

/** [C] Direction of every channel between switches; memoized. */
const directionsOf = memoize((network: Network): readonly ChannelDirection[] =>
  Array.from(network.head, (_, channel) => directionOf(network, channel)),
);

function directionOf(network: Network, channel: number): ChannelDirection {
  const { axes, tail, head } = network;
  const axis = axes.findIndex((_, a) => coordinate(network, tail[channel], a) !== coordinate(network, head[channel], a));
  const step = coordinate(network, head[channel], axis) - coordinate(network, tail[channel], axis);
  const isWraparound = Math.abs(step) > 1;
  return { axis, isUp: isWraparound ? step < 0 : step > 0, isWraparound };
}

/** A straight line between neighbors in a plane, or the two stubs of a wraparound link. */
function curvesInPlane(from: SwitchBox, to: SwitchBox, direction: ChannelDirection, plan: GridPlan): readonly CubicCurve[] {
  const sign = direction.isUp ? 1 : -1;
  const edgePoint = (box: SwitchBox, side: number): readonly [number, number] =>
    direction.axis === 0
      ? [box.x + box.width / 2 + (side * box.width) / 2, box.y + box.height / 2]
      : [box.x + box.width / 2, box.y + box.height / 2 + (side * box.height) / 2];
  const [x1, y1] = edgePoint(from, sign);
  const [x2, y2] = edgePoint(to, -sign);
  if (!direction.isWraparound) return [straightCurve(x1, y1, x2, y2)];
  const [dx, dy] = direction.axis === 0 ? [sign * stubLength(plan.pitchX), 0] : [0, sign * stubLength(plan.pitchY)];
  return [straightCurve(x1, y1, x1 + dx, y1 + dy), straightCurve(x2 - dx, y2 - dy, x2, y2)];
}

/** The dot of a switch's i-th terminal, below its lower right corner, and the line to it. */
function terminalLink(box: SwitchBox, i: number, pitch: number) {
  const distance = terminalLength(pitch);
  const [x, y] = [box.x + box.width - 1 - i * Math.min(7, distance * 1.1), box.y + box.height - 1];
  const terminal = { x: x + distance, y: y + distance };
  return { terminal, curve: straightCurve(x, y, terminal.x, terminal.y) };
}

/** Coordinates along the first plane, above its first row and to the left of its first column. */
function coordinateLabels({ axes }: Network, plan: GridPlan): readonly SceneLabel[] {
  const { pitchX, pitchY } = plan;
  if (!hasCoordinates(pitchX, pitchY)) return [];
  const [leftDistance, topDistance] = coordinateDistances(axes, pitchX, pitchY);
  const labelOf = (axis: number, value: number): SceneLabel => {
    const [x, y] = plan.centerOf(axes.map((_, a) => (a === axis ? value : 0)));
    const position =
      axis === 0 ? ({ x, y: y - topDistance, anchor: "middle" } as const) : ({ x: x - leftDistance, y: y + 4, anchor: "end" } as const);
    return { ...position, text: value === 0 ? `${axes[axis].name} 0` : String(value), bold: false, size: 11 };
  };
  return [0, 1].flatMap((axis) => Array.from({ length: axes[axis]?.size ?? 0 }, (_, value) => labelOf(axis, value)));
}
