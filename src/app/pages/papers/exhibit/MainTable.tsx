/** The main table of an exhibit, for its first series: published and computed values, the difference as a plot, and the verdict. */
import { capital } from "../../../../words/params.ts";
import { Defined, type Meaning } from "../../../glossary/Told.tsx";
import "./tables.css";
import type { Exhibit, Outcome, Row, Value } from "../../../../reproductions/contract.ts";
import { bandOf } from "../../../../reproductions/numbers.ts";
import { documentOf, sayError, shownValue } from "../../../../reproductions/outcome.ts";
import { describeWord, nameOfRow, sayPublished, signedPercent } from "../../../../reproductions/report.ts";
import { differenceOf, isExactly, verdictOfRow, verdictWords, widestGap } from "../../../../reproductions/verdict.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { Chip } from "../Chip.tsx";
import { Lane, LaneAxis } from "../runs/Lane.tsx";
import { type LaneScale, marksOf, scaleOf } from "../runs/lane.ts";
import { thousands, Typeset } from "../Typeset.tsx";
import { Link } from "../../../ui/Link.tsx";
import type { LinkOf } from "../useLinks.ts";

export interface TableProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  /** The results with the reader's constants; null while no constant is changed. */
  readonly own: Outcome | null;
  readonly linkOf: LinkOf;
}

/** Whether the first series has the main table. Names do not, nor do values that were never printed and that a figure already shows. */
export function hasLead({ series: [{ id, isName }], rows, figures }: Exhibit): boolean {
  return isName !== true && (figures === undefined || rows.some((row) => row.series === id && row.published !== null));
}

/** The table. Without published values it has no columns for the comparison. */
export function MainTable({ exhibit, outcome, own, linkOf }: TableProps) {
  const [{ id, title, caption, unit }] = exhibit.series;
  const rows = exhibit.rows.filter((row) => row.series === id);
  const isJudged = rows.some(({ published }) => published !== null);
  const scale = scaleOf(exhibit, outcome);
  const subtitle = [caption, unit === "" ? "" : `in ${unit}`, wordOfSeries(exhibit, id)].filter((part) => part !== "").join("; ");
  return (
    <section>
      <h2>{title}</h2>
      {subtitle !== "" && (
        <p className="paper-caption">
          <Typeset text={subtitle} />
        </p>
      )}
      <Table className="paper-table" label={title}>
        <thead>
          <tr>
            <ColumnHeader>
              <span className="visually-hidden">What</span>
            </ColumnHeader>
            {isJudged && <ColumnHeader isNumber>{publishedWord(rows)}</ColumnHeader>}
            <ColumnHeader isNumber>{computedWord(rows)}</ColumnHeader>
            {own !== null && (
              <ColumnHeader isNumber className="own">
                yours
              </ColumnHeader>
            )}
            {isJudged && (
              <>
                <ColumnHeader className="lane">
                  <span className="visually-hidden">{scale.of}, drawn</span>
                  <LaneAxis scale={scale} relative={exhibit.tolerance.relative} />
                </ColumnHeader>
                <ColumnHeader isNumber>difference</ColumnHeader>
                <ColumnHeader isNumber>verdict</ColumnHeader>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MainRow key={row.id} {...{ row, exhibit, outcome, own, linkOf, scale, isJudged }} />
          ))}
        </tbody>
      </Table>
      <GapSentence exhibit={exhibit} outcome={outcome} />
    </section>
  );
}

/** The heading of the comparison column. Values that were computed from printed ones are "derived". */
function publishedWord(rows: readonly Row[]): string {
  const own = rows.flatMap(({ published }) => published ?? []);
  return own.length > 0 && own.every(({ isDerived }) => isDerived === true) ? "derived" : "published";
}

/** The heading of our values. A value without any run, such as a count, is not "simulated". */
export function computedWord(rows: readonly Row[]): string {
  return rows.some(({ runs }) => runs.length > 0) ? "simulated" : "computed";
}

const wordsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ word }) => word.is))];
const ofSeries = ({ rows }: Exhibit, series: string) => rows.filter((row) => row.series === series);

/**
 * The provenance that all numbers of a series share (exact, fitted, chosen …), if the exhibit has several. Empty if there is
 * nothing to distinguish, or if the numbers of the series differ.
 */
export function wordOfSeries(exhibit: Exhibit, series: string): string {
  const own = wordsOf(ofSeries(exhibit, series));
  return own.length === 1 && wordsOf(exhibit.rows).length > 1 ? own[0] : "";
}

/** The provenance below a number, shown only if the numbers of its series differ. */
function wordBeneath(exhibit: Exhibit, { series, word }: Row): string {
  return wordsOf(ofSeries(exhibit, series)).length > 1 ? word.is : "";
}

interface MainRowProps extends TableProps {
  readonly row: Row;
  readonly scale: LaneScale;
  readonly isJudged: boolean;
}

/** A row: label, published value, our value, the reader's value, and the comparison. */
function MainRow({ row, exhibit, outcome, own, linkOf, scale, isJudged }: MainRowProps) {
  const { published, label, detail } = row;
  const value = outcome.values.get(row.id);
  const verdict = verdictOfRow(exhibit, row, outcome);
  const marks = marksOf(row, exhibit, outcome, scale, own);
  return (
    <tr>
      <th scope="row">
        <Defined meaning={howItComes(row)}>
          <Typeset text={label} />
        </Defined>
        {detail !== undefined && (
          <small>
            <Typeset text={detail} />
          </small>
        )}
      </th>
      {isJudged && (
        <td className="number published" data-label={publishedWord([row])}>
          <Typeset text={thousands(published?.text ?? "–")} />
        </td>
      )}
      <td className="number simulated" data-label={computedWord([row])}>
        <Simulated {...{ row, exhibit, outcome, own, linkOf }} />
      </td>
      {own !== null && (
        <td className="number own" data-label="yours">
          <Own {...{ row, exhibit, outcome, own, linkOf }} />
        </td>
      )}
      {isJudged && (
        <>
          <td className="lane">{marks !== null && <Lane {...marks} relative={exhibit.tolerance.relative} />}</td>
          <td className="number" data-label="difference">
            {published === null || value === undefined
              ? "–"
              : isExactly(value.value, published)
                ? "0"
                : signedPercent(differenceOf(value.value, published), exhibit.tolerance.relative)}
          </td>
          <td className="number v">
            {verdict === null ? (
              ""
            ) : (
              <Defined meaning={{ title: verdictWords[verdict.id].title, says: verdict.sentence }}>
                <Chip id={verdict.id} />
              </Defined>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** A computed number that links to a document which shows it, with its standard error if it depends on random draws. */
export function Simulated({ row, exhibit, outcome, own, linkOf }: TableProps & { readonly row: Row }) {
  const value = outcome.values.get(row.id);
  if (value === undefined) return <span className="waiting">…</span>;
  // While constants are changed, only the reader's number has a link.
  const link = own === null ? linkOf(documentOf(exhibit, row, value), row.picked) : undefined;
  const text = thousands(shownValue(row, value));
  const beneath = wordBeneath(exhibit, row);
  return (
    <>
      {link === undefined ? (
        text
      ) : (
        <Link variant="underlined" href={link} aria-description="Opens in the workbench.">
          {text}
        </Link>
      )}
      {value.spread !== undefined && value.spread.error > 1e-9 * Math.abs(value.value) && (
        <small>
          <Defined meaning={{ title: "standard error", says: sayBand(value, value.spread.draws) }}>
            ± {sayError(value.spread.error, text)}
          </Defined>
        </small>
      )}
      {beneath !== "" && (
        <small>
          <Defined meaning={{ title: beneath, says: sentenceOf(describeWord(row.word)) }}>{beneath}</Defined>
        </small>
      )}
    </>
  );
}

const sentenceOf = (text: string) => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Explains how our number is computed and what its provenance means. */
export function howItComes({ label, formula, word }: Row): Meaning {
  return { title: label, says: `${sentenceOf(formula)} ${sentenceOf(describeWord(word))}` };
}

/** Explains the ±: the standard error and the confidence interval. */
function sayBand(value: Value, draws: number): string {
  const [low, high] = bandOf(value).map((each) => Number(each.toPrecision(4)));
  return `The standard error of the mean of ${draws} runs. With 95 % confidence the mean lies between ${low} and ${high}.`;
}

/**
 * A number with the reader's constants, as a link to a document which shows it. Says "same" if it does not differ from the number before.
 */
export function Own({ row, exhibit, outcome, own, linkOf }: TableProps & { readonly row: Row }) {
  const value = own?.values.get(row.id);
  if (value === undefined) return <span className="waiting">…</span>;
  const text = thousands(shownValue(row, value));
  const fitted = outcome.values.get(row.id);
  if (fitted !== undefined && thousands(shownValue(row, fitted)) === text) return <span className="waiting">same</span>;
  const link = linkOf(documentOf(exhibit, row, value), row.picked);
  return link === undefined ? (
    text
  ) : (
    <Link href={link} aria-description="With your numbers. Opens in the workbench.">
      {text}
    </Link>
  );
}

/** A sentence about the largest difference. Empty until all numbers are computed, or if all are as printed. */
function GapSentence({ exhibit, outcome }: Pick<TableProps, "exhibit" | "outcome">) {
  const gap = outcome.isComplete ? widestGap(exhibit, outcome) : null;
  const value = gap === null ? undefined : outcome.values.get(gap.row.id);
  if (gap === null || value === undefined) return null;
  const { row, difference } = gap;
  const unit = exhibit.series.find(({ id }) => id === row.series)?.unit ?? "";
  const verdict = verdictOfRow(exhibit, row, outcome);
  return (
    <p className="paper-say">
      The widest gap is <Typeset text={nameOfRow(exhibit, row)} />:{" "}
      <b>
        <Typeset
          text={`${withUnit(thousands(shownValue(row, value)), unit)} where ${row.published === null ? "" : thousands(sayPublished(row.published))}`}
        />
      </b>
      , {signedPercent(difference, exhibit.tolerance.relative)}
      {verdict !== null && ` (${verdictWords[verdict.id].title})`}.
    </p>
  );
}
