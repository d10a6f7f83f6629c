/** Moves a placed scene to another position, and turns it upside down if needed. */
import { tenth } from "../marks/marks.ts";
import type { Curve, Scene } from "../stage/scene.ts";

/** Translation of a scene, pixels. */
export interface Move {
  readonly x: number;
  readonly y: number;
  /** Whether to turn the scene upside down, within its own height. */
  readonly hangs: boolean;
}

/** The scene at its new position; line widths and fonts stay. */
export function moved(scene: Scene, move: Move): Scene {
  const { x: dx, y: dy, hangs } = move;
  const { height } = scene;
  const x = (at: number) => dx + at;
  const y = (at: number) => dy + (hangs ? height - at : at);
  const curve = (c: Curve) => c.map((value, i) => (i % 2 === 0 ? x(value) : y(value))) as unknown as Curve;
  const box = <B extends { x: number; y: number; height: number }>(b: Readonly<B>) => ({
    ...b,
    x: x(b.x),
    y: hangs ? y(b.y) - b.height : y(b.y),
  });
  const path = (d: string) => movedPath(d, x, y, hangs);
  const { axis } = scene;
  return {
    ...scene,
    // Width and height count from the corner of the drawing, because the visible area ends at the far corner of the scene.
    width: x(scene.width),
    height: dy + height,
    lines: scene.lines.map((line) => ({ ...line, curve: curve(line.curve) })),
    strands: scene.strands.map((strand) => {
      const course = curve(strand.curve);
      return { ...strand, curve: course };
    }),
    wires: path(scene.wires),
    boxes: scene.boxes.map(box),
    unplugged: path(scene.unplugged),
    missing: path(scene.missing),
    axis:
      axis === null
        ? null
        : {
            ...axis,
            y: y(axis.y),
            numbersAt: y(axis.numbersAt),
            left: x(axis.left),
            bars: axis.bars.map((bar) => ({ ...bar, x: x(bar.x) })),
            labels: axis.labels.map((label) => ({ ...label, x: x(label.x) })),
            dotted: path(axis.dotted),
          },
    dots: scene.dots.map((dot) => ({ ...dot, x: x(dot.x), y: y(dot.y) })),
    ...(scene.tracks === undefined
      ? {}
      : { tracks: scene.tracks.map((track) => ({ ...track, corners: track.corners.map(([px, py]) => [x(px), y(py)] as const) })) }),
    words: scene.words.map((word) => ({ ...word, x: x(word.x), y: y(word.y) })),
  };
}

/** Moves a path. Scenes use only these commands: absolute M, L and C, relative h, v and a. */
function movedPath(d: string, x: (at: number) => number, y: (at: number) => number, hangs: boolean): string {
  return d.replace(/([MLChva])([^A-Za-z]*)/g, (_, command: string, text: string) => {
    const values = text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const to = (value: number, i: number) => {
      if (command === "M" || command === "L" || command === "C") return i % 2 === 0 ? x(value) : y(value);
      if (!hangs || command === "h") return value;
      if (command === "v") return -value;
      // In an arc, the sweep flag and the vertical end point change.
      return i % 7 === 4 ? 1 - value : i % 7 === 6 ? -value : value;
    };
    return command + values.map((value, i) => tenth(to(value, i))).join(" ");
  });
}
