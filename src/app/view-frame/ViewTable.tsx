/** The table of a view: the same facts as rows, which can be sorted. */
import "./view-table.css";
import { useMemo, useState } from "react";
import { readableTable } from "../../views/readable-table.ts";
import type { TableData as ViewTableData } from "../../views/contract.ts";
import { formatOfColumn } from "../../words/column-format.ts";
import { formatCount, formatMeasure } from "../../words/numbers.ts";
import { Button } from "../ui/Button.tsx";
import { ColumnHeader, Table } from "../ui/Table.tsx";
import { nextOrder, type SortOrder, sortRows } from "../../views/sort-rows.ts";

/** Maximum number of rows shown; an exported file contains all rows. */
const maxRows = 200;

export interface ViewTableProps {
  readonly title: string;
  readonly table: ViewTableData;
  readonly onClose: () => void;
}

/** A table that column headers sort and Escape closes. */
export function ViewTable({ title, table, onClose }: ViewTableProps) {
  const { columns, rows, isMixed } = useMemo(() => readableTable(table), [table]);
  const [order, setOrder] = useState<SortOrder>(null);
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const shownRows = sorted.slice(0, maxRows);
  const formats = useMemo(
    () =>
      columns.map((_, c) =>
        columnNumberFormat(
          rows.map((row) => row[c]),
          isMixed,
        ),
      ),
    [columns, rows, isMixed],
  );
  return (
    <div
      className="view-table"
      tabIndex={0}
      role="region"
      aria-label={`${title}, table`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <p className="view-table-head small">
        <span>
          {title}
          {rows.length > shownRows.length &&
            `: the first ${formatCount(maxRows)} of ${formatCount(rows.length)} rows; the saved table contains all`}
        </span>
        <Button variant="underlined" onClick={onClose}>
          Back to the picture
        </Button>
      </p>
      <Table label={title}>
        <thead>
          <tr>
            {columns.map(({ title, unit }, c) => (
              <ColumnHeader
                key={`${c} ${title}`}
                isNumber={formats[c] !== null}
                order={order?.column !== c ? "none" : order.isDescending ? "descending" : "ascending"}
                onSort={() => setOrder(nextOrder(order, c))}
              >
                {title}
                {unit !== "" && <span> {unit}</span>}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows.map((row, r) => (
            <tr key={r}>
              {row.map((value, c) => (
                <td key={c} className={formats[c] !== null ? "number" : undefined}>
                  {typeof value === "number" ? formats[c]?.(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The number format of a column; null if it has no numbers. */
function columnNumberFormat(values: readonly (string | number)[], isMixed: boolean = false): ((value: number) => string) | null {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return null;
  return isMixed ? formatMeasure : formatOfColumn(numbers);
}
