/** The journey of the blocks of a matrix through a rank program: which stands where, and which moves whither in which step. */
import { lately } from "../lately.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { MessageResult } from "../../core/measures/results.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { Network } from "../../core/network/network.ts";
import { wayBetween } from "../../core/programs/meetings.ts";
import { type Lane, lanesOf } from "./lanes.ts";

/** A block that goes from one rank to another in one step, in one message or in several. */
export interface Move extends Lane {
  /** Step of the algorithm, from 1. */
  readonly step: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly messages: readonly number[];
  /** Channels and switch nodes that it goes through; none where they are not known beforehand. */
  readonly channels: readonly number[];
  readonly switches: readonly number[];
}

export interface Journey {
  /** Blocks along a side of the matrix. */
  readonly side: number;
  readonly steps: number;
  readonly moves: readonly Move[];
  /** Messages of the program. */
  readonly messages: number;
  /** [steps + 1][ranks] The block on each rank before the first step, and after each. */
  readonly held: readonly Int32Array[];
  /** [ranks] */
  readonly terminalOf: Int32Array;
}

/** The journey of a program's blocks, worked out once; null where its messages carry none. */
export function journeyOf(causality: Causality | undefined, network: Network | null): Journey | null {
  if (causality?.blocks === undefined || causality.listed === null || network === null) return null;
  return follow(causality, causality.blocks, causality.listed, network);
}

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

/** When a move began and ended, cycles; −1 while it has not. */
export interface Times {
  readonly start: number;
  readonly end: number;
}

/** The times of a move: as the whole run had them where it is known, else as far as the frame tells. */
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

/** How much of a move is done at a moment, 0 … 1, by time. */
export function partDone({ start, end }: Times, now: number): number {
  if (start < 0 || now <= start) return 0;
  if (end < 0) return 0;
  return now > end ? 1 : (now - start) / (end + 1 - start);
}

/** Whether a run tells of each message when it was under way; those of large programs are too many to be recorded. */
export function isFollowed({ messages }: Journey, frame: Frame | null, results: readonly MessageResult[]): boolean {
  return results.length >= messages || frame === null || frame.messageInjected.length >= messages;
}

/** What stands on each rank at a moment, and what is coming. */
export interface Moment {
  readonly now: number;
  /** [ranks] Blocks that are there whole. */
  readonly held: Int32Array;
  /** Moves that have begun and not ended, with how much of them is done. */
  readonly coming: readonly { readonly move: Move; readonly part: number }[];
}

/**
 * The moment that a frame shows. Nothing has moved before there is one; and where messages are not followed, nothing until
 * the run is over, and then everything.
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
