/** Shortest paths in any network. Shortest-path routing and non-minimal routings share them. */
import { bitCount } from "../base/bits.ts";
import type { Network } from "../network/network.ts";
import { acrossLine } from "../network/line-shapes.ts";
import { boardSteps } from "./board-steps.ts";
import { byPlace } from "./grid-steps.ts";
import { isSharedCube, sharedWays } from "./shared-ways.ts";
import { checkSteps, type TableSize, tableSize, type WaysOn, wayTable } from "./way-tables.ts";

/** Maximum number of VC classes for routing with classes by hops. */
export const mostClasses = 16;

/** Candidates on shortest paths to each terminal. */
export interface ShortestWays {
  /** [T] Node to which packets for a terminal are routed: the switch of a terminal with one link, otherwise the terminal itself. */
  readonly gather: Int32Array;
  /** Maximum number of candidates at any node. */
  readonly longest: number;
  /** Channels of the longest shortest path between two terminals. */
  readonly hops: number;
  /** 1 if the first channel of a path needs no VC class, because no other packet can arrive by it; otherwise 0. */
  readonly exempt: number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined if all pairs can. */
  readonly reaches: ((from: number, to: number) => boolean) | undefined;
  /** Writes the channels by which a packet at `node` gets closer to terminal `to`. Returns their number. */
  ways(at: number, to: number, out: Int32Array): number;
}

/**
 * The shortest paths of a network, by arithmetic if its shape allows it, otherwise from tables.
 * @throws ScenarioError if the tables would be too large
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

/** The shortest paths from a table that a search fills. */
function tabledWays(network: Network): ShortestWays {
  const size = tableSize(network, 1);
  const searching = searchFrom(network, size);
  const { gather, longest, reaches, ways } = wayTable(network, size, searching.waysTo);
  const longestWay = searching.longestWay();
  return {
    gather,
    longest,
    // `longestPath` ends at the attachment node, which may be one channel before the terminal.
    hops: longestWay + (gather.some((node, t) => node !== t) ? 1 : 0),
    exempt: hasTerminalLinks(network) ? 0 : 1,
    reaches,
    ways: (at, to, out) => ways(at, to, 0, out),
  };
}

/**
 * VC classes for paths of up to `hops` channels if the class is the number of channels crossed so far. The last channel of a path needs no
 * class, because a packet is always consumed.
 */
export function classesByHops(hops: number, exempt: number): number {
  return Math.max(1, hops - 1 - exempt);
}

/** Whether a terminal is linked to another terminal. A forwarded packet may then arrive by a channel on which another packet starts. */
function hasTerminalLinks({ terminals, firstOut, head }: Network): boolean {
  for (let c = 0; c < firstOut[terminals]; c++) if (head[c] < terminals) return true;
  return false;
}

/** Maximum number of sources of one parallel search (one bit each), and maximum number of entries for ports. */
const mostAtOnce = 32;
const mostPlaces = 2 ** 23;

/**
 * Searches backwards from the attachment nodes of terminals, from up to 32 of them in parallel. Terminals with one link are left out: only
 * the rows of the table and the channels between them are visited. A search ends when all rows are found, without expanding the farthest
 * ones. If no two switches are more than two links apart, a search therefore visits only the channels of its neighbors.
 */
function searchFrom(network: Network, { rows, rowOf, nodeOf, gather, targets, columnOf }: TableSize) {
  const { terminals, firstOut, head, forwards } = network;
  // By row: the neighboring rows, and the ports to them.
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
  // A terminal that does not forward packets is a dead end, even if it is near.
  const isEnd = Uint8Array.from(nodeOf, (n) => (n < terminals && !forwards ? 1 : 0));
  /** [rows] Channels from a row's node to a terminal: 1 if a terminal is attached, 0 if it is a terminal, −1 otherwise. */
  const beyond = Int8Array.from(nodeOf, (n) => (n < terminals ? 0 : -1));
  gather.forEach((n, t) => {
    if (n !== t && rowOf[n] >= 0) beyond[rowOf[n]] = 1;
  });
  const atOnce = Math.max(1, Math.min(mostAtOnce, Math.floor(mostPlaces / Math.max(1, first[rows]))));
  /**
   * [rows] Bit sets of searches: those that have found a row, those for which it is at the current distance, and those for which it is at
   * the next distance.
   */
  const seen = new Int32Array(rows);
  const here = new Int32Array(rows);
  const soon = new Int32Array(rows);
  const queue = new Int32Array(rows);
  const following = new Int32Array(rows);
  /** [rows × searchWidth] For each row and search, the number of ports to neighbors that are closer, and these ports in ascending order. */
  const counts = new Int32Array(rows * atOnce);
  const closer = new (mostPorts > 0xffff ? Int32Array : Uint16Array)(first[rows] * atOnce);
  let longestWay = 0;
  let searched = 0;

  /** Searches from the nodes of `columns` columns, starting with `column`. Returns the number of steps. */
  const search = (column: number, columns: number): number => {
    seen.fill(0);
    counts.fill(0);
    let count = 0;
    let missing = 0;
    for (let i = 0; i < columns; i++) {
      const row = rowOf[targets[column + i]];
      // Two terminals that are linked only to each other have no row.
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
      // Find the rows at this distance.
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
      // Record the ports of each new row that lead closer.
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
      // The new rows become the frontier, except dead ends.
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
  /** Channels of the longest path from a terminal to an attachment node; valid after all searches. */
  return { waysTo, longestWay: () => longestWay };
}
