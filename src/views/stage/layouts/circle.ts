/**
 * Any network: switches on a circle in the order of their numbers, links as chords. Used for random graphs and for fully connected
 * switches.
 */
import type { Network } from "../../../core/network/network.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { fitLayout, type Margins, labelMargins } from "./fit.ts";
import { fannedTerminal, type ScenePoint, buildScene } from "./build-scene.ts";
import type { Scene, StageLayout } from "../scene.ts";

export const circleLayout: StageLayout = {
  fits: () => true,
  place,
};

/** Maximum ratio of width to height of the circle, and the reverse. */
const maxAspect: ScenePoint = [1.15, 1];

/**
 * Places switches on a circle, or on two concentric ones (`rings`), with their terminals beside them. `pitch` is the distance of
 * neighboring switches, pixels.
 */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { terminals, switches } = network;
  const rings = hasTwoRings(network) ? 2 : 1;
  const switchesPerRing = switches / rings;
  const pitchAt = (radius: number) =>
    switches === 1 ? 120 : Math.min(160, (2 * Math.PI * radius * (rings === 2 ? 0.5 : 1)) / switchesPerRing);
  const boxSize = (pitch: number): ScenePoint => [Math.max(1, Math.min(44, pitch * 0.5)), Math.max(1, Math.min(32, pitch * 0.4))];
  const terminalDistance = (pitch: number) => Math.hypot(...boxSize(pitch)) / 2 + Math.min(12, pitch * 0.14);
  const angleOf = (node: number) => (2 * Math.PI * ((node - terminals) % switchesPerRing)) / switchesPerRing - Math.PI / 2;
  // In this layout a step, the unit that `fitLayout` scales, is the outer radius.
  const marginsFor = (x: number, y: number): Margins => {
    const margin = terminalDistance(pitchAt(Math.min(x, y))) + 6;
    return [margin, margin, margin, margin + labelMargins(width, height).foot];
  };
  const extent: ScenePoint = switches === 1 ? [0, 0] : [2, 2];
  const fit = fitLayout({ extent, maxAspect, marginsFor }, width, height, viewport);
  const pitch = pitchAt(Math.min(...fit.step));
  const [boxWidth, boxHeight] = boxSize(pitch);
  const isInner = (node: number) => node - terminals >= switchesPerRing;
  const centerOf = (node: number): ScenePoint => {
    const relativeRadius = switches === 1 ? 0 : isInner(node) ? 0.48 : 1;
    return fit.toPixels(extent[0] / 2 + relativeRadius * Math.cos(angleOf(node)), extent[1] / 2 + relativeRadius * Math.sin(angleOf(node)));
  };
  return buildScene(
    network,
    {
      centerOf,
      boxWidth,
      boxHeight,
      pitch: switches > 24 ? Math.min(pitch, 40) : pitch,
      terminalAt: (_, home, i, count) => {
        // Links of inner switches to the outer ring lead outwards, so terminals of inner switches are drawn at an angle to these links.
        const angle = angleOf(home) + (isInner(home) ? 0.9 : 0);
        return pitch < 9 ? null : fannedTerminal(centerOf(home), [Math.cos(angle), Math.sin(angle)], terminalDistance(pitch), i, count);
      },
      labels: [],
    },
    width,
    height,
    viewport,
  );
}

/**
 * Whether the first half of the switches forms a ring, and each of these switches has one link to the switch with the same position in the
 * second half: prisms and generalized Petersen graphs.
 */
function hasTwoRings({ terminals, switches, firstOut, head, axes }: Network): boolean {
  const half = switches / 2;
  if (axes.length > 0 || switches % 2 === 1 || half < 3) return false;
  for (let i = 0; i < half; i++) {
    const neighbors: number[] = [];
    for (let channel = firstOut[terminals + i]; channel < firstOut[terminals + i + 1]; channel++) {
      if (head[channel] >= terminals) neighbors.push(head[channel] - terminals);
    }
    const expected = [(i + 1) % half, (i + half - 1) % half, i + half];
    if (neighbors.length !== 3 || !expected.every((switchIndex) => neighbors.includes(switchIndex))) return false;
  }
  return true;
}
