/** Shortest ways in a network of any form: what shortest-path routing and ways round share. */
import type { Network } from "../network/network.ts";
import { acrossLine } from "../network/line-shapes.ts";
import { boardSteps } from "./board-steps.ts";
import { byPlace } from "./grid-steps.ts";
import { isSharedCube, sharedWays } from "./shared-ways.ts";
import { checkSteps, type TableSize, tableSize, type WaysOn, wayTable } from "./way-tables.ts";

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
  const size = tableSize(network, 1);
  const searching = searchFrom(network, size);
  const { gather, longest, reaches, ways } = wayTable(network, size, searching.waysTo);
  const longestWay = searching.longestWay();
  return {
    gather,
    longest,
    // `longestWay` ends where packets gather, which may be the channel before the last.
    hops: longestWay + (gather.some((node, t) => node !== t) ? 1 : 0),
    exempt: hasTerminalLinks(network) ? 0 : 1,
    reaches,
    ways: (at, to, out) => ways(at, to, 0, out),
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

/**
 * Searches from where packets gather, back along the channels by which they come. Terminals with one link are left out: only the
 * nodes of a table's rows, and the channels between them, are looked at. Once all of them are found, those that are farthest lead
 * nowhere else: where no two switches are more than two links apart, a search looks at the channels of its neighbours alone.
 */
function searchFrom(network: Network, { rows, rowOf, nodeOf, gather, targets }: TableSize) {
  const { terminals, firstOut, head, reverse, forwards } = network;
  // By row: the rows next to it, and the port there by which a packet comes here.
  const first = new Int32Array(rows + 1);
  const beside = new Int32Array(head.length);
  const portBack = new Int32Array(head.length);
  for (let row = 0, count = 0; row < rows; row++) {
    for (let c = firstOut[nodeOf[row]], end = firstOut[nodeOf[row] + 1]; c < end; c++) {
      if (rowOf[head[c]] < 0) continue;
      beside[count] = rowOf[head[c]];
      portBack[count++] = reverse[c] - firstOut[head[c]];
    }
    first[row + 1] = count;
  }
  // A terminal that does not pass packets on is no way to anywhere, though it may lie near.
  const isEnd = Uint8Array.from(nodeOf, (n) => (n < terminals && !forwards ? 1 : 0));
  /** [rows] Channels from a row's node to the last terminal there: 1 where one hangs on it, 0 where it is one, −1 where there is none. */
  const beyond = Int8Array.from(nodeOf, (n) => (n < terminals ? 0 : -1));
  gather.forEach((n, t) => {
    if (n !== t && rowOf[n] >= 0) beyond[rowOf[n]] = 1;
  });
  const distance = new Int32Array(rows);
  const queue = new Int32Array(rows);
  /** The ports of each row that lead closer, in ascending order from `first` on, and how many these are. */
  const closer = new Int32Array(first[rows]);
  const counts = new Int32Array(rows);
  let longestWay = 0;
  let isFirst = true;

  /** Returns how many channels were looked at. */
  const search = (from: number): number => {
    distance.fill(-1);
    counts.fill(0);
    distance[from] = 0;
    queue[0] = from;
    let looks = 0;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const row = queue[i];
      const next = distance[row] + 1;
      if (count === rows && distance[queue[rows - 1]] < next) break;
      if (isEnd[row] === 1 && row !== from) continue;
      looks += first[row + 1] - first[row];
      for (let k = first[row], end = first[row + 1]; k < end; k++) {
        const to = beside[k];
        if (distance[to] < 0) {
          distance[to] = next;
          queue[count++] = to;
        } else if (distance[to] !== next) continue;
        const port = portBack[k];
        let place = first[to] + counts[to]++;
        for (; place > first[to] && closer[place - 1] > port; place--) closer[place] = closer[place - 1];
        closer[place] = port;
      }
    }
    for (let i = 0; i < count; i++) {
      const row = queue[i];
      const more = isEnd[row] === 1 && row !== from ? 0 : beyond[row];
      if (more >= 0 && distance[row] + more > longestWay) longestWay = distance[row] + more;
    }
    return looks;
  };

  const waysTo = (target: number): WaysOn => {
    // Two terminals joined with each other alone have no row.
    if (rowOf[target] < 0) {
      longestWay = Math.max(longestWay, 1);
      return () => 0;
    }
    const looks = search(rowOf[target]);
    if (isFirst) checkSteps(network, looks, targets.length);
    isFirst = false;
    return (n, _phase, out) => {
      const row = rowOf[n];
      for (let i = 0; i < counts[row]; i++) out[i] = firstOut[n] + closer[first[row] + i];
      return counts[row];
    };
  };
  /** Channels of the longest way from a terminal to where packets gather, once all are searched. */
  return { waysTo, longestWay: () => longestWay };
}
