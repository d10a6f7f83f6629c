/**
 * Lines of a sweep: a measure over the values of the first parameter, with a line for each network and each value of the second parameter.
 */
import { truncateText } from "../plot/text-fit.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { type SizeWinner, contenderNamesOf } from "../../core/measures/contest.ts";
import { type SweepAxis, type SweepTable, type SweptMeasure, type SweptValue, sweptValueOf } from "../../core/measures/sweep.ts";
import { firstSaturatedPoint, curvePointOf } from "../../core/measures/curve.ts";
import { isTimeUnit } from "../../core/base/time-unit.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { fontAttributes, textWidth } from "../plot/text-width.ts";
import { boxesAlongLine, type Label, labelMarks, placeLabels } from "../plot/labels.ts";
import { lineEndNames } from "../plot/end-names.ts";
import { errorBarNote } from "../plot/error-bar.ts";
import { type Panel, type PlotAxis, panelOf } from "../plot/panel.ts";
import { type SeriesPoint, seriesMarks } from "../plot/series.ts";
import { categoryColor } from "../marks/color.ts";
import { circleMark, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { dottedLine } from "../marks/line-styles.ts";
import { contenderNames, maxNameWidth, lineEndStyle, contenderRows, sampleWidth } from "./contenders.ts";
import { axisTitle } from "./names.ts";
import { bandSpace, type ContenderGeometry, bestRangeMarks } from "./best-ranges.ts";
import { polylinePath, roundTicks } from "../plot/scale.ts";
import { decadeTicksWithin, formatTick } from "../plot/ticks.ts";

/** One line: its name, and its values by index on the first axis. */
export interface SweptSeries {
  /** Index of its network, and of its value on the second axis. */
  readonly variant: number;
  readonly secondIndex: number;
  readonly name: string;
  /** Short name, with only the letter of the network. */
  readonly shortName: string;
  /** Name for a sentence, including what the second value means. */
  readonly nameInSentence: string;
  readonly values: ReadonlyMap<number, SweptValue>;
}

/**
 * Groups the points of a sweep into lines, one for each network and each value of the second parameter. A line contains the values of the
 * measure by the index of the value of the first parameter.
 * @param isContest Whether the second values are alternatives, such as algorithms, whose names need no explanation.
 */
export function sweepSeries(
  { axes, points }: SweepTable,
  measure: SweptMeasure,
  variants: ViewData["variants"],
  isContest = false,
): readonly SweptSeries[] {
  const secondAxis = axes[1];
  const seriesByKey = new Map<string, Omit<SweptSeries, "values"> & { values: Map<number, SweptValue> }>();
  for (const point of points) {
    const value = sweptValueOf(point, measure);
    if (value === null) continue;
    const key = `${point.variant} ${point.indices[1] ?? 0}`;
    const variant = variants[point.variant];
    // The parts of a name; a part that does not distinguish lines is an empty list.
    const network = variants.length > 1 ? [`${variant?.letter ?? ""} ${variant?.title ?? ""}`] : [];
    const letter = variants.length > 1 ? [variant?.letter ?? ""] : [];
    const label = secondAxis === undefined ? [] : [(isContest ? contenderNamesOf(secondAxis) : secondAxis.phrases)[point.indices[1]]];
    const series = seriesByKey.get(key) ?? {
      variant: point.variant,
      secondIndex: point.indices[1] ?? 0,
      name: [...network, ...label].join(", "),
      shortName: [...letter, ...label].join(", "),
      nameInSentence: [...label, ...network].join(", "),
      values: new Map<number, SweptValue>(),
    };
    series.values.set(point.indices[0], value);
    seriesByKey.set(key, series);
  }
  return [...seriesByKey.values()];
}

/** Baseline of the title, and height of title and label of the shown run, pixels. */
const [titleBaseline, headHeight] = [18, 24];
/** If the values span more than this factor, each tick chooses its own unit. */
const ownUnitSpan = 1000;

/** Optional parts of the drawing, and the effect of a click. */
export interface LineOptions {
  /** The sweep point shown by other views, drawn in the accent color; undefined for none. */
  readonly shownPoint: readonly number[] | undefined;
  /** Best contender for each size, drawn over the lines and named below; null if the lines are not contenders. */
  readonly bests: readonly SizeWinner[] | null;
  /** The sweep point that a click selects, from indices on the axes as drawn. */
  readonly sweepPointOf: (at: readonly number[]) => readonly number[];
}

/** Marks of the lines with axes and names; the points are hover targets. */
export function sweepLineMarks(
  table: SweepTable,
  series: readonly SweptSeries[],
  measure: SweptMeasure,
  canvas: Canvas,
  { shownPoint, bests, sweepPointOf }: LineOptions,
): readonly Mark[] {
  const { width, height, theme, units } = canvas;
  const [axis, second] = table.axes;
  const values = series.flatMap((each) => [...each.values.values()]);
  if (values.length === 0) return [];
  const largest = values.reduce((a, { high }) => Math.max(a, high), 0);
  const smallest = values.reduce((a, { low }) => Math.min(a, low), Infinity);
  // A linear scale would hide the lower part of values that span more than a decade.
  const isLogValues = smallest > 0 && largest / smallest > 20;
  const hasOwnUnits = isLogValues && largest / smallest > ownUnitSpan;
  const writer = units.writerOf(measure.unit);
  const valueAxis: PlotAxis = {
    domain: isLogValues ? [smallest / 1.2, largest * 1.2] : [0, largest === 0 ? 1 : largest * 1.08],
    isLog: isLogValues,
    ticks: (length) =>
      valueTicks(valueAxis, length > 180 ? 5 : 3, (round) => (isTimeUnit(measure.unit) ? units.roundTimes(largest, round) : round(1))),
    write: hasOwnUnits ? ownUnitWriter(measure.unit, units) : (tick) => writer(tick, largest),
  };
  const sweptAxis = horizontalAxis(axis);
  const lineEndValues = series.map((each) => {
    const last = Math.max(...each.values.keys());
    const { mean } = each.values.get(last)!;
    return { last, mean, value: writer(mean, largest) };
  });
  const names = bests === null ? endLabels(series, lineEndValues, width) : series.map(({ name }) => name);
  const panel = panelOf(
    {
      top: headHeight,
      right: width - (bests === null ? 0 : sampleWidth),
      bottom: height,
      inset: 6,
      bandHeight: bests === null ? 0 : bandSpace,
      x: sweptAxis.axis,
      y: valueAxis,
      names: bests === null ? names : contenderRows(names, width).flat(),
      nameStyle: lineEndStyle,
    },
    theme,
  );
  const { left, right, top, foot } = panel;
  const xOf = (i: number) => panel.x(sweptAxis.positionOf(i));
  const title = valueAxisTitle(measure, units, largest, hasOwnUnits);
  const seeds = values.reduce((a, each) => Math.max(a, each.seeds), 0);
  const barsText = errorBarNote(seeds, left + textWidth(title), width);
  // If the explanation of the error bars does not fit after the title, it is at the left of the horizontal axis.
  const barsTextBelow = barsText === "" ? errorBarNote(seeds, 4, right - textWidth(sweptAxis.axis.title)) : "";
  const pointsOf = ({ secondIndex, nameInSentence, values }: SweptSeries): readonly SeriesPoint[] =>
    [...values]
      .toSorted(([a], [b]) => a - b)
      .map(([i, { mean, low, high, isDeadlocked }]) => ({
        x: sweptAxis.positionOf(i),
        y: mean,
        range: [low, high],
        isCrossed: isDeadlocked,
        value: units.sayOf(mean, measure.unit, writer),
        name: isDeadlocked ? `${nameInSentence} deadlocks` : nameInSentence,
        sweepPoint: sweepPointOf(second === undefined ? [i] : [i, secondIndex]),
      }));
  // Named values have nothing between them, so the dots of a single series are not joined; several series are joined to distinguish them.
  const isJoined = axis.numbers !== null || series.length > 1;
  const lines = series.map((each, i) => ({
    key: String(i),
    styleIndex: i,
    points: pointsOf(each),
    isJoined,
    hasBand: isJoined && [...each.values.values()].some((value) => value.seeds > 1),
    ...(bests === null ? {} : { stroke: { stroke: categoryColor(i, theme), "stroke-width": 1.4 } }),
  }));
  const lineEnds = lineEndValues.map(({ last, mean }, i) => ({ key: String(i), x: xOf(last), y: panel.y(mean), text: names[i] }));
  const marks: Mark[] = [
    textMark("title", left, 14, `${title}${barsText}`, smallText(theme)),
    ...(barsTextBelow === "" ? [] : [textMark("bars title", 4, height - 4, barsTextBelow.replace("; ", ""), smallText(theme))]),
    ...panel.marks,
    ...lines.flatMap((each) => seriesMarks(each, panel, theme)),
  ];
  // Accepted over offered load: the diagonal and the points of saturation are drawn as well.
  if (axis.isOfferedLoad === true && measure.id === "accepted" && axis.numbers !== null && axis.numbers.length > 1)
    marks.push(...offeredMarks(table, series, axis.numbers, panel, isLogValues, canvas));
  if (bests !== null) {
    const geometry: ContenderGeometry = {
      names: contenderNamesOf(second),
      indexOf: (secondIndex) => series.findIndex((each) => each.secondIndex === secondIndex),
      xOf,
      yOf: (secondIndex, at) => {
        const value = series.find((each) => each.secondIndex === secondIndex)?.values.get(at);
        return value === undefined ? foot : panel.y(value.mean);
      },
      axisY: foot,
    };
    marks.push(...bestRangeMarks(bests, axis, geometry, canvas));
  }
  const shownSeries =
    shownPoint === undefined
      ? []
      : series.filter((each) => each.values.has(shownPoint[0]) && (second === undefined || each.secondIndex === shownPoint[1]));
  if (shownSeries.length > 0) {
    const x = xOf(shownPoint![0]);
    const isLeft = x < width / 2;
    marks.push(
      pathMark("shown", `M${toTenths(x)} ${toTenths(foot)}V${top}`, {
        stroke: theme.accent,
        "stroke-width": 1.2,
        "stroke-dasharray": "2 3",
      }),
      ...shownSeries.map(({ values }, i) =>
        circleMark(`shown ${i}`, x, panel.y(values.get(shownPoint![0])!.mean), 5, {
          fill: theme.accent,
          stroke: theme.ground,
          "stroke-width": 1.5,
        }),
      ),
    );
    // Lines may overlap at the shown point, so the run is named. In a contest, the labels of crossings occupy the bottom.
    if (shownSeries.length === 1 && series.length > 1)
      marks.push(
        textMark("shown name", x + (isLeft ? 6 : -6), bests === null ? foot - 8 : top - 5, `this run: ${shownSeries[0].name}`, {
          ...smallText(theme, isLeft ? "start" : "end"),
          fill: theme.accent,
        }),
      );
  }
  if (bests !== null) return [...marks, ...contenderNames(lineEnds, panel, canvas)];
  return [
    ...marks,
    ...lineEnds.map(({ key, x, y }) => circleMark(`head ${key}`, x, y, 3.2, { fill: theme.ink })),
    ...lineEndNames(lineEnds, foot, theme, { ...fontAttributes(lineEndStyle), fill: theme.ink }),
  ];
}

/** Ticks of the value axis; `inUnit` makes them round in the page's unit. */
function valueTicks(
  { domain: [from, to], isLog }: PlotAxis,
  count: number,
  inUnit: (ticksFor: (factor: number) => readonly number[]) => readonly number[],
): readonly number[] {
  return inUnit((factor) =>
    isLog ? decadeTicksWithin([from * factor, to * factor], 2 * count) : roundTicks([from * factor, to * factor], count),
  );
}

/** Names with the last values behind them; with letters only, or truncated, where the full names do not fit. */
function endLabels(series: readonly SweptSeries[], ends: readonly { readonly value: string }[], width: number): readonly string[] {
  const maxWidth = maxNameWidth(width);
  const doNamesFit = series.every(({ name }, i) => textWidth(`${name} ${ends[i].value}`, lineEndStyle) <= maxWidth);
  return series.map(({ name, shortName }, i) => {
    const value = ` ${ends[i].value}`;
    return `${truncateText(doNamesFit ? name : shortName, maxWidth - textWidth(value, lineEndStyle), lineEndStyle)}${value}`.trim();
  });
}

/** Formats values each in its own unit: times in the best unit, large cycle counts as powers of ten. */
function ownUnitWriter(unit: string, units: Canvas["units"]): (value: number) => string {
  if (!isTimeUnit(unit)) return units.writerOf(unit);
  return (value) => {
    if (units.timeUnit(value).name !== "cycles") return units.sayTime(value);
    const [digit, power] = value.toExponential(0).split("e+");
    return Number(power) < 5
      ? units.formatTime(value)
      : `${digit === "1" ? "" : `${digit} × `}10${[...power].map((each) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)]).join("")}`;
  };
}

/** Title of the value axis, without a unit if each tick has its own. */
function valueAxisTitle({ title, unit }: SweptMeasure, units: Canvas["units"], largest: number, hasOwnUnits: boolean): string {
  if (unit === "" || (hasOwnUnits && isTimeUnit(unit) && units.timeUnit(largest).name !== "cycles")) return title;
  return units.headOf(`${title}, ${unit}`, largest);
}

/**
 * Marks for a sweep of the offered load: the diagonal on which accepted equals offered load, and on each line a labeled ring at the last
 * point before saturation (the last load of which the network accepts 97 %). Labels that would cover a line are placed elsewhere or
 * omitted. `loads` are the offered loads by their index on the axis, phits per cycle.
 */
function offeredMarks(
  { points }: SweepTable,
  series: readonly SweptSeries[],
  loads: readonly number[],
  { x, y, left, right, foot }: Panel,
  isLogValues: boolean,
  { units, width, theme }: Canvas,
): readonly Mark[] {
  const rings = series.flatMap(({ variant, secondIndex, values, name }) => {
    const indices = [...values.keys()].toSorted((a, b) => loads[a] - loads[b]);
    // Saturation is judged by the load that the runs of a point actually created, as in the finding of the page.
    const runsAt = (i: number) =>
      points.find(
        ({ variant: pointVariant, indices: pointIndices }) =>
          pointVariant === variant && pointIndices[0] === i && (pointIndices[1] ?? 0) === secondIndex,
      )?.runs ?? [];
    const firstSaturatedIndex = firstSaturatedPoint(indices.map((i) => curvePointOf(loads[i], runsAt(i))));
    if (firstSaturatedIndex < 1) return [];
    const lastUnsaturated = indices[firstSaturatedIndex - 1];
    const text = `${series.length > 1 ? `${name} ` : ""}saturates at ${units.formatLoad(loads[lastUnsaturated])}`;
    return [
      {
        key: `saturation ${secondIndex} ${variant}`,
        anchor: { x: x(loads[lastUnsaturated]), y: y(values.get(lastUnsaturated)!.mean) },
        text,
        style: { size: 12 },
        fill: theme.ink,
      },
    ];
  });
  const shownLoads = isLogValues ? [] : loads.filter((load) => load <= y.domain[1]).toSorted((a, b) => a - b);
  const diagonal =
    shownLoads.length < 2 ? [] : [shownLoads[0], shownLoads[shownLoads.length - 1]].map((load) => [x(load), y(load)] as const);
  const names: readonly Label[] = [
    ...diagonal.slice(1).map(([atX, atY]) => ({ key: "all delivered", anchor: { x: atX, y: atY }, text: "all delivered" })),
    ...(width < 420 ? [] : rings),
  ];
  const usedBoxes = [
    ...boxesAlongLine(diagonal),
    ...series.flatMap(({ values }) =>
      boxesAlongLine([...values].toSorted(([a], [b]) => a - b).map(([i, { mean }]) => [x(loads[i]), y(mean)])),
    ),
  ];
  return [
    ...(diagonal.length === 0 ? [] : [pathMark("all delivered", polylinePath(diagonal), { stroke: theme.ink2, ...dottedLine })]),
    ...rings.map(({ key, anchor }) =>
      circleMark(key, anchor.x, anchor.y, 6, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 }),
    ),
    ...labelMarks(placeLabels(names, usedBoxes, [left, titleBaseline, right, foot]), theme),
  ];
}

/**
 * Horizontal axis of a swept parameter: numbers are placed by their value, on a logarithmic scale if they cover a large range, and names at
 * equal distances. `positionOf` returns the position on the axis of the value with an index.
 */
function horizontalAxis(sweptAxis: SweepAxis) {
  const { numbers, labels } = sweptAxis;
  const isNamed = numbers === null || labels.length < 2;
  const positions = isNamed ? labels.map((_, i) => i + 0.5) : numbers;
  const [smallest, largest] = [Math.min(...positions), Math.max(...positions)];
  // If values have geometric steps, their median is far below the middle of the range.
  const isGeometric = positions.toSorted((a, b) => a - b)[Math.floor(positions.length / 2)] < (smallest + largest) / 4;
  const isLog = !isNamed && smallest > 0 && largest / smallest >= 16 && (positions.length < 12 || isGeometric);
  const start = largest > 4 * smallest && !isLog ? Math.min(smallest, 0) : smallest;
  const domain = isNamed ? ([0, labels.length] as const) : ([start, largest] as const);
  const hasLabelForEach = isNamed || isLog || labels.length <= maxLabels;
  const axis: PlotAxis & { readonly title: string } = {
    domain,
    isLog,
    ticks: () => (hasLabelForEach ? positions.toSorted((a, b) => a - b) : roundTicks(domain, 6)),
    write: (value) => (hasLabelForEach ? (labels[positions.indexOf(value)] ?? "") : formatTick(value)),
    title: axisTitle(sweptAxis),
  };
  return { axis, positionOf: (i: number) => positions[i] };
}

/** With more numbers than this, only round numbers are labeled. */
const maxLabels = 8;
