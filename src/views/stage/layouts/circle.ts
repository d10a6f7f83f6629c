/** Any network: its switches on a circle in the order of their numbers, links as chords. Graphs, and switches that are all joined. */
import type { Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fan, type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout } from "../scene.ts";

export const circle: StageLayout = {
  fits: () => true,
  place,
};

/** Room for terminals outside the circle, pixels. */
const margin = 46;

function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, switches } = network;
  const rings = hasTwoRings(network) ? 2 : 1;
  const perRing = switches / rings;
  const centre: Point = [(width / 2) * viewport.zoom + viewport.x, (height / 2) * viewport.zoom + viewport.y];
  const tall = Math.max(20, height / 2 - margin);
  const radiusY = switches === 1 ? 0 : tall * viewport.zoom;
  const radiusX = switches === 1 ? 0 : Math.max(0, Math.min(width / 2 - margin, tall * 1.15)) * viewport.zoom;
  const radius = Math.min(radiusX, radiusY);
  const pitch = switches === 1 ? 120 : Math.min(160, (2 * Math.PI * radius * (rings === 2 ? 0.5 : 1)) / perRing);
  const boxWidth = Math.max(1, Math.min(44, pitch * 0.5));
  const boxHeight = Math.max(1, Math.min(32, pitch * 0.4));
  const angleOf = (n: number) => (2 * Math.PI * ((n - terminals) % perRing)) / perRing - Math.PI / 2;
  const isInner = (n: number) => n - terminals >= perRing;
  const at = (n: number): Point => {
    const share = isInner(n) ? 0.48 : 1;
    return [centre[0] + radiusX * share * Math.cos(angleOf(n)), centre[1] + radiusY * share * Math.sin(angleOf(n))];
  };
  const reach = Math.hypot(boxWidth, boxHeight) / 2 + Math.min(12, pitch * 0.14);
  return sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      pitch: switches > 24 ? Math.min(pitch, 40) : pitch,
      terminalAt: (_, home, i, count) => {
        // Within the outer ring the spokes lead outwards; terminals stand beside them.
        const angle = angleOf(home) + (isInner(home) ? 0.9 : 0);
        return pitch < 9 ? null : fan(at(home), [Math.cos(angle), Math.sin(angle)], reach, i, count);
      },
      words: [],
    },
    width,
    height,
    viewport,
  );
}

/**
 * True where the first half of the switches is a ring, and each of it has one link to the second half, to the switch of
 * the same place: prisms, and the graphs named after Petersen.
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
