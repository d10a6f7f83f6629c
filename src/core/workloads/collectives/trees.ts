/** Broadcasts and scatters: data of the first rank reach all ranks. Reversed, each is a reduction. */
import { idleSteps, keepBlocks, singleStep, type RankOrder, type Schedule, sendBlocks } from "./schedule.ts";

/** ⌈log₂ p⌉: rounds until all ranks have a message if every rank that has it sends it to another one in each round. */
export const treeHeight = (ranks: number) => Math.ceil(Math.log2(ranks));

/** A binomial tree: in round k every rank below 2ᵏ sends the whole vector to the rank 2ᵏ further. */
export function binomialBroadcast(ranks: number): Schedule {
  return {
    ranks,
    blocks: 1,
    *runs(rank) {
      for (let distance = 1; distance < ranks; distance *= 2) {
        if (rank < distance) yield rank + distance < ranks ? singleStep(sendBlocks(rank + distance, 0)) : idleSteps(1);
        else yield rank < 2 * distance ? singleStep(keepBlocks(rank - distance, 0)) : idleSteps(1);
      }
    },
  };
}

/** A chain: each rank passes the segments on to the next. */
export function chainBroadcast(ranks: number, segments: number): Schedule {
  const transfers = (rank: number) => [
    ...(rank > 0 ? [keepBlocks(rank - 1, 0)] : []),
    ...(rank + 1 < ranks ? [sendBlocks(rank + 1, 0)] : []),
  ];
  return {
    ranks,
    blocks: segments,
    runs: (rank) => [idleSteps(rank), { times: segments, shift: 1, transfers: transfers(rank) }, idleSteps(ranks - 1 - rank)],
  };
}

/** A binomial tree whose messages halve in every round, until each rank has the block with its number. */
export function binomialScatter(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      // A rank has the blocks from its number up to the next number with one more trailing zero bit.
      for (let distance = 2 ** (treeHeight(ranks) - 1); distance >= 1; distance /= 2) {
        const blockRange = (first: number) => [first, Math.min(distance, ranks - first)] as const;
        if (rank % (2 * distance) === 0)
          yield rank + distance < ranks ? singleStep(sendBlocks(rank + distance, ...blockRange(rank + distance))) : idleSteps(1);
        else yield rank % distance === 0 ? singleStep(keepBlocks(rank - distance, ...blockRange(rank))) : idleSteps(1);
      }
    },
  };
}

/** The parent and children of a position in a tree; the parent of the root is −1. */
interface TreeNeighbors {
  readonly parent: number;
  readonly children: readonly number[];
}

/** An in-order binary tree: the lowest set bit of a position is its height, so odd positions are leaves. Position 0 is the root. */
function inOrderNeighbors(size: number, position: number): TreeNeighbors {
  if (position === 0) return { parent: -1, children: size > 1 ? [2 ** (treeHeight(size) - 1)] : [] };
  const parent = parentOf(size, position);
  const children: number[] = [];
  let distance = (position & -position) / 2;
  if (distance >= 1) children.push(position - distance);
  while (distance >= 1 && position + distance >= size) distance /= 2;
  if (distance >= 1) children.push(position + distance);
  return { parent, children };
}

/** The parent of a position other than the root: a number with one more trailing zero bit. */
function parentOf(size: number, position: number): number {
  const height = position & -position;
  const parent = (position ^ height) | (height * 2);
  return parent < size ? parent : position ^ height;
}

/** The order of the ranks that begins with rank `shift`. */
export const shiftedOrder = (shift: number, ranks: number): RankOrder => ({
  rankAt: (position) => (position + shift) % ranks,
  positionOf: (rank) => (rank + ranks - shift) % ranks,
});

/** The parent and children of each rank. */
type RankTree = (rank: number) => TreeNeighbors;

/** A tree edge, on which segments pass from one rank to another. */
interface TreeEdge {
  /** The sender; −1 if the receiver is the root of this tree. */
  sender: number;
  /** The other edge with the same sender, in either tree; −1 if there is none. */
  siblingEdge: number;
  /** The half of a step in which the edge is used, 0 or 1; −1 while undecided. */
  color: number;
  /** The step in which the edge carries the first segment. */
  firstStep: number;
}

interface ColoredTrees {
  /** The edge to rank r in tree t, at 2·r + t. */
  readonly edges: readonly Readonly<TreeEdge>[];
  /** The last step in which an edge carries the first segment. */
  readonly lastFirstStep: number;
}

/**
 * Assigns each edge of two trees to a half of a step (its color, 0 or 1), so that no rank sends, or receives, on two edges in the same
 * half; and computes the step in which the first segment of the vector uses it. At most two edges begin and two end at a rank, so edges
 * that alternately share a sender and a receiver form paths and even cycles. Each of these is colored alternately, beginning with the edge
 * that a segment reaches first. That edge gets the half step after the one in which its sender receives the segment. The edge to rank r in
 * tree t has index 2·r + t: `& 1` gives its tree, `>> 1` its rank, and `^ 1` the edge to the same rank in the other tree.
 * @param trees parent and children of each rank in both trees; the parent of the root is −1
 */
function colorEdges(ranks: number, trees: readonly RankTree[]): ColoredTrees {
  // Find the edges, and the pairs of edges with the same sender.
  const edges = Array.from({ length: 2 * ranks }, (): TreeEdge => ({ sender: -1, siblingEdge: -1, color: -1, firstStep: 0 }));
  const lastEdge = new Int32Array(ranks).fill(-1);
  const queue: number[] = [];
  for (let rank = 0; rank < ranks; rank++)
    for (const [tree, neighborsOf] of trees.entries()) {
      const { parent, children } = neighborsOf(rank);
      edges[2 * rank + tree].sender = parent;
      for (const child of children) {
        const edge = 2 * child + tree;
        if (lastEdge[rank] >= 0) [edges[edge].siblingEdge, edges[lastEdge[rank]].siblingEdge] = [lastEdge[rank], edge];
        lastEdge[rank] = edge;
        if (parent < 0) queue.push(edge);
      }
    }
  /** Colors the edges connected with an edge through its receiver or its sender, alternately. */
  const colorConnectedEdges = (edge: number, byReceiver: boolean) => {
    for (let [edgeIndex, isReceiver, { color }] = [edge, byReceiver, edges[edge]]; ; isReceiver = !isReceiver) {
      edgeIndex = isReceiver ? edgeIndex ^ 1 : edges[edgeIndex].siblingEdge;
      if (edgeIndex < 0 || edges[edgeIndex].sender < 0 || edges[edgeIndex].color >= 0) return;
      color = 1 - color;
      edges[edgeIndex].color = color;
    }
  };
  // Go through the edges from the roots down; the queue grows meanwhile.
  for (const edgeIndex of queue) {
    const edge = edges[edgeIndex];
    const [rank, tree] = [edgeIndex >> 1, edgeIndex & 1];
    const parentEdge = edges[2 * edge.sender + tree];
    if (edge.color < 0) {
      edge.color = parentEdge.sender < 0 ? 0 : 1 - parentEdge.color;
      colorConnectedEdges(edgeIndex, true);
      colorConnectedEdges(edgeIndex, false);
    }
    if (parentEdge.sender >= 0) edge.firstStep = parentEdge.firstStep + (edge.color > parentEdge.color ? 0 : 1);
    for (const child of trees[tree](rank).children) queue.push(2 * child + tree);
  }
  return { edges, lastFirstStep: edges.reduce((maxStep, { firstStep }) => Math.max(maxStep, firstStep), 0) };
}

/**
 * The schedules of a broadcast of segments down two trees, with all ranks in lockstep: in a step a rank receives a segment of each tree and
 * sends two, and in each half step it sends one and receives one. S segments of n bytes take 2·(S − 1) + D half steps, in each of which
 * half a segment goes by rendezvous: 3α + β·n/(2·S), with latency α and time per byte β. A rank passes a segment on one or two half steps
 * after it has received it; so D, the half steps until the first segment reaches the last rank, is at most twice the height. An edge is
 * active from its first step for `segments` steps; between two boundaries, the steps in which this changes, the same edges are active.
 */
function lockstepTrees(ranks: number, segments: number, trees: readonly RankTree[]): readonly Schedule[] {
  let cachedColoring: ColoredTrees | null = null;
  return trees.map((neighborsOf, tree) => ({
    ranks,
    blocks: segments,
    *runs(rank) {
      const { edges, lastFirstStep } = (cachedColoring ??= colorEdges(ranks, trees));
      const stepCount = lastFirstStep + segments;
      const { parent, children } = neighborsOf(rank);
      const sends = children.map((to) => ({ ...edges[2 * to + tree], transfer: sendBlocks(to, 0) }));
      // Sends come first: what is sent in a half step was received before it.
      const transfers = parent < 0 ? sends : [...sends, { ...edges[2 * rank + tree], transfer: keepBlocks(parent, 0) }];
      transfers.sort((a, b) => a.color - b.color);
      const boundaries = [...new Set([stepCount, ...transfers.flatMap(({ firstStep }) => [firstStep, firstStep + segments])])].sort(
        (a, b) => a - b,
      );
      let beginStep = 0;
      for (const endStep of boundaries) {
        if (endStep === beginStep) continue;
        const activeTransfers = transfers.filter(({ firstStep }) => firstStep <= beginStep && beginStep < firstStep + segments);
        yield {
          times: endStep - beginStep,
          shift: 1,
          transfers: activeTransfers.map(({ firstStep, color, transfer }) => ({
            ...transfer,
            blocks: { first: beginStep - firstStep, count: 1 },
            half: color,
          })),
        };
        beginStep = endStep;
      }
    },
  }));
}

/** Maximum number of segments of all ranks by default, which take some ten seconds to simulate. */
const maxDefaultSegments = 2 ** 16;

/**
 * Number of segments with the least time for a vector down two trees of height about lg p, if 3α is the time of 256 bytes: √(lg p · n / 512
 * B), from 2·(S + lg p) · (3α + β·n/(2·S)). A power of two, so that most segments are whole packets. At most 64, because then filling the
 * trees of 64 ranks takes a fifteenth of the time.
 */
export function defaultSegments(ranks: number, bytes: number): number {
  const bestExponent = Math.round(Math.log2((treeHeight(ranks) * bytes) / 512) / 2);
  return 2 ** Math.max(0, Math.min(bestExponent, 6, Math.floor(Math.log2(maxDefaultSegments / ranks))));
}

/** The orders of the ranks in the two trees: the second is mirrored if the number of ranks is even, and shifted by one if it is odd. */
function treeOrders(ranks: number): readonly RankOrder[] {
  const opposite = (rank: number) => ranks - 1 - rank;
  return [shiftedOrder(0, ranks), ranks % 2 === 0 ? { rankAt: opposite, positionOf: opposite } : shiftedOrder(1, ranks)];
}

/** A binary tree with the ranks in the given order. */
const treeInOrder =
  (ranks: number, { rankAt, positionOf }: RankOrder): RankTree =>
  (rank: number) => {
    const { parent, children } = inOrderNeighbors(ranks, positionOf(rank));
    return { parent: parent < 0 ? -1 : rankAt(parent), children: children.map(rankAt) };
  };

/** Two trees over all ranks, with different roots. */
const unrootedTrees = (ranks: number) => treeOrders(ranks).map((order) => treeInOrder(ranks, order));

/** Two trees whose root is the first rank. The other ranks have the orders that {@link treeOrders} gives for them without the root. */
function rootedTrees(ranks: number): readonly RankTree[] {
  const afterRoot = (map: (other: number) => number) => (rank: number) => (rank === 0 ? 0 : 1 + map(rank - 1));
  return treeOrders(ranks - 1).map(({ rankAt, positionOf }) =>
    treeInOrder(ranks, { rankAt: afterRoot(rankAt), positionOf: afterRoot(positionOf) }),
  );
}

/**
 * Two binary trees over all ranks, each for half of every segment: an inner rank of one tree is a leaf of the other. (Sanders, Speck,
 * Träff, Parallel Comput. 35, 2009; numbered as in NCCL.)
 */
export const doubleBinaryTree = (ranks: number, segments: number) => lockstepTrees(ranks, segments, unrootedTrees(ranks));

/** Two binary trees like those of {@link doubleBinaryTree}, but with the first rank as the root of both, for operations with a root. */
export const rootedDoubleBinaryTree = (ranks: number, segments: number) => lockstepTrees(ranks, segments, rootedTrees(ranks));

/** Number of half steps in which anything is sent. */
function countTreeSteps(ranks: number, segments: number, trees: readonly RankTree[]): number {
  const { edges } = colorEdges(ranks, trees);
  const firstHalfSteps = new Set(edges.flatMap(({ sender, firstStep, color }) => (sender < 0 ? [] : [2 * firstStep + color])));
  const halfSteps = new Set<number>();
  for (const step of firstHalfSteps) for (let k = 0; k < segments; k++) halfSteps.add(step + 2 * k);
  return halfSteps.size;
}

/** Steps of {@link doubleBinaryTree} and of {@link rootedDoubleBinaryTree} if no half of a segment is empty. */
export const doubleTreeSteps = (ranks: number, segments: number) => countTreeSteps(ranks, segments, unrootedTrees(ranks));
export const rootedDoubleTreeSteps = (ranks: number, segments: number) => countTreeSteps(ranks, segments, rootedTrees(ranks));
