/** Trees whose switches have equally many uplinks, but spread unevenly over the switches above: `18 links over 12 spines`. */
import type { Fabric, Placed } from "./contract.ts";
import { linksIn, neighboursOf, timesBetween, usual } from "./fabric.ts";
import { countsSaid, firstsOf, isNarrowed, levelWord, narrowedSaid, placesOf, titleOf } from "./trees/tree-whole.ts";

/** Exceptions may be at most one in this many switches or links. */
const few = 8;

/**
 * The tree with its actual links, plus a link wherever a switch has fewer uplinks than usual on its level and another has fewer downlinks;
 * null if the numbers of links are too irregular.
 */
export function spreadTree(fabric: Fabric, level: Int32Array): Placed | null {
  const top = level.reduce((most, l) => Math.max(most, l), 0);
  const levels = Array.from({ length: top + 1 }, (_, l) => Array.from(level.keys()).filter((s) => level[s] === l));
  const sizes = levels.map(({ length }) => length);
  if (sizes.includes(0) || level.includes(-1)) return null;
  const links = new Map<number, [lower: number, upper: number, times: number]>();
  let [odd, added, kept] = [0, 0, 0];
  const ups = levels.slice(1).map((upper, l) => {
    const lower = levels[l];
    const degree = new Int32Array(fabric.switches);
    const join = (y: number, x: number, times: number) => {
      const key = y * fabric.switches + x;
      const known = links.get(key);
      if (known === undefined) links.set(key, [y, x, times]);
      else known[2] += times;
      degree[y] += times;
      degree[x] += times;
    };
    for (const y of lower) for (const x of neighboursOf(fabric, y)) if (level[x] === l + 1) join(y, x, timesBetween(fabric, y, x));
    const [up, down] = [lower, upper].map((switches) => usual(switches.map((s) => degree[s])));
    kept += lower.reduce((sum, y) => sum + degree[y], 0);
    const lacks = (s: number) => (level[s] === l ? up : down) - degree[s];
    for (const y of lower) {
      while (lacks(y) > 0) {
        // The upper switch that lacks the most links; of several, the one with the fewest links to y.
        const joined = (x: number) => timesBetween(fabric, y, x);
        const x = upper.reduce((best, s) => ((lacks(s) - lacks(best) || joined(best) - joined(s)) > 0 ? s : best));
        if (lacks(x) <= 0) break;
        join(y, x, 1);
        added++;
      }
    }
    odd += [...lower, ...upper].filter((s) => lacks(s) !== 0).length;
    return up;
  });
  if (few * odd > fabric.switches || few * (added + linksIn(fabric) - kept) > linksIn(fabric)) return null;
  const firsts = firstsOf(sizes);
  const place = new Int32Array(fabric.switches);
  levels.forEach((switches, l) => switches.forEach((s, i) => (place[s] = firsts[l] + i)));
  const hosts = usual(levels[0].map((s) => fabric.hosts[s]).filter((n) => n > 0));
  const narrowing = [{ down: hosts, up: ups[0] }];
  return {
    whole: {
      topology: null,
      title: titleOf(top + 1, isNarrowed(narrowing) ? "thin" : "fat"),
      said: [
        countsSaid(sizes),
        ...narrowedSaid(narrowing),
        ...ups.map((up, l) => {
          const [one, others] = [levelWord(l, top + 1)[0], levelWord(l + 1, top + 1)[1]];
          return `The ${up} links up of a ${one} are spread over the ${sizes[l + 1]} ${others}, not as in a regular tree.`;
        }),
      ],
      narrowing,
      ...placesOf(sizes, hosts),
      links: [...links.values()].map(([y, x, times]) => [place[y], place[x], times] as const),
    },
    place,
  };
}
