/** The congestion matrix of a run, drawn by the same code as the view of the workbench. */
import { nameOfChannel, nameOfNode, type Network } from "../../../../core/network/network.ts";
import { paintMatrix, paintWords } from "../../../../views/matrix/paint.ts";
import { type Matrix, type Part, placeMatrix, roomOf } from "../../../../views/matrix/place.ts";
import { mostOf, valuesOf } from "../../../../views/matrix/values.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { sayPercent } from "../../../../words/numbers.ts";
import type { Drawn, Room } from "./contract.ts";
import { inCycles } from "../../../../words/units.ts";

const nothingHighlighted = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

/** Breaks a matrix into rows of the given width. Ports without a cable are left out. */
function folded(matrix: Matrix, rows: number, width: number, height: number): Matrix {
  const move = (part: Part): Part => {
    const row = Math.floor(part.x / width);
    return { ...part, x: part.x - row * width, y: part.y + row * height };
  };
  // Every row repeats the names of the levels. The last entry of `labels` is below the matrix, so only the last row has it.
  const words = Array.from({ length: rows }, (_, row) =>
    (row < rows - 1 ? matrix.words.slice(0, -1) : matrix.words).map((word) => ({ ...word, y: word.y + row * height })),
  ).flat();
  return { ...matrix, words, ports: matrix.ports.map(move), switches: matrix.switches.map(move), unplugged: "" };
}

/**
 * Lays a matrix out.
 * @param counted Value of each channel; undefined until the run has finished.
 */
export function layoutMatrix(network: Network, counted: ArrayLike<number> | undefined, { width, theme }: Room): Drawn | null {
  if (counted === undefined) return null;
  const values = valuesOf(network, true, (channel) => counted[channel]);
  // Use as few rows as are needed to show the whole matrix with its numbers.
  const fits = (own: number) => {
    const { width: wanted, fromMiddle } = roomOf(network, own * width, true);
    return fromMiddle === true && wanted <= own * width;
  };
  const rows = [1, 2, 4, 8].find(fits) ?? 1;
  const { height } = roomOf(network, rows * width, true);
  const matrix = folded(placeMatrix(network, rows * width, height, true), rows, width, height);
  const room = { width, height: rows * height };
  const canvas = { ...room, theme, units: inCycles };
  const target = ({ x, y, width: wide, height: tall }: Part, part: number, of: string, name: string) => ({
    x: x + wide / 2,
    y: y + tall / 2,
    width: wide,
    height: tall,
    value: `${sayPercent(part)} of the most loaded ${of}`,
    name,
  });
  const partOf = (value: number, worst: number) => (worst > 0 ? value / worst : 0);
  // A cell may cover several switches or channels; its target names the one with the highest value.
  const targets = [
    ...matrix.switches.map((part) => {
      const node = mostOf(part.of, values.ofSwitch, network.terminals);
      return target(part, partOf(values.ofSwitch[node - network.terminals], values.worstSwitch), "switch", nameOfNode(network, node));
    }),
    ...matrix.ports.map((part) => {
      const channel = mostOf(part.of, values.ofChannel);
      return target(part, partOf(values.ofChannel[channel], values.worstChannel), "link", nameOfChannel(network, channel));
    }),
  ];
  return {
    ...room,
    marks: [...paintMatrix(matrix, values, network, nothingHighlighted, canvas), ...paintWords(matrix, canvas), targetMark(() => targets)],
  };
}
