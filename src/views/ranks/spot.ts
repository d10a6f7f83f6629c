/** Hit test of the view of ranks: the interval or the message under the pointer. */
import { terminalNames } from "../readings/terminal-names.ts";
import type { Canvas } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, tenth } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { timeAt } from "../time-axis/span-rows.ts";
import type { Arrow } from "./arrows.ts";
import { chainOf } from "./causes.ts";
import { placeOf, type RanksMarks } from "./layout.ts";
import { causeTitles } from "./styles.ts";
import { sayStretchOf } from "./say.ts";
import { countedIn, statisticsOf } from "./statistics.ts";
import { kindOf, lengthOf, rankOf, stretchAfter, type Told } from "./told.ts";

/** Hit radius of an arrow, pixels. It is small, because the pointer is more often meant for a bar beside the arrow. */
const arrowReach = 4;

/** The hover target at a point: a message arrow, a rank's name, or an interval. */
export function spotAt(drawn: RanksMarks, x: number, y: number, within: number, canvas: Canvas): Spot | null {
  const { told, arrows } = drawn;
  const arrow = arrowAt(arrows, x, y, Math.min(within, arrowReach));
  if (arrow !== null && told !== null) return messageSpot(told, arrow, canvas);
  const rank = rankUnder(drawn, x, y);
  if (rank >= 0) return rankSpot(drawn, rank);
  const stretch = stretchUnder(drawn, x, y, within);
  return stretch < 0 ? null : spotOf(drawn, stretch, canvas, x);
}

/** The rank whose name is at a point; −1 for none. */
function rankUnder({ rows }: RanksMarks, x: number, y: number): number {
  if (rows === null || x > rows.box.left - 4) return -1;
  return rows.tops.findIndex((top) => y >= top - 2 && y <= top + rows.height + 2);
}

/** Shares of the activities of a rank in the visible span. */
function rankSpot({ told, rows, nameOf = terminalNames(null) }: RanksMarks, rank: number): Spot | null {
  if (told === null || rows === null) return null;
  const own = statisticsOf(told, rows.box, rank);
  const shares = countedIn(told).flatMap(({ title, place }) =>
    own[place].share >= 0.005 ? [`${title} ${sayPercent(own[place].share)}`] : [],
  );
  const terminal = told.timeline.terminals[rank];
  const name = [`on ${nameOf(terminal)}`, ...shares].join(", ");
  return {
    x: rows.box.left,
    y: rows.tops[rank] + rows.height / 2,
    value: `rank ${rank}`,
    name,
    outline: [],
    picks: { is: "terminal", terminal },
  };
}

/** The interval at a point, or the nearest one of the row; −1 for none. */
function stretchUnder({ told, rows }: RanksMarks, x: number, y: number, within: number): number {
  if (told === null || rows === null) return -1;
  const { timeline } = told;
  const { box, tops, height } = rows;
  const slack = Math.min(within, height * 0.3 + 1);
  const rank = tops.findIndex((top) => y >= top - slack && y <= top + height + slack);
  if (rank < 0 || x < box.left - within || x > box.right + within) return -1;
  const perPixel = (box.to - box.from) / (box.right - box.left);
  const cycle = Math.max(box.from, Math.min(box.to, box.from + (x - box.left) * perPixel));
  const last = timeline.first[rank + 1];
  // Among intervals within about a pixel, take the longest: it determines the style of the bar.
  let best = -1;
  for (let s = stretchAfter(timeline, rank, cycle - perPixel); s < last && timeline.from[s] <= cycle + perPixel; s++) {
    const isUnder = timeline.from[s] <= cycle && timeline.to[s] >= cycle;
    const length = lengthOf(timeline, s);
    if (length <= 0) continue;
    if (isUnder && length / perPixel > 2) return s;
    if (best < 0 || length > lengthOf(timeline, best)) best = s;
  }
  return best;
}

/** The hover target of an interval; null where the interval is not visible. */
export function spotOf(drawn: RanksMarks, stretch: number, { units, theme }: Canvas, x?: number): Spot | null {
  const { told, rows, isLogical } = drawn;
  const place = told === null || rows === null ? null : placeOf(told, stretch, rows);
  if (told === null || place === null) return null;
  const { timeline } = told;
  const { value, name } = sayStretchOf(units, told, stretch);
  const kind = kindOf(timeline, stretch);
  const isWait = !isLogical && (kind === "wait" || kind === "receive");
  const cause = isWait ? chainOf(told, stretch)[0] : undefined;
  return {
    x: x === undefined ? place.x + place.width / 2 : Math.max(place.x, Math.min(place.x + place.width, x)),
    y: place.y + place.height / 2,
    value: isLogical ? (kind === "compute" ? `logical step ${timeline.to[stretch]}` : `${lengthOf(timeline, stretch)} steps`) : value,
    name,
    ...(cause === undefined ? {} : { more: [causeTitles[cause.cause]] }),
    outline: [outlineOf(place, theme.ink)],
    picks: { is: "stretch", stretch, terminal: timeline.terminals[rankOf(timeline, stretch)] },
  };
}

function outlineOf({ x, y, width, height }: NonNullable<ReturnType<typeof placeOf>>, ink: string): Mark {
  return rectMark("hover", x - 1, y - 1, width + 2, height + 2, { fill: "none", stroke: ink, "stroke-width": 1.5, rx: 1.5 });
}

function arrowAt(arrows: readonly Arrow[], x: number, y: number, within: number): Arrow | null {
  let [found, least]: [Arrow | null, number] = [null, within];
  for (const arrow of arrows) {
    const { x1, y1, x2, y2 } = arrow;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const t = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    const away = Math.hypot(x1 + t * dx - x, y1 + t * dy - y);
    if (away < least) [found, least] = [arrow, away];
  }
  return found;
}

/** The hover target of a message: time from handover to arrival. */
function messageSpot({ timeline, messages }: Told, { message, x1, y1, x2, y2 }: Arrow, { units, theme }: Canvas): Spot {
  const [source, destination] = [timeline.source[message], timeline.destination[message]];
  const { created, delivered } = messages[message];
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    value: delivered < created ? "a message" : units.sayTime(delivered + 1 - created),
    name: `rank ${source} → rank ${destination}`,
    outline: [pathMark("hover", `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`, { stroke: theme.ink, "stroke-width": 3 })],
    picks: { is: "message", message, source: timeline.terminals[source], destination: timeline.terminals[destination] },
  };
}

/** The cycle in the middle of the visible span. */
export function middleOf({ rows }: RanksMarks): number {
  return rows === null ? 0 : (rows.box.from + rows.box.to) / 2;
}

/** Whether any part of an interval is visible. */
export function isInSight({ told, rows }: RanksMarks, stretch: number): boolean {
  if (told === null || rows === null) return false;
  const { from, to } = told.timeline;
  return timeAt(rows.box, to[stretch]) > rows.box.left && timeAt(rows.box, from[stretch]) < rows.box.right;
}
