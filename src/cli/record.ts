/**
 * `npm run record -- <document.json | link | exhibit> …`: runs documents and stores their results under public/recorded/,
 * where the page finds them by the document's name.
 */
import { resolve } from "node:path";
import { recorded } from "../core/recorded.ts";
import { toldHash } from "../core/scenario/canonical.ts";
import { claimedRuns, type Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workOf } from "../core/scenario/work.ts";
import { command, exitCodes } from "./command.ts";
import { crewWord, type Errand, serve } from "./crew.ts";
import { makeFolder } from "./files.ts";
import { readDocuments } from "./input.ts";
import { KeptRuns } from "./kept.ts";
import { processesIn, readOptions } from "./options.ts";
import { runTold } from "./told.ts";
import { store, storeFolder } from "./stored.ts";

const usage = `Usage: npm run record -- <document.json | link | exhibit> … [--keep <folder>] [--processes <count>] [--into <folder>]

Runs each document, or those that an exhibit such as trees-table-4a stands on, and stores its results in ${storeFolder}/, by
the document's name, for the page to show at once. Runs that documents have in common are run once.

  --keep <folder>      keeps every finished run there and runs none again: what was interrupted goes on
  --processes <count>  runs so many at a time; 1 when left out
  --into <folder>      stores the results there instead
`;

/** A document and its runs, by their names. */
interface Task {
  readonly document: Document;
  readonly names: readonly string[];
}

if (process.argv[2] === crewWord) serve();
else await command(() => main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, ["--keep", "--processes", "--into"]);
  if (options === null || options.rest.length === 0) {
    process.stderr.write(usage);
    process.exitCode = args.includes("--help") ? 0 : exitCodes.refused;
    return;
  }
  const processes = processesIn(options, 1);
  // npm runs scripts in the project's folder, whoever calls them from where.
  const from = process.env["INIT_CWD"] ?? ".";
  const [keep, into] = ["--keep", "--into"].map((name) => options.values.get(name)).map((path) => path && resolve(from, path));
  const documents = (await Promise.all(options.rest.map((input) => readDocuments(input, from)))).flat();
  makeFolder(into ?? storeFolder);
  await record(documents, new KeptRuns(keep ?? null), into ?? storeFolder, processes);
}

/** One document after the other, of each the longest runs first; each is stored when its last run is in. */
async function record(documents: readonly Document[], kept: KeptRuns, folder: string, processes: number): Promise<void> {
  const open = new Map<string, Scenario>();
  const tasks = documents.map((document): Task => {
    const runs = claimedRuns(document).map((scenario) => ({ scenario, name: toldHash(scenario) }));
    const missing = runs.filter(({ name }) => !open.has(name) && kept.find(name) === null);
    for (const { scenario, name } of missing.toSorted((a, b) => workOf(b.scenario) - workOf(a.scenario))) open.set(name, scenario);
    return { document, names: runs.map(({ name }) => name) };
  });
  const waiting = new Set(tasks.filter((task) => !isStored(task, kept, folder)));
  const errands = [...open].map(([name, scenario]): Errand => ({ name, scenario, file: kept.fileOf(name) }));
  await runTold(errands, processes, {
    done: (i, results) => {
      kept.keep(errands[i].name, results);
      for (const task of waiting) if (isStored(task, kept, folder)) waiting.delete(task);
    },
  });
  if (waiting.size > 0)
    process.stderr.write(
      `Give the same command again for the runs that failed${kept.isInFolder ? "" : "; with --keep the others stay"}.\n`,
    );
}

/** Stores the results of a document once they all are there. */
function isStored({ document, names }: Task, kept: KeptRuns, folder: string): boolean {
  const runs = names.map((name) => kept.find(name)).filter((results) => results !== null);
  if (runs.length < names.length) return false;
  const results = recorded(document, runs);
  process.stdout.write(`${store(results, folder)}  ${runs.length} runs, engine ${results.engine}, digest ${results.digest}\n`);
  return true;
}
