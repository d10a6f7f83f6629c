/**
 * Random networks and routings that no kind produces: arbitrary graphs, terminals on several switches or connected to each other, shared
 * capacities, routing states that change on the path, arbitrary rings. They test flow controls beyond the existing kinds.
 */
import * as fc from "fast-check";
import { mix } from "../../src/core/base/random.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import type { FlowControl } from "../../src/core/flow-control/contract.ts";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { distancesFrom } from "./arbitrary.ts";
import { messageList, openLoop } from "./scenarios.ts";

/** Links by the numbers of their ends: terminals 0 … T − 1, then switches. */
export interface GraphParts {
  readonly terminals: number;
  readonly switches: number;
  readonly links: readonly (readonly [number, number])[];
  /** Group of the channels from node `tail` to node `head`; −1 for none. */
  readonly groupOf?: (tail: number, head: number) => number;
  readonly groupCapacity?: readonly number[];
  readonly forwards?: boolean;
}

/** The network of a list of links. */
export function networkOfLinks({
  terminals,
  switches,
  links,
  groupOf = () => -1,
  groupCapacity = [],
  forwards = false,
}: GraphParts): Network {
  const builder = new NetworkBuilder(terminals, switches, links.length, []);
  for (let s = 0; s < switches; s++) builder.setPorts(s, links.length);
  for (const [a, b] of links) builder.connect(a, b, builder.linkClass("link"));
  const network = builder.finish();
  const group = network.tail.map((tail, c) => groupOf(tail, network.head[c]));
  return { ...network, group, groupCapacity: Float64Array.from(groupCapacity), forwards };
}

/** Minimal routing: all channels toward the destination, in the order of their numbers, with one virtual channel class. */
export function minimalRouting(network: Network): CompiledRouting {
  const distances = Array.from({ length: network.terminals }, (_, to) => distancesFrom(network, to));
  return {
    vcClasses: 1,
    maxCandidates: Math.max(...portsOf(network)),
    route(node, to, _, candidates) {
      let count = 0;
      for (let c = network.firstOut[node]; c < network.firstOut[node + 1]; c++) {
        if (distances[to][network.head[c]] === distances[to][node] - 1) candidates[count++] = c;
      }
      return count;
    },
  };
}

function portsOf({ firstOut }: Network): readonly number[] {
  return Array.from(firstOut.subarray(1), (end, n) => end - firstOut[n]);
}

/** Features of a random routing, as plain numbers. */
interface RoutingParts {
  readonly classes: number;
  readonly begins: boolean;
  readonly changes: boolean;
  readonly adapts: boolean;
  /** Bit mask of the states that decide again at the next switch. */
  readonly undecided: number;
  /** Number of rings on the channels between switches; −1 for none. */
  readonly rings: number;
  readonly seed: number;
}

/** Minimal routing whose order of candidate channels and whose virtual channel classes depend on the packet's state. */
function statefulRouting(network: Network, { classes, begins, changes, adapts, undecided, rings, seed }: RoutingParts): CompiledRouting {
  const { terminals, head, tail, firstOut } = network;
  const shortest = minimalRouting(network);
  return {
    vcClasses: classes,
    maxCandidates: shortest.maxCandidates * classes,
    route(at, to, state, out) {
      const count = shortest.route(at, to, 0, out);
      const channels = [...out.subarray(0, count)];
      // One class of every channel, or all classes, in a rotated order.
      const hasAllClasses = (state & 1) === 0;
      const ids = channels.flatMap((c) =>
        (hasAllClasses ? Array.from({ length: classes }, (_, k) => k) : [(state >>> 4) % classes]).map((k) => c * classes + k),
      );
      const first = (state >>> 8) % ids.length;
      [...ids.slice(first), ...ids.slice(0, first)].forEach((id, i) => (out[i] = id));
      return ids.length;
    },
    ...(begins ? { initialState: (from: number, to: number, draw: number) => mix(from, to, draw) | 0 } : {}),
    ...(changes ? { nextState: (at: number, to: number, state: number, id: number) => mix(state, at, id ^ to) | 0 } : {}),
    ...(adapts
      ? {
          injectionDecision(at: number, to: number, state: number, phits: (channel: number) => number) {
            let sum = 0;
            for (let c = firstOut[at]; c < firstOut[at + 1]; c++) sum += (c + 1) * phits(c);
            return mix(state, to, sum) | 0;
          },
          undecidedMask: undecided,
        }
      : {}),
    ...(rings >= 0
      ? {
          rings: Int32Array.from({ length: head.length * classes }, (_, id) => {
            const c = Math.floor(id / classes);
            return Math.min(head[c], tail[c]) < terminals ? -1 : (mix(seed, id, 3) % (rings + 2)) - 1;
          }),
        }
      : {}),
  };
}

/** Random plans for packets of `packetPhits` phits. A third of them have lists of messages. By default, the engine counts whole cycles. */
export function randomPlans(packetPhits: number, { engine }: Pick<FlowControl, "engine"> = virtualCutThrough): fc.Arbitrary<Plan> {
  const size = fc.record({ terminals: fc.integer({ min: 2, max: 10 }), switches: fc.integer({ min: 1, max: 6 }) });
  return size.chain(({ terminals, switches }) => {
    const terminal = fc.integer({ min: 0, max: terminals - 1 });
    const node = fc.integer({ min: terminals, max: terminals + switches - 1 });
    const network = fc
      .record({
        homes: fc.array(node, { minLength: terminals, maxLength: terminals }),
        more: fc.array(fc.tuple(node, node), { maxLength: 8 }),
        // Links of a terminal to another switch, or to another terminal: then terminals forward packets.
        relays: fc.oneof(fc.constant([]), fc.array(fc.tuple(terminal, fc.oneof(node, terminal)), { minLength: 1, maxLength: 8 })),
        groups: fc.oneof(fc.constant([]), fc.array(fc.double({ min: 1, max: 3, noNaN: true }), { minLength: 1, maxLength: 3 })),
        seed: fc.nat(),
      })
      .map(({ homes, more, relays, groups, seed }) => {
        const backbone = Array.from({ length: switches - 1 }, (_, s) => [terminals + s, terminals + s + 1] as const);
        const others = [...more, ...relays].filter(([a, b]) => a !== b);
        return networkOfLinks({
          terminals,
          switches,
          links: [...homes.map((home, s) => [s, home] as const), ...backbone, ...others],
          groupOf: (tail, head) => (groups.length === 0 ? -1 : (mix(seed, tail, head) % (groups.length + 1)) - 1),
          groupCapacity: groups,
          forwards: relays.length > 0,
        });
      });
    const routing = fc.record({
      classes: fc.integer({ min: 1, max: 3 }),
      begins: fc.boolean(),
      changes: fc.boolean(),
      adapts: fc.boolean(),
      undecided: fc.constantFrom(0, 2, 12),
      rings: fc.constantFrom(-1, -1, 0, 1),
      seed: fc.nat(),
    });
    const packetBytes = 4 * packetPhits;
    const workload = fc.oneof({ weight: 2, arbitrary: openLoop(terminals) }, { weight: 1, arbitrary: messageList(terminals, packetBytes) });
    const window = fc.record({ start: fc.nat({ max: 100 }), length: fc.integer({ min: 1, max: 300 }), drain: fc.nat({ max: 400 }) });
    return fc.record({ network, routing, workload, window, seed: fc.nat() }).map(({ network, routing, workload, window, seed }): Plan => {
      const { kind, values } = workload;
      const end = window.start + window.length;
      return {
        engine,
        network,
        routing: statefulRouting(network, routing),
        demand: allWorkloads.get(kind).compile(values, { network, packetBytes, seed: 1 }),
        packetPhits,
        headPhits: 1,
        window: allWorkloads.get(kind).isEndless
          ? { start: window.start, end, limit: end + window.drain }
          : { start: 0, end: Infinity, limit: Infinity },
        seed,
      };
    });
  });
}
