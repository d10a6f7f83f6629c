import { expect, it } from "vitest";
import { readKind } from "../../src/core/base/params.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { structureRows } from "../../src/app/workbench/structure/rows.ts";
import { hubs } from "../hubs.ts";
import { stopwatch } from "../stopwatch.ts";

function rowsOf(input: object) {
  const topology = readKind(topologies as never, input, "", []);
  const facts = topologies.get(topology.kind).expect(topology.values as never);
  return structureRows(topology, facts).map(([name, value]) => `${name}: ${value.replaceAll("\u00a0", " ")}`);
}

it("tells the structure of Three Quads as its paper has it", () => {
  expect(rowsOf({ kind: "three-quads", m: 4 })).toEqual([
    "one switch away: 36 of 63 others",
    "farthest: 2 switches on the way",
    "3-D torus: all neighbours one switch away",
    "7-point stencil: all neighbours one switch away",
    "19-point stencil: all neighbours one switch away",
    "27-point stencil: 77 % of the neighbours one switch away and the others at most 2",
    "falls apart when: 3 switches fail",
    "falls in halves when: 48 links fail, 39 at least",
    "without X: all connected, 2 switches on the way at most",
    "without Y: all connected, 2 switches on the way at most",
    "without Z: all connected, 2 switches on the way at most",
  ]);
});

it("tells no more of a tree than there is, and nothing of a network that takes long", () => {
  expect(rowsOf({ kind: "k-ary-n-tree", k: 2, n: 3 })).toEqual([
    "one switch away: 1 of 7 others",
    "farthest: 5 switches on the way",
    "falls apart when: 1 switch fails",
    "falls in halves when: 4 links fail",
  ]);
  expect(rowsOf({ kind: "three-quads", m: 32 })).toEqual([]);
});

it("does not hold the page while a network with hubs of thousands of links is halved", () => {
  const network = hubs(3, (t) => (t * 29) % 4096, 140);
  const elapsed = stopwatch();
  expect(rowsOf(network).some((row) => row.startsWith("falls in halves when: "))).toBe(true);
  expect(elapsed()).toBeLessThan(1000);
});
