/** What loads by dimension are drawn from. */
import type { Network } from "../../core/network/network.ts";
import type { ViewData } from "../contract.ts";

/** Whether switches stand in dimensions: lines, rings, or each beside all others. */
export function hasDimensions({ axes }: Pick<Network, "axes">): boolean {
  return axes.length > 0 && axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full");
}

/** Null where switches stand in dimensions and something is known of their loads. */
export function needsDimensions({ network, frame, analysis }: ViewData): string | null {
  if (network !== null && hasDimensions(network) && (frame !== null || analysis !== null)) return null;
  return "Shows the load of links by dimension and direction, in a torus, mesh, hypercube or HyperX.";
}
