/** What lights up, on every view, with the thing that is picked. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { pairBetween, pairsAt, type RelayedPair } from "../../core/analysis/programs/relays.ts";
import { distancesFrom } from "../../core/network/search.ts";
import { channelCount, type Network } from "../../core/network/network.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Highlight, Selected } from "../../views/contract.ts";
import { wayBetween } from "../../core/programs/meetings.ts";

export const nothingHighlighted: Highlight = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** So many flows of a channel are highlighted at most: more would light up everything. */
const mostFlows = 64;

/**
 * A channel lights up with both its ends, and with the terminals whose packets cross it; a switch with its channels, both ways, and the terminals that hang on it; a terminal with its own and its switches; a flow with its two
 * terminals, and its way there and back where that is known, else the source's way out and the destination's way in. In a program that goes through permutations, a pair lights up with
 * all its ways, to the rank between and from there; so does a terminal that sends to a single one.
 * @param shown the channel the page speaks of while nothing is picked, or −1
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

/** The ways of a pair, with its two terminals, that of the rank between, and their switches. */
function highlightedPair(network: Network, analysis: Pick<Analysis, "program" | "exact">, { from, to, via }: RelayedPair): Highlight {
  const { terminalOf = new Int32Array(0) } = analysis.program ?? {};
  const stops = (via < 0 ? [from, to] : [from, via, to]).map((rank) => terminalOf[rank]);
  const channels = stops.slice(1).flatMap((stop, i) => waysBetween(network, analysis, stops[i], stop));
  const parts = stops.map((terminal, i) => ({ terminal, letter: i === 0 ? "S" : i === stops.length - 1 ? "D" : "X" }));
  return { ...highlight(network, channels, [...stops, ...stops.flatMap((stop) => neighbours(network, stop))]), parts };
}

/** Channels from one terminal to another: of the way that packets have to take, or where they choose, of all shortest ways. */
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
