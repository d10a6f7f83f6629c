/** How far a run is. */
import type { Plan } from "../plan/plan.ts";
import { type Frame, scalar } from "../simulation/frame.ts";

/**
 * The part of a run that is done, 0 to 1: of the cycles that an endless workload is run for at most, or of the packets of
 * a finite one that have been delivered, since nobody knows beforehand how long that takes.
 */
export function partDone({ demand, window }: Plan, { scalars }: Pick<Frame, "scalars">): number {
  if (demand.form === "open-loop") return scalars[scalar.now] / window.limit;
  const packets = demand.form === "program" ? demand.packets : demand.packets.reduce((sum, each) => sum + each, 0);
  return packets === 0 ? 1 : scalars[scalar.delivered] / packets;
}
