/** Results of a sweep of one or two parameters, updated while runs finish. */
import { type Actions, type Canvas, choiceOf, type TableData, type View, type ViewData } from "../contract.ts";
import { memoize } from "../../core/base/memoize.ts";
import { winnersOf, contestOf, contendersToShow, contenderNamesOf, type ContestAxes, contestAxesOf } from "../../core/measures/contest.ts";
import {
  type SweepTable,
  primaryMeasureOf,
  isMeasured,
  type SweptMeasure,
  sweptMeasures,
  type SweptValue,
  sweptValueOf,
} from "../../core/measures/sweep.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { select } from "d3-selection";
import type { MarksDrawing, Mark } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { maxCategoryColors } from "../marks/color.ts";
import { lineStyleCount } from "../marks/line-styles.ts";
import { heatMapMarks } from "./heat-map.ts";
import { heightForNames } from "./contenders.ts";
import { sweepLineMarks, type SweptSeries, sweepSeries } from "./lines.ts";
import { networkName } from "./names.ts";
import type { Units } from "../../words/units.ts";
import { sayWinners, winnersTable } from "./say-winners.ts";
import { winnersSize, winnerMarks } from "./winners.ts";

interface SweepMarks extends MarksDrawing {
  /** The sweep in the order of the document, whether its axes are drawn transposed, and the point whose run is shown. */
  readonly table: SweepTable | null;
  readonly isTransposed: boolean;
  readonly shownPoint: readonly number[] | undefined;
}

/**
 * A sweep prepared for drawing: sizes on the horizontal axis, one measure, and the axes of the contest if the sweep compares alternatives.
 */
interface PreparedSweep {
  readonly table: SweepTable;
  readonly measure: SweptMeasure;
  readonly contestAxes: ContestAxes | null;
  /** Whether the axes are in the opposite order of the document. */
  readonly isTransposed: boolean;
}

/** Ids of the pictures of a sweep. */
type SweepPicture = "lines" | "best" | "values";

export const sweepView: View<SweepMarks> = {
  id: "sweep",
  title: "Sweep",
  sources: [],
  isForAllNetworks: true,
  isOfWholeRuns: true,
  options: [
    {
      id: "measure",
      title: "Measure",
      choices: Object.fromEntries(sweptMeasures.map(({ id, title }) => [id, title])),
      defaultChoice: ({ sweep: table }) => (primaryMeasureOf(table) ?? sweptMeasures[0]).id,
      isAvailable: ({ sweep: table }, id) => sweptMeasures.some((each) => each.id === id && isMeasured(table, each)),
    },
    {
      id: "picture",
      title: "Picture",
      choices: { lines: "Lines", best: "Fastest at each size", values: "Heat map" } satisfies Record<SweepPicture, string>,
      defaultChoice: defaultPicture,
      isAvailable: (data, id) => availablePictures(data).includes(id as SweepPicture),
    },
  ],

  preferredSize(data, width) {
    const matrix = winnerMatrix(data);
    if (matrix !== null) return winnersSize(matrix.table, matrix.contestAxes, data.variants, width);
    const minHeight = Math.max(220, heightForNames(contenderLabels(data), width));
    return { width, height: Math.max(minHeight, Math.min(520, width * 0.7)), least: minHeight };
  },

  emptyMessage({ sweep: table }) {
    if (table === null) return "Plots a measure over the values of a parameter. Choose the parameter under “Sweep” in all settings.";
    return table.points.length === 0 ? "The first runs of the sweep are running." : null;
  },

  /** For a sweep that compares alternatives at several sizes, says which is fastest at which sizes; for any other, names the best value. */
  summary(data) {
    const { sweep: table } = data;
    const prepared = prepareSweep(data);
    if (table === null || prepared === null || table.points.length === 0) return "No run of the sweep is complete yet.";
    const { measure } = prepared;
    const series = sweepSeries(prepared.table, measure, data.variants, prepared.contestAxes !== null);
    const knownSeries = series.filter(({ values }) => values.size > 0);
    if (knownSeries.length === 0) return `${measure.title} is not measured by these runs; choose another measure.`;
    const progressText =
      table.points.length < table.expectedPoints
        ? ` ${formatCount(table.points.length)} of ${formatCount(table.expectedPoints)} points are complete.`
        : "";
    const mainText =
      prepared.contestAxes === null
        ? saySeries(data.units, prepared.table, knownSeries, measure)
        : sayWinners(prepared.table, prepared.contestAxes, data.variants);
    return `${progressText === "" ? "" : "So far: "}${mainText}${progressText}`;
  },

  layout: (data, canvas) => ({
    marks: sweepMarks(data, canvas),
    table: data.sweep,
    isTransposed: prepareSweep(data)?.isTransposed === true,
    shownPoint: data.sweepPoint,
  }),

  keys: "Left and right arrow change the first parameter of the run shown, Home and End set it to its first and last value; up and down arrow change the second parameter.",

  draw(drawing, group, canvas, actions) {
    drawPlot(drawing, group, canvas, actions);
    bindSweepKeys(drawing, group, actions);
  },

  table(data) {
    const matrix = winnerMatrix(data);
    return matrix === null ? pointsTable(data) : winnersTable(matrix.table, matrix.contestAxes, data.variants, matrix.measure);
  },
};

/**
 * The sweep as a table: a row for each point (combination of swept values) of each network, with mean, lowest and highest of each measure.
 * The shown measure comes first. With one seed, lowest and highest repeat the mean.
 */
function pointsTable(data: ViewData): TableData {
  const { sweep: table, variants } = data;
  const axes = table?.axes ?? [];
  const shownMeasure = prepareSweep(data)?.measure;
  const measures = [...sweptMeasures].sort((a, b) => Number(b === shownMeasure) - Number(a === shownMeasure));
  const ofSeeds = (table?.points ?? []).every(({ runs }) => runs.length === 1) ? ({ isRedundant: true } as const) : {};
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    ...axes.map(({ title, unit }) => ({ title, unit })),
    { title: "Seeds", unit: "", ...ofSeeds },
    ...measures.flatMap(({ title, unit }) => [
      { title, unit },
      { title: `${title}, lowest`, unit, ...ofSeeds },
      { title: `${title}, highest`, unit, ...ofSeeds },
    ]),
  ];
  const rows = (table?.points ?? []).map((point): readonly (string | number)[] => [
    ...(variants.length > 1 ? [networkName(variants[point.variant])] : []),
    ...axes.map(({ numbers, labels }, i) => (numbers === null ? labels[point.indices[i]] : numbers[point.indices[i]])),
    point.runs.length,
    ...measures.flatMap((measure): readonly (string | number)[] => {
      const value = sweptValueOf(point, measure);
      return value === null ? ["", "", ""] : [value.mean, value.low, value.high];
    }),
  ]);
  return { columns, rows };
}

/**
 * All marks of a sweep in the chosen picture: the winners of a contest, a heat map, or lines. If lines show a contest (algorithms or other
 * alternatives that are compared), they show only as many of the contenders as there are colors.
 */
function sweepMarks(data: ViewData, canvas: Canvas): readonly Mark[] {
  const prepared = prepareSweep(data);
  if (prepared === null || canvas.width < 120 || canvas.height < 100) return [];
  const { table, measure, contestAxes, isTransposed } = prepared;
  const { variants, sweepPoint } = data;
  const picture = chosenPicture(data);
  const sweepPointOf = (indices: readonly number[]) => transposeIf(indices, isTransposed);
  if (picture === "best" && contestAxes !== null) return winnerMarks(table, contestAxes, variants, measure, canvas, sweepPointOf);
  if (picture === "values") {
    const activeIndex = variants.findIndex(({ letter }) => letter === data.letter);
    return heatMapMarks(data.sweep!, Math.max(0, activeIndex), measure, canvas);
  }
  const contest = contestAxes !== null && variants.length === 1 ? contestOf(table, contestAxes, 0) : null;
  const winners = contest === null ? null : winnersOf(contest);
  const shownContenders = contest === null || winners === null ? null : contendersToShow(contest, winners, maxCategoryColors);
  const series = sweepSeries(table, measure, variants, contestAxes !== null).filter(
    ({ secondIndex }) => shownContenders?.includes(secondIndex) !== false,
  );
  const shownPoint = sweepPoint === undefined ? undefined : transposeIf(sweepPoint, isTransposed);
  return sweepLineMarks(table, series, measure, canvas, { shownPoint, bests: winners, sweepPointOf });
}

/** The sweep with sizes on the horizontal axis; null without a sweep. */
function prepareSweep(data: ViewData): PreparedSweep | null {
  const { sweep: documentSweep } = data;
  if (documentSweep === null) return null;
  const contestAxes = contestSides(documentSweep);
  const isTransposed = contestAxes?.sizeAxis === 1;
  const table = isTransposed ? transposedTable(documentSweep) : documentSweep;
  return {
    table,
    measure: chosenMeasure(data),
    contestAxes: contestAxes === null ? null : { sizeAxis: 0, contenderAxis: 1 },
    isTransposed,
  };
}

/** The prepared sweep if the chosen picture is the matrix of winners; otherwise null. */
function winnerMatrix(data: ViewData): (PreparedSweep & { readonly contestAxes: ContestAxes }) | null {
  const prepared = prepareSweep(data);
  return prepared === null || prepared.contestAxes === null || chosenPicture(data) !== "best"
    ? null
    : { ...prepared, contestAxes: prepared.contestAxes };
}

/** The axes of a contest; memoized, because every frame needs them. */
const contestSides = memoize(contestAxesOf);
const transposedTable = memoize(({ axes, points, expectedPoints }: SweepTable): SweepTable => ({
  axes: axes.toReversed(),
  points: points.map((point) => ({ ...point, indices: point.indices.toReversed() })),
  expectedPoints,
}));

function transposeIf(indices: readonly number[], isTransposed: boolean): readonly number[] {
  return isTransposed ? indices.toReversed() : indices;
}

/** Names of contenders at the ends of lines, up to the number drawn; empty unless this is a contest of one network. */
function contenderLabels({ sweep: table, variants }: ViewData): readonly string[] {
  const sides = table === null || variants.length !== 1 ? null : contestSides(table);
  return sides === null ? [] : contenderNamesOf(table!.axes[sides.contenderAxis]).slice(0, maxCategoryColors);
}

/** The pictures available for a sweep. */
function availablePictures(data: ViewData): readonly SweepPicture[] {
  const { sweep: table, variants } = data;
  if (table === null) return [];
  const sides = contestSides(table);
  const lines = sides !== null && variants.length === 1 ? 1 : variants.length * (table.axes[1]?.labels.length ?? 1);
  return [
    ...(lines <= lineStyleCount || table.axes.length < 2 ? (["lines"] as const) : []),
    ...(sides !== null ? (["best"] as const) : []),
    ...(table.axes.length === 2 ? (["values"] as const) : []),
  ];
}

/** Lines for the contenders of one network, the matrix of winners for several networks. */
function defaultPicture(data: ViewData): SweepPicture {
  const available = availablePictures(data);
  return available.includes("best") && data.variants.length > 1 ? "best" : (available[0] ?? "lines");
}

function chosenPicture(data: ViewData): SweepPicture {
  const chosen = choiceOf(sweepView, data.choices, "picture", data) as SweepPicture;
  return availablePictures(data).includes(chosen) ? chosen : defaultPicture(data);
}

/** Steps of the keys in the first and second value; Home and End repeat their step to the end. */
const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-1, 0],
  End: [1, 0],
};

/**
 * Binds the keys of a sweep in which one point is selected: an arrow selects the neighboring point, Home and End the last point in their
 * direction that has results.
 */
function bindSweepKeys({ table, isTransposed, shownPoint }: SweepMarks, group: SVGGElement, actions: Actions): void {
  const box = group.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || shownPoint === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const indexStep = transposeIf(step, isTransposed);
    const neighborOf = (indices: readonly number[]) => indices.map((index, i) => index + indexStep[i]);
    const isMeasuredPoint = (next: readonly number[]) =>
      table?.points.some(({ indices: pointIndices }) => pointIndices.every((index, i) => index === next[i])) === true;
    let next = shownPoint;
    while (isMeasuredPoint(neighborOf(next))) {
      next = neighborOf(next);
      if (event.key !== "Home" && event.key !== "End") break;
    }
    if (next !== shownPoint) actions.selectSweepPoint(next);
  };
  // The listener captures, so that it runs before the keys of the plot, which move from point to point if no run is shown.
  select(box).on("keydown.steps", onKeyDown, { capture: true });
}

/** The chosen measure; by default the one that the runs are made for. */
function chosenMeasure(data: ViewData): SweptMeasure {
  return sweptMeasures.find(({ id }) => id === choiceOf(sweepView, data.choices, "measure", data)) ?? sweptMeasures[0];
}

/**
 * Summarizes the lines of a sweep in sentences: a single line by its first and last value and by its best value in between, several lines
 * by the best of all values. Points that ended in a deadlock are counted.
 */
function saySeries(units: Units, { axes }: SweepTable, series: readonly SweptSeries[], measure: SweptMeasure): string {
  const [axis] = axes;
  const isBetter = (a: number, b: number) => (measure.isHigherBetter ? a > b : a < b);
  const allValues = series.flatMap(({ nameInSentence, values }) =>
    [...values].map(([valueIndex, value]) => ({ seriesName: nameInSentence, valueIndex, value })),
  );
  const bestValue = allValues.reduce((a, b) => (isBetter(b.value.mean, a.value.mean) ? b : a));
  const deadlockedCount = allValues.filter(({ value }) => value.isDeadlocked).length;
  const deadlocks =
    deadlockedCount === 0 ? "" : ` ${deadlockedCount === 1 ? "1 point ends" : `${formatCount(deadlockedCount)} points end`} in a deadlock.`;
  const withUnit = (value: number) => units.sayOf(value, measure.unit, units.writerOf(measure.unit));
  const bestPlace = `at ${axis.phrases[bestValue.valueIndex]}${bestValue.seriesName === "" ? "" : `, ${bestValue.seriesName}`}`;
  if (series.length > 1 && axis.isOfferedLoad === true && measure.id === "accepted")
    return `${sayLineEnds(units, axis, series)}${deadlocks}`;
  if (series.length > 1) return `${measure.title} is best ${bestPlace}: ${withUnit(bestValue.value.mean)}.${deadlocks}`;
  const [[, first], [, last]] = [endValue(series[0], Math.min), endValue(series[0], Math.max)];
  const ends = `${measure.title} goes from ${units.writerOf(measure.unit)(first.mean, last.mean)} to ${withUnit(last.mean)}`;
  const isAtEnd = bestValue.value === first || bestValue.value === last;
  return `${ends}${isAtEnd ? "" : `, best ${bestPlace}: ${units.writerOf(measure.unit)(bestValue.value.mean, last.mean)}`}.${deadlocks}`;
}

/** Compares lines over load by their last values, the best first. At which load the overall maximum lies would be chance. */
function sayLineEnds(units: Units, axis: SweepTable["axes"][number], series: readonly SweptSeries[]): string {
  const ends = series
    .map((each) => ({ seriesName: each.nameInSentence, end: endValue(each, Math.max) }))
    .sort((a, b) => b.end[1].mean - a.end[1].mean);
  const last = Math.max(...ends.map(({ end: [index] }) => index));
  const endTexts = ends.slice(0, maxNamedEnds).map(({ seriesName, end: [, { mean }] }) => `${seriesName} ${units.formatLoad(mean)}`);
  const rest = ends.length > maxNamedEnds ? `, ${countOf(ends.length - maxNamedEnds, "other", "others")} less` : "";
  return `At ${axis.phrases[last]}, ${units.headOf("phits/cycle")} accepted: ${endTexts.join(", ")}${rest}.`;
}

/** Number of lines whose end is named. */
const maxNamedEnds = 3;

function endValue({ values }: SweptSeries, choose: (...index: number[]) => number): readonly [number, SweptValue] {
  const index = choose(...values.keys());
  return [index, values.get(index) as SweptValue];
}
