/**
 * `npm run record -- <document.json | link | exhibit> …`: runs documents and stores their results under public/recorded/, where the page
 * finds them by the document's hash.
 */
import { join, resolve } from "node:path";
import { recorded } from "../core/results/published.ts";
import { toldHash } from "../core/scenario/canonical.ts";
import { claimedRuns, type Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workOf } from "../core/scenario/work.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import type { Errand } from "./crew.ts";
import { makeFolder } from "./files.ts";
import { readDocuments } from "./input.ts";
import { KeptRuns } from "./kept.ts";
import { processesIn, readOptions } from "./options.ts";
import { runTold } from "./told.ts";
import { PublishedResults, publishedFolder } from "./stored.ts";

const usage = `Usage: npm run record -- <document.json | link | exhibit> … [--keep <folder>] [--processes <count>] [--into <folder>]

Runs each document, or those that an exhibit such as trees-table-4a stands on, and stores its results in ${publishedFolder}/, by
the document's name, for the page to show at once. Runs that documents have in common are run once.

  --keep <folder>      keeps every finished run there and runs none again: what was interrupted goes on
  --processes <count>  runs so many at a time; 1 when left out
  --into <folder>      stores the results there instead
`;

/** A document with the names of its runs. */
interface Task {
  readonly document: Document;
  readonly names: readonly string[];
}

export const recordCommand: CliCommand = async (args, context) => {
  const options = readOptions(args, ["--keep", "--processes", "--into"]);
  if (options === null || options.rest.length === 0) {
    context.stderr.write(usage);
    return args.includes("--help") ? exitCodes.done : exitCodes.refused;
  }
  const processes = processesIn(options, 1);
  const { callerFolder, projectFolder, stderr } = context;
  const [keep, into] = ["--keep", "--into"].map((name) => options.values.get(name)).map((path) => path && resolve(callerFolder, path));
  const documents = (await Promise.all(options.rest.map((input) => readDocuments(input, callerFolder, stderr)))).flat();
  const folder = into ?? join(projectFolder, publishedFolder);
  makeFolder(folder);
  return record(documents, new KeptRuns(keep ?? null, stderr), new PublishedResults(folder, stderr), processes, context);
};

/**
 * Runs the documents in order, the longest runs of each first. A document is stored as soon as its last run has finished.
 * @returns the exit code
 */
async function record(
  documents: readonly Document[],
  kept: KeptRuns,
  published: PublishedResults,
  processes: number,
  context: CommandContext,
): Promise<number> {
  /** Stores the results of a document if they are complete. */
  const isStored = ({ document, names }: Task): boolean => {
    const runs = names.map((name) => kept.find(name)).filter((results) => results !== null);
    if (runs.length < names.length) return false;
    const results = recorded(document, runs);
    const file = published.store(results);
    context.stdout.write(`${file}  ${runs.length} runs, engine ${results.engine}, digest ${results.digest}\n`);
    return true;
  };
  const open = new Map<string, Scenario>();
  const tasks = documents.map((document): Task => {
    const runs = claimedRuns(document).map((scenario) => ({ scenario, name: toldHash(scenario) }));
    const missing = runs.filter(({ name }) => !open.has(name) && kept.find(name) === null);
    for (const { scenario, name } of missing.toSorted((a, b) => workOf(b.scenario) - workOf(a.scenario))) open.set(name, scenario);
    return { document, names: runs.map(({ name }) => name) };
  });
  const waiting = new Set(tasks.filter((task) => !isStored(task)));
  const errands = [...open].map(([name, scenario]): Errand => ({ name, scenario, file: kept.fileOf(name) }));
  const { hasFailed } = await runTold(errands, processes, context, {
    done: (i, results) => {
      kept.keep(errands[i].name, results);
      for (const task of waiting) if (isStored(task)) waiting.delete(task);
    },
  });
  if (waiting.size > 0)
    context.stderr.write(
      `Give the same command again for the runs that failed${kept.isInFolder ? "" : "; with --keep the others stay"}.\n`,
    );
  return hasFailed ? exitCodes.failed : exitCodes.done;
}
