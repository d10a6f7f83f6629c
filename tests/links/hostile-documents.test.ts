/**
 * Tests of documents that look harmless but could be expensive: each is read as intended, or refused with a reason before it costs
 * anything.
 */
import { expect, test } from "vitest";
import { defaultSweepValues, withSweepOf } from "../../src/app/document/edit-document.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { checkDocument, cellsOf, defaultDocument, type Document, runCount, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";

const text = (document: Document) => canonicalText(writeDocument(document));
const uniform = { kind: "open-loop", pattern: "uniform" };
const sweepOver = (path: string, ...values: unknown[]) => [{ path, values }];

test.each([
  { topology: "single-switch", workload: uniform, beside: [{ topology: "graph" }], sweep: sweepOver("topology.terminals", 4, 8) },
  { topology: "faulty", workload: uniform, beside: [{ topology: "graph" }], sweep: sweepOver("topology.links", 0, 1) },
  {
    topology: "single-switch",
    workload: uniform,
    sweep: [...sweepOver("topology", "single-switch", "graph"), ...sweepOver("topology.terminals", 4, 8)],
  },
])("a sweep of a name with two types is refused, not a TypeError: %j", (input) => {
  expect(() => parseDocument(input)).toThrow(ScenarioError);
});

test("a value that one of the networks cannot have is refused: what was read can be run", () => {
  const swept = (...values: readonly number[]) => ({
    topology: { kind: "hypercube", n: 4 },
    beside: [{ topology: { kind: "k-ary-n-tree", k: 2, n: 3 } }],
    sweep: sweepOver("topology.n", ...values),
  });
  expect(() => parseDocument(swept(4, 10))).toThrow(/network B with topology\.n = 10: 10 cannot be used/);
  for (const { scenario } of cellsOf(parseDocument(swept(4, 6)))) expect(() => readScenario(writeScenario(scenario))).not.toThrow();
});

const longList = { kind: "messages", list: Array.from({ length: 10_000 }, () => ({})) };

test("a long list of messages is not checked at thousands of points", () => {
  const sweep = [
    { path: "flowControl.queue", from: 1, to: 50 },
    { path: "run.window", from: 100, to: 1090, step: 10 },
  ];
  expect(() => parseDocument({ workload: longList, sweep })).toThrow(/a scenario of 40,\d+ values cannot be checked at 5000 points/);
});

const largestTopology = { kind: "hypercube", n: 16 };
const seedSweep = [{ path: "seed", from: 1, to: 100 }];
/** Eight jobs and eight I/O jobs with random placement next to dedicated servers. Checking them requires a look at every terminal. */
const jobs = {
  kind: "jobs",
  jobs: Array.from({ length: 8 }, (_, i) => ({ ranks: 100, mapping: { kind: "random", first: 200 * i } })),
  io: Array.from({ length: 8 }, (_, i) => ({
    mapping: { kind: "random", first: 8000 * i + 7000 },
    servers: 200,
    serverMapping: { kind: "random", seed: i + 5 },
    application: "dedicated",
  })),
};
const messagesOf = (count: number) => ({ kind: "messages", list: Array.from({ length: count }, () => ({})) });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const chainOf = (switches: number) => numbers(switches - 1).map((i) => ({ a: i, b: i + 1 }));
const ring = Array.from({ length: 400 }, (_, i) => ({ a: i, b: (i + 1) % 400 }));

test.each<[what: string, input: object, expected: RegExp | null]>([
  ["jobs in the largest network", { topology: largestTopology, workload: jobs, sweep: seedSweep }, /cannot be checked at 100 points/],
  [
    "jobs in a network beside",
    { topology: largestTopology, workload: uniform, beside: [{ workload: jobs }], sweep: seedSweep },
    /at 200 points/,
  ],
  [
    "jobs among the values swept",
    { topology: largestTopology, workload: uniform, sweep: [...seedSweep, ...sweepOver("workload", uniform, jobs)] },
    /cannot be checked at 200 points/,
  ],
  [
    "a long list beside",
    {
      workload: uniform,
      beside: [{ workload: messagesOf(9000) }],
      sweep: [...seedSweep, ...sweepOver("run.drain", 1, 2, 3, 4, 5, 6, 7, 8)],
    },
    /at 1600 points/,
  ],
  ["long lists among the values swept", { sweep: [...seedSweep, { path: "workload", values: [50, 800, 900].map(messagesOf) }] }, null],
  [
    "networks with faults beside each other",
    {
      topology: { kind: "faulty", of: largestTopology, switches: 1 },
      workload: uniform,
      beside: Array.from({ length: 7 }, (_, i) => ({ "topology.seed": i + 2 })),
    },
    null,
  ],
  [
    "networks with faults, swept",
    {
      topology: { kind: "faulty", of: largestTopology, switches: 1 },
      workload: uniform,
      sweep: [{ path: "topology.seed", from: 1, to: 100 }],
    },
    null,
  ],
  [
    "graphs, swept",
    {
      topology: { kind: "graph", switches: 400, links: ring },
      workload: uniform,
      sweep: [
        { path: "topology.links.0.b", from: 1, to: 100 },
        { path: "topology.links.1.b", from: 2, to: 11 },
      ],
    },
    null,
  ],
  [
    "places inside a graph, swept",
    {
      topology: {
        kind: "graph",
        switches: 2000,
        links: [...chainOf(2000), { a: 0, b: 2 }, { a: 0, b: 2 }],
        terminals: [0, 0],
      },
      workload: uniform,
      sweep: [...sweepOver("topology.terminals.0", ...numbers(100)), ...sweepOver("topology.terminals.1", ...numbers(50))],
    },
    null,
  ],
  ...["topology.switches", "topology.deadSwitches.0"].map((path): [string, object, null] => [
    `faults of a graph, swept over ${path}`,
    {
      topology: {
        kind: "faulty",
        links: 1,
        switches: 1,
        deadSwitches: [0],
        of: { kind: "graph", switches: 1000, links: chainOf(1000) },
      },
      workload: uniform,
      sweep: [...sweepOver(path, ...numbers(100)), ...sweepOver("topology.seed", ...numbers(50))],
    },
    null,
  ]),
  [
    "ranks that a permutation is not defined for",
    { topology: largestTopology, workload: { kind: "permutation", pattern: "bit-reversal", ranks: 32_769 } },
    /Use 32768 or 65536/,
  ],
])("what a short document expands to is counted before it is checked: %s", { timeout: 30_000 }, (_, input, expected) => {
  if (expected === null) expect(runCount(parseDocument(input))).toBeGreaterThan(1);
  else expect(() => parseDocument(input)).toThrow(expected);
});

test("what is different in very many places is refused", () => {
  const beside = [Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`workload.list.${i}.time`, i + 1]))];
  expect(() => parseDocument({ workload: longList, beside })).toThrow(/names 200 parameters; at most 64/);
  const several = Array.from({ length: 7 }, () =>
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`workload.list.${i}.time`, i + 1])),
  );
  expect(parseDocument({ workload: longList, beside: several }).beside.map(({ changes }) => changes.length)).toEqual(Array(7).fill(60));
});

test("a place beside without a name is refused", () => {
  expect(() => parseDocument({ beside: [{ "": { seed: 9 } }] })).toThrow(ScenarioError);
});

test("a readable link may have a baseline", async () => {
  expect((await readDocumentLink("#load=.3&b.load=.5&baseline=1")).baseline).toBe(1);
});

test("a link that is written can be read: tiny steps", async () => {
  const document = parseDocument({ sweep: sweepOver("workload.load", 0.01, 0.0100001, 0.0100002) });
  expect(text(await readDocumentLink(await writeDocumentLink(document)))).toBe(text(document));
});

test("a seed of a compared network is refused in a link as it is in JSON", async () => {
  await expect(readDocumentLink("#load=.3&b.load=.5&b.seed=7")).rejects.toThrow(ScenarioError);
});

test("a letter without the one before it is refused", async () => {
  await expect(readDocumentLink("#load=.3&c.load=.5")).rejects.toThrow(/there is no network B before this one/);
});

test("a fault beside names the one beside", async () => {
  const fault = await readDocumentLink("#b.topology=k-ary-n-tree:k99").catch((each: ScenarioError) => each);
  expect((fault as ScenarioError).issues[0].path).toBe("b.topology.k");
});

test("the usual values of a sweep come back as they were", () => {
  const path = ["workload", "ranks"];
  const document = withSweepOf(defaultDocument(), { path, values: defaultSweepValues(defaultDocument(), path) });
  expect(checkDocument(document)).toEqual([]);
  expect(text(parseDocument(writeDocument(document)))).toBe(text(document));
});
