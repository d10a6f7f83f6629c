/** Allgathers: the block of every rank is spread to all ranks. Reversed, each is a reduce-scatter; both in sequence are an allreduce. */
import {
  idleSteps,
  keepBlocks,
  modulo,
  type Transfer,
  singleStep,
  withRankOrder,
  reduceBlocks,
  type StepRun,
  type Schedule,
  sendBlocks,
} from "./schedule.ts";
import { binomialScatter } from "./trees.ts";

/** Block k of rank k passes around the ring of ranks (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). */
export function ringAllgather(ranks: number): Schedule {
  return { ranks, blocks: ranks, runs: (rank) => ringRuns(ranks, rank, (k) => modulo(k, ranks), 1) };
}

/**
 * The steps of one position in a ring allgather: it sends its own blocks to the next position, then in each step keeps what arrives from
 * the previous position and passes it on. A `StepRun` is a number of consecutive equal steps whose block numbers move by `shift` per step.
 * @param size number of positions in the ring
 * @param rankAt the rank at a position, modulo the size of the ring
 * @param blocksPerPosition number of blocks that a position begins with
 * @param firstBlock first block of position 0
 */
function ringRuns(
  size: number,
  position: number,
  rankAt: (position: number) => number,
  blocksPerPosition: number,
  firstBlock = 0,
): readonly StepRun[] {
  const [next, previous] = [rankAt(position + 1), rankAt(position - 1)];
  const blockOf = (k: number) => firstBlock + modulo(k, size) * blocksPerPosition;
  // The first block that arrives is that of the previous position. Block numbers then decrease, and wrap around once from the first to the
  // last position.
  const passRun = (first: number, times: number): StepRun => ({
    times,
    shift: -blocksPerPosition,
    transfers: [keepBlocks(previous, blockOf(first), blocksPerPosition), sendBlocks(next, blockOf(first), blocksPerPosition)],
  });
  const descendingSteps = position === 0 ? 0 : Math.min(position, size - 2);
  return [
    singleStep(sendBlocks(next, blockOf(position), blocksPerPosition)),
    passRun(position - 1, descendingSteps),
    passRun(position - 1 - descendingSteps, size - 2 - descendingSteps),
    singleStep(keepBlocks(previous, blockOf(position + 1), blocksPerPosition)),
  ];
}

/**
 * Ranks in rows of a ranks: rank x + a·y begins with block x·b + y of a × b blocks. Rings run first along the columns, then along the rows.
 * @param row a: ranks of a row
 */
export function gridAllgather(ranks: number, row: number): Schedule {
  const column = ranks / row;
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      const [x, y] = [rank % row, Math.floor(rank / row)];
      if (column > 1) yield* ringRuns(column, y, (k) => x + row * modulo(k, column), 1, x * column);
      if (row > 1) yield* ringRuns(row, x, (k) => modulo(k, row) + row * y, column);
    },
  };
}

/** Every rank sends its block to every other rank in one step. */
export function directAllgather(ranks: number): Schedule {
  const others = Array.from({ length: ranks - 1 }, (_, k) => k + 1);
  return {
    ranks,
    blocks: ranks,
    runs: (rank) => [
      singleStep(
        ...others.map((k) => sendBlocks((rank + k) % ranks, rank)),
        ...others.map((k) => keepBlocks(modulo(rank - k, ranks), rank - k)),
      ),
    ],
  };
}

/** The number of blocks doubles in every round, for any number of ranks (Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8, 1997, §4). */
export function bruckAllgather(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      for (let distance = 1; distance < ranks; distance *= 2) {
        const count = Math.min(distance, ranks - distance);
        yield singleStep(
          sendBlocks(modulo(rank - distance, ranks), rank, count),
          keepBlocks((rank + distance) % ranks, rank + distance, count),
        );
      }
    },
  };
}

/** A pairing of 2ᴸ positions in each of L rounds. */
export interface Butterfly {
  /** L: number of rounds. */
  readonly rounds: number;
  /** The partner of a position in a round. */
  peer(position: number, round: number): number;
  /**
   * The block that a position begins with. The 2ᴸ blocks are ordered so that in every round the partners hold the two halves of an aligned
   * range.
   */
  block(position: number): number;
}

/** Partners differ in one bit, the lowest bit first. Block numbers are bit-reversed positions. */
export function lowestBitFirst(rounds: number): Butterfly {
  return {
    rounds,
    peer: (position, round) => position ^ (2 ** round),
    block(position) {
      let block = 0;
      for (let round = 0; round < rounds; round++) block = 2 * block + ((position >> round) & 1);
      return block;
    },
  };
}

/** Partners differ in one bit, the highest bit first. Block numbers equal positions. */
export function highestBitFirst(rounds: number): Butterfly {
  return { rounds, peer: (position, round) => position ^ (2 ** (rounds - 1 - round)), block: (position) => position };
}

/**
 * Swing: in round s position r meets r + ρ if r is even and r − ρ if r is odd, with ρ = (1 − (−2)^(s+1)) / 3 = 1, −1, 3, −5, …. On a ring
 * these partners are nearer than those that differ in a bit (De Sensi et al., NSDI 2024, §3). The positions that a position meets from
 * round s on are the even ones that are equal modulo 2^(s+1), and their partners of the last round; so the bits of an even position
 * determine its half.
 *
 * A number of ranks that is not a power of two is folded here: see {@link PowerOfTwoFold}. De Sensi et al. let an even number of ranks meet
 * directly, with blocks that are not contiguous, and treat an odd number as an even number and one more rank; their Swing is faster than
 * this one in those cases.
 */
export function swingButterfly(rounds: number): Butterfly {
  const positions = 2 ** rounds;
  const peer = (position: number, round: number) => {
    const distance = (1 - (-2) ** (round + 1)) / 3;
    return modulo(position % 2 === 0 ? position + distance : position - distance, positions);
  };
  return {
    rounds,
    peer,
    block(position) {
      const evenPosition = position % 2 === 0 ? position : peer(position, rounds - 1);
      let block = 0;
      for (let round = 0; round < rounds - 1; round++) block = 2 * block + ((evenPosition >> (round + 1)) & 1);
      return 2 * block + (position % 2);
    },
  };
}

/**
 * Reduces a number of ranks to the largest power of two. The surplus ranks form pairs at the beginning, and the even rank of a pair takes
 * part for both; all other ranks take part for themselves. (MPICH; Thakur, Rabenseifner, Gropp, Int. J. High Perform. Comput. Appl. 19,
 * 2005, §4.)
 *
 * With rendezvous messages its time is MPICH's closed form. With eager messages, unpaired ranks begin to send to a pair's rank while it
 * still receives the vector of its partner. The messages share its link, and long vectors take up to 50 % longer.
 */
export class PowerOfTwoFold {
  /** L: 2ᴸ positions take part. */
  readonly rounds: number;
  readonly positions: number;
  private readonly surplusPairs: number;

  constructor(readonly ranks: number) {
    this.rounds = 31 - Math.clz32(ranks);
    this.positions = 2 ** this.rounds;
    this.surplusPairs = ranks - this.positions;
  }

  /** The position of a rank; the same for both ranks of a pair. */
  positionOf(rank: number): number {
    return rank < 2 * this.surplusPairs ? Math.floor(rank / 2) : rank - this.surplusPairs;
  }

  /** The rank at a position from 0 to 2ᴸ − 1, which is also the number of ranks before it. Position 2ᴸ gives the number of ranks. */
  rankAt(position: number): number {
    return position < this.surplusPairs ? 2 * position : position + this.surplusPairs;
  }

  /** The other rank of the pair, and whether that rank takes part for both (`isRepresented`); null for an unpaired rank. */
  pairOf(rank: number): { readonly other: number; readonly isRepresented: boolean } | null {
    return rank < 2 * this.surplusPairs ? { other: rank ^ 1, isRepresented: rank % 2 === 1 } : null;
  }
}

/** Rounds of a {@link PowerOfTwoFold}'s exchange, including the rounds in which surplus ranks send or receive their data. */
export const foldedRounds = (ranks: number, surplusRounds: number) => {
  const { rounds, positions } = new PowerOfTwoFold(ranks);
  return rounds + (positions === ranks ? 0 : surplusRounds);
};

/** The step in which surplus ranks send or receive their data; absent if there are no surplus ranks. */
const foldStep = ({ ranks, positions }: PowerOfTwoFold, ...transfers: readonly Transfer[]): StepRun =>
  ranks === positions ? idleSteps(0) : transfers.length > 0 ? singleStep(...transfers) : idleSteps(1);

/** The steps of a position from the last round to the first; the number of its blocks doubles in each. */
function* doublingRuns(
  { rounds, peer, block }: Butterfly,
  position: number,
  fold: PowerOfTwoFold,
  blocksBefore: (block: number) => number,
): Iterable<StepRun> {
  const ownBlock = block(position);
  for (let round = rounds - 1; round >= 0; round--) {
    const size = 2 ** (rounds - 1 - round);
    const first = ownBlock - (ownBlock % size);
    const peerRank = fold.rankAt(peer(position, round));
    const blockRange = (firstBlock: number) =>
      [blocksBefore(firstBlock), blocksBefore(firstBlock + size) - blocksBefore(firstBlock)] as const;
    yield singleStep(sendBlocks(peerRank, ...blockRange(first)), keepBlocks(peerRank, ...blockRange(first ^ size)));
  }
}

/** Spreads the blocks of all participating positions to all of them, and finally to the surplus ranks. */
export function butterflyAllgather(ranks: number, butterfly: (rounds: number) => Butterfly): Schedule {
  const fold = new PowerOfTwoFold(ranks);
  const pattern = butterfly(fold.rounds);
  return {
    ranks,
    blocks: fold.positions,
    *runs(rank) {
      const pair = fold.pairOf(rank);
      if (pair?.isRepresented === true) yield idleSteps(fold.rounds);
      else yield* doublingRuns(pattern, fold.positionOf(rank), fold, (block) => block);
      yield foldStep(fold, ...(pair === null ? [] : [(pair.isRepresented ? keepBlocks : sendBlocks)(pair.other, 0, fold.positions)]));
    },
  };
}

/** Scatters the vector of the first rank to the participating positions: each gets the block with its number. */
export function foldedScatter(ranks: number): Schedule {
  const fold = new PowerOfTwoFold(ranks);
  const { blocks, runs } = withRankOrder(binomialScatter(fold.positions), {
    rankAt: (position) => fold.rankAt(position),
    positionOf: (rank) => fold.positionOf(rank),
  });
  return { ranks, blocks, runs: (rank) => (fold.pairOf(rank)?.isRepresented === true ? [idleSteps(fold.rounds)] : runs(rank)) };
}

/**
 * A schedule that spreads block k of rank k to all ranks: in each of log₂ rounds two partners exchange all blocks that they have. If the
 * number of ranks is no power of two, surplus ranks form pairs: before the rounds one rank of the pair gives its block to the other (it is
 * *represented*), and afterwards receives all other blocks. A `pair` is null for an unpaired rank.
 */
export function recursiveDoublingAllgather(ranks: number): Schedule {
  const fold = new PowerOfTwoFold(ranks);
  const pattern = highestBitFirst(fold.rounds);
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      const pair = fold.pairOf(rank);
      yield foldStep(
        fold,
        ...(pair === null ? [] : [pair.isRepresented ? sendBlocks(pair.other, rank) : keepBlocks(pair.other, pair.other)]),
      );
      if (pair?.isRepresented === true) yield idleSteps(fold.rounds);
      else yield* doublingRuns(pattern, fold.positionOf(rank), fold, (position) => fold.rankAt(position));
      const otherBlocks = [rank + (pair?.isRepresented === true ? 1 : 2), ranks - 1] as const;
      yield foldStep(fold, ...(pair === null ? [] : [(pair.isRepresented ? keepBlocks : sendBlocks)(pair.other, ...otherBlocks)]));
    },
  };
}

/**
 * A schedule of an allreduce: in every round two partners exchange the whole vector and reduce it. If the number of ranks is no power of
 * two, surplus ranks form pairs: before the rounds one rank of the pair adds its vector to the other's (it is *represented*), and
 * afterwards receives the result.
 * @param butterfly the partners of each round, for a number of rounds
 */
export function butterflyAllreduce(ranks: number, butterfly: (rounds: number) => Butterfly): Schedule {
  const fold = new PowerOfTwoFold(ranks);
  const pattern = butterfly(fold.rounds);
  return {
    ranks,
    blocks: 1,
    *runs(rank) {
      const pair = fold.pairOf(rank);
      const position = fold.positionOf(rank);
      yield foldStep(fold, ...(pair === null ? [] : [(pair.isRepresented ? sendBlocks : reduceBlocks)(pair.other, 0)]));
      if (pair?.isRepresented === true) yield idleSteps(fold.rounds);
      else
        for (let round = 0; round < fold.rounds; round++) {
          const peer = fold.rankAt(pattern.peer(position, round));
          yield singleStep(sendBlocks(peer, 0), reduceBlocks(peer, 0));
        }
      yield foldStep(fold, ...(pair === null ? [] : [(pair.isRepresented ? keepBlocks : sendBlocks)(pair.other, 0)]));
    },
  };
}
