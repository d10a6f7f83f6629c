/**
 * Keyboard navigation between intervals. The current interval is stored in the drawing's DOM; an invisible one is brought into the visible
 * span.
 */
import { select } from "d3-selection";
import type { Actions, Canvas } from "../contract.ts";
import { drawMarks, placeOfDrawing } from "../marks/marks.ts";
import { choose } from "../marks/pointing.ts";
import { tipMarks } from "../marks/tip.ts";
import { moved, timeKeys } from "../time-axis/time-hand.ts";
import type { RanksMarks } from "./layout.ts";
import { isInSight, middleOf, spotOf } from "./spot.ts";
import { lengthOf, rankOf, ranksIn, stretchAfter, type Told } from "./told.ts";

/** Help text on the keys of the view. */
export const stretchKeys = `Right and left arrow go from stretch to stretch, up and down arrow from rank to rank, Enter picks what is named, slash finds, Escape lets go. ${timeKeys}`;

/**
 * The interval that a key leads to: the next or previous one with a length, or the interval of the neighboring rank at the same time; −1
 * leaves all intervals. Undefined for other keys.
 * @param current Present interval; −1 for none.
 * @param middle The cycle in the middle of the visible span.
 */
export function movedBy({ timeline }: Told, key: string, at: number, middle: number): number | undefined {
  const ranks = ranksIn(timeline);
  const has = (s: number, rank: number) => s >= timeline.first[rank] && s < timeline.first[rank + 1];
  const near = (rank: number, cycle: number) => Math.min(stretchAfter(timeline, rank, cycle), timeline.first[rank + 1] - 1);
  const rank = at < 0 ? 0 : rankOf(timeline, at);
  const along = (start: number, by: number) => {
    for (let s = start; has(s, rank); s += by) if (lengthOf(timeline, s) > 0) return s;
    return at;
  };
  switch (key) {
    case "ArrowRight":
      return at < 0 ? near(0, middle) : along(at + 1, 1);
    case "ArrowLeft":
      return at < 0 ? near(0, middle) : along(at - 1, -1);
    case "ArrowDown":
    case "ArrowUp": {
      if (at < 0) return near(key === "ArrowDown" ? 0 : ranks - 1, middle);
      const next = rank + (key === "ArrowDown" ? 1 : -1);
      return next < 0 || next >= ranks ? at : near(next, (timeline.from[at] + timeline.to[at]) / 2);
    }
    case "Home":
      return along(timeline.first[rank], 1);
    case "End":
      return along(timeline.first[rank + 1] - 1, -1);
    case "Escape":
      return at < 0 ? undefined : -1;
    default:
      return undefined;
  }
}

/** Binds the keys of a drawing of ranks. The current interval is announced to screen readers through the description of the box. */
export function takeStretches(drawn: RanksMarks, into: SVGGElement, canvas: Canvas, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  const { told } = drawn;
  if (box === null || told === null) return;
  const place = placeOfDrawing(into);
  const standing = () => {
    const own = Number(into.dataset["stretch"] ?? -1);
    return own < told.timeline.kind.length ? own : -1;
  };
  const show = () => {
    const at = standing();
    const spot = at < 0 ? null : spotOf(drawn, at, canvas);
    const tip = into.querySelector<SVGGElement>("g.tip");
    if (tip !== null) drawMarks(spot === null ? [] : tipMarks(spot, canvas), tip);
    box.setAttribute("aria-description", spot === null ? stretchKeys : [`${spot.value}. ${spot.name}`, ...(spot.more ?? [])].join(". "));
    return spot;
  };
  if (standing() >= 0) show();
  select(box).on(`keydown.stretch${place}`, (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !into.isConnected) return;
    const at = standing();
    if (event.key === "Enter" && at >= 0) {
      const spot = spotOf(drawn, at, canvas);
      if (spot !== null) choose(spot, act);
    } else {
      const next = movedBy(told, event.key, at, middleOf(drawn));
      if (next === undefined) return;
      if (next < 0) delete into.dataset["stretch"];
      else into.dataset["stretch"] = String(next);
      const { span, end } = drawn;
      if (next >= 0 && span !== null && !isInSight(drawn, next)) {
        const middle = (told.timeline.from[next] + told.timeline.to[next]) / 2;
        act.choose(moved({ left: 0, right: 1, ...span, end }, middle - (span.from + span.to) / 2));
      } else show();
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
