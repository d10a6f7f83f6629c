/**
 * Grids whose links skip neighbours: HyperX and hypercubes. Dimensions are folded into columns and rows by turns, so that
 * every link lies in one row or one column: straight to the next switch, as an arc over those between.
 */
import { once } from "../../../core/base/once.ts";
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fan, type Point, sceneAt } from "./placed.ts";
import { type Curve, type Scene, type StageLayout, straight, type Word } from "../scene.ts";
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
  fits: (axes) =>
    axes.filter((axis) => axis.size > 1).length > 1 &&
    (axes.every((axis) => axis.kind === "full") || (axes.length > 2 && axes.every((axis) => axis.kind === "line" && axis.size <= 2))),
  units: unitsOf,
  place,
};

/** A network has at least so many blocks. */
const fewestUnits = 16;

/** Gap between blocks of a folded dimension, in steps. */
const gap = 0.45;
const widest = 170;
const tallest = 140;

function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes } = network;
  const [columns, rows] = folded(axes, width < height);
  const pitchX = Math.min(widest, width / (columns.extent + 1.7)) * viewport.zoom;
  const pitchY = Math.min(tallest, height / (rows.extent + 1.7)) * viewport.zoom;
  const pitch = Math.min(pitchX, pitchY);
  const [left, top] = [
    (width * viewport.zoom - columns.extent * pitchX) / 2 + viewport.x,
    (height * viewport.zoom - rows.extent * pitchY) / 2 + viewport.y,
  ];
  const boxWidth = Math.max(1, Math.min(56, pitchX * 0.4));
  const boxHeight = Math.max(1, Math.min(38, pitchY * 0.36));
  const at = (n: number): Point => [left + columns.at(network, n) * pitchX, top + rows.at(network, n) * pitchY];
  const reach = Math.hypot(boxWidth, boxHeight) / 2 + Math.min(9, pitch * 0.12);
  return sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      // Where many links share a row, they are finer.
      pitch: Math.min(pitch, 70) * 0.8 * Math.min(1, 6 / Math.max(...axes.map((axis) => axis.size))),
      terminalAt: (_, home, i, count) => (pitch < 14 ? null : fan(at(home), [boxWidth, boxHeight], reach, i, count)),
      course: (tail, head) => {
        const [a, b] = [at(tail), at(head)];
        const isRow = Math.abs(a[1] - b[1]) < 0.5;
        const steps = isRow ? Math.abs(a[0] - b[0]) / pitchX : Math.abs(a[1] - b[1]) / pitchY;
        return steps < 1.01 ? straight(...a, ...b) : arc(a, b, isRow ? [0, -lift(steps) * pitchY] : [-lift(steps) * pitchX, 0]);
      },
      units: unitsOf(network),
      words: words(axes, left - boxWidth, pitch),
    },
    width,
    height,
    viewport,
  );
}

/** How far the control points of an arc over so many steps stand off, in steps of the other direction. */
const lift = (steps: number) => Math.min(0.66, 0.34 + 0.07 * steps);

function arc([ax, ay]: Point, [bx, by]: Point, [dx, dy]: Point): Curve {
  return [ax, ay, ax + (bx - ax) * 0.15 + dx, ay + (by - ay) * 0.15 + dy, bx - (bx - ax) * 0.15 + dx, by - (by - ay) * 0.15 + dy, bx, by];
}

interface Fold {
  /** Steps from the first to the last. */
  readonly extent: number;
  /** Place of a node, in steps. */
  at(network: Network, node: number): number;
}

/** Dimensions by turns along x and along y; the odd one goes where there is more room. */
function folded(axes: readonly Axis[], isTall: boolean): readonly [Fold, Fold] {
  const dimensions = axes.map((_, d) => d).filter((d) => axes[d].size > 1);
  const first = isTall && dimensions.length % 2 === 1 ? 1 : 0;
  const fold = (own: readonly number[]): Fold => {
    let extent = 0;
    const strides = own.map((d, i) => {
      const stride = i === 0 ? 1 : extent + 1 + gap * i;
      extent += stride * (axes[d].size - 1);
      return stride;
    });
    return { extent, at: (network, node) => own.reduce((sum, d, i) => sum + strides[i] * coordinate(network, node, d), 0) };
  };
  return [fold(dimensions.filter((_, i) => i % 2 === first)), fold(dimensions.filter((_, i) => i % 2 !== first))];
}

function words(axes: readonly Axis[], room: number, pitch: number): readonly Word[] {
  if (room < 170 || pitch < 30) return [];
  const said = axes.some((axis) => axis.kind === "full")
    ? ["Every two switches of a row", "or column are joined"]
    : ["Links go to the next switch", "or over others, as arcs"];
  return said.map((text, i) => ({ x: 0, y: 13 + 18 * i, anchor: "start", text, bold: false, size: 12 }));
}
