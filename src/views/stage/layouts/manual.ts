/**
 * Networks that people draw by hand: each switch is at its stored position, terminals are on the side with the fewest links, names are
 * beside the switch. Links bend around switches that lie on their line. Unconnected switches are faint.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { nameOfNode, type Network } from "../../../core/network/network.ts";
import { homeSwitches } from "../home-switches.ts";
import { type SwitchBox, type CubicCurve, type Scene, type StageLayout, straightCurve, type SceneLabel } from "../scene.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { type ScenePoint, buildScene } from "./build-scene.ts";
import { type SwitchPositions, stepPixels, typicalDistance } from "./switch-positions.ts";

/** Conversion from steps to pixels: `scale` pixels for each step, and the pixel position of step (0, 0). */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Width and height of a switch at the nominal scale, pixels; smaller values in a narrow drawing. */
export const switchSize = { wide: [48, 34], narrow: [38, 28] } as const;
/** A drawing up to this wide counts as narrow, pixels. */
const narrowWidth = 520;
/** Margin around the switches for terminals and names, pixels. */
const margin = 66;
/** Margin below the drawing for the legend of moving dots, pixels. */
const bottomMargin = 16;
/**
 * Maximum scale, as a multiple of the nominal scale: for a network under edit, so that room remains for more switches, and for a network
 * that is only shown.
 */
const [maxScaleEditing, maxScaleShown] = [1.15, 4];
/** Distance between neighboring terminals, distance of terminals from their switch, and radius of a terminal, pixels. */
const terminalStyle = { apart: 14, away: 15, radius: 3.4 } as const;
/** Maximum number of switches at which each has its name beside it. */
export const maxNamedSwitches = (width: number) => (width <= narrowWidth ? 9 : 24);
/** With more links than this the lines are half as wide. */
const maxWideLinks = 40;
/** With more links than this no link bends: single links can no longer be distinguished. */
const maxBentLinks = 400;

/**
 * The camera that shows the whole drawing, centered.
 * @param maxScale Maximum scale, as a multiple of the nominal scale.
 */
export function fitCamera(positions: SwitchPositions, width: number, height: number, maxScale = maxScaleEditing): Camera {
  const maxPixelsPerStep = stepPixels * maxScale;
  if (positions.length === 0) return { scale: stepPixels, x: width / 2, y: height / 2 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]);
    right = Math.max(right, positions[i]);
    top = Math.min(top, positions[i + 1]);
    bottom = Math.max(bottom, positions[i + 1]);
  }
  const innerLength = (fullLength: number) => Math.max(20, fullLength - 2 * Math.min(margin, fullLength * 0.15));
  const scale = Math.min(maxPixelsPerStep, innerLength(width) / Math.max(1, right - left), innerLength(height) / Math.max(1, bottom - top));
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale };
}

/** Width and height of switches at a camera's scale, pixels. */
export function switchBoxSize(positions: SwitchPositions, { scale }: Camera, width: number): readonly [width: number, height: number] {
  const [nominalWidth, nominalHeight] = width <= narrowWidth ? switchSize.narrow : switchSize.wide;
  const neighborDistance = typicalDistance(positions);
  // Switches shrink less than the drawing, so that they can still be grabbed.
  const shrink = Math.min(
    1,
    Math.max(0.62, scale / stepPixels),
    neighborDistance === 0 ? 1 : (neighborDistance * scale * 0.62) / nominalWidth,
  );
  return [Math.max(2, nominalWidth * shrink), Math.max(2, nominalHeight * shrink)];
}

/**
 * [N] 1 for nodes that terminals with a link can reach, and for these terminals. The breadth-first search continues through a terminal only
 * if it starts there, or if terminals forward packets.
 */
export const reachableNodes = memoize(({ terminals, switches, present, firstOut, head, forwards }: Network): Uint8Array => {
  const isReached = new Uint8Array(terminals + switches);
  const queue: number[] = [];
  // `present` are the terminals that take part in the traffic; absent if all do.
  for (const terminal of present ?? Array.from({ length: terminals }, (_, terminal) => terminal)) {
    if (firstOut[terminal] === firstOut[terminal + 1]) continue;
    isReached[terminal] = 1;
    queue.push(terminal);
  }
  // A single terminal has no destination, so nothing can run.
  if (queue.length < 2) return new Uint8Array(terminals + switches);
  const sourceCount = queue.length;
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i];
    if (i >= sourceCount && node < terminals && !forwards) continue;
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      if (isReached[head[channel]] === 1) continue;
      isReached[head[channel]] = 1;
      queue.push(head[channel]);
    }
  }
  return isReached;
});

/**
 * Layout of networks that are drawn by hand.
 * @param positionsOf Positions of the switches, steps.
 */
export function manualLayout(positionsOf: (network: Network) => SwitchPositions): StageLayout {
  return {
    fits: () => true,
    place(network, width, height, viewport: Viewport = fullViewport) {
      const positions = positionsOf(network);
      const { scale, x, y } = fitCamera(positions, width, height - bottomMargin, maxScaleShown);
      const viewCamera = { scale: scale * viewport.zoom, x: x * viewport.zoom + viewport.x, y: y * viewport.zoom + viewport.y };
      return placeManually(network, positions, viewCamera, width, height, viewport);
    },
  };
}

/**
 * Builds the scene of a network whose switches were placed by hand. Nodes that no terminal can reach are shown as failed boxes, without
 * lines. Links bend around switches in their way unless there are too many links.
 */
export function placeManually(
  network: Network,
  positions: SwitchPositions,
  camera: Camera,
  width: number,
  height: number,
  viewport: Viewport = fullViewport,
): Scene {
  const { terminals, switches, head } = network;
  const { scale, x, y } = camera;
  const centerOf = (node: number): ScenePoint => [
    positions[2 * (node - terminals)] * scale + x,
    positions[2 * (node - terminals) + 1] * scale + y,
  ];
  const [boxWidth, boxHeight] = switchBoxSize(positions, camera, width);
  const terminalSides = terminalSidesOf(network, centerOf);
  const isReached = reachableNodes(network);
  const bendAround = head.length / 2 <= maxBentLinks ? linkCurves(network, centerOf, boxWidth, boxHeight) : null;
  const linkCount = head.length / 2;
  const scene = buildScene(
    network,
    {
      centerOf,
      boxWidth,
      boxHeight,
      pitch: (boxWidth / 44) * (linkCount > maxWideLinks ? 36 : 70),
      terminalAt: (_, home, i, count) =>
        terminalPortAt(centerOf(home), terminalSides[home - terminals], i, count, boxWidth, boxHeight)?.end ?? null,
      ...(bendAround === null ? {} : { curveOf: bendAround }),
      labels: [],
    },
    width,
    height,
    viewport,
  );
  const isUnconnected = (box: SwitchBox) => box.switches.every((node) => isReached[node] === 0);
  const unconnectedBoxes = scene.boxes.filter(isUnconnected);
  return {
    ...scene,
    boxes: scene.boxes.filter((box) => !isUnconnected(box)),
    failedBoxes: unconnectedBoxes,
    failedOutlines: unconnectedBoxes.map((box) => `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`).join(""),
    boxRadius: Math.min(5, boxWidth / 6),
    dotRadius: boxWidth < 14 ? 0 : Math.min(terminalStyle.radius, boxWidth / 12),
    labels: switches <= maxNamedSwitches(width) ? nameLabels(network, centerOf, terminalSides, isReached, boxWidth, boxHeight) : [],
    strands: scene.strands.filter(({ channels }) => isReached[network.tail[channels[0]]] === 1),
    // The top of the drawing is reserved for hints of the drawing mode.
    packetLegendPosition: { x: 0, y: height - 4 },
    wires: scene.lines.length === 0 ? "" : scene.wires,
    viewportLimits: { width, height, maxZoom: 12, maxHeightZoom: Infinity },
  };
}

/** Sides of a switch: 0 below, 1 above, 2 left, 3 right. */
export type Side = 0 | 1 | 2 | 3;
const sideDirections: readonly ScenePoint[] = [
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
];

/**
 * [S] The side of a switch where its terminals are drawn: the side with the fewest links in its direction. Each link lowers the score of a
 * side by the squared cosine of their angle.
 */
function terminalSidesOf(network: Network, centerOf: (node: number) => ScenePoint): Uint8Array {
  const { terminals, switches, firstOut, head } = network;
  return Uint8Array.from({ length: switches }, (_, switchIndex) => {
    const node = terminals + switchIndex;
    const [x, y] = centerOf(node);
    const freeScore = [0.35, 0.1, 0, 0];
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      if (head[channel] < terminals) continue;
      const [otherX, otherY] = centerOf(head[channel]);
      const length = Math.hypot(otherX - x, otherY - y) || 1;
      const [dx, dy] = [(otherX - x) / length, (otherY - y) / length];
      sideDirections.forEach(([sideX, sideY], side) => (freeScore[side] -= Math.max(0, dx * sideX + dy * sideY) ** 2));
    }
    let side = 0;
    for (let candidate = 1; candidate < 4; candidate++) if (freeScore[candidate] > freeScore[side] + 0.3) side = candidate;
    return side;
  });
}

/**
 * Center, in pixels, of the i-th of `count` terminals that are drawn in a row along one side of a switch box. Null where there is no room.
 * @param side Side of the box, an index of `sideDirections`: 0 below, 1 above, 2 left, 3 right.
 */
export function terminalPortAt(
  [x, y]: ScenePoint,
  side: number,
  i: number,
  count: number,
  boxWidth: number,
  boxHeight: number,
): { readonly end: ScenePoint } | null {
  if (boxWidth < 9) return null;
  const relativeSize = boxWidth / 48;
  const isHorizontalRow = side < 2;
  const availableLength = (isHorizontalRow ? boxWidth : boxHeight) * 1.9;
  const pitch = Math.min(terminalStyle.apart * relativeSize, availableLength / Math.max(1, count));
  if (pitch < 1.5) return null;
  const offset = (i - (count - 1) / 2) * pitch;
  const distance = (isHorizontalRow ? boxHeight : boxWidth) / 2 + terminalStyle.away * Math.max(0.4, relativeSize);
  const [sideX, sideY] = sideDirections[side];
  return { end: isHorizontalRow ? [x + offset, y + sideY * distance] : [x + sideX * distance, y + offset] };
}

/**
 * Returns a function for the curve of a link from switch `tail` to switch `head`: straight, or bent around the nearest switch that is
 * closer than `clearance` pixels to the straight line.
 */
function linkCurves(
  network: Network,
  centerOf: (node: number) => ScenePoint,
  boxWidth: number,
  boxHeight: number,
): (tail: number, head: number) => CubicCurve {
  const { terminals, switches } = network;
  const centers = Array.from({ length: switches }, (_, switchIndex) => centerOf(terminals + switchIndex));
  const clearance = Math.max(boxWidth, boxHeight) * 0.62;
  return (tail, head) => {
    const [tailCenter, headCenter] = [centers[tail - terminals], centers[head - terminals]];
    const [dx, dy] = [headCenter[0] - tailCenter[0], headCenter[1] - tailCenter[1]];
    const length = Math.hypot(dx, dy) || 1;
    // Displacement of the middle of the curve, pixels; its sign is the side of the line.
    let [bend, nearestDistance] = [0, clearance];
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
      if (switchIndex === tail - terminals || switchIndex === head - terminals) continue;
      const [offsetX, offsetY] = [centers[switchIndex][0] - tailCenter[0], centers[switchIndex][1] - tailCenter[1]];
      const distanceAlong = (offsetX * dx + offsetY * dy) / length;
      if (distanceAlong < clearance || distanceAlong > length - clearance) continue;
      // Signed distance from the line, positive at the left of its direction on screen.
      const distanceAcross = (offsetX * dy - offsetY * dx) / length;
      if (Math.abs(distanceAcross) < nearestDistance) {
        nearestDistance = Math.abs(distanceAcross);
        bend = (distanceAcross > 0 ? -1 : 1) * (clearance + boxHeight * 0.5 - Math.abs(distanceAcross) * 0.4);
      }
    }
    if (bend === 0) return straightCurve(...tailCenter, ...headCenter);
    // The middle of a cubic curve is displaced by three quarters of the displacement of its control points.
    const [controlX, controlY] = [((dy / length) * bend * 4) / 3, ((-dx / length) * bend * 4) / 3];
    return [
      tailCenter[0],
      tailCenter[1],
      tailCenter[0] + dx / 3 + controlX,
      tailCenter[1] + dy / 3 + controlY,
      tailCenter[0] + (2 * dx) / 3 + controlX,
      tailCenter[1] + (2 * dy) / 3 + controlY,
      headCenter[0],
      headCenter[1],
    ];
  };
}

/**
 * Labels with the names of switches, on the side of their terminals and beyond them. A label moves to another side of its switch where a
 * box or another label is in the way, and is left out if other labels occupy all four sides. Sides are 0 below, 1 above, 2 left, 3 right.
 */
function nameLabels(
  network: Network,
  centerOf: (node: number) => ScenePoint,
  terminalSides: Uint8Array,
  isReached: Uint8Array,
  boxWidth: number,
  boxHeight: number,
): readonly SceneLabel[] {
  const { terminals, switches } = network;
  const terminalCounts = new Int32Array(switches);
  for (const home of homeSwitches(network)) if (home >= 0) terminalCounts[home - terminals]++;
  // The boxes of all switches first, then the labels that have been placed.
  const occupied = Array.from({ length: switches }, (_, switchIndex): CoveredArea => {
    const [x, y] = centerOf(terminals + switchIndex);
    return [x - boxWidth / 2, x + boxWidth / 2, y - boxHeight / 2, y + boxHeight / 2];
  });
  return Array.from({ length: switches }, (_, switchIndex) => terminals + switchIndex).flatMap((node): readonly SceneLabel[] => {
    const switchIndex = node - terminals;
    const labelOn = (side: number) =>
      switchNameLabel(
        centerOf(node),
        side,
        side === terminalSides[switchIndex] ? terminalCounts[switchIndex] : 0,
        shortenName(switchName(network, node)),
        boxWidth,
        boxHeight,
      );
    const isFree = (side: number) =>
      occupied.every((rectangle, index) => index === switchIndex || !doOverlap(rectangle, coveredArea(labelOn(side))));
    const isReadable = (side: number) => occupied.slice(switches).every((rectangle) => !doOverlap(rectangle, coveredArea(labelOn(side))));
    // The side of the terminals first, then below, above, right and left.
    const sidePreference = [terminalSides[switchIndex], 0, 1, 3, 2];
    const side = sidePreference.find(isFree) ?? sidePreference.find(isReadable) ?? null;
    if (side === null) return [];
    const label = labelOn(side);
    occupied.push(coveredArea(label));
    if (isReached[node] === 1) return [label];
    const step = side === 1 ? -14 : 14;
    return [label, { ...label, y: label.y + step, text: "not connected yet", size: 11, bold: false }];
  });
}

/** A covered rectangle, pixels. */
type CoveredArea = readonly [left: number, right: number, top: number, bottom: number];

/** Estimated rectangle of a label. */
function coveredArea({ x, y, text, anchor, size }: SceneLabel): CoveredArea {
  const width = [...text].length * size * 0.6;
  const left = x - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width);
  return [left, left + width, y - size, y + size * 0.25];
}

const doOverlap = (a: CoveredArea, b: CoveredArea) => a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3];

/** Name of a switch. The only switch of a network also gets a number, because people will draw more switches. */
const switchName = (network: Network, node: number) =>
  network.switches === 1 && network.look?.names.has(node) !== true ? "switch 0" : nameOfNode(network, node);

/** Maximum length of a name beside a switch, characters. */
const maxNameLength = 18;
const shortenName = (name: string) => ([...name].length <= maxNameLength ? name : `${[...name].slice(0, maxNameLength - 1).join("")}…`);

/** Label with the name of a switch on one side, beyond its terminals if `terminalCount` > 0. */
export function switchNameLabel(
  [x, y]: ScenePoint,
  side: number,
  terminalCount: number,
  text: string,
  boxWidth: number,
  boxHeight: number,
): SceneLabel {
  const distance = (side < 2 ? boxHeight : boxWidth) / 2 + (terminalCount > 0 ? (terminalStyle.away + 4) * (boxWidth / 48) : 0);
  const [sideX, sideY] = sideDirections[side];
  const position =
    side < 2
      ? { x, y: y + sideY * (distance + (sideY > 0 ? 14 : 6)), anchor: "middle" as const }
      : { x: x + sideX * (distance + 7), y: y + 4, anchor: sideX > 0 ? ("start" as const) : ("end" as const) };
  return { ...position, text, bold: true, size: 12.5, hasHalo: true };
}
