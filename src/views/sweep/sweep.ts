/** The results of a sweep: a measure over the values of one place, or of two; as it comes in. */
import { type Actions, type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type SweepTable, answerIn, isMeasured, type SweptMeasure, sweptMeasures, type Value, valueOf } from "../../core/measures/sweep.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { select } from "d3-selection";
import { circleMark, type Drawing } from "../marks/marks.ts";
import { drawPointed, type Spot } from "../marks/pointing.ts";
import { mostStrokes } from "../marks/strokes.ts";
import { fieldMarks } from "./field.ts";
import { lineMarks, type Series, seriesOf, type Stop } from "./lines.ts";
import type { Units } from "../../words/units.ts";

interface SweepMarks extends Drawing {
  readonly stops: readonly Stop[];
  readonly measure: SweptMeasure;
  readonly shown: readonly number[] | undefined;
}

export const sweep: View<SweepMarks> = {
  id: "sweep",
  title: "Sweep",
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
  ],

  room: (_, width) => ({ width, height: Math.max(220, Math.min(520, width * 0.7)), least: 220 }),

  needs({ sweep: table }) {
    if (table === null) return "Plots a measure over the values of a parameter, once one is swept: “Sweep” in all settings.";
    return table.points.length === 0 ? "The first runs of the sweep are under way." : null;
  },

  summary(data) {
    const { sweep: table } = data;
    if (table === null || table.points.length === 0) return "Nothing has been swept yet.";
    const measure = measureOf(data);
    const series = seriesOf(table, measure, data.variants);
    const known = series.filter(({ values }) => values.size > 0);
    if (known.length === 0) return `${measure.title} is not measured by these runs; choose another measure.`;
    const some =
      table.points.length < table.expected ? ` ${formatCount(table.points.length)} of ${formatCount(table.expected)} points are in.` : "";
    return `${some === "" ? "" : "So far: "}${say(data.units, table, known, measure)}${some}`;
  },

  layout(data, canvas) {
    const { sweep: table } = data;
    const measure = measureOf(data);
    const shown = data.pointAt;
    if (table === null || canvas.width < 120 || canvas.height < 100) return { marks: [], stops: [], measure, shown };
    const series = seriesOf(table, measure, data.variants);
    if (series.length <= mostStrokes || table.axes.length < 2)
      return { ...lineMarks(table, series, measure, canvas, shown), measure, shown };
    return {
      marks: fieldMarks(
        table,
        Math.max(
          0,
          data.variants.findIndex(({ letter }) => letter === data.letter),
        ),
        measure,
        canvas,
      ),
      stops: [],
      measure,
      shown,
    };
  },

  keys: "Left and right change the first value of the run that is shown, up and down the second.",

  draw(drawn, into, canvas, act) {
    drawPointed(drawn, into, canvas, act, spotOf);
    takeSteps(drawn, into, act);
  },

  table({ sweep: table, variants }) {
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
      ...(variants.length > 1 ? [`${variants[point.variant]?.letter ?? ""} ${variants[point.variant]?.title ?? ""}`] : []),
      ...axes.map(({ numbers, labels }, i) => (numbers === null ? labels[point.at[i]] : numbers[point.at[i]])),
      point.runs.length,
      ...sweptMeasures.flatMap((measure): readonly (string | number)[] => {
        const value = valueOf(point, measure);
        return value === null ? ["", "", ""] : [value.mean, value.low, value.high];
      }),
    ]);
    return { columns, rows };
  },
};

/** The point of the sweep nearest to a pointer. */
function spotOf({ stops, measure }: SweepMarks, x: number, y: number, within: number, { units, theme }: Canvas): Spot | null {
  const away = (stop: Stop) => Math.hypot(stop.x - x, (stop.y - y) * 0.6);
  const near = stops.reduce<Stop | null>((best, each) => (best === null || away(each) < away(best) ? each : best), null);
  if (near === null || away(near) > 3 * within) return null;
  return {
    x: near.x,
    y: near.y,
    value: units.sayOf(near.value.mean, measure.unit, units.writerOf(measure.unit)),
    name: near.value.isDeadlocked ? `${near.series.said} deadlocks` : near.series.said,
    outline: [circleMark("hover", near.x, near.y, 6, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })],
    picks: null,
    turnsTo: near.at,
  };
}

/** Arrow keys turn to the neighbours of the point that is shown. */
function takeSteps({ stops, shown }: SweepMarks, into: SVGGElement, act: Actions): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  select(box).on("keydown.steps", (event: KeyboardEvent) => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step === undefined || shown === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = shown.map((place, i) => place + step[i]);
    if (stops.some(({ at }) => at.every((place, i) => place === next[i]))) act.turn(next);
  });
}

/** The measure chosen; as long as nobody chose, the one that the runs are made for. */
function measureOf(data: ViewData): SweptMeasure {
  return sweptMeasures.find(({ id }) => id === choiceOf(sweep, data.choices, "measure", data)) ?? sweptMeasures[0];
}

/** From where to where, or which line is best. */
function say(units: Units, { axes }: SweepTable, series: readonly Series[], measure: SweptMeasure): string {
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

/** What lines of loads come to in the end, the best first: at which load the best of all lies is chance. */
function sayEnds(units: Units, axis: SweepTable["axes"][number], series: readonly Series[]): string {
  const ends = series.map((each) => ({ said: each.said, end: edge(each, Math.max) })).sort((a, b) => b.end[1].mean - a.end[1].mean);
  const last = Math.max(...ends.map(({ end: [at] }) => at));
  const told = ends.slice(0, mostEnds).map(({ said, end: [, { mean }] }) => `${said} ${units.formatLoad(mean)}`);
  const rest = ends.length > mostEnds ? `, ${countOf(ends.length - mostEnds, "other", "others")} less` : "";
  return `At ${axis.said[last]}, ${units.headOf("phits/cycle")} accepted: ${told.join(", ")}${rest}.`;
}

/** Lines whose ends are told one by one. */
const mostEnds = 3;

function edge({ values }: Series, pick: (...at: number[]) => number): readonly [number, Value] {
  const at = pick(...values.keys());
  return [at, values.get(at) as Value];
}
