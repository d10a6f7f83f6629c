/** Sorting of table rows. */
import type { TableData } from "./contract.ts";

/** The sort column and direction; null for the original order. */
export type SortOrder = { readonly column: number; readonly isDescending: boolean } | null;

/** The order after a click on a column header: ascending, then descending, then the original order. */
export function nextOrder(order: SortOrder, column: number): SortOrder {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
}

const collator = new Intl.Collator("en", { numeric: true });

/** Sorted rows: numbers by value, text in natural order (`2` before `10`), empty cells last in either direction. */
export function sortRows(rows: TableData["rows"], order: SortOrder): TableData["rows"] {
  if (order === null) return rows;
  const { column, isDescending } = order;
  const compare = (a: string | number, b: string | number) => {
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    const difference = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
    return isDescending ? -difference : difference;
  };
  return rows.toSorted((a, b) => compare(a[column], b[column]));
}
