/** Networks placed for a comparison, by the stage's own layouts; the stage keeps the placings of its own room. */
import type { Network } from "../../core/network/network.ts";
import { layoutFor } from "../stage/layouts/layouts.ts";
import { withFaults } from "../stage/paint/faults.ts";
import type { Scene } from "../stage/scene.ts";

/** The network placed in that room, from its upper left corner, with the names of its parts but no sentences; null when no layout fits its axes. */
export function placeIn(network: Network, width: number, height: number): Scene | null {
  const layout = layoutFor(network.axes);
  if (layout === undefined || width < 1 || height < 1) return null;
  const scene = withFaults(layout.place(network, width, height), network);
  return { ...scene, words: scene.words.filter(({ bold }) => bold) };
}

/** Keeps the last placing of a pair of networks, and of one network if both are the same, for one room. */
export function keeping<Placed>(place: (a: Network, b: Network, width: number, height: number) => Placed) {
  const kept = new WeakMap<Network, { b: Network; width: number; height: number; placed: Placed }>();
  return (a: Network, b: Network, width: number, height: number): Placed => {
    const known = kept.get(a);
    if (known !== undefined && known.b === b && known.width === width && known.height === height) return known.placed;
    const placed = place(a, b, width, height);
    kept.set(a, { b, width, height, placed });
    return placed;
  };
}
