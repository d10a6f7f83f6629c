/** Switches in levels, and what of two neighbouring levels belongs together: what all trees are found by. */
import type { Fabric } from "./contract.ts";
import { neighboursOf, sharedBy, timesBetween, usual } from "./fabric.ts";

/** So many times fewer terminals than usual make no leaf of a switch, as where one server hangs on a spine. */
const few = 4;

/**
 * [S] Level of each switch, 0 for leaves, which have terminals; links that are missing make it no higher. −1 where no way leads
 * to a leaf; null where there is no leaf, or nothing above one.
 */
export function levelsOf(fabric: Fabric): Int32Array | null {
  const { switches, hosts } = fabric;
  const most = usual(hosts.filter((n) => n > 0));
  const level = new Int32Array(switches).fill(-1);
  const order: number[] = [];
  for (let s = 0; s < switches; s++) {
    if (hosts[s] === 0 || few * hosts[s] < most) continue;
    level[s] = 0;
    order.push(s);
  }
  const leaves = order.length;
  for (const s of order) {
    for (const t of neighboursOf(fabric, s)) {
      if (level[t] >= 0) continue;
      level[t] = level[s] + 1;
      order.push(t);
    }
  }
  if (leaves === 0 || order.length === leaves) return null;
  relax(fabric, level, order.slice(leaves));
  for (const s of order) if (level[s] > 1 && isBelow(fabric, level, s)) level[s] -= 2;
  return level;
}

/** Rounds after which levels stay as they are; a link between levels that are far apart has led astray no more than its surroundings. */
const rounds = 12;

/** Puts switches beside most of their neighbours, where a link beside the tree has let them stand too low. */
function relax(fabric: Fabric, level: Int32Array, switches: readonly number[]): void {
  for (let round = 0, moved = 1; moved > 0 && round < rounds; round++) {
    moved = 0;
    for (const s of switches) {
      const votes = new Map<number, number>();
      for (const t of neighboursOf(fabric, s)) for (const l of [level[t] - 1, level[t] + 1]) votes.set(l, (votes.get(l) ?? 0) + 1);
      let [best, most] = [level[s], votes.get(level[s]) ?? 0];
      for (const [l, n] of votes) if (n > most && l > 0) [best, most] = [l, n];
      if (best === level[s]) continue;
      level[s] = best;
      moved++;
    }
  }
}

/**
 * Whether a switch that was reached from above stands below: its neighbours are those that a switch two levels lower has above
 * it. So is a leaf without terminals, and a switch that has lost all its links down.
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

/** Switches of two neighbouring levels each of which below is joined to each above, but for what is missing. */
export interface Block {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/**
 * The blocks between a level and the one above. Two switches are above the same ones when they share more than half of their
 * links down; a switch is below those above that most of its links up lead to, and below none where it has none.
 */
export function blocksBetween(fabric: Fabric, level: Int32Array, lower: readonly number[], upper: readonly number[]): readonly Block[] {
  const root = new Map(upper.map((x) => [x, x]));
  const find = (x: number): number => {
    const to = root.get(x)!;
    if (to === x) return x;
    const end = find(to);
    root.set(x, end);
    return end;
  };
  const isLower = (y: number, x: number) => level[y] === level[x] - 1;
  const downOf = (x: number) => neighboursOf(fabric, x).filter((y) => isLower(y, x));
  const downs = new Map(upper.map((x) => [x, downOf(x)]));
  for (const x of upper) {
    const shared = new Map<number, number>();
    const own = downs.get(x)!;
    for (const y of own) {
      for (const other of neighboursOf(fabric, y)) if (other > x && isLower(y, other)) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    for (const [other, n] of shared) if (2 * n > Math.min(own.length, downs.get(other)!.length)) root.set(find(x), find(other));
  }
  const blocks = new Map<number, { lower: number[]; upper: number[] }>();
  for (const x of upper) {
    const own = blocks.get(find(x));
    if (own === undefined) blocks.set(find(x), { lower: [], upper: [x] });
    else own.upper.push(x);
  }
  for (const y of lower) {
    const votes = new Map<number, number>();
    for (const x of neighboursOf(fabric, y)) if (isLower(y, x)) votes.set(find(x), (votes.get(find(x)) ?? 0) + 1);
    let [best, most] = [-1, 0];
    for (const [block, n] of votes) if (n > most) [best, most] = [block, n];
    if (best >= 0) blocks.get(best)!.lower.push(y);
  }
  return [...blocks.values()];
}

/** How many links join two switches of neighbouring levels, usually. */
export function timesIn(fabric: Fabric, blocks: readonly Block[]): number {
  const times: number[] = [];
  for (const { lower, upper } of blocks) {
    for (const y of lower) for (const x of upper) times.push(timesBetween(fabric, y, x));
  }
  return usual(times.filter((n) => n > 0));
}
