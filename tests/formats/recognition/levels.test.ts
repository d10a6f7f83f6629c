/** Tests of the recognition of level-based trees and dragonflies from links alone. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../../src/core/base/params.ts";
import { run } from "../../../src/core/run/run.ts";
import { checkAxes } from "../../../src/core/network/axes.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import { buildDrawing } from "../../../src/core/network/drawing/build.ts";
import { drawingOf } from "../../../src/core/network/drawing/drawing-of.ts";
import { writeDrawing } from "../../../src/core/network/drawing/texts.ts";
import type { Network } from "../../../src/core/network/network.ts";
import { recognizedDrawing } from "../../../src/formats/recognition/recognized-drawing.ts";
import { bestPlacement, recognizeNetwork as recogniseAny } from "../../../src/formats/recognition/index.ts";
import { dragonflyFamily } from "../../../src/formats/recognition/dragonfly.ts";
import { switchFabricOf } from "../../../src/formats/recognition/switch-fabric.ts";
import { irregularitiesOf, type ChannelRates } from "../../../src/formats/recognition/irregularities.ts";
import type { Irregularity, Recognition } from "../../../src/formats/recognition/contract.ts";
import { singleSwitchFamily } from "../../../src/formats/recognition/single-switch.ts";
import { treeFamily } from "../../../src/formats/recognition/trees/trees.ts";
import { readScenario } from "../../../src/core/scenario/scenario.ts";
import { build } from "../../contracts/arbitrary.ts";
import { cases } from "../../effort.ts";
import { shuffleNetwork, switchLinks } from "./shuffled.ts";
import { expectWording } from "../../wording/wording.ts";

/** Recognition of trees and dragonflies only. A ring of four switches belongs to one of these families if grids are not tried. */
function recogniseTree(network: Network, ratesOf?: ChannelRates): Recognition | null {
  const fabric = switchFabricOf(network);
  const placed = bestPlacement(fabric, [singleSwitchFamily, treeFamily, dragonflyFamily]);
  return placed === null ? null : { ...placed, irregularities: irregularitiesOf(network, fabric, placed, ratesOf) };
}

/** The same number, `n` times. */
const repeat = (n: number, value: number) => Array.from({ length: n }, () => value);

/** A network of switches with the given numbers of terminals, and links between switches. */
function networkOf(hosts: readonly number[], links: readonly (readonly [number, number])[]): Network {
  const terminals = hosts.reduce((sum, n) => sum + n, 0);
  const net = new NetworkBuilder(terminals, hosts.length, terminals + links.length, []);
  let t = 0;
  hosts.forEach((n, s) => {
    for (let i = 0; i < n; i++) net.connect(t++, terminals + s, net.linkClass("terminal"));
  });
  for (const [a, b] of links) net.connect(terminals + a, terminals + b, net.linkClass("link"));
  return net.finish();
}

/** Leaves with `hosts` terminals each and `parallel` links to each spine, except for the pairs in `leftOut`. */
function leafSpine(
  leaves: number,
  spines: number,
  parallel = 1,
  hosts = 8,
  leftOut: readonly (readonly [leaf: number, spine: number])[] = [],
): Network {
  const links: (readonly [number, number])[] = [];
  for (let l = 0; l < leaves; l++) {
    for (let s = 0; s < spines; s++) {
      const leftOutCount = leftOut.filter(([leaf, spine]) => leaf === l && spine === s).length;
      for (let i = leftOutCount; i < parallel; i++) links.push([l, leaves + s]);
    }
  }
  return networkOf([...repeat(leaves, hosts), ...repeat(spines, 0)], links);
}

const sentencesOf = (irregular: readonly Irregularity[] | undefined) => irregular?.map((each) => each.sentence);
const missingIn = (irregular: readonly Irregularity[]) => irregular.reduce((sum, { between }) => sum + between.length, 0);

describe("by hand", () => {
  it("one switch", () => {
    const found = recogniseTree(networkOf([5], []));
    expect(found?.ideal).toMatchObject({ title: "single switch", topology: { kind: "single-switch", values: { terminals: 5 } } });
    expect(found?.irregularities).toEqual([]);
  });

  it("a leaf–spine fabric, narrowed, with parallel links", () => {
    const found = recogniseTree(leafSpine(12, 3, 2, 18));
    expect(found?.ideal.title).toBe("two-level thin tree");
    expectWording(found?.ideal.sentences, "12 leaves … 3 spines … oversubscribed 3 to 1 … 18 terminals … 6 uplinks … 2 parallel links");
    expect(found?.irregularities).toEqual([]);
  });

  it("one that is not narrowed is a fat tree of the shelf", () => {
    expect(recogniseTree(leafSpine(8, 8))?.ideal).toMatchObject({
      title: "two-level fat tree",
      topology: { kind: "k-ary-n-tree", values: { k: 8, n: 2 } },
    });
    expect(recogniseTree(leafSpine(6, 1, 2, 4))?.ideal.topology).toEqual({
      kind: "modular-switch",
      values: { modules: 6, ports: 4, uplinks: 2 },
    });
  });

  it("a leaf with fewer uplinks, and a link that is missing elsewhere", () => {
    const found = recogniseTree(
      leafSpine(12, 4, 1, 8, [
        [3, 0],
        [3, 2],
        [7, 1],
      ]),
    );
    expectWording(
      sentencesOf(found?.irregularities),
      "2 uplinks … leaf 3 … where 4 … spine 0 … spine 2 … missing … missing … leaf 7 … spine 1",
    );
    expect(found?.irregularities.map(({ kind, count }) => [kind, count])).toEqual([
      ["fewer uplinks", 1],
      ["missing link", 1],
    ]);
    expect(missingIn(found!.irregularities)).toBe(3);
  });

  it("by the names that people gave", () => {
    const network = leafSpine(12, 4, 1, 8, [
      [3, 0],
      [3, 2],
      [7, 1],
    ]);
    const names = new Map([3, 7, 12, 13].map((s) => [network.terminals + s, `ib-${s}`] as const));
    expectWording(
      sentencesOf(recogniseTree({ ...network, look: { names, places: new Map() } })?.irregularities),
      "2 uplinks … ib-3 … where 4 … ib-12 … spine 2 … missing … missing … ib-7 – ib-13",
    );
  });

  it("a spine that lacks links down is reported once", () => {
    const found = recogniseTree(
      leafSpine(
        40,
        4,
        1,
        8,
        [0, 1, 2, 3, 4].map((leaf) => [leaf, 2] as const),
      ),
    );
    expectWording(sentencesOf(found?.irregularities), "5 links … missing … spine 2 … leaf 0 … leaf 1 … leaf 2 … 2 more");
  });

  it("leaves that lack as many uplinks are reported as one", () => {
    const leaves = [1, 3, 5, 7, 9];
    const found = recogniseTree(
      leafSpine(
        20,
        8,
        1,
        8,
        leaves.flatMap((leaf) => [0, 1].map((i) => [leaf, (leaf + i) % 8] as const)),
      ),
    );
    expectWording(sentencesOf(found?.irregularities), "6 uplinks … 5 switches … where 8 … leaf 1 … leaf 3 … leaf 5 … 2 more");
    expect(found?.irregularities[0]).toMatchObject({ kind: "fewer uplinks", count: 5 });
    expect(missingIn(found!.irregularities)).toBe(10);
  });

  it("other terminals: a leaf without any, one with more, a server on a spine", () => {
    const hosts = [8, 8, 8, 0, 8, 9, 8, 8, 8, 8, 0, 1];
    const links = Array.from({ length: 20 }, (_, i) => [i % 10, 10 + Math.floor(i / 10)] as const);
    expectWording(
      sentencesOf(recogniseTree(networkOf(hosts, links))?.irregularities),
      "leaf 3 … where 8 … 9 terminals … leaf 5 … where 8 … 1 terminal … spine 1",
    );
  });

  it("a doubled link, and one between two leaves", () => {
    const whole = leafSpine(10, 4);
    const links = Array.from({ length: 40 }, (_, i) => [i % 10, 10 + Math.floor(i / 10)] as const);
    const hosts = Array.from({ length: 14 }, (_, s) => (s < 10 ? 8 : 0));
    expect(switchLinks(networkOf(hosts, links))).toBe(switchLinks(whole));
    const found = recogniseTree(networkOf(hosts, [...links, [2, 12], [0, 1]]));
    expectWording(sentencesOf(found?.irregularities), "one link too many: leaf 2 – spine 2 … would not have this link … leaf 0 – leaf 1");
    for (const { channels } of found!.irregularities) expect(channels).toHaveLength(1);
  });

  it("a cable in the wrong spine, and one between two leaves that is missing elsewhere", () => {
    const links = Array.from({ length: 80 }, (_, i) => [i % 10, 10 + (Math.floor(i / 10) % 4)] as const);
    const hosts = [...repeat(10, 8), ...repeat(4, 0)];
    const moved = (at: number, from: number, to: number) => {
      const i = links.findIndex(([leaf, spine]) => leaf === at && spine === from);
      links[i] = [at, to];
    };
    moved(6, 13, 11);
    const network = networkOf(hosts, links);
    const found = recogniseTree(network);
    expectWording(sentencesOf(found?.irregularities), "leaf 6 … spine 1 instead … spine 3");
    const [{ kind, count, channels, between }] = found!.irregularities;
    expect([kind, count, between]).toEqual(["moved link", 1, [[network.terminals + 6, network.terminals + 13]]]);
    expect(channels.map((c) => [network.tail[c], network.head[c]])).toEqual([[network.terminals + 6, network.terminals + 11]]);
    moved(2, 10, 12);
    expectWording(
      sentencesOf(recogniseTree(networkOf(hosts, links))?.irregularities),
      "2 cables … leaf 2 … spine 2 instead … spine 0 … leaf 6 … spine 1 instead … spine 3",
    );
    // A cable between two leaves is not a misplaced cable to a spine.
    expectWording(
      sentencesOf(
        recogniseTree(networkOf(hosts, [...links.filter(([leaf, spine]) => leaf !== 4 || spine !== 12), [4, 5], [4, 12]]))?.irregularities,
      ),
      "missing … leaf 4 … spine 2 … 2 cables … leaf 2 … spine 2 instead … spine 0 … leaf 6 … spine 1 instead … spine 3 … leaf 4 … leaf 5",
    );
  });

  it("slower links, by what their kind usually has", () => {
    const network = leafSpine(12, 4);
    const isUp = (c: number) => network.head[c] >= network.terminals && network.tail[c] >= network.terminals;
    const between = Array.from(network.head.keys()).filter((c) => isUp(c) && c < network.reverse[c]);
    const slow = new Set([between[0], network.reverse[between[5]]]);
    const found = recogniseTree(network, (c) => (slow.has(c) ? 100 : isUp(c) ? 200 : 50));
    expectWording(sentencesOf(found?.irregularities), "2 links … half … leaf 0 – spine 0 … leaf 1 – spine 1");
    expect(found?.irregularities[0].channels).toEqual([between[0], between[5]]);
    expect(recogniseTree(network, () => 0)?.irregularities).toEqual([]);
  });

  it("is narrowed by what links carry, where those up are faster", () => {
    const at = (network: Network, terminal: number, up: number) =>
      recogniseAny(network, {
        ratesOf: (c) => (network.head[c] < network.terminals || network.tail[c] < network.terminals ? terminal : up),
      })?.ideal;
    // 16 × 25 Gb/s down, 4 × 100 Gb/s up; 48 × 10 and 6 × 40; 18 × 100 and 18 × 40.
    expect(at(leafSpine(8, 4, 1, 16), 25, 100)).toMatchObject({
      title: "two-level fat tree",
      sentences: ["It has 8 leaves and 4 spines.", "It is not oversubscribed at a leaf: 16 terminals and 4 uplinks, 4 times as fast."],
    });
    expect(at(leafSpine(12, 6, 1, 48), 10, 40)).toMatchObject({
      title: "two-level thin tree",
      sentences: [
        "It has 12 leaves and 6 spines.",
        "It is oversubscribed 2 to 1 at each leaf: 48 terminals and 6 uplinks, 4 times as fast.",
      ],
    });
    const spread = networkOf(
      [...repeat(12, 18), ...repeat(12, 0)],
      Array.from({ length: 216 }, (_, i) => [Math.floor(i / 18), 12 + (i % 12)] as const),
    );
    expectWording(at(spread, 100, 40)?.sentences[1], "oversubscribed 5 to 2 … 18 terminals … 18 uplinks … 0.4 times");
    expect(at(leafSpine(8, 4, 1, 16), 7, 7)).toEqual(recogniseAny(leafSpine(8, 4, 1, 16))?.ideal);
  });

  it("a link that is a little slower, and one that hardly runs", () => {
    const network = leafSpine(12, 4);
    const isUp = (c: number) => network.head[c] >= network.terminals && network.tail[c] >= network.terminals;
    const between = Array.from(network.head.keys()).filter((c) => isUp(c) && c < network.reverse[c]);
    const part = (factor: number) => sentencesOf(recogniseTree(network, (c) => (c === between[0] ? factor : 1))?.irregularities)?.[0];
    expectWording(part(0.9997), "99.97 % … leaf 0 … spine 0");
    expectWording(part(0.001), "0.1 % … leaf 0 … spine 0");
    expectWording(part(0.62), "62 % … leaf 0 … spine 0");
  });

  it("three levels of which the last pod is half empty", () => {
    const pods = [4, 4, 4, 2];
    const hosts: number[] = [];
    const links: [number, number][] = [];
    const spines = pods.map((leaves) => {
      const first = hosts.length;
      hosts.push(...repeat(leaves, 8), 0, 0, 0, 0);
      for (let l = 0; l < leaves; l++) for (let s = 0; s < 4; s++) links.push([first + l, first + leaves + s]);
      return first + leaves;
    });
    for (let core = 0; core < 8; core++) {
      for (const spine of spines) links.push([spine + (core >> 1), hosts.length]);
      hosts.push(0);
    }
    const found = recogniseTree(networkOf(hosts, links));
    expectWording(found?.ideal.sentences[0], "16 leaves … 16 spines … 8 cores");
    expectWording(sentencesOf(found?.irregularities), "2 more switches … leaf 14 … leaf 15");
  });

  it("links up that are spread over spines, with three of them missing", () => {
    const links = Array.from({ length: 216 }, (_, i) => [Math.floor(i / 18), 12 + (i % 12)] as const);
    const hosts = [...repeat(12, 18), ...repeat(12, 0)];
    const found = recogniseTree(networkOf(hosts, links));
    expectWording(
      found?.ideal.sentences,
      "12 leaves … 12 spines … not oversubscribed … 18 terminals … 18 uplinks … The 18 uplinks … 12 spines",
    );
    expect(found?.irregularities).toEqual([]);
    for (const draw of [1, 2, 3, 4]) {
      const harmed = recogniseTree(shuffleNetwork(networkOf(hosts, links), draw, { missing: 3 }).network);
      expect(missingIn(harmed!.irregularities)).toBe(3);
    }
  });

  it("a tree whose subtrees are not alike", () => {
    // Racks of 2, 3, 9 and 14 leaves below one spine each, and one root.
    const racks = [2, 3, 9, 14];
    const links: [number, number][] = [];
    let next = 5;
    racks.forEach((leaves, rack) => {
      links.push([0, 1 + rack]);
      for (let l = 0; l < leaves; l++) links.push([1 + rack, next++]);
    });
    const hosts = Array.from({ length: next }, (_, s) => (s < 5 ? 0 : 16));
    const found = recogniseTree(networkOf(hosts, links));
    expect(found?.ideal).toMatchObject({ topology: null, title: "three-level uneven tree" });
    expect(found?.irregularities).toEqual([]);
  });

  it("two planes that no link joins", () => {
    const links = Array.from({ length: 80 }, (_, i) => {
      const [plane, leaf, spine] = [Math.floor(i / 40), i % 10, Math.floor((i % 40) / 10)];
      return [14 * plane + leaf, 14 * plane + 10 + spine] as const;
    });
    const hosts = [...repeat(10, 8), ...repeat(4, 0), ...repeat(10, 8), ...repeat(4, 0)];
    const found = recogniseTree(networkOf(hosts, links));
    expect(found?.ideal.title).toBe("2 trees");
    expectWording(found?.ideal.sentences, "20 leaves … 8 spines … No link");
    expect(found?.irregularities).toEqual([]);
  });

  it("the dragonfly of the shelf", () => {
    const found = recogniseTree(shuffleNetwork(build({ kind: "dragonfly", values: { p: 2, a: 4, h: 2, g: 9 } }), 1).network);
    expect(found?.ideal.title).toBe("dragonfly");
    expectWording(found?.ideal.sentences, "9 groups … 4 switches … 2 terminals … 2 global links … 1 link");
    expect(found?.irregularities).toEqual([]);
  });
});

describe("is not taken for what it is not", () => {
  it("hosts that pass packets on, and a bus; the same families otherwise", () => {
    expect(recogniseAny(build({ kind: "three-quads", values: { m: 4 } }))).toBeNull();
    expect(recogniseAny(build({ kind: "shared-bus", values: { terminals: 8, capacity: 1 } }))).toBeNull();
    const tree = build({ kind: "thin-tree", values: { k: 4, kUp: 2, n: 3 } });
    expect(recogniseAny(tree)).toEqual(recogniseTree(tree));
  });

  /** A union of Hamiltonian cycles through the switches in random orders: a random regular graph, except for links that coincide. */
  function random(switches: number, cycles: number, draw: number, hosts: (s: number) => number): Network {
    const links = new Map<string, readonly [number, number]>();
    for (let i = 0; i < cycles; i++) {
      const line = build({ kind: "torus", values: { sizes: [switches], wrap: [true], terminalsPerSwitch: 1, terminalLinks: 1 } });
      const { network } = shuffleNetwork(line, draw + i);
      network.head.forEach((to, c) => {
        const [a, b] = [network.tail[c] - switches, to - switches];
        if (a >= 0 && b > a) links.set(`${a}-${b}`, [a, b]);
      });
    }
    return networkOf(
      Array.from({ length: switches }, (_, s) => hosts(s)),
      [...links.values()],
    );
  }

  it("random graphs, with terminals everywhere or on some", () => {
    for (const [switches, cycles] of [
      [32, 2],
      [64, 2],
      [64, 4],
      [100, 6],
      [60, 10],
      [200, 3],
    ] as const) {
      for (const hosts of [() => 4, (s: number) => (s % 2 === 0 ? 4 : 0), (s: number) => (s % 8 === 0 ? 4 : 0)]) {
        expect(recogniseTree(random(switches, cycles, 10 * switches, hosts))).toBeNull();
      }
    }
  });

  it("Petersen's graph, grids and hypercubes", () => {
    const petersen = Array.from({ length: 5 }, (_, i) => [
      [i, (i + 1) % 5] as const,
      [i, 5 + i] as const,
      [5 + i, 5 + ((i + 2) % 5)] as const,
    ]);
    expect(recogniseTree(networkOf(repeat(10, 1), petersen.flat()))).toBeNull();
    for (const sizes of [
      [8, 8],
      [4, 4, 4],
    ]) {
      const values = { sizes, wrap: sizes.map(() => true), terminalsPerSwitch: 1, terminalLinks: 1 };
      expect(recogniseTree(build({ kind: "torus", values }))).toBeNull();
      expect(recogniseTree(build({ kind: "mesh", values }))).toBeNull();
    }
    expect(recogniseTree(build({ kind: "hypercube", values: { n: 6, terminalsPerSwitch: 1, terminalLinks: 1 } }))).toBeNull();
  });
});

describe("the law: shuffled, and with up to one link in twenty missing", () => {
  const draws = fc.record({ seed: fc.nat(1_000_000), part: fc.double({ min: 0, max: 0.05, noNaN: true }) });

  const treesOfShelf = fc
    .constantFrom(
      ...[2, 3, 4, 5, 6, 8, 9, 12, 16, 32].flatMap((k) =>
        [2, 3, 4, 5, 6, 7].flatMap((n) => [
          { kind: "k-ary-n-tree", values: { k, n } },
          ...Array.from({ length: k - 1 }, (_, i) => ({ kind: "thin-tree", values: { k, kUp: i + 1, n } })),
          // With one link up, or with two levels, it is also a thin tree.
          ...Array.from({ length: k - 1 }, (_, i) => i + 1)
            .filter((kUp) => kUp > 1 && n > 2 && k % kUp === 0)
            .map((kUp) => ({ kind: "slender-tree", values: { k, kUp, n } })),
        ]),
      ),
    )
    .map((chosen) => ({ chosen, network: () => build(chosen) }))
    .filter(({ chosen: { kind, values } }) => {
      const { k, n, kUp = k } = values as { readonly k: number; readonly n: number; readonly kUp?: number };
      const sizes = Array.from({ length: n }, (_, l) =>
        kind === "slender-tree" ? kUp * (k / kUp) ** (n - 1 - l) : k ** (n - 1 - l) * kUp ** l,
      );
      const switches = sizes.reduce((sum, size) => sum + size, 0);
      return switches >= 32 && switches <= 1000;
    });

  it("trees of the shelf are found as what they are, and as many links are missing as were taken", () => {
    fc.assert(
      fc.property(treesOfShelf, draws, ({ chosen, network }, draw) => {
        const whole = network();
        const missing = Math.floor(switchLinks(whole) * draw.part);
        const found = recogniseTree(shuffleNetwork(whole, draw.seed, { missing }).network);
        expect(found?.ideal.topology).toEqual(chosen);
        expect(missingIn(found!.irregularities)).toBe(missing);
        expect(found!.irregularities.every(({ between }) => between.length > 0)).toBe(true);
      }),
      { numRuns: cases(75) },
    );
  });

  const others: readonly ChosenKind[] = [
    { kind: "clos", values: { ports: 16, levels: 2, oversubscription: 1, planes: 1 } },
    { kind: "clos", values: { ports: 16, levels: 2, oversubscription: 3, planes: 1 } },
    // 21 ports down and 11 up.
    { kind: "clos", values: { ports: 32, levels: 2, oversubscription: 2, planes: 1 } },
    { kind: "clos", values: { ports: 48, levels: 2, oversubscription: 1.4, planes: 1 } },
    { kind: "clos", values: { ports: 8, levels: 3, oversubscription: 1, planes: 1 } },
    { kind: "clos", values: { ports: 8, levels: 3, oversubscription: 3, planes: 1 } },
    { kind: "xgft", values: { children: [6, 5, 4], parents: [1, 3, 2], parallel: [] } },
    { kind: "xgft", values: { children: [18, 12], parents: [1, 3], parallel: [1, 2] } },
    { kind: "xgft", values: { children: [4, 4, 4], parents: [1, 4, 2], parallel: [] } },
  ];
  it.each(others)("and others, $kind $values", (chosen) => {
    const found = recogniseTree(shuffleNetwork(build(chosen), 7, {}).network);
    expect(found?.ideal.topology).toEqual(chosen);
    expect(found?.irregularities).toEqual([]);
  });

  it("leaf–spine fabrics of any numbers", () => {
    const any = fc.record({
      leaves: fc.integer({ min: 20, max: 120 }),
      spines: fc.integer({ min: 2, max: 24 }),
      times: fc.integer({ min: 1, max: 4 }),
      hosts: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(any, draws, ({ leaves, spines, times, hosts }, draw) => {
        const network = leafSpine(leaves, spines, times, hosts);
        const missing = Math.floor(switchLinks(network) * draw.part);
        const found = recogniseTree(shuffleNetwork(network, draw.seed, { missing }).network);
        expect(found?.ideal.sentences[0]).toBe(`It has ${leaves} leaves and ${spines} spines.`);
        expect(missingIn(found!.irregularities)).toBe(missing);
      }),
      { numRuns: cases(40) },
    );
  });

  it("dragonflies, by their groups", () => {
    const any = fc
      .record({
        p: fc.integer({ min: 1, max: 4 }),
        a: fc.integer({ min: 4, max: 16 }),
        h: fc.integer({ min: 1, max: 6 }),
        g: fc.integer({ min: 2, max: 60 }),
        isFull: fc.boolean(),
      })
      .map(({ isFull, ...one }) => ({ ...one, g: isFull ? one.a * one.h + 1 : one.g }))
      // With a link from each switch to each other group it is also a HyperX.
      .filter(({ a, h, g }) => h < Math.min(a, g - 1) && g <= a * h + 1 && a * g >= 32 && a * g <= 1000);
    fc.assert(
      fc.property(any, draws, ({ p, a, h, g }, draw) => {
        const network = build({ kind: "dragonfly", values: { p, a, h, g } });
        const missing = Math.floor(switchLinks(network) * draw.part);
        const found = recogniseTree(shuffleNetwork(network, draw.seed, { missing }).network);
        expect(found?.ideal.sentences[0]).toContain(`${g} groups of ${a} switches, each with ${p} `);
        // If some groups are joined by several links, any link between free ports may be reported as missing.
        if (g === a * h + 1) {
          expect(found?.ideal.topology).toEqual({ kind: "dragonfly", values: { p, a, h, g } });
          expect(missingIn(found!.irregularities)).toBe(missing);
        } else expect(missingIn(found!.irregularities)).toBeLessThanOrEqual(missing);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("a drawing in the form that was recognised", () => {
  const scenario = (topology: object, routing: string) =>
    readScenario({ topology, routing: { kind: routing }, workload: { kind: "open-loop", load: 0.2, pattern: { kind: "uniform" } } });

  it.each([
    ["k-ary-n-tree", { k: 4, n: 3 }, "nearest-common-ancestor"],
    ["thin-tree", { k: 4, kUp: 2, n: 3 }, "nearest-common-ancestor"],
    ["slender-tree", { k: 4, kUp: 2, n: 3 }, "nearest-common-ancestor"],
    ["thin-tree", { k: 3, kUp: 2, n: 4 }, "up-down"],
    ["dragonfly", { p: 2, a: 4, h: 2, g: 9 }, "local-global-local"],
    ["dragonfly", { p: 1, a: 6, h: 3, g: 19 }, "ugal"],
  ])("a shuffled %s %j runs as the one of the shelf does", (kind, values, routing) => {
    const { network } = shuffleNetwork(build({ kind, values }), 4);
    const drawing = recognizedDrawing(drawingOf(network), recogniseTree(network)!);
    expect(drawing.isPartial).toBe(false);
    expect(run(scenario({ kind: "drawn", ...writeDrawing(drawing) }, routing)).fingerprint).toBe(
      run(scenario({ kind, ...values }, routing)).fingerprint,
    );
  });

  it.each([
    ["thin-tree", { k: 4, kUp: 2, n: 3 }, "nearest-common-ancestor"],
    ["dragonfly", { p: 1, a: 4, h: 2, g: 9 }, "ugal"],
  ])("a %s %j with two links missing keeps its axes, and the routing goes by them", (kind, values, routing) => {
    const { network } = shuffleNetwork(build({ kind, values }), 5, { missing: 2 });
    const drawing = recognizedDrawing(drawingOf(network), recogniseTree(network)!);
    expect(drawing.isPartial).toBe(true);
    expect(checkAxes(buildDrawing(drawing))).toBe("partial");
    expect(run(scenario({ kind: "drawn", ...writeDrawing(drawing) }, routing)).status).toBe("finished");
  });

  it("names stay with their nodes", () => {
    const drawing = drawingOf(shuffleNetwork(leafSpine(6, 2, 1, 2), 7).network);
    const named = {
      ...drawing,
      switches: drawing.switches.map((each, s) => ({ ...each, name: `s${s}` })),
      terminals: drawing.terminals.map((each, t) => ({ ...each, name: `t${t}` })),
    };
    const network = buildDrawing(named);
    const now = recognizedDrawing(named, recogniseTree(network)!);
    const pairs = (of: typeof named) =>
      of.links
        .map(({ a, b }) =>
          [a, b]
            .map((end) => (end < 0 ? of.terminals[-1 - end].name : of.switches[end].name))
            .sort()
            .join(" "),
        )
        .sort();
    expect(pairs(now as typeof named)).toEqual(pairs(named));
  });

  it("where a link joins two leaves there are no axes, but the order is, and the levels are rows of the drawing", () => {
    const links = Array.from({ length: 40 }, (_, i) => [i % 10, 10 + Math.floor(i / 10)] as const);
    const network = networkOf(
      Array.from({ length: 14 }, (_, s) => (s < 10 ? 8 : 0)),
      [...links, [0, 1]],
    );
    const drawing = recognizedDrawing(drawingOf(network), recogniseTree(network)!);
    expect(drawing.axes).toEqual([]);
    expect(drawing.links).toHaveLength(121);
    const rows = new Map<number, number[]>();
    for (const { place } of drawing.switches) rows.set(place![1], [...(rows.get(place![1]) ?? []), place![0]]);
    const [spines, leaves] = [...rows].sort(([a], [b]) => a - b).map(([, xs]) => xs);
    expect([spines.length, leaves.length]).toEqual([4, 10]);
    expect(new Set(leaves).size).toBe(10);
    // Both rows are centered on the same axis.
    for (const row of [spines, leaves]) expect(Math.abs(Math.min(...row) + Math.max(...row))).toBeLessThanOrEqual(1);
  });
});
