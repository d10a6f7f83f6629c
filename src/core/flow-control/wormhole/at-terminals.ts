/** Virtual-channel classes of worms on the links of terminals. */
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";

/**
 * Changes a routing so that packets may take all classes of virtual channels on the links of terminals. Classes prevent cycles of waiting
 * packets, but no cycle contains such a link: packets behind a channel into a terminal are consumed, and no packet in the network enters a
 * channel out of one. Where terminals forward packets, cycles may contain these links, and the routing is returned unchanged.
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
      // Reduce the result to its channels, each once. Then replace every channel by all its classes, in the same array and from the last to
      // the first.
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
