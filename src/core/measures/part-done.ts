/** How far a run is. */
import { enteringPackets, packetsOf } from "../plan/demand.ts";
import type { Plan } from "../plan/plan.ts";
import { type Frame, scalar } from "../simulation/frame.ts";

/**
 * The part of a run that is done, 0 to 1: of the cycles that an endless workload is run for at most, or of the packets of
 * a finite one that have been delivered, since nobody knows beforehand how long that takes; of the ranks of one that runs
 * beside traffic, whose packets nobody has counted.
 */
export function partDone({ demand, window, engine }: Plan, { scalars, rankDone }: Pick<Frame, "scalars" | "rankDone">): number {
  if (demand.form === "open-loop") return scalars[scalar.now] / window.limit;
  if (demand.form === "program" && demand.beside !== undefined) return rankDone.filter((cycle) => cycle >= 0).length / demand.ranks;
  const packets = engine.moves === "flows" ? packetsOf(demand) : enteringPackets(demand);
  return packets === 0 ? 1 : scalars[scalar.delivered] / packets;
}
