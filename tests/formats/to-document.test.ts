/**
 * Tests of adding a file to a document: the content of the file replaces the matching parts, all other parts stay as far as they fit, and
 * the document runs immediately.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { matrixOf } from "../../src/core/traffic/traffic-matrix-param.ts";
import { cellValue } from "../../src/core/traffic/traffic-matrix.ts";
import { compile } from "../../src/core/run/compile.ts";
import { writeProgramText } from "../../src/core/programs/graph-text.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { cellsOf, defaultDocument, type Document, documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { documentWithDrawings } from "../../src/core/scenario/edits/convert-to-drawing.ts";
import { withKind } from "../../src/core/scenario/edits/edit-document-value.ts";
import { linkClocksOf } from "../../src/core/scenario/links.ts";
import { topologyFacts, activeTerminals, withoutAppearance } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cyclesOfNanoseconds } from "../../src/core/workloads/trace/trace.ts";
import type { ReadResult, ReadNetwork, ReadTraffic } from "../../src/formats/contract.ts";
import { terminalsByName } from "../../src/formats/document/terminal-names.ts";
import { programOfMessages } from "../../src/formats/document/timed-program.ts";
import { contentOfDocument } from "../../src/formats/from-document.ts";
import { readText, writeText } from "../../src/formats/index.ts";
import { importIntoDocument } from "../../src/formats/to-document.ts";
import { cases, isThorough, thoroughTest } from "../effort.ts";
import { samples } from "./samples.ts";
import { expectWording } from "../wording/wording.ts";

const documentWithSections = (sections: object) => parseDocument({ format: "fabricscope-scenario", version: 2, ...sections });
const readingWith = (what: Partial<ReadResult>): ReadResult => ({
  format: "test",
  lines: 0,
  notes: [],
  unread: 0,
  reasons: [],
  guesses: [],
  refused: null,
  ...what,
});
const flattenKind = ({ kind, ...rest }: { readonly kind: string; readonly values: object }) => ({ kind, ...rest.values });

/** Two hosts on each of two switches. */
const twoSwitches: ReadNetwork = {
  nodes: [
    { id: "s1", isTerminal: false },
    ...["a", "b", "c", "d"].map((id) => ({ id, isTerminal: true })),
    { id: "s2", isTerminal: false },
  ],
  links: [
    { a: 1, b: 0 },
    { a: 2, b: 0 },
    { a: 3, b: 5 },
    { a: 4, b: 5 },
    { a: 0, b: 5 },
  ],
};
const withRates = (rate: number, between: number): ReadNetwork => ({
  ...twoSwitches,
  links: twoSwitches.links.map((link, i) => ({ ...link, rate: i === 4 ? between : rate })),
});
const rateTraffic = (
  unit: "bytes/s" | "phits/cycle" | "share",
  cells: readonly (readonly [number, number, number])[],
  names = ["a", "b", "c"],
): ReadTraffic => ({
  is: "rates",
  names,
  cells,
  unit,
});

describe("a network", () => {
  /** Bytes per second that each terminal offers, by its name. */
  const offeredIn = (taken: Document) => {
    const { demand, network } = compile(taken).plan;
    if (demand.form !== "open-loop") throw new Error("it sends without end");
    const rate = taken.technology.values["rate"] as number;
    return new Map(Array.from(demand.loadOf, (load, t) => [network.look?.names.get(t) ?? `${t}`, load * rate]));
  };

  test("offers of each terminal's own channel the same share, however long links are, and however slow others", async () => {
    const rates = fc.constantFrom(125e6, 1e9, 12.5e9, 50e9);
    const network = fc.record({
      own: fc.array(rates, { minLength: 2, maxLength: 6 }),
      trunks: fc.array(fc.tuple(fc.constantFrom(1e3, 1e6, 1e9, 400e9), fc.constantFrom(1, 1e3, 1e6, 1e7)), { minLength: 1, maxLength: 3 }),
      late: fc.option(fc.constantFrom(1e5, 1e9), { nil: null }),
    });
    const textOf = (own: readonly number[], trunks: readonly (readonly [number, number])[], late: number | null) =>
      [
        "from,to,bandwidth,length",
        ...own.map((rate, h) => `h${h + 1},s${(h % trunks.length) + 1},${rate * 8} b/s,5 m`),
        ...trunks.map(([rate, metres], s) => `s${s + 1},s${s + 2},${rate * 8} b/s,${metres} m`),
        ...(late === null ? [] : [`h${own.length + 1},s1,${late * 8} b/s,5 m`]),
      ].join("\n");
    const near = (value: number | undefined, right: number) => expect((value ?? NaN) / right).toBeCloseTo(1, 3);
    await fc.assert(
      fc.asyncProperty(network, async ({ own, trunks, late }) => {
        const takenOf = async (text: string) => (await importIntoDocument(null, await readText(text))).document;
        const [plain, other] = await Promise.all([
          takenOf(
            textOf(
              own,
              trunks.map(() => [400e9, 1] as const),
              null,
            ),
          ),
          takenOf(textOf(own, trunks, late)),
        ]);
        const [before, after] = [offeredIn(plain), offeredIn(other)];
        expect([before.size, after.size]).toEqual([own.length, own.length + Number(late !== null)]);
        const load = plain.workload.values["load"] as number;
        for (const [h, rate] of own.entries()) {
          near(before.get(`h${h + 1}`), load * rate);
          near(after.get(`h${h + 1}`), load * rate);
        }
      }),
      { numRuns: cases(30) },
    );
  });

  test("with unlike channels of terminals offers as much on average as is said, at whatever load", async () => {
    const links = twoSwitches.links.map((link, i) => ({ ...link, rate: [1e9, 4e9, 1e9, 2e9, 10e9][i] }));
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: { ...twoSwitches, links } }));
    expectWording(notes, "1 GB/s … 4 GB/s … 2 GB/s … load 1");
    expect(taken.workload.values).toMatchObject({ load: 0.45, loadOf: "channel" });
    expect([...offeredIn(taken).values()].map((each) => each / 0.45e9)).toEqual([1, 4, 1, 2]);
    const results = run(taken);
    expect(results.offeredPerSender).toBeCloseTo(0.45, 1);
    expect(parseDocument(writeDocument(taken))).toEqual(taken);
    // Jobs offer the same shares of the same channels.
    const jobs = [0, 2].map((first) => ({ ranks: 2, mapping: { kind: "consecutive", first }, load: 0.1 }));
    const before = documentWithSections({ topology: { kind: "torus", sizes: [4] }, workload: { kind: "jobs", jobs } });
    const { document: ofJobs } = await importIntoDocument(before, readingWith({ network: { ...twoSwitches, links } }));
    expect([...offeredIn(ofJobs).values()].map((each) => each / 0.1e9)).toEqual([1, 4, 1, 2]);
  });

  test("alone is under uniform traffic, with however many hosts; what was chosen stays", async () => {
    const star = (hosts: number) => ["from,to", ...Array.from({ length: hosts }, (_, h) => `h${h},s0`)].join("\n");
    for (const hosts of [2, 3, 15, 16, 17, 64]) {
      for (const before of [null, defaultDocument()]) {
        const { document: taken } = await importIntoDocument(before, await readText(star(hosts)));
        expect(taken.workload.values).toMatchObject({ pattern: { kind: "uniform" }, load: 0.45 });
        const { demand } = compile(taken).plan;
        expect(demand.form === "open-loop" && demand.isSending.every((sends) => sends === 1)).toBe(true);
      }
    }
    const chosen = documentWithSections({ topology: "k-ary-n-tree", workload: { kind: "open-loop", pattern: "bit-reversal", load: 0.2 } });
    const { document: taken } = await importIntoDocument(chosen, await readText(star(16)));
    expect(taken.workload.values).toMatchObject({ pattern: { kind: "bit-reversal" }, load: 0.2 });
  });

  test("of no family is drawn as it hangs together, where the file puts none of it", async () => {
    // A path with a loop at one end, with its links in any order.
    const ends = [[0, 3], [3, 6], [6, 1], [1, 4], [4, 2], [2, 5], [5, 1], [4, 5], [3, 7]] as const; // prettier-ignore
    const nodes = Array.from({ length: 8 }, (_, i) => ({ id: `node ${i}`, isTerminal: false }));
    const taken = await importIntoDocument(null, readingWith({ network: { nodes, links: ends.map(([a, b]) => ({ a, b })) } }));
    expect(taken.recognition).toBeNull();
    const { terminals, look } = taken.network!;
    const at = (s: number) => look!.places.get(terminals + s)!;
    const far = (a: number, b: number) => Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1]);
    const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
    const all = nodes.flatMap((_, a) => nodes.slice(a + 1).map((__, i) => far(a, a + 1 + i)));
    expect(mean(ends.map(([a, b]) => far(a, b)))).toBeLessThan(0.6 * mean(all));
    expect(Math.min(...all)).toBeGreaterThan(16);
    // The same file always gives the same layout, and positions in a file are kept.
    const again = await importIntoDocument(null, readingWith({ network: { nodes, links: ends.map(([a, b]) => ({ a, b })) } }));
    expect(writeDocument(again.document)).toEqual(writeDocument(taken.document));
    const placedNodes = nodes.map((node, i) => ({ ...node, place: [100 * (i % 3), 70 * i] as const }));
    const withPlaces = await importIntoDocument(
      null,
      readingWith({ network: { nodes: placedNodes, links: ends.map(([a, b]) => ({ a, b })) } }),
    );
    placedNodes.forEach(({ place }, s) => expect(withPlaces.network!.look!.places.get(terminals + s)).toEqual(place));
  });

  test("runs immediately with the defaults, without notes", async () => {
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: twoSwitches }));
    expect(notes).toEqual([]);
    expect(taken.topology.kind).toBe("drawn");
    expect(run(taken).status).toBe("finished");
    // The document reads back as it was written.
    expect(parseDocument(writeDocument(taken))).toEqual(taken);
  });

  test("keeps the values of the document, and reports what does not fit", async () => {
    const before = documentWithSections({
      title: "Tornado",
      topology: { kind: "torus", sizes: [4, 4] },
      routing: { kind: "minimal-adaptive" },
      workload: { kind: "open-loop", pattern: { kind: "tornado" }, load: 0.7 },
      run: { window: 1234 },
      seed: 5,
    });
    // A triangle with a tail belongs to no family.
    const switches = ["a", "b", "c", "d"];
    const odd: ReadNetwork = {
      nodes: [...switches.map((id) => ({ id, isTerminal: false })), ...switches.map((id) => ({ id: `${id}1`, isTerminal: true }))],
      links: [...switches.map((_, i) => ({ a: i, b: i + 4 })), { a: 0, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 0 }, { a: 2, b: 3 }],
    };
    const { document: taken, notes } = await importIntoDocument(before, readingWith({ network: odd }));
    expect(taken).toMatchObject({
      title: "",
      seed: 5,
      run: { window: 1234 },
      flowControl: before.flowControl,
      workload: { values: { load: 0.7 } },
    });
    expect(taken.routing.kind).toBe("shortest-path");
    expect(notes.some((each) => /^Minimal adaptive routing .* is used instead\.$/.test(each))).toBe(true);
    // A routing that came with the previous network was not chosen by the user, so it is not reported as replaced.
    const usual = await importIntoDocument(withKind(before, ["routing"], "dimension-order"), readingWith({ network: odd }));
    expect(usual.document.routing).toEqual(taken.routing);
    expect(usual.notes.join(" ")).not.toMatch(/dimension order/i);
    expectWording(usual.notes, "Shortest path routing");
    expect(() => compile(taken)).not.toThrow();
  });

  test("keeps a program, on fewer ranks where it has fewer terminals; impossible traffic becomes uniform", async () => {
    const on = (workload: object) => documentWithSections({ topology: { kind: "torus", sizes: [4, 4] }, workload });
    const { document: taken, notes } = await importIntoDocument(
      on({ kind: "all-to-all", ranks: 16 }),
      readingWith({ network: twoSwitches }),
    );
    expect(taken.workload).toMatchObject({ kind: "all-to-all", values: { ranks: 4 } });
    expect(notes.at(-1)).toMatch(/Ranks is set to 4\.$/);
    const list = [{ source: 9, destination: 15, bytes: "64 B" }];
    const other = await importIntoDocument(on({ kind: "messages", list }), readingWith({ network: twoSwitches }));
    expect(other.document.workload).toMatchObject({ kind: "open-loop", values: { pattern: { kind: "uniform" } } });
    expectWording(other.notes.at(-1), "Uniform");
  });

  test("is measured for the slowest of the shortest paths, as routings take any of them", async () => {
    const links = ["h1,s1,10m", "h2,s2,10m", "h3,s1,10m", "h4,s2,10m", "s1,near,1km", "near,s2,1km", "s1,far,100km", "far,s2,100km"];
    const text = ["from,to,bandwidth,length", ...links.map((link) => link.replace(/,([^,]+)$/, ",8Gbps,$1"))].join("\n");
    const { notes } = await importIntoDocument(null, await readText(text));
    // 200 km at 5 ns per meter are 250,000 cycles of 4 ns, plus the terminal links.
    expectWording(notes.join(" "), "260,000 cycles");
  });

  test("of links across countries flows, and is measured until something arrives", async () => {
    const links = withRates(12.5e9, 12.5e9).links.map((link, i) => (i < 4 ? link : { ...link, length: { metres: 2e6 } }));
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: { ...twoSwitches, links } }));
    expect(taken.flowControl.kind).toBe("fluid");
    expect(taken.technology.values).toMatchObject({ rate: 12.5e9 });
    expectWording(notes, "run at 12.5 GB/s … 5 ns … Fluid flow … 1,500 B … 32,000,000 cycles … 10 kB");
    const clocks = linkClocksOf(taken);
    expect(clocks.map(({ name }) => name)).toEqual(["terminal", "link"]);
    for (const { perCycle, perPhit } of clocks) expect(perCycle / perPhit).toBe(1);
    const delay = (10e-3 * 12.5e9) / 4;
    expect(clocks[1].delay).toBeCloseTo(delay, 6);
    expect(taken.run).toMatchObject({ warmUp: 32e6, window: 32e6, drain: 64e6 });
    const { latency } = run(taken);
    expect(latency!.max).toBeGreaterThan(delay);
    expect(latency!.max).toBeLessThan(1.01 * delay);
  });

  test("has queues that hold what is on its links, where their depth was not chosen", async () => {
    const at = (metres: number): ReadNetwork => ({
      ...twoSwitches,
      links: withRates(12.5e9, 12.5e9).links.map((link, i) => (i < 4 ? link : { ...link, length: { metres } })),
    });
    const whole = async (before: Document | null, metres: number) => {
      const { document: taken, notes } = await importIntoDocument(before, readingWith({ network: at(metres) }));
      expectWording(notes[1], "5 ns");
      return { flowControl: taken.flowControl, said: notes.slice(2) };
    };
    // 100 ns are 313 cycles. A round trip needs 40 packets of 16 phits, plus one at each end.
    expect(await whole(null, 20)).toMatchObject({
      flowControl: { kind: "virtual-cut-through", values: { queue: 42 } },
      said: ["Queues are enlarged to 42 packets to keep these long links busy."],
    });
    expect((await whole(null, 1)).said).toEqual([]);
    expect(await whole(null, 500)).toMatchObject({
      flowControl: { kind: "fluid" },
      said: [expect.stringMatching(/Fluid flow is used, with packets of 1,500 B\.$/), expect.stringMatching(/^Packets travel for up to/)],
    });
    // A queue depth in the document was chosen by the user; the default was not.
    const usual = await whole(defaultDocument(), 20);
    expect(usual).toMatchObject({
      flowControl: { values: { queue: 42 } },
      said: [/^Queues are enlarged to 42 packets/, /^Traffic is uniform/, /routing is chosen for this network\.$/].map((each) =>
        expect.stringMatching(each),
      ),
    });
    expect(await whole(documentWithSections({ flowControl: { kind: "virtual-cut-through", queue: 8 } }), 20)).toMatchObject({
      flowControl: { values: { queue: 8 } },
      said: expect.arrayContaining([
        "Queues limit the throughput of these long links: 42 packets per queue would keep a link busy, but 8 are chosen.",
      ]),
    });
    // A round trip of twice 100 ns is 626 whole cycles, plus one cycle each for a flit and its credit.
    expect(await whole(documentWithSections({ flowControl: { kind: "wormhole" } }), 20)).toMatchObject({
      flowControl: { values: { buffer: 628 } },
      said: expect.arrayContaining(["Buffers are enlarged to 628 flits to keep these long links busy."]),
    });
  });

  test("without rates has links as fast as is assumed, however long a cycle is", async () => {
    const links = twoSwitches.links.map((link, i) => (i < 4 ? link : { ...link, length: { metres: 1e7 } }));
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: { ...twoSwitches, links } }));
    expectWording(notes[0], "1 GB/s");
    expect(taken.links.map((rule) => rule.rate)).toEqual([1]);
    expect(taken.technology.values).toMatchObject({ rate: 1e9 });
  });

  test.each([
    [400e9, 50e9],
    [1e12, 1e12],
    [1e3, 1e3],
  ])("runs from %s to %s bytes a second around half the world", async (rate, between) => {
    const links = withRates(rate, between).links.map((link) => ({ ...link, length: { metres: 2e7 } }));
    const { document: taken } = await importIntoDocument(null, readingWith({ network: { ...twoSwitches, links } }));
    const rates = linkClocksOf(taken).map(({ perCycle, perPhit }) => (perCycle / perPhit) * (taken.technology.values["rate"] as number));
    rates.forEach((each, i) => expect(each / [rate, between][i]).toBeCloseTo(1, 3));
    expect(() => compile(taken)).not.toThrow();
  });

  test.each([17, 64, 1000])("has packets that a link %i times as fast as usual has to send for a cycle", async (times) => {
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: withRates(1e9, times * 1e9) }));
    expect(taken.flowControl.values).toMatchObject({ packet: 4 * times });
    expect(notes.at(-1)).toMatch(/Packet is set to [\d.]+ k?B\.$/);
    expect(run(taken).status).toBe("finished");
  });

  test.each([
    [1e8, 400e9],
    [400e9, 1e8],
    [1e6, 400e9],
  ])("of links from %s to %s bytes a second flows, in the cycles of its terminals", async (rate, between) => {
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: withRates(rate, between) }));
    expect(taken.technology.values).toMatchObject({ rate });
    expectWording(notes[1], "Fluid flow … 1,500 B");
    expect(run(taken).status).toBe("finished");
  });

  test("sets the cycle by the rate of its terminals; the other links are faster by a factor", async () => {
    const { document: taken, notes } = await importIntoDocument(defaultDocument(), readingWith({ network: withRates(12.5e9, 50e9) }));
    expect(flattenKind(taken.technology)).toEqual({ kind: "own-links", rate: 12.5e9, overhead: 0, latency: 0 });
    expectWording(notes, "run at 12.5 GB/s");
    const clocks = linkClocksOf(taken);
    expect(clocks.map(({ name, perCycle, perPhit }) => [name, perCycle / perPhit])).toEqual([
      ["terminal", 1],
      ["link", 4],
    ]);
  });

  test("keeps the technology that has its rate, and the overhead of packets", async () => {
    const infiniband = documentWithSections({ technology: { kind: "infiniband" } });
    expect((await importIntoDocument(infiniband, readingWith({ network: withRates(2e9, 2e9) }))).document.technology.kind).toBe(
      "infiniband",
    );
    const { technology } = (await importIntoDocument(infiniband, readingWith({ network: withRates(4e9, 4e9) }))).document;
    expect(flattenKind(technology)).toEqual({ kind: "own-links", rate: 4e9, overhead: 30, latency: 0 });
  });

  test("leaves out networks beside and sweeps that do not go with it, and keeps those that do", async () => {
    const compared = documentWithSections({
      topology: { kind: "torus", sizes: [4, 4] },
      beside: [{ topology: { kind: "mesh", sizes: [4, 4] } }, { "workload.load": 0.2 }],
      sweep: [
        {
          path: "topology.sizes",
          values: [
            [4, 4],
            [8, 8],
          ],
        },
      ],
    });
    const { document: taken } = await importIntoDocument(compared, readingWith({ network: twoSwitches }));
    expect(taken.sweep).toEqual([]);
    expect(taken.beside).toHaveLength(2);
  });

  test.each([
    ["tree", { kind: "k-ary-n-tree", k: 4, n: 2 }, "nearest-common-ancestor"],
    ["dragonfly", { kind: "dragonfly" }, "local-global-local"],
  ] as const)("of a known family has the routing of that: %s", async (_, topology, routing) => {
    const { network } = await contentOfDocument(documentWithSections({ topology, technology: { kind: "own-links" } }), "network");
    // In another order, and with one slower link.
    const order = Array.from(network!.nodes.keys()).sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009));
    const links = network!.links.map((link) => ({ ...link, a: order.indexOf(link.a), b: order.indexOf(link.b), rate: 1e9 }));
    const slow = links.findIndex(({ a, b }) => ![a, b].some((n) => network!.nodes[order[n]].isTerminal));
    links[slow] = { ...links[slow], rate: 0.25e9 };
    const { document: taken, recognition } = await importIntoDocument(
      null,
      readingWith({ network: { nodes: order.map((n) => network!.nodes[n]), links } }),
    );
    expect(taken.routing.kind).toBe(routing);
    expect(recognition!.irregularities.map(({ kind, count }) => [kind, count])).toEqual([["slower", 1]]);
    // The slower link is still the same one in the numbering of the document.
    const built = allTopologies.get(taken.topology.kind).build(taken.topology.values);
    const [channel] = recognition!.irregularities[0].channels;
    const names = [built.tail[channel], built.head[channel]].map((node) => built.look?.names.get(node) ?? "");
    const own = [links[slow].a, links[slow].b].map((n) => network!.nodes[order[n]].name ?? "");
    expect(names.toSorted()).toEqual(own.toSorted());
    expect(run(taken).status).toBe("finished");
  });

  test("that lacks terminals is kept to be drawn on, and that is said", async () => {
    const { document: taken, notes } = await importIntoDocument(
      null,
      readingWith({ network: { nodes: twoSwitches.nodes.slice(0, 2), links: [twoSwitches.links[0]] } }),
    );
    expect(taken.topology.kind).toBe("drawn");
    expectWording(notes, "Connect two switches that have terminals");
  });

  thoroughTest("that no routing can carry is refused with what each of them lacks", async () => {
    // A ladder: its longest path needs a channel for each rung, and it has too many paths for a table. A diagonal link in each field
    // prevents a long search for meshes.
    const rungs = 1650;
    const nodes = Array.from({ length: 2 * rungs }, (_, i) => ({ id: `n${i}`, isTerminal: false }));
    const links = Array.from({ length: rungs }, (_, i) => [
      { a: 2 * i, b: 2 * i + 1 },
      ...(i + 1 < rungs
        ? [
            { a: 2 * i, b: 2 * i + 2 },
            { a: 2 * i + 1, b: 2 * i + 3 },
            { a: 2 * i, b: 2 * i + 3 },
          ]
        : []),
    ]).flat();
    const refused = importIntoDocument(null, readingWith({ network: { nodes, links } }));
    await expect(refused).rejects.toThrow(
      /classes of virtual channels; at most 16 are simulated.*\n.*a table of all paths in this network/s,
    );
  });

  test("that is too large to be drawn is refused with its counts", async () => {
    const nodes = Array.from({ length: 5000 }, (_, i) => ({ id: `s${i}`, isTerminal: false }));
    await expect(importIntoDocument(null, readingWith({ network: { nodes, links: [] } }))).rejects.toThrow(
      /topology: the network has 5,000 switches; up to 4,096 can be drawn/,
    );
  });
});

describe("traffic", () => {
  const cellsOf = ({ workload }: Document) => {
    const { cells, pattern } = workload.values as { readonly cells?: string; readonly pattern?: { readonly values: object } };
    return matrixOf(cells ?? (pattern!.values as { readonly cells: string }).cells);
  };

  test("finds its terminals by the names that the network has", async () => {
    const network = await importIntoDocument(null, readingWith({ network: twoSwitches }));
    const { document: taken } = await importIntoDocument(
      network.document,
      readingWith({ traffic: rateTraffic("phits/cycle", [[0, 1, 0.25]], ["d", "a"]) }),
    );
    expect(taken.workload).toMatchObject({ kind: "rates", values: { unit: "phits" } });
    const names = allTopologies.get("drawn").look!(taken.topology.values)!.names;
    const [a, d] = ["a", "d"].map((name) => [...names].find(([, each]) => each === name)![0]);
    expect(cellValue(cellsOf(taken), d, a)).toBe(0.25);
  });

  test("finds them by the switches at which they are alone", async () => {
    const cities = ["Cairo", "Tunis", "Lagos", "Accra"];
    // A triangle with a tail belongs to no family, so its numbers are not replaced by those of a family.
    const odd = (ids: readonly string[]): ReadNetwork => ({
      nodes: ids.map((id) => ({ id, isTerminal: false })),
      links: [
        { a: 0, b: 1 },
        { a: 1, b: 2 },
        { a: 2, b: 0 },
        { a: 2, b: 3 },
      ],
    });
    for (const ids of [cities, ["6272", "6280", "6301", "6400"]]) {
      const network = await importIntoDocument(null, readingWith({ network: odd(ids) }));
      const { document: taken, notes } = await importIntoDocument(
        network.document,
        readingWith({ traffic: rateTraffic("phits/cycle", [[0, 1, 0.25]], [ids[2], ids[1]]) }),
      );
      expect(notes).toEqual([
        expect.stringMatching(/^The traffic names 2 terminals; the network has 4\. 2 send and receive nothing: terminals [\d, to]+\.$/),
      ]);
      const built = allTopologies.get("drawn").build(taken.topology.values);
      const { nodeByNumber } = allTopologies.get("drawn");
      const at = (id: string) => {
        const node =
          ids === cities
            ? [...built.look!.names].find(([, name]) => name === id)![0]
            : nodeByNumber!(taken.topology.values, Number(id), false)!;
        return Array.from({ length: built.terminals }, (_, t) => t).find((t) => built.head[built.firstOut[t]] === node)!;
      };
      expect(cellValue(cellsOf(taken), at(ids[2]), at(ids[1]))).toBe(0.25);
    }
  });

  test("in bytes a second has the unit in which it is short, and links with a rate", async () => {
    const { document: taken, notes } = await importIntoDocument(
      null,
      readingWith({
        traffic: rateTraffic("bytes/s", [
          [0, 1, 1.5e9],
          [2, 1, 2e9],
        ]),
      }),
    );
    expect(taken.workload.values).toMatchObject({ unit: "Gbps" });
    expect(cellValue(cellsOf(taken), 0, 1)).toBe(12);
    // Terminal 1 receives 3.5 GB/s.
    expect(flattenKind(taken.technology)).toMatchObject({ rate: 4e9 });
    expectWording(notes, "4 GB/s");
    const odd = await importIntoDocument(taken, readingWith({ traffic: rateTraffic("bytes/s", [[0, 1, 123_456_789]]) }));
    expect(odd.document.workload.values).toMatchObject({ unit: "MBps" });
    expectWording(odd.notes, "four digits");
    const inPhits = async (value: number) =>
      (await importIntoDocument(null, readingWith({ traffic: rateTraffic("phits/cycle", [[0, 1, value]]) }))).notes;
    expect(await inPhits(0.1235)).not.toContain("Rates are rounded to four digits.");
    expectWording(await inPhits(0.12345), "four digits");
  });

  test("without a unit keeps the load: as a pattern where all send as much, in proportion where they do not", async () => {
    const before = documentWithSections({ workload: { kind: "open-loop", load: 0.3 } });
    const even = await importIntoDocument(
      before,
      readingWith({
        traffic: rateTraffic("share", [
          [0, 1, 2],
          [1, 2, 1],
          [1, 0, 1],
        ]),
      }),
    );
    expect(even.document.workload).toMatchObject({ kind: "open-loop", values: { load: 0.3, pattern: { kind: "matrix" } } });
    expectWording(even.notes[1], "2 … 0.3 phits/cycle … 1 … 0.15 phits/cycle");
    const uneven = await importIntoDocument(
      before,
      readingWith({
        traffic: rateTraffic("share", [
          [0, 1, 4],
          [1, 2, 1],
        ]),
      }),
    );
    expect([cellValue(cellsOf(uneven.document), 0, 1), cellValue(cellsOf(uneven.document), 1, 2)]).toEqual([0.3, 0.075]);
    expectWording(uneven.notes[1], "0.075 … 4 … 0.3 phits/cycle");
    const inSeconds = documentWithSections({
      workload: { kind: "open-loop", load: 0.5 },
      technology: { kind: "own-links", rate: "1 GB/s" },
    });
    const tiny = await importIntoDocument(
      inSeconds,
      readingWith({
        traffic: rateTraffic("share", [
          [0, 1, 4e10],
          [1, 2, 4e10],
          [2, 1, 2e10],
          [2, 0, 2e10],
        ]),
      }),
    );
    expectWording(tiny.notes[1], "0.01 … 400,000,000 … 0.5 phits/cycle … 1 … 0.00000000125 phits/cycle … 1.25 B/s");
    expect(cellValue(cellsOf(tiny.document), 2, 0)).toBe(2e8);
  });

  const anyTable = fc.integer({ min: 2, max: 12 }).chain((names) =>
    fc.record({
      names: fc.constant(names),
      terminals: fc.integer({ min: names, max: 16 }),
      scale: fc.constantFrom(1e-7, 1e-3, 1, 1, 1e4, 1e11),
      isEven: fc.boolean(),
      cells: fc.array(fc.tuple(fc.nat(names - 1), fc.nat(names - 1), fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 30 }),
    }),
  );
  test("without a unit says the factor of its values, and names each terminal that sends and receives nothing", async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async ({ names, terminals, scale, isEven, cells }) => {
        const once = new Map(cells.filter(([s, d]) => s !== d).map(([s, d, value]) => [`${s} ${d}`, [s, d, value * scale] as const]));
        const sums = new Map<number, number>();
        for (const [s, , value] of once.values()) sums.set(s, (sums.get(s) ?? 0) + value);
        fc.pre(sums.size > 0);
        const table = [...once.values()].map(([s, d, value]) => [s, d, isEven ? (value / sums.get(s)!) * 100 * scale : value] as const);
        const before = documentWithSections({ topology: { kind: "single-switch", terminals }, workload: { kind: "open-loop", load: 0.4 } });
        const traffic = rateTraffic("share", table, Array.from({ length: names }, (_, i) => String(i))); // prettier-ignore
        const { document: taken, notes } = await importIntoDocument(before, readingWith({ traffic }));
        const matrix = cellsOf(taken);
        const factor = /multiplied by ([\d.,]+)/.exec(notes.join(" "))?.[1].replaceAll(",", "") ?? "1";
        for (const [s, d, value] of table) expect(cellValue(matrix, s, d) / (value * Number(factor))).toBeCloseTo(1, 2);
        const active = new Set(table.flatMap(([s, d]) => [s, d]));
        const silent = Array.from({ length: terminals }, (_, t) => t).filter((t) => !active.has(t));
        const sentence = notes.find((each) => /nothing: terminals? /.test(each));
        expect(sentence === undefined).toBe(silent.length === 0);
        if (silent.length === 0) return;
        const [, count, list, more] = /(\d+) sends? and receives? nothing: terminals? ([\d, to]+?)(?: and (\d+) more)?\.$/.exec(sentence!)!;
        const named = list.split(", ").flatMap((part) => {
          const [from, to = from] = part.split(" to ").map(Number);
          return Array.from({ length: to - from + 1 }, (_, i) => from + i);
        });
        expect(Number(count)).toBe(silent.length);
        expect(named.length + Number(more ?? 0)).toBe(silent.length);
        expect(named).toEqual(silent.slice(0, named.length));
        expect(sentence!.startsWith(`The traffic names ${names} terminals; the network has ${terminals}.`)).toBe(names < terminals);
      }),
      { numRuns: cases(30) },
    );
  });

  test("has the network enlarged that is too small for it; one that was read is not", async () => {
    const many = Array.from({ length: 100 }, (_, i) => String(i));
    const traffic = rateTraffic("phits/cycle", [[0, 99, 0.1]], many);
    const { document: taken, notes } = await importIntoDocument(
      documentWithSections({ topology: { kind: "torus", sizes: [4, 4] } }),
      readingWith({ traffic }),
    );
    expect(taken.topology).toMatchObject({ kind: "torus" });
    expectWording(notes[0], "needs 100 terminals … from 16 to 1");
    const network = await importIntoDocument(null, readingWith({ network: twoSwitches }));
    await expect(importIntoDocument(network.document, readingWith({ traffic }))).rejects.toThrow(
      "topology: the traffic needs 100 terminals; the network has 4. Open a network of 100 terminals first.",
    );
  });

  test("of messages goes by its times: in cycles, or in seconds by the clock", async () => {
    const list = [
      { source: 0, destination: 1, bytes: 100, time: 4e-6 },
      { source: 1, destination: 1, bytes: 5, time: 0 },
    ];
    const timed: ReadTraffic = { is: "messages", names: ["0", "1"], list, timeIn: "seconds" };
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ traffic: timed }));
    // At 1 GB/s a cycle is 4 ns.
    expect(taken.workload.values).toEqual({ list: [{ source: 0, destination: 1, bytes: 100, time: 1000 }] });
    expectWording(notes, "1 message");
    const many: ReadTraffic = { is: "messages", names: ["0", "1"], list: Array.from({ length: 666_667 }, () => list[0]), timeIn: "cycles" };
    await expect(importIntoDocument(null, readingWith({ traffic: many }))).rejects.toThrow(
      "there are 666,667 messages; at most 666,666 can be simulated.",
    );
  });

  test("of messages that are later than a list has cycles is a trace, and flows", async () => {
    const late: ReadTraffic = {
      is: "messages",
      names: ["a", "b"],
      list: [{ source: 0, destination: 1, bytes: 64, time: 0 }, { source: 1, destination: 0, bytes: 64, time: 20 }], // prettier-ignore
      timeIn: "seconds",
    };
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ network: withRates(1e9, 1e9), traffic: late }));
    expectWording(notes, "10,000 messages … first 1,000,000,000 cycles … These 2 … trace");
    expect(taken).toMatchObject({ workload: { kind: "trace" }, flowControl: { kind: "fluid" } });
    // 20 s in cycles of 4 ns.
    expect(run(taken).makespan! / 5e9).toBeCloseTo(1, 6);
  });

  thoroughTest("of more messages than a list has is a trace that waits for their times", async () => {
    const list = Array.from({ length: 10_001 }, (_, i) => ({ source: i % 3, destination: (i + 1) % 3, bytes: 8, time: i * 1e-7 }));
    const timed: ReadTraffic = { is: "messages", names: ["0", "1", "2"], list, timeIn: "seconds" };
    const { document: taken, notes } = await importIntoDocument(null, readingWith({ traffic: timed }));
    expectWording(notes.slice(2), "10,000 messages … 10,001 … trace");
    expect(taken.workload.kind).toBe("trace");
    // The last message is sent after 1 ms, which is 250,000 cycles of 4 ns, and takes some further cycles.
    const { status, makespan } = run(taken);
    expect(status).toBe("finished");
    expect(makespan).toBeGreaterThan(250_000);
    expect(makespan).toBeLessThan(250_100);
    const fast = documentWithSections({ technology: { kind: "own-links", rate: "12.5 GB/s" } });
    expectWording((await importIntoDocument(fast, readingWith({ traffic: timed }))).notes.at(-1), "nanoseconds");
  });

  test.each(["virtual-cut-through", "store-and-forward", "wormhole", "circuit", "fluid", "ideal-network"])(
    "of messages is to the cycle the same as a list and as a trace, by %s",
    (kind) => {
      const anyMessage = fc
        .record({ source: fc.nat(8), step: fc.integer({ min: 1, max: 8 }), bytes: fc.integer({ min: 1, max: 500 }), time: fc.nat(300) })
        .map(({ step, ...message }) => ({ ...message, destination: (message.source + step) % 9 }));
      fc.assert(
        fc.property(
          fc.array(anyMessage, { minLength: 1, maxLength: 60 }),
          fc.constantFrom(undefined, "1 GB/s", "3.333 GB/s", "4 GB/s"),
          (list, rate) => {
            const technology = rate === undefined ? {} : { technology: { kind: "own-links", rate } };
            const on = (workload: object) =>
              documentWithSections({ topology: { kind: "torus", sizes: [3, 3] }, flowControl: { kind }, ...technology, workload });
            const listed = on({ kind: "messages", list: list.map((message) => ({ ...message, bytes: `${message.bytes} B` })) });
            const traced = on({
              kind: "trace",
              mapping: { kind: "consecutive" },
              program: writeProgramText(programOfMessages(list, cycleSecondsOf(listed))),
            });
            const [one, other] = [listed, traced].map((each) => run(each));
            expect([other.fingerprint, other.makespan, other.latency]).toEqual([one.fingerprint, one.makespan, one.latency]);
          },
        ),
        { numRuns: cases(25) },
      );
    },
  );

  test("an empty file is refused", async () => {
    await expect(importIntoDocument(null, readingWith({}))).rejects.toThrow(ScenarioError);
    await expect(importIntoDocument(null, readingWith({ refused: "The text is empty." }))).rejects.toThrow("The text is empty.");
  });
});

describe("a program", () => {
  /** Host parameters of a file; they contain the latency. */
  const host = { L: 2500, o: 1500, g: 1000, G: 6, O: 0, S: 65535 };
  /** A cycle is a nanosecond. */
  const technology = { kind: "own-links", rate: "4 GB/s" };
  const nanosecondCycles = documentWithSections({ technology });
  const goal = async (text: string) => readText(text, { format: "goal" });
  const relay = `num_ranks 3
    rank 0 { \n l1: calc 100 \n l2: send 1000b to 1 tag 3 \n l2 requires l1 \n }
    rank 1 { \n l1: recv 1000b from 0 tag 3 \n l2: send 1000b to 2 \n l2 requires l1 \n }
    rank 2 { \n l1: recv 1000b from 1 \n }`.replaceAll("{ \n", "{\n");

  test("becomes a trace, with what a nanosecond is", async () => {
    const { document: taken, notes } = await importIntoDocument(null, await goal(relay));
    expect(taken.workload.kind).toBe("trace");
    const mappingNote = "Its ranks are mapped to 3 terminals in the middle of 64. The mapping can be changed.";
    const hostsNote = "The file has no host parameters: terminals are ideal, and sending or receiving takes a rank no time.";
    const assumed = "The file has no rate of links: links of 400 Gb/s (50 GB/s) and 2 µs of latency per message are assumed.";
    expect(notes).toEqual([assumed, mappingNote, hostsNote]);
    expect(taken.technology.values).toEqual({ rate: 50e9, overhead: 0, latency: 2 });
    // 100 ns, then two messages of 2 µs and 1,000 B, whose 16 packets of 64 B take 16 cycles of 80 ps each.
    expect(run(taken).makespan! * 0.08).toBeCloseTo(100 + 2 * (2000 + 16 * 16 * 0.08), -1);
    const { document: own } = await importIntoDocument(null, {
      ...(await goal(relay)),
      program: { ...(await goal(relay)).program!, host },
    });
    expect(own.technology.values).toEqual({ rate: 50e9, overhead: 0, latency: 0 });
    const timed = await importIntoDocument(documentWithSections({ technology: { kind: "infiniband" } }), await goal(relay));
    expect(timed.notes).toEqual([mappingNote, hostsNote]);
    const onLogGOPS = documentWithSections({
      technology: { kind: "infiniband" },
      flowControl: { kind: "ideal-network" },
      host: { kind: "loggops", o: "1 us" },
    });
    expect((await importIntoDocument(onLogGOPS, await goal(relay))).notes).toEqual([mappingNote]);
    const odd = await importIntoDocument(
      documentWithSections({ technology: { kind: "infiniband" } }),
      await goal(relay.replace("calc 100", "calc 101")),
    );
    expect(odd.notes).toEqual([mappingNote, hostsNote, "Compute times are rounded to whole cycles of 2 ns."]);
  });

  test("flows where its computing takes longer than cycles are counted, in whatever order it waits; else packets move", async () => {
    // Two ranks that compute in sequence, or in parallel.
    const inTurn = (nanoseconds: number) => `num_ranks 2
rank 0 {
l1: calc ${nanoseconds}
l2: send 8b to 1 tag 1
l2 requires l1
}
rank 1 {
l1: recv 8b from 0 tag 1
l2: calc ${nanoseconds}
l2 requires l1
}`;
    const atOnce = (nanoseconds: number) =>
      inTurn(nanoseconds)
        .replace("l2: calc", "l3: calc")
        .replace(/l2 requires l1\n\}$/, "}");
    const documentOfTrace = async (text: string, before = nanosecondCycles) => {
      const { document: taken, notes } = await importIntoDocument(before, await goal(text));
      const isSaid = notes.includes("The trace takes more cycles than can be simulated packet by packet. Fluid flow is used.");
      expect(isSaid).toBe(taken.flowControl.kind === "fluid");
      return taken;
    };
    for (const text of [inTurn(3e9), inTurn(1.5e9), atOnce(3e9)]) {
      const taken = await documentOfTrace(text);
      expect(taken.flowControl.kind).toBe("fluid");
      expect(run(taken)).toMatchObject({ status: "finished" });
    }
    expect(run(await documentOfTrace(inTurn(3e9))).makespan! / 6e9).toBeCloseTo(1, 6);
    for (const text of [inTurn(9e8), atOnce(1.5e9)]) expect((await documentOfTrace(text)).flowControl.kind).toBe("virtual-cut-through");
    // With a cycle of 4 ps, 10 ms exceed the limit as well.
    const fast = documentWithSections({ technology: { kind: "own-links", rate: "1000 GB/s" } });
    expect(run(await documentOfTrace(inTurn(1e7), fast)).status).toBe("finished");
    expect((await documentOfTrace(inTurn(1e7), documentWithSections({}))).flowControl.kind).toBe("virtual-cut-through");
  });

  test("computes for the nearest cycles, halves up", () => {
    for (const rate of [125e6, 1e9, 2e9, 3.125e9, 6.82e9, 50e9, 7_812_500]) {
      for (let nanoseconds = 0; nanoseconds < 3000; nanoseconds += isThorough ? 1 : 23) {
        const [twice, all] = [2n * BigInt(nanoseconds) * BigInt(rate), 4_000_000_000n];
        expect(cyclesOfNanoseconds(nanoseconds, 4 / rate)).toBe(Number((twice + all) / (2n * all)));
      }
    }
  });

  test("has the network enlarged that has too few terminals", async () => {
    const { document: taken, notes } = await importIntoDocument(
      documentWithSections({ topology: { kind: "torus", sizes: [2] } }),
      await goal(relay),
    );
    expectWording(notes[0], "needs 3 terminals … 2 … 3");
    expect(run(taken).status).toBe("finished");
  });

  test("flows where its messages are too long to go as packets, and that is said", async () => {
    const { document: taken, notes } = await importIntoDocument(null, await goal(relay.replaceAll("1000b", "2000000b")));
    expect(taken.flowControl.kind).toBe("fluid");
    expectWording(notes.at(-1), "Fluid flow");
  });

  test.each(["virtual-cut-through", "fluid"])(
    "of the shelf goes out as GOAL and comes in, and takes as long with %s",
    async (flowControl) => {
      const on = (kind: string) =>
        documentWithSections({
          topology: { kind: "torus", sizes: [4, 4] },
          technology,
          flowControl: { kind: flowControl },
          workload: { kind },
        });
      for (const kind of ["wavefront", "butterfly-exchange", "broadcast", "all-to-all", "binary-tree"]) {
        const before = on(kind);
        const text = await writeText("goal", await contentOfDocument(before, "program"));
        const { document: taken } = await importIntoDocument(before, await goal(text));
        expect([kind, run(taken).makespan]).toEqual([kind, run(before).makespan]);
      }
    },
  );

  test("of cycles that are shorter than a nanosecond goes out rounded, and that is said", async () => {
    const at = async (rate: string) =>
      (
        await contentOfDocument(
          documentWithSections({ technology: { kind: "own-links", rate }, workload: { kind: "matrix-multiplication", rate: 3 } }),
          "program",
        )
      ).losses;
    expectWording(await at("50 GB/s"), "nanoseconds");
    expect(await at("4 GB/s")).not.toContain("Compute times are rounded to nanoseconds.");
  });

  test("that all hear at once is refused", async () => {
    const bus = documentWithSections({
      topology: { kind: "shared-bus" },
      flowControl: { kind: "fluid" },
      workload: { kind: "broadcast", broadcast: "medium" },
    });
    await expect(contentOfDocument(bus, "program")).rejects.toThrow("workload: its ranks broadcast on a shared medium");
  });

  test("with barriers is refused", async () => {
    const transpose = documentWithSections({ topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "matrix-transpose" } });
    await expect(contentOfDocument(transpose, "program")).rejects.toThrow("workload: its ranks wait at barriers");
  });
});

test("rates are no list of messages, and the other way round", async () => {
  const [uniform, listed] = [documentWithSections({}), documentWithSections({ workload: { kind: "messages" } })];
  await expect(contentOfDocument(uniform, "traffic").then((what) => writeText("messages", what))).rejects.toThrow(
    "consists of rates, not of messages",
  );
  await expect(contentOfDocument(listed, "traffic").then((what) => writeText("traffic-matrix", what))).rejects.toThrow(
    "consists of messages, not of rates",
  );
});

test("what is painted goes out as a matrix and comes in as it was", async () => {
  for (const unit of ["phits", "Gbps"]) {
    const before = documentWithSections({
      topology: { kind: "torus", sizes: [4] },
      technology: { kind: "infiniband" },
      workload: { kind: "rates", unit },
    });
    const text = await writeText("traffic-matrix", await contentOfDocument(before, "traffic"));
    const { document: taken } = await importIntoDocument(before, await readText(text));
    const [was, is] = [before, taken].map((each) => matrixOf((each.workload.values as { readonly cells: string }).cells));
    // 2 GB/s are 16 Gb/s.
    const factor = unit === "phits" ? 16 : 1;
    expect(Array.from(is.value)).toEqual(Array.from(was.value, (each) => each * factor));
  }
});

test("names of runs have the hash of a long text in its place", async () => {
  const [one, other] = [8, 9].map((bytes) => documentWithSections({ workload: { kind: "trace", program: sendProgramText(bytes) } }));
  expect(scenarioHash(one)).not.toBe(scenarioHash(other));
  expect(scenarioHash(one)).toBe(scenarioHash(documentWithSections({ workload: { kind: "trace", program: sendProgramText(8) } })));
  expect((withoutAppearance(one).workload.values as { readonly program: string }).program).toMatch(/^[0-9a-f]{16}$/);
  const compared = (program: string) =>
    documentWithSections({ workload: { kind: "trace", program: sendProgramText(8) }, beside: [{ "workload.program": program }] });
  expect(documentHash(compared(sendProgramText(9)))).not.toBe(documentHash(compared(sendProgramText(10))));
});

/** The text of a program of two ranks, in which one sends to the other. */
function sendProgramText(bytes: number): string {
  return writeProgramText({
    ranks: 2,
    first: Int32Array.of(0, 1, 2),
    code: Uint8Array.of(0, 1),
    peer: Int32Array.of(1, 0),
    amount: Float64Array.of(bytes, bytes),
    tag: new Int32Array(2),
    cpu: new Uint8Array(2),
    nic: new Uint8Array(2),
    firstDependency: new Int32Array(3),
    dependencies: new Int32Array(0),
  });
}

describe("names of traffic", () => {
  const ends = (names: readonly string[], terminals: number, known: readonly string[] = []) => {
    const { terminal, needed, guesses } = terminalsByName(names, terminals, (t) => known[t]);
    return { terminal: [...terminal], needed, said: guesses };
  };

  test("are those of terminals, whatever their case; strangers are left out", () => {
    expect(ends(["B", "a", "x"], 3, ["a", "b", "c"])).toEqual({
      terminal: [1, 0, -1],
      needed: 3,
      said: ['Left out: traffic from and to "x", which the network does not have.'],
    });
  });

  test("are numbers from 0, or from 1 where the last is the number of terminals", () => {
    expect(ends(["0", "2"], 4)).toMatchObject({ terminal: [0, 2], needed: 3, said: [] });
    expect(ends(["1", "2", "3", "4"], 4)).toMatchObject({ terminal: [0, 1, 2, 3], said: ['"1" is read as terminal 0.'] });
    expect(ends(["1", "2", "3", "4"], 8)).toMatchObject({ terminal: [1, 2, 3, 4], needed: 5 });
  });

  test("end in numbers, or stand in an order", () => {
    expect(ends(["node07", "node05", "node06"], 4)).toMatchObject({ terminal: [2, 0, 1], needed: 3 });
    expect(ends(["n1", "n900"], 4)).toMatchObject({ terminal: [0, 1], needed: 2 });
    expect(ends(["rome", "oslo"], 4)).toMatchObject({ terminal: [0, 1], said: [expect.stringContaining('"rome" is terminal 0')] });
  });
});

test("whatever is read runs, or is refused with a sentence", async () => {
  const before = [
    null,
    documentWithSections({ topology: { kind: "torus", sizes: [4, 4] }, routing: { kind: "valiant" }, flowControl: { kind: "wormhole" } }),
  ];
  const anyNetwork = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.record({
      nodes: fc
        .array(fc.boolean(), { minLength: count, maxLength: count })
        .map((all) => all.map((isTerminal, i) => ({ id: `n${i}`, isTerminal }))),
      links: fc.array(fc.record({ a: fc.nat(count - 1), b: fc.nat(count - 1), rate: fc.constantFrom(1, 1e3, 1e9, 12.5e9, 1e14) }), {
        maxLength: 24,
      }),
    }),
  );
  const anyCells = fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom(0, 1e-9, 0.5, 3, 1e12)), { maxLength: 8 });
  const anyReading = fc.record({
    network: fc.option(anyNetwork, { nil: undefined }),
    cells: fc.option(anyCells, { nil: undefined }),
    unit: fc.constantFrom("share", "bytes/s", "phits/cycle"),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...before), anyReading, async (given, { network, cells, unit }) => {
      const traffic = cells === undefined ? {} : { traffic: rateTraffic(unit, cells, ["0", "1", "2", "3", "4", "5"]) };
      try {
        const { document: taken } = await importIntoDocument(
          given,
          readingWith({ ...(network === undefined ? {} : { network }), ...traffic }),
        );
        if (activeTerminals(topologyFacts(taken.topology)) > 1) compile(taken);
        expect(parseDocument(writeDocument(taken))).toEqual(taken);
      } catch (fault) {
        if (!(fault instanceof ScenarioError)) throw fault;
      }
    }),
    { numRuns: cases(75) },
  );
});

test("a text of any format becomes a document that can be run or drawn on; counters become none", async () => {
  for (const [id, texts] of Object.entries(samples))
    for (const text of texts) {
      const read = await readText(text, { format: id });
      const taken = importIntoDocument(null, read);
      if (id === "counters") await expect(taken).rejects.toThrow("the file has neither a network nor traffic.");
      else expect(parseDocument(writeDocument((await taken).document))).toEqual((await taken).document);
    }
});

describe("files one after the other, beside any document", async () => {
  const read = (
    await Promise.all(Object.entries(samples).flatMap(([id, texts]) => texts.map((text) => readText(text, { format: id }))))
  ).filter(({ counters, document: own }) => counters === undefined && own === undefined);
  const networks = read.filter(({ network }) => network !== undefined);
  const traffics = read.filter(({ traffic, program }) => traffic !== undefined || program !== undefined);
  const torus = { kind: "torus", sizes: [4, 4] };
  const infiniband = { technology: { kind: "infiniband" } };
  const allToAll = { kind: "all-to-all", message: "4 KiB" };
  const given = {
    none: null,
    compared: documentWithSections({
      topology: torus,
      beside: [{ topology: { kind: "mesh", sizes: [4, 4] } }, { flowControl: { kind: "fluid" } }],
    }),
    swept: documentWithSections({
      topology: torus,
      sweep: [
        {
          path: "topology.sizes",
          values: [
            [4, 4],
            [8, 8],
          ],
        },
        { path: "workload.load", values: [0.1, 0.5] },
      ],
      seeds: 2,
    }),
    jobs: documentWithSections({ topology: torus, workload: { kind: "jobs" } }),
    painted: documentWithSections({ topology: torus, ...infiniband, workload: { kind: "rates", unit: "Gbps" } }),
    drawn: documentWithDrawings(
      documentWithSections({ topology: { kind: "dragonfly" }, routing: { kind: "valiant" }, flowControl: { kind: "wormhole" } }),
    ),
    hosts: documentWithSections({
      topology: torus,
      ...infiniband,
      flowControl: { kind: "fluid" },
      host: { kind: "loggops" },
      workload: allToAll,
    }),
    circuits: documentWithSections({ topology: torus, flowControl: { kind: "circuit" }, workload: allToAll }),
  };

  test.each(Object.entries(given))("%s: all of it runs, or a sentence says why not", async (_, before) => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(undefined, ...networks), fc.constantFrom(...traffics), async (one, other) => {
        try {
          const { traffic: _traffic, program: _program, ...network } = one ?? readingWith({});
          const first = one === undefined ? before : (await importIntoDocument(before, network)).document;
          const { document: now } = await importIntoDocument(first, other);
          for (const { scenario } of cellsOf(now)) compile(scenario);
          expect(parseDocument(writeDocument(now))).toEqual(now);
          taken++;
        } catch (fault) {
          if (!(fault instanceof ScenarioError)) throw fault;
          expect(fault.message).toMatch(/\.$/);
        }
      }),
      { numRuns: cases(120) },
    );
    // Small networks have too few terminals for most traffic.
    expect(taken).toBeGreaterThan(10);
  });
});
