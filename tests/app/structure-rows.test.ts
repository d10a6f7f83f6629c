/** The table of a network's structure: counts, degrees and distances. */
import { expect, it } from "vitest";
import { readKind } from "../../src/core/base/params.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { structureRows } from "../../src/app/workbench/structure/structure-rows.ts";
import { describeTopology } from "../../src/worker/describe-topology.ts";
import { firstFew } from "../effort.ts";
import { hubs } from "../hubs.ts";

async function structureRowsOf(input: object, isKnown = true) {
  const structure = await describeTopology(readKind(allTopologies, input, "", []));
  return structureRows(structure, isKnown).map(([name, value]) => `${name}: ${value.replaceAll("\u00a0", " ")}`);
}

it("tells the structure of Three Quads as its paper has it", async () => {
  expect(await structureRowsOf({ kind: "three-quads", m: 4 })).toEqual([
    "shortest cycle: 4 channels",
    "largest switch: 16 ports",
    "one switch away: 36 of 63 other terminals",
    "farthest: through 2 switches",
    "3-D torus: all neighbours one switch away",
    "7-point stencil: all neighbours one switch away",
    "19-point stencil: all neighbours one switch away",
    "27-point stencil: 77 % of the neighbours one switch away and the others at most 2 switches away",
    "disconnected when: 3 switches fail",
    "cut in half when: 48 links fail, lower bound 39",
    "without X: all connected, through at most 2 switches",
    "without Y: all connected, through at most 2 switches",
    "without Z: all connected, through at most 2 switches",
  ]);
});

it("tells no more of a tree than there is", async () => {
  expect(await structureRowsOf({ kind: "k-ary-n-tree", k: 2, n: 3 })).toEqual([
    "between switches: 16 links",
    "from switch to switch: 4 channels at most, 2.3 on average",
    "shortest cycle: 4 channels",
    "largest switch: 4 ports",
    "one switch away: 1 of 7 other terminals",
    "farthest: through 5 switches",
    "disconnected when: 1 switch fails",
    "cut in half when: 4 links fail",
  ]);
});

it("finds the distances that no closed form tells", async () => {
  const uneven = { kind: "dragonfly", p: 2, a: 4, h: 2, g: 5 };
  expect((await structureRowsOf(uneven, false))[0]).toBe("distance: 5 channels at most, 3.9 on average");
  expect((await structureRowsOf(uneven))[0]).toBe("between switches: 50 links");
});

it("describes networks with hubs of thousands of links, and of ten thousand terminals", async () => {
  for (const topology of firstFew(1, [
    hubs(3, (t) => (t * 29) % 4096, 140),
    { kind: "three-quads", m: 22 },
    { kind: "hypercube", n: 13 },
  ])) {
    expect((await structureRowsOf(topology)).some((row) => row.startsWith("cut in half when: "))).toBe(true);
  }
}, 30_000);
