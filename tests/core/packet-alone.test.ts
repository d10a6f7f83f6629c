/**
 * Tests of a single packet over channels with different rates: by hand, in closed form, and against the engines. Also tests that channel
 * loads are relative to channel rates.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { anyLinks, linksFor, withLinks } from "../contracts/any-links.ts";
import { runToEnd } from "../contracts/scenarios.ts";
import { cases } from "../effort.ts";

/** A packet of L phits over H switches in a row, that is over H + 1 channels. */
function packetOverRow(flowControl: object, switches: number, phits: number) {
  const bytes = `${4 * phits} B`;
  const scenario = readScenario({
    topology: { kind: "mesh", sizes: [8] },
    flowControl: { packet: bytes, ...flowControl },
    workload: { kind: "messages", list: [{ source: 0, destination: switches - 1, bytes }] },
  });
  return { scenario, plan: compile(scenario).plan };
}

const latencyAlone = (plan: Plan) => analyzePlan(plan).zeroLoadLatency;
const [cutThrough, storeAndForward, fluid, circuit] = ["virtual-cut-through", "store-and-forward", "fluid", "circuit"].map((kind) => ({
  kind,
}));
const wormhole = (buffer: number) => ({ kind: "wormhole", buffer });

describe("a packet alone", () => {
  it("takes what it takes on plain channels where all carry a phit a cycle without length", () => {
    for (const flowControl of [cutThrough, storeAndForward, circuit, wormhole(1), wormhole(2), wormhole(40)])
      for (const [H, L] of [
        [2, 1],
        [3, 16],
        [6, 5],
      ]) {
        const { plan } = packetOverRow(flowControl, H, L);
        expect(latencyAlone({ ...plan, links: linksFor(plan, () => [7, 7, 0]) }), `${flowControl.kind}, ${H}, ${L}`).toBe(
          latencyAlone(plan),
        );
        expect(latencyAlone({ ...plan, switches: plainSwitch })).toBe(latencyAlone(plan));
      }
  });

  it("takes 4 H + F + 1 cycles through H routers of three stages, one packet of F flits", () => {
    for (const flowControl of [wormhole(8), cutThrough])
      for (const [H, F] of [
        [2, 1],
        [5, 16],
      ]) {
        const { plan } = packetOverRow(flowControl, H, F);
        expect(latencyAlone({ ...plan, switches: { ...plainSwitch, pipeline: 3 } })).toBe(4 * H + F + 1);
        // A buffer behind the crossbar costs flits one cycle more.
        const buffered = flowControl === cutThrough ? 4 * H : 5 * H;
        expect(latencyAlone({ ...plan, switches: { ...plainSwitch, pipeline: 3, speedup: 1, outputBuffer: 16 } })).toBe(buffered + F + 1);
      }
  });

  it("takes each channel's delay in addition; where it is stored, all phits at each channel's rate", () => {
    for (const flowControl of [wormhole(100), cutThrough, storeAndForward, circuit]) {
      const { plan } = packetOverRow(flowControl, 4, 10);
      expect(latencyAlone({ ...plan, links: linksFor(plan, () => [1, 1, 9]) })).toBe(latencyAlone(plan) + 5 * 9);
    }
    const { plan } = packetOverRow(storeAndForward, 3, 10);
    // 4 channels of half a phit per cycle take 20 cycles each. At 3 phits per cycle they take 10 / 3 cycles, rounded up.
    expect(latencyAlone({ ...plan, links: linksFor(plan, () => [1, 2, 0]) })).toBe(4 * 20 + 1);
    expect(latencyAlone({ ...plan, links: linksFor(plan, () => [3, 1, 5]) })).toBe(4 * (4 + 5) + 1);
  });

  it("must not run dry towards a faster channel", () => {
    // Channels of 1, 2 and 2 phits per cycle, 16 phits. The last phit has crossed the first channel at 16. 15 phits at 2 per cycle take 7.5
    // cycles, so the second channel begins at 9 and ends at 17. The third begins one cycle after the second, at 10, because no phit is late
    // there. The last phit arrives at 18.
    const { plan } = packetOverRow(cutThrough, 2, 16);
    const first = plan.network.firstOut[0];
    expect(latencyAlone({ ...plan, links: linksFor(plan, (c) => (c === first ? [1, 1, 0] : [2, 1, 0])) })).toBe(18 + 1);
    // Flits do not wait: the last flit enters the second channel at 16, the third at 17, and arrives at 18.
    const { plan: flits } = packetOverRow(wormhole(8), 2, 16);
    expect(latencyAlone({ ...flits, links: linksFor(flits, (c) => (c === first ? [1, 1, 0] : [2, 1, 0])) })).toBe(18 + 1);
    // From 2 phits per cycle to 1 nothing waits: the header proceeds after one cycle, and 16 phits follow.
    expect(latencyAlone({ ...plan, links: linksFor(plan, (c) => (c === first ? [2, 1, 0] : [1, 1, 0])) })).toBe(1 + 1 + 16 + 1);
  });

  it("goes as far as there is room: B flits every round trip, R = 2 + 2 d + credit delay + pipeline", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat({ max: 30 }),
        fc.nat({ max: 3 }),
        fc.nat({ max: 4 }),
        (B, L, d, creditDelay, pipeline) => {
          const { plan } = packetOverRow(wormhole(B), 2, L);
          // Only the first of the three channels is long.
          const links = linksFor(plan, (c) => [1, 1, c === plan.network.firstOut[0] ? d : 0]);
          const R = 2 + 2 * d + creditDelay + pipeline;
          const last = B < R ? Math.floor((L - 1) / B) * R + ((L - 1) % B) : L - 1;
          expect(latencyAlone({ ...plan, links, switches: { ...plainSwitch, creditDelay, pipeline } })).toBe(
            last + 3 + d + 2 * pipeline + 1,
          );
        },
      ),
      { numRuns: cases(100) },
    );
  });

  it("takes under fluid flow and over circuits what their engines take", () => {
    const drawn = fc.record({
      links: anyLinks(fc.constantFrom(0, 1, 2.5, 40)),
      H: fc.integer({ min: 2, max: 8 }),
      L: fc.integer({ min: 16, max: 60 }),
    });
    for (const flowControl of [fluid, circuit])
      fc.assert(
        fc.property(drawn, ({ links, H, L }) => {
          const { scenario, plan: plain } = packetOverRow(flowControl, H, L);
          const plan = withLinks(plain, links);
          const { scalars } = runToEnd(startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, plan));
          expect(latencyAlone(plan)).toBeCloseTo(scalars[scalar.latency], 5);
        }),
        { numRuns: cases(30) },
      );
  });

  it("is a mean over all pairs and all ways, or over packets drawn where these are too many", () => {
    const uniform = (sizes: readonly number[]) =>
      compile(
        readScenario({
          topology: { kind: "torus", sizes },
          workload: { kind: "open-loop", pattern: "uniform" },
          routing: "minimal-adaptive",
        }),
      ).plan;
    const few = uniform([4, 4]);
    const links = (plan: Plan) => linksFor(plan, () => [1, 1, 10]);
    const { meanHops, zeroLoadLatency } = analyzePlan({ ...few, links: links(few) });
    expect(zeroLoadLatency).toBeCloseTo(latencyAlone(few) + 10 * meanHops, 9);
    const many = uniform([16, 16]);
    const found = analyzePlan({ ...many, links: links(many) });
    expect(Math.abs(found.zeroLoadLatency / (latencyAlone(many) + 10 * found.meanHops) - 1)).toBeLessThan(0.02);
  });
});

describe("channel loads of unlike channels", () => {
  const planOf = (topology: object, pattern = "uniform") =>
    compile(readScenario({ topology, workload: { kind: "open-loop", pattern, load: 0.5 } })).plan;

  it("are parts of what each channel carries, and the first that is full sets the bound", () => {
    // A ring of 8: the load is 8/7 on every channel, and 1 on terminal channels.
    const plan = planOf({ kind: "torus", sizes: [8] });
    const { terminals, head, tail } = plan.network;
    const isTerminals = (c: number) => head[c] < terminals || tail[c] < terminals;
    const fast = analyzePlan({ ...plan, links: linksFor(plan, (c) => (isTerminals(c) ? [1, 1, 0] : [2, 1, 0])) });
    fast.channelLoad.forEach((load, c) => expect(load).toBeCloseTo(isTerminals(c) ? 1 : 4 / 7, 12));
    expect(fast.bound).toBeCloseTo(1, 12);
    expect(isTerminals(fast.bottleneck)).toBe(true);
    const slow = analyzePlan({ ...plan, links: linksFor(plan, (c) => (isTerminals(c) ? [2, 1, 0] : [1, 2, 0])) });
    expect(slow.bound).toBeCloseTo(7 / 16, 12);
    expect(slow.rates![slow.bottleneck]).toBe(0.5);
  });

  it("scale with all rates, computed or estimated", () => {
    for (const [topology, pattern, isEstimated] of [
      [{ kind: "torus", sizes: [4, 4] }, "complement", false],
      [{ kind: "k-ary-n-tree", k: 2, n: 3 }, "uniform", false],
      [{ kind: "torus", sizes: [128, 128] }, "uniform", true],
    ] as const) {
      const plan = planOf(topology, pattern);
      const [once, twice] = [plan, { ...plan, links: linksFor(plan, () => [2, 1, 3]) }].map(analyzePlan);
      expect(once.sampled !== null).toBe(isEstimated);
      expect(twice.bound).toBeCloseTo(2 * once.bound, 12);
      expect(twice.bottleneck).toBe(once.bottleneck);
      // A call of `expect` for each of a hundred thousand channels would cost more than the analysis.
      const furthest = twice.channelLoad.reduce((most, load, c) => Math.max(most, Math.abs(load - once.channelLoad[c] / 2)), 0);
      expect(furthest).toBeCloseTo(0, 12);
    }
  });

  it("leave capacities that channels share as they are", () => {
    const plan = planOf({ kind: "modular-switch", modules: 4, ports: 8, uplinks: 4, backplane: 4 });
    const by = (rate: readonly [number, number]) => analyzePlan({ ...plan, links: linksFor(plan, () => [...rate, 0]) }).bound;
    const { bound, bottleneckGroup } = analyzePlan(plan);
    expect(bottleneckGroup).not.toBeNull();
    expect([by([3, 1]), by([1, 1])]).toEqual([bound, bound]);
  });
});
