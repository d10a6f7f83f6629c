/** Going from stretch to stretch by keys: where one stands is kept in the drawing itself, and what is out of sight comes into it. */
import { select } from "d3-selection";
import type { Actions, Canvas } from "../contract.ts";
import { drawMarks, placeOfDrawing } from "../marks/marks.ts";
import { choose } from "../marks/pointing.ts";
import { tipMarks } from "../marks/tip.ts";
import { moved, timeKeys } from "../time-axis/time-hand.ts";
import type { RanksMarks } from "./layout.ts";
import { isInSight, middleOf, spotOf } from "./spot.ts";
import { lengthOf, rankOf, ranksIn, stretchAfter, type Told } from "./told.ts";

/** How its keys work. */
export const stretchKeys = `Right and left arrow go from stretch to stretch, up and down arrow from rank to rank, Enter picks what is named, slash finds, Escape lets go. ${timeKeys}`;

/** Where a key leads from a stretch (−1 for none): the next or last one with any length, or the one of a neighbour rank at that time; undefined where the key means nothing here. */
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

/** Binds the keys of a drawing of ranks; what is named is said to screen readers as the drawing's own description. */
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
