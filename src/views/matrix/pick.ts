/** Hit test of a matrix: the port or switch under the pointer. */
import type { Network } from "../../core/network/network.ts";
import type { Selected } from "../contract.ts";
import type { Matrix, Part } from "./place.ts";
import { mostOf, type Values } from "./values.ts";

/** Data of the hit test: a placed matrix with its values. */
export interface Target {
  readonly matrix: Matrix;
  readonly values: Values;
  readonly network: Network;
}

const contains = ({ x, y, width, height }: Part, px: number, py: number) => px >= x && px < x + width + 1 && py >= y && py < y + height + 1;

/**
 * The cell at a point. A port has priority over the switch that contains it; of several merged ports or switches the one with the highest
 * value is selected.
 */
export function partAt(
  { matrix, values, network }: Target,
  x: number,
  y: number,
): { readonly part: Part; readonly selected: Selected } | null {
  const port = matrix.ports.find((part) => contains(part, x, y));
  if (port !== undefined) return { part: port, selected: { is: "channel", channel: mostOf(port.of, values.ofChannel) } };
  const box = matrix.switches.find((part) => contains(part, x, y));
  if (box === undefined) return null;
  return { part: box, selected: { is: "switch", node: mostOf(box.of, values.ofSwitch, network.terminals) } };
}
