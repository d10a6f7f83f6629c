/** Rows of ranks over time, with what stands around them. Pure: what a paper page shows as a figure is made here, too. */
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

/** What is to be drawn; all of it by default as it is for a run that nobody has touched. */
export interface RanksFigure {
  /** The stretch of time in sight, cycles; the whole run when absent or null. */
  readonly span?: Span | null;
  /** End of the axis at least, cycles: figures with the same one share a scale. */
  readonly end?: number;
  /** Whether computes stand in the steps that their dependencies alone give them. */
  readonly isLogical?: boolean;
  /** What is picked: its arrows and what it waited for are drawn. */
  readonly selected?: Selected;
  /** Terminals that light up. */
  readonly highlight?: ReadonlySet<number>;
  /** Stretches that stand out, because they were looked for; null for none looked for. */
  readonly found?: readonly number[] | null;
  /** Cycle at which a playback stands; none when absent. */
  readonly now?: number;
  /** Whether statistics and causes stand below the rows. Default true. */
  readonly hasPanel?: boolean;
}

export interface RanksMarks extends Drawing {
  /** As drawn: in logical time, that of the steps; null where nothing is drawn. */
  readonly told: Told | null;
  readonly rows: RankRows | null;
  readonly arrows: readonly Arrow[];
  readonly isLogical: boolean;
  /** Cycles or steps up to which time goes. */
  readonly end: number;
  readonly span: Span | null;
  /** Names of the terminals that ranks run on; their numbers where absent. */
  readonly nameOf?: TerminalNames;
}

const tallest = 640;
const margin = { right: 10, top: 26, foot: 22, panel: 14 };
/** Height of a row's bar by how many rows there are, and what it is of its row. */
const barHeight = (ranks: number) => (ranks <= 6 ? 24 : ranks <= 12 ? 20 : ranks <= 24 ? 14 : ranks <= 40 ? 9 : 6);
const perBar = 1.6;
/** Bars are no higher than this, however much room there is, pixels. */
const highest = 56;

/** Height that a drawing of so many ranks wants at that width, with statistics of so many sorts below it, pixels; none for 0. */
export function ranksHeight(ranks: number, width: number, sorts: number, isLogical = false): number {
  const rows = Math.min(tallest, ranks * barHeight(ranks) * perBar);
  return Math.round(margin.top + rows + margin.foot + (sorts > 0 ? margin.panel + panelHeight(width, isLogical, sorts) : 0));
}

/** The names of ranks, with their terminals where these have other numbers. */
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
 * What ranks did as rows over time: a bar for each stretch, names of tasks where they fit, the axis of time below, arrows of
 * messages for what is picked, and statistics. Nothing but marks where there is no room.
 * @param messages when each message of the timeline was handed over and had arrived, as in `Results.messages`
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
  // Where there is more room than the rows need, what stands below them follows them.
  const bottom = Math.min(canvas.height - margin.foot - foot, margin.top + lanesOf(labelled) * highest);
  const box: SpanBox = { left, right: canvas.width - margin.right, top: margin.top, bottom, ...(span ?? { from: 0, to: end }) };
  const placed = placeRows(labelled, box, highest);
  const rows: RankRows = { box, tops: placed.tops, height: placed.lane };
  const picked = pickedStretch(told, selected);
  const rank = rankPicked(told, selected);
  const chosen = chosenMessages(told, selected, rank);
  const arrows = arrowsOf(told, chosen, rows);
  // What a picked message was waited for with is told; drawn is the message.
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
 * The stretch that is picked, or that takes the message picked: where its taker waited for it, that wait. Where the one
 * picked has no length, as a wait in logical steps, that which takes its message.
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

/** The first stretch with a length that waits for a message or takes it; −1 for none. */
function takerOf({ timeline }: Told, message: number): number {
  const taker = timeline.destination[message] ?? -1;
  if (taker < 0) return -1;
  for (let s = timeline.first[taker]; s < timeline.first[taker + 1]; s++) {
    if (timeline.message[s] === message && lengthOf(timeline, s) > 0) return s;
  }
  return -1;
}

/** The rank on the terminal that is picked; −1 for none. */
export function rankPicked({ timeline }: Told, selected: Selected): number {
  return selected.is === "terminal" || selected.is === "stretch" ? timeline.terminals.indexOf(selected.terminal) : -1;
}

function chosenMessages(told: Told, selected: Selected, rank: number): readonly number[] {
  if (selected.is === "message") return selected.message < told.messages.length ? [selected.message] : [];
  if (selected.is === "stretch") return selected.stretch < told.timeline.kind.length ? messagesOf(told, selected.stretch) : [];
  return selected.is === "terminal" && rank >= 0 ? messagesAt(told, rank) : [];
}

function highlightedRows({ terminals }: Timeline, highlight: ReadonlySet<number>, rank: number): ReadonlySet<number> {
  // Where everything lights up, nothing stands out.
  const own = terminals.flatMap((terminal, r) => (highlight.has(terminal) ? [r] : []));
  return new Set([...(own.length < terminals.length ? own : []), ...(rank < 0 ? [] : [rank])]);
}

/** The names of the kinds beside small fields that look like them. */
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

/** The numbers of logical steps below their columns, as many as have room. */
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
  // The last one says how many they are.
  const rest = box.to % every;
  if (rest * wide >= 20) marks.push(textMark(`step ${box.to}`, box.right - wide / 2, bottom + 17, String(box.to), middle));
  return marks;
}

function nowMarks(now: number, box: SpanBox, { theme }: Canvas): readonly Mark[] {
  if (now <= box.from || now >= box.to) return [];
  const at = tenth(timeAt(box, now));
  return [pathMark("now", `M${at} ${box.top - 4}V${tenth(box.bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 })];
}

/** The stretch picked, outlined. */
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

/** Where a stretch lies, as far as it is in sight, pixels; null where it is not. */
export function placeOf({ timeline }: Told, stretch: number, { box, tops, height }: RankRows) {
  const [from, to] = [timeline.from[stretch], timeline.to[stretch]];
  if (to < box.from || from > box.to) return null;
  const x = Math.max(box.left, timeAt(box, from));
  const width = Math.max(1, Math.min(box.right, timeAt(box, to)) - x);
  return { x, y: tops[rankOf(timeline, stretch)], width, height };
}
