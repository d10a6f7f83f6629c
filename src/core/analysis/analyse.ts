/** All that is known of a plan without simulating it. */
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { causalityOn } from "./programs/causality.ts";
import { congestionOf } from "./programs/congestion.ts";
import { meetingsOf } from "./programs/find-meetings.ts";
import { loadsOf } from "./channel-load.ts";
import { emptyLatencyOf } from "./empty-latency.ts";

/** Channel loads with the throughput they allow; and of a rank program what must come before what, who meets whom, and where. */
export function analyse(plan: Plan): Analysis {
  const { demand } = plan;
  const loads = loadsOf(plan, emptyLatencyOf);
  if (demand.form !== "program") return loads;
  const meetings = meetingsOf(plan, demand);
  return { ...loads, program: { ...causalityOn(plan, demand), meetings, congestion: congestionOf(plan, demand, meetings) } };
}
