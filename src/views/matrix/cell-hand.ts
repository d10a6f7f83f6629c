/** Keyboard navigation between the cells of a matrix. The current cell is stored in the drawing's DOM. */
import { select } from "d3-selection";
import type { Actions } from "../contract.ts";
import { pointAt, type Spot } from "../marks/pointing.ts";
import type { Matrix, Part } from "./place.ts";

/** Help text on the keys of the view. */
export const cellKeys =
  "Arrow keys go from number to number and show who waited there and for whom. Enter picks its channel or switch, Escape lets go.";

/** Row and column of a cell, from the top left. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A cell closer than this to the edge of the box is scrolled into its middle, pixels. */
const edge = 40;

const middleOf = ({ x, width }: Part) => x + width / 2;

/** All cells in rows, from top to bottom. */
export function rowsOfParts({ ports, switches }: Pick<Matrix, "ports" | "switches">): readonly (readonly Part[])[] {
  const rows = new Map<number, Part[]>();
  for (const part of [...ports, ...switches]) {
    const y = Math.round(part.y + part.height / 2);
    rows.set(y, [...(rows.get(y) ?? []), part]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.x - b.x));
}

/** The cell that a key leads to; null for leaving the matrix, undefined for other keys. */
export function steppedBy(key: string, at: Place | null, rows: readonly (readonly Part[])[]): Place | null | undefined {
  if (rows.length === 0) return undefined;
  const arrows: Readonly<Record<string, readonly [number, number]>> = {
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
  };
  const step = arrows[key];
  if (at === null) return step === undefined ? undefined : { row: 0, column: 0 };
  if (key === "Escape") return null;
  if (key === "Home") return { row: at.row, column: 0 };
  if (key === "End") return { row: at.row, column: rows[at.row].length - 1 };
  if (step === undefined) return undefined;
  const [down, right] = step;
  if (down === 0) return { row: at.row, column: Math.max(0, Math.min(rows[at.row].length - 1, at.column + right)) };
  const row = Math.max(0, Math.min(rows.length - 1, at.row + down));
  const from = middleOf(rows[at.row][at.column]);
  const distance = (column: number) => Math.abs(middleOf(rows[row][column]) - from);
  return { row, column: [...rows[row].keys()].reduce((best, each) => (distance(each) < distance(best) ? each : best)) };
}

/** A drawn matrix. In a comparison several networks have matrices in one box. */
interface Drawn {
  readonly rows: readonly (readonly Part[])[];
  readonly act: Actions;
}

const drawnIn = new WeakMap<Element, Map<SVGGElement, Drawn>>();

/** Binds the keys of a drawn matrix. The current cell is announced to screen readers through the description of the box. */
export function takeCells(matrix: Matrix, into: SVGGElement, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const all = drawnIn.get(box) ?? new Map<SVGGElement, Drawn>();
  drawnIn.set(box, all);
  for (const each of all.keys()) if (!each.isConnected) all.delete(each);
  all.set(into, { rows: rowsOfParts(matrix), act });
  if (standing(into, all) !== null) show(box, into, all);
  select(box)
    .on("focusout.cells", () => letGo(box, all))
    .on("keydown.cells", (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !press(event.key, box, all)) return;
      event.preventDefault();
      event.stopPropagation();
    });
}

/** The current cell of a drawing; null where there is none, or where it no longer exists. */
function standing(into: SVGGElement, all: ReadonlyMap<SVGGElement, Drawn>): Place | null {
  const { row, column } = into.dataset;
  const at = { row: Number(row), column: Number(column) };
  return row === undefined || all.get(into)?.rows[at.row]?.[at.column] === undefined ? null : at;
}

/** Handles a key; returns false for keys without a function here. */
function press(key: string, box: HTMLElement, all: ReadonlyMap<SVGGElement, Drawn>): boolean {
  // The matrices of several networks follow each other in document order.
  const drawings = [...all.keys()].sort((a, b) => ((a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 ? -1 : 1));
  const place = drawings.findIndex((each) => standing(each, all) !== null);
  const into = drawings[Math.max(0, place)];
  const drawn = all.get(into);
  if (drawn === undefined) return false;
  const at = standing(into, all);
  if (key === "Enter" && at !== null) {
    const picks = show(box, into, all)?.picks ?? null;
    if (picks !== null) drawn.act.pick(picks);
    return true;
  }
  const next = steppedBy(key, at, drawn.rows);
  if (next === undefined) return false;
  if (next === null) {
    letGo(box, all);
    return true;
  }
  const isAtEdge = at !== null && next.row === at.row && (key === "ArrowDown" || key === "ArrowUp");
  const other = isAtEdge ? drawings[place + (key === "ArrowDown" ? 1 : -1)] : undefined;
  if (other === undefined) Object.assign(into.dataset, next);
  else {
    letGo(box, all);
    Object.assign(other.dataset, { row: key === "ArrowDown" ? 0 : (all.get(other)?.rows.length ?? 1) - 1, column: 0 });
  }
  bringIntoSight(box, other ?? into, all);
  show(box, other ?? into, all);
  return true;
}

/** Scrolls the box so that the current cell is visible. */
function bringIntoSight(box: HTMLElement, into: SVGGElement, all: ReadonlyMap<SVGGElement, Drawn>): void {
  const at = standing(into, all);
  const part = at === null ? undefined : all.get(into)?.rows[at.row][at.column];
  if (part === undefined || box.scrollWidth <= box.clientWidth) return;
  const x = middleOf(part) * (into.getScreenCTM()?.a ?? 1);
  if (x - box.scrollLeft < edge || x - box.scrollLeft > box.clientWidth - edge) box.scrollLeft = x - box.clientWidth / 2;
}

/** Shows the tooltip of the current cell. */
function show(box: HTMLElement, into: SVGGElement, all: ReadonlyMap<SVGGElement, Drawn>): Spot | null {
  const at = standing(into, all);
  const part = at === null ? undefined : all.get(into)?.rows[at.row][at.column];
  if (part === undefined) return null;
  const spot = pointAt(into, { x: middleOf(part), y: part.y + part.height / 2, within: 0 });
  if (spot !== null) box.setAttribute("aria-description", [spot.value, spot.name, ...(spot.more ?? [])].join(". "));
  return spot;
}

function letGo(box: HTMLElement, all: ReadonlyMap<SVGGElement, Drawn>): void {
  for (const into of all.keys()) {
    if (into.dataset["row"] === undefined) continue;
    delete into.dataset["row"];
    pointAt(into, null);
  }
  box.setAttribute("aria-description", cellKeys);
}
