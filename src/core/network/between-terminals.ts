/** How far terminals are from each other, counted. */
import { once } from "../base/once.ts";
import type { Network } from "./network.ts";
import { search } from "./search.ts";

/** Most steps spent on distances between terminals: they are asked for while somebody draws. */
const mostSteps = 1_000_000;

/** Largest and mean number of channels between two different terminals that take part; null where finding them takes too long, or where some have no way. */
export const betweenTerminals = once((network: Network): { readonly diameter: number; readonly meanDistance: number } | null => {
  const { terminals, head, forwards, present = Int32Array.from({ length: terminals }, (_, t) => t) } = network;
  const nodes = network.firstOut.length - 1;
  if (present.length * (nodes + head.length) > mostSteps) return null;
  if (present.length < 2) return { diameter: 0, meanDistance: 0 };
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  let [sum, diameter] = [0, 0];
  for (const from of present) {
    search(network, from, distance, order, forwards ? 0 : terminals);
    for (const to of present) {
      if (distance[to] < 0) return null;
      sum += distance[to];
      diameter = Math.max(diameter, distance[to]);
    }
  }
  return { diameter, meanDistance: sum / (present.length * (present.length - 1)) };
});
