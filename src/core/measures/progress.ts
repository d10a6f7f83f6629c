/** Progress of a run. */
import { injectedPacketsOf, finitePacketsOf } from "../plan/demand.ts";
import type { Plan } from "../plan/plan.ts";
import { type Frame, scalar } from "../simulation/frame.ts";

/**
 * Completed part of a run, 0 to 1: for open-loop traffic, the cycles over the limit; for a finite workload, the delivered packets over all
 * packets, since its duration is unknown; for a program with background traffic, the part of the ranks that have ended, since its packets
 * are not counted separately.
 */
export function completedPart({ demand, window, engine }: Plan, { scalars, rankDone }: Pick<Frame, "scalars" | "rankDone">): number {
  if (demand.form === "open-loop") return scalars[scalar.now] / window.limit;
  if (demand.form === "program" && demand.backgroundTraffic !== undefined)
    return rankDone.filter((cycle) => cycle >= 0).length / demand.ranks;
  const packets = engine.granularity === "flows" ? finitePacketsOf(demand) : injectedPacketsOf(demand);
  return packets === 0 ? 1 : scalars[scalar.delivered] / packets;
}
