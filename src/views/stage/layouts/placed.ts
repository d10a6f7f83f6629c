/** Builds the scene of a network from the positions of its switches: the part that layouts without rows have in common. */
import type { Network } from "../../../core/network/network.ts";
import { type Bundle, Pairs } from "./bundles.ts";
import { aside, backwards, type Box, type Curve, type Line, pointAt, type Scene, straight, type Word } from "../scene.ts";
import { homesOf } from "../homes.ts";
import { type Viewport, whole } from "../viewport.ts";
import { asideOfTerminal, parallelsOf } from "./parallels.ts";
import { drawnLines, looseStrandsOf } from "./put-together.ts";
import { packetsIn } from "./fit.ts";
import { isCurveSeen, isSeen } from "./seen.ts";
import { isOpen, type Units } from "../units.ts";

/** A point of the drawing, pixels. */
export type Point = readonly [number, number];

/** Positions and sizes that a layout has computed. */
export interface Places {
  /** Center of a switch. */
  readonly at: (node: number) => Point;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** Distance of neighbors, pixels; line widths are derived from it. */
  readonly pitch: number;
  /** Center of a terminal, the i-th of `count` on its switch; null where it does not fit. */
  readonly terminalAt: (terminal: number, home: number, i: number, count: number) => Point | null;
  /** Curve of a link from the center of one switch to that of another. Default: straight. */
  readonly course?: (tail: number, head: number) => Curve;
  /** Channels that are drawn thinner. */
  readonly isLight?: (channel: number) => boolean;
  readonly words: readonly Word[];
  /** Switches that share one box while their group is collapsed. */
  readonly units?: Units | null;
}

/** Boxes smaller than this are merged: one box for each square of this size, pixels. */
const smallest = 3;

/** With more groups than this the links of groups are no wider than others. */
const mostBold = 48;
/** Maximum zoom: neighbors are this far apart, pixels. */
const farApart = 110;

/** The scene of the part that is visible through a viewport. */
export function sceneAt(network: Network, places: Places, width: number, height: number, viewport: Viewport = whole): Scene {
  const { boxWidth, pitch } = places;
  const apart = Math.max(0.25, Math.min(2.1, pitch * 0.03));
  const room = { width, height };
  const { boxes, boxOf } = placeBoxes(network, places, viewport, room);
  const { lines, middles, dots } = connect(network, places, boxOf, apart, room);
  return {
    width,
    height,
    ...drawnLines(lines, middles, apart),
    strands: looseStrandsOf(lines),
    boxes,
    boxRadius: Math.min(5, boxWidth / 6),
    unplugged: "",
    missing: "",
    axis: null,
    dots,
    words: viewport.zoom > 1 ? [] : places.words,
    ...packetsIn(width, height),
    ground: { width, height, closest: Math.max(4, (farApart * viewport.zoom) / pitch), tallest: Infinity },
  };
}

/** Assigns each switch to its box: the box of a collapsed group, a merged box of a small square, or a box of its own. */
function placeBoxes(
  network: Network,
  { at, boxWidth, boxHeight, units }: Places,
  viewport: Viewport,
  room: { readonly width: number; readonly height: number },
) {
  const isMerged = Math.min(boxWidth, boxHeight) < smallest;
  const [width, height] = isMerged ? [smallest, smallest] : [boxWidth, boxHeight];
  const found = new Map<number, Box & { readonly switches: number[] }>();
  /** Box of each node. An array, because it is read for both ends of every channel. */
  const boxOf: (Box | undefined)[] = Array.from({ length: network.terminals + network.switches });
  const closed = closedBoxes(network, units ?? null, at, boxWidth, boxHeight, viewport);
  for (let n = network.terminals; n < network.terminals + network.switches; n++) {
    const unit = closed?.[n - network.terminals];
    if (unit !== undefined) {
      boxOf[n] = unit;
      continue;
    }
    const [x, y] = at(n);
    const key = isMerged ? Math.floor(y / smallest) * 65_536 + Math.floor(x / smallest) : n;
    const known = found.get(key);
    if (known !== undefined) known.switches.push(n);
    const box = known ?? { switches: [n], x: x - width / 2, y: y - height / 2, width, height };
    found.set(key, box);
    boxOf[n] = box;
  }
  const boxes = [...new Set(closed?.filter((box) => box !== undefined)), ...found.values()];
  return { boxes: boxes.filter(({ x, y, width, height }) => isSeen(x, y, x + width, y + height, room)), boxOf };
}

/** [S] The box around all switches of the collapsed group that a switch belongs to; undefined where the group is expanded. */
function closedBoxes(
  { switches }: Network,
  units: Units | null,
  at: Places["at"],
  boxWidth: number,
  boxHeight: number,
  viewport: Viewport,
): readonly (Box | undefined)[] | null {
  if (units === null) return null;
  const boxes = units.list.map((unit): Box | undefined => {
    if (isOpen(unit, boxWidth, viewport)) return undefined;
    const [xs, ys] = [0, 1].map((d) => unit.switches.map((n) => at(n)[d]));
    const [x, y] = [Math.min(...xs) - boxWidth / 2, Math.min(...ys) - boxHeight / 2];
    const [width, height] = [Math.max(...xs) + boxWidth / 2 - x, Math.max(...ys) + boxHeight / 2 - y];
    return { switches: unit.switches, unit: unit.name, x, y, width, height };
  });
  return Array.from({ length: switches }, (_, s) => boxes[units.of[s]]);
}

/** Both channels of every link as lines side by side, and terminals as dots. */
function connect(
  network: Network,
  places: Places,
  boxOf: readonly (Box | undefined)[],
  apart: number,
  room: { readonly width: number; readonly height: number },
) {
  const { terminals, tail, head, reverse } = network;
  const { at, course, isLight, units } = places;
  const lines: Line[] = [];
  const dots: { x: number; y: number; terminal: number }[] = [];
  const middles: Curve[] = [];
  const join = (c: number, curve: Curve, bundle?: Bundle) => {
    if (!isCurveSeen(curve, room)) return;
    const light = isLight?.(c) ?? false;
    const by = bundle === undefined ? apart : Math.max(apart, 1);
    const bold = bundle !== undefined && (units?.list.length ?? 0) <= mostBold;
    lines.push(
      { channels: bundle?.out ?? [c], curve: aside(curve, by), light, bold },
      { channels: bundle?.back ?? [reverse[c]], curve: aside(backwards(curve), by), light, bold },
    );
    middles.push(curve);
  };

  const counts = new Map<number, number>();
  const homes = homesOf(network);
  for (const home of homes) counts.set(home, (counts.get(home) ?? 0) + 1);
  const placed = new Map<number, number>();
  const points = new Map<number, Point>();
  for (let t = 0; t < terminals; t++) {
    const home = homes[t];
    const i = placed.get(home) ?? 0;
    placed.set(home, i + 1);
    if (network.firstOut[t] === network.firstOut[t + 1] || boxOf[home]?.unit !== undefined) continue;
    const point = home < 0 ? null : places.terminalAt(t, home, i, counts.get(home) as number);
    if (point === null) continue;
    points.set(t, point);
    if (isSeen(point[0], point[1], point[0], point[1], room)) dots.push({ x: point[0], y: point[1], terminal: t });
  }
  for (const [t, point] of points) {
    for (let c = network.firstOut[t]; c < network.firstOut[t + 1]; c++) {
      // The loop meets a link between two terminals from both ends; it is drawn from one.
      const end = head[c] >= terminals ? at(head[c]) : c < reverse[c] ? points.get(head[c]) : undefined;
      if (end === undefined) continue;
      const by = asideOfTerminal(parallelsOf(network)(c), apart);
      join(c, outside(aside(straight(...point, ...end), by), undefined, boxOf[head[c]]));
    }
  }

  const pairs = new Pairs();
  for (let c = 0; c < head.length; c++) {
    if (c > reverse[c] || tail[c] < terminals || head[c] < terminals) continue;
    const from = boxOf[tail[c]];
    const to = boxOf[head[c]];
    if (from === undefined || to === undefined || from === to) continue;
    if (from.unit !== undefined || to.unit !== undefined) {
      const known = pairs.of(from, to);
      if (known !== undefined) {
        (known.from === from ? known.out : known.back).push(c);
        (known.from === from ? known.back : known.out).push(reverse[c]);
        continue;
      }
      const bundle = pairs.add(from, to, c, reverse[c]);
      join(c, outside(course?.(tail[c], head[c]) ?? straight(...at(tail[c]), ...at(head[c])), from, to), bundle);
      continue;
    }
    const entire = course?.(tail[c], head[c]) ?? straight(...at(tail[c]), ...at(head[c]));
    if (!isCurveSeen(entire, room)) continue;
    const { i, count } = parallelsOf(network)(c);
    join(c, outside(count === 1 ? entire : aside(entire, (i - (count - 1) / 2) * apart * 4), from, to));
  }
  return { lines, middles, dots };
}

/** Whether a curve is a straight line with equally spaced control points. */
function isStraight([x1, y1, ax, ay, bx, by, x2, y2]: Curve): boolean {
  const isThird = (from: number, a: number, b: number, to: number) =>
    Math.abs(3 * (a - from) - (to - from)) < 0.01 && Math.abs(3 * (to - b) - (to - from)) < 0.01;
  return isThird(x1, ax, bx, x2) && isThird(y1, ay, by, y2);
}

/** Parameter, 0 to 1, at which the line from the first point to the second leaves a box; 0 where it does not start in the box. */
function exit(box: Box | undefined, x1: number, y1: number, x2: number, y2: number): number {
  if (box === undefined || x1 <= box.x || x1 >= box.x + box.width || y1 <= box.y || y1 >= box.y + box.height) return 0;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = dx > 0 ? (box.x + box.width - x1) / dx : dx < 0 ? (box.x - x1) / dx : Infinity;
  const down = dy > 0 ? (box.y + box.height - y1) / dy : dy < 0 ? (box.y - y1) / dy : Infinity;
  return Math.min(along, down);
}

/** The part of a curve outside the boxes at its two ends. */
function outside(curve: Curve, from: Box | undefined, to: Box | undefined): Curve {
  if (isStraight(curve)) {
    const [x1, y1, , , , , x2, y2] = curve;
    const [first, last] = [exit(from, x1, y1, x2, y2), exit(to, x2, y2, x1, y1)];
    const at = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t] as const;
    return first + last >= 1 || first + last === 0 ? curve : straight(...at(first), ...at(1 - last));
  }
  const steps = 40;
  const isIn = (box: Box | undefined, t: number) => {
    if (box === undefined) return false;
    const [x, y] = pointAt(curve, t);
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  };
  /** Bisects the parameter at which the curve crosses the border of a box. */
  const border = (box: Box | undefined, within: number, without: number) => {
    for (let i = 0; i < 9; i++) {
      const middle = (within + without) / 2;
      if (isIn(box, middle)) within = middle;
      else without = middle;
    }
    return without;
  };
  let [first, last] = [0, steps];
  while (first < steps && isIn(from, first / steps)) first++;
  while (last > 0 && isIn(to, last / steps)) last--;
  if (first >= last) return curve;
  const start = first === 0 ? 0 : border(from, (first - 1) / steps, first / steps);
  const end = last === steps ? 1 : border(to, (last + 1) / steps, last / steps);
  return start === 0 && end === 1 ? curve : part(curve, start, end);
}

/** The part of a curve between two parameters. */
function part(curve: Curve, start: number, end: number): Curve {
  const blossom = (d: 0 | 1, a: number, b: number, c: number) => {
    const mix = (p: number, q: number, t: number) => p + (q - p) * t;
    const [p, q, r, s] = [curve[d], curve[2 + d], curve[4 + d], curve[6 + d]];
    const [pq, qr, rs] = [mix(p, q, a), mix(q, r, a), mix(r, s, a)];
    return mix(mix(pq, qr, b), mix(qr, rs, b), c);
  };
  const at = (a: number, b: number, c: number): Point => [blossom(0, a, b, c), blossom(1, a, b, c)];
  return [...at(start, start, start), ...at(start, start, end), ...at(start, end, end), ...at(end, end, end)] as unknown as Curve;
}

/** Position of the i-th terminal of a switch, spread around a direction; null where terminals would overlap. */
export function fan([x, y]: Point, [dx, dy]: Point, reach: number, i: number, count: number): Point | null {
  const spread = Math.min(0.5, 2.2 / Math.max(1, count - 1));
  if (spread * reach < 6 && count > 1) return null;
  const angle = Math.atan2(dy, dx) + (i - (count - 1) / 2) * spread;
  return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
}

/** A curve between two points, bent towards a third one. `pull` is 0 for a straight line and 1 for a curve that touches the third point. */
export function bent([ax, ay]: Point, [bx, by]: Point, [x, y]: Point, pull: number): Curve {
  const control = (px: number, py: number, qx: number, qy: number): Point => [
    (px * 2 + qx) / 3 + (x - px) * pull,
    (py * 2 + qy) / 3 + (y - py) * pull,
  ];
  return [ax, ay, ...control(ax, ay, bx, by), ...control(bx, by, ax, ay), bx, by];
}
