/**
 * What ranks do, as a graph of dependencies, the way GOAL has it (Hoefler, Siebert, Lumsdaine: *Group Operation Assembly Language*,
 * ICPP 2009): an operation begins when all that it waits for has come to pass; one that waits for nothing begins at once.
 */

/** What an operation does, as it stands in {@link ProgramGraph.code}. */
export const graphOp = { send: 0, receive: 1, compute: 2 } as const;

/** A graph of R ranks with O operations, rank after rank. */
export interface ProgramGraph {
  readonly ranks: number;
  /** [R + 1] Place of each rank's first operation. */
  readonly first: Int32Array;
  /** [O] See {@link graphOp}. */
  readonly code: Uint8Array;
  /** [O] Rank at the other end, {@link any} for every one; {@link any} for a compute. */
  readonly peer: Int32Array;
  /** [O] Bytes of a message, or nanoseconds of a compute: whole, 0 or more. */
  readonly amount: Float64Array;
  /** [O] 0 or more, {@link any} for every one; 0 for a compute. */
  readonly tag: Int32Array;
  /** [O] The processor and the adapter that it takes. */
  readonly cpu: Uint8Array;
  readonly nic: Uint8Array;
  /** [O + 1] Place of each operation's first entry in {@link after}. */
  readonly firstAfter: Int32Array;
  /** Operations of the same rank, as places among all, that it waits for: for the end of p as 2 p, for its beginning as 2 p + 1. */
  readonly after: Int32Array;
}

/** A receive takes a message from every rank, or with every tag. */
export const any = -1;
