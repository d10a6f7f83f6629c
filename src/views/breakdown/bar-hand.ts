/** Going from bar to bar and from part to part by keys: where one stands is kept in the drawing itself. */
import { select } from "d3-selection";
import type { Actions, Canvas } from "../contract.ts";
import { drawMarks, placeOfDrawing } from "../marks/marks.ts";
import { choose, type Spot } from "../marks/pointing.ts";
import { tipMarks } from "../marks/tip.ts";
import { type BreakdownMarks, partsOf, spotAt } from "./spot.ts";

/** How its keys work. */
export const barKeys =
  "Right and left arrow go from bar to bar, up and down arrow from part to part, Enter picks what is named, Escape lets go.";

/** A bar, and a part of it, by their numbers from the left and from the foot. */
interface Place {
  readonly bar: number;
  readonly part: number;
}

/** Where a key leads; null for nowhere at all, undefined where it means nothing here. */
export function movedBy(key: string, at: Place | null, bars: number): Place | null | undefined {
  if (bars === 0) return undefined;
  const { bar, part } = at ?? { bar: -1, part: 0 };
  switch (key) {
    case "ArrowRight":
      return { bar: Math.min(bars - 1, bar + 1), part };
    case "ArrowLeft":
      return { bar: at === null ? bars - 1 : Math.max(0, bar - 1), part };
    case "ArrowUp":
      return at === null ? undefined : { bar, part: part + 1 };
    case "ArrowDown":
      return at === null ? undefined : { bar, part: Math.max(0, part - 1) };
    case "Home":
      return { bar: 0, part };
    case "End":
      return { bar: bars - 1, part };
    case "Escape":
      return at === null ? undefined : null;
    default:
      return undefined;
  }
}

/** What stands at a place; a part that a bar does not have is its last. */
function spotOf(drawn: BreakdownMarks, { bar, part }: Place, canvas: Canvas): Spot | null {
  const own = drawn.bars[bar];
  const parts = own === undefined ? [] : partsOf(drawn, own);
  const found = parts[Math.min(part, parts.length - 1)];
  return found === undefined ? null : spotAt(drawn, own.x + own.width / 2, (found.high + found.low) / 2, 0, canvas);
}

/** Binds the keys of a drawing of bars; what is named is said to screen readers as the drawing's own description. */
export function takeBars(drawn: BreakdownMarks, into: SVGGElement, canvas: Canvas, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const place = placeOfDrawing(into);
  const standing = (): Place | null => {
    const { bar, part } = into.dataset;
    return bar === undefined ? null : { bar: Number(bar), part: Number(part) };
  };
  const show = () => {
    const at = standing();
    const spot = at === null ? null : spotOf(drawn, at, canvas);
    const tip = into.querySelector<SVGGElement>("g.tip");
    if (tip !== null) drawMarks(spot === null ? [] : tipMarks(spot, canvas), tip);
    box.setAttribute("aria-description", spot === null ? barKeys : `${spot.value}. ${spot.name}`);
    return spot;
  };
  if (standing() !== null) show();
  select(box).on(`keydown.bar${place}`, (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !into.isConnected) return;
    const at = standing();
    if (event.key === "Enter" && at !== null) {
      const spot = spotOf(drawn, at, canvas);
      if (spot !== null) choose(spot, act);
    } else {
      const next = movedBy(event.key, at, drawn.bars.length);
      if (next === undefined) return;
      const parts = next === null ? 0 : partsOf(drawn, drawn.bars[next.bar]).length;
      if (next === null) delete into.dataset["bar"];
      else Object.assign(into.dataset, { bar: next.bar, part: Math.max(0, Math.min(next.part, parts - 1)) });
      show();
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
