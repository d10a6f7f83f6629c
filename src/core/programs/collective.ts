/** A collective operation as its literature counts it: what is asked for, and what an algorithm takes for it. */

/** What all ranks do together, by the names of MPI. */
export type CollectiveOperation = "allreduce" | "reduce-scatter" | "allgather" | "broadcast" | "reduce" | "all-to-all" | "barrier";

export interface Collective {
  readonly operation: CollectiveOperation;
  /** The algorithm in words: `ring`. */
  readonly algorithm: string;
  /** Ranks that take part, p. */
  readonly ranks: number;
  /**
   * Bytes n of the whole vector: what a rank puts in and gets out of an allreduce, puts into a reduce-scatter, gets out of an allgather,
   * and sends to all ranks together, itself among them, in an all-to-all; 0 for a barrier. nccl-tests calls it the size.
   */
  readonly bytes: number;
  /** Rounds of messages that wait for each other. */
  readonly steps: number;
  /** Bytes that a rank sends, most of all ranks. */
  readonly bytesPerRank: number;
  /** The rank that all is sent from, or gathered at, where there is one; rank 0 when absent. */
  readonly root?: number;
  /** True where switches reduce or replicate. */
  readonly inNetwork?: true;
}
