/** Tests that a network, converted to the form that formats read and then to a drawing, stays the same network. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Amount, ChosenKind } from "../../src/core/base/params.ts";
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { drawingLimits } from "../../src/core/network/drawing/drawing.ts";
import { recognizeNetwork } from "../../src/formats/recognition/index.ts";
import { writeDrawing } from "../../src/core/network/drawing/texts.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import type { Network } from "../../src/core/network/network.ts";
import { channelClocksOf } from "../../src/core/scenario/links.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import type { ReadLink, ReadNetwork, ReadNode } from "../../src/formats/contract.ts";
import { readNetworkOf } from "../../src/formats/from-network.ts";
import { drawReadNetwork, uniqueNames } from "../../src/formats/to-drawing.ts";
import { build, fastExamplesOf, smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";
import { expectWording, refusalOf } from "../wording/wording.ts";

/** The part of a built network that formats can express. */
function expressiblePartOf(network: Network) {
  const { terminals, switches, firstOut, tail, head, reverse, physicalPorts, linkClass, linkClasses } = network;
  const classes = Array.from(linkClass, (linkClassIndex) => linkClasses[linkClassIndex]);
  return { terminals, switches, firstOut, tail, head, reverse, physicalPorts, classes };
}

/** Checks that a network, converted to a drawing and built again, is the same network. */
function expectSameNetwork(topology: ChosenKind): void {
  const network = build(topology);
  const { drawing, links, notes } = drawReadNetwork(readNetworkOf(network));
  const builtDrawing = buildDrawing(drawing);
  checkNetwork(builtDrawing);
  // The conversion adds terminals to a network without any.
  if (network.terminals === 0) return;
  expect(expressiblePartOf(builtDrawing)).toEqual(expressiblePartOf(network));
  // No format says whether terminals forward packets. If terminals are linked to each other, they do.
  const terminalLinkCount = network.head.filter((to, c) => to < network.terminals && network.tail[c] < to).length;
  expect(builtDrawing.forwards).toBe(terminalLinkCount > 0);
  expect(links).toEqual([]);
  if (!network.regular || network.present !== undefined) return;
  const expectedMessages =
    terminalLinkCount === 0
      ? []
      : [
          `${terminalLinkCount.toLocaleString("en-US")} ${terminalLinkCount === 1 ? "link connects" : "links connect"} two terminals: terminals forward packets.`,
        ];
  expect(notes).toEqual(expectedMessages);
}

describe.each(allTopologies.kinds)("$id by what formats say of it", (kind) => {
  it.each(fastExamplesOf(kind))("example $values", expectSameNetwork);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(200, [kind]), expectSameNetwork), { numRuns: cases(10) });
  });
});

const read = (nodes: readonly Partial<ReadNode>[], links: readonly (readonly [number, number, Partial<ReadLink>?])[]): ReadNetwork => ({
  nodes: nodes.map((node, n) => ({ id: `n${n}`, isTerminal: false, ...node })),
  links: links.map(([a, b, more]) => ({ a, b, ...more })),
});

/** Rates and delays of the channels of a network after conversion to a document, in phits per cycle of 4 / 25 ns and in cycles. */
function clocksOf(network: ReadNetwork) {
  const { drawing, links } = drawReadNetwork(network);
  const topology = { kind: "drawn", values: { ...writeDrawing(drawing) } };
  const linkClasses = links.map(({ class: name, rate, length }) => ({ class: name, rate: amountText(rate), length: amountText(length) }));
  const scenario = readScenario({
    topology: { kind: "drawn", ...topology.values },
    technology: { kind: "own-links", rate: "25 GB/s" },
    flowControl: "fluid",
    links: linkClasses,
  });
  const built = build(topology);
  const clocks = channelClocksOf(scenario, built);
  const clockOf = (c: number) => ({
    rate: clocks === undefined ? 1 : clocks.perCycle[c] / clocks.perPhit[c],
    delay: clocks?.delay[c] ?? 0,
  });
  return { built, of: clockOf };
}
const units = { rate: "B/s", time: "ps", length: "mm", bytes: "B" } as const;
const amountText = (amount: Amount) => (typeof amount === "number" ? amount : `${amount.value} ${units[amount.of]}`);

describe("a drawing of what was read", () => {
  test("nodes have their names, numbers, places and spare ports", () => {
    const network = read(
      [
        { id: "s3", ports: 4 },
        { id: "s7", name: "spine; two", place: [5, 5] },
        { id: "h1", isTerminal: true, place: [30, 40] },
        { id: "t1", isTerminal: true },
      ],
      [
        [0, 1],
        [2, 0],
        [3, 1],
      ],
    );
    const { drawing, endOfNode, notes } = drawReadNetwork(network);
    expect(drawing.switches).toEqual([
      { number: 3, spare: 2 },
      { number: 7, name: "spine two", place: [5, 5] },
    ]);
    expect(drawing.terminals).toEqual([{ name: "h1", place: [30, 40] }, {}]);
    expect(drawing.links).toEqual([
      { a: 0, b: 1 },
      { a: -1, b: 0 },
      { a: -2, b: 1 },
    ]);
    expect(endOfNode).toEqual([0, 1, -1, -2]);
    expect(notes).toEqual([]);
  });

  test("where nothing is a terminal, one is put on each switch", () => {
    const { drawing, notes } = drawReadNetwork(read([{}, {}, {}], [[1, 0]]));
    expect(drawing.terminals.length).toBe(3);
    expect(drawing.links).toEqual([
      { a: -1, b: 0 },
      { a: -2, b: 1 },
      { a: -3, b: 2 },
      { a: 0, b: 1 },
    ]);
    expectWording(notes, "each switch … 1 node");
  });

  test("a link of a node to itself is left out; terminals that are linked pass packets on", () => {
    expectWording(
      drawReadNetwork(
        read(
          [{}, { isTerminal: true }],
          [
            [0, 0],
            [1, 0],
          ],
        ),
      ).notes,
      "1 link",
    );
    const { drawing, notes } = drawReadNetwork(read([{ isTerminal: true, name: "a" }, { isTerminal: true }], [[1, 0]]));
    expectWording(notes, "1 link … two terminals");
    expect([drawing.forwards, drawing.links]).toEqual([true, [{ a: -1, b: -2 }]]);
    expect(buildDrawing(drawing).forwards).toBe(true);
  });

  test("what is too large is refused with its count", () => {
    expectWording(
      refusalOf(() =>
        drawReadNetwork(
          read(
            Array.from({ length: drawingLimits.switches + 1 }, () => ({})),
            [],
          ),
        ),
      ),
      "4,097 switches … 4,096 … 4,096 switches … 16,384 terminals … 65,536 links",
    );
    expect(
      drawReadNetwork(
        read(
          Array.from({ length: drawingLimits.switches }, () => ({})),
          [],
        ),
      ).drawing.switches.length,
    ).toBe(drawingLimits.switches);
  });

  test("places in any unit leave room", () => {
    const at = (...places: readonly (readonly [number, number])[]) =>
      drawReadNetwork(
        read(
          places.map((place) => ({ place })),
          [],
        ),
      ).drawing.switches.map(({ place }) => place);
    expect(at([0, 0], [1, 0], [0, 1], [1, 1])).toEqual([
      [-31, -31],
      [31, -31],
      [-31, 31],
      [31, 31],
    ]);
    expect(at([0.5, 7], [1.5, 7])).toEqual([
      [-36, 0],
      [36, 0],
    ]);
    expect(at([-1e6, 0], [1e6, 10])).toEqual([
      [-36, 0],
      [36, 0],
    ]);
    expect(at([3, 3], [3, 3])).toEqual([undefined, undefined]);
    expect(at([1e308, 0], [-1e308, 0])).toEqual([undefined, undefined]);
  });
});

describe("rates and lengths that were read", () => {
  const rate = 50e9;
  const star = (links: readonly Partial<ReadLink>[]) =>
    read(
      [{}, ...links.map((_, t) => ({ isTerminal: t > 0 }))],
      links.map((more, i) => [0, i + 1, more]),
    );

  test("most of a kind have a rule by their class, several unlike ones a class, single ones a rule by their ends", () => {
    const fast = { rate, length: { metres: 2 } };
    const { links, drawing, rates } = drawReadNetwork(
      star([
        { rate: 2 * rate },
        ...Array.from({ length: 9 }, () => fast),
        ...Array.from({ length: 4 }, () => ({ rate: 25e9 })),
        { rate: 1e9 },
      ]),
    );
    expect(links).toEqual([
      { class: "link", rate: { of: "rate", value: 100e9 }, length: 0 },
      { class: "terminal", rate: { of: "rate", value: 50e9 }, length: { of: "length", value: 2000 } },
      { class: "25 GB/s terminal", rate: { of: "rate", value: 25e9 }, length: 0 },
      { class: "t13-0", rate: { of: "rate", value: 1e9 }, length: 0 },
    ]);
    expect(drawing.links[10]).toEqual({ a: -10, b: 0, class: "25 GB/s terminal" });
    expect(rates).toEqual({ mean: (9 * rate + 4 * 25e9 + 1e9) / 14, lowest: 1e9, highest: rate });
  });

  test("what differs is called by how it differs", () => {
    const kinds = [
      {},
      { length: { cycles: 3 } },
      { length: { seconds: 1e-8 } },
      { rate, length: { metres: 2 }, kind: "optical" },
      { kind: "optical" },
    ];
    const { links } = drawReadNetwork(star(kinds.flatMap((each, i) => Array.from({ length: 9 - i }, () => each))));
    expect(links.map((rule) => rule.class)).toEqual(["optical", "3 cycles terminal", "10 ns terminal"]);
  });

  test("if there are too many to distinguish, the nearest is taken", () => {
    const { links, drawing, notes } = drawReadNetwork(
      star(Array.from({ length: 2404 }, (_, i) => ({ length: { metres: 1 + (i % 601) } }))),
    );
    expectWording(notes, "1,604 links … 200 classes");
    const longest = drawing.links.filter((_, i) => i % 601 === 600).map((link) => link.class);
    expect(new Set(longest).size).toBe(1);
    expect(links.find((rule) => rule.class === longest[0])?.length).toEqual({ of: "length", value: 200_000 });
  });

  test("every link runs as it was read, however they are mixed", () => {
    const link = fc.record({
      a: fc.integer({ min: 0, max: 5 }),
      b: fc.integer({ min: 0, max: 5 }),
      times: fc.constantFrom(1, 2, 4, 0.5, 8),
      metres: fc.constantFrom(0, 10, 20),
      kind: fc.constantFrom("", "", "optical", "3-4"),
    });
    const length = ({ metres }: { readonly metres: number }) => (metres === 0 ? {} : { length: { metres } });
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 40 }), (drawn) => {
        const links = drawn.filter(({ a, b }) => a !== b && a + b > 1);
        // Two terminals, n0 and n1, and four switches in a line.
        const line = [2, 3, 4].map((a) => ({ a, b: a + 1, times: 1, metres: 0, kind: "" }));
        const all = [...line, ...links];
        const { built, of } = clocksOf(
          read(
            Array.from({ length: 6 }, (_, n) => ({ isTerminal: n < 2 })),
            all.map(({ a, b, times, kind, ...more }) => [a, b, { rate: times * 25e9, ...(kind === "" ? {} : { kind }), ...length(more) }]),
          ),
        );
        const found = Array.from(built.tail, (a, c) => ({ a, b: built.head[c], ...of(c) })).filter(({ a, b }) => a < b);
        const words = (each: { readonly a: number; readonly b: number; readonly rate: number; readonly delay: number }) =>
          `${each.a}-${each.b} ${each.rate} ${each.delay.toFixed(6)}`;
        // 5 ns per meter; a cycle is 4 B / 25 GB/s.
        const expected = all.map(({ a, b, times, metres }) =>
          words({ a: Math.min(a, b), b: Math.max(a, b), rate: times, delay: (metres * 5 * 25) / 4 }),
        );
        expect(found.map(words).sort()).toEqual(expected.sort());
      }),
      { numRuns: cases(200) },
    );
  });

  test("a network takes its rates and lengths along", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [4, 4] },
      technology: { kind: "own-links", rate: "25 GB/s" },
      links: [
        { class: "X", rate: 2, length: 5 },
        { class: "Y", rate: "1 GB/s", length: "20 m" },
      ],
    });
    const { links } = readNetworkOf(build(scenario.topology), scenario);
    const count = (kind: string | undefined, rate: number, length: ReadLink["length"]) =>
      links.filter((link) => link.kind === kind && link.rate === rate && JSON.stringify(link.length) === JSON.stringify(length)).length;
    expect(count(undefined, 25e9, undefined)).toBe(16);
    expect(count("X", 50e9, { seconds: 20 / 25e9 })).toBe(16);
    expect(count("Y", 1e9, { metres: 20 })).toBe(16);
    expect(links.length).toBe(48);
  });
});

describe("names", () => {
  const saidOfNames = (...nodes: readonly Partial<ReadNode>[]) =>
    drawReadNetwork(
      read(
        [{ id: "s" }, ...nodes],
        nodes.map((_, n) => [n + 1, 0] as const),
      ),
    ).notes;

  test("that several terminals have are reported, whatever their case", () => {
    expectWording(
      saidOfNames({ name: "node1", isTerminal: true }, { name: "Node1", isTerminal: true }, { name: "b", isTerminal: true }),
      '2 nodes … "node1"',
    );
    // A terminal may share its name with a switch, because traffic names only terminals.
    expect(saidOfNames({ name: "s", isTerminal: true }, { name: "b", isTerminal: true })).toEqual([]);
  });

  test("that are cut are reported, and when they are the same then", () => {
    const long = "x".repeat(40);
    expect(saidOfNames({ name: `${long}1`, isTerminal: true }, { name: `${long}2`, isTerminal: true })).toEqual([
      `2 names are shortened to 40 characters, such as "${long}".`,
      `2 nodes share their names with others, such as "${long}": traffic with such a name is assigned to the first of them.`,
    ]);
    expect(saidOfNames({ name: long, isTerminal: true })).toEqual([]);
  });
});

describe("names of switches", () => {
  const called = (...names: readonly string[]) => uniqueNames(names.map((name, i) => ({ id: `S-000${i}`, name, isTerminal: false })));

  test("that are those of their model have their ids behind them, or in their place", () => {
    expect(called("Quantum", "quantum", "spine")).toEqual(["Quantum S-0000", "quantum S-0001", "spine"]);
    const model = "Infiniscale-IV Mellanox Technologies";
    expect(called(model, model)).toEqual(["S-0000", "S-0001"]);
    const hosts = [0, 1].map((i) => ({ id: `H-000${i}`, name: "localhost", isTerminal: true }));
    expect(uniqueNames(hosts)).toEqual(["localhost", "localhost"]);
  });

  test("that only end otherwise keep their ends", () => {
    const long = "hall-2-rack-00-end-of-row-switch-of-spine-";
    expect(called(`${long}1`, `${long}2`)).toEqual(["hall-2-rack-00-end-…w-switch-of-spine-1", "hall-2-rack-00-end-…w-switch-of-spine-2"]);
    expect(called(`${long}1`, "other")).toEqual([long.slice(0, 40), "other"]);
  });
});

describe("terminals that no text has", () => {
  const complete = (leaves: number, spines: number, without = 0) => ({
    nodes: Array.from({ length: leaves + spines }, (_, i) => ({ id: i < leaves ? `leaf${i}` : `spine${i - leaves}`, isTerminal: false })),
    links: Array.from({ length: leaves * spines }, (_, i) => ({ a: i % leaves, b: leaves + Math.floor(i / leaves) })).slice(without),
  });

  test.each([
    [16, 8, 0],
    [16, 8, 6],
    [3, 2, 0],
  ])("%i leaves and %i spines, %i links fewer: one hangs on each leaf", (leaves, spines, without) => {
    const { drawing, notes } = drawReadNetwork(complete(leaves, spines, without));
    expect(drawing.terminals).toHaveLength(leaves);
    expectWording(notes, "each leaf");
    expect(recognizeNetwork(buildDrawing(drawing))?.ideal.title).toMatch(/tree/);
  });

  test("where rows are alike, or much is missing, one hangs on each switch", () => {
    for (const read of [complete(4, 4), complete(8, 4, 8), complete(5, 1)])
      expect(drawReadNetwork(read).drawing.terminals).toHaveLength(read.nodes.length);
  });
});
