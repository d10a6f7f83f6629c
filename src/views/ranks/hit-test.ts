/** Hit test of the view of ranks: the interval or the message under the pointer. */
import { terminalNames } from "../readings/terminal-names.ts";
import type { Canvas } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, toTenths } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { timeAt } from "../time-axis/span-rows.ts";
import type { MessageArrow } from "./arrows.ts";
import { delayChainOf } from "./idle-causes.ts";
import { intervalRectangle, type RanksMarks } from "./layout.ts";
import { causeTitles } from "./styles.ts";
import { sayInterval } from "./say.ts";
import { statisticsRowsOf, statisticsOf } from "./statistics.ts";
import { intervalKind, intervalLength, rankOfInterval, intervalAfter, type RankTimeline } from "./rank-timeline.ts";

/** Hit radius of an arrow, pixels. It is small, because the pointer is more often meant for a bar beside the arrow. */
const arrowHitRadius = 4;

/** The hover target at a point: a message arrow, a rank's name, or an interval. */
export function hitTestRanks(ranksMarks: RanksMarks, x: number, y: number, radius: number, canvas: Canvas): HoverTarget | null {
  const { rankTimeline, arrows } = ranksMarks;
  const arrow = arrowAt(arrows, x, y, Math.min(radius, arrowHitRadius));
  if (arrow !== null && rankTimeline !== null) return messageHoverTarget(rankTimeline, arrow, canvas);
  const rank = rankLabelAt(ranksMarks, x, y);
  if (rank >= 0) return rankHoverTarget(ranksMarks, rank);
  const interval = intervalAt(ranksMarks, x, y, radius);
  return interval < 0 ? null : intervalHoverTarget(ranksMarks, interval, canvas, x);
}

/** The rank whose name is at a point; −1 for none. */
function rankLabelAt({ rows }: RanksMarks, x: number, y: number): number {
  if (rows === null || x > rows.timeBox.left - 4) return -1;
  return rows.tops.findIndex((top) => y >= top - 2 && y <= top + rows.barHeight + 2);
}

/** Shares of the activities of a rank in the visible span. */
function rankHoverTarget({ rankTimeline, rows, nameOf = terminalNames(null) }: RanksMarks, rank: number): HoverTarget | null {
  if (rankTimeline === null || rows === null) return null;
  const statistics = statisticsOf(rankTimeline, rows.timeBox, rank);
  const shares = statisticsRowsOf(rankTimeline).flatMap(({ title, index }) =>
    statistics[index].share >= 0.005 ? [`${title} ${sayPercent(statistics[index].share)}`] : [],
  );
  const terminal = rankTimeline.timeline.terminals[rank];
  const name = [`on ${nameOf(terminal)}`, ...shares].join(", ");
  return {
    x: rows.timeBox.left,
    y: rows.tops[rank] + rows.barHeight / 2,
    value: `rank ${rank}`,
    name,
    outline: [],
    clickSelection: { is: "terminal", terminal },
  };
}

/**
 * Index of the interval (an activity of a rank from one cycle to another) at the point (x, y), or of one in the same row that is hardly a
 * pixel away; −1 for none. `radius` is the tolerance around rows, pixels. `timeBox` is the area of the rows with its first and last cycle;
 * `tops` is the top of each rank's row.
 */
function intervalAt({ rankTimeline, rows }: RanksMarks, x: number, y: number, radius: number): number {
  if (rankTimeline === null || rows === null) return -1;
  const { timeline } = rankTimeline;
  const { timeBox, tops, barHeight } = rows;
  const tolerance = Math.min(radius, barHeight * 0.3 + 1);
  const rank = tops.findIndex((top) => y >= top - tolerance && y <= top + barHeight + tolerance);
  if (rank < 0 || x < timeBox.left - radius || x > timeBox.right + radius) return -1;
  const cyclesPerPixel = (timeBox.to - timeBox.from) / (timeBox.right - timeBox.left);
  const cycle = Math.max(timeBox.from, Math.min(timeBox.to, timeBox.from + (x - timeBox.left) * cyclesPerPixel));
  const endInterval = timeline.first[rank + 1];
  // Among intervals within about a pixel, take the longest: it determines the style of the bar.
  let longest = -1;
  for (
    let intervalIndex = intervalAfter(timeline, rank, cycle - cyclesPerPixel);
    intervalIndex < endInterval && timeline.from[intervalIndex] <= cycle + cyclesPerPixel;
    intervalIndex++
  ) {
    const containsPointer = timeline.from[intervalIndex] <= cycle && timeline.to[intervalIndex] >= cycle;
    const length = intervalLength(timeline, intervalIndex);
    if (length <= 0) continue;
    if (containsPointer && length / cyclesPerPixel > 2) return intervalIndex;
    if (longest < 0 || length > intervalLength(timeline, longest)) longest = intervalIndex;
  }
  return longest;
}

/**
 * The hover target of an interval of a rank: its text, its outline, and in `clickSelection` what a click selects. For a wait or receive the
 * text includes the cause of the delay. Null where the interval is not visible.
 * @param interval Index of the interval in the timeline.
 * @param x Horizontal position of the pointer, pixels; the middle of the bar if absent.
 */
export function intervalHoverTarget(ranksMarks: RanksMarks, interval: number, { units, theme }: Canvas, x?: number): HoverTarget | null {
  const { rankTimeline, rows, isLogical } = ranksMarks;
  const rectangle = rankTimeline === null || rows === null ? null : intervalRectangle(rankTimeline, interval, rows);
  if (rankTimeline === null || rectangle === null) return null;
  const { timeline } = rankTimeline;
  const { value, name } = sayInterval(units, rankTimeline, interval);
  const kind = intervalKind(timeline, interval);
  const logicalText = kind === "compute" ? `logical step ${timeline.to[interval]}` : `${intervalLength(timeline, interval)} steps`;
  const isWait = !isLogical && (kind === "wait" || kind === "receive");
  const firstDelay = isWait ? delayChainOf(rankTimeline, interval)[0] : undefined;
  return {
    x: x === undefined ? rectangle.x + rectangle.width / 2 : Math.max(rectangle.x, Math.min(rectangle.x + rectangle.width, x)),
    y: rectangle.y + rectangle.height / 2,
    value: isLogical ? logicalText : value,
    name,
    ...(firstDelay === undefined ? {} : { more: [causeTitles[firstDelay.cause]] }),
    outline: [outlineOf(rectangle, theme.ink)],
    clickSelection: { is: "stretch", stretch: interval, terminal: timeline.terminals[rankOfInterval(timeline, interval)] },
  };
}

function outlineOf({ x, y, width, height }: NonNullable<ReturnType<typeof intervalRectangle>>, ink: string): Mark {
  return rectMark("hover", x - 1, y - 1, width + 2, height + 2, { fill: "none", stroke: ink, "stroke-width": 1.5, rx: 1.5 });
}

function arrowAt(arrows: readonly MessageArrow[], x: number, y: number, radius: number): MessageArrow | null {
  let [nearest, minDistance]: [MessageArrow | null, number] = [null, radius];
  for (const arrow of arrows) {
    const { x1, y1, x2, y2 } = arrow;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const t = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(x1 + t * dx - x, y1 + t * dy - y);
    if (distance < minDistance) [nearest, minDistance] = [arrow, distance];
  }
  return nearest;
}

/**
 * The hover target of a message arrow between two ranks. Its text is the time from the handover to the arrival, if the message has arrived.
 */
function messageHoverTarget(
  { timeline, messages }: RankTimeline,
  { message, x1, y1, x2, y2 }: MessageArrow,
  { units, theme }: Canvas,
): HoverTarget {
  const [source, destination] = [timeline.source[message], timeline.destination[message]];
  const { created, delivered } = messages[message];
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    value: delivered < created ? "a message" : units.sayTime(delivered + 1 - created),
    name: `rank ${source} → rank ${destination}`,
    outline: [
      pathMark("hover", `M${toTenths(x1)} ${toTenths(y1)}L${toTenths(x2)} ${toTenths(y2)}`, { stroke: theme.ink, "stroke-width": 3 }),
    ],
    clickSelection: { is: "message", message, source: timeline.terminals[source], destination: timeline.terminals[destination] },
  };
}

/** The cycle in the middle of the visible span. */
export function middleCycle({ rows }: RanksMarks): number {
  return rows === null ? 0 : (rows.timeBox.from + rows.timeBox.to) / 2;
}

/** Whether any part of an interval is visible. */
export function isIntervalVisible({ rankTimeline, rows }: RanksMarks, interval: number): boolean {
  if (rankTimeline === null || rows === null) return false;
  const { from, to } = rankTimeline.timeline;
  return timeAt(rows.timeBox, to[interval]) > rows.timeBox.left && timeAt(rows.timeBox, from[interval]) < rows.timeBox.right;
}
