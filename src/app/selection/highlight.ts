/** The elements that are highlighted in every view for the selected one. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { pairBetween, pairsAt, type RelayedPair } from "../../core/analysis/programs/relays.ts";
import { distancesFrom } from "../../core/network/search.ts";
import { channelCount, type Network } from "../../core/network/network.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Highlight, Selected } from "../../views/contract.ts";
import { wayBetween } from "../../core/programs/meetings.ts";

export const nothingHighlighted: Highlight = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** At most this many flows of a channel are highlighted; more would highlight everything. */
const mostFlows = 64;

/**
 * Elements highlighted with a selection:
 * - channel: both ends, and the terminals whose packets cross it
 * - switch: its channels in both directions, and its terminals
 * - terminal: its channels and its switches
 * - flow: its two terminals, and its path in both directions if known; otherwise the channels out of the source and into the destination
 * - in a program with relayed permutations, a pair is highlighted with all paths to the relaying rank and from there; the same holds for a
 * terminal that sends to only one other
 * @param cardChannel the channel of the channel card while nothing is selected, or −1
 */
export function highlightedBy(
  selected: Selected,
  shown: number,
  network: Network,
  why: Explanation | null = null,
  analysis: Pick<Analysis, "program" | "exact"> | null = null,
): Highlight {
  const program = analysis?.program;
  switch (selected.is) {
    case "nothing":
      return shown < 0 ? nothingHighlighted : highlight(network, [shown], []);
    case "channel":
      return withFlows(highlight(network, [selected.channel], []), why);
    case "switch":
      return highlight(network, channelsAt(network, selected.node), [
        selected.node,
        ...neighbours(network, selected.node).filter((n) => n < network.terminals),
      ]);
    case "terminal":
    case "stretch": {
      const { own = [] } = program === undefined ? {} : pairsAt(program, selected.terminal);
      if (analysis !== null && own.length === 1) return highlightedPair(network, analysis, own[0]);
      return highlight(network, channelsAt(network, selected.terminal), [selected.terminal, ...neighbours(network, selected.terminal)]);
    }
    case "flow":
    case "message": {
      const { source, destination } = selected;
      const pair = program === undefined ? null : pairBetween(program, source, destination);
      if (analysis !== null && pair !== null) return highlightedPair(network, analysis, pair);
      const way = program === undefined ? [] : wayOf(program, source, destination);
      if (way.length > 0) return highlight(network, [...way, ...way.map((channel) => network.reverse[channel])], []);
      return highlight(network, [...outOf(network, source), ...into(network, destination)], [source, destination]);
    }
  }
}

/** The paths of a pair, its two terminals, that of the relaying rank, and their switches. */
function highlightedPair(network: Network, analysis: Pick<Analysis, "program" | "exact">, { from, to, via }: RelayedPair): Highlight {
  const { terminalOf = new Int32Array(0) } = analysis.program ?? {};
  const stops = (via < 0 ? [from, to] : [from, via, to]).map((rank) => terminalOf[rank]);
  const channels = stops.slice(1).flatMap((stop, i) => waysBetween(network, analysis, stops[i], stop));
  const parts = stops.map((terminal, i) => ({ terminal, letter: i === 0 ? "S" : i === stops.length - 1 ? "D" : "X" }));
  return { ...highlight(network, channels, [...stops, ...stops.flatMap((stop) => neighbours(network, stop))]), parts };
}

/** Channels from one terminal to another: those of its path if it is fixed, otherwise those of all shortest paths. */
function waysBetween(
  network: Network,
  { program, exact }: Pick<Analysis, "program" | "exact">,
  source: number,
  destination: number,
): readonly number[] {
  const way = program === undefined || !exact ? [] : wayOf(program, source, destination);
  if (way.length > 0) return way;
  const [there, back] = [source, destination].map((end) => distancesFrom(network, end));
  const { tail, head } = network;
  return Array.from(head.keys()).filter((c) => there[tail[c]] >= 0 && there[tail[c]] + 1 + back[head[c]] === there[destination]);
}

function highlight(network: Network, channels: readonly number[], nodes: readonly number[]): Highlight {
  const known = channels.filter((c) => c >= 0 && c < channelCount(network));
  const all = [...nodes, ...(nodes.length > 0 ? [] : known.flatMap((c) => [network.tail[c], network.head[c]]))];
  return {
    channels: new Set(known),
    switches: new Set(all.filter((n) => n >= network.terminals)),
    terminals: new Set(all.filter((n) => n < network.terminals)),
  };
}

function withFlows(own: Highlight, why: Explanation | null): Highlight {
  const flows = why?.flows.slice(0, mostFlows) ?? [];
  return { ...own, terminals: new Set([...own.terminals, ...flows.flatMap(({ source, destination }) => [source, destination])]) };
}

/** Channels that leave a node, and those that lead to it. */
function channelsAt(network: Network, node: number): readonly number[] {
  return [...outOf(network, node), ...into(network, node)];
}

/** Channels of the path between the ranks on two terminals; empty if they do not communicate or the path is not known. */
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
