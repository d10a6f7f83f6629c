/**
 * Names of nodes of a drawing. They are the names used everywhere, except that a single switch has its number, because more will follow.
 */
import { type End, isTerminal, nameOfSwitch, terminalOf } from "../../core/network/drawing/drawing.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { Draft } from "./contract.ts";

export function nameOn({ network, drawing }: Pick<Draft, "network" | "drawing">, s: number): string {
  return network.switches === 1 ? nameOfSwitch(drawing.switches[s]) : nameOfNode(network, network.terminals + s);
}

/** Name of either end of a link. */
export function nameOfEnd(draft: Pick<Draft, "network" | "drawing">, end: End): string {
  return isTerminal(end) ? nameOfNode(draft.network, terminalOf(end)) : nameOn(draft, end);
}
