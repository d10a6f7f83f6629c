/**
 * Controller of the painting sheet: pointer, wheel and keyboard input, and the painting itself. A stroke is kept apart from the document
 * until it ends.
 */
import type { Highlight, Theme } from "../../../views/contract.ts";
import { onTheme, readTheme } from "../../../views/marks/colour.ts";
import { paintSheet, type Type } from "../../../views/sheet/paint.ts";
import {
  cellAt,
  fittingSide,
  inSight,
  type Looked,
  marginsOf,
  place,
  type Placed,
  wholeSheet,
  zoomed,
} from "../../../views/sheet/place.ts";
import type { CompiledRouting } from "../../../core/plan/routing.ts";
import type { Page } from "../../create-page.ts";
import type { PaintingMode } from "../../state/mode-state.ts";
import { brushValue, finish, hold, sheetOn } from "../../painting/act.ts";
import { lightsOf, routingOf } from "../../painting/lights.ts";
import { type Sheet, unitTitle } from "../../painting/sheet.ts";
import { Stroke, cellsUnder } from "../../painting/stroke.ts";
import type { Spot } from "../../state/mode-state.ts";
import { type Sums, sumsOf } from "../../painting/sums.ts";

/**
 * Sheets with more terminals highlight paths only after the pointer has rested for this time, milliseconds, because the stage is then slow.
 */
const [mostAtOnce, rest] = [256, 120];
/** The darkest tone corresponds to at least this share of a port. */
const notable = 0.25;
/** Tone of the largest weight, as a share of the scale: if all weights are equal, and if some are much smaller. */
const [alike, deepest] = [0.35, 0.85];
/** Maximum number of flows whose paths are highlighted. */
const mostLit = 2048;
/** Minimum and maximum width of the card, pixels. */
const widths = { least: 540, most: 820 } as const;
/** Maximum share of the page's width for the card beside the stage. */
const mostShare = 0.56;
/** Space around the sheet in its card, and around the card in its rail, pixels. */
const [padding, around] = [32, 18];
/** Minimum height of the sheet, pixels, and its share of the height of a phone. */
const [leastHeight, phoneShare] = [180, 0.62];
/** Scroll distance per frame while a stroke goes beyond the edge, pixels. */
const haste = 8;
/** Maximum length of a typed number. */
const mostTyped = 10;

/** Handles input on the sheet and paints it. Created when the card opens; `dispose` ends it. */
export class SheetHand {
  private readonly context: CanvasRenderingContext2D | null;
  private routing: CompiledRouting | null = null;
  private looked: Looked = wholeSheet;
  private stroke: Stroke | null = null;
  /** Last position of the painting pointer, pixels of the box. */
  private last: readonly [number, number] = [0, 0];
  /** Cell that the stroke has reached. */
  private reached: Spot = [0, 0];
  private live: Sums | null = null;
  private hovered: Spot | null = null;
  /** Cells under the resting brush, as source × T + destination. */
  private rested: ReadonlySet<number> | null = null;
  private typing = "";
  private size: readonly [number, number] = [0, 0];
  private isNarrow = false;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pointers = new Map<number, readonly [number, number]>();
  private readonly ending = new AbortController();
  private colours: { readonly theme: Theme; readonly type: Type };
  private measure: () => void = () => undefined;
  private told: (sums: Sums | null) => void = () => undefined;

  constructor(
    private readonly page: Page,
    private readonly box: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private sheet: Sheet,
    private mode: PaintingMode,
  ) {
    this.context = canvas.getContext("2d");
    this.colours = this.readColours();
    const { signal } = this.ending;
    box.addEventListener("pointerdown", this.down, { signal });
    box.addEventListener("pointermove", this.move, { signal });
    box.addEventListener("pointerup", this.up, { signal });
    box.addEventListener("pointercancel", this.cancel, { signal });
    box.addEventListener("pointerleave", this.leave, { signal });
    box.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    box.addEventListener("wheel", this.wheel, { signal, passive: false });
    box.addEventListener("focus", this.ask, { signal });
    box.addEventListener("blur", this.left, { signal });
    const stopThemes = onTheme(() => {
      this.colours = this.readColours();
      this.ask();
    });
    const stop = page.store.subscribe(this.follow);
    signal.addEventListener("abort", () => {
      stopThemes();
      stop();
    });
    this.route();
  }

  end(): void {
    this.ending.abort();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    if (this.page.store.getState().session.hover !== null) this.page.store.setState({ session: { hover: null } });
  }

  /** @param onSums Called with the sums during a stroke, and with null when it has ended. */
  tell(told: (sums: Sums | null) => void): void {
    this.told = told;
  }

  /** Adopts the current state of the page. A sheet with another number of terminals resets the viewport. */
  private readonly follow = (): void => {
    const { painting } = this.page.store.getState().mode;
    const sheet = sheetOn(this.page);
    if (painting === null || sheet === null || (sheet === this.sheet && painting === this.mode)) return;
    const before = this.sheet;
    this.sheet = sheet;
    this.mode = painting;
    if (sheet.terminals !== before.terminals) this.looked = wholeSheet;
    if (sheet.cells !== before.cells) this.drop();
    if (sheet.terminals !== before.terminals || sheet.homes.length !== before.homes.length) this.measure();
    if (sheet.network !== before.network || sheet.scenario.routing !== before.scenario.routing) this.route();
    this.ask();
  };

  private route(): void {
    const { sheet } = this;
    this.routing = null;
    void routingOf(sheet).then((found) => {
      if (sheet.network === this.sheet.network) this.routing = found;
    });
  }

  /** Sizes the card to the sheet, within the rail or the phone's screen. Returns a function that stops it. */
  fit(isColumn: boolean): () => void {
    const { box } = this;
    const card = box.closest<HTMLElement>(".sheet-card")!;
    const rail = card.parentElement!;
    const main = rail.parentElement!;
    this.measure = () => {
      // The layout stays fixed during a stroke.
      if (this.stroke !== null) return;
      const { terminals, homes } = this.sheet;
      const margins = marginsOf(isColumn, homes.length > 0);
      const widest = isColumn ? box.clientWidth : Math.max(widths.least, Math.min(widths.most, main.clientWidth * mostShare)) - padding;
      const rest = card.offsetHeight - box.offsetHeight;
      const most = isColumn ? innerHeight * phoneShare : Math.max(leastHeight, rail.clientHeight - around - rest);
      const side = fittingSide(terminals, widest, most, margins);
      const [wide, high] = [margins.left + margins.right, margins.top + margins.bottom].map((each) => each + terminals * side);
      const width = isColumn ? widest : Math.max(widths.least - padding, Math.min(widest, wide));
      card.style.width = isColumn ? "" : `${width + padding}px`;
      this.resize(width, Math.min(most, high), isColumn);
    };
    const sizes = new ResizeObserver(() => this.measure());
    for (const each of [rail, main, card]) sizes.observe(each);
    this.measure();
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
  drop(): boolean {
    const isSomething = this.stroke !== null || this.typing !== "";
    this.stroke = null;
    this.live = null;
    this.typing = "";
    if (isSomething) this.told(null);
    this.ask();
    return isSomething;
  }

  /** Handles a key. Returns false if it has no meaning here. */
  key(event: { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean }): boolean {
    const { key, shiftKey, ctrlKey } = event;
    const isEnd = key === "Home" || key === "End";
    if (ctrlKey && !isEnd) return false;
    const way = ways[key];
    const { at } = this.mode;
    const last = this.sheet.terminals - 1;
    if (way !== undefined) {
      // As in a spreadsheet, Shift with an arrow repeats the number just typed.
      const typed = this.type();
      const next: Spot = [clamp(at[0] + way[0], last), clamp(at[1] + way[1], last)];
      if (shiftKey) this.dab(typed === null ? at : next, next, typed ?? this.value());
      this.go(next);
    } else if (isEnd) {
      const end = key === "Home" ? 0 : last;
      this.go([ctrlKey ? end : at[0], end]);
    } else if (key === "PageUp" || key === "PageDown") this.go([clamp(at[0] + (key === "PageUp" ? -10 : 10), last), at[1]]);
    else if (key === "Enter" && this.typing !== "") this.type();
    else if (key === " " || key === "Enter") this.dab(at, at, this.value());
    else if (key === "Backspace" && this.typing !== "") this.typing = this.typing.slice(0, -1);
    else if (key === "Delete" || key === "Backspace") this.dab(at, at, 0);
    else if (key === "+" || key === "-") this.zoom(key === "+" ? 1.25 : 0.8);
    else if (/^[\d.,]$/.test(key)) this.typing = (this.typing + key.replace(",", ".")).slice(0, mostTyped);
    else if (key === "Escape") return this.drop();
    else return false;
    this.ask();
    return true;
  }

  private value(): number {
    return brushValue(this.mode, this.sheet);
  }

  /** Commits the typed number to the cells under the brush; null if there is none. */
  private type(): number | null {
    const value = Number(this.typing);
    const isNumber = this.typing !== "" && !Number.isNaN(value);
    this.typing = "";
    if (!isNumber) return null;
    this.dab(this.mode.at, this.mode.at, value);
    return value;
  }

  /** A complete stroke by keyboard. */
  private dab(from: Spot, to: Spot, value: number): void {
    const { sheet, mode } = this;
    const stroke = new Stroke(sheet.cells, mode, sheet, from, value);
    if (from !== to) stroke.to(to);
    finish(this.page, sheet, stroke);
  }

  /** Moves to another cell and highlights its paths. */
  private go(at: Spot): void {
    hold(this.page, { at });
    this.looked = { ...inSight(this.placed(), at), side: this.looked.side };
    this.rest(at);
  }

  private zoom(factor: number): void {
    const placed = this.placed();
    const { left, top, side, x, y } = placed;
    const [s, d] = this.mode.at;
    this.looked = zoomed(placed, left + (d + 0.5) * side - x, top + (s + 0.5) * side - y, factor);
  }

  private placed(): Placed {
    const { terminals, homes } = this.sheet;
    return place(terminals, ...this.size, { isNarrow: this.isNarrow, hasHomes: homes.length > 0 }, this.looked);
  }

  private point(event: MouseEvent): readonly [number, number] {
    const { left, top } = this.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  /** Starts a stroke with the brush, or with Alt or the right button an erasing one. A second pointer cancels it and starts a pinch. */
  private readonly down = (event: PointerEvent) => {
    const point = this.point(event);
    this.pointers.set(event.pointerId, point);
    if (this.pointers.size > 1) return void this.drop();
    const at = cellAt(this.placed(), ...point);
    if (at === null || event.button === 1) return;
    event.preventDefault();
    this.type();
    this.box.focus({ preventScroll: true });
    this.box.setPointerCapture(event.pointerId);
    hold(this.page, { at });
    this.reached = at;
    this.last = point;
    const isErasing = event.altKey || event.button === 2;
    this.stroke = new Stroke(this.sheet.cells, this.mode, this.sheet, at, isErasing ? 0 : this.value());
    this.hovered = null;
    this.rested = null;
    this.moved();
  };

  /** Continues a pinch or a stroke; without either, updates the hovered cell. */
  private readonly move = (event: PointerEvent) => {
    const point = this.point(event);
    if (this.pointers.has(event.pointerId) && this.pointers.size > 1) return this.pinch(event.pointerId, point);
    const { stroke } = this;
    if (stroke === null) {
      if (event.pointerType === "touch") return;
      const at = cellAt(this.placed(), ...point);
      if (at?.[0] !== this.hovered?.[0] || at?.[1] !== this.hovered?.[1]) this.rest(at);
      return;
    }
    this.last = point;
    this.reach(stroke);
    if (pulled(this.placed(), point) !== null) this.ask();
  };

  /** Extends a stroke to the current pointer position. */
  private reach(stroke: Stroke): void {
    const at = cellAt(this.placed(), ...this.last, true)!;
    if (at[0] === this.reached[0] && at[1] === this.reached[1]) return;
    stroke.to(at);
    this.reached = at;
    this.moved();
  }

  /** A stroke beyond the visible edge scrolls the sheet, frame by frame. */
  private pull(stroke: Stroke): void {
    const placed = this.placed();
    const way = pulled(placed, this.last);
    if (way === null) return;
    const next = this.scrolled(placed, placed.x + way[0] * haste, placed.y + way[1] * haste);
    if (next.x === placed.x && next.y === placed.y) return;
    this.looked = next;
    this.reach(stroke);
    this.ask();
  }

  /** Ends the stroke and commits it to the document as one edit. */
  private readonly up = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    const { stroke, sheet } = this;
    if (stroke === null) return;
    const at = this.reached;
    this.stroke = null;
    this.live = null;
    hold(this.page, { at });
    finish(this.page, sheet, stroke);
    this.told(null);
    if (event.pointerType !== "touch") this.rest(at);
    this.ask();
  };

  private readonly cancel = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    this.drop();
  };

  private readonly leave = () => {
    if (this.stroke === null && this.hovered !== null) this.rest(null);
  };

  private readonly left = () => {
    this.type();
    this.rest(null);
  };

  /** Zooms with Ctrl, otherwise scrolls; with Shift sideways. At the end of the sheet the page scrolls instead. */
  private readonly wheel = (event: WheelEvent) => {
    const placed = this.placed();
    if (event.ctrlKey) {
      event.preventDefault();
      this.looked = zoomed(placed, ...this.point(event), Math.exp(-event.deltaY / 300));
    } else {
      const by = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      const next = this.scrolled(placed, placed.x + dx * by, placed.y + dy * by);
      if (next.x === placed.x && next.y === placed.y) return;
      event.preventDefault();
      this.looked = next;
    }
    this.ask();
  };

  private scrolled({ side, terminals, across, down }: Placed, x: number, y: number): Looked {
    const most = side * terminals;
    return { side: this.looked.side, x: Math.max(0, Math.min(x, most - across)), y: Math.max(0, Math.min(y, most - down)) };
  }

  /** Pan and zoom with two fingers. */
  private pinch(id: number, point: readonly [number, number]): void {
    const [a, b] = [...this.pointers.values()];
    const before = [...this.pointers.values()];
    this.pointers.set(id, point);
    const [p, q] = [...this.pointers.values()];
    if (before.length !== 2) return;
    const middle = (m: readonly [number, number], n: readonly [number, number]) => [(m[0] + n[0]) / 2, (m[1] + n[1]) / 2] as const;
    const apart = (m: readonly [number, number], n: readonly [number, number]) => Math.max(24, Math.hypot(m[0] - n[0], m[1] - n[1]));
    const [was, now] = [middle(a, b), middle(p, q)];
    const factor = apart(p, q) / apart(a, b);
    const { side, x, y } = zoomed(this.placed(), ...was, factor);
    this.looked = { side, x: x - (now[0] - was[0]), y: y - (now[1] - was[1]) };
    this.ask();
  }

  /** The brush rests over a cell, or over none. */
  private rest(at: Spot | null): void {
    this.hovered = at;
    const cells = at === null ? null : new Set<number>();
    if (at !== null) cellsUnder(this.mode, at, at, this.sheet, (cell) => cells!.add(cell));
    this.rested = cells;
    this.light();
    this.ask();
  }

  private moved(): void {
    this.live = null;
    this.light();
    this.ask();
  }

  /** Highlights the paths of the flows under the brush. */
  private light(): void {
    clearTimeout(this.timer);
    if (this.sheet.terminals <= mostAtOnce) this.lightNow();
    else this.timer = setTimeout(() => this.lightNow(), rest);
  }

  /** Highlights the paths of the painted or hovered cells on the stage, and publishes the hovered cell and its message. */
  private lightNow(): void {
    const { stroke, rested, sheet, page } = this;
    const flows: number[] = [];
    if (stroke !== null) {
      for (let cell = 0; cell < stroke.isPainted.length && flows.length <= mostLit; cell++)
        if (stroke.isPainted[cell] === 1) flows.push(cell);
    } else if (rested !== null) flows.push(...[...rested].slice(0, mostLit + 1));
    const shows: Highlight | null = flows.length === 0 ? null : lightsOf(sheet.network, this.routing, flows.slice(0, mostLit));
    const { painting } = page.store.getState().mode;
    const pointed = stroke === null ? this.hovered : this.reached;
    if (painting === null || (shows === null && painting.lit === 0 && pointed === painting.pointed)) return;
    const hasMoved = pointed?.[0] !== painting.pointed?.[0] || pointed?.[1] !== painting.pointed?.[1];
    // The last message stays until the pointer moves on.
    const said = hasMoved && stroke === null ? "" : painting.said;
    page.store.setState({
      session: { hover: shows },
      mode: { painting: { ...painting, lit: stroke?.count ?? rested?.size ?? 0, pointed, said } },
    });
  }

  /** Requests a painting in the next frame. */
  private readonly ask = (): void => {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  };

  /** Paints one frame: scroll with the stroke, update the sums of a running stroke, fix the tone scale, then draw. */
  private paint(): void {
    const { context, sheet, stroke, mode, rested } = this;
    if (context === null || this.size[0] === 0) return;
    if (stroke !== null) this.pull(stroke);
    if (stroke !== null && this.live === null) {
      this.live = sumsOf(stroke.cells, sheet.ports, sheet.load);
      this.told(this.live);
    }
    const { sends, receives } = this.live ?? sheet.sums;
    const hasFocus = document.activeElement === this.box;
    // The scale stays fixed during a stroke unless the stroke exceeds it. Values negligible for every port are pale.
    const largest = Math.max(sheet.sums.most, this.live?.most ?? 0);
    const { least, most: top } = this.live ?? sheet.sums;
    const tone = alike + (deepest - alike) * (1 - least / (top || 1));
    const most = sheet.load === null ? Math.max(largest, sheet.ports[0] * notable) : largest / tone;
    paintSheet(
      context,
      this.placed(),
      {
        cells: stroke?.cells ?? sheet.cells,
        most,
        sends,
        receives,
        ports: sheet.ports,
        unit: sheet.form === "weights" ? "phits/cycle" : unitTitle(sheet.form),
        homes: sheet.homes,
        at: stroke === null ? mode.at : this.reached,
        hasFocus,
        pointed: stroke !== null ? this.reached : (this.hovered ?? (hasFocus ? mode.at : null)),
        isLit: stroke !== null ? (cell) => stroke.isPainted[cell] === 1 : rested === null ? null : (cell) => rested.has(cell),
        typed: this.typing,
      },
      this.colours.theme,
      this.colours.type,
    );
  }

  private readColours(): { readonly theme: Theme; readonly type: Type } {
    const style = getComputedStyle(this.box);
    const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
    return { theme: readTheme(this.box), type: { family: style.fontFamily, sending: token("sending"), blocked: token("blocked") } };
  }
}

/** Direction in which a point lies outside the visible cells, −1 to 1 per axis; null if it is inside. */
function pulled({ left, top, across, down }: Placed, [x, y]: readonly [number, number]): readonly [number, number] | null {
  const along = (at: number, from: number, room: number) => (at < from ? -1 : at > from + room ? 1 : 0);
  const way = [along(x, left, across), along(y, top, down)] as const;
  return way[0] === 0 && way[1] === 0 ? null : way;
}

/** Creates the controller for the sheet of a page; null if there is none. */
export function handOn(page: Page, box: HTMLElement): SheetHand | null {
  const canvas = box.querySelector("canvas");
  const { painting } = page.store.getState().mode;
  const sheet = sheetOn(page);
  return canvas === null || painting === null || sheet === null ? null : new SheetHand(page, box, canvas, sheet, painting);
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

const ways: Readonly<Record<string, Spot | undefined>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
