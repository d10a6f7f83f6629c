/** Bisections, disjoint ways and numbers of ways against closed forms, and flows against cuts by trial. */
import { describe, expect, it, test } from "vitest";
import { bisection } from "../../src/core/analysis/bisection.ts";
import { factsOf } from "../../src/core/analysis/facts.ts";
import { maxFlow } from "../../src/core/analysis/max-flow.ts";
import { countWays, disjointWays, pathDiversity } from "../../src/core/analysis/path-diversity.ts";
import { compile } from "../../src/core/compile.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

type Kind = Readonly<Record<string, unknown>> & { readonly kind: string };

const planOf = (topology: Kind, routing?: Kind | string): Plan =>
  compile(readScenario({ topology, ...(routing === undefined ? {} : { routing }), workload: { kind: "open-loop", pattern: "uniform" } }))
    .plan;

describe("bisection, channels in one direction", () => {
  const cases: readonly (readonly [string, Kind, number])[] = [
    // Half of the k links of each top switch lead to either half: kⁿ / 2.
    ["a fat tree: half of the terminals", { kind: "k-ary-n-tree", k: 4, n: 3 }, 32],
    ["a fat tree of binary switches", { kind: "k-ary-n-tree", k: 2, n: 4 }, 8],
    // k′ⁿ⁻¹ = 4 top switches with two links to either half.
    ["a thin tree", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 8],
    // Two cuts through each of 8 rings.
    ["a torus of 8 × 8", { kind: "torus", sizes: [8, 8] }, 16],
    ["a torus of 8 × 4: across the longer rings", { kind: "torus", sizes: [8, 4] }, 8],
    ["a torus of 4 × 8", { kind: "torus", sizes: [4, 8] }, 8],
    ["a single link", { kind: "mesh", sizes: [1, 2] }, 1],
    ["a mesh of 8 × 8", { kind: "mesh", sizes: [8, 8] }, 8],
    ["a hypercube: half of the terminals", { kind: "hypercube", n: 5 }, 16],
    // 2 · 2 in each of 4 rows.
    ["rows joined completely", { kind: "hyperx", sizes: [4, 4], terminalsPerSwitch: 4 }, 16],
    // One link between every two of 4 groups.
    ["a dragonfly of 4 groups", { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 }, 4],
    // Groups 0 … 3 and 5 … 8 are joined by 16 links. Half of group 4 goes with either: its switches 0 and 1 have their 4
    // global links to groups 5 … 8, the others theirs to 0 … 3, and 4 local links join the two halves of the group.
    ["a dragonfly of 9 groups, one of them parted", { kind: "dragonfly", p: 2, a: 4, h: 2, g: 9 }, 28],
    // The terminals of the only switch are parted by their own links.
    ["one switch", { kind: "single-switch", terminals: 12 }, 6],
    ["a modular switch: the uplinks of two of four modules", { kind: "modular-switch", modules: 4, ports: 16, uplinks: 8 }, 16],
  ];
  it.each(cases)("%s", (_, topology, channels) => {
    const { network } = planOf(topology);
    expect(bisection(network)).toMatchObject({ channels, perTerminal: channels / Math.floor(network.terminals / 2) });
  });

  it("names the halves and what the number is worth", () => {
    const { network } = planOf({ kind: "torus", sizes: [8, 4] });
    expect(bisection(network)).toMatchObject({ halves: "along X", note: expect.stringContaining("smallest cut found") });
  });

  it("is never below the smallest cut of all, where that can be tried out", () => {
    for (const topology of [
      { kind: "three-quads", m: 2 },
      { kind: "mesh", sizes: [2, 3] },
    ]) {
      const { network } = planOf(topology);
      let smallest = Infinity;
      for (let set = 0; set < 2 ** network.terminals; set++) {
        if (bitsOf(set) !== network.terminals / 2) continue;
        smallest = Math.min(smallest, maxFlow(network, partsOf(network, set)));
      }
      expect(bisection(network)?.channels).toBeGreaterThanOrEqual(smallest);
    }
  });

  it("does not exist for one terminal", () => {
    const net = new NetworkBuilder(1, 1, 1, []);
    net.connect(0, 1, net.linkClass("terminal"));
    expect(bisection(net.finish())).toBeNull();
  });
});

test("the largest flow is the smallest cut", () => {
  for (const topology of [
    { kind: "three-quads", m: 2 },
    { kind: "k-ary-n-tree", k: 2, n: 3 },
    { kind: "slender-tree", k: 4, kUp: 2, n: 2 },
    { kind: "mesh", sizes: [3, 3] },
    { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 },
  ] as const) {
    const { network } = planOf(topology);
    const all = 2 ** network.terminals - 1;
    for (const set of [0x5555 & all, 0x0f0f & all, 1, 0x1234 & all, 0x0666 & all]) {
      expect(maxFlow(network, partsOf(network, set)), `${topology.kind}, ${set}`).toBe(smallestCut(network, set));
    }
  }
});

describe("numbers of ways", () => {
  it("a fat tree: k to the level of the common ancestor", () => {
    const plan = planOf({ kind: "k-ary-n-tree", k: 3, n: 3 });
    expect([1, 3, 9].map((to) => countWays(plan, 0, to))).toEqual([1, 3, 9]);
  });

  it("a torus: orders of the steps, in either direction where both are as short", () => {
    const plan = planOf({ kind: "torus", sizes: [8, 8] }, "minimal-adaptive");
    // (1, 2): 3! / (1! 2!). (4, 4): 8! / (4! 4!) for each of four quarters. (4, 1): 5 for each of two directions.
    expect([8 * 2 + 1, 8 * 4 + 4, 8 * 1 + 4].map((to) => countWays(plan, 0, to))).toEqual([3, 280, 10]);
    expect(countWays(planOf({ kind: "torus", sizes: [8, 8] }), 0, 36)).toBe(1);
  });

  it("Three Quads: one for each shared plane, or a relay in any of six lines of m", () => {
    const plan = planOf({ kind: "three-quads", m: 4 });
    // (0, 0, 0) to (1, 0, 0), (1, 1, 0) and (1, 1, 1). A relay shares one coordinate with the one and another with the
    // other, and has any of 4 values in the third.
    expect([1, 5, 21].map((to) => countWays(plan, 0, to))).toEqual([2, 1, 24]);
  });

  it("Valiant: one over each switch, and the direct one for the two that are no way round", () => {
    expect(countWays(planOf({ kind: "mesh", sizes: [4, 4] }, "valiant"), 0, 15)).toBe(14 + 1);
  });

  it("a way that never ends is not counted", () => {
    const plan = planOf({ kind: "torus", sizes: [4] });
    const { reverse, terminals, firstOut } = plan.network;
    // To and fro over one link.
    let c = firstOut[terminals];
    while (plan.network.head[c] < terminals) c++;
    const route = (at: number, _to: number, _state: number, out: Int32Array) => {
      out[0] = at < terminals ? firstOut[at] : at === plan.network.tail[c] ? c : reverse[c];
      return 1;
    };
    expect(countWays({ ...plan, routing: { classes: 1, maxCandidates: 1, route } }, 0, 2)).toBeNull();
  });
});

describe("disjoint ways between switches", () => {
  const cases: readonly (readonly [string, Kind, number, number, number | null])[] = [
    ["a torus", { kind: "torus", sizes: [4, 4] }, 0, 10, 4],
    ["corners of a mesh", { kind: "mesh", sizes: [4, 4] }, 0, 15, 2],
    ["a hypercube", { kind: "hypercube", n: 4 }, 0, 15, 4],
    ["a fat tree", { kind: "k-ary-n-tree", k: 4, n: 3 }, 0, 63, 4],
    ["a thin tree", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 0, 63, 2],
    ["terminals with three links", { kind: "three-quads", m: 3 }, 0, 26, 3],
    ["terminals of one switch", { kind: "k-ary-n-tree", k: 4, n: 3 }, 0, 1, null],
  ];
  it.each(cases)("%s", (_, topology, from, to, ways) => {
    expect(disjointWays(planOf(topology).network, from, to)).toBe(ways);
  });
});

describe("path diversity", () => {
  it("over all pairs of a small network", () => {
    // Two terminals on each of two leaves: one way within, two between; 4 pairs of 12 lie within.
    expect(pathDiversity(planOf({ kind: "k-ary-n-tree", k: 2, n: 2 }))).toEqual({
      pairs: 12,
      isAll: true,
      ways: { mean: (4 + 8 * 2) / 12, least: 1 },
      disjoint: { mean: 2, least: 2 },
    });
  });

  it("over some pairs of a large one", () => {
    expect(pathDiversity(planOf({ kind: "torus", sizes: [16, 16] }))).toMatchObject({
      pairs: 64,
      isAll: false,
      ways: { mean: 1, least: 1 },
    });
  });

  it("is among the facts", () => {
    const facts = factsOf(planOf({ kind: "k-ary-n-tree", k: 2, n: 2 }));
    const values = Object.fromEntries(facts.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({ bound: 1, "bound-exact": "yes", "sampled-packets": null, bisection: 2, "ways-mean": 5 / 3 });
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
  });
});

const bitsOf = (set: number) => set.toString(2).replaceAll("0", "").length;

/** Terminals of a set as sources, all others as sinks. */
function partsOf({ terminals, switches }: Network, set: number): Uint8Array {
  return Uint8Array.from({ length: terminals + switches }, (_, n) => (n >= terminals ? 0 : (set >> n) & 1 ? 1 : 2));
}

/** Channels from a set of terminals, and any switches, to all others: the fewest over all choices of switches. */
function smallestCut({ terminals, switches, tail, head }: Network, set: number): number {
  let fewest = Infinity;
  for (let chosen = 0; chosen < 2 ** switches; chosen++) {
    const inside = (n: number) => ((n < terminals ? set >> n : chosen >> (n - terminals)) & 1) === 1;
    let crossing = 0;
    for (let c = 0; c < head.length; c++) if (inside(tail[c]) && !inside(head[c])) crossing++;
    fewest = Math.min(fewest, crossing);
  }
  return fewest;
}
