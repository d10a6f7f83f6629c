/** Detects programs that run for more cycles than packet-by-packet engines can count. */
import { idealNetwork } from "../../core/flow-control/ideal-network.ts";
import { lastCycle } from "../../core/flow-control/packet-clock.ts";
import { graphOp } from "../../core/programs/graph.ts";
import { graphOfText } from "../../core/programs/graph-param.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withKind } from "../../core/scenario/edits/edit-document-value.ts";

/** Fraction of the cycles that computation and the waits for it may take. The rest is left for the time in the network. */
const maxComputeFraction = 0.9;

/** Whether a compilable trace takes more cycles than packet-by-packet engines can count, even on an ideal network. */
export async function exceedsCountableCycles(document: Document): Promise<boolean> {
  const maxCycles = maxComputeFraction * lastCycle;
  const { code, amount } = graphOfText(document.workload.values["program"] as string);
  const nanoseconds = amount.reduce((sum, duration, i) => (code[i] === graphOp.compute ? sum + duration : sum), 0);
  const cycle = cycleSecondsOf(document) ?? 1e-9;
  // The sum of all computation is an upper bound, which avoids the run on the ideal network in most cases.
  if ((nanoseconds * 1e-9) / cycle <= maxCycles) return false;
  const { startFetched } = await import("../../core/run/start.ts");
  const idealRun = await startFetched(withKind(document, ["flowControl"], idealNetwork.id));
  idealRun.finish();
  return idealRun.simulation.now > maxCycles;
}
