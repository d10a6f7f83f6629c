/** Properties of every flow control: packets are conserved, no packet arrives too early, and slicing does not change a run. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run, startRun } from "../../src/core/run/run.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Values } from "../../src/core/base/params.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { scalar, timeBins } from "../../src/core/simulation/frame.ts";
import { cases } from "../effort.ts";
import { arbitraryKind, distancesFrom, examplesOf, smallTopology } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { arbitraryScenario, frameOf, messageList, openLoop, runToEnd } from "./scenarios.ts";

/** Cycles from the creation to the consumption of a single packet of L phits over H channels, both cycles included. */
const singlePacketCycles: Readonly<Record<string, (hops: number, phits: number, values: Values) => number>> = {
  circuit: (hops, phits, { hopDelay }) => hops * roundCircuitTime(hopDelay as number) + roundCircuitTime(phits),
  "virtual-cut-through": (hops, phits) => hops + phits,
  "store-and-forward": (hops, phits) => hops * phits + 1,
  wormhole: (hops, phits, { buffer }) => hops + (buffer === 1 ? 2 * phits - 1 : phits),
  fluid: (hops, phits) => hops + phits,
};

/** Circuits round times to multiples of 2^-24 cycles. */
function roundCircuitTime(cycles: number): number {
  return Math.round(cycles * 2 ** 24) / 2 ** 24;
}

/** Relative rounding error of sums of fractions. */
const relativeRounding = 1e-9;

/** Expects equal numbers: exactly, or within rounding for sums of fractions. */
function expectSame(found: number, expected: number, isReal: boolean): void {
  if (isReal) expect(Math.abs(found - expected)).toBeLessThanOrEqual(relativeRounding * (1 + Math.abs(expected)));
  else expect(found).toBe(expected);
}

// The ideal network has no channels; `hosts.test.ts` tests it.
describe.each(allFlowControls.kinds.filter(({ engine }) => engine.hasContention))("$id", (kind) => {
  const isReal = kind.engine.time === "real";
  const slack = isReal ? 1 + relativeRounding : 1;
  const registry = { ...allFlowControls, kinds: [kind] };
  const flowControl = fc.oneof(fc.constantFrom(...examplesOf(kind)), arbitraryKind(registry, { span: 28, length: 3 }));
  const topology = smallTopology(24);
  const withTraffic = withSufficientQueues(arbitraryScenario({ topology, flowControl, workload: openLoop }));
  const withMessages = withSufficientQueues(arbitraryScenario({ topology, flowControl, workload: messageList }));
  const anyScenario = fc.oneof(withTraffic, withMessages);

  it("gives the same frame, to the byte, however the run is sliced", () => {
    // The work that fits into some milliseconds is seldom an integer.
    const work = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0.01, max: 200, noNaN: true }));
    const slices = fc.infiniteStream(fc.record({ cycles: fc.integer({ min: 0, max: 90 }), work }));
    fc.assert(
      fc.property(anyScenario, slices, (scenario, sizes) => {
        const whole = startRun(scenario).simulation;
        const sliced = startRun(scenario).simulation;
        runToEnd(whole);
        const cut = sizes[Symbol.iterator]();
        while (sliced.status === "running") {
          const { cycles, work } = cut.next().value;
          const until = sliced.now + cycles;
          sliced.advance(until, work);
          frameOf(sliced);
          expect(sliced.now).toBeLessThanOrEqual(until);
        }
        expect(sliced.now).toBe(whole.now);
        expect(bytesOf(sliced).equals(bytesOf(whole))).toBe(true);
        expect(sliced.deadlockCycle).toEqual(whole.deadlockCycle);
      }),
      { numRuns: cases(25) },
    );
  });

  it("stops at the cycle it is asked to stop at", () => {
    fc.assert(
      fc.property(anyScenario, fc.nat({ max: 60 }), (scenario, cycle) => {
        const { simulation } = startRun(scenario);
        simulation.advance(cycle, Infinity);
        if (simulation.status === "running") expect(simulation.now).toBe(cycle);
        else expect(simulation.now).toBeLessThanOrEqual(cycle);
      }),
      { numRuns: cases(15) },
    );
  });

  it("tells what terminals do in every cycle of the window: they send, are blocked, or idle", () => {
    let [sends, waits] = [0, 0];
    fc.assert(
      fc.property(anyScenario, fc.nat({ max: 400 }), (scenario, cycle) => {
        const { plan, simulation } = startRun(scenario);
        simulation.advance(cycle, Infinity);
        const { scalars, windowPhits, sendingCycles, blockedCycles } = frameOf(simulation);
        const { terminals, firstOut, forwards } = plan.network;
        for (let s = 0; s < terminals; s++) {
          expect(sendingCycles[s] + blockedCycles[s]).toBeLessThanOrEqual(scalars[scalar.windowCycles] * slack);
          expect(Math.min(sendingCycles[s], blockedCycles[s])).toBeGreaterThanOrEqual(0);
          sends += sendingCycles[s];
          waits += blockedCycles[s];
          // Each phit takes one cycle of a channel; with several channels, some are used at the same time.
          const phits = windowPhits.subarray(firstOut[s], firstOut[s + 1]).reduce((sum, each) => sum + each, 0);
          if (forwards) continue;
          if (firstOut[s + 1] - firstOut[s] === 1) expectSame(sendingCycles[s], phits, isReal);
          else expect(sendingCycles[s]).toBeLessThanOrEqual(phits * slack);
        }
      }),
      { numRuns: cases(180) },
    );
    expect(Math.min(sends, waits)).toBeGreaterThan(cases(360));
  });

  it("depends on nothing but the scenario, and on its seed", () => {
    let busy = 0;
    fc.assert(
      fc.property(withTraffic, (scenario) => {
        const once = run(scenario);
        expect(run(scenario)).toEqual(once);
        // Before packets arrive, two runs may be identical: each terminal has sent one packet immediately.
        const { packets, arrived, fingerprint } = once;
        if (packets <= 60 || arrived <= 20 || randomlyTimedPackets(startRun(scenario).plan) <= 20) return;
        busy++;
        expect(run({ ...scenario, seed: scenario.seed ^ 1 }).fingerprint).not.toBe(fingerprint);
      }),
      { numRuns: cases(180) },
    );
    expect(busy).toBeGreaterThan(cases(1));
  });

  it("delivers every message whole, never before H + L·P, and nothing else", () => {
    fc.assert(
      fc.property(withMessages, (scenario) => {
        const { plan, simulation } = startRun(scenario);
        const frame = runToEnd(simulation);
        if (simulation.status === "deadlocked") return;
        const { source, destination, packets, time } = messagesOf(plan);
        const distances = new Map([...new Set(source)].map((from) => [from, distancesFrom(plan.network, from)]));
        let total = 0;
        let hops = 0;
        const { terminals } = plan.network;
        const arriving = Array.from({ length: terminals }, () => 0);
        const leaving = [...arriving];
        const flows = Array.from({ length: terminals ** 2 }, () => 0);
        source.forEach((from, m) => {
          const distance = distances.get(from)?.[destination[m]] ?? NaN;
          // If terminals have several channels, the packets of a message use them in parallel.
          const links = plan.network.firstOut[from + 1] - plan.network.firstOut[from];
          const inLine = plan.network.forwards ? 1 : Math.ceil(packets[m] / links);
          const earliest = distance + plan.packetPhits * inLine - 1;
          expect(frame.messageInjected[m]).toBeGreaterThanOrEqual(time[m]);
          expect(frame.messageDelivered[m] * slack).toBeGreaterThanOrEqual(frame.messageInjected[m] + earliest);
          total += packets[m];
          hops += distance * packets[m];
          arriving[destination[m]] += packets[m];
          leaving[from] += packets[m];
          flows[from * terminals + destination[m]] += packets[m];
        });
        expect([...frame.accepted]).toEqual(arriving);
        expect([...frame.arrivedFrom]).toEqual(leaving);
        expect([...frame.flowPackets]).toEqual(flows);
        expectSame(sum(frame.latencyFrom), frame.scalars[scalar.latency], isReal);
        expectSame(sum(frame.flowLatency), frame.scalars[scalar.latency], isReal);
        expect([frame.scalars[scalar.injected], frame.scalars[scalar.delivered]]).toEqual([total, total]);
        expect([frame.scalars[scalar.tagged], frame.scalars[scalar.taggedDelivered]]).toEqual([total, total]);
        expect(sum(frame.latencies)).toBe(total);
        // Each packet crosses at least as many channels as the distance between its ends, with all its phits.
        expect(frame.scalars[scalar.hops] * slack).toBeGreaterThanOrEqual(hops);
        expectSame(sum(frame.phits), frame.scalars[scalar.hops] * plan.packetPhits, isReal);
        // Under fluid flow, packets are also spread over paths by routings that draw their outputs.
        const isWhole = scenario.flowControl.values["ways"] !== "spread" && (!isReal || plan.routing.undrawnRouting === undefined);
        for (const count of frame.phits) if (isWhole) expectSame(count, Math.round(count / plan.packetPhits) * plan.packetPhits, isReal);
        expect(sum(frame.queued)).toBe(0);
      }),
      { numRuns: cases(30) },
    );
  });

  it("keeps account of every packet at every time", () => {
    fc.assert(
      fc.property(withTraffic, fc.integer({ min: 1, max: 400 }), (scenario, cycle) => {
        const { plan, simulation } = startRun(scenario);
        simulation.advance(cycle, Infinity);
        const { scalars, phits, accepted, windowPhits, meanLoad, worstLoad, inNetworkOverTime } = frameOf(simulation);
        const { network, packetPhits } = plan;
        const { now } = simulation;
        const inside = scalars[scalar.injected] - scalars[scalar.delivered];
        const crossed = (enters: boolean) =>
          phits.reduce((total, count, c) => ((enters ? network.head[c] : network.tail[c]) < network.terminals ? total + count : total), 0);
        const ofPackets = (part: number) => part * packetPhits;
        expect(inside).toBeGreaterThanOrEqual(0);
        // Terminals have sent at most the phits of the injected packets, fewer while packets cross their first channel. Terminals that
        // forward packets also send phits of other terminals.
        if (!network.forwards) {
          expect(crossed(false)).toBeLessThanOrEqual(ofPackets(scalars[scalar.injected]) * slack);
          expect(crossed(false) - crossed(true)).toBeLessThanOrEqual(ofPackets(inside) + relativeRounding);
        }
        // Packets that are entering the network: one on each channel of a terminal; or one in each injection slot, if packets share a
        // channel, as under fluid flow and in wormhole switching.
        const sharesChannels = isReal || kind.id === "wormhole";
        const entering = sharesChannels ? network.terminals * (plan.injectionSlots ?? 1) : network.firstOut[network.terminals];
        expect(crossed(false)).toBeGreaterThan(ofPackets(scalars[scalar.injected] - entering) - 1);
        expect(crossed(true) * slack).toBeGreaterThanOrEqual(ofPackets(scalars[scalar.delivered]));
        expect(sum(accepted)).toBe(scalars[scalar.accepted]);
        for (const count of phits) expect(count).toBeLessThanOrEqual(now * slack);
        for (const count of windowPhits) expect(count).toBeLessThanOrEqual(scalars[scalar.windowCycles] * slack);
        const bins = scalars[scalar.bins];
        expect(bins).toBeLessThan(timeBins);
        for (let i = 0; i < bins; i++) expect(worstLoad[i]).toBeGreaterThanOrEqual(meanLoad[i]);
        const binned = sum(meanLoad.subarray(0, bins)) * scalars[scalar.binCycles] * phits.length;
        const yetToBin = now - bins * scalars[scalar.binCycles];
        expect(yetToBin).toBeGreaterThanOrEqual(0);
        // The value at the end of the last bin equals that of a run that is stopped at this cycle.
        if (bins > 0) {
          const upTo = startRun(scenario).simulation;
          upTo.advance(now - yetToBin, Infinity);
          const { scalars: then } = frameOf(upTo);
          expect(inNetworkOverTime[bins - 1]).toBe(then[scalar.injected] - then[scalar.delivered]);
        }
        expect(sum(phits) - binned).toBeGreaterThan(-0.01 * (1 + binned));
        expect(sum(phits) - binned).toBeLessThanOrEqual(yetToBin * phits.length + 0.01 * (1 + binned));
      }),
      { numRuns: cases(30) },
    );
  });

  it("takes exactly as long as the closed form says for one packet alone, on every network", () => {
    const takesOf = singlePacketCycles[kind.id];
    fc.assert(
      fc.property(withMessages, (scenario) => {
        const [first] = messagesIn(scenario);
        const { plan, simulation } = startRun({ ...scenario, workload: { kind: "messages", values: { list: [{ ...first, bytes: 1 }] } } });
        // The routing may have no path between the two; channels that share a capacity make the packet wait for itself.
        if (messagesOf(plan).source.length === 0 || plan.network.groupCapacity.length > 0) return;
        const { messageDelivered, scalars } = runToEnd(simulation);
        const hops = scalars[scalar.hops];
        expect(hops * slack).toBeGreaterThanOrEqual(distancesFrom(plan.network, first.source)[first.destination]);
        const latency = takesOf(hops, plan.packetPhits, scenario.flowControl.values);
        // Parts of a message may take paths of different lengths: the longest one counts.
        if (scenario.flowControl.values["ways"] === "spread") {
          expect(messageDelivered[0] - first.time + 1).toBeGreaterThanOrEqual(latency);
          return;
        }
        expectSame(messageDelivered[0] - first.time + 1, latency, isReal);
        expectSame(scalars[scalar.latency], latency, isReal);
        expectSame(scalars[scalar.networkLatency], latency, isReal);
      }),
      { numRuns: cases(30) },
    );
  });
});

/**
 * Expected number of packets that are created at random times before a run ends. There are none if all terminals create their packets at
 * the same time, or one phit in every cycle.
 */
function randomlyTimedPackets({ demand, packetPhits, window }: Plan): number {
  if (demand.form !== "open-loop") return 0;
  let packets = 0;
  for (const { injections, injectionOf, isSending } of demand.streams) {
    for (let t = 0; t < isSending.length; t++) {
      const { process, load, begin = 0, end = Infinity } = injections[injectionOf[t]];
      if (isSending[t] === 1 && process !== "in-step" && load < packetPhits)
        packets += (Math.max(0, Math.min(end, window.end) - begin) * load) / packetPhits;
    }
  }
  return packets;
}

type Message = { readonly source: number; readonly destination: number; readonly time: number };

function messagesIn({ workload }: Scenario): readonly Message[] {
  return workload.values["list"] as readonly Message[];
}

function messagesOf({ demand }: Plan) {
  if (demand.form !== "messages") throw new Error("expected a list of messages");
  return demand;
}

/** The current frame of a simulation, in the form in which a worker sends it to the page. */
function bytesOf(simulation: Simulation): Buffer {
  return Buffer.from(frameOf(simulation).scalars.buffer);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
