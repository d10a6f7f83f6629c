/** Compact tables for the remaining series of an exhibit, several side by side: the published value, then ours in bold. */
import { Defined } from "../../../glossary/Told.tsx";
import { Fragment } from "react";
import type { Exhibit, Row, Series } from "../../../../reproductions/contract.ts";
import { verdictOfRow, verdictWords } from "../../../../reproductions/verdict.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { VerdictShape } from "../Chip.tsx";
import { thousands, Typeset } from "../Typeset.tsx";
import { useWidth } from "../useWidth.ts";
import { Own, Simulated, computedWord, hasLead, howItComes, type TableProps, wordOfSeries } from "./MainTable.tsx";

/** Maximum number of numeric columns in a table, on a screen of usual width and on a narrow one. More columns would be cut off. */
const mostColumns = { usual: 8, narrow: 4 } as const;
/** A printed series has two columns. On a narrow screen every series counts as two, because its heading needs the width. */
const columnsOf = (exhibit: Exhibit, series: Series, most: number) => (most === mostColumns.narrow || isPrinted(exhibit, series) ? 2 : 1);
/** Below this width, in px, a section counts as narrow. */
const usualWidth = 520;

/** All series except the one in the main table. */
export function RestTables(props: TableProps) {
  const { exhibit } = props;
  const [section, width] = useWidth<HTMLElement>();
  const series = hasLead(exhibit) ? exhibit.series.slice(1) : exhibit.series;
  if (series.length === 0) return null;
  const isNarrow = width > 0 && width < usualWidth;
  const tables = sideBySide(exhibit, series, isNarrow ? mostColumns.narrow : mostColumns.usual);
  const word = computedWord(ofSeries(exhibit, series));
  return (
    <section ref={section}>
      <h2>{series.length === exhibit.series.length ? exhibit.label : `The rest of ${exhibit.label}`}</h2>
      <p className="paper-caption">{sayRows(ofSeries(exhibit, series), word)}</p>
      {tables.map((own) =>
        own[0].isFolded === true || (isNarrow && isLong(exhibit, own)) ? (
          <details key={own[0].id} className="paper-folded">
            <summary>
              {sayFolded(own)}: {ofSeries(exhibit, own).length} numbers
            </summary>
            <SeriesTable {...props} series={own} />
          </details>
        ) : (
          <SeriesTable key={own[0].id} {...props} series={own} />
        ),
      )}
    </section>
  );
}

/** The summary of a collapsed table: its titles, with the captions if they are all the same or if titles repeat. */
function sayFolded(own: readonly Series[]): string {
  const [titles, captions] = [own.map(({ title }) => title), own.map(({ caption }) => caption)].map((all) => [...new Set(all)]);
  const isTold = captions[0] !== "" && (captions.length === 1 || titles.length < own.length);
  return `${titles.join("; ")}${isTold ? ` (${captions.join("; ")})` : ""}`;
}

/** Groups consecutive series with common row labels into tables, up to `maxCount` columns per table. */
function sideBySide(exhibit: Exhibit, series: readonly Series[], most: number): readonly (readonly Series[])[] {
  const labelsOf = ({ id }: Series) => exhibit.rows.filter((row) => row.series === id).map(({ label }) => label);
  const tables: Series[][] = [];
  for (const each of series) {
    const last = tables.at(-1);
    const isAlike = last !== undefined && labelsOf(each).some((label) => last.some((other) => labelsOf(other).includes(label)));
    const columns = [...(last ?? []), each].reduce((sum, own) => sum + columnsOf(exhibit, own, most), 0);
    if (isAlike && columns <= most && each.isFolded === last[0].isFolded) last.push(each);
    else tables.push([each]);
  }
  return tables;
}

const ofSeries = ({ rows }: Exhibit, series: readonly Series[]) => rows.filter((row) => series.some(({ id }) => id === row.series));

/** Number of rows that fill the screen of a phone. */
const mostRows = 16;
/** Whether a table without printed values is so long that it would hide the content below it on a phone. */
const isLong = (exhibit: Exhibit, series: readonly Series[]) =>
  !series.some((each) => isPrinted(exhibit, each)) && new Set(ofSeries(exhibit, series).map(({ label }) => label)).size > mostRows;

const printedText = ({ published, quoted }: Row) => published?.text ?? quoted;
const isPrinted = ({ rows }: Exhibit, { id }: Series) => rows.some((row) => row.series === id && printedText(row) !== undefined);

/** The caption of the tables. Published values are either judged against ours or only quoted. */
function sayRows(rows: readonly Row[], word: string): string {
  if (rows.some(({ published }) => published !== null)) return `published, then ${word} in bold; a shape says where they are not equal`;
  return rows.some(({ quoted }) => quoted !== undefined)
    ? `published, not judged, then ${word} in bold`
    : `${word}; the source does not print these`;
}

/** A table with a row for each label, and one to three columns for each series. */
function SeriesTable({ series, ...props }: TableProps & { readonly series: readonly Series[] }) {
  const { exhibit } = props;
  const rows = ofSeries(exhibit, series);
  const labels = [...new Set(rows.map(({ label }) => label))];
  // Columns of several tables may have the same titles, so the name contains the captions.
  const captions = series.map((each) => [each.caption, wordOfSeries(exhibit, each.id)].filter((part) => part !== "").join("; "));
  const shared = series.length > 1 && new Set(captions).size === 1 ? captions[0] : "";
  const name = series.map(({ title, caption }) => [title, caption].filter((part) => part !== "").join(", ")).join("; ");
  return (
    <div className="paper-scroll" tabIndex={0} role="region" aria-label={name}>
      {shared !== "" && <p className="paper-caption">{shared}</p>}
      <Table className="paper-table compact" label={name}>
        <thead>
          <tr>
            <ColumnHeader>
              <span className="visually-hidden">What</span>
            </ColumnHeader>
            {series.map((each, i) => (
              <ColumnHeader key={each.id} isNumber colSpan={1 + Number(isPrinted(exhibit, each)) + Number(props.own !== null)}>
                {each.title}
                {each.unit !== "" && `, ${each.unit}`}
                {shared === "" && <small>{captions[i]}</small>}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label) => (
            <tr key={label}>
              <th scope="row">
                <Defined meaning={howItComes(rows.find((row) => row.label === label)!)}>
                  <Typeset text={label} />
                </Defined>
                <Detail rows={rows.filter((row) => row.label === label)} />
              </th>
              {series.map((each) => (
                <Cell
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

/** The detail below a row label, if all series of the row have the same one. */
function Detail({ rows }: { readonly rows: readonly Row[] }) {
  const [{ detail }] = rows;
  return detail === undefined || rows.some((row) => row.detail !== detail) ? null : (
    <small>
      <Typeset text={detail} />
    </small>
  );
}

/** The cells of a series in a row: the published value, ours, and the reader's. Empty if the series has no such row. */
function Cell({ row, isPrinted, ...props }: TableProps & { readonly row: Row | undefined; readonly isPrinted: boolean }) {
  if (row === undefined) return <td colSpan={1 + Number(isPrinted) + Number(props.own !== null)} />;
  const verdict = verdictOfRow(props.exhibit, row, props.outcome);
  return (
    <Fragment>
      {isPrinted && (
        <td className="number published">
          <Typeset text={thousands(printedText(row) ?? "–")} />
        </td>
      )}
      <td className="number simulated">
        {verdict !== null && verdict.id !== "exact" && (
          <span className="mark-off">
            <Defined meaning={{ title: verdictWords[verdict.id].title, says: verdict.sentence }}>
              <VerdictShape id={verdict.id} />
              <span className="visually-hidden">{verdictWords[verdict.id].title}</span>
            </Defined>
          </span>
        )}
        <Simulated row={row} {...props} />
      </td>
      {props.own !== null && (
        <td className="number own">
          <Own row={row} {...props} />
        </td>
      )}
    </Fragment>
  );
}
