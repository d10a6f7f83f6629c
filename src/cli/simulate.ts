/**
 * `npm run simulate -- <file | link> [--table | --analysis | --paths <pair> | --cost] [--drawn] [--sensitivity] [--json | --csv]`, or `…
 * --verify`: the same numbers as on the page, without a browser. A deadlock is a result; unusable input and unknown tables are errors.
 */
import { analysisFactsOf } from "../core/analysis/facts.ts";
import { pathsBetween } from "../core/analysis/paths-between.ts";
import { compile } from "../core/run/compile.ts";
import { measureTables } from "../core/measures/tables.ts";
import { refuse, ScenarioError } from "../core/base/errors.ts";
import { quantityForPeople } from "../core/base/units.ts";
import { digestOf } from "../core/measures/digest.ts";
import type { Results } from "../core/measures/results.ts";
import { analyzeScenario, lockstepCycles } from "../core/scenario/lockstep.ts";
import { run, startRun } from "../core/run/run.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Cell, cellsOf, type Claim, claimedRuns, type Document, letterOf } from "../core/scenario/document.ts";
import { documentWithDrawings } from "../core/scenario/edits/convert-to-drawing.ts";
import { workloadFactsOf, workloadNumbersOf } from "../core/scenario/workload-facts.ts";
import { topologyFacts as shapeOf, type Scenario } from "../core/scenario/scenario.ts";
import { findSensitivity, perturbableMessageBytes, type Sensitivity } from "../findings/sensitivity.ts";
import { engineVersion } from "../core/run/version.ts";
import { noSmallChange, saySensitivity } from "../findings/sensitivity-sentences.ts";
import { causeOf } from "../findings/cause/cause.ts";
import { findingOfDocument } from "../findings/document.ts";
import { rankSkewOf } from "../findings/skew.ts";
import { findingOfScenario } from "../findings/scenario.ts";
import { verdictOnDigest } from "../words/claim.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { type CliCommand, type CommandContext, exitCodes, type TextOutput } from "./command.ts";
import { type ReplacementFiles, isLink, readInput } from "./input.ts";
import { jobLines, compareJobs, jobsInJson } from "./job-costs.ts";
import { readPair } from "./pair.ts";
import { helpRegistryNames, registryHelp } from "./registry-help.ts";
import {
  resultsAsCsv,
  findingText,
  resultsAsJson,
  pathsAsText,
  resultsAsText,
  costsAsCsv,
  costsAsJson,
  networkCosts,
  factsAsCsv,
  factsAsJson,
  runsAsCsv,
  runsAsJson,
  tableAsCsv,
  tableAsJson,
  pathsAsCsv,
  pathsAsJson,
  withCause,
} from "./output.ts";
import { workloadLines } from "./workload-facts.ts";

const usage = `Usage: npm run simulate -- <file | link> [what] [--topology <file>] [--traffic <file>] [--json | --csv]

  file            a scenario, comparison or sweep saved by the page; a comparison or sweep prints a row for each run below the finding.
                  Or a network or traffic in any format that npm run convert reads
  link            an address of the page with its # part, or that part alone; put it in quotes

  --topology <file>   replaces the network by that of this file
  --traffic <file>    replaces the traffic by that of this file

  links=local~length10;global~rate2~length100   in a link: rate and length of each class of links; or with units: rate400Gb/s, length20m
  switch=pipeline3,creditDelay1                 in a link: parameters of the switches; see src/links/README.md

what: one of these outputs, instead of all measures of the run:
  --channels      load, waiting time and delay of every channel
  --switches      packets, load, waiting time and delay of every switch
  --terminals     packets created, sent, consumed and delivered, and latency, of every terminal
  --ranks         end, waiting time and compute time of each rank of a program
  --flows         packets and latency of every pair of terminals
  --time          load, latency and channel load over time
  --distribution  histogram of latency
  --cost          cost of the network at the document's prices, and of the part that its jobs use; without a simulation
  --analysis      counts, distances, ideal throughput and bounds, bisection, path diversity, and facts about a training step; without a simulation
  --paths 0-5     the paths from terminal 0 to terminal 5, each with its share of the packets; without a simulation

  --verify        compares the runs with the digest of the file or link; exit code 0 if reproduced, 4 if different

  --drawn         treats all networks as drawn by hand, which changes no number; can be combined with all options above
  --sensitivity   change of a program's time if its messages are one byte or one packet longer; only with all measures
  --json          prints JSON, with the canonical scenario and its name
  --csv           prints comma-separated rows only; the default for the outputs above

  --help workloads   lists the workloads, with their parameters and an example of each; also ${helpRegistryNames()
    .filter((name) => name !== "workloads")
    .join(", ")}
`;

const formatOptions = ["--json", "--csv"];
const partOptions = [...measureTables.map(({ id }) => `--${id}`), "--analysis", "--paths", "--cost", "--verify"];
const knownOptions = [...formatOptions, ...partOptions, "--drawn", "--sensitivity", "--topology", "--traffic", "--help"];

/** The parsed arguments. */
interface SimulateRequest {
  readonly inputs: readonly string[];
  readonly options: readonly string[];
  /** Files whose network or traffic replaces that of the input. */
  readonly replacements: ReplacementFiles;
  /** The two terminals after `--paths`. */
  readonly pair: string;
  /** The formats and the parts of the results that were given; at most one of each is allowed. */
  readonly formats: readonly string[];
  readonly parts: readonly string[];
}

/**
 * Parses the arguments of the command `simulate`: inputs (files or links), options, files that replace the network or traffic, the pair of
 * `--paths`, and the format and part of the results.
 */
function readRequest(rawArguments: readonly string[]): SimulateRequest {
  const args = [...rawArguments];
  /** Removes and returns the argument after an option, which is not an input. */
  const extractValue = (option: string) => {
    const optionIndex = args.indexOf(option);
    return optionIndex < 0 ? undefined : (args.splice(optionIndex + 1, 1)[0] ?? "");
  };
  const pair = extractValue("--paths") ?? "";
  const replacements = { topology: extractValue("--topology"), traffic: extractValue("--traffic") };
  const options = args.filter((arg) => arg.startsWith("--"));
  return {
    inputs: args.filter((arg) => !arg.startsWith("--")),
    options,
    replacements,
    pair,
    formats: options.filter((option) => formatOptions.includes(option)),
    parts: options.filter((option) => partOptions.includes(option)),
  };
}

export const simulateCommand: CliCommand = async (args, context) => {
  const request = readRequest(args);
  const { inputs, options, replacements } = request;
  if (options.includes("--help") && inputs.length <= 1) {
    context.stdout.write(inputs.length === 0 ? usage : registryHelp(inputs[0]));
    return exitCodes.done;
  }
  const unknownOption = options.find((option) => !knownOptions.includes(option));
  // A file for the network or the traffic may be the only input.
  const hasInput = inputs.length === 1 || (inputs.length === 0 && (replacements.topology ?? replacements.traffic) !== undefined);
  if (unknownOption !== undefined || !hasInput || request.formats.length > 1 || request.parts.length > 1) {
    context.stderr.write(unknownOption === undefined ? usage : `${unknownOption} is not an option.\n\n${usage}`);
    return exitCodes.refused;
  }
  return simulate(request, context);
};

/**
 * Reads the input of the command `simulate` and prints the selected part of the results: a verification, analysis, paths, costs, or
 * measures and tables of a run.
 * @returns the exit code
 */
async function simulate(request: SimulateRequest, { callerFolder, stdout, stderr }: CommandContext): Promise<number> {
  const {
    inputs: [input = null],
    parts: [part],
    formats: [format],
    options,
  } = request;
  const { document, notes: messages } = await readInput(input, callerFolder, request.replacements);
  for (const line of messages) stderr.write(`${line}\n`);
  const scenario = options.includes("--drawn") ? documentWithDrawings(document) : document;
  const withSensitivity = options.includes("--sensitivity");
  if (withSensitivity && (part !== undefined || format === "--csv"))
    refuse("--sensitivity", "it can be printed only with all measures of a run.", `Leave ${part ?? format} out.`);
  if (part === "--verify") return verify(scenario, input !== null && isLink(input) ? "link" : "file", format, stdout);
  const text =
    part === "--analysis"
      ? analysisText(scenario, format)
      : part === "--paths"
        ? pathsText(scenario, request.pair, format)
        : part === "--cost"
          ? costsText(scenario, format)
          : await resultsText(scenario, part, format, withSensitivity, stderr);
  if (text === null) return exitCodes.refused;
  stdout.write(text);
  return exitCodes.done;
}

/** Runs everything that the digest of a document covers, and compares. */
function verify(document: Document, source: "file" | "link", format: string | undefined, stdout: TextOutput): number {
  const { claim } = document;
  if (claim === null)
    refuse("digest", `the ${source} has no digest, so there is nothing to verify.`, "Copy it from the page after its runs have ended.");
  if (format === "--csv") refuse("", "a verdict is not a table.", "Omit --csv, or use --json.");
  const computedClaim: Claim = { engine: engineVersion, digest: digestOf(claimedRuns(document).map((scenario) => run(scenario))) };
  const { is: verdict, why: explanation } = verdictOnDigest(claim, computedClaim, source);
  stdout.write(
    format === "--json" ? `${JSON.stringify({ verdict, claimed: claim, found: computedClaim }, null, 2)}\n` : `${explanation}\n`,
  );
  return verdict === "differs" ? exitCodes.differs : exitCodes.done;
}

/** Whether a document has more than one run. */
function hasSeveralRuns({ beside, sweep, seeds }: Document): boolean {
  return beside.length > 0 || sweep.length > 0 || seeds > 1;
}

/**
 * The results of one of several runs.
 * @throws ScenarioError for faults that show only when the network is built, with the letter of the network
 */
function runVariant({ beside }: Document, { variant, scenario }: Pick<Cell, "variant" | "scenario">): Results {
  try {
    return run(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError) || beside.length === 0) throw error;
    throw new ScenarioError(error.issues.map((issue) => ({ ...issue, message: `network ${letterOf(variant)}: ${issue.message}` })));
  }
}

/**
 * The results of all runs of a comparison or sweep as text, one row for each run. A cell is a run with its network (variant) and its swept
 * values. The finding comes first unless the format is CSV or JSON.
 */
function allRunsText(document: Document, format: string | undefined): string {
  const runs = cellsOf(document).map((cell) => ({ cell, results: runVariant(document, cell) }));
  if (format === "--csv") return runsAsCsv(document, runs);
  // Isolated runs of the jobs are left out in a sweep, because they would multiply its many points.
  const jobComparisons = runs.map(({ cell, results }) => (document.sweep.length > 0 ? null : compareJobs(cell.scenario, results)));
  if (format === "--json")
    return runsAsJson(
      document,
      runs.map((documentRun, i) => (jobComparisons[i] === null ? documentRun : { ...documentRun, jobs: jobsInJson(jobComparisons[i]) })),
    );
  const jobs = runs.flatMap(({ cell, results }, i) =>
    jobComparisons[i] === null ? [] : [...jobLines(jobComparisons[i], results, letterOf(cell.variant)), ""],
  );
  const finding = findingOfDocument(
    document,
    runs.map(({ results }) => results),
  );
  return `${findingText(finding)}\n${runsAsCsv(document, runs)}${jobs.join("\n")}`;
}

/** Facts of a scenario that need no simulation, as CSV or JSON. */
function analysisText(scenario: Scenario, format: string | undefined): string {
  const facts = [...analysisFactsOf(compile(scenario).plan, shapeOf(scenario.topology)), ...workloadFactsOf(scenario)];
  return format === "--json" ? factsAsJson(scenario, facts) : factsAsCsv(facts, cycleSecondsOf(scenario));
}

/** The paths of a pair. */
function pathsText(scenario: Scenario, pair: string, format: string | undefined): string {
  const { plan } = compile(scenario);
  const { source, destination } = readPair(pair, plan);
  const paths = pathsBetween(plan, source, destination);
  if (format === "--json") return pathsAsJson(scenario, plan.network, paths);
  return format === "--csv" ? pathsAsCsv(plan.network, paths) : pathsAsText(plan.network, paths);
}

/** The costs of all networks of a document. */
function costsText(document: Document, format: string | undefined): string {
  const costs = networkCosts(document);
  return format === "--json" ? costsAsJson(document, costs) : costsAsCsv(costs);
}

/** How much the time of a run changes with a small change of its messages. */
async function sensitivityOf(scenario: Scenario, results: Results): Promise<Sensitivity> {
  const sensitivity = results.makespan === null ? null : await findSensitivity(scenario, results, run);
  if (sensitivity !== null) return sensitivity;
  const bytes = perturbableMessageBytes(scenario);
  if (bytes === null) refuse("workload", noSmallChange.message, noSmallChange.remedy);
  const sufficientSize = quantityForPeople(bytes, "bytes");
  refuse(
    "workload.message",
    "one more packet is not a small change of such short messages.",
    `Use ${sufficientSize} or more, or smaller packets.`,
    sufficientSize,
  );
}

/**
 * Runs a scenario and returns the selected part of its results as text; null if the run has no such table, after the reason was written to
 * the error output. A document with several runs gives a row for each.
 * @param part option that names a table of the run; undefined for all measures
 * @param format `--json`, `--csv` or undefined for text
 * @param withSensitivity whether to add how the time of a program changes with the size of its messages
 */
async function resultsText(
  scenario: Document,
  part: string | undefined,
  format: string | undefined,
  withSensitivity: boolean,
  stderr: TextOutput,
): Promise<string | null> {
  if (hasSeveralRuns(scenario)) {
    if (withSensitivity)
      refuse("--sensitivity", "this document has several runs.", "Keep one of its networks, without a sweep and with one seed.");
    if (part === undefined) return allRunsText(scenario, format);
    stderr.write("This document has several runs; the table of a run is printed only for a single scenario.\n");
    return null;
  }
  // A single run: all measures, or one of its tables.
  const startedRun = startRun(scenario);
  startedRun.finish();
  const table = measureTables.find(({ id }) => `--${id}` === part);
  if (table === undefined) {
    const results = startedRun.results();
    if (format === "--csv") return resultsAsCsv(results);
    const sensitivity = withSensitivity ? await sensitivityOf(scenario, results) : null;
    const jobComparison = compareJobs(scenario, results);
    if (format === "--json") {
      const drift = rankSkewOf(scenario, results, lockstepCycles(scenario, startedRun.plan));
      return resultsAsJson(scenario, results, {
        workload: workloadNumbersOf(scenario),
        drift,
        sensitivity,
        jobs: jobComparison && jobsInJson(jobComparison),
      });
    }
    const units = unitsOfDocument(scenario);
    const analysis = analyzeScenario(scenario, startedRun.plan);
    const finding = findingOfScenario(units, scenario, results, analysis);
    const cause = causeOf(units, scenario, results, analysis, finding);
    const sensitivitySentences = sensitivity === null ? [] : [saySensitivity(sensitivity)];
    const evidence = [...sensitivitySentences, ...(jobComparison?.sentences ?? []), ...finding.evidence];
    const explained = withCause({ ...finding, evidence }, cause, { scenario, results, analysis, network: startedRun.plan.network });
    return await resultsAsText(scenario, results, explained, [
      ...workloadLines(scenario),
      ...(jobComparison === null ? [] : jobLines(jobComparison, results)),
    ]);
  }
  const tableResult = startedRun.table(table);
  if (tableResult.rows !== null) {
    const shownTable = { ...table, columns: tableResult.columns ?? table.columns };
    return format === "--json"
      ? tableAsJson(scenario, shownTable, tableResult.rows)
      : tableAsCsv(shownTable, tableResult.rows, cycleSecondsOf(scenario));
  }
  stderr.write(`${tableResult.why}\n`);
  return null;
}
