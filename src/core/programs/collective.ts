/**
 * A collective operation as the literature describes it: the operation, the algorithm with its steps and bytes, and a lower bound of its
 * time.
 */
import { countSchema, type DataOf, timeInCycles, numberSchema, object, type ObjectOf, oneOf, optional, string } from "../base/schema.ts";

const operations = ["allreduce", "reduce-scatter", "allgather", "broadcast", "reduce", "all-to-all", "barrier"] as const;
/** The collective operation, by its name in MPI. */
export type CollectiveOperation = (typeof operations)[number];

/** The closed form of a collective operation. */
export interface Collective extends ObjectOf<typeof collectiveFields> {}
/** The fields of {@link Collective}, as they are in results. */
export const collectiveFields = {
  operation: oneOf(...operations),
  /** Name of the algorithm, such as `ring`. */
  algorithm: string,
  /** Ranks that take part, p. */
  ranks: countSchema,
  /**
   * Bytes n of the whole vector: the input and output of a rank in an allreduce, its input in a reduce-scatter, its output in an allgather,
   * and the total that it sends, including to itself, in an all-to-all; 0 for a barrier. The size of nccl-tests.
   */
  bytes: numberSchema("bytes"),
  /** Rounds of messages, each of which waits for the round before. */
  steps: countSchema,
  /** Bytes that a rank sends, the maximum over all ranks. */
  bytesPerRank: numberSchema("bytes"),
  /** The root of a broadcast or reduce; rank 0 when absent. */
  root: optional(countSchema),
  /** True if switches reduce or replicate messages. */
  inNetwork: optional(oneOf(true)),
};

/** A lower bound of the time of any algorithm, and a phrase that says what determines it. */
export interface TimeBound extends DataOf<typeof timeBoundSchema> {}
export const timeBoundSchema = object({ cycles: timeInCycles, by: string });
