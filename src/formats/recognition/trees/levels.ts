/** Assigns switches to levels and finds blocks between adjacent levels, on which the recognition of trees is based. */
import { Pieces } from "../../../core/network/pieces.ts";
import type { Fabric } from "../contract.ts";
import { neighboursOf, sharedBy, timesBetween, usual } from "../fabric.ts";

/** A switch with at least this many times fewer terminals than usual is not a leaf, for example a spine with one server. */
const few = 4;

/**
 * [S] Level of each switch, 0 for leaves, which have terminals; missing links do not raise a switch. −1 if a switch is not connected to a
 * leaf; null if there is no leaf, or nothing above the leaves. A switch is above a level if more than the fraction `minFraction` of its links lead
 * there: with a low fraction, one extra link can mislead; with a high one, a switch that lacks many links.
 */
export function levelsOf(fabric: Fabric, part: number): Int32Array | null {
  const { switches, hosts } = fabric;
  const most = usual(hosts.filter((n) => n > 0));
  const level = new Int32Array(switches).fill(-1);
  const order: number[] = [];
  for (let s = 0; s < switches; s++) {
    // A switch with a single link is a leaf, however few terminals it has.
    if (hosts[s] === 0 || (few * hosts[s] < most && neighboursOf(fabric, s).length > 1)) continue;
    level[s] = 0;
    order.push(s);
  }
  const leaves = order.length;
  for (let l = 1, below = order.slice(); below.length > 0; l++) {
    const reached = new Map<number, number>();
    for (const s of below) for (const t of neighboursOf(fabric, s)) if (level[t] < 0) reached.set(t, (reached.get(t) ?? 0) + 1);
    const all = [...reached.keys()];
    const sure = all.filter((s) => reached.get(s)! > part * neighboursOf(fabric, s).length);
    below = sure.length > 0 ? sure : all;
    for (const s of below) level[s] = l;
    order.push(...below);
  }
  if (leaves === 0 || order.length === leaves) return null;
  for (const s of order) if (level[s] > 1 && isBelow(fabric, level, s)) level[s] -= 2;
  return level;
}

/**
 * Whether a switch that was reached from above belongs two levels lower, because it has the same neighbors as a switch there. Examples are
 * a leaf without terminals, and a switch without any downlinks.
 */
function isBelow(fabric: Fabric, level: Int32Array, s: number): boolean {
  const own = neighboursOf(fabric, s);
  if (own.length < 2 || own.some((t) => level[t] !== level[s] - 1)) return false;
  return neighboursOf(fabric, own[0]).some((other) => {
    if (level[other] !== level[s] - 2) return false;
    const up = neighboursOf(fabric, other).filter((t) => level[t] === level[s] - 1).length;
    const shared = sharedBy(fabric, s, other);
    return shared > 1 && 4 * shared > 3 * Math.max(own.length, up);
  });
}

/** Switches of two adjacent levels such that each lower one is joined to each upper one, except for missing links. */
export interface Block {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/**
 * The blocks between a level and the next. Two upper switches are in the same block if they share more than half of their downlinks. A
 * lower switch belongs to the block to which most of its uplinks lead, and to none if it has no uplinks.
 */
export function blocksBetween(fabric: Fabric, level: Int32Array, lower: readonly number[], upper: readonly number[]): readonly Block[] {
  const pieces = new Pieces(fabric.switches);
  const isLower = (y: number, x: number) => level[y] === level[x] - 1;
  const downOf = (x: number) => neighboursOf(fabric, x).filter((y) => isLower(y, x));
  const downs = new Map(upper.map((x) => [x, downOf(x)]));
  for (const x of upper) {
    const shared = new Map<number, number>();
    const own = downs.get(x)!;
    for (const y of own) {
      for (const other of neighboursOf(fabric, y)) if (other > x && isLower(y, other)) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    for (const [other, n] of shared) if (2 * n > Math.min(own.length, downs.get(other)!.length)) pieces.join(x, other);
  }
  const blocks = new Map<number, { lower: number[]; upper: number[] }>();
  for (const x of upper) {
    const own = blocks.get(pieces.of(x));
    if (own === undefined) blocks.set(pieces.of(x), { lower: [], upper: [x] });
    else own.upper.push(x);
  }
  for (const y of lower) {
    const votes = new Map<number, number>();
    for (const x of neighboursOf(fabric, y)) if (isLower(y, x)) votes.set(pieces.of(x), (votes.get(pieces.of(x)) ?? 0) + 1);
    let [best, most] = [-1, 0];
    for (const [block, n] of votes) if (n > most) [best, most] = [block, n];
    if (best >= 0) blocks.get(best)!.lower.push(y);
  }
  return [...blocks.values()];
}

/** Most frequent number of parallel links between two switches of adjacent levels. */
export function timesIn(fabric: Fabric, blocks: readonly Block[]): number {
  const times: number[] = [];
  for (const { lower, upper } of blocks) {
    for (const y of lower) for (const x of upper) times.push(timesBetween(fabric, y, x));
  }
  return usual(times.filter((n) => n > 0));
}

/** Number of links within blocks. */
export function linksWithin(fabric: Fabric, blocks: readonly Block[]): number {
  let links = 0;
  for (const { lower, upper } of blocks) for (const y of lower) for (const x of upper) links += timesBetween(fabric, y, x);
  return links;
}
