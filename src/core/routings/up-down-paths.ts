/** Paths that go up and then down, from tables for any network. Up-down routing and non-minimal routings share them. */
import type { Network } from "../network/network.ts";
import { canForward, checkSearchSteps, tableSize, type WriteCandidates, pathTable } from "./path-tables.ts";

/** Candidates on shortest paths that go up first and then down. */
export interface UpDownPaths {
  /** As in the path table in `path-tables.ts`. */
  readonly attachmentOf: Int32Array;
  readonly maxCandidates: number;
  readonly canReach: ((from: number, to: number) => boolean) | undefined;
  /** Writes the channels by which a packet at `node` in state `state` gets closer to terminal `to`. Returns their number. */
  nextChannels(node: number, to: number, state: number, out: Int32Array): number;
  /** State of a packet after channel `c`: 1 as soon as it has gone down, because it then may not go up again. */
  stateAfterChannel(state: number, c: number): number;
}

/** @throws ScenarioError if the tables would be too large */
export function upDownPaths(network: Network, root: "centre" | "first"): UpDownPaths {
  const { head, tail } = network;
  // Checked before the search for the root, which takes about as long as filling the table.
  const size = tableSize(network, 2);
  checkSearchSteps(network, head.length, 2 * size.targets.length);
  const { rank, nodesByRank } = rankNodes(network, root);
  const isDown = Uint8Array.from(head, (to, c) => (rank[to] > rank[tail[c]] ? 1 : 0));
  const { attachmentOf, maxCandidates, canReach, nextChannels } = pathTable(network, size, legalPaths(network, nodesByRank, isDown));
  return {
    attachmentOf,
    maxCandidates,
    canReach,
    nextChannels,
    stateAfterChannel: (state, c) => state | isDown[c],
  };
}

/**
 * Ranks the nodes for up-down routing, in which a packet goes first up towards a root and then down. The order is by distance from the
 * root, then by number. Each component of a disconnected network has a root: its first switch, or the switch with the smallest distance to
 * its farthest node (`centre`). Terminals that do not forward packets come last, so that no path leads through them.
 */
function rankNodes(network: Network, choice: "centre" | "first") {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  const level = new Int32Array(nodes);
  const lastSearchOf = new Int32Array(nodes).fill(-1);
  const queue = new Int32Array(nodes);

  /** Computes the levels of all nodes in the component of node `startNode` and writes the nodes to `queue`. Returns their number. */
  const findComponent = (startNode: number, searchNumber: number): number => {
    let count = 1;
    queue[0] = startNode;
    lastSearchOf[startNode] = searchNumber;
    level[startNode] = 0;
    for (let i = 0; i < count; i++) {
      const n = queue[i];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (lastSearchOf[head[c]] === searchNumber || !canForward(network, head[c])) continue;
        lastSearchOf[head[c]] = searchNumber;
        level[head[c]] = level[n] + 1;
        queue[count++] = head[c];
      }
    }
    return count;
  };

  // Finds the root of each component, starting from its first switch.
  const isDone = new Uint8Array(nodes);
  let searchNumber = 0;
  /** [N] Distance from the root of the node's component; Infinity for terminals that do not forward packets. */
  const finalLevel = new Float64Array(nodes).fill(Infinity);
  for (let i = 0; i < nodes; i++) {
    // Switches first, then terminals.
    const firstNode = (i + terminals) % nodes;
    if (isDone[firstNode] === 1 || !canForward(network, firstNode)) continue;
    const component = [...queue.subarray(0, findComponent(firstNode, searchNumber++))];
    let root = firstNode;
    if (choice === "centre") {
      let smallestEccentricity = Infinity;
      for (const n of component) {
        if (n < terminals && firstNode >= terminals) continue;
        // The node that the search finds last is the farthest one.
        const eccentricity = level[queue[findComponent(n, searchNumber++) - 1]];
        if (eccentricity < smallestEccentricity || (eccentricity === smallestEccentricity && n < root)) {
          smallestEccentricity = eccentricity;
          root = n;
        }
      }
    }
    findComponent(root, searchNumber++);
    for (const n of component) {
      isDone[n] = 1;
      finalLevel[n] = level[n];
    }
  }
  const nodesByRank = Int32Array.from({ length: nodes }, (_, n) => n).sort((a, b) =>
    finalLevel[a] === finalLevel[b] ? a - b : finalLevel[a] - finalLevel[b],
  );
  const rank = new Int32Array(nodes);
  nodesByRank.forEach((n, index) => (rank[n] = index));
  return { rank, nodesByRank };
}

/**
 * The shortest paths that up-down routing allows: first up towards a root, then down. For a target node, returns a function that writes the
 * candidate channels of a packet at a node. Phase 0: a packet that may still go up; phase 1: a packet that has gone down and may not go up
 * again.
 * @param nodesByRank The nodes from the roots down.
 * @param isDown [C] 1 for channels that lead down, to a node of higher rank.
 */
function legalPaths(network: Network, nodesByRank: Int32Array, isDown: Uint8Array): (target: number) => WriteCandidates {
  const { terminals, firstOut, head, forwards } = network;
  const nodes = nodesByRank.length;
  const firstForwarder = forwards ? 0 : terminals;
  const unreachable = 0x3fffffff;
  const downDistance = new Int32Array(nodes);
  const legalDistance = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  /**
   * Computes the distances of all nodes from one target, on paths that only go down and on paths that go up first, and returns the function
   * that writes the candidates towards it.
   */
  return (target) => {
    // Distances of paths that only go down: a search backwards from the target along channels that go up.
    downDistance.fill(unreachable);
    downDistance[target] = 0;
    queue[0] = target;
    for (let i = 0, count = 1; i < count; i++) {
      const n = queue[i];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (isDown[c] === 1 || downDistance[head[c]] !== unreachable || head[c] < firstForwarder) continue;
        downDistance[head[c]] = downDistance[n] + 1;
        queue[count++] = head[c];
      }
    }
    // Distances of paths that go up first: one hop more than from the neighbor above. Nodes above come first, so their distances are known.
    for (const n of nodesByRank) {
      legalDistance[n] = downDistance[n];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (isDown[c] === 0 && legalDistance[head[c]] + 1 < legalDistance[n] && head[c] >= firstForwarder)
          legalDistance[n] = legalDistance[head[c]] + 1;
      }
    }
    return (n, phase, candidates) => {
      const distance = phase === 0 ? legalDistance[n] : downDistance[n];
      if (distance >= unreachable) return 0;
      let count = 0;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const neighbor = head[c];
        if (neighbor !== target && neighbor < firstForwarder) continue;
        let remainingDistance = unreachable;
        if (isDown[c] === 1) remainingDistance = downDistance[neighbor];
        else if (phase === 0) remainingDistance = legalDistance[neighbor];
        if (remainingDistance + 1 === distance) candidates[count++] = c;
      }
      return count;
    };
  };
}
