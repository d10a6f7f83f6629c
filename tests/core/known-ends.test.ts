/**
 * Tests of the saturation throughput of routings under adversarial traffic with known limits: minimal, non-minimal (Valiant) and adaptive
 * (UGAL).
 */
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { dimensionOrder } from "../../src/core/routings/dimension-order.ts";
import { localGlobalLocal } from "../../src/core/routings/local-global-local.ts";
import { valiant } from "../../src/core/routings/valiant.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { build } from "../contracts/arbitrary.ts";
import { isThorough } from "../effort.ts";

const valiantValues = { over: "usual", halfWay: "parity", dateline: "where-passed" } as const;

/**
 * [C] Packets over each channel when every terminal sends one packet to the terminal `amount` further on, averaged over `draws` equally
 * likely draws.
 */
function loadsOf(network: Network, routing: CompiledRouting, amount: number, draws: number): Float64Array {
  const { terminals, head } = network;
  const { route, nextState, initialState, vcClasses, maxCandidates } = routing;
  const loads = new Float64Array(head.length);
  const out = new Int32Array(maxCandidates);
  for (let from = 0; from < terminals; from++) {
    const to = (from + amount) % terminals;
    for (let draw = 0; draw < draws; draw++) {
      let state = initialState?.(from, to, Math.floor(((draw + 0.5) / draws) * 2 ** 32)) ?? 0;
      for (let at = from; at !== to;) {
        // There is only one candidate, so the loads are exact.
        expect(route(at, to, state, out)).toBe(1);
        const channel = Math.floor(out[0] / vcClasses);
        loads[channel] += 1 / draws;
        state = nextState?.(at, to, state, out[0]) ?? state;
        at = head[channel];
      }
    }
  }
  return loads;
}

/** Loads of the channels between groups. */
const groupChannelLoads = ({ head, tail, terminals, coordinates }: Network, loads: Float64Array) =>
  [...loads].filter((_, c) => Math.min(head[c], tail[c]) >= terminals && coordinates[2 * head[c]] !== coordinates[2 * tail[c]]);

/** Kim, Dally, Scott, Abts (ISCA 2008): all terminals of a group send to the next group. */
describe.each([
  [1, 2, 1],
  [2, 4, 2],
  [3, 6, 3],
])("a dragonfly with p = %i, a = %i, h = %i under a shift by a group", (p, a, h) => {
  const g = a * h + 1;
  const network = build({ kind: "dragonfly", values: { p, a, h, g } });

  it("carries 1 / (a p) on minimal ways: one channel for a whole group", () => {
    expect(Math.max(...loadsOf(network, localGlobalLocal.compile({}, network), a * p, 1))).toBe(a * p);
  });

  it("loads its channels between groups alike over random groups, 2 a p / g: half, the larger it is the more exactly", () => {
    const loads = groupChannelLoads(network, loadsOf(network, valiant.compile(valiantValues, network), a * p, g));
    expect(Math.max(...loads)).toBeCloseTo((2 * a * p) / g, 9);
    expect(Math.min(...loads)).toBeCloseTo((2 * a * p) / g, 9);
  });
});

/** Kim, Dally, Abts (ISCA 2007): all terminals of a switch send to the next switch. */
describe.each([4, 8])("a flattened butterfly of %i switches with as many terminals each under a shift by a switch", (c) => {
  const network = build({ kind: "hyperx", values: { sizes: [c], terminalsPerSwitch: c } });

  it("carries 1 / c on minimal ways", () => {
    const routing = dimensionOrder.compile({ channelClasses: "dateline", halfWay: "parity" }, network);
    expect(Math.max(...loadsOf(network, routing, c, 1))).toBe(c);
  });

  it("carries exactly half over random switches", () => {
    expect(Math.max(...loadsOf(network, valiant.compile(valiantValues, network), c, c))).toBeCloseTo(2, 9);
  });
});

/** Networks for UGAL. `most` is the throughput limit of non-minimal routing under the shift, 1 / (largest load) of the tests above. */
const dragonfly = { topology: { kind: "dragonfly" }, amount: 8, minimal: "local-global-local", most: 9 / 16 };
const butterfly = { topology: { kind: "hyperx", sizes: [8], terminalsPerSwitch: 8 }, amount: 8, minimal: "dimension-order", most: 1 / 2 };

const [window, packetPhits] = [3000, 16];

/** Accepted traffic at full load, in phits per cycle and terminal. */
function acceptedTraffic({ topology }: typeof dragonfly | typeof butterfly, routing: object, pattern: object): number {
  const workload = { kind: "open-loop", pattern, load: 1 };
  const flowControl = { kind: "virtual-cut-through", packet: `${4 * packetPhits} B` };
  return run(readScenario({ topology, routing, flowControl, workload, run: { warmUp: 2000, window, drain: 0 } })).acceptedPerSender;
}

const adaptiveRules = [
  ["UGAL on a dragonfly", dragonfly, { kind: "ugal" }],
  ["UGAL with four candidates on a dragonfly", dragonfly, { kind: "ugal", candidates: 4 }],
  ["UGAL with global queues on a dragonfly", dragonfly, { kind: "ugal", candidates: 4, queues: "global" }],
  ["progressive adaptive on a dragonfly", dragonfly, { kind: "progressive-adaptive" }],
  ["UGAL on a butterfly", butterfly, { kind: "ugal" }],
  ["UGAL with global queues on a butterfly", butterfly, { kind: "ugal", queues: "global" }],
] as const;

describe.each(adaptiveRules)("%s", (_, network, adaptive) => {
  const { amount, minimal, most } = network;

  it("carries more than minimal ways under a shift, and less than ways round could", () => {
    const [least, found] = [{ kind: minimal }, adaptive].map((routing) => acceptedTraffic(network, routing, { kind: "shift", amount }));
    // A packet counts with all its phits when it arrives, so one packet per busy channel may have started before the window.
    expect(least).toBeLessThanOrEqual((1 + packetPhits / window) / amount);
    expect(found).toBeGreaterThan(2.5 * least);
    expect(found).toBeLessThan(most);
  });

  it("carries nine tenths of what minimal ways do under uniform traffic, and more than ways round", () => {
    const routings = [{ kind: minimal }, { kind: "valiant" }, adaptive];
    const [direct, round, found] = routings.map((routing) => acceptedTraffic(network, routing, { kind: "uniform" }));
    expect(found).toBeGreaterThan(0.9 * direct);
    expect(found).toBeGreaterThan(1.15 * round);
  });
});

/**
 * All rules except the first: at the source in a dragonfly, the first queue alone says little about the channel to the other group (Jiang,
 * Kim, Dally, ISCA 2009).
 */
it.each(adaptiveRules.slice(1))(
  "%s carries more than minimal ways and ways round where half of the traffic is a shift",
  (_, network, adaptive) => {
    const { amount, minimal } = network;
    const half = { kind: "mixture", parts: [{ pattern: { kind: "uniform" } }, { pattern: { kind: "shift", amount } }] };
    const routings = [{ kind: minimal }, { kind: "valiant" }, adaptive];
    const [direct, round, found] = routings.map((routing) => acceptedTraffic(network, routing, half));
    expect(found).toBeGreaterThan(2 * direct);
    expect(found).toBeGreaterThan(round);
  },
);

/**
 * A full graph of 16 switches with 16 terminals each under complement traffic. The queue behind the channel to the partner switch never
 * fills, because the partner's terminals accept everything. Packets wait before the channel, at the inputs of their switch, where no rule
 * sees them and where they block others. Output buffers remove this blocking. BookSim 2 has output buffers in addition to its speed-up of
 * 2. With a port of its UGAL rule it accepts 0.390, and with Valiant 0.452.
 */
it("UGAL on a full graph needs output buffers, with one and the same rule", () => {
  const router = { kind: "wormhole", virtualChannels: 2, buffer: 64, packet: "64 B", selection: "best-free", ties: "random" };
  const withSwitch = (kind: string, outputBuffer: number) =>
    run(
      readScenario({
        topology: { kind: "hyperx", sizes: [16], terminalsPerSwitch: 16 },
        routing: { kind },
        flowControl: { ...router, arbitration: "round-robin", atTerminals: "any" },
        switch: { pipeline: 3, speedup: 2, outputBuffer },
        workload: { kind: "open-loop", pattern: "complement", load: 0.45 },
        run: isThorough ? { warmUp: 3000, window: 6000, drain: 0 } : { warmUp: 1000, window: 2000, drain: 0 },
      }),
    ).acceptedPerSender;
  const [without, buffered] = [0, 64].map((phits) => withSwitch("ugal", phits));
  expect(buffered).toBeGreaterThan(1.5 * without);
  // A comparison with the numbers of BookSim needs a longer run.
  if (!isThorough) return;
  expect(without).toBeLessThan(0.2);
  expect(buffered / 0.39).toBeCloseTo(1, 1);
  expect(withSwitch("valiant", 64) / 0.452).toBeCloseTo(1, 1);
});
