/** The facts about the neighborhood of a terminal or switch. */
import { describe, expect, it } from "vitest";
import { withFaults } from "../../src/core/network/faults.ts";
import { neighborhoodOf } from "../../src/app/workbench/structure/neighborhood.ts";
import { sayRemainingConnectivity } from "../../src/app/workbench/structure/survival.ts";
import { build } from "../views/fixtures.ts";
import { expectWording } from "../wording/wording.ts";

/** Replaces no-break spaces with normal spaces. */
const withPlainSpaces = (words: string) => words.replaceAll("\u00a0", " ");
const quads = build("three-quads", { m: 4 });
const withDeadElements = (network: typeof quads, deadSwitches: readonly number[], deadChannels: readonly number[] = []) =>
  withFaults(network, { links: 0, switches: 0, deadChannels, deadSwitches, seed: 1 });

describe("around a terminal of Three Quads", () => {
  // Terminal 21 is (1, 1, 1). Inside the cube it has all neighbors of every stencil.
  const facts = neighborhoodOf(quads, 21);

  it("36 are one switch away, 27 two, and all stencils but the largest in one hop", () => {
    expect(facts.map(({ title }) => withPlainSpaces(title))).toEqual([
      "36 terminals are 1 switch away",
      "27 terminals are 2 switches away",
      "3-D torus: 6 neighbours, one switch away",
      "7-point stencil: 6 neighbours, one switch away",
      "19-point stencil: 18 neighbours, one switch away",
      "27-point stencil: 18 of 26 neighbours one switch away",
    ]);
  });

  it("the highlight is what the fact describes, with the paths to it", () => {
    const [near, , torus] = facts.map(({ highlight }) => highlight);
    expect(near.terminals.size).toBe(37);
    expect(near.switches.size).toBe(3);
    // Three channels to its switches, and one from a switch to each of the 36 others.
    expect(near.channels.size).toBe(3 + 36);
    expect(torus.terminals).toEqual(new Set([21, 20, 22, 17, 25, 5, 37]));
  });

  it("of another network the distances alone", () => {
    const tree = build("k-ary-n-tree", { k: 2, n: 3 });
    expect(neighborhoodOf(tree, 0).map(({ title }) => withPlainSpaces(title))).toEqual([
      "1 terminal is 1 switch away",
      "2 terminals are 3 switches away",
      "4 terminals are farther away",
    ]);
  });
});

describe("what survives", () => {
  it("of Three Quads without a subnetwork: all, through as many switches", () => {
    expectWording(
      withPlainSpaces(sayRemainingConnectivity(quads, withDeadElements(quads, [0, 1, 2, 3]))),
      "2 switches … 27 … instead of 36 … 3-D torus",
    );
  });

  it("of a tree without a switch of level 0: the terminals that are not below it", () => {
    const tree = build("k-ary-n-tree", { k: 2, n: 3 });
    expectWording(withPlainSpaces(sayRemainingConnectivity(tree, withDeadElements(tree, [0]))), "53 % … 5 switches");
  });

  it("of a ring that is cut once: all, by longer ways", () => {
    const ring = build("torus", { sizes: [6] });
    const link = Array.from(ring.head.keys()).find((c) => ring.tail[c] >= 6 && ring.head[c] >= 6) ?? -1;
    expectWording(withPlainSpaces(sayRemainingConnectivity(ring, withDeadElements(ring, [], [link]))), "6 switches … instead of 4");
  });
});
