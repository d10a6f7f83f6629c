/**
 * Dragonflies with any arrangement of their global links (Kim, Dally, Scott, Abts; ISCA 2008) and at least three switches per group. If the
 * arrangement is the one of this program's topology, groups and switches are numbered as there.
 */
import { globalLinks, globalsOf, groupAxes } from "../../core/network/group-shapes.ts";
import type { Fabric, Family, Placed, Whole } from "./contract.ts";
import { differences, isBelieved } from "./differences.ts";
import { neighboursOf, usual } from "./fabric.ts";
import { groupsIn } from "./groups.ts";
import { settled } from "./settled.ts";

export const dragonfly: Family = {
  id: "dragonfly",
  find(fabric) {
    const groups = groupsIn(fabric);
    const found = groups === null ? null : anyhow(fabric, groups);
    if (found === null) return null;
    const own = settled(fabric, found.placed);
    const extra = differences(fabric, own).extra.length;
    for (const placed of asOnShelf(fabric, found)) {
      const shelf = settled(fabric, placed);
      const here = differences(fabric, shelf);
      if (isBelieved(here) && here.extra.length <= extra) return shelf;
    }
    return own;
  },
};

/** Exceptions are accepted if the regular cases are at least this many times as frequent. */
const few = 8;

/**
 * Places the groups without assuming an arrangement of the global links. The ideal network keeps the global links of the given one, except
 * those that one switch and group has too many of or lacks.
 */
function anyhow(fabric: Fabric, groups: readonly (readonly number[])[]): Found | null {
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
  /** Global links by slot pair p × P + q with p < q; the number of global links of each slot, and between each two groups. */
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
  const { each: base, more } = globalsOf(a, h, g);
  if (base === 0) return null;
  const most = base * (g - 1) + more;
  const total = new Int32Array(g);
  for (let i = 0; i < g; i++) for (let j = 0; j < g; j++) total[i] += between[i * g + j];
  const change = (p: number, q: number, n: number) => {
    add(p, q, n);
    total[groupOf(p)] += n;
    total[groupOf(q)] += n;
  };
  // Remove links where both switches and both groups have too many: they are extra links.
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
  // Add links where both groups have too few: first between groups below the minimum, then, if some pairs have one link more, between any
  // groups.
  for (const full of more > 0 ? [base, base + 1] : [base]) {
    for (;;) {
      // The groups that lack the most links come first, so that no group is left without a partner.
      const lack = Array.from({ length: g }, (_, i) => i).filter((i) => total[i] < most && lackingIn(i) >= 0);
      lack.sort((i, j) => total[i] - total[j] || i - j);
      const i = lack.find((one) => lack.some((other) => other !== one && between[one * g + other] < full));
      if (i === undefined) break;
      const j = lack.find((other) => other !== i && between[i * g + other] < full)!;
      change(lackingIn(i), lackingIn(j), 1);
    }
  }
  /** The slot of a group that lacks the most global links; −1 if none lacks any. */
  function lackingIn(i: number): number {
    let [best, lacks] = [-1, 0];
    for (let p = i * a; p < (i + 1) * a; p++) if (at[p] >= 0 && h - degree[p] > lacks) [best, lacks] = [p, h - degree[p]];
    return best;
  }
  const usualLocal = usual(local);
  const pairs = Array.from({ length: g }, (_, i) => i).flatMap((i) => Array.from({ length: i }, (_, j) => between[i * g + j]));
  const odd = pairs.filter((n) => n < base || n > base + Number(more > 0)).length;
  // Global links may have any arrangement, so complete groups and equal numbers of links between groups are what identifies a dragonfly.
  if (few * odd > pairs.length || few * ((places * (a - 1)) / 2 - local.length) > (places * (a - 1)) / 2) return null;
  const numbers = { p: usual(fabric.hosts), a, h, g };
  const links = Array.from(global).flatMap(([key, n]) => (n > 0 ? [[Math.floor(key / places), key % places, n] as const] : []));
  return { numbers, placed: { whole: wholeOf(numbers, usualLocal, links, null), place } };
}

/** Up to this number of groups, all orders are tried, because few links give little evidence of the order. */
const fewGroups = 5;

/**
 * Yields placements of the groups with the arrangement of this program's topology, in both directions around the circle. The network may
 * have another arrangement.
 */
function* asOnShelf(fabric: Fabric, { numbers, placed }: Found): Generator<Placed> {
  const { a, h, g } = numbers;
  const targets = Array.from({ length: a * g }, (): number[] => []);
  const times = new Map<string, [number, number, number]>();
  for (const [from, to] of globalLinks(a, h, g)) {
    targets[from].push(to);
    targets[to].push(from);
    const known = times.get(`${from} ${to}`);
    if (known === undefined) times.set(`${from} ${to}`, [from, to, 1]);
    else known[2]++;
  }
  const group = placed.place.map((p) => (p < 0 ? -1 : Math.floor(p / a)));
  const reached = Array.from(group, (own, s) =>
    own < 0 ? [] : Array.from(neighboursOf(fabric, s), (t) => group[t]).filter((other) => other >= 0 && other !== own),
  );
  const circle = circleOf(reached, g);
  const whole = wholeOf(numbers, 1, [...times.values()], { kind: "dragonfly", values: { ...numbers } });
  for (const order of g <= fewGroups ? ordersOf(circle) : [circle, circle.map((_, i) => circle[g - 1 - i])]) {
    const rank = new Int32Array(g);
    order.forEach((own, i) => (rank[own] = i));
    const standsIn = group.map((own) => (own < 0 ? -1 : rank[own]));
    const led = reached.map((groups) => groups.map((other) => rank[other]));
    yield { whole, place: numbered(fabric, standsIn, led, targets, a) };
  }
}

/** All permutations of the groups that keep the first one in place. */
function ordersOf([first, ...others]: readonly number[]): readonly (readonly number[])[] {
  const all = (left: readonly number[]): readonly (readonly number[])[] =>
    left.length === 0 ? [[]] : left.flatMap((one) => all(left.filter((each) => each !== one)).map((rest) => [one, ...rest]));
  return all(others).map((rest) => [first, ...rest]);
}

/**
 * Numbers the switches of each group, the most certain first: a switch fits a number if its links lead to the same groups, and to the same
 * switches where these are numbered already.
 * @param circleGroup [S] index of a switch's group in the circle, −1 for none
 * @param reachedGroups [S] groups that the global links of each switch lead to
 * @param targets [slots] slots that the global links of each slot lead to
 */
function numbered(
  fabric: Fabric,
  standsIn: Int32Array,
  reached: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
  a: number,
): Int32Array {
  const { switches } = fabric;
  const place = new Int32Array(switches).fill(-1);
  const at = new Int32Array(targets.length).fill(-1);
  /** [S × a] Number of links that support each number of a switch. */
  const votes = new Int32Array(switches * a);
  const best = new Int32Array(switches).fill(-1);
  const members = Array.from({ length: targets.length / a }, (): number[] => []);
  const update = (s: number) => {
    best[s] = -1;
    for (let n = 0; n < a; n++) {
      if (at[standsIn[s] * a + n] < 0 && (best[s] < 0 || votes[s * a + n] > votes[s * a + best[s]])) best[s] = n;
    }
  };
  /** [groups] Number of links of the current switch to each group. */
  const leads = new Int32Array(members.length);
  for (let s = 0; s < switches; s++) {
    if (standsIn[s] < 0) continue;
    members[standsIn[s]].push(s);
    for (const i of reached[s]) leads[i]++;
    for (let n = 0; n < a; n++) {
      const own = targets[standsIn[s] * a + n];
      for (const to of own) if (leads[Math.floor(to / a)]-- > 0) votes[s * a + n]++;
      for (const to of own) leads[Math.floor(to / a)]++;
    }
    for (const i of reached[s]) leads[i]--;
    update(s);
  }
  const waiting = new Set(members.flat());
  const surest = () => {
    let [one, most] = [-1, -1];
    for (const s of waiting) if (best[s] >= 0 && votes[s * a + best[s]] > most) [one, most] = [s, votes[s * a + best[s]]];
    return one;
  };
  for (let s = surest(); s >= 0; s = surest()) {
    const p = standsIn[s] * a + best[s];
    [place[s], at[p]] = [p, s];
    waiting.delete(s);
    for (const t of neighboursOf(fabric, s)) {
      if (standsIn[t] < 0 || standsIn[t] === standsIn[s]) continue;
      for (const q of targets[p]) if (Math.floor(q / a) === standsIn[t]) votes[t * a + (q % a)]++;
      if (waiting.has(t)) update(t);
    }
    for (const t of members[standsIn[s]]) if (waiting.has(t) && best[t] === p % a) update(t);
  }
  // Number all switches again with the final votes, which corrects errors that a missing link caused early on.
  at.fill(-1);
  place.fill(-1);
  members.forEach((switches, i) => {
    const all = switches.flatMap((s) => Array.from({ length: a }, (_, n) => ({ s, p: i * a + n, fit: votes[s * a + n] })));
    for (const { s, p } of all.sort((x, y) => y.fit - x.fit)) if (place[s] < 0 && at[p] < 0) [place[s], at[p]] = [p, s];
  });
  return place;
}

/** Orders the groups in a circle so that adjacent groups are those to which most switches both have links. */
function circleOf(reached: readonly (readonly number[])[], g: number): readonly number[] {
  const both = new Int32Array(g * g);
  for (const groups of reached) for (const i of groups) for (const j of groups) both[i * g + j]++;
  const circle = [0];
  const left = new Set(Array.from({ length: g - 1 }, (_, i) => i + 1));
  while (left.size > 0) {
    const last = circle[circle.length - 1];
    const before = circle[Math.max(0, circle.length - 2)];
    let best = -1;
    for (const i of left) {
      if (best < 0 || both[last * g + i] - both[last * g + best] > 0) best = i;
      else if (both[last * g + i] === both[last * g + best] && both[before * g + i] > both[before * g + best]) best = i;
    }
    circle.push(best);
    left.delete(best);
  }
  return circle;
}

/** Terminals (p) and global links (h) per switch, switches per group (a), groups (g). */
interface Numbers {
  readonly p: number;
  readonly a: number;
  readonly h: number;
  readonly g: number;
}

interface Found {
  readonly numbers: Numbers;
  readonly placed: Placed;
}

/** The ideal network of a dragonfly with the given global links and fully connected groups. */
function wholeOf(
  { p, a, h, g }: Numbers,
  local: number,
  global: readonly (readonly [number, number, number])[],
  topology: Whole["topology"],
): Whole {
  const places = a * g;
  const { each, more } = globalsOf(a, h, g);
  const links = [...global];
  for (let s = 0; s < places; s++) for (let t = s + 1; t % a !== 0; t++) links.push([s, t, local]);
  return {
    topology,
    title: "dragonfly",
    said: [
      `It has ${g} groups of ${a} switches, each with ${p} ${p === 1 ? "terminal" : "terminals"} and ${h} global ${h === 1 ? "link" : "links"}.`,
      `${more > 0 ? `${each} or ${each + 1}` : each} ${each === 1 && more === 0 ? "link joins" : "links join"} every two groups.`,
    ],
    axes: groupAxes(a, g),
    at: Int32Array.from({ length: places * 2 }, (_, i) => (i % 2 === 0 ? Math.floor((i >> 1) / a) : (i >> 1) % a)),
    links,
    hosts: new Int32Array(places).fill(p),
  };
}
