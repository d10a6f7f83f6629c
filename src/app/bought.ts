/** What is bought for a scenario: the parts of its whole network, and of what its workload uses. */
import type { ChosenKind } from "../core/base/params.ts";
import { type Parts, partsOf, usedPartsOf } from "../core/network/parts.ts";
import { mappings } from "../core/mappings/index.ts";
import type { Network } from "../core/network/network.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { topologies } from "../core/topologies/index.ts";

export interface Bought {
  readonly whole: Parts;
  readonly used: Parts;
}

/** Networks are built once for each topology that stands on the page; so many are kept. */
const mostKept = 16;
const kept = new Map<string, { readonly network: Network; readonly whole: Parts; readonly used: Map<string, Parts> }>();

/** The parts of a scenario that can run; counted once for each network and job. */
export function boughtFor({ topology, workload }: Scenario): Bought {
  const key = JSON.stringify(topology);
  let known = kept.get(key);
  if (known === undefined) {
    const network = topologies.get(topology.kind).build(topology.values as never);
    known = { network, whole: partsOf(network), used: new Map() };
    if (kept.size >= mostKept) kept.delete([...kept.keys()][0]);
    kept.set(key, known);
  }
  const { ranks, mapping } = workload.values as { readonly ranks?: number; readonly mapping?: ChosenKind };
  if (ranks === undefined || mapping === undefined) return { whole: known.whole, used: known.whole };
  const job = JSON.stringify([ranks, mapping]);
  let used = known.used.get(job);
  if (used === undefined) known.used.set(job, (used = usedPartsOf(known.network, terminalsOf(known.network, ranks, mapping))));
  return { whole: known.whole, used };
}

function terminalsOf(network: Network, ranks: number, { kind, values }: ChosenKind): Int32Array {
  const { places, compile } = mappings.get(kind);
  return compile(values as never, ranks === 0 ? places(values as never, network.terminals) : ranks, network);
}
