/** Layout of the matrix, the tabs of its steps, and the switches. */
import { axisOf, coordinate, familyOf, nameOfNode, type Network } from "../../core/network/network.ts";

/** A rectangle of the drawing, pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A row of switches with its name. */
export interface Shelf {
  readonly name: string;
  readonly y: number;
  readonly switches: readonly (Place & { readonly node: number })[];
}

/** A square matrix of cells: number of cells along a side, size of a cell, and top left corner; pixels. */
export interface Grid {
  readonly side: number;
  readonly cell: number;
  readonly left: number;
  readonly top: number;
}

export interface Places extends Grid {
  /** Small matrices of the initial state and of the state after each step; empty where there is no room. */
  readonly small: readonly (Grid & { readonly name: string })[];
  /** Tabs: the running matrix, then one for each step. */
  readonly steps: readonly (Place & { readonly name: string })[];
  readonly shelves: readonly Shelf[];
}

/** Height of the tabs, height of a row of switches, and distance of the switches from the matrix, pixels. */
const [head, shelf, off] = [32, 26, 20];
/** Height of the caption below the matrix, pixels. */
const foot = 18;
/** Maximum width of the matrix, and minimum width of the drawing at which switches are beside it, pixels. */
const [widest, wide] = [560, 620];
/** Maximum number of switches that are drawn. */
const mostSwitches = 96;

/** Preferred height at a width, pixels. */
export function heightAt(width: number, network: Network | null): number {
  const rows = network === null ? 0 : shelvesOf(network).length;
  const matrix = Math.min(widest, width >= wide ? width * 0.6 : width);
  return width >= wide ? head + Math.max(matrix + foot, rows * shelf) : head + matrix + foot + (rows > 0 ? off + rows * shelf : 0);
}

/** Positions of all elements in a drawing of that size. */
export function placesIn(width: number, height: number, side: number, steps: number, network: Network | null): Places {
  const rows = network === null ? [] : shelvesOf(network);
  const isWide = width >= wide;
  const roomX = isWide ? width * 0.6 : width;
  const roomY = height - head - foot - (isWide || rows.length === 0 ? 0 : off + rows.length * shelf);
  const cell = Math.max(1, Math.min(roomX, roomY, isWide ? Infinity : widest) / side);
  const [x, y] = isWide ? [cell * side + 2 * off, head + 18] : [0, head + cell * side + foot + off];
  const most = Math.max(1, ...rows.map(({ nodes }) => nodes.length));
  const pitch = Math.min(46, (width - x - 22) / most);
  return {
    side,
    cell,
    small: isWide ? smallOnes(x, y + rows.length * shelf + (rows.length > 0 ? off : 0), width, height, side, steps) : [],
    left: 0,
    top: head,
    steps: names(steps, width),
    shelves: rows.map(({ name, nodes }, i) => ({
      name,
      y: y + i * shelf,
      switches: nodes.map((node, k) => ({ node, x: x + 22 + k * pitch, y: y + i * shelf, width: pitch - 4, height: shelf - 6 })),
    })),
  };
}

/** A small matrix for each state, side by side. */
function smallOnes(left: number, top: number, width: number, height: number, side: number, steps: number): Places["small"] {
  const room = (width - left) / (steps + 1) - 14;
  const cell = Math.min(room, 150, height - top - 24) / side;
  if (cell < 2) return [];
  const all = ["at first", ...Array.from({ length: steps }, (_, i) => (i + 1 === steps ? "at last" : `after step ${i + 1}`))];
  return all.map((name, i) => ({ name, side, cell, left: left + i * (cell * side + 14), top: top + 18 }));
}

function names(steps: number, width: number): Places["steps"] {
  const all = ["as it runs", ...Array.from({ length: steps }, (_, i) => `step ${i + 1}`)];
  const each = Math.min(84, width / all.length);
  return all.map((name, i) => ({ name, x: 1 + i * each, y: 1, width: each - 6, height: 24 }));
}

/** Rows of switches by family, by level, or all in one row; empty if there are too many switches. */
function shelvesOf(network: Network): readonly { readonly name: string; readonly nodes: readonly number[] }[] {
  const { terminals, switches, axes } = network;
  if (switches > mostSwitches) return [];
  const level = axisOf(network, "level");
  const found = new Map<string, number[]>();
  for (let n = terminals; n < terminals + switches; n++) {
    const family = familyOf(network, n);
    const name = family >= 0 ? axes[family].name : level >= 0 ? String(coordinate(network, n, level)) : "";
    found.set(name, [...(found.get(name) ?? []), n]);
  }
  return [...found].map(([name, nodes]) => ({ name, nodes }));
}

/** The cell of a rank. */
export function cellOf({ left, top, side, cell }: Grid, rank: number): Place {
  return { x: left + (rank % side) * cell, y: top + Math.floor(rank / side) * cell, width: cell, height: cell };
}

/** The rectangle at a point; undefined for none. */
export function placeAt<P extends Place>(all: readonly P[], x: number, y: number): P | undefined {
  return all.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
}

/** The number of a switch, for a row that has the family's name in front. */
export function shortName(network: Network, node: number): string {
  return /\d+/.exec(nameOfNode(network, node))?.[0] ?? "";
}
