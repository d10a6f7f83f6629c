/**
 * How fast a collective operation was: its time is the makespan, its bandwidths are those of nccl-tests, and its share is of the least
 * time that any algorithm needs on this network.
 */
import type { Collective } from "../programs/collective.ts";
import type { CollectiveResult, Results } from "./results.ts";

/**
 * Bus bandwidth over algorithm bandwidth: what the fullest channel of a rank has to carry for each byte of the vector, on one switch, at
 * best. Then bus bandwidths of any number of ranks compare with the rate of a link. (nccl-tests, doc/PERFORMANCE.md)
 *
 * An allreduce whose switches reduce has another factor in its table, (p − 1)/(p + 1), which nccl-tests has for NVLS; what nccl-tests prints for
 * any other allreduce is by {@link sendReceiveFactor}.
 * @returns null for a barrier, which moves no vector
 */
export function busFactor({ operation, ranks: p, inNetwork }: Pick<Collective, "operation" | "ranks" | "inNetwork">): number | null {
  switch (operation) {
    case "allreduce":
      return inNetwork === true ? (p - 1) / (p + 1) : (2 * (p - 1)) / p;
    case "reduce-scatter":
    case "allgather":
    case "all-to-all":
      return (p - 1) / p;
    case "broadcast":
    case "reduce":
      return 1;
    case "barrier":
      return null;
  }
}

/** The factors of an allreduce, as they are written: where switches reduce, and where ranks send and receive. */
export const allreduceFactors = { inNetwork: "(n − 1)/(n + 1)", sendReceive: "2(n − 1)/n" } as const;

/** The bus factor as if ranks sent and received, whatever switches do: by it, an allreduce with and one without switches that reduce compare. */
export function sendReceiveFactor({ operation, ranks }: Pick<Collective, "operation" | "ranks">): number | null {
  return busFactor({ operation, ranks });
}

/** Whether a collective operation has two bus bandwidths, by the factors of {@link allreduceFactors}. */
export function hasTwoFactors({ operation, inNetwork }: Pick<Collective, "operation" | "inNetwork">): boolean {
  return operation === "allreduce" && inNetwork === true;
}

/** What is told of a collective operation that has ended. */
export interface Speed {
  /** Cycles from the beginning until the last rank is done. */
  readonly time: number;
  /** Bytes per cycle: those of the vector over the time, and the same times {@link busFactor}; null for a barrier. */
  readonly algorithmBandwidth: number | null;
  readonly busBandwidth: number | null;
  /** The same by {@link sendReceiveFactor}; another one only where {@link hasTwoFactors}. */
  readonly sendReceiveBusBandwidth: number | null;
  /** The least time over this one, 0 … 1; null where it is not known. */
  readonly share: number | null;
}

/** How fast the collective operation of a run was; null where it is none, or has not ended. */
export function speedOf({ makespan, collective }: Pick<Results, "makespan" | "collective">): (Speed & CollectiveResult) | null {
  if (collective === undefined || makespan === null || makespan <= 0) return null;
  const factor = busFactor(collective);
  const algorithm = collective.bytes / makespan;
  return {
    ...collective,
    time: makespan,
    algorithmBandwidth: factor === null ? null : algorithm,
    busBandwidth: factor === null ? null : algorithm * factor,
    sendReceiveBusBandwidth: factor === null ? null : algorithm * sendReceiveFactor(collective)!,
    share: collective.bound === undefined ? null : collective.bound.cycles / makespan,
  };
}
