import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { lineDistances } from "../../network/line-shapes.ts";
import type { Axis } from "../../network/network.ts";
import { groupByPorts, linkParts } from "../../network/bill-of-materials.ts";
import { defineTopology } from "../contract.ts";

interface Values {
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
}

/** The coordinates are the column, which changes along a row, and the row, which changes along a column. */
const boardAxes = ({ a, b, x, y }: Values): readonly Axis[] => [
  { name: "column", kind: "board", size: b * y, each: b },
  { name: "row", kind: "board", size: a * x, each: a },
];

/**
 * Terminals are accelerators, numbered board by board, and row by row within a board. Boards are numbered row by row. The ports of an
 * accelerator lead west, east, north and south: to the neighbor on the board or, at an edge, to the switch of its row or column. Row
 * switches come before column switches. A switch has two ports for each board, one for its first edge and then one for its last.
 */
export const hammingMesh = defineTopology({
  id: "hamming-mesh",
  title: "HammingMesh",
  article: "a",
  group: "Hosts that forward",
  summary:
    "Boards of accelerators that forward packets to their neighbours. Every row of accelerators has a switch that connects both edges of all its boards, and so has every column.",
  source: "Hoefler et al. (SC 2022), arXiv 2209.01346",
  params: {
    a: integer({ title: "Rows on a board", symbol: "a", help: "Rows of accelerators on a board.", min: 1, max: 256, default: 2 }),
    b: integer({ title: "Columns on a board", symbol: "b", help: "Accelerators in each row of a board.", min: 1, max: 256, default: 2 }),
    x: integer({
      title: "Rows of boards",
      symbol: "X",
      help: "Rows of boards; the switch of a column has two ports for each.",
      min: 1,
      max: 256,
      default: 4,
    }),
    y: integer({
      title: "Columns of boards",
      symbol: "Y",
      help: "Boards in each row of boards; the switch of a row has two ports for each.",
      min: 1,
      max: 256,
      default: 4,
    }),
  },
  phrase: "{title} of {x} × {y} boards of {a} × {b}",
  examples: [
    { x: 2, y: 2 },
    {},
    { a: 2, b: 2, x: 16, y: 16 },
    { a: 1, b: 1, x: 3, y: 4 },
    { a: 3, b: 4, x: 1, y: 2 },
    { a: 2, b: 5, x: 2, y: 1 },
    { a: 1, b: 3, x: 2, y: 3 },
    { a: 4, b: 4, x: 4, y: 4 },
  ],
  check: () => [],
  /**
   * Counts and distances in closed form. There are x × y boards (x rows of y boards) of a × b accelerators each (a rows of b). A switch
   * joins all boards along each row of accelerators, and another one along each column.
   */
  expectedFacts(values) {
    const { a, b, x, y } = values;
    const terminals = a * b * x * y;
    const boardLinks = x * y * (a * (b - 1) + b * (a - 1));
    // Each row and column of a board has a cable to its switch at both edges.
    const [rowCables, columnCables] = [2 * y * x * a, 2 * x * y * b];
    // Every step is along a row or a column, so a distance is the sum of both.
    const [inRow, inColumn] = [lineDistances(b, y), lineDistances(a, x)];
    const sum = inRow.sum * (a * x) ** 2 + inColumn.sum * (b * y) ** 2;
    return {
      terminals,
      switches: x * a + y * b,
      links: boardLinks + rowCables + columnCables,
      parts: {
        switches: groupByPorts([
          { level: -1, ports: 2 * y, count: x * a },
          { level: -1, ports: 2 * x, count: y * b },
        ]),
        links: linkParts([
          { name: "board", isTerminal: false, count: boardLinks },
          { name: "row", isTerminal: false, count: rowCables },
          { name: "column", isTerminal: false, count: columnCables },
        ]),
        terminals,
      },
      diameter: inRow.farthest + inColumn.farthest,
      meanDistance: terminals > 1 ? sum / (terminals * (terminals - 1)) : 0,
      axes: boardAxes(values),
      regular: true,
      forwards: true,
    };
  },
  /**
   * Builds x × y boards of a × b accelerators, which are the terminals. Accelerators on a board are linked to their neighbors; at the edges
   * of a board, to the switch of their row or column. Axis 0 is the column of an accelerator, axis 1 its row.
   */
  build(values) {
    const { a, b, x, y } = values;
    const terminals = a * b * x * y;
    const [rows, columns] = [a * x, b * y];
    const cables = 2 * x * y * (a + b);
    const links = x * y * (a * (b - 1) + b * (a - 1)) + cables;
    const net = new NetworkBuilder(terminals, rows + columns, links, boardAxes(values), true);
    const [board, row, column] = ["board", "row", "column"].map((name) => net.linkClass(name));
    for (let r = 0; r < rows; r++) {
      net.setCoordinate(terminals + r, 1, r);
      net.setPorts(r, 2 * y);
    }
    for (let c = 0; c < columns; c++) {
      net.setCoordinate(terminals + rows + c, 0, c);
      net.setPorts(rows + c, 2 * x);
    }
    /**
     * Connects terminal `t` along its row or column: to the switch (`lineSwitch`) if it is at the first edge of its board, and to the next
     * terminal or, at the last edge, to the switch. The link to the previous terminal exists already.
     */
    const connectAlong = (
      terminal: number,
      positionOnBoard: number,
      boardSize: number,
      step: number,
      lineSwitch: number,
      cableClass: number,
    ) => {
      if (positionOnBoard === 0) net.connect(terminal, lineSwitch, cableClass);
      net.connect(
        terminal,
        positionOnBoard === boardSize - 1 ? lineSwitch : terminal + step,
        positionOnBoard === boardSize - 1 ? cableClass : board,
      );
    };
    /** Row and column of a terminal on its board, and in the whole network. Terminals are numbered board by board, row by row. */
    const placeOf = (terminal: number) => {
      const boardIndex = Math.floor(terminal / (a * b));
      const [rowOnBoard, columnOnBoard] = [Math.floor((terminal % (a * b)) / b), terminal % b];
      return { rowOnBoard, columnOnBoard, r: Math.floor(boardIndex / y) * a + rowOnBoard, c: (boardIndex % y) * b + columnOnBoard };
    };
    for (let terminal = 0; terminal < terminals; terminal++) {
      const { columnOnBoard, r, c } = placeOf(terminal);
      net.setCoordinate(terminal, 0, c);
      net.setCoordinate(terminal, 1, r);
      connectAlong(terminal, columnOnBoard, b, 1, terminals + r, row);
    }
    for (let terminal = 0; terminal < terminals; terminal++) {
      const { rowOnBoard, c } = placeOf(terminal);
      connectAlong(terminal, rowOnBoard, a, b, terminals + rows + c, column);
    }
    return net.finish();
  },
});
