/** Non-minimal paths via a random node on any network, with routing tables. */
import { defined } from "../../base/defined.ts";
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import { hopsWalked, type WayRound } from "./detour.ts";
import { classesByHops, mostClasses, type ShortestWays, shortestWays } from "../shortest-ways.ts";
import { upDownWays } from "../up-down-ways.ts";
import { canBePassed } from "../way-tables.ts";

/**
 * Paths via a random node to which some terminal is attached. They are shortest paths if VC classes by hops suffice. Otherwise they are
 * up-down paths with one VC class before the intermediate node and one after it.
 */
export function overTables(network: Network): WayRound {
  const shortest = shortestWays(network);
  // Twice the longest path, minus terminal channels that are not used at an intermediate switch: the channel into and out of a terminal.
  const hangs = shortest.gather.map((node, t) => (node === t ? 0 : 1));
  const unused = (hangs.includes(1) ? 1 : 0) + (hangs.includes(0) ? 0 : 1);
  const classes = classesByHops(2 * shortest.hops - unused, shortest.exempt);
  return classes <= mostClasses ? overShortestWays(network, shortest, classes) : overUpDownWays(network);
}

/** The intermediate nodes of a network, and functions that choose one for a packet. */
function intermediateNodes(network: Network, { gather, reaches }: Pick<ShortestWays, "gather" | "reaches">) {
  /** Each intermediate node, and a terminal attached to it: the tables store paths to terminals. */
  const middles: number[] = [];
  const terminalAt: number[] = [];
  const seen = new Uint8Array(network.terminals + network.switches);
  gather.forEach((node, t) => {
    if (!canBePassed(network, node) || seen[node] === 1) return;
    seen[node] = 1;
    middles.push(node);
    terminalAt.push(t);
  });
  /** Index + 1 of a random intermediate node; 0 for a minimal path. */
  const draw = (from: number, to: number, random: number) => {
    if (middles.length === 0) return 0;
    const middle = below(random, middles.length);
    const [node, over] = [middles[middle], terminalAt[middle]];
    if (node === gather[from] || node === gather[to] || node === from || node === to) return 0;
    return reaches === undefined || (reaches(from, over) && reaches(over, to)) ? middle + 1 : 0;
  };
  /** Index + 1 of another intermediate node than `ownIndex`, drawn by the packet's position; 0 if that node is useless. */
  const another = (at: number, to: number, own: number, i: number) => {
    const middle = (own - 1 + below(mix(at, to, i), middles.length)) % middles.length;
    const [node, over] = [middles[middle], terminalAt[middle]];
    if (node === at || node === gather[to] || node === to) return 0;
    return reaches === undefined || reaches(over, to) ? middle + 1 : 0;
  };
  return { middles, terminalAt, draw, another };
}

/** The low bits of a state count the channels crossed so far. The bits above are the index of the intermediate node + 1. */
const hopBits = 8;
const hopMask = (1 << hopBits) - 1;

/** The VC class is the number of channels crossed so far. */
function overShortestWays(network: Network, shortest: ShortestWays, classes: number): WayRound {
  const { head } = network;
  const { gather, longest, exempt, reaches, ways } = shortest;
  const { middles, terminalAt, draw, another } = intermediateNodes(network, shortest);
  const isRound = (state: number) => state > hopMask;
  const isThere = (at: number, state: number) => !isRound(state) || at === middles[(state >> hopBits) - 1];
  const crossed = (state: number) => state & hopMask;
  return withHops(network, {
    classes,
    maxCandidates: longest,
    begin: (from, to, random) => draw(from, to, random) << hopBits,
    isRound,
    directly: (_at, _to, state) => crossed(state),
    another: (at, to, state, i) => (another(at, to, state >> hopBits, i) << hopBits) | crossed(state),
    goal: (to) => gather[to],
    next: (at, _to, state) => (isThere(at, state) ? crossed(state) : state) + 1,
    route(at, to, state, out) {
      const aim = isThere(at, state) ? to : terminalAt[(state >> hopBits) - 1];
      const count = ways(at, aim, out);
      const k = Math.max(0, crossed(state) - exempt);
      for (let i = 0; i < count; i++) out[i] = out[i] * classes + (head[out[i]] === to ? 0 : k);
      return count;
    },
    ...defined({ reaches }),
  });
}

/** Bit 0 of a state says whether the packet has gone down. The bits above are the index of the intermediate node + 1. */
function overUpDownWays(network: Network): WayRound {
  const legal = upDownWays(network, "centre");
  const { gather, longest, reaches, ways, next } = legal;
  const { middles, terminalAt, draw, another } = intermediateNodes(network, legal);
  const classes = 2;
  const out = new Int32Array(longest);
  const isThere = (at: number, state: number) => state < 2 || at === middles[(state >> 1) - 1];
  /** At the intermediate node, a packet may go up again. */
  const present = (at: number, state: number) => (state >= 2 && isThere(at, state) ? 0 : state);
  return withHops(network, {
    classes,
    maxCandidates: longest,
    begin: (from, to, random) => draw(from, to, random) << 1,
    isRound: (state) => state >= 2,
    // A packet that has gone down can only reach nodes below, so a minimal path may not exist.
    directly: (at, to, state) => (ways(at, to, state & 1, out) > 0 ? state & 1 : state),
    another: (at, to, state, i) => (another(at, to, state >> 1, i) << 1) | (state & 1),
    goal: (to) => gather[to],
    next: (at, _to, state, id) => next(present(at, state), Math.floor(id / classes)),
    route(at, to, state, out) {
      const isLast = isThere(at, state);
      const count = ways(at, isLast ? to : terminalAt[(state >> 1) - 1], present(at, state) & 1, out);
      for (let i = 0; i < count; i++) out[i] = out[i] * classes + (isLast ? 1 : 0);
      return count;
    },
    ...defined({ reaches }),
  });
}

const withHops = (network: Network, ways: Omit<WayRound, "hops">): WayRound => ({ ...ways, hops: hopsWalked(ways, network) });
