/**
 * `npm test`: type-check, lint, formatting and a build in parallel with the unit and property tests, then the tests in a real browser. All
 * steps run even if an earlier one fails. A summary at the end lists the failures with their reasons; its last line counts the tests, and
 * a failed check counts as one.
 *
 * `--thorough` (`npm run test:all`): more random cases, and also the slow tests.
 * `--changed`: only the tests that are affected by files that differ from the last commit, or from the commit after `=`.
 * `--slowest`: lists the twenty slowest tests.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { changedFiles, testsFor } from "./reach.mjs";
import { shortened } from "./tally.mjs";
import { endTogether } from "./together.mjs";

const usage = `Usage: npm test -- [--changed[=<commit>]] [--slowest]

  --changed            only the tests that can see what differs from the last commit; type-check, lint and formatting of all
  --changed=<commit>   … from that commit, for instance main
  --slowest            the twenty slowest tests at the end

npm run test:all       the same with many more random cases, and all that takes long
`;

const args = process.argv.slice(2);
const known = /^--(thorough|slowest|changed(=.+)?)$/;
const strange = args.find((arg) => !known.test(arg));
if (strange !== undefined) {
  if (strange !== "--help") console.error(`${strange} is not an option.\n`);
  (strange === "--help" ? console.log : console.error)(usage);
  process.exit(strange === "--help" ? 0 : 2);
}

const top = fileURLToPath(new URL("../../", import.meta.url));
const tallies = `${top}node_modules/.cache/fabricscope/tests`;
rmSync(tallies, { recursive: true, force: true });
mkdirSync(tallies, { recursive: true });

if (args.includes("--thorough")) process.env.FABRICSCOPE_THOROUGH = "1";

/** Failures: file, name and reason. */
const faults = [];
/** Tests that passed only at the second attempt, in the same form. */
const late = [];
/** Tests that were skipped because something is not installed: file, name and reason. */
const skipped = [];
/** Duration of each test. */
const durations = [];
let passed = 0;

const changed = args.find((arg) => arg.startsWith("--changed"));
/** The test files to run; null for all. */
const chosen = changed === undefined ? null : chooseTests(changed.split("=")[1] ?? "HEAD");
const unitFiles = chosen?.files.filter((file) => !isOfBrowser(file));
const browserFiles = chosen?.files.filter(isOfBrowser);
const needsPage = browserFiles === undefined || browserFiles.length > 0;

// The checks run in parallel, but their outputs are printed one after the other.
const checks = [
  check("Type-check", "src/tools/typecheck.mjs"),
  check("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  check("Formatting", "node_modules/oxfmt/bin/oxfmt", "--check"),
  ...(needsPage ? [check("Build", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")] : []),
];
const searching = needsPage ? run("src/tools/run.mjs", ["tests/browser/find.ts"], ["ignore", "pipe", "pipe"]) : null;
await tests("Unit and law tests", ["unit", "alone"], unitFiles);
const results = [];
for (const told of checks) results.push(await told());
if (needsPage) {
  const search = await searching;
  if (!results.at(-1)) faults.push({ file: "", name: "Tests in a real browser", reason: "There is no page to test." });
  else if (search.well) await tests("Tests in a real browser", ["browser"], browserFiles);
  else await skipBrowser(search.said.trim().split("\n").at(-1));
}

tellSkipped();
for (const each of late) tell("Passed at the second try", each);
for (const each of faults) tell("Failed", each);
if (args.includes("--slowest")) tellSlowest();
if (skipped.length > 0) console.log(`\n${skipped.length} skipped, for want of what is named above`);
console.log(`\n${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Runs a script with Node. @returns whether it succeeded, its seconds, and its output unless that was inherited */
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

/** Starts a check. Returns a function that waits for its end, prints its output and returns whether it passed. */
function check(title, script, ...args) {
  const running = run(script, args, ["inherit", "pipe", "pipe"]);
  return async () => {
    const result = await running;
    const { well, said } = result;
    begin(title);
    if (said !== "") console.log(said.trimEnd());
    end(title, result);
    const lines = stripVTControlCharacters(said)
      .split("\n")
      .filter((line) => line.trim() !== "");
    if (!well) faults.push({ file: "", name: title, reason: shortened(lines) });
    return well;
  };
}

/** Runs projects of Vitest, or some of their files, and adds their tests to the totals. */
async function tests(title, projects, files = []) {
  if (files.length === 0 && chosen !== null) return;
  const tally = `${tallies}/${projects[0]}.json`;
  process.env.FABRICSCOPE_TALLY = tally;
  const reporters = ["--reporter=default", `--reporter=${top}src/tools/tally.mjs`];
  begin(title);
  const result = await run("node_modules/vitest/vitest.mjs", [
    "run",
    // With --changed, a project may have no affected test.
    ...(chosen === null ? [] : ["--passWithNoTests"]),
    ...projects.flatMap((project) => ["--project", project]),
    ...reporters,
    ...files,
  ]);
  end(title, result);
  const counted = existsSync(tally)
    ? JSON.parse(readFileSync(tally, "utf8"))
    : { passed: 0, skipped: [], faults: [], late: [], durations: [] };
  passed += counted.passed;
  skipped.push(...counted.skipped);
  faults.push(...counted.faults);
  late.push(...counted.late);
  durations.push(...counted.durations);
  // A run may fail without a failed test, or before it writes the tally.
  if (!result.well && counted.faults.length === 0)
    faults.push({ file: "", name: title, reason: `What is wrong stands above, below "── ${title}".` });
}

/** Counts the browser tests as skipped, each by its name, if there is no browser. */
async function skipBrowser(reason) {
  begin("Tests in a real browser");
  console.log(reason);
  const list = `${tallies}/list.json`;
  process.env.FABRICSCOPE_LISTING = "1";
  const result = await run(
    "node_modules/vitest/vitest.mjs",
    ["list", "--project", "browser", `--json=${list}`, ...(browserFiles ?? [])],
    ["ignore", "pipe", "pipe"],
  );
  end("Tests in a real browser, which are skipped", result);
  if (!result.well)
    return faults.push({ file: "", name: "Tests in a real browser", reason: `Their names could not be listed:\n${result.said.trim()}` });
  for (const { name, file } of JSON.parse(readFileSync(list, "utf8")))
    skipped.push({ file: file.slice(file.indexOf("tests/")), name, reason });
}

/** Selects the tests that are affected by the difference from a commit, and prints their number; null for all tests. */
function chooseTests(commit) {
  const files = changedFiles(top, commit);
  const found = testsFor(top, files);
  console.log(
    found === null
      ? `Files that differ from ${commit}: ${files.length}. Every test depends on one of them, so all tests run.`
      : `Files that differ from ${commit}: ${files.length}. Test files that can see them: ${found.length}.`,
  );
  return found === null ? null : { files: found };
}

function isOfBrowser(file) {
  return file.startsWith("tests/browser/");
}

/** Prints a failure with its file and reason. */
function tell(what, { file, name, reason }) {
  console.log(`\n${what}: ${name}${file === "" ? "" : ` (${file})`}\n${reason.replaceAll(/^/gm, "  ")}`);
}

/** Prints the skipped tests, grouped by reason. */
function tellSkipped() {
  for (const reason of new Set(skipped.map((each) => each.reason))) {
    console.log(`\nSkipped: ${reason}`);
    for (const each of skipped) if (each.reason === reason) console.log(`  ${each.name} (${each.file})`);
  }
}

function tellSlowest() {
  console.log("\nThe slowest tests");
  durations.sort((a, b) => b.milliseconds - a.milliseconds);
  for (const { milliseconds, file, name } of durations.slice(0, 20))
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name} (${file})`);
}
