/** Tests of Clos networks and generalized fat trees: their printed counts, their wiring rule, and their equality with other trees. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultsOf, readParams, type Values } from "../../src/core/base/params.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { nameOfNode, type Network } from "../../src/core/network/network.ts";
import { clos } from "../../src/core/topologies/trees/clos.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { distancesFrom } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const valuesOf = (kind: string, values: Values): never => ({ ...defaultsOf(allTopologies.get(kind).params), ...values }) as never;
const build = (kind: string, values: Values): Network => allTopologies.get(kind).build(valuesOf(kind, values));
const factsOf = (kind: string, values: Values): TopologyFacts => allTopologies.get(kind).expectedFacts(valuesOf(kind, values));
const issuesOf = (kind: string, values: Values) => allTopologies.get(kind).check(valuesOf(kind, values));

/** Links between switches. */
const switchLinkCount = ({ links }: TopologyFacts["parts"]) =>
  links.reduce((sum, { isTerminal, count }) => sum + (isTerminal ? 0 : count), 0);

describe("Clos networks", () => {
  /** Ports, levels, oversubscription; terminals, switches, links between switches. */
  const rows: readonly (readonly [number, number, number, number, number, number])[] = [
    // DeepSeek-V3 (ISCA 2025), Table 3, FT2 and FT3.
    [64, 2, 1, 2048, 96, 2048],
    [64, 3, 1, 65_536, 5120, 131_072],
    [4, 3, 1, 16, 20, 32],
    [48, 3, 1, 27_648, 2880, 55_296],
    [32, 2, 1, 512, 48, 512],
    // Of 64 ports, 48 lead down and 16 up; of 32 ports, 24 and 8.
    [64, 2, 3, 3072, 80, 1024],
    [32, 2, 3, 768, 40, 256],
    [32, 3, 3, 24 * 16 * 32, 16 * 32 + 8 * 32 + 8 * 16, 8192],
    // 42 ports down and 22 up, less than 2 to 1.
    [64, 2, 2, 2688, 86, 1408],
    [48, 2, 1.4, 48 * 28, 48 + 20, 48 * 20],
    // All ports but one lead down.
    [8, 2, 64, 56, 9, 8],
  ];

  it.each(rows)("of %i-port switches in %i levels, %d : 1", (ports, levels, oversubscription, terminals, switches, links) => {
    const facts = factsOf("clos", { ports, levels, oversubscription });
    expect([facts.terminals, facts.switches, switchLinkCount(facts.parts)]).toEqual([terminals, switches, links]);
    expect(facts.links).toBe(terminals + links);
    expect(facts.diameter).toBe(2 * levels);
  });

  it("has k²/2 terminals, 3k/2 switches and k²/2 links in two levels, k³/4, 5k²/4 and k³/2 in three", () => {
    for (let k = 2; k <= 128; k += 2) {
      const [two, three] = [2, 3].map((levels) => factsOf("clos", { ports: k, levels }));
      expect([two.terminals, two.switches, switchLinkCount(two.parts)]).toEqual([k ** 2 / 2, (3 * k) / 2, k ** 2 / 2]);
      expect([three.terminals, three.switches, switchLinkCount(three.parts)]).toEqual([k ** 3 / 4, (5 * k ** 2) / 4, k ** 3 / 2]);
    }
  });

  it("plugs every port of every switch, and narrows a leaf by at most what is said", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(2, 3),
        fc.oneof(fc.integer({ min: 1, max: 64 }), fc.double({ min: 1, max: 64, noNaN: true })),
        (half, levels, oversubscription) => {
          const { terminals, switches, firstOut, head, physicalPorts, pluggedPorts } = build("clos", {
            ports: 2 * half,
            levels,
            oversubscription,
          });
          expect(new Set(physicalPorts)).toEqual(new Set([2 * half]));
          expect(pluggedPorts).toEqual(physicalPorts);
          const leaf = head.subarray(firstOut[terminals], firstOut[terminals + 1]);
          const down = leaf.filter((n) => n < terminals).length;
          expect(switches).toBeGreaterThan(0);
          // One port more down would exceed the oversubscription.
          expect(down).toBeLessThanOrEqual(oversubscription * (2 * half - down) * (1 + 1e-8));
          expect(down + 1).toBeGreaterThan(oversubscription * (2 * half - down - 1) * (1 - 1e-8));
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("goes from one even number of ports to the next, within the range", () => {
    const next = (ports: number, isUp: boolean) => clos.next?.("ports", { ports }, isUp);
    expect([next(8, true), next(8, false), next(7, true), next(7, false)]).toEqual([10, 6, 8, 6]);
    expect([next(512, true), next(2, false)]).toEqual([512, 2]);
  });

  it("calls its switches leaves, spines and cores", () => {
    const names = (values: Values) => {
      const network = build("clos", values);
      return [0, network.switches - 1].map((s) => nameOfNode(network, network.terminals + s));
    };
    expect(names({ ports: 4 })).toEqual(["leaf 0", "spine 1"]);
    expect(names({ ports: 4, levels: 3 })).toEqual(["leaf 0", "core 3"]);
    expect(names({ ports: 4, oversubscription: 3 })).toEqual(["leaf 0", "the spine"]);
  });

  it("refuses ports without halves, with the nearest", () => {
    expect(issuesOf("clos", { ports: 7 })).toEqual([
      {
        path: "ports",
        message: "7 ports cannot be divided equally into downward and upward links.",
        remedy: "Use 6 or 8.",
        nearest: 6,
      },
    ]);
    for (let ports = 2; ports <= 512; ports += 2) expect(issuesOf("clos", { ports })).toEqual([]);
  });

  it("builds 65,536 terminals", () => {
    const network = build("clos", { ports: 64, levels: 3 });
    checkNetwork(network);
    expect(network.terminals).toBe(65_536);
  }, 30_000);
});

describe("generalised fat trees", () => {
  /** The arrays of a network on which a run depends. */
  const wiring = ({ firstOut, head, reverse, linkClass, linkClasses, coordinates, axes }: Network) => ({
    firstOut,
    head,
    reverse,
    linkClass,
    linkClasses,
    coordinates,
    axes,
  });

  const same: readonly (readonly [string, Values, Values])[] = [
    ["k-ary-n-tree", { k: 4, n: 3 }, { children: [4, 4, 4], parents: [1, 4, 4] }],
    ["k-ary-n-tree", { k: 2, n: 5 }, { children: [2, 2, 2, 2, 2], parents: [1, 2, 2, 2, 2] }],
    ["thin-tree", { k: 4, kUp: 2, n: 3 }, { children: [4, 4, 4], parents: [1, 2, 2] }],
    ["thin-tree", { k: 5, kUp: 3, n: 3 }, { children: [5, 5, 5], parents: [1, 3, 3] }],
    ["thin-tree", { k: 6, kUp: 1, n: 2 }, { children: [6, 6], parents: [1, 1] }],
    ["single-switch", { terminals: 12 }, { children: [12], parents: [1] }],
    ["modular-switch", { modules: 3, ports: 5, uplinks: 4 }, { children: [5, 3], parents: [1, 1], parallel: [1, 4] }],
    ["clos", { ports: 8, levels: 2 }, { children: [4, 8], parents: [1, 4] }],
    ["clos", { ports: 8, levels: 3, oversubscription: 3 }, { children: [6, 4, 8], parents: [1, 2, 4] }],
    // Slender trees of two levels belong to the family as well.
    ["slender-tree", { k: 6, kUp: 2, n: 2 }, { children: [6, 6], parents: [1, 2] }],
  ];

  it.each(same)("are what a %s of %o is", (kind, values, numbers) => {
    const [one, other] = [build(kind, values), build("xgft", numbers)];
    // Some networks have names for their levels.
    const unnamed = (network: Network) => network.axes.map(({ name, kind, size }) => ({ name, kind, size }));
    expect(wiring({ ...other, axes: unnamed(other) })).toEqual(wiring({ ...one, axes: unnamed(one) }));
    const [a, b] = [factsOf(kind, values), factsOf("xgft", numbers)];
    expect([a.terminals, a.switches, a.links, a.diameter, a.meanDistance]).toEqual([
      b.terminals,
      b.switches,
      b.links,
      b.diameter,
      b.meanDistance,
    ]);
  });

  const downFrom = (numbers: readonly number[]) => numbers.map((_, i) => numbers[numbers.length - 1 - i]);

  /** Parameters of small trees, level by level: children, parents, parallel links. */
  const level = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }));
  const numbers = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => ({
    children: levels.map(([m]) => m),
    parents: levels.map(([, w], i) => (i === 0 ? 1 : w)),
    parallel: levels.map(([, , t]) => t),
  }));

  it("join a node with all that differ in the number of its height alone (Öhring et al., §2)", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const { children, parents, parallel } = values;
        const network = build("xgft", values);
        const h = children.length;
        const nodes = network.firstOut.length - 1;
        // Labels, most significant digit first: the numbers of the subtrees from the largest down, then the positions at the top from the
        // smallest up.
        const labels = Array.from({ length: h + 1 }, (_, height) => {
          const sizes = [...downFrom(children.slice(height)), ...downFrom(parents.slice(0, height))];
          return sizes.reduce<readonly (readonly number[])[]>(
            (all, size) => all.flatMap((label) => Array.from({ length: size }, (_, x) => [...label, x])),
            [[]],
          );
        });
        const all = labels.flatMap((those, height) => those.map((label) => ({ height, label })));
        expect(nodes).toBe(all.length);
        const joined = (a: number, b: number) => {
          const [low, high] = [all[a], all[b]];
          // Two nodes are joined if their labels are equal without the digit of the height between them.
          const x = h - low.height - 1;
          const rest = [...low.label.slice(0, x), ...low.label.slice(x + 1)];
          const above = [...high.label.slice(0, x), ...high.label.slice(x + 1)];
          return high.height === low.height + 1 && rest.join() === above.join();
        };
        for (let a = 0; a < nodes; a++) {
          for (let b = 0; b < nodes; b++) {
            const links = network.head.subarray(network.firstOut[a], network.firstOut[a + 1]).filter((n) => n === b).length;
            const [low, high] = all[a].height < all[b].height ? [a, b] : [b, a];
            expect(links).toBe(joined(low, high) ? parallel[all[low].height] : 0);
          }
        }
      }),
      { numRuns: cases(30), examples: [[{ children: [2, 2, 2], parents: [1, 2, 2], parallel: [1, 1, 1] }]] },
    );
  });

  it("have their distances between switches in closed form", () => {
    fc.assert(
      fc.property(
        numbers.filter(({ children }) => children.length > 1),
        (values) => {
          const network = build("xgft", values);
          const { terminals, switches } = network;
          const { ofSwitches } = factsOf("xgft", values);
          let [sum, diameter] = [0, 0];
          for (let a = terminals; a < terminals + switches; a++) {
            const distance = distancesFrom(network, a);
            for (let b = terminals; b < terminals + switches; b++) {
              sum += distance[b];
              diameter = Math.max(diameter, distance[b]);
            }
          }
          expect(ofSwitches?.diameter).toBe(diameter);
          expect(ofSwitches?.meanDistance).toBeCloseTo(sum / (switches * (switches - 1)), 9);
        },
      ),
      { numRuns: cases(60) },
    );
  });

  it("refuse lists of unlike lengths, and terminals on several leaves", () => {
    const paths = (values: Values) => issuesOf("xgft", values).map(({ path, nearest }) => [path, nearest]);
    expect(paths({ children: [4, 4], parents: [1] })).toEqual([["parents", [1, 1]]]);
    expect(paths({ children: [4, 4], parents: [1, 2], parallel: [1, 2, 3] })).toEqual([["parallel", [1, 2]]]);
    expect(paths({ children: [4, 4], parents: [2, 2] })).toEqual([["parents.0", 1]]);
    expect(issuesOf("xgft", { children: [4, 4], parents: [2, 2] })[0].message).toContain("make 2 trees connected only by terminals");
    expect(readParams(allTopologies.get("xgft").params, { children: [4], parents: [1], parallel: [3] }, "", [])).toEqual({
      children: [4],
      parents: [1],
      parallel: [3],
    });
  });
});
