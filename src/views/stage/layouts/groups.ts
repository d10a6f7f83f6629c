/**
 * Dragonflies: groups on an ellipse, the switches of a group close together with their local links, global links as arcs between groups.
 * Groups of two tiers have two rows: leaves face outwards, spines face the other groups.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { fitLayout, type Margins } from "./fit.ts";
import { bentCurve, fannedTerminal, type ScenePoint, buildScene } from "./build-scene.ts";
import type { Scene, StageLayout, SceneLabel } from "../scene.ts";
import { maxSeparateSwitches, type SwitchGroups, switchGroupsAlong } from "../switch-groups.ts";

/** The Dragonfly groups of a large network as switch groups; null in small networks, whose switches are all drawn. */
const dragonflyGroupsOf = memoize((network: Network): SwitchGroups | null =>
  network.switches <= maxSeparateSwitches ? null : switchGroupsAlong(network, [axisOf(network, "group")]),
);

export const groupsLayout: StageLayout = {
  fits: (axes) => axes.some((axis) => axis.kind === "group"),
  groups: dragonflyGroupsOf,
  place,
};

/** Margin for terminals outside the groups, pixels. */
const terminalMargin = 12;
/** Range of the ratio of width to height of the ellipse. */
const ellipse = { narrowest: 0.5, widest: 2.2 } as const;
/** Maximum radius of a group: as a part of the distance to its neighbor, and of the shorter semi-axis of the ellipse. */
const maxOfDistance = 0.34;
const maxOfSemiAxis = 0.56;

function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { terminals, switches } = network;
  const axis = axisOf(network, "group");
  const count = network.axes[axis].size;
  const groupOf = (node: number) => coordinate(network, node, axis);
  /** [S] Index of a switch within its group, and number of switches in each group. */
  const indexInGroup = new Int32Array(switches);
  const groupSizes = new Int32Array(count);
  for (let switchIndex = 0; switchIndex < switches; switchIndex++)
    indexInGroup[switchIndex] = groupSizes[groupOf(terminals + switchIndex)]++;
  const largestGroup = groupSizes.reduce((max, groupSize) => Math.max(max, groupSize), 1);
  const [tier, position] = [axisOf(network, "tier"), axisOf(network, "position")];
  const isTiered = tier >= 0;

  // A step of the layout is the vertical semi-axis of the ellipse, or the radius if there is a single group.
  const aspect = Math.max(ellipse.narrowest, Math.min(ellipse.widest, width / height));
  const startAngle = count === 2 && width > height ? Math.PI : -Math.PI / 2;
  const unitCenters: readonly ScenePoint[] = count === 1 ? [[0, 0]] : pointsOnEllipse(count, aspect, startAngle);
  // The larger the groups, the smaller the ellipse that carries their centers.
  const radiusShare =
    count === 1
      ? 1
      : Math.min(maxOfSemiAxis * Math.min(aspect, 1), (maxOfDistance * 2 * Math.PI * Math.hypot(aspect, 1) * Math.SQRT1_2) / count);
  const [xs, ys] = [unitCenters.map(([x]) => x), unitCenters.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const marginsFor = (step: number): Margins => {
    // Where every group has one switch, its circle is no larger than that of a switch in other networks.
    const margin = Math.min(radiusShare * step, largestGroup === 1 ? 24 : Infinity) + terminalMargin;
    return [margin, margin, margin, margin];
  };
  const extent: ScenePoint = [Math.max(...xs) - left, Math.max(...ys) - top];
  const fit = fitLayout({ extent, maxAspect: [1, 1], marginsFor }, width, height, viewport);
  const radius = radiusShare * fit.step[0];
  const center = fit.toPixels(-left, -top);
  const groupCenters = unitCenters.map(([x, y]) => fit.toPixels(x - left, y - top));
  const outwards = groupCenters.map(([x, y]) => (count === 1 ? Math.PI / (isTiered ? 2 : -2) : Math.atan2(y - center[1], x - center[0])));
  const positionsPerTier = isTiered ? network.axes[position].size : largestGroup;
  const pitch = isTiered
    ? (2 * radius * 0.84) / Math.max(2, positionsPerTier)
    : largestGroup === 1
      ? radius * 2
      : 2 * radius * 0.8 * Math.sin(Math.PI / largestGroup);
  const boxSize = Math.max(1, Math.min(34, pitch * 0.5));
  // Boxes stop growing at a maximum size, but the centers of switches keep moving apart: the circle of a group is enlarged by the zoom.
  const boxSizeAtFullView = Math.max(1, Math.min(34, (pitch / viewport.zoom) * 0.5));
  const circleRadius = largestGroup === 1 ? 0 : Math.max(1, radius / viewport.zoom - boxSizeAtFullView * 0.6) * viewport.zoom;
  /** Direction that a switch faces, radians: the side of its terminals. */
  const angleOf = (node: number) =>
    outwards[groupOf(node)] +
    (isTiered || largestGroup === 1 ? 0 : (Math.PI * (2 * indexInGroup[node - terminals] + 1)) / groupSizes[groupOf(node)]);
  const centerOf = (node: number): ScenePoint => {
    const [x, y] = groupCenters[groupOf(node)];
    const [cos, sin] = [Math.cos(angleOf(node)), Math.sin(angleOf(node))];
    if (!isTiered) return [x + circleRadius * cos, y + circleRadius * sin];
    const depth = circleRadius * (count === 1 ? 0.9 : 0.55);
    const outwardShift = coordinate(network, node, tier) === 0 ? depth : -depth;
    const sidewaysShift = (coordinate(network, node, position) - (positionsPerTier - 1) / 2) * pitch;
    return [x + outwardShift * cos - sidewaysShift * sin, y + outwardShift * sin + sidewaysShift * cos];
  };
  const terminalDistance = boxSize * 0.62 + Math.min(11, pitch * 0.2);
  return buildScene(
    network,
    {
      centerOf,
      boxWidth: boxSize,
      boxHeight: boxSize * 0.8,
      pitch: Math.min(pitch, 60) * 0.8,
      terminalAt: (_, home, i, count) => {
        const angle = angleOf(home);
        return pitch < 12 ? null : fannedTerminal(centerOf(home), [Math.cos(angle), Math.sin(angle)], terminalDistance, i, count);
      },
      curveOf: (tail, head) => {
        const [tailCenter, headCenter] = [centerOf(tail), centerOf(head)];
        // Arcs between neighboring groups are nearly straight, those between opposite groups pass near the center.
        const bend =
          groupOf(tail) === groupOf(head)
            ? 0
            : Math.hypot(tailCenter[0] - headCenter[0], tailCenter[1] - headCenter[1]) / (4.4 * (aspect * fit.step[0] + radius));
        return bentCurve(tailCenter, headCenter, center, Math.min(0.45, bend));
      },
      groups: dragonflyGroupsOf(network),
      labels: largestGroup > 1 && radius > 26 && count > 1 ? groupLabels(groupCenters, outwards, circleRadius) : [],
    },
    width,
    height,
    viewport,
  );
}

/** Points at equal arc lengths along an ellipse with half width `halfWidth` and half height 1. */
function pointsOnEllipse(count: number, halfWidth: number, startAngle: number): readonly ScenePoint[] {
  const sampleCount = Math.max(720, count * 8);
  const point = (i: number): ScenePoint => {
    const angle = startAngle + (2 * Math.PI * i) / sampleCount;
    return [halfWidth * Math.cos(angle), Math.sin(angle)];
  };
  const arcLengths = [0];
  for (let i = 1; i <= sampleCount; i++) {
    const [[ax, ay], [bx, by]] = [point(i - 1), point(i)];
    arcLengths.push(arcLengths[i - 1] + Math.hypot(bx - ax, by - ay));
  }
  const points: ScenePoint[] = [];
  for (let i = 0; points.length < count && i <= sampleCount; i++) {
    if (arcLengths[i] >= (arcLengths[sampleCount] * points.length) / count - 1e-9) points.push(point(i));
  }
  return points;
}

/** The number of each group, outside it. */
function groupLabels(centers: readonly ScenePoint[], outwards: readonly number[], radius: number): readonly SceneLabel[] {
  return centers.map(([x, y], i) => ({
    x: x + Math.cos(outwards[i]) * (radius + 6),
    y: y + Math.sin(outwards[i]) * (radius + 6) + 4,
    text: String(i),
    anchor: "middle",
    bold: false,
    size: 11,
  }));
}
