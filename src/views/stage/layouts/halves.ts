/**
 * Slim Fly: two halves face each other, above and below or side by side. Each group is a circle of switches with its local links as chords:
 * for q = 5 pentagons and pentagrams. All other links lead from half to half.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { labelMargins } from "./fit.ts";
import { fannedTerminal, type ScenePoint, buildScene } from "./build-scene.ts";
import type { CubicCurve, Scene, StageLayout, SceneLabel } from "../scene.ts";
import { maxSeparateSwitches, type SwitchGroups, switchGroupsAlong } from "../switch-groups.ts";

/** The groups of a large network as switch groups; null in small networks. */
const slimFlyGroupsOf = memoize((network: Network): SwitchGroups | null =>
  network.switches <= maxSeparateSwitches ? null : switchGroupsAlong(network, [0, 1]),
);

export const halvesLayout: StageLayout = {
  fits: (axes) => axes.map(({ kind }) => kind).join(" ") === "part part position",
  groups: slimFlyGroupsOf,
  place,
};

/** Margin beside the groups, margin for group numbers and terminals, and margin for a line of text in the corner, pixels. */
const [sideMargin, numberMargin, cornerMargin] = [34, 26, 10];
/** Position of the control points of a link between the halves, as a part of its extent from half to half. */
const straightPart = 0.34;

/** Lays out two rows or columns of groups. */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { axes } = network;
  const [groupCount, groupSize] = [axes[1].size, axes[2].size];
  const isWide = width >= height;
  const [lengthAlong, lengthAcross] = isWide ? [width, height] : [height, width];
  const { zoom } = viewport;
  const step = (lengthAlong - sideMargin) / groupCount;
  const radius = Math.max(2, Math.min(step * 0.4, lengthAcross * 0.17)) * zoom;
  /** Converts a position along the halves and across them, from the center, to pixels. */
  const toPixels = (a: number, b: number): ScenePoint =>
    isWide
      ? [width * 0.5 * zoom + a + viewport.x, height * 0.5 * zoom + b + viewport.y]
      : [width * 0.5 * zoom + b + viewport.x, height * 0.5 * zoom + a + viewport.y];
  const isSameHalf = (a: number, b: number) => coordinate(network, a, 0) === coordinate(network, b, 0);
  const sideOf = (node: number) => (coordinate(network, node, 0) === 0 ? -1 : 1);
  const pitch = 2 * radius * 0.86 * Math.sin(Math.PI / groupSize);
  const boxSize = Math.max(1, Math.min(30, pitch * 0.5));
  const terminalDistance = boxSize * 0.62 + Math.min(11, pitch * 0.2);
  // If one half lies above the other, the legend of moving dots is in a corner of one half.
  const labeledHalf = labelMargins(width, height).foot > 0 ? 1 : 0;
  const rowPosition = (half: number) =>
    (half === 0 ? -1 : 1) *
    ((lengthAcross / 2 - numberMargin - (isWide && half === labeledHalf ? cornerMargin : 0)) * zoom - radius - terminalDistance);
  const groupCenter = (half: number, group: number): ScenePoint =>
    toPixels((group - (groupCount - 1) / 2) * step * zoom, rowPosition(half));
  const outwards = (side: number) => (isWide ? (side * Math.PI) / 2 : side < 0 ? Math.PI : 0);
  // The first switch of a group is the outermost. Both halves have the same direction of rotation.
  const angleOf = (node: number) => outwards(sideOf(node)) + (2 * Math.PI * coordinate(network, node, 2)) / groupSize;
  const circleRadius = Math.max(1, radius - boxSize * 0.6);
  const centerOf = (node: number): ScenePoint => {
    const [x, y] = groupCenter(coordinate(network, node, 0), coordinate(network, node, 1));
    return [x + circleRadius * Math.cos(angleOf(node)), y + circleRadius * Math.sin(angleOf(node))];
  };
  return buildScene(
    network,
    {
      centerOf,
      boxWidth: boxSize,
      boxHeight: boxSize * 0.8,
      pitch: Math.min(pitch, 60) * 0.8,
      terminalAt: (_, home, i, count) =>
        pitch < 12 ? null : fannedTerminal(centerOf(home), [Math.cos(angleOf(home)), Math.sin(angleOf(home))], terminalDistance, i, count),
      curveOf: (tail, head) => linkCurve(centerOf(tail), centerOf(head), isSameHalf(tail, head), isWide),
      isLight: (channel) => !isSameHalf(network.tail[channel], network.head[channel]),
      groups: slimFlyGroupsOf(network),
      labels: radius > 9 ? groupLabels() : [],
    },
    width,
    height,
    viewport,
  );

  /** The number of each group, outside it. */
  function groupLabels(): readonly SceneLabel[] {
    return [0, 1].flatMap((half) =>
      Array.from({ length: groupCount }, (_, group): SceneLabel => {
        const angle = outwards(half === 0 ? -1 : 1);
        const [x, y] = groupCenter(half, group);
        const distance = radius + terminalDistance + 9;
        return {
          x: x + Math.cos(angle) * distance,
          y: y + Math.sin(angle) * distance + 4,
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
 * The curve of a link. A link within a group is straight. A link to the other half leaves and arrives in the direction from half to half,
 * so that the links of one switch stay visually together.
 */
function linkCurve([ax, ay]: ScenePoint, [bx, by]: ScenePoint, isSameHalf: boolean, isWide: boolean): CubicCurve {
  const [dx, dy] = [bx - ax, by - ay];
  if (isSameHalf) return [ax, ay, ax + dx / 3, ay + dy / 3, bx - dx / 3, by - dy / 3, bx, by];
  return isWide
    ? [ax, ay, ax + dx * 0.12, ay + dy * straightPart, bx - dx * 0.12, by - dy * straightPart, bx, by]
    : [ax, ay, ax + dx * straightPart, ay + dy * 0.12, bx - dx * straightPart, by - dy * 0.12, bx, by];
}
