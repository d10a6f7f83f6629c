/** The trees of Navaridas et al. (EHU-KAT-IK-06-07): counts as printed in Table 2, wiring as in §2, structure as in Fig. 1. */
import { describe, expect, it } from "vitest";
import { axisOf, coordinate, type Network } from "../../src/core/network/network.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { build, factsOf } from "./arbitrary.ts";

const fatTree = (k: number, n: number): ChosenKind => ({ kind: "k-ary-n-tree", values: { k, n } });
const thinTree = (k: number, kUp: number, n: number): ChosenKind => ({ kind: "thin-tree", values: { k, kUp, n } });
const slenderTree = (k: number, kUp: number, n: number): ChosenKind => ({ kind: "slender-tree", values: { k, kUp, n } });

/** Table 2: radix, switches, links, nodes; in 2b the complete networks (CN). */
const table2: readonly (readonly [string, ChosenKind, number, number, number, number])[] = [
  ["a: 8,4-fat-tree", fatTree(8, 4), 16, 2048, 16384, 4096],
  ["a, b: 8:4,4-thin-tree", thinTree(8, 4, 4), 12, 960, 7680, 4096],
  ["a: 8:2,4-thin-tree", thinTree(8, 2, 4), 10, 680, 5440, 4096],
  ["a, b: 8:4,8-slender-tree", slenderTree(8, 4, 8), 12, 1020, 8160, 4096],
  ["a: 8:2,5-slender-tree", slenderTree(8, 2, 5), 10, 682, 5456, 4096],
  ["b: 6,5-fat-tree", fatTree(6, 5), 12, 6480, 38880, 7776],
  ["b: 9:3,4-thin-tree", thinTree(9, 3, 4), 12, 1080, 9720, 6561],
  ["b: 9:3,6-slender-tree", slenderTree(9, 3, 6), 12, 1092, 9828, 6561],
];

describe("Table 2", () => {
  it.each(table2)("%s", (_, topology, radix, switches, links, nodes) => {
    const network = build(topology);
    expect([network.switches, network.head.length / 2, network.terminals]).toEqual([switches, links, nodes]);
    expect(new Set(network.physicalPorts)).toEqual(new Set([radix]));
    const facts = factsOf(topology);
    expect([facts?.switches, facts?.links, facts?.terminals]).toEqual([switches, links, nodes]);
  });
});

/** Small trees of every kind, with two and more levels. */
const trees: readonly ChosenKind[] = [
  fatTree(2, 4),
  fatTree(3, 3),
  fatTree(4, 3),
  thinTree(4, 2, 3),
  thinTree(3, 2, 4),
  thinTree(5, 3, 3),
  thinTree(4, 1, 3),
  thinTree(3, 3, 3),
  slenderTree(4, 2, 2),
  slenderTree(4, 2, 4),
  slenderTree(6, 3, 3),
  slenderTree(6, 2, 3),
  slenderTree(8, 4, 4),
  slenderTree(4, 1, 3),
  slenderTree(9, 3, 3),
];

/** The parameters of a tree in the symbols of the report. */
function symbolsOf({ kind, values }: ChosenKind) {
  const { k, kUp, n } = values as { readonly k: number; readonly kUp?: number; readonly n: number };
  return { isSlender: kind === "slender-tree", k, kUp: kUp ?? k, n };
}

describe.each(trees)("$kind $values", (topology) => {
  const { isSlender, k, kUp, n } = symbolsOf(topology);
  const network = build(topology);
  const levels = levelsOf(network);

  it("has the switches of Table 1 in each level", () => {
    const perLevel = Array.from({ length: n }, (_, i) => (isSlender ? kUp * (k / kUp) ** (n - 1 - i) : k ** (n - 1 - i) * kUp ** i));
    expect(levels.map((level) => level.length)).toEqual(perLevel);
    expect(network.terminals).toBe(isSlender ? kUp ** 2 * (k / kUp) ** n : k ** n);
  });

  it("has k links down at every switch, and k′ up but for the top", () => {
    levels.forEach((nodes, level) => {
      for (const node of nodes) {
        const { down, up } = portsOf(network, node);
        expect([down.length, up.length]).toEqual([k, level === n - 1 ? 0 : kUp]);
      }
    });
  });

  it("is wired as printed", () => {
    // §2.2 and §2.3. The exponents of §2.2 are damaged in print; the legible parts and Fig. 1b imply that every power is k′ to the level. A
    // fat tree is the thin tree with k′ = k, which gives §2.1.
    for (let level = 0; level < n - 1; level++) {
      levels[level].forEach((node, position) => {
        portsOf(network, node).up.forEach((above, port) => {
          const width = kUp ** level;
          const nswitch = isSlender
            ? kUp * Math.floor(position / k) + port
            : port * width + (position % width) + Math.floor(position / (k * width)) * kUp * width;
          const nport = isSlender ? position % k : Math.floor(position / width) % k;
          expect(above, `switch ${position} of level ${level}, up port ${port}`).toBe(levels[level + 1][nswitch]);
          expect(portsOf(network, above).down[nport]).toBe(node);
        });
      });
    }
  });

  it("has each switch above an unbroken row of terminals", () => {
    levels.forEach((nodes, level) => {
      const size = isSlender && level > 0 ? k ** 2 * (k / kUp) ** (level - 1) : k ** (level + 1);
      const above = Array.from({ length: network.terminals }, () => 0);
      for (const node of nodes) {
        const reached = terminalsBelow(network, node);
        expect(reached.length).toBe(size);
        expect(reached[0] % size).toBe(0);
        expect(reached[size - 1]).toBe(reached[0] + size - 1);
        for (const terminal of reached) above[terminal]++;
      }
      // Each terminal is below the same number of switches of a level.
      expect(new Set(above)).toEqual(new Set([(nodes.length * size) / network.terminals]));
    });
  });

  it("has one way down to a terminal in fat and thin trees, and several in slender ones", () => {
    const top = levels[n - 1][0];
    const ways = Array.from({ length: network.terminals }, (_, terminal) => pathsDown(network, top, terminal));
    expect(new Set(ways)).toEqual(new Set([isSlender ? kUp ** Math.max(0, n - 2) : 1]));
  });
});

it("a thin tree with k′ = k is the fat tree, and slender and thin trees of two levels are the same", () => {
  expect(build(thinTree(4, 4, 3))).toEqual(build(fatTree(4, 3)));
  expect(build(slenderTree(4, 2, 2))).toEqual(build(thinTree(4, 2, 2)));
});

/** Switches of each level, from left to right. */
function levelsOf(network: Network): readonly (readonly number[])[] {
  const level = axisOf(network, "level");
  const position = axisOf(network, "position");
  const nodes = Array.from({ length: network.switches }, (_, s) => network.terminals + s);
  return Array.from({ length: network.axes[level].size }, (_, l) =>
    nodes
      .filter((node) => coordinate(network, node, level) === l)
      .sort((a, b) => coordinate(network, a, position) - coordinate(network, b, position)),
  );
}

/** The nodes at a switch's down and up ports, in the order of the ports. */
function portsOf(network: Network, node: number): { readonly down: readonly number[]; readonly up: readonly number[] } {
  const level = (n: number) => coordinate(network, n, axisOf(network, "level"));
  const neighbours = [...network.head.subarray(network.firstOut[node], network.firstOut[node + 1])];
  return { down: neighbours.filter((n) => level(n) < level(node)), up: neighbours.filter((n) => level(n) > level(node)) };
}

/** Terminals that can be reached by going down only, in order. */
function terminalsBelow(network: Network, node: number): readonly number[] {
  let reached = new Set([node]);
  while ([...reached].some((n) => n >= network.terminals)) {
    reached = new Set([...reached].flatMap((n) => (n < network.terminals ? [n] : portsOf(network, n).down)));
  }
  return [...reached].sort((a, b) => a - b);
}

/** Number of different paths down from a switch to a terminal. */
function pathsDown(network: Network, node: number, terminal: number): number {
  if (node < network.terminals) return node === terminal ? 1 : 0;
  return portsOf(network, node).down.reduce((paths, below) => paths + pathsDown(network, below, terminal), 0);
}
