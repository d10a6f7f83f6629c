/**
 * Wormhole switching with non-uniform links, and with switches that have pipelines, speed-up or output buffers: the engine compared with
 * the reference simulator, cycle by cycle.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { uniformBelow, mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { startWormhole } from "../../src/core/flow-control/wormhole/engine.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import { startSwitchedWormhole } from "../../src/core/flow-control/wormhole/switched.ts";
import type { ChannelClocks } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch, type SwitchRules } from "../../src/core/plan/switches.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, isThorough } from "../effort.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { expectSameAs, maxCycles, scenariosOn } from "./against-reference.ts";
import { linksFor } from "./any-links.ts";
import { smallTopology } from "./arbitrary.ts";
import { randomPlans } from "./random-plans.ts";
import { arbitraryScenario, frameOf, messagesOn, runToEnd } from "./scenarios.ts";

const selections = [
  "shared",
  "most-credits",
  "queue-credits",
  "best-free",
  "sticky",
  "first",
  "random",
  "oblivious",
  "one-drawn",
  "two-drawn",
] as const;

/** Random rules: packets of 1 to 8 flits, buffers of 1 to 20. */
const anyRules: fc.Arbitrary<WormholeRules> = fc.record({
  buffer: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
  virtualChannels: fc.integer({ min: 1, max: 3 }),
  injectionSlots: fc.integer({ min: 1, max: 3 }),
  packet: fc.integer({ min: 1, max: 8 }).map((phits) => 4 * phits),
  handover: fc.constantFrom("behind-tail" as const, "when-empty" as const),
  selection: fc.constantFrom(...selections),
  ties: fc.constantFrom("first" as const, "random" as const),
  arbitration: fc.constantFrom("random" as const, "round-robin" as const, "oldest-first" as const),
  priority: fc.constantFrom("equal" as const, "network-first" as const),
});

/** A seed from which the rate and the length of each channel are drawn. */
const anyLinks: fc.Arbitrary<number> = fc.nat();

const rates = [
  [1, 1],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 3],
  [3, 2],
  [5, 7],
  [3, 1],
] as const;

const lengths = [0, 0, 1, 2, 3, 9, 40];

function linksOf(drawn: number, plan: Plan): ChannelClocks {
  return linksFor(plan, (c) => [...rates[mix(drawn, c, 1) % rates.length], lengths[mix(drawn, c, 2) % lengths.length]]);
}

const anySwitches: fc.Arbitrary<SwitchRules> = fc
  .record({
    pipeline: fc.constantFrom(0, 0, 1, 2, 3, 5),
    creditDelay: fc.constantFrom(0, 0, 1, 4),
    speedup: fc.constantFrom(0, 1, 1, 2, 3),
    outputBuffer: fc.constantFrom(0, 0, 1, 2, 3, 8),
    iterations: fc.constantFrom(1, 1, 2, 3),
  })
  .map((drawn) => ({ ...plainSwitch, ...drawn, outputBuffer: drawn.speedup === 0 ? 0 : drawn.outputBuffer }));

/** A plan with links, or switches, or both. */
function withLinksAndSwitches(plan: Plan, links: number | null, switches: SwitchRules | null): Plan {
  return {
    ...plan,
    ...(links === null ? {} : { links: linksOf(links, plan) }),
    ...(switches === null ? {} : { switches }),
  };
}

const linksAndSwitches = fc.tuple(fc.option(anyLinks, { freq: 3 }), fc.option(anySwitches, { freq: 3 }));

describe("the engine equals the reference", () => {
  it("on random networks", () => {
    const flowControl = anyRules.map((values): ChosenKind => ({ kind: "wormhole", values: values as unknown as Values }));
    fc.assert(
      fc.property(
        scenariosOn(smallTopology(20), flowControl),
        linksAndSwitches,
        fc.constantFrom(maxCycles, 333),
        (scenario, [links, switches], until) => {
          const plan = withLinksAndSwitches(compile(scenario).plan, links, switches);
          const rules = rulesOf(scenario.flowControl);
          expectSameAs((cycles) => simulateWormhole(rules, plan, cycles), startSwitchedWormhole(rules, plan), until);
        },
      ),
      { numRuns: cases(75) },
    );
  });

  it("on more virtual channels than a number has bits", () => {
    const routing: ChosenKind = {
      kind: "minimal-adaptive",
      values: { ...defaultsOf(allRoutings.get("minimal-adaptive").params), adaptiveClasses: 2 },
    };
    const torus: ChosenKind = { kind: "torus", values: { ...defaultsOf(allTopologies.get("torus").params), sizes: [4, 3] } };
    const flowControl = fc
      .tuple(anyRules, fc.constantFrom("shared", "most-credits", "best-free", "random"))
      .map(([values, selection]): ChosenKind => {
        return { kind: "wormhole", values: { ...values, selection, virtualChannels: 16, handover: "when-empty" } as unknown as Values };
      });
    fc.assert(
      fc.property(scenariosOn(fc.constant(torus), flowControl), linksAndSwitches, (drawn, [links, switches]) => {
        const scenario = { ...drawn, routing };
        const plan = withLinksAndSwitches(compile(scenario).plan, links, switches);
        expect(plan.routing.vcClasses).toBeGreaterThan(32);
        const rules = rulesOf(scenario.flowControl);
        expectSameAs((cycles) => simulateWormhole(rules, plan, cycles), startSwitchedWormhole(rules, plan), 600);
      }),
      { numRuns: cases(8) },
    );
  });

  it("on networks and routings that no kind makes", () => {
    const drawn = anyRules.chain((rules) => fc.tuple(fc.constant(rules), randomPlans((rules as unknown as { packet: number }).packet / 4)));
    fc.assert(
      fc.property(drawn, linksAndSwitches, fc.constantFrom(2100, 200, 77), ([rules, plan], [links, switches], until) => {
        // Bubble flow control is defined for whole packets only.
        const { rings: _, ...routing } = plan.routing;
        const others = withLinksAndSwitches({ ...plan, routing }, links, switches);
        expectSameAs((cycles) => simulateWormhole(rules, others, cycles), startSwitchedWormhole(rules, others), until);
      }),
      { numRuns: cases(75) },
    );
  });
});

describe("a run", () => {
  const flowControl = anyRules.map((values): ChosenKind => ({ kind: "wormhole", values: values as unknown as Values }));

  it("is the same, to the byte, however it is sliced", () => {
    const slices = fc.infiniteStream(fc.record({ cycles: fc.integer({ min: 0, max: 90 }), work: fc.integer({ min: 1, max: 200 }) }));
    fc.assert(
      fc.property(scenariosOn(smallTopology(20), flowControl), linksAndSwitches, slices, (scenario, [links, switches], sizes) => {
        const plan = withLinksAndSwitches(compile(scenario).plan, links, switches);
        const begin = () => startSwitchedWormhole(rulesOf(scenario.flowControl), plan);
        const [whole, sliced] = [begin(), begin()];
        whole.advance(maxCycles, Infinity);
        const cut = sizes[Symbol.iterator]();
        while (sliced.status === "running" && sliced.now < maxCycles) {
          const { cycles, work } = cut.next().value;
          sliced.advance(Math.min(maxCycles, sliced.now + cycles), work);
        }
        expect(sliced.now).toBe(whole.now);
        expect(bytesOf(sliced).equals(bytesOf(whole))).toBe(true);
        expect(sliced.deadlockCycle).toEqual(whole.deadlockCycle);
      }),
      { numRuns: cases(40) },
    );
  });

  it("is that of the plain engine where links are equal and switches plain", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(20), flowControl), (scenario) => {
        const { plan } = compile(scenario);
        const equal = { perCycle: onePerChannel(plan), perPhit: onePerChannel(plan), delay: new Float64Array(onePerChannel(plan).length) };
        const rules = rulesOf(scenario.flowControl);
        const [plain, switched] = [
          startWormhole(rules, plan),
          startSwitchedWormhole(rules, { ...plan, links: equal, switches: plainSwitch }),
        ];
        for (const each of [plain, switched]) each.advance(maxCycles, Infinity);
        expect(bytesOf(switched).equals(bytesOf(plain))).toBe(true);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("found by hand", () => {
  /** A row of switches with one terminal each. */
  const row = (size: number): ChosenKind => ({ kind: "mesh", values: { sizes: [size], terminalsPerSwitch: 1 } });
  const inOrder: ChosenKind = { kind: "dimension-order", values: defaultsOf(allRoutings.get("dimension-order").params) };
  const wormhole = (values: Values): ChosenKind => ({
    kind: "wormhole",
    values: { ...defaultsOf(allFlowControls.get("wormhole").params), ...values },
  });
  const message = (source: number, destination: number, flits: number) => ({ source, destination, bytes: 4 * flits, time: 0 });

  /** Flits that cross the channel between two switches during `cycles` cycles, while one terminal sends continuously to the other. */
  function carried(from: number, cycles: number, buffer: number, change: (plan: Plan, between: number) => Plan, packet = 1024): number {
    const flits = 1024;
    const scenario = messagesOn(row(2), inOrder, wormhole({ buffer, packet: 4 * packet }), [message(0, 1, flits)]);
    const { plan } = compile(scenario);
    const between = plan.network.tail.findIndex((tail, c) => tail === 2 && plan.network.head[c] === 3);
    const changed = change(plan, between);
    const rules = rulesOf(scenario.flowControl);
    const [simulation] = [startSwitchedWormhole(rules, changed)];
    simulation.advance(from, Infinity);
    const before = frameOf(simulation).phits[between];
    simulation.advance(from + cycles, Infinity);
    const after = frameOf(simulation).phits[between];
    expect(after).toBeLessThan(flits);
    expectSameAs((until) => simulateWormhole(rules, changed, until), startSwitchedWormhole(rules, changed), from + cycles);
    return after - before;
  }

  it("a buffer of B flits behind a round trip of R cycles carries min(1, B / R)", () => {
    const drawn = fc.record({
      buffer: fc.integer({ min: 1, max: 60 }),
      delay: fc.integer({ min: 0, max: 25 }),
      creditDelay: fc.integer({ min: 0, max: 4 }),
      pipeline: fc.integer({ min: 0, max: 4 }),
      speedup: fc.constantFrom(0, 1, 2),
    });
    let limitedCount = 0;
    fc.assert(
      fc.property(drawn, ({ buffer, delay, creditDelay, pipeline, speedup }) => {
        const trip = 2 + 2 * delay + creditDelay + pipeline;
        if (buffer < trip) limitedCount++;
        const found = carried(200, 4 * trip, buffer, (plan, between) => ({
          ...plan,
          links: {
            perCycle: onePerChannel(plan),
            perPhit: onePerChannel(plan),
            delay: new Float64Array(onePerChannel(plan).length).fill(delay, between, between + 1),
          },
          switches: { ...plainSwitch, pipeline, creditDelay, speedup },
        }));
        expect(found).toBe(4 * Math.min(trip, buffer));
      }),
      { numRuns: cases(60) },
    );
    expect(limitedCount).toBeGreaterThan(cases(10));
  });

  it("out of a pipeline, a virtual channel carries F / (F + 1) with packets of F flits; all of it where it is granted twice a cycle", () => {
    const drawn = fc.record({
      packet: fc.constantFrom(1, 2, 4, 8, 16),
      pipeline: fc.integer({ min: 1, max: 4 }),
      outputBuffer: fc.constantFrom(0, 2, 20),
    });
    fc.assert(
      fc.property(drawn, ({ packet, pipeline, outputBuffer }) => {
        const cycles = 5 * (packet + 1);
        /** Flits that cross the channel in 10 · `perPhit` cycles. */
        const at = (speedup: number) =>
          carried(50, cycles, 64, (plan) => ({ ...plan, switches: { ...plainSwitch, pipeline, speedup, outputBuffer } }), packet);
        expect([at(1), at(2), at(3)]).toEqual([5 * packet, cycles, cycles]);
      }),
      { numRuns: cases(20) },
    );
  });

  it.each([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
    [7, 5],
    [5, 7],
  ])("a channel of rate %i/%i carries exactly that, from a separate path or an output buffer", (perCycle, perPhit) => {
    const at = (switches: SwitchRules) =>
      carried(30, 10 * perPhit, 64, (plan, between) => ({
        ...plan,
        // All other channels have a higher rate.
        links: {
          perCycle: onePerChannel(plan)
            .fill(10)
            .fill(perCycle, between, between + 1),
          perPhit: onePerChannel(plan).fill(perPhit, between, between + 1),
          delay: new Float64Array(onePerChannel(plan).length).fill(3),
        },
        switches,
      }));
    expect(at(plainSwitch)).toBe(10 * perCycle);
    expect(at({ ...plainSwitch, speedup: 2, outputBuffer: 8 })).toBe(10 * perCycle);
    // A switch that passes one phit per cycle limits the channel to that rate.
    expect(at({ ...plainSwitch, speedup: 1 })).toBe(10 * Math.min(perCycle, perPhit));
  });

  it("a packet alone takes the lengths, the headers' own cycles, and those of its flits on the slowest channel", () => {
    const drawn = fc.record({
      size: fc.integer({ min: 2, max: 5 }),
      flits: fc.integer({ min: 1, max: 12 }),
      // Cycles per phit; negative numbers are phits per cycle.
      rates: fc.array(fc.constantFrom(1, 1, 2, 3, 5, -2, -3), { minLength: 6, maxLength: 6 }),
      delays: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 6, maxLength: 6 }),
      pipeline: fc.integer({ min: 0, max: 4 }),
      speedup: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(drawn, ({ size, flits, rates, delays, pipeline, speedup }) => {
        const scenario = messagesOn(row(size), inOrder, wormhole({ buffer: 200, packet: 4 * flits }), [message(0, size - 1, flits)]);
        const { plan } = compile(scenario);
        const { tail, head } = plan.network;
        const clocks = { perCycle: onePerChannel(plan), perPhit: onePerChannel(plan), delay: new Float64Array(head.length) };
        const nodes = [0, ...Array.from({ length: size }, (_, i) => size + i), size - 1];
        let cycles = 0;
        let slowest = 1;
        for (let i = 0; i <= size; i++) {
          const c = tail.findIndex((node, each) => node === nodes[i] && head[each] === nodes[i + 1]);
          if (rates[i] < 0) clocks.perCycle[c] = -rates[i];
          else clocks.perPhit[c] = rates[i];
          clocks.delay[c] = delays[i];
          slowest = Math.max(slowest, rates[i]);
          cycles += Math.max(1, rates[i]) + delays[i];
        }
        // Terminals offer flits at the rate of the first channel, so faster channels after it make no difference.
        if (Math.max(...rates.slice(0, size + 1)) < 0) return;
        const links = { ...plan, links: clocks, switches: { ...plainSwitch, pipeline, speedup } };
        const { messageDelivered } = runToEnd(startSwitchedWormhole(rulesOf(scenario.flowControl), links));
        expect(messageDelivered[0]).toBe(cycles + size * pipeline + (flits - 1) * slowest);
      }),
      { numRuns: cases(100) },
    );
  });

  it("who crosses a slow channel does so for all of its cycles", () => {
    const scenario = messagesOn(row(2), inOrder, wormhole({ packet: 4 }), [message(0, 1, 1)]);
    const { plan } = compile(scenario);
    const perPhit = onePerChannel(plan).fill(3);
    const links = { perCycle: onePerChannel(plan), perPhit, delay: new Float64Array(perPhit.length) };
    const simulation = startSwitchedWormhole(rulesOf(scenario.flowControl), { ...plan, links });
    const between = plan.network.tail.findIndex((tail, c) => tail === 2 && plan.network.head[c] === 3);
    const crossing = Array.from({ length: 9 }, (_, t) => {
      simulation.advance(t, Infinity);
      return simulation.holderOf(between)?.source ?? null;
    });
    // The flit reaches the first switch in cycle 3, and crosses the channel in 3, 4 and 5.
    expect(crossing).toEqual([null, null, null, null, 0, 0, 0, null, null]);
  });

  it("the packet on a channel is reported for as many cycles as it has flits, though another one holds it already", () => {
    const drawn = fc.record({
      flits: fc.integer({ min: 1, max: 4 }),
      pipeline: fc.integer({ min: 0, max: 3 }),
      speedup: fc.constantFrom(1, 2),
      outputBuffer: fc.constantFrom(0, 1, 6),
    });
    fc.assert(
      fc.property(drawn, ({ flits, pipeline, speedup, outputBuffer }) => {
        const packets = 12;
        const messages = [0, 1].map((source) => message(source, 2, packets * flits));
        const scenario = messagesOn(row(3), inOrder, wormhole({ buffer: 6, packet: 4 * flits }), messages);
        const plan = { ...compile(scenario).plan, switches: { ...plainSwitch, pipeline, speedup, outputBuffer } };
        const simulation = startSwitchedWormhole(rulesOf(scenario.flowControl), plan);
        const between = plan.network.tail.findIndex((tail, c) => tail === 4 && plan.network.head[c] === 5);
        const cycles = new Map<string, number>();
        for (let t = 1; simulation.status === "running"; t++) {
          simulation.advance(t, Infinity);
          const holder = simulation.holderOf(between);
          if (holder === null) continue;
          const packet = `${holder.source} ${holder.since}`;
          cycles.set(packet, (cycles.get(packet) ?? 0) + 1);
        }
        expect([...cycles.values()]).toEqual(Array.from({ length: 2 * packets }, () => flits));
      }),
      { numRuns: cases(30) },
    );
  });

  it("a packet of F flits takes 4H + F + 1 cycles through H switches of three stages", () => {
    const drawn = fc.record({
      size: fc.integer({ min: 2, max: 9 }),
      flits: fc.integer({ min: 1, max: 20 }),
      speedup: fc.constantFrom(0, 1, 2),
    });
    fc.assert(
      fc.property(drawn, ({ size, flits, speedup }) => {
        const scenario = messagesOn(row(size), inOrder, wormhole({ buffer: 64, packet: 4 * flits }), [message(0, size - 1, flits)]);
        const plan = { ...compile(scenario).plan, switches: { ...plainSwitch, pipeline: 3, creditDelay: 1, speedup } };
        const { messageDelivered } = runToEnd(startSwitchedWormhole(rulesOf(scenario.flowControl), plan));
        expect(messageDelivered[0] + 1).toBe(4 * size + flits + 1);
      }),
      { numRuns: cases(30) },
    );
  });

  it("flits that wait behind each other at the inputs of a switch use .586 of it and more, by the number of its ports", () => {
    const window = isThorough ? 40_000 : 20_000;
    // Karol, Hluchyj, Morgan (1987), table I: saturation with 2, 4, 8 inputs.
    for (const [ports, expected] of [
      [2, 0.75],
      [4, 0.6553],
      [8, 0.6184],
    ] as const) {
      const atFullLoad = { ...defaultsOf(allWorkloads.get("open-loop").params), pattern: { kind: "uniform", values: {} }, load: 1 };
      const one: ChosenKind = { kind: "single-switch", values: { terminals: 2 * ports } };
      const scenario = {
        ...messagesOn(one, inOrder, wormhole({ buffer: 8, packet: 4, selection: "first", arbitration: "random" }), [message(0, 1, 1)]),
        routing: { kind: "shortest-path", values: defaultsOf(allRoutings.get("shortest-path").params) },
        workload: { kind: "open-loop", values: atFullLoad },
        run: { warmUp: 1000, window, drain: 0 },
      };
      const { plan } = compile(scenario);
      if (plan.demand.form !== "open-loop") throw new Error("has an end");
      const streams = plan.demand.streams.map((stream) => ({
        ...stream,
        isSending: Uint8Array.from({ length: 2 * ports }, (_, s) => (s < ports ? 1 : 0)),
        destination: (_: number, draw: number) => ports + uniformBelow(draw, ports),
      }));
      for (const speedup of [0, 1]) {
        const switches = { ...plainSwitch, speedup };
        const simulation = startSwitchedWormhole(rulesOf(scenario.flowControl), { ...plan, demand: { ...plan.demand, streams }, switches });
        const { scalars } = runToEnd(simulation);
        expect(scalars[scalar.accepted] / (window * ports)).toBeCloseTo(expected, 1.9);
      }
    }
  });
});

it("a deadlock is found where channels have lengths: its circle closes, and what is in it never moves again", () => {
  const atFullLoad = {
    kind: "open-loop",
    values: { ...defaultsOf(allWorkloads.get("open-loop").params), pattern: { kind: "uniform", values: {} }, load: 1 },
  };
  const rings = fc
    .integer({ min: 4, max: 9 })
    .map((size) => ({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } }));
  const flowControl = anyRules.map((values): ChosenKind => ({
    kind: "wormhole",
    values: { ...values, virtualChannels: 1, buffer: 1 + (values.buffer % 3) } as unknown as Values,
  }));
  let deadlocks = 0;
  fc.assert(
    fc.property(
      arbitraryScenario({ topology: rings, flowControl, workload: () => fc.constant(atFullLoad) }),
      anyLinks,
      anySwitches,
      (drawn, links, switches) => {
        const routing = { kind: "dimension-order", values: { channelClasses: "none" } };
        const scenario = { ...drawn, routing, run: { warmUp: 0, window: 3100, drain: 0 } };
        const plan = withLinksAndSwitches(compile(scenario).plan, links, switches);
        const rules = rulesOf(scenario.flowControl);
        const simulation = startSwitchedWormhole(rules, plan);
        const { phits } = expectSameAs((cycles) => simulateWormhole(rules, plan, cycles), simulation);
        const { deadlockCycle, now } = simulation;
        expect(deadlockCycle.length > 0).toBe(simulation.status === "deadlocked");
        if (deadlockCycle.length === 0) return;
        deadlocks++;
        const later = simulateWormhole(rules, plan, now + 300).columns.phits ?? [];
        deadlockCycle.forEach((wait, i) => {
          const next = deadlockCycle[(i + 1) % deadlockCycle.length];
          expect([wait.waitsFor, wait.waitsForClass]).toEqual([next.channel, next.class]);
          expect(plan.network.tail[next.channel]).toBe(plan.network.head[wait.channel]);
          expect(later[wait.channel]).toBe(phits[wait.channel]);
        });
      },
    ),
    { numRuns: cases(20) },
  );
  expect(deadlocks).toBeGreaterThan(cases(1));
});

it("says what it lacks where worms cannot be queued so, or wait for too long", () => {
  const { needsOfLinks, needsOfSwitches, params } = allFlowControls.get("wormhole");
  const values = defaultsOf(params);
  const needs = (rules: Partial<SwitchRules>) => needsOfSwitches?.(values, { ...plainSwitch, ...rules }, {} as never)?.name;
  expect(needs({ pipeline: 3, creditDelay: 1, speedup: 2, outputBuffer: 32, iterations: 2 })).toBe(undefined);
  expect(needs({ queues: "virtual-output" })).toBe("queues");
  expect(needs({ queues: "output" })).toBe("queues");
  expect(needs({ outputBuffer: 4 })).toBe("speedup");
  const lengths = (delay: number) => needsOfLinks?.(values, {} as never, { delay: Float64Array.of(delay) } as never);
  expect(lengths(1000)).toBe(null);
  expect(lengths(1e7)?.message).toContain("1,000,000 cycles");
});

function rulesOf({ values }: ChosenKind): WormholeRules {
  return values as unknown as WormholeRules;
}

/** An array with 1 for each channel. */
function onePerChannel({ network }: Plan): Int32Array {
  return new Int32Array(network.head.length).fill(1);
}

function bytesOf(simulation: Simulation): Buffer {
  return Buffer.from(frameOf(simulation).scalars.buffer);
}
