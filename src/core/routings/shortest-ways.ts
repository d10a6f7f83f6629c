/** Shortest ways in a network of any form: what shortest-path routing and ways round share. */
import type { Network } from "../network/network.ts";
import { search } from "../network/search.ts";
import { acrossLine } from "../network/line-shapes.ts";
import { boardSteps } from "./board-steps.ts";
import { byPlace } from "./grid-steps.ts";
import { isSharedCube, sharedWays } from "./shared-ways.ts";
import { tableSize, type WaysOn, wayTable } from "./way-tables.ts";

/** Most classes that are counted by hops. */
export const mostClasses = 16;

export interface ShortestWays {
  /** [T] Node at which packets to a terminal gather: the switch of a terminal with one link, else the terminal itself. */
  readonly gather: Int32Array;
  /** Most channels that lead closer anywhere. */
  readonly longest: number;
  /** Channels of the longest way between two terminals. */
  readonly hops: number;
  /** 1 where the first channel of a way needs no class of its own, since no other packet can arrive by it; else 0. */
  readonly exempt: number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined when all can. */
  readonly reaches: ((from: number, to: number) => boolean) | undefined;
  /** Writes the channels by which a packet at node `at` comes closer to terminal `to`; returns how many. */
  ways(at: number, to: number, out: Int32Array): number;
}

/**
 * The shortest ways of a network: by arithmetic where its form tells them, else from tables worked out for it.
 * @throws ScenarioError when the tables would be too large
 */
export function shortestWays(network: Network): ShortestWays {
  if (isSharedCube(network)) return sharedWays(network);
  return network.regular && network.axes[0]?.kind === "board" ? onBoards(network) : tabledWays(network);
}

/** In rows and columns of boards: every step that leads closer along a row or a column. */
function onBoards(network: Network): ShortestWays {
  const { terminals, axes } = network;
  const { productive, mostProductive } = boardSteps(network, byPlace);
  return {
    gather: Int32Array.from({ length: terminals }, (_, t) => t),
    longest: mostProductive,
    hops: axes.reduce((sum, { size, each = 1 }) => sum + acrossLine(each, size / each).farthest, 0),
    exempt: hasTerminalLinks(network) ? 0 : 1,
    reaches: undefined,
    ways: productive,
  };
}

function tabledWays(network: Network): ShortestWays {
  const { terminals, firstOut, reverse } = network;
  const distances = new Int32Array(firstOut.length - 1);
  const queue = new Int32Array(firstOut.length - 1);
  let longestWay = 0;
  const { gather, longest, lists, find, reaches } = wayTable(network, tableSize(network, 1), (target) => {
    search(network, target, distances, queue, network.forwards ? 0 : terminals);
    for (let t = 0; t < terminals; t++) if (distances[t] > longestWay) longestWay = distances[t];
    return closer(network, distances);
  });
  return {
    gather,
    longest,
    // `longestWay` ends where packets gather, which may be the channel before the last.
    hops: longestWay + (gather.some((node, t) => node !== t) ? 1 : 0),
    exempt: hasTerminalLinks(network) ? 0 : 1,
    reaches,
    ways(at, to, out) {
      if (at === gather[to]) {
        out[0] = reverse[firstOut[to]];
        return 1;
      }
      const first = firstOut[at];
      if (at < terminals && firstOut[at + 1] - first === 1) {
        out[0] = first;
        return 1;
      }
      const start = find(at, to, 0);
      const count = lists[start];
      for (let i = 0; i < count; i++) out[i] = first + lists[start + 1 + i];
      return count;
    },
  };
}

/**
 * Classes for ways of up to `hops` channels whose class is the number of channels crossed so far. The last channel of a
 * way needs none of its own, a packet is always consumed.
 */
export function classesByHops(hops: number, exempt: number): number {
  return Math.max(1, hops - 1 - exempt);
}

/** Whether a terminal hangs on another terminal: then a packet under way can arrive by the channel it began with. */
function hasTerminalLinks({ terminals, firstOut, head }: Network): boolean {
  for (let c = 0; c < firstOut[terminals]; c++) if (head[c] < terminals) return true;
  return false;
}

/** The channels that lead one closer. */
function closer(network: Network, distances: Int32Array): WaysOn {
  const { terminals, firstOut, head, forwards } = network;
  // A terminal that does not pass packets on is no way to anywhere, though it may lie near.
  const passable = forwards ? 0 : terminals;
  return (n, _phase, out) => {
    const wanted = distances[n] - 1;
    let count = 0;
    if (wanted < 0) return 0;
    for (let c = firstOut[n], end = firstOut[n + 1]; c < end; c++) {
      const next = head[c];
      if (distances[next] === wanted && (next >= passable || wanted === 0)) out[count++] = c;
    }
    return count;
  };
}
