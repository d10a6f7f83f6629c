/** Rings: every rank sends to the next one only (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). */
import { keep, once, reduce, type Run, type Schedule, send } from "./schedule.ts";

/** A ring of so many ranks in their order: 1, or against it: −1. A rank has block number `rank`, in that order. */
export interface Ring {
  readonly ranks: number;
  readonly way: 1 | -1;
}

/** The ranks after and before one. */
const around = ({ ranks, way }: Ring, rank: number) => [(rank + way + ranks) % ranks, (rank - way + ranks) % ranks] as const;

/** Every block comes reduced to its rank: it begins at the next one, and goes once round. */
function* scatter(ring: Ring, rank: number): Iterable<Run> {
  const { ranks, way } = ring;
  const [next, before] = around(ring, rank);
  yield once(send(next, rank - way));
  yield { times: ranks - 2, shift: way === 1 ? -1 : 1, moves: [reduce(before, rank - 2 * way), send(next, rank - 2 * way)] };
  yield once(reduce(before, rank));
}

/** Every rank's block goes round, from it to the one before it. */
function* gather(ring: Ring, rank: number): Iterable<Run> {
  const { ranks, way } = ring;
  const [next, before] = around(ring, rank);
  yield once(send(next, rank));
  yield { times: ranks - 2, shift: way === 1 ? -1 : 1, moves: [keep(before, rank - way), send(next, rank - way)] };
  yield once(keep(before, rank + way));
}

export function ringAllreduce(ring: Ring): Schedule {
  return {
    blocks: ring.ranks,
    *runs(rank) {
      yield* scatter(ring, rank);
      yield* gather(ring, rank);
    },
  };
}
