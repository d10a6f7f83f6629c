/** Empty message of the view of loads by dimension, in a separate file because it is needed before the view is loaded. */
import type { Network } from "../../core/network/network.ts";
import type { ViewData } from "../contract.ts";

/** Whether all axes are dimensions: lines, rings, or fully connected. */
export function hasDimensions({ axes }: Pick<Network, "axes">): boolean {
  return axes.length > 0 && axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full");
}

/** null if the network has dimensions and its loads are known, measured or by analysis. */
export function dimensionsEmptyMessage({ network, frame, analysis }: ViewData): string | null {
  if (network !== null && hasDimensions(network) && (frame !== null || analysis !== null)) return null;
  return "Shows the load of links by dimension and direction, in a torus, mesh, hypercube or HyperX.";
}
