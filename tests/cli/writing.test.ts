/** Output of commands when the reader closes the pipe or the disk is full. These tests use real processes, started as by a shell. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { processFileSuffix } from "../../src/cli/files.ts";
import { recordCommand } from "../../src/cli/record.ts";
import { documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { firstFew } from "../effort.ts";
import { builtCommand } from "./built-command.ts";
import { callInProcess } from "./call-command.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

const smallDocument = {
  topology: { kind: "mesh", sizes: [2, 2] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
  run: { warmUp: 0, window: 200, drain: 200 },
};
writeFileSync(`${folder}/small.json`, JSON.stringify(smallDocument));
const environment = { ...process.env, INIT_CWD: folder };

/** Standard error and exit code of a command whose standard output goes elsewhere. */
async function waitForExit(child: ChildProcess) {
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, "exit")]);
  return { code: code as number, stderr };
}

test("a command whose output is no longer read ends quietly", async () => {
  const calls = [
    ["simulate", "", "small.json"],
    ["record", expect.stringMatching(/^1 of 1 runs.*\n$/) as string, "small.json", "--into", "unread"],
  ] as const;
  for (const [entry, stderr, ...args] of firstFew(1, calls)) {
    const child = spawn(process.execPath, builtCommand(entry, ...args), {
      cwd: projectRoot,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    expect(await waitForExit(child)).toEqual({ code: 0, stderr });
  }
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk a command ends with a sentence and 3", () => {
  test("when it prints", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, builtCommand("simulate", "small.json"), {
      cwd: projectRoot,
      env: environment,
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect(await waitForExit(child)).toEqual({
      code: 3,
      stderr: "The output could not be written: no space left on device. Free some disk space, and run the command again.\n",
    });
  });

  /** `npm run record -- small.json …` in the test process. */
  const record = (...args: string[]) => callInProcess(recordCommand, ["small.json", ...args], { folder });
  /** Calls `record` while a file cannot be written: its temporary file is a link to /dev/full. */
  async function recordWithout(file: string, ...args: string[]) {
    symlinkSync("/dev/full", `${file}.${processFileSuffix}.part`);
    return record(...args);
  }
  const into = `${folder}/into`;
  const hash = documentHash(parseDocument(smallDocument));

  test("when it stores results, results stored before remain, and the next call continues", async () => {
    const keep = ["--into", "into", "--keep", "kept"];
    expect((await record(...keep)).status).toBe(0);
    const file = `${into}/${hash}.json`;
    const before = readFileSync(file, "utf8");
    const full = {
      status: 3,
      stdout: "",
      stderr: `${file} could not be written: no space left on device. Free some disk space, and run the command again.\n`,
    };
    expect(await recordWithout(file, ...keep)).toEqual(full);
    expect(readFileSync(file, "utf8")).toBe(before);
    const [cachedFile] = readdirSync(`${folder}/kept`);
    rmSync(`${folder}/kept/${cachedFile}`);
    expect((await recordWithout(`${folder}/kept/${cachedFile}`, ...keep)).status).toBe(3);
    expect(readdirSync(`${folder}/kept`)).toEqual([]);
    expect((await record(...keep)).status).toBe(0);
    expect(readdirSync(`${folder}/kept`)).toEqual([cachedFile]);
    // A real process prints the same sentence.
    const symlink = `import { symlinkSync } from "node:fs"; symlinkSync("/dev/full", ${JSON.stringify(`${file}.${processFileSuffix}`)}.replace(/\\d+$/, process.pid + ".part"));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, builtCommand("record", "small.json", ...keep), {
      cwd: projectRoot,
      env: { ...environment, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(symlink)}` },
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual(full);
  });

  test("a stored file that is cut short is named and left out, and the others are stored", async () => {
    const other = "0123456789abcdef";
    writeFileSync(`${into}/${other}.json`, readFileSync(`${into}/${hash}.json`, "utf8").slice(0, 500));
    writeFileSync(`${into}/fedcba9876543210.json`, readFileSync(`${into}/${hash}.json`, "utf8"));
    const { status, stderr } = await record("--into", "into", "--keep", "kept");
    expect({ status, lines: stderr.trimEnd().split("\n") }).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(`^.*/${other}\\.json is left out: this is not a file of recorded results; .* Record the document again`),
        expect.stringMatching(/^.*\/fedcba9876543210\.json is left out: the results do not belong to document/),
      ],
    });
    expect(JSON.parse(readFileSync(`${into}/index.json`, "utf8"))).toEqual([expect.objectContaining({ hash, runs: 1 })]);
  });
});
