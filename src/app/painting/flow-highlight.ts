/** The channels, switches and terminals that light up on the stage for selected flows: their paths under the scenario's routing. */
import { fetchCompiler } from "../../core/run/compile.ts";
import type { Network } from "../../core/network/network.ts";
import type { CompiledRouting } from "../../core/plan/routing.ts";
import { routings } from "../../core/routings/registry.ts";
import type { Highlight } from "../../views/contract.ts";
import type { MatrixDraft } from "./matrix-draft.ts";

/**
 * Maximum number of nodes visited in the search for paths. When it is reached, only the links of the terminals light up for the remaining
 * flows.
 */
const maxVisits = 20_000;
/** Networks with more nodes are not searched. */
const maxNodes = 2048;

/** The routing of the network; null if the network is too large or the routing cannot be compiled. */
export async function compiledRoutingOf({ scenario, network }: MatrixDraft): Promise<CompiledRouting | null> {
  if (network.terminals + network.switches > maxNodes) return null;
  await fetchCompiler(scenario);
  try {
    const routing = routings.get(scenario.routing.kind).compile(scenario.routing.values, network, scenario.seed);
    return routing.undrawnRouting ?? routing;
  } catch {
    // The validation of the document reports an invalid routing.
    return null;
  }
}

/**
 * Finds the channels, switches and terminals on the paths of flows, to highlight them. With adaptive routing these are all paths that
 * packets may take; with randomized routing, the paths of one random choice. After `maxVisits` visited nodes in total, or without a routing,
 * only the channels of the two terminals are highlighted.
 * @param flows each flow as source × terminals + destination
 * @returns elements to highlight; a single flow also gets the letters S and D at its ends
 */
export function flowHighlight(network: Network, routing: CompiledRouting | null, flows: readonly number[]): Highlight {
  const { terminals, firstOut, head, reverse } = network;
  const highlighted = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };
  let visits = 0;
  const addTerminalChannels = (s: number, d: number) => {
    for (let c = firstOut[s]; c < firstOut[s + 1]; c++) highlighted.channels.add(c);
    for (let c = firstOut[d]; c < firstOut[d + 1]; c++) highlighted.channels.add(reverse[c]);
  };
  const candidates = new Int32Array(routing?.maxCandidates ?? 0);
  // Depth-first search over pairs of node and route state, the number of a packet that the routing may change at each hop.
  const addPaths = (compiled: CompiledRouting, s: number, d: number) => {
    const state = compiled.initialState?.(s, d, 0) ?? 0;
    const stack: (readonly [number, number])[] = [[s, state]];
    const visited = new Set<string>();
    for (let entry = stack.pop(); entry !== undefined && visits < maxVisits; entry = stack.pop()) {
      const [node, routingState] = entry;
      if (node === d || visited.has(`${node} ${routingState}`)) continue;
      visited.add(`${node} ${routingState}`);
      visits++;
      if (node >= terminals) highlighted.switches.add(node);
      const candidateCount = compiled.route(node, d, routingState, candidates);
      const candidateIds = [...candidates.subarray(0, candidateCount)];
      for (const candidateId of candidateIds) {
        // A candidate is a channel together with a class of virtual channels.
        const channel = Math.floor(candidateId / compiled.vcClasses);
        highlighted.channels.add(channel);
        stack.push([head[channel], compiled.nextState?.(node, d, routingState, candidateId) ?? routingState]);
      }
    }
  };
  for (const flow of flows) {
    const [s, d] = [Math.floor(flow / terminals), flow % terminals];
    highlighted.terminals.add(s).add(d);
    if (routing === null || visits >= maxVisits || routing.canReach?.(s, d) === false) addTerminalChannels(s, d);
    else addPaths(routing, s, d);
  }
  if (flows.length !== 1) return highlighted;
  const [flow] = flows;
  return {
    ...highlighted,
    roles: [
      { terminal: Math.floor(flow / terminals), letter: "S" },
      { terminal: flow % terminals, letter: "D" },
    ],
  };
}
