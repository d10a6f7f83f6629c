/** Sorting the rows of tables. */
import { expect, test } from "vitest";
import { nextOrder, sortRows } from "../../src/views/sort-rows.ts";

const rows = [
  ["switch 10", 0.4],
  ["switch 2", ""],
  ["switch 1", 0.9],
  ["Switch 3", -1],
] as const;
const names = (order: Parameters<typeof sortRows>[1]) => sortRows(rows, order).map(([name]) => name);

test("a header sorts up, then down, then not at all; another one begins anew", () => {
  const up = nextOrder(null, 1);
  const down = nextOrder(up, 1);
  expect([up, down, nextOrder(down, 1)]).toEqual([{ column: 1, isDescending: false }, { column: 1, isDescending: true }, null]);
  expect(nextOrder(down, 0)).toEqual({ column: 0, isDescending: false });
});

test("numbers are sorted by size and names as people count, and missing values come last both ways", () => {
  expect(names(null)).toEqual(["switch 10", "switch 2", "switch 1", "Switch 3"]);
  expect(names({ column: 0, isDescending: false })).toEqual(["switch 1", "switch 2", "Switch 3", "switch 10"]);
  expect(names({ column: 1, isDescending: false })).toEqual(["Switch 3", "switch 10", "switch 1", "switch 2"]);
  expect(names({ column: 1, isDescending: true })).toEqual(["switch 1", "switch 10", "Switch 3", "switch 2"]);
});
