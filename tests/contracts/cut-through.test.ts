/**
 * The engines of virtual cut-through and store-and-forward: compared with the reference simulator cycle by cycle, and with numbers computed
 * by hand.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { packetEngineFor } from "../../src/core/flow-control/engines.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, isThorough, seed } from "../effort.ts";
import { simulateCutThrough } from "../reference/cut-through.ts";
import { expectSameAsReference, maxCycles, rulesOf, scenariosOn } from "./against-reference.ts";
import { arbitraryParams, distancesFrom, examplesOf, factsOf, smallTopology, unlimited } from "./arbitrary.ts";
import { networkOfLinks, minimalRouting } from "./random-plans.ts";
import { atFullLoad, randomPlansWith, ringsOf, rulesWith, selections } from "./packet-rules.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { arbitraryScenario, cutThrough, frameOf, messageList, messagesOn, runToEnd, defaultSections } from "./scenarios.ts";

const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
const upAndDown = { kind: "nearest-common-ancestor", values: {} };
const withoutDateline = { kind: "dimension-order", values: { channelClasses: "none" } };

/** Runs a scenario on the engine and the reference; see {@link expectSameAsReference}. */
function compareWithReference(scenario: Scenario, until = maxCycles): void {
  const { plan, simulation } = startRun(scenario);
  expectSameAsReference(rulesOf(scenario), plan, simulation, until);
}

/** The last frame of a scenario, after comparison with the reference. */
function runWithReference(scenario: Scenario): Frame {
  const { plan, simulation } = startRun(scenario);
  return expectSameAsReference(rulesOf(scenario), plan, simulation);
}

describe.each(selections)("the engine equals the reference with selection %s", (selection) => {
  const stream = seed + selections.indexOf(selection);
  const flowControl = rulesWith(selection);

  it("on random networks", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(27), flowControl), (scenario) => compareWithReference(scenario)),
      { seed: stream, numRuns: cases(6) },
    );
  });

  it("at any time on the way", () => {
    const scenarios = scenariosOn(smallTopology(16), flowControl);
    fc.assert(fc.property(scenarios, fc.integer({ min: 1, max: 300 }), compareWithReference), { seed: stream, numRuns: cases(6) });
  });

  it("on switches with more than 32 virtual channels out", () => {
    const wide: readonly ChosenKind[] = [
      { kind: "torus", values: { sizes: [3], wrap: [], terminalsPerSwitch: 15 } },
      { kind: "mesh", values: { sizes: [2], terminalsPerSwitch: 32 } },
      { kind: "k-ary-n-tree", values: { k: 32, n: 1 } },
    ];
    fc.assert(
      fc.property(scenariosOn(fc.constantFrom(...wide), flowControl), (scenario) =>
        compareWithReference(scenario, isThorough ? maxCycles : 150),
      ),
      { seed: stream, numRuns: cases(1) },
    );
  });
});

it("the engine equals the reference where outputs are matched, and inputs or outputs are bits of several numbers", () => {
  const polarfly: ChosenKind = { kind: "polarfly", values: { q: 2, p: 6 } };
  const row: ChosenKind = { kind: "hyperx", values: { sizes: [3], terminalsPerSwitch: 15 } };
  const wide: readonly (readonly [ChosenKind, string])[] = [
    [polarfly, "valiant"],
    [polarfly, "ugal"],
    [{ kind: "polarfly", values: { q: 3, p: 14 } }, "shortest-path"],
    [row, "minimal-adaptive"],
    [row, "valiant"],
  ];
  const scenarios = fc.constantFrom(...wide).chain(([topology, kind]) =>
    scenariosOn(fc.constant(topology), rulesWith("shared")).map((scenario) => ({
      ...scenario,
      routing: { kind, values: defaultsOf(allRoutings.get(kind).params) },
    })),
  );
  fc.assert(
    fc.property(scenarios, (scenario) => compareWithReference(scenario)),
    { numRuns: cases(9) },
  );
});

describe.each(allRoutings.kinds.map((routing, r) => ({ id: routing.id, routing, r })))(
  "the engine equals the reference with routing $id",
  ({ routing, r }) => {
    const accepts = (topology: ChosenKind) => {
      const facts = factsOf(topology);
      return facts !== undefined && facts.terminals >= 2 && routing.reasonUnsupported(facts) === null;
    };
    const fitting = allTopologies.kinds.filter((kind) => examplesOf(kind).some(accepts));

    // Every second kind of network suffices for the engine: `routing.test.ts` tests the routings on all kinds of networks.
    const usual = fitting.length > 3 ? fitting.filter((_, i) => i % 2 === r % 2) : fitting;
    it.each(isThorough ? fitting : usual)("on $id", (kind) => {
      const ways = arbitraryParams(routing.params, unlimited).map((values) => ({ kind: routing.id, values }));
      const networks = smallTopology(24, [kind]).filter(accepts);
      const drawn = fc.tuple(scenariosOn(networks, rulesWith(...selections)), ways);
      const scenarios = withSufficientQueues(drawn.map(([scenario, routing]) => ({ ...scenario, routing })));
      fc.assert(
        fc.property(scenarios, (scenario) => compareWithReference(scenario)),
        { numRuns: cases(3) },
      );
    });
  },
);

describe("the engine equals the reference on networks and routings that no kind makes", () => {
  it.each(selections)("with selection %s", (selection) => {
    fc.assert(
      fc.property(randomPlansWith(selection), fc.constantFrom(2100, 200, 77), ([rules, plan], until) => {
        expectSameAsReference(rules, plan, packetEngineFor(rules, plan).start(rules, plan), until);
      }),
      { numRuns: cases(9) },
    );
  });
});

it("goes on the same when more packets are under way than it began with room for", () => {
  // 16 terminals send to one through queues of 64 packets: about 2,000 packets are in the network at the end.
  const topology = { kind: "k-ary-n-tree", values: { k: 4, n: 2 } };
  const routing = { kind: "nearest-common-ancestor", values: defaultsOf(allRoutings.get("nearest-common-ancestor").params) };
  const hotSpot = { kind: "hot-spot", values: { share: 1, terminal: 5 } };
  const workload = { kind: "open-loop", values: { ...atFullLoad.values, pattern: hotSpot } };
  const run = { warmUp: 0, window: 200, drain: 0 };
  const flowControl = cutThrough({ queue: 64, packet: 4, ties: "random" });
  const { scalars } = runWithReference({ title: "", topology, ...defaultSections, routing, flowControl, workload, run, seed: 3 });
  expect(scalars[scalar.injected] - scalars[scalar.delivered]).toBeGreaterThan(1500);
});

describe("a deadlock", () => {
  it("is real: its circle closes, and what is in it never moves again", () => {
    const workload = () => fc.constant(atFullLoad);
    const flowControl = rulesWith(...selections).map(({ kind, values }) => ({
      kind,
      values: { ...values, virtualChannels: 1, queue: 1 + ((values["queue"] as number) % 2) },
    }));
    let deadlocks = 0;
    fc.assert(
      fc.property(arbitraryScenario({ topology: ringsOf(5, 9), flowControl, workload }), (drawn) => {
        const scenario = { ...drawn, routing: withoutDateline, run: { warmUp: 0, window: 1100, drain: 0 } };
        compareWithReference(scenario);
        const { plan, simulation } = startRun(scenario);
        const { phits } = runToEnd(simulation);
        const { deadlockCycle, now } = simulation;
        expect(deadlockCycle.length > 0).toBe(simulation.status === "deadlocked");
        if (deadlockCycle.length === 0) return;
        deadlocks++;
        const later = simulateCutThrough(rulesOf(scenario), plan, now + 500).columns.phits ?? [];
        deadlockCycle.forEach((wait, i) => {
          const next = deadlockCycle[(i + 1) % deadlockCycle.length];
          expect([wait.waitsFor, wait.waitsForClass]).toEqual([next.channel, next.class]);
          expect(plan.network.tail[next.channel]).toBe(plan.network.head[wait.channel]);
          expect(later[wait.channel]).toBe(phits[wait.channel]);
        });
      }),
      { numRuns: cases(24) },
    );
    expect(deadlocks).toBeGreaterThan(cases(1));
  });
});

describe("outputs that are matched", () => {
  it("leave no packet waiting for a free output with credit", () => {
    const seen = { held: 0, full: 0 };
    fc.assert(
      fc.property(scenariosOn(smallTopology(27), rulesWith("shared")), (scenario) => {
        const { plan, simulation } = startRun(scenario);
        const { network, routing } = plan;
        if (network.groupCapacity.length > 0) return;
        const least = rulesOf(scenario).queue - (routing.rings === undefined ? 0 : 1);
        for (let cycle = 1; cycle < 150 && simulation.status === "running"; cycle++) {
          simulation.advance(cycle, Infinity);
          const { queued } = frameOf(simulation);
          for (let c = 0; c < network.head.length; c++) {
            if (simulation.waitersFor(c).length === 0) continue;
            if (simulation.holderOf(c) !== null) seen.held++;
            else {
              expect(queued[c]).toBeGreaterThanOrEqual(least);
              seen.full++;
            }
          }
        }
      }),
      { numRuns: cases(45) },
    );
    expect(seen.held).toBeGreaterThan(cases(750));
    expect(seen.full).toBeGreaterThan(cases(30));
  });
});

describe("one message alone", () => {
  it("takes H + L·P cycles, or (H + P − 1)·L + 1 stored and forwarded, on every network, whatever the rules, with room for it", () => {
    // Two credits allow packets to follow each other without a gap; if entering a ring takes two credits, three are needed.
    const flowControl = rulesWith(...selections).map(({ kind, values }) => {
      return { kind, values: { ...values, queue: 2 + (values["queue"] as number), injectionSlots: 1 } };
    });
    const scenarios = arbitraryScenario({ topology: smallTopology(27), flowControl, workload: messageList });
    fc.assert(fc.property(withSufficientQueues(scenarios), expectAlone), { numRuns: cases(50) });
  });

  it("waits one cycle per further packet where a queue holds one: its slot comes free L cycles after the packet went on", () => {
    // L = 4, two channels. Packet 1 enters the switch queue in cycle 0 and leaves in cycle 1; its credit is free in cycle 5. Packet 2 is at
    // the head in cycle 4, enters the switch queue in 5, leaves in 6, and is consumed in 10. That takes 11 cycles, where a queue of two
    // packets takes H + L·P = 2 + 8 = 10. With store-and-forward, packet 1 leaves in 4 and its credit is free in 8; packet 2 moves in 8 and
    // 12, and is consumed in 16. That takes 17 cycles, where a queue of two packets takes (H + P − 1)·L + 1 = 13.
    const list = [{ source: 0, destination: 1, bytes: 32, time: 0 }];
    const latencyOf = (kind: string, queue: number) =>
      runWithReference(messagesOn(tree, upAndDown, { ...cutThrough({ packet: 16, queue }), kind }, list)).messageDelivered[0] + 1;
    expect([latencyOf("virtual-cut-through", 1), latencyOf("virtual-cut-through", 2)]).toEqual([11, 10]);
    expect([latencyOf("store-and-forward", 1), latencyOf("store-and-forward", 2)]).toEqual([17, 13]);
  });

  /** Runs only the first message of a scenario, and expects the time of the closed form. */
  function expectAlone(drawn: Scenario): void {
    const [message] = drawn.workload.values["list"] as readonly { source: number; destination: number; time: number }[];
    const scenario = { ...drawn, workload: { kind: "messages", values: { list: [message] } } };
    const { plan, simulation } = startRun(scenario);
    const { demand, network, packetPhits } = plan;
    // The routing may have no path between the two; channels that share a capacity make packets wait for themselves.
    if (demand.form !== "messages" || demand.source.length === 0 || network.groupCapacity.length > 0) return;
    const frame = expectSameAsReference(rulesOf(scenario), plan, simulation);
    const [count] = demand.packets;
    const hops = frame.scalars[scalar.hops] / count;
    const distance = distancesFrom(network, demand.source[0])[demand.destination[0]];
    expect(hops).toBeGreaterThanOrEqual(distance);
    // Packets on paths of different lengths may meet.
    if (hops > distance && count > 1) return;
    expect(frame.messageInjected[0]).toBe(demand.time[0]);
    const latency = rulesOf(scenario).storeAndForward ? (hops + count - 1) * packetPhits + 1 : hops + packetPhits * count;
    expect(frame.messageDelivered[0] - demand.time[0] + 1).toBe(latency);
    expect(simulation.now).toBe(frame.messageDelivered[0] + 1);
  }
});

describe("found by hand, on networks made for it", () => {
  const rules: CutThroughRules = {
    queue: 4,
    selection: "most-credits",
    ties: "first",
    arbitration: "random",
    priority: "equal",
    injectionSlots: 1,
    storeAndForward: false,
  };
  /** Source, destination, packets, and cycle of creation. */
  type Message = readonly [number, number, number, number];
  /** Runs messages on a network on the engine and the reference, and returns the last frame. */
  const runToFrame = (
    network: Network,
    messages: readonly Message[],
    phits: number,
    changed: Partial<CutThroughRules> = {},
    routing = minimalRouting(network),
  ) => {
    const list = messages.map(([source, destination, packets, time]) => ({ source, destination, bytes: 4 * phits * packets, time }));
    const demand = allWorkloads.get("messages").compile({ list }, { network, packetBytes: 4 * phits, seed: 1 });
    const plan: Plan = {
      engine: virtualCutThrough.engine,
      network,
      routing,
      demand,
      packetPhits: phits,
      headPhits: 1,
      window: { start: 0, end: Infinity, limit: Infinity },
      seed: 1,
    };
    return expectSameAsReference(
      { ...rules, ...changed },
      plan,
      packetEngineFor({ ...rules, ...changed }, plan).start({ ...rules, ...changed }, plan),
    );
  };
  /** The cycle in which each message was consumed. */
  const run = (...options: Parameters<typeof runToFrame>) => [...runToFrame(...options).messageDelivered];
  /** Three terminals on one switch, node 3. */
  const star = {
    terminals: 3,
    switches: 1,
    links: [
      [0, 3],
      [1, 3],
      [2, 3],
    ],
  } as const;

  it("two packets into one output come L apart, stored and forwarded too", () => {
    // L = 4. Cut-through: one packet leaves in cycle 1, the other in 5. Store-and-forward: one leaves in 4, the other in 8, and is consumed
    // in 12.
    const meet: readonly Message[] = [
      [0, 2, 1, 0],
      [1, 2, 1, 0],
    ];
    expect(run(networkOfLinks(star), meet, 4, { arbitration: "round-robin" })).toEqual([5, 9]);
    expect(run(networkOfLinks(star), meet, 4, { arbitration: "round-robin", storeAndForward: true })).toEqual([8, 12]);
  });

  it("two channels of a group of capacity one are never in use together", () => {
    // L = 4. The packet waits for itself: it takes cycles 0 … 3 on its first channel, 4 … 7 on its second, and is consumed in 8.
    const alike = networkOfLinks({ ...star, groupOf: () => 0, groupCapacity: [1] });
    expect(run(alike, [[0, 1, 1, 0]], 4)).toEqual([8]);
    // Only the channels into terminals 1 and 2 share a capacity: the packets enter in 0 and 1, the first leaves in 1, the second in 5.
    const into = networkOfLinks({ ...star, groupOf: (tail) => (tail === 3 ? 0 : -1), groupCapacity: [1.9] });
    expect(
      run(
        into,
        [
          [0, 1, 1, 0],
          [1, 2, 1, 1],
        ],
        4,
      ),
    ).toEqual([5, 9]);
    // With a capacity of two, no packet waits.
    const wide = networkOfLinks({ ...star, groupOf: (tail) => (tail === 3 ? 0 : -1), groupCapacity: [2] });
    expect(
      run(
        wide,
        [
          [0, 1, 1, 0],
          [1, 2, 1, 1],
        ],
        4,
      ),
    ).toEqual([5, 6]);
  });

  it("a packet that a terminal passes on crosses H = 4 channels", () => {
    // Terminals 0 and 1 on switch 3, 1 and 2 on switch 4; the path from 0 to 2 goes through terminal 1. L = 5: H + L = 9 cycles, with
    // store-and-forward H·L + 1 = 21.
    const relay = networkOfLinks({
      terminals: 3,
      switches: 2,
      links: [
        [0, 3],
        [1, 3],
        [1, 4],
        [2, 4],
      ],
      forwards: true,
    });
    expect(run(relay, [[0, 2, 1, 0]], 5)).toEqual([8]);
    expect(run(relay, [[0, 2, 1, 0]], 5, { storeAndForward: true })).toEqual([20]);
    // In cycle 2 the header of the forwarded packet has reached terminal 1, and terminal 1 creates its own packet for 2; both request the
    // same channel. With `network-first` the forwarded packet is first and is consumed in 8; terminal 1's own packet leaves in 7 and is
    // consumed in 13.
    expect(
      run(
        relay,
        [
          [0, 2, 1, 0],
          [1, 2, 1, 2],
        ],
        5,
        { priority: "network-first" },
      ),
    ).toEqual([8, 13]);
  });

  it("injection slots let a packet pass the one before it, where a terminal has several channels", () => {
    // Terminals 0 and 1 on switch 3, 0 and 2 on switch 4. L = 4: with one slot the packet for 2 follows in cycle 4, with two slots it
    // leaves immediately.
    const two = networkOfLinks({
      terminals: 3,
      switches: 2,
      links: [
        [0, 3],
        [1, 3],
        [0, 4],
        [2, 4],
      ],
      forwards: true,
    });
    const both: readonly Message[] = [
      [0, 1, 1, 0],
      [0, 2, 1, 0],
    ];
    expect(run(two, both, 4)).toEqual([5, 9]);
    expect(run(two, both, 4, { injectionSlots: 2 })).toEqual([5, 5]);
    // On a single channel, slots make no difference: it carries one packet every L cycles.
    expect(run(networkOfLinks(star), [[0, 1, 3, 0]], 4, { injectionSlots: 3 })).toEqual([13]);
  });

  describe("outputs that are matched", () => {
    // Terminals 0, 1 and 2 on switch 4; terminal 3 is connected to it by two links, the last two channels of the switch.
    const twice = networkOfLinks({
      terminals: 4,
      switches: 1,
      links: [
        [0, 4],
        [1, 4],
        [2, 4],
        [3, 4],
        [3, 4],
      ],
    });
    const three: readonly Message[] = [0, 1, 2].map((source) => [source, 3, 1, 0]);
    const sorted = (cycles: readonly number[]) => [...cycles].sort((a, b) => a - b);

    it("request two of three queue heads simultaneously; on request, one after the other", () => {
      // L = 4. All three packets are at the switch in cycle 1. Two leave immediately, the third in 5, when an output is free again.
      for (const ties of ["first", "random"] as const) {
        expect(sorted(run(twice, three, 4, { selection: "shared", ties }))).toEqual([5, 5, 9]);
        expect(sorted(run(twice, three, 4, { selection: "shared", ties, storeAndForward: true }))).toEqual([8, 8, 12]);
      }
      // There are no packets behind either output, so all request the first one: it carries the packets in 1, 5 and 9.
      expect(sorted(run(twice, three, 4))).toEqual([5, 9, 13]);
    });

    it("are escapes only where nothing else is open", () => {
      const escape = Uint8Array.from(twice.head, (_, c) => (c === twice.head.indexOf(3) ? 1 : 0));
      const withEscape = { ...minimalRouting(twice), isEscape: escape };
      const shared = { selection: "shared", arbitration: "oldest-first" } as const;
      const phitsOn = (list: readonly Message[]) => [...runToFrame(twice, list, 4, shared, withEscape).phits].slice(-2);
      expect(phitsOn([[0, 3, 1, 0]])).toEqual([0, 4]);
      // Terminal 1 finds only the escape channel in cycle 1; the second packet of terminal 0 finds both links free in 5.
      const list: readonly Message[] = [
        [0, 3, 2, 0],
        [1, 3, 1, 0],
      ];
      expect(run(twice, list, 4, shared, withEscape)).toEqual([9, 5]);
      expect(phitsOn(list)).toEqual([4, 8]);
    });

    it("go to who is next in turn: 0, 1, 2, 0, whichever output comes free", () => {
      // L = 4. Two of three packets leave in 1; in 5 the third one and the next packet of the first terminal; in 9 the next packets of the
      // other two terminals.
      const list: readonly Message[] = [0, 1, 2].map((source) => [source, 3, 2, 0]);
      expect(run(twice, list, 4, { selection: "shared", arbitration: "round-robin" })).toEqual([9, 13, 13]);
    });
  });

  it("what comes from the network goes before what is injected, where that is the rule", () => {
    // Terminal 0 on switch 3, terminals 1 and 2 on switch 4. L = 4. In cycle 2 the packet of 0 and that of 1, created in 1, both request
    // the channel to terminal 2. The packet of 0, which comes from the network, is first and is consumed in 6; that of 1 leaves in 6 and is
    // consumed in 10.
    const line = networkOfLinks({
      terminals: 3,
      switches: 2,
      links: [
        [0, 3],
        [3, 4],
        [1, 4],
        [2, 4],
      ],
    });
    expect(
      run(
        line,
        [
          [0, 2, 1, 0],
          [1, 2, 1, 1],
        ],
        4,
        { priority: "network-first" },
      ),
    ).toEqual([6, 10]);
  });

  describe.each([3, 4])("a ring of %i switches in one direction", (size) => {
    // Terminal s is on switch size + s. Every terminal sends packets to the terminal before its own: size − 1 channels of the ring.
    const links = Array.from(
      { length: size },
      (_, s) =>
        [
          [s, size + s],
          [size + s, size + ((s + 1) % size)],
        ] as const,
    ).flat();
    const ring = networkOfLinks({ terminals: size, switches: size, links });
    const joins = (c: number) => ring.tail[c] >= size && ring.head[c] >= size;
    const oneWay: CompiledRouting = {
      vcClasses: 1,
      maxCandidates: 1,
      route(at, to, _, out) {
        const goal = at < size ? size + at : at === size + to ? to : size + ((at - size + 1) % size);
        out[0] = ring.firstOut[at];
        while (ring.head[out[0]] !== goal) out[0]++;
        return 1;
      },
    };
    const bubbles = { ...oneWay, rings: Int32Array.from(ring.head, (_, c) => (joins(c) ? 0 : -1)) };
    const everybody = (packets: number) => Array.from({ length: size }, (_, s) => [s, (s + size - 1) % size, packets, 0] as const);

    it("stops for good without bubbles", () => {
      expect(run(ring, everybody(6), 2, { queue: 2 }, oneWay)).toContain(-1);
    });

    it("keeps turning with bubbles, full but for one place", () => {
      expect(run(ring, everybody(6), 2, { queue: 2 }, bubbles)).not.toContain(-1);
      expect(run(ring, everybody(6), 2, { queue: 2, storeAndForward: true }, bubbles)).not.toContain(-1);
      // A single packet takes H = size + 1 channels, with or without bubble flow control.
      expect(run(ring, [[0, size - 1, 1, 0]], 4, { queue: 2 }, bubbles)).toEqual([size + 4]);
    });
  });
});

describe("packets that meet", () => {
  it.each([1, 5, 16])("the second of two for one output comes L = %i cycles later", (phits) => {
    // Both packets enter the switch in cycle 0 and request in 1. One leaves in 1 and is consumed in 1 + L, the other leaves in 1 + L.
    const list = [0, 1].map((source) => ({ source, destination: 2, bytes: 4 * phits, time: 0 }));
    const frame = runWithReference(messagesOn(tree, upAndDown, cutThrough({ packet: 4 * phits }), list));
    expect([...frame.messageDelivered].sort((a, b) => a - b)).toEqual([1 + phits, 1 + 2 * phits]);
    // Only one packet waited, L cycles, on the channel by which it had arrived. Channels 0 and 1 leave terminals 0 and 1.
    expect([frame.waiting[0], frame.waiting[1]].sort((a, b) => a - b)).toEqual([0, phits]);
    // Headers reached the switch one cycle after injection, and terminal 2 two cycles and L + 2 cycles after injection.
    const intoTerminal2 = 5;
    expect([...frame.sinceInjection]).toEqual([1, 1, 0, 0, 0, phits + 4]);
    expect(frame.phits[intoTerminal2]).toBe(2 * phits);
  });

  it("the oldest goes first where that is the rule, however they came", () => {
    // Terminal 1 creates its packet a cycle later. It requests in cycle 2, when the output is in use by the first packet of 0 until 1 + L =
    // 5. The second packet of terminal 0, created in cycle 0, requests from 5 on and is older: it leaves in 5, that of terminal 1 in 9.
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 1 },
    ];
    const frame = runWithReference(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "oldest-first" }), list));
    expect([...frame.messageDelivered]).toEqual([5, 9, 13]);
  });

  it("are served in turn by round robin", () => {
    // Two packets each from terminals 0 and 1, L = 4. Input 0 is served in cycle 1, then inputs 1, 0 and 1, every 4 cycles.
    const list = [0, 0, 1, 1].map((source) => ({ source, destination: 2, bytes: 16, time: 0 }));
    const frame = runWithReference(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "round-robin" }), list));
    expect([...frame.messageDelivered]).toEqual([5, 13, 9, 17]);
  });

  it("delay the packets behind them in the queue", () => {
    // L = 4. Terminals 0 and 1 send to 2 in cycle 0; the next packet of 0 is for 1. With round-robin, 0 is first, in cycle 1; its next
    // packet is at the head of the switch queue in cycle 5 and its output is free. If 1 were served first, it would have to wait.
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 0, destination: 1, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 0, bytes: 16, time: 0 },
    ];
    const frame = runWithReference(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "round-robin" }), list));
    // Packet 3 is behind packet 2, which leaves in cycle 5: packet 3 reaches the head in 9, leaves in 9, and is consumed in 13.
    expect([...frame.messageDelivered]).toEqual([5, 9, 9, 13]);
  });
});

describe("what a terminal does", () => {
  const two = [
    { source: 0, destination: 1, bytes: 32, time: 3 },
    { source: 0, destination: 2, bytes: 16, time: 20 },
    { source: 1, destination: 2, bytes: 16, time: 20 },
  ];

  it("sends from grant to grant + L, is blocked while a packet waits and nothing is sent, and idle else", () => {
    // L = 4, queues of one packet. Terminal 0 creates two packets in cycle 3. The first is sent in 3 to 6. The credit of the switch queue
    // is free again in 8, because the first packet was granted in 4; so the terminal is blocked in 7 and sends in 8 to 11. In cycle 20
    // nothing blocks it: it sends in 20 to 23.
    const { simulation } = startRun(messagesOn(tree, upAndDown, cutThrough({ packet: 16, queue: 1 }), two));
    const after = (cycle: number) => {
      simulation.advance(cycle, Infinity);
      const { sendingCycles, blockedCycles, sendingSoFar, blockedSoFar } = frameOf(simulation);
      expect([...sendingSoFar, ...blockedSoFar]).toEqual([...sendingCycles, ...blockedCycles]);
      return [sendingCycles[0], blockedCycles[0]];
    };
    expect([3, 4, 7, 8, 9, 12, 20, 22].map(after)).toEqual([
      [0, 0],
      [1, 0],
      [4, 0],
      [4, 1],
      [5, 1],
      [8, 1],
      [8, 1],
      [10, 1],
    ]);
    const { sendingCycles, blockedCycles } = runToEnd(simulation);
    expect([...sendingCycles]).toEqual([12, 4, 0]);
    expect([...blockedCycles]).toEqual([1, 0, 0]);
  });

  it("waits for the packets in front of it, up to now and only within the window", () => {
    // All three send to one terminal at full load; with queues of one packet, they can only send at the rate of its channel.
    const hotSpot = { kind: "hot-spot", values: { share: 1, terminal: 2 } };
    const workload = { kind: "open-loop", values: { ...atFullLoad.values, pattern: hotSpot } };
    const flowControl = cutThrough({ packet: 16, queue: 1, arbitration: "round-robin" });
    const run = { warmUp: 200, window: 400, drain: 200 };
    const scenario = { title: "", topology: tree, ...defaultSections, routing: upAndDown, flowControl, workload, run, seed: 1 };
    const { simulation } = startRun(scenario);
    simulation.advance(600, Infinity);
    const { sendingCycles, blockedCycles, phits, windowPhits } = frameOf(simulation);
    // The channel to terminal 2 carries one phit per cycle, alternately from 0 and 1.
    expect([...sendingCycles.subarray(0, 2)]).toEqual([200, 200]);
    expect([...blockedCycles.subarray(0, 2)]).toEqual([200, 200]);
    expect([...windowPhits.subarray(0, 2)]).toEqual([200, 200]);
    expect(phits[0]).toBeGreaterThan(270);
    const later = runToEnd(simulation);
    expect([...later.blockedCycles]).toEqual([...blockedCycles]);
    expect(later.blockedSoFar[0]).toBeGreaterThan(blockedCycles[0]);
  });
});

describe("on the way", () => {
  it("counts phits as they cross, not as they are granted", () => {
    // L = 16: after 3 cycles, 3 phits of the packet have crossed its first channel and 2 its second.
    const { simulation } = startRun(
      messagesOn(tree, upAndDown, cutThrough({ packet: 64 }), [{ source: 0, destination: 1, bytes: 64, time: 0 }]),
    );
    simulation.advance(3, Infinity);
    const frame = frameOf(simulation);
    expect([...frame.phits]).toEqual([3, 0, 0, 0, 2, 0]);
    expect([...frame.queued]).toEqual([1, 0, 0, 0, 0, 0]);
    expect(simulation.now).toBe(3);
  });
});
