/** Tests of sizes, distances and throughput bounds for any routing, against closed forms derived by hand. */
import { describe, expect, it } from "vitest";
import { findBisection } from "../../src/core/analysis/bisection/bisection.ts";
import { analysisFactsOf } from "../../src/core/analysis/facts.ts";
import { findLongestMatching } from "../../src/core/analysis/longest-matching.ts";
import { throughputBoundsOf } from "../../src/core/analysis/throughput-bounds.ts";
import { networkMetricsOf } from "../../src/core/analysis/size.ts";
import { compile } from "../../src/core/run/compile.ts";
import { pairDistances, girthOf, switchGraph, terminalGraph } from "../../src/core/network/distances.ts";
import { hostInternalsOf } from "../../src/core/network/host-internals.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { build } from "../contracts/arbitrary.ts";

const planOf = (topology: object, more: object = {}) =>
  compile(readScenario({ topology, workload: { kind: "open-loop", pattern: "uniform" }, ...more })).plan;
const networkOf = (topology: object) => planOf(topology).network;
/** Throughput bounds of a topology, including the bound from its bisection. */
const boundsOf = (topology: object, more: object = {}) => {
  const plan = planOf(topology, more);
  return throughputBoundsOf(plan, networkMetricsOf(plan.network), findBisection(plan.network));
};

describe("distances", () => {
  it("of a hypercube: as many pairs d apart as there are ways to choose d of n", () => {
    const { pairs, unreachablePairs, isComplete } = pairDistances(terminalGraph(networkOf({ kind: "hypercube", n: 6 })));
    expect([...pairs]).toEqual([0, 0, 0, 6, 15, 20, 15, 6, 1].map((count) => 64 * count));
    expect([unreachablePairs, isComplete]).toEqual([0, true]);
  });

  it("of terminals of one switch, and of several links to it: two channels", () => {
    expect([...pairDistances(terminalGraph(networkOf({ kind: "single-switch", terminals: 40 }))).pairs]).toEqual([0, 0, 40 * 39]);
    const doubled = networkOf({ kind: "mesh", sizes: [3], terminalLinks: 2 });
    expect([...pairDistances(terminalGraph(doubled)).pairs]).toEqual([0, 0, 0, 4, 2]);
  });

  it("are the same from some as from all where all look alike, and say so", () => {
    const graph = terminalGraph(networkOf({ kind: "torus", sizes: [20, 20] }));
    const [all, some] = [pairDistances(graph), pairDistances(graph, 30_000)];
    expect([all.isComplete, some.isComplete]).toEqual([true, false]);
    expect(some.mean).toBeCloseTo(all.mean, 12);
    expect(some.pairs.length).toBe(all.pairs.length);
    expect(some.pairs.reduce((a, b) => a + b)).toBeLessThan(all.pairs.reduce((a, b) => a + b));
  });

  it("between terminals that pass packets on lead over them, and those of switches do not", () => {
    const quads = networkOf({ kind: "three-quads", m: 4 });
    expect([...pairDistances(terminalGraph(quads)).pairs]).toEqual([0, 0, 64 * 36, 0, 64 * 27]);
    expect(pairDistances(switchGraph(quads))).toMatchObject({ unreachablePairs: 12 * 11, diameter: 0, mean: 0 });
  });
});

describe("girth", () => {
  const girth = (topology: object, looks?: number) => {
    const network = networkOf(topology);
    return girthOf(switchGraph(network), network.reverse, looks);
  };

  it("of rings, full graphs, grids, Petersen’s graph, trees and parallel links", () => {
    expect(girth({ kind: "torus", sizes: [17] })).toBe(17);
    expect(girth({ kind: "hyperx", sizes: [5], terminalsPerSwitch: 1 })).toBe(3);
    expect(girth({ kind: "mesh", sizes: [4, 4] })).toBe(4);
    expect(girth({ kind: "graph" })).toBe(5);
    expect(girth({ kind: "mesh", sizes: [9] })).toBeNull();
    expect(
      girth({
        kind: "graph",
        switches: 2,
        links: [
          { a: 0, b: 1 },
          { a: 1, b: 0 },
        ],
      }),
    ).toBe(2);
  });

  it("is left open where looking for it takes too long", () => {
    expect(girth({ kind: "torus", sizes: [1000] }, 1000)).toBeUndefined();
  });
});

describe("size", () => {
  it("counts what lies outside hosts, and beside it what lies within", () => {
    // Two hosts of two terminals with one internal switch each. One rail joins the first terminals of both hosts, another rail the second
    // ones.
    const axes = [
      { name: "host", kind: "host", size: 2 },
      { name: "rail", kind: "rail", size: 2 },
    ] as const;
    const net = new NetworkBuilder(4, 4, 8, axes, true);
    const [inner, rail] = [net.linkClass("inner"), net.linkClass("rail")];
    for (let t = 0; t < 4; t++) {
      const host = Math.floor(t / 2);
      net.setCoordinate(t, 0, host);
      net.setCoordinate(t, 1, t % 2);
      net.connect(t, 4 + host, inner);
      net.connect(t, 6 + (t % 2), rail);
    }
    for (let s = 0; s < 4; s++) {
      net.setCoordinate(4 + s, s < 2 ? 0 : 1, s % 2);
      net.setPorts(s, s < 2 ? 2 : 8);
    }
    const network = net.finish();
    expect(hostInternalsOf(network)).toEqual({ hosts: 2, switches: 2, links: 4 });
    expect(networkMetricsOf(network)).toMatchObject({
      terminals: 4,
      switches: 2,
      links: 4,
      switchLinks: 0,
      radix: 8,
      // From a terminal, the other terminal of its host and the other terminal of its rail are two channels away, the last terminal four.
      ofTerminals: { diameter: 4, mean: (2 + 2 + 4) / 3 },
      // No link joins the rails.
      ofSwitches: { diameter: null, mean: null, isWhole: false },
      girth: null,
    });
  });

  it("tells distances of switches from those of terminals where all hold as many, and finds them where not", () => {
    const hyperx = networkOf({ kind: "hyperx", sizes: [4, 3], terminalsPerSwitch: 5 });
    const { ofSwitches } = networkMetricsOf(hyperx, { diameter: 4, meanDistance: (2 * 4 + 5 * (5 * 3 + 6 * 4)) / 59 });
    // Five switches are one link away, six are two.
    expect(ofSwitches).toMatchObject({ diameter: 2 });
    expect(ofSwitches?.mean).toBeCloseTo((5 + 6 * 2) / 11, 12);
    const tree = networkMetricsOf(networkOf({ kind: "k-ary-n-tree", k: 2, n: 2 }));
    expect(tree).toMatchObject({ switches: 4, switchLinks: 4, girth: 4, ofSwitches: { diameter: 2 } });
    expect(tree.ofSwitches?.mean).toBeCloseTo((2 * 1 + 2) / 3, 12);
  });
});

describe("longest matching", () => {
  const distance = (topology: object) => {
    const { channels, senders } = findLongestMatching(networkOf(topology))!;
    return channels / senders - 2;
  };

  it("reaches the largest sum where that is known", () => {
    // Each terminal has a partner at the largest distance.
    expect(distance({ kind: "torus", sizes: [8] })).toBe(4);
    expect(distance({ kind: "torus", sizes: [7, 7] })).toBe(6);
    expect(distance({ kind: "hypercube", n: 7 })).toBe(7);
    expect(distance({ kind: "graph" })).toBe(2);
    expect(distance({ kind: "dragonfly", p: 2, a: 4, h: 2, g: 9 })).toBe(3);
    expect(distance({ kind: "k-ary-n-tree", k: 4, n: 3 })).toBe(4);
    // In a line of 2 m every pair crosses the middle, so the sum is 2 m² for any such matching.
    expect(distance({ kind: "mesh", sizes: [10] })).toBe(5);
  });

  it("leaves one without a partner where the number is odd and all others are taken, never two", () => {
    for (const sizes of [[5], [3, 3], [7, 5]]) {
      const { senders } = findLongestMatching(networkOf({ kind: "mesh", sizes }))!;
      expect(senders).toBeGreaterThanOrEqual(sizes.reduce((a, b) => a * b) - 1);
    }
  });

  it("is not looked for where more than 4,096 switches hold terminals", () => {
    expect(
      findLongestMatching(build({ kind: "torus", values: { sizes: [17, 17, 17], terminalsPerSwitch: 1, wrap: [true, true, true] } })),
    ).toBeNull();
  });
});

describe("what no routing carries more of", () => {
  it("is what channels carry over the sum of distances, at most what terminals send", () => {
    // A ring of n: 2 n channels for n packets that cross n / 2 channels each.
    expect(boundsOf({ kind: "torus", sizes: [12] }).matching).toEqual({ load: 4 / 12, routed: 4 / 12, distance: 8 });
    // A full graph of 6 switches with 8 terminals each: 5 channels per switch for 8 packets that cross one channel.
    const full = { kind: "hyperx", sizes: [6], terminalsPerSwitch: 8 };
    expect(boundsOf(full).matching?.load).toBe(5 / 8);
    // Uniform traffic: 40 of the 47 other terminals are one channel away.
    expect(boundsOf(full).uniform?.by).toBe("path lengths");
    expect(boundsOf(full).uniform?.load).toBeCloseTo((5 * 47) / (8 * 40), 12);
    // The matching is the complement: there are as many channels as crossings.
    expect(boundsOf({ kind: "hypercube", n: 5 }).matching?.load).toBe(1);
    // There are eleven channels per switch for four packets that cross three channels.
    expect(boundsOf({ kind: "dragonfly", p: 4, a: 8, h: 4, g: 33 }).matching?.load).toBeCloseTo(11 / 12, 12);
    expect(boundsOf({ kind: "single-switch", terminals: 9 })).toMatchObject({
      uniform: { load: 1, by: "terminals" },
      matching: { load: 1, routed: 1, distance: 2 },
    });
  });

  it("is what a cut lets through where that is less", () => {
    // Four switches in a line with four terminals each: 8 × 8 / 15 of the uniform traffic crosses the middle, which carries 1.
    const line = { kind: "mesh", sizes: [4], terminalsPerSwitch: 4 };
    expect(boundsOf(line).uniform).toEqual({ load: 15 / 64, by: "the links that leave switch (0) and switch (1)" });
  });

  it("counts what channels carry where they are not alike", () => {
    const ring = { kind: "torus", sizes: [12] };
    const faster = boundsOf(ring, { links: [{ class: "X", rate: 2 }] });
    expect(faster.matching).toMatchObject({ load: 8 / 12, routed: 8 / 12 });
  });

  it("is not reached under the plan's routing: the routed load is never above it", () => {
    for (const topology of [
      { kind: "torus", sizes: [6, 6] },
      { kind: "mesh", sizes: [5, 4] },
      { kind: "dragonfly", p: 2, a: 4, h: 2, g: 9 },
      { kind: "hyperx", sizes: [4, 4], terminalsPerSwitch: 4 },
      { kind: "k-ary-n-tree", k: 4, n: 3 },
    ]) {
      const { load, routed } = boundsOf(topology).matching!;
      expect(routed).toBeLessThanOrEqual(load + 1e-9);
    }
  });

  it("is among the facts, with counts and distances in closed form", () => {
    const facts = analysisFactsOf(planOf({ kind: "torus", sizes: [8, 8] }), { diameter: 10, meanDistance: 2 + (4 * 64) / 63 });
    const values = Object.fromEntries(facts.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({
      terminals: 64,
      switches: 64,
      links: 192,
      "switch-links": 128,
      radix: 5,
      diameter: 10,
      "switch-diameter": 8,
      girth: 4,
      "bound-longest-matching": 0.5,
      "longest-matching-distance": 10,
    });
    expect(values["mean-distance"]).toBeCloseTo(2 + 256 / 63, 12);
    expect(values["switch-mean-distance"]).toBeCloseTo(256 / 63, 12);
    expect(values).not.toHaveProperty("hosts");
  });
});
