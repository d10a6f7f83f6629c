/** The sentence that describes a document, with its editable words. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { groupPunctuation } from "../../src/app/workbench/sentence/group-punctuation.ts";
import { sectionSentence } from "../../src/app/workbench/sentence/section.ts";
import { documentSentence, segmentsAsText, sentenceOf } from "../../src/words/sentence.ts";
import { networkNamesOf } from "../../src/words/networks.ts";
import { entryTitleAt } from "../../src/words/params.ts";
import { sayChange } from "../../src/words/change.ts";
import { emptyDrawing, terminalEnd } from "../../src/core/network/drawing/drawing.ts";
import { withName, withLink, withoutSwitches, withSwitch, withTerminals } from "../../src/core/network/drawing/edit.ts";
import { writeDrawing } from "../../src/core/network/drawing/texts.ts";
import { singleLinkName } from "../../src/core/scenario/edits/link-speeds.ts";
import { cases } from "../effort.ts";
import { defaultDocument, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { scenarioVersion } from "../../src/core/scenario/migrate.ts";
import { scenarioParams } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { expectWording } from "../wording/wording.ts";

/** A document of the current version. */
const currentDocument = (parts: unknown) => parseDocument({ version: scenarioVersion, ...(parts as object) });

test("the default scenario reads as one sentence", () => {
  expectWording(
    segmentsAsText(sentenceOf(defaultDocument())),
    "thin tree … k = 4 down … k′ = 2 … 3 levels … virtual cut-through … 4-packet queues … perfect shuffle … load 0.45",
  );
});

test("the words that are controls carry path, text, and what is underlined with them", () => {
  const words = sentenceOf(defaultDocument()).filter((each) => "path" in each);
  expect(words.map((each) => [each.type, each.path.join("."), each.text])).toEqual([
    ["choice", "topology", "thin tree"],
    ["number", "topology.k", "4"],
    ["number", "topology.kUp", "2"],
    ["number", "topology.n", "3"],
    ["choice", "flowControl", "virtual cut-through"],
    ["number", "flowControl.queue", "4"],
    ["choice", "workload.pattern", "perfect shuffle"],
    ["choice", "workload", "traffic"],
    ["number", "workload.load", "0.45"],
  ]);
  const [levels, load] = words.filter((each) => each.type === "number" && ["n", "load"].includes(each.path[1]));
  expect(levels).toMatchObject({ lead: "", symbol: "", tail: " levels" });
  expect(load).toMatchObject({ lead: "load ", symbol: "", tail: "" });
});

test("one of something is singular", () => {
  expect(segmentsAsText(sentenceOf(currentDocument({ topology: { kind: "thin-tree", n: 1 } })))).toContain("and 1 level, ");
});

test("each value of a list is a separate control", () => {
  const sentence = sentenceOf(currentDocument({ topology: { kind: "torus", sizes: [4, 8, 2] } }));
  expect(segmentsAsText(sentence)).toMatch(/^A torus of 4 × 8 × 2 switches, /);
  expect(
    sentence.filter((each) => each.type === "number" && each.path[1] === "sizes").map((each) => each.type === "number" && each.path[2]),
  ).toEqual(["0", "1", "2"]);
});

test("a list of records is named by its length and opens as a form", () => {
  const sentence = sentenceOf(currentDocument({ workload: { kind: "messages", list: [{}, { source: 2 }] } }));
  expect(segmentsAsText(sentence)).toMatch(/carries 2 messages\.$/);
  expect(sentence.find((each) => each.type === "form")).toMatchObject({ path: ["workload", "list"], text: "2 messages" });
});

test("every kind of topology reads as a sentence that begins with a capital, with all its placeholders filled", () => {
  for (const { id, examples } of allTopologies.kinds) {
    for (const example of examples) {
      const sentence = segmentsAsText(
        sentenceOf(currentDocument({ topology: { kind: id, ...example }, workload: { kind: "open-loop", pattern: { kind: "uniform" } } })),
      );
      expect(sentence).toMatch(/^[A-Z][^{}]*\.$/);
      expect(sentence).not.toContain("undefined");
    }
  }
});

test.each([
  [{ kind: "shift" }, "carries traffic of a shift by 1 at load 0.45."],
  [{ kind: "mixture" }, "carries traffic of a mixture of 2 patterns at load 0.45."],
  [{ kind: "random-permutation" }, "carries traffic of a random permutation (seed 1) at load 0.45."],
  [{ kind: "tornado" }, "carries tornado traffic at load 0.45."],
])("a pattern with an article follows the noun: %j", (pattern, end) => {
  expect(segmentsAsText(sentenceOf(currentDocument({ workload: { kind: "open-loop", pattern } })))).toContain(end);
});

test("a small number is not written as zero", () => {
  const modules = { kind: "modular-switch", intake: 0.001 };
  expect(segmentsAsText(sentenceOf(currentDocument({ topology: modules })))).toContain("intake 0.001");
});

test("a kind inside a kind is a separate choice, with its parameters", () => {
  const uniform = { kind: "open-loop", pattern: "uniform" };
  const sentence = sentenceOf(
    currentDocument({ topology: { kind: "faulty", of: { kind: "torus", sizes: [4, 4], terminalsPerSwitch: 2 } }, workload: uniform }),
  );
  expectWording(segmentsAsText(sentence), "torus … 4 … 4 switches … 4 links");
  const paths = sentence.flatMap((each) => ("path" in each ? [each.path.join(".")] : []));
  expect(paths).toEqual(expect.arrayContaining(["topology", "topology.of", "topology.of.sizes.0", "topology.links"]));
});

test("a list that is named by its length needs no label", () => {
  const graph = { kind: "graph", switches: 2, links: [{ a: 0, b: 1 }] };
  expect(segmentsAsText(sentenceOf(currentDocument({ topology: graph, workload: { kind: "open-loop", pattern: "uniform" } })))).toMatch(
    /, with 1 link\.$/,
  );
});

test("every section of the drawer has a sentence", () => {
  for (const section of Object.keys(scenarioParams)) {
    expect(segmentsAsText(sectionSentence(defaultDocument(), section))).toMatch(/\.$/);
  }
  expectWording(segmentsAsText(sectionSentence(defaultDocument(), "run")), "2 000 cycles … 10 000 cycles … 4 000 cycles");
});

test("punctuation stays with its word", () => {
  const groups = groupPunctuation(sentenceOf(currentDocument({ workload: { kind: "open-loop", pattern: { kind: "hot-spot" } } })));
  const words = groups.filter((each) => each.segment.type !== "text");
  expect(words.find((each) => each.segment.type === "number" && each.segment.path.at(-1) === "n")?.trailingPunctuation).toBe(",");
  expect(words.find((each) => each.segment.type === "number" && each.segment.path.at(-1) === "share")?.leadingPunctuation).toBe("(");
  expect(words.find((each) => each.segment.type === "number" && each.segment.path.at(-1) === "terminal")?.trailingPunctuation).toBe(")");
  expect(words.at(-1)?.trailingPunctuation).toBe(".");
  const text = groups
    .map(({ leadingPunctuation, segment, trailingPunctuation }) => leadingPunctuation + segmentsAsText([segment]) + trailingPunctuation)
    .join("");
  expect(text).toBe(
    segmentsAsText(
      groups.flatMap(({ leadingPunctuation, segment, trailingPunctuation }) => [
        { type: "text", text: leadingPunctuation } as const,
        segment,
        { type: "text", text: trailingPunctuation } as const,
      ]),
    ),
  );
});

describe("technology and hosts", () => {
  test.each([
    [{ technology: "gigabit-ethernet" }, ", over Gigabit Ethernet links of 125 MB/s."],
    [{ technology: { kind: "own-links", rate: "1.25 GB/s", overhead: "58 B" } }, ", over links of 1.25 GB/s, 58 B of overhead per packet."],
    [{ technology: "gigabit-ethernet", topology: { kind: "torus" }, seed: 7 }, ", over Gigabit Ethernet links of 125 MB/s, with seed 7."],
  ])("%j", (more, expectedText) => {
    expect(segmentsAsText(sentenceOf(currentDocument(more))).endsWith(expectedText)).toBe(true);
  });

  test("hosts say what their ports carry", () => {
    const fluid = { kind: "fluid" };
    const section = (host: object) =>
      segmentsAsText(sectionSentence(currentDocument({ host: { kind: "limited-ports", ...host }, flowControl: fluid }), "host"));
    expectWording(section({ bothWays: "210.3 MB/s" }), "Limited ports … 210.3 MB/s");
    expectWording(section({ oneWay: "335 MB/s" }), "Limited ports … 335 MB/s");
  });

  test.each([
    ["64 kB", "an eager limit of 64 kB"],
    ["0 B", "rendezvous for every message"],
  ])("an eager limit of %s reads %s", (eager, expectedText) => {
    const port = { kind: "limited-ports", bothWays: "200 MB/s", eager };
    const adapter = { kind: "loggops", L: 2500, G: 1.5, S: eager };
    expectWording(
      segmentsAsText(
        sectionSentence(currentDocument({ host: port, flowControl: { kind: "fluid" }, workload: { kind: "all-to-all" } }), "host"),
      ),
      `Limited ports … 200 MB/s … ${expectedText}`,
    );
    const ideal = { host: adapter, flowControl: { kind: "ideal-network" }, workload: { kind: "all-to-all" } };
    expectWording(segmentsAsText(sectionSentence(currentDocument(ideal), "host")), `LogGOPS … 2 500 cycles … 1.5 cycles … ${expectedText}`);
  });

  test("no eager limit is called so", () => {
    const variants = { host: { kind: "limited-ports", eager: "0 B" }, beside: [{ "host.eager": "1000 GB" }] };
    expectWording(segmentsAsText(documentSentence(currentDocument(variants))), "no eager limit");
  });

  test("what differs in one of several jobs is said of that job", () => {
    const program = (first: number) => ({ program: { kind: "allreduce", ranks: 4, mapping: { kind: "consecutive", first } } });
    const rails = (job: number) => ({ [`workload.jobs.${job}.program.mapping`]: { kind: "by-rail", first: 4 * job } });
    const workload = { kind: "programs", jobs: [program(0), program(4)] };
    const sentenceBeside = (beside: object) =>
      segmentsAsText(documentSentence(currentDocument({ flowControl: { kind: "fluid" }, workload, beside: [beside] })));
    expectWording(sentenceBeside({ ...rails(0), ...rails(1) }), "job A: mapping by rail … job B: mapping by rail … position 4");
    expectWording(sentenceBeside(rails(1)), "job B: mapping by rail … position 4");
  });

  test("a choice is written in its own words", () => {
    const routing = { kind: "ugal", over: "switch", candidates: 4, queues: "global" };
    expectWording(
      segmentsAsText(sectionSentence(currentDocument({ topology: { kind: "dragonfly" }, routing }), "routing")),
      "UGAL … 4 candidates … global queues … switch",
    );
    expectWording(
      segmentsAsText(sectionSentence(currentDocument({ flowControl: { kind: "fluid", ways: "one" } }), "flowControl")),
      "Fluid flow … one path",
    );
  });
});

describe("networks beside the first", () => {
  test("say of a kind what its phrase leaves out and the first has not", () => {
    const workload = { kind: "matrix-transpose", rows: 64, algorithm: "one-step" };
    const document = currentDocument({
      topology: "modular-switch",
      workload,
      beside: [
        { workload: { ...workload, mapping: "mirror-pairs" } },
        { workload: { ...workload, algorithm: "fused", chunks: 64 } },
        { topology: { kind: "modular-switch", intake: 6 } },
      ],
    });
    const sentenceText = segmentsAsText(documentSentence(document));
    expect(sentenceText).toMatch(
      /, compared with B: a matrix transpose of M = 64 rows at half duplex in one step, mirror pairs in 4 groups/,
    );
    expect(sentenceText).toMatch(/, and C: a matrix transpose of M = 64 rows at half duplex in fused steps, 64 chunks/);
    expectWording(sentenceText, "modular switch … intake 6.00 phits/cycle");
  });
});

describe("what the phrases leave out", () => {
  const sentenceTextOf = (document: unknown) => segmentsAsText(sentenceOf(currentDocument(document)));

  it("says of a run that ends as soon as its means are known how long it may go on at most", () => {
    const run = { warmUp: 20_000, window: 100_000, precision: 2 };
    expectWording(sentenceTextOf({ run }), "20 000 cycles … 100 000 cycles … ± 2 %");
    expectWording(sentenceTextOf({ run: { precision: 0.5 } }), "± 0.5 %");
    expectWording(sentenceTextOf({ run: { ...run, precision: 0 } }), "20 000 cycles … 100 000 cycles");
    const document = currentDocument({
      run: { precision: 2 },
      beside: [{ "run.window": 500 }],
      sweep: [{ path: "run.warmUp", values: [0, 100] }],
    });
    expect(segmentsAsText(documentSentence(document))).toMatch(
      /, compared with B: .*at most 500 cycles measured, with at most 0 and 100 cycles of warm-up/,
    );
    expectWording(
      segmentsAsText(sectionSentence(currentDocument({ run: { precision: 2.5 } }), "run")),
      "2 000 cycles … 10 000 cycles … 4 000 cycles … ± 2.5 %",
    );
  });

  it("is named at the end when it is not at its default", () => {
    expectWording(
      sentenceTextOf({ topology: "torus", routing: { kind: "dimension-order", channelClasses: "none" }, seed: 7 }),
      "load 0.45 … dateline … seed 7",
    );
    expectWording(
      sentenceTextOf({ flowControl: { kind: "virtual-cut-through", packet: "32 B" }, run: { window: 500 } }),
      "32 B … 500 cycles",
    );
  });

  it("is not named when it is", () => {
    expect(sentenceTextOf({ topology: "torus" })).toMatch(/at load 0\.45\.$/);
  });
});

describe("I/O traffic", () => {
  const topology = "k-ary-n-tree";
  const end = (workload: unknown) => segmentsAsText(sentenceOf(currentDocument({ topology, workload }))).split(" carries ")[1];

  it("says who uses which servers, and whose the places are", () => {
    const servers = { servers: 8, serverMapping: { kind: "consecutive", first: 56 } };
    expectWording(end({ kind: "io", ...servers }), "I/O … 8 servers … load 0.30 … position 56");
    expectWording(
      end({ kind: "io", ranks: 8, mapping: { kind: "consecutive", first: 8 }, access: "deterministic", writes: 0.5 }),
      "I/O … 8 clients … 2 servers … every 2 terminals … load 0.30 … writes 0.50 … position 8",
    );
  });

  it("is named beside other jobs", () => {
    expectWording(end({ kind: "jobs", jobs: [{ ranks: 4 }], io: [{ mapping: { kind: "consecutive", first: 4 } }] }), "1 job … 1 … I/O");
  });
});

test("what is dead is named by its ends, and is no number to drag", () => {
  const sentence = (values: object) =>
    documentSentence(currentDocument({ topology: { kind: "faulty", of: { kind: "torus", sizes: [4, 4] }, links: 0, ...values } }));
  const one = sentence({ deadLinks: [20] });
  expect(segmentsAsText(one)).toMatch(/failed link: switch \(\d, \d\) – (switch \(\d, \d\)|terminal \d+)[,.]/);
  const both = sentence({ deadLinks: [20, 30], deadSwitches: [3, 5] });
  expect(segmentsAsText(both)).toMatch(/failed links: \S+ \S+ \S+ – .* and .* – .*, failed switches: switch \(3, 0\) and switch \(1, 1\)/);
  for (const each of [...one, ...both]) if (each.type === "number") expect(each.path.join(".")).not.toMatch(/dead/);
  // A long list is abbreviated.
  expect(segmentsAsText(sentence({ deadSwitches: [1, 2, 3, 4, 5, 6] }))).toContain(
    "failed switches: switch (1, 0), switch (2, 0) and 4 more",
  );
});

test("networks that differ in what is dead are called by its names", () => {
  const names = networkNamesOf(
    currentDocument({
      topology: { kind: "faulty", of: { kind: "torus", sizes: [4, 4] }, links: 0, deadSwitches: [3] },
      beside: [{ "topology.deadSwitches": [5] }],
    }),
  );
  expect(names).toEqual(["failed switch: switch (3, 0)", "failed switch: switch (1, 1)"]);
});

test("an old document says by which rule its packets choose", () => {
  const sentenceTextOf = (version: number) => segmentsAsText(sentenceOf(parseDocument({ version })));
  expect(sentenceTextOf(2)).toMatch(/at load 0\.45\.$/);
  expectWording(sentenceTextOf(1), "load 0.45 … most credits by queue, ties to the first");
});

test("links and switches are described where they differ from the default, and left out elsewhere", () => {
  const topology = { topology: "dragonfly", workload: { kind: "open-loop", pattern: "uniform" } };
  const links = [
    { class: "global", rate: 2, length: 100 },
    { class: "local", length: 1 },
  ];
  const unlike = currentDocument({ ...topology, links });
  expectWording(segmentsAsText(sentenceOf(unlike)), "local links 1 cycle … global links twice … 100 cycles");
  const rules = { ...unlike.switch, pipeline: 3, queues: "virtual-output" as const };
  expectWording(segmentsAsText(sentenceOf({ ...unlike, links: [], switch: rules })), "3 cycles … virtual output queues");
  expectWording(segmentsAsText(sectionSentence(unlike, "links")), "Local links 1 cycle … global links twice … 100 cycles");
  expect(segmentsAsText(sectionSentence({ ...unlike, links: [] }, "links"))).toBe("The same rate and length for all links.");
  expectWording(segmentsAsText(sectionSentence(unlike, "switch")), "Input queues");
  const sweepDocument = currentDocument({
    ...topology,
    sweep: [{ path: "links.global.length", values: [0, 10] }],
    beside: [{ "links.global.rate": 4 }],
  });
  expectWording(segmentsAsText(documentSentence(sweepDocument)), "global links four times as fast … length of global links 0 … 10");
});

test("of many links with different settings the first are described, and the others counted", () => {
  const links = [0, 1, 2, 3, 4, 5].map((from) => ({ class: `${from}-${from + 1}`, length: `${from + 1} m` }));
  /** The sentence of a chain of seven switches in which the first `count` links have different lengths. */
  const sentenceTextFor = (count: number) =>
    segmentsAsText(
      sentenceOf(
        currentDocument({
          topology: { kind: "graph", switches: 7, links: links.map((_, a) => ({ a, b: a + 1 })) },
          technology: "gigabit-ethernet",
          links: links.slice(0, count),
          routing: "shortest-path",
        }),
      ),
    );
  expect(sentenceTextFor(4)).toContain(
    "link switch 0 – switch 1 1 m long, link switch 1 – switch 2 2 m long, link switch 2 – switch 3 3 m long, link switch 3 – switch 4 4 m long",
  );
  expect(sentenceTextFor(6)).toContain(
    "link switch 0 – switch 1 1 m long, link switch 1 – switch 2 2 m long, link switch 2 – switch 3 3 m long, 3 more",
  );
});

test("a network whose nodes have names is described by these names only, in the sentence, in changes, and in forms", () => {
  /** Names without digits. A number after a noun in the text is then an internal number, which must not appear. */
  const letters = "abcdefgh";
  let drawing = emptyDrawing;
  for (let s = 0; s < 5; s++) drawing = withTerminals(withSwitch(drawing), s, 1);
  for (let s = 0; s < 5; s++) drawing = withLink(drawing, s, (s + 1) % 5);
  // After switch 1 is removed, numbers of switches differ from their positions in the list.
  drawing = withLink(withoutSwitches(drawing, new Set([1])), 0, 1);
  drawing.switches.forEach((_, s) => (drawing = withName(drawing, s, `leaf ${letters[s]}`)));
  drawing.terminals.forEach((_, t) => (drawing = withName(drawing, terminalEnd(t), `host ${letters[t]}`)));
  const bare = /\b(switch|terminal|link|node|channel|t)\s?\d|\d-t?\d/;
  const documentWith = (links: readonly unknown[], terminal: number) =>
    currentDocument({
      topology: { kind: "drawn", ...writeDrawing(drawing) },
      routing: "shortest-path",
      workload: { kind: "open-loop", pattern: { kind: "hot-spot", terminal } },
      links,
    });
  const ends = drawing.links.map(({ a, b }) => [a, b] as const);
  const names = ends.map((each) => singleLinkName(drawing, each));
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: 1 }), fc.constantFrom(0, 2, 3), (some, hot) => {
      const links = some.map((each) => ({ class: each, rate: 2, length: 7 }));
      const [was, is] = [documentWith(links.slice(1), 2), documentWith(links, hot)];
      const rate = `links.${some[0]}.rate`;
      const sweep = currentDocument({ ...(writeDocument(is) as object), sweep: [{ path: rate, values: [1, 2] }] });
      const sentences = [
        segmentsAsText(documentSentence(is)),
        segmentsAsText(documentSentence(sweep)),
        sayChange(was, is),
        entryTitleAt(is, ["links", some[0], "rate"]),
      ];
      for (const each of sentences) expect(each).not.toMatch(bare);
      const [a, b] = ends[names.indexOf(some[0])].map((end) => (end < 0 ? `host ${letters[-1 - end]}` : `leaf ${letters[end]}`));
      expect(sentences[3]).toBe(`link ${a} – ${b}`);
      expect(sentences[0]).toContain(`to host ${letters[hot]})`);
    }),
    { numRuns: cases(40) },
  );
});
