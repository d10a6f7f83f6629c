/** Whatever network is written in a format is read again as it was, but for what the format cannot say. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import "../../src/core/all-kinds.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import type { Format, ReadLink, ReadNetwork, ReadNode } from "../../src/formats/contract.ts";
import { readNetworkOf } from "../../src/formats/from-network.ts";
import { dot } from "../../src/formats/network/dot.ts";
import { graphml } from "../../src/formats/network/graphml.ts";
import { nodeLink } from "../../src/formats/network/node-link.ts";
import { build, examplesOf, seed, smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

/** A format, and what it leaves of a network. */
interface Trip {
  readonly format: Format;
  keeps(network: ReadNetwork): ReadNetwork;
}

const all = (network: ReadNetwork) => network;
const trips: readonly Trip[] = [
  { format: graphml, keeps: all },
  { format: dot, keeps: all },
  { format: nodeLink, keeps: all },
];

function expectSame({ format, keeps }: Trip, network: ReadNetwork): void {
  const text = format.write!({ network });
  expect(format.recognise(text.slice(0, 65_536))).toBeGreaterThan(0.9);
  const { network: again, notes, guesses, refused } = format.read(text);
  if (network.nodes.length === 0) return;
  expect({ refused, notes, guesses }).toEqual({ refused: null, notes: [], guesses: [] });
  expect(again).toEqual(keeps(network));
}

/** Networks with all that can be said of nodes and links. */
const anyNetwork: fc.Arbitrary<ReadNetwork> = fc.integer({ min: 2, max: 8 }).chain((count) => {
  const optional = { requiredKeys: ["isTerminal"] as "isTerminal"[] };
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll(/\s+/gu, " ").trim())
    .filter((text) => text !== "" && cleanText(text));
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
      { a: end, b: end, aPort: port, bPort: port, rate: fc.double({ min: 1e-3, max: 1e15, noNaN: true }), length, kind: word },
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
const cleanText = (text: string) => !/[\p{Cc}\p{Cs}\uFEFF\uFFFE\uFFFF]/u.test(text);

describe.each(trips)("$format.title", (trip) => {
  const everyNetwork = (topology: ChosenKind) => expectSame(trip, readNetworkOf(build(topology)));

  it.each(topologies.kinds.flatMap((kind) => examplesOf(kind)))("keeps $kind $values", everyNetwork);

  it("keeps networks of random parameters", () => {
    fc.assert(fc.property(smallTopology(200, topologies.kinds), everyNetwork), { seed, numRuns: cases(50) });
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

  it("keeps all that can be said", () => {
    fc.assert(
      fc.property(anyNetwork, (network) => expectSame(trip, network)),
      { seed, numRuns: cases(200) },
    );
  });
});
