/** Networks that stand on the page, built without a run. */
import type { ChosenKind } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { topologies } from "../../core/topologies/shelf.ts";

/** Each topology is built once; so many are kept. */
const mostKept = 16;
const kept = new Map<string, Network>();

/** The network of a topology that has been checked. */
export function built(topology: ChosenKind): Network {
  const key = JSON.stringify(topology);
  const network = kept.get(key) ?? topologies.get(topology.kind).build(topology.values as never);
  if (!kept.has(key) && kept.size >= mostKept) kept.delete([...kept.keys()][0]);
  kept.set(key, network);
  return network;
}
