/** The elements that are highlighted in every view because of the selected element. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { relayedPairBetween, relayedPairsAt, type RelayedPair } from "../../core/analysis/programs/relays.ts";
import { distancesFrom } from "../../core/network/search.ts";
import { channelCount, type Network } from "../../core/network/network.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Highlight, NetworkSelection } from "../../views/contract.ts";
import { exchangePath } from "../../core/programs/exchanges.ts";

export const nothingHighlighted: Highlight = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** At most this many flows of a channel are highlighted; more would highlight everything. */
const maxHighlightedFlows = 64;

/**
 * The channels, switches and terminals that are highlighted in every view for the selected element:
 * - channel: both ends, and the terminals whose packets cross it
 * - switch: its channels in both directions, and its terminals
 * - terminal, or an interval on the time line of its rank (`stretch`): its channels and its switches
 * - flow: its two terminals, and its path in both directions if known; otherwise the channels out of the source and into the destination
 * - message: the same as its flow
 *
 * In a program in which ranks exchange data through a third rank (a relay), a flow is highlighted with all paths to the relay and from the
 * relay to its destination. The same holds for a terminal that sends to a single other terminal.
 * @param cardChannel the channel of the channel card while nothing is selected, or −1
 * @param explanation flows whose packets cross the channel, recorded by a second run; null before it
 * @param analysis analysis of the scenario, which knows the paths and relays of its program; null before it
 */
export function highlightOfSelection(
  selected: NetworkSelection,
  cardChannel: number,
  network: Network,
  explanation: Explanation | null = null,
  analysis: Pick<Analysis, "program" | "exact"> | null = null,
): Highlight {
  const program = analysis?.program;
  switch (selected.is) {
    case "nothing":
      return cardChannel < 0 ? nothingHighlighted : highlightOf(network, [cardChannel], []);
    case "channel":
      return withFlows(highlightOf(network, [selected.channel], []), explanation);
    case "switch":
      return highlightOf(network, incidentChannels(network, selected.node), [
        selected.node,
        ...neighborsOfNode(network, selected.node).filter((n) => n < network.terminals),
      ]);
    case "terminal":
    case "stretch": {
      // The pairs of ranks whose data the rank on this terminal sends; none if the program has no relays.
      const { own: pairs = [] } = program === undefined ? {} : relayedPairsAt(program, selected.terminal);
      if (analysis !== null && pairs.length === 1) return pairHighlight(network, analysis, pairs[0]);
      return highlightOf(network, incidentChannels(network, selected.terminal), [
        selected.terminal,
        ...neighborsOfNode(network, selected.terminal),
      ]);
    }
    case "flow":
    case "message": {
      const { source, destination } = selected;
      const pair = program === undefined ? null : relayedPairBetween(program, source, destination);
      if (analysis !== null && pair !== null) return pairHighlight(network, analysis, pair);
      const path = program === undefined ? [] : pathOfRanks(program, source, destination);
      if (path.length > 0) return highlightOf(network, [...path, ...path.map((channel) => network.reverse[channel])], []);
      return highlightOf(network, [...channelsOutOf(network, source), ...channelsInto(network, destination)], [source, destination]);
    }
  }
}

/**
 * The highlight of a pair of ranks: its paths, its two terminals, the terminal of the rank that relays its data, and the switches of these
 * terminals.
 */
function pairHighlight(network: Network, analysis: Pick<Analysis, "program" | "exact">, { from, to, via }: RelayedPair): Highlight {
  const { terminalOf = new Int32Array(0) } = analysis.program ?? {};
  const stops = (via < 0 ? [from, to] : [from, via, to]).map((rank) => terminalOf[rank]);
  const channels = stops.slice(1).flatMap((stop, i) => pathChannels(network, analysis, stops[i], stop));
  const roles = stops.map((terminal, i) => ({ terminal, letter: i === 0 ? "S" : i === stops.length - 1 ? "D" : "X" }));
  return { ...highlightOf(network, channels, [...stops, ...stops.flatMap((stop) => neighborsOfNode(network, stop))]), roles };
}

/** Channels from one terminal to another: those of its path if it is fixed, otherwise those of all shortest paths. */
function pathChannels(
  network: Network,
  { program, exact }: Pick<Analysis, "program" | "exact">,
  source: number,
  destination: number,
): readonly number[] {
  const path = program === undefined || !exact ? [] : pathOfRanks(program, source, destination);
  if (path.length > 0) return path;
  const [distanceFromSource, distanceToDestination] = [source, destination].map((end) => distancesFrom(network, end));
  const { tail, head } = network;
  return Array.from(head.keys()).filter(
    (c) =>
      distanceFromSource[tail[c]] >= 0 &&
      distanceFromSource[tail[c]] + 1 + distanceToDestination[head[c]] === distanceFromSource[destination],
  );
}

function highlightOf(network: Network, channels: readonly number[], nodes: readonly number[]): Highlight {
  const existing = channels.filter((c) => c >= 0 && c < channelCount(network));
  const allNodes = [...nodes, ...(nodes.length > 0 ? [] : existing.flatMap((c) => [network.tail[c], network.head[c]]))];
  return {
    channels: new Set(existing),
    switches: new Set(allNodes.filter((n) => n >= network.terminals)),
    terminals: new Set(allNodes.filter((n) => n < network.terminals)),
  };
}

function withFlows(highlight: Highlight, explanation: Explanation | null): Highlight {
  const flows = explanation?.flows.slice(0, maxHighlightedFlows) ?? [];
  return {
    ...highlight,
    terminals: new Set([...highlight.terminals, ...flows.flatMap(({ source, destination }) => [source, destination])]),
  };
}

/** The channels that leave a node or lead to it. */
function incidentChannels(network: Network, node: number): readonly number[] {
  return [...channelsOutOf(network, node), ...channelsInto(network, node)];
}

/** Channels of the path between the ranks on two terminals; empty if they do not communicate or the path is not known. */
function pathOfRanks({ meetings, terminalOf }: NonNullable<Analysis["program"]>, source: number, destination: number): readonly number[] {
  const [rank, other] = [terminalOf.indexOf(source), terminalOf.indexOf(destination)];
  return meetings === null || rank < 0 || other < 0 ? [] : exchangePath(meetings, rank, other);
}

function neighborsOfNode(network: Network, node: number): readonly number[] {
  return channelsOutOf(network, node).map((c) => network.head[c]);
}

function channelsOutOf({ firstOut }: Network, node: number): readonly number[] {
  return Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
}

function channelsInto(network: Network, node: number): readonly number[] {
  return channelsOutOf(network, node).map((c) => network.reverse[c]);
}
