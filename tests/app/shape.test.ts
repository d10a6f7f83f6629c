/** The shape of a topology in words, as the settings drawer shows it. */
import { expect, test } from "vitest";
import { sayShape } from "../../src/app/workbench/drawer/shape.ts";
import { topologyFacts, readScenario } from "../../src/core/scenario/scenario.ts";

test.each([
  [{ kind: "thin-tree" }, "3 levels, up to 16 side by side"],
  [{ kind: "torus", sizes: [8, 4] }, "X a ring of 8, Y a ring of 4"],
  [{ kind: "hyperx", sizes: [4, 3] }, "X all-to-all of 4, Y all-to-all of 3"],
  [{ kind: "dragonfly" }, "9 groups of 4"],
  [{ kind: "slim-fly" }, "10 groups of 5"],
  [{ kind: "polarfly" }, "layers W, V₁ and V₂"],
  [{ kind: "hamming-mesh", a: 2, b: 3, x: 4, y: 5 }, "4 × 5 boards of 2 × 3"],
  [{ kind: "three-quads" }, "X 4 planes with a switch each, Y 4 planes with a switch each, Z 4 planes with a switch each"],
  [{ kind: "rails" }, "32 hosts, 8 rails, 2 levels, up to 4 side by side"],
  [{ kind: "clos", ports: 4, planes: 2 }, "8 hosts, 2 planes, 2 levels, up to 4 side by side"],
  [{ kind: "megafly", p: 2, s: 4, h: 2 }, "9 groups of 4 leaf and 4 spine switches"],
  [{ kind: "clos", ports: 8, levels: 2, planes: 2 }, "32 hosts, 2 planes, 2 levels, up to 8 side by side"],
  [{ kind: "hypercube", n: 6 }, "6 dimensions, each a line of 2"],
  [{ kind: "graph" }, "a graph"],
  [{ kind: "faulty" }, "X a line of 8, Y a line of 8, with gaps"],
])("the shape of %j", (topology, description) => {
  const facts = topologyFacts(readScenario({ topology, workload: { kind: "open-loop", pattern: "uniform" } }).topology);
  expect(sayShape(facts).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(description);
});
