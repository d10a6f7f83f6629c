/** Shortest paths in any network. Shortest-path routing and non-minimal routings share them. */
import { bitCount } from "../base/bits.ts";
import type { Network } from "../network/network.ts";
import { lineDistances } from "../network/line-shapes.ts";
import { boardSteps } from "./board-steps.ts";
import { statelessRules } from "./grid-steps.ts";
import { isSharedSwitchCube, sharedSwitchPaths } from "./shared-switch-paths.ts";
import { checkSearchSteps, type TableSize, tableSize, type WriteCandidates, pathTable } from "./path-tables.ts";

/** Maximum number of VC classes for routing with classes by hops. */
export const maxVcClasses = 16;

/** Candidates on shortest paths to each terminal. */
export interface ShortestPaths {
  /** [T] Node to which packets for a terminal are routed: the switch of a terminal with one link, otherwise the terminal itself. */
  readonly attachmentOf: Int32Array;
  /** Maximum number of candidates at any node. */
  readonly maxCandidates: number;
  /** Channels of the longest shortest path between two terminals. */
  readonly longestPath: number;
  /** 1 if the first channel of a path needs no VC class, because no other packet can arrive by it; otherwise 0. */
  readonly exemptHops: number;
  /** Whether terminal `to` can be reached from terminal `from`; undefined if all pairs can. */
  readonly canReach: ((from: number, to: number) => boolean) | undefined;
  /** Writes the channels by which a packet at `node` gets closer to terminal `to`. Returns their number. */
  nextChannels(node: number, to: number, out: Int32Array): number;
}

/**
 * The shortest paths of a network, by arithmetic if its shape allows it, otherwise from tables.
 * @throws ScenarioError if the tables would be too large
 */
export function shortestPaths(network: Network): ShortestPaths {
  if (isSharedSwitchCube(network)) return sharedSwitchPaths(network);
  return network.regular && network.axes[0]?.kind === "board" ? boardPaths(network) : tabulatedPaths(network);
}

/** In rows and columns of boards: every step that leads closer along a row or a column. */
function boardPaths(network: Network): ShortestPaths {
  const { terminals, axes } = network;
  const { productiveChannels, maxProductive } = boardSteps(network, statelessRules);
  return {
    attachmentOf: Int32Array.from({ length: terminals }, (_, t) => t),
    maxCandidates: maxProductive,
    longestPath: axes.reduce((sum, { size, each = 1 }) => sum + lineDistances(each, size / each).farthest, 0),
    exemptHops: hasTerminalLinks(network) ? 0 : 1,
    canReach: undefined,
    nextChannels: productiveChannels,
  };
}

/** The shortest paths from a table that a search fills. */
function tabulatedPaths(network: Network): ShortestPaths {
  const size = tableSize(network, 1);
  const reverseSearch = searchBackwards(network, size);
  const { attachmentOf, maxCandidates, canReach, nextChannels } = pathTable(network, size, reverseSearch.channelsTowards);
  const longestPath = reverseSearch.longestPath();
  return {
    attachmentOf,
    maxCandidates,
    // `longestPath` ends at the attachment node, which may be one channel before the terminal.
    longestPath: longestPath + (attachmentOf.some((node, t) => node !== t) ? 1 : 0),
    exemptHops: hasTerminalLinks(network) ? 0 : 1,
    canReach,
    nextChannels: (node, to, out) => nextChannels(node, to, 0, out),
  };
}

/**
 * VC classes for paths of up to `hops` channels if the class is the number of channels crossed so far. The last channel of a path needs no
 * class, because a packet is always consumed.
 */
export function vcClassesByHops(hops: number, exempt: number): number {
  return Math.max(1, hops - 1 - exempt);
}

/** Whether a terminal is linked to another terminal. A forwarded packet may then arrive by a channel on which another packet starts. */
function hasTerminalLinks({ terminals, firstOut, head }: Network): boolean {
  for (let c = 0; c < firstOut[terminals]; c++) if (head[c] < terminals) return true;
  return false;
}

/** Maximum number of sources of one parallel search (one bit each), and maximum number of entries for ports. */
const maxSearchWidth = 32;
const maxPortEntries = 2 ** 23;

/**
 * Searches backwards from the attachment nodes of terminals, from up to 32 of them in parallel. Terminals with one link are left out: only
 * the rows of the table and the channels between them are visited. A search ends when all rows are found, without expanding the farthest
 * ones. If no two switches are more than two links apart, a search therefore visits only the channels of its neighbors.
 */
function searchBackwards(network: Network, { rows, rowOf, nodeOf, attachmentOf, targets, columnOf }: TableSize) {
  const { terminals, firstOut, head, forwards } = network;
  // By row: the neighboring rows, and the ports to them.
  const firstNeighbor = new Int32Array(rows + 1);
  const neighborRow = new Int32Array(head.length);
  const portTo = new Int32Array(head.length);
  let maxPorts = 0;
  for (let row = 0, count = 0; row < rows; row++) {
    for (let c = firstOut[nodeOf[row]], end = firstOut[nodeOf[row] + 1]; c < end; c++) {
      if (rowOf[head[c]] < 0) continue;
      neighborRow[count] = rowOf[head[c]];
      portTo[count++] = c - firstOut[nodeOf[row]];
    }
    firstNeighbor[row + 1] = count;
    maxPorts = Math.max(maxPorts, count - firstNeighbor[row]);
  }
  // A terminal that does not forward packets is a dead end, even if it is near.
  const isDeadEnd = Uint8Array.from(nodeOf, (n) => (n < terminals && !forwards ? 1 : 0));
  /** [rows] Channels from a row's node to a terminal: 1 if a terminal is attached, 0 if it is a terminal, −1 otherwise. */
  const hopsToTerminal = Int8Array.from(nodeOf, (n) => (n < terminals ? 0 : -1));
  attachmentOf.forEach((n, t) => {
    if (n !== t && rowOf[n] >= 0) hopsToTerminal[rowOf[n]] = 1;
  });
  const searchWidth = Math.max(1, Math.min(maxSearchWidth, Math.floor(maxPortEntries / Math.max(1, firstNeighbor[rows]))));
  /**
   * [rows] Bit sets of searches: searches that have found the row, searches for which the row is at the current distance, and searches for
   * which it is at the next distance.
   */
  const seen = new Int32Array(rows);
  const frontierBits = new Int32Array(rows);
  const nextBits = new Int32Array(rows);
  const queue = new Int32Array(rows);
  const nextQueue = new Int32Array(rows);
  /** [rows × searchWidth] For each row and search, the number of ports to neighbors that are closer, and these ports in ascending order. */
  const closerCounts = new Int32Array(rows * searchWidth);
  const closerPorts = new (maxPorts > 0xffff ? Int32Array : Uint16Array)(firstNeighbor[rows] * searchWidth);
  let longestPath = 0;
  let searchedColumns = 0;

  /** Searches from the nodes of `columns` columns, starting with `column`. Returns the number of steps. */
  const search = (column: number, columns: number): number => {
    seen.fill(0);
    closerCounts.fill(0);
    let count = 0;
    let unseenPairs = 0;
    for (let i = 0; i < columns; i++) {
      const row = rowOf[targets[column + i]];
      // Two terminals that are linked only to each other have no row.
      if (row < 0) {
        longestPath = Math.max(longestPath, 1);
        continue;
      }
      longestPath = Math.max(longestPath, hopsToTerminal[row]);
      frontierBits[row] = seen[row] = 1 << i;
      queue[count++] = row;
      unseenPairs += rows - 1;
    }
    let edgeVisits = 0;
    let portsFound = 0;
    for (let distance = 1; count > 0 && unseenPairs > 0; distance++) {
      // Find the rows at this distance.
      let next = 0;
      for (let i = 0; i < count; i++) {
        const row = queue[i];
        const bits = frontierBits[row];
        edgeVisits += firstNeighbor[row + 1] - firstNeighbor[row];
        for (let k = firstNeighbor[row], end = firstNeighbor[row + 1]; k < end; k++) {
          const to = neighborRow[k];
          const newBits = bits & ~seen[to];
          if (newBits === 0) continue;
          if (nextBits[to] === 0) nextQueue[next++] = to;
          nextBits[to] |= newBits;
        }
      }
      // Record the ports of each new row that lead closer.
      for (let i = 0; i < next; i++) {
        const row = nextQueue[i];
        const ports = firstNeighbor[row + 1] - firstNeighbor[row];
        for (let k = firstNeighbor[row], end = firstNeighbor[row + 1]; k < end; k++) {
          for (let rest = frontierBits[neighborRow[k]] & nextBits[row]; rest !== 0; rest &= rest - 1) {
            const i = 31 - Math.clz32(rest & -rest);
            closerPorts[firstNeighbor[row] * searchWidth + i * ports + closerCounts[row * searchWidth + i]++] = k - firstNeighbor[row];
            portsFound++;
          }
        }
      }
      // The new rows become the frontier, except dead ends.
      for (let i = 0; i < count; i++) frontierBits[queue[i]] = 0;
      count = 0;
      for (let i = 0; i < next; i++) {
        const row = nextQueue[i];
        const terminalHops = isDeadEnd[row] === 1 ? 0 : hopsToTerminal[row];
        if (terminalHops >= 0 && distance + terminalHops > longestPath) longestPath = distance + terminalHops;
        unseenPairs -= bitCount(nextBits[row]);
        seen[row] |= nextBits[row];
        if (isDeadEnd[row] === 0) {
          frontierBits[row] = nextBits[row];
          queue[count++] = row;
        }
        nextBits[row] = 0;
      }
    }
    for (let i = 0; i < count; i++) frontierBits[queue[i]] = 0;
    return Math.max(edgeVisits, portsFound);
  };

  const channelsTowards = (target: number): WriteCandidates => {
    const column = columnOf[target];
    if (column >= searchedColumns) {
      const columns = Math.min(searchWidth, targets.length - column);
      const steps = search(column, columns);
      if (searchedColumns === 0) checkSearchSteps(network, Math.ceil(steps / columns), targets.length);
      searchedColumns = column + columns;
    }
    const bit = column % searchWidth;
    return (n, _phase, out) => {
      const row = rowOf[n];
      const count = closerCounts[row * searchWidth + bit];
      const start = firstNeighbor[row] * searchWidth + bit * (firstNeighbor[row + 1] - firstNeighbor[row]);
      for (let i = 0; i < count; i++) out[i] = firstOut[n] + portTo[firstNeighbor[row] + closerPorts[start + i]];
      return count;
    };
  };
  return {
    channelsTowards,
    /** Channels of the longest path from a terminal to an attachment node; valid after all searches. */
    longestPath: () => longestPath,
  };
}
