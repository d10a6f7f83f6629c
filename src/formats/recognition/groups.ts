/** Finds groups of switches that are fully connected, from the neighbors that the switches of a group share. */
import { Pieces } from "../../core/network/pieces.ts";
import type { Fabric } from "./contract.ts";
import { neighboursOf, sharedBy, usual } from "./fabric.ts";

/** The groups, most of them of equal size; null if there are none. */
export function groupsIn(fabric: Fabric): readonly (readonly number[])[] | null {
  const { switches, first, to } = fabric;
  /** [2 × links] Number of common neighbors of both ends of a link, listed at both ends. */
  const shared = new Int32Array(to.length);
  const back = first.slice();
  for (let s = 0; s < switches; s++) {
    for (let i = first[s]; i < first[s + 1]; i++) if (to[i] > s) shared[i] = shared[back[to[i]]++] = sharedBy(fabric, s, to[i]);
  }
  let best: { readonly size: number; readonly count: number; readonly pieces: readonly (readonly number[])[] } | null = null;
  const most = shared.reduce((best, n) => Math.max(best, n), 0);
  const tried = new Set(Array.from({ length: steps }, (_, i) => Math.ceil((most * (steps - i)) / steps)).filter((n) => n > 0));
  for (const least of tried) {
    const pieces = piecesOf(fabric, shared, least);
    const whole = pieces.filter((piece) => piece.length > 2 && isDense(fabric, piece));
    const size = usual(whole.flatMap((piece) => piece.map(() => piece.length)));
    const count = size * whole.filter((piece) => piece.length === size).length;
    if (count > 0 && (best === null || count >= best.count)) best = { size, count, pieces };
  }
  // Most groups are complete; otherwise, dense parts of the network are a coincidence.
  if (best === null || best.size === switches || 4 * best.count < switches) return null;
  const { size, pieces } = best;
  return completed(
    fabric,
    pieces.filter((piece) => piece.length <= size && isDense(fabric, piece)),
    size,
  );
}

/** Number of thresholds for shared neighbors that are tried. */
const steps = 12;

/**
 * Components of the links whose ends share at least `threshold` neighbors, half of them over such links. The second condition excludes links
 * between groups that satisfy the first one by chance.
 */
function piecesOf(fabric: Fabric, shared: Int32Array, least: number): readonly (readonly number[])[] {
  const { switches, first, to } = fabric;
  const joined = new Pieces(switches);
  /** Whether two switches share at least half of `threshold` neighbors over such links. */
  const areClose = (s: number, t: number) => {
    let common = 0;
    for (let i = first[s], j = first[t]; i < first[s + 1] && j < first[t + 1] && 2 * common < least;) {
      if (to[i] === to[j] && shared[i] >= least && shared[j] >= least) common++;
      if (to[i] <= to[j]) i++;
      else j++;
    }
    return 2 * common >= least;
  };
  for (let s = 0; s < switches; s++) {
    for (let i = first[s]; i < first[s + 1]; i++) {
      const t = to[i];
      if (t > s && shared[i] >= least && joined.of(s) !== joined.of(t) && areClose(s, t)) joined.join(s, t);
    }
  }
  const pieces = new Map<number, number[]>();
  for (let s = 0; s < switches; s++) {
    const own = pieces.get(joined.of(s));
    if (own === undefined) pieces.set(joined.of(s), [s]);
    else own.push(s);
  }
  return [...pieces.values()];
}

/** Whether three quarters of all pairs of these switches are joined. */
function isDense(fabric: Fabric, switches: readonly number[]): boolean {
  const { first } = fabric;
  const isEnough = (joined: number) => 4 * joined >= 3 * switches.length * (switches.length - 1);
  if (!isEnough(switches.reduce((sum, s) => sum + first[s + 1] - first[s], 0))) return false;
  const own = new Set(switches);
  const joined = switches.reduce((sum, s) => sum + neighboursOf(fabric, s).filter((t) => own.has(t)).length, 0);
  return isEnough(joined);
}

/**
 * Completes the groups to `size` switches: starts from the largest pieces and adds the switches that have most of their neighbors there.
 */
function completed(fabric: Fabric, pieces: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const order = [...pieces].sort((a, b) => b.length - a.length);
  const groups = order.filter((piece) => piece.length > size / 2).map((piece) => [...piece]);
  const group = new Int32Array(fabric.switches).fill(-1);
  groups.forEach((own, i) => {
    for (const s of own) group[s] = i;
  });
  const left = new Set(Array.from(group.keys()).filter((s) => group[s] < 0));
  /** The incomplete group with most neighbors of a switch, and the fraction of the group that they are. */
  const bestFor = (s: number): readonly [group: number, part: number] => {
    const votes = new Map<number, number>();
    for (const t of neighboursOf(fabric, s)) {
      const g = group[t];
      if (g >= 0 && groups[g].length < size) votes.set(g, (votes.get(g) ?? 0) + 1);
    }
    let [best, most] = [-1, 0];
    for (const [g, n] of votes) if (n / groups[g].length > most) [best, most] = [g, n / groups[g].length];
    return [best, most];
  };
  const isMost = 1 / 2;
  let isLast = false;
  for (;;) {
    let [one, to, most] = [-1, -1, 0];
    for (const s of left) {
      const [g, part] = bestFor(s);
      if (part > most) [one, to, most] = [s, g, part];
    }
    if (most >= (isLast ? 0 : isMost) && left.size > 0) {
      // A switch without any link goes to any group that is incomplete.
      if (one < 0) [one] = left;
      if (to < 0) to = groups.findIndex((own) => own.length < size);
      if (to < 0) return groups;
      groups[to].push(one);
      group[one] = to;
      left.delete(one);
      continue;
    }
    // A new group starts with two joined switches that have no group and share the most neighbors.
    let [begin, beside, shared] = [-1, -1, 0];
    for (const s of left) {
      for (const t of neighboursOf(fabric, s)) {
        if (t < s || group[t] >= 0) continue;
        const n = 1 + sharedBy(fabric, s, t);
        if (n > shared) [begin, beside, shared] = [s, t, n];
      }
    }
    if (begin < 0 || left.size <= size / 2) {
      if (isLast || left.size === 0) return groups;
      isLast = true;
      continue;
    }
    for (const s of [begin, beside]) {
      group[s] = groups.length;
      left.delete(s);
    }
    groups.push([begin, beside]);
  }
}
