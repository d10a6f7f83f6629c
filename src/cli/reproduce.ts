/**
 * `npm run reproduce -- [id …] [--json | --readme]`: compares published numbers with ours, without a browser. The exit code does not depend
 * on the verdicts; unknown exhibits and options are errors.
 */
import { withoutUndefined } from "../core/base/defined.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run, runWithChannelCounts } from "../core/run/run.ts";
import { type CliCommand, type CommandContext, exitCodes } from "./command.ts";
import { writeFileAtomically } from "./files.ts";
import { publishedFolder, PublishedFolder } from "./published-folder.ts";
import type { Exhibit, Outcome } from "../reproductions/contract.ts";
import { sayNotReproduced } from "../reproductions/coverage.ts";
import { exhibits, exhibitsIn } from "../reproductions/index.ts";
import { computeOutcome } from "../reproductions/outcome.ts";
import { citationOfPaper, paperOf, paperParts } from "../reproductions/papers.ts";
import { recordedOutcomes, storedOutcomeOf } from "../reproductions/recorded-outcomes.ts";
import { readmeHead, readmeLine, type ReportLine, reportOf } from "../reproductions/report.ts";
import { sayVerdict, verdictSummaryOf, verdictOfExhibit } from "../reproductions/verdict.ts";

const usage = `Usage: npm run reproduce -- [id …] [--json | --readme]

  id         an exhibit, such as trees-table-2a, or a paper, such as trees; all exhibits if none is given
  --json     prints JSON, with formulas, spread and verdicts
  --readme   writes the table of all exhibits into src/reproductions/README.md, and the summaries of the page's index

${paperParts.map((part) => [`${part.title}:`, ...exhibitsIn(part).map(({ id, title }) => `  ${id.padEnd(26)} ${title}`), ""].join("\n")).join("\n")}`;

/**
 * The command `reproduce`: checks the options, selects exhibits by their ids or papers, and compares their published numbers with ours.
 * @returns the exit code
 */
export const reproduceCommand: CliCommand = async (args, context) => {
  const options = args.filter((arg) => arg.startsWith("--"));
  const ids = args.filter((arg) => !arg.startsWith("--"));
  const unknownOption = options.find((option) => !["--json", "--readme", "--help"].includes(option));
  const exhibitsNamed = (id: string) => exhibits.filter((exhibit) => exhibit.id === id || exhibit.paper === id);
  const unknownId = ids.find((id) => exhibitsNamed(id).length === 0);
  if (options.includes("--help")) {
    context.stdout.write(usage);
    return exitCodes.done;
  }
  if (unknownOption !== undefined || options.length > 1) {
    context.stderr.write(unknownOption === undefined ? usage : `${unknownOption} is not an option.\n\n${usage}`);
    return exitCodes.refused;
  }
  if (unknownId !== undefined) {
    context.stderr.write(`There is no exhibit "${unknownId}". Use one of: ${exhibits.map(({ id }) => id).join(", ")}; or a paper.\n`);
    return exitCodes.refused;
  }
  const selected = ids.length === 0 ? exhibits : exhibits.filter((exhibit) => ids.some((id) => exhibitsNamed(id).includes(exhibit)));
  return reproduce(selected, options[0], context);
};

/**
 * Computes exhibits and prints the comparison with the published numbers, as text or JSON, or writes it into the README and the file of
 * recorded outcomes.
 * @param format `--json`, `--readme` or undefined for text
 * @returns the exit code
 */
async function reproduce(selected: readonly Exhibit[], format: string | undefined, context: CommandContext): Promise<number> {
  const { projectFolder, stdout, stderr } = context;
  const published = new PublishedFolder(join(projectFolder, publishedFolder), stderr);
  const outcomes: { readonly exhibit: Exhibit; readonly outcome: Outcome }[] = [];
  for (const exhibit of selected) {
    const outcome = await computeOutcome(exhibit, {
      run: (scenario, _, isCounted) => Promise.resolve((isCounted ? runWithChannelCounts : run)(scenario)),
      recorded: (recording) => Promise.resolve(published.runsOf(recording)),
    });
    outcomes.push({ exhibit, outcome });
    if (format === undefined) stdout.write(exhibitText(exhibit, outcome));
  }
  if (format === "--json") stdout.write(`${JSON.stringify(outcomes.map(exhibitForJson), null, 2)}\n`);
  if (format !== "--readme") return exitCodes.done;
  const exitCode = rewriteReadme(new Map(outcomes.map(({ exhibit, outcome }) => [exhibit.id, readmeLine(exhibit, outcome)])), context);
  const newOutcomes = new Map(
    outcomes.flatMap(({ exhibit: { id }, outcome }) => (outcome.isComplete ? [[id, storedOutcomeOf(outcome)]] : [])),
  );
  const allOutcomes = exhibits.map(({ id }) => [id, newOutcomes.get(id) ?? recordedOutcomes[id]] as const);
  const file = join(projectFolder, "src/reproductions/recorded-outcomes.json");
  writeFileAtomically(file, `${JSON.stringify(Object.fromEntries(allOutcomes), null, 2)}\n`);
  return exitCode;
}

/** An exhibit as text: heading, aligned rows, verdict and checked statements. */
function exhibitText(exhibit: Exhibit, outcome: Outcome): string {
  const lines = reportOf(exhibit, outcome);
  const titles: Omit<ReportLine, "exhibit"> = {
    row: "",
    published: "published",
    simulated: "simulated",
    spread: "",
    unit: "",
    word: "word",
    verdict: "verdict",
  };
  const width = (key: keyof typeof titles) => Math.max(...[titles, ...lines].map((line) => line[key].length));
  const alignedLine = (line: typeof titles) =>
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
  const verdictSummary = verdictSummaryOf(exhibit, outcome);
  return [
    `${exhibit.id}  ${paperOf(exhibit.paper).name}, ${exhibit.label}: ${exhibit.title}`,
    ...[titles, ...lines].map(alignedLine),
    ...(verdictSummary === null || verdictSummary.verdict === null ? [] : [`  ${sayVerdict(verdictSummary)}. ${verdictSummary.sentence}`]),
    ...checkedStatements(exhibit, outcome).map(
      ({ says, isRetold, holds, because, otherwise = "does not hold" }) =>
        `  ${holds ? "holds" : otherwise === "not reproduced" ? sayNotReproduced(exhibit.scale) : otherwise}: ${isRetold ? `${says}.` : `“${says}”`} ${because}`,
    ),
    "",
    "",
  ].join("\n");
}

/** The statements of an exhibit that were checked. */
function checkedStatements({ statements = [] }: Exhibit, { checked }: Outcome) {
  return statements.flatMap(({ id, says, isSummary, where, otherwise }) => {
    const result = checked.get(id);
    if (result === undefined) return [];
    return [{ id, says, ...(isSummary ? { isRetold: isSummary } : {}), where, ...withoutUndefined({ otherwise }), ...result }];
  });
}

/** An exhibit for JSON. */
function exhibitForJson({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }): unknown {
  const { id, paper, label, section, title, tolerance, notes } = exhibit;
  const lines = reportOf(exhibit, outcome);
  return {
    id,
    source: citationOfPaper(paperOf(paper), section === label ? section : `${section}, ${label}`),
    title,
    tolerance,
    verdict: verdictOfExhibit(exhibit, outcome),
    rows: exhibit.rows.map(({ id: row, label: name, series, published, provenance, formula }, i) => {
      const value = outcome.values.get(row);
      return {
        id: row,
        label: name,
        series,
        published,
        value: value?.value ?? null,
        spread: value?.spread ?? null,
        word: provenance,
        formula,
        verdict: lines[i].verdict,
      };
    }),
    statements: checkedStatements(exhibit, outcome),
    notes,
  };
}

/**
 * Replaces the tables between two marks in the README of the reproductions. Exhibits that were not computed keep their lines.
 * @param lines new line of each exhibit, by its id
 * @returns the exit code
 */
function rewriteReadme(lines: ReadonlyMap<string, string>, { projectFolder, stdout, stderr }: CommandContext): number {
  const [beginMark, endMark] = ["<!-- reproductions: begin -->", "<!-- reproductions: end -->"];
  const file = join(projectFolder, "src/reproductions/README.md");
  const text = readFileSync(file, "utf8");
  const [textBefore, afterBegin] = text.split(beginMark);
  const [block, textAfter] = (afterBegin ?? "").split(endMark);
  if (textAfter === undefined) {
    stderr.write(`${file} has no block between ${beginMark} and ${endMark}. Put the two marks where the table belongs.\n`);
    return exitCodes.refused;
  }
  const existingLine = (id: string) => block.split("\n").find((line) => line.includes(`\`${id}\``));
  const tables = paperParts.map((part) => [
    `### ${part.title}`,
    "",
    ...readmeHead,
    ...exhibitsIn(part).flatMap(({ id }) => lines.get(id) ?? existingLine(id) ?? []),
  ]);
  writeFileAtomically(
    file,
    [textBefore, beginMark, "\n", tables.map((table) => table.join("\n")).join("\n\n"), "\n", endMark, textAfter].join(""),
  );
  stdout.write(`${file}: ${lines.size} lines written.\n`);
  return exitCodes.done;
}
