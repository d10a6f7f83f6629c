/** Which virtual channels can be waited for by packets that stand behind which, and whether such waits can close to a circle. */
import { nameOfChannel, type Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";

/** The channel dependency graph of a routing on a network. Virtual channels are named by id, channel × classes + class. */
export interface DependencyGraph {
  /** The virtual channels that a packet in the queue behind `id` may have to wait for. */
  successors(id: number): readonly number[];
  /** Number of such pairs. */
  readonly dependencies: number;
  /** A circle of waits, each virtual channel followed by one that its packets may wait for; empty where there is none. */
  readonly circle: readonly number[];
  /** The circle in words: `switch (0, 1) → switch (0, 2), class 1`. */
  readonly circleNames: readonly string[];
  /** False when a packet may come to stand where no escape way is offered to it. */
  readonly isConnected: boolean;
  /** Whether the routing is proved free of deadlock: connected, and without a circle. */
  readonly isFree: boolean;
}

/** Most steps that are walked: a few seconds. */
const mostSteps = 3e8;

/**
 * Follows every way of every packet, through all its routing states, and notes which virtual channel it may wait for
 * behind which. A packet is stored whole, so it holds one place while it waits for the next; therefore no circle among
 * the escape ways, to which it can turn at any time, is enough (Dally, Seitz, 1987; Duato, IEEE Trans. Parallel Distrib.
 * Syst. 7, 1996). It holds for selections that ask anew in every cycle; one that keeps to its first choice turns to no
 * escape.
 *
 * Worms hold several channels while they wait. Where all ways are escapes the same graph proves them free of deadlock; where
 * some are, it does for ways that never lead away from the destination and buffers that never hold two packets (Duato, IEEE
 * Trans. Parallel Distrib. Syst. 4, 1993).
 *
 * Left out are waits for a channel into the destination, which always has room, and waits between virtual channels of one
 * ring, in which bubble flow control keeps a place free.
 *
 * Where packets draw among what another routing allows, that one is followed: they may wait for whatever it allows.
 *
 * Random states are tried with as many draws as the routing tells apart, or as there are nodes, evenly spread: every value of
 * `below(draw, n)` for up to so many. Decisions by queues are tried with each channel of the switch alone full, alone empty, and all empty.
 *
 * @returns null when the network is too large to be walked
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

  // Successors of a virtual channel leave one node: they are bits, by their number among those that leave it.
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
    // Places where packets to this terminal stand: node, state, and their candidates, flat.
    const placeOf = new Map<number, number>();
    const at: number[] = [];
    const state: number[] = [];
    const begins: boolean[] = [];
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

  /** The states in which a packet may go on from a switch where it decides, whatever the queues hold. */
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

/** Phits of a queue that is as full as any can be. */
const full = 1e9;

/** A circle in a directed graph, or nothing: a search in depth that meets a node it has not left yet. */
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
