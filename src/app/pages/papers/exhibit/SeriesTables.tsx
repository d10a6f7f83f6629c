/** Compact tables for the remaining series of an exhibit, several side by side: the published value, then ours in bold. */
import { DefinedTerm } from "../../../glossary/GlossaryText.tsx";
import { Fragment } from "react";
import type { Exhibit, ExhibitRow, ExhibitSeries } from "../../../../reproductions/contract.ts";
import { verdictOfRow, verdictWords } from "../../../../reproductions/verdict.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { VerdictShape } from "../VerdictChip.tsx";
import { separateThousands, Typeset } from "../Typeset.tsx";
import { useElementWidth } from "../useElementWidth.ts";
import {
  ReaderValue,
  ComputedNumber,
  computedHeading,
  hasMainTable,
  valueExplanation,
  type ExhibitTableProps,
  seriesProvenance,
} from "./MainTable.tsx";

/** Maximum number of numeric columns in a table, on a screen of usual width and on a narrow one. More columns would be cut off. */
const maxColumns = { usual: 8, narrow: 4 } as const;
/** A printed series has two columns. On a narrow screen every series counts as two, because its heading needs the width. */
const columnsOf = (exhibit: Exhibit, series: ExhibitSeries, maxCount: number) =>
  maxCount === maxColumns.narrow || isPrinted(exhibit, series) ? 2 : 1;
/** Below this width, in px, a section counts as narrow. */
const narrowLimit = 520;

/**
 * The tables with all series of an exhibit that the main table does not show. Series with the same rows share a table, with fewer columns
 * on a narrow screen. Secondary and long tables can be expanded.
 */
export function SeriesTables(props: ExhibitTableProps) {
  const { exhibit } = props;
  const [section, width] = useElementWidth<HTMLElement>();
  const series = hasMainTable(exhibit) ? exhibit.series.slice(1) : exhibit.series;
  if (series.length === 0) return null;
  const isNarrow = width > 0 && width < narrowLimit;
  const tables = groupSeries(exhibit, series, isNarrow ? maxColumns.narrow : maxColumns.usual);
  const heading = computedHeading(rowsOfAnySeries(exhibit, series));
  return (
    <section ref={section}>
      <h2>{series.length === exhibit.series.length ? exhibit.label : `The rest of ${exhibit.label}`}</h2>
      <p className="paper-caption">{tableCaption(rowsOfAnySeries(exhibit, series), heading)}</p>
      {tables.map((tableSeries) =>
        tableSeries[0].isFolded === true || (isNarrow && isTooLong(exhibit, tableSeries)) ? (
          <details key={tableSeries[0].id} className="paper-folded">
            <summary>
              {sayCollapsed(tableSeries)}: {rowsOfAnySeries(exhibit, tableSeries).length} numbers
            </summary>
            <SeriesTable {...props} series={tableSeries} />
          </details>
        ) : (
          <SeriesTable key={tableSeries[0].id} {...props} series={tableSeries} />
        ),
      )}
    </section>
  );
}

/** The summary of a collapsed table: its titles, with the captions if they are all the same or if titles repeat. */
function sayCollapsed(series: readonly ExhibitSeries[]): string {
  const [titles, captions] = [series.map(({ title }) => title), series.map(({ caption }) => caption)].map((texts) => [...new Set(texts)]);
  const showsCaptions = captions[0] !== "" && (captions.length === 1 || titles.length < series.length);
  return `${titles.join("; ")}${showsCaptions ? ` (${captions.join("; ")})` : ""}`;
}

/** Groups consecutive series with common row labels into tables, up to `maxCount` columns per table. */
function groupSeries(exhibit: Exhibit, series: readonly ExhibitSeries[], maxCount: number): readonly (readonly ExhibitSeries[])[] {
  const labelsOf = ({ id }: ExhibitSeries) => exhibit.rows.filter((row) => row.series === id).map(({ label }) => label);
  const tables: ExhibitSeries[][] = [];
  for (const each of series) {
    const lastTable = tables.at(-1);
    const sharesLabels =
      lastTable !== undefined && labelsOf(each).some((label) => lastTable.some((other) => labelsOf(other).includes(label)));
    const columnCount = [...(lastTable ?? []), each].reduce((sum, member) => sum + columnsOf(exhibit, member, maxCount), 0);
    if (sharesLabels && columnCount <= maxCount && each.isFolded === lastTable[0].isFolded) lastTable.push(each);
    else tables.push([each]);
  }
  return tables;
}

const rowsOfAnySeries = ({ rows }: Exhibit, series: readonly ExhibitSeries[]) =>
  rows.filter((row) => series.some(({ id }) => id === row.series));

/** Number of rows that fill the screen of a phone. */
const phoneRows = 16;
/** Whether a table without printed values is so long that it would hide the content below it on a phone. */
const isTooLong = (exhibit: Exhibit, series: readonly ExhibitSeries[]) =>
  !series.some((each) => isPrinted(exhibit, each)) && new Set(rowsOfAnySeries(exhibit, series).map(({ label }) => label)).size > phoneRows;

const printedText = ({ published, quoted }: ExhibitRow) => published?.text ?? quoted;
const isPrinted = ({ rows }: Exhibit, { id }: ExhibitSeries) => rows.some((row) => row.series === id && printedText(row) !== undefined);

/** The caption of the tables. Published values are either judged against ours or only quoted. */
function tableCaption(rows: readonly ExhibitRow[], heading: string): string {
  if (rows.some(({ published }) => published !== null))
    return `published, then ${heading} in bold; a shape marks values that are not equal`;
  return rows.some(({ quoted }) => quoted !== undefined)
    ? `published, not compared, then ${heading} in bold`
    : `${heading}; the source does not print these values`;
}

/**
 * A table of several series of an exhibit, with a row for each label. Each series has one to three columns: the published values, if there
 * are any; our values; and the values with the reader's constants, if any constant is changed (`readerOutcome`).
 */
function SeriesTable({ series, ...props }: ExhibitTableProps & { readonly series: readonly ExhibitSeries[] }) {
  const { exhibit } = props;
  const rows = rowsOfAnySeries(exhibit, series);
  const labels = [...new Set(rows.map(({ label }) => label))];
  // Columns of several tables may have the same titles, so the name contains the captions.
  const captions = series.map((each) => [each.caption, seriesProvenance(exhibit, each.id)].filter((part) => part !== "").join("; "));
  const sharedCaption = series.length > 1 && new Set(captions).size === 1 ? captions[0] : "";
  const name = series.map(({ title, caption }) => [title, caption].filter((part) => part !== "").join(", ")).join("; ");
  return (
    <div className="paper-scroll" tabIndex={0} role="region" aria-label={name}>
      {sharedCaption !== "" && <p className="paper-caption">{sharedCaption}</p>}
      <Table className="paper-table compact" label={name}>
        <thead>
          <tr>
            <ColumnHeader>
              <span className="visually-hidden">What</span>
            </ColumnHeader>
            {series.map((each, i) => (
              <ColumnHeader key={each.id} isNumber colSpan={1 + Number(isPrinted(exhibit, each)) + Number(props.readerOutcome !== null)}>
                {each.title}
                {each.unit !== "" && `, ${each.unit}`}
                {sharedCaption === "" && <small>{captions[i]}</small>}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label) => (
            <tr key={label}>
              <th scope="row">
                <DefinedTerm meaning={valueExplanation(rows.find((row) => row.label === label)!)}>
                  <Typeset text={label} />
                </DefinedTerm>
                <RowDetail rows={rows.filter((row) => row.label === label)} />
              </th>
              {series.map((each) => (
                <SeriesCells
                  key={each.id}
                  {...props}
                  row={rows.find((row) => row.label === label && row.series === each.id)}
                  isPrinted={isPrinted(exhibit, each)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The detail below a row label, if all series of the row have the same detail. */
function RowDetail({ rows }: { readonly rows: readonly ExhibitRow[] }) {
  const [{ detail }] = rows;
  return detail === undefined || rows.some((row) => row.detail !== detail) ? null : (
    <small>
      <Typeset text={detail} />
    </small>
  );
}

/**
 * The cells of one series in a table row: the published value, ours with the icon of its verdict (how closely it reproduces the published
 * value), and the value with the reader's constants. One empty cell if the series has no number (`row`) with this label.
 */
function SeriesCells({
  row,
  isPrinted,
  ...props
}: ExhibitTableProps & { readonly row: ExhibitRow | undefined; readonly isPrinted: boolean }) {
  if (row === undefined) return <td colSpan={1 + Number(isPrinted) + Number(props.readerOutcome !== null)} />;
  const verdict = verdictOfRow(props.exhibit, row, props.outcome);
  return (
    <Fragment>
      {isPrinted && (
        <td className="number published">
          <Typeset text={separateThousands(printedText(row) ?? "–")} />
        </td>
      )}
      <td className="number simulated">
        {verdict !== null && verdict.id !== "exact" && (
          <span className="mark-off">
            <DefinedTerm meaning={{ title: verdictWords[verdict.id].title, says: verdict.sentence }}>
              <VerdictShape id={verdict.id} />
              <span className="visually-hidden">{verdictWords[verdict.id].title}</span>
            </DefinedTerm>
          </span>
        )}
        <ComputedNumber row={row} {...props} />
      </td>
      {props.readerOutcome !== null && (
        <td className="number own">
          <ReaderValue row={row} {...props} />
        </td>
      )}
    </Fragment>
  );
}
