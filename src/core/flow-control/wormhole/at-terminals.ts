/** Virtual-channel classes of worms on the links of terminals. */
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";

/**
 * The same routing, but with all classes of virtual channels as candidates on the links of terminals, whichever class the routing names.
 * Classes prevent cycles of waits; on these links there are none, since forwarded packets never wait behind a channel into a terminal, and
 * never enter a channel out of one. Where terminals forward packets that is not so, and the routing is unchanged.
 */
export function withAllClassesAtTerminals(
  routing: CompiledRouting,
  { head, tail, terminals, firstOut, forwards }: Network,
): CompiledRouting {
  const { vcClasses, maxCandidates, route, nextState, isEscape } = routing;
  if (vcClasses === 1 || forwards) return routing;
  const isTerminalLink = (channel: number) => head[channel] < terminals || tail[channel] < terminals;
  let maxLinks = 0;
  for (let terminal = 0; terminal < terminals; terminal++) maxLinks = Math.max(maxLinks, firstOut[terminal + 1] - firstOut[terminal]);
  return {
    ...routing,
    maxCandidates: Math.max(maxCandidates, maxLinks * vcClasses),
    route(node, destination, state, out) {
      const count = route(node, destination, state, out);
      if (count === 0 || !isTerminalLink((out[0] / vcClasses) | 0)) return count;
      // Compact the result to its channels, each once. Then expand them in place, from the last to the first, to all classes of each.
      let channels = 0;
      for (let i = 0; i < count; i++) {
        const channel = (out[i] / vcClasses) | 0;
        if (channels === 0 || out[channels - 1] !== channel) out[channels++] = channel;
      }
      for (let i = channels * vcClasses - 1; i >= 0; i--) out[i] = out[(i / vcClasses) | 0] * vcClasses + (i % vcClasses);
      return channels * vcClasses;
    },
    ...(nextState === undefined
      ? {}
      : {
          nextState(node, destination, state, vc) {
            const channel = Math.floor(vc / vcClasses);
            return nextState(node, destination, state, isTerminalLink(channel) ? channel * vcClasses : vc);
          },
        }),
    ...(isEscape === undefined
      ? {}
      : { isEscape: isEscape.map((isEscapeVc, vc) => (isTerminalLink(Math.floor(vc / vcClasses)) ? 1 : isEscapeVc)) }),
  };
}
