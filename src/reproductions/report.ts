/** The outcome of an exhibit as text: for the terminal, for other programs, for the table in the README, and as CSV. */
import { uncapitalize } from "../core/base/words.ts";
import type { Exhibit, Outcome, Published, ExhibitRow, Provenance } from "./contract.ts";
import { countOrigins, isJudged, judgedRows } from "./coverage.ts";
import { withThousands } from "./numbers.ts";
import { shownValueOf } from "./outcome.ts";
import { recordedOutcomes, storedOutcomeOf } from "./recorded-outcomes.ts";
import { paperOf } from "./papers.ts";
import {
  countProvenances,
  differenceOf,
  percent,
  percentNextTo,
  sayStatements,
  sayVerdict,
  type VerdictId,
  verdictSummaryOf,
  verdictOfRow,
  verdictWords,
  largestDifference,
} from "./verdict.ts";

/** A row of an exhibit as text. */
export interface ReportLine {
  readonly exhibit: string;
  readonly row: string;
  readonly published: string;
  readonly simulated: string;
  /** Standard error of the mean and number of samples, for random results. */
  readonly spread: string;
  readonly unit: string;
  readonly word: string;
  readonly verdict: string;
}

/** All rows of an exhibit, in order. */
export function reportOf(exhibit: Exhibit, outcome: Outcome): readonly ReportLine[] {
  return exhibit.rows.map((row) => {
    const value = outcome.values.get(row.id);
    const verdict = verdictOfRow(exhibit, row, outcome);
    const series = exhibit.series.find(({ id }) => id === row.series) ?? exhibit.series[0];
    return {
      exhibit: exhibit.id,
      row: nameOfRow(exhibit, row),
      published: row.published?.text ?? row.quoted ?? "",
      simulated: value === undefined ? "" : shownValueOf(row, value),
      spread: value?.spread === undefined ? "" : `± ${value.spread.error.toPrecision(2)} (${value.spread.draws})`,
      unit: series.unit,
      word: row.provenance.is,
      verdict: verdict === null ? "" : verdictWords[verdict.id].title,
    };
  });
}

/** The name of a row: its label, and its series if there are several: `8,4-fat-tree, links`. */
export function nameOfRow({ series }: Exhibit, row: ExhibitRow): string {
  const title = series.length > 1 ? (series.find(({ id }) => id === row.series)?.title ?? "") : "";
  return title === "" ? row.label : `${row.label}, ${inSentence(title)}`;
}

/** A clause about a published number, to follow “where”. It is quoted only if the source prints exactly this text. */
export function sayPublished({ text, isDerived, isVerbatim, says }: Published): string {
  if (says !== undefined) return `the paper says that ${says}`;
  if (isDerived === true) return `${text} is derived`;
  return isVerbatim === true ? `“${text}” is printed` : `the paper has ${text}`;
}

/** Provenance with its details: the fitted constant and the number it was fitted to, or what was chosen. */
export function describeProvenance(provenance: Provenance): string {
  switch (provenance.is) {
    case "fitted":
      return `fitted: ${provenance.constant}, on ${provenance.cell}`;
    case "chosen":
      return `chosen: ${provenance.what}`;
    case "assumed":
      return `assumed: ${provenance.on}`;
    default:
      return provenance.is;
  }
}

/** The provenances of an exhibit's rows with their counts, in the order of the contract. */
export function sayProvenances({ rows }: Exhibit): string {
  const counts = countProvenances(rows);
  const words = (["exact", "fitted", "chosen", "assumed", "predicted", "reference"] as const).map((is) => ({ is, count: counts[is] ?? 0 }));
  const used = words.filter(({ count }) => count > 0);
  return used.length === 1 ? used[0].is : used.map(({ is, count }) => `${count} ${is}`).join(", ");
}

/**
 * A line of the table of exhibits in the README: the paper, the exhibit's label and id, how many printed numbers are compared and where they
 * are printed, the provenances of all numbers, the verdict, and the row whose computed number deviates most from the published one.
 */
export function readmeLine(exhibit: Exhibit, outcome: Outcome): string {
  const verdictSummary = verdictSummaryOf(exhibit, outcome);
  const largest = largestDifference(exhibit, outcome);
  const largestText =
    largest === null ? "" : `${nameOfRow(exhibit, largest.row)}: ${signedPercent(largest.difference, exhibit.tolerance.relative)}`;
  const statements = verdictSummary?.statements.replace(/\.$/, "") ?? "";
  const verdictText = [
    verdictSummary === null || verdictSummary.verdict === null ? "" : sayVerdict(verdictSummary),
    verdictSummary?.uncompared ?? "",
    inSentence(statements),
  ]
    .filter((part) => part !== "")
    .join("; ");
  const cells = [
    paperOf(exhibit.paper).name,
    exhibit.label,
    `\`${exhibit.id}\``,
    sayComparedNumbers(exhibit),
    sayProvenances(exhibit),
    verdictText === "" ? "–" : verdictText,
    largestText,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** How many printed numbers of an exhibit are compared, and where they are printed: `12 table, 2 text`. */
function sayComparedNumbers(exhibit: Exhibit): string {
  const origins = countOrigins(exhibit).map(([origin, count]) => `${count} ${origin}`);
  return origins.length === 0 ? "0" : origins.join(", ");
}

/** Head of the table in the README. */
export const readmeHead = ["| paper | exhibit | id | compared | words | verdict | widest gap |", "|---|---|---|---|---|---|---|"] as const;

/**
 * The rows of an exhibit as CSV, for download, with CRLF line ends and with quotes where RFC 4180 requires them. Fields without a value are
 * empty.
 */
export function exhibitCsv(exhibit: Exhibit, outcome: Outcome): string {
  const header = ["row", "series", "published", "simulated", "standard error", "draws", "unit", "difference", "word", "verdict", "formula"];
  const rows = exhibit.rows.map((row) => {
    const value = outcome.values.get(row.id);
    const series = exhibit.series.find(({ id }) => id === row.series) ?? exhibit.series[0];
    const verdict = verdictOfRow(exhibit, row, outcome);
    return [
      row.label,
      series.title,
      row.published?.text ?? row.quoted ?? "",
      value === undefined ? "" : String(value.value),
      value?.spread === undefined ? "" : String(value.spread.error),
      value?.spread === undefined ? "" : String(value.spread.draws),
      series.unit,
      row.published === null || !isJudged(row) || value === undefined ? "" : String(differenceOf(value.value, row.published)),
      describeProvenance(row.provenance),
      verdict === null ? "" : verdictWords[verdict.id].title,
      row.formula,
    ];
  });
  return [header, ...rows].map((row) => `${row.map(csvQuoted).join(",")}\r\n`).join("");
}

function csvQuoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A difference with its sign, `+5.8 %`. With a tolerance, it has enough digits to show whether it is within. */
export function signedPercent(fraction: number, tolerance?: number): string {
  const text = tolerance === undefined ? percent(fraction) : percentNextTo(fraction, tolerance);
  return fraction > 0 && Number.isFinite(fraction) ? `+${text}` : text;
}

/**
 * How the numbers of an exhibit agree with the paper, as a sentence: `27 of 34 printed numbers are within 8 % of the paper’s.` For an exhibit
 * without printed numbers, how many statements hold; empty if there are none either.
 */
export function sayAgreementWithPaper(exhibit: Exhibit, outcome: Outcome): string {
  const judged = judgedRows(exhibit);
  if (judged.length === 0) return sayStatements(exhibit, outcome);
  const { relative } = exhibit.tolerance;
  const agreeing = judged.filter((row) => agreeingVerdicts.includes(verdictOfRow(exhibit, row, outcome)?.id ?? "differs")).length;
  const agreement = relative === 0 ? "equal to the paper’s" : `within ${percent(relative)} of the paper’s`;
  if (judged.length === 1) return `The only printed number is ${agreeing === 1 ? "" : "not "}${agreement}.`;
  const all = judged.length === 2 ? "Both" : `All ${judged.length}`;
  const subject = agreeing === judged.length ? all : `${agreeing === 0 ? "None" : agreeing} of ${judged.length}`;
  return `${subject} printed numbers ${agreeing < 2 ? "is" : "are"} ${agreement}.`;
}
const agreeingVerdicts: readonly VerdictId[] = ["exact", "set", "within"];

/**
 * What running an exhibit again has shown: whether its numbers equal those that are published with the page, which says nothing about the
 * paper, and how they agree with the paper.
 */
export function sayRepetition(exhibit: Exhibit, outcome: Outcome): string {
  const { id, runs } = exhibit;
  const [recorded, repeated] = [recordedOutcomes[id]?.values ?? {}, storedOutcomeOf(outcome).values];
  const names = Object.keys(repeated);
  const differing = names.filter((name) => JSON.stringify(repeated[name]) !== JSON.stringify(recorded[name])).length;
  const numbers = names.length === 1 ? "the only number" : `all ${withThousands(names.length)} numbers`;
  const equality =
    differing === 0
      ? `${numbers} ${names.length === 1 ? "equals" : "equal"} our recording`
      : `${withThousands(differing)} of ${withThousands(names.length)} numbers ${differing === 1 ? "differs" : "differ"} from our recording`;
  const done = runs.length === 0 ? "Computed again" : runs.length === 1 ? "Run again" : `${withThousands(runs.length)} runs again`;
  return [`${done}: ${equality}.`, sayAgreementWithPaper(exhibit, outcome)].filter((part) => part !== "").join(" ");
}

/** A title as it is written in the middle of a sentence. Names and abbreviations, such as BU or Three Quads, keep their capitals. */
function inSentence(title: string): string {
  return /^[A-Z]{2}|^[A-Z]\w* [A-Z]/.test(title) ? title : uncapitalize(title);
}
