/**
 * `npm run record -- <document.json | link | exhibit> …`: runs documents and stores their results under public/recorded/, where the page
 * finds them by the document's hash.
 */
import { join, resolve } from "node:path";
import { publishedFileOf } from "../core/results/published.ts";
import { resultsHash } from "../core/scenario/canonical.ts";
import { claimedRuns, type Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { estimateWork } from "../core/scenario/estimate-work.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import type { PoolJob } from "./process-pool.ts";
import { ensureWritableFolder } from "./files.ts";
import { readDocuments } from "./input.ts";
import { FolderResultCache } from "./folder-cache.ts";
import { processCount, readOptions } from "./options.ts";
import { runBatch } from "./run-batch.ts";
import { PublishedFolder, publishedFolder } from "./published-folder.ts";

const usage = `Usage: npm run record -- <document.json | link | exhibit> … [--keep <folder>] [--processes <count>] [--into <folder>]

Runs each document, or the documents of an exhibit such as trees-table-4a, and stores the results in ${publishedFolder}/, under
the name of the document, so that the page shows them without a run. Runs that occur in several documents are run once.

  --keep <folder>      stores every finished run in this folder and does not repeat it, so that an interrupted command can continue
  --processes <count>  number of parallel runs; default 1
  --into <folder>      stores the results in this folder instead
`;

/** A document with the names of its runs. */
interface RecordTask {
  readonly document: Document;
  readonly names: readonly string[];
}

export const recordCommand: CliCommand = async (args, context) => {
  const options = readOptions(args, ["--keep", "--processes", "--into"]);
  if (options === null || options.operands.length === 0) {
    context.stderr.write(usage);
    return args.includes("--help") ? exitCodes.done : exitCodes.refused;
  }
  const processes = processCount(options, 1);
  const { callerFolder, projectFolder, stderr } = context;
  const [cacheFolder, outputFolder] = ["--keep", "--into"]
    .map((name) => options.values.get(name))
    .map((path) => path && resolve(callerFolder, path));
  const documents = (await Promise.all(options.operands.map((input) => readDocuments(input, callerFolder, stderr)))).flat();
  const folder = outputFolder ?? join(projectFolder, publishedFolder);
  ensureWritableFolder(folder);
  return record(documents, new FolderResultCache(cacheFolder ?? null, stderr), new PublishedFolder(folder, stderr), processes, context);
};

/**
 * Runs documents in order, the longest runs of each document first, and publishes their results. Runs that are in the cache are not
 * repeated. A document is stored as soon as its last run has finished.
 * @param published folder of the published results, from which the page reads them
 * @returns the exit code
 */
async function record(
  documents: readonly Document[],
  cache: FolderResultCache,
  published: PublishedFolder,
  processes: number,
  context: CommandContext,
): Promise<number> {
  /** Stores the results of a document if all of them are in the cache, and prints the file; returns whether they are complete. */
  const storeIfComplete = ({ document, names }: RecordTask): boolean => {
    const runs = names.map((name) => cache.find(name)).filter((results) => results !== null);
    if (runs.length < names.length) return false;
    const results = publishedFileOf(document, runs);
    const file = published.store(results);
    context.stdout.write(`${file}  ${runs.length} runs, engine ${results.engine}, digest ${results.digest}\n`);
    return true;
  };
  const missingRuns = new Map<string, Scenario>();
  const tasks = documents.map((document): RecordTask => {
    const runs = claimedRuns(document).map((scenario) => ({ scenario, name: resultsHash(scenario) }));
    const missing = runs.filter(({ name }) => !missingRuns.has(name) && cache.find(name) === null);
    for (const { scenario, name } of missing.toSorted((a, b) => estimateWork(b.scenario) - estimateWork(a.scenario)))
      missingRuns.set(name, scenario);
    return { document, names: runs.map(({ name }) => name) };
  });
  const openTasks = new Set(tasks.filter((task) => !storeIfComplete(task)));
  const jobs = [...missingRuns].map(([name, scenario]): PoolJob => ({ name, scenario, file: cache.fileOf(name) }));
  const { hasFailed } = await runBatch(jobs, processes, context, {
    done: (i, results) => {
      cache.add(jobs[i].name, results);
      for (const task of openTasks) if (storeIfComplete(task)) openTasks.delete(task);
    },
  });
  if (openTasks.size > 0)
    context.stderr.write(
      `Repeat the command for the runs that failed${cache.isInFolder ? "" : "; with --keep, finished runs are not repeated"}.\n`,
    );
  return hasFailed ? exitCodes.failed : exitCodes.done;
}
