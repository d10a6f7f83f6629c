/** What becomes of what commands write, where nobody reads on and where the disk is full: real processes, as a shell begins them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { documentHash } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { builtCommand } from "./built-command.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

const small = {
  topology: { kind: "mesh", sizes: [2, 2] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
  run: { warmUp: 0, window: 200, drain: 200 },
};
writeFileSync(`${folder}/small.json`, JSON.stringify(small));
const environment = { ...process.env, INIT_CWD: folder };

/** What a command prints and ends with, where its output goes elsewhere. */
async function ended(child: ChildProcess) {
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, "exit")]);
  return { code: code as number, stderr };
}

test("a command whose output nobody reads on ends quietly", async () => {
  for (const [entry, stderr, ...args] of [
    ["simulate", "", "small.json"],
    ["record", expect.stringMatching(/^1 of 1 runs.*\n$/) as string, "small.json", "--into", "unread"],
  ] as const) {
    const child = spawn(process.execPath, builtCommand(entry, ...args), {
      cwd: top,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    expect(await ended(child)).toEqual({ code: 0, stderr });
  }
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk a command ends with a sentence and 3", () => {
  test("when it prints", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, builtCommand("simulate", "small.json"), {
      cwd: top,
      env: environment,
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect(await ended(child)).toEqual({
      code: 3,
      stderr: "The output could not be written: no space left on device. Make room, and run the command again.\n",
    });
  });

  /** What `npm run record -- small.json …` does; whoever writes `full` finds no room. */
  function record(full: string | null, ...args: string[]) {
    // What is written beside the file goes where there is never any room.
    const name = `${hostname().replaceAll(/[^A-Za-z0-9-]+/g, "-")}.`;
    const without = `import { symlinkSync } from "node:fs"; symlinkSync("/dev/full", ${JSON.stringify(`${full}.${name}`)} + process.pid + ".part");`;
    const options = full === null ? {} : { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(without)}` };
    const { status, stderr } = spawnSync(process.execPath, builtCommand("record", "small.json", ...args), {
      cwd: top,
      env: { ...environment, ...options },
      encoding: "utf8",
    });
    return { status, stderr };
  }
  const into = `${folder}/into`;
  const hash = documentHash(readDocument(small));

  test("when it stores results, what was stored before still stands, and the next time it goes on", () => {
    expect(record(null, "--into", "into", "--keep", "kept").status).toBe(0);
    const before = readFileSync(`${into}/${hash}.json`, "utf8");
    const file = `${into}/${hash}.json`;
    expect(record(file, "--into", "into", "--keep", "kept")).toEqual({
      status: 3,
      stderr: `${file} could not be written: no space left on device. Make room, and run the command again.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe(before);
    const [kept] = readdirSync(`${folder}/kept`);
    rmSync(`${folder}/kept/${kept}`);
    expect(record(`${folder}/kept/${kept}`, "--into", "into", "--keep", "kept").status).toBe(3);
    expect(readdirSync(`${folder}/kept`).filter((name) => !name.endsWith(".part"))).toEqual([]);
    expect(record(null, "--into", "into", "--keep", "kept").status).toBe(0);
    expect(readdirSync(`${folder}/kept`).filter((name) => !name.endsWith(".part"))).toEqual([kept]);
  });

  test("a stored file that is cut short is named and left out, and the others are stored", () => {
    const other = "0123456789abcdef";
    writeFileSync(`${into}/${other}.json`, readFileSync(`${into}/${hash}.json`, "utf8").slice(0, 500));
    writeFileSync(`${into}/fedcba9876543210.json`, readFileSync(`${into}/${hash}.json`, "utf8"));
    const { status, stderr } = record(null, "--into", "into", "--keep", "kept");
    expect({ status, lines: stderr.trimEnd().split("\n") }).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(`^.*/${other}\\.json is left out: this is not a file of recorded results; .* Record the document again`),
        expect.stringMatching(/^.*\/fedcba9876543210\.json is left out: the results belong to another document/),
      ],
    });
    expect(JSON.parse(readFileSync(`${into}/index.json`, "utf8"))).toEqual([expect.objectContaining({ hash, runs: 1 })]);
  });
});
