import type { TableData } from "./contract.ts";

/** A table for people: without columns that are empty in all rows or repeat another one. Saved files contain all columns. */
export function readableTable(table: TableData): TableData {
  const { columns, rows } = table;
  const shown = columns.flatMap(({ isRedundant }, c) =>
    isRedundant === true || (rows.length > 0 && rows.every((row) => row[c] === "")) ? [] : [c],
  );
  if (shown.length === columns.length) return table;
  return { ...table, columns: shown.map((c) => columns[c]), rows: rows.map((row) => shown.map((c) => row[c])) };
}
