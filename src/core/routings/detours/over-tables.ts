/** Ways round over a random node, by tables: on any network. */
import { defined } from "../../base/defined.ts";
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import { hopsWalked, type WayRound } from "./detour.ts";
import { classesByHops, mostClasses, type ShortestWays, shortestWays } from "../shortest-ways.ts";
import { upDownWays } from "../up-down-ways.ts";
import { canBePassed } from "../way-tables.ts";

/**
 * By tables, over a random node at which packets to some terminal gather: on shortest ways where their classes by hops
 * suffice, else on up-down ways, one class before the intermediate node and one behind it.
 */
export function overTables(network: Network): WayRound {
  const shortest = shortestWays(network);
  // Two longest ways, but for the channels of a terminal that is not visited on the way: into it, and out of it.
  const hangs = shortest.gather.map((node, t) => (node === t ? 0 : 1));
  const unused = (hangs.includes(1) ? 1 : 0) + (hangs.includes(0) ? 0 : 1);
  const classes = classesByHops(2 * shortest.hops - unused, shortest.exempt);
  return classes <= mostClasses ? overShortestWays(network, shortest, classes) : overUpDownWays(network);
}

/** The intermediate nodes of a network, and which of them a packet may be sent over. */
function intermediateNodes(network: Network, { gather, reaches }: Pick<ShortestWays, "gather" | "reaches">) {
  /** Each node, and a terminal that hangs on it: ways to the one are known as ways to the other. */
  const middles: number[] = [];
  const terminalAt: number[] = [];
  const seen = new Uint8Array(network.terminals + network.switches);
  gather.forEach((node, t) => {
    if (!canBePassed(network, node) || seen[node] === 1) return;
    seen[node] = 1;
    middles.push(node);
    terminalAt.push(t);
  });
  /** The place of a random one + 1, 0 for a direct way. */
  const draw = (from: number, to: number, random: number) => {
    if (middles.length === 0) return 0;
    const middle = below(random, middles.length);
    const [node, over] = [middles[middle], terminalAt[middle]];
    if (node === gather[from] || node === gather[to] || node === from || node === to) return 0;
    return reaches === undefined || (reaches(from, over) && reaches(over, to)) ? middle + 1 : 0;
  };
  /** The place + 1 of another than `own`, drawn by where a packet is; 0 where that is none. */
  const another = (at: number, to: number, own: number, i: number) => {
    const middle = (own - 1 + below(mix(at, to, i), middles.length)) % middles.length;
    const [node, over] = [middles[middle], terminalAt[middle]];
    if (node === at || node === gather[to] || node === to) return 0;
    return reaches === undefined || reaches(over, to) ? middle + 1 : 0;
  };
  return { middles, terminalAt, draw, another };
}

/** Channels crossed so far, in the low bits of a state; above them the intermediate node's place in its list + 1. */
const hopBits = 8;
const hopMask = (1 << hopBits) - 1;

/** The class is the number of channels crossed so far. */
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

/** A state is whether the packet has gone down, + 2 × (the intermediate node's place in its list + 1). */
function overUpDownWays(network: Network): WayRound {
  const legal = upDownWays(network, "centre");
  const { gather, longest, reaches, ways, next } = legal;
  const { middles, terminalAt, draw, another } = intermediateNodes(network, legal);
  const classes = 2;
  const out = new Int32Array(longest);
  const isThere = (at: number, state: number) => state < 2 || at === middles[(state >> 1) - 1];
  /** At the intermediate node a packet may go up again. */
  const present = (at: number, state: number) => (state >= 2 && isThere(at, state) ? 0 : state);
  return withHops(network, {
    classes,
    maxCandidates: longest,
    begin: (from, to, random) => draw(from, to, random) << 1,
    isRound: (state) => state >= 2,
    // Who has gone down comes only to what is below.
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
