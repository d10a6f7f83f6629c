/** How what the first rank has comes to all ranks. In reverse each of them is a reduction. */
import { idleSteps, keep, once, type Order, type Schedule, send } from "./schedule.ts";

/** Rounds in which as many as there are ranks have it, if in each of them everyone tells another one. */
export const heightOf = (ranks: number) => Math.ceil(Math.log2(ranks));

/** A binomial tree: in round k every rank below 2ᵏ passes all of it on to the rank 2ᵏ further. */
export function binomial(ranks: number): Schedule {
  return {
    ranks,
    blocks: 1,
    *runs(rank) {
      for (let far = 1; far < ranks; far *= 2) {
        if (rank < far) yield rank + far < ranks ? once(send(rank + far, 0)) : idleSteps(1);
        else yield rank < 2 * far ? once(keep(rank - far, 0)) : idleSteps(1);
      }
    },
  };
}

/** A chain in so many segments: each rank passes them on to the next. */
export function chain(ranks: number, segments: number): Schedule {
  const moves = (rank: number) => [...(rank > 0 ? [keep(rank - 1, 0)] : []), ...(rank + 1 < ranks ? [send(rank + 1, 0)] : [])];
  return {
    ranks,
    blocks: segments,
    runs: (rank) => [idleSteps(rank), { times: segments, shift: 1, moves: moves(rank) }, idleSteps(ranks - 1 - rank)],
  };
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
        if (rank % (2 * far) === 0) yield rank + far < ranks ? once(send(rank + far, ...part(rank + far))) : idleSteps(1);
        else yield rank % far === 0 ? once(keep(rank - far, ...part(rank))) : idleSteps(1);
      }
    },
  };
}

/** The neighbours of a place in a tree, `up` −1 for the root. */
interface Neighbours {
  readonly up: number;
  readonly down: readonly number[];
}

/** A binary tree in which every odd place is a leaf: the lowest one of a place's number says how high it stands. Place 0 is the root. */
function inOrder(places: number, place: number): Neighbours {
  if (place === 0) return { up: -1, down: places > 1 ? [2 ** (heightOf(places) - 1)] : [] };
  const up = above(places, place);
  const down: number[] = [];
  let far = (place & -place) / 2;
  if (far >= 1) down.push(place - far);
  while (far >= 1 && place + far >= places) far /= 2;
  if (far >= 1) down.push(place + far);
  return { up, down };
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

/** The neighbours of each rank. */
type Tree = (rank: number) => Neighbours;

/** The message of a segment from one rank to another one in a tree. */
interface Edge {
  /** −1 where nobody sends to its rank in this tree. */
  from: number;
  /** The other edge on which the same rank sends, in either tree; −1 for none. */
  beside: number;
  /** The half of a turn in which it goes, 0 or 1; −1 while that is open. */
  colour: number;
  /** The turn of the first segment. */
  begin: number;
}

interface Coloured {
  /** The edge to rank r in tree t, at 2·r + t. */
  readonly edges: readonly Readonly<Edge>[];
  /** The last turn in which a first segment goes. */
  readonly last: number;
}

/**
 * Colours the edges of two trees so that no rank sends, or takes, on two edges of one colour. At most two edges begin at a rank and two
 * end there, so edges that share a sender or a receiver in turn make paths and even cycles; each of them is coloured alternately, from
 * the edge on which a segment comes first, which goes in the half of a turn after the one in which its sender takes that segment.
 * @param trees neighbours of each rank in both trees
 */
function coloured(ranks: number, trees: readonly Tree[]): Coloured {
  const edges = Array.from({ length: 2 * ranks }, (): Edge => ({ from: -1, beside: -1, colour: -1, begin: 0 }));
  const last = new Int32Array(ranks).fill(-1);
  const next: number[] = [];
  for (let rank = 0; rank < ranks; rank++)
    for (const [tree, neighbours] of trees.entries()) {
      const { up, down } = neighbours(rank);
      edges[2 * rank + tree].from = up;
      for (const to of down) {
        const edge = 2 * to + tree;
        if (last[rank] >= 0) [edges[edge].beside, edges[last[rank]].beside] = [last[rank], edge];
        last[rank] = edge;
        if (up < 0) next.push(edge);
      }
    }
  /** Colours what follows an edge, by its receiver or by its sender first. */
  const follow = (edge: number, byReceiver: boolean) => {
    for (let [at, isReceiver, { colour }] = [edge, byReceiver, edges[edge]]; ; isReceiver = !isReceiver) {
      at = isReceiver ? at ^ 1 : edges[at].beside;
      if (at < 0 || edges[at].from < 0 || edges[at].colour >= 0) return;
      colour = 1 - colour;
      edges[at].colour = colour;
    }
  };
  // From the roots down, each list read while it grows.
  for (const at of next) {
    const edge = edges[at];
    const before = edges[2 * edge.from + (at & 1)];
    if (edge.colour < 0) {
      edge.colour = before.from < 0 ? 0 : 1 - before.colour;
      follow(at, true);
      follow(at, false);
    }
    if (before.from >= 0) edge.begin = before.begin + (edge.colour > before.colour ? 0 : 1);
    const rank = at >> 1;
    for (const to of trees[at & 1](rank).down) next.push(2 * to + (at & 1));
  }
  return { edges, last: edges.reduce((most, { begin }) => Math.max(most, begin), 0) };
}

/**
 * Segments down two trees, each rank in step with all others: in a turn it takes a segment of either tree and passes two on, and in each
 * half of a turn it sends one and takes one. So S segments of n bytes take 2·(S − 1) + D halves of a turn, in each of which half a
 * segment goes by rendezvous, 3α + β·n/(2·S). A rank passes on what it has taken one or two halves later: D, in which the first
 * segment comes to the last rank, is at most twice the height.
 */
function inStep(ranks: number, segments: number, trees: readonly Tree[]): readonly Schedule[] {
  let known: Coloured | null = null;
  return trees.map((neighbours, tree) => ({
    ranks,
    blocks: segments,
    *runs(rank) {
      const { edges, last } = (known ??= coloured(ranks, trees));
      const turns = last + segments;
      const { up, down } = neighbours(rank);
      const passed = down.map((to) => ({ ...edges[2 * to + tree], move: send(to, 0) }));
      // What is sent in half a turn has come before.
      const moves = up < 0 ? passed : [...passed, { ...edges[2 * rank + tree], move: keep(up, 0) }];
      moves.sort((one, other) => one.colour - other.colour);
      const ends = [...new Set([turns, ...moves.flatMap(({ begin }) => [begin, begin + segments])])].sort((a, b) => a - b);
      let from = 0;
      for (const to of ends) {
        if (to === from) continue;
        const now = moves.filter(({ begin }) => begin <= from && from < begin + segments);
        yield {
          times: to - from,
          shift: 1,
          moves: now.map(({ begin, colour, move }) => ({ ...move, blocks: { first: from - begin, count: 1 }, half: colour })),
        };
        from = to;
      }
    },
  }));
}

/** Most segments of all ranks together where nobody says how many: what takes some ten seconds to simulate. */
const mostSegments = 2 ** 16;

/**
 * Segments for which a vector takes the least time down two trees of height about lg p, where 3α are worth 256 bytes: √(lg p · n / 512 B), from
 * 2·(S + lg p) · (3α + β·n/(2·S)). A power of two, so that segments of most vectors are whole packets. At most 64: then filling the trees of 64 ranks takes a fifteenth of the time.
 */
export function segmentsOf(ranks: number, bytes: number): number {
  const best = Math.round(Math.log2((heightOf(ranks) * bytes) / 512) / 2);
  return 2 ** Math.max(0, Math.min(best, 6, Math.floor(Math.log2(mostSegments / ranks))));
}

/** The places of so many ranks in the first tree and in the second one, which is mirrored where they are even, and shifted by one where odd. */
function ordersOf(ranks: number): readonly Order[] {
  const opposite = (rank: number) => ranks - 1 - rank;
  return [shiftedBy(0, ranks), ranks % 2 === 0 ? { rankAt: opposite, placeOf: opposite } : shiftedBy(1, ranks)];
}

/** A tree whose places are those ranks. */
const treeOf =
  (ranks: number, { rankAt, placeOf }: Order): Tree =>
  (rank: number) => {
    const { up, down } = inOrder(ranks, placeOf(rank));
    return { up: up < 0 ? -1 : rankAt(up), down: down.map(rankAt) };
  };

/** Two trees over all ranks, each with a root of its own. */
const treesApart = (ranks: number) => ordersOf(ranks).map((order) => treeOf(ranks, order));

/** Two trees with the first rank as their root, whose others are in order as where there are no more. */
function treesBelow(ranks: number): readonly Tree[] {
  const behind = (at: (other: number) => number) => (rank: number) => (rank === 0 ? 0 : 1 + at(rank - 1));
  return ordersOf(ranks - 1).map(({ rankAt, placeOf }) => treeOf(ranks, { rankAt: behind(rankAt), placeOf: behind(placeOf) }));
}

/**
 * Two binary trees over all ranks, each for half of every segment: who passes on much in one is a leaf of the other. (Sanders, Speck,
 * Träff, Parallel Comput. 35, 2009; numbered as NCCL does.)
 */
export const twoTrees = (ranks: number, segments: number) => inStep(ranks, segments, treesApart(ranks));

/** The same with the first rank as the root of both: so it may be any rank. */
export const twoTreesBelow = (ranks: number, segments: number) => inStep(ranks, segments, treesBelow(ranks));

/** Halves of a turn in which anything is sent. */
function stepsDown(ranks: number, segments: number, trees: readonly Tree[]): number {
  const { edges } = coloured(ranks, trees);
  const first = new Set(edges.flatMap(({ from, begin, colour }) => (from < 0 ? [] : [2 * begin + colour])));
  const all = new Set<number>();
  for (const step of first) for (let k = 0; k < segments; k++) all.add(step + 2 * k);
  return all.size;
}

/** Steps of {@link twoTrees} and of {@link twoTreesBelow}, where no half of a segment is empty. */
export const stepsApart = (ranks: number, segments: number) => stepsDown(ranks, segments, treesApart(ranks));
export const stepsBelow = (ranks: number, segments: number) => stepsDown(ranks, segments, treesBelow(ranks));
