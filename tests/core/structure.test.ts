/** Tests of structural facts: of Three Quads as its paper counts them, and against plain searches on small networks. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embeddingsOf } from "../../src/core/analysis/embedding.ts";
import { terminalReachOf } from "../../src/core/analysis/reach.ts";
import { familiesOf, structureOf } from "../../src/core/analysis/structure.ts";
import { switchCutOf, switchCutBetween } from "../../src/core/analysis/bisection/switch-cut.ts";
import { withFaults } from "../../src/core/network/faults.ts";
import type { Network } from "../../src/core/network/network.ts";
import { build, smallTopology } from "../contracts/arbitrary.ts";

const threeQuads = (m: number) => build({ kind: "three-quads", values: { m } });
const hammingMesh = (a: number, b: number, x: number, y: number) => build({ kind: "hamming-mesh", values: { a, b, x, y } });
const grid = (kind: "torus" | "mesh", ...sizes: number[]) =>
  build({ kind, values: { sizes, terminalsPerSwitch: 1, wrap: sizes.map(() => true) } });
const tree = build({ kind: "k-ary-n-tree", values: { k: 4, n: 3 } });
const withoutSwitches = (network: Network, deadSwitches: readonly number[]) =>
  withFaults(network, { links: 0, switches: 0, deadChannels: [], deadSwitches, seed: 0 });

describe("reach", () => {
  it("of Three Quads: all that share a coordinate in one switch, all others in two", () => {
    for (const m of [2, 3, 4, 8]) {
      const inOne = m ** 3 - 1 - (m - 1) ** 3;
      const reach = terminalReachOf(threeQuads(m));
      expect(reach).toMatchObject({ isAll: true, inOne: { least: inOne, mean: inOne }, largest: 2, connected: 1 });
      expect(reach.mean).toBeCloseTo((inOne + 2 * (m - 1) ** 3) / (m ** 3 - 1), 12);
    }
  });

  it("of a tree and a torus: by their levels and rings", () => {
    expect(terminalReachOf(tree)).toMatchObject({ inOne: { least: 3, mean: 3 }, largest: 5, connected: 1 });
    expect(terminalReachOf(grid("torus", 4, 4))).toMatchObject({ inOne: { least: 0, mean: 0 }, largest: 5, connected: 1 });
  });

  it("of a HammingMesh: its own board without a switch, boards in its row or column through one, all others through two", () => {
    for (const [a, b, x, y] of [
      [2, 2, 4, 4],
      [3, 4, 2, 3],
      [1, 1, 3, 5],
    ]) {
      const [board, all] = [a * b, a * b * x * y];
      const inOne = board * (x + y - 1) - 1;
      const reach = terminalReachOf(hammingMesh(a, b, x, y));
      expect(reach).toMatchObject({ isAll: true, inOne: { least: inOne, mean: inOne }, largest: 2, connected: 1 });
      expect(reach.mean).toBeCloseTo((board * (x + y - 2) + 2 * board * (x - 1) * (y - 1)) / (all - 1), 12);
    }
  });

  it("of a network in two pieces: nothing beyond the own one", () => {
    const halves = withoutSwitches(
      build({
        kind: "modular-switch",
        values: { modules: 2, ports: 4, uplinks: 1, plugging: "in-order", intake: 0, ingress: 0, backplane: 0 },
      }),
      [2],
    );
    expect(terminalReachOf(halves)).toMatchObject({ inOne: { least: 3, mean: 3 }, largest: 1, mean: 1 });
    expect(terminalReachOf(halves).connected).toBeCloseTo((8 * 3) / (8 * 7), 12);
  });

  it("looks at some terminals of a large network, and says so", () => {
    const reach = terminalReachOf(threeQuads(16));
    expect([reach.isAll, reach.looked < 4096, reach.inOne.least]).toEqual([false, true, 16 ** 3 - 1 - 15 ** 3]);
  });
});

describe("embeddings", () => {
  it("in Three Quads: torus, 7 and 19 points in one switch, of 27 points all but the corners", () => {
    const found = embeddingsOf(threeQuads(4))!;
    // The links of a 4 × 4 × 4 torus, counted at both ends: 6 per node. Stencils do not wrap around.
    const faces = 2 * 3 * 3 * 16;
    const edges = 4 * 3 * 9 * 4;
    const corners = 8 * 27;
    expect(found.map(({ neighbours, inOne, dilation, placed }) => [neighbours, inOne, dilation, placed])).toEqual([
      [6 * 64, 6 * 64, 1, "by coordinates"],
      [faces, faces, 1, "by coordinates"],
      [faces + edges, faces + edges, 1, "by coordinates"],
      [faces + edges + corners, faces + edges, 2, "by coordinates"],
    ]);
  });

  it("in a torus: neighbours are two switches away, theirs three", () => {
    expect(embeddingsOf(grid("torus", 3, 4, 5))!.map(({ sizes, dilation, inOne }) => [sizes.join(), dilation, inOne])).toEqual(
      [2, 2, 3, 4].map((dilation) => ["3,4,5", dilation, 0]),
    );
  });

  it("in other networks: by number, where the terminals make a cube", () => {
    expect(embeddingsOf(tree)![0]).toMatchObject({ placed: "by number", sizes: [4, 4, 4], dilation: 5 });
    expect(embeddingsOf(grid("torus", 4, 4))).toBeNull();
  });
});

describe("what has to die", () => {
  it("three switches of Three Quads part a pair, no two do", () => {
    for (const m of [2, 3, 4]) expect(switchCutOf(threeQuads(m))).toMatchObject({ isAll: true, least: 3, mean: 3 });
    const losses = structureOf(threeQuads(3)).losses;
    expect(losses.map(({ family, switches }) => [family, switches])).toEqual([
      ["X", 3],
      ["Y", 3],
      ["Z", 3],
    ]);
    for (const { reach, embeddings } of losses) {
      // Without the switches of one family (X, Y or Z), those of the two others still connect every pair, through at most one other
      // terminal.
      expect(reach).toMatchObject({ connected: 1, largest: 2 });
      expect(embeddings!.map(({ dilation }) => dilation)).toEqual([1, 1, 2, 2]);
    }
    expect(familiesOf(tree)).toEqual([]);
  });

  it("of a HammingMesh all switches of a board, or all rows; nothing parts a board, whose terminals join each other", () => {
    // For two boards one above the other: the 2 row switches and 3 column switches of a board. For other pairs: the 4 row switches.
    const network = hammingMesh(2, 3, 2, 2);
    expect(switchCutBetween(network)(0, 5)).toBe(Infinity);
    expect([12, 6, 23].map((to) => switchCutBetween(network)(0, to))).toEqual([5, 4, 4]);
    expect(switchCutOf(network)).toMatchObject({ least: 4, mean: (72 * 5 + 144 * 4) / 216 });
    expect(switchCutOf(hammingMesh(3, 3, 1, 1)).least).toBe(Infinity);
    const losses = structureOf(network).losses;
    expect(losses.map(({ family, switches, reach }) => [family, switches, reach.connected])).toEqual([
      ["column", 6, 11 / 23],
      ["row", 4, 11 / 23],
    ]);
  });

  it("one switch wherever terminals hang on one", () => {
    expect([switchCutOf(tree).least, switchCutOf(grid("torus", 4, 4)).least]).toEqual([1, 1]);
  });

  it("as many as a search of all subsets finds, in small networks with faults", () => {
    let several = 0;
    const drawn = fc.tuple(
      fc.constantFrom(
        threeQuads(2),
        threeQuads(2),
        hammingMesh(2, 2, 2, 1),
        hammingMesh(1, 2, 2, 2),
        build({ kind: "single-switch", values: { terminals: 4 } }),
      ),
      fc.array(fc.nat(31), { maxLength: 6 }),
      fc.nat(),
      fc.nat(),
    );
    fc.assert(
      fc.property(drawn, ([whole, dead, a, b]) => {
        const network = withFaults(whole, {
          links: 0,
          switches: 0,
          deadChannels: dead.filter((c) => c < whole.head.length),
          deadSwitches: [],
          seed: 0,
        });
        const [from, to] = [a % network.terminals, b % network.terminals];
        fc.pre(from !== to);
        const cut = switchCutBetween(network)(from, to);
        expect(cut).toBe(smallestCutBySubsets(network, from, to));
        if (cut > 1) several++;
      }),
      { numRuns: 80 },
    );
    expect(several).toBeGreaterThan(20);
  });

  it("is 0 exactly where a pair is parted already", () => {
    fc.assert(
      fc.property(smallTopology(24), (topology) => {
        const network = build(topology);
        expect(switchCutOf(network).least === 0).toBe(terminalReachOf(network).connected < 1);
      }),
      { numRuns: 60 },
    );
  });
});

/** The size of the smallest set of switches whose removal disconnects the pair, by trying all sets. */
function smallestCutBySubsets(network: Network, from: number, to: number): number {
  const switchSets = Array.from({ length: 2 ** network.switches }, (_, subset) =>
    Array.from({ length: network.switches }, (_each, s) => s).filter((s) => (subset >> s) & 1),
  ).sort((a, b) => a.length - b.length);
  return switchSets.find((dead) => !isConnected(withoutSwitches(network, dead), from, to))?.length ?? Infinity;
}

function isConnected({ terminals, firstOut, head, forwards }: Network, from: number, to: number): boolean {
  const visited = new Set([from]);
  for (const n of visited) {
    if (n < terminals && n !== from && !forwards) continue;
    for (const next of head.subarray(firstOut[n], firstOut[n + 1])) visited.add(next);
  }
  return visited.has(to);
}
