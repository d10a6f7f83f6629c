/**
 * Collective algorithms as schedules. A vector is cut into blocks; a rank sends blocks, and receives blocks and either stores them or
 * reduces them into its own. Programs are written from schedules (`write-schedules.ts`). Tests execute the same schedules on symbolic
 * blocks, and check that every rank ends with what the collective defines.
 *
 * Only schedules that spread blocks are written down; schedules that reduce are their reverse: see {@link reverseSchedule}. (Duality of
 * broadcast and reduce, of allgather and reduce-scatter: Chan et al., Concurrency Comput. 19, 2007, §3.)
 */

/** Blocks `first` … `first` + `count` − 1, modulo the number of blocks; `first` may be any whole number. */
export interface Blocks {
  readonly first: number;
  readonly count: number;
  /** If present, the range repeats every `stride` blocks to the end of the vector; `first` + `count` must lie within the vector. */
  readonly every?: number;
}

/** What a rank does with a peer: it sends blocks, or receives blocks and keeps them, or receives blocks and reduces them into its own. */
export interface Move {
  readonly does: "send" | "keep" | "reduce";
  readonly peer: number;
  readonly blocks: Blocks;
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
export interface Run {
  readonly times: number;
  readonly shift: number;
  readonly moves: readonly Move[];
}

/** The transfers of all ranks for one vector. */
export interface Schedule {
  readonly ranks: number;
  /** Number of blocks of the vector. */
  readonly blocks: number;
  /** The steps of a rank, generated lazily. */
  runs(rank: number): Iterable<Run>;
}

/** A transfer that sends `count` blocks, from block `first` on. */
export const send = (peer: number, first: number, count = 1): Move => ({ does: "send", peer, blocks: { first, count } });
/** A transfer that receives blocks and keeps them. */
export const keep = (peer: number, first: number, count = 1): Move => ({ does: "keep", peer, blocks: { first, count } });
/** A transfer that receives blocks and reduces them into the own ones. */
export const reduce = (peer: number, first: number, count = 1): Move => ({ does: "reduce", peer, blocks: { first, count } });

/** A single step. */
export const once = (...moves: readonly Move[]): Run => ({ times: 1, shift: 0, moves });

/** Steps in which a rank does nothing. */
export const idleSteps = (times: number): Run => ({ times, shift: 0, moves: [] });

/** The remainder of a division, never negative. */
export const modulo = (value: number, of: number) => ((value % of) + of) % of;

const fromEnd = <T>(list: readonly T[]) => list.map((_, k) => list[list.length - 1 - k]);

/**
 * The schedule from its end to its beginning: senders become receivers. If every block reached each rank once, by `keep`, then in reverse
 * each rank's part of the block returns on the same path, once. If the parts are reduced, their sum arrives where the block started.
 * @param action the action of the new receivers
 */
export function reversed({ ranks, blocks, runs }: Schedule, does: "keep" | "reduce"): Schedule {
  const back =
    (by: number) =>
    (move: Move): Move => ({
      does: move.does === "send" ? does : "send",
      peer: move.peer,
      blocks: { ...move.blocks, first: move.blocks.first + by },
      ...(move.half === undefined ? {} : { half: -move.half }),
    });
  return {
    ranks,
    blocks,
    runs: (rank) =>
      fromEnd([...runs(rank)]).map(({ times, shift, moves }) => ({
        times,
        shift: -shift,
        moves: fromEnd(moves).map(back((times - 1) * shift)),
      })),
  };
}

/** One schedule after another, over the same blocks. */
export function inTurn(one: Schedule, other: Schedule): Schedule {
  return {
    ranks: one.ranks,
    blocks: one.blocks,
    *runs(rank) {
      yield* one.runs(rank);
      yield* other.runs(rank);
    },
  };
}

/** Reduces every block to the rank that has it at the beginning of the schedule, then spreads it. */
export const reducedAndSpread = (spread: Schedule) => inTurn(reversed(spread, "reduce"), spread);

/**
 * The mirrored schedule: blocks in reverse order, and rank `sum` − k in place of rank k.
 * @param sum sum of two ranks that replace each other, modulo the number of ranks
 */
export function mirrored({ ranks, blocks, runs }: Schedule, sum: number): Schedule {
  const other = (rank: number) => modulo(sum - rank, ranks);
  const mirror = (move: Move): Move => {
    const { first, count } = move.blocks;
    return { ...move, peer: other(move.peer), blocks: { first: blocks - first - count, count } };
  };
  return {
    ranks,
    blocks,
    *runs(rank) {
      for (const { times, shift, moves } of runs(other(rank))) yield { times, shift: -shift, moves: moves.map(mirror) };
    },
  };
}

/** An order of the ranks: the rank at each position of a schedule, and the position of each rank. */
export interface Order {
  rankAt(place: number): number;
  placeOf(rank: number): number;
}

/** The same schedule with the ranks in another order. */
export function placed({ ranks, blocks, runs }: Schedule, { rankAt, placeOf }: Order): Schedule {
  return {
    ranks,
    blocks,
    *runs(rank) {
      for (const run of runs(placeOf(rank))) yield { ...run, moves: run.moves.map((move) => ({ ...move, peer: rankAt(move.peer) })) };
    },
  };
}
