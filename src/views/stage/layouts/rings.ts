/**
 * PolarFly: its layers as concentric rings around one switch, in sectors. Each sector starts with a switch linked to the central one. The
 * other switches of the sector are linked to that switch, and in pairs to each other: a fan of triangles.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { fitLayout, type Margins, labelMargins } from "./fit.ts";
import { bentCurve, fannedTerminal, type ScenePoint, buildScene } from "./build-scene.ts";
import type { Scene, StageLayout } from "../scene.ts";
import { maxSeparateSwitches, type SwitchGroups, switchGroupsBy } from "../switch-groups.ts";

export const ringsLayout: StageLayout = {
  fits: (axes) => axes.map(({ kind }) => kind).join(" ") === "part position",
  groups: (network) => sectorsOf(network).groups,
  place,
};

/** Maximum ratio of width to height of the rings, and the reverse. */
const maxAspect: ScenePoint = [1.7, 1];

/**
 * Layers, sectors and groups of the switches. Axis 0 of a switch is its layer, axis 1 its number in the layer. A sector is an equal part of
 * the circle; there are as many sectors as switches on the ring of layer 0. In large networks, the switches of one layer and sector are a
 * group.
 */
const sectorsOf = memoize((network: Network) => {
  const { terminals, switches, axes } = network;
  // Number of switches of each layer.
  const counts = axes[0].words!.map(() => 0);
  for (let nodeIndex = terminals; nodeIndex < terminals + switches; nodeIndex++)
    counts[coordinate(network, nodeIndex, 0)] = Math.max(counts[coordinate(network, nodeIndex, 0)], coordinate(network, nodeIndex, 1) + 1);
  const layers = counts.flatMap((count, layer) => (count > 0 ? [layer] : []));
  // The first switch of one layer is in the center: of the first layer if there are three, otherwise of the last layer.
  const centralLayer = layers[layers.length === 3 ? 0 : layers.length - 1];
  const sectorCount = Math.max(1, counts[0] - (centralLayer === 0 ? 1 : 0));
  const firstOnRing = (layer: number) => (layer === centralLayer ? 1 : 0);
  const isCentral = (nodeIndex: number) => coordinate(network, nodeIndex, 0) === centralLayer && coordinate(network, nodeIndex, 1) === 0;
  /** Angle of a switch as a part of the full circle, 0 to 1. */
  const angleShare = (nodeIndex: number) => {
    const layer = coordinate(network, nodeIndex, 0);
    return (coordinate(network, nodeIndex, 1) - firstOnRing(layer) + 0.5) / Math.max(1, counts[layer] - firstOnRing(layer));
  };
  const sectorOf = (nodeIndex: number) => (isCentral(nodeIndex) ? sectorCount : Math.floor(angleShare(nodeIndex) * sectorCount));
  const nameOf = (node: number, count: number) =>
    isCentral(node)
      ? "the central switch"
      : `${countOf(count, "switch", "switches")} of ${axes[0].words![coordinate(network, node, 0)]}, sector ${sectorOf(node)}`;
  const groups: SwitchGroups | null =
    switches <= maxSeparateSwitches
      ? null
      : switchGroupsBy(network, (nodeIndex) => coordinate(network, nodeIndex, 0) * (sectorCount + 1) + sectorOf(nodeIndex), nameOf);
  return { counts, layers, isCentral, angleShare, sectorOf, groups };
});

/**
 * Places switches on concentric rings, one for each layer, the first innermost. `pitch` is the distance of neighboring switches on the ring
 * where it is smallest, pixels.
 */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { axes } = network;
  const { counts, layers, isCentral, angleShare, sectorOf, groups } = sectorsOf(network);
  const relativeRadius = (layer: number) => (layers.indexOf(layer) + 1) / layers.length;
  const angleOf = (node: number) => 2 * Math.PI * angleShare(node) - Math.PI / 2;
  const minAngleShare = Math.min(...layers.map((layer) => relativeRadius(layer) / counts[layer]));
  const pitchAt = (radius: number) => Math.min(90, 2 * Math.PI * radius * minAngleShare);
  const boxSize = (pitch: number): ScenePoint => [Math.max(1, Math.min(30, pitch * 0.5)), Math.max(1, Math.min(24, pitch * 0.42))];
  const terminalDistance = (pitch: number) => Math.hypot(...boxSize(pitch)) / 2 + Math.min(10, pitch * 0.18);
  // In this layout a step, the unit that `fitLayout` scales, is the radius of the outermost ring.
  const marginsFor = (x: number, y: number): Margins => {
    const margin = terminalDistance(pitchAt(Math.min(x, y))) + 5;
    return [margin, margin, margin, margin + labelMargins(width, height).foot];
  };
  const fit = fitLayout({ extent: [2, 2], maxAspect, marginsFor }, width, height, viewport);
  const [center, topOfRing] = [fit.toPixels(1, 1), (layer: number) => fit.toPixels(1, 1 - relativeRadius(layer))];
  const pitch = pitchAt(Math.min(...fit.step));
  const [boxWidth, boxHeight] = boxSize(pitch);
  const centerOf = (node: number): ScenePoint => {
    const share = isCentral(node) ? 0 : relativeRadius(coordinate(network, node, 0));
    return fit.toPixels(1 + share * Math.cos(angleOf(node)), 1 + share * Math.sin(angleOf(node)));
  };
  const isInSameSector = (a: number, b: number) => isCentral(a) || isCentral(b) || sectorOf(a) === sectorOf(b);
  return buildScene(
    network,
    {
      centerOf,
      boxWidth,
      boxHeight,
      pitch: Math.min(pitch, 40),
      terminalAt: (_, home, i, count) =>
        pitch < 12
          ? null
          : fannedTerminal(centerOf(home), [Math.cos(angleOf(home)), Math.sin(angleOf(home))], terminalDistance(pitch), i, count),
      // Links within a sector are straight and in front; other links are bent and thinner.
      curveOf: (tail, head) => bentCurve(centerOf(tail), centerOf(head), center, isInSameSector(tail, head) ? 0 : 0.3),
      isLight: (channel) => !isInSameSector(network.tail[channel], network.head[channel]),
      groups,
      labels: layers.map((layer) => ({
        x: topOfRing(layer)[0],
        y: topOfRing(layer)[1] + 4,
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
