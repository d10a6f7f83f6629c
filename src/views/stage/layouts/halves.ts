/**
 * Slim Fly: two halves face each other, above and below or side by side. Each group is a circle of switches with its local links as chords:
 * for q = 5 pentagons and pentagrams. All other links lead from half to half.
 */
import { once } from "../../../core/base/once.ts";
import { coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { wordRoom } from "./fit.ts";
import { fan, type Point, sceneAt } from "./placed.ts";
import type { Curve, Scene, StageLayout, Word } from "../scene.ts";
import { mostSwitches, type Units, unitsAlong } from "../units.ts";

/** The groups of a large network as switch groups; null in small networks. */
const unitsOf = once((network: Network): Units | null => (network.switches <= mostSwitches ? null : unitsAlong(network, [0, 1])));

export const halves: StageLayout = {
  fits: (axes) => axes.map(({ kind }) => kind).join(" ") === "part part position",
  units: unitsOf,
  place,
};

/** Margin beside the groups, margin for group numbers and terminals, and margin for a line of text in the corner, pixels. */
const [margin, numbered, corner] = [34, 26, 10];
/** Position of the control points of a link between the halves, as a part of the distance across. */
const straightOn = 0.34;

/** Lays out two rows or columns of groups. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes } = network;
  const [count, each] = [axes[1].size, axes[2].size];
  const isWide = width >= height;
  const [along, across] = isWide ? [width, height] : [height, width];
  const { zoom } = viewport;
  const step = (along - margin) / count;
  const radius = Math.max(2, Math.min(step * 0.4, across * 0.17)) * zoom;
  /** Converts a position along the halves and across them, from the center, to pixels. */
  const point = (a: number, b: number): Point =>
    isWide
      ? [width * 0.5 * zoom + a + viewport.x, height * 0.5 * zoom + b + viewport.y]
      : [width * 0.5 * zoom + b + viewport.x, height * 0.5 * zoom + a + viewport.y];
  const isWithin = (a: number, b: number) => coordinate(network, a, 0) === coordinate(network, b, 0);
  const sideOf = (n: number) => (coordinate(network, n, 0) === 0 ? -1 : 1);
  const pitch = 2 * radius * 0.86 * Math.sin(Math.PI / each);
  const box = Math.max(1, Math.min(30, pitch * 0.5));
  const reach = box * 0.62 + Math.min(11, pitch * 0.2);
  // Where the halves lie above and below, the legend of moving dots is in a corner of one half.
  const worded = wordRoom(width, height).foot > 0 ? 1 : 0;
  const rowAt = (half: number) =>
    (half === 0 ? -1 : 1) * ((across / 2 - numbered - (isWide && half === worded ? corner : 0)) * zoom - radius - reach);
  const middle = (half: number, group: number): Point => point((group - (count - 1) / 2) * step * zoom, rowAt(half));
  const outwards = (side: number) => (isWide ? (side * Math.PI) / 2 : side < 0 ? Math.PI : 0);
  // The first switch of a group is the outermost. Both halves have the same direction of rotation.
  const angleOf = (n: number) => outwards(sideOf(n)) + (2 * Math.PI * coordinate(network, n, 2)) / each;
  const inner = Math.max(1, radius - box * 0.6);
  const at = (n: number): Point => {
    const [x, y] = middle(coordinate(network, n, 0), coordinate(network, n, 1));
    return [x + inner * Math.cos(angleOf(n)), y + inner * Math.sin(angleOf(n))];
  };
  return sceneAt(
    network,
    {
      at,
      boxWidth: box,
      boxHeight: box * 0.8,
      pitch: Math.min(pitch, 60) * 0.8,
      terminalAt: (_, home, i, count) =>
        pitch < 12 ? null : fan(at(home), [Math.cos(angleOf(home)), Math.sin(angleOf(home))], reach, i, count),
      course: (tail, head) => acrossFrom(at(tail), at(head), isWithin(tail, head), isWide),
      isLight: (c) => !isWithin(network.tail[c], network.head[c]),
      units: unitsOf(network),
      words: radius > 9 ? names() : [],
    },
    width,
    height,
    viewport,
  );

  /** The number of each group, outside it. */
  function names(): readonly Word[] {
    return [0, 1].flatMap((half) =>
      Array.from({ length: count }, (_, group): Word => {
        const angle = outwards(half === 0 ? -1 : 1);
        const [x, y] = middle(half, group);
        const by = radius + reach + 9;
        return {
          x: x + Math.cos(angle) * by,
          y: y + Math.sin(angle) * by + 4,
          text: String(group),
          anchor: "middle",
          bold: false,
          size: 11,
        };
      }),
    );
  }
}

/**
 * Straight within a group. A link to the other half leaves and arrives in the direction across the halves, so that the links of one switch
 * stay visually together.
 */
function acrossFrom([ax, ay]: Point, [bx, by]: Point, isWithin: boolean, isWide: boolean): Curve {
  const [dx, dy] = [bx - ax, by - ay];
  if (isWithin) return [ax, ay, ax + dx / 3, ay + dy / 3, bx - dx / 3, by - dy / 3, bx, by];
  return isWide
    ? [ax, ay, ax + dx * 0.12, ay + dy * straightOn, bx - dx * 0.12, by - dy * straightOn, bx, by]
    : [ax, ay, ax + dx * straightOn, ay + dy * 0.12, bx - dx * straightOn, by - dy * 0.12, bx, by];
}
