/**
 * `npm run simulate -- <file | link> [--table | --analysis | --paths <pair> | --cost] [--drawn] [--sensitivity] [--json | --csv]`, or
 * `… --verify`: the page's own numbers without a browser. A deadlock is a result; input that cannot be used, or of which there is no such table, is refused.
 */
import { factsOf } from "../core/analysis/facts.ts";
import { waysBetween } from "../core/analysis/ways-between.ts";
import { compile } from "../core/compile.ts";
import { tables } from "../core/measures/tables.ts";
import { refuse, ScenarioError } from "../core/base/errors.ts";
import { sayQuantity } from "../core/base/units.ts";
import { digestOf } from "../core/measures/digest.ts";
import type { Results } from "../core/measures/results.ts";
import { analyseScenario, inStepOf } from "../core/in-step.ts";
import { run, start } from "../core/run.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Cell, cellsOf, type Claim, claimedRuns, type Document, letterOf } from "../core/scenario/document.ts";
import { drawnDocument } from "../core/scenario/edits/drawn.ts";
import { workloadFactsOf, workloadNumbersOf } from "../core/scenario/before-running.ts";
import { factsOf as shapeOf, type Scenario } from "../core/scenario/scenario.ts";
import { findSensitivity, longEnough, type Sensitivity } from "../findings/nearby.ts";
import { engineVersion } from "../core/version.ts";
import { noSmallChange, saySensitivity } from "../findings/chaos.ts";
import { findingOfDocument } from "../findings/document.ts";
import { driftOf } from "../findings/drift.ts";
import { findingOf } from "../findings/scenario.ts";
import { verdictOn } from "../words/claim.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { command, exitCodes } from "./command.ts";
import { isLink, readInput } from "./input.ts";
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

const args = process.argv.slice(2);
/** What stands behind an option is no input. */
const behind = (option: string) => {
  const at = args.indexOf(option);
  return at < 0 ? undefined : (args.splice(at + 1, 1)[0] ?? "");
};
/** The two terminals behind `--paths`. */
const pair = behind("--paths") ?? "";
const beside = { topology: behind("--topology"), traffic: behind("--traffic") };
const options = args.filter((arg) => arg.startsWith("--"));
const inputs = args.filter((arg) => !arg.startsWith("--"));
const formats = ["--json", "--csv"];
const parts = [...tables.map(({ id }) => `--${id}`), "--analysis", "--paths", "--cost", "--verify"];
const known = [...formats, ...parts, "--drawn", "--sensitivity", "--topology", "--traffic", "--help"];
const strange = options.find((option) => !known.includes(option));
const format = options.filter((option) => formats.includes(option));
const part = options.filter((option) => parts.includes(option));

/** A file beside may stand for all of it. */
const isEnough = inputs.length === 1 || (inputs.length === 0 && (beside.topology ?? beside.traffic) !== undefined);

await command(async () => {
  if (options.includes("--help") && inputs.length <= 1) {
    process.stdout.write(inputs.length === 0 ? usage : shelfText(inputs[0]));
  } else if (strange !== undefined || !isEnough || format.length > 1 || part.length > 1) {
    process.stderr.write(strange === undefined ? usage : `${strange} is not an option.\n\n${usage}`);
    process.exitCode = exitCodes.refused;
  } else {
    await simulate(inputs[0] ?? null, part[0], format[0]);
  }
});

async function simulate(input: string | null, wanted: string | undefined, as: string | undefined): Promise<void> {
  // npm runs scripts in the project's folder and keeps the caller's here.
  const { document, said } = await readInput(input, process.env["INIT_CWD"] ?? ".", beside);
  for (const line of said) process.stderr.write(`${line}\n`);
  const scenario = options.includes("--drawn") ? drawnDocument(document) : document;
  if (options.includes("--sensitivity") && (wanted !== undefined || as === "--csv"))
    refuse("--sensitivity", "it stands beside all measures of a run.", `Leave ${wanted ?? as} out.`);
  if (wanted === "--verify") return verify(scenario, input !== null && isLink(input) ? "link" : "file", as);
  const text =
    wanted === "--analysis"
      ? analysed(scenario, as)
      : wanted === "--paths"
        ? pathsOf(scenario, as)
        : wanted === "--cost"
          ? priced(scenario, as)
          : await measured(scenario, wanted, as);
  if (text !== null) process.stdout.write(text);
}

/** Runs all that a document's claim is about, and says whether it holds. */
function verify(document: Document, where: "file" | "link", as: string | undefined): void {
  const { claim } = document;
  if (claim === null)
    refuse("digest", `the ${where} has none, so there is nothing to verify.`, "Copy it from a page whose numbers are in.");
  if (as === "--csv") refuse("", "a verdict is no table.", "Leave --csv out, or write --json.");
  const own: Claim = { engine: engineVersion, digest: digestOf(claimedRuns(document).map((scenario) => run(scenario))) };
  const { is, why } = verdictOn(claim, own, where);
  process.stdout.write(as === "--json" ? `${JSON.stringify({ verdict: is, claimed: claim, found: own }, null, 2)}\n` : `${why}\n`);
  if (is === "differs") process.exitCode = exitCodes.differs;
}

/** Whether a document asks for more than one run. */
function isSeveral({ beside, sweep, seeds }: Document): boolean {
  return beside.length > 0 || sweep.length > 0 || seeds > 1;
}

/** The results of one of several runs. @throws ScenarioError about what only a network that is built can tell, with the letter of the network */
function resultsOf({ beside }: Document, { variant, scenario }: Pick<Cell, "variant" | "scenario">): Results {
  try {
    return run(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError) || beside.length === 0) throw error;
    throw new ScenarioError(error.issues.map((issue) => ({ ...issue, message: `network ${letterOf(variant)}: ${issue.message}` })));
  }
}

/** All runs of a comparison or sweep, a row each, below what was found unless programs are to read them. */
function runsOf(document: Document, as: string | undefined): string {
  const runs = cellsOf(document).map((cell) => ({ cell, results: resultsOf(document, cell) }));
  if (as === "--csv") return runsAsCsv(document, runs);
  // Points of a sweep are many, and each would be as many runs as it has jobs.
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

function analysed(scenario: Scenario, as: string | undefined): string {
  const facts = [...factsOf(compile(scenario).plan, shapeOf(scenario.topology)), ...workloadFactsOf(scenario)];
  return as === "--json" ? factsAsJson(scenario, facts) : factsAsCsv(facts, cycleSecondsOf(scenario));
}

/** The paths of the pair asked for. */
function pathsOf(scenario: Scenario, as: string | undefined): string {
  const { plan } = compile(scenario);
  const { source, destination } = readPair(pair, plan);
  const found = waysBetween(plan, source, destination);
  if (as === "--json") return waysAsJson(scenario, plan.network, found);
  return as === "--csv" ? waysAsCsv(plan.network, found) : asPaths(plan.network, found);
}

/** What all networks of a document cost. */
function priced(document: Document, as: string | undefined): string {
  const costs = costsOf(document);
  return as === "--json" ? costsAsJson(document, costs) : costsAsCsv(costs);
}

/** How far a run moves when its messages change a little. */
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

/** What was asked for of a whole run; null when there is no such table for it, and why is said. */
async function measured(scenario: Document, wanted: string | undefined, as: string | undefined): Promise<string | null> {
  if (isSeveral(scenario)) {
    if (options.includes("--sensitivity"))
      refuse("--sensitivity", "this document asks for several runs.", "Keep one of its networks, without a sweep and with one seed.");
    if (wanted === undefined) return runsOf(scenario, as);
    process.stderr.write("This document asks for several runs; a table of one run is printed for a single scenario only.\n");
    process.exitCode = exitCodes.refused;
    return null;
  }
  const started = start(scenario);
  started.finish();
  const table = tables.find(({ id }) => `--${id}` === wanted);
  if (table === undefined) {
    const results = started.results();
    if (as === "--csv") return asCsv(results);
    const sensitivity = options.includes("--sensitivity") ? await sensitivityOf(scenario, results) : null;
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
  process.stderr.write(`${found.why}\n`);
  process.exitCode = exitCodes.refused;
  return null;
}
