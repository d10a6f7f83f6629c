/** An exhibit's outcome as rows of text: for the terminal, for programs, for the table in the README, as CSV. */
import { uncapital } from "../core/base/words.ts";
import type { Exhibit, Outcome, Published, Row, Word } from "./contract.ts";
import { shownValue } from "./outcome.ts";
import { paperOf } from "./papers.ts";
import {
  countWords,
  differenceOf,
  percent,
  percentBeside,
  sayVerdict,
  standingOf,
  verdictOfRow,
  verdictWords,
  widestGap,
} from "./verdict.ts";

/** One number of an exhibit as text. */
export interface ReportLine {
  readonly exhibit: string;
  readonly row: string;
  readonly published: string;
  readonly simulated: string;
  /** Standard error of the mean and number of draws, where chance matters. */
  readonly spread: string;
  readonly unit: string;
  readonly word: string;
  readonly verdict: string;
}

/** Every number of an exhibit, in its order. */
export function reportOf(exhibit: Exhibit, outcome: Outcome): readonly ReportLine[] {
  return exhibit.rows.map((row) => {
    const value = outcome.values.get(row.id);
    const verdict = verdictOfRow(exhibit, row, outcome);
    const series = exhibit.series.find(({ id }) => id === row.series) ?? exhibit.series[0];
    return {
      exhibit: exhibit.id,
      row: nameOfRow(exhibit, row),
      published: row.published?.text ?? row.quoted ?? "",
      simulated: value === undefined ? "" : shownValue(row, value),
      spread: value?.spread === undefined ? "" : `± ${value.spread.error.toPrecision(2)} (${value.spread.draws})`,
      unit: series.unit,
      word: row.word.is,
      verdict: verdict === null ? "" : verdictWords[verdict.id].title,
    };
  });
}

/** A row by its label, and its series where there are several: `8,4-fat-tree, links`. */
export function nameOfRow({ series }: Exhibit, row: Row): string {
  const title = series.length > 1 ? (series.find(({ id }) => id === row.series)?.title ?? "") : "";
  return title === "" ? row.label : `${row.label}, ${withinSentence(title)}`;
}

/** What is published beside a number, as it follows "where": quoted only if the source prints those very characters. */
export function sayPublished({ text, isDerived, isVerbatim, says }: Published): string {
  if (says !== undefined) return `the paper says that ${says}`;
  if (isDerived === true) return `${text} is derived`;
  return isVerbatim === true ? `“${text}” is printed` : `the paper has ${text}`;
}

/** A word with what it hides: which constant on which cell, or what was chosen. */
export function describeWord(word: Word): string {
  switch (word.is) {
    case "fitted":
      return `fitted: ${word.constant}, on ${word.cell}`;
    case "chosen":
      return `chosen: ${word.what}`;
    case "assumed":
      return `assumed: ${word.on}`;
    default:
      return word.is;
  }
}

/** The words of an exhibit's numbers with how often each is used, in the order of the contract. */
export function wordsOf({ rows }: Exhibit): string {
  const counts = countWords(rows);
  const words = (["exact", "fitted", "chosen", "assumed", "predicted"] as const).map((is) => ({ is, count: counts[is] ?? 0 }));
  const used = words.filter(({ count }) => count > 0);
  return used.length === 1 ? used[0].is : used.map(({ is, count }) => `${count} ${is}`).join(", ");
}

/** One line of the table in the README, without its ends. */
export function readmeLine(exhibit: Exhibit, outcome: Outcome): string {
  const standing = standingOf(exhibit, outcome);
  const gap = widestGap(exhibit, outcome);
  const widest = gap === null ? "" : `${nameOfRow(exhibit, gap.row)}: ${signedPercent(gap.difference, exhibit.tolerance.relative)}`;
  const judged = exhibit.rows.filter(({ published }) => published !== null).length;
  const statements = standing?.statements.replace(/\.$/, "") ?? "";
  const said = [standing === null || standing.verdict === null ? "" : sayVerdict(standing), withinSentence(statements)]
    .filter((part) => part !== "")
    .join("; ");
  const cells = [
    paperOf(exhibit.paper).name,
    exhibit.label,
    `\`${exhibit.id}\``,
    String(judged),
    wordsOf(exhibit),
    said === "" ? "–" : said,
    widest,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Head of the table in the README. */
export const readmeHead = ["| paper | exhibit | id | numbers | words | verdict | widest gap |", "|---|---|---|---:|---|---|---|"] as const;

/** The numbers of an exhibit as comma-separated rows with CRLF; fields are quoted where RFC 4180 asks for it. */
export function csvOf(exhibit: Exhibit, outcome: Outcome): string {
  const head = ["row", "series", "published", "simulated", "standard error", "draws", "unit", "difference", "word", "verdict", "formula"];
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
      row.published === null || value === undefined ? "" : String(differenceOf(value.value, row.published)),
      describeWord(row.word),
      verdict === null ? "" : verdictWords[verdict.id].title,
      row.formula,
    ];
  });
  return [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A difference with its sign, `+5.8 %`; beside a tolerance so that one sees whether it lies within. */
export function signedPercent(part: number, tolerance?: number): string {
  const text = tolerance === undefined ? percent(part) : percentBeside(part, tolerance);
  return part > 0 && Number.isFinite(part) ? `+${text}` : text;
}

/** A title as it goes on within a sentence; a name, such as BU or Three Quads, stays one. */
function withinSentence(title: string): string {
  return /^[A-Z]{2}|^[A-Z]\w* [A-Z]/.test(title) ? title : uncapital(title);
}
