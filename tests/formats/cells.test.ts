/** Tests of the lines and cells of which all tables consist. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitCells, forEachRow, guessSeparator, parseNumber, type Separator, formatCell } from "../../src/formats/cells.ts";
import { forEachLine, firstLines } from "../../src/formats/lines.ts";

const linesOf = (text: string) => {
  const lines: string[] = [];
  const count = forEachLine(text, (line, from, to) => {
    lines.push(text.slice(from, to));
    expect(line).toBe(lines.length);
  });
  expect(count).toBe(lines.length);
  return lines;
};

describe("lines", () => {
  test("end with any of three ends, also mixed", () => {
    expect(linesOf("a\nb\r\nc\rd")).toEqual(["a", "b", "c", "d"]);
    expect(linesOf("a\n\r\n\n")).toEqual(["a", "", ""]);
    expect(linesOf("")).toEqual([]);
    expect(linesOf("\n")).toEqual([""]);
    expect(linesOf("\u{feff}a\r")).toEqual(["a"]);
  });

  test("are what a plain cut gives", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", " ", "\n", "\r", "\r\n", "é")), (pieces) => {
        const text = pieces.join("");
        const cut = text.split(/\r\n|\n|\r/);
        if (cut.at(-1) === "") cut.pop();
        expect(linesOf(text)).toEqual(cut);
      }),
    );
  });

  test("are reported in parts while they are many", () => {
    const parts: number[] = [];
    forEachLine(
      "x\n".repeat(400_000),
      () => {},
      (part) => parts.push(part),
    );
    expect(parts.length).toBe(3);
    expect(parts[0]).toBeCloseTo(262_144 / 800_000, 3);
  });

  test("that come first are those that say something", () => {
    expect(firstLines("\n\r\n a \nb\nc", 2)).toEqual([" a ", "b"]);
    expect(firstLines("x".repeat(5000), 2)[0].length).toBe(2000);
  });
});

describe("cells", () => {
  test("stand between separators, in quotes where they hold one", () => {
    expect(splitCells('a, "b ""c"", d" ,e', ",")).toEqual(["a", 'b "c", d', "e"]);
    expect(splitCells("a,,", ",")).toEqual(["a", "", ""]);
    expect(splitCells("a\t\tb c", "\t")).toEqual(["a", "", "b c"]);
    expect(splitCells('  a  "b c"\t5" ', " ")).toEqual(["a", "b c", '5"']);
    expect(splitCells('""', ",")).toEqual([""]);
  });

  test("that are written are read again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Separator>(",", ";", "\t", "|", " "),
        fc.array(fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "|", " ", "#", "é") }), { minLength: 2 }),
        (separator, cells) => {
          const line = cells.map((cell) => formatCell(cell, separator)).join(separator);
          expect(splitCells(line, separator)).toEqual(cells);
        },
      ),
    );
  });

  test("of a row with an open quotation are reported as a fault", () => {
    const faults: (string | null)[] = [];
    const lines = forEachRow('# a comment\n\na,"b\nc,d', ",", ({ fault, line }) =>
      faults.push(fault === null ? null : `${line}: ${fault}`),
    );
    expect(lines).toBe(4);
    expect(faults).toEqual(["3: opens a quotation mark that is not closed on the same line", null]);
  });

  test("beyond 65,536 in a row are not cut", () => {
    const seen: number[] = [];
    forEachRow(",".repeat(1e6), ",", ({ cells, fault }) => seen.push(fault === null ? 0 : cells.length));
    expect(seen).toEqual([65_536]);
  });

  test.each<[string, Separator]>([
    ["a,b,1.5\nc,d,2\n", ","],
    ["a;b;1,5\nc;d;2\n", ";"],
    ["a\tb c\t1,5\nc\td\t2\n", "\t"],
    ["a b 1\nc  d  2\n", " "],
    ["a | b | 1\nc|d|2", "|"],
    ["h1, s1, 10 Gb/s\nh2, s1, 10 Gb/s", ","],
    ["# from,to\n1 2\n2 3", " "],
    ["a", ","],
    ["", ","],
  ])("are separated as most lines say: %j", (text, separator) => {
    expect(guessSeparator(text)).toBe(separator);
  });

  test("are numbers only where they are nothing else", () => {
    expect(["1", "-1.5e3", ".5", "1."].map((cell) => parseNumber(cell))).toEqual([1, -1500, 0.5, 1]);
    expect(["", "0x10", "Infinity", "1,5", "1 2", "NaN", "1".repeat(41)].map((cell) => parseNumber(cell, ","))).toEqual(
      Array(7).fill(Number.NaN),
    );
    expect(parseNumber("1,5", ";")).toBe(1.5);
  });
});
