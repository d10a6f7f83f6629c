/** Places networks for a comparison with the layouts of the stage. The stage's own cache keeps only placements of its own size. */
import type { Axis, Network } from "../../core/network/network.ts";
import { lazyLayouts } from "../stage/layouts/all-layouts.ts";
import { layoutFor } from "../stage/layouts/layouts.ts";
import { sceneWithFaults } from "../stage/paint/faults.ts";
import type { Scene } from "../stage/scene.ts";
import { fullViewport } from "../stage/viewport.ts";

/**
 * Places a network in an area, from its upper left corner, with the labels of its parts but without sentences; null if no layout fits its
 * axes.
 * @param others Networks that are drawn beside it, in areas of the same size.
 */
export function placeNetwork(network: Network, width: number, height: number, others: readonly Network[] = []): Scene | null {
  const layout = layoutFor(network, lazyLayouts);
  if (layout === undefined || width < 1 || height < 1) return null;
  const scene = sceneWithFaults(layout.place(network, width, height, fullViewport, withSharedWraparound(network, others)), network);
  return { ...scene, labels: scene.labels.filter(({ bold }) => bold) };
}

/**
 * Axes of a network, with lines replaced by rings where another network of the same sizes has rings. Margins computed from them leave room
 * for the wraparound links of both, so that the switches of a mesh and of a torus are at the same positions.
 */
function withSharedWraparound({ axes }: Network, others: readonly Network[]): readonly Axis[] {
  const sameSizes = others.filter((other) => other.axes.length === axes.length && other.axes.every(({ size }, d) => size === axes[d].size));
  return axes.map((axis, d) => sameSizes.find((other) => other.axes[d].kind === "ring")?.axes[d] ?? axis);
}
