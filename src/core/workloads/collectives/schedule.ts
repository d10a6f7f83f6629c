/**
 * Collective algorithms as schedules. A vector is cut into blocks; a rank sends blocks, and receives blocks and either stores them or
 * reduces them into its own. Programs are written from schedules (`write-schedules.ts`). Tests execute the same schedules on symbolic
 * blocks, and check that every rank ends with what the collective defines.
 *
 * Only schedules that spread blocks are written down; schedules that reduce are their reverse: see {@link reverseSchedule}. (Duality of
 * broadcast and reduce, of allgather and reduce-scatter: Chan et al., Concurrency Comput. 19, 2007, §3.)
 */

/** Blocks `first` … `first` + `count` − 1, modulo the number of blocks; `first` may be any whole number. */
export interface BlockRange {
  readonly first: number;
  readonly count: number;
  /** If present, the range repeats every `stride` blocks to the end of the vector; `first` + `count` must lie within the vector. */
  readonly stride?: number;
}

/** What a rank does with a peer: it sends blocks, or receives blocks and keeps them, or receives blocks and reduces them into its own. */
export interface Transfer {
  readonly action: "send" | "keep" | "reduce";
  readonly peer: number;
  readonly blocks: BlockRange;
  /**
   * If present, the half of the step in which the transfer takes place, the lower number first, in all parallel schedules. In each half a
   * rank first sends, then receives, and continues when both are complete.
   */
  readonly half?: number;
}

/**
 * A number of consecutive steps, possibly 0; all blocks move by `shift` from one step to the next. A step is a sequence of transfers,
 * possibly empty.
 *
 * All ranks have the same number of steps, and a block is received in the step in which it is sent, or later. Schedules can therefore run
 * in parallel, step by step, without deadlock.
 */
export interface StepRun {
  readonly times: number;
  readonly shift: number;
  readonly transfers: readonly Transfer[];
}

/** The transfers of all ranks for one vector. */
export interface Schedule {
  readonly ranks: number;
  /** Number of blocks of the vector. */
  readonly blocks: number;
  /** The steps of a rank, generated lazily. */
  runs(rank: number): Iterable<StepRun>;
}

/** A transfer that sends `count` blocks, from block `first` on. */
export const sendBlocks = (peer: number, first: number, count = 1): Transfer => ({ action: "send", peer, blocks: { first, count } });
/** A transfer that receives blocks and keeps them. */
export const keepBlocks = (peer: number, first: number, count = 1): Transfer => ({ action: "keep", peer, blocks: { first, count } });
/** A transfer that receives blocks and reduces them into the rank's own blocks. */
export const reduceBlocks = (peer: number, first: number, count = 1): Transfer => ({ action: "reduce", peer, blocks: { first, count } });

/** A single step. */
export const singleStep = (...transfers: readonly Transfer[]): StepRun => ({ times: 1, shift: 0, transfers });

/** Steps in which a rank does nothing. */
export const idleSteps = (times: number): StepRun => ({ times, shift: 0, transfers: [] });

/** The remainder of a division, never negative. */
export const modulo = (value: number, modulus: number) => ((value % modulus) + modulus) % modulus;

const reverseList = <T>(list: readonly T[]) => list.map((_, k) => list[list.length - 1 - k]);

/**
 * The schedule from its end to its beginning: senders become receivers. If every block reached each rank once, by `keep`, then in reverse
 * each rank's part of the block returns on the same path, once. If the parts are reduced, their sum arrives where the block started. A run
 * of steps whose blocks move by `shift` per step begins in reverse with the blocks of its last step, and moves by −`shift`.
 * @param action the action of the new receivers
 */
export function reverseSchedule({ ranks, blocks, runs }: Schedule, action: "keep" | "reduce"): Schedule {
  const reverseTransfer =
    (blockOffset: number) =>
    (transfer: Transfer): Transfer => ({
      action: transfer.action === "send" ? action : "send",
      peer: transfer.peer,
      blocks: { ...transfer.blocks, first: transfer.blocks.first + blockOffset },
      ...(transfer.half === undefined ? {} : { half: -transfer.half }),
    });
  return {
    ranks,
    blocks,
    runs: (rank) =>
      reverseList([...runs(rank)]).map(({ times, shift, transfers }) => ({
        times,
        shift: -shift,
        transfers: reverseList(transfers).map(reverseTransfer((times - 1) * shift)),
      })),
  };
}

/** One schedule after another, over the same blocks. */
export function inSequence(firstSchedule: Schedule, secondSchedule: Schedule): Schedule {
  return {
    ranks: firstSchedule.ranks,
    blocks: firstSchedule.blocks,
    *runs(rank) {
      yield* firstSchedule.runs(rank);
      yield* secondSchedule.runs(rank);
    },
  };
}

/** Reduces every block to the rank that has it at the beginning of the schedule, then spreads it. */
export const reduceAndSpread = (spread: Schedule) => inSequence(reverseSchedule(spread, "reduce"), spread);

/**
 * The mirrored schedule: blocks in reverse order, and rank `sum` − k in place of rank k.
 * @param sum sum of two ranks that replace each other, modulo the number of ranks
 */
export function mirrorSchedule({ ranks, blocks, runs }: Schedule, sum: number): Schedule {
  const mirrorRank = (rank: number) => modulo(sum - rank, ranks);
  const mirrorTransfer = (transfer: Transfer): Transfer => {
    const { first, count } = transfer.blocks;
    return { ...transfer, peer: mirrorRank(transfer.peer), blocks: { first: blocks - first - count, count } };
  };
  return {
    ranks,
    blocks,
    *runs(rank) {
      for (const { times, shift, transfers } of runs(mirrorRank(rank)))
        yield { times, shift: -shift, transfers: transfers.map(mirrorTransfer) };
    },
  };
}

/** An order of the ranks: the rank at each position of a schedule, and the position of each rank. */
export interface RankOrder {
  rankAt(position: number): number;
  positionOf(rank: number): number;
}

/** The same schedule with the ranks in another order. */
export function withRankOrder({ ranks, blocks, runs }: Schedule, { rankAt, positionOf }: RankOrder): Schedule {
  return {
    ranks,
    blocks,
    *runs(rank) {
      for (const run of runs(positionOf(rank)))
        yield { ...run, transfers: run.transfers.map((transfer) => ({ ...transfer, peer: rankAt(transfer.peer) })) };
    },
  };
}
