/**
 * Controller of the painting sheet: pointer, wheel and keyboard input, and the painting itself. A stroke is kept apart from the document
 * until it ends.
 */
import type { Highlight, Theme } from "../../../views/contract.ts";
import { onThemeChange, readTheme } from "../../../views/marks/color.ts";
import { paintSheet, type SheetStyle } from "../../../views/sheet/paint.ts";
import {
  hitTestSheet,
  fittingCellSide,
  scrollToSheetCell,
  type SheetViewport,
  sheetMargins,
  layoutSheet,
  type SheetLayout,
  fullSheetViewport,
  zoomSheet,
} from "../../../views/sheet/layout.ts";
import type { CompiledRouting } from "../../../core/plan/routing.ts";
import type { Page } from "../../create-page.ts";
import type { PaintingMode } from "../../state/mode-state.ts";
import { effectiveBrushValue, finishStroke, updatePainting, matrixDraftOn } from "../../painting/matrix-actions.ts";
import { flowHighlight, compiledRoutingOf } from "../../painting/flow-highlight.ts";
import { type MatrixDraft, cellUnitTitle } from "../../painting/matrix-draft.ts";
import { Stroke, visitBrushCells } from "../../painting/stroke.ts";
import type { MatrixPosition } from "../../state/mode-state.ts";
import { type PortLoads, portLoadsOf } from "../../painting/port-loads.ts";

/**
 * Sheets with more terminals highlight paths only after the pointer has rested for this time, milliseconds, because the stage is then slow.
 */
const [maxImmediateTerminals, restDelay] = [256, 120];
/** The value with the darkest tone is at least this share of a port's capacity. */
const minFullTonePortShare = 0.25;
/**
 * Tone of the largest weight, as a share of the scale from pale to dark: if all weights are equal, and if some weights are much smaller.
 */
const [equalTone, darkestTone] = [0.35, 0.85];
/** Maximum number of flows whose paths are highlighted. */
const maxHighlightedFlows = 2048;
/** Minimum and maximum width of the card, pixels. */
const cardWidths = { least: 540, most: 820 } as const;
/** Maximum share of the page's width for the card beside the stage. */
const maxCardShare = 0.56;
/** Space around the sheet in its card, and around the card in its rail, pixels. */
const [sheetPadding, cardMargin] = [32, 18];
/** Minimum height of the sheet, pixels, and its share of the height of a phone. */
const [minSheetHeight, phoneShare] = [180, 0.62];
/** Scroll distance per frame while a stroke goes beyond the edge, pixels. */
const scrollStep = 8;
/** Maximum length of a typed number. */
const maxTypedLength = 10;

/** Handles input on the sheet and paints it. Created when the card opens; `dispose` ends it. */
export class SheetController {
  private readonly context: CanvasRenderingContext2D | null;
  private routing: CompiledRouting | null = null;
  private viewport: SheetViewport = fullSheetViewport;
  private stroke: Stroke | null = null;
  /** Last position of the painting pointer, pixels of the box. */
  private lastPoint: readonly [number, number] = [0, 0];
  /** Cell that the stroke has reached. */
  private reachedCell: MatrixPosition = [0, 0];
  private liveSums: PortLoads | null = null;
  private hoveredCell: MatrixPosition | null = null;
  /** Cells under the resting brush, as source × T + destination. */
  private cellsUnderBrush: ReadonlySet<number> | null = null;
  private typedText = "";
  private size: readonly [number, number] = [0, 0];
  private isNarrow = false;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pointers = new Map<number, readonly [number, number]>();
  private readonly abortController = new AbortController();
  private colors: { readonly theme: Theme; readonly type: SheetStyle };
  private updateSize: () => void = () => undefined;
  private onSums: (sums: PortLoads | null) => void = () => undefined;

  /**
   * Attaches the controller to the grid of the traffic matrix until `dispose` aborts its signal: pointer, wheel and focus events, changes
   * of the theme and changes of the store.
   * @param box The element with the focus and the keys of the grid.
   * @param canvas The canvas in the box on which the matrix is painted.
   * @param sheet The traffic matrix that is painted.
   * @param mode Settings of the painting: brush, cursor, hovered cell and message.
   */
  constructor(
    private readonly page: Page,
    private readonly box: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private sheet: MatrixDraft,
    private mode: PaintingMode,
  ) {
    this.context = canvas.getContext("2d");
    this.colors = this.readColors();
    const { signal } = this.abortController;
    box.addEventListener("pointerdown", this.onPointerDown, { signal });
    box.addEventListener("pointermove", this.onPointerMove, { signal });
    box.addEventListener("pointerup", this.onPointerUp, { signal });
    box.addEventListener("pointercancel", this.onPointerCancel, { signal });
    box.addEventListener("pointerleave", this.onPointerLeave, { signal });
    box.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    box.addEventListener("wheel", this.onWheel, { signal, passive: false });
    box.addEventListener("focus", this.requestPaint, { signal });
    box.addEventListener("blur", this.onBlur, { signal });
    const stopThemes = onThemeChange(() => {
      this.colors = this.readColors();
      this.requestPaint();
    });
    const stop = page.store.subscribe(this.onStoreChange);
    signal.addEventListener("abort", () => {
      stopThemes();
      stop();
    });
    this.loadRouting();
  }

  dispose(): void {
    this.abortController.abort();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    if (this.page.store.getState().session.hover !== null) this.page.store.setState({ session: { hover: null } });
  }

  /** @param onSums Called with the sums during a stroke, and with null when it has ended. */
  setOnSums(onSums: (sums: PortLoads | null) => void): void {
    this.onSums = onSums;
  }

  /** Adopts the current state of the page. A sheet with another number of terminals resets the viewport. */
  private readonly onStoreChange = (): void => {
    const { painting } = this.page.store.getState().mode;
    const sheet = matrixDraftOn(this.page);
    if (painting === null || sheet === null || (sheet === this.sheet && painting === this.mode)) return;
    const previous = this.sheet;
    this.sheet = sheet;
    this.mode = painting;
    if (sheet.terminals !== previous.terminals) this.viewport = fullSheetViewport;
    if (sheet.cells !== previous.cells) this.cancelInput();
    if (sheet.terminals !== previous.terminals || sheet.groups.length !== previous.groups.length) this.updateSize();
    if (sheet.network !== previous.network || sheet.scenario.routing !== previous.scenario.routing) this.loadRouting();
    this.requestPaint();
  };

  private loadRouting(): void {
    const { sheet } = this;
    this.routing = null;
    void compiledRoutingOf(sheet).then((routing) => {
      if (sheet.network === this.sheet.network) this.routing = routing;
    });
  }

  /**
   * Sizes the card to the sheet, the traffic matrix with a square cell of `side` pixels for each pair of terminals, within the rail beside
   * the network or, if `isColumn`, within the phone's screen. All lengths are CSS pixels. The card is sized again when its surroundings
   * change. Returns a function that stops this.
   */
  observeSize(isColumn: boolean): () => void {
    const { box } = this;
    const card = box.closest<HTMLElement>(".sheet-card")!;
    const rail = card.parentElement!;
    const main = rail.parentElement!;
    this.updateSize = () => {
      // The layout stays fixed during a stroke.
      if (this.stroke !== null) return;
      const { terminals, groups } = this.sheet;
      const margins = sheetMargins(isColumn, groups.length > 0);
      const maxWidth = isColumn
        ? box.clientWidth
        : Math.max(cardWidths.least, Math.min(cardWidths.most, main.clientWidth * maxCardShare)) - sheetPadding;
      const otherHeight = card.offsetHeight - box.offsetHeight;
      const maxHeight = isColumn ? innerHeight * phoneShare : Math.max(minSheetHeight, rail.clientHeight - cardMargin - otherHeight);
      const side = fittingCellSide(terminals, maxWidth, maxHeight, margins);
      const [sheetWidth, sheetHeight] = [margins.left + margins.right, margins.top + margins.bottom].map((each) => each + terminals * side);
      const width = isColumn ? maxWidth : Math.max(cardWidths.least - sheetPadding, Math.min(maxWidth, sheetWidth));
      card.style.width = isColumn ? "" : `${width + sheetPadding}px`;
      this.resize(width, Math.min(maxHeight, sheetHeight), isColumn);
    };
    const sizes = new ResizeObserver(() => this.updateSize());
    for (const each of [rail, main, card]) sizes.observe(each);
    this.updateSize();
    return () => sizes.disconnect();
  }

  /** Sets the size of box and canvas in device pixels, and repaints. */
  private resize(width: number, height: number, isNarrow: boolean): void {
    if (width === this.size[0] && height === this.size[1] && isNarrow === this.isNarrow) return;
    this.size = [width, height];
    this.isNarrow = isNarrow;
    const { canvas } = this;
    const scale = devicePixelRatio;
    this.box.style.height = `${height}px`;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.context?.setTransform(scale, 0, 0, scale, 0, 0);
    // Repaint immediately, because resizing clears the canvas.
    this.paint();
  }

  /** Cancels a stroke or a half-typed number. Returns false if there was neither. */
  cancelInput(): boolean {
    const hadInput = this.stroke !== null || this.typedText !== "";
    this.stroke = null;
    this.liveSums = null;
    this.typedText = "";
    if (hadInput) this.onSums(null);
    this.requestPaint();
    return hadInput;
  }

  /**
   * Handles a key in the grid of the traffic matrix: arrows move the cursor and with Shift paint, digits type a value, Space paints, Delete
   * empties a cell, + and − zoom. Returns false if the key has no meaning here.
   */
  handleKey(event: { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean }): boolean {
    const { key, shiftKey, ctrlKey } = event;
    const isEnd = key === "Home" || key === "End";
    if (ctrlKey && !isEnd) return false;
    const direction = arrowMoves[key];
    const { cursor: gridCell } = this.mode;
    const lastIndex = this.sheet.terminals - 1;
    if (direction !== undefined) {
      // As in a spreadsheet, Shift with an arrow repeats the number just typed.
      const typed = this.commitTyped();
      const next: MatrixPosition = [clamp(gridCell[0] + direction[0], lastIndex), clamp(gridCell[1] + direction[1], lastIndex)];
      if (shiftKey) this.paintByKey(typed === null ? gridCell : next, next, typed ?? this.currentBrushValue());
      this.moveTo(next);
    } else if (isEnd) {
      const end = key === "Home" ? 0 : lastIndex;
      this.moveTo([ctrlKey ? end : gridCell[0], end]);
    } else if (key === "PageUp" || key === "PageDown")
      this.moveTo([clamp(gridCell[0] + (key === "PageUp" ? -10 : 10), lastIndex), gridCell[1]]);
    else if (key === "Enter" && this.typedText !== "") this.commitTyped();
    else if (key === " " || key === "Enter") this.paintByKey(gridCell, gridCell, this.currentBrushValue());
    else if (key === "Backspace" && this.typedText !== "") this.typedText = this.typedText.slice(0, -1);
    else if (key === "Delete" || key === "Backspace") this.paintByKey(gridCell, gridCell, 0);
    else if (key === "+" || key === "-") this.zoom(key === "+" ? 1.25 : 0.8);
    else if (/^[\d.,]$/.test(key)) this.typedText = (this.typedText + key.replace(",", ".")).slice(0, maxTypedLength);
    else if (key === "Escape") return this.cancelInput();
    else return false;
    this.requestPaint();
    return true;
  }

  private currentBrushValue(): number {
    return effectiveBrushValue(this.mode, this.sheet);
  }

  /** Commits the typed number to the cells under the brush; null if there is none. */
  private commitTyped(): number | null {
    const value = Number(this.typedText);
    const isNumber = this.typedText !== "" && !Number.isNaN(value);
    this.typedText = "";
    if (!isNumber) return null;
    this.paintByKey(this.mode.cursor, this.mode.cursor, value);
    return value;
  }

  /** A complete stroke by keyboard. */
  private paintByKey(from: MatrixPosition, to: MatrixPosition, value: number): void {
    const { sheet, mode } = this;
    const stroke = new Stroke(sheet.cells, mode, sheet, from, value);
    if (from !== to) stroke.extendTo(to);
    finishStroke(this.page, sheet, stroke);
  }

  /** Moves to another cell and highlights its paths. */
  private moveTo(gridCell: MatrixPosition): void {
    updatePainting(this.page, { cursor: gridCell });
    this.viewport = { ...scrollToSheetCell(this.placeSheet(), gridCell), side: this.viewport.side };
    this.setHoveredCell(gridCell);
  }

  private zoom(factor: number): void {
    const placement = this.placeSheet();
    const { left, top, side, x, y } = placement;
    const [s, d] = this.mode.cursor;
    this.viewport = zoomSheet(placement, left + (d + 0.5) * side - x, top + (s + 0.5) * side - y, factor);
  }

  private placeSheet(): SheetLayout {
    const { terminals, groups } = this.sheet;
    return layoutSheet(terminals, ...this.size, { isNarrow: this.isNarrow, hasSwitchNames: groups.length > 0 }, this.viewport);
  }

  private pointOf(event: MouseEvent): readonly [number, number] {
    const { left, top } = this.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  /**
   * Starts a stroke with the brush at the pressed cell; with Alt or the right button, a stroke that erases. A second pointer cancels the
   * stroke and starts a pinch.
   */
  private readonly onPointerDown = (event: PointerEvent) => {
    const point = this.pointOf(event);
    this.pointers.set(event.pointerId, point);
    if (this.pointers.size > 1) return void this.cancelInput();
    const gridCell = hitTestSheet(this.placeSheet(), ...point);
    if (gridCell === null || event.button === 1) return;
    event.preventDefault();
    this.commitTyped();
    this.box.focus({ preventScroll: true });
    this.box.setPointerCapture(event.pointerId);
    updatePainting(this.page, { cursor: gridCell });
    this.reachedCell = gridCell;
    this.lastPoint = point;
    const isErasing = event.altKey || event.button === 2;
    this.stroke = new Stroke(this.sheet.cells, this.mode, this.sheet, gridCell, isErasing ? 0 : this.currentBrushValue());
    this.hoveredCell = null;
    this.cellsUnderBrush = null;
    this.strokeMoved();
  };

  /** Continues a pinch or a stroke; without either, updates the hovered cell. */
  private readonly onPointerMove = (event: PointerEvent) => {
    const point = this.pointOf(event);
    if (this.pointers.has(event.pointerId) && this.pointers.size > 1) return this.pinch(event.pointerId, point);
    const { stroke } = this;
    if (stroke === null) {
      if (event.pointerType === "touch") return;
      const gridCell = hitTestSheet(this.placeSheet(), ...point);
      if (gridCell?.[0] !== this.hoveredCell?.[0] || gridCell?.[1] !== this.hoveredCell?.[1]) this.setHoveredCell(gridCell);
      return;
    }
    this.lastPoint = point;
    this.extendStroke(stroke);
    if (outsideDirection(this.placeSheet(), point) !== null) this.requestPaint();
  };

  /** Extends a stroke to the current pointer position. */
  private extendStroke(stroke: Stroke): void {
    const gridCell = hitTestSheet(this.placeSheet(), ...this.lastPoint, true)!;
    if (gridCell[0] === this.reachedCell[0] && gridCell[1] === this.reachedCell[1]) return;
    stroke.extendTo(gridCell);
    this.reachedCell = gridCell;
    this.strokeMoved();
  }

  /** A stroke beyond the visible edge scrolls the sheet, frame by frame. */
  private scrollWithStroke(stroke: Stroke): void {
    const placement = this.placeSheet();
    const direction = outsideDirection(placement, this.lastPoint);
    if (direction === null) return;
    const next = this.scrollTo(placement, placement.x + direction[0] * scrollStep, placement.y + direction[1] * scrollStep);
    if (next.x === placement.x && next.y === placement.y) return;
    this.viewport = next;
    this.extendStroke(stroke);
    this.requestPaint();
  }

  /** Ends the stroke and commits it to the document as one edit. */
  private readonly onPointerUp = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    const { stroke, sheet } = this;
    if (stroke === null) return;
    const gridCell = this.reachedCell;
    this.stroke = null;
    this.liveSums = null;
    updatePainting(this.page, { cursor: gridCell });
    finishStroke(this.page, sheet, stroke);
    this.onSums(null);
    if (event.pointerType !== "touch") this.setHoveredCell(gridCell);
    this.requestPaint();
  };

  private readonly onPointerCancel = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    this.cancelInput();
  };

  private readonly onPointerLeave = () => {
    if (this.stroke === null && this.hoveredCell !== null) this.setHoveredCell(null);
  };

  private readonly onBlur = () => {
    this.commitTyped();
    this.setHoveredCell(null);
  };

  /** Zooms with Ctrl, otherwise scrolls; with Shift sideways. At the end of the sheet the page scrolls instead. */
  private readonly onWheel = (event: WheelEvent) => {
    const placement = this.placeSheet();
    if (event.ctrlKey) {
      event.preventDefault();
      this.viewport = zoomSheet(placement, ...this.pointOf(event), Math.exp(-event.deltaY / 300));
    } else {
      const pixelsPerUnit = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      const next = this.scrollTo(placement, placement.x + dx * pixelsPerUnit, placement.y + dy * pixelsPerUnit);
      if (next.x === placement.x && next.y === placement.y) return;
      event.preventDefault();
      this.viewport = next;
    }
    this.requestPaint();
  };

  private scrollTo({ side, terminals, visibleWidth, visibleHeight }: SheetLayout, x: number, y: number): SheetViewport {
    const maximum = side * terminals;
    return {
      side: this.viewport.side,
      x: Math.max(0, Math.min(x, maximum - visibleWidth)),
      y: Math.max(0, Math.min(y, maximum - visibleHeight)),
    };
  }

  /** Pan and zoom with two fingers. */
  private pinch(id: number, point: readonly [number, number]): void {
    const [a, b] = [...this.pointers.values()];
    const previous = [...this.pointers.values()];
    this.pointers.set(id, point);
    const [p, q] = [...this.pointers.values()];
    if (previous.length !== 2) return;
    const center = (m: readonly [number, number], n: readonly [number, number]) => [(m[0] + n[0]) / 2, (m[1] + n[1]) / 2] as const;
    const distance = (m: readonly [number, number], n: readonly [number, number]) => Math.max(24, Math.hypot(m[0] - n[0], m[1] - n[1]));
    const [oldCenter, newCenter] = [center(a, b), center(p, q)];
    const factor = distance(p, q) / distance(a, b);
    const { side, x, y } = zoomSheet(this.placeSheet(), ...oldCenter, factor);
    this.viewport = { side, x: x - (newCenter[0] - oldCenter[0]), y: y - (newCenter[1] - oldCenter[1]) };
    this.requestPaint();
  }

  /** Sets the cell over which the brush rests; null for none. */
  private setHoveredCell(gridCell: MatrixPosition | null): void {
    this.hoveredCell = gridCell;
    const cells = gridCell === null ? null : new Set<number>();
    if (gridCell !== null) visitBrushCells(this.mode, gridCell, gridCell, this.sheet, (cell) => cells!.add(cell));
    this.cellsUnderBrush = cells;
    this.highlightPaths();
    this.requestPaint();
  }

  private strokeMoved(): void {
    this.liveSums = null;
    this.highlightPaths();
    this.requestPaint();
  }

  /** Highlights the paths of the flows under the brush. */
  private highlightPaths(): void {
    clearTimeout(this.timer);
    if (this.sheet.terminals <= maxImmediateTerminals) this.highlightPathsNow();
    else this.timer = setTimeout(() => this.highlightPathsNow(), restDelay);
  }

  /**
   * Highlights on the drawn network the paths of the cells that the stroke has painted or that the brush covers, and writes the hovered
   * cell into the store. A flow is the index of a cell, source × terminals + destination; at most `maxHighlightedFlows` are highlighted.
   */
  private highlightPathsNow(): void {
    const { stroke, cellsUnderBrush, sheet, page } = this;
    const flows: number[] = [];
    if (stroke !== null) {
      for (let cell = 0; cell < stroke.isPainted.length && flows.length < maxHighlightedFlows; cell++)
        if (stroke.isPainted[cell] === 1) flows.push(cell);
    } else if (cellsUnderBrush !== null) flows.push(...[...cellsUnderBrush].slice(0, maxHighlightedFlows));
    const highlight: Highlight | null = flows.length === 0 ? null : flowHighlight(sheet.network, this.routing, flows);
    const { painting } = page.store.getState().mode;
    const pointedCell = stroke === null ? this.hoveredCell : this.reachedCell;
    if (painting === null || (highlight === null && painting.flowCount === 0 && pointedCell === painting.hoveredCell)) return;
    const hasMoved = pointedCell?.[0] !== painting.hoveredCell?.[0] || pointedCell?.[1] !== painting.hoveredCell?.[1];
    // The last message stays until the pointer moves on.
    const nextMessage = hasMoved && stroke === null ? "" : painting.message;
    page.store.setState({
      session: { hover: highlight },
      mode: {
        painting: { ...painting, flowCount: stroke?.count ?? cellsUnderBrush?.size ?? 0, hoveredCell: pointedCell, message: nextMessage },
      },
    });
  }

  /** Requests a painting in the next frame. */
  private readonly requestPaint = (): void => {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  };

  /**
   * Paints the matrix once: scrolls while a stroke is at the edge, updates the port loads of a running stroke, determines which value gets
   * the darkest tone, then draws. `liveSums` are the loads that all ports send and receive, with the traffic of the stroke.
   */
  private paint(): void {
    const { context, sheet, stroke, mode, cellsUnderBrush } = this;
    if (context === null || this.size[0] === 0) return;
    if (stroke !== null) this.scrollWithStroke(stroke);
    if (stroke !== null && this.liveSums === null) {
      this.liveSums = portLoadsOf(stroke.cells, sheet.portCapacity, sheet.load);
      this.onSums(this.liveSums);
    }
    const { sends, receives } = this.liveSums ?? sheet.portLoads;
    const hasFocus = document.activeElement === this.box;
    // The value of the darkest tone stays the same during a stroke unless the stroke exceeds it. Loads that are negligible for every port
    // are pale. Weights have no such reference: the more the largest weight differs from the smallest, the darker is its tone.
    const largestValue = Math.max(sheet.portLoads.maxValue, this.liveSums?.maxValue ?? 0);
    const { minValue, maxValue } = this.liveSums ?? sheet.portLoads;
    const toneOfLargest = equalTone + (darkestTone - equalTone) * (1 - minValue / (maxValue || 1));
    const darkestValue =
      sheet.load === null ? Math.max(largestValue, sheet.portCapacity[0] * minFullTonePortShare) : largestValue / toneOfLargest;
    paintSheet(
      context,
      this.placeSheet(),
      {
        cells: stroke?.cells ?? sheet.cells,
        maxValue: darkestValue,
        sends,
        receives,
        ports: sheet.portCapacity,
        unit: sheet.unit === "weights" ? "phits/cycle" : cellUnitTitle(sheet.unit),
        switchRanges: sheet.groups,
        currentCell: stroke === null ? mode.cursor : this.reachedCell,
        hasFocus,
        hoveredCell: stroke !== null ? this.reachedCell : (this.hoveredCell ?? (hasFocus ? mode.cursor : null)),
        isBrushed:
          stroke !== null ? (cell) => stroke.isPainted[cell] === 1 : cellsUnderBrush === null ? null : (cell) => cellsUnderBrush.has(cell),
        typed: this.typedText,
      },
      this.colors.theme,
      this.colors.type,
    );
  }

  private readColors(): { readonly theme: Theme; readonly type: SheetStyle } {
    const style = getComputedStyle(this.box);
    const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
    return { theme: readTheme(this.box), type: { family: style.fontFamily, sending: token("sending"), blocked: token("blocked") } };
  }
}

/** Direction in which a point lies outside the visible cells, −1 to 1 per axis; null if it is inside. */
function outsideDirection(
  { left, top, visibleWidth, visibleHeight }: SheetLayout,
  [x, y]: readonly [number, number],
): readonly [number, number] | null {
  const sideOf = (position: number, from: number, length: number) => (position < from ? -1 : position > from + length ? 1 : 0);
  const direction = [sideOf(x, left, visibleWidth), sideOf(y, top, visibleHeight)] as const;
  return direction[0] === 0 && direction[1] === 0 ? null : direction;
}

/** Creates the controller for the sheet of a page; null if there is none. */
export function createSheetController(page: Page, element: HTMLElement): SheetController | null {
  const canvas = element.querySelector("canvas");
  const { painting } = page.store.getState().mode;
  const sheet = matrixDraftOn(page);
  return canvas === null || painting === null || sheet === null ? null : new SheetController(page, element, canvas, sheet, painting);
}

const clamp = (value: number, maximum: number) => Math.max(0, Math.min(maximum, value));

const arrowMoves: Readonly<Record<string, MatrixPosition | undefined>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
