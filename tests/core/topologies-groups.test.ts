/** Tests of Megafly and Jellyfish against closed forms and the numbers of their papers. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { ScenarioError, type ValidationIssue } from "../../src/core/base/errors.ts";
import { defaultsOf, type Values } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { coordinate, nameOfNode, type Network } from "../../src/core/network/network.ts";
import { randomGraph } from "../../src/core/network/random-graph.ts";
import { billOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import { distancesFrom as stepsFrom } from "../../src/core/network/search.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { distancesFrom } from "../contracts/arbitrary.ts";
import { cases, isThorough } from "../effort.ts";

const valuesOf = (kind: string, values: Values): never => ({ ...defaultsOf(allTopologies.get(kind).params), ...values }) as never;
const build = (kind: string, values: Values = {}): Network => allTopologies.get(kind).build(valuesOf(kind, values));
const factsOf = (kind: string, values: Values = {}): TopologyFacts => allTopologies.get(kind).expectedFacts(valuesOf(kind, values));
const issuesOf = (kind: string, values: Values) => allTopologies.get(kind).check(valuesOf(kind, values));

/** The issue with which a routing refuses a network. */
function refusalOf(network: Network, id: string): ValidationIssue {
  const { compile, params } = allRoutings.get(id);
  try {
    compile(defaultsOf(params), network);
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues[0];
  }
  throw new Error(`${id} is not refused`);
}

/** Neighbors of a node, by port. */
const neighborsOf = ({ firstOut, head }: Network, n: number) => [...head.subarray(firstOut[n], firstOut[n + 1])];

/** Number of pairs of different terminals at each distance. */
function pairsByDistance(network: Network): readonly number[] {
  const pairs: number[] = [];
  for (let from = 0; from < network.terminals; from++) {
    const steps = stepsFrom(network, from);
    for (let to = 0; to < network.terminals; to++) if (to !== from) pairs[steps[to]] = (pairs[steps[to]] ?? 0) + 1;
  }
  return Array.from(pairs, (count = 0) => count);
}
const meanOf = (pairs: readonly number[]) =>
  pairs.reduce((sum, count, steps) => sum + steps * count, 0) / pairs.reduce((sum, count) => sum + count, 0);

describe("Megafly", () => {
  it.each([
    // p, s, h: groups, terminals, switches, links between switches, mean.
    [2, 2, 2, 5, 20, 20, 30, 4.73684],
    [3, 3, 3, 10, 90, 60, 135, 4.86517],
    [4, 4, 4, 17, 272, 136, 408, 4.92251],
    [2, 4, 2, 9, 72, 72, 9 * 16 + 36, 346 / 71],
  ])("p = %i, s = %i, h = %i", (p, s, h, groups, terminals, switches, links, mean) => {
    const facts = factsOf("megafly", { p, s, h });
    expect(facts).toMatchObject({ terminals, switches, links: links + terminals, diameter: 5 });
    expect(facts.axes[0].size).toBe(groups);
    expect(facts.meanDistance).toBeCloseTo(mean, 5);
    const pairs = pairsByDistance(build("megafly", { p, s, h }));
    expect(pairs).toEqual([0, 0, terminals * (p - 1), 0, terminals * p * (s - 1), terminals * p * s * (groups - 1)]);
    expect(meanOf(pairs)).toBeCloseTo(facts.meanDistance!, 12);
  });

  it("of any size, with as many groups as you like: leaf – spine – spine – leaf at most", () => {
    const any = fc.record({ p: fc.integer({ min: 1, max: 4 }), s: fc.integer({ min: 1, max: 5 }), h: fc.integer({ min: 1, max: 4 }) });
    const some = any.chain((own) => fc.integer({ min: 1, max: own.s * own.h + 1 }).map((g) => ({ ...own, g })));
    fc.assert(
      fc.property(some, (values) => {
        const { p, s, g } = values;
        fc.pre(g * s * p > 1 && g * s * p <= 200);
        const facts = factsOf("megafly", values);
        const pairs = pairsByDistance(build("megafly", values));
        expect(pairs.length - 1).toBe(facts.diameter);
        expect(meanOf(pairs)).toBeCloseTo(facts.meanDistance!, 10);
      }),
      { numRuns: cases(40) },
    );
  });

  it("joins each leaf with each spine of its group, and only spines with other groups", () => {
    const network = build("megafly");
    expect(neighborsOf(network, 72 + 8)).toEqual([8, 9, 72 + 12, 72 + 13, 72 + 14, 72 + 15]);
    expect(neighborsOf(network, 72 + 12).slice(0, 4)).toEqual([72 + 8, 72 + 9, 72 + 10, 72 + 11]);
    // The spines of group 0 lead to groups 1 and 2, 3 and 4, and so on.
    const groupsOf = (s: number) =>
      neighborsOf(network, 72 + s)
        .slice(4)
        .map((n) => coordinate(network, n, 0));
    expect([4, 5, 6, 7].map(groupsOf)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect([8, 12].map((s) => nameOfNode(network, 72 + s))).toEqual(["leaf 0 of group 1", "spine 0 of group 1"]);
    expect(network.linkClasses).toEqual(["terminal", "local", "global"]);
  });

  it("0 groups are as many as the links reach, and more are refused", () => {
    expect(build("megafly", { g: 0 })).toEqual(build("megafly", { g: 9 }));
    expect(issuesOf("megafly", { g: 10 })).toMatchObject([{ path: "g", nearest: 9 }]);
  });

  it("of 61,696 terminals is built, and goes without tables", () => {
    const network = build("megafly", { p: 16, s: 16, h: 15 });
    expect([network.terminals, network.switches]).toEqual([241 * 256, 241 * 32]);
    // These routings compute their paths. Tables would be too large.
    for (const id of ["local-global-local", "valiant", "ugal", "progressive-adaptive"]) {
      allRoutings.get(id).compile(defaultsOf(allRoutings.get(id).params), network);
    }
    expect(refusalOf(network, "shortest-path")).toMatchObject({ path: "routing", nearest: "local-global-local" });
  });

  it("whose groups send to the next carries 1/(p s) of it on minimal ways, at most half over a random group", () => {
    for (const [p, s, h] of [
      [2, 4, 2],
      [2, 2, 2],
      [1, 3, 2],
    ]) {
      const boundOf = (routing: string) =>
        analyzePlan(
          compile(
            readScenario({
              topology: { kind: "megafly", p, s, h },
              routing,
              workload: { kind: "open-loop", pattern: { kind: "shift", amount: p * s } },
            }),
          ).plan,
        ).bound;
      expect(boundOf("local-global-local")).toBeCloseTo(1 / (p * s), 12);
      const round = boundOf("valiant");
      expect(round).toBeGreaterThan(1 / (p * s));
    }
  });

  it("routings that go by other axes refuse it, and say which would do", () => {
    for (const [routing, reason] of [
      ["nearest-common-ancestor", /needs switches in levels/],
      ["dimension-order", /groups/],
      ["minimal-adaptive", /groups/],
    ] as const) {
      const read = () => readScenario({ topology: { kind: "megafly" }, routing });
      expect(read).toThrow(reason);
      expect(read).toThrow(/Use local, global, local/);
    }
  });
});

describe("Jellyfish", () => {
  /** The network of Fig. 1c: every port is used, 11 or 12 of them for links. */
  const lab = { switches: 245, ports: 14, degree: 0, terminals: 686 };

  it.each([
    [{}, [40, 20, 40 + 40]],
    [{ switches: 245, ports: 14, degree: 11 }, [735, 245, 735 + 1347]],
    [lab, [686, 245, 686 + 1372]],
    [{ ...lab, degree: 11 }, [686, 245, 686 + 1347]],
    [{ switches: 5, ports: 4, degree: 3 }, [5, 5, 5 + 7]],
    [{ switches: 4096, ports: 32, degree: 16 }, [65_536, 4096, 65_536 + 32_768]],
  ] as const)("%o", (values, [terminals, switches, links]) => {
    expect(factsOf("jellyfish", values)).toMatchObject({ terminals, switches, links });
  });

  it("any two numbers make a connected graph, whose nodes have that degree, but for one where it cannot be", () => {
    for (let n = 4; n <= (isThorough ? 14 : 9); n++) {
      for (let d = 3; d < n; d++) {
        for (const number of [0, 1, 2]) {
          const degrees = new Int32Array(n).fill(d);
          if ((n * d) % 2 === 1) degrees[n - 1]--;
          const { firstOut, head } = randomGraph(degrees, number);
          const neighborsOf = (a: number) => [...head.subarray(firstOut[a], firstOut[a + 1])];
          for (let a = 0; a < n; a++) {
            expect([neighborsOf(a).length, new Set(neighborsOf(a)).size]).toEqual([degrees[a], degrees[a]]);
            expect(neighborsOf(a)).not.toContain(a);
            for (const b of neighborsOf(a)) expect(neighborsOf(b)).toContain(a);
          }
          const reached = new Set([0]);
          for (const a of reached) for (const b of neighborsOf(a)) reached.add(b);
          expect(reached.size).toBe(n);
        }
      }
    }
  });

  it("spreads terminals evenly: no two switches differ by more than one", () => {
    const network = build("jellyfish", lab);
    const own = Array.from({ length: 245 }, (_, s) => neighborsOf(network, 686 + s).filter((n) => n < 686).length);
    expect([Math.min(...own), Math.max(...own)]).toEqual([2, 3]);
    // All ports are plugged.
    expect(new Set(Array.from({ length: 245 }, (_, s) => neighborsOf(network, 686 + s).length))).toEqual(new Set([14]));
    // 245 switches with 11 links each have an odd number of link ends, so one switch has one link fewer.
    const few = build("jellyfish", { ...lab, degree: 11 });
    const links = Array.from({ length: 245 }, (_, s) => neighborsOf(few, 686 + s).filter((n) => n >= 686).length);
    expect(links.sort((x, y) => x - y)).toEqual([10, ...Array.from({ length: 244 }, () => 11)]);
  });

  it("is the same for a seed, and another for another", () => {
    expect(build("jellyfish", lab)).toEqual(build("jellyfish", lab));
    expect(build("jellyfish", { ...lab, seed: 2 }).head).not.toEqual(build("jellyfish", lab).head);
    // The expected values are fixed: the network of a seed must never change.
    expect([40, 59].map((n) => neighborsOf(build("jellyfish"), n))).toEqual([
      [0, 1, 41, 42, 58, 59],
      [38, 39, 40, 46, 57, 58],
    ]);
  });

  /** Lower bound of the mean distance between switches by Cerf et al. (Networks 4, 1974): as many switches as possible at each distance. */
  const leastMean = (n: number, r: number) => {
    let [left, sum] = [n - 1, 0];
    for (let at = 1, most = r; left > 0; at++, most *= r - 1) {
      const there = Math.min(left, most);
      sum += at * there;
      left -= there;
    }
    return sum / (n - 1);
  };

  it("has distances between switches above the least that any graph has", () => {
    expect(leastMean(245, 11)).toBeCloseTo(2.459016, 6);
    for (const [switches, ports, degree] of [
      [245, 14, 11],
      [100, 12, 8],
      [64, 5, 3],
    ]) {
      const network = build("jellyfish", { switches, ports, degree });
      const first = network.terminals;
      let sum = 0;
      for (let s = first; s < first + switches; s++)
        sum += stepsFrom(network, s)
          .subarray(first)
          .reduce((all, each) => all + each, 0);
      const mean = sum / (switches * (switches - 1));
      const least = leastMean(switches, degree);
      expect(mean).toBeGreaterThan(least);
      // Random graphs come close to the bound.
      expect(mean).toBeLessThan(1.2 * least);
    }
  });

  it.each([1, 2, 3])(
    "of the switches of a fat tree of 686 servers, seed %i: nearly all pairs are less than six links apart (Fig. 1c)",
    (number) => {
      const pairs = pairsByDistance(build("jellyfish", { ...lab, seed: number }));
      const all = 686 * 685;
      const near = pairs.slice(0, 6).reduce((sum, count) => sum + count, 0) / all;
      expect(near).toBeGreaterThan(0.995);
      expect(meanOf(pairs)).toBeCloseTo(4.54, 1);
    },
  );

  it("is there whatever ports are left to links, in a full network but for some, too", () => {
    // In a network of five switches with four ports, the switch with a terminal has one link fewer. All others are joined to each other.
    const full = build("jellyfish", { switches: 5, ports: 4, degree: 0, terminals: 1 });
    expect(full.pluggedPorts.slice().sort()).toEqual(Int32Array.of(3, 4, 4, 4, 4));
    for (const switches of [4, 5, 6, 7, 8]) {
      for (const ports of [4, 5, 6, 7, 8, 9]) {
        for (let terminals = 1; terminals <= 2 * switches + 1; terminals++) {
          const values = { switches, ports, degree: 0, terminals };
          if (issuesOf("jellyfish", values).length > 0) continue;
          const network = build("jellyfish", values);
          expect(billOfMaterials(network)).toEqual(factsOf("jellyfish", values).parts);
          expect(distancesFrom(network, 0).every(Number.isFinite)).toBe(true);
        }
      }
    }
  });

  it("refuses what has no room", () => {
    expect(issuesOf("jellyfish", { switches: 5, degree: 5, ports: 8 })).toMatchObject([{ path: "degree", nearest: 4 }]);
    expect(issuesOf("jellyfish", { switches: 9, ports: 12, degree: 43, terminals: 41 })).toMatchObject([{ path: "degree", nearest: 7 }]);
    expect(issuesOf("jellyfish", { ports: 5, degree: 5 })).toMatchObject([{ path: "degree", nearest: 4 }]);
    expect(issuesOf("jellyfish", { terminals: 41 })).toMatchObject([{ path: "terminals", nearest: 40 }]);
    expect(issuesOf("jellyfish", { degree: 2 })).toMatchObject([{ path: "degree", nearest: 3 }]);
    expect(issuesOf("jellyfish", { degree: 0 })).toMatchObject([{ path: "degree", nearest: 5 }]);
    expect(issuesOf("jellyfish", { degree: 0, terminals: 61 })).toMatchObject([{ path: "terminals", nearest: 60 }]);
    expect(issuesOf("jellyfish", { switches: 5, ports: 9, degree: 0, terminals: 15 })).toMatchObject([{ path: "ports", nearest: 7 }]);
    expect(issuesOf("jellyfish", { switches: 5, ports: 7, degree: 0, terminals: 15 })).toEqual([]);
  });

  it("of 4096 switches and 65,536 terminals is built", () => {
    const network = build("jellyfish", { switches: 4096, ports: 32, degree: 16 });
    checkNetwork(network);
    expect([network.switches, network.terminals]).toEqual([4096, 65_536]);
  });

  it("of more switches than tables hold is refused before anything is searched", () => {
    const network = build("jellyfish", { switches: 4580, ports: 8, degree: 6 });
    for (const id of ["shortest-path", "valiant", "ugal", "up-down"]) {
      expect(refusalOf(network, id)).toMatchObject({ path: "routing", remedy: "Choose a smaller network." });
    }
  });

  it("is drawn on a circle with shorter links than by chance, a quarter of it on the mean", () => {
    const network = build("jellyfish", lab);
    let [sum, count] = [0, 0];
    network.head.forEach((to, c) => {
      if (to < 686 || network.tail[c] < 686) return;
      const ahead = Math.abs(to - network.tail[c]);
      sum += Math.min(ahead, 245 - ahead) / 245;
      count++;
    });
    expect(sum / count).toBeLessThan(0.17);
  });
});
