/** The channels of a network by class, direction and position: a table whose cells are channels. */
import { lately } from "../lately.ts";
import { coordinate, familyOf, type Network } from "../../core/network/network.ts";

export interface Row {
  readonly name: string;
  /** For every column the channels of the cell; empty where a switch has no such port. */
  readonly cells: readonly (readonly number[])[];
}

export interface Rows {
  readonly rows: readonly Row[];
  /** Rows whose cells are switch nodes: one row, or one for every family. A single switch has no row, because the columns are its ports. */
  readonly switches: readonly Row[];
}

/** Maximum number of rows. With more rows ports of one class share a row, and the port with the highest value is shown. */
const mostRows = 16;

/**
 * Sorts channels into rows: channels from terminals, then every class of links by the direction it comes from. Families of switches (axes
 * of kind `shared`) have separate rows.
 * @param withExits Whether the channels that lead to terminals have a row, too.
 */
export const rowsByClass = lately((network: Network, withExits: boolean): Rows => {
  const { terminals, switches, head, tail } = network;
  const isAlone = switches === 1;
  const columnOf = columnsOf(network);
  const width = isAlone ? terminals : columnOf.reduce((most, column) => Math.max(most, column), 0) + 1;
  const classes = new Map<string, number[][]>();
  for (let c = 0; c < head.length; c++) {
    const isExit = head[c] < terminals;
    if (isExit && !withExits) continue;
    const node = isExit ? tail[c] : head[c];
    if (node < terminals) continue;
    const column = isAlone ? (isExit ? head[c] : tail[c]) : columnOf[node - terminals];
    const name = nameOfRow(network, c);
    const cells = classes.get(name) ?? Array.from({ length: width }, () => []);
    cells[column].push(c);
    classes.set(name, cells);
  }
  const merged = [...classes].map(([name, cells]) => ({ name, cells }));
  const apart = merged.flatMap(splitPorts);
  const rows = apart.length <= mostRows ? apart : merged;
  const rank = ({ name }: Row) => (name.startsWith("from terminal") ? 0 : name.startsWith("to terminal") ? 2 : 1);
  return { rows: rows.toSorted((a, b) => rank(a) - rank(b)), switches: isAlone ? [] : switchRows(network, columnOf, width) };
});

function switchRows(network: Network, columnOf: readonly number[], width: number): readonly Row[] {
  const found = new Map<string, number[][]>();
  columnOf.forEach((column, s) => {
    const family = familyOf(network, network.terminals + s);
    const name = family < 0 ? "whole switch" : `${network.axes[family].name} switch`;
    const cells = found.get(name) ?? Array.from({ length: width }, () => []);
    cells[column].push(network.terminals + s);
    found.set(name, cells);
  });
  return [...found].map(([name, cells]) => ({ name, cells }));
}

/** The column of each switch: its number, or, in families of switches, its index within the family. */
function columnsOf(network: Network): readonly number[] {
  return Array.from({ length: network.switches }, (_, s) => {
    const family = familyOf(network, network.terminals + s);
    return family < 0 ? s : coordinate(network, network.terminals + s, family);
  });
}

/** One row for each port of a class, where switches have several ports of it. */
function splitPorts(row: Row): readonly Row[] {
  const most = row.cells.reduce((sofar, { length }) => Math.max(sofar, length), 0);
  if (most <= 1) return [row];
  return Array.from({ length: most }, (_, port) => ({
    name: `${row.name} ${port + 1}`,
    cells: row.cells.map((cell) => cell.slice(port, port + 1)),
  }));
}

/** Name of the row of a channel, by class and direction: `from terminals`, `from X −`, `from level 1`, `local`. */
function nameOfRow(network: Network, c: number): string {
  const { terminals, tail, head, linkClass, linkClasses, axes } = network;
  const name = linkClasses[linkClass[c]];
  const families = axes.length > 0 && axes.every(({ kind }) => kind === "shared" || kind === "board");
  const ofFamily = families ? `, ${name}` : "";
  if (tail[c] < terminals) return `from terminals${ofFamily}`;
  if (head[c] < terminals) return `to terminals${ofFamily}`;
  const axis = axes.findIndex((_, a) => coordinate(network, tail[c], a) !== coordinate(network, head[c], a));
  const { kind, size } = axes[axis] ?? { kind: "none", size: 0 };
  if ((kind !== "line" && kind !== "ring") || size <= 2) return `from ${name}`;
  const step = coordinate(network, head[c], axis) - coordinate(network, tail[c], axis);
  // The wraparound link of a ring counts as the next step.
  return `from ${name} ${(Math.abs(step) > 1 ? step < 0 : step > 0) ? "−" : "+"}`;
}
