/**
 * Pareto front of networks, cost on x and a performance measure on y. A hollow mark is a bound, a filled mark a simulation result. A
 * staircase joins the Pareto-optimal networks, because there is no network to buy between two of them.
 */
import { countOf } from "../../words/numbers.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, textHalo, type Mark, pathMark, rectMark, circlePath, toTenths, textMark } from "../marks/marks.ts";
import { dottedLine } from "../marks/line-styles.ts";
import { smallText, strongText } from "../plot/vertical-axis.ts";
import { errorBarPath } from "../plot/error-bar.ts";
import { boxAroundPoint, type LabelBox, firstFreePlace } from "../plot/labels.ts";
import { type Panel, panelOf } from "../plot/panel.ts";
import { roundTicks } from "../plot/scale.ts";
import { fontAttributes, calloutStyle, textWidth, type TextStyle } from "../plot/text-width.ts";
import { familyOutline } from "./shapes.ts";

/** One network in the diagram. */
export interface FrontPoint {
  readonly id: string;
  /** Index of its family, which selects the shape of the mark. */
  readonly family: number;
  readonly name: string;
  /** Short name where the full name does not fit: the family. */
  readonly shortName: string;
  readonly x: number;
  readonly y: number;
  /** Whether y was simulated rather than bounded, and its error. */
  readonly isMeasured: boolean;
  readonly error: number;
  /** Analytic bound of the network if y is a simulated value; otherwise null. */
  readonly bound: number | null;
  /** Whether simulating the network is not worthwhile: even its bound lies below the front. */
  readonly isDominated: boolean;
  /** Costs more than the budget. */
  readonly isOverBudget: boolean;
  /** Dimmed, because the reader looks at another family. */
  readonly isDimmed: boolean;
  /** Letter of a selected network; empty otherwise. */
  readonly letter: string;
}

/** Data of the diagram. */
export interface FrontData {
  readonly points: readonly FrontPoint[];
  /** Ids of the networks on the Pareto front, cheapest first; `answer` is the id of the network that answers the question. */
  readonly paretoFront: readonly string[];
  readonly answer: string | null;
  /** Id of the hovered network. */
  readonly hovered: string | null;
  /** On x less is better; on y `isMoreBetter` decides. */
  readonly x: FrontAxis;
  readonly y: FrontAxis & {
    readonly isMoreBetter: boolean;
    /** Largest possible value, where the axis ends; absent if the measure has none. */
    readonly most?: number;
  };
  /** The budget and the required value on these axes; null where an axis shows another measure. */
  readonly budget: number | null;
  readonly requirement: number | null;
  /** Text at the budget: `beyond $2 000`. */
  readonly budgetText: string;
}

export interface FrontAxis {
  readonly write: (value: number) => string;
}

export interface FrontCanvas {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

export interface FrontLayout extends Pick<Panel, "x" | "y"> {
  readonly marks: readonly Mark[];
  /** Position of each network. */
  readonly positions: readonly { readonly id: string; readonly x: number; readonly y: number }[];
}

/** Space above the plot for the handle of the budget, and at its right for half a mark, pixels. */
const plotMargin = { top: 10, right: 2 } as const;
/** Radius of a mark, of a mark on the front, and of the ring around a selected mark, pixels. */
const markRadius = { other: 3.9, front: 5.2, ring: 9 } as const;
/** Opacity of dimmed marks. */
const dimmedOpacity = 0.5;
/** Distances of a name's baseline from the center of its mark, tried in this order: above the mark, or below it where less is better. */
const nameDistances = [5, 12] as const;
/** Distance from a mark to the far end of its letter, and height of the letter, pixels. */
const letterSize = { right: 22, high: 10 } as const;

/** End of an axis that covers most of the values, so that a single very expensive network does not compress all others. */
function axisEnd(values: readonly number[], mustInclude: number): number {
  if (values.length === 0) return Math.max(mustInclude, 1);
  const sorted = values.toSorted((a, b) => a - b);
  const typical = sorted[Math.floor((sorted.length - 1) * 0.8)];
  // Even with a small budget the cheapest networks are visible.
  return Math.min(sorted[sorted.length - 1], Math.max(mustInclude * 1.4, Math.min(typical * 1.25, mustInclude * 3), sorted[0] * 2.5));
}

/** Rounds the end of an axis up, so that it stays the same while a value is dragged. */
function roundUp(value: number): number {
  // If everything is free of cost, the axis still needs a length.
  if (value < 1e-6) return 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value * 0.9999) ?? value;
}

/** Lays out the diagram: axes, the staircase of the Pareto front, budget and required value, marks, and names that avoid all of these. */
export function layoutFront(data: FrontData, { width, height, theme }: FrontCanvas): FrontLayout {
  const { points, paretoFront, budget, requirement } = data;
  const frontIds = new Set(paretoFront);
  // Ends of the axes, rounded so that they stay while a value is dragged.
  const maximumOf = (values: readonly number[]) => Math.max(...values, 1e-9);
  // Without a budget on this axis, the affordable range extends to the last affordable network.
  const affordable = budget ?? maximumOf(points.filter(({ isOverBudget }) => !isOverBudget).map(({ x }) => x));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const endX = roundUp(axisEnd(xs, affordable));
  const endY = data.y.most ?? roundUp(axisEnd(ys, maximumOf(points.filter(({ id }) => frontIds.has(id)).map(({ y }) => y))));
  const xAxis = { ...data.x, domain: [0, endX] as const, ticks: (length: number) => roundTicks([0, endX], Math.max(2, length / 140)) };
  const yAxis = { ...data.y, domain: [0, endY] as const, ticks: () => roundTicks([0, endY], 5), base: 0 };
  const panel = panelOf({ top: plotMargin.top, right: width - plotMargin.right, bottom: height, x: xAxis, y: yAxis }, theme);
  const { x, y, left, right, top, foot } = panel;
  const shownPoints = points.filter((point) => point.x <= endX * 1.0001 && point.y <= endY * 1.0001);
  // The staircase of the Pareto front, up to the budget.
  const pointById = new Map(shownPoints.map((point) => [point.id, point]));
  const frontPoints = paretoFront.flatMap((id) => pointById.get(id) ?? []);
  const answer = data.answer === null || paretoFront.includes(data.answer) ? undefined : pointById.get(data.answer);
  /** Right end of the affordable range. */
  const affordableEnd = budget === null ? right : Math.min(right, x(budget));
  const steps = staircase(frontPoints, panel, affordableEnd);
  const stepPaths = (isMeasured: boolean) => steps.flatMap((step) => (step.isMeasured === isMeasured ? [step.path] : [])).join("");
  const hiddenCount = points.length - shownPoints.length;
  const hiddenText = hiddenCount === 0 ? "" : `${countOf(hiddenCount, "more point", "more points")} beyond the axes`;
  // Avoid the handle of the budget.
  const hiddenBaseline =
    budget !== null && Math.abs(x(budget) - right + textWidth(hiddenText) / 2) < textWidth(hiddenText) / 2 + 8 ? top + 14 : top - 4;
  // Areas that names must avoid: staircase, required value, note, marks and letters.
  const usedBoxes: readonly LabelBox[] = [
    ...steps.map(({ box }) => box),
    ...(requirement === null ? [] : [[left, y(requirement) - 1, affordableEnd, y(requirement) + 1] as const]),
    ...(hiddenCount === 0 ? [] : [[right - textWidth(hiddenText), hiddenBaseline - 12, right, hiddenBaseline + 2] as const]),
    ...shownPoints.flatMap((point): readonly LabelBox[] => {
      const [px, py] = letterPosition(x(point.x), y(point.y), width);
      return [
        boxAroundPoint(x(point.x), y(point.y), 4),
        ...(point.letter === "" ? [] : [[px, py - letterSize.high, px + letterSize.high, py] as const]),
      ];
    }),
  ];
  const marks: readonly Mark[] = [
    ...(budget === null
      ? []
      : [rectMark("within", left, top, affordableEnd - left, foot - top, { fill: theme.ink, "fill-opacity": 0.028 })]),
    ...panel.marks,
    ...(budget === null || budget > endX
      ? []
      : [
          pathMark("limit", `M${toTenths(x(budget))} ${toTenths(top - 8)}V${toTenths(foot)}`, { stroke: theme.ink, "stroke-width": 1.2 }),
          pathMark("limit hand", `M${toTenths(x(budget) - 5)} ${toTenths(top - 12)}h10l-5 7z`, { fill: theme.ink }),
          ...(right - x(budget) > textWidth(data.budgetText) + 8
            ? [textMark("beyond", x(budget) + 7, foot - 10, data.budgetText, smallText(theme))]
            : []),
        ]),
    ...(requirement === null || requirement > endY
      ? []
      : [
          pathMark("asked", `M${toTenths(left)} ${toTenths(y(requirement))}H${toTenths(affordableEnd)}`, {
            stroke: theme.ink,
            "stroke-width": 1.2,
            ...dottedLine,
          }),
          pathMark("asked hand", `M${toTenths(left - 1)} ${toTenths(y(requirement) - 5)}v10l7 -5z`, { fill: theme.ink }),
        ]),
    pathMark("front bound", stepPaths(false), { stroke: theme.ink, "stroke-width": 1.5, "stroke-dasharray": "3 4" }),
    pathMark("front", stepPaths(true), { stroke: theme.ink, "stroke-width": 2 }),
    ...drawingOrder(shownPoints, frontIds).flatMap((point) => pointMarks(point, data, panel, width, theme)),
    ...(hiddenCount === 0
      ? []
      : [textMark("out", right, hiddenBaseline, hiddenText, { ...smallText(theme, "end"), ...textHalo(theme.ground) })]),
    ...nameMarks(answer === undefined ? frontPoints : [answer, ...frontPoints], usedBoxes, data, panel, theme),
  ];
  return { marks, x, y, positions: shownPoints.map(({ id, x: px, y: py }) => ({ id, x: x(px), y: y(py) })) };
}

/** Drawing order: the most relevant networks last, on top of the others. */
function drawingOrder(points: readonly FrontPoint[], frontIds: ReadonlySet<string>): readonly FrontPoint[] {
  const rank = (point: FrontPoint) =>
    (point.letter !== "" ? 8 : 0) +
    (frontIds.has(point.id) ? 4 : 0) +
    (point.isMeasured ? 2 : 0) +
    (point.isDominated || point.isOverBudget ? 0 : 1);
  return points.toSorted((a, b) => rank(a) - rank(b));
}

/** Position of a letter: to the right of its mark, or to the left at the right edge of the canvas. */
const letterPosition = (x: number, y: number, width: number): readonly [number, number] => [
  x + (x + letterSize.right > width ? -letterSize.right : 12),
  y + 14,
];

/**
 * Marks of one network in the Pareto diagram of two measures. Filled marks are simulated, empty ones are only a bound. Networks on the
 * Pareto front are larger and dark. A selected network has a ring with its letter. A hovered network also shows its error bar and a dotted
 * line from its bound to the simulated value.
 */
function pointMarks(
  point: FrontPoint,
  { paretoFront, answer, hovered }: FrontData,
  { x, y }: Panel,
  width: number,
  theme: Theme,
): readonly Mark[] {
  // The network that answers the question may lie just below the front; it is drawn as boldly.
  const isFront = paretoFront.includes(point.id) || point.id === answer;
  const path = familyOutline(point.family, isFront ? markRadius.front : markRadius.other);
  const [px, py] = [toTenths(x(point.x)), toTenths(y(point.y))];
  const transform = `translate(${px} ${py})`;
  const otherTone = point.isMeasured || theme.dark ? theme.edge : theme.wire;
  const tone = isFront ? theme.ink : otherTone;
  const opacityOfPoint = () => {
    if (point.isDimmed) return dimmedOpacity;
    if (point.isOverBudget && !isFront) return 0.4;
    return point.isDominated && !point.isMeasured ? 0.6 : 1;
  };
  const opacity = opacityOfPoint();
  const marks: Mark[] = [];
  // Ring and letter of a selected network.
  if (point.letter !== "")
    marks.push(
      pathMark(`ring ${point.id}`, circlePath(px, py, markRadius.ring), { stroke: theme.accent, "stroke-width": 2, fill: theme.ground }),
      textMark(`letter ${point.id}`, ...letterPosition(px, py, width), point.letter, {
        ...strongText(theme.accent),
        ...textHalo(theme.ground),
      }),
    );
  // The error bar of a simulated network.
  if (point.isMeasured && point.error > 0 && (isFront || point.id === hovered || point.letter !== "")) {
    const [low, high] = [y(point.y - point.error), y(point.y + point.error)];
    marks.push(pathMark(`error ${point.id}`, errorBarPath([low, high], px, true, 3), { stroke: tone, "stroke-width": 1.2, opacity }));
  }
  // The bound of the hovered network, and a line from it to the simulated value.
  if (point.id === hovered && point.bound !== null && point.bound !== point.y)
    marks.push(
      pathMark(`fall ${point.id}`, `M${px} ${toTenths(y(point.bound))}V${py}`, { stroke: theme.ink2, "stroke-dasharray": "1 3" }),
      pathMark(`was ${point.id}`, familyOutline(point.family, markRadius.other), {
        transform: `translate(${px} ${toTenths(y(point.bound))})`,
        stroke: theme.ink2,
        fill: theme.ground,
      }),
    );
  // The mark itself.
  marks.push(
    pathMark(`mark ${point.id}`, path, {
      transform,
      opacity,
      fill: point.isMeasured ? tone : theme.ground,
      stroke: tone,
      "stroke-width": isFront ? 1.5 : 1.2,
    }),
  );
  if (point.id === hovered)
    marks.push(pathMark("shown", circlePath(px, py, markRadius.ring + 2), { stroke: theme.ink, "stroke-width": 1 }));
  return marks;
}

/** A horizontal or vertical line of the staircase, and whether the network to which the line belongs was simulated. */
interface StaircaseLine {
  readonly path: string;
  readonly box: LabelBox;
  readonly isMeasured: boolean;
}

/**
 * The Pareto front as a staircase: from each network horizontally to the next better one, then vertically up to it. The last step is
 * extended to `lastX`, the x of the budget or of the end of the axis. Each part of a step is separate, because parts that belong to
 * simulated networks are drawn differently; `box` is the area that labels must not cover.
 */
function staircase(frontPoints: readonly FrontPoint[], { x, y }: Panel, lastX: number): readonly StaircaseLine[] {
  return frontPoints.flatMap((point, i): readonly StaircaseLine[] => {
    const next = frontPoints[i + 1];
    const [fromX, fromY] = [x(point.x), y(point.y)];
    const [toX, toY] = next === undefined ? [lastX, fromY] : [x(next.x), y(next.y)];
    const horizontal = {
      path: `M${toTenths(fromX)} ${toTenths(fromY)}H${toTenths(toX)}`,
      box: [fromX, fromY - 1, toX, fromY + 1] as const,
    };
    const vertical = {
      path: `M${toTenths(toX)} ${toTenths(fromY)}V${toTenths(toY)}`,
      box: [toX - 1, Math.min(fromY, toY), toX + 1, Math.max(fromY, toY)] as const,
    };
    return [
      ...(toX > fromX ? [{ ...horizontal, isMeasured: point.isMeasured }] : []),
      ...(next === undefined ? [] : [{ ...vertical, isMeasured: next.isMeasured }]),
    ];
  });
}

/**
 * Names of networks beside their marks, on the side of the front that has no networks; the network that answers the question is in bold and
 * placed first. Each name tries its full and its short form at growing distances, and is omitted if every position overlaps a line or
 * another name.
 */
function nameMarks(
  namedPoints: readonly FrontPoint[],
  usedBoxes: readonly LabelBox[],
  { answer, y: { isMoreBetter } }: FrontData,
  { x, y, left, right, foot }: Panel,
  theme: Theme,
): readonly Mark[] {
  const boxes = [...usedBoxes];
  // The answer is labeled first.
  return namedPoints
    .toSorted((a, b) => Number(b.id === answer) - Number(a.id === answer))
    .flatMap((point) => {
      const style: TextStyle = point.id === answer ? calloutStyle : {};
      const attributes: Attributes = {
        ...smallText(theme, "end"),
        ...(point.id === answer ? { ...fontAttributes(style), fill: theme.ink } : {}),
      };
      const px = x(point.x) - 10;
      const candidates = [point.name, point.shortName].flatMap((text) =>
        nameDistances.map((distance) => {
          const py = y(point.y) + (isMoreBetter ? -distance : distance + 8);
          return { text, py, box: [px - textWidth(text, style), py - 10, px + 2, py + 4] as const };
        }),
      );
      const freePlace = firstFreePlace(candidates, boxes, [left + 4, 0, right, foot]);
      if (freePlace === undefined) return [];
      boxes.push(freePlace.box);
      return [textMark(`name ${point.id}`, px, freePlace.py, freePlace.text, { ...attributes, ...textHalo(theme.ground) })];
    });
}
