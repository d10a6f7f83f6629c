/** A tree without a circle whose subtrees are not alike and whose links may skip levels: each switch stands above all that hang below it. */
import type { Fabric, Placed } from "../contract.ts";
import { neighboursOf, timesBetween, usual } from "../fabric.ts";
import { countsSaid, firstsOf, placesOf, titleOf } from "./tree-whole.ts";

/** The tree that a fabric is, as it is; null where some link closes a circle, where some switch is out of reach, or where all is one level. */
export function rootedTree(fabric: Fabric): Placed | null {
  const { switches, to } = fabric;
  if (switches < 2 || to.length !== 2 * (switches - 1)) return null;
  const root = centreOf(fabric);
  const parent = parentsFrom(fabric, root);
  if (parent === null) return null;
  const { order, of } = parent;
  const height = new Int32Array(switches);
  for (let i = order.length - 1; i > 0; i--) height[of[order[i]]] = Math.max(height[of[order[i]]], height[order[i]] + 1);
  // A switch with terminals is a leaf only where nothing hangs below it.
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

/** Switches in the order of a search from one of them, each with the one before it; null where some are out of reach. */
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

/** The switch in the middle of a longest path; of two, the one with more links, then the first. */
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
