/** Allgathers: the block of every rank is spread to all ranks. Reversed, each is a reduce-scatter; both in sequence are an allreduce. */
import { idleSteps, keep, modulo, type Move, once, placed, reduce, type Run, type Schedule, send } from "./schedule.ts";
import { scatter } from "./trees.ts";

/** Block k of rank k passes around the ring of ranks (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). */
export function ring(ranks: number): Schedule {
  return { ranks, blocks: ranks, runs: (rank) => around(ranks, rank, (k) => modulo(k, ranks), 1) };
}

/**
 * The steps of one position in a ring.
 * @param rankAt the rank at a position, modulo the size of the ring
 * @param each number of blocks that a position begins with
 * @param from first block of position 0
 */
function around(places: number, place: number, rankAt: (place: number) => number, each: number, from = 0): readonly Run[] {
  const [next, before] = [rankAt(place + 1), rankAt(place - 1)];
  const of = (k: number) => from + modulo(k, places) * each;
  // The first block that arrives is that of the previous position. Block numbers then decrease, and wrap around once from the first to the
  // last position.
  const passed = (first: number, times: number): Run => ({
    times,
    shift: -each,
    moves: [keep(before, of(first), each), send(next, of(first), each)],
  });
  const down = place === 0 ? 0 : Math.min(place, places - 2);
  return [
    once(send(next, of(place), each)),
    passed(place - 1, down),
    passed(place - 1 - down, places - 2 - down),
    once(keep(before, of(place + 1), each)),
  ];
}

/**
 * Ranks in rows of a ranks: rank x + a·y begins with block x·b + y of a × b blocks. Rings run first along the columns, then along the rows.
 * @param row a: ranks of a row
 */
export function grid(ranks: number, row: number): Schedule {
  const column = ranks / row;
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      const [x, y] = [rank % row, Math.floor(rank / row)];
      if (column > 1) yield* around(column, y, (k) => x + row * modulo(k, column), 1, x * column);
      if (row > 1) yield* around(row, x, (k) => modulo(k, row) + row * y, column);
    },
  };
}

/** Every rank sends its block to every other rank in one step. */
export function direct(ranks: number): Schedule {
  const others = Array.from({ length: ranks - 1 }, (_, k) => k + 1);
  return {
    ranks,
    blocks: ranks,
    runs: (rank) => [
      once(...others.map((k) => send((rank + k) % ranks, rank)), ...others.map((k) => keep(modulo(rank - k, ranks), rank - k))),
    ],
  };
}

/** The number of blocks doubles in every round, for any number of ranks (Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8, 1997, §4). */
export function bruck(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      for (let far = 1; far < ranks; far *= 2) {
        const count = Math.min(far, ranks - far);
        yield once(send(modulo(rank - far, ranks), rank, count), keep((rank + far) % ranks, rank + far, count));
      }
    },
  };
}

/** A pairing of 2ᴸ positions in each of L rounds. */
export interface Butterfly {
  /** L: number of rounds. */
  readonly rounds: number;
  /** The partner of a position in a round. */
  peer(place: number, round: number): number;
  /**
   * The block that a position begins with. The 2ᴸ blocks are ordered so that in every round the partners hold the two halves of an aligned
   * range.
   */
  block(place: number): number;
}

/** Partners differ in one bit, the lowest bit first. Block numbers are bit-reversed positions. */
export function nearFirst(rounds: number): Butterfly {
  return {
    rounds,
    peer: (place, round) => place ^ (2 ** round),
    block(place) {
      let block = 0;
      for (let round = 0; round < rounds; round++) block = 2 * block + ((place >> round) & 1);
      return block;
    },
  };
}

/** Partners differ in one bit, the highest bit first. Block numbers equal positions. */
export function farFirst(rounds: number): Butterfly {
  return { rounds, peer: (place, round) => place ^ (2 ** (rounds - 1 - round)), block: (place) => place };
}

/**
 * Swing: in round s position r meets r + ρ if r is even and r − ρ if r is odd, with ρ = (1 − (−2)^(s+1)) / 3 = 1, −1, 3, −5, …. On a ring
 * these partners are nearer than those that differ in a bit (De Sensi et al., NSDI 2024, §3). The positions that a position meets from
 * round s on are the even ones that are equal modulo 2^(s+1), and their partners of the last round; so the bits of an even position
 * determine its half.
 *
 * A number of ranks that is not a power of two is folded here: see {@link PowerOfTwoFold}. De Sensi et al. let an even number of ranks meet
 * directly, with blocks that are not contiguous, and treat an odd one with one rank more; their Swing is faster than this one in those
 * cases.
 */
export function swing(rounds: number): Butterfly {
  const places = 2 ** rounds;
  const peer = (place: number, round: number) => {
    const far = (1 - (-2) ** (round + 1)) / 3;
    return modulo(place % 2 === 0 ? place + far : place - far, places);
  };
  return {
    rounds,
    peer,
    block(place) {
      const even = place % 2 === 0 ? place : peer(place, rounds - 1);
      let block = 0;
      for (let round = 0; round < rounds - 1; round++) block = 2 * block + ((even >> (round + 1)) & 1);
      return 2 * block + (place % 2);
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
export class Fold {
  /** L: 2ᴸ positions take part. */
  readonly rounds: number;
  readonly places: number;
  private readonly pairs: number;

  constructor(readonly ranks: number) {
    this.rounds = 31 - Math.clz32(ranks);
    this.places = 2 ** this.rounds;
    this.pairs = ranks - this.places;
  }

  /** The position of a rank; the same for both ranks of a pair. */
  placeOf(rank: number): number {
    return rank < 2 * this.pairs ? Math.floor(rank / 2) : rank - this.pairs;
  }

  /** The rank at a position from 0 to 2ᴸ − 1, which is also the number of ranks before it. Position 2ᴸ gives the number of ranks. */
  rankAt(place: number): number {
    return place < this.pairs ? 2 * place : place + this.pairs;
  }

  /** The other rank of the pair, and whether that rank takes part for both (`isRepresented`); null for an unpaired rank. */
  partner(rank: number): { readonly other: number; readonly isFor: boolean } | null {
    return rank < 2 * this.pairs ? { other: rank ^ 1, isFor: rank % 2 === 1 } : null;
  }
}

/** Rounds of a {@link PowerOfTwoFold}'s exchange, including the rounds in which surplus ranks send or receive their data. */
export const roundsOf = (ranks: number, outside: number) => {
  const { rounds, places } = new Fold(ranks);
  return rounds + (places === ranks ? 0 : outside);
};

/** The step in which surplus ranks send or receive their data; absent if there are no surplus ranks. */
const outside = ({ ranks, places }: Fold, ...moves: readonly Move[]): Run =>
  ranks === places ? idleSteps(0) : moves.length > 0 ? once(...moves) : idleSteps(1);

/** The steps of a position from the last round to the first; the number of its blocks doubles in each. */
function* doubling({ rounds, peer, block }: Butterfly, place: number, fold: Fold, before: (block: number) => number): Iterable<Run> {
  const own = block(place);
  for (let round = rounds - 1; round >= 0; round--) {
    const size = 2 ** (rounds - 1 - round);
    const first = own - (own % size);
    const to = fold.rankAt(peer(place, round));
    const range = (begin: number) => [before(begin), before(begin + size) - before(begin)] as const;
    yield once(send(to, ...range(first)), keep(to, ...range(first ^ size)));
  }
}

/** Spreads the blocks of all participating positions to all of them, and finally to the surplus ranks. */
export function gatherAmong(ranks: number, butterfly: (rounds: number) => Butterfly): Schedule {
  const fold = new Fold(ranks);
  const who = butterfly(fold.rounds);
  return {
    ranks,
    blocks: fold.places,
    *runs(rank) {
      const pair = fold.partner(rank);
      if (pair?.isFor === true) yield idleSteps(fold.rounds);
      else yield* doubling(who, fold.placeOf(rank), fold, (block) => block);
      yield outside(fold, ...(pair === null ? [] : [(pair.isFor ? keep : send)(pair.other, 0, fold.places)]));
    },
  };
}

/** Scatters the vector of the first rank to the participating positions: each gets the block with its number. */
export function scatterAmong(ranks: number): Schedule {
  const fold = new Fold(ranks);
  const { blocks, runs } = placed(scatter(fold.places), { rankAt: (place) => fold.rankAt(place), placeOf: (rank) => fold.placeOf(rank) });
  return { ranks, blocks, runs: (rank) => (fold.partner(rank)?.isFor === true ? [idleSteps(fold.rounds)] : runs(rank)) };
}

/** Spreads block k of rank k to all ranks; pairs first combine their blocks. */
export function recursiveDoubling(ranks: number): Schedule {
  const fold = new Fold(ranks);
  const who = farFirst(fold.rounds);
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      const pair = fold.partner(rank);
      yield outside(fold, ...(pair === null ? [] : [pair.isFor ? send(pair.other, rank) : keep(pair.other, pair.other)]));
      if (pair?.isFor === true) yield idleSteps(fold.rounds);
      else yield* doubling(who, fold.placeOf(rank), fold, (place) => fold.rankAt(place));
      const others = [rank + (pair?.isFor === true ? 1 : 2), ranks - 1] as const;
      yield outside(fold, ...(pair === null ? [] : [(pair.isFor ? keep : send)(pair.other, ...others)]));
    },
  };
}

/** In every round two partners exchange the whole vector and reduce it. */
export function exchanges(ranks: number, butterfly: (rounds: number) => Butterfly): Schedule {
  const fold = new Fold(ranks);
  const who = butterfly(fold.rounds);
  return {
    ranks,
    blocks: 1,
    *runs(rank) {
      const pair = fold.partner(rank);
      const place = fold.placeOf(rank);
      yield outside(fold, ...(pair === null ? [] : [(pair.isFor ? send : reduce)(pair.other, 0)]));
      if (pair?.isFor === true) yield idleSteps(fold.rounds);
      else
        for (let round = 0; round < fold.rounds; round++) {
          const peer = fold.rankAt(who.peer(place, round));
          yield once(send(peer, 0), reduce(peer, 0));
        }
      yield outside(fold, ...(pair === null ? [] : [(pair.isFor ? keep : send)(pair.other, 0)]));
    },
  };
}
