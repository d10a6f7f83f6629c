/** Networks built for the page without a run, cached by topology. */
import { Lru } from "../../core/base/lru.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { type WholeAndUsedMaterials, materialsOfScenario } from "../../core/scenario/scenario-materials.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { topologies } from "../../core/topologies/registry.ts";

/** The cache holds at most this many channels in total, at some 40 bytes each, and at most this many networks. */
const maxChannels = 1e6;
const maxNetworks = 16;

/** Builds each topology once and caches the networks used last. */
export class NetworkCache {
  private readonly cache = new Lru<string, Network>(maxChannels, ({ head }) => Math.max(head.length, maxChannels / maxNetworks));

  /** The network of a topology that has been validated. */
  readonly networkOf = (topology: ChosenKind): Network => {
    const key = JSON.stringify(topology);
    const network = this.cache.get(key) ?? topologies.get(topology.kind).build(topology.values);
    if (!this.cache.has(key)) this.cache.set(key, network);
    return network;
  };

  /** Bill of materials of a valid scenario, for the whole network and for the part in use. */
  readonly materialsOf = (scenario: Scenario): WholeAndUsedMaterials => materialsOfScenario(scenario, this.networkOf(scenario.topology));
}
