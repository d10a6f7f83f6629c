/**
 * The flows that cross a channel and the packets that wait for it: compared with the reference simulators, and with the paths of the
 * routing.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explain, ChannelExplainer } from "../../src/core/searches/explain.ts";
import type { Explanation } from "../../src/core/searches/explanation.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import type { Grant } from "../reference/recorder.ts";
import { runReference } from "./against-reference.ts";
import { arbitraryKind, smallTopology } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import {
  anyFluidFlowControl,
  anyPacketFlowControl,
  anyScenario,
  arbitraryScenario,
  cutThrough,
  frameOf,
  messagesOn,
  openLoop,
} from "./scenarios.ts";

/** The flows of some grants, in the form of an explanation. */
function flowsOf(grants: readonly Grant[]): Explanation["flows"] {
  const counts = new Map<string, { source: number; destination: number; packets: number }>();
  for (const { source, destination } of grants) {
    const flow = counts.get(`${source} ${destination}`) ?? { source, destination, packets: 0 };
    flow.packets++;
    counts.set(`${source} ${destination}`, flow);
  }
  return [...counts.values()].sort((a, b) => b.packets - a.packets || a.source - b.source || a.destination - b.destination);
}

const withTraffic = withSufficientQueues(
  fc.oneof(
    anyScenario(16, anyPacketFlowControl),
    arbitraryScenario({ topology: smallTopology(16), flowControl: anyPacketFlowControl, workload: openLoop }),
  ),
);

describe("an explanation", () => {
  it("has the packets that the reference grants the channel, in any stretch of time", () => {
    let seen = 0;
    fc.assert(
      fc.property(withTraffic, fc.nat(), fc.nat({ max: 200 }), fc.nat({ max: 300 }), (scenario, draw, from, length) => {
        const { plan } = startRun(scenario);
        const channel = draw % plan.network.head.length;
        const to = from + length;
        const { packets, flows, ...rest } = explain(scenario, channel, { from, to });
        const { grants, scalars } = runReference(scenario, plan, to);
        const inStretch = grants.filter((grant) => grant.channel === channel && grant.cycle >= from);
        expect(flows).toEqual(flowsOf(inStretch));
        expect(packets).toBe(inStretch.length);
        expect([rest.from, rest.to]).toEqual([Math.min(from, scalars.now as number), scalars.now]);
        seen += packets;
      }),
      { numRuns: cases(50) },
    );
    expect(seen).toBeGreaterThan(cases(30));
  });

  it.each(["virtual-cut-through", "store-and-forward", "wormhole"])("reports how long a channel is blocked, and by what: %s", (kind) => {
    // Three terminals of a line send to the fourth without a pause: the last channel is saturated, and packets on the earlier channels wait
    // for it.
    const scenario = readScenario({
      topology: { kind: "mesh", sizes: [4] },
      flowControl: { kind },
      workload: {
        kind: "open-loop",
        pattern: { kind: "matrix", entries: [0, 1, 2].map((source) => ({ source, destination: 3 })) },
        load: 1,
      },
      run: { warmUp: 1000, window: 8000, drain: 0 },
    });
    const { plan } = startRun(scenario);
    const { network, packetPhits } = plan;
    const between = (from: number, to: number) => [...network.head.keys()].find((c) => network.tail[c] === from && network.head[c] === to)!;
    const [first, second, last] = [between(4, 5), between(5, 6), between(6, 7)];
    for (const [channel, ahead] of [
      [first, second],
      [second, last],
    ]) {
      const found = explain(scenario, channel);
      // There is almost always a request for the channel: whenever it carries no phit, it is blocked.
      const carried = (found.packets * packetPhits) / (found.to - found.from);
      expect(found.heldUp! + carried).toBeGreaterThan(0.8);
      expect(found.heldUp! + carried).toBeLessThan(1.05);
      expect(found.heldUp).toBeGreaterThan(0.2);
      expect(found.ahead).toEqual([ahead]);
    }
    expect(explain(scenario, last)).toMatchObject({ heldUp: 0, ahead: [] });
  });

  it.each(["fluid", "circuit"])("does not report how long a channel is blocked where packets are not simulated: %s", (kind) => {
    expect(explain(readScenario({ flowControl: { kind } }), 0)).toMatchObject({ heldUp: null, ahead: [] });
  });

  it("has as many packets as phits have crossed, by all channels together", () => {
    fc.assert(
      fc.property(withTraffic, (scenario) => {
        const run = startRun(scenario);
        run.finish();
        const { phits } = frameOf(run.simulation);
        const channels = [...phits.keys()].filter((c) => c % Math.ceil(phits.length / 12) === 0);
        for (const c of channels) {
          const whole = phits[c] / run.plan.packetPhits;
          const { packets } = explain(scenario, c, { from: 0, to: Infinity });
          if (scenario.flowControl.kind !== "wormhole") expect(packets).toBe(Math.ceil(whole));
          // In wormhole switching, packets on several virtual channels cross at the same time, and a packet may have been granted the
          // channel without having sent a flit.
          expect(packets).toBeGreaterThanOrEqual(Math.ceil(whole));
          expect(packets).toBeLessThanOrEqual(whole + run.plan.routing.vcClasses);
        }
      }),
      { numRuns: cases(13) },
    );
  });

  it("has all that flows over a channel, by pair of terminals, and who is held back there", () => {
    const flowing = withSufficientQueues(anyScenario(16, anyFluidFlowControl));
    let [seen, waiting] = [0, 0];
    fc.assert(
      fc.property(flowing, fc.nat(), fc.nat({ max: 200 }), fc.nat({ max: 300 }), (scenario, draw, from, length) => {
        const { plan, simulation } = startRun(scenario);
        const { head } = plan.network;
        const channel = draw % head.length;
        simulation.advance(from, Infinity);
        const before = frameOf(simulation).phits[channel];
        simulation.advance(from + length, Infinity);
        const crossed = (frameOf(simulation).phits[channel] - (simulation.now > from ? before : 0)) / plan.packetPhits;
        const found = explain(scenario, channel, { from, to: from + length });
        // One packet of each pair may have crossed partially.
        expect(found.packets).toBeGreaterThanOrEqual(simulation.now > from ? crossed - 1e-5 * found.flows.length : 0);
        expect(found.packets).toBeLessThanOrEqual(simulation.now > from ? crossed + found.flows.length : 0);
        for (const { destination } of found.flows)
          if (head[channel] < plan.network.terminals && !plan.network.forwards) expect(destination).toBe(head[channel]);
        seen += found.packets;
        waiting += found.waiting.length;
      }),
      { numRuns: cases(450) },
    );
    expect(Math.min(seen, waiting)).toBeGreaterThan(cases(18));
  });

  it("is of the window of measurement where no stretch is named, and the same however it is cut", () => {
    fc.assert(
      fc.property(withTraffic, fc.nat(), fc.integer({ min: 1, max: 60 }), (scenario, draw, work) => {
        const run = startRun(scenario);
        const { window, network } = run.plan;
        const channel = draw % network.head.length;
        const explaining = new ChannelExplainer(run, channel, window.start, window.end);
        while (!explaining.hasEnded) explaining.step(work);
        expect(explaining.explanation()).toEqual(explain(scenario, channel));
      }),
      { numRuns: cases(10) },
    );
  });

  it("of a routing with one way has just the flows whose way leads over the channel", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [4, 4] },
      workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 0.6 },
      run: { warmUp: 0, window: 6000, drain: 0 },
    });
    const { plan } = startRun(scenario);
    const { terminals } = plan.network;
    const pairs = Array.from({ length: terminals ** 2 }, (_, i) => [Math.floor(i / terminals), i % terminals] as const);
    for (const channel of [1, 20, 33, 40, 57]) {
      const expected = pairs.filter(([s, d]) => s !== d && pathOf(plan, s, d).includes(channel)).map(([s, d]) => `${s} ${d}`);
      // 6000 cycles at load 0.6 are 225 packets per source, 15 for each of 15 destinations, so every pair occurs.
      const { flows } = explain(scenario, channel, { from: 0, to: 6000 });
      expect(new Set(flows.map(({ source, destination }) => `${source} ${destination}`))).toEqual(new Set(expected));
    }
  });

  /** The channels of the path from one terminal to another, for a routing without choice. */
  function pathOf({ network, routing }: Plan, source: number, destination: number): readonly number[] {
    const out = new Int32Array(routing.maxCandidates);
    const path: number[] = [];
    let state = routing.initialState?.(source, destination, 0) ?? 0;
    for (let n = source; n !== destination;) {
      expect(routing.route(n, destination, state, out)).toBe(1);
      const channel = Math.floor(out[0] / routing.vcClasses);
      state = routing.nextState?.(n, destination, state, out[0]) ?? state;
      path.push(channel);
      n = network.head[channel];
    }
    return path;
  }
});

describe("who waits", () => {
  const single = ["first", "sticky", "oblivious"];

  it("are those whom the reference refuses; with a choice, all that may take the channel", () => {
    let waits = 0;
    fc.assert(
      fc.property(withTraffic, fc.integer({ min: 1, max: 300 }), (scenario, until) => {
        const { plan, simulation } = startRun(scenario);
        while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
        const { refusedRequests } = runReference(scenario, plan, until);
        const isExact = single.includes(scenario.flowControl.values["selection"] as string);
        for (let c = 0; c < plan.network.head.length; c++) {
          const found = simulation
            .waitersFor(c)
            .map(({ source, destination, channel, since }) => `${source} ${destination} ${channel} ${since}`);
          const expected = refusedRequests
            .filter(({ channel }) => channel === c)
            .map(({ source, destination, inputChannel, cycle }) => `${source} ${destination} ${inputChannel} ${cycle}`);
          if (isExact) expect(found.toSorted()).toEqual(expected.toSorted());
          else expect(found).toEqual(expect.arrayContaining(expected));
          waits += expected.length;
        }
      }),
      { numRuns: cases(50) },
    );
    expect(waits).toBeGreaterThan(cases(30));
  });

  it("by hand: two for one exit", () => {
    // L = 4. Both packets are at the heads of the switch queues from cycle 1 on; one leaves in 1, the other in 5.
    const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
    ];
    const routing = { kind: "nearest-common-ancestor", values: {} };
    const { simulation, plan } = startRun(messagesOn(tree, routing, cutThrough({ packet: 16, arbitration: "round-robin" }), list));
    const exit = plan.network.head.indexOf(2);
    const at = (cycle: number) => {
      simulation.advance(cycle, Infinity);
      return [simulation.holderOf(exit), simulation.waitersFor(exit)];
    };
    const [first, second] = [0, 1].map((source) => ({ source, destination: 2 }));
    expect(at(1)).toEqual([null, []]);
    expect(at(2)).toEqual([{ ...first, since: 1 }, [{ ...second, channel: 1, since: 1 }]]);
    expect(at(5)).toEqual([{ ...first, since: 1 }, [{ ...second, channel: 1, since: 1 }]]);
    expect(at(6)).toEqual([{ ...second, since: 5 }, []]);
    expect(simulation.waitersFor(1)).toEqual([]);
    // The third packet entered the switch in 5, has to wait until the second has left the head of its queue, and leaves in 9.
    expect(at(10)).toEqual([{ ...second, since: 9 }, []]);
    expect(at(14)).toEqual([null, []]);
  });
});

describe.each(["wormhole", "circuit"])("packets that hold several channels at a time, %s", (kind) => {
  const registry = { ...allFlowControls, kinds: [allFlowControls.get(kind)] };
  // At most two virtual channels, so that packets block each other.
  const flowControl = arbitraryKind(registry, { span: 28, length: 3 }).map(({ kind, values }) => {
    return { kind, values: { ...values, virtualChannels: 1 + ((values["virtualChannels"] as number) % 2) } };
  });
  const scenarios = withSufficientQueues(anyScenario(16, flowControl));

  it("hold consecutive channels, and are reported on each of them alike", () => {
    let [longest, waiting] = [0, 0];
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 1, max: 300 }), (scenario, until) => {
        const { plan, simulation } = startRun(scenario);
        simulation.advance(until, Infinity);
        const { head, tail } = plan.network;
        head.forEach((_, c) => {
          for (const worm of simulation.worms?.(c) ?? []) {
            longest = Math.max(longest, worm.channels.length);
            expect(worm.channels).toContain(c);
            worm.channels.slice(1).forEach((next, i) => expect(tail[next]).toBe(head[worm.channels[i]]));
            for (const other of worm.channels) expect(simulation.worms?.(other)).toContainEqual(worm);
            const end = head[worm.channels[worm.channels.length - 1]];
            for (const wanted of worm.waitsFor) {
              waiting++;
              expect(tail[wanted]).toBe(end);
            }
            if (end === worm.destination) expect(worm.waitsFor).toEqual([]);
          }
        });
      }),
      { numRuns: cases(80) },
    );
    expect(longest).toBeGreaterThan(3);
    expect(waiting).toBeGreaterThan(cases(12));
  });

  it("are a chain from the channel asked about, each holding what the one before waits for, to one that goes on or was there", () => {
    let several = 0;
    fc.assert(
      fc.property(scenarios, fc.nat(), fc.integer({ min: 1, max: 300 }), (scenario, draw, until) => {
        const { plan, simulation } = startRun(scenario);
        simulation.advance(until, Infinity);
        const channels = [...plan.network.head.keys()].filter((c) => (simulation.worms?.(c)[0]?.waitsFor ?? []).length > 0);
        if (channels.length === 0) return;
        const channel = channels[draw % channels.length];
        const { chain } = explain(scenario, channel, { from: 0, to: until });
        several += chain.length > 1 ? 1 : 0;
        expect(chain[0].channels).toContain(channel);
        chain.slice(1).forEach(({ channels }, i) => expect(chain[i].waitsFor.some((wanted) => channels.includes(wanted))).toBe(true));
        const last = chain[chain.length - 1];
        const isHeld = last.waitsFor.some((wanted) => (simulation.worms?.(wanted) ?? []).length > 0);
        if (isHeld) expect(chain.slice(0, -1)).toContainEqual(last);
      }),
      { numRuns: cases(150) },
    );
    expect(several).toBeGreaterThan(cases(1));
  });
});

describe("a channel that no packet takes", () => {
  it("is not blocked: with most credits by queue, ties to the first, half of the ways up stay idle", () => {
    const scenario = readScenario({
      topology: { kind: "k-ary-n-tree", k: 8, n: 2 },
      flowControl: { kind: "virtual-cut-through", virtualChannels: 2 },
      workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 0.95 },
      run: { warmUp: 500, window: 1500, drain: 0 },
    });
    const found = explain(scenario, 190);
    expect([found.packets, found.heldUp, found.ahead]).toEqual([0, 0, []]);
    expect(found.waiting.length).toBeGreaterThan(0);
  });
});
