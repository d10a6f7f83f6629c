/**
 * PolarFly: its layers as concentric rings around one switch, in sectors. Each sector starts with a switch linked to the central one. The
 * other switches of the sector are linked to that switch, and in pairs to each other: a fan of triangles.
 */
import { once } from "../../../core/base/once.ts";
import { coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fitToRoom, type Reach, wordRoom } from "./fit.ts";
import { bent, fan, type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout } from "../scene.ts";
import { mostSwitches, type Units, unitsBy } from "../units.ts";

export const rings: StageLayout = {
  fits: (axes) => axes.map(({ kind }) => kind).join(" ") === "part position",
  units: (network) => sectorsOf(network).units,
  place,
};

/** Maximum ratio of width to height of the rings, and the reverse. */
const stretch: Point = [1.7, 1];

/** Assigns nodes to layers and sectors. */
const sectorsOf = once((network: Network) => {
  const { terminals, switches, axes } = network;
  const counts = axes[0].words!.map(() => 0);
  for (let n = terminals; n < terminals + switches; n++)
    counts[coordinate(network, n, 0)] = Math.max(counts[coordinate(network, n, 0)], coordinate(network, n, 1) + 1);
  const layers = counts.flatMap((count, layer) => (count > 0 ? [layer] : []));
  // The first switch of one layer is in the center: of the first layer if there are three, otherwise of the last layer.
  const middle = layers[layers.length === 3 ? 0 : layers.length - 1];
  const sectors = Math.max(1, counts[0] - (middle === 0 ? 1 : 0));
  const first = (layer: number) => (layer === middle ? 1 : 0);
  const isMiddle = (n: number) => coordinate(network, n, 0) === middle && coordinate(network, n, 1) === 0;
  /** Angle of a switch as a part of the full circle, 0 to 1. */
  const partOf = (n: number) => {
    const layer = coordinate(network, n, 0);
    return (coordinate(network, n, 1) - first(layer) + 0.5) / Math.max(1, counts[layer] - first(layer));
  };
  const sectorOf = (n: number) => (isMiddle(n) ? sectors : Math.floor(partOf(n) * sectors));
  const nameOf = (node: number, count: number) =>
    isMiddle(node)
      ? "the switch in the middle"
      : `${countOf(count, "switch", "switches")} of ${axes[0].words![coordinate(network, node, 0)]}, sector ${sectorOf(node)}`;
  const units: Units | null =
    switches <= mostSwitches ? null : unitsBy(network, (n) => coordinate(network, n, 0) * (sectors + 1) + sectorOf(n), nameOf);
  return { counts, layers, isMiddle, partOf, sectorOf, units };
});

/** Lays out the layers as concentric rings. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes } = network;
  const { counts, layers, isMiddle, partOf, sectorOf, units } = sectorsOf(network);
  const shareOf = (layer: number) => (layers.indexOf(layer) + 1) / layers.length;
  const angleOf = (n: number) => 2 * Math.PI * partOf(n) - Math.PI / 2;
  const closest = Math.min(...layers.map((layer) => shareOf(layer) / counts[layer]));
  const pitchAt = (radius: number) => Math.min(90, 2 * Math.PI * radius * closest);
  const boxSize = (pitch: number): Point => [Math.max(1, Math.min(30, pitch * 0.5)), Math.max(1, Math.min(24, pitch * 0.42))];
  const terminalReach = (pitch: number) => Math.hypot(...boxSize(pitch)) / 2 + Math.min(10, pitch * 0.18);
  // In this layout a step is the radius of the outermost ring.
  const reach = (x: number, y: number): Reach => {
    const all = terminalReach(pitchAt(Math.min(x, y))) + 5;
    return [all, all, all, all + wordRoom(width, height).foot];
  };
  const fit = fitToRoom({ extent: [2, 2], stretch, reach }, width, height, viewport);
  const [centre, top] = [fit.at(1, 1), (layer: number) => fit.at(1, 1 - shareOf(layer))];
  const pitch = pitchAt(Math.min(...fit.step));
  const [boxWidth, boxHeight] = boxSize(pitch);
  const at = (n: number): Point => {
    const share = isMiddle(n) ? 0 : shareOf(coordinate(network, n, 0));
    return fit.at(1 + share * Math.cos(angleOf(n)), 1 + share * Math.sin(angleOf(n)));
  };
  const isTogether = (a: number, b: number) => isMiddle(a) || isMiddle(b) || sectorOf(a) === sectorOf(b);
  return sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      pitch: Math.min(pitch, 40),
      terminalAt: (_, home, i, count) =>
        pitch < 12 ? null : fan(at(home), [Math.cos(angleOf(home)), Math.sin(angleOf(home))], terminalReach(pitch), i, count),
      // Links within a sector are straight and in front; other links are bent and thinner.
      course: (tail, head) => bent(at(tail), at(head), centre, isTogether(tail, head) ? 0 : 0.3),
      isLight: (c) => !isTogether(network.tail[c], network.head[c]),
      units,
      words: layers.map((layer) => ({
        x: top(layer)[0],
        y: top(layer)[1] + 4,
        text: axes[0].words![layer],
        anchor: "middle",
        bold: true,
        size: 12,
        // Labels lie on their rings, over links.
        hasHalo: true,
      })),
    },
    width,
    height,
    viewport,
  );
}
