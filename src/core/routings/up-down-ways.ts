/** Paths that go up and then down, from tables for any network. Up-down routing and non-minimal routings share them. */
import type { Network } from "../network/network.ts";
import { canBePassed, checkSteps, tableSize, type WaysOn, wayTable } from "./way-tables.ts";

/** Candidates on shortest paths that go up first and then down. */
export interface UpDownWays {
  /** As in the path table in `path-tables.ts`. */
  readonly gather: Int32Array;
  readonly longest: number;
  readonly reaches: ((from: number, to: number) => boolean) | undefined;
  /** Writes the channels by which a packet at `node` in state `state` gets closer to terminal `to`. Returns their number. */
  ways(at: number, to: number, state: number, out: Int32Array): number;
  /** State of a packet after channel `c`: 1 as soon as it has gone down, because it then may not go up again. */
  next(state: number, c: number): number;
}

/** @throws ScenarioError if the tables would be too large */
export function upDownWays(network: Network, root: "centre" | "first"): UpDownWays {
  const { head, tail } = network;
  // Checked before the search for the root, which takes about as long as filling the table.
  const size = tableSize(network, 2);
  checkSteps(network, head.length, 2 * size.targets.length);
  const { rank, nodesByRank } = ranks(network, root);
  const goesDown = Uint8Array.from(head, (to, c) => (rank[to] > rank[tail[c]] ? 1 : 0));
  const { gather, longest, reaches, ways } = wayTable(network, size, legalWays(network, nodesByRank, goesDown));
  return {
    gather,
    longest,
    reaches,
    ways,
    next: (state, c) => state | goesDown[c],
  };
}

/**
 * Sorts the nodes from the roots down: by distance from the root, then by number. Each component of a disconnected network has a root.
 * Terminals that do not forward packets come last, so that no path leads through them.
 */
function ranks(network: Network, choice: "centre" | "first") {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  const level = new Int32Array(nodes);
  const seen = new Int32Array(nodes).fill(-1);
  const queue = new Int32Array(nodes);

  /** Computes the levels of all nodes in the component of node `from` and writes the nodes to `queue`. Returns their number. */
  const search = (from: number, mark: number): number => {
    let count = 1;
    queue[0] = from;
    seen[from] = mark;
    level[from] = 0;
    for (let i = 0; i < count; i++) {
      const n = queue[i];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (seen[head[c]] === mark || !canBePassed(network, head[c])) continue;
        seen[head[c]] = mark;
        level[head[c]] = level[n] + 1;
        queue[count++] = head[c];
      }
    }
    return count;
  };

  // Finds the root of each component, starting from its first switch.
  const isDone = new Uint8Array(nodes);
  let mark = 0;
  const final = new Float64Array(nodes).fill(Infinity);
  for (let i = 0; i < nodes; i++) {
    const first = (i + terminals) % nodes;
    if (isDone[first] === 1 || !canBePassed(network, first)) continue;
    const part = [...queue.subarray(0, search(first, mark++))];
    let root = first;
    if (choice === "centre") {
      let nearest = Infinity;
      for (const n of part) {
        if (n < terminals && first >= terminals) continue;
        const farthest = level[queue[search(n, mark++) - 1]];
        if (farthest < nearest || (farthest === nearest && n < root)) {
          nearest = farthest;
          root = n;
        }
      }
    }
    search(root, mark++);
    for (const n of part) {
      isDone[n] = 1;
      final[n] = level[n];
    }
  }
  const nodesByRank = Int32Array.from({ length: nodes }, (_, n) => n).sort((a, b) => (final[a] === final[b] ? a - b : final[a] - final[b]));
  const rank = new Int32Array(nodes);
  nodesByRank.forEach((n, place) => (rank[n] = place));
  return { rank, nodesByRank };
}

/** The shortest legal paths. Phase 0: a packet that may still go up; phase 1: a packet that has gone down. */
function legalWays(network: Network, nodesByRank: Int32Array, goesDown: Uint8Array): (target: number) => WaysOn {
  const { terminals, firstOut, head, forwards } = network;
  const nodes = nodesByRank.length;
  const passable = forwards ? 0 : terminals;
  const unreachable = 0x3fffffff;
  const down = new Int32Array(nodes);
  const best = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  return (target) => {
    // Distances of paths that only go down: a search backwards from the target along channels that go up.
    down.fill(unreachable);
    down[target] = 0;
    queue[0] = target;
    for (let i = 0, count = 1; i < count; i++) {
      const n = queue[i];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (goesDown[c] === 1 || down[head[c]] !== unreachable || head[c] < passable) continue;
        down[head[c]] = down[n] + 1;
        queue[count++] = head[c];
      }
    }
    // Nodes above come first, so their distances are known when they are needed.
    for (const n of nodesByRank) {
      best[n] = down[n];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (goesDown[c] === 0 && best[head[c]] + 1 < best[n] && head[c] >= passable) best[n] = best[head[c]] + 1;
      }
    }
    return (n, phase, out) => {
      const distance = phase === 0 ? best[n] : down[n];
      if (distance >= unreachable) return 0;
      let count = 0;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const next = head[c];
        if (next !== target && next < passable) continue;
        const left = goesDown[c] === 1 ? down[next] : phase === 0 ? best[next] : unreachable;
        if (left + 1 === distance) out[count++] = c;
      }
      return count;
    };
  };
}
