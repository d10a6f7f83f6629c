/** Where the matrix, the row of its steps and the switches stand. */
import { axisOf, coordinate, familyOf, nameOfNode, type Network } from "../../core/network/network.ts";

/** A rectangle of the drawing, pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Switches that stand in one row, under a name. */
export interface Shelf {
  readonly name: string;
  readonly y: number;
  readonly switches: readonly (Place & { readonly node: number })[];
}

/** A matrix of cells: its edge in cells, that of a cell, and its corner; pixels. */
export interface Grid {
  readonly side: number;
  readonly cell: number;
  readonly left: number;
  readonly top: number;
}

export interface Places extends Grid {
  /** The matrix at first and after each step, small; none where there is no room. */
  readonly small: readonly (Grid & { readonly name: string })[];
  /** Names of the moments: the run as it goes, then one for each step. */
  readonly steps: readonly (Place & { readonly name: string })[];
  readonly shelves: readonly Shelf[];
}

/** Height of the row of steps, of a row of switches, and how far the switches stand off. */
const [head, shelf, off] = [32, 26, 20];
/** Height of the line below the matrix that says what its numbers are. */
const foot = 18;
/** The matrix is no wider than this; from this width on the switches stand beside it. */
const [widest, wide] = [560, 620];
/** More switches than these are not drawn one by one. */
const mostSwitches = 96;

/** Height that the whole needs at a width. */
export function heightAt(width: number, network: Network | null): number {
  const rows = network === null ? 0 : shelvesOf(network).length;
  const matrix = Math.min(widest, width >= wide ? width * 0.6 : width);
  return width >= wide ? head + Math.max(matrix + foot, rows * shelf) : head + matrix + foot + (rows > 0 ? off + rows * shelf : 0);
}

/** Where everything stands in a room. */
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

/** One small matrix for each state, side by side. */
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

/** Switches by family, by level, or all in one row; none where they are too many. */
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

/** The thing among some at a point; undefined for none. */
export function placeAt<P extends Place>(all: readonly P[], x: number, y: number): P | undefined {
  return all.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
}

/** What a switch is called where its family stands before it. */
export function shortName(network: Network, node: number): string {
  return /\d+/.exec(nameOfNode(network, node))?.[0] ?? "";
}
