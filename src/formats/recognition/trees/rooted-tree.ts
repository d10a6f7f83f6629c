/** Trees without cycles whose subtrees differ and whose links may skip levels: each switch is above all switches of its subtree. */
import type { Fabric, Placed } from "../contract.ts";
import { neighboursOf, timesBetween, usual } from "../fabric.ts";
import { countsSaid, firstsOf, placesOf, titleOf } from "./tree-whole.ts";

/** The tree of the switch graph, unchanged; null if it has a cycle, is not connected, or has one level only. */
export function rootedTree(fabric: Fabric): Placed | null {
  const { switches, to } = fabric;
  if (switches < 2 || to.length !== 2 * (switches - 1)) return null;
  const root = centreOf(fabric);
  const parent = parentsFrom(fabric, root);
  if (parent === null) return null;
  const { order, of } = parent;
  const height = new Int32Array(switches);
  for (let i = order.length - 1; i > 0; i--) height[of[order[i]]] = Math.max(height[of[order[i]]], height[order[i]] + 1);
  // A switch with terminals is a leaf only if no switch is below it.
  const levels = height[root] + 1;
  const sizes = Array.from({ length: levels }, () => 0);
  for (const l of height) sizes[l]++;
  const next = [...firstsOf(sizes)];
  const place = new Int32Array(switches);
  for (const s of order) place[s] = next[height[s]]++;
  const at = placesOf(sizes, usual(Array.from(fabric.hosts).filter((n, s) => n > 0 && height[s] === 0)));
  const hosts = at.hosts.slice();
  place.forEach((p, s) => {
    if (height[s] > 0 || fabric.hosts[s] === 0) hosts[p] = fabric.hosts[s];
  });
  return {
    whole: {
      topology: null,
      title: titleOf(levels, "uneven"),
      said: [countsSaid(sizes), "Its subtrees are not all alike. There is one path between any two switches."],
      ...at,
      hosts,
      links: order.flatMap((s) => (s === root ? [] : [linkOf(place[s], place[of[s]], timesBetween(fabric, s, of[s]))])),
    },
    place,
  };
}

const linkOf = (a: number, b: number, times: number) => [Math.min(a, b), Math.max(a, b), times] as const;

/** Switches in the order of a breadth-first search, with the parent of each; null if some cannot be reached. */
function parentsFrom(fabric: Fabric, root: number): { readonly order: readonly number[]; readonly of: Int32Array } | null {
  const of = new Int32Array(fabric.switches).fill(-1);
  const order = [root];
  of[root] = root;
  for (const s of order) {
    for (const t of neighboursOf(fabric, s)) {
      if (of[t] >= 0) continue;
      of[t] = s;
      order.push(t);
    }
  }
  return order.length === fabric.switches ? { order, of } : null;
}

/** The switch in the middle of a longest path; of two, the one with more links, then the lower number. */
function centreOf(fabric: Fabric): number {
  const last = (from: number) => parentsFrom(fabric, from)?.order.at(-1) ?? from;
  const end = last(last(0));
  const back = parentsFrom(fabric, end);
  if (back === null) return 0;
  const path = [back.order.at(-1)!];
  while (path[path.length - 1] !== end) path.push(back.of[path[path.length - 1]]);
  const middle = [path[Math.floor((path.length - 1) / 2)], path[Math.ceil((path.length - 1) / 2)]];
  const links = (s: number) => neighboursOf(fabric, s).length;
  return middle.sort((a, b) => links(b) - links(a) || a - b)[0];
}
