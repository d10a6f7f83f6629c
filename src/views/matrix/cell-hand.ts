/** Going from number to number by keys: where one stands is kept in the drawing itself. */
import { select } from "d3-selection";
import type { Actions } from "../contract.ts";
import { pointAt } from "../shared/pointing.ts";
import type { Matrix, Part } from "./place.ts";

/** How its keys work. */
export const cellKeys =
  "Arrow keys go from number to number, which tells who waited there and for whom. Enter picks its channel or switch, Escape lets go.";

/** A row of numbers, and the number in it, both from the top left. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

const middleOf = ({ x, width }: Part) => x + width / 2;

/** All that has a number in rows, the upper ones first. */
export function rowsOfParts({ ports, switches }: Pick<Matrix, "ports" | "switches">): readonly (readonly Part[])[] {
  const rows = new Map<number, Part[]>();
  for (const part of [...ports, ...switches]) {
    const y = Math.round(part.y + part.height / 2);
    rows.set(y, [...(rows.get(y) ?? []), part]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.x - b.x));
}

/** Where a key leads; null for nowhere at all, undefined where it means nothing here. */
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

/** Binds the keys of a drawn matrix; what is named is said to screen readers as the drawing's own description. */
export function takeCells(matrix: Matrix, into: SVGGElement, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const rows = rowsOfParts(matrix);
  const place = into.parentNode === null ? 0 : [...into.parentNode.children].indexOf(into);
  const standing = (): Place | null => {
    const { row, column } = into.dataset;
    const at = row === undefined ? null : { row: Number(row), column: Number(column) };
    return at === null || rows[at.row]?.[at.column] === undefined ? null : at;
  };
  const letGo = () => {
    delete into.dataset["row"];
    pointAt(into, null);
    box.setAttribute("aria-description", cellKeys);
  };
  const show = () => {
    const at = standing();
    if (at === null) return null;
    const part = rows[at.row][at.column];
    const spot = pointAt(into, { x: middleOf(part), y: part.y + part.height / 2, within: 0 });
    if (spot !== null) box.setAttribute("aria-description", [spot.value, spot.name, ...(spot.more ?? [])].join(". "));
    return { part, spot };
  };
  if (standing() !== null) show();
  select(box)
    .on(`focusout.cell${place}`, () => standing() !== null && letGo())
    .on(`keydown.cell${place}`, (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const at = standing();
      if (event.key === "Enter" && at !== null) {
        const picks = show()?.spot?.picks ?? null;
        if (picks !== null) act.pick(picks);
      } else {
        const next = steppedBy(event.key, at, rows);
        if (next === undefined) return;
        if (next === null) letGo();
        else {
          Object.assign(into.dataset, next);
          const part = rows[next.row][next.column];
          // What is named must be seen before the label is placed.
          const scale = into.getScreenCTM()?.a ?? 1;
          const x = middleOf(part) * scale;
          if (x - box.scrollLeft < 40 || x - box.scrollLeft > box.clientWidth - 40) box.scrollLeft = x - box.clientWidth / 2;
          show();
        }
      }
      event.preventDefault();
      event.stopPropagation();
    });
}
