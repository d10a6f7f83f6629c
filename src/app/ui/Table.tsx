/** A table of data: columns with their names, numbers aligned, and rows that a press on a name sorts. */
import "./table.css";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface TableProps extends ComponentProps<"table"> {
  /** Its name where no caption or heading gives one. */
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
  /** Whether the column holds numbers, which are aligned on the right. Cells of it have the class `number`. */
  readonly isNumber?: boolean;
  /** How rows are sorted by this column. */
  readonly order?: "ascending" | "descending" | "none";
  /** Sorts by this column; absent where rows stay in their order. */
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
