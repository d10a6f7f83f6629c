/** A sweep as lines: a measure over the values of the first place, a line for each network and each value of the second. */
import { truncateText } from "../plot/text-fit.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { type Best, namesOf } from "../../core/measures/contest.ts";
import { type SweepAxis, type SweepTable, type SweptMeasure, type Value, valueOf } from "../../core/measures/sweep.ts";
import { firstFull, pointOf } from "../../core/measures/curve.ts";
import { isTime } from "../../core/base/time-unit.ts";
import { small } from "../plot/axes.ts";
import { fontAttributes, textWidth } from "../plot/text-width.ts";
import { aroundLine, type Label, labelMarks, placeLabels } from "../plot/labels.ts";
import { endNames } from "../plot/end-names.ts";
import { aboutBars } from "../plot/error-bar.ts";
import { type Panel, type PlotAxis, panelOf } from "../plot/panel.ts";
import { type SeriesPoint, seriesMarks } from "../plot/series.ts";
import { hueOf } from "../marks/colour.ts";
import { circleMark, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { dotted } from "../marks/strokes.ts";
import { contenderNames, mostNameWidth, endStyle, contenderRows, sampleRoom } from "./contenders.ts";
import { axisTitle } from "./names.ts";
import { bandRoom, type Drawn, reignMarks } from "./reigns.ts";
import { lineThrough, ticksIn } from "../plot/scale.ts";
import { decadesWithRoom, writeTick } from "../plot/ticks.ts";

/** One line: what it is called, and its values by their number on the first axis. */
export interface SweptSeries {
  /** Number of its network, and of its value on the second axis. */
  readonly variant: number;
  readonly second: number;
  readonly name: string;
  /** The same with a network's letter alone, where there is no room for more. */
  readonly short: string;
  /** The same in a sentence, with what the second value is a value of. */
  readonly said: string;
  readonly values: ReadonlyMap<number, Value>;
}

/**
 * The lines of a sweep, in the order of networks and values.
 * @param isContest whether the second values do the same in different ways, and their names say enough
 */
export function seriesOf(
  { axes, points }: SweepTable,
  measure: SweptMeasure,
  variants: ViewData["variants"],
  isContest = false,
): readonly SweptSeries[] {
  const second = axes[1];
  const found = new Map<string, Omit<SweptSeries, "values"> & { values: Map<number, Value> }>();
  for (const point of points) {
    const value = valueOf(point, measure);
    if (value === null) continue;
    const key = `${point.variant} ${point.at[1] ?? 0}`;
    const variant = variants[point.variant];
    const network = variants.length > 1 ? [`${variant?.letter ?? ""} ${variant?.title ?? ""}`] : [];
    const letter = variants.length > 1 ? [variant?.letter ?? ""] : [];
    const label = second === undefined ? [] : [(isContest ? namesOf(second) : second.said)[point.at[1]]];
    const series = found.get(key) ?? {
      variant: point.variant,
      second: point.at[1] ?? 0,
      name: [...network, ...label].join(", "),
      short: [...letter, ...label].join(", "),
      said: [...label, ...network].join(", "),
      values: new Map<number, Value>(),
    };
    series.values.set(point.at[0], value);
    found.set(key, series);
  }
  return [...found.values()];
}

/** Foot of the title, and how much of the height it takes with the name of the run that is shown, pixels. */
const [titleFoot, head] = [18, 24];
/** What spans more than this many times its least is written in units that grow with it. */
const wide = 1000;

/** What is drawn besides the lines, and what a click on a point does. */
export interface LineOptions {
  /** The point whose run is shown elsewhere, in the accent; undefined for none. */
  readonly shown: readonly number[] | undefined;
  /** Who is best at each size, where the lines are contenders: drawn over them, and named below; else null. */
  readonly bests: readonly Best[] | null;
  /** The point of the sweep that a click turns to. */
  readonly turnsTo: (at: readonly number[]) => readonly number[];
}

/** Marks of the lines, with axes and names; the points are targets. */
export function lineMarks(
  table: SweepTable,
  series: readonly SweptSeries[],
  measure: SweptMeasure,
  canvas: Canvas,
  { shown, bests, turnsTo }: LineOptions,
): readonly Mark[] {
  const { width, height, theme, units } = canvas;
  const [axis, second] = table.axes;
  const values = series.flatMap((each) => [...each.values.values()]);
  if (values.length === 0) return [];
  const most = values.reduce((a, { high }) => Math.max(a, high), 0);
  const least = values.reduce((a, { low }) => Math.min(a, low), Infinity);
  // What spans more than a decade would hide its lower part on an even scale.
  const isSteep = least > 0 && most / least > 20;
  const isByItself = isSteep && most / least > wide;
  const writer = units.writerOf(measure.unit);
  const up: PlotAxis = {
    domain: isSteep ? [least / 1.2, most * 1.2] : [0, most === 0 ? 1 : most * 1.08],
    isLog: isSteep,
    ticks: (length) => valueTicks(up, length > 180 ? 5 : 3, (round) => (isTime(measure.unit) ? units.roundTimes(most, round) : round(1))),
    write: isByItself ? byItself(measure.unit, units) : (tick) => writer(tick, most),
  };
  const across = acrossOf(axis);
  const ends = series.map((each) => {
    const last = Math.max(...each.values.keys());
    const { mean } = each.values.get(last)!;
    return { last, mean, value: writer(mean, most) };
  });
  const names = bests === null ? namesAtEnds(series, ends, width) : series.map(({ name }) => name);
  const panel = panelOf(
    {
      top: head,
      right: width - (bests === null ? 0 : sampleRoom),
      bottom: height,
      inset: 6,
      under: bests === null ? 0 : bandRoom,
      x: across.axis,
      y: up,
      names: bests === null ? names : contenderRows(names, width).flat(),
      nameStyle: endStyle,
    },
    theme,
  );
  const { left, right, top, foot } = panel;
  const place = (i: number) => panel.x(across.at(i));
  const title = titleOf(measure, units, most, isByItself);
  const seeds = values.reduce((a, each) => Math.max(a, each.seeds), 0);
  const bars = aboutBars(seeds, left + textWidth(title), width);
  // What has no room behind the title is before that of the axis across.
  const below = bars === "" ? aboutBars(seeds, 4, right - textWidth(across.axis.title)) : "";
  const pointsOf = ({ second: way, said, values }: SweptSeries): readonly SeriesPoint[] =>
    [...values]
      .toSorted(([a], [b]) => a - b)
      .map(([i, { mean, low, high, isDeadlocked }]) => ({
        x: across.at(i),
        y: mean,
        range: [low, high],
        isCrossed: isDeadlocked,
        value: units.sayOf(mean, measure.unit, writer),
        name: isDeadlocked ? `${said} deadlocks` : said,
        turnsTo: turnsTo(second === undefined ? [i] : [i, way]),
      }));
  // Between two names there is nothing; several rows of dots are kept apart by their lines.
  const isJoined = axis.numbers !== null || series.length > 1;
  const lines = series.map((each, i) => ({
    key: String(i),
    place: i,
    points: pointsOf(each),
    isJoined,
    hasBand: isJoined && [...each.values.values()].some((value) => value.seeds > 1),
    ...(bests === null ? {} : { stroke: { stroke: hueOf(i, theme), "stroke-width": 1.4 } }),
  }));
  const lineEnds = ends.map(({ last, mean }, i) => ({ key: String(i), x: place(last), y: panel.y(mean), text: names[i] }));
  const marks: Mark[] = [
    textMark("title", left, 14, `${title}${bars}`, small(theme)),
    ...(below === "" ? [] : [textMark("bars title", 4, height - 4, below.replace("; ", ""), small(theme))]),
    ...panel.marks,
    ...lines.flatMap((each) => seriesMarks(each, panel, theme)),
  ];
  // Of loads, all that is offered may be delivered.
  if (axis.isOffered === true && measure.id === "accepted" && axis.numbers !== null && axis.numbers.length > 1)
    marks.push(...offeredMarks(table, series, axis.numbers, panel, isSteep, canvas));
  if (bests !== null) {
    const drawn: Drawn = {
      names: namesOf(second),
      rankOf: (way) => series.findIndex((each) => each.second === way),
      place,
      heightOf: (way, at) => {
        const value = series.find((each) => each.second === way)?.values.get(at);
        return value === undefined ? foot : panel.y(value.mean);
      },
      floor: foot,
    };
    marks.push(...reignMarks(bests, axis, drawn, canvas));
  }
  const own =
    shown === undefined ? [] : series.filter((each) => each.values.has(shown[0]) && (second === undefined || each.second === shown[1]));
  if (own.length > 0) {
    const x = place(shown![0]);
    const isLeft = x < width / 2;
    marks.push(
      pathMark("shown", `M${tenth(x)} ${tenth(foot)}V${top}`, { stroke: theme.accent, "stroke-width": 1.2, "stroke-dasharray": "2 3" }),
      ...own.map(({ values }, i) =>
        circleMark(`shown ${i}`, x, panel.y(values.get(shown![0])!.mean), 5, {
          fill: theme.accent,
          stroke: theme.ground,
          "stroke-width": 1.5,
        }),
      ),
    );
    // Lines may lie on each other there: the dot alone does not say whose run it is. Names of crossings are at the foot.
    if (own.length === 1 && series.length > 1)
      marks.push(
        textMark("shown name", x + (isLeft ? 6 : -6), bests === null ? foot - 8 : top - 5, `this run: ${own[0].name}`, {
          ...small(theme, isLeft ? "start" : "end"),
          fill: theme.accent,
        }),
      );
  }
  if (bests !== null) return [...marks, ...contenderNames(lineEnds, panel, canvas)];
  return [
    ...marks,
    ...lineEnds.map(({ key, x, y }) => circleMark(`head ${key}`, x, y, 3.2, { fill: theme.ink })),
    ...endNames(lineEnds, foot, theme, { ...fontAttributes(endStyle), fill: theme.ink }),
  ];
}

/** Ticks of the axis up; `inUnit` makes them round in the unit of the page. */
function valueTicks(
  { domain: [from, to], isLog }: PlotAxis,
  count: number,
  inUnit: (round: (factor: number) => readonly number[]) => readonly number[],
): readonly number[] {
  return inUnit((factor) =>
    isLog ? decadesWithRoom([from * factor, to * factor], 2 * count) : ticksIn([from * factor, to * factor], count),
  );
}

/** Names with the last values behind them: with letters alone where that is what has room, and cut where nothing has. */
function namesAtEnds(series: readonly SweptSeries[], ends: readonly { readonly value: string }[], width: number): readonly string[] {
  const room = mostNameWidth(width);
  const isRoomy = series.every(({ name }, i) => textWidth(`${name} ${ends[i].value}`, endStyle) <= room);
  return series.map(({ name, short }, i) => {
    const value = ` ${ends[i].value}`;
    return `${truncateText(isRoomy ? name : short, room - textWidth(value, endStyle), endStyle)}${value}`.trim();
  });
}

/** How a value is written that stands for itself: a time in its own unit, many cycles as a power of ten. */
function byItself(unit: string, units: Canvas["units"]): (value: number) => string {
  if (!isTime(unit)) return units.writerOf(unit);
  return (value) => {
    if (units.timeUnit(value).name !== "cycles") return units.sayTime(value);
    const [digit, power] = value.toExponential(0).split("e+");
    return Number(power) < 5
      ? units.formatTime(value)
      : `${digit === "1" ? "" : `${digit} × `}10${[...power].map((each) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)]).join("")}`;
  };
}

/** What the axis of values is called; without a unit where each of its ticks has its own. */
function titleOf({ title, unit }: SweptMeasure, units: Canvas["units"], most: number, isByItself: boolean): string {
  if (unit === "" || (isByItself && isTime(unit) && units.timeUnit(most).name !== "cycles")) return title;
  return units.headOf(`${title}, ${unit}`, most);
}

/** The line on which accepted and offered load are equal, up to the top of the axis; and a ring where each line leaves it, with its name. */
function offeredMarks(
  { points }: SweepTable,
  series: readonly SweptSeries[],
  loads: readonly number[],
  { x, y, left, right, foot }: Panel,
  isSteep: boolean,
  { units, width, theme }: Canvas,
): readonly Mark[] {
  const rings = series.flatMap(({ variant, second, values, name }) => {
    const own = [...values.keys()].toSorted((a, b) => loads[a] - loads[b]);
    // By the rule of the finding: of what was created, not of what was asked for.
    const runsAt = (i: number) =>
      points.find(({ variant: of, at }) => of === variant && at[0] === i && (at[1] ?? 0) === second)?.runs ?? [];
    const full = firstFull(own.map((i) => pointOf(loads[i], runsAt(i))));
    if (full < 1) return [];
    const last = own[full - 1];
    const text = `${series.length > 1 ? `${name} ` : ""}saturates at ${units.formatLoad(loads[last])}`;
    return [
      {
        key: `saturation ${second} ${variant}`,
        at: { x: x(loads[last]), y: y(values.get(last)!.mean) },
        text,
        style: { size: 12 },
        fill: theme.ink,
      },
    ];
  });
  const shown = isSteep ? [] : loads.filter((load) => load <= y.domain[1]).toSorted((a, b) => a - b);
  const equal = shown.length < 2 ? [] : [shown[0], shown[shown.length - 1]].map((load) => [x(load), y(load)] as const);
  const names: readonly Label[] = [
    ...equal.slice(1).map(([atX, atY]) => ({ key: "all delivered", at: { x: atX, y: atY }, text: "all delivered" })),
    ...(width < 420 ? [] : rings),
  ];
  const taken = [
    ...aroundLine(equal),
    ...series.flatMap(({ values }) => aroundLine([...values].toSorted(([a], [b]) => a - b).map(([i, { mean }]) => [x(loads[i]), y(mean)]))),
  ];
  return [
    ...(equal.length === 0 ? [] : [pathMark("all delivered", lineThrough(equal), { stroke: theme.ink2, ...dotted })]),
    ...rings.map(({ key, at }) => circleMark(key, at.x, at.y, 6, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 })),
    ...labelMarks(placeLabels(names, taken, [left, titleFoot, right, foot]), theme),
  ];
}

/** The axis of what is swept: numbers by their size, names side by side. `at` is where the value of a number is. */
function acrossOf(swept: SweepAxis) {
  const { numbers, labels } = swept;
  const isNamed = numbers === null || labels.length < 2;
  const places = isNamed ? labels.map((_, i) => i + 0.5) : numbers;
  const [least, most] = [Math.min(...places), Math.max(...places)];
  // By factors, and not by steps: then the middle one is far from the middle.
  const isByFactors = places.toSorted((a, b) => a - b)[Math.floor(places.length / 2)] < (least + most) / 4;
  const isLog = !isNamed && least > 0 && most / least >= 16 && (places.length < 12 || isByFactors);
  const start = most > 4 * least && !isLog ? Math.min(least, 0) : least;
  const domain = isNamed ? ([0, labels.length] as const) : ([start, most] as const);
  const isEachWritten = isNamed || isLog || labels.length <= mostLabels;
  const axis: PlotAxis & { readonly title: string } = {
    domain,
    isLog,
    ticks: () => (isEachWritten ? places.toSorted((a, b) => a - b) : ticksIn(domain, 6)),
    write: (value) => (isEachWritten ? (labels[places.indexOf(value)] ?? "") : writeTick(value)),
    title: axisTitle(swept),
  };
  return { axis, at: (i: number) => places[i] };
}

/** Of more numbers than this not each is written, but round ones. */
const mostLabels = 8;
