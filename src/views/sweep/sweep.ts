/** Results of a sweep of one or two parameters, updated while runs finish. */
import { type Actions, type Canvas, choiceOf, type Table, type View, type ViewData } from "../contract.ts";
import { once } from "../../core/base/once.ts";
import { bestsOf, contestOf, foremost, namesOf, type Sides, sidesOf } from "../../core/measures/contest.ts";
import { type SweepTable, answerIn, isMeasured, type SweptMeasure, sweptMeasures, type Value, valueOf } from "../../core/measures/sweep.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { select } from "d3-selection";
import type { Drawing, Mark } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { mostHues } from "../marks/colour.ts";
import { mostStrokes } from "../marks/strokes.ts";
import { fieldMarks } from "./field.ts";
import { heightForNames } from "./contenders.ts";
import { lineMarks, type SweptSeries, seriesOf } from "./lines.ts";
import { networkName } from "./names.ts";
import type { Units } from "../../words/units.ts";
import { sayWinners, tableOfWinners } from "./say-winners.ts";
import { roomOfWinners, winnerMarks } from "./winners.ts";

interface SweepMarks extends Drawing {
  /** The sweep in the order of the document, whether its axes are drawn transposed, and the point whose run is shown. */
  readonly table: SweepTable | null;
  readonly isTurned: boolean;
  readonly shown: readonly number[] | undefined;
}

/** A sweep prepared for drawing: sizes on the horizontal axis, one measure, and the sides of the contest if it is one. */
interface Told {
  readonly table: SweepTable;
  readonly measure: SweptMeasure;
  readonly sides: Sides | null;
  /** Whether the axes are in the opposite order of the document. */
  readonly isTurned: boolean;
}

/** Ids of the pictures of a sweep. */
type PictureId = "lines" | "best" | "values";

export const sweep: View<SweepMarks> = {
  id: "sweep",
  title: "Sweep",
  drawsFrom: [],
  drawsAll: true,
  isOfWholeRuns: true,
  options: [
    {
      id: "measure",
      title: "Measure",
      among: Object.fromEntries(sweptMeasures.map(({ id, title }) => [id, title])),
      usual: ({ sweep: table }) => (answerIn(table) ?? sweptMeasures[0]).id,
      offers: ({ sweep: table }, id) => sweptMeasures.some((each) => each.id === id && isMeasured(table, each)),
    },
    {
      id: "picture",
      title: "Picture",
      among: { lines: "as lines", best: "who wins where", values: "as a field" } satisfies Record<PictureId, string>,
      usual: usualPicture,
      offers: (data, id) => picturesOf(data).includes(id as PictureId),
    },
  ],

  room(data, width) {
    const matrix = matrixOf(data);
    if (matrix !== null) return roomOfWinners(matrix.table, matrix.sides, data.variants, width);
    const least = Math.max(220, heightForNames(contendersOf(data), width));
    return { width, height: Math.max(least, Math.min(520, width * 0.7)), least };
  },

  needs({ sweep: table }) {
    if (table === null) return "Plots a measure over the values of a parameter, once one is swept: “Sweep” in all settings.";
    return table.points.length === 0 ? "The first runs of the sweep are under way." : null;
  },

  summary(data) {
    const { sweep: table } = data;
    const told = toldOf(data);
    if (table === null || told === null || table.points.length === 0) return "Nothing has been swept yet.";
    const { measure } = told;
    const series = seriesOf(told.table, measure, data.variants, told.sides !== null);
    const known = series.filter(({ values }) => values.size > 0);
    if (known.length === 0) return `${measure.title} is not measured by these runs; choose another measure.`;
    const some =
      table.points.length < table.expected ? ` ${formatCount(table.points.length)} of ${formatCount(table.expected)} points are in.` : "";
    const said = told.sides === null ? say(data.units, told.table, known, measure) : sayWinners(told.table, told.sides, data.variants);
    return `${some === "" ? "" : "So far: "}${said}${some}`;
  },

  layout: (data, canvas) => ({
    marks: marksOf(data, canvas),
    table: data.sweep,
    isTurned: toldOf(data)?.isTurned === true,
    shown: data.pointAt,
  }),

  keys: "Left and right change the first value of the run that is shown, Home and End lead to its ends; up and down change the second.",

  draw(drawn, into, canvas, act) {
    drawPlot(drawn, into, canvas, act);
    takeSteps(drawn, into, act);
  },

  table(data) {
    const matrix = matrixOf(data);
    return matrix === null ? tableOfPoints(data) : tableOfWinners(matrix.table, matrix.sides, data.variants, matrix.measure);
  },
};

/** Table of all points with all measures. */
function tableOfPoints({ sweep: table, variants }: ViewData): Table {
  const axes = table?.axes ?? [];
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    ...axes.map(({ title, unit }) => ({ title, unit })),
    { title: "Seeds", unit: "" },
    ...sweptMeasures.flatMap(({ title, unit }) => [
      { title, unit },
      { title: `${title}, lowest`, unit },
      { title: `${title}, highest`, unit },
    ]),
  ];
  const rows = (table?.points ?? []).map((point): readonly (string | number)[] => [
    ...(variants.length > 1 ? [networkName(variants[point.variant])] : []),
    ...axes.map(({ numbers, labels }, i) => (numbers === null ? labels[point.at[i]] : numbers[point.at[i]])),
    point.runs.length,
    ...sweptMeasures.flatMap((measure): readonly (string | number)[] => {
      const value = valueOf(point, measure);
      return value === null ? ["", "", ""] : [value.mean, value.low, value.high];
    }),
  ]);
  return { columns, rows };
}

/** Marks of the chosen picture. */
function marksOf(data: ViewData, canvas: Canvas): readonly Mark[] {
  const told = toldOf(data);
  if (told === null || canvas.width < 120 || canvas.height < 100) return [];
  const { table, measure, sides, isTurned } = told;
  const { variants, pointAt } = data;
  const picture = pictureOf(data);
  const turnsTo = (at: readonly number[]) => turned(at, isTurned);
  if (picture === "best" && sides !== null) return winnerMarks(table, sides, variants, measure, canvas, turnsTo);
  if (picture === "values") {
    const front = variants.findIndex(({ letter }) => letter === data.letter);
    return fieldMarks(data.sweep!, Math.max(0, front), measure, canvas);
  }
  const contest = sides !== null && variants.length === 1 ? contestOf(table, sides, 0) : null;
  const bests = contest === null ? null : bestsOf(contest);
  const kept = contest === null || bests === null ? null : foremost(contest, bests, mostHues);
  const series = seriesOf(table, measure, variants, sides !== null).filter(({ second }) => kept?.includes(second) !== false);
  const shown = pointAt === undefined ? undefined : turned(pointAt, isTurned);
  return lineMarks(table, series, measure, canvas, { shown, bests, turnsTo });
}

/** The sweep with sizes on the horizontal axis; null without a sweep. */
function toldOf(data: ViewData): Told | null {
  const { sweep: own } = data;
  if (own === null) return null;
  const sides = contestIn(own);
  const isTurned = sides?.across === 1;
  const table = isTurned ? turnedTable(own) : own;
  return { table, measure: measureOf(data), sides: sides === null ? null : { across: 0, among: 1 }, isTurned };
}

/** The prepared sweep if the chosen picture is the matrix of winners; otherwise null. */
function matrixOf(data: ViewData): (Told & { readonly sides: Sides }) | null {
  const told = toldOf(data);
  return told === null || told.sides === null || pictureOf(data) !== "best" ? null : { ...told, sides: told.sides };
}

/** Memoized, because every frame needs it. */
const contestIn = once(sidesOf);
const turnedTable = once(({ axes, points, expected }: SweepTable): SweepTable => ({
  axes: axes.toReversed(),
  points: points.map((point) => ({ ...point, at: point.at.toReversed() })),
  expected,
}));

function turned(at: readonly number[], isTurned: boolean): readonly number[] {
  return isTurned ? at.toReversed() : at;
}

/** Names of contenders at the ends of lines, up to the number drawn; empty unless this is a contest of one network. */
function contendersOf({ sweep: table, variants }: ViewData): readonly string[] {
  const sides = table === null || variants.length !== 1 ? null : contestIn(table);
  return sides === null ? [] : namesOf(table!.axes[sides.among]).slice(0, mostHues);
}

/** The pictures available for a sweep. */
function picturesOf(data: ViewData): readonly PictureId[] {
  const { sweep: table, variants } = data;
  if (table === null) return [];
  const sides = contestIn(table);
  const lines = sides !== null && variants.length === 1 ? 1 : variants.length * (table.axes[1]?.labels.length ?? 1);
  return [
    ...(lines <= mostStrokes || table.axes.length < 2 ? (["lines"] as const) : []),
    ...(sides !== null ? (["best"] as const) : []),
    ...(table.axes.length === 2 ? (["values"] as const) : []),
  ];
}

/** Lines for the contenders of one network, the matrix of winners for several networks. */
function usualPicture(data: ViewData): PictureId {
  const those = picturesOf(data);
  return those.includes("best") && data.variants.length > 1 ? "best" : (those[0] ?? "lines");
}

function pictureOf(data: ViewData): PictureId {
  const chosen = choiceOf(sweep, data.choices, "picture", data) as PictureId;
  return picturesOf(data).includes(chosen) ? chosen : usualPicture(data);
}

/** Steps of the keys in the first and second value; Home and End repeat their step to the end. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-1, 0],
  End: [1, 0],
};

/** Binds keys that select the neighbors of the shown point. */
function takeSteps({ table, isTurned, shown }: SweepMarks, into: SVGGElement, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || shown === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const by = turned(step, isTurned);
    const goOn = (from: readonly number[]) => from.map((place, i) => place + by[i]);
    const isIn = (next: readonly number[]) => table?.points.some(({ at }) => at.every((place, i) => place === next[i])) === true;
    let next = shown;
    while (isIn(goOn(next))) {
      next = goOn(next);
      if (event.key !== "Home" && event.key !== "End") break;
    }
    if (next !== shown) act.turn(next);
  };
  // Capture, so that it runs before the keys of the plot, which move from point to point if no run is shown.
  select(box).on("keydown.steps", press, { capture: true });
}

/** The chosen measure; by default the one that the runs are made for. */
function measureOf(data: ViewData): SweptMeasure {
  return sweptMeasures.find(({ id }) => id === choiceOf(sweep, data.choices, "measure", data)) ?? sweptMeasures[0];
}

/** Summarizes a single line by its ends, or several lines by their best value. */
function say(units: Units, { axes }: SweepTable, series: readonly SweptSeries[], measure: SweptMeasure): string {
  const [axis] = axes;
  const isBetter = (a: number, b: number) => (measure.isMoreBetter ? a > b : a < b);
  const every = series.flatMap(({ said, values }) => [...values].map(([at, value]) => ({ said, at, value })));
  const best = every.reduce((a, b) => (isBetter(b.value.mean, a.value.mean) ? b : a));
  const stuck = every.filter(({ value }) => value.isDeadlocked).length;
  const deadlocks = stuck === 0 ? "" : ` ${stuck === 1 ? "1 point ends" : `${formatCount(stuck)} points end`} in a deadlock.`;
  const told = (value: number) => units.sayOf(value, measure.unit, units.writerOf(measure.unit));
  const where = `at ${axis.said[best.at]}${best.said === "" ? "" : `, ${best.said}`}`;
  if (series.length > 1 && axis.isOffered === true && measure.id === "accepted") return `${sayEnds(units, axis, series)}${deadlocks}`;
  if (series.length > 1) return `${measure.title} is best ${where}: ${told(best.value.mean)}.${deadlocks}`;
  const [[, first], [, last]] = [edge(series[0], Math.min), edge(series[0], Math.max)];
  const ends = `${measure.title} goes from ${units.writerOf(measure.unit)(first.mean, last.mean)} to ${told(last.mean)}`;
  const isAtEnd = best.value === first || best.value === last;
  return `${ends}${isAtEnd ? "" : `, best ${where}: ${units.writerOf(measure.unit)(best.value.mean, last.mean)}`}.${deadlocks}`;
}

/** Compares lines over load at their ends, the best first: the load of the overall maximum would be chance. */
function sayEnds(units: Units, axis: SweepTable["axes"][number], series: readonly SweptSeries[]): string {
  const ends = series.map((each) => ({ said: each.said, end: edge(each, Math.max) })).sort((a, b) => b.end[1].mean - a.end[1].mean);
  const last = Math.max(...ends.map(({ end: [at] }) => at));
  const told = ends.slice(0, mostEnds).map(({ said, end: [, { mean }] }) => `${said} ${units.formatLoad(mean)}`);
  const rest = ends.length > mostEnds ? `, ${countOf(ends.length - mostEnds, "other", "others")} less` : "";
  return `At ${axis.said[last]}, ${units.headOf("phits/cycle")} accepted: ${told.join(", ")}${rest}.`;
}

/** Number of lines whose end is named. */
const mostEnds = 3;

function edge({ values }: SweptSeries, pick: (...at: number[]) => number): readonly [number, Value] {
  const at = pick(...values.keys());
  return [at, values.get(at) as Value];
}
