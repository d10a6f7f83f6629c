/** What is bought for a scenario: the parts of its whole network, and of what its workload uses. */
import type { ChosenKind } from "../core/base/params.ts";
import { type Bill, billOf } from "../core/costs/bill.ts";
import type { Network } from "../core/network/network.ts";
import { type Parts, usedPartsOf } from "../core/network/parts.ts";
import { factsOf, type Scenario } from "../core/scenario/scenario.ts";
import type { Facts } from "../core/topologies/contract.ts";
import { topologies } from "../core/topologies/index.ts";
import { workloads } from "../core/workloads/index.ts";

export interface Bought {
  readonly whole: Parts;
  readonly used: Parts;
}

/** Networks are built once for each topology that stands on the page; so many are kept. */
const mostKept = 16;
const kept = new Map<string, Network>();

/** The parts of a scenario that can run. */
export function boughtFor({ topology, workload }: Scenario): Bought {
  const key = JSON.stringify(topology);
  const network = kept.get(key) ?? topologies.get(topology.kind).build(topology.values as never);
  if (!kept.has(key) && kept.size >= mostKept) kept.delete([...kept.keys()][0]);
  kept.set(key, network);
  const whole = factsOf(topology).parts;
  return { whole, used: partsInUse(workload, network) ?? whole };
}

/** Counted once for a network and a workload, because a page that runs asks many times a second. */
const counted = new WeakMap<Network, WeakMap<ChosenKind, Parts | null>>();

/** The parts that the jobs of a workload use; null where they use all of the network. */
function partsInUse(workload: ChosenKind, network: Network): Parts | null {
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

/** The bill of the part in use, once the scenario's network is built; null where that is all of it. */
export function billInUse({ workload }: Scenario, facts: Facts | null, network: Network | null, cost: ChosenKind): Bill | null {
  if (network === null || facts === null) return null;
  const { terminals, switches, links } = facts;
  // While a word is dragged, the network before stands a moment longer.
  if (network.terminals !== terminals || network.switches !== switches || network.head.length !== 2 * links) return null;
  const parts = partsInUse(workload, network);
  return parts === null ? null : billOf(cost, parts);
}
