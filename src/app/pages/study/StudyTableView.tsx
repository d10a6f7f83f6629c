/** All networks as a table. Column headers sort, the filter takes words and limits, and a click on a name selects the network. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { letterOf } from "../../../core/scenario/document.ts";
import { csvText, save } from "../../../views/export/export.ts";
import { nextOrder, type Order, sortRows } from "../../../views/sort.ts";
import { formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { usePage } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { copy } from "../../ui/copy.ts";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { ColumnHeader, Table } from "../../ui/Table.tsx";
import { sayError } from "./answer.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf, writing } from "./front-data.ts";
import { findAxis, upAxesOf, viewOf } from "../../../core/study/axes.ts";
import type { StudyState } from "./study-runs.ts";
import { filtered, markdownOf, studyTable } from "./study-table.ts";
import { type StudyStore, togglePick } from "./study-store.ts";

/** The table with its filter and its export buttons. The highlighted family limits the rows. */
export function StudyTableView({ study, state }: { readonly study: StudyStore; readonly state: StudyState }) {
  const page = usePage();
  const whole = useStore(study);
  const { need, picked, before, family, up: wanted } = whole;
  const [filter, setFilter] = useState("");
  const families = familiesOf(before);
  const { plan } = state;
  const { across, up } = viewOf(need, whole);
  const table = useMemo(() => studyTable(plan, need, findAxis(upAxesOf(need), wanted)), [plan, need, wanted]);
  const at = (id: string) => table.columns.findIndex((each) => each.id === id);
  // The columns depend on the traffic and the axes, so the sort column is stored by its id.
  const [by, setBy] = useState<{ readonly id: string; readonly isDescending: boolean } | null>({ id: "cost", isDescending: false });
  const order: Order = by === null || at(by.id) < 0 ? null : { column: at(by.id), isDescending: by.isDescending };
  const front = new Set(plan.front.map((i) => plan.standings[i].candidate.id));
  const ofFamily = table.rows.filter(({ standing }) => family === null || standing.candidate.topology.kind === family);
  const rows = filtered(ofFamily, filter, { front, picked });
  // `sortRows` sorts cells; the map leads from the cells back to the row.
  const byCells = new Map(rows.map((row) => [row.cells, row]));
  const sorted = sortRows(
    rows.map(({ cells }) => cells),
    order,
  ).map((cells) => byCells.get(cells)!);
  const all = { columns: table.columns, rows: sorted.map(({ cells }) => cells) };
  const shown: readonly { readonly id: string; readonly title: string; readonly format: (value: number) => string }[] = [
    // The values on the horizontal axis of the plot come first.
    ...(["cost", "diameter"].includes(across.id)
      ? []
      : [{ id: across.id, title: across.unit === "" ? across.title : `${across.title}, ${across.unit}`, format: writing(across) }]),
    { id: "terminals", title: "terminals", format: formatCount },
    { id: "switches", title: "switches", format: formatCount },
    { id: "all cables", title: "cables", format: formatCount },
    { id: "most ports", title: "most ports", format: formatCount },
    { id: "diameter", title: "diameter, channels", format: formatCount },
  ];
  const showAll = () => {
    setFilter("");
    study.setState({ family: null });
  };
  const sortBy = (id: string) => {
    const next = nextOrder(order, at(id));
    setBy(next === null ? null : { id, isDescending: next.isDescending });
  };
  const head = (id: string, title: string, isNumber = true) => (
    <ColumnHeader
      key={id}
      isNumber={isNumber}
      order={order === null || by?.id !== id ? "none" : order.isDescending ? "descending" : "ascending"}
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
          placeholder="Filter: dragonfly, front, picked, ≤1200, ≥0.5"
          value={filter}
          onChange={setFilter}
        />
        <span className="muted" role="status">
          {rows.length} of {table.rows.length}; throughput in phits/cycle a terminal; – is not known
          {rows.length === 0 && (
            <>
              {" "}
              <Button variant="underlined" onClick={showAll}>
                Show all
              </Button>
            </>
          )}
        </span>
        <span className="study-table-ways">
          <Button variant="underlined" onClick={() => save("networks.csv", new Blob([csvText(all)], { type: "text/csv;charset=utf-8" }))}>
            Save CSV
          </Button>
          <Button variant="underlined" onClick={() => void copy(page, markdownOf(all), "Copied as Markdown.")}>
            Copy as Markdown
          </Button>
        </span>
      </p>
      <div className="study-rows" role="region" aria-label="Networks" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              {head("network", "network", false)}
              {head("cost", "US$ a terminal")}
              {head("carries", "worst")}
              {need.under.map((id) => head(id, id.replace("-", " ")))}
              {!up.isThroughput && head("up", `${up.short ?? up.title}${up.told === undefined ? `, ${up.unit}` : ""}`)}
              {shown.map(({ id, title }) => head(id, title))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ standing, cells }) => {
              const { candidate, isMeasured, carries, error } = standing;
              const letter = picked.indexOf(candidate.id);
              const given = up.isThroughput ? null : up.of(standing);
              return (
                <tr
                  key={candidate.id}
                  data-front={front.has(candidate.id) || undefined}
                  data-beyond={candidate.perTerminal > need.budget || undefined}
                >
                  <th scope="row">
                    <Button
                      aria-pressed={letter >= 0}
                      onPointerEnter={() => study.setState({ shown: candidate.id })}
                      onFocus={() => study.setState({ shown: candidate.id })}
                      onClick={() => togglePick(study, candidate.id)}
                    >
                      <span className="study-letter">{letter < 0 ? "" : letterOf(letter)}</span>
                      <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                      {cells[0]}
                    </Button>
                  </th>
                  <td className="number">{formatMoney(Math.round(candidate.perTerminal))}</td>
                  <Known found={isMeasured ? { value: carries, error } : null} bound={carries} />
                  {need.under.map((id, i) => {
                    const found = standing.under[i];
                    return (
                      <Known
                        key={id}
                        found={found === null ? null : { value: found.throughput, error: found.error }}
                        bound={candidate.bounds[i]}
                      />
                    );
                  })}
                  {!up.isThroughput &&
                    (given === null ? (
                      <td className="number muted">full</td>
                    ) : (
                      <Known
                        found={given.isMeasured ? given : null}
                        bound={given.bound}
                        format={writing(up)}
                        sign={up.isMoreBetter ? "≤" : "≥"}
                      />
                    ))}
                  {shown.map(({ id, format }) => {
                    const cell = cells[at(id)];
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

/** The measured value with its error, or the bound in muted text. */
function Known({
  found,
  bound,
  format = formatRatio,
  sign = "≤",
}: {
  readonly found: { readonly value: number; readonly error: number } | null;
  readonly bound: number;
  readonly format?: (value: number) => string;
  readonly sign?: string;
}) {
  return (
    <td className="number">
      {found === null ? (
        <span className="muted">
          {sign} {format(bound)}
        </span>
      ) : (
        <>
          <strong>{format(found.value)}</strong>
          {found.error > 0 && <span className="muted"> ± {format === formatRatio ? sayError(found.error) : format(found.error)}</span>}
        </>
      )}
    </td>
  );
}
