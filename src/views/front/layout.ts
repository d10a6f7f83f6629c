/**
 * Networks by what they cost and what they give: hollow where only a bound is known, filled where simulated; a staircase joins those
 * that nothing beats, for between two of them there is nothing to buy.
 */
import type { Theme } from "../contract.ts";
import { axisUp, small, strong, type Tick, ticksAt } from "../plot/axes.ts";
import { axisWords, withRoom } from "../plot/axes-across.ts";
import { textWidth } from "../plot/text-width.ts";
import { type Box, meet } from "../plot/labels.ts";
import { linearScale, type Scale, ticksIn } from "../plot/scale.ts";
import { halo, type Mark, pathMark, rectMark, ring, tenth, textMark } from "../marks/marks.ts";
import { outlineOf } from "./shapes.ts";

/** One network in the picture. */
export interface FrontPoint {
  readonly id: string;
  /** Number of its family: its shape. */
  readonly family: number;
  readonly name: string;
  /** The same where there is less room: its family. */
  readonly short: string;
  readonly x: number;
  readonly y: number;
  /** Whether y is measured, not only bounded; and how far off the truth it may be. */
  readonly isMeasured: boolean;
  readonly error: number;
  /** Its bound, where it has been measured. */
  readonly bound: number | null;
  /** Need not be simulated: even its bound lies below the front. */
  readonly isBeaten: boolean;
  /** Lies beyond what may be spent. */
  readonly isBeyond: boolean;
  /** Another family is looked at alone. */
  readonly isAside: boolean;
  /** Its letter among those picked; empty where it is not. */
  readonly letter: string;
}

export interface FrontData {
  readonly points: readonly FrontPoint[];
  /** Ids along the front, cheapest first, and the one that answers the question. */
  readonly front: readonly string[];
  readonly answer: string | null;
  /** Id of the one pointed at. */
  readonly shown: string | null;
  /** Across less is better; up it is said. */
  readonly x: FrontAxis;
  readonly y: FrontAxis & {
    readonly isMoreBetter: boolean;
    /** The end of the axis, where it has one by nature. */
    readonly most?: number;
  };
  /** What may be spent, and what must be carried, on these axes; null where they show something else. */
  readonly limit: number | null;
  readonly asked: number | null;
  /** Words at the limit: `beyond $2 000`. */
  readonly beyond: string;
}

export interface FrontAxis {
  readonly write: (value: number) => string;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

export interface FrontLayout {
  readonly marks: readonly Mark[];
  readonly x: Scale;
  readonly y: Scale;
  /** Where each network stands. */
  readonly places: readonly { readonly id: string; readonly x: number; readonly y: number }[];
}

const margin = { left: 44, right: 14, top: 16, bottom: 28 } as const;
/** Radii of a mark, of one on the front, of the ring of what is picked, pixels. */
const radius = { usual: 3.9, front: 5.2, picked: 9 } as const;
/** How much is left of marks of other families while one is looked at alone. */
const aside = 0.5;
/** How far from the middle of its mark a name may stand, pixels: above it, and below where less is better. */
const raised = [5, 12] as const;
/** From a mark to the end of its letter, pixels, and the letter's height. */
const letter = { right: 22, high: 10 } as const;

/** The largest values of many, so that one that costs ten times as much does not push all others to the edge. */
function reach(values: readonly number[], must: number): number {
  if (values.length === 0) return Math.max(must, 1);
  const sorted = values.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) * 0.8)];
  // However little may be spent, the cheapest are in sight.
  return Math.min(sorted[sorted.length - 1], Math.max(must * 1.4, Math.min(usual * 1.25, must * 3), sorted[0] * 2.5));
}

/** Ends of an axis in round steps, so that it stands still while a word is scrubbed. */
function roundUp(value: number): number {
  // Where nothing costs anything there is an axis all the same.
  if (value < 1e-6) return 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value * 0.9999) ?? value;
}

export function layoutFront(data: FrontData, { width, height, theme }: Canvas): FrontLayout {
  const { points, front, limit, asked } = data;
  const isFront = new Set(front);
  const most = (those: readonly number[]) => Math.max(...those, 1e-9);
  // Without a limit on this axis, it goes on to the last of those that can be paid for.
  const spent = limit ?? most(points.filter(({ isBeyond }) => !isBeyond).map(({ x }) => x));
  const mostX = roundUp(
    reach(
      points.map(({ x }) => x),
      spent,
    ),
  );
  const mostY =
    data.y.most ??
    roundUp(
      reach(
        points.map(({ y }) => y),
        most(points.filter(({ id }) => isFront.has(id)).map(({ y }) => y)),
      ),
    );
  const [left, right, top, foot] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const x = linearScale([0, mostX], [left, right]);
  const y = linearScale([0, mostY], [foot, top]);
  const shownPoints = points.filter((point) => point.x <= mostX * 1.0001 && point.y <= mostY * 1.0001);
  const places = shownPoints.map(({ id, x: px, y: py }) => ({ id, x: x(px), y: y(py) }));
  const byId = new Map(shownPoints.map((point) => [point.id, point]));
  const along = front.flatMap((id) => byId.get(id) ?? []);
  const answer = data.answer === null || front.includes(data.answer) ? undefined : byId.get(data.answer);
  const named = answer === undefined ? along : [answer, ...along];
  const yTicks: readonly Tick[] = ticksAt(ticksIn([0, mostY], 5), y, data.y.write);
  const xTicks = withRoom(ticksAt(ticksIn([0, mostX], Math.max(2, width / 150)), x, data.x.write), 18);
  const room: Room = { x, y, left, foot, width };
  const marks: Mark[] = [];
  /** Where what may be spent ends. */
  const end = limit === null ? right : Math.min(right, x(limit));
  if (limit !== null) {
    marks.push(rectMark("within", left, top, end - left, foot - top, { fill: theme.ink, "fill-opacity": 0.028 }));
  }
  marks.push(...axisUp(yTicks, left, right, theme), pathMark("foot", `M${left} ${tenth(foot)}H${tenth(right)}`, { stroke: theme.wire }));
  marks.push(...axisWords(xTicks, { y: foot + 18, left: 0, right: width }, theme));
  if (limit !== null && limit <= mostX)
    marks.push(
      pathMark("limit", `M${tenth(x(limit))} ${top - 8}V${tenth(foot)}`, { stroke: theme.ink, "stroke-width": 1.2 }),
      pathMark("limit hand", `M${tenth(x(limit) - 5)} ${top - 12}h10l-5 7z`, { fill: theme.ink }),
      ...(right - x(limit) > textWidth(data.beyond) + 8 ? [textMark("beyond", x(limit) + 7, foot - 10, data.beyond, small(theme))] : []),
    );
  if (asked !== null && asked <= mostY)
    marks.push(
      pathMark("asked", `M${left} ${tenth(y(asked))}H${tenth(end)}`, {
        stroke: theme.ink,
        "stroke-width": 1.2,
        "stroke-dasharray": "1 4",
        "stroke-linecap": "round",
      }),
      pathMark("asked hand", `M${left - 1} ${tenth(y(asked) - 5)}v10l7 -5z`, { fill: theme.ink }),
    );
  marks.push(...staircase(along, { x, y, right: end }, theme));
  for (const point of ordered(shownPoints, isFront)) marks.push(...markOf(point, data, room, theme));
  const out = points.length - shownPoints.length;
  const words = out === 0 ? "" : `${out} more ${out === 1 ? "lies" : "lie"} further out`;
  // Beside the budget's hand, where there is room for it.
  const outFoot = limit !== null && Math.abs(x(limit) - right + textWidth(words) / 2) < textWidth(words) / 2 + 8 ? top + 14 : top - 4;
  if (out > 0) marks.push(textMark("out", right, outFoot, words, { ...small(theme, "end"), ...halo(theme.ground) }));
  const taken: readonly Box[] = [
    ...stepsOf(along, room, end),
    ...(asked === null ? [] : [[left, y(asked) - 1, end, y(asked) + 1] as const]),
    ...(out === 0 ? [] : [[right - textWidth(words), outFoot - 12, right, outFoot + 2] as const]),
  ];
  marks.push(...labelsOf(named, shownPoints, taken, data, room, theme));
  return { marks, x, y, places };
}

/** Those that matter are painted over the others. */
function ordered(points: readonly FrontPoint[], front: ReadonlySet<string>): readonly FrontPoint[] {
  const rank = (point: FrontPoint) =>
    (point.letter !== "" ? 8 : 0) + (front.has(point.id) ? 4 : 0) + (point.isMeasured ? 2 : 0) + (point.isBeaten || point.isBeyond ? 0 : 1);
  return points.toSorted((a, b) => rank(a) - rank(b));
}

/** Where the letter of a mark begins, and its foot: to its right, where the canvas goes on so far. */
const letterAt = (x: number, y: number, width: number): readonly [number, number] => [
  x + (x + letter.right > width ? -letter.right : 12),
  y + 14,
];

function markOf(point: FrontPoint, { front, answer, shown }: FrontData, { x, y, width }: Room, theme: Theme): readonly Mark[] {
  // The answer may lie just below the front: it is as bold.
  const isFront = front.includes(point.id) || point.id === answer;
  const path = outlineOf(point.family, isFront ? radius.front : radius.usual);
  const [px, py] = [tenth(x(point.x)), tenth(y(point.y))];
  const transform = `translate(${px} ${py})`;
  const tone = isFront ? theme.ink : point.isMeasured ? theme.edge : theme.dark ? theme.edge : theme.wire;
  const opacity = point.isAside ? aside : point.isBeyond && !isFront ? 0.4 : point.isBeaten && !point.isMeasured ? 0.6 : 1;
  const marks: Mark[] = [];
  if (point.letter !== "")
    marks.push(
      pathMark(`ring ${point.id}`, ring(px, py, radius.picked), { stroke: theme.accent, "stroke-width": 2, fill: theme.ground }),
      textMark(`letter ${point.id}`, ...letterAt(px, py, width), point.letter, { ...strong(theme.accent), ...halo(theme.ground) }),
    );
  if (point.isMeasured && point.error > 0 && (isFront || point.id === shown || point.letter !== "")) {
    const [low, high] = [y(point.y - point.error), y(point.y + point.error)];
    marks.push(
      pathMark(`error ${point.id}`, `M${px} ${tenth(low)}V${tenth(high)}M${px - 3} ${tenth(low)}h6M${px - 3} ${tenth(high)}h6`, {
        stroke: tone,
        "stroke-width": 1.2,
        opacity,
      }),
    );
  }
  if (point.id === shown && point.bound !== null && point.bound !== point.y)
    marks.push(
      pathMark(`fall ${point.id}`, `M${px} ${tenth(y(point.bound))}V${py}`, { stroke: theme.ink2, "stroke-dasharray": "1 3" }),
      pathMark(`was ${point.id}`, outlineOf(point.family, radius.usual), {
        transform: `translate(${px} ${tenth(y(point.bound))})`,
        stroke: theme.ink2,
        fill: theme.ground,
      }),
    );
  marks.push(
    pathMark(`mark ${point.id}`, path, {
      transform,
      opacity,
      fill: point.isMeasured ? tone : theme.ground,
      stroke: tone,
      "stroke-width": isFront ? 1.5 : 1.2,
    }),
  );
  if (point.id === shown) marks.push(pathMark("shown", ring(px, py, radius.picked + 2), { stroke: theme.ink, "stroke-width": 1 }));
  return marks;
}

/** Flat to the next network that is better, and up to it: solid where what it leads to was measured. */
function staircase(
  along: readonly FrontPoint[],
  { x, y, right }: { readonly x: Scale; readonly y: Scale; readonly right: number },
  theme: Theme,
): readonly Mark[] {
  const known: string[] = [];
  const bound: string[] = [];
  along.forEach((point, i) => {
    const next = along[i + 1];
    const [px, py] = [tenth(x(point.x)), tenth(y(point.y))];
    const end = next === undefined ? right : x(next.x);
    if (end > px) (point.isMeasured ? known : bound).push(`M${px} ${py}H${tenth(end)}`);
    if (next !== undefined) (next.isMeasured ? known : bound).push(`M${tenth(x(next.x))} ${py}V${tenth(y(next.y))}`);
  });
  return [
    pathMark("front bound", bound.join(""), { stroke: theme.ink, "stroke-width": 1.5, "stroke-dasharray": "3 4" }),
    pathMark("front", known.join(""), { stroke: theme.ink, "stroke-width": 2 }),
  ];
}

interface Room {
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly foot: number;
  /** Of the canvas. */
  readonly width: number;
}

/** The lines of the staircase, as narrow boxes. */
function stepsOf(along: readonly FrontPoint[], { x, y }: Pick<Room, "x" | "y">, right: number): readonly Box[] {
  return along.flatMap((point, i): readonly Box[] => {
    const [px, py, next] = [x(point.x), y(point.y), along[i + 1]];
    const end = next === undefined ? right : x(next.x);
    return [
      [px, py - 1, end, py + 1],
      ...(next === undefined ? [] : [[end - 1, Math.min(y(next.y), py), end + 1, Math.max(y(next.y), py)] as const]),
    ];
  });
}

/** Names on the empty side of the front, the answer in bold, a little higher where a line is in the way; what would collide is left out. */
function labelsOf(
  along: readonly FrontPoint[],
  all: readonly FrontPoint[],
  taken: readonly Box[],
  { answer, y: { isMoreBetter } }: FrontData,
  { x, y, left, foot, width }: Room,
  theme: Theme,
): readonly Mark[] {
  const boxes: Box[] = [...taken, ...all.map((point): Box => [x(point.x) - 4, y(point.y) - 4, x(point.x) + 4, y(point.y) + 4])];
  for (const point of all) {
    if (point.letter === "") continue;
    const [px, py] = letterAt(x(point.x), y(point.y), width);
    boxes.push([px, py - letter.high, px + letter.high, py]);
  }
  // The answer has its name before all others.
  const named = along.toSorted((a, b) => Number(b.id === answer) - Number(a.id === answer));
  const marks: Mark[] = [];
  for (const point of named) {
    const isAnswer = point.id === answer;
    const px = x(point.x) - 10;
    const boxOf = (text: string, py: number): Box => [px - textWidth(text) * (isAnswer ? 1.16 : 1), py - 10, px + 2, py + 4];
    const place = [point.name, point.short]
      .flatMap((each) => raised.map((by) => ({ text: each, py: y(point.y) + (isMoreBetter ? -by : by + 8) })))
      .find(({ text: each, py }) => {
        const box = boxOf(each, py);
        return box[0] >= left + 4 && box[1] >= 0 && box[3] <= foot && !boxes.some((other) => meet(box, other));
      });
    if (place === undefined) continue;
    const { text, py } = place;
    boxes.push(boxOf(text, py));
    marks.push(
      textMark(`name ${point.id}`, px, py, text, {
        ...(isAnswer ? { ...strong(theme.ink, "end"), "font-size": 12.5 } : small(theme, "end")),
        ...halo(theme.ground),
      }),
    );
  }
  return marks;
}

/** The network nearest to a place, within so many pixels; null where none is. */
export function nearest(places: FrontLayout["places"], x: number, y: number, within: number): string | null {
  let found: string | null = null;
  let least = within ** 2;
  for (const place of places) {
    const far = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (far <= least) [found, least] = [place.id, far];
  }
  return found;
}

/** Width of the columns through which keys walk, pixels. */
const column = 24;

/**
 * The next network in a direction, by keys; the one itself where none lies there. Up and down go through all of a column, left and right
 * to the next column that has any, as near in height as it has: so keys reach every mark, those that hide one another among them.
 */
export function towards(places: FrontLayout["places"], from: string, dx: number, dy: number): string {
  const here = places.find(({ id }) => id === from);
  if (here === undefined) return from;
  const columnOf = ({ x }: { readonly x: number }) => Math.floor(x / column);
  if (dy !== 0) {
    const same = places.filter((each) => columnOf(each) === columnOf(here)).sort((a, b) => a.y - b.y || a.x - b.x);
    return (same[same.indexOf(here) + Math.sign(dy)] ?? here).id;
  }
  const that = places.filter((each) => (columnOf(each) - columnOf(here)) * dx > 0);
  const next = Math.min(...that.map((each) => Math.abs(columnOf(each) - columnOf(here))));
  const nextOnes = that.filter((each) => Math.abs(columnOf(each) - columnOf(here)) === next);
  return (nextOnes.sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0] ?? here).id;
}
