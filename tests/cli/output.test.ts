/** Output formats of the command line: tables, CSV and JSON of results, ranks and facts. */
import { describe, expect, test } from "vitest";
import {
  findingText,
  resultsAsCsv,
  resultsAsJson,
  resultsAsText,
  withCause,
  costsAsCsv,
  costsAsJson,
  networkCosts,
  factsAsCsv,
  factsAsJson,
  tableAsCsv,
  tableAsJson,
} from "../../src/cli/output.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { analysisFactsOf } from "../../src/core/analysis/facts.ts";
import { compile } from "../../src/core/run/compile.ts";
import { readCachedResults, writeCachedResults } from "../../src/core/results/cached.ts";
import { measuresOf } from "../../src/core/measures/index.ts";
import { ranksTable } from "../../src/core/measures/programs/ranks.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { measureTables } from "../../src/core/measures/tables.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { publishedResults } from "../../src/core/results/published.ts";
import { readScenario, type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { causeOf } from "../../src/findings/cause/cause.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { unitsOfResults } from "../../src/words/units.ts";

const singleMessage = readScenario({
  title: "One message",
  topology: { kind: "mesh", sizes: [3] },
  workload: { kind: "messages", list: [{ source: 0, destination: 2, bytes: "64 B" }] },
});
const deadlockedScenario = readScenario({
  topology: { kind: "torus", sizes: [5] },
  routing: { kind: "dimension-order", channelClasses: "none" },
  flowControl: { kind: "virtual-cut-through", queue: 1 },
  workload: { kind: "open-loop", pattern: "uniform", load: 1 },
});

const finding = { answer: "It is done in 12\u202f800\u00a0cycles.", evidence: [] };

test("the table heads the measures with title, name, link and finding", async () => {
  const lines = (await resultsAsText(singleMessage, run(singleMessage), finding)).split("\n");
  expect(lines[0]).toBe("One message");
  expect(lines[1]).toMatch(/^Scenario [0-9a-f]{16}$/);
  expect(lines[2]).toMatch(/^Link {5}#/);
  expect(lines.slice(3, 9)).toEqual([
    "Engine   packet by packet, to the cycle",
    "",
    "A mesh of 3 switches, virtual cut-through with 4-packet queues, carries 1 message, with selection most credits by queue, ties to the first output.",
    "",
    "It is done in 12 800 cycles.",
    "",
  ]);
  // Four channels and a packet of sixteen phits in an empty network: H + L·P cycles.
  expect(lines.join("\n")).toMatch(/^Makespan +20 {2}cycles$/m);
});

test("measures without a value are left out of the table, and are in the CSV", async () => {
  const results = run(singleMessage);
  const missing = measuresOf([results]).filter(({ value }) => value(results) === null);
  expect(missing.length).toBeGreaterThan(0);
  const table = await resultsAsText(singleMessage, results, finding);
  expect(table).not.toMatch(/ –( |$)/m);
  for (const { id, title } of missing) {
    expect(`\n${table}`).not.toContain(`\n${title}  `);
    expect(resultsAsCsv(results)).toMatch(new RegExp(`^${id},,`, "m"));
  }
});

test("the cause follows the answer, with the settings that decide it", () => {
  const scenario = readScenario({
    version: 2,
    topology: { kind: "mesh", sizes: [8, 8] },
    workload: { kind: "open-loop", pattern: "uniform", load: 0.6 },
    run: { warmUp: 200, window: 800, drain: 400 },
  });
  const { plan } = compile(scenario);
  const [results, analysis] = [run(scenario), analyzePlan(plan)];
  const found = findingOfScenario(unitsOfResults, scenario, results, analysis);
  const cause = causeOf(unitsOfResults, scenario, results, analysis, found);
  const lines = findingText(withCause(found, cause, { scenario, results, analysis, network: plan.network })).split("\n");
  expect(lines[0]).toMatch(/^Offered uniform traffic of 0\.60 .* the mesh \w+ 0\.\d\d\.$/);
  expect(lines[1]).toMatch(/ Decided by dimension order routing( and 1 virtual channel)?\.$/);
  expect(lines[1]).toContain(cause.head.replaceAll(/[\u00a0\u202f]/g, " "));
});

test("times are in seconds where the links have a rate", async () => {
  const timed = readScenario({ ...writeScenario(singleMessage), technology: { kind: "own-links", rate: "400 MB/s" } });
  const results = run(timed);
  const table = await resultsAsText(timed, results, finding);
  expect(table).toMatch(/^Cycle {4}10 ns, in which a channel transmits 4 bytes: 400 MB\/s$/m);
  expect(table).toMatch(/^Makespan +200 {2}ns$/m);
  expect(table).toContain("Messages; times in s,");
  expect(resultsAsCsv(results).split("\r\n")).toContain("makespan,2e-7,s");
  const started = startRun(timed);
  started.finish();
  const [, , terminals] = measureTables;
  expect(tableAsCsv(terminals, started.table(terminals).rows ?? [], 1e-8).split("\r\n")[0]).toContain("latency-mean (s)");
});

test("a deadlock is a result and is listed packet by packet", async () => {
  const results = run(deadlockedScenario);
  expect(results.status).toBe("deadlocked");
  const table = await resultsAsText(deadlockedScenario, results, finding);
  expect(table).toMatch(/^Status +deadlocked$/m);
  expect(table).toMatch(/waits for the next and the last for the first\.\n {2}The packet from/);
});

test("JSON holds results, canonical scenario and its name", () => {
  const { hash, scenario, results } = JSON.parse(resultsAsJson(singleMessage, run(singleMessage)));
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(readScenario(scenario)).toEqual(singleMessage);
  expect(results).toEqual(run(singleMessage));
});

describe("when each rank was done", () => {
  const tree = (more: object = {}) =>
    readScenario({
      topology: { kind: "single-switch", terminals: 6 },
      workload: { kind: "binary-tree", ranks: 4, message: "64 B", mapping: { kind: "consecutive", first: 2 } },
      ...more,
    });
  // 16 phits over two channels take 18 cycles. Ranks 1 and 3 send and are done. Rank 2 forwards what it has received to rank 0.
  const [done, terminals] = [
    [36, 0, 18, 0],
    [2, 3, 4, 5],
  ];

  test("is reported by every engine, and the last of them ends the run", () => {
    for (const kind of ["virtual-cut-through", "store-and-forward", "wormhole", "circuit", "fluid"]) {
      const { ranks, makespan } = run(tree({ flowControl: kind }));
      const [root, , middle] = ranks?.done ?? [];
      expect(ranks?.terminals).toEqual(terminals);
      expect(ranks?.done).toEqual([2 * middle, 0, middle, 0]);
      expect(root).toBe(makespan);
      if (kind === "virtual-cut-through" || kind === "fluid") expect(ranks?.done).toEqual(done);
    }
  });

  test("is a table, with its unit in the header", () => {
    /** Rows of the CSV table of ranks after a run. */
    const rowsOf = (scenario: Scenario, cycleSeconds: number | null) => {
      const started = startRun(scenario);
      started.finish();
      const found = started.table(ranksTable);
      const columns = (found.rows === null ? undefined : found.columns) ?? ranksTable.columns;
      return tableAsCsv({ columns }, found.rows ?? [], cycleSeconds)
        .trimEnd()
        .split("\r\n");
    };
    expect(rowsOf(tree(), null)).toEqual([
      "rank,terminal,done (cycles),waited (cycles),computed (cycles)",
      "0,2,36,36,0",
      "1,3,0,0,0",
      "2,4,18,18,0",
      "3,5,0,0,0",
    ]);
    const timed = { technology: { kind: "own-links", rate: "400 MB/s", overhead: "0 B" } };
    expect(rowsOf(tree(timed), 1e-8).slice(0, 2)).toEqual(["rank,terminal,done (s),waited (s),computed (s)", "0,2,3.6e-7,3.6e-7,0"]);
    // Two programs: each rank is listed with its job.
    const job = { program: { kind: "binary-tree", ranks: 2, message: "64 B" } };
    const both = readScenario({
      topology: { kind: "single-switch", terminals: 4 },
      workload: {
        kind: "programs",
        jobs: [0, 2].map((first) => ({ program: { ...job.program, mapping: { kind: "consecutive", first } }, begin: 10 * first })),
      },
    });
    expect(rowsOf(both, null)).toEqual([
      "rank,terminal,done (cycles),waited (cycles),computed (cycles),job",
      "0,0,18,18,0,1",
      "1,1,0,0,0,1",
      "2,2,38,18,0,2",
      "3,3,20,0,0,2",
    ]);
  });

  test("is an array in JSON, in cycles, and in seconds where a cycle has any", () => {
    const listed = (scenario: Scenario) => (JSON.parse(resultsAsJson(scenario, run(scenario))) as { ranks?: unknown }).ranks;
    expect(listed(tree())).toEqual(done.map((each, rank) => ({ rank, terminal: terminals[rank], done: each })));
    const timed = tree({ technology: { kind: "own-links", rate: "400 MB/s", overhead: "0 B" } });
    expect(listed(timed)).toEqual(
      done.map((each, rank) => ({ rank, terminal: terminals[rank], done: each, seconds: Number((each * 1e-8).toPrecision(12)) })),
    );
    expect(listed(singleMessage)).toBeUndefined();
  });

  test("is in no recording, and results that were kept without are read", () => {
    const results = run(tree());
    const { ranks: publishedRanks } = publishedResults(results);
    expect(publishedRanks).toEqual({ count: 4, firstDone: 0, meanDone: 13.5, meanWaited: 13.5, meanBusy: 0 });
    const old = { ...results, ranks: publishedRanks } as Results;
    expect(readCachedResults(writeCachedResults("run", old), "run")).toEqual(old);
    expect(JSON.parse(resultsAsJson(tree(), old)).ranks).toBeUndefined();
  });
});

test("CSV has one row for each measure, quoted where needed", () => {
  const rows = resultsAsCsv(run(singleMessage)).split("\r\n");
  expect(rows[0]).toBe("measure,value,unit");
  expect(rows).toContain("makespan,20,cycles");
  expect(rows.find((row) => row.startsWith("load-worst-channel"))).toMatch(/,"?(terminal|switch)/);
});

test("every table has the same form: CSV headed by ids and units, JSON with formulas", () => {
  const started = startRun(singleMessage);
  started.finish();
  for (const table of measureTables) {
    const rows = started.table(table).rows ?? [];
    const lines = tableAsCsv(table, rows).split("\r\n");
    expect(lines).toHaveLength(rows.length + 2);
    expect(lines[0].split(",")).toHaveLength(table.columns.length);
    const written = JSON.parse(tableAsJson(singleMessage, table, rows));
    expect(written).toMatchObject({ table: table.id, columns: JSON.parse(JSON.stringify(table.columns)), rows });
    expect(readScenario(written.scenario)).toEqual(singleMessage);
  }
});

test("facts are given without a run", () => {
  const facts = analysisFactsOf(compile(singleMessage).plan);
  // A line of three switches can only be cut at one link. The packet crosses four channels and has sixteen phits.
  const rows = factsAsCsv(facts).split("\r\n");
  expect(rows).toContain("bisection,1,channels");
  expect(rows).toContain("zero-load-latency,20,cycles");
  expect(rows).toContain("sampled-packets,,packets");
  const written = JSON.parse(factsAsJson(singleMessage, facts));
  expect(written.facts.slice(0, facts.length)).toEqual(facts);
  // The ideal throughput is also written under its old names, so that existing programs still find it.
  expect(written.facts.slice(facts.length)).toMatchObject([
    { id: "bound", value: 1 },
    { id: "bound-exact", value: "yes" },
  ]);
  // Three switches in a line with one terminal each.
  expect(written).toMatchObject({
    terminals: 3,
    switches: 3,
    links: 5,
    switchLinks: 2,
    diameter: 4,
    meanDistance: 10 / 3,
    switchDiameter: 2,
    switchMeanDistance: expect.closeTo(4 / 3, 12),
    girth: null,
    radix: 3,
    bisection: { found: 1, proved: 1 },
    switchBisection: { found: 1, proved: 1 },
  });
  expect(written).not.toHaveProperty("inside");
});

test("bills are of every network by the document's prices, and of the part in use where that is less", () => {
  const document = parseDocument({
    topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
    workload: { kind: "butterfly-exchange", ranks: 16 },
    cost: { kind: "myrinet-2000", linkPrice: 100 },
    beside: [{ "workload.ranks": 0 }],
  });
  const costs = networkCosts(document);
  const rows = costsAsCsv(costs).split("\r\n");
  expect(rows[0]).toBe("network,part,what,count,each (US$),total (US$)");
  expect(rows[1]).toBe('A,whole network,"switches of level 0, 8 ports",16,1406.25,22500');
  expect(rows).toContain("A,whole network,all,,,86700");
  expect(rows).toContain("A,part in use,links to the terminals,16,100,1600");
  expect(rows.filter((row) => row.startsWith("B,part in use"))).toEqual([]);
  const written = JSON.parse(costsAsJson(document, costs));
  expect(written.document.cost).toEqual({ kind: "myrinet-2000", linkPrice: 100 });
  expect(written.costs[0]).toMatchObject({ network: "A", whole: { total: 86_700 }, used: { terminals: 16 } });
});
