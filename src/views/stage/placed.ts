/** The scene of a network whose switches stand anywhere: what layouts without rows have in common. */
import type { Network } from "../../core/network/network.ts";
import { ring } from "../shared/marks.ts";
import {
  aside,
  backwards,
  type Box,
  type Curve,
  type Line,
  line,
  looseStrandsOf,
  mostStrands,
  pathOf,
  pointAt,
  type Scene,
  straight,
  type Word,
} from "./scene.ts";

/** A point of the drawing, pixels. */
export type Point = readonly [number, number];

/** Where everything stands. */
export interface Places {
  /** Middle of a switch. */
  readonly at: (node: number) => Point;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** Distance of neighbours, pixels: how fine the lines must be. */
  readonly pitch: number;
  /** Where a terminal stands, or null for no room; the i-th of `count` on its switch. */
  readonly terminalAt: (terminal: number, home: number, i: number, count: number) => Point | null;
  /** Course of a link from the middle of one switch to that of another. Default: straight. */
  readonly course?: (tail: number, head: number) => Curve;
  /** Links that are drawn thinner. */
  readonly isLight?: (channel: number) => boolean;
  readonly words: readonly Word[];
}

/** Boxes smaller than this are drawn together, those in one square of so many pixels as one. */
const smallest = 3;

/** The scene of those places. */
export function sceneAt(network: Network, places: Places, width: number, height: number): Scene {
  const { boxWidth, boxHeight, pitch } = places;
  const apart = Math.max(0.25, Math.min(2.1, pitch * 0.03));
  const { boxes, boxOf } = placeBoxes(network, places);
  const { lines, wires, dots } = connect(network, places, boxOf, apart);
  return {
    width,
    height,
    lines,
    strands: looseStrandsOf(lines),
    wires: lines.length > mostStrands ? "" : wires,
    strandWidth: { cold: Math.min(0.5, apart), hot: Math.min(3.2, apart * 1.9) },
    casing: Math.min(5.5, 2.5 + apart * 1.5),
    boxes,
    boxRadius: Math.min(5, boxWidth / 6),
    cells: [],
    cellRadius: 0,
    cellFont: 0,
    boxFont: boxWidth >= 30 && boxHeight >= 22 ? 12 : boxWidth >= 19 && boxHeight >= 13 ? 10 : 0,
    tonedBoxes: true,
    unplugged: "",
    missing: "",
    axis: null,
    dots,
    words: places.words,
  };
}

function placeBoxes(network: Network, { at, boxWidth, boxHeight }: Places) {
  const isMerged = Math.min(boxWidth, boxHeight) < smallest;
  const [width, height] = isMerged ? [smallest, smallest] : [boxWidth, boxHeight];
  const found = new Map<number, Box & { readonly switches: number[] }>();
  const boxOf = new Map<number, Box>();
  for (let n = network.terminals; n < network.terminals + network.switches; n++) {
    const [x, y] = at(n);
    const key = isMerged ? Math.floor(y / smallest) * 65_536 + Math.floor(x / smallest) : n;
    const known = found.get(key);
    if (known !== undefined) known.switches.push(n);
    const box = known ?? { switches: [n], x: x - width / 2, y: y - height / 2, width, height };
    found.set(key, box);
    boxOf.set(n, box);
  }
  return { boxes: [...found.values()], boxOf };
}

/** Both channels of every link as lines side by side, terminals as dots. */
function connect(network: Network, places: Places, boxOf: ReadonlyMap<number, Box>, apart: number) {
  const { terminals, tail, head, reverse } = network;
  const { at, course, isLight } = places;
  const lines: Line[] = [];
  const dots: { x: number; y: number; terminal: number }[] = [];
  let wires = "";
  const join = (c: number, curve: Curve) => {
    const light = isLight?.(c) ?? false;
    lines.push(line(c, aside(curve, apart), light), line(reverse[c], aside(backwards(curve), apart), light));
    wires += pathOf(curve);
  };

  const counts = new Map<number, number>();
  const homes = homesOf(network);
  for (const home of homes) counts.set(home, (counts.get(home) ?? 0) + 1);
  const placed = new Map<number, number>();
  for (let t = 0; t < terminals; t++) {
    const home = homes[t];
    const i = placed.get(home) ?? 0;
    placed.set(home, i + 1);
    const point = network.firstOut[t] === network.firstOut[t + 1] ? null : places.terminalAt(t, home, i, counts.get(home) as number);
    if (point === null) continue;
    dots.push({ x: point[0], y: point[1], terminal: t });
    for (let c = network.firstOut[t]; c < network.firstOut[t + 1]; c++) {
      join(c, outside(straight(...point, ...at(head[c])), undefined, boxOf.get(head[c])));
    }
  }

  const parallels = parallelsOf(network);
  for (let c = 0; c < head.length; c++) {
    if (c > reverse[c] || tail[c] < terminals || head[c] < terminals) continue;
    const [from, to] = [boxOf.get(tail[c]), boxOf.get(head[c])];
    if (from === to) continue;
    const whole = course?.(tail[c], head[c]) ?? straight(...at(tail[c]), ...at(head[c]));
    const { i, count } = parallels(c);
    join(c, outside(count === 1 ? whole : aside(whole, (i - (count - 1) / 2) * apart * 4), from, to));
  }
  return { lines, wires, dots };
}

/** [T] The switch a terminal hangs on: its first neighbour, or the switch at its place where it has lost its links; −1 for none. */
export function homesOf({ terminals, switches, firstOut, head, axes, coordinates }: Network): Int32Array {
  const placeOf = (n: number) => coordinates.subarray(n * axes.length, (n + 1) * axes.length).join();
  let switchAt: Map<string, number> | null = null;
  return Int32Array.from({ length: terminals }, (_, t) => {
    if (firstOut[t] < firstOut[t + 1]) return head[firstOut[t]];
    if (axes.length === 0) return -1;
    switchAt ??= new Map(Array.from({ length: switches }, (_, s) => [placeOf(terminals + s), terminals + s]));
    return switchAt.get(placeOf(t)) ?? -1;
  });
}

/** The links that join the same two switches: which of them a channel belongs to, and how many they are. */
function parallelsOf({ terminals, tail, head, reverse, switches }: Network) {
  const keyOf = (c: number) => Math.min(tail[c], head[c]) * (terminals + switches) + Math.max(tail[c], head[c]);
  const counts = new Map<number, number>();
  const order = new Int32Array(head.length);
  for (let c = 0; c < head.length; c++) {
    if (c > reverse[c]) continue;
    const key = keyOf(c);
    order[c] = counts.get(key) ?? 0;
    counts.set(key, order[c] + 1);
  }
  return (c: number) => ({ i: order[c], count: counts.get(keyOf(c)) ?? 1 });
}

/** The part of a curve outside the boxes it begins and ends in. */
function outside(curve: Curve, from: Box | undefined, to: Box | undefined): Curve {
  const steps = 40;
  const isIn = (box: Box | undefined, t: number) => {
    if (box === undefined) return false;
    const [x, y] = pointAt(curve, t);
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  };
  /** Where the curve crosses the border between `within` and `without`. */
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

/** The curve between two of its points. */
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

/** Terminals of one switch fan out in a direction; null where they would lie on each other. */
export function fan([x, y]: Point, [dx, dy]: Point, reach: number, i: number, count: number): Point | null {
  const spread = Math.min(0.5, 2.2 / Math.max(1, count - 1));
  if (spread * reach < 6 && count > 1) return null;
  const angle = Math.atan2(dy, dx) + (i - (count - 1) / 2) * spread;
  return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
}

/**
 * The scene with what faults have taken away drawn faintly: switches without any link are no boxes any more, and
 * terminals without any stay as rings.
 */
export function withFaults(scene: Scene, network: Network): Scene {
  const { firstOut, terminals } = network;
  const isAlone = (n: number) => firstOut[n] === firstOut[n + 1];
  const dead = scene.boxes.filter(({ switches }) => switches.every(isAlone));
  const lonely = Array.from({ length: terminals }, (_, t) => t).filter(isAlone);
  if (dead.length + lonely.length === 0 || dead.length === scene.boxes.length) return scene;
  let { unplugged } = scene;
  const missing = dead.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");
  if (scene.axis === null) {
    const boxOf = new Map(scene.boxes.flatMap((box) => box.switches.map((n) => [n, box] as const)));
    const homes = homesOf(network);
    const placed = new Map<Box | undefined, number>();
    for (const t of lonely) {
      const box = boxOf.get(homes[t]);
      const i = placed.get(box) ?? 0;
      placed.set(box, i + 1);
      const [x, y] = box === undefined ? [8 + i * 9, scene.height - 6] : [box.x + box.width + 4 - 7 * i, box.y + box.height + 5];
      if (x > 2 && x < scene.width - 2) unplugged += ring(x, Math.min(scene.height - 3, y), 1.8);
    }
  }
  return { ...scene, boxes: scene.boxes.filter((box) => !dead.includes(box)), missing, unplugged };
}
