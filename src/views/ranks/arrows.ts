/** Messages as arrows between the rows of ranks, and the chain of delays of a selected interval as a path across the rows. */
import type { Theme } from "../contract.ts";
import { type Mark, pathMark, toTenths } from "../marks/marks.ts";
import { type TimeBox, timeAt } from "../time-axis/span-rows.ts";
import type { DelayLink } from "./idle-causes.ts";
import { intervalKind, intervalLength, rankOfInterval, type RankTimeline } from "./rank-timeline.ts";

/** Maximum number of arrows; more would hide the bars. */
const maxArrows = 400;

/** Placed rows of ranks: top of each row, and height of a bar, pixels. */
export interface RankRows {
  readonly timeBox: TimeBox;
  readonly tops: readonly number[];
  readonly barHeight: number;
}

export interface MessageArrow {
  readonly message: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/**
 * The arrows of messages from the row of the sending rank to that of the receiving rank, and from the cycle of the handover to the network
 * to the cycle of the arrival. Messages that have not been handed over or lie outside the visible time are left out, and at most
 * `maxArrows` are returned. Coordinates are pixels; `timeBox` is the area of the rows with its first and last cycle.
 */
export function messageArrows(rankTimeline: RankTimeline, messageIndices: readonly number[], rows: RankRows): readonly MessageArrow[] {
  const { timeline, messages } = rankTimeline;
  const arrows: MessageArrow[] = [];
  for (const message of messageIndices) {
    const times = messages[message];
    if (times === undefined || times.created < 0 || arrows.length >= maxArrows) continue;
    const [sourceRank, destinationRank] = [timeline.source[message], timeline.destination[message]];
    // In logical steps a transfer takes no time (`delivered` is before `created`); then the arrow ends where the rank receives the message.
    const arrival = times.delivered < times.created ? receivedAt(rankTimeline, message, destinationRank) : times.delivered + 1;
    if (arrival < rows.timeBox.from || times.created > rows.timeBox.to) continue;
    const isDownward = destinationRank > sourceRank;
    arrows.push({
      message,
      x1: timeAt(rows.timeBox, times.created),
      y1: rows.tops[sourceRank] + (isDownward ? rows.barHeight : 0),
      x2: timeAt(rows.timeBox, arrival),
      y2: rows.tops[destinationRank] + (isDownward ? 0 : rows.barHeight),
    });
  }
  return arrows;
}

/** When a rank receives a message whose transfer takes no time, as in logical steps: the end of the interval that receives it. */
function receivedAt({ timeline, messages }: RankTimeline, message: number, rank: number): number {
  for (let intervalIndex = timeline.first[rank + 1] - 1; intervalIndex >= timeline.first[rank]; intervalIndex--)
    if (timeline.message[intervalIndex] === message) return timeline.to[intervalIndex];
  return messages[message].created;
}

/**
 * Messages that an interval receives or sends. For a computation these are the messages that its rank has received since the previous
 * computation, and the messages that it sends before the next computation.
 */
export function messagesOfInterval({ timeline }: RankTimeline, interval: number): readonly number[] {
  const { message, first } = timeline;
  if (intervalKind(timeline, interval) !== "compute") return message[interval] < 0 ? [] : [message[interval]];
  const rank = rankOfInterval(timeline, interval);
  const messagesFound = new Set<number>();
  const isCompute = (intervalIndex: number) => intervalKind(timeline, intervalIndex) === "compute";
  for (let intervalIndex = interval - 1; intervalIndex >= first[rank] && !isCompute(intervalIndex); intervalIndex--)
    if (timeline.source[message[intervalIndex]] !== rank) messagesFound.add(message[intervalIndex]);
  for (let intervalIndex = interval + 1; intervalIndex < first[rank + 1] && !isCompute(intervalIndex); intervalIndex++)
    if (timeline.source[message[intervalIndex]] === rank) messagesFound.add(message[intervalIndex]);
  timeline.after.forEach((precedingInterval, messageIndex) => precedingInterval === interval && messagesFound.add(messageIndex));
  messagesFound.delete(-1);
  return [...messagesFound];
}

/** All messages that a rank sends or receives. */
export function messagesOfRank({ timeline: { source, destination } }: RankTimeline, rank: number): readonly number[] {
  return source.flatMap((from, messageIndex) => (from === rank || destination[messageIndex] === rank ? [messageIndex] : []));
}

/**
 * Marks of message arrows: all lines as one path on a halo, and all arrowheads as another. Lines are clipped to the visible time; an arrow
 * that ends after this time has no head. Keys begin with `key`; `width` is that of a line, pixels.
 */
export function messageArrowMarks(
  key: string,
  arrows: readonly MessageArrow[],
  color: string,
  width: number,
  { timeBox }: RankRows,
  theme: Theme,
): readonly Mark[] {
  let [lines, heads] = ["", ""];
  for (const arrow of arrows) {
    const visiblePart = clipArrow(arrow, timeBox);
    if (visiblePart === null) continue;
    const { x1, y1, x2, y2 } = visiblePart;
    lines += `M${toTenths(x1)} ${toTenths(y1)}L${toTenths(x2)} ${toTenths(y2)}`;
    if (arrow.x2 > timeBox.right + 0.5) continue;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [unitX, unitY] = [(x2 - x1) / length, (y2 - y1) / length];
    const size = 3 + 1.6 * width;
    const headCorner = (along: number, sideways: number) =>
      `${toTenths(x2 - unitX * along - unitY * sideways)} ${toTenths(y2 - unitY * along + unitX * sideways)}`;
    heads += `M${toTenths(x2)} ${toTenths(y2)}L${headCorner(size, size * 0.5)}L${headCorner(size, -size * 0.5)}z`;
  }
  if (lines === "") return [];
  return [
    pathMark(`${key} halo`, lines, { stroke: theme.surface, "stroke-width": width + 2.4, "stroke-opacity": 0.8 }),
    pathMark(`${key} lines`, lines, { stroke: color, "stroke-width": width, "stroke-linecap": "round" }),
    ...(heads === "" ? [] : [pathMark(`${key} heads`, heads, { fill: color })]),
  ];
}

/** The part of an arrow within the visible span; null for none. */
function clipArrow({ x1, y1, x2, y2 }: MessageArrow, { left, right }: TimeBox): Omit<MessageArrow, "message"> | null {
  if (Math.max(x1, x2) < left || Math.min(x1, x2) > right) return null;
  const yAt = (x: number) => (x2 === x1 ? y1 : y1 + ((x - x1) / (x2 - x1)) * (y2 - y1));
  const clipPoint = (x: number, y: number) => (x < left ? [left, yAt(left)] : x > right ? [right, yAt(right)] : [x, y]);
  const [[ax, ay], [bx, by]] = [clipPoint(x1, y1), clipPoint(x2, y2)];
  return { x1: ax, y1: ay, x2: bx, y2: by };
}

/**
 * Marks of a delay chain: a line backwards in time from a selected interval, through the wait of a rank, along the late message to its
 * sender, through what delayed the sender, and so on to the origin. The waits of the chain are outlined. In a link of the chain, `interval`
 * is the index of the delayed interval, and `handoverCycle` the cycle in which the sender handed the message over.
 */
export function delayChainMarks(
  { timeline, messages }: RankTimeline,
  interval: number,
  chain: readonly DelayLink[],
  { timeBox, tops, barHeight }: RankRows,
  theme: Theme,
): readonly Mark[] {
  const points: (readonly [x: number, y: number])[] = [];
  const xOf = (cycle: number) => Math.max(timeBox.left, Math.min(timeBox.right, timeAt(timeBox, cycle)));
  // The path runs below the middle of bars, where their names are.
  const yOf = (rank: number) => tops[rank] + barHeight * 0.84;
  // The path begins at the end of the selected interval if that is the first delay, otherwise at its beginning.
  if (chain.length > 0)
    points.push([xOf(chain[0].interval === interval ? timeline.to[interval] : timeline.from[interval]), yOf(chain[0].rank)]);
  // From each sender the path continues to the interval in which the sender itself was delayed.
  chain.forEach(({ rank, interval: delayed, sender, handoverCycle }, i) => {
    const arrivalCycle = (messages[timeline.message[delayed]]?.delivered ?? 0) + 1;
    points.push([xOf(sender < 0 ? timeline.from[delayed] : Math.max(timeline.to[delayed], arrivalCycle)), yOf(rank)]);
    if (sender < 0) return;
    points.push([xOf(handoverCycle), yOf(sender)]);
    if (i === chain.length - 1) points.push([xOf(timeline.from[timeline.first[sender]]), yOf(sender)]);
  });
  if (points.length < 2) return [];
  const path = points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${toTenths(px)} ${toTenths(py)}`).join("");
  // Outlines of the visible waits of the chain.
  const waitOutlines = chain
    .filter(
      ({ interval: delayed }) =>
        intervalLength(timeline, delayed) > 0 && timeline.to[delayed] >= timeBox.from && timeline.from[delayed] <= timeBox.to,
    )
    .map(({ rank, interval: delayed }) => {
      const [waitLeft, waitRight] = [xOf(timeline.from[delayed]), xOf(timeline.to[delayed])];
      return `M${toTenths(waitLeft)} ${toTenths(tops[rank] - 1)}h${toTenths(Math.max(1, waitRight - waitLeft))}v${toTenths(barHeight + 2)}h${-toTenths(Math.max(1, waitRight - waitLeft))}z`;
    })
    .join("");
  const roundJoins = { "stroke-linejoin": "round", "stroke-linecap": "round" };
  return [
    ...(waitOutlines === "" ? [] : [pathMark("chain waits", waitOutlines, { stroke: theme.accent, "stroke-width": 1.2 })]),
    pathMark("chain halo", path, { stroke: theme.surface, "stroke-width": 5, "stroke-opacity": 0.85, ...roundJoins }),
    pathMark("chain", path, { stroke: theme.accent, "stroke-width": 2, ...roundJoins }),
  ];
}
