/** The other series of an exhibit, some beside each other: published, then ours in bold. */
import { Defined } from "../../../glossary/Told.tsx";
import { Fragment } from "react";
import type { Exhibit, Row, Series } from "../../../../reproductions/contract.ts";
import { verdictOfRow, verdictWords } from "../../../../reproductions/verdict.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";
import { VerdictShape } from "../Chip.tsx";
import { thousands, Typeset } from "../Typeset.tsx";
import { useWidth } from "../useWidth.ts";
import { Own, Simulated, computedWord, hasLead, howItComes, type TableProps, wordOfSeries } from "./MainTable.tsx";

/** Most columns of numbers beside each other; more would be cut off on a usual screen, and on a narrow one. */
const mostColumns = { usual: 8, narrow: 4 } as const;
/** A series has two columns where it is printed; on a narrow screen the words at its head need as much. */
const columnsOf = (exhibit: Exhibit, series: Series, most: number) => (most === mostColumns.narrow || isPrinted(exhibit, series) ? 2 : 1);
/** Sections narrower than this are narrow, px. */
const usualWidth = 520;

/** All series but the one that is shown large. */
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

/** What is in a table that is folded up: titles, and captions where they are one, or tell titles apart. */
function sayFolded(own: readonly Series[]): string {
  const [titles, captions] = [own.map(({ title }) => title), own.map(({ caption }) => caption)].map((all) => [...new Set(all)]);
  const isTold = captions[0] !== "" && (captions.length === 1 || titles.length < own.length);
  return `${titles.join("; ")}${isTold ? ` (${captions.join("; ")})` : ""}`;
}

/** Series that speak of the same things, one after another and so many at most, so that no row is empty but in one column. */
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

/** Rows of a table that fill a phone's screen. */
const mostRows = 16;
/** Whether a table that nobody printed would keep a phone's reader from what comes after it. */
const isLong = (exhibit: Exhibit, series: readonly Series[]) =>
  !series.some((each) => isPrinted(exhibit, each)) && new Set(ofSeries(exhibit, series).map(({ label }) => label)).size > mostRows;

const printedText = ({ published, quoted }: Row) => published?.text ?? quoted;
const isPrinted = ({ rows }: Exhibit, { id }: Series) => rows.some((row) => row.series === id && printedText(row) !== undefined);

/** What stands in the tables: what is published beside ours is compared, or stands there to be read. */
function sayRows(rows: readonly Row[], word: string): string {
  if (rows.some(({ published }) => published !== null)) return `published, then ${word} in bold; a shape says where they are not equal`;
  return rows.some(({ quoted }) => quoted !== undefined)
    ? `published, not judged, then ${word} in bold`
    : `${word}; the source does not print these`;
}

function SeriesTable({ series, ...props }: TableProps & { readonly series: readonly Series[] }) {
  const { exhibit } = props;
  const rows = ofSeries(exhibit, series);
  const labels = [...new Set(rows.map(({ label }) => label))];
  // Several tables may have columns of the same titles.
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

/** A few words more on a label, where all its series have the same. */
function Detail({ rows }: { readonly rows: readonly Row[] }) {
  const [{ detail }] = rows;
  return detail === undefined || rows.some((row) => row.detail !== detail) ? null : (
    <small>
      <Typeset text={detail} />
    </small>
  );
}

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
