/** The other series of an exhibit in one table: published, then simulated in bold. */
import { Fragment } from "react";
import type { Row, Series } from "../../reproductions/contract.ts";
import { verdictOfRow, verdictWords } from "../../reproductions/verdict.ts";
import { VerdictShape } from "./Chip.tsx";
import { computedWord, Simulated, type TableProps, wordOfSeries } from "./MainTable.tsx";

export function RestTable(props: TableProps) {
  const { exhibit } = props;
  const series = exhibit.series.slice(1);
  if (series.length === 0) return null;
  const rowOf = (label: string, { id }: Series) => exhibit.rows.find((row) => row.label === label && row.series === id);
  const labels = [...new Set(exhibit.rows.filter((row) => series.some(({ id }) => id === row.series)).map(({ label }) => label))];
  const isPrinted = ({ id }: Series) => exhibit.rows.some((row) => row.series === id && row.published !== null);
  return (
    <section>
      <h2>The rest of {exhibit.label}</h2>
      <p className="paper-caption">
        {series.some(isPrinted)
          ? `published, then ${computedWord(exhibit)} in bold; a shape says where they are not equal`
          : `${computedWord(exhibit)}; the source does not print these`}
      </p>
      <div className="paper-scroll" tabIndex={0} role="region" aria-label={`The rest of ${exhibit.label}`}>
        <table className="paper-table rest" aria-label={`The rest of ${exhibit.label}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">What</span>
              </th>
              {series.map((each) => (
                <th key={each.id} scope="col" className="n" colSpan={isPrinted(each) ? 2 : 1}>
                  {each.title}
                  {each.unit !== "" && `, ${each.unit}`}
                  <small>{[each.caption, wordOfSeries(exhibit, each.id)].filter((part) => part !== "").join("; ")}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map((each) => (
                  <Cell key={each.id} {...props} row={rowOf(label, each)} isPrinted={isPrinted(each)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ row, isPrinted, ...props }: TableProps & { readonly row: Row | undefined; readonly isPrinted: boolean }) {
  if (row === undefined) return isPrinted ? <td colSpan={2} /> : <td />;
  const verdict = verdictOfRow(props.exhibit, row, props.outcome);
  return (
    <Fragment>
      {isPrinted && <td className="n published">{row.published?.text ?? "–"}</td>}
      <td className="n simulated">
        {verdict !== null && verdict.id !== "exact" && (
          <span className="mark-off" title={verdict.sentence}>
            <VerdictShape id={verdict.id} />
            <span className="visually-hidden">{verdictWords[verdict.id].title}</span>
          </span>
        )}
        <Simulated row={row} {...props} />
      </td>
    </Fragment>
  );
}
