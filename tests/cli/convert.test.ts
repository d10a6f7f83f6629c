/** Files of other programs on the command line: they are recognized, converted and run. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { convertCommand } from "../../src/cli/convert.ts";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { run } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { callInProcess } from "./call-command.ts";

const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

/** `npm run convert -- …` and `npm run simulate -- …`, called from `folder`. */
const convert = (...args: readonly string[]) => callInProcess(convertCommand, args, { folder });
const simulate = (...args: readonly string[]) => callInProcess(simulateCommand, args, { folder });

const starCsv = "from,to,rate\nh1,s1,100 Gb/s\nh2,s1,100 Gb/s\nh3,s1,25 Gb/s\nh4,h4,100 Gb/s\n";
writeFileSync(`${folder}/star.csv`, starCsv);
writeFileSync(`${folder}/rates.csv`, "Gb/s,h1,h2,h3\nh1,0,5,5\nh2,1,0,1\nh3,2,2,0\n");
const ringLink = "v=2&topology=torus:sizes4&traffic=uniform&load=.2&window=500";

test("what a file is, with its counts, what was guessed, what it was found to be, and the lines that could not be read", async () => {
  const { status, stdout, stderr } = await convert("star.csv");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("Format     Edge list\nTerminals  3\nSwitches   1\nLinks      3\nNetwork    ");
  expect(stdout).toContain('Line 5, "h4,h4,100 Gb/s": connects "h4" to itself.');
  const facts = JSON.parse((await convert("star.csv", "--json")).stdout);
  expect(facts).toMatchObject({ format: "Edge list", terminals: 3, switches: 1, links: 3, unread: 1 });
  expect(facts.guesses).not.toHaveLength(0);
  expect(facts.warnings[0]).toMatch(/^Line 5, /);
  // One of three links is slower.
  expect(facts.recognised.irregular).toHaveLength(1);
});

test("the document of a file runs; drawn, it gives the same run", async () => {
  const { status, stdout } = await convert("star.csv", "--to", "json");
  expect(status).toBe(0);
  const document = parseDocument(JSON.parse(stdout));
  expect(document.technology).toEqual({ kind: "own-links", values: { rate: 9.375e9, overhead: 0, latency: 0 } });
  // One terminal has a slower channel, so each terminal's load is relative to its own channel.
  expect(document.workload.values).toMatchObject({ loadOf: "channel", pattern: { kind: "uniform" } });
  const drawn = parseDocument(JSON.parse((await convert(ringLink, "--to", "drawn")).stdout));
  expect(drawn.topology.kind).toBe("drawn");
  expect(run(drawn).fingerprint).toBe(run(parseDocument(JSON.parse((await convert(ringLink, "--to", "json")).stdout))).fingerprint);
});

test("a network goes out in another format, into a file, and comes in with its counts", async () => {
  expect(await convert("v=2&topology=k-ary-n-tree:k2,n2", "--to", "graphml", "--out", "tree.xml")).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
  expect(JSON.parse((await convert("tree.xml", "--json")).stdout)).toMatchObject({
    format: "GraphML",
    terminals: 4,
    switches: 4,
    links: 8,
    unread: 0,
  });
  expect(await convert("tree.xml", "--to", "edge-list", "--out", "no/such/folder.csv")).toMatchObject({ status: 3 });
});

test("traffic goes out as a matrix, a list or a program, and comes in", async () => {
  expect(await convert(ringLink, "--to", "traffic-matrix", "--out", "matrix.csv")).toMatchObject({ status: 0, stdout: "" });
  expect(JSON.parse((await convert("matrix.csv", "--json")).stdout)).toMatchObject({ sources: 4, pairs: 12 });
  writeFileSync(
    `${folder}/list.json`,
    JSON.stringify({
      topology: { kind: "torus", sizes: [4] },
      workload: { kind: "messages", list: [{ source: 2, destination: 1, bytes: "100 B", time: 7 }] },
    }),
  );
  expect(await convert("list.json", "--to", "messages", "--out", "list.csv")).toMatchObject({ status: 0 });
  expect(JSON.parse((await convert("list.csv", "--to", "json")).stdout).workload).toEqual({
    kind: "messages",
    list: [{ source: 2, bytes: "100 B", time: 7 }],
  });
  expect((await convert("v=2&topology=torus:sizes4&workload=all-to-all", "--to", "goal")).stdout).toMatch(/^num_ranks 4\n/);
});

test("what cannot be is refused with 2 and a sentence: no such format, no such file, two texts in one place", async () => {
  expect(await convert("star.csv", "--to", "visio")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/there is no format "visio"\. Use one of json, drawn/),
  });
  expect(await convert("star.csv", "--to", "goal")).toMatchObject({ status: 2, stderr: expect.stringMatching(/do not run a program/) });
  expect(await convert("star.csv", "--to", "json", "--json")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/Add --out <file>/),
  });
  expect(await convert("star.csv", "--out", "x")).toMatchObject({ status: 2, stderr: expect.stringMatching(/Add --to <format>/) });
  expect(existsSync(`${folder}/x`)).toBe(false);
  expect(await convert("nowhere.csv")).toMatchObject({ status: 2, stderr: expect.stringMatching(/there is no file/) });
  writeFileSync(`${folder}/picture`, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]));
  expect(await convert("picture")).toMatchObject({ status: 2, stderr: expect.stringMatching(/is a PNG picture/) });
  writeFileSync(`${folder}/letter.txt`, "Dear Sir or Madam,\n");
  expect(await convert("letter.txt")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/The format of a text that begins with "Dear Sir.*" is unknown/),
  });
  expect(await convert()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage/) });
  expect(await convert("--help")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/goal +GOAL/) });
});

test("any file runs in place of a scenario; what was guessed and not read is said beside the results", async () => {
  const { status, stdout, stderr } = await simulate("star.csv", "--json");
  expect(status).toBe(0);
  expect(stderr).toContain('Line 5, "h4,h4,100 Gb/s": connects "h4" to itself.');
  const { results, scenario } = JSON.parse(stdout);
  expect(results).toEqual(run(parseDocument(scenario)));
  writeFileSync(`${folder}/star.csv.gz`, gzipSync(starCsv));
  expect(JSON.parse((await simulate("star.csv.gz", "--json")).stdout).results).toEqual(results);
});

test("a network and traffic beside a link replace those of the link", async () => {
  const { status, stdout, stderr } = await simulate(ringLink, "--topology", "star.csv", "--traffic", "rates.csv", "--json");
  expect(status).toBe(0);
  expect(stderr).toContain("Nearest common ancestor routing is chosen for this network.");
  const { scenario } = JSON.parse(stdout);
  expect(scenario).toMatchObject({ topology: { kind: "drawn" }, workload: { kind: "rates", unit: "Gbps" }, run: { window: 500 } });
  expect(JSON.parse((await simulate("--topology", "star.csv", "--traffic", "rates.csv", "--json")).stdout).scenario.workload).toEqual(
    scenario.workload,
  );
  expect(await simulate(ringLink, "--topology", "rates.csv")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/rates\.csv has no network/),
  });
  expect(await simulate(ringLink, "--traffic", "star.csv")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/star\.csv has no traffic/),
  });
});
