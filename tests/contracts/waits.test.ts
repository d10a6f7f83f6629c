/** The packets that waited behind a channel, and the packets for which they waited: compared with the counters of frames, and by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explain, findWaits, WaitSearch } from "../../src/core/searches/explain.ts";
import { circuit } from "../../src/core/flow-control/circuit.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import { smallTopology } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import {
  anyFlowControl,
  anyFluidFlowControl,
  anyPacketFlowControl,
  anyScenario,
  arbitraryScenario,
  cutThrough,
  frameOf,
  messagesOn,
  openLoop,
} from "./scenarios.ts";

const withTraffic = withSufficientQueues(
  fc.oneof(
    anyScenario(16, anyPacketFlowControl),
    arbitraryScenario({ topology: smallTopology(16), flowControl: anyPacketFlowControl, workload: openLoop }),
  ),
);
const flowing = withSufficientQueues(anyScenario(16, anyFluidFlowControl));

const anyCircuit = anyFlowControl.filter(({ kind }) => kind === circuit.id);
const circuits = withSufficientQueues(
  fc.oneof(anyScenario(16, anyCircuit), arbitraryScenario({ topology: smallTopology(16), flowControl: anyCircuit, workload: openLoop })),
);

/** A channel at which packets waited, if there is any, so that there are waits to report. */
function waitingChannel(waiting: Float64Array, draw: number): number {
  const busy = [...waiting.keys()].filter((c) => waiting[c] > 0);
  return busy.length > 0 ? busy[draw % busy.length] : draw % waiting.length;
}

/** Waiting cycles at each channel, for packets that were granted the next channel between two cycles, according to frames. */
function waitsBetween(scenario: Scenario, from: number, to: number): Float64Array {
  const { simulation } = startRun(scenario);
  simulation.advance(from, Infinity);
  const before = frameOf(simulation).waiting.slice();
  simulation.advance(to, Infinity);
  return frameOf(simulation).waiting.map((cycles, c) => cycles - before[c]);
}

describe("who waited behind a channel", () => {
  it.each([
    ["packets", withTraffic, 50, { met: 6, cycles: 800 }],
    ["messages that flow", flowing, 50, { met: 6, cycles: 150 }],
    ["circuits that are held", circuits, 100, { met: 3, cycles: 120 }],
  ])("are as many cycles as the frames count there, in any stretch of time: %s", (_, scenarios, count, least) => {
    const seen = { met: 0, cycles: 0 };
    fc.assert(
      fc.property(scenarios, fc.nat(), fc.nat({ max: 150 }), fc.nat({ max: 400 }), (scenario, draw, from, length) => {
        const waited = waitsBetween(scenario, from, from + length);
        const channel = waitingChannel(waited, draw);
        const found = findWaits(scenario, channel, { from, to: from + length });
        const { blockedPackets, trackedWaits: noted } = startRun(scenario).simulation;
        expect(found === null).toBe(blockedPackets === undefined && noted === undefined);
        if (found === null) return;
        expect(found.cycles).toBeCloseTo(waited[channel], 4);
        if (found.cycles > 0) seen.met++;
        seen.cycles += found.cycles;
        for (const { cycles, behind } of found.flows)
          expect(behind.reduce((sum, other) => sum + other.cycles, 0)).toBeLessThanOrEqual(cycles + 1e-6);
      }),
      { numRuns: cases(3 * count, 10 * count) },
    );
    expect(seen.met).toBeGreaterThan(cases(3 * least.met, 10 * least.met));
    expect(seen.cycles).toBeGreaterThan(cases(3 * least.cycles, 10 * least.cycles));
  });

  it("waited for flows that crossed the channel, or one that leads on from it", () => {
    let met = 0;
    fc.assert(
      fc.property(withTraffic, fc.nat(), (scenario, draw) => {
        const { network } = startRun(scenario).plan;
        const all = { from: 0, to: 400 };
        const channel = waitingChannel(waitsBetween(scenario, all.from, all.to), draw);
        const { flows = [] } = findWaits(scenario, channel, all) ?? {};
        const pair = ({ source, destination }: { readonly source: number; readonly destination: number }) => `${source} ${destination}`;
        const pairs = (c: number) => explain(scenario, c, all).flows.map(pair);
        if (flows.length > 0) expect(pairs(channel)).toEqual(expect.arrayContaining(flows.map(pair)));
        // Every channel that is examined costs an additional run, so the search stops when all flows are found.
        const unknown = new Set(flows.flatMap(({ behind }) => behind.map(pair)));
        met += flows.flatMap(({ behind }) => behind).length;
        const { firstOut, head } = network;
        const on = Array.from({ length: firstOut[head[channel] + 1] - firstOut[head[channel]] }, (_, i) => firstOut[head[channel]] + i);
        for (const c of [channel, ...on]) if (unknown.size > 0) for (const known of pairs(c)) unknown.delete(known);
        expect([...unknown]).toEqual([]);
      }),
      { numRuns: cases(60) },
    );
    expect(met).toBeGreaterThan(cases(25));
  });

  it("are the same however the search is cut into steps", () => {
    fc.assert(
      fc.property(fc.oneof(withTraffic, flowing, circuits), fc.nat(), fc.integer({ min: 1, max: 60 }), (scenario, draw, work) => {
        const run = startRun(scenario);
        const { window, network } = run.plan;
        const channel = draw % network.head.length;
        const search = new WaitSearch(run, channel, window.start, window.end);
        while (!search.hasEnded) search.step(work);
        expect(search.waits()).toEqual(findWaits(scenario, channel));
      }),
      { numRuns: cases(20) },
    );
  });

  it("by hand: two for one exit, and one behind", () => {
    // L = 4. Both packets may request from cycle 1 on; one leaves in 1, the other in 5. The third may request from 5 on, and waits until 9
    // for the second to leave the head of the queue. With store-and-forward, everything happens three cycles later.
    const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
    ];
    const routing = { kind: "nearest-common-ancestor", values: {} };
    const all = { from: 0, to: Infinity };
    for (const kind of ["virtual-cut-through", "store-and-forward"]) {
      const flowControl = { ...cutThrough({ packet: 16, arbitration: "round-robin" }), kind };
      const scenario = messagesOn(tree, routing, flowControl, list);
      const [first, second] = [0, 1].map((source) => ({ source, destination: 2 }));
      expect(findWaits(scenario, 0, all)?.flows).toEqual([]);
      expect(findWaits(scenario, 1, all)).toMatchObject({
        channel: 1,
        cycles: 8,
        flows: [
          {
            ...second,
            cycles: 8,
            behind: [
              { ...first, cycles: 4 },
              { ...second, cycles: 4 },
            ],
          },
        ],
      });
    }
  });

  it("by hand: half of what flows to one exit waits for the other half", () => {
    // Two messages of 40 phits share the channel to terminal 2 for 80 cycles, each at half its rate.
    const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
    const list = [0, 1].map((source) => ({ source, destination: 2, bytes: 160, time: 0 }));
    const routing = { kind: "nearest-common-ancestor", values: {} };
    const scenario = messagesOn(tree, routing, { kind: "fluid", values: { packet: 16, injectionSlots: 1, ways: "one" } }, list);
    expect(findWaits(scenario, 0, { from: 0, to: Infinity })).toMatchObject({
      cycles: 40,
      flows: [{ source: 0, destination: 2, cycles: 40, behind: [{ source: 1, destination: 2, cycles: 40 }] }],
    });
  });

  it("by hand: a header waits until the circuit before it is released", () => {
    // L = 4, a hop takes 3 cycles. The first circuit takes the channel to terminal 2 in 3 and is complete in 6; its packet has left in 10,
    // and the acknowledgement has returned in 10 + 5 + 6 = 21. The second header requests the channel in 3, too.
    const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
    const list = [0, 1].map((source) => ({ source, destination: 2, bytes: 16, time: 0 }));
    const routing = { kind: "nearest-common-ancestor", values: {} };
    const defaults = Object.fromEntries(Object.entries(circuit.params).map(([name, param]) => [name, param.default]));
    const values = { ...defaults, packet: 16, virtualChannels: 1, hopDelay: 3, acknowledgement: 5 };
    const scenario = messagesOn(tree, routing, { kind: circuit.id, values }, list);
    expect(findWaits(scenario, 1, { from: 0, to: Infinity })).toMatchObject({
      cycles: 18,
      flows: [{ source: 1, destination: 2, cycles: 18, behind: [{ source: 0, destination: 2, cycles: 18 }] }],
    });
    expect(findWaits(scenario, 1, { from: 5, to: 15 })?.cycles).toBe(10);
  });
});
