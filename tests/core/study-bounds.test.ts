/** Tests of throughput bounds: closed forms derived by hand, cuts against the built network, and no analysis that exceeds a bound. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { analyzeChannelLoads } from "../../src/core/analysis/channel-load.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Network } from "../../src/core/network/network.ts";
import { topologyFacts, buildNetwork } from "../../src/core/scenario/facts.ts";
import { throughputBound, latencyBound, mooreMeanDistance } from "../../src/core/study/bounds.ts";
import { candidatesOf } from "../../src/core/study/candidates.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { studyPacketPhits, studyScenario } from "../../src/core/study/study-scenarios.ts";
import { terminalsPerGroup, studyTraffic } from "../../src/core/study/traffic.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { distancesFrom, examplesOf, smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const kindWith = (kind: string, values: Record<string, unknown>): ChosenKind => ({
  kind,
  values: { ...defaultsOf(allTopologies.get(kind).params), ...(values as ChosenKind["values"]) },
});
const boundOf = (traffic: string, kind: string, values: Record<string, unknown>) =>
  throughputBound(traffic, topologyFacts(kindWith(kind, values)));

describe("bounds", () => {
  it("are the closed forms of the textbooks", () => {
    // A ring of N switches carries 8 / N under uniform traffic, times (T − 1) / T because no terminal sends to itself (Dally, Towles, 2004,
    // §3.3).
    expect(boundOf("uniform", "torus", { sizes: [8, 8] })).toBeCloseTo(63 / 64, 12);
    expect(boundOf("uniform", "mesh", { sizes: [8, 8] })).toBeCloseTo(63 / 128, 12);
    // All packets cross the middle: 2 N channels of an N × N torus for N² / 2 terminals.
    expect(boundOf("half-way", "torus", { sizes: [16, 16] })).toBe(4 / 16);
    // Kim, Dally, Scott, Abts (ISCA 2008): with non-minimal paths, half of the global links and half of the direct one.
    expect(boundOf("group-shift", "dragonfly", { p: 4, a: 8, h: 4, g: 33 })).toBeCloseTo((32 + 1) / 2 / 32, 12);
    expect(boundOf("uniform", "dragonfly", { p: 4, a: 8, h: 4, g: 33 })).toBe(1);
    // Oversubscribed trees: at 2 : 1 half of the traffic that leaves a leaf is carried.
    expect(boundOf("group-shift", "clos", { ports: 12, oversubscription: 2 })).toBe(1 / 2);
    expect(boundOf("uniform", "clos", { ports: 12, oversubscription: 2 })).toBeCloseTo((1 / 2) * (95 / 88), 12);
    expect(boundOf("half-way", "thin-tree", { k: 4, kUp: 2, n: 3 })).toBe(1 / 4);
    for (const { id } of studyTraffic) expect(boundOf(id, "k-ary-n-tree", { k: 4, n: 3 })).toBe(1);
    // A flattened butterfly with rows of s switches carries half under traffic from each switch to the next (Kim, Dally, Abts, ISCA 2007,
    // §2.2).
    expect(boundOf("group-shift", "hyperx", { sizes: [16], terminalsPerSwitch: 16 })).toBe(1 / 2);
    for (const { id } of studyTraffic) expect(boundOf(id, "single-switch", { terminals: 12 })).toBe(1);
  });

  it("on distances are those of the graphs that reach the Moore bound", () => {
    // The Hoffman–Singleton graph, 50 switches of degree 7, and the Petersen graph.
    expect(mooreMeanDistance(50, 7)).toBeCloseTo(13 / 7, 12);
    expect(mooreMeanDistance(10, 3)).toBeCloseTo(15 / 9, 12);
    // Singla et al. (NSDI 2012): 245 switches with 11 links.
    expect(mooreMeanDistance(245, 11)).toBeCloseTo(2.459016, 6);
    expect(mooreMeanDistance(1, 4)).toBe(0);
    fc.assert(
      fc.property(smallTopology(300, [allTopologies.get("jellyfish"), allTopologies.get("dragonfly")]), (topology) => {
        const network = buildNetwork(topology);
        const { terminals, switches, head, firstOut } = network;
        let degree = 0;
        for (let n = terminals; n < terminals + switches; n++) {
          degree = Math.max(degree, head.subarray(firstOut[n], firstOut[n + 1]).filter((to) => to >= terminals).length);
        }
        let sum = 0;
        for (let n = terminals; n < terminals + switches; n++)
          sum += distancesFrom(network, n)
            .slice(terminals)
            .reduce((a, b) => a + b, 0);
        if (switches > 1) expect(sum / (switches * (switches - 1))).toBeGreaterThanOrEqual(mooreMeanDistance(switches, degree) - 1e-9);
      }),
      { numRuns: cases(40) },
    );
  });

  it("know no cut that lets more through: the flow out of a part is what its facts say, or less", () => {
    const expectCuts = (topology: ChosenKind) => {
      const { terminals, cuts = [] } = topologyFacts(topology);
      if (cuts.length === 0 || terminals > 400) return;
      const network = buildNetwork(topology);
      for (const cut of cuts) {
        if (!cut.hasConsecutiveTerminals || cut.terminals === 0 || cut.terminals >= terminals) continue;
        expect(maxFlow(network, cut.terminals), JSON.stringify([topology, cut])).toBeLessThanOrEqual(cut.channels);
      }
    };
    for (const kind of allTopologies.kinds) {
      if (kind.designsOfSize === undefined) continue;
      for (const topology of examplesOf(kind).slice(0, 8)) expectCuts(topology);
    }
    const sized = allTopologies.kinds.filter(({ designsOfSize }) => designsOfSize !== undefined);
    fc.assert(fc.property(smallTopology(120, sized), expectCuts), { numRuns: cases(80) });
  });

  it("lie nowhere below what the channels of the built network carry", () => {
    for (const need of [readStudyNeed({ terminals: 24, ports: 12 }, []), readStudyNeed({ terminals: 60, ports: 16 }, [])]) {
      for (const candidate of candidatesOf(need)) {
        for (const { id } of studyTraffic) {
          const scenario = studyScenario(candidate, id);
          if (typeof scenario === "string") continue;
          const isGroups = scenario.routing.kind === "ugal";
          const plain = isGroups ? { ...scenario, routing: { kind: "shortest-path", values: {} } } : scenario;
          const analysis = analyzeChannelLoads(compile(plain).plan);
          if (analysis.sampled !== null) continue;
          expect(analysis.bound, `${candidate.id} under ${id}`).toBeLessThanOrEqual(throughputBound(id, candidate.facts) + 1e-9);
        }
      }
    }
  });

  it("on latency are those of an empty network on shortest ways, where its mean distance is known; else less", () => {
    for (const candidate of candidatesOf(readStudyNeed({ terminals: 24, ports: 12 }, []))) {
      const { facts, id } = candidate;
      const scenario = studyScenario(candidate, "uniform") as Exclude<ReturnType<typeof studyScenario>, string>;
      const plain = scenario.routing.kind === "ugal" ? { ...scenario, routing: { kind: "shortest-path", values: {} } } : scenario;
      const { zeroLoadLatency } = analyzeChannelLoads(compile(plain).plan);
      // Paths over rails may be non-minimal: through the switch within the host.
      if (facts.meanDistance === null || scenario.routing.kind === "rail")
        expect(latencyBound(facts, studyPacketPhits), id).toBeLessThanOrEqual(zeroLoadLatency + 1e-9);
      else expect(latencyBound(facts, studyPacketPhits), id).toBeCloseTo(zeroLoadLatency, 9);
    }
    // Two channels over one switch take a cycle each, plus 16 phits, the last of which is consumed one cycle later.
    expect(latencyBound(topologyFacts(kindWith("k-ary-n-tree", { k: 8, n: 1 })), 16)).toBe(18);
  });

  it("are reached: what a network is known for carries its bound", () => {
    for (const [traffic, topology] of [
      ["uniform", kindWith("torus", { sizes: [8, 8] })],
      ["half-way", kindWith("torus", { sizes: [8, 8] })],
      ["group-shift", kindWith("clos", { ports: 8, oversubscription: 3 })],
      ["uniform", kindWith("clos", { ports: 8, levels: 3, oversubscription: 3 })],
      ["uniform", kindWith("hyperx", { sizes: [4, 4], terminalsPerSwitch: 4 })],
      ["half-way", kindWith("thin-tree", { k: 4, kUp: 2, n: 3 })],
    ] as const) {
      const facts = topologyFacts(topology);
      const scenario = studyScenario({ topology, facts }, traffic);
      if (typeof scenario === "string") throw new Error(scenario);
      const routing = scenario.routing.kind === "ugal" ? { kind: "shortest-path", values: {} } : scenario.routing;
      expect(analyzeChannelLoads(compile({ ...scenario, routing }).plan).bound, topology.kind).toBeCloseTo(
        throughputBound(traffic, facts),
        9,
      );
    }
  });

  it("mean by a group what the network calls so, a switch, or the hosts that share one", () => {
    const group = (kind: string, values: Record<string, unknown>) => terminalsPerGroup(topologyFacts(kindWith(kind, values)));
    expect(group("dragonfly", { p: 4, a: 8, h: 4, g: 33 })).toBe(32);
    expect(group("torus", { sizes: [4, 4], terminalsPerSwitch: 3 })).toBe(3);
    expect(group("clos", { ports: 8, planes: 4 })).toBe(16);
    expect(group("rails", { hosts: 32, accelerators: 8, ports: 16 })).toBe(64);
    expect(group("single-switch", { terminals: 9 })).toBe(8);
  });
});

/**
 * Maximum flow from the first terminals to all others, with one phit per cycle on each channel, by augmenting paths (Edmonds, Karp).
 * @param minSources Minimum number of source terminals.
 */
function maxFlow({ terminals, switches, firstOut, head, tail, reverse }: Network, minSources: number): number {
  // All terminals of one switch belong to the same side, so there may be a few more sources than `minSources`.
  let sourceCount = minSources;
  while (head[firstOut[sourceCount]] === head[firstOut[sourceCount - 1]]) sourceCount++;
  const residualCapacity = new Int8Array(head.length).fill(1);
  // Terminal links are not limited here.
  const isTerminalChannel = (c: number) => tail[c] < terminals || head[c] < terminals;
  let flow = 0;
  for (;;) {
    const enteredBy = new Int32Array(terminals + switches).fill(-2);
    const queue: number[] = [];
    for (let t = 0; t < sourceCount; t++) {
      enteredBy[t] = -1;
      queue.push(t);
    }
    let reachedTerminal = -1;
    for (const node of queue) {
      if (node >= sourceCount && node < terminals) {
        reachedTerminal = node;
        break;
      }
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) {
        if (enteredBy[head[c]] !== -2 || (!isTerminalChannel(c) && residualCapacity[c] === 0)) continue;
        enteredBy[head[c]] = c;
        queue.push(head[c]);
      }
    }
    if (reachedTerminal < 0) return flow;
    for (let node = reachedTerminal; enteredBy[node] >= 0; node = tail[enteredBy[node]]) {
      residualCapacity[enteredBy[node]]--;
      residualCapacity[reverse[enteredBy[node]]]++;
    }
    flow++;
    if (flow > head.length) return Infinity;
  }
}
