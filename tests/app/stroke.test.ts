/** Strokes on the traffic matrix: which cells a brush covers, and which cells a stroke leaves painted. */
import { describe, expect, it } from "vitest";
import { emptyMatrix, isSameMatrix, isSymmetric, type TrafficMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { type BrushArea, cellListOf, denseCells, Stroke } from "../../src/app/painting/stroke.ts";
import { type Brush, brushes, type MatrixPosition } from "../../src/app/state/mode-state.ts";
import { portSentence, portLoadsOf } from "../../src/app/painting/port-loads.ts";

const terminals = 6;
/** Six terminals, two on each of three switches. */
const area: BrushArea = { terminals, switchOf: Int32Array.of(6, 6, 7, 7, 8, 8) };

/** The matrix after one stroke of a brush over some cells. */
function paintStroke(
  matrix: TrafficMatrix,
  brush: Brush,
  strokeCells: readonly MatrixPosition[],
  value: number,
  isBothWays = false,
  strokeArea = area,
): TrafficMatrix {
  const before = denseCells(matrix, strokeArea.terminals);
  const stroke = new Stroke(before, { brush, isBothWays }, strokeArea, strokeCells[0], value);
  for (const cell of strokeCells.slice(1)) stroke.extendTo(cell);
  expect(stroke.isPainted.reduce((sum, each) => sum + each, 0)).toBe(stroke.count);
  return withCells(
    matrix,
    cellListOf(stroke.cells, strokeArea.terminals, (cell) => stroke.isPainted[cell] === 1),
  );
}

const cellsOf = (matrix: TrafficMatrix) =>
  [...denseCells(matrix, terminals)].flatMap((value, cell) => (value > 0 ? [`${Math.floor(cell / terminals)}→${cell % terminals}`] : []));

describe("a brush covers", () => {
  it.each([
    ["cell", [[1, 2]], ["1→2"]],
    ["cell", [[2, 2]], []],
    [
      "cell",
      [
        [0, 1],
        [0, 4],
      ],
      ["0→1", "0→2", "0→3", "0→4"],
    ],
    ["row", [[1, 3]], ["1→0", "1→2", "1→3", "1→4", "1→5"]],
    ["column", [[1, 3]], ["0→3", "1→3", "2→3", "4→3", "5→3"]],
    ["diagonal", [[0, 1]], ["0→1", "1→2", "2→3", "3→4", "4→5", "5→0"]],
    ["diagonal", [[0, 0]], []],
    ["block", [[0, 3]], ["0→2", "0→3", "1→2", "1→3"]],
    [
      "block",
      [
        [0, 3],
        [0, 5],
        [0, 3],
      ],
      ["0→2", "0→3", "1→2", "1→3"],
    ],
    ["block", [[4, 4]], ["4→5", "5→4"]],
  ] satisfies [Brush, MatrixPosition[], string[]][])("with %s from %j: %j", (brush, spots, cells) => {
    expect(cellsOf(paintStroke(emptyMatrix, brush, spots, 2))).toEqual(cells);
  });

  it("rectangles where every terminal has its own switch", () => {
    const own = { terminals, switchOf: Int32Array.from({ length: terminals }, (_, t) => t) };
    expect(
      cellsOf(
        paintStroke(
          emptyMatrix,
          "block",
          [
            [0, 3],
            [1, 4],
          ],
          2,
          false,
          own,
        ),
      ),
    ).toEqual(["0→3", "0→4", "1→3", "1→4"]);
  });
});

/** A linear congruential generator: the same pseudo-random integers below a bound in every run. */
function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
}

describe("strokes of chance", () => {
  const any = randomIntegers(11);
  const spot = (): MatrixPosition => [any(terminals), any(terminals)];
  const trials = Array.from({ length: 300 }, () => ({ brush: brushes[any(5)], spots: Array.from({ length: 1 + any(4) }, spot) }));

  it("both ways keep a symmetric matrix symmetric", () => {
    let matrix = emptyMatrix;
    for (const { brush, spots } of trials) {
      matrix = paintStroke(matrix, brush, spots, any(4), true);
      expect(isSymmetric(matrix)).toBe(true);
    }
  });

  it("over empty cells are gone when they are erased", () => {
    for (const { brush, spots } of trials) {
      const once = paintStroke(emptyMatrix, brush, spots, 3);
      expect(isSameMatrix(paintStroke(once, brush, spots, 0), emptyMatrix)).toBe(true);
    }
  });

  it("twice are as once, and paint nothing beside themselves", () => {
    let matrix = emptyMatrix;
    for (const { brush, spots } of trials) {
      const next = paintStroke(matrix, brush, spots, 2);
      expect(isSameMatrix(paintStroke(next, brush, spots, 2), next)).toBe(true);
      const [before, after] = [matrix, next].map((each) => denseCells(each, terminals));
      after.forEach((value, cell) => expect(value === 2 || value === before[cell]).toBe(true));
      expect(cellsOf(next).every((cell) => cell[0] !== cell[2])).toBe(true);
      matrix = paintStroke(next, brushes[any(5)], [spot()], 0);
    }
  });
});

describe("sums", () => {
  const ports = new Float64Array(terminals).fill(100);
  const sumsAt = (cells: readonly (readonly [number, number, number])[], load: number | null = null) => {
    const list = new Float64Array(terminals * terminals);
    for (const [s, d, value] of cells) list[s * terminals + d] = value;
    return portLoadsOf(list, load === null ? ports : new Float64Array(terminals).fill(1), load);
  };

  it("are parts of what a port carries", () => {
    const { sends, receives, maxValue } = sumsAt([
      [0, 1, 50],
      [0, 2, 75],
      [3, 3, 500],
    ]);
    expect([...sends]).toEqual([1.25, 0, 0, 0, 0, 0]);
    expect([...receives]).toEqual([0, 0.5, 0.75, 0, 0, 0]);
    expect(maxValue).toBe(500);
  });

  it("of weights are what each sender offers, shared out", () => {
    const { sends, receives } = sumsAt(
      [
        [0, 1, 1],
        [0, 2, 3],
        [4, 2, 7],
      ],
      0.8,
    );
    expect([...sends]).toEqual([0.8, 0, 0, 0, 0.8, 0]);
    expect([...receives].map((each) => Number(each.toFixed(9)))).toEqual([0, 0.2, 1.4, 0, 0, 0]);
  });

  it.each([
    [[], "The traffic matrix is empty."],
    [[[0, 1, 100]], "The painted traffic overloads no port."],
    [[[4, 1, 145]], "Terminal 4 offers 1.45 times the capacity of its port; terminal 1 would receive 1.45 times the capacity of its port."],
    [
      [
        [2, 0, 60],
        [2, 1, 60],
        [4, 0, 72],
        [4, 5, 73],
      ],
      "Terminals 2 and 4 offer up to 1.45 times the capacity of a port; terminal 0 would receive 1.32 times the capacity of its port.",
    ],
    [
      [0, 1, 2, 3, 4].map((s) => [s, 5, 110] as const),
      "Terminals 0, 1, 2 and 2 others offer up to 1.10 times the capacity of a port; terminal 5 would receive 5.50 times the capacity of its port.",
    ],
  ] satisfies [(readonly [number, number, number])[], string][])("are described in one sentence: %j", (cells, sentence) => {
    expect(portSentence(sumsAt(cells))).toBe(sentence);
  });
});
