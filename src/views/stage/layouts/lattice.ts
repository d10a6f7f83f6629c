/**
 * Grids whose links skip neighbours: HyperX and hypercubes. Dimensions are folded into columns and rows by turns, so that
 * every link lies in one row or one column: straight to the next switch, as an arc over those between.
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

/** A large network's blocks: what agrees in the last dimensions, as many of them as make it few enough. */
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

/** A network has at least so many blocks. */
const fewestUnits = 16;

/** Gap between blocks of a folded dimension, in steps. */
const gap = 0.45;
/** How many times as far apart as in the other direction neighbours in a row, and those in a column, may be. */
const stretch: Point = [2, 2];

/** Size of a switch, for neighbours that are so far apart, pixels. */
const boxSize = (pitchX: number, pitchY: number): Point => [
  Math.max(1, Math.min(56, pitchX * 0.4)),
  Math.max(1, Math.min(38, pitchY * 0.36)),
];

/** From the middle of a switch to its terminals, pixels. */
function terminalReach(pitchX: number, pitchY: number): number {
  return Math.hypot(...boxSize(pitchX, pitchY)) / 2 + Math.min(9, Math.min(pitchX, pitchY) * 0.12);
}

function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes } = network;
  const [columns, rows] = folded(axes, width < height);
  const words = wordRoom(width, height);
  const hasNames = nameFitting(axes);
  const reach = (x: number, y: number): Reach => {
    const [w, h] = boxSize(x, y);
    const terminal = Math.min(x, y) < 14 ? 0 : terminalReach(x, y) + 3;
    // An arc is three quarters as high as its control points.
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
      // Where many links share a row, they are finer.
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

/** The coordinates of each switch, X first, at its lower left, where no link leads; none where they have no room there. */
function names(network: Network, boxes: readonly Box[], hasNames: (width: number) => boolean): readonly Word[] {
  const { axes } = network;
  return boxes.flatMap((box): readonly Word[] => {
    const [n] = box.switches;
    if (box.switches.length > 1 || !hasNames(box.width)) return [];
    const text = nameAt(axes, (d) => coordinate(network, n, d));
    return [{ x: box.x + box.width / 2 - 5, y: box.y + box.height + nameSize + 1, anchor: "end", text, bold: false, size: nameSize }];
  });
}

/** Size of the names of switches, pixels, and how wide they may be, in widths of a switch. */
const [nameSize, nameWidth] = [11, 0.6];

/** Coordinates as a name: digits alone where each is one digit. */
const nameAt = (axes: readonly Axis[], at: (d: number) => number) =>
  axes.map((_, d) => at(d)).join(axes.every(({ size }) => size <= 10) ? "" : ",");

/** Tells whether switches of a width have room for names; the longest name is measured once. */
function nameFitting(axes: readonly Axis[]): (width: number) => boolean {
  const longest = nameAt(axes, (d) => axes[d].size - 1);
  const needed = textWidth(longest, { size: nameSize });
  return (width) => needed <= nameWidth * width;
}

/** How far the control points of an arc over so many steps stand off, in steps of the other direction. */
const lift = (steps: number) => (steps < 1.01 ? 0 : Math.min(0.66, 0.34 + 0.07 * steps));

function arc([ax, ay]: Point, [bx, by]: Point, [dx, dy]: Point): Curve {
  return [ax, ay, ax + (bx - ax) * 0.15 + dx, ay + (by - ay) * 0.15 + dy, bx - (bx - ax) * 0.15 + dx, by - (by - ay) * 0.15 + dy, bx, by];
}

interface Fold {
  /** Steps from the first to the last. */
  readonly extent: number;
  /** Steps of the longest link. */
  readonly longest: number;
  /** Place of a node, in steps. */
  at(network: Network, node: number): number;
}

/** Dimensions by turns along x and along y; the odd one goes where there is more room. */
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

/** How the picture is read. */
function note(axes: readonly Axis[]): string {
  return axes.some((axis) => axis.kind === "full")
    ? "Every two switches of a row or column are joined"
    : "Links go to the next switch or over others, as arcs";
}
