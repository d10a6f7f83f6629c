import { once } from "../../core/base/once.ts";
import type { Network } from "../../core/network/network.ts";

/** [T] The switch a terminal hangs on: its first neighbour, or the switch at its place where it has lost its links; −1 for none. */
export const homesOf = once(({ terminals, switches, firstOut, head, axes, coordinates }: Network): Int32Array => {
  const placeOf = (n: number) => coordinates.subarray(n * axes.length, (n + 1) * axes.length).join();
  let switchAt: Map<string, number> | null = null;
  return Int32Array.from({ length: terminals }, (_, t) => {
    if (firstOut[t] < firstOut[t + 1]) return head[firstOut[t]];
    if (axes.length === 0) return -1;
    switchAt ??= new Map(Array.from({ length: switches }, (_, s) => [placeOf(terminals + s), terminals + s]));
    return switchAt.get(placeOf(t)) ?? -1;
  });
});
