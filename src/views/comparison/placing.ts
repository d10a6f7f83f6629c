/** Networks placed for a comparison, by the stage's own layouts; the stage keeps the placings of its own room. */
import type { Axis, Network } from "../../core/network/network.ts";
import { layouts } from "../stage/layouts/all-layouts.ts";
import { layoutFor } from "../stage/layouts/layouts.ts";
import { withFaults } from "../stage/paint/faults.ts";
import type { Scene } from "../stage/scene.ts";
import { whole } from "../stage/viewport.ts";

/**
 * The network placed in that room, from its upper left corner, with the names of its parts but no sentences; null when no layout fits its axes.
 * @param others Networks that are drawn beside it, in rooms of the same size.
 */
export function placeIn(network: Network, width: number, height: number, others: readonly Network[] = []): Scene | null {
  const layout = layoutFor(network, layouts);
  if (layout === undefined || width < 1 || height < 1) return null;
  const scene = withFaults(layout.place(network, width, height, whole, withSharedWraparound(network, others)), network);
  return { ...scene, words: scene.words.filter(({ bold }) => bold) };
}

/**
 * The axes of a network, as rings where those of another network of the same sizes are rings. Margins computed for them have room
 * for the wraparound links of both networks, so that the switches of a mesh and of a torus are at the same places.
 */
function withSharedWraparound({ axes }: Network, others: readonly Network[]): readonly Axis[] {
  const alike = others.filter((other) => other.axes.length === axes.length && other.axes.every(({ size }, d) => size === axes[d].size));
  return axes.map((axis, d) => alike.find((other) => other.axes[d].kind === "ring")?.axes[d] ?? axis);
}
