/** Builds the switch graph of a network, and queries it. */
import { memoize } from "../../core/base/memoize.ts";
import type { Network } from "../../core/network/network.ts";
import type { SwitchFabric, IdealTopology } from "./contract.ts";

/** The switch graph of a list of links. The links of pairs that are listed several times add up. */
function buildFabric(hosts: Int32Array, links: readonly (readonly [a: number, b: number, times: number])[]): SwitchFabric {
  const switches = hosts.length;
  const endOffsets = new Int32Array(switches + 1);
  for (const [a, b] of links) {
    endOffsets[a + 1]++;
    endOffsets[b + 1]++;
  }
  for (let s = 0; s < switches; s++) endOffsets[s + 1] += endOffsets[s];
  // A counting sort of the link ends by switch; then each switch's ends are sorted and equal neighbors are merged.
  const nextSlot = endOffsets.slice(0, switches);
  const sortedEnds = new Float64Array(2 * links.length);
  const times = new Int32Array(links.length);
  links.forEach(([a, b, n], i) => {
    times[i] = n;
    sortedEnds[nextSlot[a]++] = b * links.length + i;
    sortedEnds[nextSlot[b]++] = a * links.length + i;
  });
  const first = new Int32Array(switches + 1);
  const [to, often]: [number[], number[]] = [[], []];
  for (let s = 0; s < switches; s++) {
    let previousNeighbor = -1;
    for (const end of sortedEnds.subarray(endOffsets[s], endOffsets[s + 1]).sort()) {
      const neighbor = Math.floor(end / links.length);
      const n = times[end % links.length];
      if (neighbor === previousNeighbor) often[often.length - 1] += n;
      else {
        to.push(neighbor);
        often.push(n);
      }
      previousNeighbor = neighbor;
    }
    first[s + 1] = to.length;
  }
  return {
    switchCount: switches,
    firstNeighbor: first,
    neighbors: Int32Array.from(to),
    linkCounts: Int32Array.from(often),
    terminalCounts: hosts,
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
