import { once } from "../../../core/base/once.ts";
import type { Network } from "../../../core/network/network.ts";

/** The links that join the same two nodes: which of them a channel belongs to, and how many they are. */
export const parallelsOf = once(({ terminals, tail, head, reverse, switches }: Network) => {
  const keyOf = (c: number) => Math.min(tail[c], head[c]) * (terminals + switches) + Math.max(tail[c], head[c]);
  const counts = new Map<number, number>();
  const order = new Int32Array(head.length);
  for (let c = 0; c < head.length; c++) {
    if (c > reverse[c]) continue;
    const key = keyOf(c);
    order[c] = counts.get(key) ?? 0;
    counts.set(key, order[c] + 1);
  }
  return (c: number) => ({ i: order[Math.min(c, reverse[c])], count: counts.get(keyOf(c)) ?? 1 });
});

/** How far aside the i-th of so many links to one terminal runs, pixels: they stay together at its dot. */
export function asideOfTerminal({ i, count }: { readonly i: number; readonly count: number }, apart: number): number {
  return (i - (count - 1) / 2) * Math.min(apart * 4, 9 / count);
}
