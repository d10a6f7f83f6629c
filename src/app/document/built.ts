/** Networks that stand on the page, built without a run. */
import { Lru } from "../../core/base/lru.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { type Bought, boughtFor } from "../../core/scenario/bought.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { topologies } from "../../core/topologies/shelf.ts";

/** Channels of all networks that are kept, at most, and how many are kept of small ones: a channel takes some 40 bytes. */
const mostChannels = 1e6;
const mostKept = 16;

/** Builds each topology once. */
export class BuiltNetworks {
  private readonly kept = new Lru<string, Network>(mostChannels, ({ head }) => Math.max(head.length, mostChannels / mostKept));

  /** The network of a topology that has been checked. */
  readonly of = (topology: ChosenKind): Network => {
    const key = JSON.stringify(topology);
    const network = this.kept.get(key) ?? topologies.get(topology.kind).build(topology.values);
    if (!this.kept.has(key)) this.kept.set(key, network);
    return network;
  };

  /** What is bought for a scenario that can run. */
  readonly boughtFor = (scenario: Scenario): Bought => boughtFor(scenario, this.of(scenario.topology));
}
