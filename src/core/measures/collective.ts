/**
 * Speed of a collective operation: its time is the makespan, its bandwidths are defined as in nccl-tests, and its share relates the time to
 * the lower bound for any algorithm on this network.
 */
import type { Collective } from "../programs/collective.ts";
import type { CollectiveResult, Results } from "./results.ts";

/**
 * Bus bandwidth over algorithm bandwidth: bytes that the most loaded channel of a rank carries for each byte of the vector, at best, on a
 * single switch. It makes bus bandwidths of any number of ranks comparable to the rate of a link. (nccl-tests, doc/PERFORMANCE.md)
 *
 * An allreduce with in-network reduction has another factor in that document, (p − 1)/(p + 1), which nccl-tests uses for NVLS; for any
 * other allreduce it uses {@link sendReceiveFactor}.
 * @returns null for a barrier, which moves no data
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

/** Formulas of the two factors of an allreduce: with in-network reduction, and with sends and receives. */
export const allreduceFactors = { inNetwork: "(n − 1)/(n + 1)", sendReceive: "2(n − 1)/n" } as const;

/**
 * The bus factor for sends and receives even with in-network reduction: makes allreduces with and without it comparable.
 * @returns null for a barrier
 */
export function sendReceiveFactor({ operation, ranks }: Pick<Collective, "operation" | "ranks">): number | null {
  return busFactor({ operation, ranks });
}

/** Whether a collective operation has two bus bandwidths, by the two factors of {@link allreduceFactors}. */
export function hasTwoFactors({ operation, inNetwork }: Pick<Collective, "operation" | "inNetwork">): boolean {
  return operation === "allreduce" && inNetwork === true;
}

/** Speed of a completed collective operation. */
export interface CollectiveSpeed {
  /** Cycles from the beginning to the end of the last rank. */
  readonly time: number;
  /** Bytes per cycle: the vector over the time, and this bandwidth times {@link busFactor}; null for a barrier. */
  readonly algorithmBandwidth: number | null;
  readonly busBandwidth: number | null;
  /** Bus bandwidth with {@link sendReceiveFactor}; it differs from `busBandwidth` only if {@link hasTwoFactors}. */
  readonly sendReceiveBusBandwidth: number | null;
  /** Lower bound of the time over the time, 0 to 1; null if the bound is unknown. */
  readonly share: number | null;
}

/** Speed of the collective operation of a run; null if there is none, or if it has not completed. */
export function collectiveSpeedOf({
  makespan,
  collective,
}: Pick<Results, "makespan" | "collective">): (CollectiveSpeed & CollectiveResult) | null {
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
