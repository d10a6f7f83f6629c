/** The channel dependency graph of a routing, and whether it has a cycle. */
import { nameOfChannel, type Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";

/** The channel dependency graph of a routing on a network. A virtual channel has the id channel × vcClasses + class. */
export interface DependencyGraph {
  /** The virtual channels that a packet in the queue behind `id` may have to wait for. */
  successors(id: number): readonly number[];
  /** Number of edges. */
  readonly dependencies: number;
  /** A cycle of the graph: each virtual channel is followed by one that its packets may wait for. Empty if the graph is acyclic. */
  readonly circle: readonly number[];
  /** The cycle as text: `switch (0, 1) → switch (0, 2), class 1`. */
  readonly circleNames: readonly string[];
  /** False if a packet may wait in a queue where no escape channel is among its candidates. */
  readonly isConnected: boolean;
  /** Whether the routing is proved deadlock-free: connected and acyclic. */
  readonly isFree: boolean;
}

/** Limit of the work, in routing steps: a few seconds. */
const mostSteps = 3e8;

/**
 * Follows every path of every packet through all routing states, and records the virtual channels that it may wait for behind each virtual
 * channel. A packet is stored whole, so it holds one credit while it waits for the next one. Therefore it suffices that the escape
 * channels, to which a packet can turn at any time, have no cycle (Dally, Seitz, 1987; Duato, IEEE Trans. Parallel Distrib. Syst. 7, 1996).
 * This holds for selections that request anew in every cycle; under a selection that keeps its first choice, packets do not turn to escape
 * channels.
 *
 * In wormhole switching a packet holds several channels while it waits. If all channels are escape channels, the same graph proves it
 * deadlock-free; if only some are, it does so for paths that never lead away from the destination and buffers that never hold two packets
 * (Duato, IEEE Trans. Parallel Distrib. Syst. 4, 1993).
 *
 * The graph leaves out waits for a channel into the destination, which always has room, and waits between virtual channels of one ring, in
 * which bubble flow control keeps one buffer free.
 *
 * If a routing draws among the candidates of another routing, the graph is that of the other routing: packets may wait for all its
 * candidates.
 *
 * Random initial states are tried with as many evenly spread draws as the routing distinguishes, or as there are nodes: this gives every
 * value of `uniformBelow(draw, n)` for n up to that number. Injection decisions are tried with each channel of the switch alone full, alone
 * empty, and with all channels empty.
 *
 * @returns null if the network is too large.
 */
export function dependencyGraph(network: Network, compiled: CompiledRouting): DependencyGraph | null {
  const routing = compiled.drawnFrom ?? compiled;
  const { terminals, switches, firstOut, head } = network;
  const { classes, maxCandidates, route, begin, next, adapt, rings, escape, reaches } = routing;
  const nodes = terminals + switches;
  const Q = head.length * classes;
  const draws = begin === undefined ? 1 : (routing.draws ?? nodes);
  const perTarget = head.length * classes + (begin === undefined ? 0 : terminals * draws);
  if (terminals * perTarget > mostSteps) return null;

  // The successors of a virtual channel all leave the same node. They are stored as bits, by their index among the virtual channels that
  // leave it.
  const firstWord = new Int32Array(Q + 1);
  for (let id = 0; id < Q; id++) {
    const n = head[Math.floor(id / classes)];
    firstWord[id + 1] = firstWord[id] + Math.ceil(((firstOut[n + 1] - firstOut[n]) * classes) / 32);
  }
  const bits = new Int32Array(firstWord[Q]);
  const firstId = (id: number) => firstOut[head[Math.floor(id / classes)]] * classes;
  const out = new Int32Array(maxCandidates);
  let isConnected = true;

  for (let to = 0; to < terminals; to++) {
    // The situations of packets to this terminal: node and routing state, with their candidates in flat arrays.
    const placeOf = new Map<number, number>();
    const at: number[] = [];
    const state: number[] = [];
    const begins: boolean[] = [];
    /** Index of a situation; adds it if it is new. */
    const find = (n: number, s: number, isStart: boolean) => {
      const key = (2 * n + (isStart ? 1 : 0)) * 2 ** 32 + (s >>> 0);
      const known = placeOf.get(key);
      if (known !== undefined) return known;
      placeOf.set(key, at.length);
      begins.push(isStart);
      state.push(s);
      return at.push(n) - 1;
    };
    for (let from = 0; from < terminals; from++) {
      if (from === to || reaches?.(from, to) === false) continue;
      for (let i = 0; i < draws; i++)
        find(from, begin === undefined ? 0 : begin(from, to, Math.floor(((i + 0.5) / draws) * 2 ** 32)), true);
    }
    const candidatesAt: Int32Array[] = [];
    const moves: number[] = [];
    for (let place = 0; place < at.length; place++) {
      const n = at[place];
      const count = route(n, to, state[place], out);
      const candidates = out.slice(0, count);
      candidatesAt.push(candidates);
      let hasEscape = false;
      for (const id of candidates) {
        const then = head[Math.floor(id / classes)];
        if (then === to || escape === undefined || escape[id] === 1) hasEscape = true;
        if (then === to) continue;
        const s = next === undefined ? state[place] : next(n, to, state[place], id);
        const isAsked = begins[place] || (s & (routing.undecided ?? 0)) !== 0;
        if (isAsked && adapt !== undefined) for (const decided of decisions(then, to, s)) moves.push(id, find(then, decided, false));
        else moves.push(id, find(then, s, false));
      }
      if (!hasEscape) isConnected = false;
    }
    for (let i = 0; i < moves.length; i += 2) {
      const id = moves[i];
      if (escape !== undefined && escape[id] === 0) continue;
      const first = firstId(id);
      const ring = rings === undefined ? -1 : rings[id];
      for (const wanted of candidatesAt[moves[i + 1]]) {
        if (head[Math.floor(wanted / classes)] === to || (escape !== undefined && escape[wanted] === 0)) continue;
        if (ring >= 0 && rings?.[wanted] === ring) continue;
        bits[firstWord[id] + ((wanted - first) >> 5)] |= 1 << ((wanted - first) & 31);
      }
    }
  }

  const successors = (id: number) => {
    const found: number[] = [];
    for (let word = firstWord[id], base = firstId(id); word < firstWord[id + 1]; word++, base += 32) {
      for (let left = bits[word]; left !== 0; left &= left - 1) found.push(base + 31 - Math.clz32(left & -left));
    }
    return found;
  };
  const circle = findCircle(Q, successors);
  let dependencies = 0;
  for (let id = 0; id < Q; id++) dependencies += successors(id).length;
  return {
    successors,
    dependencies,
    circle,
    circleNames: circle.map((id) => nameOfChannel(network, Math.floor(id / classes)) + (classes > 1 ? `, class ${id % classes}` : "")),
    isConnected,
    isFree: isConnected && circle.length === 0,
  };

  /** All states in which a packet may leave a switch where it decides, for any queue lengths. */
  function decisions(n: number, to: number, s: number): ReadonlySet<number> {
    const found = new Set<number>();
    if (adapt === undefined) return found;
    found.add(adapt(n, to, s, () => 0));
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      found.add(adapt(n, to, s, (channel) => (channel === c ? full : 0)));
      found.add(adapt(n, to, s, (channel) => (channel === c ? 0 : full)));
    }
    return found;
  }
}

/** Phits of a queue that is longer than any real queue. */
const full = 1e9;

/** A cycle of a directed graph, or an empty path: a depth-first search that meets a node on its current path. */
function findCircle(count: number, successors: (id: number) => readonly number[]): readonly number[] {
  const isOpen = new Uint8Array(count);
  const isDone = new Uint8Array(count);
  for (let root = 0; root < count; root++) {
    if (isDone[root] === 1) continue;
    const path = [root];
    const left = [[...successors(root)]];
    isOpen[root] = 1;
    while (path.length > 0) {
      const following = left[left.length - 1].pop();
      if (following === undefined) {
        const id = path.pop() as number;
        left.pop();
        isOpen[id] = 0;
        isDone[id] = 1;
      } else if (isOpen[following] === 1) {
        return path.slice(path.indexOf(following));
      } else if (isDone[following] === 0) {
        isOpen[following] = 1;
        path.push(following);
        left.push([...successors(following)]);
      }
    }
  }
  return [];
}
