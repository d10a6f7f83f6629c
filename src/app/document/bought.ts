/** The bill of what a scenario uses, with the networks that are there. */
import type { ChosenKind } from "../../core/base/params.ts";
import { type Bill, billOf } from "../../core/costs/bill.ts";
import type { Network } from "../../core/network/network.ts";
import { partsInUse } from "../../core/scenario/bought.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Facts } from "../../core/topologies/contract.ts";

/** The bill of the part in use, once the scenario's network is built; null where that is all of it. */
export function billInUse(scenario: Scenario, facts: Facts | null, network: Network | null, cost: ChosenKind): Bill | null {
  if (network === null || facts === null) return null;
  const { terminals, switches, links } = facts;
  // While a word is dragged, the network before stands a moment longer.
  if (network.terminals !== terminals || network.switches !== switches || network.head.length !== 2 * links) return null;
  const parts = partsInUse(scenario, network);
  return parts === null ? null : billOf(cost, parts);
}
