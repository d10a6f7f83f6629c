/** Tests of networks that are not connected: the terminals that run and those reported as left out are all the terminals. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { fetchCompilers } from "../../src/core/run/fetch-compilers.ts";
import { type Components, componentsOf, describeLeftOutTerminals } from "../../src/core/network/components.ts";
import { nameOfNode, type Network } from "../../src/core/network/network.ts";
import type { OpenLoop } from "../../src/core/traffic/open-loop.ts";
import { topologyFacts, buildNetwork } from "../../src/core/scenario/facts.ts";
import { cellsOf, type Document, documentOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario, suitableRouting, type Scenario } from "../../src/core/scenario/scenario.ts";
import { documentWithDrawings } from "../../src/core/scenario/edits/convert-to-drawing.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { run } from "../../src/core/run/run.ts";
import { findingOfDocument } from "../../src/findings/document.ts";
import type { ReadLink, ReadNetwork } from "../../src/formats/contract.ts";
import { readText } from "../../src/formats/index.ts";
import { importIntoDocument } from "../../src/formats/to-document.ts";
import { smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

beforeAll(fetchCompilers);

/**
 * Network files with several components: nodes without a link, switches without terminals, terminals on several switches, parallel links.
 */
const anyNetwork: fc.Arbitrary<ReadNetwork> = fc
  .record({ switches: fc.integer({ min: 1, max: 6 }), terminals: fc.integer({ min: 0, max: 9 }), isNumbered: fc.boolean() })
  .chain(({ switches, terminals, isNumbered }) => {
    const end = fc.integer({ min: 0, max: switches - 1 });
    const homes = fc.array(fc.array(end, { maxLength: 2 }), { minLength: terminals, maxLength: terminals });
    return fc.tuple(homes, fc.array(fc.tuple(end, end), { maxLength: 5 })).map(([homes, pairs]): ReadNetwork => {
      const links: ReadLink[] = [
        ...homes.flatMap((own, t) => own.map((s) => ({ a: switches + t, b: s }))),
        ...pairs.filter(([a, b]) => a !== b).map(([a, b]) => ({ a, b })),
      ];
      const name = (letter: string, i: number) => (isNumbered ? `${letter}${i}` : `${letter}-${i} of it`);
      return {
        nodes: [
          ...Array.from({ length: switches }, (_, s) => ({ id: name("s", s), isTerminal: false })),
          ...Array.from({ length: terminals }, (_, t) => ({ id: name("t", t), isTerminal: true })),
        ],
        links,
      };
    });
  });

/** Number of connected components with at least one link, by label propagation. */
function componentCount({ nodes, links }: ReadNetwork): number {
  const label = nodes.map((_, n) => n);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const { a, b } of links) {
      const least = Math.min(label[a], label[b]);
      isNew ||= label[a] !== least || label[b] !== least;
      label[a] = label[b] = least;
    }
  }
  return new Set(links.map(({ a }) => label[a])).size;
}

const uniform = { kind: "open-loop", pattern: "uniform", load: 0.2 };
const shortRun = { warmUp: 20, window: 100, drain: 200 };
const baseScenario = readScenario({ workload: uniform, run: shortRun });

function withTopology(topology: ChosenKind): Scenario {
  return { ...baseScenario, topology, routing: suitableRouting(topology) ?? baseScenario.routing };
}

/** Terminals that send under uniform traffic. Empty if the scenario is refused because no terminal can send. */
function sendersOf(scenario: Scenario): readonly number[] {
  try {
    const { isSending } = compile(scenario).plan.demand as OpenLoop;
    return Array.from(isSending.keys()).filter((t) => isSending[t] === 1);
  } catch (fault) {
    if (fault instanceof ScenarioError && ["topology", "workload"].includes(fault.issues[0].path)) return [];
    throw fault;
  }
}

function expectAllTerminalsAccounted(components: Components | undefined, network: Network, terminals: number): void {
  if (components === undefined) return;
  const { running, elsewhere, unlinked, said } = components;
  expect(new Set([...running, ...elsewhere, ...unlinked]).size).toBe(terminals);
  expect(running.length + elsewhere.length + unlinked.length).toBe(terminals);
  expect(said).toContain(`${running.length} of ${terminals} terminal`);
  if (running.length === 0) return;
  const [first, second = ""] = describeLeftOutTerminals(network);
  expect(first).toBe(said);
  const leftOut = [...elsewhere, ...unlinked].map((t) => nameOfNode(network, t));
  if (leftOut.length > 0 && leftOut.length <= 5) for (const name of leftOut) expect(second).toContain(name);
}

describe("terminals that run, and those that are left out, are all", () => {
  it("of any file", async () => {
    const property = fc.asyncProperty(anyNetwork, async (network) => {
      const own = network.nodes.filter(({ isTerminal }) => isTerminal).length;
      const { document, notes } = await importIntoDocument(null, {
        format: "test",
        network,
        lines: 0,
        notes: [],
        unread: 0,
        reasons: [],
        guesses: [],
        refused: null,
      });
      const { components, terminals: drawn } = topologyFacts(document.topology);
      const built = buildNetwork(document.topology);
      expectAllTerminalsAccounted(components, built, own === 0 ? drawn : own);
      const hasTerminals = own > 0;
      if (hasTerminals) expect(components?.count ?? Math.min(1, componentCount(network))).toBe(componentCount(network));
      if (components !== undefined && components.running.length > 0) expect(notes).toContain(components.said);
      const senders = sendersOf({ ...document, workload: baseScenario.workload });
      const running = components?.running ?? Array.from({ length: drawn }, (_, t) => t);
      if (senders.length > 0) expect(senders).toEqual(running);
      else expect(running.length).toBeLessThan(2);
    });
    await fc.assert(property, { numRuns: cases(30) });
  });

  it("of any network with faults, and of the same network drawn", () => {
    const faulty = fc.tuple(
      smallTopology(
        40,
        allTopologies.kinds.filter(({ id }) => id !== "faulty" && id !== "drawn"),
      ),
      fc.nat(6),
      fc.nat(2),
      fc.nat(99),
    );
    const property = fc.property(faulty, ([of, links, switches, chance]) => {
      const topology = { kind: "faulty", values: { of, links, switches, deadLinks: [], deadSwitches: [], seed: chance } };
      if (allTopologies.get("faulty").check(topology.values).length > 0) return;
      const { components, terminals } = topologyFacts(topology);
      expectAllTerminalsAccounted(components, buildNetwork(topology), terminals);
      expect(components).toEqual(componentsOf(buildNetwork(topology)));
      const senders = sendersOf(withTopology(topology));
      if (senders.length > 0) expect(components?.running ?? senders).toEqual(senders);
      if (of.kind === "shared-bus") return;
      const drawn = documentWithDrawings(documentOf(withTopology(topology))).topology;
      expect(topologyFacts(drawn).components?.said).toBe(components?.said);
    });
    fc.assert(property, { numRuns: cases(20) });
  });
});

describe("findings name what of a network runs", () => {
  /** Two stars of 3 and 4 terminals. */
  const twoStars = async () => {
    const text = ["from,to", "h1,s1", "h2,s1", "h3,s1", "h4,s2", "h5,s2", "h6,s2", "h7,s2"].join("\n");
    return (await importIntoDocument(null, await readText(text))).document;
  };
  const foundIn = (document: Document) =>
    findingOfDocument(
      document,
      cellsOf(document).map(({ scenario }) => run(scenario)),
    );
  const is = "The network has 2 disconnected parts; 4 of 7 terminals are simulated.";

  it("of one scenario, of packets without end, with an end, and of programs", async () => {
    const document = { ...(await twoStars()), run: shortRun };
    const list = [{ source: 3, destination: 4, bytes: "16 B", time: 0 }];
    for (const workload of [uniform, { kind: "messages", list }, { kind: "allreduce" }]) {
      const own = readScenario({ workload }).workload;
      const { scope, evidence } = foundIn({ ...document, workload: own });
      expect([scope, evidence.at(-1)]).toEqual([is, is]);
    }
  });

  it("of a comparison, and of a sweep over faults", () => {
    const faulty = (links: number) => ({ kind: "faulty", of: { kind: "mesh", sizes: [2, 2] }, links });
    const given = { format: "fabricscope-scenario", version: 2, workload: uniform, run: shortRun };
    const compared = parseDocument({ ...given, topology: faulty(1), beside: [{ "topology.links": 3 }] });
    expectWording(foundIn(compared).scope, "B (3 links) … 3 disconnected parts … 2 of 4 terminals");
    const swept = parseDocument({ ...given, topology: faulty(3), sweep: [{ path: "topology.links", values: [1, 3] }] });
    expectWording(foundIn(swept).scope, "At 3 links … 3 disconnected parts … 2 of 4 terminals");
  });

  it("and nothing where all is connected", async () => {
    const { scope } = foundIn(parseDocument({ format: "fabricscope-scenario", version: 2, workload: uniform, run: shortRun }));
    expect(scope).toBeUndefined();
  });
});
