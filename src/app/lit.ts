/** What lights up, on every view, with the thing that is picked. */
import { channelCount, type Network } from "../core/network/network.ts";
import type { Lit, Selected } from "../views/contract.ts";

export const nothingLit: Lit = { channels: new Set(), switches: new Set(), terminals: new Set() };

/**
 * A channel lights up with both its ends; a switch or terminal with its channels, both ways; a flow with its two
 * terminals and theirs.
 * @param shown the channel the page speaks of while nothing is picked, or −1
 */
export function litBy(selected: Selected, shown: number, network: Network): Lit {
  switch (selected.is) {
    case "nothing":
      return shown < 0 ? nothingLit : lit(network, [shown], []);
    case "channel":
      return lit(network, [selected.channel], []);
    case "switch":
      return lit(network, channelsAt(network, selected.node), [selected.node]);
    case "terminal":
      return lit(network, channelsAt(network, selected.terminal), [selected.terminal]);
    case "flow":
    case "message": {
      const { source, destination } = selected;
      return lit(network, [], [source, destination]);
    }
  }
}

function lit(network: Network, channels: readonly number[], nodes: readonly number[]): Lit {
  const known = channels.filter((c) => c >= 0 && c < channelCount(network));
  const all = [...nodes, ...(nodes.length > 0 ? [] : known.flatMap((c) => [network.tail[c], network.head[c]]))];
  return {
    channels: new Set(known),
    switches: new Set(all.filter((n) => n >= network.terminals)),
    terminals: new Set(all.filter((n) => n < network.terminals)),
  };
}

/** Channels that leave a node, and those that lead to it. */
function channelsAt({ firstOut, reverse }: Network, node: number): readonly number[] {
  const out = Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
  return [...out, ...out.map((c) => reverse[c])];
}
