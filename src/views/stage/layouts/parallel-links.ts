import { memoize } from "../../../core/base/memoize.ts";
import type { Network } from "../../../core/network/network.ts";

/**
 * Returns a function that gives, for a channel, the number of parallel links between its two nodes and the index of its link among them.
 */
export const parallelLinksOf = memoize(({ terminals, tail, head, reverse, switches }: Network) => {
  const keyOf = (channel: number) =>
    Math.min(tail[channel], head[channel]) * (terminals + switches) + Math.max(tail[channel], head[channel]);
  const counts = new Map<number, number>();
  const linkIndex = new Int32Array(head.length);
  for (let channel = 0; channel < head.length; channel++) {
    if (channel > reverse[channel]) continue;
    const key = keyOf(channel);
    linkIndex[channel] = counts.get(key) ?? 0;
    counts.set(key, linkIndex[channel] + 1);
  }
  return (channel: number) => ({ i: linkIndex[Math.min(channel, reverse[channel])], count: counts.get(keyOf(channel)) ?? 1 });
});

/**
 * Sideways offset of the i-th parallel link of a terminal, pixels. The total width is limited, so that all links end at the terminal's dot.
 */
export function terminalLinkOffset({ i, count }: { readonly i: number; readonly count: number }, halfGap: number): number {
  return (i - (count - 1) / 2) * Math.min(halfGap * 4, 9 / count);
}
