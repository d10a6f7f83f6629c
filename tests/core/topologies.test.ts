/** Tests of the topologies other than trees and grids, against the numbers of their papers and small cases derived by hand. */
import { describe, expect, it } from "vitest";
import { defaultsOf, type Values } from "../../src/core/base/params.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { coordinate, nameOfChannel, nameOfNode, type Network } from "../../src/core/network/network.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { distancesFrom } from "../contracts/arbitrary.ts";

/** Values of a topology: its defaults with the given changes. */
function valuesOf(kind: string, values: Values): never {
  return { ...defaultsOf(allTopologies.get(kind).params), ...values } as never;
}
const build = (kind: string, values: Values = {}): Network => allTopologies.get(kind).build(valuesOf(kind, values));
const factsOf = (kind: string, values: Values = {}): TopologyFacts => allTopologies.get(kind).expectedFacts(valuesOf(kind, values));
const issuesOf = (kind: string, values: Values) => allTopologies.get(kind).check(valuesOf(kind, values));

/** Neighbors of a node, by port. */
const neighborsOf = ({ firstOut, head }: Network, n: number) => [...head.subarray(firstOut[n], firstOut[n + 1])];

/** Largest and mean distance between different terminals, by a search from each terminal. */
function distanceStatistics(network: Network): readonly [number, number] {
  let [sum, diameter] = [0, 0];
  for (let from = 0; from < network.terminals; from++) {
    const distance = distancesFrom(network, from);
    for (let to = 0; to < network.terminals; to++) {
      sum += distance[to];
      diameter = Math.max(diameter, distance[to]);
    }
  }
  return [diameter, sum / (network.terminals * (network.terminals - 1))];
}

/** Terminals, switches, links and ports of a switch, from the literature or counted by hand. */
const expectedCounts: readonly (readonly [string, string, Values, readonly [number, number, number, number]])[] = [
  ["hypercube of 6 dimensions: n 2^(n−1) links between switches", "hypercube", { n: 6 }, [64, 64, 64 + 192, 7]],
  ["hypercube of 1 dimension", "hypercube", { n: 1 }, [2, 2, 3, 2]],
  ["crossbar", "single-switch", { terminals: 64 }, [64, 1, 64, 64]],
  ["Three Quads, §2.2 and §4.1.2: 64 nodes, twelve 16-port switches", "three-quads", { m: 4 }, [64, 12, 192, 16]],
  ["dragonfly of ISCA 2008, Fig. 5: p = h = 2, a = 4, 72 terminals", "dragonfly", { p: 2, a: 4, h: 2, g: 9 }, [72, 36, 72 + 9 * 6 + 36, 7]],
  ["dragonfly p = h = 4, a = 8", "dragonfly", { p: 4, a: 8, h: 4, g: 33 }, [1056, 264, 1056 + 33 * 28 + 528, 15]],
  ["HyperX 4 × 4 with 4", "hyperx", { sizes: [4, 4], terminalsPerSwitch: 4 }, [64, 16, 64 + 48, 10]],
  [
    "8-ary 4-flat (flattened butterfly): radix 29",
    "hyperx",
    { sizes: [8, 8, 8], terminalsPerSwitch: 8 },
    [4096, 512, 4096 + 512 * 10.5, 29],
  ],
  ["Petersen's graph", "graph", {}, [10, 10, 25, 4]],
];

it.each(expectedCounts)("%s", (_, kind, values, [terminals, switches, links, ports]) => {
  const facts = factsOf(kind, values);
  expect([facts.terminals, facts.switches, facts.links]).toEqual([terminals, switches, links]);
  const network = build(kind, values);
  expect([network.terminals, network.switches, network.head.length / 2]).toEqual([terminals, switches, links]);
  expect(new Set(network.physicalPorts)).toEqual(new Set([ports]));
});

describe("Three Quads", () => {
  const network = build("three-quads", { m: 4 });

  it("has 36 neighbours within one switch and everybody within two (§2.2)", () => {
    for (let t = 0; t < 64; t++) {
      const distance = [...distancesFrom(network, t).subarray(0, 64)];
      expect(distance.filter((d) => d === 2).length).toBe(36);
      expect(distance.filter((d) => d === 4).length).toBe(27);
    }
    // 36 × 2 + 27 × 4 = 180 channels to 63 others.
    expect(factsOf("three-quads", { m: 4 }).meanDistance).toBeCloseTo(180 / 63, 12);
  });

  it("joins the nodes (∗, ∗, k) by switch X k, (∗, j, ∗) by Y j and (i, ∗, ∗) by Z i", () => {
    expect(neighborsOf(network, 64 + 1)).toEqual(Array.from({ length: 16 }, (_, i) => 4 * i + 1));
    expect(neighborsOf(network, 64 + 4 + 2)).toEqual([8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 56, 57, 58, 59]);
    expect(neighborsOf(network, 64 + 8 + 3)).toEqual(Array.from({ length: 16 }, (_, i) => 48 + i));
    expect(neighborsOf(network, 27).map((n) => nameOfNode(network, n))).toEqual(["X switch 3", "Y switch 2", "Z switch 1"]);
    expect(network.linkClasses).toEqual(["X", "Y", "Z"]);
    expect(network.forwards).toBe(true);
  });
});

describe("modular switch", () => {
  it("limits what enters a module, and what enters the backbone from all", () => {
    const network = build("modular-switch", { modules: 3, ports: 2, uplinks: 4, ingress: 2, backplane: 7 });
    const backbone = 6 + 3;
    const groupOf = (c: number) => network.groupCapacity[network.group[c]];
    const out = [...network.head.keys()].filter((c) => network.head[c] === backbone);
    const into = [...network.head.keys()].filter((c) => network.tail[c] === backbone);
    expect(out.length).toBe(12);
    expect(new Set(out.map((c) => network.group[c])).size).toBe(1);
    expect(new Set(out.map(groupOf))).toEqual(new Set([7]));
    expect(into.length).toBe(12);
    expect(new Set(into.map(groupOf))).toEqual(new Set([2]));
    for (const module of [6, 7, 8]) {
      expect(new Set(into.filter((c) => network.head[c] === module).map((c) => network.group[c])).size).toBe(1);
    }
    expect(network.groupCapacity.length).toBe(4);
    expect([...network.group].filter((g) => g >= 0).length).toBe(24);
  });

  it("limits what enters a module from its terminals, whole numbers or not", () => {
    const network = build("modular-switch", { modules: 3, ports: 2, uplinks: 4, intake: 1.25, ingress: 2.5 });
    for (let t = 0; t < 6; t++) {
      const up = network.firstOut[t];
      expect([network.head[up], network.groupCapacity[network.group[up]]]).toEqual([6 + Math.floor(t / 2), 1.25]);
      expect(network.group[network.reverse[up]]).toBe(-1);
    }
    expect([...network.groupCapacity]).toEqual([1.25, 1.25, 1.25, 2.5, 2.5, 2.5]);
  });

  it("has terminals plugged in turn, and draws them below their modules", () => {
    const network = build("modular-switch", { modules: 3, ports: 2, uplinks: 1, plugging: "in-turn" });
    expect([...network.head.subarray(0, 6)]).toEqual([6, 7, 8, 6, 7, 8]);
    expect(Array.from({ length: 6 }, (_, t) => network.coordinates[2 * t + 1])).toEqual([0, 2, 4, 1, 3, 5]);
  });

  it.each([
    { ingress: 0, backplane: 0 },
    { ingress: 4, backplane: 12 },
    { ingress: 200, backplane: 5000 },
    { ingress: 0, backplane: 0, intake: 2 },
  ])("has no groups where $ingress and $backplane limit nothing", (limits) => {
    expect(build("modular-switch", { modules: 3, ports: 2, uplinks: 4, ...limits }).groupCapacity.length).toBe(0);
  });
});

it("a channel is in one group at most", () => {
  const net = new NetworkBuilder(1, 1, 1, []);
  const link = net.connect(0, 1, net.linkClass("terminal"));
  net.addToGroup(link, "back", net.addGroup(1));
  net.addToGroup(link, "back", net.addGroup(2));
  expect(() => net.finish()).toThrow(/in groups 0 and 1/);
});

describe("dragonfly", () => {
  /** Channels from one group to another. */
  const between = (network: Network, from: number, to: number) =>
    [...network.head.keys()].filter(
      (c) =>
        network.linkClasses[network.linkClass[c]] === "global" &&
        coordinate(network, network.tail[c], 0) === from &&
        coordinate(network, network.head[c], 0) === to,
    );

  it("of 72 terminals: link k of a group is on switch ⌊k / 2⌋ and leads to the group k + 1 further on", () => {
    const network = build("dragonfly");
    const groupsOf = (s: number) =>
      neighborsOf(network, 72 + s)
        .slice(5)
        .map((n) => coordinate(network, n, 0));
    expect([0, 1, 2, 3].map(groupsOf)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect(groupsOf(4 * 3 + 2)).toEqual([0, 8]);
    expect(nameOfNode(network, 72 + 4 * 3 + 2)).toBe("switch 2 of group 3");
    expect(network.linkClasses).toEqual(["terminal", "local", "global"]);
  });

  it.each([
    [4, 2, 9],
    [4, 2, 8],
    [4, 2, 7],
    [4, 2, 5],
    [4, 2, 4],
    [4, 2, 2],
    [3, 1, 3],
    [3, 3, 7],
    [3, 3, 6],
    [5, 3, 11],
    [5, 3, 12],
    [5, 3, 13],
    [5, 3, 14],
  ])("of a = %i, h = %i shares its global links out evenly over %i groups", (a, h, g) => {
    const network = build("dragonfly", { p: 1, a, h, g });
    const least = Math.floor((a * h) / (g - 1));
    let total = 0;
    for (let i = 0; i < g; i++) {
      for (let j = 0; j < g; j++) {
        if (i === j) continue;
        const { length } = between(network, i, j);
        expect([least, least + 1]).toContain(length);
        total += length;
      }
    }
    // All ports are plugged, except that with an odd number of groups and an odd remainder one port per group stays free.
    const isOdd = ((a * h) % (g - 1)) % 2 === 1 && g % 2 === 1;
    expect(total).toBe(g * (a * h - (isOdd ? 1 : 0)));
    for (let s = 0; s < a * g; s++) {
      const globals = neighborsOf(network, a * g + s).filter((n) => coordinate(network, n, 0) !== Math.floor(s / a)).length;
      expect(globals).toBeLessThanOrEqual(h);
    }
  });

  it.each([
    // A ring of six switches, the others 1, 1, 2, 2, 3 links away; five switches joined completely; one group of four.
    [1, 2, 1, 3, 5, 2 + 9 / 5],
    [1, 1, 4, 5, 3, 3],
    [2, 4, 1, 1, 3, (2 * 1 + 3 * 6) / 7],
  ])("p = %i, a = %i, h = %i, g = %i is %i channels wide and %f on the mean", (p, a, h, g, diameter, mean) => {
    const facts = factsOf("dragonfly", { p, a, h, g });
    expect(facts.diameter).toBe(diameter);
    expect(facts.meanDistance).toBeCloseTo(mean, 12);
  });

  it.each([
    [2, 3, 1],
    [1, 3, 2],
    [1, 4, 3],
    [2, 5, 2],
    [1, 6, 3],
    [3, 2, 5],
    [1, 7, 4],
  ])("p = %i, a = %i, h = %i with all groups has its distances in closed form", (p, a, h) => {
    const values = { p, a, h, g: a * h + 1 };
    const { diameter, meanDistance } = factsOf("dragonfly", values);
    const [most, mean] = distanceStatistics(build("dragonfly", values));
    expect(most).toBe(diameter);
    expect(mean).toBeCloseTo(meanDistance ?? Number.NaN, 10);
  });

  it("refuses more groups than there are links to", () => {
    expect(issuesOf("dragonfly", { a: 4, h: 2, g: 10 })).toMatchObject([{ path: "g", nearest: 9 }]);
  });
});

describe("graph", () => {
  it("of Petersen: three links at each switch, no distance above two", () => {
    const facts = factsOf("graph");
    expect(facts.diameter).toBe(4);
    expect(facts.meanDistance).toBeCloseTo(2 + (3 * 1 + 6 * 2) / 9, 12);
    const network = build("graph");
    for (let s = 0; s < 10; s++) expect(new Set(neighborsOf(network, 10 + s)).size).toBe(4);
    expect(nameOfChannel(network, 3)).toBe("terminal 3 → switch 3");
  });

  it("places terminals one by one, and counts what has several", () => {
    // 0 − 1 − 2 with terminals on 0, 0 and 2: distances 2, 4, 4.
    const values = {
      switches: 3,
      links: [
        { a: 0, b: 1 },
        { a: 1, b: 2 },
      ],
      terminals: [0, 0, 2],
    };
    expect(factsOf("graph", values)).toMatchObject({ terminals: 3, links: 5, diameter: 4, meanDistance: 10 / 3 });
    expect(neighborsOf(build("graph", values), 3)).toEqual([0, 1, 4]);
  });

  it.each([
    [{ switches: 2, links: [{ a: 0, b: 2 }] }, "links.0.b", /no switch 2.*0 to 1/],
    [{ switches: 2, links: [{ a: 1, b: 1 }] }, "links.0", /switch 1 with itself/],
    [{ switches: 3, links: [{ a: 0, b: 1 }] }, "links", /from switch 0 to switch 2/],
    [{ switches: 2, links: [{ a: 0, b: 1 }], terminals: [0, 7] }, "terminals.1", /no switch 7/],
  ])("refuses what is no network (%#)", (values, path, message) => {
    const [issue] = issuesOf("graph", values);
    expect(issue.path).toBe(path);
    expect(issue.message).toMatch(message);
  });

  it("has no distances when finding them takes long", () => {
    const links = Array.from({ length: 3999 }, (_, i) => ({ a: i, b: i + 1 }));
    expect(issuesOf("graph", { switches: 4000, links })).toEqual([]);
    expect(factsOf("graph", { switches: 4000, links })).toMatchObject({ diameter: null, meanDistance: null });
  });
});

it("every family has names for its switches", () => {
  const name = (kind: string, values: Values, s: number) => {
    const network = build(kind, values);
    return nameOfNode(network, network.terminals + s);
  };
  expect(name("single-switch", {}, 0)).toBe("the switch");
  expect(name("modular-switch", {}, 4)).toBe("the backbone");
  expect(name("hyperx", {}, 6)).toBe("switch (2, 1)");
  expect(name("hypercube", { n: 3 }, 6)).toBe("switch (0, 1, 1)");
  expect(name("graph", {}, 7)).toBe("switch 7");
});

it("a switch is named by its axes, whatever the topology", () => {
  const named = (axes: Network["axes"], ...coordinates: readonly number[]) =>
    nameOfNode({ terminals: 0, switches: 2, axes, coordinates: Int32Array.from(coordinates) }, 0);
  const axis = (name: string, kind: Network["axes"][number]["kind"], words?: readonly string[]) => ({
    name,
    kind,
    size: 9,
    ...(words === undefined ? {} : { words }),
  });
  const place = axis("position", "position");
  const tiered = [axis("group", "group"), axis("tier", "tier", ["leaf", "spine"]), place];
  expect(named(tiered, 3, 0, 2)).toBe("leaf 2 of group 3");
  expect(named([axis("half", "part"), axis("group", "part"), place], 1, 2, 4)).toBe("switch 4 of group 2, half 1");
  expect(named([axis("layer", "part", ["W", "V₁", "V₂"]), place], 1, 5)).toBe("switch 5 of V₁");
  expect(named([axis("column", "board"), axis("row", "board")], -1, 3)).toBe("row switch 3");
  const rails = [axis("host", "host"), axis("rail", "rail"), axis("level", "level"), place];
  expect(named(rails, 3, -1, -1, -1)).toBe("host switch 3");
  expect(named(rails, -1, 2, 0, 5)).toBe("switch 5 of level 0, rail 2");
  expect(named(rails, -1, -1, 1, 5)).toBe("switch 5 of level 1");
  // A switch without coordinates, as one that was drawn into a torus.
  expect(named([axis("X", "ring")], -1)).toBe("switch 0");
});

it("networks of 4096 terminals are built and proved", () => {
  const large: readonly (readonly [string, Values])[] = [
    ["k-ary-n-tree", { k: 8, n: 4 }],
    ["torus", { sizes: [16, 16, 16] }],
    ["hypercube", { n: 12 }],
    ["dragonfly", { p: 4, a: 16, h: 4, g: 64 }],
    ["hyperx", { sizes: [16, 16], terminalsPerSwitch: 16 }],
    ["three-quads", { m: 16 }],
  ];
  for (const [kind, values] of large) {
    const network = build(kind, values);
    checkNetwork(network);
    expect(network.terminals).toBe(4096);
  }
});
