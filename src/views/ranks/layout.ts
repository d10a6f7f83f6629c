/** Rows of ranks over time, with axis, arrows and statistics. Pure functions: the figures of paper pages are made here, too. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas, NetworkSelection, Span } from "../contract.ts";
import { type MarksDrawing, type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import { type RowWithLanes, totalLanes, placeRows, rowMarks, type TimeBox, timeAt, clipToRun } from "../time-axis/span-rows.ts";
import { phaseSwatch } from "../bars/stacked-bars.ts";
import { timeTicks } from "../time-axis/time-ticks.ts";
import {
  messageArrowMarks,
  messageArrows,
  type MessageArrow,
  delayChainMarks,
  messagesOfRank,
  messagesOfInterval,
  type RankRows,
} from "./arrows.ts";
import { intervalBarMarks } from "./interval-bars.ts";
import { delayChainOf } from "./idle-causes.ts";
import { kindStyles } from "./styles.ts";
import { toLogicalSteps } from "./logical-steps.ts";
import { panelHeight, panelMarks } from "./panel.ts";
import { statisticsRowsOf } from "./statistics.ts";
import {
  intervalKinds,
  intervalLength,
  type MessageTimes,
  rankOfInterval,
  rankCount,
  workSortsOf,
  type RankTimeline,
  rankTimelineOf,
} from "./rank-timeline.ts";
import type { Timeline } from "../../core/measures/results.ts";
import { textWidth } from "../plot/text-width.ts";

/** Options of the figure. By default it shows the whole run without selection. */
export interface RanksFigure {
  /** The visible span, cycles; the whole run when absent or null. */
  readonly span?: Span | null;
  /** Minimum end of the axis, cycles: figures with the same value share a scale. */
  readonly end?: number;
  /** Whether computations are placed in logical steps, which follow only from their dependencies. */
  readonly isLogical?: boolean;
  /** The selection. Its messages and its delay chain are drawn. */
  readonly selected?: NetworkSelection;
  /** Highlighted terminals. */
  readonly highlight?: ReadonlySet<number>;
  /** Intervals found by a search, which are emphasized; null where nothing was searched for. */
  readonly foundIntervals?: readonly number[] | null;
  /** Present cycle of a playback; none when absent. */
  readonly now?: number;
  /** Whether statistics and causes are drawn below the rows. Default true. */
  readonly hasPanel?: boolean;
}

/** The drawing of ranks, and data for hit test and keyboard. */
export interface RanksMarks extends MarksDrawing {
  /** The timeline as drawn, in cycles or in logical steps; null where nothing is drawn. */
  readonly rankTimeline: RankTimeline | null;
  readonly rows: RankRows | null;
  readonly arrows: readonly MessageArrow[];
  readonly isLogical: boolean;
  /** End of the time axis, cycles or logical steps. */
  readonly end: number;
  readonly span: Span | null;
  /** Names of the terminals that ranks run on; when absent, terminals are named by their numbers. */
  readonly nameOf?: TerminalNames;
}

const maxRowsHeight = 640;
const margin = { right: 10, top: 26, foot: 22, panel: 14 };
/** Height of a bar by the number of ranks, pixels; and height of a row relative to the height of its bar. */
const barHeight = (ranks: number) => (ranks <= 6 ? 24 : ranks <= 12 ? 20 : ranks <= 24 ? 14 : ranks <= 40 ? 9 : 6);
const rowPerBar = 1.6;
/** Maximum height of a bar, pixels. */
const maxBarHeight = 56;

/**
 * Preferred height of a drawing, pixels.
 * @param sorts Number of rows of the statistics below the bars; 0 for none.
 */
export function ranksHeight(ranks: number, width: number, sorts: number, isLogical = false): number {
  const rows = Math.min(maxRowsHeight, ranks * barHeight(ranks) * rowPerBar);
  return Math.round(margin.top + rows + margin.foot + (sorts > 0 ? margin.panel + panelHeight(width, isLogical, sorts) : 0));
}

/** Labels of the rows: rank numbers, with terminal numbers where these differ. */
function rankRowsOf({ terminals }: Timeline): readonly RowWithLanes[] {
  const hasOtherNumbers = terminals.some((terminal, rank) => terminal !== rank);
  return terminals.map((terminal, rank) => ({
    label: hasOtherNumbers ? `${rank} on ${terminal}` : String(rank),
    items: [],
    lanes: [],
    laneCount: 1,
  }));
}

/**
 * Draws the activity of ranks as rows over time: a bar for each interval of a rank, names of tasks where they fit, the time axis below,
 * arrows of the selected messages, and statistics. Returns the marks with the positions that the hit test needs. No marks where there is no
 * room.
 * @param messages When each message of the timeline was handed over and had arrived, as in `Results.messages`.
 * @param figure What is shown: logical steps or cycles, the visible span, the selection, and the intervals that a search has found.
 */
export function layoutRanks(timeline: Timeline, messages: readonly MessageTimes[], canvas: Canvas, figure: RanksFigure = {}): RanksMarks {
  const { isLogical = false, selected = { is: "nothing" }, highlight = new Set<number>(), foundIntervals = null, hasPanel = true } = figure;
  const physicalTimeline = rankTimelineOf(timeline, messages);
  const rankTimeline = isLogical ? toLogicalSteps(physicalTimeline) : physicalTimeline;
  const end = isLogical ? rankTimeline.end : Math.max(rankTimeline.end, figure.end ?? 0);
  const span = isLogical ? null : clipToRun(figure.span ?? null, end);
  const ranks = rankCount(timeline);
  if (canvas.width < 120 || ranks === 0) return { marks: [], rankTimeline: null, rows: null, arrows: [], isLogical, end, span };
  const { theme } = canvas;
  const labeledRows = rankRowsOf(timeline);
  const left = Math.max(30, 16 + 6.4 * Math.max(...labeledRows.map(({ label }) => label.length)));
  const panelRoom = hasPanel ? margin.panel + panelHeight(canvas.width, isLogical, statisticsRowsOf(rankTimeline).length) : 0;
  // In a box higher than necessary the statistics follow directly below the rows.
  const bottom = Math.min(canvas.height - margin.foot - panelRoom, margin.top + totalLanes(labeledRows) * maxBarHeight);
  const box: TimeBox = { left, right: canvas.width - margin.right, top: margin.top, bottom, ...(span ?? { from: 0, to: end }) };
  const placedRows = placeRows(labeledRows, box, maxBarHeight);
  const rows: RankRows = { timeBox: box, tops: placedRows.tops, barHeight: placedRows.laneHeight };
  const selectedIndex = selectedInterval(rankTimeline, selected);
  const rankOfSelection = selectedRank(rankTimeline, selected);
  const messageIndices = selectedMessages(rankTimeline, selected, rankOfSelection);
  const arrows = messageArrows(rankTimeline, messageIndices, rows);
  // For a selected message its delay is described in text, but the chain is not drawn.
  const delayChain = isLogical || selected.is !== "stretch" || selectedIndex < 0 ? [] : delayChainOf(rankTimeline, selectedIndex);
  const [arrowColor, arrowWidth] = selected.is === "message" ? [theme.accent, 2.2] : [theme.ink, selected.is === "terminal" ? 1 : 1.2];
  const textStyle = smallText(theme);
  const marks = [
    ...legendMarks(timeline, canvas),
    textMark("ranks", 0, 12, "rank", textStyle),
    ...(isLogical
      ? stepTicks(box, bottom, textStyle, theme.line)
      : timeTicks(canvas.units, box, bottom + margin.foot, textStyle, theme.line)),
    ...rowMarks(labeledRows, placedRows, highlightedRows(timeline, highlight, rankOfSelection), theme),
    ...intervalBarMarks(rankTimeline, rows, theme, foundIntervals),
    ...currentCycleMarks(figure.now ?? 0, box, canvas),
    ...messageArrowMarks("arrows", arrows, arrowColor, arrowWidth, rows, theme),
    ...delayChainMarks(rankTimeline, selectedIndex, delayChain, rows, theme),
    ...selectionMarks(rankTimeline, selectedIndex, rows, canvas),
    ...(hasPanel
      ? panelMarks(
          rankTimeline,
          { span: span ?? { from: 0, to: rankTimeline.end }, rank: rankOfSelection, isLogical },
          bottom + margin.foot + margin.panel,
          canvas,
        )
      : []),
  ];
  return { marks, rankTimeline, rows, arrows, isLogical, end, span };
}

/**
 * The selected interval. For a selected message, the interval in which its receiver waits for it or receives it. A selected interval
 * without length, as a wait in logical steps, is replaced by the interval that receives its message.
 */
export function selectedInterval(rankTimeline: RankTimeline, selected: NetworkSelection): number {
  const { timeline } = rankTimeline;
  if (selected.is === "message") return receivingInterval(rankTimeline, selected.message);
  if (selected.is !== "stretch" || selected.stretch >= timeline.kind.length) return -1;
  const { stretch: interval } = selected;
  const message = timeline.message[interval];
  if (intervalLength(timeline, interval) > 0 || message < 0 || timeline.source[message] === rankOfInterval(timeline, interval))
    return interval;
  const taker = receivingInterval(rankTimeline, message);
  return taker < 0 ? interval : taker;
}

/** The first interval with a length that waits for a message or receives it; −1 for none. */
function receivingInterval({ timeline }: RankTimeline, message: number): number {
  const receiver = timeline.destination[message] ?? -1;
  if (receiver < 0) return -1;
  for (let intervalIndex = timeline.first[receiver]; intervalIndex < timeline.first[receiver + 1]; intervalIndex++) {
    if (timeline.message[intervalIndex] === message && intervalLength(timeline, intervalIndex) > 0) return intervalIndex;
  }
  return -1;
}

/** The rank on the selected terminal; −1 for none. */
export function selectedRank({ timeline }: RankTimeline, selected: NetworkSelection): number {
  return selected.is === "terminal" || selected.is === "stretch" ? timeline.terminals.indexOf(selected.terminal) : -1;
}

function selectedMessages(rankTimeline: RankTimeline, selected: NetworkSelection, rank: number): readonly number[] {
  if (selected.is === "message") return selected.message < rankTimeline.messages.length ? [selected.message] : [];
  if (selected.is === "stretch")
    return selected.stretch < rankTimeline.timeline.kind.length ? messagesOfInterval(rankTimeline, selected.stretch) : [];
  return selected.is === "terminal" && rank >= 0 ? messagesOfRank(rankTimeline, rank) : [];
}

function highlightedRows({ terminals }: Timeline, highlight: ReadonlySet<number>, rank: number): ReadonlySet<number> {
  // If all rows are highlighted, none is marked.
  const highlightedRanks = terminals.flatMap((terminal, r) => (highlight.has(terminal) ? [r] : []));
  return new Set([...(highlightedRanks.length < terminals.length ? highlightedRanks : []), ...(rank < 0 ? [] : [rank])]);
}

/** Legend: names of the kinds of intervals beside swatches. */
function legendMarks(timeline: Timeline, { theme, width }: Canvas): readonly Mark[] {
  const [compute, ...otherStyles] = kindStyles(theme, workSortsOf(timeline));
  const styles = [compute, ...otherStyles.slice(intervalKinds.length - 1), ...otherStyles.slice(0, intervalKinds.length - 1)];
  const gap = width < 330 ? 22 : 34;
  let x = width - margin.right;
  return styles.toReversed().flatMap((style) => {
    x -= textWidth(style.title) + 14;
    const entryMarks = [
      ...phaseSwatch(`key ${style.id}`, style, x, 3, 9, theme),
      textMark(`key name ${style.id}`, x + 14, 12, style.title, smallText(theme)),
    ];
    x -= gap - 14;
    return entryMarks;
  });
}

/** Numbers of logical steps below their columns, as many as fit. */
function stepTicks(box: TimeBox, bottom: number, textStyle: Readonly<Record<string, string | number>>, line: string): readonly Mark[] {
  const stepWidth = (box.right - box.left) / (box.to - box.from);
  const labelInterval = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * stepWidth >= 24) ?? 2000;
  const marks: Mark[] = [textMark("end", 0, bottom + 17, "step", textStyle)];
  const centeredStyle = { ...textStyle, "text-anchor": "middle" };
  for (let stepNumber = 0; stepNumber <= box.to; stepNumber += labelInterval) {
    const x = timeAt(box, stepNumber);
    marks.push(pathMark(`grid ${stepNumber}`, `M${toTenths(x)} ${box.top}V${toTenths(bottom)}`, { stroke: line }));
    if (stepNumber > 0) marks.push(textMark(`step ${stepNumber}`, x - stepWidth / 2, bottom + 17, String(stepNumber), centeredStyle));
  }
  // The last step has a number, too: it gives the total.
  const remainder = box.to % labelInterval;
  if (remainder * stepWidth >= 20)
    marks.push(textMark(`step ${box.to}`, box.right - stepWidth / 2, bottom + 17, String(box.to), centeredStyle));
  return marks;
}

function currentCycleMarks(currentCycle: number, box: TimeBox, { theme }: Canvas): readonly Mark[] {
  if (currentCycle <= box.from || currentCycle >= box.to) return [];
  const currentX = toTenths(timeAt(box, currentCycle));
  return [pathMark("now", `M${currentX} ${box.top - 4}V${toTenths(box.bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 })];
}

/** Outline of the selected interval. */
function selectionMarks(rankTimeline: RankTimeline, interval: number, rows: RankRows, { theme }: Canvas): readonly Mark[] {
  if (interval < 0) return [];
  const rectangle = intervalRectangle(rankTimeline, interval, rows);
  if (rectangle === null) return [];
  const { x, y, width, height } = rectangle;
  const outline = { fill: "none", rx: 2 };
  return [
    rectMark("picked halo", x - 2.5, y - 2.5, width + 5, height + 5, { ...outline, stroke: theme.surface, "stroke-width": 3 }),
    rectMark("picked", x - 1.5, y - 1.5, width + 3, height + 3, { ...outline, stroke: theme.accent, "stroke-width": 2 }),
  ];
}

/** The visible rectangle of an interval, pixels; null where it is outside the visible span. */
export function intervalRectangle({ timeline }: RankTimeline, interval: number, { timeBox, tops, barHeight }: RankRows) {
  const [startCycle, endCycle] = [timeline.from[interval], timeline.to[interval]];
  if (endCycle < timeBox.from || startCycle > timeBox.to) return null;
  const x = Math.max(timeBox.left, timeAt(timeBox, startCycle));
  const width = Math.max(1, Math.min(timeBox.right, timeAt(timeBox, endCycle)) - x);
  return { x, y: tops[rankOfInterval(timeline, interval)], width, height: barHeight };
}
