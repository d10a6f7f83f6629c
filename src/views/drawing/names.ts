/**
 * Names of nodes of a drawing. The names are those used everywhere, except that the only switch of a drawing is named by its number,
 * because more switches will follow.
 */
import { type LinkEnd, isTerminalEnd, nameOfSwitch, terminalOfEnd } from "../../core/network/drawing/drawing.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { DrawingDraft } from "./contract.ts";

export function switchName({ network, drawing }: Pick<DrawingDraft, "network" | "drawing">, s: number): string {
  return network.switches === 1 ? nameOfSwitch(drawing.switches[s]) : nameOfNode(network, network.terminals + s);
}

/** Name of either end of a link. */
export function nameOfEnd(draft: Pick<DrawingDraft, "network" | "drawing">, end: LinkEnd): string {
  return isTerminalEnd(end) ? nameOfNode(draft.network, terminalOfEnd(end)) : switchName(draft, end);
}
