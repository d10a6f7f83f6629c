/** How the block of every rank comes to all ranks. In reverse each of them is a reduce-scatter; one after the other, an allreduce. */
import { idleSteps, keep, modulo, type Move, once, placed, reduce, type Run, type Schedule, send } from "./schedule.ts";
import { scatter } from "./trees.ts";

/** Rank k's block k goes round, from neighbour to neighbour (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). */
export function ring(ranks: number): Schedule {
  return { ranks, blocks: ranks, runs: (rank) => around(ranks, rank, (k) => modulo(k, ranks), 1) };
}

/**
 * A ring's turns at one of its places.
 * @param rankAt the rank at a place, modulo how many there are
 * @param each blocks that a place begins with; `from`: the first one of place 0
 */
function around(places: number, place: number, rankAt: (place: number) => number, each: number, from = 0): readonly Run[] {
  const [next, before] = [rankAt(place + 1), rankAt(place - 1)];
  const of = (k: number) => from + modulo(k, places) * each;
  // What comes first is of the place before; then block after block goes down, and once from the first place to the last.
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
 * Ranks in rows of so many: place x + a·y begins with block x·b + y, among a × b. First rings along the columns, then along the rows.
 * @param row ranks of a row, a
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

/** Every rank sends its block to every other rank, all at once. */
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

/** In every round twice as many blocks, for any number of ranks (Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8, 1997, §4). */
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

/** Who meets whom among 2ᴸ places: in each of L rounds every place meets another one. */
export interface Butterfly {
  /** L */
  readonly rounds: number;
  /** The place that one meets in a round. */
  peer(place: number, round: number): number;
  /** The block that a place begins with: of 2ᴸ blocks in halves, round by round those who meet have the two halves of what they share. */
  block(place: number): number;
}

/** Places whose numbers differ in one bit, the lowest first. Places as near as that have blocks that are far from each other. */
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

/** Places whose numbers differ in one bit, the highest first: each begins with the block of its number. */
export function farFirst(rounds: number): Butterfly {
  return { rounds, peer: (place, round) => place ^ (2 ** (rounds - 1 - round)), block: (place) => place };
}

/**
 * Swing: in round s place r meets r + ρ if it is even and r − ρ if it is odd, with ρ = (1 − (−2)^(s+1)) / 3 = 1, −1, 3, −5, …: nearer
 * on a ring than places that differ in a bit (De Sensi et al., NSDI 2024, §3). All that a place will meet from round s on are even
 * places that are alike modulo 2^(s+1), and whom these meet last; so the bits of an even place say which half is whose.
 *
 * Ranks that are no power of two stand in pairs here: see {@link Fold}. De Sensi et al. let an even number of them meet directly, with blocks
 * that are not in a row, and an odd one by one rank more: so there Swing is faster than here.
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
 * The largest power of two among so many ranks. Of the first ranks, as many pairs as there are ranks too many, the even one takes part
 * for both; all others for themselves. (MPICH; Thakur, Rabenseifner, Gropp, Int. J. High Perform. Comput. Appl. 19, 2005, §4.)
 *
 * By rendezvous it takes MPICH's closed form. Where messages are eager, those who are for themselves send to one of a pair while it still
 * takes the other's vector: these share its link, and long vectors take up to half as long again.
 */
export class Fold {
  /** L: 2ᴸ of them take part. */
  readonly rounds: number;
  readonly places: number;
  private readonly pairs: number;

  constructor(readonly ranks: number) {
    this.rounds = 31 - Math.clz32(ranks);
    this.places = 2 ** this.rounds;
    this.pairs = ranks - this.places;
  }

  /** The place of a rank; of a pair both have the same. */
  placeOf(rank: number): number {
    return rank < 2 * this.pairs ? Math.floor(rank / 2) : rank - this.pairs;
  }

  /** The rank at a place, from 0 to 2ᴸ − 1, and so how many ranks stand before it; 2ᴸ is behind all of them. */
  rankAt(place: number): number {
    return place < this.pairs ? 2 * place : place + this.pairs;
  }

  /** The other rank of a pair, and whether that one takes part for both; null where a rank is for itself. */
  partner(rank: number): { readonly other: number; readonly isFor: boolean } | null {
    return rank < 2 * this.pairs ? { other: rank ^ 1, isFor: rank % 2 === 1 } : null;
  }
}

/** Rounds of a {@link Fold}'s exchange, and those in which the ranks that are too many hand over what they have, or get it. */
export const roundsOf = (ranks: number, outside: number) => {
  const { rounds, places } = new Fold(ranks);
  return rounds + (places === ranks ? 0 : outside);
};

/** The turn in which the ranks that are too many hand over what they have, or get it; none where there are no such ranks. */
const outside = ({ ranks, places }: Fold, ...moves: readonly Move[]): Run =>
  ranks === places ? idleSteps(0) : moves.length > 0 ? once(...moves) : idleSteps(1);

/** What a place does in each round, from the last one to the first: it has twice as many blocks after each. */
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

/** Blocks in as many parts as take part come to all of them, and to the ranks that are too many at last. */
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

/** What the first rank has comes in parts to the places of a power of two: each has the block of its number. */
export function scatterAmong(ranks: number): Schedule {
  const fold = new Fold(ranks);
  const { blocks, runs } = placed(scatter(fold.places), { rankAt: (place) => fold.rankAt(place), placeOf: (rank) => fold.placeOf(rank) });
  return { ranks, blocks, runs: (rank) => (fold.partner(rank)?.isFor === true ? [idleSteps(fold.rounds)] : runs(rank)) };
}

/** Rank k's block k comes to all ranks: those of a pair first put theirs together. */
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

/** In every round two ranks exchange all they have and both reduce it. */
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
