/** All that is known of a plan without simulating it. */
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { causalityOn } from "./causality.ts";
import { loadsOf } from "./channel-load.ts";

/** Channel loads with the throughput they allow, and of a rank program what must come before what. */
export function analyse(plan: Plan): Analysis {
  const { demand } = plan;
  const loads = loadsOf(plan);
  return demand.form === "program" ? { ...loads, program: causalityOn(plan, demand) } : loads;
}
