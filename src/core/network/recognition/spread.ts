/** Two levels of which the leaves have equally many links up, but not equally many to each spine: `18 links over 12 spines`. */
import type { Fabric, Placed } from "./contract.ts";
import { linksIn, neighboursOf, timesBetween, usual } from "./fabric.ts";
import { countsSaid, narrowedSaid, placesOf, titleOf } from "./tree-whole.ts";

/** So many times fewer exceptions than switches are few. */
const few = 8;

/**
 * Leaves and spines whose links are those that there are, and one more wherever both a leaf and a spine have fewer than is usual; null
 * where all have no usual number.
 */
export function spreadTree(fabric: Fabric, level: Int32Array): Placed | null {
  const at = (l: number) => Array.from(level.keys()).filter((s) => level[s] === l);
  const [leaves, spines] = [at(0), at(1)];
  if (leaves.length + spines.length < fabric.switches || leaves.length === 0 || spines.length === 0) return null;
  const links: [leaf: number, spine: number, times: number][] = [];
  const degree = new Int32Array(fabric.switches);
  for (const leaf of leaves) {
    for (const spine of neighboursOf(fabric, leaf)) {
      if (level[spine] !== 1) continue;
      const times = timesBetween(fabric, leaf, spine);
      links.push([leaf, spine, times]);
      degree[leaf] += times;
      degree[spine] += times;
    }
  }
  const [up, down] = [leaves, spines].map((switches) => usual(switches.map((s) => degree[s])));
  const lacks = (s: number) => (level[s] === 0 ? up : down) - degree[s];
  for (const leaf of leaves) {
    while (lacks(leaf) > 0) {
      const joined = (spine: number) => timesBetween(fabric, leaf, spine);
      // The spine that lacks most, of several one that the leaf has fewest links to.
      const spine = spines.reduce((best, s) => ((lacks(s) - lacks(best) || joined(best) - joined(s)) > 0 ? s : best));
      if (lacks(spine) <= 0) break;
      links.push([leaf, spine, 1]);
      degree[leaf]++;
      degree[spine]++;
    }
  }
  const odd = [...leaves, ...spines].filter((s) => lacks(s) !== 0).length;
  const added = links.reduce((sum, [, , times]) => sum + times, 0) - linksIn(fabric);
  if (few * odd > fabric.switches || few * added > linksIn(fabric)) return null;
  const place = new Int32Array(fabric.switches);
  [...leaves, ...spines].forEach((s, p) => (place[s] = p));
  const hosts = usual(leaves.map((s) => fabric.hosts[s]).filter((n) => n > 0));
  const sizes = [leaves.length, spines.length];
  const alike = new Map<string, readonly [number, number, number]>();
  for (const [leaf, spine, times] of links) {
    const key = `${leaf} ${spine}`;
    alike.set(key, [place[leaf], place[spine], (alike.get(key)?.[2] ?? 0) + times]);
  }
  return {
    whole: {
      topology: null,
      title: titleOf(2, up < hosts ? "thin" : "fat"),
      said: [
        countsSaid(sizes),
        narrowedSaid(hosts, up),
        `The ${up} links up of a leaf are spread over the ${spines.length} spines, not the same number to each.`,
      ],
      ...placesOf(sizes, hosts),
      links: [...alike.values()],
    },
    place,
  };
}
