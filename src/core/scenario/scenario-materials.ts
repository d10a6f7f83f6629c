/** The bill of materials of a scenario: the parts of its whole network, and of the part that its workload uses. */
import type { ChosenKind } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import { type BillOfMaterials, usedNodesOf, usedBillOfMaterials } from "../network/bill-of-materials.ts";
import { workloads } from "../workloads/registry.ts";
import { topologyFacts, buildNetwork } from "./facts.ts";
import { type LinkSections, partsWithRules } from "./links.ts";
import type { Scenario } from "./scenario.ts";

/** The parts of the whole network, and the parts that the workload uses. */
export interface WholeAndUsedMaterials {
  readonly whole: BillOfMaterials;
  /** Equal to `whole` if the workload uses all of the network. */
  readonly used: BillOfMaterials;
}

/** The parts of the whole network, with the scenario's rules for links. The topology must be valid. */
export function wholeParts(scenario: LinkSections): BillOfMaterials {
  return partsWithRules(scenario, topologyFacts(scenario.topology).parts);
}

/** The bill of materials of a valid scenario; builds the network unless it is given. */
export function materialsOfScenario(scenario: Scenario, built?: Network): WholeAndUsedMaterials {
  const whole = wholeParts(scenario);
  return { whole, used: usedParts(scenario, built ?? buildNetwork(scenario.topology)) ?? whole };
}

/** Cached for each network and workload, because a page asks many times per second during a run. */
const usedPartsCache = new WeakMap<Network, WeakMap<ChosenKind, UsedParts | null>>();

interface UsedParts {
  readonly parts: BillOfMaterials;
  /** [N] 1 for every node in use. */
  readonly nodes: Uint8Array;
}

/** The parts that the jobs of a scenario use; null if they use all. The network must be that of the scenario's topology. */
export function usedParts(scenario: Scenario, network: Network): BillOfMaterials | null {
  const { workload } = scenario;
  const cacheByWorkload = usedPartsCache.get(network) ?? new WeakMap<ChosenKind, UsedParts | null>();
  usedPartsCache.set(network, cacheByWorkload);
  let used = cacheByWorkload.get(workload);
  if (used === undefined) {
    const usedTerminals = workloads.get(workload.kind).terminals?.(workload.values, network);
    const isWhole = usedTerminals === undefined || usedTerminals.length >= network.terminals;
    used = isWhole ? null : { parts: usedBillOfMaterials(network, usedTerminals), nodes: usedNodesOf(network, usedTerminals) };
    cacheByWorkload.set(workload, used);
  }
  return used === null ? null : partsWithRules(scenario, used.parts, used.nodes);
}
