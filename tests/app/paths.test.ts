/** The list of paths on the card of a pair. */
import { describe, expect, it } from "vitest";
import { pathsBetween } from "../../src/core/analysis/paths-between.ts";
import { compile } from "../../src/core/run/compile.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { listedPaths } from "../../src/app/workbench/structure/listed-paths.ts";
import { sayPath, sayPaths } from "../../src/words/paths.ts";
import { expectWording } from "../wording/wording.ts";

/** Replaces no-break spaces with normal spaces. */
const withPlainSpaces = (words: string) => words.replaceAll(/[\u00a0\u202f]/g, " ");

/** All text about the paths of a pair. */
function pathTexts(topology: object, routing: object | string, source: number, destination: number) {
  const { plan } = compile(readScenario({ topology, routing, workload: { kind: "open-loop", pattern: "uniform" } }));
  const paths = pathsBetween(plan, source, destination);
  const { listed, rest } = listedPaths(plan.network, paths);
  return {
    network: plan.network,
    found: paths,
    listed,
    rest: withPlainSpaces(rest),
    said: withPlainSpaces(sayPaths(paths)),
    shares: listed.map(({ share }) => withPlainSpaces(share)),
  };
}

const tree = { kind: "k-ary-n-tree", k: 4, n: 2 };
const large = { kind: "k-ary-n-tree", k: 4, n: 3 };
const nearestCommonAncestor = (up: string) => ({ kind: "nearest-common-ancestor", up });

describe("who takes which path", () => {
  it("one, drawn, or chosen by the switches", () => {
    expectWording(pathTexts(tree, nearestCommonAncestor("by-flow"), 0, 15).said, "the same path");
    expectWording(pathTexts(tree, nearestCommonAncestor("sprayed"), 0, 15).said, "4 paths");
    expectWording(pathTexts(tree, nearestCommonAncestor("adaptive"), 0, 15).said, "4 paths");
  });

  it("a detour that is compared", () => {
    const { said, shares, rest } = pathTexts({ kind: "hyperx", sizes: [16], terminalsPerSwitch: 1 }, "ugal", 2, 9);
    expectWording(said, "empty network … 14 non-minimal paths");
    expect(rest).toBe("And 10 other paths.");
    expect(shares).toEqual(["100 %", ...Array.from({ length: 4 }, () => "considered by 6 %")]);
  });

  it("more than are distinguished", () => {
    const { said, rest } = pathTexts({ kind: "hypercube", n: 8 }, "minimal-adaptive", 0, 255);
    expectWording(said, "40 320 paths … 10 000");
    expect(rest).toBe("And 40 315 other paths with 100 %.");
  });
});

describe("the list", () => {
  it("names the first five, and sums up the others", () => {
    const { network, found, listed, rest, shares } = pathTexts(large, nearestCommonAncestor("sprayed"), 0, 63);
    expect(shares).toEqual(["6 %", "6 %", "6 %", "6 %", "6 %"]);
    expect(rest).toBe("And 11 other paths with 69 %.");
    const inside = "switch 0 of level 0 → switch 0 of level 1 → switch 0 of level 2 → switch 12 of level 1 → switch 15 of level 0";
    expect(listed[0].path).toBe(inside);
    expect(sayPath(network, found.paths[0])).toBe(`terminal 0 → ${inside} → terminal 63`);
    expect(pathTexts(tree, nearestCommonAncestor("sprayed"), 0, 15)).toMatchObject({ rest: "", shares: ["25 %", "25 %", "25 %", "25 %"] });
  });

  it("lights up what a path passes, from S to D", () => {
    const { network, found, listed } = pathTexts(tree, nearestCommonAncestor("sprayed"), 0, 15);
    const { highlight } = listed[1];
    expect([...highlight.channels]).toEqual(found.paths[1].channels);
    expect(highlight.terminals).toEqual(new Set([0, 15]));
    expect(highlight.switches).toEqual(new Set(found.paths[1].channels.slice(1).map((c) => network.tail[c])));
    expect(highlight.roles).toEqual([
      { terminal: 0, letter: "S" },
      { terminal: 15, letter: "D" },
    ]);
  });
});
