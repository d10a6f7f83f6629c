/** Documents that look harmless and are not: each is read as it is meant, or refused with its reason, before it costs anything. */
import { expect, test } from "vitest";
import { usualValues, withAxis } from "../../src/app/comparison.ts";
import { complaintsOf } from "../../src/app/document.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { cellsOf, defaultDocument, type Document, readDocument, writeDocument } from "../../src/core/scenario/document.ts";
import { readScenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { readLink, writeLink } from "../../src/links/index.ts";

const text = (document: Document) => canonicalText(writeDocument(document));
const uniform = { kind: "open-loop", pattern: "uniform" };
const sweptOver = (path: string, ...values: unknown[]) => [{ path, values }];

test.each([
  { topology: "single-switch", workload: uniform, beside: [{ topology: "graph" }], sweep: sweptOver("topology.terminals", 4, 8) },
  { topology: "faulty", workload: uniform, beside: [{ topology: "graph" }], sweep: sweptOver("topology.links", 0, 1) },
  {
    topology: "single-switch",
    workload: uniform,
    sweep: [...sweptOver("topology", "single-switch", "graph"), ...sweptOver("topology.terminals", 4, 8)],
  },
])("a sweep of a name with two types is refused, not a TypeError: %j", (input) => {
  expect(() => readDocument(input)).toThrow(ScenarioError);
});

test("a value that one of the networks cannot have is refused: what was read can be run", () => {
  const swept = (...values: readonly number[]) => ({
    topology: { kind: "hypercube", n: 4 },
    beside: [{ topology: { kind: "k-ary-n-tree", k: 2, n: 3 } }],
    sweep: sweptOver("topology.n", ...values),
  });
  expect(() => readDocument(swept(4, 10))).toThrow(/network B with topology\.n = 10: 10 cannot be used/);
  for (const { scenario } of cellsOf(readDocument(swept(4, 6)))) expect(() => readScenario(writeScenario(scenario))).not.toThrow();
});

const longList = { kind: "messages", list: Array.from({ length: 10_000 }, () => ({})) };

test("a long list of messages is not checked at thousands of points", () => {
  const sweep = [
    { path: "flowControl.queue", from: 1, to: 50 },
    { path: "run.window", from: 100, to: 1090, step: 10 },
  ];
  expect(() => readDocument({ workload: longList, sweep })).toThrow(/cannot be swept over 5000 points/);
});

test("what is different in very many places is refused", () => {
  const beside = [Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`workload.list.${i}.time`, i + 1]))];
  expect(() => readDocument({ workload: longList, beside })).toThrow(/names 200 places; at most 64/);
  const several = Array.from({ length: 7 }, () =>
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`workload.list.${i}.time`, i + 1])),
  );
  expect(readDocument({ workload: longList, beside: several }).beside.map(({ changes }) => changes.length)).toEqual(Array(7).fill(60));
});

test("a place beside without a name is refused", () => {
  expect(() => readDocument({ beside: [{ "": { seed: 9 } }] })).toThrow(ScenarioError);
});

test("a readable link may have a baseline", async () => {
  expect((await readLink("#load=.3&b.load=.5&baseline=1")).baseline).toBe(1);
});

test("a link that is written can be read: tiny steps", async () => {
  const document = readDocument({ sweep: sweptOver("workload.load", 0.01, 0.0100001, 0.0100002) });
  expect(text(await readLink(await writeLink(document)))).toBe(text(document));
});

test("a seed of its own beside is refused in a link as it is in JSON", async () => {
  await expect(readLink("#load=.3&b.load=.5&b.seed=7")).rejects.toThrow(ScenarioError);
});

test("a letter without the one before it is refused", async () => {
  await expect(readLink("#load=.3&c.load=.5")).rejects.toThrow(/there is no network B before this one/);
});

test("a fault beside names the one beside", async () => {
  const fault = await readLink("#b.topology=k-ary-n-tree:k99").catch((each: ScenarioError) => each);
  expect((fault as ScenarioError).complaints[0].path).toBe("b.topology.k");
});

test("the usual values of a sweep come back as they were", () => {
  const path = ["workload", "ranks"];
  const document = withAxis(defaultDocument(), { path, values: usualValues(defaultDocument(), path) });
  expect(complaintsOf(document)).toEqual([]);
  expect(text(readDocument(writeDocument(document)))).toBe(text(document));
});
