/** What is bought for a scenario: the parts of its whole network, and of what its workload uses of it. */
import type { ChosenKind } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import { type Parts, usedNodesOf, usedPartsOf } from "../network/parts.ts";
import { workloads } from "../workloads/shelf.ts";
import { factsOf, networkOf } from "./facts.ts";
import { type Linked, withRules } from "./links.ts";
import type { Scenario } from "./scenario.ts";

export interface Bought {
  readonly whole: Parts;
  /** The same as the whole where all of it is in use. */
  readonly used: Parts;
}

/** The parts of a scenario's whole network, with what it says of its links. Its topology must be valid. */
export function partsFor(scenario: Linked): Parts {
  return withRules(scenario, factsOf(scenario.topology).parts);
}

/** The parts of a scenario that can run; the network is built for them unless it is given. */
export function boughtFor(scenario: Scenario, built?: Network): Bought {
  const whole = partsFor(scenario);
  return { whole, used: partsInUse(scenario, built ?? networkOf(scenario.topology)) ?? whole };
}

/** Counted once for a network and a workload, because a page that runs asks many times a second. */
const counted = new WeakMap<Network, WeakMap<ChosenKind, InUse | null>>();

interface InUse {
  readonly parts: Parts;
  /** [N] 1 for every node in use. */
  readonly nodes: Uint8Array;
}

/** The parts that the jobs of a scenario use, whose topology the network fits; null where they use all of it. */
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
