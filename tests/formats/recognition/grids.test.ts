/** Tests of the recognition of tori, meshes, hypercubes and HyperX networks from their links alone. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, mix, shuffled } from "../../../src/core/base/random.ts";
import { axesIn } from "../../../src/core/network/axes.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";
import type { Fabric, Placed } from "../../../src/formats/recognition/contract.ts";
import { hyperx } from "../../../src/formats/recognition/hyperx.ts";
import { torus } from "../../../src/formats/recognition/torus.ts";
import { build } from "../../contracts/arbitrary.ts";
import { cases, first, testOnRequest } from "../../effort.ts";
import { expectWording } from "../../wording/wording.ts";

/** Links between switches, by their numbers. */
type Links = readonly (readonly [a: number, b: number])[];

function linksOf({ terminals, head, tail, reverse }: Network): Links {
  const channels = [...head.keys()].filter((c) => c < reverse[c] && Math.min(head[c], tail[c]) >= terminals);
  return channels.map((c) => [tail[c] - terminals, head[c] - terminals]);
}

/** A minimal fabric for the tests of this file. */
function fabricOf(switches: number, links: Links, hosts = new Int32Array(switches).fill(1)): Fabric {
  const times = Array.from({ length: switches }, () => new Map<number, number>());
  for (const [a, b] of links) {
    times[a].set(b, (times[a].get(b) ?? 0) + 1);
    times[b].set(a, (times[b].get(a) ?? 0) + 1);
  }
  const sorted = times.map((own) => [...own].sort(([a], [b]) => a - b));
  const first = new Int32Array(switches + 1);
  sorted.forEach((own, s) => (first[s + 1] = first[s] + own.length));
  const all = sorted.flat();
  return { switches, first, to: Int32Array.from(all, ([x]) => x), times: Int32Array.from(all, ([, count]) => count), hosts };
}

/** Links with randomly renumbered switches in random order. The first `missing` links of this order are removed. */
function disguised(switches: number, links: Links, without: number, key: number): Links {
  const renamed = shuffled(switches, key);
  const order = shuffled(links.length, mix(key, 1, 0));
  return [...order.subarray(without)].map((i) => [renamed[links[i][0]], renamed[links[i][1]]]);
}

/** The links and `count` additional links between pairs that had none. */
function beside(switches: number, links: Links, count: number, key: number): Links {
  const pair = (a: number, b: number) => Math.min(a, b) * switches + Math.max(a, b);
  const known = new Set(links.map(([a, b]) => pair(a, b)));
  const added: (readonly [number, number])[] = [];
  for (let i = 0; added.length < count; i++) {
    const [a, b] = [below(mix(key, i, 2), switches), below(mix(key, i, 3), switches)];
    if (a === b || known.has(pair(a, b))) continue;
    known.add(pair(a, b));
    added.push([a, b]);
  }
  return [...links, ...added];
}

/** Differences from the regular network, counted link by link. */
function irregularities(fabric: Fabric, { whole, place }: Placed) {
  const holder = new Map<number, number>();
  place.forEach((p, s) => {
    expect(p).toBeGreaterThanOrEqual(0);
    expect(p).toBeLessThan(whole.hosts.length);
    expect(holder.has(p), `two switches at ${p}`).toBe(false);
    holder.set(p, s);
  });
  const joined = new Set<string>();
  for (let s = 0; s < fabric.switches; s++) {
    for (let e = fabric.first[s]; e < fabric.first[s + 1]; e++) joined.add(`${s} ${fabric.to[e]}`);
  }
  let [missing, there] = [0, 0];
  for (const [a, b] of whole.links) {
    expect(a).toBeLessThan(b);
    const [x, y] = [holder.get(a), holder.get(b)];
    if (x === undefined || y === undefined) continue;
    if (joined.has(`${x} ${y}`)) there++;
    else missing++;
  }
  return { missing, beside: fabric.to.length / 2 - there, absent: whole.hosts.length - holder.size };
}

const sum = ({ missing, beside, absent }: ReturnType<typeof irregularities>) => missing + beside + absent;

/** The placement with the fewest irregularities; with ties, the first in the order of preference. */
function best(fabric: Fabric): Placed | null {
  return [torus, hyperx].reduce<Placed | null>((found, family) => {
    const own = family.find(fabric);
    return own !== null && (found === null || sum(irregularities(fabric, own)) < sum(irregularities(fabric, found))) ? own : found;
  }, null);
}

/** A network with a terminal per switch that has the recognized coordinates. */
function drawn(fabric: Fabric, { whole: { axes, at }, place }: Placed): Network {
  const { switches, first, to } = fabric;
  const net = new NetworkBuilder(switches, switches, switches + to.length / 2, axes);
  const link = net.linkClass("link");
  for (let s = 0; s < switches; s++) {
    net.connect(s, switches + s, link);
    for (let e = first[s]; e < first[s + 1]; e++) if (to[e] > s) net.connect(switches + s, switches + to[e], link);
    axes.forEach((_, d) => {
      for (const n of [s, switches + s]) net.place(n, d, at[place[s] * axes.length + d]);
    });
  }
  return net.finish();
}

const ofTorus = (sizes: readonly number[], wrap: readonly boolean[] = []) =>
  build({ kind: "torus", values: { sizes, wrap, terminalsPerSwitch: 1, terminalLinks: 1 } });
const ofMesh = (...sizes: readonly number[]) => build({ kind: "mesh", values: { sizes, terminalsPerSwitch: 1, terminalLinks: 1 } });
const ofCube = (n: number) => build({ kind: "hypercube", values: { n, terminalsPerSwitch: 1 } });
const ofHyperX = (...sizes: readonly number[]) => build({ kind: "hyperx", values: { sizes, terminalsPerSwitch: 1 } });

/** The title under which a randomly renumbered network is recognized. */
function titleOf(network: Network, key = 7): string | undefined {
  const fabric = fabricOf(network.switches, disguised(network.switches, linksOf(network), 0, key));
  const found = best(fabric);
  if (found !== null) expect(irregularities(fabric, found)).toEqual({ missing: 0, beside: 0, absent: 0 });
  return found?.whole.title;
}

describe("whole networks", () => {
  it("are told by the simplest of their names", () => {
    expect(titleOf(ofMesh(2))).toBe("line of 2 switches");
    expect(titleOf(ofMesh(7))).toBe("line of 7 switches");
    expect(titleOf(ofTorus([3]))).toBe("ring of 3 switches");
    expect(titleOf(ofMesh(2, 2))).toBe("ring of 4 switches");
    expect(titleOf(ofTorus([12]))).toBe("ring of 12 switches");
    expect(titleOf(ofHyperX(4))).toBe("full graph of 4 switches");
    expect(titleOf(ofCube(3))).toBe("hypercube of 3 dimensions");
    expect(titleOf(ofCube(4))).toBe("4 × 4 torus");
    expect(titleOf(ofTorus([4, 4]))).toBe("4 × 4 torus");
    expect(titleOf(ofCube(5))).toBe("hypercube of 5 dimensions");
    expect(titleOf(ofTorus([4, 4, 4]))).toBe("hypercube of 6 dimensions");
    expect(titleOf(ofTorus([4, 8]))).toBe("8 × 4 torus");
    expect(titleOf(ofTorus([3, 3]))).toBe("3 × 3 torus");
    expect(titleOf(ofHyperX(3, 3))).toBe("3 × 3 torus");
    expect(titleOf(ofTorus([5, 4, 3, 2]))).toBe("5 × 4 × 3 × 2 torus");
    expect(titleOf(ofMesh(2, 2, 8))).toBe("8 × 2 × 2 mesh");
    expect(titleOf(ofMesh(3, 4, 5))).toBe("5 × 4 × 3 mesh");
    expect(titleOf(ofHyperX(4, 4))).toBe("4 × 4 HyperX");
    expect(titleOf(ofHyperX(2, 3, 5))).toBe("5 × 3 × 2 HyperX");
  });

  it("say what stands where, as the topology of the shelf builds it", () => {
    const networks = [
      ofMesh(7),
      ofMesh(2),
      ofTorus([9]),
      ofTorus([4, 4]),
      ofTorus([7, 4, 3, 2, 2]),
      ofTorus([6, 5], [false, true]),
      ofMesh(4, 3, 2),
      ofCube(6),
      ofHyperX(5, 4, 2),
      ofHyperX(6),
    ];
    for (const network of networks) {
      const { whole } = best(fabricOf(network.switches, disguised(network.switches, linksOf(network), 0, 3)))!;
      const { kind, values } = whole.topology!;
      const built = build({ kind, values: { wrap: [], terminalLinks: 1, ...values } });
      expect(built.axes).toEqual(whole.axes);
      expect([...built.coordinates.subarray(built.terminals * built.axes.length)]).toEqual([...whole.at]);
      const sorted = (links: Links) => links.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`).sort();
      expect(sorted(linksOf(built))).toEqual(sorted(whole.links.map(([a, b]) => [a, b])));
      expect([...whole.hosts]).toEqual(Array.from({ length: built.switches }, () => 1));
    }
  });

  it("are said in sentences", () => {
    const said = (network: Network) => best(fabricOf(network.switches, linksOf(network)))!.whole.said.join(" ");
    expectWording(said(ofTorus([8, 8])), "Every row … ring");
    expectWording(said(ofTorus([8, 6], [true, false])), "Y are open … others … rings");
    expectWording(said(ofMesh(4, 4)), "No row … ring");
    expectWording(said(ofCube(5)), "two switches … 5 dimensions … 4 × 4 × 2 torus");
    expectWording(said(ofHyperX(4, 4)), "all others of its rows");
    expectWording(said(ofHyperX(5)), "every other");
  });

  it("have as many terminals as most switches, and as many links as most neighbours of a dimension", () => {
    const links = linksOf(ofTorus([6, 5]));
    const along = ([a, b]: readonly [number, number]) => (Math.floor(a / 6) === Math.floor(b / 6) ? 0 : 1);
    // Two parallel links along X, except for one pair.
    const doubled = links.flatMap((link, i) => (along(link) === 0 && i > 0 ? [link, link] : [link]));
    const hosts = new Int32Array(30).fill(3);
    hosts[11] = 0;
    const { whole } = best(fabricOf(30, doubled, hosts))!;
    expect([whole.title, whole.topology]).toEqual(["6 × 5 torus", null]);
    expect([...whole.hosts]).toEqual(Array.from({ length: 30 }, () => 3));
    const times = whole.links.map(([a, b, times]) => `${along([a, b])}: ${times}`);
    expect([...new Set(times)].sort()).toEqual(["0: 2", "1: 1"]);
  });
});

/** Sizes and wrap flags of a grid of at least 32 switches. */
const grids = (most: number) =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((dimensions) =>
      fc.record({
        sizes: fc.array(fc.integer({ min: 2, max: Math.max(3, Math.ceil(2 * most ** (1 / dimensions))) }), {
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
      const places = sizes.reduce((product, size) => product * size, 1);
      return places >= 32 && places <= most;
    });

describe("the law: 32 switches or more, shuffled, at most a twentieth of the links gone", () => {
  const isExplained = (network: Network, part: number, key: number) => {
    const links = linksOf(network);
    const gone = Math.floor(part * 0.05 * links.length);
    const fabric = fabricOf(network.switches, disguised(network.switches, links, gone, key));
    const found = best(fabric);
    expect(found).not.toBeNull();
    const own = irregularities(fabric, found!);
    expect(sum(own)).toBeLessThanOrEqual(gone);
    if (own.beside === 0) expect(axesIn(drawn(fabric, found!))).toBe(sum(own) === 0 ? "whole" : "partial");
  };
  const part = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));

  it("holds of tori and meshes", () => {
    fc.assert(
      fc.property(grids(300), part, fc.nat(), ({ sizes, wrap }, gone, key) => isExplained(ofTorus(sizes, wrap), gone, key)),
      { numRuns: cases(100) },
    );
  });

  it("holds of hypercubes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 9 }), part, fc.nat(), (n, gone, key) => isExplained(ofCube(n), gone, key)),
      { numRuns: cases(20) },
    );
  });

  it("holds of HyperX and full graphs", () => {
    fc.assert(
      fc.property(grids(150), part, fc.nat(), ({ sizes }, gone, key) => isExplained(ofHyperX(...sizes), gone, key)),
      { numRuns: cases(60) },
    );
  });

  testOnRequest("holds of a thousand switches", () => {
    const large = [
      () => isExplained(ofTorus([12, 10, 8], [true, false, true]), 1, 2),
      () => isExplained(ofTorus([32, 32]), 1, 1),
      () => isExplained(ofMesh(5, 4, 4, 4, 3), 1, 3),
      () => isExplained(ofCube(10), 1, 4),
      () => isExplained(ofHyperX(16, 8, 8), 1, 5),
      () => isExplained(ofTorus([1000]), 1, 6),
    ];
    for (const expectExplained of first(2, large)) expectExplained();
  });
});

describe("unlucky faults", () => {
  /** The recognition of a renumbered network without the links for which `isGone` is true. */
  const without = (network: Network, isGone: (a: number, b: number) => boolean) => {
    const links = linksOf(network);
    const kept = links.filter(([a, b]) => !isGone(a, b));
    const fabric = fabricOf(network.switches, disguised(network.switches, kept, 0, 5));
    const found = best(fabric);
    expect(found).not.toBeNull();
    return { title: found!.whole.title, gone: links.length - kept.length, ...irregularities(fabric, found!) };
  };

  it("a switch cut off stands where it did", () => {
    const found = without(ofTorus([8, 8]), (a, b) => a === 9 || b === 9);
    expect(found).toEqual({ title: "8 × 8 torus", gone: 4, missing: 4, beside: 0, absent: 0 });
  });

  it("a switch with one link left", () => {
    const found = without(ofTorus([8, 8]), (a, b) => (a === 9 || b === 9) && a !== 10 && b !== 10);
    expect(found).toEqual({ title: "8 × 8 torus", gone: 3, missing: 3, beside: 0, absent: 0 });
  });

  it("a corner of a mesh cut off, two switches that hold together, and a ladder in two", () => {
    expect(without(ofMesh(8, 8), (a) => a === 0)).toEqual({ title: "8 × 8 mesh", gone: 2, missing: 2, beside: 0, absent: 0 });
    const two = (s: number) => s === 18 || s === 19;
    expect(without(ofMesh(8, 8), (a, b) => two(a) !== two(b))).toEqual({ title: "8 × 8 mesh", gone: 6, missing: 6, beside: 0, absent: 0 });
    const ladder = without(ofMesh(20, 2), (a, b) => b - a === 1 && a % 20 === 7);
    expect(ladder).toEqual({ title: "20 × 2 mesh", gone: 2, missing: 2, beside: 0, absent: 0 });
  });

  it("all in one corner of a torus, and in one row of a HyperX", () => {
    const corner = (s: number) => s % 8 < 3 && s < 24;
    expect(without(ofTorus([8, 8]), (a, b) => corner(a) && corner(b) && b - a < 3)).toMatchObject({ gone: 6, missing: 6, beside: 0 });
    expect(without(ofHyperX(8, 8), (a, b) => b < 8 && a < 4)).toMatchObject({ title: "8 × 8 HyperX", gone: 22, missing: 22, beside: 0 });
  });

  it("a ring that lost a link is a line", () => {
    expect(without(ofTorus([40]), (a) => a === 3)).toMatchObject({ title: "line of 40 switches", missing: 0 });
  });

  it("switches that are gone leave their places", () => {
    for (const [network, title] of [
      [ofTorus([8, 8]), "8 × 8 torus"],
      [ofTorus([16, 8]), "16 × 8 torus"],
      [ofMesh(6, 5, 4), "6 × 5 × 4 mesh"],
      [ofCube(6), "hypercube of 6 dimensions"],
      [ofHyperX(8, 4, 2), "8 × 4 × 2 HyperX"],
    ] as const) {
      const left = network.switches - 2;
      const renamed = shuffled(network.switches, 8);
      const links = linksOf(network).map(([a, b]) => [renamed[a], renamed[b]] as const);
      const fabric = fabricOf(
        left,
        links.filter(([a, b]) => a < left && b < left),
      );
      const found = best(fabric)!;
      expect([found.whole.title, irregularities(fabric, found)]).toEqual([title, { missing: 0, beside: 0, absent: 2 }]);
    }
  });
});

describe("links beside a whole network", () => {
  it("are found, and doubled ones change nothing", () => {
    const networks = [
      ofTorus([8, 8]),
      ofTorus([5, 5, 5]),
      ofTorus([40]),
      ofTorus([9, 5], [true, false]),
      ofMesh(8, 8),
      ofMesh(6, 5, 4),
      ofCube(6),
      ofHyperX(6, 6),
    ];
    for (const network of networks) {
      for (const key of first(1, [1, 2, 3])) {
        const links = linksOf(network);
        const more = [...beside(network.switches, links, 2, key), links[0], links[5]];
        const fabric = fabricOf(network.switches, disguised(network.switches, more, 0, key));
        const found = best(fabric)!;
        expect(found, network.axes.map(({ size }) => size).join()).not.toBeNull();
        expect(irregularities(fabric, found)).toEqual({ missing: 0, beside: 2, absent: 0 });
      }
    }
  });
});

describe("what is no grid", () => {
  const isNone = (switches: number, links: Links) => expect(best(fabricOf(switches, disguised(switches, links, 0, 11)))).toBeNull();

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
