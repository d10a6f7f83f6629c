/**
 * Keyboard navigation between intervals. The current interval is stored in the drawing's DOM; an invisible one is brought into the visible
 * span.
 */
import { select } from "d3-selection";
import type { Actions, Canvas } from "../contract.ts";
import { drawMarks, drawingIndexInBox } from "../marks/marks.ts";
import { activateTarget } from "../marks/hover-target.ts";
import { tooltipMarks } from "../marks/tooltip.ts";
import { moveTimeSpan, timeKeysHelp } from "../time-axis/time-controller.ts";
import type { RanksMarks } from "./layout.ts";
import { isIntervalVisible, middleCycle, intervalHoverTarget } from "./hit-test.ts";
import { intervalLength, rankOfInterval, rankCount, intervalAfter, type RankTimeline } from "./rank-timeline.ts";

/** Help text on the keys of the view. */
export const rankKeysHelp = `Right and left arrow go from interval to interval, up and down arrow from rank to rank, Enter selects the interval, slash searches, Escape leaves the intervals. ${timeKeysHelp}`;

/**
 * The index of the interval that a key leads to. Left and right lead to the previous and next interval of the rank that has a length; up
 * and down to the interval of the neighboring rank at the same time; Home and End to the first and last of the rank. −1 after Escape, which
 * leaves all intervals; undefined for keys without a function.
 * @param current Present interval, which is returned where there is no further one; −1 for none.
 * @param middle The cycle in the middle of the visible span.
 */
export function intervalAfterKey({ timeline }: RankTimeline, key: string, current: number, middle: number): number | undefined {
  const ranks = rankCount(timeline);
  const isInRank = (intervalIndex: number, rank: number) =>
    intervalIndex >= timeline.first[rank] && intervalIndex < timeline.first[rank + 1];
  /** The interval of a rank at a cycle, or its last one. */
  const intervalNear = (rank: number, cycle: number) => Math.min(intervalAfter(timeline, rank, cycle), timeline.first[rank + 1] - 1);
  const rank = current < 0 ? 0 : rankOfInterval(timeline, current);
  const nextWithLength = (start: number, direction: number) => {
    for (let intervalIndex = start; isInRank(intervalIndex, rank); intervalIndex += direction)
      if (intervalLength(timeline, intervalIndex) > 0) return intervalIndex;
    return current;
  };
  switch (key) {
    case "ArrowRight":
      return current < 0 ? intervalNear(0, middle) : nextWithLength(current + 1, 1);
    case "ArrowLeft":
      return current < 0 ? intervalNear(0, middle) : nextWithLength(current - 1, -1);
    case "ArrowDown":
    case "ArrowUp": {
      if (current < 0) return intervalNear(key === "ArrowDown" ? 0 : ranks - 1, middle);
      const nextRank = rank + (key === "ArrowDown" ? 1 : -1);
      return nextRank < 0 || nextRank >= ranks ? current : intervalNear(nextRank, (timeline.from[current] + timeline.to[current]) / 2);
    }
    case "Home":
      return nextWithLength(timeline.first[rank], 1);
    case "End":
      return nextWithLength(timeline.first[rank + 1] - 1, -1);
    case "Escape":
      return current < 0 ? undefined : -1;
    default:
      return undefined;
  }
}

/**
 * Binds the keys of the drawing of ranks in `group`: arrows move from interval to interval, Enter selects. The current interval is stored
 * in the group's data, shows its tooltip, and is announced to screen readers through the description of the view's box. If the interval is
 * not visible, the visible time is moved there.
 */
export function bindRankKeys(ranksMarks: RanksMarks, group: SVGGElement, canvas: Canvas, actions: Actions): void {
  const viewBox = group.closest<HTMLElement>(".view-box");
  const { rankTimeline } = ranksMarks;
  if (viewBox === null || rankTimeline === null) return;
  const drawingId = drawingIndexInBox(group);
  const currentInterval = () => {
    const stored = Number(group.dataset["stretch"] ?? -1);
    return stored < rankTimeline.timeline.kind.length ? stored : -1;
  };
  const showTooltip = () => {
    const current = currentInterval();
    const hoverTarget = current < 0 ? null : intervalHoverTarget(ranksMarks, current, canvas);
    const tooltipLayer = group.querySelector<SVGGElement>("g.tip");
    if (tooltipLayer !== null) drawMarks(hoverTarget === null ? [] : tooltipMarks(hoverTarget, canvas), tooltipLayer);
    viewBox.setAttribute(
      "aria-description",
      hoverTarget === null ? rankKeysHelp : [`${hoverTarget.value}. ${hoverTarget.name}`, ...(hoverTarget.more ?? [])].join(". "),
    );
    return hoverTarget;
  };
  // After a new drawing the tooltip is shown again.
  if (currentInterval() >= 0) showTooltip();
  select(viewBox).on(`keydown.stretch${drawingId}`, (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !group.isConnected) return;
    const current = currentInterval();
    if (event.key === "Enter" && current >= 0) {
      const hoverTarget = intervalHoverTarget(ranksMarks, current, canvas);
      if (hoverTarget !== null) activateTarget(hoverTarget, actions);
    } else {
      const nextInterval = intervalAfterKey(rankTimeline, event.key, current, middleCycle(ranksMarks));
      if (nextInterval === undefined) return;
      if (nextInterval < 0) delete group.dataset["stretch"];
      else group.dataset["stretch"] = String(nextInterval);
      const { span, end } = ranksMarks;
      // An interval outside the visible span is moved to its middle; the page then draws the ranks again.
      if (nextInterval >= 0 && span !== null && !isIntervalVisible(ranksMarks, nextInterval)) {
        const middle = (rankTimeline.timeline.from[nextInterval] + rankTimeline.timeline.to[nextInterval]) / 2;
        actions.selectSpan(moveTimeSpan({ left: 0, right: 1, ...span, end }, middle - (span.from + span.to) / 2));
      } else showTooltip();
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
