/**
 * Pareto front of networks, cost on x and a performance measure on y. A hollow mark is a bound, a filled mark a simulation result. A
 * staircase joins the Pareto-optimal networks, because there is no network to buy between two of them.
 */
import type { Theme } from "../contract.ts";
import { type Attributes, halo, type Mark, pathMark, rectMark, ring, tenth, textMark } from "../marks/marks.ts";
import { dotted } from "../marks/strokes.ts";
import { small, strong } from "../plot/axes.ts";
import { errorBar } from "../plot/error-bar.ts";
import { aroundPoint, type LabelBox, freeOf } from "../plot/labels.ts";
import { type Panel, panelOf } from "../plot/panel.ts";
import { ticksIn } from "../plot/scale.ts";
import { fontAttributes, calloutStyle, textWidth, type TextStyle } from "../plot/text-width.ts";
import { outlineOf } from "./shapes.ts";

/** One network in the diagram. */
export interface FrontPoint {
  readonly id: string;
  /** Index of its family, which selects the shape of the mark. */
  readonly family: number;
  readonly name: string;
  /** Short name where the full name does not fit: the family. */
  readonly short: string;
  readonly x: number;
  readonly y: number;
  /** Whether y was simulated rather than bounded, and its error. */
  readonly isMeasured: boolean;
  readonly error: number;
  /** Its analytic bound, if it was also simulated. */
  readonly bound: number | null;
  /** Not worth simulating: even its bound lies below the front. */
  readonly isBeaten: boolean;
  /** Costs more than the budget. */
  readonly isBeyond: boolean;
  /** Dimmed, because the reader looks at another family. */
  readonly isAside: boolean;
  /** Letter of a selected network; empty otherwise. */
  readonly letter: string;
}

/** Data of the diagram. */
export interface FrontData {
  readonly points: readonly FrontPoint[];
  /** Ids along the Pareto front, cheapest first, and the network that answers the question. */
  readonly front: readonly string[];
  readonly answer: string | null;
  /** Id of the hovered network. */
  readonly shown: string | null;
  /** On x less is better; on y `isMoreBetter` decides. */
  readonly x: FrontAxis;
  readonly y: FrontAxis & {
    readonly isMoreBetter: boolean;
    /** Natural end of the axis, if it has one. */
    readonly most?: number;
  };
  /** The budget and the required value on these axes; null where an axis shows another measure. */
  readonly limit: number | null;
  readonly asked: number | null;
  /** Text at the budget: `beyond $2 000`. */
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

export interface FrontLayout extends Pick<Panel, "x" | "y"> {
  readonly marks: readonly Mark[];
  /** Position of each network. */
  readonly places: readonly { readonly id: string; readonly x: number; readonly y: number }[];
}

/** Space above the plot for the handle of the budget, and at its right for half a mark, pixels. */
const edge = { top: 10, right: 2 } as const;
/** Radius of a mark, of a mark on the front, and of the ring around a selected mark, pixels. */
const radius = { usual: 3.9, front: 5.2, picked: 9 } as const;
/** Opacity of dimmed marks. */
const aside = 0.5;
/** Distances of a name's baseline from the center of its mark, tried in this order: above the mark, or below it where less is better. */
const raised = [5, 12] as const;
/** Distance from a mark to the far end of its letter, and height of the letter, pixels. */
const letter = { right: 22, high: 10 } as const;

/** End of an axis that covers most of the values, so that a single very expensive network does not compress all others. */
function reach(values: readonly number[], must: number): number {
  if (values.length === 0) return Math.max(must, 1);
  const sorted = values.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) * 0.8)];
  // Even with a small budget the cheapest networks are visible.
  return Math.min(sorted[sorted.length - 1], Math.max(must * 1.4, Math.min(usual * 1.25, must * 3), sorted[0] * 2.5));
}

/** Rounds the end of an axis up, so that it stays the same while a value is dragged. */
function roundUp(value: number): number {
  // If everything is free of cost, the axis still needs a length.
  if (value < 1e-6) return 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value * 0.9999) ?? value;
}

/** Lays out the diagram: axes, the staircase of the Pareto front, budget and required value, marks, and names that avoid all of these. */
export function layoutFront(data: FrontData, { width, height, theme }: Canvas): FrontLayout {
  const { points, front, limit, asked } = data;
  const isFront = new Set(front);
  // Ends of the axes, rounded so that they stay while a value is dragged.
  const most = (those: readonly number[]) => Math.max(...those, 1e-9);
  // Without a budget on this axis, it extends to the last affordable network.
  const spent = limit ?? most(points.filter(({ isBeyond }) => !isBeyond).map(({ x }) => x));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const mostX = roundUp(reach(xs, spent));
  const mostY = data.y.most ?? roundUp(reach(ys, most(points.filter(({ id }) => isFront.has(id)).map(({ y }) => y))));
  const across = { ...data.x, domain: [0, mostX] as const, ticks: (length: number) => ticksIn([0, mostX], Math.max(2, length / 140)) };
  const up = { ...data.y, domain: [0, mostY] as const, ticks: () => ticksIn([0, mostY], 5), base: 0 };
  const panel = panelOf({ top: edge.top, right: width - edge.right, bottom: height, x: across, y: up }, theme);
  const { x, y, left, right, top, foot } = panel;
  const shownPoints = points.filter((point) => point.x <= mostX * 1.0001 && point.y <= mostY * 1.0001);
  // The staircase of the Pareto front, up to the budget.
  const byId = new Map(shownPoints.map((point) => [point.id, point]));
  const along = front.flatMap((id) => byId.get(id) ?? []);
  const answer = data.answer === null || front.includes(data.answer) ? undefined : byId.get(data.answer);
  /** Right end of the affordable range. */
  const end = limit === null ? right : Math.min(right, x(limit));
  const steps = staircase(along, panel, end);
  const stepsThat = (isMeasured: boolean) => steps.flatMap((step) => (step.isMeasured === isMeasured ? [step.path] : [])).join("");
  const out = points.length - shownPoints.length;
  const words = out === 0 ? "" : `${out} more ${out === 1 ? "lies" : "lie"} further out`;
  // Avoid the handle of the budget.
  const outFoot = limit !== null && Math.abs(x(limit) - right + textWidth(words) / 2) < textWidth(words) / 2 + 8 ? top + 14 : top - 4;
  // Areas that names must avoid: staircase, required value, note, marks and letters.
  const taken: readonly LabelBox[] = [
    ...steps.map(({ box }) => box),
    ...(asked === null ? [] : [[left, y(asked) - 1, end, y(asked) + 1] as const]),
    ...(out === 0 ? [] : [[right - textWidth(words), outFoot - 12, right, outFoot + 2] as const]),
    ...shownPoints.flatMap((point): readonly LabelBox[] => {
      const [px, py] = letterAt(x(point.x), y(point.y), width);
      return [
        aroundPoint(x(point.x), y(point.y), 4),
        ...(point.letter === "" ? [] : [[px, py - letter.high, px + letter.high, py] as const]),
      ];
    }),
  ];
  const marks: readonly Mark[] = [
    ...(limit === null ? [] : [rectMark("within", left, top, end - left, foot - top, { fill: theme.ink, "fill-opacity": 0.028 })]),
    ...panel.marks,
    ...(limit === null || limit > mostX
      ? []
      : [
          pathMark("limit", `M${tenth(x(limit))} ${tenth(top - 8)}V${tenth(foot)}`, { stroke: theme.ink, "stroke-width": 1.2 }),
          pathMark("limit hand", `M${tenth(x(limit) - 5)} ${tenth(top - 12)}h10l-5 7z`, { fill: theme.ink }),
          ...(right - x(limit) > textWidth(data.beyond) + 8
            ? [textMark("beyond", x(limit) + 7, foot - 10, data.beyond, small(theme))]
            : []),
        ]),
    ...(asked === null || asked > mostY
      ? []
      : [
          pathMark("asked", `M${tenth(left)} ${tenth(y(asked))}H${tenth(end)}`, { stroke: theme.ink, "stroke-width": 1.2, ...dotted }),
          pathMark("asked hand", `M${tenth(left - 1)} ${tenth(y(asked) - 5)}v10l7 -5z`, { fill: theme.ink }),
        ]),
    pathMark("front bound", stepsThat(false), { stroke: theme.ink, "stroke-width": 1.5, "stroke-dasharray": "3 4" }),
    pathMark("front", stepsThat(true), { stroke: theme.ink, "stroke-width": 2 }),
    ...ordered(shownPoints, isFront).flatMap((point) => markOf(point, data, panel, width, theme)),
    ...(out === 0 ? [] : [textMark("out", right, outFoot, words, { ...small(theme, "end"), ...halo(theme.ground) })]),
    ...namesOf(answer === undefined ? along : [answer, ...along], taken, data, panel, theme),
  ];
  return { marks, x, y, places: shownPoints.map(({ id, x: px, y: py }) => ({ id, x: x(px), y: y(py) })) };
}

/** Drawing order: the most relevant networks last, on top of the others. */
function ordered(points: readonly FrontPoint[], front: ReadonlySet<string>): readonly FrontPoint[] {
  const rank = (point: FrontPoint) =>
    (point.letter !== "" ? 8 : 0) + (front.has(point.id) ? 4 : 0) + (point.isMeasured ? 2 : 0) + (point.isBeaten || point.isBeyond ? 0 : 1);
  return points.toSorted((a, b) => rank(a) - rank(b));
}

/** Position of a letter: to the right of its mark, or to the left at the right edge of the canvas. */
const letterAt = (x: number, y: number, width: number): readonly [number, number] => [
  x + (x + letter.right > width ? -letter.right : 12),
  y + 14,
];

/** The mark of one network with ring and letter if selected, error bar, and the drop from its bound to the simulated value if hovered. */
function markOf(point: FrontPoint, { front, answer, shown }: FrontData, { x, y }: Panel, width: number, theme: Theme): readonly Mark[] {
  // The answer may lie just below the front; it is drawn as boldly.
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
    marks.push(pathMark(`error ${point.id}`, errorBar([low, high], px, true, 3), { stroke: tone, "stroke-width": 1.2, opacity }));
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

/** A horizontal or vertical line of the staircase, and whether the network it belongs to was simulated. */
interface Step {
  readonly path: string;
  readonly box: LabelBox;
  readonly isMeasured: boolean;
}

/** Staircase: horizontal to the next better network, then vertical up to it. The last step ends at the budget. */
function staircase(along: readonly FrontPoint[], { x, y }: Panel, last: number): readonly Step[] {
  return along.flatMap((point, i): readonly Step[] => {
    const next = along[i + 1];
    const [fromX, level] = [x(point.x), y(point.y)];
    const [toX, toY] = next === undefined ? [last, level] : [x(next.x), y(next.y)];
    const flat = { path: `M${tenth(fromX)} ${tenth(level)}H${tenth(toX)}`, box: [fromX, level - 1, toX, level + 1] as const };
    const upright = {
      path: `M${tenth(toX)} ${tenth(level)}V${tenth(toY)}`,
      box: [toX - 1, Math.min(level, toY), toX + 1, Math.max(level, toY)] as const,
    };
    return [
      ...(toX > fromX ? [{ ...flat, isMeasured: point.isMeasured }] : []),
      ...(next === undefined ? [] : [{ ...upright, isMeasured: next.isMeasured }]),
    ];
  });
}

/**
 * Names on the empty side of the front, the answer in bold; a name is raised where a line is in the way, and omitted if it would still
 * overlap.
 */
function namesOf(
  along: readonly FrontPoint[],
  taken: readonly LabelBox[],
  { answer, y: { isMoreBetter } }: FrontData,
  { x, y, left, right, foot }: Panel,
  theme: Theme,
): readonly Mark[] {
  const boxes = [...taken];
  // The answer is labeled first.
  return along
    .toSorted((a, b) => Number(b.id === answer) - Number(a.id === answer))
    .flatMap((point) => {
      const style: TextStyle = point.id === answer ? calloutStyle : {};
      const attributes: Attributes = {
        ...small(theme, "end"),
        ...(point.id === answer ? { ...fontAttributes(style), fill: theme.ink } : {}),
      };
      const px = x(point.x) - 10;
      const places = [point.name, point.short].flatMap((text) =>
        raised.map((by) => {
          const py = y(point.y) + (isMoreBetter ? -by : by + 8);
          return { text, py, box: [px - textWidth(text, style), py - 10, px + 2, py + 4] as const };
        }),
      );
      const place = freeOf(places, boxes, [left + 4, 0, right, foot]);
      if (place === undefined) return [];
      boxes.push(place.box);
      return [textMark(`name ${point.id}`, px, place.py, place.text, { ...attributes, ...halo(theme.ground) })];
    });
}
