/** The messages of a program as a graph over ranks: the column of each message, excerpts, and whether the ranks form a mesh. */
import { once } from "../../core/base/once.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { ListedMessages } from "../../core/analysis/walk.ts";

/** The whole graph of a program. */
export interface Graph {
  readonly causality: Causality;
  readonly listed: ListedMessages;
  /**
   * [M] Column of each message, from 0: its step. Where a loop sends the same message repeatedly before a reply, each repetition is one
   * column later.
   */
  readonly columnOf: Int32Array;
  /** [columns] Number of messages in each column. */
  readonly perColumn: readonly number[];
  /** Whether columns differ from steps because of repetitions; columns are then called waves. */
  readonly hasTurns: boolean;
  /** Side of the square mesh in which only neighboring ranks send messages to each other; null where the ranks form no such mesh. */
  readonly side: number | null;
}

/** The graph of a program with listed messages; null where messages are only counted. Memoized. */
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

/** Whether a mailbox receives several messages of one step. */
function repeatsWithinStep({ mailbox, step, turn }: ListedMessages): boolean {
  if (!turn.some((each) => each > 0)) return false;
  const last = new Map<number, number>();
  return step.some((each, m) => {
    const isRepeated = last.get(mailbox[m]) === each;
    last.set(mailbox[m], each);
    return isRepeated;
  });
}

/** Minimum side of a mesh; smaller ones are drawn as rails. */
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

/** An excerpt of a graph: the ranks that fit, and the messages among them. */
export interface Excerpt {
  readonly graph: Graph;
  /** The ranks of the excerpt, in ascending order. */
  readonly ranks: readonly number[];
  /** Messages between ranks of the excerpt, in ascending order. */
  readonly messages: readonly number[];
  /** Messages from a rank of the excerpt to another rank, and number of messages from other ranks to ranks of the excerpt. */
  readonly leaving: readonly number[];
  readonly coming: number;
}

const excerptsOf = once<Graph, Map<string, Excerpt>>(() => new Map());

/** An excerpt of consecutive ranks: the block with the highlighted rank. −1 stands for no highlighted rank. */
export function rowExcerpt(graph: Graph, most: number, highlight: number): Excerpt {
  const { ranks } = graph.causality;
  if (ranks <= most) return excerpt(graph, "all", () => Array.from({ length: ranks }, (_, r) => r));
  const first = Math.min(ranks - most, Math.max(0, Math.floor(highlight / most) * most));
  return excerpt(graph, `row ${first} ${most}`, () => Array.from({ length: most }, (_, i) => first + i));
}

/** A square part of a mesh: the block with the highlighted rank, or the first block. */
export function squareExcerpt(graph: Graph, side: number, most: number, highlight: number): Excerpt & { readonly side: number } {
  const shown = Math.min(side, most);
  const corner = (place: number) => Math.min(side - shown, Math.max(0, Math.floor(place / shown) * shown));
  const [x, y] = highlight < 0 ? [0, 0] : [corner(highlight % side), corner(Math.floor(highlight / side))];
  const ranks = () => Array.from({ length: shown * shown }, (_, i) => (y + Math.floor(i / shown)) * side + x + (i % shown));
  return { ...excerpt(graph, `square ${x} ${y} ${shown}`, ranks), side: shown };
}

/** The excerpt of some ranks, cached by a key. */
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
