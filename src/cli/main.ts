/**
 * `npm run simulate -- <scenario.json | link> [--json | --csv | --channels]`: the page's own numbers without a browser. Exits with 0
 * when the run has ended, by a deadlock too, for that is a result; with 2 when the input cannot be used.
 */
import { ScenarioError } from "../core/base/errors.ts";
import { start } from "../core/run.ts";
import { readInput } from "./input.ts";
import { asCsv, asJson, asTable, channelsAsCsv } from "./output.ts";

const usage = `Usage: npm run simulate -- <scenario.json | link> [--json | --csv | --channels]

  scenario.json  a scenario that the page has saved
  link           an address of the page with its # part, or that part alone; put it in quotes
  --json         results, canonical scenario and its name, as JSON
  --csv          measure, value and unit as comma-separated rows
  --channels     load, waiting and delay of every channel as comma-separated rows
`;

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("--"));
const inputs = args.filter((arg) => !arg.startsWith("--"));
const known = ["--json", "--csv", "--channels", "--help"];
const strange = options.find((option) => !known.includes(option));

if (options.includes("--help")) {
  process.stdout.write(usage);
} else if (strange !== undefined || inputs.length !== 1 || options.length > 1) {
  process.stderr.write(strange === undefined ? usage : `${strange} is not an option.\n\n${usage}`);
  process.exitCode = 2;
} else {
  await simulate(inputs[0], options[0]);
}

async function simulate(input: string, format: string | undefined): Promise<void> {
  try {
    // npm runs scripts in the project's folder and keeps the caller's here.
    const scenario = await readInput(input, process.env["INIT_CWD"] ?? ".");
    const run = start(scenario);
    run.finish();
    const results = run.results();
    process.stdout.write(
      format === "--json"
        ? asJson(scenario, results)
        : format === "--csv"
          ? asCsv(results)
          : format === "--channels"
            ? channelsAsCsv(run.channels())
            : await asTable(scenario, results),
    );
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
