/** The wormhole engine: compared with the reference simulator cycle by cycle; its properties; and numbers computed by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { uniformBelow, mix, streamKey } from "../../src/core/base/random.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { startWormhole } from "../../src/core/flow-control/wormhole/engine.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { explain } from "../../src/core/searches/explain.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, seed } from "../effort.ts";
import { simulateCutThrough } from "../reference/cut-through.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { rulesOf as cutThroughRulesOf, expectSameAs, maxCycles, runReference, scenariosOn } from "./against-reference.ts";
import { arbitraryParams, distancesFrom, examplesOf, factsOf, smallTopology, unlimited } from "./arbitrary.ts";
import { randomPlans } from "./random-plans.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { arbitraryScenario, cutThrough, messageList, messagesOn, runToEnd } from "./scenarios.ts";

/** The selections of virtual cut-through, and the additional ones of wormhole switching. */
const cutThroughSelections = ["shared", "most-credits", "queue-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;
const selections = [...cutThroughSelections, "one-drawn", "two-drawn"] as const;

/** Wormhole flow control with default values, except for `values`. */
function wormhole(values: Values = {}): ChosenKind {
  const { id, params } = allFlowControls.get("wormhole");
  return { kind: id, values: { ...defaultsOf(params), ...values } };
}

function rulesOf({ flowControl }: Scenario): WormholeRules {
  return flowControl.values as unknown as WormholeRules;
}

/** Packets of 1 to 8 and sometimes 16 flits, buffers of 1 to 6 or of 20 flits, and arbitrary rules except for the selection. */
function rulesWith(...among: readonly WormholeRules["selection"][]): fc.Arbitrary<ChosenKind> {
  const flits = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.constant(16) });
  return fc
    .record({
      buffer: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
      virtualChannels: fc.integer({ min: 1, max: 3 }),
      injectionSlots: fc.integer({ min: 1, max: 4 }),
      packet: flits.map((count) => 4 * count),
      handover: fc.constantFrom("behind-tail", "when-empty"),
      atTerminals: fc.constantFrom("by-routing", "any"),
      selection: fc.constantFrom(...among),
      ties: fc.constantFrom("first", "random"),
      arbitration: fc.constantFrom("random", "round-robin", "oldest-first"),
      priority: fc.constantFrom("equal", "network-first"),
    })
    .map(wormhole);
}

/** Runs a scenario on the engine and the reference. */
function runWithReference(scenario: Scenario, until = maxCycles): Frame {
  const { plan, simulation } = startRun(scenario);
  return expectSameAs((cycles) => runReference(scenario, plan, cycles), simulation, until);
}

describe.each(selections)("the engine equals the reference with selection %s", (selection) => {
  const stream = seed + selections.indexOf(selection);
  const flowControl = rulesWith(selection);

  it("on random networks", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(24), flowControl), (scenario) => {
        runWithReference(scenario);
      }),
      { seed: stream, numRuns: cases(6) },
    );
  });

  it("at any time on the way", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(16), flowControl), fc.integer({ min: 1, max: 300 }), (scenario, until) => {
        runWithReference(scenario, until);
      }),
      { seed: stream, numRuns: cases(6) },
    );
  });

  it("on networks and routings that no kind makes", () => {
    const drawn = flowControl.chain(({ values }) =>
      fc.tuple(fc.constant(values as unknown as WormholeRules), randomPlans((values["packet"] as number) / 4)),
    );
    fc.assert(
      fc.property(drawn, fc.constantFrom(2100, 200, 77), ([rules, plan], until) => {
        // Bubble flow control is defined for whole packets only.
        const { rings: _, ...routing } = plan.routing;
        const without = { ...plan, routing };
        expectSameAs((cycles) => simulateWormhole(rules, without, cycles), startWormhole(rules, without), until);
      }),
      { numRuns: cases(9) },
    );
  });
});

describe.each(allRoutings.kinds)("the engine equals the reference with routing $id", (routing) => {
  const accepts = (topology: ChosenKind) => {
    const facts = factsOf(topology);
    return facts !== undefined && facts.terminals >= 2 && routing.reasonUnsupported(facts) === null;
  };
  const fitting = allTopologies.kinds.filter((kind) => examplesOf(kind).some(accepts));

  it.each(fitting)("on $id", (kind) => {
    const ways = arbitraryParams(routing.params, unlimited).map((values) => ({ kind: routing.id, values }));
    const networks = smallTopology(20, [kind]).filter(accepts);
    const drawn = fc.tuple(scenariosOn(networks, rulesWith(...selections)), ways);
    const scenarios = withSufficientQueues(drawn.map(([scenario, routing]) => ({ ...scenario, routing })));
    fc.assert(
      fc.property(scenarios, (scenario) => {
        runWithReference(scenario);
      }),
      { numRuns: cases(2) },
    );
  });
});

it("equals the reference on more virtual channels than a number has bits", () => {
  const routing: ChosenKind = {
    kind: "minimal-adaptive",
    values: { ...defaultsOf(allRoutings.get("minimal-adaptive").params), adaptiveClasses: 2 },
  };
  const torus: ChosenKind = { kind: "torus", values: { ...defaultsOf(allTopologies.get("torus").params), sizes: [4, 3] } };
  const flowControl = rulesWith("shared", "most-credits", "best-free", "random").map(({ kind, values }) => {
    return { kind, values: { ...values, virtualChannels: 16, handover: "when-empty", ties: "random" } };
  });
  fc.assert(
    fc.property(scenariosOn(fc.constant(torus), flowControl), (drawn) => {
      const scenario = { ...drawn, routing };
      expect(startRun(scenario).plan.routing.vcClasses).toBeGreaterThan(32);
      runWithReference(scenario);
    }),
    { numRuns: cases(8) },
  );
});

describe("it is virtual cut-through, grant for grant, on one virtual channel", () => {
  /** A scenario under virtual cut-through instead of wormhole, with queues of `queue` packets. */
  function asCutThrough(scenario: Scenario, queue: number): Scenario {
    const { buffer: _, handover: __, ...values } = scenario.flowControl.values;
    return { ...scenario, flowControl: cutThrough({ ...values, queue }) };
  }
  /**
   * Expects the same frame as under virtual cut-through; with the selection `shared`, the same as by the reference simulator of
   * cut-through.
   */
  function expectAlike(scenario: Scenario, queue: number): Frame {
    const packetwise = asCutThrough(scenario, queue);
    const { plan, simulation: worms } = startRun(scenario);
    if (rulesOf(scenario).selection === "shared") {
      return expectSameAs((cycles) => simulateCutThrough(cutThroughRulesOf(packetwise), plan, cycles), worms, Infinity);
    }
    const packets = startRun(packetwise).simulation;
    const [found, expected] = [runToEnd(worms), runToEnd(packets)];
    expect(worms.status).toBe(packets.status);
    for (const name of Object.keys(worms.layout.columns) as (keyof Frame)[]) expect([...found[name]], name).toEqual([...expected[name]]);
    return found;
  }
  const oneChannel = (values: Values) =>
    rulesWith(...cutThroughSelections).map((chosen) => ({
      kind: "wormhole",
      values: { ...chosen.values, virtualChannels: 1, handover: "behind-tail", ...values },
    }));
  const isAlike = ({ plan }: ReturnType<typeof startRun>) => plan.routing.vcClasses === 1 && plan.network.groupCapacity.length === 0;

  it("where a packet is one flit, whatever the buffers", () => {
    const flowControl = fc.integer({ min: 1, max: 6 }).chain((buffer) => oneChannel({ packet: 4, buffer }));
    let grants = 0;
    fc.assert(
      fc.property(scenariosOn(smallTopology(24), flowControl), (scenario) => {
        if (!isAlike(startRun(scenario))) return;
        grants += expectAlike(scenario, rulesOf(scenario).buffer).scalars[scalar.grants];
      }),
      { numRuns: cases(60) },
    );
    expect(grants).toBeGreaterThan(cases(7500));
  });

  it("where no buffer is ever full: each takes all packets there are", () => {
    // At most 12 messages of 5 packets of 3 flits: neither a queue of 64 packets nor a buffer of 1024 flits is ever full.
    const flowControl = oneChannel({ packet: 12, buffer: 1024 });
    const scenarios = withSufficientQueues(arbitraryScenario({ topology: smallTopology(24), flowControl, workload: messageList }));
    let grants = 0;
    fc.assert(
      fc.property(scenarios, (drawn) => {
        const list = (drawn.workload.values["list"] as readonly unknown[]).slice(0, 12);
        const scenario = { ...drawn, workload: { kind: "messages", values: { list } } };
        const run = startRun(scenario);
        if (!isAlike(run)) return;
        if (run.plan.demand.form === "messages") expect(run.plan.demand.packets.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(64);
        grants += expectAlike(scenario, 64).scalars[scalar.grants];
      }),
      { numRuns: cases(60) },
    );
    expect(grants).toBeGreaterThan(cases(1000));
  });
});

describe("one message alone", () => {
  it("takes H + L·P cycles through buffers of two flits and more, handed over behind the tail", () => {
    const flowControl = rulesWith(...selections).map(({ kind, values }) => {
      const buffer = 1 + (values["buffer"] as number);
      return { kind, values: { ...values, buffer, handover: "behind-tail", injectionSlots: 1 } };
    });
    expectTakes(flowControl, (hops, packets, flits) => hops + flits * packets);
  });

  it("takes a cycle more for each further packet where all ask for the same virtual channels, handed over when empty", () => {
    const flowControl = rulesWith("first").map(({ kind, values }) => {
      const buffer = 1 + (values["buffer"] as number);
      return { kind, values: { ...values, buffer, handover: "when-empty", injectionSlots: 1 } };
    });
    expectTakes(flowControl, (hops, packets, flits) => hops + (flits + 1) * packets - 1);
  });

  it("takes H + 2·L·P − 1 cycles through buffers of one flit: every second cycle carries one", () => {
    const flowControl = rulesWith("first").map(({ kind, values }) => {
      return { kind, values: { ...values, buffer: 1, handover: "behind-tail", injectionSlots: 1 } };
    });
    expectTakes(flowControl, (hops, packets, flits) => hops + 2 * flits * packets - 1);
  });

  /** Runs only the first message of random scenarios, and expects the time of a closed form. */
  function expectTakes(flowControl: fc.Arbitrary<ChosenKind>, takes: (hops: number, packets: number, flits: number) => number): void {
    let several = 0;
    const scenarios = arbitraryScenario({ topology: smallTopology(27), flowControl, workload: messageList });
    fc.assert(
      fc.property(withSufficientQueues(scenarios), (drawn) => {
        const [message] = drawn.workload.values["list"] as readonly { source: number; destination: number; time: number }[];
        const scenario = { ...drawn, workload: { kind: "messages", values: { list: [message] } } };
        const { demand, network, packetPhits, routing } = startRun(scenario).plan;
        // The routing may have no path between the two; channels that share a capacity make packets wait for themselves.
        if (demand.form !== "messages" || demand.source.length === 0 || network.groupCapacity.length > 0 || network.forwards) return;
        const frame = runWithReference(scenario);
        const [count] = demand.packets;
        const hops = frame.scalars[scalar.hops] / count;
        const distance = distancesFrom(network, demand.source[0])[demand.destination[0]];
        expect(hops).toBeGreaterThanOrEqual(distance);
        // Packets on paths of different lengths may meet; packets that draw their paths may leave in parallel over several links.
        const [source] = demand.source;
        const isSprayed =
          routing.initialState !== undefined && routing.equalDraws !== 1 && network.firstOut[source + 1] - network.firstOut[source] > 1;
        if (count > 1 && (hops > distance || isSprayed)) return;
        several += count > 1 ? 1 : 0;
        expect(frame.messageInjected[0]).toBe(demand.time[0]);
        expect(frame.messageDelivered[0] - demand.time[0] + 1).toBe(takes(hops, count, packetPhits));
      }),
      { numRuns: cases(40) },
    );
    expect(several).toBeGreaterThan(cases(10));
  }
});

describe("found by hand", () => {
  /** Switches 0 … 3 in a row, with one terminal each: from terminal 0 to 3 a packet crosses H = 5 channels. */
  const row = { kind: "mesh", values: { sizes: [4], terminalsPerSwitch: 1 } };
  const inOrder = { kind: "dimension-order", values: defaultsOf(allRoutings.get("dimension-order").params) };
  const message = (source: number, destination: number, flits: number, time: number) => ({ source, destination, bytes: 4 * flits, time });

  it("a blocked worm holds every channel of its way, and who comes behind it waits", () => {
    // L = 8, buffers of 2. Terminal 2 sends to 3 from cycle 0: its flits cross 2 → 3 in 1 … 8. The packet of terminal 0 requests that
    // channel from cycle 3 on. Its flits fill the buffers behind 0 → 1 and 1 → 2 and stop there. A third packet, from terminal 1 to 2,
    // requests 1 → 2 and waits for the tail of the second, although no flit crosses its channels meanwhile.
    const list = [message(2, 3, 8, 0), message(0, 3, 8, 0), message(1, 2, 8, 3)];
    const scenario = messagesOn(row, inOrder, wormhole({ buffer: 2, packet: 32, arbitration: "oldest-first" }), list);
    const { plan, simulation } = startRun(scenario);
    const between = (a: number, b: number) => plan.network.tail.findIndex((tail, c) => tail === 4 + a && plan.network.head[c] === 4 + b);
    simulation.advance(8, Infinity);
    expect(simulation.waitersFor(between(2, 3))).toMatchObject([{ source: 0, destination: 3, since: 3 }]);
    expect(simulation.waitersFor(between(1, 2))).toMatchObject([{ source: 1, destination: 2, since: 4 }]);
    expect(simulation.holderOf(between(2, 3))).toMatchObject({ source: 2, since: 1 });
    expect(simulation.holderOf(between(1, 2))).toBe(null);
    const worm = { source: 0, destination: 3, channels: [0, between(0, 1), between(1, 2)], waitsFor: [between(2, 3)] };
    for (const channel of worm.channels) expect(simulation.worms?.(channel)).toEqual([worm]);
    const first = { source: 2, destination: 3, channels: [2, between(2, 3), plan.network.head.indexOf(3)], waitsFor: [] };
    expect(simulation.worms?.(between(2, 3))).toEqual([first]);
    const behind = { source: 1, destination: 2, channels: [1], waitsFor: [between(1, 2)] };
    expect(explain(scenario, 1, { from: 0, to: 8 }).chain).toEqual([behind, worm, first]);
    expect(explain(scenario, plan.network.head.indexOf(0), { from: 0, to: 8 }).chain).toEqual([]);
    // The first packet is consumed in 10. The second continues in 9, with eight flits to cycle 16, and is consumed two channels later, in
    // 18. Its tail crosses 1 → 2 one cycle before 2 → 3, in 15; the third continues in 16 and is consumed in 25.
    const { messageDelivered } = runWithReference(scenario);
    expect([...messageDelivered]).toEqual([10, 18, 25]);
  });

  it("two worms on two virtual channels share a channel flit by flit", () => {
    // L = 4. Both packets reach switch 1, in cycle 1 or 2, and share 1 → 2 on the way to terminal 3: 8 cycles for 8 flits.
    const list = [message(0, 3, 4, 0), message(1, 3, 4, 1)];
    const latencyWith = (virtualChannels: number) => {
      const values = { buffer: 4, packet: 16, virtualChannels, selection: "best-free", arbitration: "oldest-first" };
      return [...runWithReference(messagesOn(row, inOrder, wormhole(values), list)).messageDelivered];
    };
    // One virtual channel: the first packet crosses 1 → 2 from cycle 2 to 5 and is consumed in 8; the second follows from 6 on, and is
    // consumed in 12.
    expect(latencyWith(1)).toEqual([8, 12]);
    // Two virtual channels: their flits alternate. The first crosses in 2, 4, 6, 8 and is consumed in 11; the second in 3, 5, 7, 9, and is
    // consumed in 12.
    expect(latencyWith(2)).toEqual([11, 12]);
  });

  it("two headers at a switch are given different virtual channels of one channel in one cycle, where these are matched", () => {
    // L = 4. Both headers wait for the channel into terminal 2 in cycle 1.
    const list = [message(0, 2, 4, 0), message(1, 2, 4, 0)];
    const one = { kind: "mesh", values: { sizes: [1], terminalsPerSwitch: 3 } };
    const outcome = (selection: string, virtualChannels: number) => {
      const values = { buffer: 4, packet: 16, virtualChannels, selection, ties: "first", arbitration: "oldest-first" };
      const { messageDelivered, waiting } = runWithReference(messagesOn(one, inOrder, wormhole(values), list));
      return { delivered: [...messageDelivered], waited: [...waiting].reduce((a, b) => a + b, 0) };
    };
    // Each has a virtual channel from 1 on, and their flits alternate: the first in 1, 3, 5, 7, the second in 2, 4, 6, 8.
    expect(outcome("shared", 2)).toEqual({ delivered: [8, 9], waited: 0 });
    // Both headers request the first virtual channel. The second header gets the second virtual channel a cycle later, or waits for the
    // tail of the first packet, which leaves in 4.
    expect(outcome("best-free", 2)).toEqual({ delivered: [8, 9], waited: 1 });
    expect(outcome("most-credits", 2)).toEqual({ delivered: [5, 9], waited: 4 });
    expect(outcome("shared", 1)).toEqual({ delivered: [5, 9], waited: 4 });
  });

  it("who goes first in a round is drawn, once for each grant, and takes the first virtual channel", () => {
    const list = [message(0, 3, 4, 0), message(1, 3, 4, 0), message(2, 3, 4, 0)];
    const one = { kind: "mesh", values: { sizes: [1], terminalsPerSwitch: 4 } };
    const firsts = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const scenario = {
        ...messagesOn(one, inOrder, wormhole({ buffer: 4, packet: 16, virtualChannels: 2, selection: "shared", ties: "first" }), list),
        seed,
      };
      const delivered = [...runWithReference(scenario).messageDelivered];
      // The only switch is node 4; all three headers are there in cycle 1.
      const key = streamKey(seed, "arbitration");
      const order = [0, 1, 2];
      const [first] = order.splice(uniformBelow(mix(key, 1, 4), 3), 1);
      const [second] = order.splice(uniformBelow(mix(key + 1, 1, 4), 2), 1);
      // The flits of two packets alternate in 1 … 8. The tail of the first leaves in 7, so the third is granted in 8, and crosses from 9 to
      // 12.
      expect(delivered[first]).toBe(8);
      expect(delivered[second]).toBe(9);
      expect(delivered[order[0]]).toBe(13);
      firsts.add([first, second].join());
    }
    expect(firsts.size).toBe(6);
  });
});

describe("a deadlock", () => {
  const atFullLoad = {
    kind: "open-loop",
    values: { ...defaultsOf(allWorkloads.get("open-loop").params), pattern: { kind: "uniform", values: {} }, load: 1 },
  };

  it("is real: its circle closes, and what is in it never moves again", () => {
    const rings = fc
      .integer({ min: 4, max: 9 })
      .map((size) => ({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } }));
    const workload = () => fc.constant(atFullLoad);
    // Buffers of up to three flits: blocked packets hold several channels.
    const flowControl = rulesWith(...selections).map(({ kind, values }) => {
      return { kind, values: { ...values, virtualChannels: 1, buffer: 1 + ((values["buffer"] as number) % 3) } };
    });
    let [deadlocks, longest] = [0, 0];
    fc.assert(
      fc.property(arbitraryScenario({ topology: rings, flowControl, workload }), (drawn) => {
        const routing = { kind: "dimension-order", values: { channelClasses: "none" } };
        const scenario = { ...drawn, routing, run: { warmUp: 0, window: 1100, drain: 0 } };
        runWithReference(scenario);
        const { plan, simulation } = startRun(scenario);
        const { phits } = runToEnd(simulation);
        const { deadlockCycle, now } = simulation;
        expect(deadlockCycle.length > 0).toBe(simulation.status === "deadlocked");
        if (deadlockCycle.length === 0) return;
        deadlocks++;
        // A packet of the cycle waits for another packet of the cycle, so the chain is closed.
        const { chain } = explain(scenario, deadlockCycle[0].channel, { from: 0, to: now });
        expect(chain.length).toBeGreaterThan(1);
        expect(chain.slice(0, -1)).toContainEqual(chain[chain.length - 1]);
        // One entry for each packet, independent of the number of channels that it holds.
        const completeRun = startRun(scenario);
        completeRun.finish();
        expect(completeRun.results().deadlock).toHaveLength(deadlockCycle.filter(({ isSamePacket }) => isSamePacket === undefined).length);
        longest = Math.max(longest, deadlockCycle.length - deadlockCycle.filter(({ isSamePacket }) => isSamePacket === undefined).length);
        const later = simulateWormhole(rulesOf(scenario), plan, now + 300).columns.phits ?? [];
        deadlockCycle.forEach((wait, i) => {
          const next = deadlockCycle[(i + 1) % deadlockCycle.length];
          expect([wait.waitsFor, wait.waitsForClass]).toEqual([next.channel, next.class]);
          expect(plan.network.tail[next.channel]).toBe(plan.network.head[wait.channel]);
          expect(later[wait.channel]).toBe(phits[wait.channel]);
        });
      }),
      { numRuns: cases(45) },
    );
    expect(deadlocks).toBeGreaterThan(cases(1));
    expect(longest).toBeGreaterThan(1);
  });

  it("never is where a routing has escape channels, or orders its classes", () => {
    const networks: readonly ChosenKind[] = [
      { kind: "torus", values: { sizes: [4, 4], wrap: [], terminalsPerSwitch: 1 } },
      { kind: "torus", values: { sizes: [5, 3], wrap: [], terminalsPerSwitch: 2 } },
      { kind: "mesh", values: { sizes: [4, 4], terminalsPerSwitch: 1 } },
    ];
    const ways = ["minimal-adaptive", "dimension-order", "valiant"].map((id) => {
      return { kind: id, values: defaultsOf(allRoutings.get(id).params) };
    });
    const drawn = arbitraryScenario({
      topology: fc.constantFrom(...networks),
      flowControl: rulesWith("shared", "most-credits", "best-free", "random").map(({ kind, values }) => ({
        kind,
        values: { ...values, handover: "when-empty", packet: Math.max(24, values["packet"] as number) },
      })),
      workload: () => fc.constant(atFullLoad),
    });
    let grants = 0;
    fc.assert(
      fc.property(drawn, fc.constantFrom(...ways), (drawn, routing) => {
        const { simulation } = startRun({ ...drawn, routing, run: { warmUp: 0, window: 3000, drain: 0 } });
        grants += runToEnd(simulation).scalars[scalar.grants];
        expect(simulation.status).toBe("finished");
      }),
      { numRuns: cases(20) },
    );
    expect(grants).toBeGreaterThan(cases(15_000));
  });
});

it("says what it lacks where packets have to be whole, or a header to turn", () => {
  const needs = (values: Values, routing: Partial<CompiledRouting>) => {
    const network = { head: [0], groupCapacity: [] } as never;
    return allFlowControls.get("wormhole").needs(wormhole(values).values as never, network, { vcClasses: 1, ...routing } as never);
  };
  expect(needs({}, {})).toBe(null);
  expect(needs({}, { rings: new Int32Array(1) })).toContain("bubbles");
  expect(needs({}, { isEscape: new Uint8Array(1) })).toContain("handover of virtual channels when empty");
  expect(needs({ handover: "when-empty" }, { isEscape: new Uint8Array(1) })).toBe(null);
  expect(needs({ handover: "when-empty", selection: "first" }, { isEscape: new Uint8Array(1) })).toContain("chooses anew");
  expect(needs({ virtualChannels: 16 }, { vcClasses: 1_000_000 })).toContain("MB");
});
