/**
 * `npm run record -- <document.json | link> …`: runs documents and stores their results under public/recorded/, where the
 * page finds them by the document's name.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { ScenarioError } from "../core/base/errors.ts";
import { readRecorded, recorded } from "../core/recorded.ts";
import { run } from "../core/run.ts";
import { claimedRuns, type Document, documentHash } from "../core/scenario/document.ts";
import { engineVersion } from "../core/version.ts";
import { readInput } from "./input.ts";

const folder = "public/recorded";
const usage = `Usage: npm run record -- <document.json | link> …

Runs each document and stores its results in ${folder}/, by the document's name, for the page to show at once.
`;

const inputs = process.argv.slice(2);
if (inputs.length === 0 || inputs.some((input) => input.startsWith("--"))) {
  process.stderr.write(usage);
  process.exitCode = inputs.includes("--help") ? 0 : 2;
} else {
  try {
    for (const input of inputs) record(await readInput(input, process.env["INIT_CWD"] ?? "."));
    writeIndex();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

function record(document: Document): void {
  const scenarios = claimedRuns(document);
  const hash = documentHash(document);
  const runs = scenarios.map((scenario, i) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r${document.title === "" ? hash : document.title}: run ${i + 1} of ${scenarios.length}`);
    return run(scenario);
  });
  const file = recorded(document, runs);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${hash}.json`, `${JSON.stringify(file)}\n`);
  if (process.stderr.isTTY) process.stderr.write("\n");
  process.stdout.write(`${folder}/${hash}.json  ${runs.length} runs, engine ${engineVersion}, digest ${file.digest}\n`);
}

/** The names of all that is stored, for the page to ask for nothing that is not there. */
function writeIndex(): void {
  const entries = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .toSorted()
    .map((name) => {
      const { recorded: file, document } = readRecorded(JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
      return { hash: file.hash, engine: file.engine, runs: file.runs.length, digest: file.digest, title: document.title };
    });
  writeFileSync(`${folder}/index.json`, `${JSON.stringify(entries, null, 2)}\n`);
}
