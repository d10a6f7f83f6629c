/**
 * Grids whose links skip neighbors: HyperX and hypercubes. Dimensions are folded alternately into columns and rows, so that every link lies
 * in one row or one column. Links to the adjacent switch are straight, longer ones are arcs over the switches between.
 */
import { once } from "../../../core/base/once.ts";
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fitToRoom, noteIn, type Reach, wordRoom } from "./fit.ts";
import { fan, type Point, sceneAt } from "./placed.ts";
import { isHypercube } from "./grid/planes.ts";
import { textWidth } from "../../plot/text-width.ts";
import { type Box, type Curve, type Scene, type StageLayout, straight, type Word } from "../scene.ts";
import { mostSwitches, type Units, unitsAlong } from "../units.ts";

/**
 * The switch groups of a large network: switches with equal coordinates in the last dimensions, using as few dimensions as give enough
 * groups.
 */
const unitsOf = once((network: Network): Units | null => {
  const { axes, switches } = network;
  if (switches <= mostSwitches) return null;
  const last = axes.map((_, d) => axes.length - 1 - d);
  const sizeOf = (count: number) => last.slice(0, count).reduce((product, d) => product * axes[d].size, 1);
  let count = 1;
  while (count < axes.length && sizeOf(count) < fewestUnits) count++;
  return unitsAlong(network, last.slice(0, count));
});

export const lattice: StageLayout = {
  fits: (axes) => axes.filter((axis) => axis.size > 1).length > 1 && (axes.every((axis) => axis.kind === "full") || isHypercube(axes)),
  units: unitsOf,
  place,
};

/** Minimum number of groups. */
const fewestUnits = 16;

/** Additional distance between blocks of a folded dimension, steps. */
const gap = 0.45;
/** Maximum ratio of the distance of neighbors in a row to that in a column, and the reverse. */
const stretch: Point = [2, 2];

/** Width and height of a switch for a distance of neighbors, pixels. */
const boxSize = (pitchX: number, pitchY: number): Point => [
  Math.max(1, Math.min(56, pitchX * 0.4)),
  Math.max(1, Math.min(38, pitchY * 0.36)),
];

/** Distance from the center of a switch to its terminals, pixels. */
function terminalReach(pitchX: number, pitchY: number): number {
  return Math.hypot(...boxSize(pitchX, pitchY)) / 2 + Math.min(9, Math.min(pitchX, pitchY) * 0.12);
}

/** Lays out the folded dimensions, with arcs for links that skip neighbors. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes } = network;
  const [columns, rows] = folded(axes, width < height);
  const words = wordRoom(width, height);
  const hasNames = nameFitting(axes);
  const reach = (x: number, y: number): Reach => {
    const [w, h] = boxSize(x, y);
    const terminal = Math.min(x, y) < 14 ? 0 : terminalReach(x, y) + 3;
    // The top of an arc is at three quarters of the height of its control points.
    const [left, top] = [Math.max(w / 2, 0.75 * lift(rows.longest) * x), Math.max(h / 2, 0.75 * lift(columns.longest) * y)];
    const [beside, below] = hasNames(w) ? [nameWidth * w + 5, h / 2 + nameSize + 4] : [0, 0];
    return [Math.max(left, beside) + 3, words.top + top + 3, Math.max(w / 2, terminal), Math.max(h / 2, terminal, below) + words.foot];
  };
  const fit = fitToRoom({ extent: [columns.extent, rows.extent], stretch, reach }, width, height, viewport);
  const [pitchX, pitchY] = fit.step;
  const pitch = Math.min(pitchX, pitchY);
  const [boxWidth, boxHeight] = boxSize(pitchX, pitchY);
  const at = (n: number): Point => fit.at(columns.at(network, n), rows.at(network, n));
  const scene = sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      // Lines are thinner where many links share a row.
      pitch: Math.min(pitch, 70) * 0.8 * Math.min(1, 6 / Math.max(...axes.map((axis) => axis.size))),
      terminalAt: (_, home, i, count) =>
        pitch < 14 ? null : fan(at(home), [boxWidth, boxHeight], terminalReach(pitchX, pitchY), i, count),
      course: (tail, head) => {
        const [a, b] = [at(tail), at(head)];
        const isRow = Math.abs(a[1] - b[1]) < 0.5;
        const steps = isRow ? Math.abs(a[0] - b[0]) / pitchX : Math.abs(a[1] - b[1]) / pitchY;
        return steps < 1.01 ? straight(...a, ...b) : arc(a, b, isRow ? [0, -lift(steps) * pitchY] : [-lift(steps) * pitchX, 0]);
      },
      units: unitsOf(network),
      words: noteIn(width, height, note(axes)),
    },
    width,
    height,
    viewport,
  );
  return { ...scene, words: [...scene.words, ...names(network, scene.boxes, hasNames)] };
}

/** The coordinates of each switch, X first, at its lower left, where no link leaves it. No names where they do not fit. */
function names(network: Network, boxes: readonly Box[], hasNames: (width: number) => boolean): readonly Word[] {
  const { axes } = network;
  return boxes.flatMap((box): readonly Word[] => {
    const [n] = box.switches;
    if (box.switches.length > 1 || !hasNames(box.width)) return [];
    const text = nameAt(axes, (d) => coordinate(network, n, d));
    return [{ x: box.x + box.width / 2 - 5, y: box.y + box.height + nameSize + 1, anchor: "end", text, bold: false, size: nameSize }];
  });
}

/** Font size of switch names, pixels, and their maximum width, in widths of a switch. */
const [nameSize, nameWidth] = [11, 0.6];

/** Coordinates as a name: digits without separator if each coordinate has one digit. */
const nameAt = (axes: readonly Axis[], at: (d: number) => number) =>
  axes.map((_, d) => at(d)).join(axes.every(({ size }) => size <= 10) ? "" : ",");

/** Returns a predicate that tells whether names fit beside switches of a given width. The longest name is measured once. */
function nameFitting(axes: readonly Axis[]): (width: number) => boolean {
  const longest = nameAt(axes, (d) => axes[d].size - 1);
  const needed = textWidth(longest, { size: nameSize });
  return (width) => needed <= nameWidth * width;
}

/** Height of the control points of an arc over that many steps, in steps of the other direction. */
const lift = (steps: number) => (steps < 1.01 ? 0 : Math.min(0.66, 0.34 + 0.07 * steps));

function arc([ax, ay]: Point, [bx, by]: Point, [dx, dy]: Point): Curve {
  return [ax, ay, ax + (bx - ax) * 0.15 + dx, ay + (by - ay) * 0.15 + dy, bx - (bx - ax) * 0.15 + dx, by - (by - ay) * 0.15 + dy, bx, by];
}

interface Fold {
  /** Distance from the first switch to the last, steps. */
  readonly extent: number;
  /** Length of the longest link, steps. */
  readonly longest: number;
  /** Position of a node, steps. */
  at(network: Network, node: number): number;
}

/** Assigns dimensions alternately to x and y. An odd one goes to the longer side of the drawing. */
function folded(axes: readonly Axis[], isTall: boolean): readonly [Fold, Fold] {
  const dimensions = axes.map((_, d) => d).filter((d) => axes[d].size > 1);
  const first = isTall && dimensions.length % 2 === 1 ? 1 : 0;
  const fold = (own: readonly number[]): Fold => {
    let [extent, longest] = [0, 0];
    const strides = own.map((d, i) => {
      const stride = i === 0 ? 1 : extent + 1 + gap * i;
      extent += stride * (axes[d].size - 1);
      longest = Math.max(longest, stride * (axes[d].kind === "full" ? axes[d].size - 1 : 1));
      return stride;
    });
    return { extent, longest, at: (network, node) => own.reduce((sum, d, i) => sum + strides[i] * coordinate(network, node, d), 0) };
  };
  return [fold(dimensions.filter((_, i) => i % 2 === first)), fold(dimensions.filter((_, i) => i % 2 !== first))];
}

/** Caption: how to read the picture. */
function note(axes: readonly Axis[]): string {
  return axes.some((axis) => axis.kind === "full")
    ? "Every two switches of a row or column are joined"
    : "Links go to the next switch or over others, as arcs";
}
