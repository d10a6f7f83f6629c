/** The bill of materials of the part of a network that a scenario uses. */
import type { ChosenKind } from "../../core/base/params.ts";
import { type Bill, billOf } from "../../core/costs/bill.ts";
import type { Network } from "../../core/network/network.ts";
import { usedParts } from "../../core/scenario/scenario-materials.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { TopologyFacts } from "../../core/topologies/contract.ts";

/** The bill of the part in use, once the scenario's network is built. Null if all of the network is used, or if it is not built. */
export function billOfUsedParts(scenario: Scenario, facts: TopologyFacts | null, network: Network | null, cost: ChosenKind): Bill | null {
  if (network === null || facts === null) return null;
  const { terminals, switches, links } = facts;
  // While a number is dragged, `network` may still be the network for the previous value.
  if (network.terminals !== terminals || network.switches !== switches || network.head.length !== 2 * links) return null;
  const parts = usedParts(scenario, network);
  return parts === null ? null : billOf(cost, parts);
}
