/** One-time layouts of a drawing: in levels, in a ring, in a grid, in a circle of groups, or by forces. The positions stay afterwards. */
import { connectedIn } from "../../core/network/drawing/connected.ts";
import { type Drawing, isTerminal, type Place } from "../../core/network/drawing/drawing.ts";
import { placed } from "../../core/network/drawing/edit.ts";
import { standingIn } from "../../views/stage/layouts/all-layouts.ts";
import type { Draft } from "../../views/drawing/contract.ts";

export type Arrangement = "levels" | "ring" | "grid" | "groups" | "force";

/** Distance of neighbors, in grid steps. */
const apart = 32;

/** The drawing with the selected switches arranged, or with all of them if fewer than two are selected. */
export async function arranged(draft: Draft, how: Arrangement): Promise<Drawing> {
  const { drawing, network, chosen } = draft;
  const list = chosen.size > 1 ? [...chosen] : drawing.switches.map((_, s) => s);
  if (list.length < 2) return drawing;
  const standing = standingIn(network);
  const now = new Map(list.map((s) => [s, [standing[2 * s], standing[2 * s + 1]] as const]));
  const ways = neighboursOf(drawing, list);
  const next =
    how === "levels"
      ? inLevels(drawing, list, ways, now)
      : how === "ring"
        ? inRing(list, now)
        : how === "grid"
          ? inGrid(list, now)
          : how === "groups"
            ? inGroups(list, ways)
            : await (await import("../../formats/document/by-forces.ts")).byForces(list, ways, now, apart);
  return placed(drawing, aboutTheSame(next, now));
}

type Places = ReadonlyMap<number, Place>;
type Ways = ReadonlyMap<number, readonly number[]>;

/** For each switch of the list its neighbors within the list, without repetition. */
function neighboursOf({ links }: Drawing, list: readonly number[]): Ways {
  const found = new Map(list.map((s) => [s, new Set<number>()]));
  for (const { a, b } of links) {
    if (isTerminal(a) || !found.has(a) || !found.has(b)) continue;
    found.get(a)!.add(b);
    found.get(b)!.add(a);
  }
  return new Map([...found].map(([s, own]) => [s, [...own]]));
}

/** Shifts the new positions so that their center is that of the old ones, and rounds them to whole grid steps. */
function aboutTheSame(next: Places, now: Places): Places {
  const middle = (places: Places) => {
    const all = [...places.values()];
    const of = (d: 0 | 1) => (Math.min(...all.map((each) => each[d])) + Math.max(...all.map((each) => each[d]))) / 2;
    return [of(0), of(1)] as const;
  };
  const [was, is] = [middle(now), middle(next)];
  return new Map([...next].map(([s, [x, y]]) => [s, [Math.round(x - is[0] + was[0]), Math.round(y - is[1] + was[1])]]));
}

/**
 * Switches with terminals at the bottom, the others above by their distance from them. Each row is ordered by the mean position of its
 * neighbors in the row below.
 */
function inLevels(drawing: Drawing, list: readonly number[], ways: Ways, now: Places): Places {
  // Breadth-first search from the switches with terminals gives the rows.
  const hasTerminals = new Set(drawing.links.flatMap(({ a, b }) => (isTerminal(a) ? [b] : [])));
  const level = new Map<number, number>();
  let row = list.filter((s) => hasTerminals.has(s));
  if (row.length === 0) row = [...list];
  const rows: number[][] = [];
  while (row.length > 0) {
    for (const s of row) level.set(s, rows.length);
    rows.push(row);
    row = [...new Set(row.flatMap((s) => ways.get(s)!))].filter((s) => !level.has(s));
  }
  const rest = list.filter((s) => !level.has(s));
  if (rest.length > 0) rows.push(rest);
  // Sort and place each row, from the bottom up.
  const places = new Map<number, Place>();
  rows.forEach((own, i) => {
    const below = (s: number) => {
      const known = ways.get(s)!.filter((other) => places.has(other) && level.get(other) === i - 1);
      return known.length === 0 ? now.get(s)![0] : known.reduce((sum, other) => sum + places.get(other)![0], 0) / known.length;
    };
    const wanted = new Map(own.map((s) => [s, i === 0 ? now.get(s)![0] : below(s)]));
    const sorted = own.toSorted((a, b) => wanted.get(a)! - wanted.get(b)! || now.get(a)![0] - now.get(b)![0] || a - b);
    const widest = Math.max(...rows.map(({ length }) => length)) * apart;
    const pitch = Math.max(apart, Math.min(apart * 2.4, widest / own.length));
    sorted.forEach((s, k) => places.set(s, [(k - (own.length - 1) / 2) * pitch, -i * apart * 1.25]));
  });
  return places;
}

/** On a circle, in the order of the present angles about their center. */
function inRing(list: readonly number[], now: Places): Places {
  const [cx, cy] = [0, 1].map((d) => list.reduce((sum, s) => sum + now.get(s)![d], 0) / list.length);
  const angle = (s: number) => (Math.atan2(now.get(s)![1] - cy, now.get(s)![0] - cx) + Math.PI / 2 + 4 * Math.PI - 1e-9) % (2 * Math.PI);
  const radius = Math.max(apart * 0.8, (list.length * apart) / (2 * Math.PI));
  return onCircle(
    list.toSorted((a, b) => angle(a) - angle(b) || a - b),
    radius,
  );
}

function onCircle(list: readonly number[], radius: number, cx = 0, cy = 0): Map<number, Place> {
  return new Map(
    list.map((s, k) => {
      const turn = (k / list.length) * 2 * Math.PI - Math.PI / 2;
      return [s, [cx + Math.cos(turn) * radius * 1.15, cy + Math.sin(turn) * radius]];
    }),
  );
}

/** In rows and columns, in the present reading order: top to bottom, then left to right. */
function inGrid(list: readonly number[], now: Places): Places {
  const columns = Math.ceil(Math.sqrt(list.length * 1.2));
  const band = apart / 2;
  const sorted = list.toSorted(
    (a, b) => Math.round(now.get(a)![1] / band) - Math.round(now.get(b)![1] / band) || now.get(a)![0] - now.get(b)![0] || a - b,
  );
  return new Map(sorted.map((s, k) => [s, [(k % columns) * apart, Math.floor(k / columns) * apart]]));
}

/**
 * Communities by label propagation: each switch repeatedly takes the most frequent label among its neighbors. Each group is drawn as a
 * circle, and the groups on a larger circle.
 */
function inGroups(list: readonly number[], ways: Ways): Places {
  const group = new Map(list.map((s) => [s, s]));
  for (let round = 0; round < 20; round++) {
    let isSettled = true;
    for (const s of list) {
      const counts = new Map<number, number>();
      for (const other of [s, ...ways.get(s)!]) counts.set(group.get(other)!, (counts.get(group.get(other)!) ?? 0) + 1);
      const best = [...counts].reduce((found, each) =>
        each[1] > found[1] || (each[1] === found[1] && each[0] < found[0]) ? each : found,
      )[0];
      if (best !== group.get(s)) isSettled = false;
      group.set(s, best);
    }
    if (isSettled) break;
  }
  const byName = new Map<number, number[]>();
  for (const s of list) byName.set(group.get(s)!, [...(byName.get(group.get(s)!) ?? []), s]);
  const groups = [...byName.values()];
  const inner = (own: readonly number[]) => (own.length === 1 ? 0 : Math.max(apart * 0.7, (own.length * apart * 0.8) / (2 * Math.PI)));
  const widest = Math.max(...groups.map(inner)) + apart;
  const outer = groups.length === 1 ? 0 : Math.max(widest * 1.2, (groups.length * 2 * widest) / (2 * Math.PI));
  return new Map(
    groups.flatMap((own, k) => {
      const turn = (k / groups.length) * 2 * Math.PI - Math.PI / 2;
      return [...onCircle(own, inner(own), Math.cos(turn) * outer * 1.15, Math.sin(turn) * outer)];
    }),
  );
}

/** Indices of the switches that are not in the part of the drawing that runs. */
export function unconnected(drawing: Drawing): readonly number[] {
  const { switches } = connectedIn(drawing);
  return drawing.switches.flatMap((_, s) => (switches[s] === 1 ? [] : [s]));
}

/** The nearest pair is searched among at most this many switches. */
const mostPaired = 256;

/** The two nearest switches that have terminals, to be linked first; null if there are fewer than two. */
export function nearestTwo({ drawing, network }: Draft): readonly [number, number] | null {
  const standing = standingIn(network);
  const homes = [...new Set(drawing.links.flatMap(({ a, b }) => (isTerminal(a) ? [b] : [])))].slice(0, mostPaired);
  let [found, nearest]: [readonly [number, number] | null, number] = [null, Infinity];
  homes.forEach((a, i) =>
    homes.slice(i + 1).forEach((b) => {
      const away = Math.hypot(standing[2 * a] - standing[2 * b], standing[2 * a + 1] - standing[2 * b + 1]);
      if (away < nearest) [found, nearest] = [[a, b], away];
    }),
  );
  return found;
}
