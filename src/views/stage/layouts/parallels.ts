import { once } from "../../../core/base/once.ts";
import type { Network } from "../../../core/network/network.ts";

/** Parallel links between the same two nodes. Returns a function from a channel to the index of its link among them, and their number. */
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

/**
 * Sideways offset of the i-th parallel link of a terminal, pixels. The total width is limited, so that all links end at the terminal's dot.
 */
export function asideOfTerminal({ i, count }: { readonly i: number; readonly count: number }, apart: number): number {
  return (i - (count - 1) / 2) * Math.min(apart * 4, 9 / count);
}
