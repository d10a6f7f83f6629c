/** What nodes of a drawing are called on the page: as everywhere else; an only switch by its number, since others are to come. */
import { type End, isTerminal, nameOfSwitch, terminalOf } from "../../core/network/drawing/drawing.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { Draft } from "./contract.ts";

export function nameOn({ network, drawing }: Pick<Draft, "network" | "drawing">, s: number): string {
  return network.switches === 1 ? nameOfSwitch(drawing.switches[s]) : nameOfNode(network, network.terminals + s);
}

/** The name of either end of a link. */
export function nameOfEnd(draft: Pick<Draft, "network" | "drawing">, end: End): string {
  return isTerminal(end) ? nameOfNode(draft.network, terminalOf(end)) : nameOn(draft, end);
}
