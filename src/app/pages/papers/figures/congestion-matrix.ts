/** The congestion matrix of a run, drawn by the same code as the view of the workbench. */
import { nameOfChannel, nameOfNode, type Network } from "../../../../core/network/network.ts";
import { matrixMarks, matrixLabelMarks } from "../../../../views/matrix/paint.ts";
import { type CongestionMatrix, type MatrixCell, layoutCongestionMatrix, preferredMatrixSize } from "../../../../views/matrix/layout.ts";
import { memberWithMost, matrixValuesOf } from "../../../../views/matrix/values.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { sayPercent } from "../../../../words/numbers.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";
import { unitsOfResults } from "../../../../words/units.ts";

const nothingHighlighted = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

/** Breaks a matrix into rows of the given width. Ports without a cable are left out. */
function foldMatrix(matrix: CongestionMatrix, rowCount: number, width: number, height: number): CongestionMatrix {
  const moveToRow = (cell: MatrixCell): MatrixCell => {
    const row = Math.floor(cell.x / width);
    return { ...cell, x: cell.x - row * width, y: cell.y + row * height };
  };
  // Every row repeats the names of the levels. The last entry of `labels` is below the matrix, so only the last row has it.
  const labels = Array.from({ length: rowCount }, (_, row) =>
    (row < rowCount - 1 ? matrix.labels.slice(0, -1) : matrix.labels).map((label) => ({ ...label, y: label.y + row * height })),
  ).flat();
  return { ...matrix, labels, ports: matrix.ports.map(moveToRow), switches: matrix.switches.map(moveToRow), unpluggedRings: "" };
}

/**
 * Lays out a congestion matrix: a counted value of all channels and switches of a network, as rows of cells. If it is wider than the figure,
 * it is cut into 2, 4 or 8 parts, which are drawn below each other, so that its numbers are readable.
 * @param counted value of each channel; undefined until the run has finished, which gives null
 */
export function layoutMatrix(
  network: Network,
  counted: ArrayLike<number> | undefined,
  { width, theme }: FigureContext,
): FigureDrawing | null {
  if (counted === undefined) return null;
  const values = matrixValuesOf(network, true, (channel) => counted[channel]);
  // Use the smallest number of parts with which the whole matrix is shown with its numbers. Only the matrix of a tree (`fromMiddle`) is cut.
  const fitsParts = (parts: number) => {
    const { width: requiredWidth, fromMiddle: isTreeMatrix } = preferredMatrixSize(network, parts * width, true);
    return isTreeMatrix === true && requiredWidth <= parts * width;
  };
  const partCount = [1, 2, 4, 8].find(fitsParts) ?? 1;
  const { height: partHeight } = preferredMatrixSize(network, partCount * width, true);
  const uncutMatrix = layoutCongestionMatrix(network, partCount * width, partHeight, true);
  const matrix = foldMatrix(uncutMatrix, partCount, width, partHeight);
  const size = { width, height: partCount * partHeight };
  const canvas = { ...size, theme, units: unitsOfResults };
  const target = ({ x, y, width: cellWidth, height: cellHeight }: MatrixCell, share: number, kind: string, name: string) => ({
    x: x + cellWidth / 2,
    y: y + cellHeight / 2,
    width: cellWidth,
    height: cellHeight,
    value: `${sayPercent(share)} of the most loaded ${kind}`,
    name,
  });
  const shareOf = (value: number, maximum: number) => (maximum > 0 ? value / maximum : 0);
  // A cell may cover several switches or channels (`cell.members`); its target names the one with the highest value.
  const targets = [
    ...matrix.switches.map((cell) => {
      const node = memberWithMost(cell.members, values.ofSwitch, network.terminals);
      return target(cell, shareOf(values.ofSwitch[node - network.terminals], values.worstSwitch), "switch", nameOfNode(network, node));
    }),
    ...matrix.ports.map((cell) => {
      const channel = memberWithMost(cell.members, values.ofChannel);
      return target(cell, shareOf(values.ofChannel[channel], values.worstChannel), "link", nameOfChannel(network, channel));
    }),
  ];
  return {
    ...size,
    marks: [
      ...matrixMarks(matrix, values, network, nothingHighlighted, canvas),
      ...matrixLabelMarks(matrix, canvas),
      targetMark(() => targets),
    ],
  };
}
