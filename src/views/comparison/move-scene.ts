/** Moves a placed scene to another position, and turns it upside down if needed. */
import { toTenths } from "../marks/marks.ts";
import type { CubicCurve, Scene } from "../stage/scene.ts";

/** Translation of a scene, pixels. */
export interface SceneMove {
  readonly x: number;
  readonly y: number;
  /** Whether to turn the scene upside down, within its own height. */
  readonly isUpsideDown: boolean;
}

/** Moves a scene (a placed network) and, if `isUpsideDown`, mirrors it vertically. Line widths and font sizes stay. */
export function moveScene(scene: Scene, move: SceneMove): Scene {
  const { x: dx, y: dy, isUpsideDown } = move;
  const { height } = scene;
  const x = (position: number) => dx + position;
  const y = (position: number) => dy + (isUpsideDown ? height - position : position);
  const movedCurve = (c: CubicCurve) => c.map((value, i) => (i % 2 === 0 ? x(value) : y(value))) as unknown as CubicCurve;
  const movedBox = <B extends { x: number; y: number; height: number }>(b: Readonly<B>) => ({
    ...b,
    x: x(b.x),
    y: isUpsideDown ? y(b.y) - b.height : y(b.y),
  });
  const movedPath = (d: string) => movePath(d, x, y, isUpsideDown);
  const { axis } = scene;
  return {
    ...scene,
    // Width and height count from the corner of the drawing, because the visible area ends at the far corner of the scene.
    width: x(scene.width),
    height: dy + height,
    lines: scene.lines.map((line) => ({ ...line, curve: movedCurve(line.curve) })),
    strands: scene.strands.map((strand) => ({ ...strand, curve: movedCurve(strand.curve) })),
    wires: movedPath(scene.wires),
    boxes: scene.boxes.map(movedBox),
    ...(scene.isolatedTerminals === undefined ? {} : { isolatedTerminals: movedPath(scene.isolatedTerminals) }),
    failedOutlines: movedPath(scene.failedOutlines),
    axis:
      axis === null
        ? null
        : {
            ...axis,
            y: y(axis.y),
            labelY: y(axis.labelY),
            left: x(axis.left),
            bars: axis.bars.map((bar) => ({ ...bar, x: x(bar.x) })),
            labels: axis.labels.map((label) => ({ ...label, x: x(label.x) })),
            unlabeledDots: movedPath(axis.unlabeledDots),
          },
    dots: scene.dots.map((dot) => ({ ...dot, x: x(dot.x), y: y(dot.y) })),
    ...(scene.packetPaths === undefined
      ? {}
      : {
          packetPaths: scene.packetPaths.map((track) => ({ ...track, corners: track.corners.map(([px, py]) => [x(px), y(py)] as const) })),
        }),
    labels: scene.labels.map((word) => ({ ...word, x: x(word.x), y: y(word.y) })),
  };
}

/** Moves a path. Scenes use only these commands: absolute M, L and C, relative h, v and a. */
function movePath(d: string, x: (position: number) => number, y: (position: number) => number, isUpsideDown: boolean): string {
  return d.replace(/([MLChva])([^A-Za-z]*)/g, (_, command: string, text: string) => {
    const values = text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const moveValue = (value: number, i: number) => {
      if (command === "M" || command === "L" || command === "C") return i % 2 === 0 ? x(value) : y(value);
      if (!isUpsideDown || command === "h") return value;
      if (command === "v") return -value;
      // In an arc, the sweep flag and the vertical end point change.
      return i % 7 === 4 ? 1 - value : i % 7 === 6 ? -value : value;
    };
    return command + values.map((value, i) => toTenths(moveValue(value, i))).join(" ");
  });
}
