/**
 * Lines, rings, meshes and tori, unfolded: the first two dimensions form a plane, further ones form more planes side by side. A wraparound
 * link leaves at one edge and comes back at the opposite edge. A single dimension is a row.
 */
import { once } from "../../../../core/base/once.ts";
import { type Axis, coordinate, type Network } from "../../../../core/network/network.ts";
import { aside, backwards, type Box, type Curve, type Line, type Scene, type StageLayout, straight, type Word } from "../../scene.ts";
import { type Viewport, whole } from "../../viewport.ts";
import { noteIn, packetsIn } from "../fit.ts";
import { asideOfTerminal, parallelsOf } from "../parallels.ts";
import type { Point } from "../placed.ts";
import { drawnLines } from "../put-together.ts";
import { isCurveSeen, isSeen } from "../seen.ts";
import {
  arcRise,
  planGrid,
  type GridPlan,
  boxSize,
  coordinatesAt,
  hasCoordinates,
  isHypercube,
  isRing,
  stubLength,
  terminalLength,
  trafficNote,
} from "./planes.ts";

/** Computes, for switches of that size, [S] the box of the collapsed plane that each switch belongs to; undefined for expanded planes. */
export type ClosedPlanes = (
  network: Network,
  at: (node: number) => Point,
  width: number,
  height: number,
  viewport: Viewport,
) => readonly (Box | undefined)[];

/** Whether a network is drawn as a grid. Hypercubes and single rings have layouts of their own, in a module that is loaded later. */
export const isGrid = (axes: readonly Axis[]) =>
  axes.length > 0 && axes.every((axis) => axis.kind === "line" || axis.kind === "ring") && !isHypercube(axes) && !isRing(axes);

export const grid: StageLayout = { fits: isGrid, place: (...room) => placeGrid(null, ...room) };

/** Minimum distance of neighbors that are drawn separately, pixels. */
const smallestPitch = 5;

/**
 * Lays out a grid: positions, boxes, lines, and coordinate labels.
 * @param closedPlanes Computes the boxes of collapsed planes; null where all planes are expanded.
 */
export function placeGrid(
  closedPlanes: ClosedPlanes | null,
  network: Network,
  width: number,
  height: number,
  viewport: Viewport = whole,
  marginAxes: readonly Axis[] = network.axes,
): Scene {
  const plan = planGrid(marginAxes, width, height, viewport);
  const pitch = Math.min(plan.pitchX, plan.pitchY);
  const [boxWidth, boxHeight] = boxSize(plan.pitchX, plan.pitchY);
  const merge = Math.max(1, Math.ceil(smallestPitch / pitch));
  const boxes = placeBoxes(network, plan, { merge, width: boxWidth, height: boxHeight, viewport, closedPlanes });
  const apart = Math.max(0.25, Math.min(2.1, pitch * 0.045));
  const room = { width, height };
  const { lines, middles, dots } = connect(network, plan, boxes, { pitch, apart, room });
  const shown = boxes.list.filter((box) => isSeen(box.x, box.y, box.x + box.width, box.y + box.height, room));
  return {
    width,
    height,
    ...drawnLines(lines, middles, apart),
    strands: lines,
    boxes: shown,
    boxRadius: Math.min(5, boxWidth / 6),
    unplugged: "",
    missing: "",
    axis: null,
    dots,
    ...packetsIn(width, height),
    words: [
      ...(viewport.zoom > 1 ? [] : noteIn(width, height, trafficNote)),
      ...coordinates(network, plan).filter(({ x, y }) => isSeen(x, y, x, y, room)),
    ],
    ground: { width, height, closest: Math.max(3, (farApart * viewport.zoom) / pitch), tallest: Infinity },
  };
}

/** Maximum zoom: neighbors are this far apart, pixels. */
const farApart = 120;

interface Boxes {
  readonly list: readonly Box[];
  /** [S] The box that each switch is drawn in. */
  readonly of: readonly Box[];
}

interface Grain {
  /** Number of neighboring switches along each dimension of the plane that share a box. */
  readonly merge: number;
  readonly width: number;
  readonly height: number;
  readonly viewport: Viewport;
  readonly closedPlanes: ClosedPlanes | null;
}

/** Assigns each switch to its box: the box of a collapsed plane, a merged box of neighbors, or a box of its own. */
function placeBoxes(network: Network, plan: GridPlan, { merge, width, height, viewport, closedPlanes }: Grain): Boxes {
  const { terminals, switches, axes } = network;
  const found = new Map<number, Box & { readonly switches: number[] }>();
  const of: Box[] = [];
  const coordinatesOf = (n: number) => axes.map((_, axis) => coordinate(network, n, axis));
  const closed = closedPlanes?.(network, (n) => plan.at(coordinatesOf(n)), width, height, viewport);
  for (let n = terminals; n < terminals + switches; n++) {
    const plane = closed?.[n - terminals];
    if (plane !== undefined) {
      of.push(plane);
      continue;
    }
    const at = coordinatesOf(n);
    const key =
      merge === 1 ? n : at.reduce((sum, value, axis) => sum * (axes[axis].size + 1) + (axis < 2 ? Math.floor(value / merge) : value), 0);
    let box = found.get(key);
    if (box === undefined) {
      const [x, y] = plan.at(at);
      // A merged box is centered over all its switches.
      const [dx, dy] = [((merge - 1) * plan.pitchX) / 2, ((merge - 1) * plan.pitchY) / 2];
      const [w, h] = merge === 1 ? [width, height] : [merge * plan.pitchX * 0.7, merge * plan.pitchY * 0.7];
      box = { switches: [], x: x + dx - w / 2, y: y + dy - h / 2, width: w, height: h };
      found.set(key, box);
    }
    box.switches.push(n);
    of.push(box);
  }
  return { list: [...new Set(of)], of };
}

interface Fine {
  readonly pitch: number;
  /** Half the distance between the two channels of a link, pixels. */
  readonly apart: number;
  readonly room: { readonly width: number; readonly height: number };
}

/** Lines of all visible channels, and dots of terminals. */
function connect(network: Network, plan: GridPlan, boxes: Boxes, fine: Fine) {
  const { pitch, apart, room } = fine;
  const lines: Line[] = [];
  const middles: Curve[] = [];
  /** Channels between merged boxes, by the indices of both boxes. */
  const merged = new Map<number, number[]>();
  const dots: { x: number; y: number; terminal: number }[] = [];
  const { terminals, head, tail, reverse } = network;
  const places = new Map(boxes.list.map((box, i) => [box, i]));
  const indexOf = (box: Box) => places.get(box) as number;
  const near = Math.min(160, pitch) + 8;
  const isNear = boxes.list.map(({ x, y, width, height }) => isSeen(x - near, y - near, x + width + near, y + height + near, room));
  const put = (channels: readonly number[], curve: Curve, light: boolean, bold: boolean) => {
    if (isCurveSeen(curve, room)) lines.push({ channels, curve: aside(curve, apart), light, bold });
  };
  const withTerminals = pitch >= 14 ? network.switches : 0;
  for (let s = 0; s < withTerminals; s++) {
    const box = boxes.of[s];
    if (!isNear[indexOf(box)] || box.switches.length > 1) continue;
    let own = 0;
    const parallel = parallelsOf(network);
    for (let c = network.firstOut[terminals + s]; c < network.firstOut[terminals + s + 1]; c++) {
      if (head[c] >= terminals) continue;
      // Parallel links to one terminal have consecutive channel numbers.
      const { i, count } = parallel(c);
      const { terminal, curve: middle } = terminalLink(box, own, pitch);
      if (i === 0) dots.push({ ...terminal, terminal: head[c] });
      if (i === count - 1) own++;
      const curve = count === 1 ? middle : aside(middle, asideOfTerminal({ i, count }, apart));
      middles.push(curve);
      put([c], curve, false, false);
      put([reverse[c]], backwards(curve), false, false);
    }
  }
  const ways = waysOf(network);
  for (let c = 0; c < head.length; c++) {
    if (tail[c] < terminals || head[c] < terminals) continue;
    const [from, to] = [boxes.of[tail[c] - terminals], boxes.of[head[c] - terminals]];
    if (from === to) continue;
    const [i, j] = [indexOf(from), indexOf(to)];
    if (!isNear[i] && !isNear[j]) continue;
    const isSingle = from.switches.length === 1 && to.switches.length === 1;
    const pair = i * boxes.list.length + j;
    const known = isSingle ? undefined : merged.get(pair);
    if (known !== undefined) {
      known.push(c);
      continue;
    }
    const way = ways[c];
    const isPlane = from.unit !== undefined || to.unit !== undefined;
    const curves = way.axis < 2 ? inPlane(from, to, way, plan) : acrossPlanes(from, to, way, isPlane ? 60 : pitch);
    const channels = [c];
    if (!isSingle) merged.set(pair, channels);
    for (const curve of curves) put(channels, curve, way.axis >= 2 && !isPlane, isPlane);
    if (c < reverse[c]) middles.push(...curves);
  }
  return { lines, middles, dots };
}

interface Way {
  /** Dimension that the channel runs along. */
  readonly axis: number;
  /** True towards higher coordinates; a wraparound link counts as the next step. */
  readonly up: boolean;
  /** True for a wraparound link, between the last and the first switch of a ring. */
  readonly closing: boolean;
}

/** [C] Direction of every channel between switches; memoized. */
const waysOf = once((network: Network): readonly Way[] => Array.from(network.head, (_, c) => wayOf(network, c)));

function wayOf(network: Network, channel: number): Way {
  const { axes, tail, head } = network;
  const axis = axes.findIndex((_, a) => coordinate(network, tail[channel], a) !== coordinate(network, head[channel], a));
  const step = coordinate(network, head[channel], axis) - coordinate(network, tail[channel], axis);
  const closing = Math.abs(step) > 1;
  return { axis, up: closing ? step < 0 : step > 0, closing };
}

/** A straight line between neighbors in a plane, or the two stubs of a wraparound link. */
function inPlane(from: Box, to: Box, way: Way, plan: GridPlan): readonly Curve[] {
  const sign = way.up ? 1 : -1;
  const along = (box: Box, side: number): readonly [number, number] =>
    way.axis === 0
      ? [box.x + box.width / 2 + (side * box.width) / 2, box.y + box.height / 2]
      : [box.x + box.width / 2, box.y + box.height / 2 + (side * box.height) / 2];
  const [x1, y1] = along(from, sign);
  const [x2, y2] = along(to, -sign);
  if (!way.closing) return [straight(x1, y1, x2, y2)];
  const [dx, dy] = way.axis === 0 ? [sign * stubLength(plan.pitchX), 0] : [0, sign * stubLength(plan.pitchY)];
  return [straight(x1, y1, x1 + dx, y1 + dy), straight(x2 - dx, y2 - dy, x2, y2)];
}

/** A thin arc between neighboring planes. Wraparound links and links between planes further apart are two stubs. */
function acrossPlanes(from: Box, to: Box, way: Way, pitch: number): readonly Curve[] {
  const side = way.up ? 1 : -1;
  const corner = (box: Box, which: number): readonly [number, number] => [which > 0 ? box.x + box.width : box.x, box.y];
  const [x1, y1] = corner(from, side);
  const [x2, y2] = corner(to, -side);
  const reach = pitch * 0.24;
  const [right, down] = [to.x - from.x, to.y - from.y];
  const isApart = Math.abs(right) > 1 && Math.abs(down) > 1;
  if (way.closing || isApart) return [straight(x1, y1, x1 + side * reach, y1 - reach), straight(x2 - side * reach, y2 - reach, x2, y2)];
  const lift = Math.min(arcRise(pitch), Math.hypot(x2 - x1, y2 - y1) / 3);
  if (Math.abs(right) > 1) return [[x1, y1, x1 + side * lift, y1 - lift, x2 - side * lift, y2 - lift, x2, y2]];
  const [top, bottom] = down > 0 ? [from, to] : [to, from];
  const [x, y, bend] = [top.x, top.y + top.height, Math.min(pitch * 0.3, Math.abs(down) / 4)];
  const falling: Curve = [x, y, x - bend, y + bend, x - bend, bottom.y - bend, x, bottom.y];
  return [down > 0 ? falling : backwards(falling)];
}

/** The dot of a switch's i-th terminal, below its lower right corner, and the line to it. */
function terminalLink(box: Box, i: number, pitch: number) {
  const length = terminalLength(pitch);
  const [x, y] = [box.x + box.width - 1 - i * Math.min(7, length * 1.1), box.y + box.height - 1];
  const terminal = { x: x + length, y: y + length };
  return { terminal, curve: straight(x, y, terminal.x, terminal.y) };
}

/** Coordinates along the first plane, above its first row and to the left of its first column. */
function coordinates({ axes }: Network, plan: GridPlan): readonly Word[] {
  const { pitchX, pitchY } = plan;
  if (!hasCoordinates(pitchX, pitchY)) return [];
  const [before, above] = coordinatesAt(axes, pitchX, pitchY);
  const word = (axis: number, value: number): Word => {
    const [x, y] = plan.at(axes.map((_, a) => (a === axis ? value : 0)));
    const place = axis === 0 ? ({ x, y: y - above, anchor: "middle" } as const) : ({ x: x - before, y: y + 4, anchor: "end" } as const);
    return { ...place, text: value === 0 ? `${axes[axis].name} 0` : String(value), bold: false, size: 11 };
  };
  return [0, 1].flatMap((axis) => Array.from({ length: axes[axis]?.size ?? 0 }, (_, value) => word(axis, value)));
}
