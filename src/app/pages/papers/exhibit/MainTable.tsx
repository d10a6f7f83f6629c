/** The main table of an exhibit, for its first series: published and computed values, the difference as a plot, and the verdict. */
import { capitalize } from "../../../../words/params.ts";
import { DefinedTerm, type WordMeaning } from "../../../glossary/GlossaryText.tsx";
import "./tables.css";
import type { Exhibit, Outcome, ExhibitRow, ComputedValue } from "../../../../reproductions/contract.ts";
import { isJudged } from "../../../../reproductions/coverage.ts";
import { confidenceIntervalOf } from "../../../../reproductions/numbers.ts";
import { documentOfRow, sayOpened, sayStandardError, shownValueOf } from "../../../../reproductions/outcome.ts";
import { describeProvenance, nameOfRow, sayPublished, signedPercent } from "../../../../reproductions/report.ts";
import { differenceOf, isEqualAsPrinted, verdictOfRow, verdictWords, largestDifference } from "../../../../reproductions/verdict.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { VerdictChip } from "../VerdictChip.tsx";
import { DotPlotRow, DotPlotAxis } from "../runs/DotPlotRow.tsx";
import { type DotPlotScale, dotPlotMarks, dotPlotScale } from "../runs/dot-plot.ts";
import { separateThousands, Typeset } from "../Typeset.tsx";
import { Link } from "../../../ui/Link.tsx";
import type { LinkLookup } from "../useDocumentLinks.ts";

export interface ExhibitTableProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
  /** The results with the reader's constants; null while no constant is changed. */
  readonly readerOutcome: Outcome | null;
  readonly linkOf: LinkLookup;
}

/**
 * Whether the first series is shown as the main table. A series of names is not, nor are values that the paper does not print and a figure
 * already shows.
 */
export function hasMainTable({ series: [{ id, isName }], rows, figures }: Exhibit): boolean {
  return isName !== true && (figures === undefined || rows.some((row) => row.series === id && row.published !== null));
}

/**
 * The main table of an exhibit, with its first series: for each row the published value, our value, the value with the reader's constants
 * if any is changed, a dot plot of the difference, and the verdict. Without published values it has no columns for the comparison.
 */
export function MainTable({ exhibit, outcome, readerOutcome, linkOf }: ExhibitTableProps) {
  const [{ id, title, caption, unit }] = exhibit.series;
  const rows = exhibit.rows.filter((row) => row.series === id);
  const hasPublished = rows.some(({ published }) => published !== null);
  const scale = dotPlotScale(exhibit, outcome);
  const subtitle = [caption, unit === "" ? "" : `in ${unit}`, seriesProvenance(exhibit, id)].filter((part) => part !== "").join("; ");
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
            {hasPublished && <ColumnHeader isNumber>{publishedHeading(rows)}</ColumnHeader>}
            <ColumnHeader isNumber>{computedHeading(rows)}</ColumnHeader>
            {readerOutcome !== null && (
              <ColumnHeader isNumber className="own">
                yours
              </ColumnHeader>
            )}
            {hasPublished && (
              <>
                <ColumnHeader className="lane">
                  <span className="visually-hidden">{scale.of}, drawn</span>
                  <DotPlotAxis scale={scale} relative={exhibit.tolerance.relative} />
                </ColumnHeader>
                <ColumnHeader isNumber>difference</ColumnHeader>
                <ColumnHeader isNumber>verdict</ColumnHeader>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MainRow key={row.id} {...{ row, exhibit, outcome, readerOutcome, linkOf, scale, hasPublished }} />
          ))}
        </tbody>
      </Table>
      <WidestGap exhibit={exhibit} outcome={outcome} />
    </section>
  );
}

/** The heading of the comparison column. Values that were computed from printed ones are "derived". */
function publishedHeading(rows: readonly ExhibitRow[]): string {
  const publishedValues = rows.flatMap(({ published }) => published ?? []);
  return publishedValues.length > 0 && publishedValues.every(({ isDerived }) => isDerived === true) ? "derived" : "published";
}

/** The heading of our values. A value without any run, such as a count, is not "simulated". */
export function computedHeading(rows: readonly ExhibitRow[]): string {
  return rows.some(({ runs }) => runs.length > 0) ? "simulated" : "computed";
}

const provenancesOf = (rows: readonly ExhibitRow[]) => [...new Set(rows.map(({ provenance }) => provenance.is))];
const rowsOfSeries = ({ rows }: Exhibit, series: string) => rows.filter((row) => row.series === series);

/**
 * The provenance that all numbers of a series share (exact, fitted, chosen …), if the exhibit has several. Empty if there is nothing to
 * distinguish, or if the numbers of the series differ.
 */
export function seriesProvenance(exhibit: Exhibit, series: string): string {
  const provenances = provenancesOf(rowsOfSeries(exhibit, series));
  return provenances.length === 1 && provenancesOf(exhibit.rows).length > 1 ? provenances[0] : "";
}

/** The provenance below a number, shown only if the numbers of its series differ. */
function rowProvenance(exhibit: Exhibit, { series, provenance }: ExhibitRow): string {
  return provenancesOf(rowsOfSeries(exhibit, series)).length > 1 ? provenance.is : "";
}

interface MainRowProps extends ExhibitTableProps {
  readonly row: ExhibitRow;
  readonly scale: DotPlotScale;
  readonly hasPublished: boolean;
}

/**
 * A row of the main table: label, published value, our value, the value with the reader's constants (`readerOutcome`; null if none is
 * changed), and the comparison: a dot plot, the relative difference, and the verdict on how closely we reproduce the printed number.
 */
function MainRow({ row, exhibit, outcome, readerOutcome, linkOf, scale, hasPublished }: MainRowProps) {
  const { published, label, detail } = row;
  const value = outcome.values.get(row.id);
  const verdict = verdictOfRow(exhibit, row, outcome);
  const marks = dotPlotMarks(row, exhibit, outcome, scale, readerOutcome);
  const sayDifference = () => {
    if (published === null || value === undefined || !isJudged(row)) return "–";
    if (isEqualAsPrinted(value.value, published)) return "0";
    return signedPercent(differenceOf(value.value, published), exhibit.tolerance.relative);
  };
  return (
    <tr>
      <th scope="row">
        <DefinedTerm meaning={valueExplanation(row)}>
          <Typeset text={label} />
        </DefinedTerm>
        {detail !== undefined && (
          <small>
            <Typeset text={detail} />
          </small>
        )}
      </th>
      {hasPublished && (
        <td className="number published" data-label={publishedHeading([row])}>
          <Typeset text={separateThousands(published?.text ?? "–")} />
        </td>
      )}
      <td className="number simulated" data-label={computedHeading([row])}>
        <ComputedNumber {...{ row, exhibit, outcome, readerOutcome, linkOf }} />
      </td>
      {readerOutcome !== null && (
        <td className="number own" data-label="yours">
          <ReaderValue {...{ row, exhibit, outcome, readerOutcome, linkOf }} />
        </td>
      )}
      {hasPublished && (
        <>
          <td className="lane">{marks !== null && <DotPlotRow {...marks} relative={exhibit.tolerance.relative} />}</td>
          <td className="number" data-label="difference">
            {sayDifference()}
          </td>
          <td className="number v">
            {verdict === null ? (
              ""
            ) : (
              <DefinedTerm meaning={{ title: verdictWords[verdict.id].title, says: verdict.sentence }}>
                <VerdictChip id={verdict.id} />
              </DefinedTerm>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/**
 * A computed number, as a link to a document that shows it in the workbench, with its standard error if it is a mean over random draws, and
 * its provenance if the numbers of its series differ in provenance.
 */
export function ComputedNumber({ row, exhibit, outcome, readerOutcome, linkOf }: ExhibitTableProps & { readonly row: ExhibitRow }) {
  const value = outcome.values.get(row.id);
  if (value === undefined) return <span className="waiting">…</span>;
  // While constants are changed, only the reader's number has a link.
  const link = readerOutcome === null ? linkOf(documentOfRow(exhibit, row, value), row) : undefined;
  const text = separateThousands(shownValueOf(row, value));
  const provenance = rowProvenance(exhibit, row);
  return (
    <>
      {link === undefined ? (
        text
      ) : (
        <Link variant="underlined" href={link} title={sayOpened(exhibit, row, value)} aria-description={sayOpened(exhibit, row, value)}>
          {text}
        </Link>
      )}
      {value.spread !== undefined && value.spread.error > 1e-9 * Math.abs(value.value) && (
        <small>
          <DefinedTerm meaning={{ title: "standard error", says: sayConfidence(value, value.spread.draws) }}>
            ± {sayStandardError(value.spread.error, text)}
          </DefinedTerm>
        </small>
      )}
      {provenance !== "" && (
        <small>
          <DefinedTerm meaning={{ title: provenance, says: toSentence(describeProvenance(row.provenance)) }}>{provenance}</DefinedTerm>
        </small>
      )}
    </>
  );
}

const toSentence = (text: string) => `${capitalize(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Explains how our number is computed and what its provenance means. */
export function valueExplanation({ label, formula, provenance }: ExhibitRow): WordMeaning {
  return { title: label, says: `${toSentence(formula)} ${toSentence(describeProvenance(provenance))}` };
}

/** Explains the ±: the standard error and the confidence interval. */
function sayConfidence(value: ComputedValue, draws: number): string {
  const [low, high] = confidenceIntervalOf(value).map((each) => Number(each.toPrecision(4)));
  return `The standard error of the mean of ${draws} runs. With 95 % confidence the mean lies between ${low} and ${high}.`;
}

/**
 * A number with the reader's constants, as a link to a document which shows it. Says "same" if it does not differ from the number with the
 * default constants.
 */
export function ReaderValue({ row, exhibit, outcome, readerOutcome, linkOf }: ExhibitTableProps & { readonly row: ExhibitRow }) {
  const value = readerOutcome?.values.get(row.id);
  if (value === undefined) return <span className="waiting">…</span>;
  const text = separateThousands(shownValueOf(row, value));
  const originalValue = outcome.values.get(row.id);
  if (originalValue !== undefined && separateThousands(shownValueOf(row, originalValue)) === text)
    return <span className="waiting">same</span>;
  const link = linkOf(documentOfRow(exhibit, row, value), row);
  return link === undefined ? (
    text
  ) : (
    <Link href={link} aria-description="With your numbers. Opens in the workbench.">
      {text}
    </Link>
  );
}

/**
 * The sentence that names the row of an exhibit in which our value differs most from the published one, in relative terms. Shows nothing
 * until all numbers are computed, or if all numbers are as printed.
 */
function WidestGap({ exhibit, outcome }: Pick<ExhibitTableProps, "exhibit" | "outcome">) {
  const largest = outcome.isComplete ? largestDifference(exhibit, outcome) : null;
  const value = largest === null ? undefined : outcome.values.get(largest.row.id);
  if (largest === null || value === undefined) return null;
  const { row, difference } = largest;
  const unit = exhibit.series.find(({ id }) => id === row.series)?.unit ?? "";
  const verdict = verdictOfRow(exhibit, row, outcome);
  return (
    <p className="paper-text">
      The largest difference is <Typeset text={nameOfRow(exhibit, row)} />:{" "}
      <b>
        <Typeset
          text={`${withUnit(separateThousands(shownValueOf(row, value)), unit)} where ${row.published === null ? "" : separateThousands(sayPublished(row.published))}`}
        />
      </b>
      , {signedPercent(difference, exhibit.tolerance.relative)}
      {verdict !== null && ` (${verdictWords[verdict.id].title})`}.
    </p>
  );
}
