/** The channels, switches and terminals that light up on the stage for selected flows: their paths under the scenario's routing. */
import { fetchCompiler } from "../../core/run/compile.ts";
import type { Network } from "../../core/network/network.ts";
import type { CompiledRouting } from "../../core/plan/routing.ts";
import { routings } from "../../core/routings/shelf.ts";
import type { Highlight } from "../../views/contract.ts";
import type { Sheet } from "./sheet.ts";

/** Limit of nodes visited in the search for paths. For flows beyond it only the links of their terminals light up. */
const mostVisits = 20_000;
/** Networks with more nodes are not searched. */
const mostNodes = 2048;

/** The routing of the network; null if the network is too large or the routing cannot be compiled. */
export async function routingOf({ scenario, network }: Sheet): Promise<CompiledRouting | null> {
  if (network.terminals + network.switches > mostNodes) return null;
  await fetchCompiler(scenario);
  try {
    const routing = routings.get(scenario.routing.kind).compile(scenario.routing.values, network, scenario.seed);
    return routing.drawnFrom ?? routing;
  } catch {
    // An invalid routing of a draft is reported elsewhere.
    return null;
  }
}

/**
 * The paths of flows, given as source × terminals + destination. Adaptive routing: all paths that packets may take; randomized routing:
 * those of one draw.
 * @returns elements to highlight
 */
export function lightsOf(network: Network, routing: CompiledRouting | null, flows: readonly number[]): Highlight {
  const { terminals, firstOut, head, reverse } = network;
  const lit = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };
  let visits = 0;
  const ends = (s: number, d: number) => {
    for (let c = firstOut[s]; c < firstOut[s + 1]; c++) lit.channels.add(c);
    for (let c = firstOut[d]; c < firstOut[d + 1]; c++) lit.channels.add(reverse[c]);
  };
  const ids = new Int32Array(routing?.maxCandidates ?? 0);
  const follow = (routed: CompiledRouting, s: number, d: number) => {
    const state = routed.begin?.(s, d, 0) ?? 0;
    const open: (readonly [number, number])[] = [[s, state]];
    const seen = new Set<string>();
    for (let now = open.pop(); now !== undefined && visits < mostVisits; now = open.pop()) {
      const [at, own] = now;
      if (at === d || seen.has(`${at} ${own}`)) continue;
      seen.add(`${at} ${own}`);
      visits++;
      if (at >= terminals) lit.switches.add(at);
      const count = routed.route(at, d, own, ids);
      const next = [...ids.subarray(0, count)];
      for (const id of next) {
        const channel = Math.floor(id / routed.classes);
        lit.channels.add(channel);
        open.push([head[channel], routed.next?.(at, d, own, id) ?? own]);
      }
    }
  };
  for (const flow of flows) {
    const [s, d] = [Math.floor(flow / terminals), flow % terminals];
    lit.terminals.add(s).add(d);
    if (routing === null || visits >= mostVisits || routing.reaches?.(s, d) === false) ends(s, d);
    else follow(routing, s, d);
  }
  if (flows.length !== 1) return lit;
  const [flow] = flows;
  return {
    ...lit,
    parts: [
      { terminal: Math.floor(flow / terminals), letter: "S" },
      { terminal: flow % terminals, letter: "D" },
    ],
  };
}
