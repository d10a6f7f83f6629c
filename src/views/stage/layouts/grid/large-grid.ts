/** Large grids: each plane is drawn as one box until the reader expands it or there is room for each switch. */
import { memoize } from "../../../../core/base/memoize.ts";
import type { Network } from "../../../../core/network/network.ts";
import type { SwitchBox, StageLayout } from "../../scene.ts";
import { isExpanded, type SwitchGroups, switchGroupsAlong } from "../../switch-groups.ts";
import { type ClosedPlanes, isGridLayoutFor, placeGrid } from "./grid.ts";

/** Maximum number of switches drawn separately. Grids stay legible longer than other networks, so the limit is higher. */
const maxSeparateSwitches = 8192;

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

export const largeGridLayout: StageLayout = {
  fits: (axes) => isGridLayoutFor(axes) && axes.length > 2 && axes.reduce((product, { size }) => product * size, 1) > maxSeparateSwitches,
  groups: planesOf,
  place: (...args) => placeGrid(collapsedPlanes, ...args),
};
