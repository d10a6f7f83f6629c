/**
 * Tests of the numbers in the texts of recognition against counts in the network: switches, components, hosts with an internal switch, and
 * rates of a link class.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";
import { DisjointSets } from "../../../src/core/network/disjoint-sets.ts";
import { recognizeNetwork } from "../../../src/formats/recognition/index.ts";
import type { Recognition } from "../../../src/formats/recognition/contract.ts";
import { cases } from "../../effort.ts";
import { build } from "../../contracts/arbitrary.ts";
import { expectWording } from "../../wording/wording.ts";

type Link = readonly [a: number, b: number];

/** A network of switches with lists of terminals, which may be on several switches, and links between switches. */
function networkOf(terminalsOf: readonly (readonly number[])[], links: readonly Link[]): Network {
  const terminals = terminalsOf.flat().reduce((most, t) => Math.max(most, t + 1), 0);
  const net = new NetworkBuilder(terminals, terminalsOf.length, terminalsOf.flat().length + links.length, []);
  const [terminal, link] = [net.linkClass("terminal"), net.linkClass("link")];
  const pairs = terminalsOf.flatMap((own, s) => own.map((t) => [t, s] as const)).toSorted((a, b) => a[0] - b[0]);
  for (const [t, s] of pairs) net.connect(t, terminals + s, terminal);
  for (const [a, b] of links) net.connect(terminals + a, terminals + b, link);
  return net.finish();
}

/** Like `networkOf`, with the number of terminals of each switch instead of the lists of its terminals. */
function networkWithCounts(hosts: readonly number[], links: readonly Link[]): Network {
  let next = 0;
  return networkOf(
    hosts.map((n) => Array.from({ length: n }, () => next++)),
    links,
  );
}

/** A network without some switches and some links between switches. */
function withoutParts(network: Network, switches: ReadonlySet<number>, links: ReadonlySet<number>): Network {
  const { terminals, head, tail, reverse } = network;
  const remaining = Array.from({ length: network.switches }, (_, s) => s).filter((s) => !switches.has(s));
  const newNumber = new Map(remaining.map((s, i) => [s, i]));
  const pairs: Link[] = [];
  let switchLink = 0;
  for (let c = 0; c < head.length; c++) {
    if (c > reverse[c] || Math.min(head[c], tail[c]) < terminals || links.has(switchLink++)) continue;
    const [a, b] = [newNumber.get(tail[c] - terminals), newNumber.get(head[c] - terminals)];
    if (a !== undefined && b !== undefined) pairs.push([a, b]);
  }
  const hosts = remaining.map((s) => {
    const neighbors = head.subarray(network.firstOut[terminals + s], network.firstOut[terminals + s + 1]);
    return neighbors.filter((n) => n < terminals).length;
  });
  return networkWithCounts(hosts, pairs);
}

const componentCount = ({ terminals, switches, head, tail }: Network): number => {
  const pieces = new DisjointSets(switches);
  head.forEach((to, c) => {
    if (Math.min(to, tail[c]) >= terminals) pieces.union(to - terminals, tail[c] - terminals);
  });
  return new Set(Array.from({ length: switches }, (_, s) => pieces.find(s))).size;
};

/**
 * Number of switches that the text states for the network, without the numbers for a regular one and for switches without a position. Null
 * if it states none.
 */
function statedSwitchCount({ ideal }: Recognition): number | null {
  const counts = ideal.sentences.find((each) => /^It has \d+ (switch|lea)/.test(each))?.split(/[;.]/)[0];
  return counts === undefined ? null : [...counts.matchAll(/(\d+) (?:lea|spine|core|switch)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
}

/** Checks the counts of switches, components and links in the sentences of a recognition. */
function expectStatedCounts(network: Network): void {
  const found = recognizeNetwork(network);
  if (found === null) return;
  const statedCount = statedSwitchCount(found);
  const unplacedCount = found.slotOf.filter((p) => p < 0).length;
  const isTree = found.ideal.axes[0]?.kind === "level";
  if (statedCount !== null) expect(statedCount, found.ideal.sentences.join(" ")).toBe(network.switches - (isTree ? unplacedCount : 0));
  // If the text counts no switches, none are missing.
  else expect(found.slotOf.length, found.ideal.title).toBe(found.ideal.terminalCounts.length);
  const description = [found.ideal.title, ...found.ideal.sentences].join(" ");
  if (/No link connects/.test(description)) expect(description).toContain(`${componentCount(network)} trees`);
  // Links of the network equal those of the regular network minus missing ones plus additional ones.
  const links = [...found.ideal.sentences.join(" ").matchAll(/It has (?:\d+ switch(?:es)? and )?(\d+) links? between/g)].map(([, n]) =>
    Number(n),
  );
  expect(
    links.every((n) => n === network.head.filter((to, c) => to > network.tail[c] && network.tail[c] >= network.terminals).length),
  ).toBe(true);
  const irregularityCount = (kind: string) =>
    found.irregularities.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const isCounted = irregularityCount("fewer uplinks") + irregularityCount("missing switch") + irregularityCount("stray switch") === 0;
  const regularLinkCount = found.ideal.links.reduce((sum, [, , times]) => sum + times, 0);
  const linkCount = network.head.filter((to, c) => to > network.tail[c] && network.tail[c] >= network.terminals).length;
  if (isCounted)
    expect(linkCount).toBe(
      regularLinkCount - irregularityCount("missing link") + irregularityCount("extra link") + irregularityCount("doubled link"),
    );
}

describe("counts of the network come first", () => {
  it.each([
    ["k-ary-n-tree", { k: 4, n: 3 }],
    ["clos", { ports: 16, levels: 2, oversubscription: 1, planes: 1 }],
    ["xgft", { children: [4, 6, 5], parents: [1, 4, 3], parallel: [] }],
    ["torus", { sizes: [8, 8], terminalsPerSwitch: 1, wrap: [true, true] }],
    ["hyperx", { sizes: [6, 6], terminalsPerSwitch: 3 }],
    ["dragonfly", { p: 2, a: 4, h: 2, g: 9 }],
  ])("of a %s %j less some switches and links", (kind, values) => {
    const network = build({ kind, values: values });
    const links = network.head.filter((to, c) => to > network.tail[c] && network.tail[c] >= network.terminals).length;
    const some = (most: number, count: number) => fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: most });
    fc.assert(
      fc.property(some(2, network.switches), some(4, links), (switches, missing) =>
        expectStatedCounts(withoutParts(network, new Set(switches), new Set(missing))),
      ),
      { numRuns: cases(3) },
    );
  });

  it("of 50 leaves of which a regular tree would have 52", () => {
    // 13 groups of four leaves and two switches, the last group with only two leaves; four cores.
    const [leaves, groups] = [50, 13];
    const links: Link[] = [];
    for (let l = 0; l < leaves; l++) for (const j of [0, 1]) links.push([l, leaves + 2 * Math.floor(l / 4) + j]);
    for (let g = 0; g < groups; g++)
      for (const j of [0, 1]) for (const u of [0, 1]) links.push([leaves + 2 * g + j, leaves + 2 * groups + 2 * u + j]);
    const hosts = Array.from({ length: leaves + 2 * groups + 4 }, (_, s) => (s < leaves ? 8 : 0));
    const found = recognizeNetwork(networkWithCounts(hosts, links))!;
    expectWording(found.ideal.sentences.slice(0, 2), "50 leaves … 26 spines … 4 cores … 52 leaves … 152 links … 156");
    expectWording(
      found.irregularities.map(({ sentence }) => sentence),
      "2 more switches … leaf 50 … leaf 51",
    );
  });
});

/** The parents of a random rooted tree of switches, and the number of terminals of each switch. */
const anyTree = fc.integer({ min: 4, max: 40 }).chain((switches) =>
  fc.record({
    parents: fc.tuple(...Array.from({ length: switches - 1 }, (_, i) => fc.integer({ min: 0, max: i }))),
    hosts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: switches, maxLength: switches }),
  }),
);

describe("trees apart", () => {
  /** Two leaf–spine trees of three leaves with two terminals each. The second tree has the same terminals (`isShared`) or others. */
  const two = (isShared: boolean) => {
    const leaf = (l: number) => [0, 1].map((i) => 2 * (isShared ? l % 3 : l) + i);
    const links = [0, 1].flatMap((tree) => [0, 1, 2].flatMap((l) => [0, 1].map((s): Link => [3 * tree + l, 6 + 2 * tree + s])));
    return networkOf([...Array.from({ length: 6 }, (_, l) => leaf(l)), [], [], [], []], links);
  };

  it("are planes where terminals hang on several, and parts where none does", () => {
    const sentencesFor = (isShared: boolean) => recognizeNetwork(two(isShared))!.ideal.sentences;
    expectWording(sentencesFor(true), "6 leaves … 4 spines … several of them");
    expectWording(sentencesFor(false), "6 leaves … 4 spines … No terminal");
  });

  it("compare rates in each by itself: a slower plane has no slow links", () => {
    const network = two(true);
    const isSecond = (n: number) => [3, 4, 5, 8, 9].includes(n - network.terminals);
    const found = recognizeNetwork(network, { ratesOf: (c) => (isSecond(network.head[c]) || isSecond(network.tail[c]) ? 1 : 4) })!;
    expect(found.irregularities).toEqual([]);
  });
});

describe("uneven trees", () => {
  it("take what hangs on one link for a leaf, however few its terminals", () => {
    const found = recognizeNetwork(
      networkWithCounts(
        [0, 8, 4, 18],
        [
          [0, 1],
          [0, 2],
          [0, 3],
        ],
      ),
    )!;
    expectWording(found.ideal.sentences[0], "3 leaves … 1 spine");
    expectWording(
      found.irregularities.map(({ sentence }) => sentence),
      "8 terminals … leaf 0 … where 18 … 4 terminals … leaf 1 … where 18",
    );
  });

  it("are one tree where links join them, whatever levels the links skip", () => {
    // A root above one switch of two groups, and directly above two other groups.
    const links: Link[] = [
      [0, 1],
      [0, 4],
      [0, 5],
      [1, 2],
      [1, 3],
      ...[2, 3, 4, 5].flatMap((g, i): Link[] => [
        [g, 6 + 2 * i],
        [g, 7 + 2 * i],
      ]),
    ];
    const found = recognizeNetwork(
      networkWithCounts(
        Array.from({ length: 14 }, (_, s) => (s < 6 ? 0 : 4)),
        links,
      ),
    )!;
    expect(found.ideal.title).toBe("four-level uneven tree");
    expectWording(found.ideal.sentences[0], "8 leaves … 4 switches … level 1 … 1 switch … level 2 … 1 switch … level 3");
    expect(found.irregularities).toEqual([]);
  });

  it("are counted as they are, and never said to be apart", () => {
    fc.assert(
      fc.property(anyTree, ({ parents, hosts }) => {
        const links = parents.map((p, i): Link => [p, i + 1]);
        const isLeaf = (s: number) => !parents.includes(s);
        const network = networkWithCounts(
          hosts.map((n, s) => (isLeaf(s) ? n : 0)),
          links,
        );
        const found = recognizeNetwork(network);
        expect(found).not.toBeNull();
        expect([found!.ideal.title, ...found!.ideal.sentences].join(" ")).not.toMatch(/\btrees\b|No link connects/);
        expectStatedCounts(network);
      }),
      { numRuns: cases(30) },
    );
  });
});

/**
 * Hosts with `terminalsPerHost` terminals and `switchesPerHost` internal switches. Terminal i of each host is on rail i; `railSwitches`
 * switches join the rails.
 */
function railNetwork(hosts: number, terminalsPerHost: number, switchesPerHost: number, railSwitches: number): Network {
  const terminal = (h: number, i: number) => h * terminalsPerHost + i;
  const ofHosts = Array.from({ length: hosts * switchesPerHost }, (_, n) =>
    Array.from({ length: terminalsPerHost }, (_, i) => terminal(Math.floor(n / switchesPerHost), i)),
  );
  const ofRails = Array.from({ length: terminalsPerHost }, (_, i) => Array.from({ length: hosts }, (_, h) => terminal(h, i)));
  const first = hosts * switchesPerHost;
  const links = Array.from({ length: terminalsPerHost * railSwitches }, (_, n): Link => [
    first + Math.floor(n / railSwitches),
    first + terminalsPerHost + (n % railSwitches),
  ]);
  return networkOf([...ofHosts, ...ofRails, ...Array.from({ length: railSwitches }, () => [])], links);
}

describe("hosts with a switch inside", () => {
  const fast = (network: Network, inside: number) => (c: number) =>
    [network.head[c], network.tail[c]].some((n) => n >= network.terminals && n < network.terminals + inside) ? 24 : 1;

  it.each([
    [4, 4, 1, 2],
    [8, 4, 2, 3],
    [4, 8, 1, 0],
  ])("%i hosts of %i terminals, %i inside each, %i switches above the rails", (hosts, each, inside, above) => {
    const network = railNetwork(hosts, each, inside, above);
    const found = recognizeNetwork(network, { ratesOf: fast(network, hosts * inside) })!;
    expect(found.ideal.title).toBe("network of GPU rails with a switch in each host");
    expectWording(
      found.ideal.sentences[0],
      `${hosts} hosts … ${each} terminals … ${inside} … ${inside === 1 ? "switch" : "switches"} inside`,
    );
    expect(found.irregularities).toEqual([]);
  });

  it("compares rates inside hosts, and between them, each among themselves", () => {
    const network = railNetwork(4, 4, 1, 2);
    const usual = fast(network, 4);
    const slow = [0, 1].map((port) => network.firstOut[0] + port);
    const found = recognizeNetwork(network, {
      ratesOf: (c) => (slow.includes(c) || slow.includes(network.reverse[c]) ? usual(c) / 2 : usual(c)),
    })!;
    expect(found.irregularities.map(({ kind, count }) => [kind, count])).toEqual([["slower", 2]]);
    expect(found.irregularities[0].sentence).toContain("half of the usual rate");
  });
});
