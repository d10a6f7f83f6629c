/** Builds the visible part of the scene of a network whose switches have been placed. Both channels of a link are drawn side by side. */
import type { Network } from "../../../core/network/network.ts";
import { type LinkBundle, BundleMap } from "./bundles.ts";
import {
  offsetCurve,
  reversedCurve,
  type SwitchBox,
  type CubicCurve,
  type Line,
  pointOnCurve,
  type Scene,
  straightCurve,
  type SceneLabel,
} from "../scene.ts";
import { homeSwitches } from "../home-switches.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { terminalLinkOffset, parallelLinksOf } from "./parallel-links.ts";
import { lineFields, freeStrands } from "./merge-lines.ts";
import { packetLegendIn } from "./fit.ts";
import { isCurveVisible, isRectVisible } from "./visibility.ts";
import { isExpanded, type SwitchGroups } from "../switch-groups.ts";

/** A point of the drawing, pixels. */
export type ScenePoint = readonly [number, number];

/** Positions and sizes that a layout has computed. */
export interface SwitchPlacement {
  /** Center of a switch. */
  readonly centerOf: (node: number) => ScenePoint;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** Distance of neighbors, pixels; line widths are derived from it. */
  readonly pitch: number;
  /** Center of a terminal, the i-th of `count` on its switch; null where it does not fit. */
  readonly terminalAt: (terminal: number, home: number, i: number, count: number) => ScenePoint | null;
  /** Curve of a link from the center of one switch to that of another. Default: straight. */
  readonly curveOf?: (tail: number, head: number) => CubicCurve;
  /** Channels that are drawn thinner. */
  readonly isLight?: (channel: number) => boolean;
  readonly labels: readonly SceneLabel[];
  /** Switches that share one box while their group is collapsed. */
  readonly groups?: SwitchGroups | null;
}

/** Boxes smaller than this are merged: one box for each square of this size, pixels. */
const minBoxSize = 3;

/** With more groups than this the links of groups are no wider than others. */
const maxWideGroups = 48;
/** Maximum zoom: neighbors are this far apart, pixels. */
const maxPitch = 110;

/**
 * Builds the scene (positions in pixels of all that is drawn) of the part of a network that is visible through a viewport. `placement`
 * contains the positions of switches and terminals that a layout has chosen. Both channels of a link are drawn side by side, `halfGap`
 * pixels to the left and right of the line between the centers of the switches.
 */
export function buildScene(
  network: Network,
  placement: SwitchPlacement,
  width: number,
  height: number,
  viewport: Viewport = fullViewport,
): Scene {
  const { boxWidth, pitch } = placement;
  const halfGap = Math.max(0.25, Math.min(2.1, pitch * 0.03));
  const drawingSize = { width, height };
  const { boxes, boxOf } = placeBoxes(network, placement, viewport, drawingSize);
  const { lines, centerLines, dots } = drawLinks(network, placement, boxOf, halfGap, drawingSize);
  return {
    width,
    height,
    ...lineFields(lines, centerLines, halfGap),
    strands: freeStrands(lines),
    boxes,
    boxRadius: Math.min(5, boxWidth / 6),
    failedOutlines: "",
    axis: null,
    dots,
    labels: viewport.zoom > 1 ? [] : placement.labels,
    ...packetLegendIn(width, height),
    viewportLimits: { width, height, maxZoom: Math.max(4, (maxPitch * viewport.zoom) / pitch), maxHeightZoom: Infinity },
  };
}

/**
 * Assigns each switch to a box: the box of its collapsed group, or its own box. Where boxes would be smaller than `minBoxSize` pixels, all
 * switches in a square of that size share one box. Returns the visible boxes, and the box of each node.
 */
function placeBoxes(
  network: Network,
  { centerOf, boxWidth, boxHeight, groups }: SwitchPlacement,
  viewport: Viewport,
  drawingSize: { readonly width: number; readonly height: number },
) {
  const isMerged = Math.min(boxWidth, boxHeight) < minBoxSize;
  const [width, height] = isMerged ? [minBoxSize, minBoxSize] : [boxWidth, boxHeight];
  const boxByKey = new Map<number, SwitchBox & { readonly switches: number[] }>();
  /** Box of each node. An array, because it is read for both ends of every channel. */
  const boxOf: (SwitchBox | undefined)[] = Array.from({ length: network.terminals + network.switches });
  const collapsedOf = collapsedBoxes(network, groups ?? null, centerOf, boxWidth, boxHeight, viewport);
  for (let node = network.terminals; node < network.terminals + network.switches; node++) {
    const collapsedBox = collapsedOf?.[node - network.terminals];
    if (collapsedBox !== undefined) {
      boxOf[node] = collapsedBox;
      continue;
    }
    const [x, y] = centerOf(node);
    // Row and column, in one number, of the square that contains the switch.
    const key = isMerged ? Math.floor(y / minBoxSize) * 65_536 + Math.floor(x / minBoxSize) : node;
    const mergedBox = boxByKey.get(key);
    if (mergedBox !== undefined) mergedBox.switches.push(node);
    const box = mergedBox ?? { switches: [node], x: x - width / 2, y: y - height / 2, width, height };
    boxByKey.set(key, box);
    boxOf[node] = box;
  }
  const boxes = [...new Set(collapsedOf?.filter((box) => box !== undefined)), ...boxByKey.values()];
  return { boxes: boxes.filter(({ x, y, width, height }) => isRectVisible(x, y, x + width, y + height, drawingSize)), boxOf };
}

/** [S] The box of the group of a switch if the group is collapsed, otherwise undefined. Null if the layout has no groups. */
function collapsedBoxes(
  { switches }: Network,
  groups: SwitchGroups | null,
  centerOf: SwitchPlacement["centerOf"],
  boxWidth: number,
  boxHeight: number,
  viewport: Viewport,
): readonly (SwitchBox | undefined)[] | null {
  if (groups === null) return null;
  const boxes = groups.list.map((group): SwitchBox | undefined => {
    if (isExpanded(group, boxWidth, viewport)) return undefined;
    const [xs, ys] = [0, 1].map((d) => group.switches.map((node) => centerOf(node)[d]));
    const [x, y] = [Math.min(...xs) - boxWidth / 2, Math.min(...ys) - boxHeight / 2];
    const [width, height] = [Math.max(...xs) + boxWidth / 2 - x, Math.max(...ys) + boxHeight / 2 - y];
    return { switches: group.switches, groupName: group.name, x, y, width, height };
  });
  return Array.from({ length: switches }, (_, switchIndex) => boxes[groups.groupOf[switchIndex]]);
}

/** Both channels of every link as lines side by side, and terminals as dots. */
function drawLinks(
  network: Network,
  placement: SwitchPlacement,
  boxOf: readonly (SwitchBox | undefined)[],
  halfGap: number,
  drawingSize: { readonly width: number; readonly height: number },
) {
  const { terminals, tail, head, reverse } = network;
  const { centerOf, curveOf, isLight, groups } = placement;
  const lines: Line[] = [];
  const dots: { x: number; y: number; terminal: number }[] = [];
  const centerLines: CubicCurve[] = [];
  const addLink = (channel: number, curve: CubicCurve, bundle?: LinkBundle) => {
    if (!isCurveVisible(curve, drawingSize)) return;
    const isThin = isLight?.(channel) ?? false;
    const halfDistance = bundle === undefined ? halfGap : Math.max(halfGap, 1);
    const isWide = bundle !== undefined && (groups?.list.length ?? 0) <= maxWideGroups;
    lines.push(
      { channels: bundle?.out ?? [channel], curve: offsetCurve(curve, halfDistance), isThin, isWide },
      {
        channels: bundle?.back ?? [reverse[channel]],
        curve: offsetCurve(reversedCurve(curve), halfDistance),
        isThin,
        isWide,
      },
    );
    centerLines.push(curve);
  };

  const terminalCounts = new Map<number, number>();
  const homes = homeSwitches(network);
  for (const home of homes) terminalCounts.set(home, (terminalCounts.get(home) ?? 0) + 1);
  const placedCounts = new Map<number, number>();
  const terminalCenters = new Map<number, ScenePoint>();
  for (let terminal = 0; terminal < terminals; terminal++) {
    const home = homes[terminal];
    const i = placedCounts.get(home) ?? 0;
    placedCounts.set(home, i + 1);
    if (network.firstOut[terminal] === network.firstOut[terminal + 1] || boxOf[home]?.groupName !== undefined) continue;
    const point = home < 0 ? null : placement.terminalAt(terminal, home, i, terminalCounts.get(home) as number);
    if (point === null) continue;
    terminalCenters.set(terminal, point);
    if (isRectVisible(point[0], point[1], point[0], point[1], drawingSize)) dots.push({ x: point[0], y: point[1], terminal });
  }
  for (const [terminal, point] of terminalCenters) {
    for (let channel = network.firstOut[terminal]; channel < network.firstOut[terminal + 1]; channel++) {
      // The loop meets a link between two terminals from both ends; it is drawn from one.
      const linkEnd =
        head[channel] >= terminals ? centerOf(head[channel]) : channel < reverse[channel] ? terminalCenters.get(head[channel]) : undefined;
      if (linkEnd === undefined) continue;
      const halfDistance = terminalLinkOffset(parallelLinksOf(network)(channel), halfGap);
      addLink(channel, curveOutside(offsetCurve(straightCurve(...point, ...linkEnd), halfDistance), undefined, boxOf[head[channel]]));
    }
  }

  const centerCurve = (channel: number) =>
    curveOf?.(tail[channel], head[channel]) ?? straightCurve(...centerOf(tail[channel]), ...centerOf(head[channel]));
  const bundles = new BundleMap();
  for (let channel = 0; channel < head.length; channel++) {
    if (channel > reverse[channel] || tail[channel] < terminals || head[channel] < terminals) continue;
    const tailBox = boxOf[tail[channel]];
    const headBox = boxOf[head[channel]];
    if (tailBox === undefined || headBox === undefined || tailBox === headBox) continue;
    if (tailBox.groupName !== undefined || headBox.groupName !== undefined) {
      const knownBundle = bundles.between(tailBox, headBox);
      if (knownBundle !== undefined) {
        (knownBundle.from === tailBox ? knownBundle.out : knownBundle.back).push(channel);
        (knownBundle.from === tailBox ? knownBundle.back : knownBundle.out).push(reverse[channel]);
        continue;
      }
      const bundle = bundles.add(tailBox, headBox, channel, reverse[channel]);
      addLink(channel, curveOutside(centerCurve(channel), tailBox, headBox), bundle);
      continue;
    }
    const fullCurve = centerCurve(channel);
    if (!isCurveVisible(fullCurve, drawingSize)) continue;
    const { i, count } = parallelLinksOf(network)(channel);
    addLink(channel, curveOutside(count === 1 ? fullCurve : offsetCurve(fullCurve, (i - (count - 1) / 2) * halfGap * 4), tailBox, headBox));
  }
  return { lines, centerLines, dots };
}

/** Whether a curve is a straight line with equally spaced control points. */
function isStraight([x1, y1, ax, ay, bx, by, x2, y2]: CubicCurve): boolean {
  const isThird = (from: number, a: number, b: number, to: number) =>
    Math.abs(3 * (a - from) - (to - from)) < 0.01 && Math.abs(3 * (to - b) - (to - from)) < 0.01;
  return isThird(x1, ax, bx, x2) && isThird(y1, ay, by, y2);
}

/** Parameter, 0 to 1, at which the line from the first point to the second leaves a box; 0 where it does not start in the box. */
function exitParameter(box: SwitchBox | undefined, x1: number, y1: number, x2: number, y2: number): number {
  if (box === undefined || x1 <= box.x || x1 >= box.x + box.width || y1 <= box.y || y1 >= box.y + box.height) return 0;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const exitX = dx > 0 ? (box.x + box.width - x1) / dx : dx < 0 ? (box.x - x1) / dx : Infinity;
  const exitY = dy > 0 ? (box.y + box.height - y1) / dy : dy < 0 ? (box.y - y1) / dy : Infinity;
  return Math.min(exitX, exitY);
}

/**
 * Cuts off the parts of a curve that lie in the boxes at its two ends; returns the whole curve if nothing would be left. Positions on a
 * curve are parameters from 0 to 1. On a bent curve, samples from both ends find where it leaves the box approximately, then bisection.
 */
function curveOutside(curve: CubicCurve, tailBox: SwitchBox | undefined, headBox: SwitchBox | undefined): CubicCurve {
  if (isStraight(curve)) {
    const [x1, y1, , , , , x2, y2] = curve;
    const [startPart, endPart] = [exitParameter(tailBox, x1, y1, x2, y2), exitParameter(headBox, x2, y2, x1, y1)];
    const pointAtParameter = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t] as const;
    return startPart + endPart >= 1 || startPart + endPart === 0
      ? curve
      : straightCurve(...pointAtParameter(startPart), ...pointAtParameter(1 - endPart));
  }
  const sampleCount = 40;
  const isInside = (box: SwitchBox | undefined, t: number) => {
    if (box === undefined) return false;
    const [x, y] = pointOnCurve(curve, t);
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  };
  /** Bisects the parameter at which the curve crosses the border of a box. */
  const borderParameter = (box: SwitchBox | undefined, insideParameter: number, outsideParameter: number) => {
    for (let i = 0; i < 9; i++) {
      const middle = (insideParameter + outsideParameter) / 2;
      if (isInside(box, middle)) insideParameter = middle;
      else outsideParameter = middle;
    }
    return outsideParameter;
  };
  let [firstOutside, lastOutside] = [0, sampleCount];
  while (firstOutside < sampleCount && isInside(tailBox, firstOutside / sampleCount)) firstOutside++;
  while (lastOutside > 0 && isInside(headBox, lastOutside / sampleCount)) lastOutside--;
  if (firstOutside >= lastOutside) return curve;
  const start = firstOutside === 0 ? 0 : borderParameter(tailBox, (firstOutside - 1) / sampleCount, firstOutside / sampleCount);
  const end = lastOutside === sampleCount ? 1 : borderParameter(headBox, (lastOutside + 1) / sampleCount, lastOutside / sampleCount);
  return start === 0 && end === 1 ? curve : subCurve(curve, start, end);
}

/** The part of a curve between two parameters. */
function subCurve(curve: CubicCurve, start: number, end: number): CubicCurve {
  const blossom = (d: 0 | 1, a: number, b: number, c: number) => {
    const mix = (p: number, q: number, t: number) => p + (q - p) * t;
    const [p, q, r, s] = [curve[d], curve[2 + d], curve[4 + d], curve[6 + d]];
    const [pq, qr, rs] = [mix(p, q, a), mix(q, r, a), mix(r, s, a)];
    return mix(mix(pq, qr, b), mix(qr, rs, b), c);
  };
  const controlPoint = (a: number, b: number, c: number): ScenePoint => [blossom(0, a, b, c), blossom(1, a, b, c)];
  return [
    ...controlPoint(start, start, start),
    ...controlPoint(start, start, end),
    ...controlPoint(start, end, end),
    ...controlPoint(end, end, end),
  ] as unknown as CubicCurve;
}

/** Position of the i-th terminal of a switch, spread around a direction; null where terminals would overlap. */
export function fannedTerminal([x, y]: ScenePoint, [dx, dy]: ScenePoint, distance: number, i: number, count: number): ScenePoint | null {
  const angleStep = Math.min(0.5, 2.2 / Math.max(1, count - 1));
  if (angleStep * distance < 6 && count > 1) return null;
  const angle = Math.atan2(dy, dx) + (i - (count - 1) / 2) * angleStep;
  return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
}

/** A curve between two points, bent towards a third one. `pull` is 0 for a straight line and 1 for a curve that touches the third point. */
export function bentCurve([ax, ay]: ScenePoint, [bx, by]: ScenePoint, [x, y]: ScenePoint, pull: number): CubicCurve {
  const control = (px: number, py: number, qx: number, qy: number): ScenePoint => [
    (px * 2 + qx) / 3 + (x - px) * pull,
    (py * 2 + qy) / 3 + (y - py) * pull,
  ];
  return [ax, ay, ...control(ax, ay, bx, by), ...control(bx, by, ax, ay), bx, by];
}
