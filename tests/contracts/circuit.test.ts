/** The circuit-switching engine: compared with the reference simulator event by event, and with numbers computed by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { circuit } from "../../src/core/flow-control/circuit.ts";
import { startCircuit } from "../../src/core/flow-control/circuit/engine.ts";
import type { CircuitRules } from "../../src/core/flow-control/circuit/state.ts";
import { allHosts } from "../../src/core/hosts/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { allTechnologies } from "../../src/core/technologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, seed } from "../effort.ts";
import { simulateCircuit } from "../reference/circuit.ts";
import { times } from "../reference/creation.ts";
import { anyLinks, linksFor, withLinks } from "./any-links.ts";
import { scenariosOn } from "./against-reference.ts";
import { smallTopology } from "./arbitrary.ts";
import { networkOfLinks, randomPlans, minimalRouting } from "./random-plans.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { frameOf, messagesOn, runToEnd } from "./scenarios.ts";

/** Cycle at which an unfinished run is compared. */
const maxCycles = 3000;

/** Circuit switching with default values, except for `values`. */
function circuitSwitching(values: Values = {}): ChosenKind {
  return { kind: circuit.id, values: { ...defaultsOf(circuit.params), ...values } };
}

/** Random rules. Most times are multiples of a quarter cycle, some are not. */
const anyRules: fc.Arbitrary<ChosenKind> = fc
  .record({
    packet: fc.oneof(
      fc.integer({ min: 1, max: 10 }).map((phits) => 4 * phits),
      fc.integer({ min: 4, max: 40 }),
    ),
    virtualChannels: fc.constantFrom(1, 1, 2, 3),
    outstanding: fc.integer({ min: 1, max: 4 }),
    hopDelay: fc.constantFrom(1, 1, 1.5, 2, 3.5, 3.1),
    release: fc.constantFrom(...circuit.params.release.choices.map(({ id }) => id)),
    acknowledgement: fc.constantFrom(0, 0.5, 3, 7, 40, 2.3),
    selection: fc.constantFrom(...circuit.params.selection.choices.map(({ id }) => id)),
    ties: fc.constantFrom(...circuit.params.ties.choices.map(({ id }) => id)),
    ageClass: fc.constantFrom(0, 1, 20, 100, 5000),
  })
  .map(circuitSwitching);

const rulesOf = ({ flowControl }: Scenario) => flowControl.values as unknown as CircuitRules;

/** Expects all numbers of the reference to equal those of a simulation's frame, at cycle `until` or at the end. */
function expectSameAsReference(rules: CircuitRules, plan: Plan, simulation: Simulation, until = maxCycles): Frame {
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = frameOf(simulation);
  const { now, status } = simulation;
  const reference = simulateCircuit(rules, plan, now);
  expect(reference.scalars.now).toBe(now);
  // The engine checks for deadlock once in each time bin of the frame's columns, and at the cycle limit.
  const timeBin = frame.scalars[scalar.binCycles];
  // The reference does not stop for a deadlock; it continues to the cycle limit.
  const expectedStatus = now < plan.window.limit ? "running" : "finished";
  if (status === "deadlocked") expect([reference.status, reference.stuckSince <= now]).toEqual([expectedStatus, true]);
  else expect(reference.status).toBe(status);
  if (status === "running") expect(reference.stuckSince).toBeGreaterThan(now - timeBin);
  const { tagged, taggedDelivered } = reference.scalars;
  if (status === "finished" && tagged !== taggedDelivered) expect(reference.stuckSince).toBeGreaterThan(now);
  // The engine counts messages in source queues lazily: until the run ends, these values may be too low.
  const lazilyCounted: readonly string[] = status === "finished" ? [] : ["tagged", "created"];
  for (const [name, expected] of Object.entries(reference.scalars)) {
    if (!lazilyCounted.includes(name)) expectNear([frame.scalars[scalar[name as keyof typeof scalar]]], [expected], name, plan);
  }
  for (const [name, expected] of Object.entries(reference.columns)) {
    if (!lazilyCounted.includes(name)) expectNear([...frame[name as keyof Frame]], expected, name, plan);
  }
  return frame;
}

/** Exact equality; if rates are fractions, to nine digits, because sums of phits and lost cycles depend on the order of additions. */
function expectNear(found: readonly number[], expected: readonly number[], name: string, { ports, links, network }: Plan): void {
  const isExact = ports === undefined && links === undefined && network.groupCapacity.length === 0;
  const same = expected.map((each, i) => (!isExact && Math.abs(found[i] - each) <= 1e-9 * Math.max(1, Math.abs(each)) ? each : found[i]));
  expect(same, name).toEqual(expected);
}

/** A technology and a host: ports with all kinds of limits, some with a start-up. */
const anyMachine = fc.record({
  technology: fc
    .record({ rate: fc.constantFrom(400e6, 100e6), overhead: fc.constantFrom(0, 8, 58) })
    .map((values): ChosenKind => ({ kind: allTechnologies.get("own-links").id, values })),
  host: fc.oneof(
    fc.constant<ChosenKind>({ kind: "ideal", values: {} }),
    fc
      .record({
        oneWay: fc.constantFrom(0, 50e6, 80e6),
        bothWays: fc.constantFrom(0, 50e6, 75e6, 120e6),
        startUp: fc.constantFrom(0, 0.1, 1.7),
      })
      .map((values): ChosenKind => ({ kind: allHosts.get("limited-ports").id, values })),
    fc
      .record({ memory: fc.constantFrom("elan", "main"), library: fc.constant("elan3lib") })
      .map((values): ChosenKind => ({ kind: allHosts.get("elan3").id, values })),
  ),
});

describe("the engine equals the reference", () => {
  let [tried, deadlocks, delivered, waits] = [0, 0, 0, 0];
  function compare(rules: CircuitRules, plan: Plan, simulation: Simulation, until?: number): void {
    const { scalars, waiting } = expectSameAsReference(rules, plan, simulation, until);
    tried++;
    if (simulation.status === "deadlocked") deadlocks++;
    delivered += scalars[scalar.delivered];
    waits += waiting.some((cycles) => cycles > 0) ? 1 : 0;
  }
  const compareRun = (scenario: Scenario, until?: number) => {
    const { plan, simulation } = startRun(scenario);
    compare(rulesOf(scenario), plan, simulation, until);
  };

  it("on random networks", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(20), anyRules), (scenario) => compareRun(scenario)),
      { numRuns: cases(50) },
    );
  });

  it("at any time on the way", () => {
    fc.assert(fc.property(scenariosOn(smallTopology(20), anyRules), fc.integer({ min: 1, max: 300 }), compareRun), {
      seed: seed + 1,
      numRuns: cases(30),
    });
  });

  it("where packets have overhead, ports are limited and messages start up", () => {
    const scenarios = withSufficientQueues(
      fc.tuple(scenariosOn(smallTopology(16), anyRules), anyMachine).map(([scenario, machine]) => ({ ...scenario, ...machine })),
    );
    fc.assert(fc.property(scenarios, fc.constantFrom(maxCycles, maxCycles, 201), compareRun), { seed: seed + 2, numRuns: cases(50) });
  });

  it("on networks and routings that no kind makes", () => {
    const plans = anyRules.chain(({ values }) =>
      fc.tuple(
        fc.constant(values as unknown as CircuitRules & { readonly packet: number }),
        randomPlans(Math.ceil((values["packet"] as number) / 4), circuit),
      ),
    );
    const ports = fc.constantFrom(
      {},
      {},
      { ports: { oneWay: 0.75, bothWays: 1.25 } },
      { ports: { oneWay: 0.5, bothWays: 0.25 }, startUp: 2.5 },
    );
    fc.assert(
      fc.property(plans, ports, fc.constantFrom(maxCycles, 200, 77), ([rules, plan], ports, until) => {
        // Circuits hold channels, so bubble flow control does not apply: rings are removed from the routing.
        const { rings: _, ...routing } = plan.routing;
        const whole = { ...plan, ...ports, routing };
        compare(rules, whole, startCircuit(rules, whole), until);
      }),
      { seed: seed + 3, numRuns: cases(50) },
    );
  });

  it("where channels have rates and delays of their own", () => {
    const rates = fc.record({ links: anyLinks(fc.constantFrom(0, 0, 1, 7, 2.5, 40)), isLimited: fc.boolean() });
    fc.assert(
      fc.property(
        scenariosOn(smallTopology(16), anyRules),
        rates,
        fc.constantFrom(maxCycles, 301),
        (scenario, { links, isLimited }, until) => {
          const ports = isLimited ? { ports: { oneWay: 0.75, bothWays: 1.25 }, startUp: 2.5 } : {};
          const plan = { ...withLinks(compile(scenario).plan, links), ...ports };
          compare(rulesOf(scenario), plan, startCircuit(rulesOf(scenario), plan), until);
        },
      ),
      { seed: seed + 6, numRuns: cases(50) },
    );
    const plans = anyRules.chain(({ values }) =>
      fc.tuple(
        fc.constant(values as unknown as CircuitRules & { readonly packet: number }),
        randomPlans(Math.ceil((values["packet"] as number) / 4), circuit),
      ),
    );
    fc.assert(
      fc.property(plans, anyLinks(fc.constantFrom(0, 1, 5)), fc.constantFrom(maxCycles, 200), ([rules, plan], links, until) => {
        const { rings: _, ...routing } = plan.routing;
        const whole = withLinks({ ...plan, routing }, links);
        compare(rules, whole, startCircuit(rules, whole), until);
      }),
      { seed: seed + 7, numRuns: cases(50) },
    );
  });

  it("and is sliced without a change there, too", () => {
    fc.assert(
      fc.property(
        scenariosOn(smallTopology(16), anyRules),
        anyLinks(fc.constantFrom(0, 1, 7, 2.5)),
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 50 }),
        (scenario, links, cycles, work) => {
          const plan = withLinks(compile(scenario).plan, links);
          const [whole, sliced] = [startCircuit(rulesOf(scenario), plan), startCircuit(rulesOf(scenario), plan)];
          const last = runToEnd(whole);
          while (sliced.status === "running") {
            sliced.advance(sliced.now + cycles, work);
            frameOf(sliced);
          }
          expect(frameOf(sliced)).toEqual(last);
        },
      ),
      { seed: seed + 8, numRuns: cases(30) },
    );
  });

  /** Rings without dateline classes on which every terminal sends to the second next, repeatedly or once, so that circuits may deadlock. */
  const onRings = withSufficientQueues(
    fc.integer({ min: 5, max: 8 }).chain((size) => {
      const rings = fc.constant({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } });
      const list = (time: number) =>
        times(size, (source) => ({ source, destination: (source + 2) % size, bytes: 40, time: source % time }));
      const traffic = {
        ...defaultsOf(allWorkloads.get("open-loop").params),
        pattern: { kind: "shift", values: { ...defaultsOf(allTrafficPatterns.get("shift").params), amount: 2 } },
      };
      const workload = fc.oneof(
        fc.constantFrom(1, 2, 3).map((time) => ({ kind: "messages", values: { list: list(time) } })),
        fc.constantFrom(1, 0.3).map((load) => ({ kind: "open-loop", values: { ...traffic, load } })),
      );
      return fc.tuple(scenariosOn(rings, anyRules), workload).map(([scenario, workload]) => ({
        ...scenario,
        routing: { kind: "dimension-order", values: { channelClasses: "none" } },
        flowControl: circuitSwitching({ ...scenario.flowControl.values, virtualChannels: 1 }),
        workload,
      }));
    }),
  );

  it("on rings without classes, where circuits come to wait for each other", () => {
    fc.assert(fc.property(onRings, fc.constantFrom(maxCycles, 150), compareRun), { seed: seed + 4, numRuns: cases(40) });
  });

  it("and a deadlock is found in the same cycle however the run is sliced", () => {
    fc.assert(
      fc.property(onRings, fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 50 }), (scenario, cycles, work) => {
        const [whole, sliced] = [startRun(scenario).simulation, startRun(scenario).simulation];
        const last = runToEnd(whole);
        while (sliced.status === "running") sliced.advance(sliced.now + cycles, work);
        expect([sliced.status, sliced.now, sliced.deadlockCycle]).toEqual([whole.status, whole.now, whole.deadlockCycle]);
        expect(frameOf(sliced)).toEqual(last);
      }),
      { seed: seed + 5, numRuns: cases(40) },
    );
  });

  it("in some hundred cases, in which headers wait, and some of which deadlock", () => {
    const laws = [50, 30, 50, 50, 50, 50, 40];
    expect(tried).toBe(laws.reduce((sum, full) => sum + cases(full), 0));
    expect(deadlocks).toBeGreaterThan(cases(13));
    expect(delivered).toBeGreaterThan(cases(5000));
    expect(waits).toBeGreaterThan(cases(75));
  });
});

describe("found by hand", () => {
  /** A row of switches with `terminalsPerSwitch` terminals each. From the first terminal to the last there are `switches` + 1 channels. */
  const row = (switches: number, terminalsPerSwitch = 1) => ({ kind: "mesh", values: { sizes: [switches], terminalsPerSwitch } });
  const inOrder = { kind: "dimension-order", values: defaultsOf(allRoutings.get("dimension-order").params) };
  const message = (source: number, destination: number, phits: number, time = 0) => ({ source, destination, bytes: 4 * phits, time });

  /** Runs a list of messages on the engine and the reference, and returns the time at which each message has been consumed. */
  function timesOf(
    topology: ChosenKind,
    values: Values,
    list: readonly ReturnType<typeof message>[],
    more: Partial<Scenario> = {},
  ): number[] {
    const scenario = { ...messagesOn(topology, inOrder, circuitSwitching(values), list), ...more };
    const { plan, simulation } = startRun(scenario);
    return Array.from(expectSameAsReference(rulesOf(scenario), plan, simulation).messageDelivered, (time) => time + 1);
  }

  /** A single terminal that sends to a single other one: packets of L phits over H channels. */
  const alone = fc.record({
    L: fc.integer({ min: 1, max: 40 }),
    h: fc.integer({ min: 4, max: 20 }).map((quarters) => quarters / 4),
    H: fc.integer({ min: 3, max: 6 }),
    acknowledgement: fc.integer({ min: 0, max: 40 }).map((halves) => halves / 2),
    outstanding: fc.integer({ min: 1, max: 4 }),
    packets: fc.integer({ min: 1, max: 12 }),
    release: fc.constantFrom("acknowledged", "sent"),
  });
  type Alone = typeof alone extends fc.Arbitrary<infer T> ? T : never;
  const timeAlone = ({ L, h, H, packets, ...values }: Alone, more?: Partial<Scenario>) => {
    const all = { ...values, packet: 4 * L, hopDelay: h, virtualChannels: values.outstanding };
    return timesOf(row(H - 1), all, [message(0, H - 2, L * packets)], more)[0];
  };

  it("a packet alone takes h·H + L, and its start-up before", () => {
    const machine = {
      technology: { kind: "own-links", values: { rate: 400e6, overhead: 0, latency: 0 } },
      host: { kind: "limited-ports", values: { oneWay: 0, bothWays: 0, startUp: 0.25 } },
    };
    fc.assert(
      fc.property(alone, (drawn) => {
        const one = { ...drawn, packets: 1 };
        expect(timeAlone(one)).toBe(one.h * one.H + one.L);
        // A cycle is 10 ns.
        expect(timeAlone(one, machine)).toBe(25 + one.h * one.H + one.L);
      }),
      { numRuns: cases(20) },
    );
  });

  it("packets in a row come without a gap, h·H + L·P, where a way is not longer than a packet and acknowledgements are back in time", () => {
    let seen = 0;
    fc.assert(
      fc.property(alone, (drawn) => {
        const { L, h, H, packets, outstanding, release, acknowledgement } = drawn;
        // Time from the departure of a packet's tail from its terminal until its circuit is released; meanwhile other circuits stream.
        const back = h * H + (release === "sent" ? 0 : acknowledgement + h * H);
        if (L < h * H || back > (outstanding - 1) * L) return;
        seen++;
        expect(timeAlone(drawn)).toBe(h * H + L * packets);
      }),
      { numRuns: cases(50) },
    );
    expect(seen).toBeGreaterThan(cases(7));
  });

  it("with one circuit at a time, a packet comes every L + 2·h·H + acknowledgement, or L + h·H when released with the tail", () => {
    fc.assert(
      fc.property(alone, (drawn) => {
        const one = { ...drawn, outstanding: 1 };
        const { L, h, H, packets, release, acknowledgement } = one;
        const period = L + h * H + (release === "sent" ? 0 : acknowledgement + h * H);
        expect(timeAlone(one)).toBe(h * H + L + (packets - 1) * period);
      }),
      { numRuns: cases(20) },
    );
  });

  it("any packets in a row follow each other by the same four rules", () => {
    fc.assert(
      fc.property(alone, (drawn) => {
        const { L, h, H, packets, outstanding, release, acknowledgement } = drawn;
        const sent: { readonly end: number; readonly tail: number; readonly free: number }[] = [];
        for (let i = 0; i < packets; i++) {
          const complete = h * H + Math.max(sent[i - 1]?.tail ?? 0, sent[i - outstanding]?.free ?? 0);
          const begin = Math.max(complete, sent[i - 1]?.end ?? 0);
          const end = begin + L;
          sent.push({ end, tail: Math.max(begin, end - h * H), free: release === "sent" ? end : end + acknowledgement + h * H });
        }
        expect(timeAlone(drawn)).toBe(sent[packets - 1].end);
      }),
      { numRuns: cases(50) },
    );
  });

  it("a packet alone takes h and the delay of each channel and then L over the rate of the slowest; and its acknowledgement goes back over the same delays", () => {
    const links = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 4), fc.constantFrom(0, 1, 2.5, 20)), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(alone, links, (drawn, each) => {
        const { L, h, H, packets, release, acknowledgement } = drawn;
        const values = { packet: 4 * L, hopDelay: h, virtualChannels: 1, outstanding: 1, release, acknowledgement };
        const scenario = messagesOn(row(H - 1), inOrder, circuitSwitching(values), [message(0, H - 2, L * packets)]);
        const { plan: plain } = compile(scenario);
        const plan = { ...plain, links: linksFor(plain, (c) => each[c % each.length]) };
        const frame = expectSameAsReference(rulesOf(scenario), plan, startCircuit(rulesOf(scenario), plan));
        const path = [...plain.network.head.keys()].filter((c) => frame.phits[c] > 0);
        const W = path.reduce((sum, c) => sum + h + each[c % each.length][2], 0);
        const r = Math.min(...path.map((c) => each[c % each.length][0] / each[c % each.length][1]));
        const period = L / r + W + (release === "sent" ? 0 : acknowledgement + W);
        expect(frame.messageDelivered[0] + 1).toBeCloseTo(W + L / r + (packets - 1) * period, 5);
      }),
      { numRuns: cases(30) },
    );
  });

  it("of two circuits into one terminal the first streams at full rate, and then the second", () => {
    const values = { packet: 40, hopDelay: 2.5 };
    // Both circuits are complete after 2 h = 5.
    expect(timesOf(row(1, 3), values, [message(0, 2, 10), message(1, 2, 10)])).toEqual([15, 25]);
    // A circuit that arrives while the first streams begins after it.
    expect(timesOf(row(1, 3), values, [message(0, 2, 10), message(1, 2, 10, 7)])).toEqual([15, 25]);
    expect(timesOf(row(1, 3), values, [message(0, 2, 10), message(1, 2, 10, 11)])).toEqual([15, 26]);
  });

  it("a third header waits for a virtual channel until the first circuit is released", () => {
    const waited = (values: Values) => {
      const list = [message(0, 3, 10), message(1, 3, 10), message(2, 3, 10)];
      const scenario = messagesOn(row(1, 4), inOrder, circuitSwitching({ packet: 40, hopDelay: 2, ...values }), list);
      const { plan, simulation } = startRun(scenario);
      const { waiting, messageDelivered } = expectSameAsReference(rulesOf(scenario), plan, simulation);
      return [waiting[2], ...messageDelivered];
    };
    // The streams take 4 to 14 and 14 to 24. With the acknowledgement the first circuit is released at 14 + 7 + 4 = 25: the third header,
    // which has waited since 2, has a circuit at 27, when no stream is left.
    expect(waited({ acknowledgement: 7 })).toEqual([23, 13, 23, 36]);
    // With release after the tail, the first circuit is released at 14: the third is complete at 16, and streams after the second.
    expect(waited({ acknowledgement: 7, release: "sent" })).toEqual([12, 13, 23, 33]);
    // With three virtual channels, no header waits.
    expect(waited({ acknowledgement: 7, virtualChannels: 3 })).toEqual([0, 13, 23, 33]);
  });

  it("the oldest header is served first, by the step of its age, and within a step who asked first", () => {
    // L = 4, h = 3. Terminal 3 holds the channel to 5 until 6 + 4 + 5 + 6 = 21. The header of terminal 0, injected at 0, requests it at 6;
    // that of terminal 4, injected at 1, requests it at 4. The header that is served first has a circuit at 24, the other header when that
    // circuit is released.
    const list = [message(3, 5, 4), message(0, 5, 4), message(4, 5, 4, 1)];
    const order = (ageClass: number) =>
      timesOf(row(2, 3), { packet: 16, hopDelay: 3, acknowledgement: 5, virtualChannels: 1, ageClass }, list);
    expect(order(1)).toEqual([10, 28, 28 + 5 + 9 + 3 + 4]);
    expect(order(5)).toEqual([10, 28 + 5 + 6 + 3 + 4, 28]);
    expect(order(0)).toEqual([10, 28 + 5 + 6 + 3 + 4, 28]);
  });

  it("who waits for what a circuit gives back comes before the next header of its terminal", () => {
    // Terminals 0, 1, 2 in a line forward packets. The first packet of terminal 1 is consumed and released at 1 + 4. The header of terminal
    // 0 has waited behind 0 → 1 since 1, and continues until 6 + 4; then the second packet of terminal 1 follows.
    const network = networkOfLinks({
      terminals: 3,
      switches: 0,
      links: [
        [0, 1],
        [1, 2],
      ],
      forwards: true,
    });
    const list = [message(1, 2, 8), message(0, 2, 4)];
    const plan: Plan = {
      engine: circuit.engine,
      network,
      routing: minimalRouting(network),
      demand: allWorkloads.get("messages").compile({ list }, { network, packetBytes: 16, seed: 1 }),
      packetPhits: 4,
      headPhits: 1,
      window: { start: 0, end: Infinity, limit: Infinity },
      seed: 1,
    };
    const rules = circuitSwitching({ virtualChannels: 1, outstanding: 1, hopDelay: 1, release: "sent" }).values as unknown as CircuitRules;
    const { messageDelivered } = expectSameAsReference(rules, plan, startCircuit(rules, plan));
    expect([...messageDelivered]).toEqual([10 + 1 + 4 - 1, 10 - 1]);
  });

  it("circuits in a ring without classes wait for each other, and are reported as a cycle", () => {
    const ring = { kind: "torus", values: { sizes: [5], wrap: [], terminalsPerSwitch: 1 } };
    const list = times(5, (source) => message(source, (source + 2) % 5, 10));
    const scenario = messagesOn(
      ring,
      { kind: "dimension-order", values: { channelClasses: "none" } },
      circuitSwitching({ virtualChannels: 1 }),
      list,
    );
    const { plan, simulation } = startRun(scenario);
    const { head, tail } = plan.network;
    expectSameAsReference(rulesOf(scenario), plan, simulation);
    expect(simulation.status).toBe("deadlocked");
    const { deadlockCycle } = simulation;
    expect(deadlockCycle.map(({ source }) => source).sort()).toEqual([0, 1, 2, 3, 4]);
    for (const [i, { source, destination, channel, waitsFor }] of deadlockCycle.entries()) {
      expect(destination).toBe((source + 2) % 5);
      expect(waitsFor).toBe(deadlockCycle[(i + 1) % 5].channel);
      // The circuit has reached a switch and waits for the channel to the next one.
      expect([tail[channel], head[channel], head[waitsFor]]).toEqual([source, source + 1, source + 2].map((s) => 5 + (s % 5)));
    }
    // With dateline classes all of these messages arrive.
    expect(Math.min(...timesOf(ring, { virtualChannels: 1 }, list))).toBeGreaterThan(0);
  });

  it("in complement no packets conflict where each takes the output with the number of its input; with other ties they do", () => {
    const tree = { kind: "k-ary-n-tree", values: { k: 4, n: 3 } };
    const routing = { kind: "nearest-common-ancestor", values: defaultsOf(allRoutings.get("nearest-common-ancestor").params) };
    // Messages of ten packets, begun at different times. Six channels forth and back and the acknowledgement take as long as one packet.
    const list = times(64, (source) => message(source, 63 - source, 10 * 20, (source * 29) % 64)).sort((a, b) => a.time - b.time);
    const latest = (ties: string) => {
      const values = { packet: 80, hopDelay: 1, acknowledgement: 8, selection: "first", ties };
      const scenario = { ...messagesOn(tree, inOrder, circuitSwitching(values), list), routing };
      const { messageDelivered } = runToEnd(startRun(scenario).simulation);
      return Math.max(...Array.from(messageDelivered, (time, m) => time + 1 - list[m].time));
    };
    expect(latest("own-port")).toBe(6 + 10 * 20);
    expect(latest("first")).toBeGreaterThan(1.2 * (6 + 10 * 20));
    expect(latest("random")).toBeGreaterThan(1.2 * (6 + 10 * 20));
  });

  describe("the ping of QsNET", () => {
    /** Data rate of each message in MB/s in the steady state: computed from the time between the 100th and the 300th packet. */
    function rates(pairs: readonly (readonly [number, number])[], memory: string, values: Values = {}): number[] {
      const [few, many] = [100, 300].map((packets) => {
        const list = pairs.map(([source, destination]) => message(source, destination, 80 * packets));
        const scenario = {
          ...messagesOn({ kind: "k-ary-n-tree", values: { k: 4, n: 3 } }, inOrder, circuitSwitching(values), list),
          routing: { kind: "nearest-common-ancestor", values: defaultsOf(allRoutings.get("nearest-common-ancestor").params) },
          technology: { kind: "qsnet", values: defaultsOf(allTechnologies.get("qsnet").params) },
          host: { kind: "elan3", values: { memory, library: "elan3lib" } },
        };
        return runToEnd(startRun(scenario).simulation).messageDelivered;
      });
      // A cycle is 10 ns, a packet 320 B.
      return Array.from(many, (time, m) => (200 * 320) / ((time - few[m]) * 10e-9) / 1e6);
    }
    const [oneWay, bothWays] = [
      [[0, 63]],
      [
        [0, 63],
        [63, 0],
      ],
    ] as const;

    it.each([
      ["elan", oneWay, 335],
      ["elan", bothWays, 280],
      ["main", oneWay, 200],
      ["main", bothWays, 80],
    ] as const)("from %s memory over %j each message gets %d MB/s", (memory, pairs, each) => {
      for (const rate of rates(pairs, memory)) expect(rate).toBeCloseTo(each, 5);
    });

    it("gets 171 MB/s with one packet under way: 320 B every L + 2·h·H + acknowledgement", () => {
      // 320 B at 335 MB/s, six channels forth and back of 35 ns each, and 500 ns.
      const period = 320 / 335e6 + 2 * 6 * 35e-9 + 500e-9;
      const [rate] = rates(oneWay, "elan", { outstanding: 1 });
      expect(rate).toBeCloseTo(320 / period / 1e6, 5);
      expect(Math.round(rate)).toBe(171);
    });
  });
});
