/** What a switch of a drawing is called on the page: as everywhere else; the only one by its number, since others are to come. */
import { nameOfSwitch } from "../../core/network/drawing/drawing.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { Draft } from "./contract.ts";

export function nameOn({ network, drawing }: Pick<Draft, "network" | "drawing">, s: number): string {
  return network.switches === 1 ? nameOfSwitch(drawing.switches[s]) : nameOfNode(network, network.terminals + s);
}
