/**
 * Any network: switches on a circle in the order of their numbers, links as chords. Used for random graphs and for fully connected
 * switches.
 */
import type { Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fitToRoom, type Reach, wordRoom } from "./fit.ts";
import { fan, type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout } from "../scene.ts";

export const circle: StageLayout = {
  fits: () => true,
  place,
};

/** Maximum ratio of width to height of the circle, and the reverse. */
const stretch: Point = [1.15, 1];

/** Lays out switches on one circle, or on two concentric ones. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, switches } = network;
  const rings = hasTwoRings(network) ? 2 : 1;
  const perRing = switches / rings;
  const pitchAt = (radius: number) => (switches === 1 ? 120 : Math.min(160, (2 * Math.PI * radius * (rings === 2 ? 0.5 : 1)) / perRing));
  const boxSize = (pitch: number): Point => [Math.max(1, Math.min(44, pitch * 0.5)), Math.max(1, Math.min(32, pitch * 0.4))];
  const terminalReach = (pitch: number) => Math.hypot(...boxSize(pitch)) / 2 + Math.min(12, pitch * 0.14);
  const angleOf = (n: number) => (2 * Math.PI * ((n - terminals) % perRing)) / perRing - Math.PI / 2;
  // In this layout a step is the radius.
  const reach = (x: number, y: number): Reach => {
    const all = terminalReach(pitchAt(Math.min(x, y))) + 6;
    return [all, all, all, all + wordRoom(width, height).foot];
  };
  const extent: Point = switches === 1 ? [0, 0] : [2, 2];
  const fit = fitToRoom({ extent, stretch, reach }, width, height, viewport);
  const pitch = pitchAt(Math.min(...fit.step));
  const [boxWidth, boxHeight] = boxSize(pitch);
  const isInner = (n: number) => n - terminals >= perRing;
  const at = (n: number): Point => {
    const share = switches === 1 ? 0 : isInner(n) ? 0.48 : 1;
    return fit.at(extent[0] / 2 + share * Math.cos(angleOf(n)), extent[1] / 2 + share * Math.sin(angleOf(n)));
  };
  return sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      pitch: switches > 24 ? Math.min(pitch, 40) : pitch,
      terminalAt: (_, home, i, count) => {
        // Inside the outer ring the links to it lead outwards, so terminals are drawn at an angle beside them.
        const angle = angleOf(home) + (isInner(home) ? 0.9 : 0);
        return pitch < 9 ? null : fan(at(home), [Math.cos(angle), Math.sin(angle)], terminalReach(pitch), i, count);
      },
      words: [],
    },
    width,
    height,
    viewport,
  );
}

/**
 * Whether the first half of the switches forms a ring, and each of them has one link to the switch with the same position in the second
 * half: prisms and generalized Petersen graphs.
 */
function hasTwoRings({ terminals, switches, firstOut, head, axes }: Network): boolean {
  const half = switches / 2;
  if (axes.length > 0 || switches % 2 === 1 || half < 3) return false;
  for (let i = 0; i < half; i++) {
    const neighbours: number[] = [];
    for (let c = firstOut[terminals + i]; c < firstOut[terminals + i + 1]; c++) {
      if (head[c] >= terminals) neighbours.push(head[c] - terminals);
    }
    const wanted = [(i + 1) % half, (i + half - 1) % half, i + half];
    if (neighbours.length !== 3 || !wanted.every((s) => neighbours.includes(s))) return false;
  }
  return true;
}
