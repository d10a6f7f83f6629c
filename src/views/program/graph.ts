/** A program's messages as a graph over ranks: which are shown, in which column each stands, and what form the ranks have. */
import { once } from "../../core/base/once.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { ListedMessages } from "../../core/analysis/walk.ts";

/** The whole graph, worked out once for a program. */
export interface Graph {
  readonly causality: Causality;
  readonly listed: ListedMessages;
  /**
   * [M] Column of each message, from 0: its step; where a loop sends the same again before anything has come back, one
   * column later for each turn.
   */
  readonly columnOf: Int32Array;
  /** [columns] Messages of each column. */
  readonly perColumn: readonly number[];
  /** Whether columns are later than steps; they are then called waves. */
  readonly hasTurns: boolean;
  /** Ranks along one side of the square mesh whose neighbours alone send to each other; null where they are none. */
  readonly side: number | null;
}

/** The graph of a program whose messages are listed; null of one whose messages are only counted. */
export const graphOf = once((causality: Causality): Graph | null => {
  const { listed } = causality;
  if (listed === null) return null;
  const hasTurns = repeatsWithinStep(listed);
  const columnOf = listed.step.map((step, m) => step - 1 + (hasTurns ? listed.turn[m] : 0));
  const perColumn: number[] = [];
  for (const column of columnOf) if (column >= 0) perColumn[column] = (perColumn[column] ?? 0) + 1;
  for (let column = 0; column < perColumn.length; column++) perColumn[column] ??= 0;
  return { causality, listed, columnOf, perColumn, hasTurns, side: sideOf(causality.ranks, listed) };
});

/** Whether a mailbox gets several messages of one step. */
function repeatsWithinStep({ mailbox, step, turn }: ListedMessages): boolean {
  if (!turn.some((each) => each > 0)) return false;
  const last = new Map<number, number>();
  return step.some((each, m) => {
    const isRepeated = last.get(mailbox[m]) === each;
    last.set(mailbox[m], each);
    return isRepeated;
  });
}

/** Smaller squares are as well drawn as rails. */
const smallestSide = 3;

function sideOf(ranks: number, { from, to }: ListedMessages): number | null {
  const side = Math.round(Math.sqrt(ranks));
  if (side * side !== ranks || side < smallestSide || from.length === 0) return null;
  const isNeighbour = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return high - low === side || (high - low === 1 && high % side !== 0);
  };
  return from.every((a, m) => isNeighbour(a, to[m])) ? side : null;
}

/** An excerpt of a graph: the ranks that have room, and the messages among them. */
export interface Excerpt {
  readonly graph: Graph;
  /** The ranks shown, in their order. */
  readonly ranks: readonly number[];
  /** Messages from one of them to another, in their order. */
  readonly messages: readonly number[];
  /** Messages from one of them to a rank that is not shown, and how many come from such ranks. */
  readonly leaving: readonly number[];
  readonly coming: number;
}

const excerptsOf = once<Graph, Map<string, Excerpt>>(() => new Map());

/** So many ranks in a row, the block of them in which the first of the highlighted ones is. */
export function rowExcerpt(graph: Graph, most: number, highlight: number): Excerpt {
  const { ranks } = graph.causality;
  if (ranks <= most) return excerpt(graph, "all", () => Array.from({ length: ranks }, (_, r) => r));
  const first = Math.min(ranks - most, Math.max(0, Math.floor(highlight / most) * most));
  return excerpt(graph, `row ${first} ${most}`, () => Array.from({ length: most }, (_, i) => first + i));
}

/** A square of a mesh, from its first corner on, or from that of the block in which the highlighted rank is. */
export function squareExcerpt(graph: Graph, side: number, most: number, highlight: number): Excerpt & { readonly side: number } {
  const shown = Math.min(side, most);
  const corner = (place: number) => Math.min(side - shown, Math.max(0, Math.floor(place / shown) * shown));
  const [x, y] = highlight < 0 ? [0, 0] : [corner(highlight % side), corner(Math.floor(highlight / side))];
  const ranks = () => Array.from({ length: shown * shown }, (_, i) => (y + Math.floor(i / shown)) * side + x + (i % shown));
  return { ...excerpt(graph, `square ${x} ${y} ${shown}`, ranks), side: shown };
}

function excerpt(graph: Graph, key: string, ranksOf: () => readonly number[]): Excerpt {
  const own = excerptsOf(graph);
  const found = own.get(key);
  if (found !== undefined) return found;
  const ranks = ranksOf();
  const isShown = new Uint8Array(graph.causality.ranks);
  for (const rank of ranks) isShown[rank] = 1;
  const { from, to, step } = graph.listed;
  const messages: number[] = [];
  const leaving: number[] = [];
  let coming = 0;
  for (let m = 0; m < from.length; m++) {
    if (step[m] === 0) continue;
    if (isShown[from[m]] === 1) (isShown[to[m]] === 1 ? messages : leaving).push(m);
    else if (isShown[to[m]] === 1) coming++;
  }
  const made = { graph, ranks, messages, leaving, coming };
  own.set(key, made);
  return made;
}
