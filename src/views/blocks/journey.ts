/** Moves of the blocks of a matrix in a rank program: the block on each rank, and the moves of each step. */
import { lately } from "../lately.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { MessageResult } from "../../core/measures/results.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { Network } from "../../core/network/network.ts";
import { wayBetween } from "../../core/programs/meetings.ts";
import { type Lane, lanesOf } from "./lanes.ts";

/** The move of a block from one rank to another in one step, as one message or several. */
export interface Move extends Lane {
  /** Step of the algorithm, from 1. */
  readonly step: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly messages: readonly number[];
  /** Channels and switch nodes of its path; empty where the path is not known in advance. */
  readonly channels: readonly number[];
  readonly switches: readonly number[];
}

/** All moves of the blocks of a matrix, and the blocks on each rank after each step. */
export interface Journey {
  /** Blocks along a side of the matrix. */
  readonly side: number;
  readonly steps: number;
  readonly moves: readonly Move[];
  /** Number of messages of the program. */
  readonly messages: number;
  /** [steps + 1][ranks] The block on each rank before the first step, and after each step. */
  readonly held: readonly Int32Array[];
  /** [ranks] Terminal of each rank. */
  readonly terminalOf: Int32Array;
}

/** The block moves of a program, memoized; null where its messages carry no blocks. */
export function journeyOf(causality: Causality | undefined, network: Network | null): Journey | null {
  if (causality?.blocks === undefined || causality.listed === null || network === null) return null;
  return follow(causality, causality.blocks, causality.listed, network);
}

/** Computes the moves: collects the messages of each move, assigns lanes, and applies the moves step by step. */
const follow = lately(
  (
    causality: Causality,
    { side, block, step }: NonNullable<Causality["blocks"]>,
    { from, to }: NonNullable<Causality["listed"]>,
    network: Network,
  ): Journey => {
    const { meetings } = causality;
    const found = new Map<string, Omit<Move, keyof Lane> & { readonly messages: number[] }>();
    block.forEach((own, m) => {
      const key = `${step[m]} ${own} ${from[m]} ${to[m]}`;
      const known = found.get(key);
      if (known !== undefined) known.messages.push(m);
      else {
        const channels = meetings === null ? [] : wayBetween(meetings, from[m], to[m]);
        const switches = channels.map((c) => network.head[c]).filter((n) => n >= network.terminals);
        found.set(key, { step: step[m], block: own, from: from[m], to: to[m], messages: [m], channels, switches });
      }
    });
    const bare = [...found.values()].sort((a, b) => a.step - b.step || a.block - b.block);
    const lanes = lanesOf(bare, side);
    const moves = bare.map((move, i): Move => ({ ...move, ...lanes[i] }));
    const steps = moves.reduce((most, move) => Math.max(most, move.step), 0);
    const held = [Int32Array.from({ length: causality.ranks }, (_, rank) => rank)];
    for (let s = 1; s <= steps; s++) {
      const after = held[s - 1].slice();
      for (const move of moves) if (move.step === s) after[move.to] = move.block;
      held.push(after);
    }
    return { side, steps, moves, messages: block.length, held, terminalOf: causality.terminalOf };
  },
);

/** Start and end of a move, cycles; −1 while it has not started or ended. */
export interface Times {
  readonly start: number;
  readonly end: number;
}

/** The times of a move: from the results of the whole run if known, otherwise from the frame. */
export function timesOf({ messages }: Move, results: readonly MessageResult[], frame: Frame | null): Times {
  let start = -1;
  let end = -1;
  let isOver = true;
  for (const m of messages) {
    const from = results[m]?.injected ?? frame?.messageInjected[m] ?? -1;
    const to = results[m]?.delivered ?? frame?.messageDelivered[m] ?? -1;
    if (from >= 0 && (start < 0 || from < start)) start = from;
    if (to < 0) isOver = false;
    if (to > end) end = to;
  }
  return { start, end: isOver ? end : -1 };
}

/** The completed part of a move at a cycle, 0 to 1, linear in time. */
export function partDone({ start, end }: Times, now: number): number {
  if (start < 0 || now <= start) return 0;
  if (end < 0) return 0;
  return now > end ? 1 : (now - start) / (end + 1 - start);
}

/** Whether a run records the times of each message. Programs with too many messages are not recorded. */
export function isFollowed({ messages }: Journey, frame: Frame | null, results: readonly MessageResult[]): boolean {
  return results.length >= messages || frame === null || frame.messageInjected.length >= messages;
}

/** The blocks on each rank at a cycle, and the moves in progress. */
export interface Moment {
  readonly now: number;
  /** [ranks] Blocks that have arrived completely. */
  readonly held: Int32Array;
  /** Moves in progress, with their completed part. */
  readonly coming: readonly { readonly move: Move; readonly part: number }[];
}

/**
 * The state that a frame shows. Without a frame nothing has moved. Where messages are not recorded, all blocks move at the end of the run.
 */
export function momentOf(journey: Journey, frame: Frame | null, results: readonly MessageResult[]): Moment {
  const { moves, held, steps } = journey;
  const now = frame?.scalars[scalar.now] ?? 0;
  if (!isFollowed(journey, frame, results)) {
    const isOver = frame?.scalars[scalar.status] === statuses.indexOf("finished");
    return { now, held: held[isOver ? steps : 0], coming: [] };
  }
  const present = held[0].slice();
  const coming: { move: Move; part: number }[] = [];
  for (const move of moves) {
    const part = partDone(timesOf(move, results, frame), now);
    if (part >= 1) present[move.to] = move.block;
    else if (part > 0) coming.push({ move, part });
  }
  return { now, held: present, coming };
}
