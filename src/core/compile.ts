/** Scenario → plan: looks the kinds up in their lists and makes all cross-checks. The one crossroads. */
import { ScenarioError } from "./base/errors.ts";
import type { FlowControl } from "./flow-control/contract.ts";
import { flowControls } from "./flow-control/index.ts";
import { checkNetwork } from "./network/check.ts";
import { without } from "./plan/demand.ts";
import type { Plan } from "./plan/plan.ts";
import type { CompiledRouting } from "./plan/routing.ts";
import { routings } from "./routings/index.ts";
import { checkScenario, type Scenario } from "./scenario/scenario.ts";
import { topologies } from "./topologies/index.ts";
import { workloads } from "./workloads/index.ts";

/** Bytes of a phit: 32 bits (Navaridas et al., §3.1). */
export const phitBytes = 4;

export interface Compiled {
  readonly plan: Plan;
  /** The flow control that will run the plan. */
  readonly flowControl: FlowControl;
}

/**
 * Compiles a scenario.
 * @throws ScenarioError when its parts exclude each other
 */
export function compile(scenario: Scenario): Compiled {
  const complaints = checkScenario(scenario);
  if (complaints.length > 0) throw new ScenarioError(complaints);
  const topology = topologies.get(scenario.topology.kind);
  const routing = routings.get(scenario.routing.kind);
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const workload = workloads.get(scenario.workload.kind);

  const network = topology.build(scenario.topology.values as never);
  checkNetwork(network);
  const compiled = routing.compile(scenario.routing.values as never, network);
  const missing = flowControl.needs(scenario.flowControl.values as never, network, compiled);
  if (missing !== null)
    throw new ScenarioError([
      { path: "flowControl", message: `${flowControl.title} ${missing}.`, remedy: "Choose other numbers, or another flow control." },
    ]);
  const packetBytes = flowControl.packetBytes(scenario.flowControl.values as never);
  const packetPhits = Math.ceil(packetBytes / phitBytes);
  const asked = workload.compile(scenario.workload.values as never, { network, packetBytes, seed: scenario.seed });
  const demand = compiled.reaches === undefined ? asked : without(asked, compiled.reaches);
  if (asked.form === "open-loop" && !asked.sending.includes(1)) {
    throw new ScenarioError([
      { path: "workload", message: "no terminal sends to another one.", remedy: "Choose another pattern, or more ranks." },
    ]);
  }
  if (demand.form === "open-loop" && !demand.sending.includes(1)) {
    throw new ScenarioError([
      {
        path: "topology",
        message: "no way leads from any terminal to one that it sends to.",
        remedy: "Have fewer faults, or other traffic.",
      },
    ]);
  }
  const { warmUp, window, drain } = scenario.run;
  const plan: Plan = {
    network,
    routing: withVirtualChannels(compiled, flowControl.virtualChannels(scenario.flowControl.values as never)),
    demand,
    packetPhits,
    headPhits: flowControl.headPhits(packetPhits),
    injectionSlots: flowControl.injectionSlots(scenario.flowControl.values as never),
    window: workload.endless
      ? { start: warmUp, end: warmUp + window, limit: warmUp + window + drain }
      : { start: 0, end: Infinity, limit: Infinity },
    seed: scenario.seed,
  };
  return { plan, flowControl };
}

/**
 * Gives each class of a routing `lanes` virtual channels: candidates keep their order, each followed by its lanes. A
 * lane is a ring of its own where the class is part of one.
 */
function withVirtualChannels(routing: CompiledRouting, lanes: number): CompiledRouting {
  if (lanes === 1) return routing;
  const { classes, maxCandidates, route, next, rings, escape } = routing;
  return {
    ...routing,
    classes: classes * lanes,
    maxCandidates: maxCandidates * lanes,
    route(at, to, state, out) {
      const count = route(at, to, state, out);
      // From the last to the first, so that no candidate is overwritten before it is read.
      for (let i = count * lanes - 1; i >= 0; i--) out[i] = out[(i / lanes) | 0] * lanes + (i % lanes);
      return count * lanes;
    },
    ...(next === undefined ? {} : { next: (at, to, state, id) => next(at, to, state, Math.floor(id / lanes)) }),
    // To change lanes is to enter another ring; the way that is always open is the one that stays in the first.
    ...(escape === undefined && rings === undefined
      ? {}
      : {
          escape: Uint8Array.from({ length: ((escape ?? rings)?.length ?? 0) * lanes }, (_, id) =>
            rings !== undefined && id % lanes > 0 ? 0 : (escape?.[(id / lanes) | 0] ?? 1),
          ),
        }),
    ...(rings === undefined
      ? {}
      : {
          rings: Int32Array.from({ length: rings.length * lanes }, (_, id) =>
            rings[(id / lanes) | 0] < 0 ? -1 : rings[(id / lanes) | 0] * lanes + (id % lanes),
          ),
        }),
  };
}
