/**
 * A single ring as a closed curve of two straight sides and two half circles. Switches are at equal steps; the first is left of the middle
 * at the top.
 */
import { coordinate, type Network } from "../../../../core/network/network.ts";
import type { Scene, StageLayout } from "../../scene.ts";
import { type Viewport, fullViewport } from "../../viewport.ts";
import { captionIn, labelMargins } from "../fit.ts";
import { fannedTerminal, type ScenePoint, buildScene } from "../build-scene.ts";
import { boxSize, isRingLayoutFor, trafficCaption } from "./planes.ts";

export const ringLayout: StageLayout = { fits: isRingLayoutFor, place };

/** Minimum length of the straight sides, in radii. They become longer until switches are `apart` pixels from each other. */
const sideLimits = { least: 1.2, apart: 130 } as const;
/** Distance from the border of a switch to its terminals, pixels. */
const terminalLength = (pitch: number) => Math.min(13, pitch * 0.16);

/** Lays out a single ring: the size of the curve, positions along it, and terminals outside it. */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { zoom } = viewport;
  const size = network.switches;
  const axis = network.axes.findIndex((each) => each.size > 1);
  const labelMargin = labelMargins(width, height);
  const availableHeight = height - labelMargin.top - labelMargin.foot;
  const curveWithin = (marginX: number, marginY: number) => {
    const radius = Math.max(10, Math.min(availableHeight / 2 - marginY, width / 2 - marginX));
    const neededSide = Math.max(sideLimits.least * radius, (size * sideLimits.apart) / 2 - Math.PI * radius);
    const sideLength = Math.max(0, Math.min(width - 2 * (radius + marginX), neededSide));
    return { radius, sideLength, length: 2 * sideLength + 2 * Math.PI * radius };
  };
  // Half a switch and its terminals lie outside the curve. Their size is computed as if the curve filled the whole drawing: an upper bound.
  const maxPitch = curveWithin(0, 0).length / size;
  const outerHalfSize = boxSize(maxPitch, maxPitch).map((each) => each / 2 + terminalLength(maxPitch) + 3);
  const hasFannedTerminals = network.terminals > size;
  const outerRadius = Math.hypot(...outerHalfSize);
  const { radius, sideLength, length } = hasFannedTerminals
    ? curveWithin(outerRadius, outerRadius)
    : curveWithin(outerHalfSize[0], outerHalfSize[1]);
  const [cx, cy] = [width / 2, labelMargin.top + availableHeight / 2];
  const pointOnCurve = (distance: number): ScenePoint => {
    let rest = (distance + length) % length;
    if (rest < sideLength) return [cx - sideLength / 2 + rest, cy - radius];
    rest -= sideLength;
    if (rest < Math.PI * radius) return [cx + sideLength / 2 + radius * Math.sin(rest / radius), cy - radius * Math.cos(rest / radius)];
    rest -= Math.PI * radius;
    if (rest < sideLength) return [cx + sideLength / 2 - rest, cy + radius];
    rest -= sideLength;
    return [cx - sideLength / 2 - radius * Math.sin(rest / radius), cy + radius * Math.cos(rest / radius)];
  };
  const unzoomedCenter = (node: number) => pointOnCurve(sideLength / 2 + ((coordinate(network, node, axis) - 0.5) * length) / size);
  // On a half circle the straight distance of neighbors is slightly shorter than along the curve.
  const step = length / size;
  const pitch = (step < 2 * radius ? 2 * radius * Math.sin(step / (2 * radius)) : radius) * zoom;
  const [boxWidth, boxHeight] = boxSize(pitch, pitch);
  const centerOf = (node: number): ScenePoint => {
    const [x, y] = unzoomedCenter(node);
    return [x * zoom + viewport.x, y * zoom + viewport.y];
  };
  return buildScene(
    network,
    {
      centerOf,
      boxWidth,
      boxHeight,
      pitch,
      terminalAt: (_, home, i, count) => {
        if (pitch < 14) return null;
        const [x, y] = unzoomedCenter(home);
        const outwards: ScenePoint = [x - Math.max(cx - sideLength / 2, Math.min(cx + sideLength / 2, x)), y - cy];
        const border = Math.min(...[boxWidth, boxHeight].map((side, d) => (side / 2) * (radius / Math.max(0.01, Math.abs(outwards[d])))));
        return fannedTerminal(
          centerOf(home),
          outwards,
          (hasFannedTerminals ? Math.hypot(boxWidth, boxHeight) / 2 : border) + terminalLength(pitch),
          i,
          count,
        );
      },
      labels: captionIn(width, height, trafficCaption),
    },
    width,
    height,
    viewport,
  );
}
