/** `npm run sweep`: the tidy table is the same whether it is computed by one process or from a folder that many machines have filled. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepCommand } from "../../src/cli/sweep.ts";
import { tidyTable } from "../../src/cli/tidy-table.ts";
import { cacheFileName, namedCells } from "../../src/core/results/cache-folder.ts";
import { measures } from "../../src/core/measures/index.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { builtCommand } from "./built-command.ts";
import { callInProcess, InProcessPoolProcess } from "./call-command.ts";
import { thoroughTest } from "../effort.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

const smallDocument = {
  topology: { kind: "mesh", sizes: [2, 2] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
  run: { warmUp: 0, window: 200, drain: 200 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2] }],
  beside: [{ title: '=HYPERLINK("x"), a tree', topology: { kind: "k-ary-n-tree", k: 2, n: 2 } }],
  seeds: 2,
};
const document = parseDocument(smallDocument);
const names = namedCells(document).map(({ name }) => name);
writeFileSync(`${folder}/small.json`, JSON.stringify(smallDocument));

const environment = { ...process.env, INIT_CWD: folder };
/** `npm run sweep -- …`, called from `folder`. */
const sweep = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  callInProcess(sweepCommand, args, { folder, environment: more });
const readText = (path: string) => readFileSync(`${folder}/${path}`, "utf8");
/** Rows of a CSV table whose cells contain no line breaks. */
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell]) => cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"')),
    );

let table = "";
beforeAll(async () => {
  const { status, stderr } = await sweep(["small.json", "--out", "one.csv", "--processes", "1"]);
  expect({ status, last: stderr.trimEnd().split("\n").slice(-2) }).toEqual({
    status: 0,
    last: [expect.stringMatching(/^8 of 8 runs, /), expect.stringMatching(/^1 process was busy \d+ % of the time\.$/)],
  });
  table = readText("one.csv");
});

test("a row for each run in the order of the document, with all that it needs alone", () => {
  const [head, ...rows] = rowsOf(table);
  expect(new Set(head).size).toBe(head.length);
  expect(head.filter((name) => /\s/.test(name))).toEqual([]);
  const valueIn = (row: readonly string[], name: string) => row[head.indexOf(name)];
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
  for (const [i, { cell }] of namedCells(document).entries()) {
    const [row, results] = [rows[i], run(cell.scenario)];
    expect([
      valueIn(row, "network"),
      valueIn(row, "workload.load"),
      valueIn(row, "seed"),
      valueIn(row, "engine"),
      valueIn(row, "hash"),
    ]).toEqual([
      "AB"[cell.variant],
      String([0.1, 0.2][cell.at[0]]),
      String(cell.scenario.seed),
      engineVersion,
      scenarioHash(cell.scenario),
    ]);
    // Cells of parameters that the other network does not have are empty.
    expect([valueIn(row, "topology"), valueIn(row, "topology.sizes"), valueIn(row, "topology.k")]).toEqual(
      cell.variant === 0 ? ["mesh", "[2,2]", ""] : ["k-ary-n-tree", "", "2"],
    );
    expect(valueIn(row, "title")).toBe(cell.variant === 0 ? "" : `'${smallDocument.beside[0].title}`);
    for (const { id, value } of measures) expect([id, valueIn(row, id)]).toEqual([id, String(value(results) ?? "")]);
  }
  const [, ...columns] = rowsOf(readText("one.columns.csv"));
  expect(columns.map(([name]) => name)).toEqual(head);
  const unitOf = (name: string) => columns.find(([each]) => each === name)?.[1];
  expect([unitOf("latency-mean"), unitOf("run.window"), unitOf("flowControl.packet"), unitOf("network")]).toEqual([
    "cycles",
    "cycles",
    "B",
    "",
  ]);
});

test("to the output, on many processes, from parts in any order, and from folders copied together: the same bytes", async () => {
  expect((await sweep(["small.json", "--processes", "3"])).stdout).toBe(table);
  for (const part of [3, 1]) {
    const { status, stdout } = await sweep(["small.json", "--keep", "a", "--shard", `${part}/3`]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Shard ${part} of 3: \\d of its \\d runs are in .*/a\\.\n$`))]);
  }
  expect((await sweep(["small.json", "--keep", "b", "--shard", "auto"], slurmTask(2, 3))).status).toBe(0);
  const cachedFiles = (name: string) => readdirSync(`${folder}/${name}`).filter((file) => file.endsWith(".json"));
  expect([...cachedFiles("a"), ...cachedFiles("b")].toSorted()).toEqual(names.map(cacheFileName).toSorted());
  cpSync(`${folder}/b`, `${folder}/a`, { recursive: true });
  expect(await sweep(["small.json", "--keep", "a", "--status"])).toEqual({
    status: 0,
    stdout: "8 runs: 8 finished, 0 missing.\nAll runs are finished.\n",
    stderr: "",
  });
  expect(await sweep(["small.json", "--keep", "a", "--out", "merged.csv"])).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readText("merged.csv")).toBe(table);
  expect(readText("merged.columns.csv")).toBe(readText("one.columns.csv"));
});

/** Environment variables of a task in a Slurm array. */
const slurmTask = (task: number, tasks: number) => ({
  SLURM_ARRAY_TASK_ID: String(task),
  SLURM_ARRAY_TASK_MIN: "1",
  SLURM_ARRAY_TASK_MAX: String(tasks),
  SLURM_ARRAY_TASK_STEP: "1",
  SLURM_ARRAY_TASK_COUNT: String(tasks),
});

test("missing, damaged and outdated results are reported, and only these are run again", async () => {
  cpSync(`${folder}/a`, `${folder}/c`, { recursive: true });
  const [missing, cut, older] = names.slice(0, 3).map((name) => `c/${cacheFileName(name)}`);
  rmSync(`${folder}/${missing}`);
  writeFileSync(`${folder}/${cut}`, readText(cut).slice(0, 300));
  writeFileSync(`${folder}/${older}`, readText(older).replace(/"engine":"[^"]*"/, '"engine":"older"'));
  writeFileSync(`${folder}/${missing}.there.17.part`, "{");
  const { stdout } = await sweep(["small.json", "--keep", "c", "--status", "--processes", "2"]);
  expect(stdout.split("\n").slice(0, -2)).toEqual([
    "8 runs: 5 finished, 1 missing, 1 broken, 1 from another version of the engine.",
    `${cacheFileName(names[1])} is broken; it will be run again.`,
    `${cacheFileName(names[2])} is from another version of the engine; it will be run again.`,
    `${cacheFileName(names[0])}.there.17.part is being written on there by process 17, or is left over from that process.`,
  ]);
  expect(stdout).toMatch(/\nAbout \d+ s left for 2 processes\.\n$/);
  const { status, stderr } = await sweep(["small.json", "--keep", "c", "--out", "again.csv"]);
  expect(status).toBe(0);
  expect(stderr.match(/holds no valid results of this run and this version of the engine; it is run again\./g)).toHaveLength(2);
  expect(stderr).toMatch(/\n3 of 3 runs, /);
  expect(readText("again.csv")).toBe(table);
});

thoroughTest("two sweeps in one folder do not disturb each other", async () => {
  const both = [1, 2].map((i) =>
    spawn(process.execPath, builtCommand("sweep", "small.json", "--keep", "both", "--processes", "1", "--out", `both${i}.csv`), {
      cwd: projectRoot,
      env: environment,
      stdio: "ignore",
    }),
  );
  expect(await Promise.all(both.map(async (each) => (await once(each, "exit"))[0] as number))).toEqual([0, 0]);
  expect([readText("both1.csv"), readText("both2.csv")]).toEqual([table, table]);
  expect(readdirSync(`${folder}/both`).filter((file) => file.endsWith(".part"))).toEqual([]);
});

test("a run that cannot be kept ends the sweep, and no table is written of the rest", async () => {
  const failing = { ...smallDocument, beside: [], seeds: 1, sweep: [{ path: "run.window", values: [200, 300] }] };
  writeFileSync(`${folder}/failing.json`, JSON.stringify(failing));
  const [first] = namedCells(parseDocument(failing));
  mkdirSync(`${folder}/failing`);
  // A folder with the name of the result file: the run succeeds, but its result cannot be written.
  mkdirSync(`${folder}/failing/${cacheFileName(first.name)}`);
  const { status, stderr } = await sweep(["failing.json", "--keep", "failing", "--out", "failing.csv", "--processes", "1"]);
  expect(status).toBe(3);
  expect(stderr).toContain("could not be written");
  expect(existsSync(`${folder}/failing.csv`)).toBe(false);
});

test("a process that dies fails the run that it was sent, and another one runs the rest", async () => {
  /** A pool process that is killed by a signal as soon as it gets a job. */
  class DyingProcess extends InProcessPoolProcess {
    override send(): void {
      this.connected = false;
      queueMicrotask(() => this.emit("exit", null, "SIGKILL"));
    }
  }
  let started = 0;
  const startCrewProcess = () => (started++ === 0 ? new DyingProcess() : new InProcessPoolProcess());
  const args = ["small.json", "--processes", "1"];
  const { status, stdout, stderr } = await callInProcess(sweepCommand, args, { folder, startPoolProcess: startCrewProcess });
  expect([status, started]).toEqual([1, 2]);
  const [, failed] = /^Run ([0-9a-f]{16}) failed: its process ended with SIGKILL\n/.exec(stderr) ?? [];
  expect(names).toContain(failed);
  expect(stderr).toMatch(/\n1 run failed\. Repeat the command for it; with --keep, finished runs are not repeated\.\n$/);
  const rows = rowsOf(stdout);
  const at = 1 + names.indexOf(failed);
  expect(rows.toSpliced(at, 1)).toEqual(rowsOf(table).toSpliced(at, 1));
  expect(rows[at]).toContain("failed");
});

test("a run that failed is a row that says so, with all of its parameters and no number", () => {
  const own = namedCells(document);
  const text = tidyTable([{ document, cells: own }], (name) =>
    name === names[3] ? null : run(own.find((each) => each.name === name)!.cell.scenario),
  ).rows;
  const [head, ...rows] = rowsOf(text);
  const [, ...sound] = rowsOf(table);
  const measured = head.indexOf("status");
  expect(rows.toSpliced(3, 1)).toEqual(sound.toSpliced(3, 1));
  expect(rows[3]).toEqual([...sound[3].slice(0, measured), "failed", ...head.slice(measured + 1).map(() => "")]);
});

test("interrupted, it has kept what was finished, and goes on from there", async () => {
  const long = {
    ...smallDocument,
    beside: [],
    seeds: 1,
    sweep: [{ path: "run.window", values: [200, 10_000_000] }],
    topology: { kind: "torus", sizes: [8, 8] },
  };
  writeFileSync(`${folder}/long.json`, JSON.stringify(long));
  const child = spawn(process.execPath, builtCommand("sweep", "long.json", "--keep", "long", "--processes", "2"), {
    cwd: projectRoot,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.setEncoding("utf8");
  await once(child.stderr, "data");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
  const [short] = namedCells(parseDocument(long));
  expect(readdirSync(`${folder}/long`).toSorted()).toEqual(
    [cacheFileName(short.name), `took.${hostname().replaceAll(/[^A-Za-z0-9-]+/g, "-")}.${child.pid}.txt`].toSorted(),
  );
  const { stdout } = await sweep(["long.json", "--keep", "long", "--status"]);
  expect(stdout).toMatch(/^2 runs: 1 finished, 1 missing\.\nAbout /);
});

test.each([
  [["small.json", "--keep"], /^Usage/],
  [["small.json", "more.json"], /^Usage/],
  [[], /^Usage/],
  [["small.json", "--strange", "1"], /^Usage/],
  [["small.json", "--processes", "0"], /^--processes: "0" is not a number of processes; expected a number from 1 to 1024/],
  [["small.json", "--processes", "1e9"], /^--processes: /],
  [["small.json", "--shard", "1/2"], /^--shard: .* Add --keep/],
  [["small.json", "--status"], /^--status: .* Add --keep/],
  [["small.json", "--keep", "k", "--shard", "0/4"], /^--shard: there is no shard 0 of 4; expected a number from 1 to 4/],
  [["small.json", "--keep", "k", "--shard", "auto"], /^--shard: no scheduler has set the number of this task/],
  [["small.json", "--keep", "k", "--shard", "1/2", "--out", "x.csv"], /^--out: the table needs all runs/],
  [["small.json", "--keep", "nowhere", "--status"], /^--keep: .* is not a readable folder/],
  [["small.json", "--keep", "small.json", "--status"], /^--keep: .* is not a readable folder/],
  [["small.json", "--out", "."], /^--out: .* is a folder/],
  [["missing.json"], /there is no file/],
])("%j is refused before anything is run", async (args, expectedMessage) => {
  const { status, stdout, stderr } = await sweep(args, { SLURM_ARRAY_TASK_ID: "", PARALLEL_SEQ: "" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(expectedMessage);
});

test("a folder that is a file, or cannot be written, is refused before anything is run", async () => {
  expect(await sweep(["small.json", "--keep", "small.json"])).toMatchObject({
    status: 3,
    stderr: expect.stringContaining("small.json could not be written"),
  });
  if (process.getuid?.() === 0) return;
  mkdirSync(`${folder}/closed`);
  chmodSync(`${folder}/closed`, 0o500);
  expect(await sweep(["small.json", "--keep", "closed"])).toMatchObject({
    status: 3,
    stderr: expect.stringContaining("permission denied"),
  });
});

test("of a billion parts most are empty", async () => {
  const { status, stdout } = await sweep(["small.json", "--keep", "empty", "--shard", "1000000000/1000000000"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("0 of its 0 runs")]);
});
