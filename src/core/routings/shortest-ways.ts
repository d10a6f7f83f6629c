/** Shortest ways in a network of any form: what shortest-path routing and ways round share. */
import { bitCount } from "../base/bits.ts";
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

/** Most nodes from which a search goes at once, one bit for each; and most places that it keeps for ports. */
const mostAtOnce = 32;
const mostPlaces = 2 ** 23;

/**
 * Searches from where packets gather, back along the channels by which they come, from 32 such nodes at once. Terminals with one link
 * are left out: only the nodes of a table's rows, and the channels between them, are looked at. Once all of them are found, those that
 * are farthest lead nowhere else: where no two switches are more than two links apart, a search looks at the channels of its neighbours
 * alone.
 */
function searchFrom(network: Network, { rows, rowOf, nodeOf, gather, targets, columnOf }: TableSize) {
  const { terminals, firstOut, head, forwards } = network;
  // By row: the rows next to it, and by which of its ports.
  const first = new Int32Array(rows + 1);
  const beside = new Int32Array(head.length);
  const portTo = new Int32Array(head.length);
  let mostPorts = 0;
  for (let row = 0, count = 0; row < rows; row++) {
    for (let c = firstOut[nodeOf[row]], end = firstOut[nodeOf[row] + 1]; c < end; c++) {
      if (rowOf[head[c]] < 0) continue;
      beside[count] = rowOf[head[c]];
      portTo[count++] = c - firstOut[nodeOf[row]];
    }
    first[row + 1] = count;
    mostPorts = Math.max(mostPorts, count - first[row]);
  }
  // A terminal that does not pass packets on is no way to anywhere, though it may lie near.
  const isEnd = Uint8Array.from(nodeOf, (n) => (n < terminals && !forwards ? 1 : 0));
  /** [rows] Channels from a row's node to the last terminal there: 1 where one hangs on it, 0 where it is one, −1 where there is none. */
  const beyond = Int8Array.from(nodeOf, (n) => (n < terminals ? 0 : -1));
  gather.forEach((n, t) => {
    if (n !== t && rowOf[n] >= 0) beyond[rowOf[n]] = 1;
  });
  const atOnce = Math.max(1, Math.min(mostAtOnce, Math.floor(mostPlaces / Math.max(1, first[rows]))));
  /** [rows] From which nodes a row has been found, lies as far as the search has come, and will lie one channel farther. */
  const seen = new Int32Array(rows);
  const here = new Int32Array(rows);
  const soon = new Int32Array(rows);
  const queue = new Int32Array(rows);
  const following = new Int32Array(rows);
  /** [rows × atOnce] How many of the rows next to each lie closer to each node, and in ascending order which. */
  const counts = new Int32Array(rows * atOnce);
  const closer = new (mostPorts > 0xffff ? Int32Array : Uint16Array)(first[rows] * atOnce);
  let longestWay = 0;
  let searched = 0;

  /** Searches from the nodes of so many columns; returns the steps it took. */
  const search = (column: number, columns: number): number => {
    seen.fill(0);
    counts.fill(0);
    let count = 0;
    let missing = 0;
    for (let i = 0; i < columns; i++) {
      const row = rowOf[targets[column + i]];
      // Two terminals joined with each other alone have no row.
      if (row < 0) {
        longestWay = Math.max(longestWay, 1);
        continue;
      }
      longestWay = Math.max(longestWay, beyond[row]);
      here[row] = seen[row] = 1 << i;
      queue[count++] = row;
      missing += rows - 1;
    }
    let looks = 0;
    let found = 0;
    for (let far = 1; count > 0 && missing > 0; far++) {
      let next = 0;
      for (let i = 0; i < count; i++) {
        const row = queue[i];
        const bits = here[row];
        looks += first[row + 1] - first[row];
        for (let k = first[row], end = first[row + 1]; k < end; k++) {
          const to = beside[k];
          const fresh = bits & ~seen[to];
          if (fresh === 0) continue;
          if (soon[to] === 0) following[next++] = to;
          soon[to] |= fresh;
        }
      }
      for (let i = 0; i < next; i++) {
        const row = following[i];
        const ports = first[row + 1] - first[row];
        for (let k = first[row], end = first[row + 1]; k < end; k++) {
          for (let left = here[beside[k]] & soon[row]; left !== 0; left &= left - 1) {
            const i = 31 - Math.clz32(left & -left);
            closer[first[row] * atOnce + i * ports + counts[row * atOnce + i]++] = k - first[row];
            found++;
          }
        }
      }
      for (let i = 0; i < count; i++) here[queue[i]] = 0;
      count = 0;
      for (let i = 0; i < next; i++) {
        const row = following[i];
        const more = isEnd[row] === 1 ? 0 : beyond[row];
        if (more >= 0 && far + more > longestWay) longestWay = far + more;
        missing -= bitCount(soon[row]);
        seen[row] |= soon[row];
        if (isEnd[row] === 0) {
          here[row] = soon[row];
          queue[count++] = row;
        }
        soon[row] = 0;
      }
    }
    for (let i = 0; i < count; i++) here[queue[i]] = 0;
    return Math.max(looks, found);
  };

  const waysTo = (target: number): WaysOn => {
    const column = columnOf[target];
    if (column >= searched) {
      const columns = Math.min(atOnce, targets.length - column);
      const steps = search(column, columns);
      if (searched === 0) checkSteps(network, Math.ceil(steps / columns), targets.length);
      searched = column + columns;
    }
    const place = column % atOnce;
    return (n, _phase, out) => {
      const row = rowOf[n];
      const count = counts[row * atOnce + place];
      const start = first[row] * atOnce + place * (first[row + 1] - first[row]);
      for (let i = 0; i < count; i++) out[i] = firstOut[n] + portTo[first[row] + closer[start + i]];
      return count;
    };
  };
  /** Channels of the longest way from a terminal to where packets gather, once all are searched. */
  return { waysTo, longestWay: () => longestWay };
}
