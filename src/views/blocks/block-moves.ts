/** Moves of the blocks of a matrix in a rank program: the block on each rank, and the moves of each step. */
import { memoizeLast } from "../memoize-last.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { MessageResult } from "../../core/measures/results.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { Network } from "../../core/network/network.ts";
import { exchangePath } from "../../core/programs/exchanges.ts";
import { type MoveLane, moveLanesOf } from "./lanes.ts";

/** The move of a block from one rank to another in one step, as one message or several. */
export interface BlockMove extends MoveLane {
  /** Step of the algorithm, from 1. */
  readonly step: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly messages: readonly number[];
  /** Channels and switch nodes of the block's path; empty where the path is not known in advance. */
  readonly channels: readonly number[];
  readonly switches: readonly number[];
}

/** All moves of the blocks of a matrix, and the blocks on each rank after each step. */
export interface BlockMoves {
  /** Blocks along a side of the matrix. */
  readonly side: number;
  readonly steps: number;
  readonly moves: readonly BlockMove[];
  /** Number of messages of the program. */
  readonly messages: number;
  /** [steps + 1][ranks] The block on each rank before the first step, and after each step. */
  readonly blockOnRank: readonly Int32Array[];
  /** [ranks] Terminal of each rank. */
  readonly terminalOf: Int32Array;
}

/** The block moves of a program, memoized; null where its messages carry no blocks. */
export function blockMovesOf(causality: Causality | undefined, network: Network | null): BlockMoves | null {
  if (causality?.blocks === undefined || causality.listed === null || network === null) return null;
  return computeBlockMoves(causality, causality.blocks, causality.listed, network);
}

/**
 * Computes the moves of data blocks between ranks, for a program whose messages carry blocks of a square matrix with `side` blocks along a
 * side. A move contains all messages that carry one block from one rank to another in one step, and the channels and switches that they
 * cross. Then the lanes are assigned, in which arrows are drawn side by side, and the moves are applied step by step to find the block on
 * each rank after each step.
 */
const computeBlockMoves = memoizeLast(
  (
    causality: Causality,
    { side, block, step }: NonNullable<Causality["blocks"]>,
    { from, to }: NonNullable<Causality["listed"]>,
    network: Network,
  ): BlockMoves => {
    const { meetings } = causality;
    // Collect the messages of each move.
    const moveByKey = new Map<string, Omit<BlockMove, keyof MoveLane> & { readonly messages: number[] }>();
    block.forEach((movedBlock, message) => {
      const key = `${step[message]} ${movedBlock} ${from[message]} ${to[message]}`;
      const knownMove = moveByKey.get(key);
      if (knownMove !== undefined) knownMove.messages.push(message);
      else {
        const channels = meetings === null ? [] : exchangePath(meetings, from[message], to[message]);
        const switches = channels.map((channel) => network.head[channel]).filter((node) => node >= network.terminals);
        moveByKey.set(key, {
          step: step[message],
          block: movedBlock,
          from: from[message],
          to: to[message],
          messages: [message],
          channels,
          switches,
        });
      }
    });
    // Lanes, and the block on each rank after each step.
    const movesWithoutLanes = [...moveByKey.values()].sort((a, b) => a.step - b.step || a.block - b.block);
    const lanes = moveLanesOf(movesWithoutLanes, side);
    const moves = movesWithoutLanes.map((move, i): BlockMove => ({ ...move, ...lanes[i] }));
    const steps = moves.reduce((max, move) => Math.max(max, move.step), 0);
    const blockOnRank = [Int32Array.from({ length: causality.ranks }, (_, rank) => rank)];
    for (let stepNumber = 1; stepNumber <= steps; stepNumber++) {
      const blocksAfterStep = blockOnRank[stepNumber - 1].slice();
      for (const move of moves) if (move.step === stepNumber) blocksAfterStep[move.to] = move.block;
      blockOnRank.push(blocksAfterStep);
    }
    return { side, steps, moves, messages: block.length, blockOnRank, terminalOf: causality.terminalOf };
  },
);

/** Start and end of a move, cycles; −1 while it has not started or ended. */
export interface MoveTimes {
  readonly start: number;
  readonly end: number;
}

/** The times of a move: from the results of the whole run if known, otherwise from the frame. */
export function moveTimesOf({ messages }: BlockMove, results: readonly MessageResult[], frame: Frame | null): MoveTimes {
  let start = -1;
  let end = -1;
  let hasEnded = true;
  for (const message of messages) {
    const injected = results[message]?.injected ?? frame?.messageInjected[message] ?? -1;
    const delivered = results[message]?.delivered ?? frame?.messageDelivered[message] ?? -1;
    if (injected >= 0 && (start < 0 || injected < start)) start = injected;
    if (delivered < 0) hasEnded = false;
    if (delivered > end) end = delivered;
  }
  return { start, end: hasEnded ? end : -1 };
}

/** The completed part of a move at a cycle, 0 to 1, linear in time. */
export function moveProgress({ start, end }: MoveTimes, currentCycle: number): number {
  if (start < 0 || currentCycle <= start) return 0;
  if (end < 0) return 0;
  return currentCycle > end ? 1 : (currentCycle - start) / (end + 1 - start);
}

/** Whether a run records the times of each message. Programs with too many messages are not recorded. */
export function hasMessageTimes({ messages }: BlockMoves, frame: Frame | null, results: readonly MessageResult[]): boolean {
  return results.length >= messages || frame === null || frame.messageInjected.length >= messages;
}

/** The blocks on each rank at a cycle, and the moves in progress. */
export interface BlockState {
  readonly now: number;
  /** [ranks] Blocks that have arrived completely. */
  readonly blockOnRank: Int32Array;
  /** Moves in progress, with their completed part. */
  readonly arrivals: readonly { readonly move: BlockMove; readonly progress: number }[];
}

/**
 * The state that a frame shows. Without a frame nothing has moved. Where messages are not recorded, all blocks move at the end of the run.
 */
export function blockStateOf(blockMoves: BlockMoves, frame: Frame | null, results: readonly MessageResult[]): BlockState {
  const { moves, blockOnRank, steps } = blockMoves;
  const currentCycle = frame?.scalars[scalar.now] ?? 0;
  if (!hasMessageTimes(blockMoves, frame, results)) {
    const hasEnded = frame?.scalars[scalar.status] === statuses.indexOf("finished");
    return { now: currentCycle, blockOnRank: blockOnRank[hasEnded ? steps : 0], arrivals: [] };
  }
  const currentBlocks = blockOnRank[0].slice();
  const coming: { move: BlockMove; progress: number }[] = [];
  for (const move of moves) {
    const progress = moveProgress(moveTimesOf(move, results, frame), currentCycle);
    if (progress >= 1) currentBlocks[move.to] = move.block;
    else if (progress > 0) coming.push({ move, progress });
  }
  return { now: currentCycle, blockOnRank: currentBlocks, arrivals: coming };
}
