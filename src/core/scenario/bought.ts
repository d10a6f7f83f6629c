/** What is bought for a scenario: the parts of its whole network, and of what its workload uses of it. */
import type { ChosenKind } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import { type Parts, usedPartsOf } from "../network/parts.ts";
import { topologies } from "../topologies/shelf.ts";
import { workloads } from "../workloads/shelf.ts";
import { factsOf, type Scenario } from "./scenario.ts";

export interface Bought {
  readonly whole: Parts;
  /** The same as the whole where all of it is in use. */
  readonly used: Parts;
}

/** The parts of a scenario that can run; the network is built for them unless it is given. */
export function boughtFor({ topology, workload }: Scenario, built?: Network): Bought {
  const whole = factsOf(topology).parts;
  return { whole, used: partsInUse(workload, built ?? topologies.get(topology.kind).build(topology.values as never)) ?? whole };
}

/** Counted once for a network and a workload, because a page that runs asks many times a second. */
const counted = new WeakMap<Network, WeakMap<ChosenKind, Parts | null>>();

/** The parts that the jobs of a workload use, which fits the network; null where they use all of it. */
export function partsInUse(workload: ChosenKind, network: Network): Parts | null {
  const known = counted.get(network) ?? new WeakMap<ChosenKind, Parts | null>();
  counted.set(network, known);
  let parts = known.get(workload);
  if (parts === undefined) {
    const job = workloads.get(workload.kind).terminals?.(workload.values as never, network);
    parts = job === undefined || job.length >= network.terminals ? null : usedPartsOf(network, job);
    known.set(workload, parts);
  }
  return parts;
}
