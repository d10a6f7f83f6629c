/** All networks as a table: heads sort, the filter takes words and limits, a click on a name shows it and picks it. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { letterOf } from "../../../core/scenario/document.ts";
import { csvText, save } from "../../../views/shell/export.ts";
import { nextOrder, type Order, sortRows } from "../../../views/shell/sort.ts";
import { formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { usePage } from "../../hooks.ts";
import { copy } from "../../shell/copy.ts";
import { sayError } from "./answer.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf } from "./front-data.ts";
import type { StudyState } from "./study-runs.ts";
import { filtered, markdownOf, studyTable } from "./study-table.ts";
import { type StudyStore, togglePick } from "./study-store.ts";

export function StudyTableView({ study, state }: { readonly study: StudyStore; readonly state: StudyState }) {
  const page = usePage();
  const { need, picked, before } = useStore(study);
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>({ column: 7, isDescending: false });
  const families = familiesOf(before);
  const { plan, measured } = state;
  const table = useMemo(() => studyTable(plan, measured, need), [plan, measured, need]);
  const front = new Set(plan.front.map((i) => plan.standings[i].candidate.id));
  const rows = filtered(table.rows, filter, { front, picked });
  const byCells = new Map(rows.map((row) => [row.cells, row]));
  const sorted = sortRows(
    rows.map(({ cells }) => cells),
    order,
  ).map((cells) => byCells.get(cells)!);
  const all = { columns: table.columns, rows: sorted.map(({ cells }) => cells) };
  const shown: readonly { readonly column: number; readonly title: string; readonly format: (value: number) => string }[] = [
    { column: 2, title: "terminals", format: formatCount },
    { column: 3, title: "switches", format: formatCount },
    { column: 4, title: "cables", format: formatCount },
    { column: 5, title: "ports", format: formatCount },
    { column: 6, title: "diameter, channels", format: formatCount },
  ];
  const head = (column: number, title: string, isNumber = true) => (
    <th
      key={column}
      scope="col"
      className={isNumber ? "number" : undefined}
      aria-sort={order?.column !== column ? "none" : order.isDescending ? "descending" : "ascending"}
    >
      <button type="button" onClick={() => setOrder(nextOrder(order, column))}>
        {title}
      </button>
    </th>
  );
  return (
    <div className="study-table">
      <p className="row wrap study-table-head">
        <input
          type="search"
          aria-label="Filter the networks"
          placeholder="Filter: dragonfly, front, picked, ≤1200, ≥0.5"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="muted" role="status">
          {rows.length} of {table.rows.length}; throughput in phits/cycle a terminal; – has no closed form
          {rows.length === 0 && (
            <>
              {" "}
              <button type="button" className="underlined" onClick={() => setFilter("")}>
                Show all
              </button>
            </>
          )}
        </span>
        <span className="study-table-ways">
          <button
            type="button"
            className="underlined"
            onClick={() => save("networks.csv", new Blob([csvText(all)], { type: "text/csv;charset=utf-8" }))}
          >
            Save CSV
          </button>
          <button type="button" className="underlined" onClick={() => void copy(page, markdownOf(all), "Copied as Markdown.")}>
            Copy as Markdown
          </button>
        </span>
      </p>
      <div className="study-rows" role="region" aria-label="Networks" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head(0, "network", false)}
              {head(7, "US$ a terminal")}
              {head(8, "worst")}
              {need.under.map((id, i) => head(11 + 3 * i, id.replace("-", " ")))}
              {shown.map(({ column, title }) => head(column, title))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ standing, cells }) => {
              const { candidate, isMeasured, carries, error } = standing;
              const at = picked.indexOf(candidate.id);
              const found = measured.get(candidate.id);
              return (
                <tr
                  key={candidate.id}
                  data-front={front.has(candidate.id) || undefined}
                  data-beyond={candidate.perTerminal > need.budget || undefined}
                >
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={at >= 0}
                      onPointerEnter={() => study.setState({ shown: candidate.id })}
                      onFocus={() => study.setState({ shown: candidate.id })}
                      onClick={() => togglePick(study, candidate.id)}
                    >
                      <span className="study-letter">{at < 0 ? "" : letterOf(at)}</span>
                      <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                      {cells[0]}
                    </button>
                  </th>
                  <td className="number">{formatMoney(Math.round(candidate.perTerminal))}</td>
                  <Throughput found={isMeasured ? { throughput: carries, error } : null} bound={candidate.bound} />
                  {need.under.map((id, i) => (
                    <Throughput key={id} found={found?.under[i] ?? null} bound={candidate.bounds[i]} />
                  ))}
                  {shown.map(({ column, format }) => (
                    <td key={column} className="number">
                      {typeof cells[column] === "number" ? format(cells[column]) : "–"}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** What was measured, with its error; else the bound, less loud. */
function Throughput({
  found,
  bound,
}: {
  readonly found: { readonly throughput: number; readonly error: number } | null;
  readonly bound: number;
}) {
  return (
    <td className="number">
      {found === null ? (
        <span className="muted">≤ {formatRatio(bound)}</span>
      ) : (
        <>
          <strong>{formatRatio(found.throughput)}</strong>
          {found.error > 0 && <span className="muted"> ± {sayError(found.error)}</span>}
        </>
      )}
    </td>
  );
}
