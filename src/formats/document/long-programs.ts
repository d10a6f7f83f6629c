/** Detects programs that run for more cycles than packet-by-packet engines can count. */
import { idealNetwork } from "../../core/flow-control/ideal-network.ts";
import { lastCycle } from "../../core/flow-control/packet-clock.ts";
import { graphOp } from "../../core/programs/graph.ts";
import { graphOf } from "../../core/programs/graph-param.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withKind } from "../../core/scenario/edits/edit-place.ts";

/** Fraction of the cycles that computation and the waits for it may take. The rest is left for the time in the network. */
const mostOfThem = 0.9;

/** Whether a compilable trace takes more cycles than packet-by-packet engines can count, even on an ideal network. */
export async function isTooLongByCycles(document: Document): Promise<boolean> {
  const most = mostOfThem * lastCycle;
  const { code, amount } = graphOf(document.workload.values["program"] as string);
  const nanoseconds = amount.reduce((sum, each, i) => (code[i] === graphOp.compute ? sum + each : sum), 0);
  const cycle = cycleSecondsOf(document) ?? 1e-9;
  // The sum of all computation is an upper bound, which avoids the run on the ideal network in most cases.
  if ((nanoseconds * 1e-9) / cycle <= most) return false;
  const { startFetched } = await import("../../core/run/start.ts");
  const alone = await startFetched(withKind(document, ["flowControl"], idealNetwork.id));
  alone.finish();
  return alone.simulation.now > most;
}
