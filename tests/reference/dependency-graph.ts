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
  readonly cycle: readonly number[];
  /** The cycle as text: `switch (0, 1) → switch (0, 2), class 1`. */
  readonly cycleNames: readonly string[];
  /** False if a packet may wait in a queue where no escape channel is among its candidates. */
  readonly isConnected: boolean;
  /** Whether the routing is proved deadlock-free: connected and acyclic. */
  readonly isDeadlockFree: boolean;
}

/** Limit of the work, in routing steps: a few seconds. */
const maxSteps = 3e8;

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
 * value of `uniformBelow(draw, n)` for n up to that number. Injection decisions are tried with all channels of the switch empty,
 * and for each channel with only this channel full and with only this channel empty.
 *
 * @returns null if the network is too large.
 */
export function dependencyGraph(network: Network, compiled: CompiledRouting): DependencyGraph | null {
  const routing = compiled.undrawnRouting ?? compiled;
  const { terminals, switches, firstOut, head } = network;
  const { vcClasses, maxCandidates, route, initialState, nextState, injectionDecision, rings, isEscape, canReach } = routing;
  const nodes = terminals + switches;
  const vcCount = head.length * vcClasses;
  const draws = initialState === undefined ? 1 : (routing.equalDraws ?? nodes);
  const stepsPerDestination = head.length * vcClasses + (initialState === undefined ? 0 : terminals * draws);
  if (terminals * stepsPerDestination > maxSteps) return null;

  // The successors of a virtual channel all leave the same node. They are stored as bits, by their index among the virtual channels that
  // leave it.
  const firstWord = new Int32Array(vcCount + 1);
  for (let id = 0; id < vcCount; id++) {
    const node = head[Math.floor(id / vcClasses)];
    firstWord[id + 1] = firstWord[id] + Math.ceil(((firstOut[node + 1] - firstOut[node]) * vcClasses) / 32);
  }
  const successorBits = new Int32Array(firstWord[vcCount]);
  const firstId = (id: number) => firstOut[head[Math.floor(id / vcClasses)]] * vcClasses;
  const routeBuffer = new Int32Array(maxCandidates);
  let isConnected = true;

  for (let destination = 0; destination < terminals; destination++) {
    // The situations of packets to this terminal: node and routing state, with their candidates in flat arrays.
    const situationOf = new Map<number, number>();
    const nodeAt: number[] = [];
    const stateAt: number[] = [];
    const isAtSource: boolean[] = [];
    /** Index of a situation; adds it if it is new. */
    const findSituation = (node: number, routingState: number, isStart: boolean) => {
      const key = (2 * node + (isStart ? 1 : 0)) * 2 ** 32 + (routingState >>> 0);
      const known = situationOf.get(key);
      if (known !== undefined) return known;
      situationOf.set(key, nodeAt.length);
      isAtSource.push(isStart);
      stateAt.push(routingState);
      return nodeAt.push(node) - 1;
    };
    for (let from = 0; from < terminals; from++) {
      if (from === destination || canReach?.(from, destination) === false) continue;
      for (let i = 0; i < draws; i++)
        findSituation(
          from,
          initialState === undefined ? 0 : initialState(from, destination, Math.floor(((i + 0.5) / draws) * 2 ** 32)),
          true,
        );
    }
    const candidatesAt: Int32Array[] = [];
    const moves: number[] = [];
    for (let situation = 0; situation < nodeAt.length; situation++) {
      const node = nodeAt[situation];
      const count = route(node, destination, stateAt[situation], routeBuffer);
      const candidates = routeBuffer.slice(0, count);
      candidatesAt.push(candidates);
      let hasEscape = false;
      for (const id of candidates) {
        const nextNode = head[Math.floor(id / vcClasses)];
        if (nextNode === destination || isEscape === undefined || isEscape[id] === 1) hasEscape = true;
        if (nextNode === destination) continue;
        const routingState = nextState === undefined ? stateAt[situation] : nextState(node, destination, stateAt[situation], id);
        const isDeciding = isAtSource[situation] || (routingState & (routing.undecidedMask ?? 0)) !== 0;
        if (isDeciding && injectionDecision !== undefined)
          for (const decided of decidedStates(nextNode, destination, routingState)) moves.push(id, findSituation(nextNode, decided, false));
        else moves.push(id, findSituation(nextNode, routingState, false));
      }
      if (!hasEscape) isConnected = false;
    }
    for (let i = 0; i < moves.length; i += 2) {
      const id = moves[i];
      if (isEscape !== undefined && isEscape[id] === 0) continue;
      const first = firstId(id);
      const ring = rings === undefined ? -1 : rings[id];
      for (const candidate of candidatesAt[moves[i + 1]]) {
        if (head[Math.floor(candidate / vcClasses)] === destination || (isEscape !== undefined && isEscape[candidate] === 0)) continue;
        if (ring >= 0 && rings?.[candidate] === ring) continue;
        successorBits[firstWord[id] + ((candidate - first) >> 5)] |= 1 << ((candidate - first) & 31);
      }
    }
  }

  const successors = (id: number) => {
    const found: number[] = [];
    for (let word = firstWord[id], base = firstId(id); word < firstWord[id + 1]; word++, base += 32) {
      for (let remainingBits = successorBits[word]; remainingBits !== 0; remainingBits &= remainingBits - 1)
        found.push(base + 31 - Math.clz32(remainingBits & -remainingBits));
    }
    return found;
  };
  const cycle = findCycle(vcCount, successors);
  let dependencies = 0;
  for (let id = 0; id < vcCount; id++) dependencies += successors(id).length;
  return {
    successors,
    dependencies,
    cycle,
    cycleNames: cycle.map((id) => nameOfChannel(network, Math.floor(id / vcClasses)) + (vcClasses > 1 ? `, class ${id % vcClasses}` : "")),
    isConnected,
    isDeadlockFree: isConnected && cycle.length === 0,
  };

  /** All states in which a packet may leave a switch where it decides, for any queue lengths. */
  function decidedStates(node: number, destination: number, routingState: number): ReadonlySet<number> {
    const found = new Set<number>();
    if (injectionDecision === undefined) return found;
    found.add(injectionDecision(node, destination, routingState, () => 0));
    for (let c = firstOut[node]; c < firstOut[node + 1]; c++) {
      found.add(injectionDecision(node, destination, routingState, (channel) => (channel === c ? fullQueuePhits : 0)));
      found.add(injectionDecision(node, destination, routingState, (channel) => (channel === c ? 0 : fullQueuePhits)));
    }
    return found;
  }
}

/** Phits of a queue that is longer than any real queue. */
const fullQueuePhits = 1e9;

/** A cycle of a directed graph, or an empty path: a depth-first search that meets a node on its current path. */
function findCycle(count: number, successors: (id: number) => readonly number[]): readonly number[] {
  const isOnPath = new Uint8Array(count);
  const isDone = new Uint8Array(count);
  for (let root = 0; root < count; root++) {
    if (isDone[root] === 1) continue;
    const path = [root];
    const unvisited = [[...successors(root)]];
    isOnPath[root] = 1;
    while (path.length > 0) {
      const successor = unvisited[unvisited.length - 1].pop();
      if (successor === undefined) {
        const id = path.pop() as number;
        unvisited.pop();
        isOnPath[id] = 0;
        isDone[id] = 1;
      } else if (isOnPath[successor] === 1) {
        return path.slice(path.indexOf(successor));
      } else if (isDone[successor] === 0) {
        isOnPath[successor] = 1;
        path.push(successor);
        unvisited.push([...successors(successor)]);
      }
    }
  }
  return [];
}
