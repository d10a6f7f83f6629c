/**
 * `npm test`: type-check, lint, formatting and a build, all at once; unit and law tests; tests in a real browser. Everything
 * runs even when something before it has failed. At the end stands what has failed, where and why; the last line counts the tests
 * of all runs, and a check that fails counts as one. With `--thorough`, `npm run test:all`, the fuzzers try many more cases.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { shortened } from "./tally.mjs";
import { endTogether } from "./together.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));
const tallies = `${top}node_modules/.cache/fabricscope/tests`;
rmSync(tallies, { recursive: true, force: true });
mkdirSync(tallies, { recursive: true });

if (process.argv.includes("--thorough")) process.env.FABRICSCOPE_THOROUGH = "1";

/** Everything that has failed: in which file, what it is called, and why. */
const faults = [];
/** The same of what passed at its second try only. */
const late = [];
/** Tests for which something is not installed: what they are called, and what is missing. */
const skipped = [];
let passed = 0;

const checks = [
  check("Type-check", "src/tools/typecheck.mjs"),
  check("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  check("Formatting", "node_modules/oxfmt/bin/oxfmt", "--check"),
];
const build = check("Build", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn");
for (const told of checks) await told();
const isBuilt = await build();
await tests("Unit and law tests", "unit", "alone");
if (isBuilt) await tests("Tests in a real browser", "browser");
else faults.push({ file: "", name: "Tests in a real browser", reason: "There is no page to test." });

for (const each of skipped) tell("Skipped", each);
for (const each of late) tell("Passed at the second try", each);
for (const each of faults) tell("Failed", each);
if (skipped.length > 0) console.log(`\n${skipped.length} skipped, for want of what is named above`);
console.log(`\n${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Runs a script under Node: whether it ended well, after how many seconds, and what it printed unless it did that itself. */
async function run(script, args, stdio = "inherit") {
  const began = performance.now();
  const child = endTogether(spawn(process.execPath, [top + script, ...args], { cwd: top, stdio }));
  const heard = [child.stdout, child.stderr].filter((stream) => stream !== null).map((stream) => text(stream));
  const [[status], ...texts] = await Promise.all([once(child, "exit"), ...heard]);
  return { well: status === 0, seconds: Math.round((performance.now() - began) / 1000), said: texts.join("") };
}

function begin(title) {
  console.log(`\n── ${title}`);
}

function end(title, { well, seconds }) {
  console.log(`── ${title}: ${well ? "well" : "failed"}, after ${seconds} s`);
}

/** Begins a step that passes or fails as a whole. Called then, it waits for the end, tells of it, and says whether it passed. */
function check(title, script, ...args) {
  const running = run(script, args, ["inherit", "pipe", "pipe"]);
  return async () => {
    begin(title);
    const result = await running;
    const { well, said } = result;
    if (said !== "") console.log(said.trimEnd());
    end(title, result);
    const lines = stripVTControlCharacters(said)
      .split("\n")
      .filter((line) => line.trim() !== "");
    if (!well) faults.push({ file: "", name: title, reason: shortened(lines) });
    return well;
  };
}

/** A run of some of vitest's projects, whose tests are counted. */
async function tests(title, ...projects) {
  const tally = `${tallies}/${projects[0]}.json`;
  process.env.FABRICSCOPE_TALLY = tally;
  const reporters = ["--reporter=default", `--reporter=${top}src/tools/tally.mjs`];
  begin(title);
  const result = await run("node_modules/vitest/vitest.mjs", [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    ...reporters,
  ]);
  end(title, result);
  const counted = existsSync(tally) ? JSON.parse(readFileSync(tally, "utf8")) : { passed: 0, skipped: [], faults: [], late: [] };
  passed += counted.passed;
  skipped.push(...counted.skipped);
  faults.push(...counted.faults);
  late.push(...counted.late);
  // A run may fail without a fault of a test, and before it could count any.
  if (!result.well && counted.faults.length === 0)
    faults.push({ file: "", name: title, reason: `What is wrong stands above, below "── ${title}".` });
}

/** Says what has failed, where and why. */
function tell(what, { file, name, reason }) {
  console.log(`\n${what}: ${name}${file === "" ? "" : ` (${file})`}\n${reason.replaceAll(/^/gm, "  ")}`);
}
