/** The table of a network's structure: counts, degrees and distances. */
import { expect, it } from "vitest";
import { readKind } from "../../src/core/base/params.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { structureRows } from "../../src/app/workbench/structure/structure-rows.ts";
import { describeTopology } from "../../src/worker/describe-topology.ts";
import { firstFew } from "../effort.ts";
import { hubs } from "../hubs.ts";

async function structureRowsOf(input: object, areLinksCounted = true) {
  const structure = await describeTopology(readKind(allTopologies, input, "", []));
  return structureRows(structure, areLinksCounted).map(([name, value]) => `${name}: ${value.replaceAll("\u00a0", " ")}`);
}

it("tells the structure of Three Quads as its paper has it", async () => {
  expect(await structureRowsOf({ kind: "three-quads", m: 4 })).toEqual([
    "from terminal to terminal: 4 channels at most, 2.86 on average, with those of the terminals",
    "shortest cycle: 4 channels",
    "radix: 16 ports of the largest switch",
    "one switch away: 36 of 63 other terminals",
    "farthest: through 2 switches",
    "3-D torus: all neighbours one switch away",
    "7-point stencil: all neighbours one switch away",
    "19-point stencil: all neighbours one switch away",
    "27-point stencil: 77 % of the neighbours one switch away and the others at most 2 switches away",
    "a terminal is cut off when: 3 switches fail",
    "cut in half when: 48 links fail, lower bound 39",
    "without X: all connected, through at most 2 switches",
    "without Y: all connected, through at most 2 switches",
    "without Z: all connected, through at most 2 switches",
  ]);
});

it("tells no more of a tree than there is", async () => {
  expect(await structureRowsOf({ kind: "k-ary-n-tree", k: 2, n: 3 })).toEqual([
    "diameter: 4 hops between switches",
    "mean distance: 3.33 hops between switches",
    "degree: 2 to 4 links of a switch to others",
    "from terminal to terminal: 6 channels at most, 4.86 on average, with those of the terminals",
    "shortest cycle: 4 channels",
    "radix: 4 ports of the largest switch",
    "one switch away: 1 of 7 other terminals",
    "farthest: through 5 switches",
    "a terminal is cut off when: its switch fails",
    "the others are disconnected when: 2 switches fail",
    "cut in half when: 4 links fail",
  ]);
});

it("finds the distances that no closed form tells", async () => {
  const uneven = { kind: "dragonfly", p: 2, a: 4, h: 2, g: 5 };
  expect((await structureRowsOf(uneven, false)).slice(0, 3)).toEqual([
    "between switches: 50 links",
    "diameter: 3 hops between switches",
    "mean distance: 1.95 hops between switches",
  ]);
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
