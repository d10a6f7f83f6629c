/** What the verdict on an exhibit covers: how many printed numbers are compared, where the source prints them, and what is left out. */
import { joinWithAnd } from "../core/base/words.ts";
import type { Exhibit, ExhibitRow, ModelScale, PublishedOrigin } from "./contract.ts";

/** Whether the number of a row is compared with a published one. A reference, the unit of its series, is equal by construction. */
export const isJudged = ({ published, provenance }: Pick<ExhibitRow, "published" | "provenance">): boolean =>
  published !== null && provenance.is !== "reference";

/** The judged rows of an exhibit. */
export const judgedRows = ({ rows }: Pick<Exhibit, "rows">): readonly ExhibitRow[] => rows.filter(isJudged);

/** Where the numbers of an exhibit are expected: a section is text. */
const ownOrigin: Readonly<Record<Exhibit["kind"], PublishedOrigin>> = { table: "table", figure: "figure", statement: "text" };

/** Where the source prints the published number of a row; the default is explained at {@link Published.origin}. */
function originOf({ kind }: Pick<Exhibit, "kind">, { published }: ExhibitRow): PublishedOrigin {
  return published?.origin ?? (kind === "table" ? "table" : "text");
}

/** The origins of judged numbers with their counts, the most frequent first. */
export function countOrigins(exhibit: Exhibit): readonly (readonly [origin: PublishedOrigin, count: number])[] {
  const counts = new Map<PublishedOrigin, number>();
  for (const row of judgedRows(exhibit)) counts.set(originOf(exhibit, row), (counts.get(originOf(exhibit, row)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** Whether all judged numbers are printed where the exhibit suggests: those of a table in the table, those of a figure in the figure. */
export function isPrintedInPlace(exhibit: Exhibit): boolean {
  return countOrigins(exhibit).every(([origin]) => origin === ownOrigin[exhibit.kind]);
}

/** A phrase that follows `numbers`: `of the text`, `of the table and the text`, `derived from other tables`. */
export function originPhrase(exhibit: Exhibit): string {
  const isDerived = judgedRows(exhibit).every(({ published }) => published?.isDerived === true);
  const places = countOrigins(exhibit).map(([origin]) =>
    origin === "table" && exhibit.kind !== "table" ? "other tables" : `the ${origin}`,
  );
  return `${isDerived ? "derived from" : "of"} ${joinWithAnd(places)}`;
}

/** Figures of ours that plot values, as the source's figure does. Curves are named; the word for the others depends on the source. */
const plottedFigures: readonly string[] = ["growth", "profiles", "bars", "matrix", "times", "ranks"];

/**
 * What a published figure plots and no number is compared with: `the curves`, or `the plotted values` if it plots more than curves. Empty
 * for tables, sections and drawings without values. No figure of a source could be read off point by point, so none is left out.
 */
export function uncomparedPlots({ kind, figures = [] }: Exhibit): string {
  const plots = figures.filter(({ is }) => plottedFigures.includes(is));
  if (kind !== "figure" || plots.length === 0) return "";
  return plots.every(({ is }) => is === "growth") ? "the curves" : "the plotted values";
}

/** The clause about what is not compared, `the curves are not compared`; empty if nothing is left out. */
export function sayUncompared(exhibit: Exhibit): string {
  const plots = uncomparedPlots(exhibit);
  return plots === "" ? "" : `${plots} are not compared`;
}

/** The sentence about a figure of which no number is compared; empty for other exhibits. */
export function sayNothingCompared(exhibit: Exhibit): string {
  const plots = uncomparedPlots(exhibit);
  if (plots === "" || judgedRows(exhibit).length > 0) return "";
  return exhibit.rows.some(({ quoted }) => quoted !== undefined)
    ? `The printed numbers are shown, but not compared; nor are ${plots}.`
    : `No number is printed; ${plots} are not compared.`;
}

/** What the verdicts on several exhibits cover, in one or two sentences, for the cover of their paper. */
export function sayCoverage(exhibits: readonly Exhibit[]): string {
  const counts = new Map<PublishedOrigin, number>();
  for (const exhibit of exhibits)
    for (const [origin, count] of countOrigins(exhibit)) counts.set(origin, (counts.get(origin) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const exhibitCount = exhibits.filter((exhibit) => judgedRows(exhibit).length > 0).length;
  const places = { table: "in tables", figure: "in figures", text: "in the text" } as const;
  const origins = (["table", "figure", "text"] as const).flatMap((origin) => {
    const count = counts.get(origin);
    return count === undefined ? [] : [counts.size === 1 ? places[origin] : `${count} ${places[origin]}`];
  });
  const plotCount = exhibits.filter((exhibit) => uncomparedPlots(exhibit) !== "").length;
  return [
    `${total} printed numbers are compared, ${joinWithAnd(origins)}, for ${exhibitCount} of ${exhibits.length} tables, figures and sections.`,
    ...(plotCount === 0 ? [] : [`The plotted values of ${plotCount === 1 ? "one figure" : `${plotCount} figures`} are not compared.`]),
  ].join(" ");
}

/** The scales of several exhibits without duplicates, each with the labels of its exhibits. */
export function scalesOf(exhibits: readonly Exhibit[]): readonly { readonly scale: ModelScale; readonly exhibits: readonly Exhibit[] }[] {
  const scales = new Set(exhibits.flatMap(({ scale }) => scale ?? []));
  return [...scales].map((scale) => ({ scale, exhibits: exhibits.filter((each) => each.scale === scale) }));
}

/** A scale in words: `32 KiB for 256 MB, the data of a node`. */
export const sayScale = ({ of, ours, source }: ModelScale): string => `${ours} for ${source}, ${of}`;

/** The verdict `not reproduced`, as it is said of an exhibit: a scaled-down model says nothing about the full size. */
export function sayNotReproduced(scale: ModelScale | undefined): string {
  return scale === undefined ? "not reproduced" : "not in our scaled-down model";
}
