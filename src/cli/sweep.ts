/**
 * `npm run sweep -- <document.json | link | exhibit> …`: executes all runs of a document on all cores, or a shard of them as one task among
 * many machines, and writes a tidy table. The table does not depend on which process executed which run.
 */
import { appendFileSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { refuse } from "../core/base/errors.ts";
import { CacheFolder, cacheFileName, namedCells } from "../core/results/cache-folder.ts";
import type { Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type CliCommand, type CommandContext, exitCodes, type TextOutput } from "./command.ts";
import type { PoolJob } from "./process-pool.ts";
import { ensureWritableFolder, processFileSuffix, WriteError, writeFileAtomically } from "./files.ts";
import { readDocuments } from "./input.ts";
import { FolderResultCache, cachedFileText } from "./folder-cache.ts";
import { processCount, readOptions } from "./options.ts";
import { durationText, startOrder, BatchProgress } from "./batch-progress.ts";
import { runsOfShard } from "./schedule.ts";
import { readShard } from "./shard.ts";
import { checkSameTimeUnit, type SweptDocument, tidyTable } from "./tidy-table.ts";
import { runProfileOf, runBatch } from "./run-batch.ts";

const usage = `Usage: npm run sweep -- <document.json | link | exhibit> [--out <results.csv>] [--keep <folder>] [--processes <count>]
                        [--shard <part>] [--status]

Runs a document, or the documents of an exhibit, and writes a table with a row for each run, in the order of the document.

  --out <file>         writes the table to this file, and the units and meanings of its columns to a second one; default: standard output
  --keep <folder>      stores every finished run in this folder and does not repeat it; folders of several machines can be merged by copying
  --processes <count>  number of parallel runs; default: the number of cores
  --shard <part>       runs and stores only one shard: 2/4 is the second of four; auto takes it from the scheduler; auto/4 gives the
                       number of tasks if the scheduler does not
  --status             prints how many runs are in the folder, and the time needed for the others; runs nothing
`;

/** A run that may occur in several documents. */
interface SweepRun {
  readonly name: string;
  readonly scenario: Scenario;
}

/**
 * The command `sweep`: executes all runs of several documents, or one shard (part) of them, or prints how many have finished, and writes
 * the results as a table with one row for each run.
 * @returns the exit code
 */
export const sweepCommand: CliCommand = async (args, context) => {
  const { callerFolder, environment, stdout, stderr } = context;
  const options = readOptions(args, ["--out", "--keep", "--processes", "--shard"], ["--status"]);
  if (options === null || options.operands.length !== 1) {
    stderr.write(usage);
    return args.includes("--help") ? exitCodes.done : exitCodes.refused;
  }
  // Check the options.
  const [cacheFolder, outputFile] = ["--keep", "--out"]
    .map((name) => options.values.get(name))
    .map((path) => path && resolve(callerFolder, path));
  const processes = processCount(options, availableParallelism());
  const shardText = options.values.get("--shard");
  const shard = shardText === undefined ? null : readShard(shardText, environment);
  const isStatus = options.flags.has("--status");
  if (cacheFolder === undefined && (shard !== null || isStatus))
    refuse(shard === null ? "--status" : "--shard", "it needs the folder of the runs.", "Add --keep <folder>.");
  if (outputFile !== undefined && (shard !== null || isStatus))
    refuse("--out", "the table needs all runs.", `Use --out without ${isStatus ? "--status" : "--shard"} when all runs have finished.`);
  // All runs of the documents, each once, and the runs of the shard.
  const documents = await readDocuments(options.operands[0], callerFolder, stderr);
  checkSameTimeUnit(documents);
  const sweptDocuments = documents.map((document): SweptDocument => ({ document, cells: namedCells(document) }));
  const scenarioOfRun = new Map(sweptDocuments.flatMap(({ cells }) => cells.map(({ name, cell }) => [name, cell.scenario] as const)));
  const runs = [...scenarioOfRun].map(([name, scenario]): SweepRun => ({ name, scenario }));
  const ownRuns =
    shard === null
      ? runs
      : runsOfShard(
          runs.map(({ scenario }) => runProfileOf(scenario).work),
          shard,
        ).map((i) => runs[i]);
  // Print the status, or execute the missing runs and write the table.
  if (isStatus) {
    printStatus(documents, ownRuns, cacheFolder as string, processes, stdout);
    return exitCodes.done;
  }
  if (outputFile !== undefined) checkOutputFile(outputFile);
  const cache = new FolderResultCache(cacheFolder ?? null, stderr);
  const hasFailed = await runMissing(ownRuns, cache, cacheFolder ?? null, processes, context);
  const exitCode = hasFailed ? exitCodes.failed : exitCodes.done;
  if (shard !== null) {
    const finishedCount = ownRuns.filter(({ name }) => cache.find(name) !== null).length;
    stdout.write(`Shard ${shard.index} of ${shard.count}: ${finishedCount} of its ${ownRuns.length} runs are in ${cacheFolder}.\n`);
    return exitCode;
  }
  const { rows, columns } = tidyTable(sweptDocuments, (name) => cache.find(name));
  if (outputFile === undefined) stdout.write(rows);
  else {
    writeFileAtomically(outputFile, rows);
    writeFileAtomically(columnsFile(outputFile), columns);
  }
  return exitCode;
};

/** Name of the file that explains the columns of a table: results.columns.csv for results.csv. */
function columnsFile(outputFile: string): string {
  return `${outputFile.replace(/\.csv$/i, "")}.columns.csv`;
}

/** Checks that a file can be written, before hours of computing. */
function checkOutputFile(outputFile: string): void {
  ensureWritableFolder(dirname(outputFile));
  if (statSync(outputFile, { throwIfNoEntry: false })?.isDirectory() === true)
    refuse("--out", `${outputFile} is a folder.`, "Give the name of a file in this folder.");
}

/**
 * Executes the runs of a sweep that are not in the cache, the longest first, and writes their times to a file for later estimates.
 * @param folder folder of the cache, null if runs are not stored
 * @returns whether a run failed
 */
async function runMissing(
  runs: readonly SweepRun[],
  cache: FolderResultCache,
  folder: string | null,
  processes: number,
  context: CommandContext,
): Promise<boolean> {
  const missing = runs.filter(({ name }) => cache.find(name) === null);
  if (missing.length === 0) return false;
  const orderedRuns = startOrder(missing.map(({ scenario }) => runProfileOf(scenario))).map((i) => missing[i]);
  const poolJobs = orderedRuns.map(({ name, scenario }): PoolJob => ({ name, scenario, file: cache.fileOf(name) }));
  const timesPath = folder === null ? null : timesFile(folder);
  const { busy, hasFailed } = await runBatch(poolJobs, processes, context, {
    done: (i, results, seconds) => {
      cache.add(poolJobs[i].name, results);
      if (timesPath !== null) appendLine(timesPath, `${poolJobs[i].name} ${seconds.toFixed(3)}\n`);
    },
    isDone: (i) => cache.hasBeenAdded(poolJobs[i].name),
    earlierRuns: folder === null ? [] : earlierTimes(runs, folder),
  });
  const processText = processes === 1 ? "1 process was" : `${processes} processes were`;
  context.stderr.write(`${processText} busy ${(100 * busy).toFixed(0)} % of the time.\n`);
  const failedCount = missing.filter(({ name }) => cache.find(name) === null).length;
  if (failedCount > 0)
    context.stderr.write(
      `${failedCount} ${failedCount === 1 ? "run" : "runs"} failed. Repeat the command for ${failedCount === 1 ? "it" : "them"}${folder === null ? "; with --keep, finished runs are not repeated" : ""}.\n`,
    );
  return hasFailed;
}

/** File with the times of runs, for estimates: one per process that started runs, with a line per run. */
function timesFile(folder: string): string {
  return `${folder}/took.${processFileSuffix}.txt`;
}

/** Appends a line to a file. @throws WriteError */
function appendLine(file: string, line: string): void {
  try {
    appendFileSync(file, line);
  } catch (error) {
    throw new WriteError(file, error);
  }
}

/** Times of the runs in a folder, as far as they were written down. */
function earlierTimes(
  runs: readonly SweepRun[],
  folder: string,
): { readonly profile: ReturnType<typeof runProfileOf>; readonly seconds: number }[] {
  const scenarios = new Map(runs.map(({ name, scenario }) => [name, scenario]));
  const files = readdirSync(folder).filter((file) => /^took\..+\.txt$/.test(file));
  return files.flatMap((file) =>
    (cachedFileText(`${folder}/${file}`) ?? "").split("\n").flatMap((line) => {
      const [, name, seconds] = /^([0-9a-f]{16}) (\d{1,9}\.\d{3})$/.exec(line) ?? [];
      const scenario = scenarios.get(name ?? "");
      return scenario === undefined ? [] : [{ profile: runProfileOf(scenario), seconds: Number(seconds) }];
    }),
  );
}

/**
 * Prints how many of the runs of a sweep are stored in a folder, which files cannot be used, and the estimated time of the runs that are
 * left.
 */
function printStatus(
  documents: readonly Document[],
  runs: readonly SweepRun[],
  folder: string,
  processes: number,
  stdout: TextOutput,
): void {
  // Examine the files of the runs.
  const files = folderFiles(folder);
  const presentFiles = new Set(files);
  const cacheFolders = documents.map((document) => new CacheFolder(document));
  for (const { name } of runs) {
    const file = cacheFileName(name);
    if (!presentFiles.has(file)) continue;
    const text = cachedFileText(`${folder}/${file}`);
    for (const cacheFolder of cacheFolders) cacheFolder.addFile(file, text);
  }
  const runNames = new Set(runs.map(({ name }) => name));
  const namesWithStatus = (status: Parameters<CacheFolder["namesWith"]>[0]) =>
    [...new Set(cacheFolders.flatMap((cacheFolder) => cacheFolder.namesWith(status)))].filter((name) => runNames.has(name));
  // Numbers of runs by status, and files that cannot be used.
  const counts = [
    [namesWithStatus("kept"), "finished"],
    [namesWithStatus("missing"), "missing"],
    [namesWithStatus("broken"), "broken"],
    [namesWithStatus("other engine"), "from another version of the engine"],
  ] as const;
  const countTexts = counts.filter(([names], i) => i < 2 || names.length > 0).map(([names, status]) => `${names.length} ${status}`);
  const lines = [`${runs.length} runs: ${countTexts.join(", ")}.`];
  for (const [names, status] of counts.slice(2))
    for (const name of names) lines.push(`${cacheFileName(name)} is ${status}; it will be run again.`);
  for (const file of files) {
    const partialFile = /^[0-9a-f]{16}\.json\.(.+)\.(\d+)\.part$/.exec(file);
    if (partialFile !== null)
      lines.push(`${file} is being written on ${partialFile[1]} by process ${partialFile[2]}, or is left over from that process.`);
  }
  // Estimate the time of the remaining runs.
  const finishedNames = new Set(namesWithStatus("kept"));
  const remainingRuns = runs.filter(({ name }) => !finishedNames.has(name)).map(({ scenario }) => runProfileOf(scenario));
  const progress = new BatchProgress(remainingRuns, processes, startOrder(remainingRuns));
  for (const { profile, seconds } of earlierTimes(runs, folder)) progress.addEarlierRun(profile, seconds);
  const seconds = progress.remainingSeconds(0);
  const processText = processes === 1 ? "1 process" : `${processes} processes`;
  lines.push(
    remainingRuns.length === 0
      ? "All runs are finished."
      : seconds === null
        ? "The remaining time can be estimated after the first finished run."
        : `About ${durationText(seconds)} left for ${processText}.`,
  );
  stdout.write(`${lines.join("\n")}\n`);
}

/** The file names in a folder. @throws ScenarioError if it does not exist or cannot be read */
function folderFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return refuse("--keep", `${folder} is not a readable folder.`, "Give the folder in which the runs are stored.");
  }
}
