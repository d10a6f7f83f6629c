/** The bill of materials of a scenario: the parts of its whole network, and of the part that its workload uses. */
import type { ChosenKind } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import { type Parts, usedNodesOf, usedPartsOf } from "../network/parts.ts";
import { workloads } from "../workloads/shelf.ts";
import { factsOf, networkOf } from "./facts.ts";
import { type Linked, withRules } from "./links.ts";
import type { Scenario } from "./scenario.ts";

/** The parts of the whole network, and those that the workload uses. */
export interface Bought {
  readonly whole: Parts;
  /** Equal to `whole` if the workload uses all of the network. */
  readonly used: Parts;
}

/** The parts of the whole network, with the scenario's rules for links. The topology must be valid. */
export function partsFor(scenario: Linked): Parts {
  return withRules(scenario, factsOf(scenario.topology).parts);
}

/** The bill of materials of a valid scenario; builds the network unless it is given. */
export function boughtFor(scenario: Scenario, built?: Network): Bought {
  const whole = partsFor(scenario);
  return { whole, used: partsInUse(scenario, built ?? networkOf(scenario.topology)) ?? whole };
}

/** Cached for each network and workload, because a page asks many times per second during a run. */
const counted = new WeakMap<Network, WeakMap<ChosenKind, InUse | null>>();

interface InUse {
  readonly parts: Parts;
  /** [N] 1 for every node in use. */
  readonly nodes: Uint8Array;
}

/** The parts that the jobs of a scenario use; null if they use all. The network must be that of the scenario's topology. */
export function partsInUse(scenario: Scenario, network: Network): Parts | null {
  const { workload } = scenario;
  const known = counted.get(network) ?? new WeakMap<ChosenKind, InUse | null>();
  counted.set(network, known);
  let used = known.get(workload);
  if (used === undefined) {
    const job = workloads.get(workload.kind).terminals?.(workload.values, network);
    const isAll = job === undefined || job.length >= network.terminals;
    used = isAll ? null : { parts: usedPartsOf(network, job), nodes: usedNodesOf(network, job) };
    known.set(workload, used);
  }
  return used === null ? null : withRules(scenario, used.parts, used.nodes);
}
