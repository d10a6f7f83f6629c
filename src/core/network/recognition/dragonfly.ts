/**
 * Dragonflies, whatever the arrangement of their global links (Kim, Dally, Scott, Abts; ISCA 2008): groups of at least three
 * switches, which are found by the neighbours that the switches of a group share.
 */
import type { Axis } from "../network.ts";
import type { Fabric, Family, Placed } from "./contract.ts";
import { fabricFrom, neighboursOf, sharedBy, usual } from "./fabric.ts";

export const dragonfly: Family = {
  id: "dragonfly",
  find(fabric) {
    const groups = groupsIn(fabric);
    return groups === null ? null : placedIn(fabric, groups);
  },
};

/** The groups, all but a few of the same size; null where there are none. */
function groupsIn(fabric: Fabric): readonly (readonly number[])[] | null {
  const { switches, first, to } = fabric;
  const shared = new Int32Array(to.length);
  for (let s = 0; s < switches; s++) {
    for (let i = first[s]; i < first[s + 1]; i++) if (to[i] > s) shared[i] = sharedBy(fabric, s, to[i]);
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
  // Most groups are found whole; what else looks like some is chance.
  if (best === null || best.size === switches || 4 * best.count < switches) return null;
  const { size, pieces } = best;
  return completed(
    fabric,
    pieces.filter((piece) => piece.length <= size && isDense(fabric, piece)),
    size,
  );
}

/** Numbers of shared neighbours that are tried. */
const steps = 12;

/**
 * What hangs together by links between switches that share at least so many neighbours, and half as many by such links alone: a
 * link between groups that passes the first time stands alone the second time.
 */
function piecesOf(fabric: Fabric, shared: Int32Array, least: number): readonly (readonly number[])[] {
  const { switches, first, to } = fabric;
  const links: (readonly [number, number, number])[] = [];
  for (let s = 0; s < switches; s++) {
    for (let i = first[s]; i < first[s + 1]; i++) if (shared[i] >= least) links.push([s, to[i], 1]);
  }
  const close = fabricFrom(fabric.hosts, links);
  const root = Int32Array.from({ length: switches }, (_, s) => s);
  const find = (s: number) => {
    while (root[s] !== s) s = root[s] = root[root[s]];
    return s;
  };
  for (const [s, t] of links) if (2 * sharedBy(close, s, t) >= least) root[find(s)] = find(t);
  const pieces = new Map<number, number[]>();
  for (let s = 0; s < switches; s++) {
    const own = pieces.get(find(s));
    if (own === undefined) pieces.set(find(s), [s]);
    else own.push(s);
  }
  return [...pieces.values()];
}

/** Whether three in four of all pairs of these switches are joined. */
function isDense(fabric: Fabric, switches: readonly number[]): boolean {
  const own = new Set(switches);
  const joined = switches.reduce((sum, s) => sum + neighboursOf(fabric, s).filter((t) => own.has(t)).length, 0);
  return 4 * joined >= 3 * switches.length * (switches.length - 1);
}

/** Groups of `size` switches: pieces of them, the largest first, with those switches that have most of their neighbours there. */
function completed(fabric: Fabric, pieces: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const order = [...pieces].sort((a, b) => b.length - a.length);
  const groups = order.filter((piece) => piece.length > size / 2).map((piece) => [...piece]);
  const group = new Int32Array(fabric.switches).fill(-1);
  groups.forEach((own, i) => {
    for (const s of own) group[s] = i;
  });
  const left = new Set(Array.from(group.keys()).filter((s) => group[s] < 0));
  /** The group with room that has most neighbours of a switch, and how large a part of the group they are. */
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
      // One without any link there stands where there is room.
      if (one < 0) [one] = left;
      if (to < 0) to = groups.findIndex((own) => own.length < size);
      if (to < 0) return groups;
      groups[to].push(one);
      group[one] = to;
      left.delete(one);
      continue;
    }
    // A new group begins with a link that lies in none; the one that most others of these speak for.
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

/** Exceptions are few where so many times as many are as they should be. */
const few = 8;

const axesOf = (a: number, g: number): readonly Axis[] => [
  { name: "group", kind: "group", size: g },
  { name: "switch", kind: "full", size: a },
];

function placedIn(fabric: Fabric, groups: readonly (readonly number[])[]): Placed | null {
  const { first, to, times } = fabric;
  const g = groups.length;
  const a = Math.max(...groups.map(({ length }) => length));
  if (g < 2) return null;
  const place = new Int32Array(fabric.switches).fill(-1);
  groups.forEach((own, i) => own.forEach((s, j) => (place[s] = i * a + j)));
  const at = new Int32Array(g * a).fill(-1);
  place.forEach((p, s) => {
    if (p >= 0) at[p] = s;
  });
  const groupOf = (p: number) => Math.floor(p / a);
  const local: number[] = [];
  /** Global links by p × P + q, p < q, and how many there are of each place and between two groups. */
  const global = new Map<number, number>();
  const places = g * a;
  const degree = new Int32Array(places);
  const between = new Int32Array(g * g);
  const add = (p: number, q: number, n: number) => {
    const key = Math.min(p, q) * places + Math.max(p, q);
    global.set(key, (global.get(key) ?? 0) + n);
    for (const end of [p, q]) degree[end] += n;
    between[groupOf(p) * g + groupOf(q)] += n;
    between[groupOf(q) * g + groupOf(p)] += n;
  };
  for (let s = 0; s < fabric.switches; s++) {
    for (let i = first[s]; i < first[s + 1]; i++) {
      const [p, q] = [place[s], place[to[i]]];
      if (to[i] < s || p < 0 || q < 0) continue;
      if (groupOf(p) === groupOf(q)) local.push(times[i]);
      else add(p, q, times[i]);
    }
  }
  const h = usual(Array.from(degree.keys()).flatMap((p) => (at[p] < 0 ? [] : [degree[p]])));
  // As many between any two groups, and one more between some where they do not divide evenly.
  const base = Math.floor((a * h) / (g - 1));
  let more = (a * h) % (g - 1);
  if (more % 2 === 1 && g % 2 === 1) more--;
  if (base === 0) return null;
  const most = base * (g - 1) + more;
  const total = new Int32Array(g);
  for (let i = 0; i < g; i++) for (let j = 0; j < g; j++) total[i] += between[i * g + j];
  const change = (p: number, q: number, n: number) => {
    add(p, q, n);
    total[groupOf(p)] += n;
    total[groupOf(q)] += n;
  };
  // What both ends and both groups have too much of is beside it.
  for (const [key, n] of global) {
    const [p, q] = [Math.floor(key / places), key % places];
    for (let left = n; left > 0; left--) {
      const isTooMuch =
        degree[p] > h &&
        degree[q] > h &&
        between[groupOf(p) * g + groupOf(q)] > base &&
        Math.max(total[groupOf(p)], total[groupOf(q)]) > most;
      if (isTooMuch) change(p, q, -1);
    }
  }
  // What both lack is missing: between groups that have too few, then, where some have one more, between any.
  for (const full of more > 0 ? [base, base + 1] : [base]) {
    for (;;) {
      // The groups that lack most come first, so that none is left without another one that lacks some.
      const lack = Array.from({ length: g }, (_, i) => i).filter((i) => total[i] < most && lackingIn(i) >= 0);
      lack.sort((i, j) => total[i] - total[j] || i - j);
      const i = lack.find((one) => lack.some((other) => other !== one && between[one * g + other] < full));
      if (i === undefined) break;
      const j = lack.find((other) => other !== i && between[i * g + other] < full)!;
      change(lackingIn(i), lackingIn(j), 1);
    }
  }
  /** The place of a group that lacks most global links; −1 where none does. */
  function lackingIn(i: number): number {
    let [best, lacks] = [-1, 0];
    for (let p = i * a; p < (i + 1) * a; p++) if (at[p] >= 0 && h - degree[p] > lacks) [best, lacks] = [p, h - degree[p]];
    return best;
  }
  const usualLocal = usual(local);
  const pairs = Array.from({ length: g }, (_, i) => i).flatMap((i) => Array.from({ length: i }, (_, j) => between[i * g + j]));
  const odd = pairs.filter((n) => n < base || n > base + Number(more > 0)).length;
  // Links between groups may be anywhere, so what proves a dragonfly is that groups are complete and all alike to each other.
  if (few * odd > pairs.length || few * ((places * (a - 1)) / 2 - local.length) > (places * (a - 1)) / 2) return null;
  const links: [number, number, number][] = [];
  for (let p = 0; p < places; p++) for (let q = p + 1; groupOf(q) === groupOf(p); q++) links.push([p, q, usualLocal]);
  for (const [key, n] of global) if (n > 0) links.push([Math.floor(key / places), key % places, n]);
  const p = usual(fabric.hosts);
  return {
    whole: {
      topology: null,
      title: "dragonfly",
      said: [
        `It has ${g} groups of ${a} switches, each with ${p} ${p === 1 ? "terminal" : "terminals"} and ${h} global ${h === 1 ? "link" : "links"}.`,
        `${more > 0 ? `${base} or ${base + 1}` : base} ${base === 1 && more === 0 ? "link joins" : "links join"} every two groups.`,
      ],
      axes: axesOf(a, g),
      at: Int32Array.from({ length: places * 2 }, (_, i) => (i % 2 === 0 ? groupOf(i >> 1) : (i >> 1) % a)),
      links,
      hosts: new Int32Array(places).fill(p),
    },
    place,
  };
}
