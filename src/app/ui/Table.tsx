/** A table of data with named columns, aligned numbers, and rows that can be sorted by a click on a column header. */
import "./table.css";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface TableProps extends ComponentProps<"table"> {
  /** Accessible name, if there is no caption or heading. */
  readonly label?: string;
}

export function Table({ label, className, children, ...table }: TableProps) {
  return (
    <table {...table} className={classNames("table", className)} aria-label={label}>
      {children}
    </table>
  );
}

export interface ColumnHeaderProps extends ComponentProps<"th"> {
  /** Whether the column contains numbers, which are aligned on the right. Its cells have the class `number`. */
  readonly isNumber?: boolean;
  /** Current sort order of this column. */
  readonly order?: "ascending" | "descending" | "none";
  /** Sorts by this column; absent if the rows cannot be sorted. */
  readonly onSort?: () => void;
  readonly children: ReactNode;
}

export function ColumnHeader({ isNumber = false, order = "none", onSort, className, children, ...header }: ColumnHeaderProps) {
  return (
    <th {...header} scope="col" className={classNames(isNumber ? "number" : undefined, className)} aria-sort={onSort && order}>
      {onSort === undefined ? children : <Button onClick={onSort}>{children}</Button>}
    </th>
  );
}
