/**
 * `npm test`: type-check, lint, formatting, unit and law tests, a build, tests in a real browser. Everything runs even
 * when something before it has failed. The last line counts the tests of all runs; a check that fails counts as one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const reports = `${top}node_modules/.cache/fabricscope/tests`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const failures = [];
let passed = 0;
let failed = 0;

check("Type-check", "src/tools/typecheck.mjs");
check("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings");
check("Formatting", "node_modules/oxfmt/bin/oxfmt", "--check");
tests("Unit and law tests", "unit");
if (check("Build", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")) tests("Tests in a real browser", "browser");

if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs a script under Node below a heading; returns whether it ended well. */
function run(title, script, args) {
  console.log(`\n── ${title}`);
  return spawnSync(process.execPath, [top + script, ...args], { cwd: top, stdio: "inherit" }).status === 0;
}

/** A step that passes or fails as a whole. */
function check(title, script, ...args) {
  const well = run(title, script, args);
  if (!well) {
    failures.push(title);
    failed++;
  }
  return well;
}

/** A run of one of vitest's projects, whose tests are counted. */
function tests(title, project) {
  const report = `${reports}/${project}.json`;
  const well = run(title, "node_modules/vitest/vitest.mjs", [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { numPassedTests: 0, numFailedTests: 0 };
  passed += counts.numPassedTests;
  // A run may fail without a failing test: a file that does not load, an error outside of any test.
  failed += well ? 0 : Math.max(1, counts.numFailedTests);
  if (!well) failures.push(title);
}
