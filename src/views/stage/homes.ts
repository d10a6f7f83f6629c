import { once } from "../../core/base/once.ts";
import type { Network } from "../../core/network/network.ts";

/**
 * [T] The switch that each terminal is attached to, −1 for none. This is the first switch among its neighbors. A terminal with terminal
 * neighbors only gets the switch of one of them, and a terminal that has lost all links gets the switch with the same coordinates.
 */
export const homesOf = once(({ terminals, switches, firstOut, head, axes, coordinates }: Network): Int32Array => {
  const placeOf = (n: number) => coordinates.subarray(n * axes.length, (n + 1) * axes.length).join();
  let switchAt: Map<string, number> | null = null;
  const joined: number[] = [];
  const homes = Int32Array.from({ length: terminals }, (_, t) => {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      if (head[c] < terminals) continue;
      joined.push(t);
      return head[c];
    }
    if (axes.length === 0 || firstOut[t] < firstOut[t + 1]) return -1;
    switchAt ??= new Map(Array.from({ length: switches }, (_, s) => [placeOf(terminals + s), terminals + s]));
    return switchAt.get(placeOf(t)) ?? -1;
  });
  for (const t of joined) {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      if (head[c] >= terminals || homes[head[c]] >= 0) continue;
      homes[head[c]] = homes[t];
      joined.push(head[c]);
    }
  }
  return homes;
});
