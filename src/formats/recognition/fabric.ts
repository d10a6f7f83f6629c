/** Builds the switch graph of a network, and queries it. */
import { once } from "../../core/base/once.ts";
import type { Network } from "../../core/network/network.ts";
import type { Fabric, Whole } from "./contract.ts";

/** The switch graph of a list of links. The links of pairs that are listed several times add up. */
function fabricFrom(hosts: Int32Array, links: readonly (readonly [a: number, b: number, times: number])[]): Fabric {
  const switches = hosts.length;
  const count = new Int32Array(switches + 1);
  for (const [a, b] of links) {
    count[a + 1]++;
    count[b + 1]++;
  }
  for (let s = 0; s < switches; s++) count[s + 1] += count[s];
  // A counting sort of the link ends by switch; then each switch's ends are sorted and equal neighbors are merged.
  const next = count.slice(0, switches);
  const ends = new Float64Array(2 * links.length);
  const times = new Int32Array(links.length);
  links.forEach(([a, b, n], i) => {
    times[i] = n;
    ends[next[a]++] = b * links.length + i;
    ends[next[b]++] = a * links.length + i;
  });
  const first = new Int32Array(switches + 1);
  const [to, often]: [number[], number[]] = [[], []];
  for (let s = 0; s < switches; s++) {
    let last = -1;
    for (const end of ends.subarray(count[s], count[s + 1]).sort()) {
      const other = Math.floor(end / links.length);
      const n = times[end % links.length];
      if (other === last) often[often.length - 1] += n;
      else {
        to.push(other);
        often.push(n);
      }
      last = other;
    }
    first[s + 1] = to.length;
  }
  return { switches, first, to: Int32Array.from(to), times: Int32Array.from(often), hosts };
}

/** The switch graph of a network. A terminal with several links to one switch counts once; links between terminals are ignored. */
export function fabricOf({ terminals, switches, firstOut, head, tail }: Network): Fabric {
  const hosts = new Int32Array(switches);
  for (let t = 0; t < terminals; t++) {
    for (const s of new Set(head.subarray(firstOut[t], firstOut[t + 1]))) if (s >= terminals) hosts[s - terminals]++;
  }
  const links: [number, number, number][] = [];
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] > tail[c]) links.push([tail[c] - terminals, head[c] - terminals, 1]);
  }
  return fabricFrom(hosts, links);
}

/** The switch graph of an ideal network, whose switches are the slots. */
export const fabricOfWhole = once(({ hosts, links }: Whole): Fabric => fabricFrom(hosts, links));

/** The neighbors of a switch, in ascending order. */
export const neighboursOf = ({ first, to }: Fabric, s: number): Int32Array => to.subarray(first[s], first[s + 1]);

/** Number of parallel links between two switches, found by binary search. */
export function timesBetween({ first, to, times }: Fabric, a: number, b: number): number {
  let [low, high] = [first[a], first[a + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (to[middle] < b) low = middle + 1;
    else high = middle;
  }
  return low < first[a + 1] && to[low] === b ? times[low] : 0;
}

/** Number of links between switches, including parallel ones. */
export const linksIn = ({ times }: Fabric): number => times.reduce((sum, n) => sum + n, 0) / 2;

/** Number of common neighbors of two switches. */
export function sharedBy({ first, to }: Fabric, a: number, b: number): number {
  let shared = 0;
  for (let i = first[a], j = first[b]; i < first[a + 1] && j < first[b + 1];) {
    if (to[i] === to[j]) shared++;
    if (to[i] <= to[j]) i++;
    else j++;
  }
  return shared;
}

/** The most frequent value, the largest if there are several; 0 for no values. */
export function usual(values: Iterable<number>): number {
  const often = new Map<number, number>();
  for (const value of values) often.set(value, (often.get(value) ?? 0) + 1);
  let [best, most] = [0, 0];
  for (const [value, n] of often) if (n > most || (n === most && value > best)) [best, most] = [value, n];
  return best;
}
