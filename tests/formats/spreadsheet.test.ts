/** Tests of tables pasted from spreadsheets. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../effort.ts";
import { maxPasted, readCell, readSpreadsheet, writeSpreadsheet } from "../../src/formats/spreadsheet.ts";

const rows = (text: string) => readSpreadsheet(text).rows;

describe("a table that is pasted", () => {
  it.each([
    ["tabs", "0\t120\n120\t0"],
    ["semicolons", "0;120\r\n120;0\r\n"],
    ["commas", "0,120\n120,0"],
    ["blanks", "0 120\n120   0"],
    ["old line ends", "0\t120\r120\t0\r"],
    ["quotes", '"0"\t"120"\n"120"\t"0"'],
  ])("is read with %s", (_, text) => {
    expect(rows(text)).toEqual([
      [0, 120],
      [120, 0],
    ]);
  });

  it.each([
    ["1,5", 1.5],
    ["1.5", 1.5],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1,234,567", 1_234_567],
    ["1 234,5", 1234.5],
    ["1\u202f234", 1234],
    ["1'234", 1234],
    ["-3", -3],
    ["2e3", 2000],
    ["+.5", 0.5],
    ["", null],
    ["  ", null],
    ["n/a", "n/a"],
    ["0x10", "0x10"],
    ["Infinity", "Infinity"],
    ["NaN", "NaN"],
    ["1.2.3", "1.2.3"],
    ["50 Gb/s", "50 Gb/s"],
  ])("takes %j as %j", (text, value) => {
    expect(readCell(text)).toBe(value);
  });

  it("takes a comma between cells for no decimal comma", () => {
    expect(rows("1,5\n2,5")).toEqual([
      [1, 5],
      [2, 5],
    ]);
    expect(rows("1,5;2,5")).toEqual([[1.5, 2.5]]);
  });

  it("tells decimals from thousands by the whole table", () => {
    expect(rows("1,982,476\t458,068")).toEqual([[1_982_476, 458_068]]);
    expect(rows("1,234\t0\n0\t2,500.5")).toEqual([
      [1234, 0],
      [0, 2500.5],
    ]);
    expect(rows("997.648\t2.651.589")).toEqual([[997_648, 2_651_589]]);
    expect(rows('"8,11","2,5"')).toEqual([[8.11, 2.5]]);
    expect(rows('"1,476,381",0')).toEqual([[1_476_381, 0]]);
    expect(rows('"6"\n"7"')).toEqual([[6], [7]]);
    expect(rows("10 1000\t1")).toEqual([["10 1000", 1]]);
    expect(rows('"1\n234"\t5\n6\t7')[1]).toEqual([6, 7]);
    expect(rows("\u22125\t3")).toEqual([[-5, 3]]);
    expect(readCell("1e999")).toBe("1e999");
  });

  it("reads tables of any numbers as two countries write them", () => {
    const count = fc.integer({ min: 0, max: 9_999_999 });
    const cell = fc.oneof(
      count,
      count.map((n) => n / 100),
    );
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(table, fc.constantFrom("en-US", "de-DE"), (numbers, country) => {
        // One value must show which sign is the decimal point.
        const all = [...numbers.map((row) => row.slice(0, 2)), [0.25, 1_234_567.5]];
        const text = all.map((row) => row.map((n) => n.toLocaleString(country)).join("\t")).join("\n");
        expect(rows(text)).toEqual(all);
      }),
      { numRuns: cases(200) },
    );
  });

  it("takes numbers for names only where they are", () => {
    // The corner of a diagonal may be empty.
    expect(rows("\t1\t2\n5\t0\t7\n8\t9\t0")).toEqual([
      [null, 1, 2],
      [5, 0, 7],
      [8, 9, 0],
    ]);
    expect(rows("-\t1\n-\t2")).toEqual([
      ["-", 1],
      ["-", 2],
    ]);
    expect(rows("#N/A\t1\n3\t2")).toEqual([
      ["#N/A", 1],
      [3, 2],
    ]);
    // Terminals may have numbers as names.
    expect(readSpreadsheet("\t5\t7\n5\t0\t1\n7\t2\t0", new Set(["5", "7"]))).toMatchObject({
      rows: [
        [0, 1],
        [2, 0],
      ],
      columnNames: ["5", "7"],
      rowNames: ["5", "7"],
    });
  });

  it("leaves names of rows and columns out", () => {
    const plain = [
      [0, 1],
      [2, 0],
    ];
    expect(rows("\ta\tb\na\t0\t1\nb\t2\t0")).toEqual(plain);
    expect(rows("from\\to;a;b\na;0;1\nb;2;0")).toEqual(plain);
    expect(rows("a,b\n0,1\n2,0")).toEqual(plain);
    expect(rows("a\t0\t1\nb\t2\t0")).toEqual(plain);
    expect(rows("\t0\t1\n0\t0\t1\n1\t2\t0")).toEqual(plain);
    expect(rows("\t4\t5\n4\t0\t1\n5\t2\t0")).toEqual(plain);
    // Consecutive numbers are values unless something shows that they are names.
    expect(rows("0\t1\t2\n3\t4\t5")).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  it("keeps empty cells apart from zeros, and what is no number", () => {
    expect(rows("0\t\t3\nn/a\t2\t")).toEqual([
      [0, null, 3],
      ["n/a", 2, null],
    ]);
    expect(rows("0\t120\t60\n120\t0\tn/a\n60\t90\t0")).toEqual([
      [0, 120, 60],
      [120, 0, "n/a"],
      [60, 90, 0],
    ]);
  });

  it("may have tabs, line ends and quotes within quotes", () => {
    expect(rows('"a\tb"\t1\n"c ""d"" \n e"\t2')).toEqual([[1], [2]]);
  });

  it("is nothing where nothing is", () => {
    for (const text of ["", "\n\n", "\t\t\n\t"]) expect(readSpreadsheet(text)).toMatchObject({ rows: [], skippedLines: 0 });
  });

  it("is cut where it is larger than any sheet, and reading hostile text ends", () => {
    const many = Array.from({ length: maxPasted + 3 }, () => "1\t2").join("\n");
    expect(readSpreadsheet(many)).toMatchObject({ skippedLines: 3 });
    expect(rows(many)).toHaveLength(maxPasted);
    expect(readSpreadsheet("1\t".repeat(5000)).rows[0]).toHaveLength(maxPasted);
    for (const text of [
      `1\t"${"x".repeat(10_000_000)}"`,
      '"'.repeat(100_000),
      "\t".repeat(100_000),
      "-".repeat(100_000),
      "1 ".repeat(100_000),
      "1,".repeat(100_000),
    ]) {
      readSpreadsheet(text);
    }
  }, 30_000);

  it("takes numbers of terminals round an empty corner for names, but not those of a matrix whose diagonal is empty", () => {
    const read = (text: string) => {
      const { rows: cells, columnNames, rowNames } = readSpreadsheet(text, new Set(), 64);
      return { cells, columnNames, rowNames };
    };
    expect(read("\t5\t9\n9\t0.2\t0\n5\t0\t0.3")).toEqual({
      cells: [
        [0.2, 0],
        [0, 0.3],
      ],
      columnNames: ["5", "9"],
      rowNames: ["9", "5"],
    });
    expect(read("\t5\t9\n9\t\t3\n5\t4\t")).toMatchObject({ columnNames: null, rowNames: null });
    // These are no numbers of terminals: 64 terminals are 0 to 63.
    expect(read("\t5\t99\n9\t0.2\t0\n5\t0\t0.3")).toMatchObject({ columnNames: null, rowNames: null });
  });

  it("says where a comma was read as the decimal point", () => {
    expect(readSpreadsheet("1,250;0")).toMatchObject({ rows: [[1.25, 0]], hasDecimalComma: true });
    expect(readSpreadsheet("1,250;1.5")).toMatchObject({ rows: [[1250, 1.5]], hasDecimalComma: false });
    expect(readSpreadsheet("1;2")).toMatchObject({ hasDecimalComma: false });
  });

  it("reads what is copied", () => {
    const cells = [0, 1.5, 2, 0, 0, 0.000001, 1e9, 3, 0];
    const text = writeSpreadsheet(["terminal 0", "a\tb", '"c"'], (row, column) => cells[row * 3 + column]);
    expect(text.split("\n")[0]).toBe("\tterminal 0\ta b\t c ");
    expect(rows(text).flat()).toEqual(cells);
  });
});
