/**
 * `npm run sweep -- <document.json | link | exhibit> …`: executes all runs of a document on all cores, or a shard of them as one task among
 * many machines, and writes a tidy table. The table does not depend on which process executed which run.
 */
import { appendFileSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { refuse } from "../core/base/errors.ts";
import { KeptFolder, keptFile, namedCells } from "../core/results/cache-folder.ts";
import type { Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type CliCommand, type CommandContext, exitCodes, type TextOutput } from "./command.ts";
import type { Errand } from "./crew.ts";
import { makeFolder, ownName, Unwritten, writeWhole } from "./files.ts";
import { readDocuments } from "./input.ts";
import { KeptRuns, textOf } from "./kept.ts";
import { processesIn, readOptions } from "./options.ts";
import { inWords, orderOf, Pace } from "./pace.ts";
import { runsOfShard } from "./schedule.ts";
import { readShard } from "./shard.ts";
import { checkAlike, type Swept, tidy } from "./tidy.ts";
import { aheadOf, runTold } from "./told.ts";

const usage = `Usage: npm run sweep -- <document.json | link | exhibit> [--out <results.csv>] [--keep <folder>] [--processes <count>]
                        [--shard <part>] [--status]

Runs a document, or those that an exhibit stands on, and writes a table with a row for each run, in the order of the document.

  --out <file>         writes the table there, and units and meanings of its columns beside it; else it goes to the output
  --keep <folder>      keeps every finished run there and runs none again; folders of several machines are merged by copying
  --processes <count>  runs so many at a time; as many as there are cores when left out
  --shard <part>       runs a part alone and keeps it: 2/4, the second of four; auto, as the scheduler says; auto/4, where it does
                       not say how many tasks there are
  --status             says what of it is in the folder, and how long the rest will take; runs nothing
`;

/** A run that may occur in several documents. */
interface Job {
  readonly name: string;
  readonly scenario: Scenario;
}

export const sweepCommand: CliCommand = async (args, context) => {
  const { callerFolder, environment, stdout, stderr } = context;
  const options = readOptions(args, ["--out", "--keep", "--processes", "--shard"], ["--status"]);
  if (options === null || options.rest.length !== 1) {
    stderr.write(usage);
    return args.includes("--help") ? exitCodes.done : exitCodes.refused;
  }
  const [keep, out] = ["--keep", "--out"].map((name) => options.values.get(name)).map((path) => path && resolve(callerFolder, path));
  const processes = processesIn(options, availableParallelism());
  const part = options.values.get("--shard");
  const shard = part === undefined ? null : readShard(part, environment);
  const isStatus = options.flags.has("--status");
  if (keep === undefined && (shard !== null || isStatus))
    refuse(shard === null ? "--status" : "--shard", "it is about runs in a folder, and none is named.", "Add --keep <folder>.");
  if (out !== undefined && (shard !== null || isStatus))
    refuse("--out", "the table needs all runs.", `Leave --out out here; give it without ${isStatus ? "--status" : "--shard"} at last.`);
  const documents = await readDocuments(options.rest[0], callerFolder, stderr);
  checkAlike(documents);
  const all = documents.map((document): Swept => ({ document, cells: namedCells(document) }));
  const byName = new Map(all.flatMap(({ cells }) => cells.map(({ name, cell }) => [name, cell.scenario] as const)));
  const jobs = [...byName].map(([name, scenario]): Job => ({ name, scenario }));
  const own =
    shard === null
      ? jobs
      : runsOfShard(
          jobs.map(({ scenario }) => aheadOf(scenario).work),
          shard,
        ).map((i) => jobs[i]);
  if (isStatus) {
    tellStatus(documents, own, keep as string, processes, stdout);
    return exitCodes.done;
  }
  if (out !== undefined) checkPlace(out);
  const kept = new KeptRuns(keep ?? null, stderr);
  const hasFailed = await runMissing(own, kept, keep ?? null, processes, context);
  const exitCode = hasFailed ? exitCodes.failed : exitCodes.done;
  if (shard !== null) {
    const there = own.filter(({ name }) => kept.find(name) !== null).length;
    stdout.write(`Part ${shard.index} of ${shard.of}: ${there} of its ${own.length} runs are in ${keep}.\n`);
    return exitCode;
  }
  const { rows, columns } = tidy(all, (name) => kept.find(name));
  if (out === undefined) stdout.write(rows);
  else {
    writeWhole(out, rows);
    writeWhole(columnsFile(out), columns);
  }
  return exitCode;
};

/** For results.csv, this is results.columns.csv. */
function columnsFile(out: string): string {
  return `${out.replace(/\.csv$/i, "")}.columns.csv`;
}

/** Checks that a file can be written, before hours of computing. */
function checkPlace(out: string): void {
  makeFolder(dirname(out));
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true)
    refuse("--out", `${out} is a folder.`, "Give the name of a file in it.");
}

/**
 * Executes the missing runs.
 * @returns whether a run failed
 */
async function runMissing(
  jobs: readonly Job[],
  kept: KeptRuns,
  folder: string | null,
  processes: number,
  context: CommandContext,
): Promise<boolean> {
  const missing = jobs.filter(({ name }) => kept.find(name) === null);
  if (missing.length === 0) return false;
  const ordered = orderOf(missing.map(({ scenario }) => aheadOf(scenario))).map((i) => missing[i]);
  const errands = ordered.map(({ name, scenario }): Errand => ({ name, scenario, file: kept.fileOf(name) }));
  const took = folder === null ? null : tookFile(folder);
  const { busy, hasFailed } = await runTold(errands, processes, context, {
    done: (i, results, seconds) => {
      kept.keep(errands[i].name, results);
      if (took !== null) note(took, `${errands[i].name} ${seconds.toFixed(3)}\n`);
    },
    isDone: (i) => kept.hasCome(errands[i].name),
    before: folder === null ? [] : learnt(jobs, folder),
  });
  const own = processes === 1 ? "1 process was" : `${processes} processes were`;
  context.stderr.write(`${own} busy ${(100 * busy).toFixed(0)} % of the time.\n`);
  const failed = missing.filter(({ name }) => kept.find(name) === null).length;
  if (failed > 0)
    context.stderr.write(
      `${failed} ${failed === 1 ? "run" : "runs"} failed. Give the same command again for ${failed === 1 ? "it" : "them"}${folder === null ? "; with --keep the others stay" : ""}.\n`,
    );
  return hasFailed;
}

/** File with the times of runs, for estimates: one per process that started runs, with a line per run. */
function tookFile(folder: string): string {
  return `${folder}/took.${ownName}.txt`;
}

/** Appends a line to a file. @throws WriteError */
function note(file: string, line: string): void {
  try {
    appendFileSync(file, line);
  } catch (error) {
    throw new Unwritten(file, error);
  }
}

/** Times of the runs in a folder, as far as they were written down. */
function learnt(jobs: readonly Job[], folder: string): { readonly ahead: ReturnType<typeof aheadOf>; readonly seconds: number }[] {
  const scenarios = new Map(jobs.map(({ name, scenario }) => [name, scenario]));
  const files = readdirSync(folder).filter((file) => /^took\..+\.txt$/.test(file));
  return files.flatMap((file) =>
    (textOf(`${folder}/${file}`) ?? "").split("\n").flatMap((line) => {
      const [, name, seconds] = /^([0-9a-f]{16}) (\d{1,9}\.\d{3})$/.exec(line) ?? [];
      const scenario = scenarios.get(name ?? "");
      return scenario === undefined ? [] : [{ ahead: aheadOf(scenario), seconds: Number(seconds) }];
    }),
  );
}

/** Prints how many of the runs are in a folder, and the estimated time for the rest. */
function tellStatus(documents: readonly Document[], jobs: readonly Job[], folder: string, processes: number, stdout: TextOutput): void {
  const files = filesIn(folder);
  const present = new Set(files);
  const held = documents.map((document) => new KeptFolder(document));
  for (const { name } of jobs) {
    const file = keptFile(name);
    if (!present.has(file)) continue;
    const text = textOf(`${folder}/${file}`);
    for (const each of held) each.take(file, text);
  }
  const own = new Set(jobs.map(({ name }) => name));
  const of = (what: Parameters<KeptFolder["namesOf"]>[0]) =>
    [...new Set(held.flatMap((each) => each.namesOf(what)))].filter((name) => own.has(name));
  const counts = [
    [of("kept"), "there"],
    [of("missing"), "missing"],
    [of("broken"), "broken"],
    [of("other engine"), "from another edition of the engine"],
  ] as const;
  const said = counts.filter(([names], i) => i < 2 || names.length > 0).map(([names, what]) => `${names.length} ${what}`);
  const lines = [`${jobs.length} runs: ${said.join(", ")}.`];
  for (const [names, what] of counts.slice(2)) for (const name of names) lines.push(`${keptFile(name)} is ${what}; it will be run again.`);
  for (const file of files) {
    const half = /^[0-9a-f]{16}\.json\.(.+)\.(\d+)\.part$/.exec(file);
    if (half !== null) lines.push(`${file} is being written on ${half[1]} by process ${half[2]}, or was left when that ended.`);
  }
  const done = new Set(of("kept"));
  const left = jobs.filter(({ name }) => !done.has(name)).map(({ scenario }) => aheadOf(scenario));
  const pace = new Pace(left, processes, orderOf(left));
  for (const { ahead, seconds } of learnt(jobs, folder)) pace.learn(ahead, seconds);
  const seconds = pace.secondsLeft(0);
  const by = processes === 1 ? "1 process" : `${processes} processes`;
  lines.push(
    left.length === 0
      ? "All of it is done."
      : seconds === null
        ? "How long the rest takes is not known before a run is done."
        : `About ${inWords(seconds)} left for ${by}.`,
  );
  stdout.write(`${lines.join("\n")}\n`);
}

/** The file names in a folder. @throws ScenarioError if it does not exist or cannot be read */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return refuse("--keep", `${folder} is no folder that can be read.`, "Give the folder that the runs are kept in.");
  }
}
