/** All networks as a table. Column headers sort, the filter takes words and limits, and a click on a name selects the network. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { letterOf } from "../../../core/scenario/document.ts";
import { csvText, downloadFile } from "../../../views/export/export.ts";
import { nextOrder, type SortOrder, sortRows } from "../../../views/sort-rows.ts";
import { formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { ColumnHeader, Table } from "../../ui/Table.tsx";
import { sayThroughputError } from "./study-answer.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { studyFamiliesOf, axisFormat } from "./plot-data.ts";
import { findAxis, verticalAxes, axisSelection } from "../../../core/study/axes.ts";
import type { StudyRunsState } from "./study-runs.ts";
import { filterRows, toMarkdown, studyTable } from "./study-table.ts";
import { type StudyStore, toggleSelection } from "./study-store.ts";

/** The table with its filter and its export buttons. The highlighted family limits the rows. */
export function StudyTableView({ study, state }: { readonly study: StudyStore; readonly state: StudyRunsState }) {
  const page = usePage();
  const studyState = useStore(study);
  const { need, selectedIds, shownCandidates, family, verticalAxisId } = studyState;
  const [filter, setFilter] = useState("");
  const families = studyFamiliesOf(shownCandidates);
  const { plan } = state;
  const { across: horizontalAxis, up: verticalAxis } = axisSelection(need, studyState);
  const table = useMemo(() => studyTable(plan, need, findAxis(verticalAxes(need), verticalAxisId)), [plan, need, verticalAxisId]);
  const columnIndex = (id: string) => table.columns.findIndex((each) => each.id === id);
  // The columns depend on the traffic and the axes, so the sort column is stored by its id.
  const [sortColumn, setSortColumn] = useState<{ readonly id: string; readonly isDescending: boolean } | null>({
    id: "cost",
    isDescending: false,
  });
  const order: SortOrder =
    sortColumn === null || columnIndex(sortColumn.id) < 0
      ? null
      : { column: columnIndex(sortColumn.id), isDescending: sortColumn.isDescending };
  const frontIds = new Set(plan.front.map((i) => plan.statuses[i].candidate.id));
  const familyRows = table.rows.filter(({ status }) => family === null || status.candidate.topology.kind === family);
  const rows = filterRows(familyRows, filter, { frontIds, selectedIds });
  // `sortRows` sorts cells; the map leads from the cells back to the row.
  const rowByCells = new Map(rows.map((row) => [row.cells, row]));
  const sorted = sortRows(
    rows.map(({ cells }) => cells),
    order,
  ).map((cells) => rowByCells.get(cells)!);
  const shownTable = { columns: table.columns, rows: sorted.map(({ cells }) => cells) };
  const factColumns: readonly { readonly id: string; readonly title: string; readonly format: (value: number) => string }[] = [
    // The values on the horizontal axis of the plot come first.
    ...(["cost", "diameter"].includes(horizontalAxis.id)
      ? []
      : [
          {
            id: horizontalAxis.id,
            title: horizontalAxis.unit === "" ? horizontalAxis.title : `${horizontalAxis.title}, ${horizontalAxis.unit}`,
            format: axisFormat(horizontalAxis),
          },
        ]),
    { id: "terminals", title: "terminals", format: formatCount },
    { id: "switches", title: "switches", format: formatCount },
    { id: "all cables", title: "cables", format: formatCount },
    { id: "most ports", title: "most ports", format: formatCount },
    { id: "diameter", title: "diameter, hops", format: formatCount },
  ];
  const showAll = () => {
    setFilter("");
    study.setState({ family: null });
  };
  const sortBy = (id: string) => {
    const next = nextOrder(order, columnIndex(id));
    setSortColumn(next === null ? null : { id, isDescending: next.isDescending });
  };
  const columnHeader = (id: string, title: string, isNumber = true) => (
    <ColumnHeader
      key={id}
      isNumber={isNumber}
      order={order === null || sortColumn?.id !== id ? "none" : order.isDescending ? "descending" : "ascending"}
      onSort={() => sortBy(id)}
    >
      {title}
    </ColumnHeader>
  );
  return (
    <div className="study-table">
      <p className="row wrap study-table-head">
        <TextInput
          type="search"
          aria-label="Filter the networks"
          placeholder="Filter: dragonfly, front, selected, ≤1200, ≥0.5"
          value={filter}
          onChange={setFilter}
        />
        <span className="muted" role="status">
          {rows.length} of {table.rows.length}; throughput in phits/cycle per terminal; – means not known
          {rows.length === 0 && (
            <>
              {" "}
              <Button variant="underlined" onClick={showAll}>
                Show all
              </Button>
            </>
          )}
        </span>
        <span className="study-table-actions">
          <Button
            variant="underlined"
            onClick={() => downloadFile("networks.csv", new Blob([csvText(shownTable)], { type: "text/csv;charset=utf-8" }))}
          >
            Save CSV
          </Button>
          <Button variant="underlined" onClick={() => void copyText(page, toMarkdown(shownTable), "Copied as Markdown.")}>
            Copy as Markdown
          </Button>
        </span>
      </p>
      <div className="study-rows" role="region" aria-label="Networks" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              {columnHeader("network", "network", false)}
              {columnHeader("cost", "US$ per terminal")}
              {columnHeader("carries", "worst")}
              {need.under.map((id) => columnHeader(id, id.replace("-", " ")))}
              {!verticalAxis.isThroughput &&
                columnHeader(
                  "up",
                  `${verticalAxis.short ?? verticalAxis.title}${verticalAxis.displayValue === undefined ? `, ${verticalAxis.unit}` : ""}`,
                )}
              {factColumns.map(({ id, title }) => columnHeader(id, title))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ status, cells }) => {
              // A row for each candidate network: name, price per terminal, the worst throughput of all required traffic patterns, the
              // throughput under each of them (`need.under`, by id), the value on the vertical axis of the plot unless that is throughput,
              // and facts such as the diameter. A value that is not simulated is given as a bound.
              const { candidate, isMeasured, worstThroughput, error } = status;
              const letterIndex = selectedIds.indexOf(candidate.id);
              const axisValue = verticalAxis.isThroughput ? null : verticalAxis.of(status);
              return (
                <tr
                  key={candidate.id}
                  data-front={frontIds.has(candidate.id) || undefined}
                  data-beyond={candidate.perTerminal > need.budget || undefined}
                >
                  <th scope="row">
                    <Button
                      aria-pressed={letterIndex >= 0}
                      onPointerEnter={() => study.setState({ hoveredId: candidate.id })}
                      onFocus={() => study.setState({ hoveredId: candidate.id })}
                      onClick={() => toggleSelection(study, candidate.id)}
                    >
                      <span className="study-letter">{letterIndex < 0 ? "" : letterOf(letterIndex)}</span>
                      <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                      {cells[0]}
                    </Button>
                  </th>
                  <td className="number">{formatMoney(Math.round(candidate.perTerminal))}</td>
                  <MeasuredCell measured={isMeasured ? { value: worstThroughput, error } : null} bound={worstThroughput} />
                  {need.under.map((id, i) => {
                    const throughput = status.under[i];
                    return (
                      <MeasuredCell
                        key={id}
                        measured={throughput === null ? null : { value: throughput.throughput, error: throughput.error }}
                        bound={candidate.bounds[i]}
                      />
                    );
                  })}
                  {!verticalAxis.isThroughput &&
                    (axisValue === null ? (
                      <td className="number muted">full</td>
                    ) : (
                      <MeasuredCell
                        measured={axisValue.isMeasured ? axisValue : null}
                        bound={axisValue.bound}
                        format={axisFormat(verticalAxis)}
                        boundSign={verticalAxis.isMoreBetter ? "≤" : "≥"}
                      />
                    ))}
                  {factColumns.map(({ id, format }) => {
                    const cell = cells[columnIndex(id)];
                    return (
                      <td key={id} className="number">
                        {typeof cell === "number" ? format(cell) : <span className="muted">–</span>}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

/**
 * A table cell with a simulated value and its standard error, or, if it is not simulated, with its bound in muted text: at most (≤) or at
 * least (≥) this value.
 */
function MeasuredCell({
  measured,
  bound,
  format = formatRatio,
  boundSign = "≤",
}: {
  readonly measured: { readonly value: number; readonly error: number } | null;
  readonly bound: number;
  readonly format?: (value: number) => string;
  readonly boundSign?: string;
}) {
  return (
    <td className="number">
      {measured === null ? (
        <span className="muted">
          {boundSign} {format(bound)}
        </span>
      ) : (
        <>
          <strong>{format(measured.value)}</strong>
          {measured.error > 0 && (
            <span className="muted"> ± {format === formatRatio ? sayThroughputError(measured.error) : format(measured.error)}</span>
          )}
        </>
      )}
    </td>
  );
}
