/**
 * `npm run mutations`: applies each mutation of `tests/mutations.md` to a copy of the project and runs the tests that can reach it, the
 * nearest first, until one fails. `npm run mutations -- 3 17` tries some of them; `-- --draw 56` prints forty new mutations drawn with that
 * seed.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { testsReaching } from "../../src/tools/reach.mjs";
import { whenToldToEnd } from "../../src/tools/together.mjs";
import { drawMutations } from "./draw.ts";
import { applyPatch, type ListedMutation, patchOf, readList } from "./list.ts";

/** Number of the nearest test files that run before all others: most mutations are found there. */
const nearestFiles = 16;
/**
 * Time limits in seconds for the nearest test files and for all others: a mutation may cause an infinite loop, and then counts as found.
 * Memory limit in MiB: such a loop often allocates more and more memory.
 */
const timeLimits = { nearest: 240, others: 1500 };
const maxMemory = 4096;
/** What is printed of a mutation that cannot be made; it does not count as found. */
const notTried = "not tried: its patch does not apply any more";

/** All scripts run in the project's folder. */
const top = `${process.cwd()}/`;
const args = process.argv.slice(2);
whenToldToEnd((code) => process.exit(code));

if (args[0] === "--draw") {
  for (const [i, mutation] of drawMutations(top, Number(args[1] ?? 1)).entries())
    printLine(`${i + 1}. ${mutation.file}:${mutation.line}, ${mutation.operator}\n\n\`\`\`diff\n${patchOf(mutation, top)}\`\`\`\n`);
} else {
  const wanted = args.map(Number);
  const listed = readList(readFileSync(`${top}tests/mutations.md`, "utf8"));
  const strange = args.find((arg) => !listed.some(({ number }) => number === Number(arg)));
  if (strange !== undefined) {
    process.stderr.write(
      `${strange} is no mutation of tests/mutations.md: expected numbers from 1 to ${listed.length}, or --draw and a seed.\n`,
    );
    process.exit(2);
  }
  const chosen = wanted.length === 0 ? listed : listed.filter(({ number }) => wanted.includes(number));
  const copy = copyProject();
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  let found = 0;
  for (const mutation of chosen) {
    const began = performance.now();
    const finding = await tryMutation(copy, mutation);
    const isFound = finding !== null && finding !== notTried;
    if (isFound) found++;
    const seconds = Math.round((performance.now() - began) / 1000);
    printLine(
      `${String(mutation.number).padStart(2)}  ${isFound ? "found   " : finding === null ? "SURVIVES" : "FAILS   "}  ${seconds} s  ${mutation.file}  ${finding ?? ""}`,
    );
  }
  printLine(`\n${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length ? 0 : 1;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The test that finds a mutation, with its file, or that the tests do not end; null if no test finds it. */
async function tryMutation(copy: string, mutation: ListedMutation): Promise<string | null> {
  const { file, patch } = mutation;
  const clean = readFileSync(join(copy, file), "utf8");
  const mutated = applyPatch(clean, patch);
  if (mutated === null) return notTried;
  writeFileSync(join(copy, file), mutated);
  try {
    const all = [...testsReaching(copy, [file]).keys()].filter((test) => !test.startsWith("tests/browser/"));
    return (
      (await runTests(copy, timeLimits.nearest, all.slice(0, nearestFiles))) ??
      (await runTests(copy, timeLimits.others, all.slice(nearestFiles))) ??
      (await runBrowserTests(copy, file))
    );
  } finally {
    writeFileSync(join(copy, file), clean);
  }
}

/** Browser tests cover files that only the page imports. */
async function runBrowserTests(copy: string, file: string): Promise<string | null> {
  if (!/^src\/(app|views)\//.test(file)) return null;
  const { status } = await run(copy, timeLimits.others, "node_modules/vite/bin/vite.js", "build", "--logLevel", "error");
  if (status !== 0) return "the build of the page";
  return runTests(copy, timeLimits.others, ["tests/browser/"], "--project", "browser");
}

/** The first failing test of some files, with its file. */
async function runTests(copy: string, seconds: number, files: readonly string[], ...more: readonly string[]): Promise<string | null> {
  if (files.length === 0) return null;
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const projects = more.length > 0 ? more : ["--project", "unit", "--project", "alone"];
  const { status, stderr } = await run(
    copy,
    seconds,
    "node_modules/vitest/vitest.mjs",
    "run",
    "--bail=1",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile=${report}`,
    ...projects,
    ...files,
  );
  if (status === null) return "tests that do not end";
  if (status === 0) return null;
  if (!existsSync(report)) return "a run of tests that breaks off";
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === "failed");
    if (failed !== undefined) return `${name.slice(name.indexOf("tests/"))}: ${failed.fullName}`;
  }
  const broken = testResults.find((each) => each.status === "failed");
  if (broken !== undefined) return `${broken.name.slice(broken.name.indexOf("tests/"))}: the file as a whole`;
  return `an error outside of any test: ${stderr.split("\n").find((line) => /Error\b/.test(line)) ?? "see what the tests print"}`;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs a script under Node in the copy. Returns its exit code, or null if it took longer than `seconds`, and its stderr. */
async function run(copy: string, seconds: number, script: string, ...more: readonly string[]) {
  // A separate process group: processes that Vitest has started may be in an infinite loop and not react to other signals.
  const child = spawn(process.execPath, [join(copy, script), ...more], {
    cwd: copy,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    env: { ...process.env, CI: "1", NODE_OPTIONS: `--max-old-space-size=${maxMemory}` },
  });
  const endGroup = () => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  };
  process.once("exit", endGroup);
  child.once("exit", endGroup);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, seconds * 1000);
  const [stderr, [status]] = await Promise.all([text(child.stderr!), once(child, "exit") as Promise<[number | null]>]);
  clearTimeout(timer);
  process.off("exit", endGroup);
  return { status: isLate ? null : (status ?? 1), stderr: stripVTControlCharacters(stderr) };
}

/** Copies all files that git tracks or would add, and links the same packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "mutations-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: top, encoding: "utf8", maxBuffer: 2 ** 26 });
  for (const file of files.split("\0")) {
    if (file === "" || !existsSync(top + file)) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(top + file, join(copy, file));
  }
  symlinkSync(`${top}node_modules`, join(copy, "node_modules"), "junction");
  return copy;
}
