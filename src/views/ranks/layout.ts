/** Rows of ranks over time, with axis, arrows and statistics. Pure functions: the figures of paper pages are made here, too. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import { small } from "../plot/axes.ts";
import type { Canvas, Selected, Span } from "../contract.ts";
import { type Drawing, type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { type LanedRow, lanesOf, placeRows, rowMarks, type SpanBox, timeAt, withinRun } from "../time-axis/span-rows.ts";
import { phaseSwatch } from "../bars/stacked-bars.ts";
import { timeTicks } from "../time-axis/time-ticks.ts";
import { arrowMarks, arrowsOf, type Arrow, chainMarks, messagesAt, messagesOf, type RankRows } from "./arrows.ts";
import { barMarks } from "./bars.ts";
import { chainOf } from "./causes.ts";
import { kindStyles } from "./styles.ts";
import { inSteps } from "./logical-steps.ts";
import { panelHeight, panelMarks } from "./panel.ts";
import { countedIn } from "./statistics.ts";
import { kinds, lengthOf, type MessageTimes, rankOf, ranksIn, sortsOf, type Told, toldOf } from "./told.ts";
import type { Timeline } from "../../core/measures/results.ts";
import { textWidth } from "../plot/text-width.ts";

/** Options of the figure. By default it shows the whole run without selection. */
export interface RanksFigure {
  /** The visible span, cycles; the whole run when absent or null. */
  readonly span?: Span | null;
  /** Minimum end of the axis, cycles: figures with the same value share a scale. */
  readonly end?: number;
  /** Whether computations are placed in logical steps, which follow from their dependencies alone. */
  readonly isLogical?: boolean;
  /** The selection. Its messages and its delay chain are drawn. */
  readonly selected?: Selected;
  /** Highlighted terminals. */
  readonly highlight?: ReadonlySet<number>;
  /** Intervals found by a search, which are emphasized; null where nothing was searched for. */
  readonly found?: readonly number[] | null;
  /** Present cycle of a playback; none when absent. */
  readonly now?: number;
  /** Whether statistics and causes are drawn below the rows. Default true. */
  readonly hasPanel?: boolean;
}

/** The drawing of ranks, and data for hit test and keyboard. */
export interface RanksMarks extends Drawing {
  /** The timeline as drawn, in cycles or in logical steps; null where nothing is drawn. */
  readonly told: Told | null;
  readonly rows: RankRows | null;
  readonly arrows: readonly Arrow[];
  readonly isLogical: boolean;
  /** End of the time axis, cycles or logical steps. */
  readonly end: number;
  readonly span: Span | null;
  /** Names of the terminals that ranks run on; their numbers where absent. */
  readonly nameOf?: TerminalNames;
}

const tallest = 640;
const margin = { right: 10, top: 26, foot: 22, panel: 14 };
/** Height of a bar by the number of ranks, pixels; and height of a row in heights of its bar. */
const barHeight = (ranks: number) => (ranks <= 6 ? 24 : ranks <= 12 ? 20 : ranks <= 24 ? 14 : ranks <= 40 ? 9 : 6);
const perBar = 1.6;
/** Maximum height of a bar, pixels. */
const highest = 56;

/**
 * Preferred height of a drawing, pixels.
 * @param sorts Number of rows of the statistics below the bars; 0 for none.
 */
export function ranksHeight(ranks: number, width: number, sorts: number, isLogical = false): number {
  const rows = Math.min(tallest, ranks * barHeight(ranks) * perBar);
  return Math.round(margin.top + rows + margin.foot + (sorts > 0 ? margin.panel + panelHeight(width, isLogical, sorts) : 0));
}

/** Labels of the rows: rank numbers, with terminal numbers where these differ. */
function rowsOf({ terminals }: Timeline): readonly LanedRow[] {
  const isOther = terminals.some((terminal, rank) => terminal !== rank);
  return terminals.map((terminal, rank) => ({
    label: isOther ? `${rank} on ${terminal}` : String(rank),
    items: [],
    lanes: [],
    laneCount: 1,
  }));
}

/**
 * Activity of ranks as rows over time: a bar for each interval, names of tasks where they fit, the time axis below, arrows of the selected
 * messages, and statistics. No marks where there is no room.
 * @param messages When each message of the timeline was handed over and had arrived, as in `Results.messages`.
 */
export function layoutRanks(timeline: Timeline, messages: readonly MessageTimes[], canvas: Canvas, figure: RanksFigure = {}): RanksMarks {
  const { isLogical = false, selected = { is: "nothing" }, highlight = new Set<number>(), found = null, hasPanel = true } = figure;
  const run = toldOf(timeline, messages);
  const told = isLogical ? inSteps(run) : run;
  const end = isLogical ? told.end : Math.max(told.end, figure.end ?? 0);
  const span = isLogical ? null : withinRun(figure.span ?? null, end);
  const ranks = ranksIn(timeline);
  if (canvas.width < 120 || ranks === 0) return { marks: [], told: null, rows: null, arrows: [], isLogical, end, span };
  const { theme } = canvas;
  const labelled = rowsOf(timeline);
  const left = Math.max(30, 16 + 6.4 * Math.max(...labelled.map(({ label }) => label.length)));
  const foot = hasPanel ? margin.panel + panelHeight(canvas.width, isLogical, countedIn(told).length) : 0;
  // In a box higher than necessary the statistics follow directly below the rows.
  const bottom = Math.min(canvas.height - margin.foot - foot, margin.top + lanesOf(labelled) * highest);
  const box: SpanBox = { left, right: canvas.width - margin.right, top: margin.top, bottom, ...(span ?? { from: 0, to: end }) };
  const placed = placeRows(labelled, box, highest);
  const rows: RankRows = { box, tops: placed.tops, height: placed.lane };
  const picked = pickedStretch(told, selected);
  const rank = rankPicked(told, selected);
  const chosen = chosenMessages(told, selected, rank);
  const arrows = arrowsOf(told, chosen, rows);
  // For a selected message its delay is described in text, but the chain is not drawn.
  const chain = isLogical || selected.is !== "stretch" || picked < 0 ? [] : chainOf(told, picked);
  const [arrowTone, arrowWidth] = selected.is === "message" ? [theme.accent, 2.2] : [theme.ink, selected.is === "terminal" ? 1 : 1.2];
  const words = small(theme);
  const marks = [
    ...keyMarks(timeline, canvas),
    textMark("ranks", 0, 12, "rank", words),
    ...(isLogical ? stepTicks(box, bottom, words, theme.line) : timeTicks(canvas.units, box, bottom + margin.foot, words, theme.line)),
    ...rowMarks(labelled, placed, highlightedRows(timeline, highlight, rank), theme),
    ...barMarks(told, rows, theme, found),
    ...nowMarks(figure.now ?? 0, box, canvas),
    ...arrowMarks("arrows", arrows, arrowTone, arrowWidth, rows, theme),
    ...chainMarks(told, picked, chain, rows, theme),
    ...pickedMarks(told, picked, rows, canvas),
    ...(hasPanel
      ? panelMarks(told, { span: span ?? { from: 0, to: told.end }, rank, isLogical }, bottom + margin.foot + margin.panel, canvas)
      : []),
  ];
  return { marks, told, rows, arrows, isLogical, end, span };
}

/**
 * The selected interval. For a selected message, the interval in which its receiver waits for it or receives it. A selected interval
 * without length, as a wait in logical steps, is replaced by the interval that receives its message.
 */
export function pickedStretch(told: Told, selected: Selected): number {
  const { timeline } = told;
  if (selected.is === "message") return takerOf(told, selected.message);
  if (selected.is !== "stretch" || selected.stretch >= timeline.kind.length) return -1;
  const { stretch } = selected;
  const message = timeline.message[stretch];
  if (lengthOf(timeline, stretch) > 0 || message < 0 || timeline.source[message] === rankOf(timeline, stretch)) return stretch;
  const taker = takerOf(told, message);
  return taker < 0 ? stretch : taker;
}

/** The first interval with a length that waits for a message or receives it; −1 for none. */
function takerOf({ timeline }: Told, message: number): number {
  const taker = timeline.destination[message] ?? -1;
  if (taker < 0) return -1;
  for (let s = timeline.first[taker]; s < timeline.first[taker + 1]; s++) {
    if (timeline.message[s] === message && lengthOf(timeline, s) > 0) return s;
  }
  return -1;
}

/** The rank on the selected terminal; −1 for none. */
export function rankPicked({ timeline }: Told, selected: Selected): number {
  return selected.is === "terminal" || selected.is === "stretch" ? timeline.terminals.indexOf(selected.terminal) : -1;
}

function chosenMessages(told: Told, selected: Selected, rank: number): readonly number[] {
  if (selected.is === "message") return selected.message < told.messages.length ? [selected.message] : [];
  if (selected.is === "stretch") return selected.stretch < told.timeline.kind.length ? messagesOf(told, selected.stretch) : [];
  return selected.is === "terminal" && rank >= 0 ? messagesAt(told, rank) : [];
}

function highlightedRows({ terminals }: Timeline, highlight: ReadonlySet<number>, rank: number): ReadonlySet<number> {
  // If all rows are highlighted, none is marked.
  const own = terminals.flatMap((terminal, r) => (highlight.has(terminal) ? [r] : []));
  return new Set([...(own.length < terminals.length ? own : []), ...(rank < 0 ? [] : [rank])]);
}

/** Legend: names of the kinds of intervals beside swatches. */
function keyMarks(timeline: Timeline, { theme, width }: Canvas): readonly Mark[] {
  const [compute, ...others] = kindStyles(theme, sortsOf(timeline));
  const styles = [compute, ...others.slice(kinds.length - 1), ...others.slice(0, kinds.length - 1)];
  const gap = width < 330 ? 22 : 34;
  let x = width - margin.right;
  return styles.toReversed().flatMap((style) => {
    x -= textWidth(style.title) + 14;
    const own = [
      ...phaseSwatch(`key ${style.id}`, style, x, 3, 9, theme),
      textMark(`key name ${style.id}`, x + 14, 12, style.title, small(theme)),
    ];
    x -= gap - 14;
    return own;
  });
}

/** Numbers of logical steps below their columns, as many as fit. */
function stepTicks(box: SpanBox, bottom: number, words: Readonly<Record<string, string | number>>, line: string): readonly Mark[] {
  const wide = (box.right - box.left) / (box.to - box.from);
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * wide >= 24) ?? 2000;
  const marks: Mark[] = [textMark("end", 0, bottom + 17, "step", words)];
  const middle = { ...words, "text-anchor": "middle" };
  for (let k = 0; k <= box.to; k += every) {
    const x = timeAt(box, k);
    marks.push(pathMark(`grid ${k}`, `M${tenth(x)} ${box.top}V${tenth(bottom)}`, { stroke: line }));
    if (k > 0) marks.push(textMark(`step ${k}`, x - wide / 2, bottom + 17, String(k), middle));
  }
  // The last step has a number, too: it gives the total.
  const rest = box.to % every;
  if (rest * wide >= 20) marks.push(textMark(`step ${box.to}`, box.right - wide / 2, bottom + 17, String(box.to), middle));
  return marks;
}

function nowMarks(now: number, box: SpanBox, { theme }: Canvas): readonly Mark[] {
  if (now <= box.from || now >= box.to) return [];
  const at = tenth(timeAt(box, now));
  return [pathMark("now", `M${at} ${box.top - 4}V${tenth(box.bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 })];
}

/** Outline of the selected interval. */
function pickedMarks(told: Told, picked: number, rows: RankRows, { theme }: Canvas): readonly Mark[] {
  if (picked < 0) return [];
  const place = placeOf(told, picked, rows);
  if (place === null) return [];
  const { x, y, width, height } = place;
  const outline = { fill: "none", rx: 2 };
  return [
    rectMark("picked halo", x - 2.5, y - 2.5, width + 5, height + 5, { ...outline, stroke: theme.surface, "stroke-width": 3 }),
    rectMark("picked", x - 1.5, y - 1.5, width + 3, height + 3, { ...outline, stroke: theme.accent, "stroke-width": 2 }),
  ];
}

/** The visible rectangle of an interval, pixels; null where it is outside the visible span. */
export function placeOf({ timeline }: Told, stretch: number, { box, tops, height }: RankRows) {
  const [from, to] = [timeline.from[stretch], timeline.to[stretch]];
  if (to < box.from || from > box.to) return null;
  const x = Math.max(box.left, timeAt(box, from));
  const width = Math.max(1, Math.min(box.right, timeAt(box, to)) - x);
  return { x, y: tops[rankOf(timeline, stretch)], width, height };
}
