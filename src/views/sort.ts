/** The order of a table's rows. */
import type { Table } from "./contract.ts";

/** The column rows are sorted by, and which way; null for the order they came in. */
export type Order = { readonly column: number; readonly isDescending: boolean } | null;

/** What choosing a column's header leads to: ascending, then descending, then the order the rows came in. */
export function nextOrder(order: Order, column: number): Order {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
}

const names = new Intl.Collator("en", { numeric: true });

/** Rows in that order: numbers by size, words as people sort them (`2` before `10`), what is empty last either way. */
export function sortRows(rows: Table["rows"], order: Order): Table["rows"] {
  if (order === null) return rows;
  const { column, isDescending } = order;
  const compare = (a: string | number, b: string | number) => {
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    const difference = typeof a === "number" && typeof b === "number" ? a - b : names.compare(String(a), String(b));
    return isDescending ? -difference : difference;
  };
  return rows.toSorted((a, b) => compare(a[column], b[column]));
}
