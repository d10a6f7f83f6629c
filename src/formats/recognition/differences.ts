/** Compares a network with the ideal network in which it was placed. */
import type { Fabric, Placed } from "./contract.ts";
import { fabricOfWhole, linksIn, neighboursOf, timesBetween } from "./fabric.ts";

/** Two switches, and the number of links by which they differ from the ideal network. */
export type Pair = readonly [a: number, b: number, times: number];

export interface Differences {
  /** Links of the ideal network between two existing switches that are missing. */
  readonly missing: readonly Pair[];
  /** Additional parallel links between two switches that are joined. */
  readonly doubled: readonly Pair[];
  /** Links between two switches that the ideal network does not join. */
  readonly extra: readonly Pair[];
  /** Slots without a switch, and the number of links of the ideal network that end there. */
  readonly absent: readonly number[];
  readonly withThem: number;
  /** Switches without a slot, and their number of links. */
  readonly strays: readonly number[];
  readonly ofStrays: number;
  /** Switches with more or fewer terminals than their slot. */
  readonly otherHosts: readonly number[];
  /** Number of links of the ideal network. */
  readonly links: number;
}

/** Compares all pairs of slots that the ideal network joins, then all links of the network. */
export function differences(fabric: Fabric, { whole, place }: Placed): Differences {
  const ideal = fabricOfWhole(whole);
  const at = new Int32Array(ideal.switches).fill(-1);
  place.forEach((p, s) => {
    if (p >= 0) at[p] = s;
  });
  const missing: Pair[] = [];
  const doubled: Pair[] = [];
  const extra: Pair[] = [];
  let withThem = 0;
  for (let p = 0; p < ideal.switches; p++) {
    for (let i = ideal.first[p]; i < ideal.first[p + 1]; i++) {
      const q = ideal.to[i];
      if (q < p) continue;
      if (at[p] < 0 || at[q] < 0) {
        withThem += ideal.times[i];
        continue;
      }
      const more = timesBetween(fabric, at[p], at[q]) - ideal.times[i];
      if (more < 0) missing.push([at[p], at[q], -more]);
      if (more > 0) doubled.push([at[p], at[q], more]);
    }
  }
  let ofStrays = 0;
  for (let s = 0; s < fabric.switches; s++) {
    for (const t of neighboursOf(fabric, s)) {
      if (t < s) continue;
      const times = timesBetween(fabric, s, t);
      if (place[s] < 0 || place[t] < 0) ofStrays += times;
      else if (timesBetween(ideal, place[s], place[t]) === 0) extra.push([s, t, times]);
    }
  }
  const all = Array.from(place.keys());
  return {
    missing,
    doubled,
    extra,
    absent: Array.from(at.keys()).filter((p) => at[p] < 0),
    withThem,
    strays: all.filter((s) => place[s] < 0),
    ofStrays,
    otherHosts: all.filter((s) => place[s] >= 0 && fabric.hosts[s] !== whole.hosts[place[s]]),
    links: linksIn(ideal),
  };
}

const sum = (pairs: readonly Pair[]) => pairs.reduce((n, [, , times]) => n + times, 0);

/** Number of irregularities between switches: each link and each switch counts as one. */
export const irregularIn = ({ missing, doubled, extra, absent, strays }: Differences): number =>
  sum(missing) + sum(doubled) + sum(extra) + absent.length + strays.length;

/** Required number of ideal links per irregularity. With a smaller number, any network would match some family. */
const linksForOne = 10;

/** Whether the irregularities are rare enough for the placement to be plausible. */
export const isBelieved = (found: Differences): boolean =>
  linksForOne * (sum(found.missing) + sum(found.doubled) + sum(found.extra) + found.withThem + found.ofStrays + found.strays.length) <=
  found.links;
