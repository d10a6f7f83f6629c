import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { axisOf, coordinate, type Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { defineRouting } from "./contract.ts";
import { byFlow, type HashMode, hashedInitialState, hashedOutput, hashedSource, isHashed, sprayed } from "./hashed.ts";

export const rail = defineRouting({
  id: "rail",
  title: "rail",
  article: "",
  summary:
    "A packet goes up and down the switches of one rail. It changes to another rail inside a host, the first or the last, or over the spines.",
  source: `Wang et al. (arXiv 2307.12169); PXN: NVIDIA NCCL 2.12; ${hashedSource}`,
  params: {
    other: choice({
      title: "Other rails",
      help: "Where a packet for another host changes to another rail.",
      default: "first",
      choices: [
        {
          id: "first",
          title: "host first (PXN)",
          help: "First to the accelerator of the source host that is on the destination’s rail, then along this rail.",
        },
        { id: "last", title: "host last", help: "Along the source’s rail to the destination’s host, then inside this host." },
        { id: "spines", title: "spines", help: "Up to a spine that connects the rails, then down to the destination." },
      ],
    }),
    ways: choice({
      title: "Links",
      help: "How a packet chooses among links that lead to its destination.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any of these links, chosen by the selection." },
        {
          id: "destination",
          title: "by destination (d-mod-k)",
          help: "At a leaf, upward link number: position of the destination on its leaf mod number of upward links; at higher levels, number of the destination’s leaf mod number of upward links.",
        },
        byFlow,
        sprayed,
      ],
    }),
  },
  phrase: "{title} routing with {other}",
  examples: [
    {},
    { other: "last" },
    { other: "spines" },
    { ways: "destination" },
    { other: "last", ways: "by-flow" },
    { other: "spines", ways: "destination" },
    { ways: "sprayed" },
  ],
  alternativeId: "nearest-common-ancestor",
  reasonUnsupported({ axes, regular }) {
    if (!axes.some(({ kind }) => kind === "rail")) return "needs rails or planes above hosts; this network has neither";
    return regular ? null : "cannot avoid faults; shortest path and up*/down* routing can";
  },
  // Steps inside a host come first or last, and a path goes up and then down between them, so no cycle closes.
  reasonForDeadlock: () => null,
  compile({ other, ways }, network, seed = 0) {
    if (other === "spines" && !hasCommonSpines(network)) {
      const message = "this network has no spines that connect its rails: packets change rails inside a host.";
      refuse("routing.other", message, "Use host first.", "first");
    }
    const railsRouting = routingAlongRails(network, other, ways);
    if (!isHashed(ways)) return railsRouting;
    const hashedStart = hashedInitialState(ways, seed, () => routingAlongRails(network, other, "adaptive"));
    const { initialState: railState } = railsRouting;
    const hashState = hashedStart.initialState!;
    return {
      ...railsRouting,
      ...hashedStart,
      ...(railState === undefined ? {} : { initialState: (from, to, d) => hashState(from, to, d) | railState(from, to, 0) }),
    };
  },
});

/** Whether some switches serve all rails. */
function hasCommonSpines(network: Network): boolean {
  const { terminals, switches } = network;
  const [railAxis, level] = [axisOf(network, "rail"), axisOf(network, "level")];
  for (let n = terminals; n < terminals + switches; n++) {
    if (coordinate(network, n, level) >= 0 && coordinate(network, n, railAxis) < 0) return true;
  }
  return false;
}

type LinkChoice = "adaptive" | "destination" | HashMode;

/**
 * The routing along rails. Each host has several accelerators (terminals); those with the same number in all hosts are on one rail, a tree
 * of switches. Within a host, a packet may change to another rail. Routes come from tables of the leaves below each switch; switches above
 * the same leaves through the same ports share a table. A state is the rail that a packet keeps until the last step, below 256; 0 if it is
 * not needed.
 * @param otherRails Where a packet for another rail changes: in its host first, in the destination's host last, or in spines that join the
 * rails.
 * @param linkChoice How a packet chooses among equivalent links.
 */
function routingAlongRails(network: Network, otherRails: "first" | "last" | "spines", linkChoice: LinkChoice): CompiledRouting {
  const { terminals, firstOut, head, reverse } = network;
  const { hostOf, railOf, rails, terminalAt, leafChannel, leafLinks, hostChannel, leafOf, leafIndex, upListOf, downListOf, portLists } =
    railTables(network);
  let maxCandidates = linkChoice === "adaptive" ? leafLinks : 1;
  if (linkChoice === "adaptive")
    for (let i = 0; i < portLists.length; i += portLists[i] + 1) maxCandidates = Math.max(maxCandidates, portLists[i]);
  /** The channel from a terminal to the switch of its host, or to another terminal of its host. */
  const channelInHost = (node: number, destination: number) => {
    const first = hostChannel[node];
    if (head[first] >= terminals) return first;
    return first + railOf[destination] - (railOf[destination] > railOf[node] ? 1 : 0);
  };
  const isHashedChoice = isHashed(linkChoice);
  /** Writes the links between a terminal and its leaf: all links, or only the chosen link. */
  const writeLeafLinks = (node: number, first: number, destination: number, state: number, candidates: Int32Array) => {
    if (linkChoice === "adaptive") {
      for (let i = 0; i < leafLinks; i++) candidates[i] = first + i;
      return leafLinks;
    }
    candidates[0] = first + (leafLinks === 1 ? 0 : isHashedChoice ? hashedOutput(node, state, leafLinks) : hostOf[destination] % leafLinks);
    return 1;
  };
  return {
    vcClasses: 1,
    maxCandidates,
    ...(otherRails === "last" ? { initialState: (source: number) => railOf[source], equalDraws: 1 } : {}),
    /**
     * Writes the candidate channels of a packet at a node, and returns their number. They lead within a host to the accelerator on the
     * right rail, between a terminal and its leaf, or between switches up or down towards the destination's leaf. Ports between switches
     * are lists in `portLists`: the length, followed by the ports.
     */
    route(node, destination, state, candidates) {
      const host = hostOf[destination];
      if (hostOf[node] >= 0) {
        // The packet is at a terminal or at the switch of a host.
        const nextTerminal = hostOf[node] === host ? destination : terminalAt[hostOf[node] * rails + railOf[destination]];
        if (node >= terminals) candidates[0] = reverse[hostChannel[nextTerminal]];
        else if (hostOf[node] === host || (otherRails === "first" && nextTerminal !== node))
          candidates[0] = channelInHost(node, nextTerminal);
        else return writeLeafLinks(node, leafChannel[node], destination, state, candidates);
        return 1;
      }
      // At a leaf or a switch above: to the destination, or to the accelerator of its host on the rail that the packet keeps.
      const nextTerminal = otherRails === "last" ? terminalAt[host * rails + (state & 255)] : destination;
      const leaf = leafOf[nextTerminal];
      if (node === leaf) return writeLeafLinks(node, reverse[leafChannel[nextTerminal]], destination, state, candidates);
      const downList = leafIndex[node] >= 0 ? -1 : downListOf(node, leafIndex[leaf]);
      const listStart = downList >= 0 ? downList : upListOf[node];
      const count = portLists[listStart];
      const first = firstOut[node];
      if (linkChoice === "adaptive") {
        for (let port = 0; port < count; port++) candidates[port] = first + portLists[listStart + 1 + port];
        return count;
      }
      if (isHashedChoice) {
        candidates[0] = first + portLists[listStart + 1 + hashedOutput(node, state, count)];
        return 1;
      }
      // A choice by destination uses a number: on the way up, at a switch above the leaves, the index of the destination's leaf; otherwise
      // the number of the terminal below its leaf.
      const isUpFromSwitch = leafIndex[node] < 0 && downList < 0;
      const number = isUpFromSwitch ? leafIndex[leaf] : (reverse[leafChannel[nextTerminal]] - firstOut[leaf]) / leafLinks;
      candidates[0] = first + portLists[listStart + 1 + (number % count)];
      return 1;
    },
  };
}

/** Lookup tables of a rail network. */
interface RailTables {
  /** [N] Host and rail of a node, −1 if none. */
  readonly hostOf: Int32Array;
  readonly railOf: Int32Array;
  readonly rails: number;
  /** [hosts × rails] Terminal of each host and rail. */
  readonly terminalAt: Int32Array;
  /** [T] First channel of a terminal to its leaf, and its first channel within its host. */
  readonly leafChannel: Int32Array;
  readonly hostChannel: Int32Array;
  /** Links of a terminal to its leaf. */
  readonly leafLinks: number;
  /** [T] Leaf of a terminal. */
  readonly leafOf: Int32Array;
  /** [N] Index of a leaf among all leaves; −1 for other nodes. */
  readonly leafIndex: Int32Array;
  /** [N] Index in {@link portLists} of the list of a node's up ports. */
  readonly upListOf: Int32Array;
  /** Index in {@link portLists} of the list of ports that lead down from a switch to a leaf; −1 if there is none. */
  downListOf(node: number, rank: number): number;
  /** Lists of ports, each as its length followed by the ports. */
  readonly portLists: Int32Array;
}

/** Computes the tables. Leaves come first, then the other switches level by level, so that the ranges of lower switches are known. */
function railTables(network: Network): RailTables {
  const { terminals, switches, firstOut, head, axes } = network;
  const nodes = terminals + switches;
  const coordinatesAlong = (kind: "host" | "rail" | "level") => {
    const axis = axisOf(network, kind);
    return Int32Array.from({ length: nodes }, (_, n) => coordinate(network, n, axis));
  };
  const [hostOf, railOf, levelOf] = [coordinatesAlong("host"), coordinatesAlong("rail"), coordinatesAlong("level")];
  const rails = axes[axisOf(network, "rail")].size;
  const terminalAt = new Int32Array(axes[axisOf(network, "host")].size * rails);
  const [leafChannel, hostChannel, leafOf] = [new Int32Array(terminals), new Int32Array(terminals), new Int32Array(terminals)];
  for (let t = 0; t < terminals; t++) {
    terminalAt[hostOf[t] * rails + railOf[t]] = t;
    for (let c = firstOut[t + 1] - 1; c >= firstOut[t]; c--) {
      if (levelOf[head[c]] >= 0) leafChannel[t] = c;
      else hostChannel[t] = c;
    }
    leafOf[t] = head[leafChannel[t]];
  }
  const neighborsOfTerminal0 = head.subarray(firstOut[0], firstOut[1]);
  const leafLinks = neighborsOfTerminal0.reduce((sum, to) => sum + (to === leafOf[0] ? 1 : 0), 0);
  const leafIndex = new Int32Array(nodes).fill(-1);
  let leaves = 0;
  const switchesByLevel: number[] = [];
  for (let n = terminals; n < nodes; n++) {
    if (levelOf[n] === 0) leafIndex[n] = leaves++;
    if (levelOf[n] > 0) switchesByLevel.push(n);
  }
  switchesByLevel.sort((a, b) => levelOf[a] - levelOf[b]);

  // Lists of ports are stored once, even if many switches share them.
  const portLists: number[] = [];
  const listByKey = new Map<string, number>();
  const listOf = (ports: readonly number[]) => {
    const key = ports.join();
    const list = listByKey.get(key) ?? portLists.push(ports.length, ...ports) - ports.length - 1;
    listByKey.set(key, list);
    return list;
  };
  // Leaves below a switch: a range of leaf indices, with the index of the port list for each leaf. A leaf is below itself.
  const leafRanges: { readonly first: number; readonly ports: readonly number[] }[] = [];
  const rangeOf = new Int32Array(nodes).fill(-1);
  for (let n = terminals; n < nodes; n++) if (leafIndex[n] >= 0) rangeOf[n] = leafRanges.push({ first: leafIndex[n], ports: [0] }) - 1;
  const rangeByKey = new Map<string, number>();
  for (const n of switchesByLevel) {
    const below: (readonly [port: number, cover: number])[] = [];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) if (levelOf[head[c]] < levelOf[n]) below.push([c - firstOut[n], rangeOf[head[c]]]);
    const key = below.join();
    let range = rangeByKey.get(key);
    if (range === undefined) {
      range = leafRanges.push(rangeAbove(below)) - 1;
      rangeByKey.set(key, range);
    }
    rangeOf[n] = range;
  }
  function rangeAbove(below: readonly (readonly [port: number, cover: number])[]) {
    const reached = below.map(([, range]) => leafRanges[range]);
    const first = reached.reduce((min, each) => Math.min(min, each.first), leaves);
    const end = reached.reduce((max, each) => Math.max(max, each.first + each.ports.length), 0);
    const ports: number[][] = Array.from({ length: Math.max(0, end - first) }, () => []);
    below.forEach(([port], i) => {
      const each = reached[i];
      each.ports.forEach((list, rank) => {
        if (list >= 0) ports[each.first + rank - first].push(port);
      });
    });
    return { first, ports: ports.map((each) => (each.length > 0 ? listOf(each) : -1)) };
  }
  // Up ports of every switch, then the ranges of leaves as flat arrays.
  const upListOf = new Int32Array(nodes);
  for (let n = terminals; n < nodes; n++) {
    const upPorts: number[] = [];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) if (levelOf[n] >= 0 && levelOf[head[c]] > levelOf[n]) upPorts.push(c - firstOut[n]);
    upListOf[n] = listOf(upPorts);
  }
  const rangeStarts = new Int32Array(leafRanges.length + 1);
  leafRanges.forEach(({ ports: each }, i) => (rangeStarts[i + 1] = rangeStarts[i] + each.length));
  const firstLeaves = Int32Array.from(leafRanges, ({ first }) => first);
  const ports = Int32Array.from(leafRanges.flatMap((each) => each.ports));
  return {
    hostOf,
    railOf,
    rails,
    terminalAt,
    leafChannel,
    leafLinks,
    hostChannel,
    leafOf,
    leafIndex,
    upListOf,
    downListOf(node, rank) {
      const range = rangeOf[node];
      const offset = rank - firstLeaves[range];
      return offset >= 0 && offset < rangeStarts[range + 1] - rangeStarts[range] ? ports[rangeStarts[range] + offset] : -1;
    },
    portLists: Int32Array.from(portLists),
  };
}
