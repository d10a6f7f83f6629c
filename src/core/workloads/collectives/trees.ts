/** How what the first rank has comes to all ranks. In reverse each of them is a reduction. */
import { idle, keep, once, type Order, placed, type Run, type Schedule, send } from "./schedule.ts";

/** Rounds in which as many as there are ranks have it, if in each of them everyone tells another one. */
export const heightOf = (ranks: number) => Math.ceil(Math.log2(ranks));

/** A binomial tree: in round k every rank below 2ᵏ passes all of it on to the rank 2ᵏ further. */
export function binomial(ranks: number): Schedule {
  return {
    ranks,
    blocks: 1,
    *runs(rank) {
      for (let far = 1; far < ranks; far *= 2) {
        if (rank < far) yield rank + far < ranks ? once(send(rank + far, 0)) : idle(1);
        else yield rank < 2 * far ? once(keep(rank - far, 0)) : idle(1);
      }
    },
  };
}

/** A chain in so many segments: each rank passes them on to the next. */
export function chain(ranks: number, segments: number): Schedule {
  const neighbours = (rank: number) => ({ up: rank - 1, down: rank + 1 < ranks ? [rank + 1] : [], depth: rank });
  return { ranks, blocks: segments, runs: (rank) => passingOn(neighbours(rank), segments, ranks - 1) };
}

/** A binomial tree that halves what it passes on, until every rank has the block of its number. */
export function scatter(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      // A rank has the blocks up to the next number that ends in one more zero.
      for (let far = 2 ** (heightOf(ranks) - 1); far >= 1; far /= 2) {
        const part = (first: number) => [first, Math.min(far, ranks - first)] as const;
        if (rank % (2 * far) === 0) yield rank + far < ranks ? once(send(rank + far, ...part(rank + far))) : idle(1);
        else yield rank % far === 0 ? once(keep(rank - far, ...part(rank))) : idle(1);
      }
    },
  };
}

/** The neighbours of a place in a tree, `up` −1 for the root; and how many links it is from there. */
interface Neighbours {
  readonly up: number;
  readonly down: readonly number[];
  readonly depth: number;
}

/** What a rank does where everyone passes on segment after segment, in the turn after they have come, down to a depth. */
function passingOn({ up, down, depth }: Neighbours, segments: number, height: number): readonly Run[] {
  const moves = [...(up >= 0 ? [keep(up, 0)] : []), ...down.map((to) => send(to, 0))];
  return [idle(depth), { times: segments, shift: 1, moves }, idle(height - depth)];
}

/** A binary tree in which every odd place is a leaf: the lowest one of a place's number says how high it stands. Place 0 is the root. */
function inOrder(places: number, place: number): Neighbours {
  if (place === 0) return { up: -1, down: places > 1 ? [2 ** (heightOf(places) - 1)] : [], depth: 0 };
  const up = above(places, place);
  let depth = 1;
  for (let each = up; each !== 0; each = above(places, each)) depth++;
  const down: number[] = [];
  let far = (place & -place) / 2;
  if (far >= 1) down.push(place - far);
  while (far >= 1 && place + far >= places) far /= 2;
  if (far >= 1) down.push(place + far);
  return { up, down, depth };
}

/** What is above a place but the root: from there the number ends in one more zero. */
function above(places: number, place: number): number {
  const height = place & -place;
  const up = (place ^ height) | (height * 2);
  return up < places ? up : place ^ height;
}

/** Places that begin so many ranks further. */
export const shiftedBy = (by: number, ranks: number): Order => ({
  rankAt: (place) => (place + by) % ranks,
  placeOf: (rank) => (rank + ranks - by) % ranks,
});

/**
 * Two binary trees over all ranks, each for half of every segment: who passes on much in one is a leaf of the other. For an even number
 * of ranks the second tree is the first one mirrored, for an odd one it is shifted by one. (Sanders, Speck, Träff, Parallel Comput. 35,
 * 2009; numbered as NCCL does.)
 */
export function twoTrees(ranks: number, segments: number): readonly Schedule[] {
  const tree: Schedule = { ranks, blocks: segments, runs: (rank) => passingOn(inOrder(ranks, rank), segments, heightOf(ranks)) };
  const opposite = (rank: number) => ranks - 1 - rank;
  return [tree, placed(tree, ranks % 2 === 0 ? { rankAt: opposite, placeOf: opposite } : shiftedBy(1, ranks))];
}

/** The same trees over all ranks but the first, which sends each of them its half: so it may be any rank. */
export function twoTreesBelow(ranks: number, segments: number): readonly Schedule[] {
  const others = ranks - 1;
  const height = heightOf(others) + 1;
  const opposite = (place: number) => others - 1 - place;
  const trees = [
    { rankAt: (place: number) => place, placeOf: (rank: number) => rank },
    others % 2 === 0 ? { rankAt: opposite, placeOf: opposite } : shiftedBy(1, others),
  ];
  return trees.map(({ rankAt, placeOf }) => ({
    ranks,
    blocks: segments,
    runs(rank) {
      if (rank === 0) return passingOn({ up: -1, down: [1 + rankAt(0)], depth: 0 }, segments, height);
      const { up, down, depth } = inOrder(others, placeOf(rank - 1));
      return passingOn({ up: up < 0 ? 0 : 1 + rankAt(up), down: down.map((to) => 1 + rankAt(to)), depth: depth + 1 }, segments, height);
    },
  }));
}
