/**
 * Diameter, mean distance, degree, links and connectivity of the switches of every topology, compared with the closed forms of textbooks
 * and papers. Distances are hops between switches; the terminals and their links are not counted.
 */
import { expect, test } from "vitest";
import { networkMetricsOf } from "../../src/core/analysis/size.ts";
import { switchConnectivityOf } from "../../src/core/analysis/bisection/switch-cut.ts";
import { diameterInHops } from "../../src/core/study/axes.ts";
import { readKind } from "../../src/core/base/params.ts";
import { allTopologies } from "../../src/core/kinds/all-kinds.ts";
import { switchLinksOf } from "../../src/core/network/bill-of-materials.ts";
import { baseTopologies } from "../../src/core/topologies/base-topologies.ts";

/** Values of the switches; those without a closed form are absent. */
interface BookValues {
  readonly diameter: number;
  /** Sum of the distances from a switch to all others, where it is the same for all. */
  readonly distanceSum?: number;
  readonly degree?: readonly [least: number, most: number];
  readonly links?: number;
  readonly connectivity?: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const product = (numbers: readonly number[]) => numbers.reduce((a, b) => a * b, 1);

/** Torus: a ring of k has the diameter ⌊k/2⌋ and the sum of distances ⌊k²/4⌋ (Dally, Towles, 2004, §3.2 and §5.2; k > 2). */
const torus = (...sizes: readonly number[]): BookValues => ({
  diameter: sum(sizes.map((k) => Math.floor(k / 2))),
  distanceSum: sum(sizes.map((k) => (Math.floor((k * k) / 4) * product(sizes)) / k)),
  degree: [2 * sizes.length, 2 * sizes.length],
  links: sizes.length * product(sizes),
  // A k-ary n-cube survives any 2n − 1 failures.
  connectivity: 2 * sizes.length,
});

/** Mesh: corners have the degree n, which is also the connectivity (k > 2). */
const mesh = (...sizes: readonly number[]): BookValues => ({
  diameter: sum(sizes.map((k) => k - 1)),
  degree: [sizes.length, 2 * sizes.length],
  links: sum(sizes.map((k) => (product(sizes) / k) * (k - 1))),
  connectivity: sizes.length,
});

const hypercube = (n: number): BookValues => ({
  diameter: n,
  distanceSum: n * 2 ** (n - 1),
  degree: [n, n],
  links: n * 2 ** (n - 1),
  connectivity: n,
});

/** HyperX: one hop in each dimension (Ahn et al., SC 2009). */
const hyperx = (...sizes: readonly number[]): BookValues => {
  const degree = sum(sizes.map((size) => size - 1));
  return {
    diameter: sizes.length,
    distanceSum: sum(sizes.map((size) => ((size - 1) * product(sizes)) / size)),
    degree: [degree, degree],
    links: (degree * product(sizes)) / 2,
    connectivity: degree,
  };
};

/** Dragonfly of the largest size, a·h + 1 groups: local, global, local (Kim et al., ISCA 2008). */
const dragonfly = (a: number, h: number): BookValues => ({
  diameter: 3,
  degree: [a - 1 + h, a - 1 + h],
  links: (a * (a * h + 1) * (a - 1 + h)) / 2,
});

/** Regular graphs of diameter 2: all switches that are not neighbors are two hops apart. */
const diameterTwo = (switches: number, degree: number): BookValues => ({
  diameter: 2,
  distanceSum: degree + 2 * (switches - 1 - degree),
  degree: [degree, degree],
  links: (switches * degree) / 2,
  connectivity: degree,
});

/** k-ary n-tree: up n − 1 levels and down again; n·k^(n−1) switches with k links down and k up, apart from the top (Petrini, Vanneschi, 1997). */
const fatTree = (k: number, n: number): BookValues => ({
  diameter: 2 * (n - 1),
  // Of the k^(n−1) leaf switches, k^l − k^(l−1) are 2l hops away.
  distanceSum: sum(Array.from({ length: n - 1 }, (_, i) => 2 * (i + 1) * (k ** (i + 1) - k ** i))),
  degree: n === 2 ? [k, k] : [k, 2 * k],
  links: (n - 1) * k ** n,
  // A leaf switch is separated by its k parents.
  connectivity: k,
});

/** For each kind, examples with their closed forms; or the reason why there are none. */
const books: Readonly<Record<string, readonly (readonly [object, BookValues])[] | string>> = {
  torus: [[8], [5], [8, 8], [4, 4, 4], [3, 4, 5]].map((sizes) => [{ sizes }, torus(...sizes)]),
  mesh: [[8], [8, 8], [3, 4, 5]].map((sizes) => [{ sizes }, mesh(...sizes)]),
  hypercube: [3, 6].map((n) => [{ n }, hypercube(n)]),
  hyperx: [
    [4, 4],
    [3, 4, 5],
  ].map((sizes) => [{ sizes, terminalsPerSwitch: 2 }, hyperx(...sizes)]),
  dragonfly: [
    [4, 2],
    [6, 3],
  ].map(([a, h]) => [{ a, h, p: h, g: a * h + 1 }, dragonfly(a, h)]),
  // Between leaves: up, global, down; spines have s links down and h global links (Shpiner et al., Dragonfly+, 2017).
  megafly: [
    [
      { p: 2, s: 4, h: 2, g: 9 },
      { diameter: 3, degree: [4, 6], links: 9 * 16 + (9 * 4 * 2) / 2 },
    ],
  ],
  // 2q² switches of degree (3q − δ)/2, q = 4w + δ (Besta, Hoefler, SC 2014).
  "slim-fly": [
    [5, 7],
    [4, 6],
    [7, 11],
  ].map(([q, degree]) => [{ q }, diameterTwo(2 * q * q, degree)]),
  // q² + q + 1 points of a projective plane, each with q + 1 neighbors, q + 1 of the points with one less (Lakhotia et al., SC 2022).
  polarfly: [[{ q: 5 }, { diameter: 2, degree: [5, 6], links: (31 * 6 - 6) / 2 }]],
  "k-ary-n-tree": [
    [2, 3],
    [4, 2],
    [4, 3],
  ].map(([k, n]) => [{ k, n }, fatTree(k, n)]),
  // With k = k′ it is the k-ary n-tree; with fewer links up, the levels are the same and a leaf has k′ parents.
  "thin-tree": [
    [{ k: 4, kUp: 4, n: 3 }, fatTree(4, 3)],
    [
      { k: 4, kUp: 2, n: 3 },
      { diameter: 4, connectivity: 2 },
    ],
  ],
  "slender-tree": [3, 4].map((n) => [{ n }, { diameter: 2 * (n - 1) }]),
  // 4-ary trees of height 3 with 1, 2 and 4 parents: 16 leaf switches with 2 parents, 8 switches with 4 (Öhring et al., 1995).
  xgft: [
    [
      { children: [4, 4, 4], parents: [1, 2, 4] },
      { diameter: 4, links: 16 * 2 + 8 * 4, connectivity: 2 },
    ],
  ],
  // Leaves and spines, each linked to all of the other level.
  clos: [[{}, { diameter: 2, degree: [4, 8], connectivity: 4 }]],
  jellyfish: "links are random",
  "three-quads": "terminals are on three switches",
  "hamming-mesh": "terminals forward packets",
  rails: "terminals are on several switches",
  "single-switch": "one switch",
  "modular-switch": "modules and a backbone of one switch",
  "shared-bus": "no switch",
  graph: "any graph",
  drawn: "any graph",
};

test("every topology has its closed forms, or a reason why there are none", () => {
  expect(Object.keys(books).sort()).toEqual(baseTopologies.kinds!.map(({ id }) => id).sort());
});

const examples = Object.entries(books).flatMap(([kind, list]) =>
  typeof list === "string" ? [] : list.map(([values, book]) => ({ kind, values, book })),
);

test.each(examples)("$kind $values: as in the books", ({ kind, values, book }) => {
  const topology = readKind(allTopologies, { kind, ...values }, "", []);
  const { build, expectedFacts } = allTopologies.get(kind);
  const [network, facts] = [build(topology.values), expectedFacts(topology.values)];
  for (const known of [undefined, facts]) {
    const { betweenSwitches, degree, switchLinks } = networkMetricsOf(network, known);
    expect(betweenSwitches?.diameter).toBe(book.diameter);
    if (book.distanceSum !== undefined) {
      // All switches with terminals have equally many.
      const ends = new Set(Array.from({ length: network.terminals }, (_, t) => network.head[network.firstOut[t]])).size;
      expect(betweenSwitches?.mean).toBeCloseTo(book.distanceSum / (ends - 1), 10);
    }
    if (book.degree !== undefined) expect([degree?.least, degree?.most]).toEqual(book.degree);
    if (book.links !== undefined) expect(switchLinks).toBe(book.links);
    if (facts.diameter !== null) expect(diameterInHops(facts)).toBe(book.diameter);
    // What the page shows before the network is built.
    expect(switchLinksOf(facts)).toBe(switchLinks);
  }
  if (book.connectivity !== undefined) expect(switchConnectivityOf(network)?.least).toBe(book.connectivity);
});

test("a ring survives the loss of one switch, a complete graph that of any, and a star not that of its center", () => {
  const connectivityOf = (kind: string, values: object) =>
    switchConnectivityOf(allTopologies.get(kind).build(readKind(allTopologies, { kind, ...values }, "", []).values))?.least;
  expect(connectivityOf("torus", { sizes: [8] })).toBe(2);
  expect(connectivityOf("hyperx", { sizes: [5] })).toBe(Infinity);
  const star = { switches: 4, terminals: 1, links: [1, 2, 3].map((b) => ({ a: 0, b })) };
  expect(connectivityOf("graph", star)).toBe(1);
  // Terminals on several switches, or a single switch: the question does not arise.
  expect(connectivityOf("three-quads", { m: 2 })).toBeUndefined();
  expect(connectivityOf("single-switch", {})).toBeUndefined();
});
