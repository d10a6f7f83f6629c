/** Networks placed for a comparison, by the stage's own layouts; the stage keeps the placings of its own room. */
import type { Network } from "../../core/network/network.ts";
import { layouts } from "../stage/layouts/all-layouts.ts";
import { layoutFor } from "../stage/layouts/layouts.ts";
import { withFaults } from "../stage/paint/faults.ts";
import type { Scene } from "../stage/scene.ts";

/** The network placed in that room, from its upper left corner, with the names of its parts but no sentences; null when no layout fits its axes. */
export function placeIn(network: Network, width: number, height: number): Scene | null {
  const layout = layoutFor(network, layouts);
  if (layout === undefined || width < 1 || height < 1) return null;
  const scene = withFaults(layout.place(network, width, height), network);
  return { ...scene, words: scene.words.filter(({ bold }) => bold) };
}
