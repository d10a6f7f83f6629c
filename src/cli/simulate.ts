/**
 * `npm run simulate -- <file | link> [--table | --analysis | --paths <pair> | --cost] [--drawn] [--sensitivity] [--json | --csv]`, or `…
 * --verify`: the same numbers as on the page, without a browser. A deadlock is a result; unusable input and unknown tables are errors.
 */
import { factsOf } from "../core/analysis/facts.ts";
import { waysBetween } from "../core/analysis/ways-between.ts";
import { compile } from "../core/run/compile.ts";
import { tables } from "../core/measures/tables.ts";
import { refuse, ScenarioError } from "../core/base/errors.ts";
import { sayQuantity } from "../core/base/units.ts";
import { digestOf } from "../core/measures/digest.ts";
import type { Results } from "../core/measures/results.ts";
import { analyseScenario, inStepOf } from "../core/scenario/lockstep.ts";
import { run, start } from "../core/run/run.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Cell, cellsOf, type Claim, claimedRuns, type Document, letterOf } from "../core/scenario/document.ts";
import { drawnDocument } from "../core/scenario/edits/drawn.ts";
import { workloadFactsOf, workloadNumbersOf } from "../core/scenario/before-running.ts";
import { factsOf as shapeOf, type Scenario } from "../core/scenario/scenario.ts";
import { findSensitivity, longEnough, type Sensitivity } from "../findings/nearby.ts";
import { engineVersion } from "../core/run/version.ts";
import { noSmallChange, saySensitivity } from "../findings/chaos.ts";
import { findingOfDocument } from "../findings/document.ts";
import { driftOf } from "../findings/drift.ts";
import { findingOf } from "../findings/scenario.ts";
import { verdictOn } from "../words/claim.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { type CliCommand, type CommandContext, exitCodes, type TextOutput } from "./command.ts";
import { type Beside, isLink, readInput } from "./input.ts";
import { jobLines, jobsBeside, jobsInJson } from "./job-costs.ts";
import { readPair } from "./pair.ts";
import { shelfNames, shelfText } from "./shelves.ts";
import {
  asCsv,
  asFinding,
  asJson,
  asPaths,
  asTable,
  costsAsCsv,
  costsAsJson,
  costsOf,
  factsAsCsv,
  factsAsJson,
  runsAsCsv,
  runsAsJson,
  tableAsCsv,
  tableAsJson,
  waysAsCsv,
  waysAsJson,
} from "./output.ts";
import { workloadLines } from "./before-running.ts";

const usage = `Usage: npm run simulate -- <file | link> [what] [--topology <file>] [--traffic <file>] [--json | --csv]

  file            a scenario, comparison or sweep that the page has saved; of the last two, every run is a row below the finding.
                  Or a network or traffic in any format that npm run convert reads
  link            an address of the page with its # part, or that part alone; put it in quotes

  --topology <file>   the network in that file, in place of the one at hand
  --traffic <file>    the traffic in that file, in place of the one at hand

  links=local~length10;global~rate2~length100   in a link: how fast and how long the links of each class are; rate400Gb/s, length20m, too
  switch=pipeline3,creditDelay1                 in a link: what the switches are like; src/links/README.md says it all

what, if not all measures of the run:
  --channels      load, waiting and delay of every channel
  --switches      packets, load, waiting and delay of every switch
  --terminals     packets created, sent, consumed and delivered, and latency, of every terminal
  --ranks         when each rank of a program was done, what it waited and computed
  --flows         packets and latency of every pair of terminals
  --time          load, latency and channel load over time
  --distribution  histogram of latency
  --cost          what the network costs by the document's prices, and the part of it that its jobs use; nothing is simulated
  --analysis      counts, distances, ideal throughput and bounds, bisection and path diversity, and what is known of a training step; nothing is simulated
  --paths 0-5     the paths from terminal 0 to terminal 5, each with its share of the packets; nothing is simulated

  --verify        whether the runs give the digest that came with it: 0 where it is reproduced, 4 where it differs

  --drawn         all networks as ones that were drawn by hand, which changes no number; beside any of these
  --sensitivity   how far the time of a program moves when its messages are a byte longer, or a packet; with all measures
  --json          as JSON, with the canonical scenario and its name
  --csv           as comma-separated rows alone; usual for what is named above

  --help workloads   what there is to choose from, with parameters and an example of each; also ${shelfNames()
    .filter((name) => name !== "workloads")
    .join(", ")}
`;

const formats = ["--json", "--csv"];
const parts = [...tables.map(({ id }) => `--${id}`), "--analysis", "--paths", "--cost", "--verify"];
const knownOptions = [...formats, ...parts, "--drawn", "--sensitivity", "--topology", "--traffic", "--help"];

/** The parsed arguments. */
interface SimulateRequest {
  readonly inputs: readonly string[];
  readonly options: readonly string[];
  /** Files whose network or traffic replaces that of the input. */
  readonly beside: Beside;
  /** The two terminals after `--paths`. */
  readonly pair: string;
  /** The formats and the parts of the results that were given; at most one of each is allowed. */
  readonly formats: readonly string[];
  readonly parts: readonly string[];
}

/** Parses the arguments. */
function readRequest(given: readonly string[]): SimulateRequest {
  const args = [...given];
  /** Removes and returns the argument after an option, which is not an input. */
  const takeValue = (option: string) => {
    const at = args.indexOf(option);
    return at < 0 ? undefined : (args.splice(at + 1, 1)[0] ?? "");
  };
  const pair = takeValue("--paths") ?? "";
  const beside = { topology: takeValue("--topology"), traffic: takeValue("--traffic") };
  const options = args.filter((arg) => arg.startsWith("--"));
  return {
    inputs: args.filter((arg) => !arg.startsWith("--")),
    options,
    beside,
    pair,
    formats: options.filter((option) => formats.includes(option)),
    parts: options.filter((option) => parts.includes(option)),
  };
}

export const simulateCommand: CliCommand = async (args, context) => {
  const request = readRequest(args);
  const { inputs, options, beside } = request;
  if (options.includes("--help") && inputs.length <= 1) {
    context.stdout.write(inputs.length === 0 ? usage : shelfText(inputs[0]));
    return exitCodes.done;
  }
  const strange = options.find((option) => !knownOptions.includes(option));
  // A file for the network or the traffic may be the only input.
  const isEnough = inputs.length === 1 || (inputs.length === 0 && (beside.topology ?? beside.traffic) !== undefined);
  if (strange !== undefined || !isEnough || request.formats.length > 1 || request.parts.length > 1) {
    context.stderr.write(strange === undefined ? usage : `${strange} is not an option.\n\n${usage}`);
    return exitCodes.refused;
  }
  return simulate(request, context);
};

/** Reads the input and prints the selected results. @returns the exit code */
async function simulate(request: SimulateRequest, { callerFolder, stdout, stderr }: CommandContext): Promise<number> {
  const {
    inputs: [input = null],
    parts: [wanted],
    formats: [as],
    options,
  } = request;
  const { document, said } = await readInput(input, callerFolder, request.beside);
  for (const line of said) stderr.write(`${line}\n`);
  const scenario = options.includes("--drawn") ? drawnDocument(document) : document;
  const isSensitivity = options.includes("--sensitivity");
  if (isSensitivity && (wanted !== undefined || as === "--csv"))
    refuse("--sensitivity", "it stands beside all measures of a run.", `Leave ${wanted ?? as} out.`);
  if (wanted === "--verify") return verify(scenario, input !== null && isLink(input) ? "link" : "file", as, stdout);
  const text =
    wanted === "--analysis"
      ? analysed(scenario, as)
      : wanted === "--paths"
        ? pathsOf(scenario, request.pair, as)
        : wanted === "--cost"
          ? priced(scenario, as)
          : await measured(scenario, wanted, as, isSensitivity, stderr);
  if (text === null) return exitCodes.refused;
  stdout.write(text);
  return exitCodes.done;
}

/** Runs everything that the digest of a document covers, and compares. */
function verify(document: Document, where: "file" | "link", as: string | undefined, stdout: TextOutput): number {
  const { claim } = document;
  if (claim === null)
    refuse("digest", `the ${where} has none, so there is nothing to verify.`, "Copy it from a page whose numbers are in.");
  if (as === "--csv") refuse("", "a verdict is no table.", "Leave --csv out, or write --json.");
  const own: Claim = { engine: engineVersion, digest: digestOf(claimedRuns(document).map((scenario) => run(scenario))) };
  const { is, why } = verdictOn(claim, own, where);
  stdout.write(as === "--json" ? `${JSON.stringify({ verdict: is, claimed: claim, found: own }, null, 2)}\n` : `${why}\n`);
  return is === "differs" ? exitCodes.differs : exitCodes.done;
}

/** Whether a document has more than one run. */
function isSeveral({ beside, sweep, seeds }: Document): boolean {
  return beside.length > 0 || sweep.length > 0 || seeds > 1;
}

/**
 * The results of one of several runs. @throws ScenarioError for faults that show only when the network is built, with the letter of the
 * network
 */
function resultsOf({ beside }: Document, { variant, scenario }: Pick<Cell, "variant" | "scenario">): Results {
  try {
    return run(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError) || beside.length === 0) throw error;
    throw new ScenarioError(error.issues.map((issue) => ({ ...issue, message: `network ${letterOf(variant)}: ${issue.message}` })));
  }
}

/** All runs of a comparison or sweep, one row each. The finding comes first unless the format is CSV or JSON. */
function runsOf(document: Document, as: string | undefined): string {
  const runs = cellsOf(document).map((cell) => ({ cell, results: resultsOf(document, cell) }));
  if (as === "--csv") return runsAsCsv(document, runs);
  // Isolated runs of the jobs are left out in a sweep, because they would multiply its many points.
  const beside = runs.map(({ cell, results }) => (document.sweep.length > 0 ? null : jobsBeside(cell.scenario, results)));
  if (as === "--json")
    return runsAsJson(
      document,
      runs.map((each, i) => (beside[i] === null ? each : { ...each, jobs: jobsInJson(beside[i]) })),
    );
  const jobs = runs.flatMap(({ cell, results }, i) =>
    beside[i] === null ? [] : [...jobLines(beside[i], results, letterOf(cell.variant)), ""],
  );
  const finding = findingOfDocument(
    document,
    runs.map(({ results }) => results),
  );
  return `${asFinding(finding)}\n${runsAsCsv(document, runs)}${jobs.join("\n")}`;
}

/** Facts of a scenario that need no simulation, as CSV or JSON. */
function analysed(scenario: Scenario, as: string | undefined): string {
  const facts = [...factsOf(compile(scenario).plan, shapeOf(scenario.topology)), ...workloadFactsOf(scenario)];
  return as === "--json" ? factsAsJson(scenario, facts) : factsAsCsv(facts, cycleSecondsOf(scenario));
}

/** The paths of a pair. */
function pathsOf(scenario: Scenario, pair: string, as: string | undefined): string {
  const { plan } = compile(scenario);
  const { source, destination } = readPair(pair, plan);
  const found = waysBetween(plan, source, destination);
  if (as === "--json") return waysAsJson(scenario, plan.network, found);
  return as === "--csv" ? waysAsCsv(plan.network, found) : asPaths(plan.network, found);
}

/** The costs of all networks of a document. */
function priced(document: Document, as: string | undefined): string {
  const costs = costsOf(document);
  return as === "--json" ? costsAsJson(document, costs) : costsAsCsv(costs);
}

/** How much the time of a run changes with a small change of its messages. */
async function sensitivityOf(scenario: Scenario, results: Results): Promise<Sensitivity> {
  const found = results.makespan === null ? null : await findSensitivity(scenario, results, run);
  if (found !== null) return found;
  const bytes = longEnough(scenario);
  if (bytes === null) refuse("workload", noSmallChange.message, noSmallChange.remedy);
  const enough = sayQuantity(bytes, "bytes");
  refuse(
    "workload.message",
    "a packet more is no small change of messages so short.",
    `Use ${enough} or more, or smaller packets.`,
    enough,
  );
}

/** The selected part of the results of a run; null if the run has no such table, after the reason was written to the error output. */
async function measured(
  scenario: Document,
  wanted: string | undefined,
  as: string | undefined,
  isSensitivity: boolean,
  stderr: TextOutput,
): Promise<string | null> {
  if (isSeveral(scenario)) {
    if (isSensitivity)
      refuse("--sensitivity", "this document asks for several runs.", "Keep one of its networks, without a sweep and with one seed.");
    if (wanted === undefined) return runsOf(scenario, as);
    stderr.write("This document asks for several runs; a table of one run is printed for a single scenario only.\n");
    return null;
  }
  const started = start(scenario);
  started.finish();
  const table = tables.find(({ id }) => `--${id}` === wanted);
  if (table === undefined) {
    const results = started.results();
    if (as === "--csv") return asCsv(results);
    const sensitivity = isSensitivity ? await sensitivityOf(scenario, results) : null;
    const beside = jobsBeside(scenario, results);
    if (as === "--json") {
      const drift = driftOf(scenario, results, inStepOf(scenario, started.plan));
      return asJson(scenario, results, { workload: workloadNumbersOf(scenario), drift, sensitivity, jobs: beside && jobsInJson(beside) });
    }
    const finding = findingOf(unitsOfDocument(scenario), scenario, results, analyseScenario(scenario, started.plan));
    const moves = sensitivity === null ? [] : [saySensitivity(sensitivity)];
    const evidence = [...moves, ...(beside?.said ?? []), ...finding.evidence];
    return await asTable(scenario, results, { ...finding, evidence }, [
      ...workloadLines(scenario),
      ...(beside === null ? [] : jobLines(beside, results)),
    ]);
  }
  const found = started.table(table);
  if (found.rows !== null) {
    const shown = { ...table, columns: found.columns ?? table.columns };
    return as === "--json" ? tableAsJson(scenario, shown, found.rows) : tableAsCsv(shown, found.rows, cycleSecondsOf(scenario));
  }
  stderr.write(`${found.why}\n`);
  return null;
}
