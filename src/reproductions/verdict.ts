/**
 * Judges an outcome by comparing its numbers with the published ones. There are five verdicts; a figure without published numbers has none.
 */
import { isJudged, isPrintedInPlace, judgedRows, sayNotReproduced, sayNothingCompared, originPhrase, sayUncompared } from "./coverage.ts";
import type { Exhibit, Outcome, Published, ExhibitRow, ComputedValue, Provenance, Statement } from "./contract.ts";

/** From best to worst. */
export const verdictIds = ["exact", "set", "within", "order", "differs"] as const;
export type VerdictId = (typeof verdictIds)[number];

/** Title of a verdict, and its meaning for any exhibit. */
export const verdictWords: Readonly<Record<VerdictId, { readonly title: string; readonly meaning: string }>> = {
  exact: { title: "exact", meaning: "equal to the published number in every printed digit." },
  set: { title: "set", meaning: "equal to the published number because the model was fitted or chosen to match it." },
  within: { title: "within tolerance", meaning: "within the shaded band around the published number." },
  order: { title: "same order", meaning: "outside the tolerance, but all numbers rank in the published order." },
  differs: { title: "differs", meaning: "outside the tolerance; a note gives the reason." },
};

export interface ExhibitVerdict {
  readonly id: VerdictId;
  readonly sentence: string;
}

/** Tolerance for binary rounding of a half; it is far below any printed digit. */
const roundingTolerance = 1e-9;

/** Whether a number equals the published one after rounding half up to the printed decimals, or lies within the published range. */
export function isEqualAsPrinted(value: number, { low, high, decimals }: Published): boolean {
  const scale = 10 ** decimals;
  const rounded = Math.round(value * scale * (1 + roundingTolerance)) / scale;
  return rounded >= low - roundingTolerance / scale && rounded <= high + roundingTolerance / scale;
}

/** Relative difference between a number and the published one; 0 within a published range, infinite if the published number is 0. */
export function differenceOf(value: number, published: Published): number {
  const { low, high } = published;
  const nearest = Math.min(high, Math.max(low, value));
  if (value === nearest) return 0;
  return nearest === 0 ? (value > 0 ? Infinity : -Infinity) : (value - nearest) / Math.abs(nearest);
}

/**
 * Whether the computed numbers have the same strict order as the published ones, and remain different when rounded to the finer of the two
 * printed precisions. Ties and overlapping ranges imply no order. False if no two published numbers have an order.
 */
export function haveSameOrder(pairs: readonly { readonly published: Published; readonly value: number }[]): boolean {
  let isAnyOrdered = false;
  for (const a of pairs) {
    for (const b of pairs) {
      if (a.published.high >= b.published.low) continue;
      isAnyOrdered = true;
      const decimals = Math.max(a.published.decimals, b.published.decimals);
      if (a.value >= b.value || a.value.toFixed(decimals) === b.value.toFixed(decimals)) return false;
    }
  }
  return isAnyOrdered;
}

/** Whether the model was fitted or chosen in knowledge of the published number, so that agreement is no evidence. */
export const isFittedOrChosen = ({ provenance }: Pick<ExhibitRow, "provenance">): boolean =>
  provenance.is === "fitted" || provenance.is === "chosen";

/**
 * The verdict on one row; null if the row is not judged or not yet computed. From best to worst: equal in every printed digit
 * (`exact`, or `set` if the model was fitted or chosen for it), `within` the exhibit's tolerance, in the published `order`, or different
 * (`differs`). The order is that of all numbers of the row's series, so it is decided when all of these are computed.
 */
export function verdictOfRow(exhibit: Exhibit, row: ExhibitRow, { values }: Outcome): ExhibitVerdict | null {
  const { published } = row;
  const value = values.get(row.id)?.value;
  if (published === null || value === undefined || !isJudged(row)) return null;
  if (isEqualAsPrinted(value, published))
    return {
      id: isFittedOrChosen(row) ? "set" : "exact",
      sentence:
        published.says === undefined
          ? `Equal to the published number, ${published.text}, in every printed digit.`
          : `As the paper says: ${published.text}.`,
    };
  const { relative } = exhibit.tolerance;
  const difference = differenceOf(value, published);
  const differenceText = percentNextTo(difference, relative);
  if (Math.abs(difference) <= relative + roundingTolerance)
    return { id: "within", sentence: `Deviates by ${differenceText}; the tolerance is ${percent(relative)}.` };
  const pairs = pairsOf(exhibit, row.series, values);
  if (pairs === null) return null;
  if (haveSameOrder(pairs))
    return { id: "order", sentence: `Deviates by ${differenceText}, but the ${pairs.length} numbers rank in the published order.` };
  const isOrdered = pairs.some((a) => pairs.some((b) => a.published.high < b.published.low));
  return {
    id: "differs",
    sentence: `Deviates by ${differenceText}${isOrdered ? ", and the numbers do not rank in the published order" : ""}.`,
  };
}

/** Published and computed numbers of a series, with its reference, which has a rank as well; null while some are missing. */
function pairsOf({ rows }: Exhibit, series: string, values: ReadonlyMap<string, ComputedValue>) {
  const pairs: { readonly published: Published; readonly value: number }[] = [];
  for (const { id, series: rowSeries, published } of rows) {
    if (rowSeries !== series || published === null) continue;
    const value = values.get(id)?.value;
    if (value === undefined) return null;
    pairs.push({ published, value });
  }
  return pairs;
}

/**
 * The verdict on a whole exhibit: that of its worst number. Its sentence counts all verdicts, and says where the numbers are printed and what
 * is not compared. Null for a figure without published numbers, or until everything has been computed.
 */
export function verdictOfExhibit(exhibit: Exhibit, outcome: Outcome): ExhibitVerdict | null {
  const judged = judgedRows(exhibit);
  if (judged.length === 0 || !outcome.isComplete) return null;
  const rowVerdicts = judged.map((row) => verdictOfRow(exhibit, row, outcome)?.id ?? "differs");
  const worst = verdictIds[Math.max(...rowVerdicts.map((id) => verdictIds.indexOf(id)))];
  const counts = verdictIds.map((id) => ({ id, count: rowVerdicts.filter((each) => each === id).length })).filter(({ count }) => count > 0);
  const uncompared = sayUncompared(exhibit);
  const unjudged = `${sayAssumed(exhibit.rows.filter((row) => !isJudged(row)))}${uncompared === "" ? "" : `; ${uncompared}`}`;
  const origin = originPhrase(exhibit);
  const numbers = judged.length === 1 ? "The only number" : judged.length === 2 ? "Both numbers" : `All ${judged.length} numbers`;
  const subject = `${numbers} ${origin}`;
  const verb = judged.length === 1 ? "is" : "are";
  const titleOf = (id: VerdictId, count: number) => (id === "differs" && count > 1 ? "differ" : verdictWords[id].title);
  const sentence =
    counts.length === 1
      ? `${subject} ${worst === "differs" ? `differ${judged.length === 1 ? "s from the published one" : " from the published ones"}` : `${verb} ${worst === "order" ? "in the published order" : verdictWords[worst].title}${sayFitted(judged)}`}${unjudged}.`
      : `Of ${judged.length} numbers ${origin}: ${counts.map(({ id, count }) => `${count} ${titleOf(id, count)}${sayFitted(judged.filter((_, i) => rowVerdicts[i] === id))}`).join(", ")}${unjudged}.`;
  return { id: worst, sentence };
}

/** A clause about numbers that cannot be judged because they depend on assumptions; empty if there are none. */
function sayAssumed(rows: readonly ExhibitRow[]): string {
  const assumed = rows.filter(({ provenance }) => provenance.is === "assumed").length;
  return assumed === 0
    ? ""
    : `; ${assumed === 1 ? "one more number depends" : `${assumed} more numbers depend`} on assumed values and cannot be judged`;
}

/** A clause about fitted numbers, whose agreement is no evidence; empty if there are none. */
function sayFitted(rows: readonly ExhibitRow[]): string {
  const fitted = rows.filter(({ provenance }) => provenance.is === "fitted").length;
  return fitted === 0 ? "" : fitted === rows.length ? " (fitted)" : ` (${fitted} of these fitted)`;
}

/** Provenances that must be stated next to a verdict, because agreement is then no evidence or no proof. */
const statedProvenances = ["fitted", "chosen", "assumed"] as const satisfies readonly Provenance["is"][];

/**
 * The counts of fitted, chosen and assumed numbers, as shown after a verdict: `3 fitted, 3 chosen`, or just `chosen` if it is all of them.
 * Empty if there are none.
 */
export function sayProvenanceCounts(words: Readonly<Partial<Record<Provenance["is"], number>>>): string {
  const isSingle = Object.keys(words).length === 1;
  return statedProvenances.flatMap((is) => (words[is] === undefined ? [] : [isSingle ? is : `${words[is]} ${is}`])).join(", ");
}

/** How often each provenance occurs among some rows. */
export function countProvenances(rows: readonly ExhibitRow[]): Readonly<Partial<Record<Provenance["is"], number>>> {
  const counts: Partial<Record<Provenance["is"], number>> = {};
  for (const { provenance } of rows) counts[provenance.is] = (counts[provenance.is] ?? 0) + 1;
  return counts;
}

/** The verdict on an exhibit with the counts of fitted, chosen and assumed numbers: `exact · 3 fitted, 3 chosen`. */
export const sayVerdict = ({ title, provenances }: Pick<VerdictSummary, "title" | "provenances">): string =>
  provenances === "" ? title : `${title} · ${provenances}`;

/** The summary of an exhibit's outcome, for places that do not show its numbers. */
export interface VerdictSummary {
  /** The verdict on the exhibit, null without published numbers; and the sentence about what is compared. */
  readonly verdict: VerdictId | null;
  readonly sentence: string;
  /**
   * The verdict in a few words. If only some of the numbers differ, it says how many: `1 of 17 differs`. If the numbers are not those of the
   * exhibit itself, it says whose they are: `2 numbers of the text: within tolerance`. Empty without a verdict.
   */
  readonly title: string;
  /** What is not compared, as a clause; empty if nothing is left out. */
  readonly uncompared: string;
  /** Counts of fitted and chosen numbers among the judged numbers, and of assumed numbers, as text. */
  readonly provenances: string;
  /** Counts of judged numbers by verdict and provenance. */
  readonly numbers: Readonly<Partial<Record<VerdictId, Readonly<Partial<Record<Provenance["is"], number>>>>>>;
  /** Number of statements that hold and that do not, and a sentence about them, which is empty if there are none. */
  readonly holding: number;
  readonly failing: number;
  readonly statements: string;
}

/** The summary of the verdicts on an exhibit for places that do not show its numbers; null until everything has been computed. */
export function verdictSummaryOf(exhibit: Exhibit, outcome: Outcome): VerdictSummary | null {
  if (!outcome.isComplete) return null;
  const { rows, statements = [] } = exhibit;
  const rowsWithVerdict = (id: VerdictId) => rows.filter((row) => verdictOfRow(exhibit, row, outcome)?.id === id);
  const numbers = verdictIds.map((id) => [id, countProvenances(rowsWithVerdict(id))] as const);
  const verdict = verdictOfExhibit(exhibit, outcome);
  const holding = statements.filter(({ id }) => outcome.checked.get(id)?.holds === true).length;
  return {
    verdict: verdict?.id ?? null,
    sentence: verdict?.sentence ?? sayNothingCompared(exhibit),
    title: verdict === null ? "" : titleOfCount(exhibit, verdict.id, rowsWithVerdict(verdict.id).length),
    uncompared: sayUncompared(exhibit),
    provenances: sayProvenanceCounts(countProvenances(rows.filter((row) => isJudged(row) || row.provenance.is === "assumed"))),
    numbers: Object.fromEntries(numbers.filter(([, provenanceCounts]) => Object.keys(provenanceCounts).length > 0)),
    holding,
    failing: statements.length - holding,
    statements: sayStatements(exhibit, outcome),
  };
}

/** The verdict on the worst numbers of an exhibit, of which there are `count`. */
function titleOfCount(exhibit: Exhibit, id: VerdictId, count: number): string {
  const all = judgedRows(exhibit).length;
  const numbers = isPrintedInPlace(exhibit) ? "" : ` ${all === 1 ? "number" : "numbers"} ${originPhrase(exhibit)}`;
  if (id !== "differs" || all === 1) return `${numbers === "" ? "" : `${all}${numbers}: `}${verdictWords[id].title}`;
  return `${count === all ? `all ${all}` : `${count} of ${all}`}${numbers} ${count === 1 ? "differs" : "differ"}`;
}

/**
 * A sentence about the statements of an exhibit: how many hold, and for each that does not a clause such as `not reproduced`. Empty if
 * there are no statements, or until all have been checked.
 */
export function sayStatements({ statements = [], scale }: Exhibit, { checked }: Outcome): string {
  if (statements.length === 0 || checked.size < statements.length) return "";
  const failing = statements.filter(({ id }) => checked.get(id)?.holds !== true);
  const holding = statements.length - failing.length;
  const clauseOf = ({ otherwise }: Pick<Statement, "otherwise">) =>
    otherwise === "not reproduced" ? sayNotReproduced(scale) : (otherwise ?? "");
  const failureClauses = new Set(failing.map(clauseOf).filter((clause) => clause !== ""));
  const otherwiseClauses = [...failureClauses]
    .map((clause) => `, ${failing.filter((statement) => clauseOf(statement) === clause).length} ${clause}`)
    .join("");
  if (statements.length === 1)
    return holding === 1
      ? "The only statement checked holds."
      : `The only statement checked ${statements[0].otherwise === "not reproduced" ? (scale === undefined ? "is not reproduced" : "does not hold in our scaled-down model") : (statements[0].otherwise ?? "does not hold")}.`;
  if (holding === 2 && statements.length === 2) return "Both statements hold.";
  if (holding === 0) return `None of ${statements.length} statements holds${otherwiseClauses}.`;
  return holding === statements.length
    ? `All ${holding} statements hold.`
    : `${holding} of ${statements.length} statements ${holding === 1 ? "holds" : "hold"}${otherwiseClauses}.`;
}

/** Relative difference beyond the rounding of the published number. */
function differenceBeyondRounding(value: number, published: Published): number {
  const difference = Math.abs(differenceOf(value, published));
  const halfUnit = 0.5 / 10 ** published.decimals;
  const nearest = Math.abs(value < published.low ? published.low : published.high);
  return Number.isFinite(difference) ? Math.max(0, difference - halfUnit / nearest) : difference;
}

/** The row with the largest relative difference beyond rounding, and its difference; null if no row differs. */
export function largestDifference(exhibit: Exhibit, { values }: Outcome): { readonly row: ExhibitRow; readonly difference: number } | null {
  let widest: { row: ExhibitRow; difference: number; gap: number } | null = null;
  for (const row of judgedRows(exhibit)) {
    const value = values.get(row.id)?.value;
    if (row.published === null || value === undefined || isEqualAsPrinted(value, row.published)) continue;
    const gap = differenceBeyondRounding(value, row.published);
    if (widest === null || gap > widest.gap) widest = { row, difference: differenceOf(value, row.published), gap };
  }
  return widest;
}

/** A percentage shown next to a tolerance, with enough digits to see whether it is within: `8.02 %` next to 8 %. */
export function percentNextTo(fraction: number, tolerance: number): string {
  const percentSize = Math.abs(fraction * 100);
  const isBeyond = (shown: number) => shown > (tolerance + roundingTolerance) * 100;
  const roundedText = percent(fraction);
  if (!Number.isFinite(fraction) || isBeyond(Number(roundedText.replace(/[^\d.]/g, ""))) === isBeyond(percentSize)) return roundedText;
  let digits = 1;
  while (digits < 6 && isBeyond(Number(percentSize.toFixed(digits))) !== isBeyond(percentSize)) digits++;
  return `${fraction < 0 ? "−" : ""}${percentSize.toFixed(digits)}\u202f%`;
}

/** A fraction in percent, `5.8 %`, with a minus sign if negative. It has one decimal below 10 %, and one significant digit below 0.1 %. */
export function percent(fraction: number): string {
  if (!Number.isFinite(fraction)) return "far";
  const percentSize = Math.abs(fraction * 100);
  if (percentSize > 0 && percentSize < 0.1) return `${fraction < 0 ? "−" : ""}${Number(percentSize.toPrecision(1))}\u202f%`;
  const digits =
    percentSize < 10 && Math.abs(percentSize - Math.round(percentSize)) >= 0.05 ? percentSize.toFixed(1) : percentSize.toFixed(0);
  return `${fraction < 0 ? "−" : ""}${digits}\u202f%`;
}
