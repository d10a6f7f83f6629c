/** The messages of a program as a graph over ranks: the column of each message, excerpts, and whether the ranks form a mesh. */
import { memoize } from "../../core/base/memoize.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { ListedMessages } from "../../core/analysis/program-walk.ts";

/** The whole graph of a program. */
export interface MessageGraph {
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
  readonly hasRepetitions: boolean;
  /** Side of the square mesh in which only neighboring ranks send messages to each other; null where the ranks form no such mesh. */
  readonly side: number | null;
}

/** The graph of a program with listed messages; null where messages are only counted. Memoized. */
export const messageGraphOf = memoize((causality: Causality): MessageGraph | null => {
  const { listed } = causality;
  if (listed === null) return null;
  const hasTurns = hasRepeatedMessages(listed);
  const columnOf = listed.step.map((step, message) => step - 1 + (hasTurns ? listed.turn[message] : 0));
  const perColumn: number[] = [];
  for (const column of columnOf) if (column >= 0) perColumn[column] = (perColumn[column] ?? 0) + 1;
  for (let column = 0; column < perColumn.length; column++) perColumn[column] ??= 0;
  return { causality, listed, columnOf, perColumn, hasRepetitions: hasTurns, side: meshSideOf(causality.ranks, listed) };
});

/** Whether a mailbox receives several messages of one step. */
function hasRepeatedMessages({ mailbox, step, turn }: ListedMessages): boolean {
  if (!turn.some((value) => value > 0)) return false;
  const lastStepOf = new Map<number, number>();
  return step.some((value, message) => {
    const isRepeated = lastStepOf.get(mailbox[message]) === value;
    lastStepOf.set(mailbox[message], value);
    return isRepeated;
  });
}

/** Minimum side of a mesh; smaller ones are drawn as rails. */
const minMeshSide = 3;

function meshSideOf(ranks: number, { from, to }: ListedMessages): number | null {
  const side = Math.round(Math.sqrt(ranks));
  if (side * side !== ranks || side < minMeshSide || from.length === 0) return null;
  const isNeighbor = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return high - low === side || (high - low === 1 && high % side !== 0);
  };
  return from.every((a, message) => isNeighbor(a, to[message])) ? side : null;
}

/** An excerpt of a graph: the ranks that fit, and the messages among them. */
export interface ProgramExcerpt {
  readonly graph: MessageGraph;
  /** The ranks of the excerpt, in ascending order. */
  readonly ranks: readonly number[];
  /** Messages between ranks of the excerpt, in ascending order. */
  readonly messages: readonly number[];
  /** Messages from a rank of the excerpt to another rank, and number of messages from other ranks to ranks of the excerpt. */
  readonly outgoingMessages: readonly number[];
  readonly incomingCount: number;
}

const excerptsOf = memoize<MessageGraph, Map<string, ProgramExcerpt>>(() => new Map());

/** An excerpt of consecutive ranks: the block with the highlighted rank. −1: no rank is highlighted. */
export function rowExcerpt(graph: MessageGraph, maxRanks: number, highlight: number): ProgramExcerpt {
  const { ranks } = graph.causality;
  if (ranks <= maxRanks) return cachedExcerpt(graph, "all", () => Array.from({ length: ranks }, (_, r) => r));
  const first = Math.min(ranks - maxRanks, Math.max(0, Math.floor(highlight / maxRanks) * maxRanks));
  return cachedExcerpt(graph, `row ${first} ${maxRanks}`, () => Array.from({ length: maxRanks }, (_, i) => first + i));
}

/** A square part of a mesh: the block with the highlighted rank, or the first block. */
export function squareExcerpt(
  graph: MessageGraph,
  side: number,
  maxSide: number,
  highlight: number,
): ProgramExcerpt & { readonly side: number } {
  const shownSide = Math.min(side, maxSide);
  const blockStart = (coordinate: number) => Math.min(side - shownSide, Math.max(0, Math.floor(coordinate / shownSide) * shownSide));
  const [x, y] = highlight < 0 ? [0, 0] : [blockStart(highlight % side), blockStart(Math.floor(highlight / side))];
  const ranks = () => Array.from({ length: shownSide * shownSide }, (_, i) => (y + Math.floor(i / shownSide)) * side + x + (i % shownSide));
  return { ...cachedExcerpt(graph, `square ${x} ${y} ${shownSide}`, ranks), side: shownSide };
}

/**
 * The excerpt of a program for some of its ranks: the messages among these ranks, the messages to other ranks, and the number of
 * messages from other ranks. Messages of step 0, which are never sent, are left out. Cached by `key`; `ranksOf` computes the ranks if the
 * key is new.
 */
function cachedExcerpt(graph: MessageGraph, key: string, ranksOf: () => readonly number[]): ProgramExcerpt {
  const cache = excerptsOf(graph);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const ranks = ranksOf();
  const isShown = new Uint8Array(graph.causality.ranks);
  for (const rank of ranks) isShown[rank] = 1;
  const { from, to, step } = graph.listed;
  const messages: number[] = [];
  const outgoingMessages: number[] = [];
  let incomingCount = 0;
  for (let message = 0; message < from.length; message++) {
    if (step[message] === 0) continue;
    if (isShown[from[message]] === 1) (isShown[to[message]] === 1 ? messages : outgoingMessages).push(message);
    else if (isShown[to[message]] === 1) incomingCount++;
  }
  const created = { graph, ranks, messages, outgoingMessages, incomingCount };
  cache.set(key, created);
  return created;
}
