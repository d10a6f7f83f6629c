/** Tables as spreadsheets copy them. */
import { describe, expect, it } from "vitest";
import { mostPasted, readCell, readSpreadsheet, writeSpreadsheet } from "../../src/app/painting/spreadsheet.ts";

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
    expect(readCell(text, true)).toBe(value);
  });

  it("takes a comma between cells for no decimal comma", () => {
    expect(rows("1,5\n2,5")).toEqual([
      [1, 5],
      [2, 5],
    ]);
    expect(rows("1,5;2,5")).toEqual([[1.5, 2.5]]);
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
    // Numbers that count on are numbers where nothing says that they are names.
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
    for (const text of ["", "\n\n", "\t\t\n\t"]) expect(readSpreadsheet(text)).toEqual({ rows: [], beyond: 0 });
  });

  it("is cut where it is larger than any sheet, and hostile text is read in short time", () => {
    const many = Array.from({ length: mostPasted + 3 }, () => "1\t2").join("\n");
    expect(readSpreadsheet(many)).toMatchObject({ beyond: 3 });
    expect(rows(many)).toHaveLength(mostPasted);
    expect(readSpreadsheet("1\t".repeat(5000)).rows[0]).toHaveLength(mostPasted);
    for (const text of ['"'.repeat(100_000), "\t".repeat(100_000), "-".repeat(100_000), "1 ".repeat(100_000), "1,".repeat(100_000)]) {
      const began = performance.now();
      readSpreadsheet(text);
      expect(performance.now() - began).toBeLessThan(2000);
    }
  });

  it("reads what is copied", () => {
    const cells = [0, 1.5, 2, 0, 0, 0.000001, 1e9, 3, 0];
    const text = writeSpreadsheet(["terminal 0", "a\tb", '"c"'], (row, column) => cells[row * 3 + column]);
    expect(text.split("\n")[0]).toBe("\tterminal 0\ta b\t c ");
    expect(rows(text).flat()).toEqual(cells);
  });
});
