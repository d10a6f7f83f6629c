/** The command `simulate`: inputs, tables, claims and help. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { digestOf } from "../../src/core/measures/digest.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { callInProcess } from "./call-command.ts";
import type { Param } from "../../src/core/base/params.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { registryHelp } from "../../src/cli/registry-help.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { findingOfRuns } from "../../src/findings/sweep-or-comparison.ts";
import { unitsOfResults } from "../../src/words/units.ts";

const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

/** `npm run simulate -- …`, called from `folder`. */
const simulate = (...args: string[]) => callInProcess(simulateCommand, args, { folder });

test("a file and a link of the same scenario give the numbers of run()", async () => {
  const document = { topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "open-loop", load: 0.3 }, run: { window: 1000 } };
  writeFileSync(`${folder}/mesh.json`, JSON.stringify(document));
  const fromFile = await simulate("mesh.json", "--json");
  expect(fromFile.stderr).toBe("");
  expect(fromFile.status).toBe(0);
  expect(JSON.parse(fromFile.stdout).results).toEqual(run(readScenario(document)));
  expect((await simulate("https://example.org/#v=1&topology=mesh:sizes4x4&load=.3&window=1000", "--json")).stdout).toBe(fromFile.stdout);
});

test("bad input is refused with the reader's own words and 2", async () => {
  writeFileSync(`${folder}/bad.json`, '{ "topology": { "kind": "thin-tree", "kUp": 9 } }');
  expect(await simulate("bad.json")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "topology.kUp: 9 upward links are too many: a thin tree has at most as many as its 4 downward links. Use 4, the full fat tree.\n",
  });
  expect(await simulate("missing.json")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("there is no file") });
  expect(await simulate("--xml", "v=1")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("--xml is not an option"),
  });
});

test("every channel is listed with load, waiting and delay, each with its unit", async () => {
  const { status, stdout } = await simulate("v=1&topology=mesh:sizes2x2&traffic=uniform&load=.2&window=1000", "--channels");
  expect(status).toBe(0);
  const [head, ...rows] = stdout.trimEnd().split("\r\n");
  expect(head).toBe(
    "channel,name,class,load (phits/cycle),packets (packets),waiting (cycles),waiting-mean (cycles/packet),since-injection (cycles),since-injection-mean (cycles/packet)",
  );
  // Four terminal links and four links between switches, with two channels each.
  expect(rows).toHaveLength(16);
  expect(rows[0]).toMatch(/^0,"?terminal 0 → switch \(0, 0\)"?,terminal,0\.\d+,/);
});

test("one table at a time, as CSV or as JSON; one that does not exist says why", async () => {
  const switches = await simulate("v=1&topology=mesh:sizes2x2&traffic=uniform&load=.2&window=1000", "--switches", "--json");
  expect(switches.stderr).toBe("");
  expect(JSON.parse(switches.stdout)).toMatchObject({ table: "switches", rows: [{ 1: "switch (0, 0)" }, {}, {}, {}] });
  const facts = (await simulate("v=1&topology=torus:sizes8x8&traffic=uniform", "--analysis")).stdout;
  expect(facts.split("\r\n")).toContain("bisection,16,channels");
  const many = await simulate("v=1&topology=mesh:sizes16x16&traffic=uniform&load=.01&window=100", "--flows");
  expect(many).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/up to 128 terminals.*this network has 256 terminals\.\n$/),
  });
  expect(await simulate("v=1", "--flows", "--time")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^Usage/) });
});

test("what is known of a training step before it runs, by itself and beside the results", async () => {
  const step =
    "topology=single-switch:terminals4&technology=own-links:rate50GB/s&flowControl=fluid&workload=training-step:tensor1,batch8,rate100";
  const facts = (await simulate(`v=1&${step}`, "--analysis")).stdout.split("\r\n");
  expect(facts).toEqual(expect.arrayContaining(["bubble,0.375,", "pipeline-bytes,131072,B", "micro-batches,8,"]));
  expect((await simulate(`v=1&${step}`)).stdout).toMatch(/\n\nKnown before the run\nParameters +19\.491 {2}M\n/);
  const { workload, results } = JSON.parse((await simulate(`v=1&${step}`, "--json")).stdout);
  expect(workload).toMatchObject({ bubble: 0.375, pipelineBytes: 131_072, microBatches: 8, gradientBytes: 0 });
  expect(results.makespan * results.cycleSeconds).toBeGreaterThan(workload.leastSeconds);
  expect(JSON.parse((await simulate(`v=1&${step}`, "--analysis", "--json")).stdout).workload).toEqual(workload);
});

test("the paths of a pair, with their shares", async () => {
  const tree = "v=1&topology=k-ary-n-tree:k2,n2&traffic=uniform";
  const path = (top: number) => `terminal 0 → switch 0 of level 0 → switch ${top} of level 1 → switch 1 of level 0 → terminal 3`;
  const people = await simulate(tree, "--paths", "0-3");
  expect(people).toMatchObject({ status: 0, stderr: "" });
  const [summary, , head, ...lines] = people.stdout.trimEnd().split("\n");
  expect(summary).toBe("Packets may take 2 paths. Where switches choose adaptively, the shares assume an even split.");
  expect(head).toMatch(/^share {2}hops {2}kind +path +channels +virtual channels$/);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
    [0, 1].map((top) => ["1/2", "4", "minimal", path(top), expect.stringMatching(/^0( \d+){3}$/), "0 0 0 0"]),
  );
  const [columns, ...rows] = (await simulate("--paths", "0-3", tree, "--csv")).stdout.trimEnd().split("\r\n");
  expect(columns).toBe("share,compared,hops (channels),kind,path,channels,virtual-channels");
  expect(rows[1]).toMatch(new RegExp(`^0\\.5,0,4,minimal,${path(1)},0( \\d+){3},0 0 0 0$`));
  const drawn = await simulate(`${tree}&routing=nearest-common-ancestor:up~sprayed`, "--paths", "0-3", "--json");
  expect(JSON.parse(drawn.stdout)).toMatchObject({
    table: "paths",
    source: 0,
    destination: 3,
    count: 2,
    isDrawn: true,
    rows: [{ 0: 0.5 }, {}],
  });
  const many = (await simulate("v=1&topology=hyperx:sizes32&traffic=uniform&routing=ugal", "--paths", "0-127")).stdout
    .trimEnd()
    .split("\n");
  expect(many[0]).toBe("In an empty network, all packets take the same path. Each packet compares this with one of 30 non-minimal paths.");
  expect(many.slice(3, 5).map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
    ["1", "0", "3", "minimal"],
    ["0", "1/32", "4", "detour"],
  ]);
  expect(many.slice(22)).toEqual([expect.stringMatching(/detour/), "and 11 more"]);
  expect(await simulate(tree, "--paths", "0-4")).toEqual({
    status: 2,
    stdout: "",
    stderr: "--paths: there is no terminal 4; they are 0 to 3. Use 0-3.\n",
  });
  expect(await simulate(tree, "--paths")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("Write 0-1.") });
  expect(await simulate(tree, "--paths", "0-3", "--flows")).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage/) });
});

test("the outcome of each message of a list follows the measures", async () => {
  const list = [{ source: 0, destination: 63, bytes: "200 B", time: 5 }];
  writeFileSync(`${folder}/list.json`, JSON.stringify({ workload: { kind: "messages", list } }));
  // Six channels and four packets of 16 phits: H + L·P = 70 cycles, of which cycle 5 is the first.
  expect((await simulate("list.json")).stdout).toMatch(/\n\s+0\s+0\s+63\s+4\s+5\s+5\s+74\s+70\n/);
});

test("the findings of the page precede the table, in its units; programs read only rows", async () => {
  const mesh = "v=2&topology=mesh:sizes4x4&traffic=uniform&load=.2&window=1000";
  expect((await simulate(`${mesh}&technology=own-links:rate400MB/s`)).stdout).toMatch(
    /\n\nOffered uniform traffic of 80 MB\/s per terminal, the mesh delivers all of it\.\nThe mean latency is 280 ns; in an empty network it is \d+\. /,
  );
  const finding = /^Under uniform traffic: The mesh delivers the full offered load, up to load 0\.20\.\n\n/;
  const sweepLink = `${mesh}&sweep=load:.1;.2`;
  const { stdout } = await simulate(sweepLink);
  expect(stdout).toMatch(finding);
  expect((await simulate(sweepLink, "--csv")).stdout).toBe(stdout.replace(finding, ""));
});

test("of networks beside each other, what the page finds of the whole", () => {
  const document = parseDocument({
    topology: { kind: "mesh", sizes: [4, 4] },
    workload: { kind: "open-loop", pattern: "uniform", load: 0.2 },
    run: { window: 1000 },
    beside: [{ topology: { kind: "torus", sizes: [4, 4] } }],
  });
  const runs = cellsOf(document).map(({ scenario }) => run(scenario));
  expect(findingOfRuns(unitsOfResults, document, runs)?.answer).toMatch(
    /^Under uniform traffic: A and B deliver the full offered load, 0\.20 phits\/cycle per terminal\.$/,
  );
});

test("a claim is verified: 0 where all runs give its digest, 4 where they do not, 2 where there is none", async () => {
  const link = "v=2&topology=mesh:sizes2x2&load=.2&window=500&warmUp=0&seeds=2&sweep=load:.1;.2";
  const digest = digestOf(
    cellsOf(parseDocument(JSON.parse((await simulate(link, "--json")).stdout).document)).map(({ scenario }) => run(scenario)),
  );
  expect(await simulate(`${link}&engine=${engineVersion}&digest=${digest}`, "--verify")).toEqual({
    status: 0,
    stdout: `Reproduced: the results here have the digest that the link claims, ${digest}.\n`,
    stderr: "",
  });
  // One more seed gives another result.
  expect(await simulate(`${link.replace("seeds=2", "seeds=3")}&engine=0&digest=${digest}`, "--verify")).toMatchObject({
    status: 4,
    stdout: expect.stringMatching(
      new RegExp(
        `^Differs: the link claims digest ${digest}, the results here have \\w{10}\\. It was made with engine 0; this is engine ${engineVersion}\\.\n$`,
      ),
    ),
  });
  writeFileSync(`${folder}/claim.json`, JSON.stringify({ topology: { kind: "mesh", sizes: [2, 2] }, run: { window: 500 }, digest: "x" }));
  const { status, stdout } = await simulate("claim.json", "--verify", "--json");
  expect(status).toBe(4);
  expect(JSON.parse(stdout)).toEqual({
    verdict: "differs",
    claimed: { engine: "", digest: "x" },
    found: { engine: engineVersion, digest: expect.stringMatching(/^\w{10}$/) },
  });
  expect(await simulate("v=2", "--verify")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("nothing to verify") });
  expect(await simulate(`${link}&digest=x`, "--verify", "--csv")).toMatchObject({ status: 2, stdout: "" });
});

test("how far a result moves, and what ranks lose that drift apart, stand in text and JSON; where nothing can move it is refused", async () => {
  const link = "v=2&topology=torus:sizes5x5x5&technology=own-links&flowControl=fluid:ways~one&workload=all-to-all:message1MB";
  const output = (await simulate(link, "--sensitivity")).stdout;
  expect(output).toMatch(/ in each message changes this time by [\d.]+ %: trust the order of magnitude, not the digits\./);
  expect(output).toMatch(/The ranks fall out of lockstep.* takes 1\.59 times the 234 ms of a run in lockstep\./);
  const { results, drift, sensitivity } = JSON.parse((await simulate(link, "--sensitivity", "--json")).stdout);
  expect(drift.times).toBeCloseTo(results.makespan / drift.inStep, 12);
  expect(sensitivity).toMatchObject({ isChaotic: true, moves: sensitivity.makespan / results.makespan - 1 });
  const plain = JSON.parse((await simulate("v=2&topology=mesh:sizes2x2&workload=all-to-all", "--json")).stdout);
  expect([plain.drift, plain.sensitivity]).toEqual([undefined, undefined]);
  expect(await simulate("v=2&load=.1", "--sensitivity")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("rank program"),
  });
  const short = "v=2&topology=mesh:sizes2x2&workload=all-to-all";
  expect(await simulate(short, "--sensitivity")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^workload\.message: .* Use 64 kB or more/),
  });
  expect(await simulate(`${short}:message64kB`, "--sensitivity")).toMatchObject({ status: 0 });
  expect(await simulate(link, "--sensitivity", "--csv")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("Leave --csv out."),
  });
  expect(await simulate(`${link}&b.topology=torus:sizes4x4`, "--sensitivity")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("several runs"),
  });
});

test("of a collective operation, the usual measures have plain names, in seconds where a cycle has a length", async () => {
  const link = "topology=single-switch:terminals8&flowControl=fluid&workload=allreduce:algorithm~ring,ranks8,message8KiB";
  const alone = JSON.parse((await simulate(link, "--json")).stdout);
  // 14 steps of 16 packets of 16 phits, and paths of 2 channels. The bound contains one path latency, the time one per step.
  expect(alone).toMatchObject({ steps: 14, bytesPerRank: 14_336, time: 14 * 258, bound: 14 * 256 + 2 });
  expect(alone).toMatchObject({ units: { time: "cycles", bandwidth: "bytes/cycle" }, algorithmBandwidth: 8192 / (14 * 258) });
  expect(alone.busBandwidth).toBeCloseTo((8192 / (14 * 258)) * (14 / 8), 12);
  expect(alone.results.collective).toMatchObject({ operation: "allreduce", algorithm: "ring", ranks: 8, bytes: 8192 });
  const timed = JSON.parse((await simulate(`${link}&technology=own-links:rate1GB/s`, "--json")).stdout);
  expect(timed.time).toBeCloseTo(14 * 258 * 4e-9, 15);
  expect(timed.bound).toBeCloseTo((14 * 256 + 2) * 4e-9, 15);
  expect(timed.algorithmBandwidth).toBeCloseTo(8192 / (14 * 258 * 4e-9), 0);
  expect(timed.units).toEqual({ time: "s", bandwidth: "B/s" });
  const { stdout } = await simulate(`${link}&technology=own-links:rate1GB/s`);
  expect(stdout).toContain("The allreduce (ring) takes 14.4 µs: 992 MB/s of bus bandwidth, 99 % of the network’s upper bound.");
  expect(stdout).toMatch(/\nBus bandwidth +992\.25 +MB\/s\n/);
  const rows = (await simulate(`${link}&technology=own-links:rate1GB/s`, "--csv")).stdout.split("\r\n");
  expect(rows.find((row) => row.startsWith("bus-bandwidth,"))).toMatch(/^bus-bandwidth,992248062\.0\d*,B\/s$/);
  const workload = { kind: "allreduce", ranks: 8 };
  const sweepDocument = { topology: { kind: "single-switch", terminals: 8 }, workload, flowControl: "fluid" };
  writeFileSync(
    `${folder}/swept.json`,
    JSON.stringify({ ...sweepDocument, sweep: [{ path: "workload.message", values: ["1 KiB", "8 KiB"] }] }),
  );
  const { runs } = JSON.parse((await simulate("swept.json", "--json")).stdout);
  expect(runs.map(({ time }: { time: number }) => time)).toEqual([14 * 34, 14 * 258]);
  expect((await simulate("swept.json", "--csv")).stdout.split("\r\n")[0]).toMatch(
    /,bus-bandwidth \(bytes\/cycle\),least-time \(cycles\),least-time-by,least-time-share$/,
  );
  // The bound needs no run.
  expect((await simulate(link, "--analysis")).stdout).toContain(`least-time,${14 * 256 + 2},cycles`);
  // Other workloads have no columns for collectives.
  expect((await simulate("topology=mesh:sizes2x2&traffic=uniform&window=200", "--csv")).stdout).not.toContain("bandwidth");
});

test("every shelf is listed with its kinds, parameters and choices, and an example that is read", async () => {
  const { status, stdout } = await simulate("--help", "workloads");
  expect(status).toBe(0);
  for (const { id, summary, params } of allWorkloads.kinds) {
    const [, own = ""] = new RegExp(`(?:^|\n)${id}(?: – [^\n]*)?\n([^]*?)\n\n`).exec(stdout) ?? [];
    expect(own, id).toContain(summary);
    for (const [name, param] of Object.entries<Param>(params)) {
      expect(own).toMatch(new RegExp(`^    ${name} +\\S`, "m"));
      if (param.type === "choice") for (const choice of param.choices) expect(own).toMatch(new RegExp(`^ +${choice.id}: `, "m"));
    }
    expect(own.split("\n").at(-1)).toMatch(new RegExp(`^  workload=${id}(:|$)`));
  }
  const lists = (await simulate("--help")).stdout.match(/also (.*)$/m)![1].split(", ");
  expect(lists).toEqual(expect.arrayContaining(["topologies", "routings", "flow-controls", "mappings", "traffic-patterns", "sizes"]));
  expect((await simulate("--help", "topologies")).stdout).toContain("  topology=torus:sizes");
  expect((await simulate("--help", "topology")).stdout).toBe((await simulate("--help", "topologies")).stdout);
  expect(await simulate("--help", "workloadz")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^--help: "workloadz" is not a topic of the help; expected one of topologies, .* Write --help workloads\.\n$/,
    ),
  });
});

test("examples of lists are read as they stand", async () => {
  for (const line of registryHelp("workloads").match(/^  workload=.*$/gm)!) {
    const kindOrMessage = await readDocumentLink(`topology=torus:sizes8x8&${line.trim()}`).then(
      ({ workload }) => workload.kind,
      // The workload may not fit this network, but every word of the example is a known kind, parameter or value.
      (fault: Error) => fault.message,
    );
    expect(kindOrMessage).not.toMatch(/is not known here|is not a |is not an |cannot be used/);
  }
});

test("a network of a comparison that cannot be run is named, where only its flow control can tell", async () => {
  const link = "topology=torus:sizes4x4&flowControl=fluid&workload=allreduce:algorithm~in-network&b.flowControl=wormhole";
  expect(await simulate(link)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^flowControl: network B: under wormhole switches do not reduce or replicate messages\. Use fluid flow/),
  });
});
