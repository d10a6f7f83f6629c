/** Comparisons of networks: adding a network, making it equal in cost or links, naming the differences, and sweeps. */
import { describe, expect, test } from "vitest";
import {
  sweepableParams,
  defaultSweepValues,
  withAnotherNetwork,
  withSweepOf,
  withEqualized,
  withoutNetwork,
} from "../../src/app/document/edit-document.ts";
import { documentValueAt, withKind, withDocumentValue } from "../../src/core/scenario/edits/edit-document-value.ts";
import { scenarioLoad } from "../../src/core/scenario/load.ts";
import { comparisonFinding, type ComparedNetwork } from "../../src/findings/comparison.ts";
import { letterAndName, networkNamesOf } from "../../src/words/networks.ts";
import { documentSentence, segmentsAsText } from "../../src/words/sentence.ts";
import { parseSweepValues } from "../../src/app/document/sweep-values.ts";
import { checkDocument, defaultDocument, type Document, letterOf, variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { matchTopology } from "../../src/core/scenario/edits/match-topology.ts";
import { paramAtPath } from "../../src/core/scenario/param-path.ts";
import { rescaledResults } from "../../src/core/results/rescale.ts";
import { topologyFacts } from "../../src/core/scenario/scenario.ts";
import { run } from "../../src/core/run/run.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { unitsOfResults, unitsOf } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const terminalsOf = (document: ReturnType<typeof defaultDocument>) =>
  variantsOf(document).map(({ topology }) => topologyFacts(topology).terminals);

describe("another network beside", () => {
  test("has as many terminals as the first, and is another topology, up to eight", () => {
    let document = defaultDocument();
    for (let i = 0; i < 7; i++) document = withAnotherNetwork(document);
    expect(new Set(terminalsOf(document))).toEqual(new Set([64]));
    expect(checkDocument(document)).toEqual([]);
    expect(new Set(variantsOf(document).map(({ topology }) => topology.kind)).size).toBe(8);
    // Each network keeps the traffic of the first network.
    expect(document.beside.flatMap(({ changes }) => changes.map(({ path }) => path[0])).filter((part) => part === "workload")).toEqual([]);
  });

  test("follows the first in what is not different, and only in that", () => {
    const compared = withDocumentValue(withAnotherNetwork(defaultDocument()), ["beside", "0", "topology", "n"], 2);
    const changed = withDocumentValue(compared, ["workload", "load"], 0.7);
    expect(variantsOf(changed).map(({ workload }) => workload.values["load"])).toEqual([0.7, 0.7]);
    expect(documentValueAt(changed, ["beside", "0", "topology", "n"])).toBe(2);
    expect(documentValueAt(changed, ["topology", "n"])).toBe(3);
  });

  test("can be chosen another kind of, with a routing that fits", () => {
    const changed = withKind(withAnotherNetwork(defaultDocument()), ["beside", "0", "topology"], "torus");
    expect(checkDocument(changed)).toEqual([]);
    expect(variantsOf(changed).map(({ routing }) => routing.kind)).toEqual(["nearest-common-ancestor", "dimension-order"]);
  });

  test("keeps what sets it apart when the first becomes something else", () => {
    const two = parseDocument({ beside: [{ "topology.kUp": 4 }] });
    const [, other] = variantsOf(withKind(two, ["topology"], "torus"));
    expect(other.topology).toMatchObject({ kind: "thin-tree", values: { k: 4, kUp: 4, n: 3 } });
  });

  test("can be taken away, and the baseline with it", () => {
    const three = { ...withAnotherNetwork(withAnotherNetwork(defaultDocument())), baseline: 2 };
    expect(withoutNetwork(three, 2)).toMatchObject({ baseline: 0 });
    expect(withoutNetwork(three, 1)).toMatchObject({ baseline: 1 });
    expect(withoutNetwork(three, 1).beside).toEqual([three.beside[1]]);
  });

  test("can be made equal in terminals, or in what they cost", () => {
    const uneven = parseDocument({
      beside: [{ topology: { kind: "torus", sizes: [3, 3] } }],
      workload: { kind: "open-loop", pattern: "uniform" },
    });
    const equal = (document: Document, by: "terminals" | "cost") => {
      const made = withEqualized(document, 1, by);
      return typeof made === "string" ? expect.fail(made) : made;
    };
    expect(terminalsOf(equal(uneven, "terminals"))).toEqual([64, 64]);
    const costs = (document: Document) =>
      variantsOf(document).map(({ topology }) => billOf(document.cost, topologyFacts(topology).parts).total);
    const usual = costs(equal(uneven, "cost"));
    expect(Math.abs(usual[1] - usual[0])).toBeLessThan(0.15 * usual[0]);
    // If only links have a price, equal cost means an equal number of links.
    const byLinks = { ...uneven, cost: { kind: "myrinet-2000", values: { linkPrice: 100, switchPrice: 0 } } };
    const [own, other] = costs(equal(byLinks, "cost"));
    expect(Math.abs(other - own)).toBeLessThanOrEqual(800);
  });
});

describe("equal cost", () => {
  const cost = (document: Document) =>
    variantsOf(document).map(({ topology }) => billOf(document.cost, topologyFacts(topology).parts).total);
  const beside = (topology: object) =>
    parseDocument({
      topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
      workload: { kind: "open-loop", pattern: "uniform" },
      beside: [{ topology }],
    });

  test.each([
    { kind: "thin-tree", k: 4, kUp: 2, n: 3 },
    { kind: "torus", sizes: [8, 8] },
    { kind: "mesh", sizes: [4, 4], terminalsPerSwitch: 4 },
    { kind: "slender-tree", k: 4, kUp: 2, n: 4 },
    { kind: "dragonfly" },
    { kind: "hyperx", sizes: [4, 4] },
  ])("keeps a network's form, or says how near it comes: %j", (topology) => {
    const document = beside(topology);
    const made = withEqualized(document, 1, "cost");
    if (typeof made === "string")
      return expect(made).toMatch(
        /nearest cost .* is \$[\d\u202f]+; the first network costs \$96\u202f300\.$|is nearer to the cost of the first network\.$/,
      );
    const [own, other] = cost(made);
    expect(Math.abs(other - own)).toBeLessThanOrEqual(0.25 * own);
    const [{ terminals }, changed] = variantsOf(made).map((each) => topologyFacts(each.topology));
    expect(changed.terminals / terminals).toBeGreaterThanOrEqual(0.5);
    expect(changed.terminals / terminals).toBeLessThanOrEqual(2);
    const { values } = variantsOf(made)[1].topology;
    if ("kUp" in values) expect(Number(values["kUp"])).toBeLessThan(Number(values["k"]));
    if ("sizes" in values) for (const size of values["sizes"] as readonly number[]) expect(size).toBeGreaterThan(1);
  });

  test("is refused where nothing of the same form comes near", () => {
    const narrow = parseDocument({
      topology: { kind: "thin-tree", k: 4, kUp: 1, n: 3 },
      beside: [{ topology: { kind: "k-ary-n-tree", k: 4, n: 3 } }],
    });
    expectWording(withEqualized(narrow, 1, "cost") as string, "$96 300 … the first network costs $24 136");
  });
});

test.each(allTopologies.kinds.map((kind) => [kind.id, kind] as const))("a %s of the same size is itself", (id, { params }) => {
  const topology = { kind: id, values: defaultsOf(params) };
  const { terminals } = topologyFacts(topology);
  expect(matchTopology(topology, (facts) => facts.terminals, terminals)).toEqual(topology);
});

test("names tell what is different", () => {
  expect(networkNamesOf(withAnotherNetwork(defaultDocument()))).toEqual(["thin tree", "fat tree"]);
  const torus = { topology: "torus", routing: "dimension-order" };
  expect(networkNamesOf(parseDocument({ ...torus, beside: [{ "routing.channelClasses": "none" }] }))).toEqual([
    "channel classes: two with a dateline",
    "channel classes: no dateline",
  ]);
  expect(networkNamesOf(parseDocument({ beside: [{ "topology.kUp": 3 }, { topology: "torus" }] }))).toEqual([
    "thin tree, k′ 2",
    "thin tree, k′ 3",
    "torus",
  ]);
  // The default routing of a network is not part of its name; another routing is.
  const own = { topology: "torus", routing: "dimension-order" };
  expect(networkNamesOf(parseDocument({ beside: [{ "workload.load": 0.6 }, own] }))).toEqual([
    "thin tree, load 0.45",
    "thin tree, load 0.60",
    "torus, load 0.45",
  ]);
  expect(new Set(networkNamesOf(parseDocument({ beside: [{ "routing.up": "sprayed" }, own] }))).size).toBe(3);
  expect(networkNamesOf(parseDocument({ beside: [{ "topology.kUp": 3 }, { "topology.kUp": 3, "workload.load": 0.6 }] }))).toEqual([
    "k′ 2, load 0.45",
    "k′ 3, load 0.45",
    "k′ 3, load 0.60",
  ]);
  // A phrase that is clear without its parameter's title is used without this title.
  const workload = { kind: "matrix-multiplication", rows: 128, algorithm: "point-to-point" };
  expect(networkNamesOf(parseDocument({ workload, beside: [{ "workload.ahead": 2 }, { "workload.algorithm": "broadcast" }] }))).toEqual([
    "nothing started ahead, point-to-point messages",
    "2 started ahead, point-to-point messages",
    "nothing started ahead, broadcasts",
  ]);
});

test("a name is set off in a sentence", () => {
  expect(letterAndName({ letter: "A", name: "thin tree" })).toBe("A (thin tree)");
  expect(letterAndName({ letter: "B", name: "local, global, local" })).toBe("B (local, global, local)");
});

test("the sentence says all of a document", () => {
  const document = parseDocument({
    version: 2,
    beside: [{ topology: "k-ary-n-tree" }],
    sweep: [{ path: "workload.load", from: 0.1, to: 1, step: 0.1 }],
    seeds: 3,
  });
  expectWording(
    segmentsAsText(documentSentence(document)),
    "thin tree … k = 4 down … k′ = 2 … 3 levels … virtual cut-through … 4-packet queues … perfect shuffle … load 0.10 … 1.00 … 0.10 … fat tree … k = 4 … 3 levels … 3 seeds",
  );
});

test("swept values replace the value in the sentence, and follow at the end if the sentence does not contain the parameter", () => {
  const sentenceFor = (sweep: unknown, more = {}) => segmentsAsText(documentSentence(parseDocument({ version: 2, ...more, sweep })));
  const queues = { path: "flowControl.queue", values: [1, 2, 4] };
  expect(sentenceFor([{ path: "topology.kUp", values: [1, 2, 4] }, queues])).toMatch(/k′ = 1, 2 and 4 up .* with 1, 2 and 4-packet queues/);
  expectWording(sentenceFor([{ path: "flowControl.arbitration", values: ["random", "round-robin"] }]), "round robin");
  expectWording(
    sentenceFor([{ path: "workload.load", values: [0.2, 0.4] }], { beside: [{ "topology.kUp": 3, "workload.load": 0.6 }] }),
    "load 0.20 … 0.40 … 3 levels",
  );
  const programs = ["wavefront", "butterfly-exchange", "binary-tree", "waterfall"];
  const mix = [
    { path: "workload", values: programs },
    { path: "workload.message", values: ["10 B", "1 kB"] },
  ];
  expectWording(sentenceFor(mix, { workload: { kind: "wavefront", ranks: 64 } }), "4 programs … 10 B … 1 kB");
  expectWording(
    sentenceFor([{ path: "workload", values: ["butterfly-exchange", "binary-tree"] }], { workload: "binary-tree" }),
    "butterfly exchange … binary tree",
  );
});

describe("a sweep", () => {
  test("is offered of what all networks have", () => {
    const places = (document: ReturnType<typeof defaultDocument>) => sweepableParams(document).map(({ path }) => path.join("."));
    expect(places(defaultDocument())).toEqual(expect.arrayContaining(["topology.kUp", "workload.load", "workload.pattern", "routing"]));
    expect(places(withAnotherNetwork(defaultDocument()))).not.toContain("topology.kUp");
    expect(places(withAnotherNetwork(defaultDocument()))).toContain("topology.k");
  });

  test.each(sweepableParams(defaultDocument()).map(({ path }) => [path.join("."), path] as const))(
    "begins with values that run: %s",
    (_, path) => {
      const document = withSweepOf(defaultDocument(), { path, values: defaultSweepValues(defaultDocument(), path) });
      expect(document.sweep[0].values.length).toBeGreaterThan(0);
      // Issues of a run that cannot be simulated are reported at the sweep, not at the parameter.
      for (const { path: at } of checkDocument(document)) expect(at).toMatch(/^sweep/);
    },
  );

  test("takes values as people write them", () => {
    const load = paramAtPath(defaultDocument(), ["workload", "load"])!;
    const k = paramAtPath(defaultDocument(), ["topology", "k"])!;
    expect(parseSweepValues(load, "0.1 to 0.5 by 0.1")).toEqual({ values: [0.1, 0.2, 0.3, 0.4, 0.5] });
    expect(parseSweepValues(load, ".1, .2; .2")).toEqual({ values: [0.1, 0.2] });
    expect(parseSweepValues(k, "2..5")).toEqual({ values: [2, 3, 4, 5] });
    expect(parseSweepValues(k, "2 to 99")).toMatchObject({ fault: expect.stringMatching(/outside/) });
    expect(parseSweepValues(k, "x")).toMatchObject({ fault: expect.stringMatching(/“x”/) });
    const message = paramAtPath(parseDocument({ version: 1, workload: { kind: "all-to-all" } }), ["workload", "message"])!;
    expect(parseSweepValues(message, "64 B to 4 KiB times 4")).toEqual({ values: [64, 256, 1024, 4096] });
    expect(parseSweepValues(message, "100 B .. 1 kB × 2")).toEqual({ values: [100, 200, 400, 800] });
    expect(parseSweepValues(message, "1 B to 1 kB times 1.5")).toMatchObject({ fault: expect.stringMatching(/contains fractions/) });
    expect(parseSweepValues(message, "1 kB to 1 B times 2")).toMatchObject({ fault: expect.stringMatching(/does not increase/) });
    expect(parseSweepValues(message, "1 to 64 times 4")).toEqual({ values: [1, 4, 16, 64] });
    expect(parseSweepValues(k, "1 to 99 times 2")).toMatchObject({ fault: expect.anything() });
    expect(parseSweepValues(load, "")).toMatchObject({ fault: "At least one value is needed." });
    expect(parseSweepValues(load, "0.01 to 5 by 0.0001")).toMatchObject({ fault: expect.stringMatching(/more than 100 values/) });
  });
});

describe("the finding of a comparison", () => {
  /** The networks of a document with their bills and results. */
  const compared = (document: ReturnType<typeof defaultDocument>): readonly ComparedNetwork[] =>
    variantsOf(document).map((scenario, i) => ({
      letter: letterOf(i),
      name: networkNamesOf(document)[i],
      links: topologyFacts(scenario.topology).links,
      bill: billOf(document.cost, topologyFacts(scenario.topology).parts),
      scenario,
      load: scenarioLoad(scenario),
      results: run(scenario),
    }));
  const short = { warmUp: 200, window: 1000, drain: 200 };

  test("of unlike links, what each delivers by its own channel's rate", () => {
    const document = parseDocument({
      run: short,
      workload: { kind: "open-loop", load: 0.2 },
      technology: { kind: "own-links", rate: "125 MB/s" },
      beside: [{ "technology.rate": "2 GB/s" }],
    });
    const [a, b] = compared(document);
    const units = unitsOf({ is: "rate", channel: 125e6 }, "A");
    const found = comparisonFinding(units, [a, { ...b, load: 16 * b.load!, results: rescaledResults(b.results!, 1 / 16) }], 0);
    const delivered = (own: ComparedNetwork, rate: number) => Math.round(own.results!.acceptedPerSender * rate * 10) / 10;
    expectWording(found?.answer, "offered 20 %");
    const [, first, second] = found?.answer.match(/delivers ([\d.]+); B \(.*\) ([\d.]+)\.$/) ?? [];
    expect(Number(first)).toBeCloseTo(delivered(a, 125), 1);
    expect(Math.abs(Number(second) - delivered(b, 2000))).toBeLessThan(0.5);
    expectWording(found?.evidence[0], "16 times … A");
  });

  test("says what each delivers, and the second beside the baseline", () => {
    const two = parseDocument({ run: short, beside: [{ topology: "k-ary-n-tree" }] });
    const found = comparisonFinding(unitsOfResults, compared(two), 0);
    expectWording(found?.answer, "B (fat tree) … full offered load … 0.45 phits/cycle … A (thin tree)");
    expectWording(found?.evidence[0], "A … 247 % … A");
    expectWording(found?.evidence.at(-1), "171 % … Myrinet 2000 prices");
    expectWording(comparisonFinding(unitsOfResults, compared(two), 1)?.evidence[0], "B … 40 % … B");
  });

  test("of many names the best and the worst, and by how much", () => {
    const [a, b] = compared(parseDocument({ run: short, beside: [{ topology: "k-ary-n-tree" }] }));
    const at = (letter: string, acceptedPerSender: number, mean = 30): ComparedNetwork => ({
      ...b,
      letter,
      results: { ...b.results!, acceptedPerSender, steady: { ...b.results!.steady, is: true }, latency: { ...b.results!.latency!, mean } },
    });
    const low = { ...a, results: { ...a.results!, acceptedPerSender: 0.2 } };
    expect(comparisonFinding(unitsOfResults, [low, at("B", 0.4), at("C", 0.31)], 0)).toEqual({
      answer: "B (fat tree) delivers 0.40 phits/cycle per sending terminal of 0.45 offered; C (fat tree) 0.31; A (thin tree) 0.20.",
      evidence: [
        "A delivers 50\u00a0% of B’s load at 40\u00a0% of B’s cost.",
        "A has 58\u00a0% of the links of B; costs are at Myrinet 2000 prices.",
      ],
    });
    const four = comparisonFinding(unitsOfResults, [low, at("B", 0.4), at("C", 0.31), at("D", 0.3)], 0);
    expectWording(four?.answer, "B (fat tree) … 0.40 phits/cycle … 0.45 offered … A (thin tree) … 0.20");
    expectWording(four?.evidence[1], "C (fat tree) … 0.31 … D (fat tree) … 0.30");
    const whole = comparisonFinding(unitsOfResults, [low, at("B", 0.45), at("C", 0.46)], 0)!;
    expectWording(whole.answer, "B and C … deliver the full offered load … 0.45 phits/cycle … A (thin tree) … 0.20");
    const words = `${whole.answer} ${whole.evidence[0]}`.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
    expect(words.length).toBeLessThanOrEqual(30);
    expectWording(
      comparisonFinding(unitsOfResults, [low, at("B", 0.4), at("C", 0.4)], 0)?.answer,
      "B and C … deliver 0.40 … A (thin tree) … 0.20",
    );
    const alike = comparisonFinding(unitsOfResults, [at("A", 0.4, 20), at("B", 0.4, 60), at("C", 0.4, 30)], 0);
    expectWording(alike?.answer, "All 3 networks … deliver 0.40 phits/cycle … 0.45 offered");
    expectWording(alike?.evidence, "20 cycles … A (fat tree) … 60 cycles … B (fat tree)");
    const soon = (letter: string, makespan: number): ComparedNetwork => ({ ...b, letter, results: { ...b.results!, makespan } });
    expectWording(
      comparisonFinding(unitsOfResults, [soon("A", 300), soon("B", 200), soon("C", 200)], 0)?.answer,
      "B and C … finish first … 200 cycles … A (fat tree) … 300 cycles",
    );
  });

  test("says nothing of links and cost where both take the same", () => {
    const [a] = compared(parseDocument({ run: short }));
    const half = { ...a, letter: "B", results: { ...a.results!, accepted: a.results!.accepted / 2 } };
    expectWording(comparisonFinding(unitsOfResults, [a, half], 0)?.evidence[0], "50 % … A");
    expectWording(comparisonFinding(unitsOfResults, [a, { ...a, letter: "B" }], 0)?.evidence[0], "as much as A");
  });

  test("says “all” and “as much as” only of loads that are printed alike", () => {
    const [a] = compared(parseDocument({ run: short }));
    const load = (letter: string, accepted: number): ComparedNetwork => ({
      ...a,
      letter,
      load: 0.2,
      results: { ...a.results!, accepted, acceptedPerSender: accepted, offeredPerSender: 0.2, makespan: null },
    });
    const finding = (first: number, second: number) => comparisonFinding(unitsOfResults, [load("A", first), load("B", second)], 0)!;
    expect(finding(0.1999, 0.2).answer).toMatch(/^A and B deliver the full offered load, 0\.20/);
    // 0.1945 is within the tolerance of saturation, but is printed as 0.19.
    expect(finding(0.1945, 0.2).answer).toMatch(/B \(.*\) delivers the full offered load, 0\.20.*; A \(.*\) 0\.19\./);
    expect(finding(0.1501, 0.1499).evidence[0]).toContain("B delivers as much as A");
    expect(finding(0.1549, 0.1551).evidence[0]).toContain("B delivers about as much as A");
  });

  test("waits for all of them, and tells of a deadlock last, as the networks stand", () => {
    const two = parseDocument({ run: short, beside: [{ topology: "k-ary-n-tree" }] });
    const [a, b] = compared(two);
    expect(comparisonFinding(unitsOfResults, [a, { ...b, results: null }], 0)).toBeNull();
    const stuck = { ...b, results: { ...b.results!, status: "deadlocked" as const, deadlock: ["x"] } };
    expectWording(comparisonFinding(unitsOfResults, [stuck, a], 0)?.answer, "A (thin tree) … 0.25 … B (fat tree) … deadlocks");
    expectWording(
      comparisonFinding(unitsOfResults, [stuck, { ...stuck, letter: "C" }], 0)?.answer,
      "B (fat tree) … C (fat tree) … deadlock",
    );
  });

  test("compares times where everything is delivered", () => {
    const list = [{ source: 0, destination: 63, bytes: "64 B", time: 0 }];
    const two = parseDocument({ workload: { kind: "messages", list }, beside: [{ topology: { kind: "torus", sizes: [8, 8] } }] });
    expectWording(comparisonFinding(unitsOfResults, compared(two), 0)?.answer, "B (torus) … 20 cycles … A (thin tree) … 22 cycles");
  });
});
