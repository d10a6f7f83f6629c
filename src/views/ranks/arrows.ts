/** Messages as arrows between the rows of ranks, and the chain of delays of a selected interval as a path across the rows. */
import type { Theme } from "../contract.ts";
import { type Mark, pathMark, tenth } from "../marks/marks.ts";
import { type SpanBox, timeAt } from "../time-axis/span-rows.ts";
import type { Link } from "./causes.ts";
import { kindOf, lengthOf, rankOf, type Told } from "./told.ts";

/** Maximum number of arrows; more would hide the bars. */
const mostArrows = 400;

/** Placed rows of ranks: top of each row, and height of a bar, pixels. */
export interface RankRows {
  readonly box: SpanBox;
  readonly tops: readonly number[];
  readonly height: number;
}

export interface Arrow {
  readonly message: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The arrows of messages, from their handover to their arrival, that have arrived and reach into the visible span. */
export function arrowsOf(told: Told, chosen: readonly number[], rows: RankRows): readonly Arrow[] {
  const { timeline, messages } = told;
  const arrows: Arrow[] = [];
  for (const message of chosen) {
    const own = messages[message];
    if (own === undefined || own.created < 0 || arrows.length >= mostArrows) continue;
    const [from, to] = [timeline.source[message], timeline.destination[message]];
    const arrival = own.delivered < own.created ? takenAt(told, message, to) : own.delivered + 1;
    if (arrival < rows.box.from || own.created > rows.box.to) continue;
    const isDown = to > from;
    arrows.push({
      message,
      x1: timeAt(rows.box, own.created),
      y1: rows.tops[from] + (isDown ? rows.height : 0),
      x2: timeAt(rows.box, arrival),
      y2: rows.tops[to] + (isDown ? 0 : rows.height),
    });
  }
  return arrows;
}

/** When a rank receives a message whose transfer takes no time, as in logical steps: the end of the interval that receives it. */
function takenAt({ timeline, messages }: Told, message: number, rank: number): number {
  for (let s = timeline.first[rank + 1] - 1; s >= timeline.first[rank]; s--) if (timeline.message[s] === message) return timeline.to[s];
  return messages[message].created;
}

/**
 * Messages that an interval receives or sends. For a computation: those received since the previous computation of its rank, and those sent
 * before the next one.
 */
export function messagesOf({ timeline }: Told, stretch: number): readonly number[] {
  const { message, first } = timeline;
  if (kindOf(timeline, stretch) !== "compute") return message[stretch] < 0 ? [] : [message[stretch]];
  const rank = rankOf(timeline, stretch);
  const found = new Set<number>();
  const isCompute = (s: number) => kindOf(timeline, s) === "compute";
  for (let s = stretch - 1; s >= first[rank] && !isCompute(s); s--) if (timeline.source[message[s]] !== rank) found.add(message[s]);
  for (let s = stretch + 1; s < first[rank + 1] && !isCompute(s); s++) if (timeline.source[message[s]] === rank) found.add(message[s]);
  timeline.after.forEach((after, m) => after === stretch && found.add(m));
  found.delete(-1);
  return [...found];
}

/** All messages that a rank sends or receives. */
export function messagesAt({ timeline: { source, destination } }: Told, rank: number): readonly number[] {
  return source.flatMap((from, m) => (from === rank || destination[m] === rank ? [m] : []));
}

/** Arrows as marks: lines with arrowheads on a halo. */
export function arrowMarks(
  key: string,
  arrows: readonly Arrow[],
  colour: string,
  width: number,
  { box }: RankRows,
  theme: Theme,
): readonly Mark[] {
  let [lines, heads] = ["", ""];
  for (const arrow of arrows) {
    const cut = clipped(arrow, box);
    if (cut === null) continue;
    const { x1, y1, x2, y2 } = cut;
    lines += `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`;
    if (arrow.x2 > box.right + 0.5) continue;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const size = 3 + 1.6 * width;
    const at = (along: number, aside: number) => `${tenth(x2 - ux * along - uy * aside)} ${tenth(y2 - uy * along + ux * aside)}`;
    heads += `M${tenth(x2)} ${tenth(y2)}L${at(size, size * 0.5)}L${at(size, -size * 0.5)}z`;
  }
  if (lines === "") return [];
  return [
    pathMark(`${key} halo`, lines, { stroke: theme.surface, "stroke-width": width + 2.4, "stroke-opacity": 0.8 }),
    pathMark(`${key} lines`, lines, { stroke: colour, "stroke-width": width, "stroke-linecap": "round" }),
    ...(heads === "" ? [] : [pathMark(`${key} heads`, heads, { fill: colour })]),
  ];
}

/** The part of an arrow within the visible span; null for none. */
function clipped({ x1, y1, x2, y2 }: Arrow, { left, right }: SpanBox): Omit<Arrow, "message"> | null {
  if (Math.max(x1, x2) < left || Math.min(x1, x2) > right) return null;
  const at = (x: number) => (x2 === x1 ? y1 : y1 + ((x - x1) / (x2 - x1)) * (y2 - y1));
  const cut = (x: number, y: number) => (x < left ? [left, at(left)] : x > right ? [right, at(right)] : [x, y]);
  const [[ax, ay], [bx, by]] = [cut(x1, y1), cut(x2, y2)];
  return { x1: ax, y1: ay, x2: bx, y2: by };
}

/**
 * The path of a delay chain, backwards in time from an interval: through the waiting rank, along the late message to its sender, through
 * what delayed the sender, and so on to the origin.
 */
export function chainMarks(
  { timeline, messages }: Told,
  stretch: number,
  chain: readonly Link[],
  { box, tops, height }: RankRows,
  theme: Theme,
): readonly Mark[] {
  const points: (readonly [x: number, y: number])[] = [];
  const x = (cycle: number) => Math.max(box.left, Math.min(box.right, timeAt(box, cycle)));
  // The path runs below the middle of bars, where their names are.
  const y = (rank: number) => tops[rank] + height * 0.84;
  if (chain.length > 0) points.push([x(chain[0].stretch === stretch ? timeline.to[stretch] : timeline.from[stretch]), y(chain[0].rank)]);
  // From each sender the path continues to the interval in which the sender itself was delayed.
  chain.forEach(({ rank, stretch, sender, sent }, i) => {
    const arrived = (messages[timeline.message[stretch]]?.delivered ?? 0) + 1;
    points.push([x(sender < 0 ? timeline.from[stretch] : Math.max(timeline.to[stretch], arrived)), y(rank)]);
    if (sender < 0) return;
    points.push([x(sent), y(sender)]);
    if (i === chain.length - 1) points.push([x(timeline.from[timeline.first[sender]]), y(sender)]);
  });
  if (points.length < 2) return [];
  const way = points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${tenth(px)} ${tenth(py)}`).join("");
  const spots = chain
    .filter(({ stretch }) => lengthOf(timeline, stretch) > 0 && timeline.to[stretch] >= box.from && timeline.from[stretch] <= box.to)
    .map(({ rank, stretch }) => {
      const [from, to] = [x(timeline.from[stretch]), x(timeline.to[stretch])];
      return `M${tenth(from)} ${tenth(tops[rank] - 1)}h${tenth(Math.max(1, to - from))}v${tenth(height + 2)}h${-tenth(Math.max(1, to - from))}z`;
    })
    .join("");
  const round = { "stroke-linejoin": "round", "stroke-linecap": "round" };
  return [
    ...(spots === "" ? [] : [pathMark("chain waits", spots, { stroke: theme.accent, "stroke-width": 1.2 })]),
    pathMark("chain halo", way, { stroke: theme.surface, "stroke-width": 5, "stroke-opacity": 0.85, ...round }),
    pathMark("chain", way, { stroke: theme.accent, "stroke-width": 2, ...round }),
  ];
}
