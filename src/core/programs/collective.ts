/** A collective operation as its literature counts it: what is asked for, what an algorithm takes for it, and the least time that it needs. */
import { count, type DataOf, timeInCycles, numberSchema, object, type ObjectOf, oneOf, optional, string } from "../base/schema.ts";

const operations = ["allreduce", "reduce-scatter", "allgather", "broadcast", "reduce", "all-to-all", "barrier"] as const;
/** What all ranks do together, by the names of MPI. */
export type CollectiveOperation = (typeof operations)[number];

export interface Collective extends ObjectOf<typeof collectiveFields> {}
export const collectiveFields = {
  operation: oneOf(...operations),
  /** The algorithm in words: `ring`. */
  algorithm: string,
  /** Ranks that take part, p. */
  ranks: count,
  /**
   * Bytes n of the whole vector: what a rank puts in and gets out of an allreduce, puts into a reduce-scatter, gets out of an allgather,
   * and sends to all ranks together, itself among them, in an all-to-all; 0 for a barrier. nccl-tests calls it the size.
   */
  bytes: numberSchema("bytes"),
  /** Rounds of messages that wait for each other. */
  steps: count,
  /** Bytes that a rank sends, most of all ranks. */
  bytesPerRank: numberSchema("bytes"),
  /** The rank that all is sent from, or gathered at, where there is one; rank 0 when absent. */
  root: optional(count),
  /** True where switches reduce or replicate. */
  inNetwork: optional(oneOf(true)),
};

/** A time that no algorithm beats, and what sets it, as a phrase. */
export interface Bound extends DataOf<typeof boundSchema> {}
export const boundSchema = object({ cycles: timeInCycles, by: string });
