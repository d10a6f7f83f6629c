/**
 * `npm test`: type-check, lint, formatting, unit and law tests, a build, tests in a real browser. Everything runs even
 * when something before it has failed. At the end stands what has failed, where and why; the last line counts the tests
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
let passed = 0;

await check("Type-check", "src/tools/typecheck.mjs");
await check("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings");
await check("Formatting", "node_modules/oxfmt/bin/oxfmt", "--check");
await tests("Unit and law tests", "unit", "page");
if (await check("Build", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")) await tests("Tests in a real browser", "browser");
else faults.push({ file: "", name: "Tests in a real browser", reason: "There is no page to test." });

for (const each of late) tell("Passed at the second try", each);
for (const each of faults) tell("Failed", each);
console.log(`\n${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

/**
 * Runs a script under Node below a heading, and says how long that took; returns whether it ended well, and what it
 * printed unless it was to print that itself.
 */
async function run(title, script, args, stdio = "inherit") {
  console.log(`\n── ${title}`);
  const began = performance.now();
  const child = endTogether(spawn(process.execPath, [top + script, ...args], { cwd: top, stdio }));
  const heard = [child.stdout, child.stderr].filter((stream) => stream !== null).map((stream) => text(stream));
  const [[status], ...texts] = await Promise.all([once(child, "exit"), ...heard]);
  const said = texts.join("");
  if (said !== "") console.log(said.trimEnd());
  console.log(`── ${title}: ${status === 0 ? "well" : "failed"}, after ${Math.round((performance.now() - began) / 1000)} s`);
  return { well: status === 0, said };
}

/** A step that passes or fails as a whole. */
async function check(title, script, ...args) {
  const { well, said } = await run(title, script, args, ["inherit", "pipe", "pipe"]);
  const lines = stripVTControlCharacters(said)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (!well) faults.push({ file: "", name: title, reason: shortened(lines) });
  return well;
}

/** A run of some of vitest's projects, whose tests are counted. */
async function tests(title, ...projects) {
  const tally = `${tallies}/${projects[0]}.json`;
  process.env.FABRICSCOPE_TALLY = tally;
  const reporters = ["--reporter=default", `--reporter=${top}src/tools/tally.mjs`];
  const { well } = await run(title, "node_modules/vitest/vitest.mjs", ["run", ...projects.flatMap((project) => ["--project", project]), ...reporters]);
  const told = existsSync(tally) ? JSON.parse(readFileSync(tally, "utf8")) : { passed: 0, faults: [], late: [] };
  passed += told.passed;
  faults.push(...told.faults);
  late.push(...told.late);
  // A run may fail without a fault of a test, and before it could count any.
  if (!well && told.faults.length === 0) faults.push({ file: "", name: title, reason: `What is wrong stands above, below "── ${title}".` });
}

/** Says what has failed, where and why. */
function tell(what, { file, name, reason }) {
  console.log(`\n${what}: ${name}${file === "" ? "" : ` (${file})`}\n${reason.replaceAll(/^/gm, "  ")}`);
}
