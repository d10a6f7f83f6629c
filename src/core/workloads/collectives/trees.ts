/** Broadcasts and scatters: data of the first rank reach all ranks. Reversed, each is a reduction. */
import { idleSteps, keep, once, type Order, type Schedule, send } from "./schedule.ts";

/** ⌈log₂ p⌉: rounds until all ranks have a message if every rank that has it sends it to another one in each round. */
export const heightOf = (ranks: number) => Math.ceil(Math.log2(ranks));

/** A binomial tree: in round k every rank below 2ᵏ sends the whole vector to the rank 2ᵏ further. */
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

/** A chain: each rank passes the segments on to the next. */
export function chain(ranks: number, segments: number): Schedule {
  const moves = (rank: number) => [...(rank > 0 ? [keep(rank - 1, 0)] : []), ...(rank + 1 < ranks ? [send(rank + 1, 0)] : [])];
  return {
    ranks,
    blocks: segments,
    runs: (rank) => [idleSteps(rank), { times: segments, shift: 1, moves: moves(rank) }, idleSteps(ranks - 1 - rank)],
  };
}

/** A binomial tree whose messages halve in every round, until each rank has the block with its number. */
export function scatter(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      // A rank has the blocks up to the next number with one more trailing zero bit.
      for (let far = 2 ** (heightOf(ranks) - 1); far >= 1; far /= 2) {
        const part = (first: number) => [first, Math.min(far, ranks - first)] as const;
        if (rank % (2 * far) === 0) yield rank + far < ranks ? once(send(rank + far, ...part(rank + far))) : idleSteps(1);
        else yield rank % far === 0 ? once(keep(rank - far, ...part(rank))) : idleSteps(1);
      }
    },
  };
}

/** The parent and children of a position in a tree; the parent of the root is −1. */
interface Neighbours {
  readonly up: number;
  readonly down: readonly number[];
}

/** An in-order binary tree: the lowest set bit of a position is its height, so odd positions are leaves. Position 0 is the root. */
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

/** The parent of a position other than the root: a number with one more trailing zero bit. */
function above(places: number, place: number): number {
  const height = place & -place;
  const up = (place ^ height) | (height * 2);
  return up < places ? up : place ^ height;
}

/** The order that begins `by` ranks further. */
export const shiftedBy = (by: number, ranks: number): Order => ({
  rankAt: (place) => (place + by) % ranks,
  placeOf: (rank) => (rank + ranks - by) % ranks,
});

/** The parent and children of each rank. */
type Tree = (rank: number) => Neighbours;

/** A tree edge, on which segments pass from one rank to another. */
interface Edge {
  /** The sender; −1 if the receiver is the root of this tree. */
  from: number;
  /** The other edge with the same sender, in either tree; −1 if there is none. */
  beside: number;
  /** The half of a step in which the edge is used, 0 or 1; −1 while undecided. */
  colour: number;
  /** The step of the first segment. */
  begin: number;
}

interface Coloured {
  /** The edge to rank r in tree t, at 2·r + t. */
  readonly edges: readonly Readonly<Edge>[];
  /** The last step in which a first segment is sent. */
  readonly last: number;
}

/**
 * Colors the edges of two trees so that no rank sends, or receives, on two edges of one color. At most two edges begin and two end at a
 * rank, so edges that alternately share a sender and a receiver form paths and even cycles. Each of these is colored alternately, beginning
 * with the edge that a segment reaches first. That edge gets the half step after the one in which its sender receives the segment.
 * @param trees parent and children of each rank in both trees
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
  /** Colors the edges connected with an edge through its receiver or its sender, alternately. */
  const follow = (edge: number, byReceiver: boolean) => {
    for (let [at, isReceiver, { colour }] = [edge, byReceiver, edges[edge]]; ; isReceiver = !isReceiver) {
      at = isReceiver ? at ^ 1 : edges[at].beside;
      if (at < 0 || edges[at].from < 0 || edges[at].colour >= 0) return;
      colour = 1 - colour;
      edges[at].colour = colour;
    }
  };
  // From the roots down; the list grows while it is read.
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
 * Segments down two trees, with all ranks in lockstep: in a step a rank receives a segment of each tree and sends two, and in each half
 * step it sends one and receives one. S segments of n bytes take 2·(S − 1) + D half steps. In each of them half a segment goes by
 * rendezvous, which takes 3α + β·n/(2·S). A rank passes a segment on one or two half steps after it has received it, so D, in which the
 * first segment reaches the last rank, is at most twice the height.
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
      // Sends come first: what is sent in a half step was received before it.
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

/** Maximum number of segments of all ranks by default, which take some ten seconds to simulate. */
const mostSegments = 2 ** 16;

/**
 * Number of segments with the least time for a vector down two trees of height about lg p, if 3α is the time of 256 bytes: √(lg p · n / 512
 * B), from 2·(S + lg p) · (3α + β·n/(2·S)). A power of two, so that most segments are whole packets. At most 64, because then filling the
 * trees of 64 ranks takes a fifteenth of the time.
 */
export function segmentsOf(ranks: number, bytes: number): number {
  const best = Math.round(Math.log2((heightOf(ranks) * bytes) / 512) / 2);
  return 2 ** Math.max(0, Math.min(best, 6, Math.floor(Math.log2(mostSegments / ranks))));
}

/** The orders of the ranks in the two trees: the second is mirrored if the number of ranks is even, and shifted by one if it is odd. */
function ordersOf(ranks: number): readonly Order[] {
  const opposite = (rank: number) => ranks - 1 - rank;
  return [shiftedBy(0, ranks), ranks % 2 === 0 ? { rankAt: opposite, placeOf: opposite } : shiftedBy(1, ranks)];
}

/** A binary tree with the ranks in the given order. */
const treeOf =
  (ranks: number, { rankAt, placeOf }: Order): Tree =>
  (rank: number) => {
    const { up, down } = inOrder(ranks, placeOf(rank));
    return { up: up < 0 ? -1 : rankAt(up), down: down.map(rankAt) };
  };

/** Two trees over all ranks, with different roots. */
const treesApart = (ranks: number) => ordersOf(ranks).map((order) => treeOf(ranks, order));

/** Two trees whose root is the first rank; the other ranks are ordered as in trees of their own. */
function treesBelow(ranks: number): readonly Tree[] {
  const behind = (at: (other: number) => number) => (rank: number) => (rank === 0 ? 0 : 1 + at(rank - 1));
  return ordersOf(ranks - 1).map(({ rankAt, placeOf }) => treeOf(ranks, { rankAt: behind(rankAt), placeOf: behind(placeOf) }));
}

/**
 * Two binary trees over all ranks, each for half of every segment: an inner rank of one tree is a leaf of the other. (Sanders, Speck,
 * Träff, Parallel Comput. 35, 2009; numbered as in NCCL.)
 */
export const twoTrees = (ranks: number, segments: number) => inStep(ranks, segments, treesApart(ranks));

/** The same with the first rank as the root of both trees, for operations with a root. */
export const twoTreesBelow = (ranks: number, segments: number) => inStep(ranks, segments, treesBelow(ranks));

/** Number of half steps in which anything is sent. */
function stepsDown(ranks: number, segments: number, trees: readonly Tree[]): number {
  const { edges } = coloured(ranks, trees);
  const first = new Set(edges.flatMap(({ from, begin, colour }) => (from < 0 ? [] : [2 * begin + colour])));
  const all = new Set<number>();
  for (const step of first) for (let k = 0; k < segments; k++) all.add(step + 2 * k);
  return all.size;
}

/** Steps of {@link doubleBinaryTree} and of {@link rootedDoubleBinaryTree} if no half of a segment is empty. */
export const stepsApart = (ranks: number, segments: number) => stepsDown(ranks, segments, treesApart(ranks));
export const stepsBelow = (ranks: number, segments: number) => stepsDown(ranks, segments, treesBelow(ranks));
