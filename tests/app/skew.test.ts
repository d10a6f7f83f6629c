/** Findings report ranks that drift apart, quantify their skew, and say what would keep them in lockstep. */
import { afterEach, expect, test } from "vitest";
import { withLockstep } from "../../src/app/workbench/finding/remedies-in-document.ts";
import { analyzeScenario } from "../../src/core/scenario/lockstep.ts";
import { type Param, quantity } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { allHosts } from "../../src/core/hosts/index.ts";
import { rescaledAnalysis } from "../../src/core/results/rescale.ts";
import { run } from "../../src/core/run/run.ts";
import { documentOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { causeOf } from "../../src/findings/cause/cause.ts";
import { rankSkewOf, sayRankSkew, sayRendezvousRemedy } from "../../src/findings/skew.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { unitsOfDocument } from "../../src/words/document-units.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

/** An all-to-all of 1 MB messages on a topology, in the fluid model with one path per flow. */
const exchangeScenario = (topology: object, more: object = {}) =>
  readScenario({
    version: 2,
    topology,
    technology: "own-links",
    flowControl: { kind: "fluid", ways: "one" },
    workload: { kind: "all-to-all", message: "1 MB" },
    ...more,
  });
const tree = { kind: "k-ary-n-tree", k: 4, n: 4 };

/** The finding and the skew of a scenario, computed as the page and the command line do. */
function skewAndFindingOf(scenario: ReturnType<typeof readScenario>) {
  const analysis = analyzeScenario(scenario, compile(scenario).plan);
  const units = unitsOfDocument(documentOf(scenario));
  const results = run(scenario);
  const finding = findingOfScenario(units, scenario, results, analysis);
  const skew = rankSkewOf(scenario, results, analysis.program?.inStep ?? null);
  return { analysis, results, skew, evidence: finding.evidence, cause: causeOf(units, scenario, results, analysis, finding) };
}
const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("eager messages that lose lockstep on a fat tree are the cause, given with both numbers, and only once", () => {
  const { cause, evidence, skew: drift } = skewAndFindingOf(exchangeScenario(tree));
  expectWording(withPlainSpaces(cause.rest), "2.22 times … 255 ms");
  expect(drift!.times).toBeCloseTo(2.22, 2);
  expectWording(evidence.map(withPlainSpaces), "empty network … least … 255 ms");
});

test.each([
  ["one switch, on which nobody shares a channel", { kind: "single-switch", terminals: 8 }],
  ["a ring on which all steps are alike", { kind: "torus", sizes: [5] }],
])("ranks stay in lockstep on %s", (_, topology) => {
  const { skew: drift, evidence, analysis } = skewAndFindingOf(exchangeScenario(topology));
  expect(analysis.program!.inStep).toBeGreaterThan(0);
  expect(drift).toBeNull();
  expect(evidence.join(" ")).not.toContain("drift");
});

test("skew is not reported for packets, nor where messages wait for their receiver", () => {
  expect(
    skewAndFindingOf(
      exchangeScenario({ kind: "torus", sizes: [5, 5] }, { flowControl: "virtual-cut-through", workload: { kind: "all-to-all" } }),
    ).skew,
  ).toBeNull();
  const scenario = exchangeScenario(tree);
  const waiting = { ...scenario, host: { kind: "limited-ports", values: { ...scenario.host.values, eager: 0 } } };
  const results = { makespan: 300 };
  expect(rankSkewOf(scenario, results, 255)).toMatchObject({ inStep: 255 });
  expect(withEagerParam(() => rankSkewOf(waiting, results, 255))).toBeNull();
  expect(rankSkewOf(scenario, { makespan: null }, 255)).toBeNull();
  expect(rankSkewOf(scenario, results, null)).toBeNull();
  expect(rankSkewOf(scenario, { makespan: 256 }, 255)).toBeNull();
});

test("the sentence is short", () => {
  const words = sayRankSkew(unitsOfResults, { inStep: 63_752_040, times: 2.2213 }).split(/[\s\u00a0]+/);
  expect(words.length).toBeLessThanOrEqual(30);
});

test("in cycles of another length the time in step is as long", () => {
  const { analysis } = skewAndFindingOf(exchangeScenario({ kind: "torus", sizes: [5] }));
  expect(rescaledAnalysis(analysis, 2.5).program!.inStep).toBe(2.5 * analysis.program!.inStep!);
});

const hostParams = allHosts.get("limited-ports").params as Record<string, Param>;
const existingEager = hostParams["eager"];
/** A rendezvous threshold as a host parameter. It is added for the test if the host kind does not have it yet. */
const eagerParam =
  existingEager ??
  quantity({ title: "Eager", word: "# eager", help: "Bytes.", dimension: "bytes", min: 0, max: 1e12, multipleOf: 1, default: 1e12 });
function withEagerParam<T>(action: () => T): T {
  hostParams["eager"] = eagerParam;
  return action();
}
afterEach(() => {
  if (existingEager === undefined) delete hostParams["eager"];
});

test("the remedy is rendezvous, where a host has it, and else nothing is offered", () => {
  const document = parseDocument({ version: 2, topology: tree, technology: "own-links", flowControl: "fluid", workload: "all-to-all" });
  const mended = withEagerParam(() => ({ words: sayRendezvousRemedy(), document: withLockstep(document) }));
  expectWording(mended.words, "rendezvous protocol");
  expect(mended.document!.host).toMatchObject({ kind: "limited-ports", values: { eager: 0 } });
  if (existingEager !== undefined) return;
  delete hostParams["eager"];
  expect([sayRendezvousRemedy(), withLockstep(document)]).toEqual(["", null]);
});

test("a host with limits keeps them", () => {
  const mended = withEagerParam(() => {
    const host = { kind: "limited-ports", oneWay: "200 MB/s", startUp: 2 };
    return withLockstep(
      parseDocument({ version: 2, topology: tree, technology: "own-links", flowControl: "fluid", workload: "all-to-all", host }),
    );
  });
  expect(mended!.host.values).toMatchObject({ oneWay: 2e8, startUp: 2, eager: 0 });
});
