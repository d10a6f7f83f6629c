/** Tests of the recognition of tori, meshes, hypercubes and HyperX networks from their links alone. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uniformBelow, mix, shuffled } from "../../../src/core/base/random.ts";
import { checkAxes } from "../../../src/core/network/axes.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";
import type { SwitchFabric, Placement } from "../../../src/formats/recognition/contract.ts";
import { hyperxFamily } from "../../../src/formats/recognition/hyperx.ts";
import { torusFamily } from "../../../src/formats/recognition/torus.ts";
import { build } from "../../contracts/arbitrary.ts";
import { cases, firstFew, thoroughTest } from "../../effort.ts";
import { expectWording } from "../../wording/wording.ts";

/** Links between switches, by their numbers. */
type Links = readonly (readonly [a: number, b: number])[];

function linksOf({ terminals, head, tail, reverse }: Network): Links {
  const channels = [...head.keys()].filter((c) => c < reverse[c] && Math.min(head[c], tail[c]) >= terminals);
  return channels.map((c) => [tail[c] - terminals, head[c] - terminals]);
}

/** A minimal fabric for the tests of this file. */
function fabricOf(switches: number, links: Links, hosts = new Int32Array(switches).fill(1)): SwitchFabric {
  const times = Array.from({ length: switches }, () => new Map<number, number>());
  for (const [a, b] of links) {
    times[a].set(b, (times[a].get(b) ?? 0) + 1);
    times[b].set(a, (times[b].get(a) ?? 0) + 1);
  }
  const sorted = times.map((neighborCounts) => [...neighborCounts].sort(([a], [b]) => a - b));
  const first = new Int32Array(switches + 1);
  sorted.forEach((neighborCounts, s) => (first[s + 1] = first[s] + neighborCounts.length));
  const entries = sorted.flat();
  return {
    switchCount: switches,
    firstNeighbor: first,
    neighbors: Int32Array.from(entries, ([x]) => x),
    linkCounts: Int32Array.from(entries, ([, count]) => count),
    terminalCounts: hosts,
  };
}

/** Links with randomly renumbered switches in random order. The first `missing` links of this order are removed. */
function renumberedLinks(switches: number, links: Links, missing: number, key: number): Links {
  const newNumbers = shuffled(switches, key);
  const order = shuffled(links.length, mix(key, 1, 0));
  return [...order.subarray(missing)].map((i) => [newNumbers[links[i][0]], newNumbers[links[i][1]]]);
}

/** The links and `count` additional links between pairs that had none. */
function withExtraLinks(switches: number, links: Links, count: number, key: number): Links {
  const pairKey = (a: number, b: number) => Math.min(a, b) * switches + Math.max(a, b);
  const known = new Set(links.map(([a, b]) => pairKey(a, b)));
  const added: (readonly [number, number])[] = [];
  for (let i = 0; added.length < count; i++) {
    const [a, b] = [uniformBelow(mix(key, i, 2), switches), uniformBelow(mix(key, i, 3), switches)];
    if (a === b || known.has(pairKey(a, b))) continue;
    known.add(pairKey(a, b));
    added.push([a, b]);
  }
  return [...links, ...added];
}

/** Differences from the regular network, counted link by link. */
function countIrregularities(fabric: SwitchFabric, { ideal, slotOf }: Placement) {
  const switchAt = new Map<number, number>();
  slotOf.forEach((position, s) => {
    expect(position).toBeGreaterThanOrEqual(0);
    expect(position).toBeLessThan(ideal.terminalCounts.length);
    expect(switchAt.has(position), `two switches at ${position}`).toBe(false);
    switchAt.set(position, s);
  });
  const linkedPairs = new Set<string>();
  for (let s = 0; s < fabric.switchCount; s++) {
    for (let e = fabric.firstNeighbor[s]; e < fabric.firstNeighbor[s + 1]; e++) linkedPairs.add(`${s} ${fabric.neighbors[e]}`);
  }
  let [missing, presentCount] = [0, 0];
  for (const [a, b] of ideal.links) {
    expect(a).toBeLessThan(b);
    const [switchA, switchB] = [switchAt.get(a), switchAt.get(b)];
    if (switchA === undefined || switchB === undefined) continue;
    if (linkedPairs.has(`${switchA} ${switchB}`)) presentCount++;
    else missing++;
  }
  return { missing, beside: fabric.neighbors.length / 2 - presentCount, absent: ideal.terminalCounts.length - switchAt.size };
}

const totalOf = ({ missing, beside, absent }: ReturnType<typeof countIrregularities>) => missing + beside + absent;

/** The placement with the fewest irregularities; with ties, the first in the order of preference. */
function bestPlacement(fabric: SwitchFabric): Placement | null {
  return [torusFamily, hyperxFamily].reduce<Placement | null>((found, family) => {
    const candidate = family.find(fabric);
    return candidate !== null &&
      (found === null || totalOf(countIrregularities(fabric, candidate)) < totalOf(countIrregularities(fabric, found)))
      ? candidate
      : found;
  }, null);
}

/** A network with a terminal per switch that has the recognized coordinates. */
function networkWithCoordinates(fabric: SwitchFabric, { ideal: { axes, coordinates }, slotOf }: Placement): Network {
  const { switchCount: switches, firstNeighbor, neighbors } = fabric;
  const net = new NetworkBuilder(switches, switches, switches + neighbors.length / 2, axes);
  const link = net.linkClass("link");
  for (let s = 0; s < switches; s++) {
    net.connect(s, switches + s, link);
    for (let e = firstNeighbor[s]; e < firstNeighbor[s + 1]; e++)
      if (neighbors[e] > s) net.connect(switches + s, switches + neighbors[e], link);
    axes.forEach((_, d) => {
      for (const n of [s, switches + s]) net.setCoordinate(n, d, coordinates[slotOf[s] * axes.length + d]);
    });
  }
  return net.finish();
}

const torusNetwork = (sizes: readonly number[], wrap: readonly boolean[] = []) =>
  build({ kind: "torus", values: { sizes, wrap, terminalsPerSwitch: 1, terminalLinks: 1 } });
const meshNetwork = (...sizes: readonly number[]) => build({ kind: "mesh", values: { sizes, terminalsPerSwitch: 1, terminalLinks: 1 } });
const hypercubeNetwork = (n: number) => build({ kind: "hypercube", values: { n, terminalsPerSwitch: 1 } });
const hyperxNetwork = (...sizes: readonly number[]) => build({ kind: "hyperx", values: { sizes, terminalsPerSwitch: 1 } });

/** The title under which a randomly renumbered network is recognized. */
function titleOf(network: Network, key = 7): string | undefined {
  const fabric = fabricOf(network.switches, renumberedLinks(network.switches, linksOf(network), 0, key));
  const found = bestPlacement(fabric);
  if (found !== null) expect(countIrregularities(fabric, found)).toEqual({ missing: 0, beside: 0, absent: 0 });
  return found?.ideal.title;
}

describe("whole networks", () => {
  it("are described by the simplest of their names", () => {
    expect(titleOf(meshNetwork(2))).toBe("line of 2 switches");
    expect(titleOf(meshNetwork(7))).toBe("line of 7 switches");
    expect(titleOf(torusNetwork([3]))).toBe("ring of 3 switches");
    expect(titleOf(meshNetwork(2, 2))).toBe("ring of 4 switches");
    expect(titleOf(torusNetwork([12]))).toBe("ring of 12 switches");
    expect(titleOf(hyperxNetwork(4))).toBe("complete graph of 4 switches");
    expect(titleOf(hypercubeNetwork(3))).toBe("hypercube of 3 dimensions");
    expect(titleOf(hypercubeNetwork(4))).toBe("4 × 4 torus");
    expect(titleOf(torusNetwork([4, 4]))).toBe("4 × 4 torus");
    expect(titleOf(hypercubeNetwork(5))).toBe("hypercube of 5 dimensions");
    expect(titleOf(torusNetwork([4, 4, 4]))).toBe("hypercube of 6 dimensions");
    expect(titleOf(torusNetwork([4, 8]))).toBe("8 × 4 torus");
    expect(titleOf(torusNetwork([3, 3]))).toBe("3 × 3 torus");
    expect(titleOf(hyperxNetwork(3, 3))).toBe("3 × 3 torus");
    expect(titleOf(torusNetwork([5, 4, 3, 2]))).toBe("5 × 4 × 3 × 2 torus");
    expect(titleOf(meshNetwork(2, 2, 8))).toBe("8 × 2 × 2 mesh");
    expect(titleOf(meshNetwork(3, 4, 5))).toBe("5 × 4 × 3 mesh");
    expect(titleOf(hyperxNetwork(4, 4))).toBe("4 × 4 HyperX");
    expect(titleOf(hyperxNetwork(2, 3, 5))).toBe("5 × 3 × 2 HyperX");
  });

  it("describe positions as the topology of the registry builds them", () => {
    const networks = [
      meshNetwork(7),
      meshNetwork(2),
      torusNetwork([9]),
      torusNetwork([4, 4]),
      torusNetwork([7, 4, 3, 2, 2]),
      torusNetwork([6, 5], [false, true]),
      meshNetwork(4, 3, 2),
      hypercubeNetwork(6),
      hyperxNetwork(5, 4, 2),
      hyperxNetwork(6),
    ];
    for (const network of networks) {
      const { ideal } = bestPlacement(fabricOf(network.switches, renumberedLinks(network.switches, linksOf(network), 0, 3)))!;
      const { kind, values } = ideal.topology!;
      const built = build({ kind, values: { wrap: [], terminalLinks: 1, ...values } });
      expect(built.axes).toEqual(ideal.axes);
      expect([...built.coordinates.subarray(built.terminals * built.axes.length)]).toEqual([...ideal.coordinates]);
      const sorted = (links: Links) => links.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`).sort();
      expect(sorted(linksOf(built))).toEqual(sorted(ideal.links.map(([a, b]) => [a, b])));
      expect([...ideal.terminalCounts]).toEqual(Array.from({ length: built.switches }, () => 1));
    }
  });

  it("are said in sentences", () => {
    const description = (network: Network) => bestPlacement(fabricOf(network.switches, linksOf(network)))!.ideal.sentences.join(" ");
    expectWording(description(torusNetwork([8, 8])), "Every dimension … wraparound links");
    expectWording(description(torusNetwork([8, 6], [true, false])), "Y has no wraparound links … other dimensions");
    expectWording(description(meshNetwork(4, 4)), "No dimension … wraparound links");
    expectWording(description(hypercubeNetwork(5)), "two switches … 5 dimensions … 4 × 4 × 2 torus");
    expectWording(description(hyperxNetwork(4, 4)), "all others in each of its dimensions");
    expectWording(description(hyperxNetwork(5)), "every other");
  });

  it("have as many terminals as most switches, and as many links as most neighbours of a dimension", () => {
    const links = linksOf(torusNetwork([6, 5]));
    const along = ([a, b]: readonly [number, number]) => (Math.floor(a / 6) === Math.floor(b / 6) ? 0 : 1);
    // Two parallel links along X, except for one pair.
    const doubled = links.flatMap((link, i) => (along(link) === 0 && i > 0 ? [link, link] : [link]));
    const hosts = new Int32Array(30).fill(3);
    hosts[11] = 0;
    const { ideal } = bestPlacement(fabricOf(30, doubled, hosts))!;
    expect([ideal.title, ideal.topology]).toEqual(["6 × 5 torus", null]);
    expect([...ideal.terminalCounts]).toEqual(Array.from({ length: 30 }, () => 3));
    const times = ideal.links.map(([a, b, times]) => `${along([a, b])}: ${times}`);
    expect([...new Set(times)].sort()).toEqual(["0: 2", "1: 1"]);
  });
});

/** Sizes and wrap flags of a grid of at least 32 switches. */
const anyGrid = (maxSwitches: number) =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((dimensions) =>
      fc.record({
        sizes: fc.array(fc.integer({ min: 2, max: Math.max(3, Math.ceil(2 * maxSwitches ** (1 / dimensions))) }), {
          minLength: dimensions,
          maxLength: dimensions,
        }),
        wrap: fc.oneof(
          fc.array(fc.boolean(), { minLength: dimensions, maxLength: dimensions }),
          fc.boolean().map((each) => Array.from({ length: dimensions }, () => each)),
        ),
      }),
    )
    .filter(({ sizes }) => {
      const switchCount = sizes.reduce((product, size) => product * size, 1);
      return switchCount >= 32 && switchCount <= maxSwitches;
    });

describe("the law: 32 switches or more, shuffled, at most a twentieth of the links gone", () => {
  const isExplained = (network: Network, part: number, key: number) => {
    const links = linksOf(network);
    const removedCount = Math.floor(part * 0.05 * links.length);
    const fabric = fabricOf(network.switches, renumberedLinks(network.switches, links, removedCount, key));
    const found = bestPlacement(fabric);
    expect(found).not.toBeNull();
    const own = countIrregularities(fabric, found!);
    expect(totalOf(own)).toBeLessThanOrEqual(removedCount);
    if (own.beside === 0) expect(checkAxes(networkWithCoordinates(fabric, found!))).toBe(totalOf(own) === 0 ? "whole" : "partial");
  };
  const part = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));

  it("holds of tori and meshes", () => {
    fc.assert(
      fc.property(anyGrid(300), part, fc.nat(), ({ sizes, wrap }, removedPart, key) =>
        isExplained(torusNetwork(sizes, wrap), removedPart, key),
      ),
      { numRuns: cases(100) },
    );
  });

  it("holds of hypercubes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 9 }), part, fc.nat(), (n, removedPart, key) =>
        isExplained(hypercubeNetwork(n), removedPart, key),
      ),
      { numRuns: cases(20) },
    );
  });

  it("holds of HyperX and full graphs", () => {
    fc.assert(
      fc.property(anyGrid(150), part, fc.nat(), ({ sizes }, removedPart, key) => isExplained(hyperxNetwork(...sizes), removedPart, key)),
      { numRuns: cases(60) },
    );
  });

  thoroughTest("holds of a thousand switches", () => {
    const large = [
      () => isExplained(torusNetwork([12, 10, 8], [true, false, true]), 1, 2),
      () => isExplained(torusNetwork([32, 32]), 1, 1),
      () => isExplained(meshNetwork(5, 4, 4, 4, 3), 1, 3),
      () => isExplained(hypercubeNetwork(10), 1, 4),
      () => isExplained(hyperxNetwork(16, 8, 8), 1, 5),
      () => isExplained(torusNetwork([1000]), 1, 6),
    ];
    for (const expectExplained of firstFew(2, large)) expectExplained();
  });
});

describe("unlucky faults", () => {
  /** The recognition of a renumbered network without the links for which `isGone` is true. */
  const without = (network: Network, isGone: (a: number, b: number) => boolean) => {
    const links = linksOf(network);
    const remainingLinks = links.filter(([a, b]) => !isGone(a, b));
    const fabric = fabricOf(network.switches, renumberedLinks(network.switches, remainingLinks, 0, 5));
    const found = bestPlacement(fabric);
    expect(found).not.toBeNull();
    return { title: found!.ideal.title, gone: links.length - remainingLinks.length, ...countIrregularities(fabric, found!) };
  };

  it("a switch without links keeps its position", () => {
    const found = without(torusNetwork([8, 8]), (a, b) => a === 9 || b === 9);
    expect(found).toEqual({ title: "8 × 8 torus", gone: 4, missing: 4, beside: 0, absent: 0 });
  });

  it("a switch with one link left", () => {
    const found = without(torusNetwork([8, 8]), (a, b) => (a === 9 || b === 9) && a !== 10 && b !== 10);
    expect(found).toEqual({ title: "8 × 8 torus", gone: 3, missing: 3, beside: 0, absent: 0 });
  });

  it("a corner of a mesh cut off, two switches that hold together, and a ladder in two", () => {
    expect(without(meshNetwork(8, 8), (a) => a === 0)).toEqual({ title: "8 × 8 mesh", gone: 2, missing: 2, beside: 0, absent: 0 });
    const two = (s: number) => s === 18 || s === 19;
    expect(without(meshNetwork(8, 8), (a, b) => two(a) !== two(b))).toEqual({
      title: "8 × 8 mesh",
      gone: 6,
      missing: 6,
      beside: 0,
      absent: 0,
    });
    const ladder = without(meshNetwork(20, 2), (a, b) => b - a === 1 && a % 20 === 7);
    expect(ladder).toEqual({ title: "20 × 2 mesh", gone: 2, missing: 2, beside: 0, absent: 0 });
  });

  it("all in one corner of a torus, and in one row of a HyperX", () => {
    const corner = (s: number) => s % 8 < 3 && s < 24;
    expect(without(torusNetwork([8, 8]), (a, b) => corner(a) && corner(b) && b - a < 3)).toMatchObject({ gone: 6, missing: 6, beside: 0 });
    expect(without(hyperxNetwork(8, 8), (a, b) => b < 8 && a < 4)).toMatchObject({
      title: "8 × 8 HyperX",
      gone: 22,
      missing: 22,
      beside: 0,
    });
  });

  it("a ring that lost a link is a line", () => {
    expect(without(torusNetwork([40]), (a) => a === 3)).toMatchObject({ title: "line of 40 switches", missing: 0 });
  });

  it("switches that are gone leave their places", () => {
    for (const [network, title] of [
      [torusNetwork([8, 8]), "8 × 8 torus"],
      [torusNetwork([16, 8]), "16 × 8 torus"],
      [meshNetwork(6, 5, 4), "6 × 5 × 4 mesh"],
      [hypercubeNetwork(6), "hypercube of 6 dimensions"],
      [hyperxNetwork(8, 4, 2), "8 × 4 × 2 HyperX"],
    ] as const) {
      const left = network.switches - 2;
      const renamed = shuffled(network.switches, 8);
      const links = linksOf(network).map(([a, b]) => [renamed[a], renamed[b]] as const);
      const fabric = fabricOf(
        left,
        links.filter(([a, b]) => a < left && b < left),
      );
      const found = bestPlacement(fabric)!;
      expect([found.ideal.title, countIrregularities(fabric, found)]).toEqual([title, { missing: 0, beside: 0, absent: 2 }]);
    }
  });
});

describe("links beside a whole network", () => {
  it("are found, and doubled ones change nothing", () => {
    const networks = [
      torusNetwork([8, 8]),
      torusNetwork([5, 5, 5]),
      torusNetwork([40]),
      torusNetwork([9, 5], [true, false]),
      meshNetwork(8, 8),
      meshNetwork(6, 5, 4),
      hypercubeNetwork(6),
      hyperxNetwork(6, 6),
    ];
    for (const network of networks) {
      for (const key of firstFew(1, [1, 2, 3])) {
        const links = linksOf(network);
        const more = [...withExtraLinks(network.switches, links, 2, key), links[0], links[5]];
        const fabric = fabricOf(network.switches, renumberedLinks(network.switches, more, 0, key));
        const found = bestPlacement(fabric)!;
        expect(found, network.axes.map(({ size }) => size).join()).not.toBeNull();
        expect(countIrregularities(fabric, found)).toEqual({ missing: 0, beside: 2, absent: 0 });
      }
    }
  });
});

describe("what is no grid", () => {
  const isNone = (switches: number, links: Links) =>
    expect(bestPlacement(fabricOf(switches, renumberedLinks(switches, links, 0, 11)))).toBeNull();

  it("is not taken for one: nothing, stars, trees, dragonflies, Petersen's graph", () => {
    isNone(1, []);
    isNone(32, []);
    isNone(
      5,
      [1, 2, 3, 4].map((leaf) => [0, leaf] as const),
    );
    for (const { kind, values } of [
      { kind: "k-ary-n-tree", values: { k: 4, n: 3 } },
      { kind: "k-ary-n-tree", values: { k: 2, n: 5 } },
      { kind: "thin-tree", values: { k: 4, kUp: 2, n: 3 } },
      { kind: "dragonfly", values: { p: 2, a: 4, h: 2, g: 9 } },
    ]) {
      const network = build({ kind, values });
      isNone(network.switches, linksOf(network));
    }
    const petersen = [0, 1, 2, 3, 4].flatMap((i): Links => [
      [i, (i + 1) % 5],
      [i, i + 5],
      [i + 5, ((i + 2) % 5) + 5],
    ]);
    isNone(10, petersen);
  });

  it("is not taken for one: random graphs with as many links a switch", () => {
    for (const [switches, degree] of [
      [32, 3],
      [64, 4],
      [128, 4],
      [100, 6],
      [64, 10],
      [256, 6],
    ] as const) {
      const links = new Map<number, readonly [number, number]>();
      // Perfect matchings, one for each link of a switch.
      for (let k = 0; k < degree; k++) {
        const order = shuffled(switches, mix(switches, k, 4));
        for (let i = 0; i < switches; i += 2) {
          const [a, b] = [Math.min(order[i], order[i + 1]), Math.max(order[i], order[i + 1])];
          links.set(a * switches + b, [a, b]);
        }
      }
      isNone(switches, [...links.values()]);
    }
  });
});
