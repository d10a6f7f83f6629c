/** The channels of a network by class, direction and position: a table whose cells are channels. */
import { memoizeLast } from "../memoize-last.ts";
import { coordinate, switchFamilyAxis, type Network } from "../../core/network/network.ts";

export interface MatrixRow {
  readonly name: string;
  /** For every column the channels of the cell; empty where a switch has no such port. */
  readonly cells: readonly (readonly number[])[];
}

export interface MatrixRows {
  readonly rows: readonly MatrixRow[];
  /** Rows whose cells are switch nodes: one row, or one for every family. A single switch has no row, because the columns are its ports. */
  readonly switches: readonly MatrixRow[];
}

/** Maximum number of rows. With more rows ports of one class share a row, and the port with the highest value is shown. */
const maxRows = 16;

/**
 * Sorts channels into the rows of a congestion matrix: channels from terminals, then every class of links by the direction that it comes
 * from, then channels to terminals. Each row has a cell for every column (position of a switch), with the channels that arrive there; with
 * a single switch, for every port. Families of switches (axes of kind `shared`) have separate rows.
 * @param withExits Whether the channels that lead to terminals have a row, too.
 */
export const rowsByClass = memoizeLast((network: Network, withExits: boolean): MatrixRows => {
  const { terminals, switches, head, tail } = network;
  const isSingleSwitch = switches === 1;
  const columnOf = columnsOf(network);
  const columnCount = isSingleSwitch ? terminals : columnOf.reduce((max, column) => Math.max(max, column), 0) + 1;
  const cellsByRowName = new Map<string, number[][]>();
  for (let channel = 0; channel < head.length; channel++) {
    const isExit = head[channel] < terminals;
    if (isExit && !withExits) continue;
    const node = isExit ? tail[channel] : head[channel];
    if (node < terminals) continue;
    const column = isSingleSwitch ? (isExit ? head[channel] : tail[channel]) : columnOf[node - terminals];
    const name = rowNameOf(network, channel);
    const cells = cellsByRowName.get(name) ?? Array.from({ length: columnCount }, () => []);
    cells[column].push(channel);
    cellsByRowName.set(name, cells);
  }
  const mergedRows = [...cellsByRowName].map(([name, cells]) => ({ name, cells }));
  const splitRows = mergedRows.flatMap(splitPorts);
  const rows = splitRows.length <= maxRows ? splitRows : mergedRows;
  const orderOf = ({ name }: MatrixRow) => (name.startsWith("from terminal") ? 0 : name.startsWith("to terminal") ? 2 : 1);
  return {
    rows: rows.toSorted((a, b) => orderOf(a) - orderOf(b)),
    switches: isSingleSwitch ? [] : switchRows(network, columnOf, columnCount),
  };
});

function switchRows(network: Network, columnOf: readonly number[], columnCount: number): readonly MatrixRow[] {
  const cellsByName = new Map<string, number[][]>();
  columnOf.forEach((column, switchIndex) => {
    const family = switchFamilyAxis(network, network.terminals + switchIndex);
    const name = family < 0 ? "whole switch" : `${network.axes[family].name} switch`;
    const cells = cellsByName.get(name) ?? Array.from({ length: columnCount }, () => []);
    cells[column].push(network.terminals + switchIndex);
    cellsByName.set(name, cells);
  });
  return [...cellsByName].map(([name, cells]) => ({ name, cells }));
}

/** The column of each switch: its number, or, in families of switches, its index within the family. */
function columnsOf(network: Network): readonly number[] {
  return Array.from({ length: network.switches }, (_, switchIndex) => {
    const family = switchFamilyAxis(network, network.terminals + switchIndex);
    return family < 0 ? switchIndex : coordinate(network, network.terminals + switchIndex, family);
  });
}

/** If switches have several ports of a class, splits its row into one row for each of these ports. */
function splitPorts(row: MatrixRow): readonly MatrixRow[] {
  const maxPorts = row.cells.reduce((max, { length }) => Math.max(max, length), 0);
  if (maxPorts <= 1) return [row];
  return Array.from({ length: maxPorts }, (_, port) => ({
    name: `${row.name} ${port + 1}`,
    cells: row.cells.map((cell) => cell.slice(port, port + 1)),
  }));
}

/** Name of the row of a channel, by class and direction: `from terminals`, `from X −`, `from level 1`, `local`. */
function rowNameOf(network: Network, channel: number): string {
  const { terminals, tail, head, linkClass, linkClasses, axes } = network;
  const name = linkClasses[linkClass[channel]];
  const hasFamilies = axes.length > 0 && axes.every(({ kind }) => kind === "shared" || kind === "board");
  const familySuffix = hasFamilies ? `, ${name}` : "";
  if (tail[channel] < terminals) return `from terminals${familySuffix}`;
  if (head[channel] < terminals) return `to terminals${familySuffix}`;
  const axis = axes.findIndex((_, a) => coordinate(network, tail[channel], a) !== coordinate(network, head[channel], a));
  const { kind, size } = axes[axis] ?? { kind: "none", size: 0 };
  if ((kind !== "line" && kind !== "ring") || size <= 2) return `from ${name}`;
  const step = coordinate(network, head[channel], axis) - coordinate(network, tail[channel], axis);
  // Channels in direction + arrive from the − side, also the wraparound channel from the last switch to the first.
  return `from ${name} ${(Math.abs(step) > 1 ? step < 0 : step > 0) ? "−" : "+"}`;
}
