/** Networks built for the page without a run, cached by topology. */
import { Lru } from "../../core/base/lru.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { type Bought, boughtFor } from "../../core/scenario/bought.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { topologies } from "../../core/topologies/shelf.ts";

/** The cache holds at most this many channels in total, at some 40 bytes each, and at most this many networks. */
const mostChannels = 1e6;
const mostKept = 16;

/** Builds each topology once and caches the networks used last. */
export class BuiltNetworks {
  private readonly kept = new Lru<string, Network>(mostChannels, ({ head }) => Math.max(head.length, mostChannels / mostKept));

  /** The network of a topology that has been validated. */
  readonly of = (topology: ChosenKind): Network => {
    const key = JSON.stringify(topology);
    const network = this.kept.get(key) ?? topologies.get(topology.kind).build(topology.values);
    if (!this.kept.has(key)) this.kept.set(key, network);
    return network;
  };

  /** Bill of materials of a valid scenario, for the whole network and for the part in use. */
  readonly boughtFor = (scenario: Scenario): Bought => boughtFor(scenario, this.of(scenario.topology));
}
