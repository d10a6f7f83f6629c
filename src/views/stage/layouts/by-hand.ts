/**
 * Networks that people draw by hand: each switch is at its stored position, terminals are on the side with the fewest links, names are
 * beside the switch. Links bend around switches that lie on their line. Unconnected switches are faint.
 */
import { once } from "../../../core/base/once.ts";
import { nameOfNode, type Network } from "../../../core/network/network.ts";
import { homesOf } from "../homes.ts";
import { type Box, type Curve, type Scene, type StageLayout, straight, type Word } from "../scene.ts";
import { type Viewport, whole } from "../viewport.ts";
import { type Point, sceneAt } from "./placed.ts";
import { type Standing, stepPixels, usualDistance } from "./standing.ts";

/** Conversion from steps to pixels: `scale` pixels for each step, and the pixel position of step (0, 0). */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Width and height of a switch at the nominal scale, pixels; smaller values in a narrow drawing. */
export const switchSize = { wide: [48, 34], narrow: [38, 28] } as const;
/** A drawing up to this wide counts as narrow, pixels. */
const narrow = 520;
/** Margin around the switches for terminals and names, pixels. */
const margin = 66;
/** Margin below the drawing for the legend of moving dots, pixels. */
const foot = 16;
/**
 * Maximum scale, as a multiple of the nominal one: for a network under edit, so that room remains to continue, and for one that is only
 * shown.
 */
const [largest, spread] = [1.15, 4];
/** Distance between neighboring terminals, distance of terminals from their switch, and radius of a terminal, pixels. */
const port = { apart: 14, away: 15, radius: 3.4 } as const;
/** Maximum number of switches at which each has its name beside it. */
export const mostNamedIn = (width: number) => (width <= narrow ? 9 : 24);
/** With more links than this the lines are half as wide. */
const manyLinks = 40;
/** With more links than this no link bends: single links can no longer be distinguished. */
const mostBent = 400;

/**
 * The camera that shows the whole drawing, centered.
 * @param maxScale Maximum scale, as a multiple of the nominal scale.
 */
export function fitted(standing: Standing, width: number, height: number, times = largest): Camera {
  const most = stepPixels * times;
  if (standing.length === 0) return { scale: stepPixels, x: width / 2, y: height / 2 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < standing.length; i += 2) {
    left = Math.min(left, standing[i]);
    right = Math.max(right, standing[i]);
    top = Math.min(top, standing[i + 1]);
    bottom = Math.max(bottom, standing[i + 1]);
  }
  const room = (all: number) => Math.max(20, all - 2 * Math.min(margin, all * 0.15));
  const scale = Math.min(most, room(width) / Math.max(1, right - left), room(height) / Math.max(1, bottom - top));
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale };
}

/** Width and height of switches at a camera's scale, pixels. */
export function sizeOfSwitches(standing: Standing, { scale }: Camera, width: number): readonly [width: number, height: number] {
  const [w, h] = width <= narrow ? switchSize.narrow : switchSize.wide;
  const near = usualDistance(standing);
  // Switches shrink less than the drawing, so that they can still be grabbed.
  const by = Math.min(1, Math.max(0.62, scale / stepPixels), near === 0 ? 1 : (near * scale * 0.62) / w);
  return [Math.max(2, w * by), Math.max(2, h * by)];
}

/** [N] 1 for nodes that participating terminals can reach: the part of the network that can run. */
export const runsIn = once(({ terminals, switches, present, firstOut, head, forwards }: Network): Uint8Array => {
  const runs = new Uint8Array(terminals + switches);
  const queue: number[] = [];
  for (const t of present ?? Array.from({ length: terminals }, (_, t) => t)) {
    if (firstOut[t] === firstOut[t + 1]) continue;
    runs[t] = 1;
    queue.push(t);
  }
  // A single terminal has no destination, so nothing can run.
  if (queue.length < 2) return new Uint8Array(terminals + switches);
  const first = queue.length;
  for (let i = 0; i < queue.length; i++) {
    const n = queue[i];
    if (i >= first && n < terminals && !forwards) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (runs[head[c]] === 1) continue;
      runs[head[c]] = 1;
      queue.push(head[c]);
    }
  }
  return runs;
});

/**
 * Layout of networks that are drawn by hand.
 * @param positionsOf Positions of the switches, steps.
 */
export function byHand(standing: (network: Network) => Standing): StageLayout {
  return {
    fits: () => true,
    place(network, width, height, viewport: Viewport = whole) {
      const places = standing(network);
      const { scale, x, y } = fitted(places, width, height - foot, spread);
      const near = { scale: scale * viewport.zoom, x: x * viewport.zoom + viewport.x, y: y * viewport.zoom + viewport.y };
      return placeByHand(network, places, near, width, height, viewport);
    },
  };
}

/** The scene of switch positions as a camera sees them. */
export function placeByHand(
  network: Network,
  standing: Standing,
  camera: Camera,
  width: number,
  height: number,
  viewport: Viewport = whole,
): Scene {
  const { terminals, switches, head } = network;
  const { scale, x, y } = camera;
  const at = (n: number): Point => [standing[2 * (n - terminals)] * scale + x, standing[2 * (n - terminals) + 1] * scale + y];
  const [boxWidth, boxHeight] = sizeOfSwitches(standing, camera, width);
  const sides = sidesFrom(network, at);
  const runs = runsIn(network);
  const bends = head.length / 2 <= mostBent ? bendsOf(network, at, boxWidth, boxHeight) : null;
  const links = head.length / 2;
  const scene = sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      pitch: (boxWidth / 44) * (links > manyLinks ? 36 : 70),
      terminalAt: (_, home, i, count) => portAt(at(home), sides[home - terminals], i, count, boxWidth, boxHeight)?.end ?? null,
      ...(bends === null ? {} : { course: bends }),
      words: [],
    },
    width,
    height,
    viewport,
  );
  const pale = (box: Box) => box.switches.every((n) => runs[n] === 0);
  const asleep = scene.boxes.filter(pale);
  return {
    ...scene,
    boxes: scene.boxes.filter((box) => !pale(box)),
    dead: asleep,
    missing: asleep.map((box) => `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`).join(""),
    boxRadius: Math.min(5, boxWidth / 6),
    dotRadius: boxWidth < 14 ? 0 : Math.min(port.radius, boxWidth / 12),
    words: switches <= mostNamedIn(width) ? namesOf(network, at, sides, runs, boxWidth, boxHeight) : [],
    strands: scene.strands.filter(({ channels }) => runs[network.tail[channels[0]]] === 1),
    // The top of the drawing is reserved for hints of the drawing mode.
    packetsAt: { x: 0, y: height - 4 },
    wires: scene.lines.length === 0 ? "" : scene.wires,
    ground: { width, height, closest: 12, tallest: Infinity },
  };
}

/** Sides of a switch: 0 below, 1 above, 2 left, 3 right. */
export type Side = 0 | 1 | 2 | 3;
const ways: readonly Point[] = [
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
];

/** [S] The side of each switch where its terminals are drawn: the side with the fewest links, with a preference for below. */
function sidesFrom(network: Network, at: (n: number) => Point): Uint8Array {
  const { terminals, switches, firstOut, head } = network;
  return Uint8Array.from({ length: switches }, (_, s) => {
    const n = terminals + s;
    const [x, y] = at(n);
    const free = [0.35, 0.1, 0, 0];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals) continue;
      const [ox, oy] = at(head[c]);
      const length = Math.hypot(ox - x, oy - y) || 1;
      const [dx, dy] = [(ox - x) / length, (oy - y) / length];
      ways.forEach(([wx, wy], side) => (free[side] -= Math.max(0, dx * wx + dy * wy) ** 2));
    }
    let side = 0;
    for (let each = 1; each < 4; each++) if (free[each] > free[side] + 0.3) side = each;
    return side;
  });
}

/** Center of the i-th of `count` terminals of a switch; null where there is no room. */
export function portAt(
  [x, y]: Point,
  side: number,
  i: number,
  count: number,
  boxWidth: number,
  boxHeight: number,
): { readonly end: Point } | null {
  if (boxWidth < 9) return null;
  const by = boxWidth / 48;
  const isUpright = side < 2;
  const room = (isUpright ? boxWidth : boxHeight) * 1.9;
  const pitch = Math.min(port.apart * by, room / Math.max(1, count));
  if (pitch < 1.5) return null;
  const along = (i - (count - 1) / 2) * pitch;
  const out = (isUpright ? boxHeight : boxWidth) / 2 + port.away * Math.max(0.4, by);
  const [wx, wy] = ways[side];
  return { end: isUpright ? [x + along, y + wy * out] : [x + wx * out, y + along] };
}

/** The curve of a link: straight, or bent around the nearest switch that lies on its line. */
function bendsOf(network: Network, at: (n: number) => Point, boxWidth: number, boxHeight: number): (tail: number, head: number) => Curve {
  const { terminals, switches } = network;
  const places = Array.from({ length: switches }, (_, s) => at(terminals + s));
  const clear = Math.max(boxWidth, boxHeight) * 0.62;
  return (tail, head) => {
    const [a, b] = [places[tail - terminals], places[head - terminals]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    let [by, nearest] = [0, clear];
    for (let s = 0; s < switches; s++) {
      if (s === tail - terminals || s === head - terminals) continue;
      const [px, py] = [places[s][0] - a[0], places[s][1] - a[1]];
      const along = (px * dx + py * dy) / length;
      if (along < clear || along > length - clear) continue;
      // Signed distance from the line, positive at the left of its direction on screen.
      const across = (px * dy - py * dx) / length;
      if (Math.abs(across) < nearest) {
        nearest = Math.abs(across);
        by = (across > 0 ? -1 : 1) * (clear + boxHeight * 0.5 - Math.abs(across) * 0.4);
      }
    }
    if (by === 0) return straight(...a, ...b);
    // The middle of a cubic curve is displaced by three quarters of the displacement of its control points.
    const [ox, oy] = [((dy / length) * by * 4) / 3, ((-dx / length) * by * 4) / 3];
    return [a[0], a[1], a[0] + dx / 3 + ox, a[1] + dy / 3 + oy, a[0] + (2 * dx) / 3 + ox, a[1] + (2 * dy) / 3 + oy, b[0], b[1]];
  };
}

/**
 * The name of each switch, beyond its terminals. It moves to another side where a switch or a name is in the way, and is left out where
 * names are on all sides.
 */
function namesOf(
  network: Network,
  at: (n: number) => Point,
  sides: Uint8Array,
  runs: Uint8Array,
  boxWidth: number,
  boxHeight: number,
): readonly Word[] {
  const { terminals, switches } = network;
  const counts = new Int32Array(switches);
  for (const home of homesOf(network)) if (home >= 0) counts[home - terminals]++;
  const taken = Array.from({ length: switches }, (_, s): Area => {
    const [x, y] = at(terminals + s);
    return [x - boxWidth / 2, x + boxWidth / 2, y - boxHeight / 2, y + boxHeight / 2];
  });
  return Array.from({ length: switches }, (_, s) => terminals + s).flatMap((n): readonly Word[] => {
    const s = n - terminals;
    const wordAt = (side: number) => nameWord(at(n), side, side === sides[s] ? counts[s] : 0, cut(nameIn(network, n)), boxWidth, boxHeight);
    const isFree = (side: number) => taken.every((each, other) => other === s || !areOver(each, areaOf(wordAt(side))));
    const isReadable = (side: number) => taken.slice(switches).every((each) => !areOver(each, areaOf(wordAt(side))));
    const around = [sides[s], 0, 1, 3, 2];
    const side = around.find(isFree) ?? around.find(isReadable) ?? null;
    if (side === null) return [];
    const word = wordAt(side);
    taken.push(areaOf(word));
    if (runs[n] === 1) return [word];
    const step = side === 1 ? -14 : 14;
    return [word, { ...word, y: word.y + step, text: "not connected yet", size: 11, bold: false }];
  });
}

/** A covered rectangle, pixels. */
type Area = readonly [left: number, right: number, top: number, bottom: number];

/** Estimated rectangle of a label. */
function areaOf({ x, y, text, anchor, size }: Word): Area {
  const width = [...text].length * size * 0.6;
  const left = x - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width);
  return [left, left + width, y - size, y + size * 0.25];
}

const areOver = (a: Area, b: Area) => a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3];

/** A single switch also gets a number, because more will follow. */
const nameIn = (network: Network, n: number) =>
  network.switches === 1 && network.look?.names.has(n) !== true ? "switch 0" : nameOfNode(network, n);

/** Maximum length of a name beside a switch, characters. */
const mostLetters = 18;
const cut = (name: string) => ([...name].length <= mostLetters ? name : `${[...name].slice(0, mostLetters - 1).join("")}…`);

/** Label with the name of a switch on one side, beyond its terminals if `terminalCount` > 0. */
export function nameWord([x, y]: Point, side: number, count: number, text: string, boxWidth: number, boxHeight: number): Word {
  const far = (side < 2 ? boxHeight : boxWidth) / 2 + (count > 0 ? (port.away + 4) * (boxWidth / 48) : 0);
  const [wx, wy] = ways[side];
  const place =
    side < 2
      ? { x, y: y + wy * (far + (wy > 0 ? 14 : 6)), anchor: "middle" as const }
      : { x: x + wx * (far + 7), y: y + 4, anchor: wx > 0 ? ("start" as const) : ("end" as const) };
  return { ...place, text, bold: true, size: 12.5, hasHalo: true };
}
