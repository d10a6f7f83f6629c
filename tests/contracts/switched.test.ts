/** The engine for non-uniform links and switches: compared with the reference simulator cycle by cycle, and with closed forms. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { uniformBelow } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import { findUnsupportedLinks, findUnsupportedSwitches } from "../../src/core/flow-control/whole-packets.ts";
import { SwitchedCutThrough } from "../../src/core/flow-control/cut-through/switched.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { ChannelClocks } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch, type SwitchRules } from "../../src/core/plan/switches.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, firstFew, isThorough, seed } from "../effort.ts";
import { expectSameAsReference, maxCycles, rulesOf, scenariosOn } from "./against-reference.ts";
import { linksFor } from "./any-links.ts";
import { smallTopology } from "./arbitrary.ts";
import { simulateCutThrough } from "../reference/cut-through.ts";
import { networkOfLinks, minimalRouting } from "./random-plans.ts";
import { atFullLoad, randomPlansWith, ringsOf, rulesWith, selections } from "./packet-rules.ts";
import { arbitraryScenario, cutThrough, frameOf, defaultSections } from "./scenarios.ts";

/** Random links: up to three pairs of rate and length, one of which each channel draws. */
function linksOf(plan: Plan): fc.Arbitrary<ChannelClocks> {
  const { network, packetPhits } = plan;
  const rate = fc.constantFrom<readonly [number, number]>([1, 1], [1, 1], [1, 2], [2, 1], [2, 3], [3, 2], [5, 3], [1, 4], [3, 7]);
  const fitting = rate.filter(([p, q]) => p <= q * packetPhits);
  const length = fc.constantFrom(0, 0, 1, 2, 3, 7, 20);
  const channels = network.head.length;
  return fc
    .record({
      classes: fc.array(fc.tuple(fitting, length), { minLength: 1, maxLength: 3 }),
      of: fc.array(fc.nat(2), { minLength: channels, maxLength: channels }),
    })
    .map(({ classes, of }) => {
      const drawn = of.map((i) => classes[i % classes.length]);
      // Shared capacities are counted in channels of one phit per cycle.
      return linksFor(plan, (c) => [...(network.group[c] < 0 ? drawn[c][0] : ([1, 1] as const)), drawn[c][1]]);
    });
}

/** Random switches that these rules and this plan support. */
function switchesOf({ selection }: Pick<CutThroughRules, "selection">, { network, routing, packetPhits }: Plan): fc.Arbitrary<SwitchRules> {
  const isShared = selection === "shared";
  const isGrouped = network.groupCapacity.length > 0;
  const needsOrder = routing.rings !== undefined || routing.isEscape !== undefined;
  const places = routing.rings === undefined ? 1 : 2;
  return fc
    .record({
      pipeline: fc.constantFrom(0, 0, 1, 3),
      creditDelay: fc.constantFrom(0, 0, 1, 2, 9),
      speedup: fc.constantFrom(0, 0, 1, 2, 3),
      outputBuffer: fc.constantFrom(0, 0, packetPhits * places, packetPhits * (places + 1), packetPhits * 4 + 1),
      queues: fc.constantFrom("input" as const, "virtual-output" as const, "output" as const),
      iterations: fc.integer({ min: 1, max: 3 }),
    })
    .map((drawn) => {
      const queues = isShared && !isGrouped && !needsOrder ? drawn.queues : "input";
      const speedup = queues !== "output" ? drawn.speedup : 0;
      const outputBuffer = !isGrouped && queues !== "output" ? drawn.outputBuffer : 0;
      return { ...drawn, queues, speedup, outputBuffer };
    });
}

/** A plan with random link parameters, random switch parameters, both, or neither. */
function withLinksAndSwitches(rules: CutThroughRules, plan: Plan): fc.Arbitrary<Plan> {
  return fc
    .tuple(fc.option(linksOf(plan), { nil: undefined }), fc.option(switchesOf(rules, plan), { nil: undefined }))
    .map(([links, switches]) => ({
      ...plan,
      ...(links === undefined ? {} : { links }),
      ...(switches === undefined ? {} : { switches }),
    }));
}

/** Compiled scenarios on all kinds of networks, with random links and switches. */
function plansOn(
  topology: fc.Arbitrary<ChosenKind>,
  flowControl: fc.Arbitrary<ChosenKind>,
): fc.Arbitrary<readonly [CutThroughRules, Plan]> {
  return scenariosOn(topology, flowControl).chain((scenario) => {
    const rules = rulesOf(scenario);
    return fc.tuple(fc.constant(rules), withLinksAndSwitches(rules, startRun(scenario).plan));
  });
}

describe.each(selections)("with selection %s", (selection) => {
  const stream = seed + selections.indexOf(selection);

  it("on plain networks, the engine does what the others do", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(27), rulesWith(selection)), fc.constantFrom(maxCycles, 77, 200), (scenario, until) => {
        const { plan } = startRun(scenario);
        expectSameAsReference(rulesOf(scenario), plan, new SwitchedCutThrough(rulesOf(scenario), plan), until);
      }),
      { seed: stream, numRuns: cases(5) },
    );
  });

  it("the engine equals the reference on any links and switches", () => {
    fc.assert(
      fc.property(plansOn(smallTopology(24), rulesWith(selection)), fc.constantFrom(maxCycles, 77, 300), ([rules, plan], until) => {
        expectSameAsReference(rules, plan, new SwitchedCutThrough(rules, plan), until);
      }),
      { seed: stream, numRuns: cases(18) },
    );
  });

  it("and on networks and routings that no kind makes", () => {
    const drawn = randomPlansWith(selection).chain(([rules, plan]) => fc.tuple(fc.constant(rules), withLinksAndSwitches(rules, plan)));
    fc.assert(
      fc.property(drawn, fc.constantFrom(2100, 200, 77), ([rules, plan], until) => {
        expectSameAsReference(rules, plan, new SwitchedCutThrough(rules, plan), until);
      }),
      { seed: stream, numRuns: cases(18) },
    );
  });
});

describe("whatever the links and switches", () => {
  const drawn = () => plansOn(smallTopology(16), rulesWith(...selections));

  it("a run is the same however it is cut into slices", () => {
    fc.assert(
      fc.property(drawn(), fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }), ([rules, plan], slices) => {
        const whole = new SwitchedCutThrough(rules, plan);
        const sliced = new SwitchedCutThrough(rules, plan);
        whole.advance(800, Infinity);
        while (whole.status === "running" && whole.now < 800) whole.advance(800, Infinity);
        for (let i = 0; sliced.status === "running" && sliced.now < 800; i++) {
          const slice = slices[i % slices.length];
          sliced.advance(Math.min(800, sliced.now + slice), slice % 3 === 0 ? slice : Infinity);
        }
        expect([...frameOf(sliced).scalars]).toEqual([...frameOf(whole).scalars]);
      }),
      { numRuns: cases(20) },
    );
  });

  it("packets that wait for a channel are reported in as many cycles as are counted, and whose phits cross it", () => {
    fc.assert(
      fc.property(drawn(), fc.nat(), ([rules, plan], draw) => {
        const simulation = new SwitchedCutThrough(rules, plan);
        const channel = draw % plan.network.head.length;
        simulation.trackChannel(channel);
        let blockedCount = 0;
        while (simulation.status === "running" && simulation.now < 1500) {
          simulation.advance(simulation.now + 1, Infinity);
          blockedCount += simulation.blockedPackets(channel).length;
        }
        const { waiting, phits, scalars } = frameOf(simulation);
        const isOver = scalars[scalar.injected] === scalars[scalar.delivered];
        if (isOver) expect(blockedCount).toBe(waiting[channel]);
        const crossed = simulation.trackedCrossings().reduce((sum, each) => sum + each.phits, 0);
        if (isOver) expect(crossed).toBe(phits[channel]);
      }),
      { numRuns: cases(20) },
    );
  });

  it("who waits for a channel is whom the reference refuses", () => {
    fc.assert(
      fc.property(plansOn(smallTopology(12), rulesWith("shared")), fc.integer({ min: 20, max: 300 }), ([rules, plan], until) => {
        const simulation = new SwitchedCutThrough(rules, plan);
        while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
        const { refusedRequests } = simulateCutThrough(rules, plan, until);
        for (let c = 0; c < plan.network.head.length; c++) {
          const expected = refusedRequests
            .filter(({ channel }) => channel === c)
            .map(({ source, destination, inputChannel, cycle }) => [source, destination, inputChannel, cycle].join(" "));
          const found = simulation
            .waitersFor(c)
            .map(({ source, destination, channel, since }) => [source, destination, channel, since].join(" "));
          expect([...new Set(found)].sort()).toEqual([...new Set(expected)].sort());
        }
      }),
      { numRuns: cases(30) },
    );
  });

  it("a deadlock is found", () => {
    let deadlocks = 0;
    const flowControl = rulesWith("shared").map(({ kind, values }) => ({ kind, values: { ...values, virtualChannels: 1, queue: 1 } }));
    const parts = { topology: ringsOf(5, 8), flowControl, workload: () => fc.constant(atFullLoad) };
    const scenarios = arbitraryScenario(parts).map((scenario) => ({
      ...scenario,
      routing: { kind: "dimension-order", values: { channelClasses: "none" } },
      run: { warmUp: 0, window: isThorough ? 4200 : 2100, drain: 0 },
    }));
    const plans = scenarios.chain((scenario) =>
      withLinksAndSwitches(rulesOf(scenario), startRun(scenario).plan).map((plan) => [rulesOf(scenario), plan] as const),
    );
    fc.assert(
      fc.property(plans, ([rules, plan]) => {
        const simulation = new SwitchedCutThrough(rules, plan);
        expectSameAsReference(rules, plan, simulation, plan.window.end + 100);
        if (simulation.status !== "deadlocked") return;
        deadlocks++;
        const { deadlockCycle } = simulation;
        deadlockCycle.forEach((wait, i) => {
          const next = deadlockCycle[(i + 1) % deadlockCycle.length];
          expect([wait.waitsFor, wait.waitsForClass]).toEqual([next.channel, next.class]);
          expect(plan.network.tail[next.channel]).toBe(plan.network.head[wait.channel]);
        });
      }),
      { numRuns: cases(18) },
    );
    expect(deadlocks).toBeGreaterThan(cases(1));
  });
});

/** Default rules of the tests below. */
const defaultRules: CutThroughRules = {
  queue: 4,
  selection: "shared",
  ties: "random",
  arbitration: "random",
  priority: "equal",
  injectionSlots: 1,
  storeAndForward: false,
};

/** A line of switches with terminals 0 and 1 at its ends, and packets from one to the other. */
function linePlan(
  switches: number,
  phits: number,
  packets: number,
  links: readonly (readonly [number, number, number])[],
  rules: Partial<SwitchRules> = {},
): Plan {
  const lineNodes = [0, ...Array.from({ length: switches }, (_, i) => 2 + i), 1];
  const network = networkOfLinks({ terminals: 2, switches, links: lineNodes.slice(1).map((n, i) => [lineNodes[i], n] as const) });
  const list = [{ source: 0, destination: 1, bytes: 4 * phits * packets, time: 0 }];
  const demand = allWorkloads.get("messages").compile({ list }, { network, packetBytes: 4 * phits, seed: 1 });
  // The properties of a link, for both directions.
  const positionOf = (n: number) => lineNodes.indexOf(n);
  const linkOf = (c: number) => links[Math.min(positionOf(network.tail[c]), positionOf(network.head[c]))];
  return {
    engine: virtualCutThrough.engine,
    network,
    routing: minimalRouting(network),
    demand,
    packetPhits: phits,
    headPhits: 1,
    window: { start: 0, end: Infinity, limit: Infinity },
    seed: 1,
    links: linksFor({ network }, linkOf),
    switches: { ...plainSwitch, ...rules },
  };
}

/** Cycles of a message, from its creation to the end of the cycle in which its last packet is consumed. */
function messageCycles(plan: Plan, rules: Partial<CutThroughRules> = {}): number {
  const all = { ...defaultRules, ...rules };
  return expectSameAsReference(all, plan, new SwitchedCutThrough(all, plan)).messageDelivered[0] + 1;
}

describe("in closed form", () => {
  it("a packet alone takes its way through links of any rate and length", () => {
    // L = 4. The packet crosses the first link until 4. On the second, of rate 2, it must not run dry: it begins in 3, ends in 5, and its
    // header is at the other end in 4 + 10. On the third it begins in 14, ends in 18, and is complete 3 cycles later.
    const links = [
      [1, 1, 0],
      [2, 1, 10],
      [1, 1, 3],
    ] as const;
    expect(messageCycles(linePlan(2, 4, 1, links))).toBe(22);
    // Store-and-forward: on the second link the packet begins in 4, ends in 6, and arrives in 16; on the third it begins in 16, ends in 20,
    // and is complete in 23.
    expect(messageCycles(linePlan(2, 4, 1, links), { storeAndForward: true })).toBe(24);
    // At the first switch, a pipeline of 3 cycles overlaps with the wait for the packet's own phits, except for one cycle; at the second it
    // adds all cycles.
    expect(messageCycles(linePlan(2, 4, 1, links, { pipeline: 3 }))).toBe(22 + 1 + 3);
    // Rates 2/3 and 3/2: the last phit arrives in 6, and must begin 2 cycles after the first, so the first begins in 4. The second link is
    // free in 6 2/3.
    expect(
      messageCycles(
        linePlan(1, 4, 1, [
          [2, 3, 0],
          [3, 2, 0],
        ]),
      ),
    ).toBe(8);
  });

  it("where all is alike, lengths and pipelines add up: H + L + lengths + S · pipeline", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(30),
        fc.nat(5),
        (switches, phits, delay, pipeline) => {
          const links = Array.from({ length: switches + 1 }, () => [1, 1, delay] as const);
          const alone = switches + 1 + phits + (switches + 1) * delay + switches * pipeline;
          expect(messageCycles(linePlan(switches, phits, 1, links, { pipeline }))).toBe(alone);
          // Output buffers take no additional time.
          expect(messageCycles(linePlan(switches, phits, 1, links, { pipeline, outputBuffer: 2 * phits, speedup: 1 }))).toBe(alone);
          for (const queues of ["virtual-output", "output"] as const)
            expect(messageCycles(linePlan(switches, phits, 1, links, { pipeline, queues }))).toBe(alone);
        },
      ),
      { numRuns: cases(20) },
    );
  });

  it("q places carry q packets in L + 1 + 2 d + creditDelay + pipeline cycles", () => {
    const few = fc.record({
      queue: fc.integer({ min: 1, max: 5 }),
      phits: fc.integer({ min: 1, max: 9 }),
      delay: fc.nat(25),
      creditDelay: fc.nat(6),
      pipeline: fc.nat(4),
    });
    fc.assert(
      fc.property(few, ({ queue, phits, delay, creditDelay, pipeline }) => {
        const links = [
          [1, 1, delay],
          [1, 1, 0],
        ] as const;
        const cyclesFor = (packets: number) => messageCycles(linePlan(1, phits, packets, links, { creditDelay, pipeline }), { queue });
        const round = Math.max(queue * phits, phits + 1 + 2 * delay + creditDelay + pipeline);
        expect(cyclesFor(1 + 6 * queue) - cyclesFor(1)).toBe(6 * round);
      }),
      { numRuns: cases(30) },
    );
  });

  it.each([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
    [7, 5],
  ])("a rate of %i / %i is carried exactly, to the phit", (p, q) => {
    const plan = linePlan(1, 3, 200, [
      [p, q, 2],
      [p, q, 0],
    ]);
    const simulation = new SwitchedCutThrough({ ...defaultRules, queue: 8 }, plan);
    const channel = plan.network.firstOut[0];
    for (let cycle = 1; cycle < (590 * q) / p; cycle++) {
      simulation.advance(cycle, Infinity);
      expect(frameOf(simulation).phits[channel]).toBe(Math.floor((cycle * p) / q));
    }
  });
});

it("what has gone over a fast link counts as crossed", () => {
  // Two phits arrive at a rate of 3/7, and cross the switch at a rate of 1 from a time within a cycle on. The link of rate 2 has carried
  // them before they have crossed the switch completely. The number of phits that wait for the link must not become negative, or the next
  // packet would prefer this virtual channel as the emptier one.
  const network = networkOfLinks({
    terminals: 3,
    switches: 1,
    links: [
      [0, 3],
      [1, 3],
      [2, 3],
    ],
  });
  const { route } = minimalRouting(network);
  const list = [
    { source: 0, time: 0 },
    { source: 1, time: 0 },
    { source: 0, time: 0 },
    { source: 1, time: 7 },
  ].map((message) => ({ ...message, destination: 2, bytes: 8 }));
  const plan: Plan = {
    engine: virtualCutThrough.engine,
    network,
    routing: {
      vcClasses: 2,
      maxCandidates: 2,
      route(at, to, state, out) {
        route(at, to, state, out);
        [out[0], out[1]] = [2 * out[0], 2 * out[0] + 1];
        return 2;
      },
    },
    demand: allWorkloads.get("messages").compile({ list }, { network, packetBytes: 8, seed: 1 }),
    packetPhits: 2,
    headPhits: 1,
    window: { start: 0, end: Infinity, limit: Infinity },
    seed: 1,
    links: linksFor({ network }, (c) => (network.head[c] === 2 ? [2, 1, 0] : [3, 7, 0])),
    switches: { ...plainSwitch, queues: "virtual-output", outputBuffer: 2 },
  };
  for (const arbitration of ["random", "oldest-first"] as const) {
    const rules: CutThroughRules = { ...defaultRules, ties: "first", arbitration };
    expectSameAsReference(rules, plan, new SwitchedCutThrough(rules, plan));
  }
});

/** N senders and N different receivers on one switch, with packets of `phits` phits to random receivers. */
function runSenders(
  count: number,
  load: number,
  cycles: number,
  switches: SwitchRules,
  queue = 64,
  phits = 1,
): { readonly accepted: number; readonly waits: number } {
  const scenario = {
    title: "",
    topology: { kind: "single-switch", values: { terminals: 2 * count } },
    ...defaultSections,
    routing: { kind: "shortest-path", values: defaultsOf(allRoutings.get("shortest-path").params) },
    flowControl: cutThrough({ packet: 4 * phits, queue: 64, ties: "random" }),
    workload: { kind: "open-loop", values: { ...atFullLoad.values, load } },
    run: { warmUp: 2000, window: cycles, drain: 0 },
    seed: 1,
  };
  const { plan } = startRun(scenario);
  const { demand } = plan;
  if (demand.form !== "open-loop") throw new Error("open loop expected");
  const sending = demand.isSending.map((_, s) => (s < count ? 1 : 0));
  const destination = (_: number, draw: number) => count + uniformBelow(draw, count);
  const streams = demand.streams.map((stream) => ({ ...stream, isSending: sending, destination }));
  const simulation = new SwitchedCutThrough(
    { ...rulesOf(scenario), queue },
    { ...plan, demand: { ...demand, isSending: sending, destination, streams }, switches },
  );
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  const { scalars } = frameOf(simulation);
  // Without waiting, two links and a phit take three cycles.
  return {
    accepted: (phits * scalars[scalar.accepted]) / cycles / count,
    waits: scalars[scalar.latency] / scalars[scalar.taggedDelivered] - 3,
  };
}

describe("N senders and N other receivers on a switch, by Karol, Hluchyj and Morgan (1987)", () => {
  it.each([
    [2, 0.75],
    [4, 0.6553],
    [8, 0.6184],
  ])("input queues, N = %i: accept %f", (count, known) => {
    expect(runSenders(count, 1, 30_000, plainSwitch).accepted).toBeCloseTo(known, 2);
  });

  it.each(firstFew(2, [8, 2, 4]))("with virtual output queues of 64, all is accepted, N = %i", (count) => {
    for (const iterations of [1, 4]) {
      const switches = { ...plainSwitch, queues: "virtual-output", iterations } as const;
      expect(runSenders(count, 1, isThorough ? 30_000 : 10_000, switches).accepted).toBeGreaterThan(0.98);
    }
  });

  it("with output queues, all is accepted, the nearer the more there is room for", () => {
    const accepts = (queue: number) => runSenders(8, 1, isThorough ? 30_000 : 15_000, { ...plainSwitch, queues: "output" }, queue).accepted;
    expect(accepts(64)).toBeGreaterThan(0.98);
    expect(accepts(512)).toBeGreaterThan(0.985);
  });

  it.each([
    [2, 0.5],
    [4, 0.8],
    [8, 0.6],
  ])("output queues, N = %i, load %f: packets wait (N − 1) / N · p / (2 (1 − p)) cycles", (count, load) => {
    const known = (((count - 1) / count) * load) / (2 * (1 - load));
    expect(
      Math.abs(runSenders(count, load, isThorough ? 100_000 : 50_000, { ...plainSwitch, queues: "output" }).waits / known - 1),
    ).toBeLessThan(0.03);
  });
});

describe("as CAMINOS 0.6.3 has it: packets of 16 phits, two virtual channels of 64, output buffers of 32, speed-up 2", () => {
  const bubble = { kind: "dimension-order", values: { channelClasses: "bubble" } };
  const onTree = {
    topology: { kind: "k-ary-n-tree", values: { k: 4, n: 3 } },
    routing: { kind: "nearest-common-ancestor", values: {} },
    selection: "random",
  };
  const onTorus = {
    topology: { kind: "torus", values: { sizes: [8, 8], wrap: [], terminalsPerSwitch: 1 } },
    routing: bubble,
    selection: "shared",
  };

  /** Latency as CAMINOS counts it, to the beginning of the cycle in which the last phit is consumed; and the accepted load. */
  function measure({ topology, routing, selection }: typeof onTree, load: number): readonly [number, number] {
    const flowControl = cutThrough({ packet: 64, queue: 4, virtualChannels: 2, selection, ties: "random" });
    const workload = { kind: "open-loop", values: { ...atFullLoad.values, load } };
    const values = { ...defaultsOf(allRoutings.get(routing.kind).params), ...routing.values };
    const run = { warmUp: 3000, window: 9000, drain: 0 };
    const scenario = {
      title: "",
      topology,
      ...defaultSections,
      routing: { kind: routing.kind, values },
      flowControl,
      workload,
      run,
      seed: 1,
    };
    const plan = { ...startRun(scenario).plan, switches: { ...plainSwitch, speedup: 2, outputBuffer: 32 } };
    const simulation = new SwitchedCutThrough(rulesOf(scenario), plan);
    while (simulation.status === "running") simulation.advance(Infinity, Infinity);
    const { scalars } = frameOf(simulation);
    const phits = (scalars[scalar.accepted] * 16) / run.window / plan.network.terminals;
    return [scalars[scalar.latency] / scalars[scalar.taggedDelivered] - 1, phits];
  }

  const latencies = [
    ["tree", 0.2, onTree, 27.32],
    ["torus", 0.1, onTorus, 24.64],
    ["tree", 0.6, onTree, 60.32],
    ["torus", 0.6, onTorus, 84.32],
    ["tree", 0.4, onTree, 38.81],
    ["torus", 0.3, onTorus, 35.52],
    ["torus", 0.5, onTorus, 57.83],
  ] as const;
  it.each(firstFew(4, latencies))("on the %s at load %f, packets take as long, within 5 %%", (_, load, network, known) => {
    const [latency] = measure(network as typeof onTree, load);
    expect(Math.abs(latency / known - 1)).toBeLessThan(0.05);
  });

  it.each([
    ["tree", onTree, 0.853],
    ["torus", onTorus, 0.783],
  ] as const)("on the %s as much is accepted, within 3 %%", (_, network, known) => {
    const [, accepted] = measure(network as typeof onTree, 1);
    expect(Math.abs(accepted / known - 1)).toBeLessThan(0.03);
  });
});

it("with one virtual channel, speed-up is a faster way through the switch", () => {
  // Speed-up compensates head-of-line blocking partially; completely if packets arrive completely before they cross.
  const rules = { ...plainSwitch, speedup: 2, outputBuffer: 32 };
  expect(runSenders(8, 1, 20_000, rules, 64, 8).accepted).toBeGreaterThan(0.8);
  expect(runSenders(8, 1, 20_000, { ...rules, speedup: 1 }, 64, 8).accepted).toBeLessThan(0.75);
});

describe("what cannot be is refused by its name", () => {
  const network = networkOfLinks({
    terminals: 2,
    switches: 1,
    links: [
      [0, 2],
      [1, 2],
    ],
  });
  const shared = { ...network, groupCapacity: Float64Array.of(1) };
  const ways = minimalRouting(network);
  const withEscape = { ...ways, isEscape: new Uint8Array(4) };
  const withRings = { ...ways, rings: new Int32Array(4) };
  const values = { selection: "shared", queue: 64, virtualChannels: 1, injectionSlots: 1 };
  const packetPhits = 16;
  const name = (rules: Partial<SwitchRules>, at: Network = network, routing = ways, changed = {}) =>
    findUnsupportedSwitches({ ...values, ...changed }, { ...plainSwitch, ...rules }, { network: at, routing, packetPhits })?.name;

  it("of switches", () => {
    expect(name({ pipeline: 3, creditDelay: 9, speedup: 2, outputBuffer: 16 })).toBeUndefined();
    expect(name({ outputBuffer: 15 })).toBe("outputBuffer");
    expect(name({ outputBuffer: 31 }, network, withRings)).toBe("outputBuffer");
    expect(name({ outputBuffer: 32 }, network, withRings)).toBeUndefined();
    expect(name({ queues: "virtual-output" }, network, withEscape)).toBe("queues");
    expect(name({ queues: "output" }, network, withRings)).toBe("queues");
    expect(name({ queues: "output" }, network, ways, { selection: "random" })).toBe("queues");
    expect(name({ queues: "output", speedup: 1 })).toBe("speedup");
    expect(name({ queues: "output", outputBuffer: 64 })).toBe("outputBuffer");
    expect(name({ queues: "virtual-output" }, shared)).toBe("queues");
    expect(name({ outputBuffer: 64 }, shared)).toBe("outputBuffer");
    const wide = networkOfLinks({
      terminals: 512,
      switches: 1,
      links: Array.from({ length: 512 }, (_, terminal) => [terminal, 512] as const),
    });
    expect(name({ queues: "virtual-output" }, wide)).toBe("queues");
    expect(name({ queues: "virtual-output" }, wide, ways, { queue: 4 })).toBeUndefined();
  });

  it("of links", () => {
    const rates = (p: number, q: number) => linksFor({ network }, () => [p, q, 0]);
    expect(findUnsupportedLinks({ packet: 8 }, network, rates(2, 1))).toBeNull();
    expect(findUnsupportedLinks({ packet: 4 }, network, rates(2, 1))?.remedy).toMatch(/packets of 8 B/);
    expect(findUnsupportedLinks({ packet: 64 }, { ...network, group: new Int32Array(4) }, rates(1, 2))?.message).toMatch(/rate 1/);
  });
});
