/**
 * Lines of a sweep: a measure over the values of the first parameter, with a line for each network and each value of the second parameter.
 */
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

/** One line: its name, and its values by index on the first axis. */
export interface SweptSeries {
  /** Index of its network, and of its value on the second axis. */
  readonly variant: number;
  readonly second: number;
  readonly name: string;
  /** Short name, with only the letter of the network. */
  readonly short: string;
  /** Name for a sentence, including what the second value means. */
  readonly said: string;
  readonly values: ReadonlyMap<number, Value>;
}

/**
 * Lines of a sweep, in the order of networks and values.
 * @param isContest Whether the second values are alternatives whose names need no explanation.
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

/** Baseline of the title, and height of title and label of the shown run, pixels. */
const [titleFoot, head] = [18, 24];
/** If the values span more than this factor, each tick chooses its own unit. */
const wide = 1000;

/** Optional parts of the drawing, and the effect of a click. */
export interface LineOptions {
  /** The sweep point shown by other views, drawn in the accent color; undefined for none. */
  readonly shown: readonly number[] | undefined;
  /** Best contender for each size, drawn over the lines and named below; null if the lines are not contenders. */
  readonly bests: readonly Best[] | null;
  /** The sweep point that a click selects, from indices on the axes as drawn. */
  readonly turnsTo: (at: readonly number[]) => readonly number[];
}

/** Marks of the lines with axes and names; the points are hover targets. */
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
  // A linear scale would hide the lower part of values that span more than a decade.
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
  // If the explanation of the bars does not fit behind the title, it is at the left of the horizontal axis.
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
  // There is nothing between two names, so a single row of dots is not joined; several rows are joined to distinguish them.
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
  // For load axes, everything offered may be delivered.
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
    // Lines may overlap at the shown point, so the run is named. In a contest, the labels of crossings occupy the bottom.
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

/** Ticks of the value axis; `inUnit` makes them round in the page's unit. */
function valueTicks(
  { domain: [from, to], isLog }: PlotAxis,
  count: number,
  inUnit: (round: (factor: number) => readonly number[]) => readonly number[],
): readonly number[] {
  return inUnit((factor) =>
    isLog ? decadesWithRoom([from * factor, to * factor], 2 * count) : ticksIn([from * factor, to * factor], count),
  );
}

/** Names with the last values behind them; with letters only, or truncated, where the full names do not fit. */
function namesAtEnds(series: readonly SweptSeries[], ends: readonly { readonly value: string }[], width: number): readonly string[] {
  const room = mostNameWidth(width);
  const isRoomy = series.every(({ name }, i) => textWidth(`${name} ${ends[i].value}`, endStyle) <= room);
  return series.map(({ name, short }, i) => {
    const value = ` ${ends[i].value}`;
    return `${truncateText(isRoomy ? name : short, room - textWidth(value, endStyle), endStyle)}${value}`.trim();
  });
}

/** Formats values each in its own unit: times in the best unit, large cycle counts as powers of ten. */
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

/** Title of the value axis, without a unit if each tick has its own. */
function titleOf({ title, unit }: SweptMeasure, units: Canvas["units"], most: number, isByItself: boolean): string {
  if (unit === "" || (isByItself && isTime(unit) && units.timeUnit(most).name !== "cycles")) return title;
  return units.headOf(`${title}, ${unit}`, most);
}

/** The diagonal on which accepted equals offered load, and a labeled ring where each line leaves it. */
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
    // Compare with the load actually created, as the finding does, not with the requested one.
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

/** The horizontal axis: numbers by value, names at equal distances. `at` is the position of the value with an index. */
function acrossOf(swept: SweepAxis) {
  const { numbers, labels } = swept;
  const isNamed = numbers === null || labels.length < 2;
  const places = isNamed ? labels.map((_, i) => i + 0.5) : numbers;
  const [least, most] = [Math.min(...places), Math.max(...places)];
  // Values in geometric rather than arithmetic steps: their median is then far from the middle.
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

/** With more numbers than this, only round ones are labeled. */
const mostLabels = 8;
