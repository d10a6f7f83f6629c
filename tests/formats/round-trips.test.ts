/** Tests that a network written in a format reads back unchanged, except for values that the format cannot express. */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { readScenario, suitableRouting, withFittingLinks } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { channelRateOf, cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { type Document, documentOf } from "../../src/core/scenario/document.ts";
import { buildNetwork } from "../../src/core/scenario/facts.ts";
import { channelClocksOf, linkClocksOf } from "../../src/core/scenario/links.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { contentOfDocument } from "../../src/formats/from-document.ts";
import { readText, writeCounted } from "../../src/formats/index.ts";
import { importIntoDocument } from "../../src/formats/to-document.ts";
import type { Format, ReadLink, ReadNetwork, ReadNode } from "../../src/formats/contract.ts";
import { readNetworkOf } from "../../src/formats/from-network.ts";
import { dot } from "../../src/formats/network/dot.ts";
import { graphml } from "../../src/formats/network/graphml.ts";
import { anynet } from "../../src/formats/network/anynet.ts";
import { edgeList } from "../../src/formats/network/edge-list.ts";
import { ibnetdiscover } from "../../src/formats/network/ibnetdiscover.ts";
import { slurmConf } from "../../src/formats/network/slurm-conf.ts";
import { slurmYaml } from "../../src/formats/network/slurm-yaml.ts";
import { nodeLink } from "../../src/formats/network/node-link.ts";
import { build, fastExamplesOf, smallTopology } from "../contracts/arbitrary.ts";
import { cases, isThorough } from "../effort.ts";

/** A format and its effect on a network. */
interface RoundTrip {
  readonly format: Format;
  expressibleIn(network: ReadNetwork): ReadNetwork;
  /** Whether nodes and links may return in another order, and the ends of links exchanged. */
  readonly inAnyOrder?: true;
  /** Whether the format cannot express every network and reports so. */
  readonly mayRefuse?: true;
  /** Guesses that the format reports for every network. */
  readonly guesses?: RegExp;
}

const unchanged = (network: ReadNetwork) => network;

/** A network without positions and port counts of nodes. */
function withoutPositions({ nodes, links }: ReadNetwork): ReadNetwork {
  return { nodes: nodes.map(({ id, name, isTerminal }) => ({ id, isTerminal, ...(name === undefined ? {} : { name }) })), links };
}

/** One link for each pair of nodes, with only the values that `chosen` returns. */
function withSingleLinks({ links }: ReadNetwork, chosen: (link: ReadLink) => Partial<ReadLink>): ReadLink[] {
  const first = new Map<string, ReadLink>();
  for (const link of links) {
    const key = `${Math.min(link.a, link.b)} ${Math.max(link.a, link.b)}`;
    if (!first.has(key)) first.set(key, { a: link.a, b: link.b, ...chosen(link) });
  }
  return [...first.values()];
}

/** A network as anynet keeps it: numbered nodes, one link per pair of nodes, and only lengths in whole cycles. */
function asAnynet(network: ReadNetwork): ReadNetwork {
  const count = { router: 0, node: 0 };
  return {
    nodes: network.nodes.map(({ isTerminal }) => ({ id: isTerminal ? `node ${count.node++}` : `router ${count.router++}`, isTerminal })),
    links: withSingleLinks(network, ({ length }) =>
      length !== undefined && "cycles" in length && Number.isInteger(length.cycles) && length.cycles > 0 && length.cycles < 1e9
        ? { length }
        : {},
    ),
  };
}

/** A network as ibnetdiscover keeps it: ids by GUID, ports numbered from 1, and only the rates of InfiniBand. */
function asIbnetdiscover({ nodes, links: zeroBased }: ReadNetwork): ReadNetwork {
  const links = zeroBased.map((link) => ({ ...link, aPort: link.aPort! + 1, bPort: link.bPort! + 1 }));
  const portCounts = nodes.map(({ ports }) => ports ?? 0);
  for (const { a, b, aPort, bPort } of links) {
    portCounts[a] = Math.max(portCounts[a], aPort);
    portCounts[b] = Math.max(portCounts[b], bPort);
  }
  return {
    nodes: nodes.map(({ id, name, isTerminal }, n) => ({
      id: `${isTerminal ? "H" : "S"}-${(n + 1).toString(16).padStart(16, "0")}`,
      name: name ?? id,
      isTerminal,
      ports: portCounts[n],
    })),
    links: links.map(({ a, b, aPort, bPort, rate }) => ({
      a,
      b,
      aPort,
      bPort,
      ...(rate === 25e9 ? { rate, kind: "4xHDR" } : rate === 1e9 ? { rate, kind: "4xSDR" } : {}),
    })),
  };
}

/** A network as Slurm keeps it: one link per pair of nodes, and no terminals without a link. */
function asSlurm(network: ReadNetwork): ReadNetwork {
  const clean = (text: string) => text.replaceAll(/[^A-Za-z0-9.-]/g, "_");
  const byName = network.nodes.map(({ id, name }) => clean(name ?? id));
  const names = new Set(byName).size === byName.length ? byName : network.nodes.map(({ id }) => clean(id));
  const isLinked = new Set(network.links.flatMap(({ a, b }) => [a, b]));
  const keptNodes = [...network.nodes.keys()].filter((n) => isLinked.has(n) || !network.nodes[n].isTerminal);
  const newNumber = new Map(keptNodes.map((n, i) => [n, i]));
  return {
    nodes: keptNodes.map((n) => ({ id: names[n], isTerminal: network.nodes[n].isTerminal })),
    links: withSingleLinks(network, () => ({})).map(({ a, b }) => ({ a: newNumber.get(a)!, b: newNumber.get(b)! })),
  };
}

/** Nodes sorted by name, links from the smaller to the larger name. */
function sortedNetwork({ nodes, links }: ReadNetwork) {
  const directedLinks = links.map(({ a, b, aPort, bPort, ...rest }) => {
    const [from, to] = [
      { node: nodes[a].id, port: aPort },
      { node: nodes[b].id, port: bPort },
    ];
    return from.node < to.node ? { from, to, ...rest } : { from: to, to: from, ...rest };
  });
  const key = (each: unknown) => JSON.stringify(each);
  const sorted = <T>(list: readonly T[]) =>
    list
      .map((each) => [key(each), each] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, each]) => each);
  return {
    nodes: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    links: sorted(directedLinks.map((each) => Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))))),
  };
}

const trips: readonly RoundTrip[] = [
  { format: graphml, expressibleIn: unchanged },
  { format: dot, expressibleIn: unchanged },
  { format: nodeLink, expressibleIn: unchanged },
  { format: edgeList, expressibleIn: withoutPositions, inAnyOrder: true },
  { format: anynet, expressibleIn: asAnynet, inAnyOrder: true, mayRefuse: true },
  { format: ibnetdiscover, expressibleIn: asIbnetdiscover, inAnyOrder: true },
  { format: slurmConf, expressibleIn: asSlurm, inAnyOrder: true, mayRefuse: true, guesses: /as Slurm describes it/ },
  { format: slurmYaml, expressibleIn: asSlurm, inAnyOrder: true, mayRefuse: true, guesses: /as Slurm describes it/ },
];

/** The text of a network in the format; null if the format refuses to write it. */
function textOf({ format, mayRefuse }: RoundTrip, network: ReadNetwork): string | null {
  try {
    return format.write!({ network });
  } catch (error) {
    if (mayRefuse && error instanceof ScenarioError) return null;
    throw error;
  }
}

/** Writes a network in the format, reads the text, and checks that the result is what the format can express of the network. */
function expectSame(trip: RoundTrip, network: ReadNetwork): void {
  const { format, expressibleIn, inAnyOrder, guesses: usual } = trip;
  const text = textOf(trip, network);
  if (text === null) return;
  expect(format.confidenceOf(text.slice(0, 65_536))).toBeGreaterThan(0.9);
  const { network: again, notes, guesses, refused } = format.read(text);
  if (network.nodes.length === 0) return;
  const expressible = expressibleIn(network);
  if (expressible.nodes.length === 0) return;
  expect({ refused, notes, guesses: guesses.filter((each) => !usual?.test(each)) }).toEqual({ refused: null, notes: [], guesses: [] });
  const [found, expected] = inAnyOrder === true ? [sortedNetwork(again!), sortedNetwork(expressible)] : [again, expressible];
  // The comparison of Vitest describes the differences, which takes long for thousands of links. It is used only if there are any.
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** Networks with all values that nodes and links can have. */
const anyNetwork: fc.Arbitrary<ReadNetwork> = fc.integer({ min: 2, max: 8 }).chain((count) => {
  const optional = { requiredKeys: ["isTerminal"] as "isTerminal"[] };
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll(/\s+/gu, " ").trim())
    .filter((text) => text !== "" && isCleanText(text));
  const coordinate = fc
    .oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => value + 0);
  const node = fc.record(
    { name: word, isTerminal: fc.boolean(), place: fc.tuple(coordinate, coordinate), ports: fc.integer({ min: 0, max: 64 }) },
    optional,
  );
  const amount = fc.double({ min: 0, max: 1e15, noNaN: true });
  const length = fc.oneof(
    amount.map((metres) => ({ metres })),
    amount.map((seconds) => ({ seconds })),
    amount.map((cycles) => ({ cycles })),
  );
  const end = fc.integer({ min: 0, max: count - 1 });
  const port = fc.integer({ min: 0, max: 99 });
  const link = fc
    .record(
      {
        a: end,
        b: end,
        aPort: port,
        bPort: port,
        rate: fc.double({ min: 1e-3, max: 1e15, noNaN: true }),
        relativeRate: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        length,
        kind: word,
      },
      { requiredKeys: ["a", "b"] },
    )
    .filter(({ a, b }) => a < b);
  const ids = fc.uniqueArray(word, { minLength: count, maxLength: count });
  return fc
    .tuple(ids, fc.array(node, { minLength: count, maxLength: count }), fc.array(link, { maxLength: 12 }))
    .map(([names, nodes, links]) => ({
      nodes: nodes.map(
        (each, n): ReadNode => ({ id: names[n], ...each, ...(each.name === names[n] ? { name: `${names[n]}'` } : {}) }) as ReadNode,
      ),
      links: links as readonly ReadLink[],
    }));
});
const isCleanText = (text: string) => !/[\p{Cc}\p{Cs}\uFEFF\uFFFE\uFFFF]/u.test(text);

/** In `npm test` each example goes through some of the formats, and each format gets examples of every kind. */
const examples = allTopologies.kinds.flatMap((kind) => fastExamplesOf(kind));
const examplesFor = (trip: RoundTrip) => examples.filter((_, i) => isThorough || i % 4 === trips.indexOf(trip) % 4);

describe.each(trips)("$format.title", (trip) => {
  beforeAll(() => trip.format.fetch?.());

  const everyNetwork = (topology: ChosenKind) => expectSame(trip, readNetworkOf(build(topology)));

  it.each(examplesFor(trip))("keeps $kind $values", everyNetwork);

  it("keeps networks of random parameters", () => {
    fc.assert(fc.property(smallTopology(200, allTopologies.kinds), everyNetwork), { numRuns: cases(30) });
  });

  it("keeps rates and lengths", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [4, 4] },
      technology: { kind: "own-links", rate: "25 GB/s" },
      links: [
        { class: "X", rate: 2.5, length: 5 },
        { class: "Y", rate: "1 GB/s", length: "20 m" },
      ],
    });
    expectSame(trip, readNetworkOf(build(scenario.topology), scenario));
  });

  // Names and ports that a format cannot express are tested with the format itself.
  it.skipIf(trip.inAnyOrder === true && trip.format !== edgeList)("keeps all that can be said", () => {
    fc.assert(
      fc.property(anyNetwork, (network) => expectSame(trip, network)),
      { numRuns: cases(100) },
    );
  });
});

describe("what is written and read again runs the same, or the text says what it left out", () => {
  /**
   * Rates and lengths of all channels in the units of the scenario, sorted: phits per cycle and cycles, or bytes per second and seconds.
   */
  function clocksOf(document: Document): readonly string[] {
    const network = buildNetwork(document.topology);
    const clocks = channelClocksOf(document, network);
    const rate = channelRateOf(document) ?? 1;
    const cycle = cycleSecondsOf(document) ?? 1;
    const digits = (value: number) => Number(value.toPrecision(4));
    return Array.from(network.head, (_, c) =>
      clocks === undefined
        ? `${digits(rate)} 0`
        : `${digits((rate * clocks.perCycle[c]) / clocks.perPhit[c])} ${digits(clocks.delay[c] * cycle)}`,
    ).sort();
  }

  const torus = { kind: "torus", sizes: [4, 4] };
  const scenarios: readonly (readonly [string, object])[] = [
    ["relative rates in cycles", { topology: torus, links: [{ class: "X", rate: 0.5 }] }],
    ["relative rates and lengths in cycles", { topology: torus, links: [{ class: "X", rate: 2.5, length: 7 }, { class: "terminal", length: 3 }] }], // prettier-ignore
    ["a rate of most links", { topology: torus, links: [{ class: "X", rate: 3 }, { class: "Y", rate: 3 }, { class: "terminal", rate: 1.5 }] }], // prettier-ignore
    ["a single link", { topology: { kind: "graph" }, links: [{ class: "0-1", rate: 0.25, length: 12 }] }],
    ["parallel links", { topology: { kind: "thin-tree", k: 4, kUp: 2, n: 2 }, links: [{ class: "level 0 to 1", rate: 0.5 }] }],
    ["a technology with a rate", { topology: torus, technology: { kind: "own-links", rate: "25 GB/s" }, links: [{ class: "X", rate: 0.5, length: 8 }] }], // prettier-ignore
    ["terminals with several links", { topology: { kind: "rails" }, links: [{ class: "terminal", rate: 0.5 }] }],
  ];

  it.each(trips.flatMap(({ format }) => scenarios.map(([title, document]) => [format.title, title, format, document] as const)))(
    "%s: %s",
    async (_, title, format, section) => {
      const document = parseDocument({ format: "fabricscope-scenario", version: 2, ...section });
      const written = await contentOfDocument(document, "network");
      const { text, leftOut } = await writeCounted(format.id, written).catch((fault: unknown) => {
        if (fault instanceof ScenarioError) return { text: "", leftOut: [fault.message] };
        throw fault;
      });
      if (text === "") return;
      const again = (await importIntoDocument(null, await readText(text, { format: format.id }))).document;
      const isSame = isDeepStrictEqual(clocksOf(again), clocksOf(document));
      if (!leftOut.some((each) => /rate|length|link/.test(each))) expect(clocksOf(again)).toEqual(clocksOf(document));
      else expect(isSame).toBe(false);
      if ([graphml, dot, nodeLink, edgeList].includes(format))
        expect([title, isSame, leftOut]).toEqual([title, true, format === edgeList ? leftOut : []]);
    },
  );

  it("in every format that has attributes, for random rates and lengths of any network", async () => {
    const kinds = allTopologies.kinds.filter(({ id }) => id !== "shared-bus" && id !== "faulty");
    const speeds = fc.array(fc.tuple(fc.constantFrom(0.25, 0.5, 1, 1.5, 8), fc.constantFrom(0, 1, 30)), { minLength: 3, maxLength: 3 });
    const chosen = fc.tuple(smallTopology(30, kinds), speeds, fc.constantFrom("graphml", "dot", "node-link", "edge-list"));
    const property = fc.asyncProperty(chosen, async ([topology, all, id]) => {
      const base = {
        ...readScenario({ topology: "torus", workload: { kind: "open-loop", pattern: "uniform" } }),
        topology,
        routing: suitableRouting(topology)!,
      };
      const names = linkClocksOf({ ...base, links: [] }).map(({ name }) => name);
      const links = names.map((name, i) => ({ class: name, rate: all[i % 3][0], length: all[i % 3][1] }));
      const document = documentOf(withFittingLinks({ ...base, links }));
      if (buildNetwork(topology).present !== undefined || buildNetwork(topology).terminals === 0) return;
      const { text, leftOut } = await writeCounted(id, await contentOfDocument(document, "network"));
      const again = (await importIntoDocument(null, await readText(text, { format: id }))).document;
      expect(clocksOf(again)).toEqual(clocksOf(document));
      expect(leftOut.filter((each) => /rate|length|link/.test(each))).toEqual([]);
    });
    await fc.assert(property, { numRuns: cases(10) });
  });

  it("counts parallel links, rates and names that anynet has no place for", async () => {
    const nodes = [
      ...["leaf a", "leaf b"].map((id) => ({ id, isTerminal: false, place: [0, 0] as const })),
      ...["x", "y"].map((id) => ({ id, isTerminal: true })),
    ];
    const link = (a: number, b: number, rate: number) => ({ a, b, rate });
    const network = { nodes, links: [link(0, 2, 1e9), link(1, 3, 1e9), ...Array.from({ length: 37 }, () => link(0, 1, 2e9))] };
    expect((await writeCounted("anynet", { network })).leftOut).toEqual([
      "Left out: 36 parallel links.",
      "Left out: the rates of 39 links.",
      "Left out: the exact names of 4 nodes.",
      "Left out: the positions of 2 nodes.",
    ]);
    expect((await writeCounted("graphml", { network })).leftOut).toEqual([]);
  });
});
