/** Virtual-channel classes of worms on the links of terminals. */
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";

/**
 * Offers all virtual-channel classes on the links of terminals, whichever the routing names. Forwarded packets never wait behind a channel
 * into a terminal, and never enter a channel out of one, so no cycle of waits can close there. Where terminals forward packets that is not
 * so, and the routing is unchanged.
 */
export function withAnyClassAtTerminals(routing: CompiledRouting, { head, tail, terminals, firstOut, forwards }: Network): CompiledRouting {
  const { classes, maxCandidates, route, next, escape } = routing;
  if (classes === 1 || forwards) return routing;
  const isEnd = (channel: number) => head[channel] < terminals || tail[channel] < terminals;
  let mostLinks = 0;
  for (let t = 0; t < terminals; t++) mostLinks = Math.max(mostLinks, firstOut[t + 1] - firstOut[t]);
  return {
    ...routing,
    maxCandidates: Math.max(maxCandidates, mostLinks * classes),
    route(at, to, state, out) {
      const count = route(at, to, state, out);
      if (count === 0 || !isEnd((out[0] / classes) | 0)) return count;
      // Compact the result to its channels, each once. Then expand them in place, from the last to the first, to all classes of each.
      let channels = 0;
      for (let i = 0; i < count; i++) {
        const channel = (out[i] / classes) | 0;
        if (channels === 0 || out[channels - 1] !== channel) out[channels++] = channel;
      }
      for (let i = channels * classes - 1; i >= 0; i--) out[i] = out[(i / classes) | 0] * classes + (i % classes);
      return channels * classes;
    },
    ...(next === undefined
      ? {}
      : {
          next(at, to, state, id) {
            const channel = Math.floor(id / classes);
            return next(at, to, state, isEnd(channel) ? channel * classes : id);
          },
        }),
    ...(escape === undefined ? {} : { escape: escape.map((each, id) => (isEnd(Math.floor(id / classes)) ? 1 : each)) }),
  };
}
