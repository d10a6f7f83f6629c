/** What a fabric lacks of the whole network it was placed in, and has beside it. */
import type { Fabric, Placed } from "./contract.ts";
import { fabricOfWhole, linksIn, neighboursOf, timesBetween } from "./fabric.ts";

/** Two switches, and by how many links they differ from the whole. */
export type Pair = readonly [a: number, b: number, times: number];

export interface Differences {
  /** Links that the whole has between two switches that are there. */
  readonly missing: readonly Pair[];
  /** Links beside those that join the same two switches. */
  readonly doubled: readonly Pair[];
  /** Links between two switches that the whole does not join. */
  readonly extra: readonly Pair[];
  /** Places where no switch stands, and the links that went with them. */
  readonly absent: readonly number[];
  readonly withThem: number;
  /** Switches that stand nowhere, and their links. */
  readonly strays: readonly number[];
  readonly ofStrays: number;
  /** Switches with more or fewer terminals than their place. */
  readonly otherHosts: readonly number[];
  /** Links of the whole. */
  readonly links: number;
}

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

/** How many irregularities there are between switches: each link and each switch counts as one. */
export const irregularIn = ({ missing, doubled, extra, absent, strays }: Differences): number =>
  sum(missing) + sum(doubled) + sum(extra) + absent.length + strays.length;

/** Links of the whole for one that differs: fewer, and any network would be taken for something. */
const linksForOne = 10;

/** Whether so much is as it should be that the rest is an exception. */
export const isBelieved = (found: Differences): boolean =>
  linksForOne * (sum(found.missing) + sum(found.doubled) + sum(found.extra) + found.withThem + found.ofStrays + found.strays.length) <=
  found.links;
