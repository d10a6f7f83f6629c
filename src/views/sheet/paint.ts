/** Paints the visible part of a traffic matrix on a canvas: cells, sums of rows and columns beside their ports, brush and keyboard cell. */
import type { Theme } from "../contract.ts";
import { inkPalette, toneOf } from "../marks/color.ts";
import { cellSides, type SheetLayout, visibleCellRange } from "./layout.ts";
import { strongWeight, textWidth } from "../plot/text-width.ts";

/** Data of a traffic matrix to be painted. T is the number of terminals. */
export interface SheetPaintData {
  /** [T²] Values by source and destination. */
  readonly cells: Float64Array;
  /** The value of the darkest tone. */
  readonly maxValue: number;
  /** [T] Sums of sent and received traffic, relative to the capacity of the port. */
  readonly sends: Float64Array;
  readonly receives: Float64Array;
  /** [T] Capacity of each port, in the unit of the sums. */
  readonly ports: Float64Array;
  /** Unit of the sums: `Gb/s`. */
  readonly unit: string;
  /** Ranges of terminals attached to one switch, with its name; `to` is exclusive. */
  readonly switchRanges: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  /** The keyboard cell: source and destination. */
  readonly currentCell: readonly [number, number];
  /** Whether the matrix has the keyboard focus. */
  readonly hasFocus: boolean;
  /** Row and column of the hovered cell, whose numbers are emphasized; null for none. */
  readonly hoveredCell: readonly [number, number] | null;
  /** Whether a cell is under the brush; cells are numbered source × T + destination. Null without a brush. */
  readonly isBrushed: ((cell: number) => boolean) | null;
  /** Text typed so far into the keyboard cell; empty for none. */
  readonly typed: string;
}

/** Bars are cut off at this multiple of the port capacity. */
const maxOverload = 1.6;
/** A port counts as overloaded above this; smaller excess is rounding. */
const overloadThreshold = 1.0005;

/** A number in short form: `50`, `0.45`, `1.2k`. */
export function formatCompact(value: number): string {
  if (value === 0) return "0";
  const [divisor, suffix] = value >= 999_500_000 ? [1e9, "G"] : value >= 999_500 ? [1e6, "M"] : value >= 9_995 ? [1e3, "k"] : [1, ""];
  const scaled = value / divisor;
  const digits = scaled >= 100 ? Math.max(3, Math.ceil(Math.log10(scaled + 0.5))) : suffix === "" && scaled >= 1 ? 3 : 2;
  return `${Number(scaled.toPrecision(digits))}${suffix}`;
}

export interface SheetStyle {
  /** Font family, and colors of bars, as CSS values. */
  readonly family: string;
  readonly sending: string;
  readonly blocked: string;
}

/**
 * Paints everything visible of a traffic matrix: its cells, the names of the switches that terminals belong to, the margins with the sums
 * of rows and columns, the outlines of the cells under the brush and of the cell with the keyboard focus, and scroll bars.
 * @param context Canvas context with CSS pixels as units.
 */
export function paintSheet(
  context: CanvasRenderingContext2D,
  layout: SheetLayout,
  data: SheetPaintData,
  theme: Theme,
  style: SheetStyle,
): void {
  context.clearRect(0, 0, layout.width, layout.height);
  context.textBaseline = "alphabetic";
  context.save();
  context.beginPath();
  context.rect(layout.left, layout.top, layout.visibleWidth, layout.visibleHeight);
  context.clip();
  paintCells(context, layout, data, theme, style);
  context.restore();
  paintSwitchNames(context, layout, data, theme, style);
  paintMargins(context, layout, data, theme, style);
  paintBrushAndFocus(context, layout, data, theme);
  paintScrollBars(context, layout, theme);
}

function setFont(context: CanvasRenderingContext2D, { family }: SheetStyle, size: number, weight = 400): void {
  context.font = `${weight} ${size}px ${family}`;
}

/** Paints the visible cells: backgrounds by tone, the crossed-out diagonal, values, and the text being typed. */
function paintCells(context: CanvasRenderingContext2D, layout: SheetLayout, data: SheetPaintData, theme: Theme, style: SheetStyle): void {
  const { side, left, top, visibleWidth, visibleHeight, x, y, terminals } = layout;
  const { cells, maxValue, currentCell, typed } = data;
  const { fill, ink } = inkPalette(theme);
  const [firstRow, endRow] = visibleCellRange(y, visibleHeight, side, terminals);
  const [firstColumn, endColumn] = visibleCellRange(x, visibleWidth, side, terminals);
  const isNumbered = side >= cellSides.numbered;
  const gap = side >= 14 ? 1 : side >= 9 ? 0.75 : 0;
  // Cells are painted tone by tone, because changing the fill style for each cell is slow.
  const cellsByTone: number[][] = Array.from({ length: fill.length }, () => []);
  for (let source = firstRow; source < endRow; source++)
    for (let destination = firstColumn; destination < endColumn; destination++)
      cellsByTone[toneOf(cells[source * terminals + destination] / (maxValue || 1))].push(source * terminals + destination);
  cellsByTone.forEach((toneCells, tone) => {
    context.fillStyle = tone === 0 ? theme.ground : fill[tone];
    for (const cell of toneCells) {
      const [source, destination] = [Math.floor(cell / terminals), cell % terminals];
      if (source === destination) continue;
      const [cellX, cellY] = [left + destination * side - x, top + source * side - y];
      if (side >= 14) {
        context.beginPath();
        context.roundRect(cellX + gap / 2, cellY + gap / 2, side - gap, side - gap, 1.5);
        context.fill();
      } else context.fillRect(cellX + gap / 2, cellY + gap / 2, side - gap, side - gap);
    }
  });
  // A terminal sends nothing to itself: the cells of the diagonal are crossed out.
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let terminal = Math.max(firstRow, firstColumn); terminal < Math.min(endRow, endColumn); terminal++) {
    const [cellX, cellY] = [left + terminal * side - x, top + terminal * side - y];
    context.rect(cellX + 0.5, cellY + 0.5, side - 1, side - 1);
    context.moveTo(cellX + 3, cellY + side - 3);
    context.lineTo(cellX + side - 3, cellY + 3);
  }
  context.stroke();
  if (!isNumbered && typed === "") return;
  context.textAlign = "center";
  setFont(context, style, 10.5);
  const writeValue = (text: string, source: number, destination: number, color: string) => {
    if (context.measureText(text).width > side - 2) return;
    context.fillStyle = color;
    context.fillText(text, left + (destination + 0.5) * side - x, top + (source + 0.5) * side - y + 3.8);
  };
  if (isNumbered)
    cellsByTone.forEach((toneCells, tone) => {
      if (tone === 0) return;
      for (const cell of toneCells) {
        const [source, destination] = [Math.floor(cell / terminals), cell % terminals];
        if (typed !== "" && source === currentCell[0] && destination === currentCell[1]) continue;
        writeValue(formatCompact(cells[cell]), source, destination, ink[tone]);
      }
    });
  if (typed === "") return;
  const [cellX, cellY] = [left + currentCell[1] * side - x, top + currentCell[0] * side - y];
  context.fillStyle = theme.surface;
  const boxWidth = Math.max(side, context.measureText(typed).width + 8);
  context.fillRect(cellX + (side - boxWidth) / 2, cellY, boxWidth, side);
  context.fillStyle = theme.accent;
  setFont(context, style, 11, strongWeight);
  context.fillText(typed, cellX + side / 2, cellY + side / 2 + 3.8);
}

/** The longest form of a name that fits into a width. */
function fittingName(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  // Abbreviate the word but keep the number: `leaf 12` becomes `l 12`.
  const short = name.replace(/^(\p{L})\p{L}*\s+/u, "$1\u2009");
  if (context.measureText(short).width <= width) return short;
  let truncated = short;
  while (truncated.length > 1 && context.measureText(`${truncated}…`).width > width) truncated = truncated.slice(0, -1);
  return `${truncated}…`;
}

/**
 * Paints lines between the terminals of different switches across the traffic matrix, and the names of the switches in the left margin. A
 * range contains the adjacent terminals of one switch, from `from` to `to − 1`.
 */
function paintSwitchNames(
  context: CanvasRenderingContext2D,
  layout: SheetLayout,
  { switchRanges }: SheetPaintData,
  theme: Theme,
  style: SheetStyle,
): void {
  const { side, left, top, visibleWidth, visibleHeight, x, y, margins, isNarrow } = layout;
  const start = left - margins.left;
  const nameWidth = margins.left - (isNarrow ? 22 : 30);
  context.strokeStyle = theme.edge;
  context.lineWidth = 1;
  context.textAlign = "left";
  setFont(context, style, 11.5, 500);
  for (const { name, from, to } of switchRanges) {
    const [rangeTop, rangeBottom] = [top + from * side - y, top + to * side - y];
    // Lines above and to the left of the range of a switch.
    const hasLine = (to - from) * side >= 6;
    if (from > 0 && hasLine) {
      const column = Math.round(left + from * side - x) + 0.5;
      const row = Math.round(rangeTop) + 0.5;
      context.globalAlpha = 0.7;
      context.beginPath();
      if (row > top && row < top + visibleHeight) {
        context.moveTo(start, row);
        context.lineTo(left + visibleWidth + 8, row);
      }
      if (column > left && column < left + visibleWidth) {
        context.moveTo(column, top - 16);
        context.lineTo(column, top + visibleHeight + 6);
      }
      context.stroke();
      context.globalAlpha = 1;
    }
    // The name, in the middle of the visible part of the range.
    const [visibleTop, visibleBottom] = [Math.max(rangeTop, top), Math.min(rangeBottom, top + visibleHeight)];
    if (visibleBottom - visibleTop < 13) continue;
    context.fillStyle = theme.ink;
    context.fillText(fittingName(context, name, nameWidth), start, (visibleTop + visibleBottom) / 2 + 4);
  }
}

/**
 * A hatched pattern for sums above the capacity of a port, which is recognizable without color. If the browser cannot create it, the plain
 * color.
 */
function createHatchPattern(context: CanvasRenderingContext2D, theme: Theme, { blocked }: SheetStyle): CanvasPattern | string {
  const tile = document.createElement("canvas");
  tile.width = 4;
  tile.height = 4;
  const tileContext = tile.getContext("2d");
  if (tileContext === null) return blocked;
  tileContext.fillStyle = blocked;
  tileContext.fillRect(0, 0, 4, 4);
  tileContext.strokeStyle = theme.surface;
  tileContext.lineWidth = 1.1;
  tileContext.beginPath();
  for (const offset of [-4, 0, 4]) {
    tileContext.moveTo(offset - 1, 5);
    tileContext.lineTo(offset + 5, -1);
  }
  tileContext.stroke();
  return context.createPattern(tile, "repeat") ?? blocked;
}

/** Paints terminal numbers, and for each row and column the bar and the sum of its traffic. */
function paintMargins(context: CanvasRenderingContext2D, layout: SheetLayout, data: SheetPaintData, theme: Theme, style: SheetStyle): void {
  const { side, left, top, visibleWidth, visibleHeight, x, y, terminals, isNarrow } = layout;
  const { sends, receives, ports, unit } = data;
  const [hoveredRow, hoveredColumn] = data.hoveredCell ?? [-Infinity, -Infinity];
  const hatchPattern = createHatchPattern(context, theme, style);
  const [visibleRows, visibleColumns] = [
    visibleCellRange(y, visibleHeight, side, terminals),
    visibleCellRange(x, visibleWidth, side, terminals),
  ];
  // Only every n-th number is drawn, so that numbers do not overlap.
  const rowInterval = Math.max(1, Math.ceil(12 / side));
  const numberWidth = textWidth(String(terminals - 1)) + 9;
  const columnInterval = [1, 2, 4, 5, 8, 10, 16, 20].find((step) => step * side >= numberWidth) ?? 32;
  const [rowBarX, rowBarLength] = [left + visibleWidth + 12, isNarrow ? 0 : 64];
  const [columnBarY, columnBarLength] = [top + visibleHeight + 9, isNarrow ? 12 : 26];
  const barThickness = Math.max(3, Math.min(9, side - 8));
  for (let source = visibleRows[0]; source < visibleRows[1]; source++) {
    const center = top + (source + 0.5) * side - y;
    if (center < top || center > top + visibleHeight) continue;
    const isOverloaded = sends[source] > overloadThreshold;
    const isHovered = source === hoveredRow;
    // The number of the hovered row replaces its neighbors.
    const isNumbered = isHovered || (source % rowInterval === 0 && Math.abs(source - hoveredRow) >= rowInterval);
    context.fillStyle = isHovered ? theme.accent : isOverloaded ? theme.ink : theme.ink2;
    setFont(context, style, 11, isHovered || isOverloaded ? strongWeight : 400);
    context.textAlign = "right";
    if (isNumbered) context.fillText(String(source), left - 6, center + 4);
    if (rowBarLength > 0) {
      context.fillStyle = style.sending;
      context.fillRect(rowBarX, center - barThickness / 2, (Math.min(1, sends[source]) * rowBarLength) / maxOverload, barThickness);
      if (isOverloaded) {
        context.fillStyle = hatchPattern;
        context.fillRect(
          rowBarX + rowBarLength / maxOverload,
          center - barThickness / 2,
          ((Math.min(sends[source], maxOverload) - 1) * rowBarLength) / maxOverload,
          barThickness,
        );
      }
    }
    if (!isNumbered) continue;
    context.fillStyle = isOverloaded ? theme.ink : theme.ink2;
    setFont(context, style, 11, isOverloaded ? strongWeight : 400);
    context.fillText(
      formatCompact(sends[source] * ports[source]),
      isNarrow ? left + visibleWidth + 38 : rowBarX + rowBarLength + 40,
      center + 4,
    );
  }
  context.textAlign = "center";
  for (let destination = visibleColumns[0]; destination < visibleColumns[1]; destination++) {
    const center = left + (destination + 0.5) * side - x;
    if (center < left || center > left + visibleWidth) continue;
    const isOverloaded = receives[destination] > overloadThreshold;
    const isHovered = destination === hoveredColumn;
    if (isHovered || (destination % columnInterval === 0 && Math.abs(destination - hoveredColumn) >= columnInterval)) {
      context.fillStyle = isHovered ? theme.accent : isOverloaded ? theme.ink : theme.ink2;
      setFont(context, style, 11, isHovered || isOverloaded ? strongWeight : 400);
      context.fillText(String(destination), center, top - 5);
    }
    context.fillStyle = style.sending;
    context.fillRect(
      center - barThickness / 2,
      columnBarY,
      barThickness,
      (Math.min(1, receives[destination]) * columnBarLength) / maxOverload,
    );
    if (isOverloaded) {
      context.fillStyle = hatchPattern;
      context.fillRect(
        center - barThickness / 2,
        columnBarY + columnBarLength / maxOverload,
        barThickness,
        ((Math.min(receives[destination], maxOverload) - 1) * columnBarLength) / maxOverload,
      );
    }
    if (isNarrow || side < cellSides.numbered) continue;
    setFont(context, style, 10.5, isOverloaded ? strongWeight : 400);
    context.fillStyle = isOverloaded ? theme.ink : theme.ink2;
    const sum = formatCompact(receives[destination] * ports[destination]);
    if (context.measureText(sum).width <= side + 2) context.fillText(sum, center, columnBarY + columnBarLength + 11);
  }
  paintCapacityLines(context, layout, data, theme, style, { rowBarX, rowBarLength, columnBarY, columnBarLength, unit });
}

interface SumBars {
  readonly rowBarX: number;
  readonly rowBarLength: number;
  readonly columnBarY: number;
  readonly columnBarLength: number;
  readonly unit: string;
}

/**
 * Paints two labeled lines at the capacity of a port, one across the bars of the row sums of a traffic matrix and one across the bars of
 * the column sums. The full length of a bar is `maxOverload` times the capacity. `ports` contains the capacity of each terminal's port.
 */
function paintCapacityLines(
  context: CanvasRenderingContext2D,
  { left, top, visibleWidth, visibleHeight, isNarrow }: SheetLayout,
  { ports }: SheetPaintData,
  theme: Theme,
  style: SheetStyle,
  { rowBarX, rowBarLength, columnBarY, columnBarLength, unit }: SumBars,
): void {
  context.strokeStyle = theme.ink;
  context.lineWidth = 1;
  context.setLineDash([2, 2]);
  context.beginPath();
  const capacityX = Math.round(rowBarX + rowBarLength / maxOverload) + 0.5;
  const capacityY = Math.round(columnBarY + columnBarLength / maxOverload) + 0.5;
  if (rowBarLength > 0) {
    context.moveTo(capacityX, top - 4);
    context.lineTo(capacityX, top + visibleHeight + 2);
  }
  context.moveTo(left - 4, capacityY);
  context.lineTo(left + visibleWidth + 4, capacityY);
  context.stroke();
  context.setLineDash([]);
  if (isNarrow) return;
  setFont(context, style, 11);
  context.fillStyle = theme.ink;
  context.textAlign = "center";
  const areEqual = ports.every((port) => port === ports[0]);
  context.fillText(areEqual ? `each port: ${formatCompact(ports[0])}` : "port", capacityX, top - 9);
  context.textAlign = "right";
  context.fillText("port", left - 6, capacityY + 4);
  context.fillStyle = theme.ink2;
  context.fillText(`sum, ${unit}`, rowBarX + rowBarLength + 40, columnBarY + 11);
}

/**
 * Paints the outlines of the cells under the brush (`isBrushed`), and of the current cell if the matrix has the keyboard focus. A cell has
 * the index source · terminals + destination.
 */
function paintBrushAndFocus(context: CanvasRenderingContext2D, layout: SheetLayout, data: SheetPaintData, theme: Theme): void {
  const { side, left, top, visibleWidth, visibleHeight, x, y, terminals } = layout;
  const { isBrushed, currentCell, hasFocus } = data;
  context.save();
  context.beginPath();
  context.rect(left - 2, top - 2, visibleWidth + 4, visibleHeight + 4);
  context.clip();
  context.strokeStyle = theme.accent;
  if (isBrushed !== null) {
    context.lineWidth = side >= 14 ? 1.8 : 1.2;
    const [firstRow, endRow] = visibleCellRange(y, visibleHeight, side, terminals);
    const [firstColumn, endColumn] = visibleCellRange(x, visibleWidth, side, terminals);
    context.beginPath();
    for (let source = firstRow; source < endRow; source++) {
      for (let destination = firstColumn; destination < endColumn; destination++) {
        if (isBrushed(source * terminals + destination))
          context.rect(left + destination * side - x + 0.9, top + source * side - y + 0.9, side - 1.8, side - 1.8);
      }
    }
    context.stroke();
  }
  if (hasFocus) {
    const [cellX, cellY] = [left + currentCell[1] * side - x, top + currentCell[0] * side - y];
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(cellX - 1, cellY - 1, side + 2, side + 2, 3);
    context.stroke();
  }
  context.restore();
}

/** Paints the scroll bars of a traffic matrix that is larger than its box. */
function paintScrollBars(
  context: CanvasRenderingContext2D,
  { side, left, top, visibleWidth, visibleHeight, x, y, terminals }: SheetLayout,
  theme: Theme,
): void {
  const fullSize = side * terminals;
  context.fillStyle = theme.edge;
  if (fullSize > visibleWidth + 1) {
    context.beginPath();
    context.roundRect(
      left + (x / fullSize) * visibleWidth,
      top + visibleHeight + 2,
      Math.max(16, (visibleWidth / fullSize) * visibleWidth),
      3,
      1.5,
    );
    context.fill();
  }
  if (fullSize > visibleHeight + 1) {
    context.beginPath();
    context.roundRect(
      left + visibleWidth + 3,
      top + (y / fullSize) * visibleHeight,
      3,
      Math.max(16, (visibleHeight / fullSize) * visibleHeight),
      1.5,
    );
    context.fill();
  }
}
