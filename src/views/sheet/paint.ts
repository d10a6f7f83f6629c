/** Paints the visible part of a traffic matrix on a canvas: cells, sums of rows and columns beside their ports, brush and keyboard cell. */
import type { Theme } from "../contract.ts";
import { shades, toneOf } from "../marks/colour.ts";
import { cellSides, type Placed, seen } from "./place.ts";
import { strongWeight, textWidth } from "../plot/text-width.ts";

/** Data of a traffic matrix to be painted. T is the number of terminals. */
export interface Shown {
  /** [T²] Values by source and destination. */
  readonly cells: Float64Array;
  /** The value of the darkest tone. */
  readonly most: number;
  /** [T] Sums of sent and received traffic, relative to the capacity of the port. */
  readonly sends: Float64Array;
  readonly receives: Float64Array;
  /** [T] Capacity of each port, in the unit of the sums. */
  readonly ports: Float64Array;
  /** Unit of the sums: `Gb/s`. */
  readonly unit: string;
  /** Ranges of terminals attached to one switch, with its name; `to` is exclusive. */
  readonly homes: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  /** The keyboard cell: source and destination. */
  readonly at: readonly [number, number];
  /** Whether the matrix has the keyboard focus. */
  readonly hasFocus: boolean;
  /** Row and column of the hovered cell, whose numbers are emphasized; null for none. */
  readonly pointed: readonly [number, number] | null;
  /** Whether a cell is under the brush; cells are numbered source × T + destination. Null without a brush. */
  readonly isLit: ((cell: number) => boolean) | null;
  /** Text typed so far into the keyboard cell; empty for none. */
  readonly typed: string;
}

/** Bars are cut off at this multiple of the port capacity. */
const reach = 1.6;
/** A port counts as overloaded above this; smaller excess is rounding. */
const full = 1.0005;

/** A number in short form: `50`, `0.45`, `1.2k`. */
export function shortly(value: number): string {
  if (value === 0) return "0";
  const [divisor, letter] = value >= 999_500_000 ? [1e9, "G"] : value >= 999_500 ? [1e6, "M"] : value >= 9_995 ? [1e3, "k"] : [1, ""];
  const own = value / divisor;
  const digits = own >= 100 ? Math.max(3, Math.ceil(Math.log10(own + 0.5))) : letter === "" && own >= 1 ? 3 : 2;
  return `${Number(own.toPrecision(digits))}${letter}`;
}

export interface Type {
  /** Font family, and colors of bars, as CSS values. */
  readonly family: string;
  readonly sending: string;
  readonly blocked: string;
}

/**
 * Paints everything visible.
 * @param context Canvas context with CSS pixels as units.
 */
export function paintSheet(context: CanvasRenderingContext2D, placed: Placed, shown: Shown, theme: Theme, type: Type): void {
  context.clearRect(0, 0, placed.width, placed.height);
  context.textBaseline = "alphabetic";
  context.save();
  context.beginPath();
  context.rect(placed.left, placed.top, placed.across, placed.down);
  context.clip();
  paintCells(context, placed, shown, theme, type);
  context.restore();
  paintHomes(context, placed, shown, theme, type);
  paintMargins(context, placed, shown, theme, type);
  paintHand(context, placed, shown, theme);
  paintPlace(context, placed, theme);
}

function font(context: CanvasRenderingContext2D, { family }: Type, size: number, weight = 400): void {
  context.font = `${weight} ${size}px ${family}`;
}

/** Paints the visible cells: backgrounds by tone, the crossed-out diagonal, values, and the text being typed. */
function paintCells(context: CanvasRenderingContext2D, placed: Placed, shown: Shown, theme: Theme, type: Type): void {
  const { side, left, top, across, down, x, y, terminals } = placed;
  const { cells, most, at, typed } = shown;
  const { fill, ink } = shades(theme);
  const [firstRow, endRow] = seen(y, down, side, terminals);
  const [firstColumn, endColumn] = seen(x, across, side, terminals);
  const isNumbered = side >= cellSides.numbered;
  const gap = side >= 14 ? 1 : side >= 9 ? 0.75 : 0;
  // Cells are painted tone by tone, because changing the fill style for each cell is slow.
  const ofTone: number[][] = Array.from({ length: fill.length }, () => []);
  for (let s = firstRow; s < endRow; s++)
    for (let d = firstColumn; d < endColumn; d++) ofTone[toneOf(cells[s * terminals + d] / (most || 1))].push(s * terminals + d);
  ofTone.forEach((list, tone) => {
    context.fillStyle = tone === 0 ? theme.ground : fill[tone];
    for (const cell of list) {
      const [s, d] = [Math.floor(cell / terminals), cell % terminals];
      if (s === d) continue;
      const [px, py] = [left + d * side - x, top + s * side - y];
      if (side >= 14) {
        context.beginPath();
        context.roundRect(px + gap / 2, py + gap / 2, side - gap, side - gap, 1.5);
        context.fill();
      } else context.fillRect(px + gap / 2, py + gap / 2, side - gap, side - gap);
    }
  });
  // A terminal sends nothing to itself: the cells of the diagonal are crossed out.
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let t = Math.max(firstRow, firstColumn); t < Math.min(endRow, endColumn); t++) {
    const [px, py] = [left + t * side - x, top + t * side - y];
    context.rect(px + 0.5, py + 0.5, side - 1, side - 1);
    context.moveTo(px + 3, py + side - 3);
    context.lineTo(px + side - 3, py + 3);
  }
  context.stroke();
  if (!isNumbered && typed === "") return;
  context.textAlign = "center";
  font(context, type, 10.5);
  const write = (text: string, s: number, d: number, colour: string) => {
    if (context.measureText(text).width > side - 2) return;
    context.fillStyle = colour;
    context.fillText(text, left + (d + 0.5) * side - x, top + (s + 0.5) * side - y + 3.8);
  };
  if (isNumbered)
    ofTone.forEach((list, tone) => {
      if (tone === 0) return;
      for (const cell of list) {
        const [s, d] = [Math.floor(cell / terminals), cell % terminals];
        if (typed !== "" && s === at[0] && d === at[1]) continue;
        write(shortly(cells[cell]), s, d, ink[tone]);
      }
    });
  if (typed === "") return;
  const [px, py] = [left + at[1] * side - x, top + at[0] * side - y];
  context.fillStyle = theme.surface;
  const wide = Math.max(side, context.measureText(typed).width + 8);
  context.fillRect(px + (side - wide) / 2, py, wide, side);
  context.fillStyle = theme.accent;
  font(context, type, 11, strongWeight);
  context.fillText(typed, px + side / 2, py + side / 2 + 3.8);
}

/** The longest form of a name that fits into a width. */
function fitting(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  // Abbreviate the word but keep the number: `leaf 12` becomes `l 12`.
  const short = name.replace(/^(\p{L})\p{L}*\s+/u, "$1\u2009");
  if (context.measureText(short).width <= width) return short;
  let cut = short;
  while (cut.length > 1 && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** Paints lines between the terminals of different switches, and the names of the switches. */
function paintHomes(context: CanvasRenderingContext2D, placed: Placed, { homes }: Shown, theme: Theme, type: Type): void {
  const { side, left, top, across, down, x, y, margins, isNarrow } = placed;
  const start = left - margins.left;
  const room = margins.left - (isNarrow ? 22 : 30);
  context.strokeStyle = theme.edge;
  context.lineWidth = 1;
  context.textAlign = "left";
  font(context, type, 11.5, 500);
  for (const { name, from, to } of homes) {
    const [begin, end] = [top + from * side - y, top + to * side - y];
    const isWorthLine = (to - from) * side >= 6;
    if (from > 0 && isWorthLine) {
      const column = Math.round(left + from * side - x) + 0.5;
      const row = Math.round(begin) + 0.5;
      context.globalAlpha = 0.7;
      context.beginPath();
      if (row > top && row < top + down) {
        context.moveTo(start, row);
        context.lineTo(left + across + 8, row);
      }
      if (column > left && column < left + across) {
        context.moveTo(column, top - 16);
        context.lineTo(column, top + down + 6);
      }
      context.stroke();
      context.globalAlpha = 1;
    }
    const [first, last] = [Math.max(begin, top), Math.min(end, top + down)];
    if (last - first < 13) continue;
    context.fillStyle = theme.ink;
    context.fillText(fitting(context, name, room), start, (first + last) / 2 + 4);
  }
}

/** A hatched pattern for overload, which is recognizable without color. */
function hatch(context: CanvasRenderingContext2D, theme: Theme, { blocked }: Type): CanvasPattern | string {
  const tile = document.createElement("canvas");
  tile.width = 4;
  tile.height = 4;
  const own = tile.getContext("2d");
  if (own === null) return blocked;
  own.fillStyle = blocked;
  own.fillRect(0, 0, 4, 4);
  own.strokeStyle = theme.surface;
  own.lineWidth = 1.1;
  own.beginPath();
  for (const by of [-4, 0, 4]) {
    own.moveTo(by - 1, 5);
    own.lineTo(by + 5, -1);
  }
  own.stroke();
  return context.createPattern(tile, "repeat") ?? blocked;
}

/** Paints terminal numbers, and for each row and column the bar and the sum of its traffic. */
function paintMargins(context: CanvasRenderingContext2D, placed: Placed, shown: Shown, theme: Theme, type: Type): void {
  const { side, left, top, across, down, x, y, terminals, isNarrow } = placed;
  const { sends, receives, ports, unit } = shown;
  const [row, column] = shown.pointed ?? [-Infinity, -Infinity];
  const hatched = hatch(context, theme, type);
  const [rows, columns] = [seen(y, down, side, terminals), seen(x, across, side, terminals)];
  // Only every n-th number is drawn, so that numbers do not overlap.
  const everyRow = Math.max(1, Math.ceil(12 / side));
  const widest = textWidth(String(terminals - 1)) + 9;
  const everyColumn = [1, 2, 4, 5, 8, 10, 16, 20].find((step) => step * side >= widest) ?? 32;
  const [barAt, barLong] = [left + across + 12, isNarrow ? 0 : 64];
  const [footAt, footLong] = [top + down + 9, isNarrow ? 12 : 26];
  const thick = Math.max(3, Math.min(9, side - 8));
  for (let s = rows[0]; s < rows[1]; s++) {
    const middle = top + (s + 0.5) * side - y;
    if (middle < top || middle > top + down) continue;
    const isOver = sends[s] > full;
    const isAt = s === row;
    // The number of the hovered row replaces its neighbors.
    const isNamed = isAt || (s % everyRow === 0 && Math.abs(s - row) >= everyRow);
    context.fillStyle = isAt ? theme.accent : isOver ? theme.ink : theme.ink2;
    font(context, type, 11, isAt || isOver ? strongWeight : 400);
    context.textAlign = "right";
    if (isNamed) context.fillText(String(s), left - 6, middle + 4);
    if (barLong > 0) {
      context.fillStyle = type.sending;
      context.fillRect(barAt, middle - thick / 2, (Math.min(1, sends[s]) * barLong) / reach, thick);
      if (isOver) {
        context.fillStyle = hatched;
        context.fillRect(barAt + barLong / reach, middle - thick / 2, ((Math.min(sends[s], reach) - 1) * barLong) / reach, thick);
      }
    }
    if (!isNamed) continue;
    context.fillStyle = isOver ? theme.ink : theme.ink2;
    font(context, type, 11, isOver ? strongWeight : 400);
    context.fillText(shortly(sends[s] * ports[s]), isNarrow ? left + across + 38 : barAt + barLong + 40, middle + 4);
  }
  context.textAlign = "center";
  for (let d = columns[0]; d < columns[1]; d++) {
    const middle = left + (d + 0.5) * side - x;
    if (middle < left || middle > left + across) continue;
    const isOver = receives[d] > full;
    const isAt = d === column;
    if (isAt || (d % everyColumn === 0 && Math.abs(d - column) >= everyColumn)) {
      context.fillStyle = isAt ? theme.accent : isOver ? theme.ink : theme.ink2;
      font(context, type, 11, isAt || isOver ? strongWeight : 400);
      context.fillText(String(d), middle, top - 5);
    }
    context.fillStyle = type.sending;
    context.fillRect(middle - thick / 2, footAt, thick, (Math.min(1, receives[d]) * footLong) / reach);
    if (isOver) {
      context.fillStyle = hatched;
      context.fillRect(middle - thick / 2, footAt + footLong / reach, thick, ((Math.min(receives[d], reach) - 1) * footLong) / reach);
    }
    if (isNarrow || side < cellSides.numbered) continue;
    font(context, type, 10.5, isOver ? strongWeight : 400);
    context.fillStyle = isOver ? theme.ink : theme.ink2;
    const sum = shortly(receives[d] * ports[d]);
    if (context.measureText(sum).width <= side + 2) context.fillText(sum, middle, footAt + footLong + 11);
  }
  paintPorts(context, placed, shown, theme, type, { barAt, barLong, footAt, footLong, unit });
}

interface Bars {
  readonly barAt: number;
  readonly barLong: number;
  readonly footAt: number;
  readonly footLong: number;
  readonly unit: string;
}

/** Lines at the port capacity across the bars, with labels. */
function paintPorts(
  context: CanvasRenderingContext2D,
  { left, top, across, down, isNarrow }: Placed,
  { ports }: Shown,
  theme: Theme,
  type: Type,
  { barAt, barLong, footAt, footLong, unit }: Bars,
): void {
  context.strokeStyle = theme.ink;
  context.lineWidth = 1;
  context.setLineDash([2, 2]);
  context.beginPath();
  const across1 = Math.round(barAt + barLong / reach) + 0.5;
  const down1 = Math.round(footAt + footLong / reach) + 0.5;
  if (barLong > 0) {
    context.moveTo(across1, top - 4);
    context.lineTo(across1, top + down + 2);
  }
  context.moveTo(left - 4, down1);
  context.lineTo(left + across + 4, down1);
  context.stroke();
  context.setLineDash([]);
  if (isNarrow) return;
  font(context, type, 11);
  context.fillStyle = theme.ink;
  context.textAlign = "center";
  const isAlike = ports.every((port) => port === ports[0]);
  context.fillText(isAlike ? `each port: ${shortly(ports[0])}` : "port", across1, top - 9);
  context.textAlign = "right";
  context.fillText("port", left - 6, down1 + 4);
  context.fillStyle = theme.ink2;
  context.fillText(`sum, ${unit}`, barAt + barLong + 40, footAt + 11);
}

/** Paints outlines of the cells under the brush, and the keyboard focus. */
function paintHand(context: CanvasRenderingContext2D, placed: Placed, shown: Shown, theme: Theme): void {
  const { side, left, top, across, down, x, y, terminals } = placed;
  const { isLit, at, hasFocus } = shown;
  context.save();
  context.beginPath();
  context.rect(left - 2, top - 2, across + 4, down + 4);
  context.clip();
  context.strokeStyle = theme.accent;
  if (isLit !== null) {
    context.lineWidth = side >= 14 ? 1.8 : 1.2;
    const [firstRow, endRow] = seen(y, down, side, terminals);
    const [firstColumn, endColumn] = seen(x, across, side, terminals);
    context.beginPath();
    for (let s = firstRow; s < endRow; s++) {
      for (let d = firstColumn; d < endColumn; d++) {
        if (isLit(s * terminals + d)) context.rect(left + d * side - x + 0.9, top + s * side - y + 0.9, side - 1.8, side - 1.8);
      }
    }
    context.stroke();
  }
  if (hasFocus) {
    const [px, py] = [left + at[1] * side - x, top + at[0] * side - y];
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(px - 1, py - 1, side + 2, side + 2, 3);
    context.stroke();
  }
  context.restore();
}

/** Scroll bars of a matrix that is larger than its box. */
function paintPlace(context: CanvasRenderingContext2D, { side, left, top, across, down, x, y, terminals }: Placed, theme: Theme): void {
  const whole = side * terminals;
  context.fillStyle = theme.edge;
  if (whole > across + 1) {
    context.beginPath();
    context.roundRect(left + (x / whole) * across, top + down + 2, Math.max(16, (across / whole) * across), 3, 1.5);
    context.fill();
  }
  if (whole > down + 1) {
    context.beginPath();
    context.roundRect(left + across + 3, top + (y / whole) * down, 3, Math.max(16, (down / whole) * down), 1.5);
    context.fill();
  }
}
