import type { Plan } from "../plan/plan.ts";
import type { Simulation } from "../simulation/contract.ts";

export interface CutThroughRules {
  /** Packets per input queue. */
  readonly queue: number;
  readonly selection: "most-credits" | "best-free" | "sticky" | "first" | "random" | "oblivious";
  readonly ties: "first" | "random";
  readonly arbitration: "random" | "round-robin" | "oldest-first";
}

export function startVirtualCutThrough(rules: CutThroughRules, plan: Plan): Simulation {
  throw new Error(`not yet ${rules.queue} ${plan.seed}`);
}
