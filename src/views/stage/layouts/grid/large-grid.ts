/** Large grids: each plane is drawn as one box until the reader expands it or there is room for each switch. */
import { once } from "../../../../core/base/once.ts";
import type { Network } from "../../../../core/network/network.ts";
import type { Box, StageLayout } from "../../scene.ts";
import { isOpen, type Units, unitsAlong } from "../../units.ts";
import { type ClosedPlanes, isGrid, placeGrid } from "./grid.ts";

/** Maximum number of switches drawn separately. Grids stay legible longer than other networks, so the limit is higher. */
const mostInPlanes = 8192;

/** The planes of a large network as switch groups. */
const unitsOf = once((network: Network): Units => unitsAlong(network, [...network.axes.keys()].slice(2)));

const closedPlanes: ClosedPlanes = (network, at, width, height, viewport) => {
  const { list, of } = unitsOf(network);
  const boxes = list.map((unit): Box | undefined => {
    if (isOpen(unit, width, viewport)) return undefined;
    const { name, switches } = unit;
    const [[x1, y1], [x2, y2]] = [at(switches[0]), at(switches[switches.length - 1])];
    return { switches, unit: name, x: x1 - width / 2, y: y1 - height / 2, width: x2 - x1 + width, height: y2 - y1 + height };
  });
  return Array.from(of, (unit) => boxes[unit]);
};

export const largeGrid: StageLayout = {
  fits: (axes) => isGrid(axes) && axes.length > 2 && axes.reduce((product, { size }) => product * size, 1) > mostInPlanes,
  units: unitsOf,
  place: (...room) => placeGrid(closedPlanes, ...room),
};
