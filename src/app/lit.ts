/** What lights up, on every view, with the thing that is picked. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { channelCount, type Network } from "../core/network/network.ts";
import type { Explanation } from "../core/explain.ts";
import type { Lit, Selected } from "../views/contract.ts";
import { wayBetween } from "../views/shared/meetings.ts";

export const nothingLit: Lit = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** So many flows of a channel are lit at most: more would light up everything. */
const mostFlows = 64;

/**
 * A channel lights up with both its ends, and with the terminals whose packets cross it; a switch with its channels, both ways, and the terminals that hang on it; a terminal with its own and its switches; a flow with its two
 * terminals, and its way there and back where that is known, else the source's way out and the destination's way in.
 * @param shown the channel the page speaks of while nothing is picked, or −1
 */
export function litBy(
  selected: Selected,
  shown: number,
  network: Network,
  why: Explanation | null = null,
  program: Analysis["program"] = undefined,
): Lit {
  switch (selected.is) {
    case "nothing":
      return shown < 0 ? nothingLit : lit(network, [shown], []);
    case "channel":
      return withFlows(lit(network, [selected.channel], []), why);
    case "switch":
      return lit(network, channelsAt(network, selected.node), [
        selected.node,
        ...neighbours(network, selected.node).filter((n) => n < network.terminals),
      ]);
    case "terminal":
    case "stretch":
      return lit(network, channelsAt(network, selected.terminal), [selected.terminal, ...neighbours(network, selected.terminal)]);
    case "flow":
    case "message": {
      const { source, destination } = selected;
      const way = program === undefined ? [] : wayOf(program, source, destination);
      if (way.length > 0) return lit(network, [...way, ...way.map((channel) => network.reverse[channel])], []);
      return lit(network, [...outOf(network, source), ...into(network, destination)], [source, destination]);
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

function withFlows(own: Lit, why: Explanation | null): Lit {
  const flows = why?.flows.slice(0, mostFlows) ?? [];
  return { ...own, terminals: new Set([...own.terminals, ...flows.flatMap(({ source, destination }) => [source, destination])]) };
}

/** Channels that leave a node, and those that lead to it. */
function channelsAt(network: Network, node: number): readonly number[] {
  return [...outOf(network, node), ...into(network, node)];
}

/** Channels of the way by which a rank on one terminal sends to one on another; empty where none meet, or the way is not known. */
function wayOf({ meetings, terminalOf }: NonNullable<Analysis["program"]>, source: number, destination: number): readonly number[] {
  const [rank, other] = [terminalOf.indexOf(source), terminalOf.indexOf(destination)];
  return meetings === null || rank < 0 || other < 0 ? [] : wayBetween(meetings, rank, other);
}

function neighbours(network: Network, node: number): readonly number[] {
  return outOf(network, node).map((c) => network.head[c]);
}

function outOf({ firstOut }: Network, node: number): readonly number[] {
  return Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
}

function into(network: Network, node: number): readonly number[] {
  return outOf(network, node).map((c) => network.reverse[c]);
}
