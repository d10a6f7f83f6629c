/** Tables for people: without columns that are empty in all rows or repeat another one. Saved files keep all columns. */
import { expect, test } from "vitest";
import { readableTable } from "../../src/views/readable-table.ts";

const columns = [
  { title: "Message", unit: "" },
  { title: "Makespan", unit: "cycles" },
  { title: "Makespan, lowest", unit: "cycles", isRedundant: true },
  { title: "Bus bandwidth", unit: "phits/cycle" },
] as const;

test("columns that are empty in all rows and those that repeat another one are left out", () => {
  const rows = [
    ["4 B", 7, 7, ""],
    ["8 B", 9, 9, ""],
  ];
  const shown = readableTable({ columns, rows });
  expect(shown.columns.map(({ title }) => title)).toEqual(["Message", "Makespan"]);
  expect(shown.rows).toEqual([
    ["4 B", 7],
    ["8 B", 9],
  ]);
  // A column with one value stays, and so does every column of a table without rows.
  expect(
    readableTable({
      columns,
      rows: [
        ["4 B", 7, 7, 0.5],
        ["8 B", 9, 9, ""],
      ],
    }).columns,
  ).toHaveLength(3);
  expect(readableTable({ columns: columns.slice(0, 2), rows: [] }).columns).toHaveLength(2);
});
