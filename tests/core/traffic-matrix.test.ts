/** Tests of traffic matrices: cells that are set are kept, and the text form is as short as possible. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellsByRow,
  type CellList,
  countDifferentCells,
  filterCells,
  columnSums,
  emptyMatrix,
  terminalExtent,
  isSameMatrix,
  isSymmetric,
  roundCellValue,
  cellList,
  maxMatrixCells,
  rowSums,
  scaleMatrix,
  matrixSum,
  symmetrize,
  type TrafficMatrix,
  transposeMatrix,
  cellValue,
  withCells,
} from "../../src/core/traffic/traffic-matrix.ts";
import { maxMatrixTextLength, readMatrix, writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { UnreadableText } from "../../src/core/base/symbols.ts";
import { checkMatrixText } from "../../src/core/traffic/traffic-matrix-param.ts";
import { cases, thoroughTest } from "../effort.ts";

type Cell = readonly [source: number, destination: number, value: number];

const cellListOf = (cells: readonly Cell[]): CellList => ({
  source: cells.map(([source]) => source),
  destination: cells.map(([, destination]) => destination),
  value: cells.map(([, , value]) => value),
});
const matrixOfCells = (...cells: Cell[]) => withCells(emptyMatrix, cellListOf(cells));
const cellsOf = (matrix: TrafficMatrix): Cell[] => {
  const { source, destination, value } = cellList(matrix);
  return Array.from(source, (s, i) => [s, destination[i], value[i]]);
};

/** A matrix whose cells are a function of source and destination. */
function matrixOf(terminals: number, value: (s: number, d: number) => number): TrafficMatrix {
  const pairs = Array.from({ length: terminals ** 2 }, (_, i) => [Math.floor(i / terminals), i % terminals] as const);
  return matrixOfCells(...pairs.map(([s, d]): Cell => [s, d, value(s, d)]));
}

describe("a traffic matrix", () => {
  const matrix = matrixOfCells([3, 1, 0.5], [0, 2, 12.5], [0, 1, 400], [3, 3, 1], [0, 1, 50]);

  it("keeps the last painting of each cell, by source and destination", () => {
    expect(cellsOf(matrix)).toEqual([
      [0, 1, 50],
      [0, 2, 12.5],
      [3, 1, 0.5],
      [3, 3, 1],
    ]);
    expect([...matrix.firstOf]).toEqual([0, 2, 2, 2, 4]);
    expect([cellValue(matrix, 0, 2), cellValue(matrix, 0, 3), cellValue(matrix, 2, 2), cellValue(matrix, 9, 9)]).toEqual([12.5, 0, 0, 0]);
  });

  it("loses a cell that is painted with nothing, and its last rows with their cells", () => {
    const cleared = withCells(
      matrix,
      cellListOf([
        [3, 1, 0],
        [3, 3, 0],
        [7, 7, 0],
      ]),
    );
    expect([...cleared.firstOf]).toEqual([0, 2]);
    expect(isSameMatrix(cleared, matrixOfCells([0, 1, 50], [0, 2, 12.5]))).toBe(true);
    expect(
      isSameMatrix(
        filterCells(cleared, () => false),
        emptyMatrix,
      ),
    ).toBe(true);
  });

  it("adds up its rows, its columns and all of it", () => {
    expect([...rowSums(matrix, 5)]).toEqual([62.5, 0, 0, 1.5, 0]);
    expect([...columnSums(matrix, 5)]).toEqual([0, 50.5, 12.5, 1, 0]);
    expect([...rowSums(matrix, 1)]).toEqual([62.5]);
    expect([...columnSums(matrix, 2)]).toEqual([0, 50.5]);
    expect(matrixSum(matrix)).toBe(64);
    expect([terminalExtent(matrix), terminalExtent(matrixOfCells([0, 9, 1])), terminalExtent(emptyMatrix)]).toEqual([4, 10, 0]);
  });

  it("is transposed, made symmetric by the larger of both ways, and scaled", () => {
    expect(cellsOf(transposeMatrix(matrix))).toEqual([
      [1, 0, 50],
      [1, 3, 0.5],
      [2, 0, 12.5],
      [3, 3, 1],
    ]);
    expect(isSymmetric(matrix)).toBe(false);
    const both = symmetrize(withCells(matrix, cellListOf([[1, 0, 75]])));
    expect(isSymmetric(both)).toBe(true);
    expect([cellValue(both, 0, 1), cellValue(both, 1, 0), cellValue(both, 2, 0)]).toEqual([75, 75, 12.5]);
    expect(cellsOf(scaleMatrix(matrix, 1 / 3)).map(([, , value]) => value)).toEqual([16.67, 4.167, 0.1667, 0.3333]);
    expect(isSameMatrix(scaleMatrix(matrix, 0), emptyMatrix)).toBe(true);
  });

  it("keeps values as they are typed, to four digits and a millionth", () => {
    for (const typed of [50, 12.5, 0.25, 400, 1, 9.999, 1234, 0.000001, 0.1234, 103.1, 1e9, 999_900_000])
      expect(roundCellValue(typed)).toBe(typed);
    const near = [12.3456, 123456, 0.00000149, 0.0000004, 1e12, Infinity, -3, Number.NaN, 9999.9].map(roundCellValue);
    expect(near).toEqual([12.35, 123_500, 0.000001, 0, 1e9, 1e9, 0, 0, 10_000]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2e9, noNaN: true }), (value) => {
        const rounded = roundCellValue(value);
        expect(roundCellValue(rounded)).toBe(rounded);
        // The nearest number with four digits and a multiple of a millionth; with a tie, either of the two.
        const step = Math.max(1e-6, 10 ** (Math.floor(Math.log10(value || 1e-9)) - 3));
        expect(Math.abs(rounded - Math.min(1e9, value))).toBeLessThanOrEqual((step / 2) * (1 + 1e-9));
        expect(Number(rounded.toPrecision(4))).toBe(rounded);
      }),
      { numRuns: cases(500) },
    );
  });

  thoroughTest("names terminals up to 16,383 and has at most a million cells", () => {
    expect(() => matrixOfCells([0, 16_384, 1])).toThrow(RangeError);
    expect(() => matrixOfCells([-1, 0, 1])).toThrow(RangeError);
    const wide = Array.from({ length: maxMatrixCells + 1 }, (_, i) => i);
    const cells = { source: wide.map((i) => i >> 12), destination: wide.map((i) => i & 4095), value: wide.map(() => 1) };
    expect(() => withCells(emptyMatrix, cells)).toThrow("1,048,577 cells");
  });

  it("puts cells of one pair side by side in their order where they are only sorted", () => {
    const rows = cellsByRow(
      cellListOf([
        [1, 0, 5],
        [0, 1, 1],
        [1, 0, 2],
      ]),
    );
    expect([[...rows.firstOf], [...rows.destination], [...rows.value]]).toEqual([
      [0, 1, 3],
      [1, 0, 0],
      [1, 5, 2],
    ]);
  });
});

describe("the text of a traffic matrix", () => {
  it.each([
    ["nothing", emptyMatrix, 0],
    ["one cell", matrixOfCells([0, 1, 1]), 8],
    ["a cell far off", matrixOfCells([900, 5, 12.5]), 11],
    ["all to all", matrixOf(64, () => 50), 15],
    ["all to all others", matrixOf(64, (s, d) => (s === d ? 0 : 50)), 12],
    ["a block of its own", matrixOf(64, (s, d) => (s !== d && s >= 8 && s < 16 && d >= 8 && d < 16 ? 12.5 : 0)), 11],
    ["a row", matrixOf(64, (s, d) => (s === 5 && d !== 5 ? 12.5 : 0)), 11],
    ["a column", matrixOf(64, (s, d) => (d === 5 && s !== 5 ? 12.5 : 0)), 16],
    ["a diagonal", matrixOf(64, (s, d) => (s === d ? 12.5 : 0)), 9],
    ["a shift", matrixOf(64, (s, d) => (d === (s + 3) % 64 ? 400 : 0)), 15],
    ["both neighbours", matrixOf(64, (s, d) => (d === (s + 1) % 64 || s === (d + 1) % 64 ? 400 : 0)), 24],
    ["backwards", matrixOf(64, (s, d) => (d === 63 - s ? 400 : 0)), 23],
    ["a symmetric hot spot", matrixOf(64, (s, d) => (s !== d && (s === 9 || d === 9) ? 0.25 : 0)), 21],
    ["a hot spot over all to all", matrixOf(64, (s, d) => (s === d ? 0 : s === 9 || d === 9 ? 4 : 0.25)), 52],
    ["sixteen blocks", matrixOf(64, (s, d) => (s !== d && s >> 2 === d >> 2 ? 4 : 0)), 120],
  ])("%s is short", (_, matrix, length) => {
    const text = writeMatrix(matrix);
    expect(text.length).toBeLessThanOrEqual(length);
    expect(cellsOf(readMatrix(text))).toEqual(cellsOf(matrix));
  });

  /** Matrices of rectangles, repeated and shifted rows, and single cells over them. */
  const rectangle = fc.record({
    s: fc.nat({ max: 40 }),
    d: fc.nat({ max: 40 }),
    height: fc.integer({ min: 1, max: 9 }),
    width: fc.integer({ min: 1, max: 9 }),
    step: fc.integer({ min: -2, max: 2 }),
    value: fc.oneof(fc.constantFrom(0, 0.25, 1, 50), fc.double({ min: 0, max: 1000, noNaN: true })),
    isAlike: fc.boolean(),
  });
  const painted = fc.array(rectangle, { maxLength: 8 }).map((all) =>
    all.flatMap(({ s, d, height, width, step, value, isAlike }) =>
      Array.from({ length: height * width }, (_, i): Cell => {
        const [row, column] = [Math.floor(i / width), i % width];
        return [s + row, Math.max(0, d + column + row * step), isAlike ? value : value * (1 + (i % 5))];
      }),
    ),
  );

  it("differs from another in a number of cells", () => {
    const cell = fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom(1, 2));
    const some = fc.array(cell, { maxLength: 20 });
    fc.assert(
      fc.property(some, some, (ours, theirs) => {
        const [a, b] = [matrixOfCells(...ours), matrixOfCells(...theirs)];
        const pairs = Array.from({ length: 36 }, (_, i) => [Math.floor(i / 6), i % 6] as const);
        expect(countDifferentCells(a, b)).toBe(pairs.filter(([s, d]) => cellValue(a, s, d) !== cellValue(b, s, d)).length);
        expect(countDifferentCells(b, a)).toBe(countDifferentCells(a, b));
        expect(countDifferentCells(a, b) === 0).toBe(isSameMatrix(a, b));
      }),
      { numRuns: cases(100) },
    );
  });

  it("is read as what was written, and is the same in whatever order it was painted", () => {
    fc.assert(
      fc.property(painted, fc.nat(), (cells, from) => {
        const matrix = matrixOfCells(...cells);
        const text = writeMatrix(matrix);
        expect(text).toMatch(/^[\w-]*$/);
        const read = readMatrix(text);
        expect(isSameMatrix(read, matrix)).toBe(true);
        expect(writeMatrix(read)).toBe(text);
        const again = cellsOf(matrix);
        const turned = [...again.slice(from % (again.length + 1)), ...again.slice(0, from % (again.length + 1))].toReversed();
        expect(writeMatrix(matrixOfCells(...turned))).toBe(text);
        const oneByOne = again.reduce((all, cell) => withCells(all, cellListOf([cell])), emptyMatrix);
        expect(writeMatrix(oneByOne)).toBe(text);
      }),
      { numRuns: cases(300) },
    );
  });

  const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
  const hostile = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: letter, maxLength: 60 }),
    // The text of a matrix with some letters changed, removed or inserted.
    fc
      .tuple(painted, fc.array(fc.tuple(fc.nat(), fc.string({ unit: letter, maxLength: 2 }), fc.nat({ max: 2 })), { maxLength: 3 }))
      .map(([cells, edits]) =>
        edits.reduce(
          (text, [at, inserted, out]) => {
            const place = at % (text.length + 1);
            return text.slice(0, place) + inserted + text.slice(place + out);
          },
          writeMatrix(matrixOfCells(...cells)),
        ),
      ),
  );

  it("is refused with a sentence where it is none", () => {
    let refused = 0;
    fc.assert(
      fc.property(hostile, (text) => {
        try {
          const matrix = readMatrix(text);
          const canonical = writeMatrix(matrix);
          expect(isSameMatrix(readMatrix(canonical), matrix)).toBe(true);
          expect(isSameMatrix(withCells(emptyMatrix, cellList(matrix)), matrix)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableText);
          refused++;
        }
      }),
      { numRuns: cases(3000) },
    );
    expect(refused).toBeGreaterThan(300);
  });

  it.each([
    ["A", "ends within a number"],
    ["A!", 'has "!" as letter 2'],
    ["AA", "has 0 as its value 1"],
    ["AmC", "ends within a number"],
    ["AWAAAB", "ends within a number"],
    ["AWA------A", "too large a number"],
    ["AWA----PAAAA", "names terminal"],
    // Every row sends to all terminals.
    ["AWAAAB-_P__PA", "1,048,576 cells"],
  ])("%s: %s", (text, expectedMessage) => {
    expect(() => readMatrix(text)).toThrow(expectedMessage);
    const [{ path, message }] = checkMatrixText(text, 64);
    expect(path).toBe("cells");
    expect(message).toMatch(/^the text .*\.$/);
  });

  it("says which terminal does not exist", () => {
    expect(checkMatrixText(writeMatrix(matrixOfCells([3, 70, 1])), 64)).toEqual([
      {
        path: "cells",
        message: "terminal 70 does not exist; there are 64 terminals, 0 to 63.",
        remedy: "Clear the cells of terminals from 64 on, or choose a larger network.",
      },
    ]);
    expect(checkMatrixText(writeMatrix(matrixOfCells([3, 63, 1])), 64)).toEqual([]);
  });

  thoroughTest(
    "holds a million cells of which no two neighbours are equal",
    () => {
      const count = 1024 ** 2;
      const source = Uint16Array.from({ length: count }, (_, i) => i >> 10);
      const destination = Uint16Array.from({ length: count }, (_, i) => i & 1023);
      const value = Float64Array.from({ length: count }, (_, i) => (1 + ((i * 7919) % 9000)) / 1000 + 10 ** ((i % 7) - 3));
      const matrix = withCells(emptyMatrix, { source, destination, value });
      const text = writeMatrix(matrix);
      const read = readMatrix(text);
      expect(text.length).toBeLessThan(maxMatrixTextLength);
      expect(isSameMatrix(read, matrix)).toBe(true);
    },
    30_000,
  );
});
