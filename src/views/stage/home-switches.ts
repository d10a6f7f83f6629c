import { memoize } from "../../core/base/memoize.ts";
import type { Network } from "../../core/network/network.ts";

/**
 * [T] The switch that each terminal is drawn beside, its home switch; −1 for none. It is the first neighboring switch; for a terminal that
 * is linked only to terminals, the home switch of one of them; for a terminal without links, the switch with the same coordinates.
 */
export const homeSwitches = memoize(({ terminals, switches, firstOut, head, axes, coordinates }: Network): Int32Array => {
  const coordinateKey = (node: number) => coordinates.subarray(node * axes.length, (node + 1) * axes.length).join();
  let switchByCoordinates: Map<string, number> | null = null;
  // Terminals with a home switch, in the order in which it was found.
  const placedTerminals: number[] = [];
  const homes = Int32Array.from({ length: terminals }, (_, terminal) => {
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++) {
      if (head[channel] < terminals) continue;
      placedTerminals.push(terminal);
      return head[channel];
    }
    // A terminal without links is at the switch with the same coordinates.
    if (axes.length === 0 || firstOut[terminal] < firstOut[terminal + 1]) return -1;
    switchByCoordinates ??= new Map(
      Array.from({ length: switches }, (_, switchIndex) => [coordinateKey(terminals + switchIndex), terminals + switchIndex]),
    );
    return switchByCoordinates.get(coordinateKey(terminal)) ?? -1;
  });
  // A terminal that is linked only to terminals takes over the home switch of a neighbor. The list grows during the loop.
  for (const terminal of placedTerminals) {
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++) {
      if (head[channel] >= terminals || homes[head[channel]] >= 0) continue;
      homes[head[channel]] = homes[terminal];
      placedTerminals.push(head[channel]);
    }
  }
  return homes;
});
