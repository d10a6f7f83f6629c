/**
 * Lines, rings, meshes and tori, unfolded: the first two dimensions make a plane, further ones make more planes side by
 * side. A link that closes a ring leaves at one edge and comes back at the other. One dimension alone is a row, or a
 * closed curve where it is a ring.
 */
import { once } from "../../../core/base/once.ts";
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { aside, backwards, type Box, type Curve, type Line, type Scene, type StageLayout, straight, type Word } from "../scene.ts";
import { type Viewport, whole } from "../viewport.ts";
import { asideOfTerminal, parallelsOf } from "./parallels.ts";
import { drawnLines } from "./put-together.ts";
import { isCurveSeen, isSeen } from "./seen.ts";
import { arrange, type Arrangement, seen } from "./planes.ts";
import { isOpen, type Units, unitsAlong } from "../units.ts";

/** Grids are legible longer than other networks: with more switches than this their planes are closed. */
const mostInPlanes = 8192;

/** A large network's planes. */
const unitsOf = once((network: Network): Units | null => {
  if (network.switches <= mostInPlanes || network.axes.length < 3) return null;
  return unitsAlong(network, [...network.axes.keys()].slice(2));
});

export const grid: StageLayout = {
  fits: (axes) => axes.length > 0 && axes.every((axis) => axis.kind === "line" || axis.kind === "ring"),
  units: unitsOf,
  place,
};

/** Smallest distance of neighbours that are still drawn one by one, pixels. */
const smallestPitch = 5;

function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const plan = seen(arrange(network.axes, width, height), viewport);
  const pitch = Math.min(plan.pitchX, plan.pitchY);
  const boxWidth = Math.max(1.5, Math.min(72, plan.pitchX * 0.58));
  const boxHeight = Math.max(1.5, Math.min(46, plan.pitchY * 0.52));
  const merge = Math.max(1, Math.ceil(smallestPitch / pitch));
  const boxes = placeBoxes(network, plan, { merge, width: boxWidth, height: boxHeight, viewport });
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
    words: words(network, plan).filter(({ x, y }) => isSeen(x, y, x, y, room)),
    ground: { width, height, closest: Math.max(3, (farApart * viewport.zoom) / pitch), tallest: Infinity },
  };
}

/** Zoom goes on until neighbours are so many pixels apart. */
const farApart = 120;

interface Boxes {
  readonly list: readonly Box[];
  /** [S] The box a switch is drawn in. */
  readonly of: readonly Box[];
}

interface Grain {
  /** So many neighbours each way share a box. */
  readonly merge: number;
  readonly width: number;
  readonly height: number;
  readonly viewport: Viewport;
}

function placeBoxes(network: Network, plan: Arrangement, { merge, width, height, viewport }: Grain): Boxes {
  const { terminals, switches, axes } = network;
  const planes = unitsOf(network);
  const found = new Map<number, Box & { readonly switches: number[] }>();
  const of: Box[] = [];
  const closed = new Map<number, Box>();
  const placeOf = (n: number) => plan.at(axes.map((_, axis) => coordinate(network, n, axis)));
  planes?.list.forEach(({ name, switches: own }, i) => {
    if (isOpen({ name, switches: own }, width, viewport)) return;
    const [[x1, y1], [x2, y2]] = [placeOf(own[0]), placeOf(own[own.length - 1])];
    closed.set(i, { switches: own, unit: name, x: x1 - width / 2, y: y1 - height / 2, width: x2 - x1 + width, height: y2 - y1 + height });
  });
  for (let n = terminals; n < terminals + switches; n++) {
    const plane = planes === null ? undefined : closed.get(planes.of[n - terminals]);
    if (plane !== undefined) {
      of.push(plane);
      continue;
    }
    const at = axes.map((_, axis) => coordinate(network, n, axis));
    const key =
      merge === 1 ? n : at.reduce((sum, value, axis) => sum * (axes[axis].size + 1) + (axis < 2 ? Math.floor(value / merge) : value), 0);
    let box = found.get(key);
    if (box === undefined) {
      const [x, y] = plan.at(at);
      // A merged box stands over all it stands for.
      const [dx, dy] = [((merge - 1) * plan.pitchX) / 2, ((merge - 1) * plan.pitchY) / 2];
      const [w, h] = merge === 1 ? [width, height] : [merge * plan.pitchX * 0.7, merge * plan.pitchY * 0.7];
      box = { switches: [], x: x + dx - w / 2, y: y + dy - h / 2, width: w, height: h };
      found.set(key, box);
    }
    box.switches.push(n);
    of.push(box);
  }
  return { list: [...closed.values(), ...found.values()], of };
}

interface Fine {
  readonly pitch: number;
  /** Half the distance between the two strands of a link. */
  readonly apart: number;
  readonly room: { readonly width: number; readonly height: number };
}

/** All channels that are seen as strands, terminals as dots. */
function connect(network: Network, plan: Arrangement, boxes: Boxes, fine: Fine) {
  const { pitch, apart, room } = fine;
  const lines: Line[] = [];
  const middles: Curve[] = [];
  /** Channels of merged boxes, by both boxes. */
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
      // Links to one terminal follow each other.
      const { i, count } = parallel(c);
      const { terminal, curve: middle } = terminalLink(box, own, pitch, plan);
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
    const curves = plan.closed
      ? [between(from, to)]
      : way.axis < 2
        ? inPlane(from, to, way, plan)
        : acrossPlanes(from, to, way, isPlane ? 60 : pitch);
    const channels = [c];
    if (!isSingle) merged.set(pair, channels);
    for (const curve of curves) put(channels, curve, way.axis >= 2 && !isPlane, isPlane);
    if (c < reverse[c]) middles.push(...curves);
  }
  return { lines, middles, dots };
}

interface Way {
  /** Dimension the channel runs along. */
  readonly axis: number;
  /** True towards higher coordinates, the closing link counted as the next step. */
  readonly up: boolean;
  /** True for the link between the last and the first. */
  readonly closing: boolean;
}

/** [C] The way of every channel between switches; worked out once. */
const waysOf = once((network: Network): readonly Way[] => Array.from(network.head, (_, c) => wayOf(network, c)));

function wayOf(network: Network, channel: number): Way {
  const { axes, tail, head } = network;
  const axis = axes.findIndex((_, a) => coordinate(network, tail[channel], a) !== coordinate(network, head[channel], a));
  const step = coordinate(network, head[channel], axis) - coordinate(network, tail[channel], axis);
  const closing = Math.abs(step) > 1;
  return { axis, up: closing ? step < 0 : step > 0, closing };
}

/** A straight link between neighbours of a plane, or the two stubs of a closing one. */
function inPlane(from: Box, to: Box, way: Way, plan: Arrangement): readonly Curve[] {
  const sign = way.up ? 1 : -1;
  const along = (box: Box, side: number): readonly [number, number] =>
    way.axis === 0
      ? [box.x + box.width / 2 + (side * box.width) / 2, box.y + box.height / 2]
      : [box.x + box.width / 2, box.y + box.height / 2 + (side * box.height) / 2];
  const [x1, y1] = along(from, sign);
  const [x2, y2] = along(to, -sign);
  if (!way.closing) return [straight(x1, y1, x2, y2)];
  const [dx, dy] = way.axis === 0 ? [sign * plan.pitchX * 0.36, 0] : [0, sign * plan.pitchY * 0.36];
  return [straight(x1, y1, x1 + dx, y1 + dy), straight(x2 - dx, y2 - dy, x2, y2)];
}

/** A light arc between planes side by side or one above the other; two stubs for a closing link, or for planes further apart. */
function acrossPlanes(from: Box, to: Box, way: Way, pitch: number): readonly Curve[] {
  const side = way.up ? 1 : -1;
  const corner = (box: Box, which: number): readonly [number, number] => [which > 0 ? box.x + box.width : box.x, box.y];
  const [x1, y1] = corner(from, side);
  const [x2, y2] = corner(to, -side);
  const reach = pitch * 0.24;
  const [right, down] = [to.x - from.x, to.y - from.y];
  const isApart = Math.abs(right) > 1 && Math.abs(down) > 1;
  if (way.closing || isApart) return [straight(x1, y1, x1 + side * reach, y1 - reach), straight(x2 - side * reach, y2 - reach, x2, y2)];
  const lift = Math.min(pitch * 0.42, Math.hypot(x2 - x1, y2 - y1) / 3);
  if (Math.abs(right) > 1) return [[x1, y1, x1 + side * lift, y1 - lift, x2 - side * lift, y2 - lift, x2, y2]];
  const [top, bottom] = down > 0 ? [from, to] : [to, from];
  const [x, y, bend] = [top.x, top.y + top.height, Math.min(pitch * 0.3, Math.abs(down) / 4)];
  const falling: Curve = [x, y, x - bend, y + bend, x - bend, bottom.y - bend, x, bottom.y];
  return [down > 0 ? falling : backwards(falling)];
}

/** A straight link from border to border of two boxes anywhere. */
function between(from: Box, to: Box): Curve {
  const [ax, ay] = [from.x + from.width / 2, from.y + from.height / 2];
  const [bx, by] = [to.x + to.width / 2, to.y + to.height / 2];
  const [dx, dy] = [bx - ax, by - ay];
  const reach = (box: Box) =>
    Math.min(0.5, Math.min(dx === 0 ? Infinity : box.width / 2 / Math.abs(dx), dy === 0 ? Infinity : box.height / 2 / Math.abs(dy)));
  return straight(ax + dx * reach(from), ay + dy * reach(from), bx - dx * reach(to), by - dy * reach(to));
}

/** The corner at which a switch's terminals are: lower right, or outside a ring; 1 for right and down. */
function outward(box: Box, plan: Arrangement): readonly [number, number] {
  const side = (middle: number, centre: number) => (plan.closed && middle < centre - 1 ? -1 : 1);
  return [side(box.x + box.width / 2, plan.centre[0]), side(box.y + box.height / 2, plan.centre[1])];
}

/** The dot of a switch's i-th terminal, off its lower right corner or outside a ring, and the link to it. */
function terminalLink(box: Box, i: number, pitch: number, plan: Arrangement) {
  const length = Math.min(16, pitch * 0.2) * 0.72;
  const [right, down] = outward(box, plan);
  const [x, y] = [box.x + (right > 0 ? box.width - 1 : 1) - right * i * Math.min(7, length * 1.1), box.y + (down > 0 ? box.height - 1 : 1)];
  const terminal = { x: x + right * length, y: y + down * length };
  return { terminal, curve: straight(x, y, terminal.x, terminal.y) };
}

/** Coordinates along the first plane, and how the picture is read. */
function words(network: Network, plan: Arrangement): readonly Word[] {
  const { axes } = network;
  const found: Word[] = [];
  const [left] = plan.at(axes.map(() => 0));
  if (left - plan.pitchX >= 150) {
    const note = { bold: false, size: 12 };
    ["Each link is two channels:", "traffic keeps to the left"].forEach((text, i) =>
      found.push({ ...note, x: 0, y: 13 + 18 * i, anchor: "start", text }),
    );
  }
  if (plan.closed || plan.pitchX < 22 || plan.pitchY < 15) return found;
  const note = { bold: false, size: 11 };
  const corner = (axis: number, value: number) => plan.at(axes.map((_, a) => (a === axis ? value : 0)));
  const label = ({ name }: Axis, value: number, room: number) => (value === 0 && room >= 22 ? `${name} 0` : String(value));
  for (let x = 0; x < axes[0].size; x++) {
    const [at, top] = corner(0, x);
    const above = top - Math.min(plan.pitchY * 0.62 + 5, Math.max(plan.pitchY * 0.62, plan.pitchY - 9));
    // Close rows leave less room above the first than letters are high: then they stand at the left of what wraps round.
    const isBeside = above > 0 && above < 10;
    found.push({
      ...note,
      x: isBeside ? at - 4 : at,
      y: isBeside ? 10 : above,
      anchor: isBeside ? "end" : "middle",
      text: label(axes[0], x, plan.pitchX),
    });
  }
  for (let y = 0; y < (axes[1]?.size ?? 0); y++) {
    const [middle, top] = corner(1, y);
    const at = middle - plan.pitchX * 0.68;
    found.push({ ...note, x: at, y: top + 4, anchor: "end", text: label(axes[1], y, at) });
  }
  return found;
}
