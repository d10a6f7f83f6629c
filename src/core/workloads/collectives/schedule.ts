/**
 * Collective algorithms as schedules. A vector is cut into blocks; a rank sends some of them, waits for some and puts them in place or
 * reduces them into what it has. Programs are written from schedules (`written.ts`); tests execute the same schedules on symbolic
 * blocks, and find at the end on every rank what the collective defines.
 *
 * What spreads blocks is written down; what reduces them is the same in reverse: see {@link reversed}. (Duality of broadcast and
 * reduce, of allgather and reduce-scatter: Chan et al., Concurrency Comput. 19, 2007, §3.)
 */

/** Blocks `first` … `first` + `count` − 1, modulo the number of blocks; `first` may be any whole number. */
export interface Blocks {
  readonly first: number;
  readonly count: number;
  /** Where given, these and the same again so many blocks further on, and so on to the end of the vector: `first` + `count` lie within it. */
  readonly every?: number;
}

/** What a rank does with another one: it sends blocks, or waits for blocks and keeps them, or reduces them into its own. */
export interface Move {
  readonly does: "send" | "keep" | "reduce";
  readonly peer: number;
  readonly blocks: Blocks;
  /**
   * Where given, the half of a turn in which it is done, the lower number first, in all schedules beside each other: in each half a rank
   * first sends and then takes, and it goes on when both is done.
   */
  readonly half?: number;
}

/**
 * A turn is some moves, one after the other, or none. So many turns in a row, maybe none; from one to the next all blocks move on by `shift`.
 *
 * All ranks have as many turns, and what is sent in a turn is taken in the same one or later: so schedules may run beside each other,
 * turn by turn, and no rank waits in one for what another would send after it has waited in the other.
 */
export interface Run {
  readonly times: number;
  readonly shift: number;
  readonly moves: readonly Move[];
}

/** What all ranks do with a vector. */
export interface Schedule {
  readonly ranks: number;
  /** Blocks that the vector is cut into. */
  readonly blocks: number;
  /** What a rank does, made while it is read. */
  runs(rank: number): Iterable<Run>;
}

export const send = (peer: number, first: number, count = 1): Move => ({ does: "send", peer, blocks: { first, count } });
export const keep = (peer: number, first: number, count = 1): Move => ({ does: "keep", peer, blocks: { first, count } });
export const reduce = (peer: number, first: number, count = 1): Move => ({ does: "reduce", peer, blocks: { first, count } });

/** One turn. */
export const once = (...moves: readonly Move[]): Run => ({ times: 1, shift: 0, moves });

/** So many turns in which a rank has nothing to do. */
export const idleSteps = (times: number): Run => ({ times, shift: 0, moves: [] });

/** A whole number modulo another one, never negative. */
export const modulo = (value: number, of: number) => ((value % of) + of) % of;

const fromEnd = <T>(list: readonly T[]) => list.map((_, k) => list[list.length - 1 - k]);

/**
 * A schedule from its end to its beginning: who sent now takes. Where a block came to each rank once, by keeping it, now every rank's
 * part of it goes the same way back, once: if they are reduced, their sum is where the block came from.
 * @param does what is done with what is taken
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

/** One schedule, then the other, over the same blocks. */
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

/** Every block reduced where the schedule begins with it, and then spread. */
export const reducedAndSpread = (spread: Schedule) => inTurn(reversed(spread, "reduce"), spread);

/**
 * The same the other way round: the last block stands for the first, and rank k for rank `sum` − k.
 * @param sum of two ranks that stand for each other, modulo how many there are
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

/** Which rank stands at each place of a schedule, and where a rank stands. */
export interface Order {
  rankAt(place: number): number;
  placeOf(rank: number): number;
}

/** The same among ranks in another order. */
export function placed({ ranks, blocks, runs }: Schedule, { rankAt, placeOf }: Order): Schedule {
  return {
    ranks,
    blocks,
    *runs(rank) {
      for (const run of runs(placeOf(rank))) yield { ...run, moves: run.moves.map((move) => ({ ...move, peer: rankAt(move.peer) })) };
    },
  };
}
