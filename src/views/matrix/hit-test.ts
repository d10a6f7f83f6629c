/** Hit test of a matrix: the port or switch under the pointer. */
import type { Network } from "../../core/network/network.ts";
import type { NetworkSelection } from "../contract.ts";
import type { CongestionMatrix, MatrixCell } from "./layout.ts";
import { memberWithMost, type MatrixValues } from "./values.ts";

/** Data of the hit test: a placed matrix with its values. */
export interface MatrixHitTestData {
  readonly matrix: CongestionMatrix;
  readonly values: MatrixValues;
  readonly network: Network;
}

const contains = ({ x, y, width, height }: MatrixCell, px: number, py: number) =>
  px >= x && px < x + width + 1 && py >= y && py < y + height + 1;

/**
 * The cell at a point. A port has priority over the switch that contains it; of several merged ports or switches the one with the highest
 * value is selected.
 */
export function cellAt(
  { matrix, values, network }: MatrixHitTestData,
  x: number,
  y: number,
): { readonly cell: MatrixCell; readonly selected: NetworkSelection } | null {
  const port = matrix.ports.find((cell) => contains(cell, x, y));
  if (port !== undefined) return { cell: port, selected: { is: "channel", channel: memberWithMost(port.members, values.ofChannel) } };
  const switchCell = matrix.switches.find((cell) => contains(cell, x, y));
  if (switchCell === undefined) return null;
  return { cell: switchCell, selected: { is: "switch", node: memberWithMost(switchCell.members, values.ofSwitch, network.terminals) } };
}
