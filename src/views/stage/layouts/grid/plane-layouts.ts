/**
 * Tori, and grids of more than two dimensions: planes side by side, each with its coordinates above it. In large grids, each plane is drawn as one box
 * until the reader expands it or there is room for each switch.
 */
import { memoize } from "../../../../core/base/memoize.ts";
import type { Axis, Network } from "../../../../core/network/network.ts";
import { smallSize, strongWeight, textWidth } from "../../../plot/text-width.ts";
import {
  type CubicCurve,
  reversedCurve,
  type Scene,
  type SceneLabel,
  type StageLayout,
  straightCurve,
  type SwitchBox,
} from "../../scene.ts";
import { fullViewport } from "../../viewport.ts";
import { isRectVisible } from "../visibility.ts";
import { arcRise, coordinateDistances, type GridPlan, hasCoordinates, hasWraparound, planGrid, trafficCaption } from "./planes.ts";
import { isExpanded, type SwitchGroups, switchGroupsAlong } from "../../switch-groups.ts";
import { type ChannelDirection, type ClosedPlanes, isGridLayoutFor, placeGrid } from "./grid.ts";

/** Maximum number of switches drawn separately. Grids stay legible longer than other networks, so the limit is higher. */
const maxSeparateSwitches = 8192;

/** Addition to the caption where wraparound links are drawn as stubs. */
const stubCaption = "; a stub continues at the opposite edge";

/** The planes of a large network as switch groups. */
const planesOf = memoize((network: Network): SwitchGroups => switchGroupsAlong(network, [...network.axes.keys()].slice(2)));

const collapsedPlanes: ClosedPlanes = (network, centerOf, width, height, viewport) => {
  const { list, groupOf: groupIndexOf } = planesOf(network);
  const boxes = list.map((group): SwitchBox | undefined => {
    if (isExpanded(group, width, viewport)) return undefined;
    const { name, switches } = group;
    const [[x1, y1], [x2, y2]] = [centerOf(switches[0]), centerOf(switches[switches.length - 1])];
    return { switches, groupName: name, x: x1 - width / 2, y: y1 - height / 2, width: x2 - x1 + width, height: y2 - y1 + height };
  });
  return Array.from(groupIndexOf, (group) => boxes[group]);
};

/** A thin arc between neighboring planes. Wraparound links and links between planes further apart are two stubs. */
function curvesAcrossPlanes(from: SwitchBox, to: SwitchBox, direction: ChannelDirection, pitch: number): readonly CubicCurve[] {
  const side = direction.isUp ? 1 : -1;
  const upperCorner = (box: SwitchBox, which: number): readonly [number, number] => [which > 0 ? box.x + box.width : box.x, box.y];
  const [x1, y1] = upperCorner(from, side);
  const [x2, y2] = upperCorner(to, -side);
  const stubReach = pitch * 0.24;
  const [shiftX, shiftY] = [to.x - from.x, to.y - from.y];
  const areDiagonal = Math.abs(shiftX) > 1 && Math.abs(shiftY) > 1;
  if (direction.isWraparound || areDiagonal)
    return [straightCurve(x1, y1, x1 + side * stubReach, y1 - stubReach), straightCurve(x2 - side * stubReach, y2 - stubReach, x2, y2)];
  const rise = Math.min(arcRise(pitch), Math.hypot(x2 - x1, y2 - y1) / 3);
  if (Math.abs(shiftX) > 1) return [[x1, y1, x1 + side * rise, y1 - rise, x2 - side * rise, y2 - rise, x2, y2]];
  const [top, bottom] = shiftY > 0 ? [from, to] : [to, from];
  const [x, y, bend] = [top.x, top.y + top.height, Math.min(pitch * 0.3, Math.abs(shiftY) / 4)];
  const downwards: CubicCurve = [x, y, x - bend, y + bend, x - bend, bottom.y - bend, x, bottom.y];
  return [shiftY > 0 ? downwards : reversedCurve(downwards)];
}

/** The coordinates of each plane, `Z 1`, above it, between its middle columns; none where there is no room for all of them. */
function planeLabels(axes: readonly Axis[], plan: GridPlan): readonly SceneLabel[] {
  const { pitchX, pitchY } = plan;
  const [columns, , ...further] = axes;
  const positions = further.reduce<readonly (readonly number[])[]>(
    (shorter, { size }) => shorter.flatMap((position) => Array.from({ length: size }, (_, value) => [...position, value])),
    [[]],
  );
  const [, topDistance] = coordinateDistances(axes, pitchX, pitchY);
  if (positions.length < 2) return [];
  const labels = positions.map((position): SceneLabel => {
    const [x, y] = plan.centerOf([Math.floor((columns.size - 1) / 2), 0, ...position]);
    const text = position.map((value, d) => `${further[d].name} ${value}`).join(", ");
    return { x: x + pitchX / 2, y: y - topDistance, anchor: "middle", text, bold: true, size: smallSize };
  });
  return hasCoordinates(pitchX, pitchY) && labels.every(({ text }) => textWidth(text, { weight: strongWeight }) < pitchX - 8) ? labels : [];
}

/** Lays out a grid of planes with their names, and with a caption on stubs. */
function placePlanes(closedPlanes: ClosedPlanes | null, ...args: Parameters<StageLayout["place"]>): Scene {
  const scene = placeGrid({ closedPlanes, curvesAcross: curvesAcrossPlanes }, ...args);
  const [network, width, height, viewport = fullViewport, marginAxes = network.axes] = args;
  const labels = planeLabels(network.axes, planGrid(marginAxes, width, height, viewport));
  const ownLabels = network.axes.some(hasWraparound)
    ? scene.labels.map((label) => (label.text === trafficCaption ? { ...label, text: trafficCaption + stubCaption } : label))
    : scene.labels;
  return { ...scene, labels: [...ownLabels, ...labels.filter(({ x, y }) => isRectVisible(x, y, x, y, scene))] };
}

export const planesLayout: StageLayout = {
  fits: isGridLayoutFor,
  place: (...args) => placePlanes(null, ...args),
};

export const largeGridLayout: StageLayout = {
  fits: (axes) => isGridLayoutFor(axes) && axes.length > 2 && axes.reduce((product, { size }) => product * size, 1) > maxSeparateSwitches,
  groups: planesOf,
  place: (...args) => placePlanes(collapsedPlanes, ...args),
};
