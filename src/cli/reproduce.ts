/**
 * `npm run reproduce -- [id …] [--json | --readme]`: compares published numbers with ours, without a browser. The exit code does not depend
 * on the verdicts; unknown exhibits and options are errors.
 */
import { defined } from "../core/base/defined.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run, runCounted } from "../core/run/run.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import { writeWhole } from "./files.ts";
import { publishedFolder, PublishedResults } from "./stored.ts";
import type { Exhibit, Outcome } from "../reproductions/contract.ts";
import { exhibits, exhibitsIn } from "../reproductions/index.ts";
import { outcomeOf } from "../reproductions/outcome.ts";
import { citationOf, paperOf, parts } from "../reproductions/papers.ts";
import { recordedOutcomes, writeOutcome } from "../reproductions/recorded-outcomes.ts";
import { readmeHead, readmeLine, type ReportLine, reportOf } from "../reproductions/report.ts";
import { sayVerdict, standingOf, verdictOf } from "../reproductions/verdict.ts";

const usage = `Usage: npm run reproduce -- [id …] [--json | --readme]

  id         an exhibit, such as trees-table-2a, or a paper, such as trees; all when none is named
  --json     as JSON, with formulas, spread and verdicts
  --readme   writes the table of all exhibits into src/reproductions/README.md, and what the page's index tells of them

${parts.map((part) => [`${part.title}:`, ...exhibitsIn(part).map(({ id, title }) => `  ${id.padEnd(26)} ${title}`), ""].join("\n")).join("\n")}`;

export const reproduceCommand: CliCommand = async (args, context) => {
  const options = args.filter((arg) => arg.startsWith("--"));
  const ids = args.filter((arg) => !arg.startsWith("--"));
  const strange = options.find((option) => !["--json", "--readme", "--help"].includes(option));
  const named = (id: string) => exhibits.filter((each) => each.id === id || each.paper === id);
  const unknown = ids.find((id) => named(id).length === 0);
  if (options.includes("--help")) {
    context.stdout.write(usage);
    return exitCodes.done;
  }
  if (strange !== undefined || options.length > 1) {
    context.stderr.write(strange === undefined ? usage : `${strange} is not an option.\n\n${usage}`);
    return exitCodes.refused;
  }
  if (unknown !== undefined) {
    context.stderr.write(`There is no exhibit "${unknown}". Use one of: ${exhibits.map(({ id }) => id).join(", ")}; or a paper.\n`);
    return exitCodes.refused;
  }
  const wanted = ids.length === 0 ? exhibits : exhibits.filter((each) => ids.some((id) => named(id).includes(each)));
  return reproduce(wanted, options[0], context);
};

/** @returns the exit code */
async function reproduce(wanted: readonly Exhibit[], as: string | undefined, context: CommandContext): Promise<number> {
  const { projectFolder, stdout, stderr } = context;
  const published = new PublishedResults(join(projectFolder, publishedFolder), stderr);
  const outcomes: { readonly exhibit: Exhibit; readonly outcome: Outcome }[] = [];
  for (const exhibit of wanted) {
    const outcome = await outcomeOf(exhibit, {
      run: (scenario, _, isCounted) => Promise.resolve((isCounted ? runCounted : run)(scenario)),
      recorded: (recording) => Promise.resolve(published.runsOf(recording)),
    });
    outcomes.push({ exhibit, outcome });
    if (as === undefined) stdout.write(asText(exhibit, outcome));
  }
  if (as === "--json") stdout.write(`${JSON.stringify(outcomes.map(asData), null, 2)}\n`);
  if (as !== "--readme") return exitCodes.done;
  const exitCode = rewrite(new Map(outcomes.map(({ exhibit, outcome }) => [exhibit.id, readmeLine(exhibit, outcome)])), context);
  const found = new Map(outcomes.flatMap(({ exhibit: { id }, outcome }) => (outcome.isComplete ? [[id, writeOutcome(outcome)]] : [])));
  const all = exhibits.map(({ id }) => [id, found.get(id) ?? recordedOutcomes[id]] as const);
  const file = join(projectFolder, "src/reproductions/recorded-outcomes.json");
  writeWhole(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  return exitCode;
}

/** An exhibit as text: heading, aligned rows, verdict. */
function asText(exhibit: Exhibit, outcome: Outcome): string {
  const lines = reportOf(exhibit, outcome);
  const head: Omit<ReportLine, "exhibit"> = {
    row: "",
    published: "published",
    simulated: "simulated",
    spread: "",
    unit: "",
    word: "word",
    verdict: "verdict",
  };
  const width = (key: keyof typeof head) => Math.max(...[head, ...lines].map((line) => line[key].length));
  const aligned = (line: typeof head) =>
    [
      `  ${line.row.padEnd(width("row"))}`,
      line.published.padStart(width("published")),
      line.simulated.padStart(width("simulated")),
      ...(width("spread") > 0 ? [line.spread.padEnd(width("spread"))] : []),
      ...(width("unit") > 0 ? [line.unit.padEnd(width("unit"))] : []),
      line.word.padEnd(width("word")),
      line.verdict,
    ]
      .join("  ")
      .trimEnd();
  const standing = standingOf(exhibit, outcome);
  return [
    `${exhibit.id}  ${paperOf(exhibit.paper).name}, ${exhibit.label}: ${exhibit.title}`,
    ...[head, ...lines].map(aligned),
    ...(standing === null || standing.verdict === null ? [] : [`  ${sayVerdict(standing)}. ${standing.sentence}`]),
    ...statementsOf(exhibit, outcome).map(
      ({ says, isRetold, holds, because, otherwise = "does not hold" }) =>
        `  ${holds ? "holds" : otherwise}: ${isRetold ? `${says}.` : `“${says}”`} ${because}`,
    ),
    "",
    "",
  ].join("\n");
}

/** The statements of an exhibit that were checked. */
function statementsOf({ statements = [] }: Exhibit, { checked }: Outcome) {
  return statements.flatMap(({ id, says, isRetold, where, otherwise }) => {
    const found = checked.get(id);
    if (found === undefined) return [];
    return [{ id, says, ...(isRetold ? { isRetold } : {}), where, ...defined({ otherwise }), ...found }];
  });
}

/** An exhibit as JSON. */
function asData({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }): unknown {
  const { id, paper, label, section, title, tolerance, notes } = exhibit;
  const lines = reportOf(exhibit, outcome);
  return {
    id,
    source: citationOf(paperOf(paper), section === label ? section : `${section}, ${label}`),
    title,
    tolerance,
    verdict: verdictOf(exhibit, outcome),
    rows: exhibit.rows.map(({ id: row, label: name, series, published, word, formula }, i) => {
      const value = outcome.values.get(row);
      return {
        id: row,
        label: name,
        series,
        published,
        value: value?.value ?? null,
        spread: value?.spread ?? null,
        word,
        formula,
        verdict: lines[i].verdict,
      };
    }),
    statements: statementsOf(exhibit, outcome),
    notes,
  };
}

/**
 * Replaces the table between two marks in the README of the reproductions. Exhibits that were not computed keep their lines. @returns the
 * exit code
 */
function rewrite(lines: ReadonlyMap<string, string>, { projectFolder, stdout, stderr }: CommandContext): number {
  const [begin, end] = ["<!-- reproductions: begin -->", "<!-- reproductions: end -->"];
  const file = join(projectFolder, "src/reproductions/README.md");
  const text = readFileSync(file, "utf8");
  const [before, rest] = text.split(begin);
  const [block, after] = (rest ?? "").split(end);
  if (after === undefined) {
    stderr.write(`${file} has no block between ${begin} and ${end}. Put the two marks where the table belongs.\n`);
    return exitCodes.refused;
  }
  const kept = (id: string) => block.split("\n").find((line) => line.includes(`\`${id}\``));
  const tables = parts.map((part) => [
    `### ${part.title}`,
    "",
    ...readmeHead,
    ...exhibitsIn(part).flatMap(({ id }) => lines.get(id) ?? kept(id) ?? []),
  ]);
  writeWhole(file, [before, begin, "\n", tables.map((table) => table.join("\n")).join("\n\n"), "\n", end, after].join(""));
  stdout.write(`${file}: ${lines.size} lines are written.\n`);
  return exitCodes.done;
}
