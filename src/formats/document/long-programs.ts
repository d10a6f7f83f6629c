/** Programs that take longer than cycles are counted one by one. */
import { idealNetwork } from "../../core/flow-control/ideal-network.ts";
import { lastCycle } from "../../core/flow-control/packet-clock.ts";
import { graphOp } from "../../core/programs/graph.ts";
import { graphOf } from "../../core/programs/graph-param.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withKind } from "../../core/scenario/edits/edit-place.ts";

/** The part of the cycles that computing and waiting for it may take, so that something is left for what the network adds. */
const mostOfThem = 0.9;

/** Whether a trace that can be compiled takes longer, even on an ideal network, than is counted packet by packet. */
export async function isTooLongByCycles(document: Document): Promise<boolean> {
  const most = mostOfThem * lastCycle;
  const { code, amount } = graphOf(document.workload.values["program"] as string);
  const nanoseconds = amount.reduce((sum, each, i) => (code[i] === graphOp.compute ? sum + each : sum), 0);
  const cycle = cycleSecondsOf(document) ?? 1e-9;
  // Only where all computing together takes so long can it take so long in the order of the trace.
  if ((nanoseconds * 1e-9) / cycle <= most) return false;
  const { startFetched } = await import("../../core/run/start.ts");
  const alone = await startFetched(withKind(document, ["flowControl"], idealNetwork.id));
  alone.finish();
  return alone.simulation.now > most;
}
