/**
 * `npm run simulate -- <scenario.json | link> [--table | --analysis | --cost] [--drawn] [--json | --csv]`, or
 * `… --verify`: the page's own numbers without a browser. A deadlock is a result; input that cannot be used, or of which there is no such table, is refused.
 */
import { analyse } from "../core/analysis/analyse.ts";
import { factsOf } from "../core/analysis/facts.ts";
import { compile } from "../core/compile.ts";
import { tables } from "../core/measures/tables.ts";
import { refuse } from "../core/base/errors.ts";
import { digestOf } from "../core/measures/digest.ts";
import { run, start } from "../core/run.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { cellsOf, type Claim, claimedRuns, type Document } from "../core/scenario/document.ts";
import { drawnDocument } from "../core/scenario/drawn.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { engineVersion } from "../core/version.ts";
import { findingOf } from "../findings/scenario.ts";
import { findingOfRuns } from "../findings/whole.ts";
import { verdictOn } from "../words/claim.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { command, exitCodes } from "./command.ts";
import { isLink, readInput } from "./input.ts";
import {
  asCsv,
  asFinding,
  asJson,
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
} from "./output.ts";

const usage = `Usage: npm run simulate -- <scenario.json | link> [what] [--json | --csv]

  scenario.json   a scenario, comparison or sweep that the page has saved; of the last two, every run is a row below the finding
  link            an address of the page with its # part, or that part alone; put it in quotes

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
  --analysis      throughput bound, bisection and path diversity; nothing is simulated

  --verify        whether the runs give the digest that came with it: 0 where it is reproduced, 4 where it differs

  --drawn         all networks as ones that were drawn by hand, which changes no number; beside any of these
  --json          as JSON, with the canonical scenario and its name
  --csv           as comma-separated rows alone; usual for what is named above
`;

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("--"));
const inputs = args.filter((arg) => !arg.startsWith("--"));
const formats = ["--json", "--csv"];
const parts = [...tables.map(({ id }) => `--${id}`), "--analysis", "--cost", "--verify"];
const strange = options.find((option) => ![...formats, ...parts, "--drawn", "--help"].includes(option));
const format = options.filter((option) => formats.includes(option));
const part = options.filter((option) => parts.includes(option));

await command(async () => {
  if (options.includes("--help")) {
    process.stdout.write(usage);
  } else if (strange !== undefined || inputs.length !== 1 || format.length > 1 || part.length > 1) {
    process.stderr.write(strange === undefined ? usage : `${strange} is not an option.\n\n${usage}`);
    process.exitCode = exitCodes.refused;
  } else {
    await simulate(inputs[0], part[0], format[0]);
  }
});

async function simulate(input: string, wanted: string | undefined, as: string | undefined): Promise<void> {
  // npm runs scripts in the project's folder and keeps the caller's here.
  const given = await readInput(input, process.env["INIT_CWD"] ?? ".");
  const scenario = options.includes("--drawn") ? drawnDocument(given) : given;
  if (wanted === "--verify") return verify(scenario, isLink(input) ? "link" : "file", as);
  const text =
    wanted === "--analysis" ? analysed(scenario, as) : wanted === "--cost" ? priced(scenario, as) : await measured(scenario, wanted, as);
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

/** All runs of a comparison or sweep, a row each, below what was found unless programs are to read them. */
function runsOf(document: Document, as: string | undefined): string {
  const runs = cellsOf(document).map((cell) => ({ cell, results: run(cell.scenario) }));
  if (as !== undefined) return as === "--json" ? runsAsJson(document, runs) : runsAsCsv(document, runs);
  const [{ cell, results }] = runs;
  const whole = findingOfRuns(
    unitsOfDocument(document),
    document,
    runs.map((each) => each.results),
  );
  return `${asFinding(whole ?? findingOf(unitsOfDocument(document), cell.scenario, results, analyse(compile(cell.scenario).plan)))}\n${runsAsCsv(document, runs)}`;
}

function analysed(scenario: Scenario, as: string | undefined): string {
  const facts = factsOf(compile(scenario).plan);
  return as === "--json" ? factsAsJson(scenario, facts) : factsAsCsv(facts, cycleSecondsOf(scenario));
}

/** What all networks of a document cost. */
function priced(document: Document, as: string | undefined): string {
  const costs = costsOf(document);
  return as === "--json" ? costsAsJson(document, costs) : costsAsCsv(costs);
}

/** What was asked for of a whole run; null when there is no such table for it, and why is said. */
async function measured(scenario: Document, wanted: string | undefined, as: string | undefined): Promise<string | null> {
  if (isSeveral(scenario)) {
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
    return as === "--json"
      ? asJson(scenario, results)
      : as === "--csv"
        ? asCsv(results)
        : await asTable(scenario, results, findingOf(unitsOfDocument(scenario), scenario, results, analyse(started.plan)));
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
