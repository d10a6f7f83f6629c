/** Builds the switch graph of a network, and queries it. */
import { memoize } from "../../core/base/memoize.ts";
import type { Network } from "../../core/network/network.ts";
import type { SwitchFabric, IdealTopology } from "./contract.ts";

/**
 * The switches of a network as adjacency lists: distinct neighbors in ascending order, each with the number of parallel links. The links of
 * pairs that are listed several times add up.
 * @param terminalsOfSwitch [S] number of terminals of each switch
 * @param links two switches, and the number of parallel links between them
 */
function buildFabric(terminalsOfSwitch: Int32Array, links: readonly (readonly [a: number, b: number, times: number])[]): SwitchFabric {
  const switches = terminalsOfSwitch.length;
  const endOffsets = new Int32Array(switches + 1);
  for (const [a, b] of links) {
    endOffsets[a + 1]++;
    endOffsets[b + 1]++;
  }
  // Offset of the first link end of each switch, by counting.
  for (let s = 0; s < switches; s++) endOffsets[s + 1] += endOffsets[s];
  // A counting sort of the link ends by switch; then each switch's ends are sorted and equal neighbors are merged. An end is the number
  // neighbor × number of links + index of the link.
  const nextEnd = endOffsets.slice(0, switches);
  const sortedEnds = new Float64Array(2 * links.length);
  const times = new Int32Array(links.length);
  links.forEach(([a, b, n], i) => {
    times[i] = n;
    sortedEnds[nextEnd[a]++] = b * links.length + i;
    sortedEnds[nextEnd[b]++] = a * links.length + i;
  });
  const neighborStart = new Int32Array(switches + 1);
  const [distinctNeighbors, parallelLinks]: [number[], number[]] = [[], []];
  for (let s = 0; s < switches; s++) {
    let previousNeighbor = -1;
    for (const end of sortedEnds.subarray(endOffsets[s], endOffsets[s + 1]).sort()) {
      const neighbor = Math.floor(end / links.length);
      const n = times[end % links.length];
      if (neighbor === previousNeighbor) parallelLinks[parallelLinks.length - 1] += n;
      else {
        distinctNeighbors.push(neighbor);
        parallelLinks.push(n);
      }
      previousNeighbor = neighbor;
    }
    neighborStart[s + 1] = distinctNeighbors.length;
  }
  return {
    switchCount: switches,
    firstNeighbor: neighborStart,
    neighbors: Int32Array.from(distinctNeighbors),
    linkCounts: Int32Array.from(parallelLinks),
    terminalCounts: terminalsOfSwitch,
  };
}

/** The switch graph of a network. A terminal with several links to one switch counts once; links between terminals are ignored. */
export function switchFabricOf({ terminals, switches, firstOut, head, tail }: Network): SwitchFabric {
  const hosts = new Int32Array(switches);
  for (let t = 0; t < terminals; t++) {
    for (const s of new Set(head.subarray(firstOut[t], firstOut[t + 1]))) if (s >= terminals) hosts[s - terminals]++;
  }
  const links: [number, number, number][] = [];
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] > tail[c]) links.push([tail[c] - terminals, head[c] - terminals, 1]);
  }
  return buildFabric(hosts, links);
}

/** The switch graph of an ideal network, whose switches are the slots. */
export const fabricOfIdeal = memoize(({ terminalCounts, links }: IdealTopology): SwitchFabric => buildFabric(terminalCounts, links));

/** The neighbors of a switch, in ascending order. */
export const neighborsIn = ({ firstNeighbor, neighbors }: SwitchFabric, s: number): Int32Array =>
  neighbors.subarray(firstNeighbor[s], firstNeighbor[s + 1]);

/** Number of parallel links between two switches, found by binary search. */
export function linkCountBetween({ firstNeighbor, neighbors, linkCounts }: SwitchFabric, a: number, b: number): number {
  let [low, high] = [firstNeighbor[a], firstNeighbor[a + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (neighbors[middle] < b) low = middle + 1;
    else high = middle;
  }
  return low < firstNeighbor[a + 1] && neighbors[low] === b ? linkCounts[low] : 0;
}

/** Number of links between switches, including parallel ones. */
export const fabricLinks = ({ linkCounts }: SwitchFabric): number => linkCounts.reduce((sum, n) => sum + n, 0) / 2;

/** Number of common neighbors of two switches. */
export function commonNeighborCount({ firstNeighbor, neighbors }: SwitchFabric, a: number, b: number): number {
  let shared = 0;
  for (let i = firstNeighbor[a], j = firstNeighbor[b]; i < firstNeighbor[a + 1] && j < firstNeighbor[b + 1];) {
    if (neighbors[i] === neighbors[j]) shared++;
    if (neighbors[i] <= neighbors[j]) i++;
    else j++;
  }
  return shared;
}

/** The most frequent value, the largest if there are several; 0 for no values. */
export function mostFrequent(values: Iterable<number>): number {
  const occurrences = new Map<number, number>();
  for (const value of values) occurrences.set(value, (occurrences.get(value) ?? 0) + 1);
  let [best, mostOccurrences] = [0, 0];
  for (const [value, count] of occurrences)
    if (count > mostOccurrences || (count === mostOccurrences && value > best)) [best, mostOccurrences] = [value, count];
  return best;
}
