/** The bill of materials of the part of a network that a scenario uses. */
import type { ChosenKind } from "../../core/base/params.ts";
import { type Bill, billOf } from "../../core/costs/bill.ts";
import type { Network } from "../../core/network/network.ts";
import { partsInUse } from "../../core/scenario/bought.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Facts } from "../../core/topologies/contract.ts";

/** The bill of the part in use, once the scenario's network is built. Null if all of the network is used, or if it is not built. */
export function billInUse(scenario: Scenario, facts: Facts | null, network: Network | null, cost: ChosenKind): Bill | null {
  if (network === null || facts === null) return null;
  const { terminals, switches, links } = facts;
  // While a number is dragged, `network` may still be that of the previous value.
  if (network.terminals !== terminals || network.switches !== switches || network.head.length !== 2 * links) return null;
  const parts = partsInUse(scenario, network);
  return parts === null ? null : billOf(cost, parts);
}
