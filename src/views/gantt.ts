/** Messages over time: a row for each terminal, with the messages it sends from creation to arrival. */
import { memoizeLast } from "./memoize-last.ts";
import { smallText, strongText } from "./plot/vertical-axis.ts";
import type { MessageResult } from "../core/measures/results.ts";
import { scalar } from "../core/simulation/frame.ts";
import { type Canvas, exactSpanOf, type Span, type View, type ViewData } from "./contract.ts";
import { countOf, formatCount, withUnit } from "../words/numbers.ts";
import { type MarksDrawing, textHalo, type Mark, pathMark, rectMark, toTenths, textMark } from "./marks/marks.ts";
import { drawWithHover, type HoverTarget } from "./marks/hover-target.ts";
import {
  nearestItem,
  type RowWithLanes,
  assignLanes,
  totalLanes,
  type PlacedActivity,
  type PlacedRows,
  placeRows,
  rowMarks,
  type ActivityItem,
  type SpanKind,
  spanMarks,
  timeAt,
  clipToRun,
} from "./time-axis/span-rows.ts";
import { phaseSwatch } from "./bars/stacked-bars.ts";
import { bindTimeController, timeKeysHelp } from "./time-axis/time-controller.ts";
import { timeTicks } from "./time-axis/time-ticks.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

const spanKinds: readonly SpanKind[] = [
  { id: "waiting", title: "waiting at the source", fill: "var(--blocked)", pattern: "hatched" },
  { id: "in flight", title: "in flight", fill: "var(--sending)", pattern: "solid" },
];
/** Height of a lane where there is room, and maximum height of all rows, pixels. */
const laneHeight = 13;
const maxRowsHeight = 640;
/** Margins around the rows: numbers at the left, the legend above, the time axis below, pixels. */
const margin = { left: 34, right: 10, top: 26, foot: 22 };

export interface GanttMarks extends MarksDrawing {
  readonly placement: PlacedRows | null;
  readonly messages: readonly MessageResult[];
  /** Last cycle of the run. */
  readonly end: number;
}

/** Messages as rows, with the row of each terminal that sends or receives any of them. */
export interface MessageRows {
  readonly rows: readonly RowWithLanes[];
  readonly rowOf: ReadonlyMap<number, number>;
  /** Last cycle of the time axis. */
  readonly end: number;
}

export const gantt: View<GanttMarks> = {
  id: "gantt",
  title: "Messages over time",
  sources: ["answer"],
  keys: timeKeysHelp,

  preferredSize({ results }, width) {
    const rows =
      results === null || results.messages.length === 0 ? 90 : totalLanes(messageRows(results.messages, results.cycles).rows) * laneHeight;
    return { width, height: Math.max(60, Math.min(maxRowsHeight, rows)) + margin.top + margin.foot };
  },

  emptyMessage({ results, load }) {
    if (results !== null && results.messages.length > 0) return null;
    return results === null && load === null
      ? "Shows each message over time, once the whole run is computed."
      : "Shows each message over time, from creation to arrival. The workload has to be a list of messages.";
  },

  /** Summarizes the messages in the time span. A negative cycle of a message means that the event has not happened. */
  summary(data) {
    const { results } = data;
    if (results === null || results.messages.length === 0) return "The workload is not a list of messages.";
    const { messages } = results;
    const { from: spanStart, to: spanEnd } = visibleSpan(data);
    const messagesInSpan = messages.filter(({ created, delivered }) => created < spanEnd && (delivered < 0 || delivered >= spanStart));
    const latencies = messagesInSpan.flatMap(({ latency }) => (latency < 0 ? [] : [latency])).sort((a, b) => a - b);
    const spanText = data.span === null ? "" : ` ${data.units.sayStretch(spanStart, spanEnd, spanEnd)}`;
    const count = `${countOf(messagesInSpan.length, "message", "messages")}${spanText}`;
    const notArrived = messagesInSpan.length - latencies.length;
    const notArrivedText = notArrived === 0 ? "" : `; ${countOf(notArrived, "message has", "messages have")} not arrived`;
    const selectedText = saySelected(data);
    if (latencies.length === 0) return `${selectedText}${count}${notArrived === 0 ? "" : ", none of which has arrived"}.`;
    if (messagesInSpan.length === 1) return `${selectedText}${count} takes ${data.units.sayTime(latencies[0])} from creation to arrival.`;
    const mean = latencies.reduce((sum, cycles) => sum + cycles, 0) / latencies.length;
    const p95 = latencies[Math.ceil(0.95 * latencies.length) - 1];
    return `${selectedText}${count} take ${data.units.sayTime(mean)} on average from creation to arrival, ${withUnit("95", "%")} of them at most ${data.units.sayTimeAfter(p95, mean)}${notArrivedText}.`;
  },

  /** A row for each source with its messages as bars, positioned for the hit test. No marks without messages or room. */
  layout(data, canvas) {
    const { results } = data;
    const messages = results?.messages ?? [];
    if (results === null || messages.length === 0 || canvas.width < 120) return { marks: [], placement: null, messages, end: 0 };
    const messageLayout = messageRows(messages, results.cycles);
    const { from: spanStart, to: spanEnd } = visibleSpan(data);
    const box = {
      left: margin.left,
      right: canvas.width - margin.right,
      top: margin.top,
      bottom: canvas.height - margin.foot,
      from: spanStart,
      to: spanEnd,
    };
    const placement = placeRows(messageLayout.rows, box);
    return {
      placement,
      messages,
      end: Math.max(messageLayout.end, ...data.sharedMaxima),
      marks: ganttMarks(data, messageLayout, placement, canvas),
    };
  },

  axisMaxima: ({ results }) => (results === null ? [] : [messageRows(results.messages, results.cycles).end]),

  draw(drawing, group, canvas, actions) {
    drawWithHover(drawing, group, canvas, actions, hitTestMessage);
    if (drawing.placement !== null) bindTimeController(group, { ...drawing.placement.box, end: drawing.end }, actions.selectSpan);
  },

  /** Cells of events that have not happened are empty. */
  table({ results }) {
    const columns = [
      { title: "Message", unit: "" },
      { title: "Source", unit: "terminal" },
      { title: "Destination", unit: "terminal" },
      { title: "Size", unit: "packets" },
      { title: "Created", unit: "cycle" },
      { title: "Injected", unit: "cycle" },
      { title: "Delivered", unit: "cycle" },
      { title: "Latency", unit: "cycles" },
    ];
    const cycleOrEmpty = (cycle: number) => (cycle < 0 ? "" : cycle);
    const rows = (results?.messages ?? []).map(({ source, destination, packets, created, injected, delivered, latency }, messageIndex) => [
      messageIndex,
      source,
      destination,
      packets,
      created,
      cycleOrEmpty(injected),
      cycleOrEmpty(delivered),
      cycleOrEmpty(latency),
    ]);
    return { columns, rows };
  },
};

/** History of the selected message, as the beginning of a sentence; empty without a selection. */
function saySelected({ units, selected, results }: ViewData): string {
  const message = selected.is === "message" ? results?.messages[selected.message] : undefined;
  if (message === undefined) return "";
  const { source, destination, created, injected, delivered } = message;
  const name = `Message ${source} → ${destination}`;
  if (injected < 0) return `${name} never left its source; `;
  const transit = delivered < 0 ? "has not arrived" : `was in flight for ${units.sayTime(delivered + 1 - injected)}`;
  return `${name} waited at the source for ${units.timeUnit(1).name === "cycles" ? formatCount(injected - created) : units.sayTime(injected - created)} and ${transit}; `;
}

/** Messages of a row that overlap in time are placed in different lanes. */
export const messageRows = memoizeLast((messages: readonly MessageResult[], cycles: number): MessageRows => {
  const endTerminals = new Set(messages.flatMap(({ source, destination }) => [source, destination]));
  const terminals = [...endTerminals].sort((a, b) => a - b);
  const rowOf = new Map(terminals.map((terminal, row) => [terminal, row]));
  const items = terminals.map((): ActivityItem[] => []);
  const order = [...messages.keys()].sort((a, b) => messages[a].created - messages[b].created || a - b);
  for (const id of order) {
    const { source, destination, created, injected, delivered } = messages[id];
    // A message that was not injected or delivered extends to the end of the run.
    const waitEnd = injected < 0 ? Math.max(created, cycles) : injected;
    const spans = [{ kind: "waiting", from: created, to: waitEnd }];
    if (injected >= 0) spans.push({ kind: "in flight", from: injected, to: delivered < 0 ? cycles : delivered + 1 });
    items[rowOf.get(source) ?? 0].push({ id, peer: rowOf.get(destination) ?? -1, spans });
  }
  const rows = terminals.map((terminal, r) => assignLanes({ label: String(terminal), items: items[r] }));
  const end = messages.reduce((last, { created, delivered }) => Math.max(last, created + 1, delivered + 1), Math.max(1, cycles));
  return { rows, rowOf, end };
});

/** The visible time span. */
function visibleSpan(data: ViewData): Span {
  const { results, sharedMaxima } = data;
  const end = Math.max(results === null ? 1 : messageRows(results.messages, results.cycles).end, ...sharedMaxima);
  return clipToRun(exactSpanOf(data), end) ?? { from: 0, to: end };
}

/** All marks of the diagram: legend, time axis, a bar for each message in the row of its source, and the current cycle as a line. */
function ganttMarks(data: ViewData, { rows, rowOf }: MessageRows, placement: PlacedRows, canvas: Canvas): readonly Mark[] {
  const { theme, height } = canvas;
  const { box } = placement;
  const labelStyle = smallText(theme);
  const highlightedRows = new Set([...data.highlight.terminals].flatMap((terminal) => rowOf.get(terminal) ?? []));
  let x = box.left;
  const legendMarks = spanKinds.flatMap((kind) => {
    const markX = x;
    x += textWidth(kind.title) + 30;
    return [
      ...phaseSwatch(`key ${kind.id}`, kind, markX, 3, 9, theme),
      textMark(`name ${kind.id}`, markX + 14, 12, kind.title, labelStyle),
    ];
  });
  const currentCycle = data.frame?.scalars[scalar.now] ?? 0;
  const playheadX = toTenths(timeAt(box, currentCycle));
  const isPlayheadVisible = currentCycle > box.from && currentCycle < box.to;
  return [
    ...legendMarks,
    ...timeTicks(data.units, box, height, labelStyle, theme.line),
    ...rowMarks(rows, placement, highlightedRows, theme),
    ...spanMarks(placement, spanKinds, theme),
    ...(isPlayheadVisible
      ? [pathMark("now", `M${playheadX} ${box.top - 4}V${toTenths(box.bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 })]
      : []),
    ...selectedMarks(data, placement, rows, canvas),
  ];
}

/**
 * Emphasizes the selected message: an outline around its bar, an arrow from the end of the bar to the row of its destination, and the
 * length of its spans as text beside the bar. The text is omitted if there is no room on either side.
 */
function selectedMarks(
  { selected }: ViewData,
  { items, box, tops, laneHeight }: PlacedRows,
  rows: readonly RowWithLanes[],
  { theme }: Canvas,
): readonly Mark[] {
  if (selected.is !== "message") return [];
  const selectedItem = items.find(({ item }) => item.id === selected.message);
  if (selectedItem === undefined) return [];
  const { item, y, height } = selectedItem;
  const { left, right } = edgesOf(selectedItem, box);
  const marks: Mark[] = [
    rectMark("picked halo", left - 2.5, y - 2.5, right - left + 5, height + 5, {
      fill: "none",
      stroke: theme.surface,
      "stroke-width": 3,
      rx: 2,
    }),
    rectMark("picked", left - 1.5, y - 1.5, right - left + 3, height + 3, {
      fill: "none",
      stroke: theme.accent,
      "stroke-width": 1.8,
      rx: 2,
    }),
  ];
  // The arrow to the row of the destination (`peer`), if the message arrives within the visible time span.
  const lastSpan = item.spans[item.spans.length - 1];
  if (item.peer >= 0 && item.peer !== selectedItem.row && lastSpan.kind === "in flight" && lastSpan.to <= box.to) {
    const [startX, endX] = [Math.max(box.left, timeAt(box, lastSpan.from)), timeAt(box, lastSpan.to)];
    const targetY = tops[item.peer] + (rows[item.peer].laneCount * laneHeight) / 2;
    const startY = y + (targetY > y ? height + 2 : -2);
    const middleY = (startY + targetY) / 2;
    const arrowPath = `M${toTenths(startX)} ${toTenths(startY)}C${toTenths(startX)} ${toTenths(middleY)} ${toTenths(endX)} ${toTenths(middleY)} ${toTenths(endX)} ${toTenths(targetY)}`;
    const direction = targetY > y ? 1 : -1;
    marks.push(
      pathMark("arrow halo", arrowPath, { stroke: theme.surface, "stroke-width": 4.5, "stroke-opacity": 0.85 }),
      pathMark("arrow", arrowPath, { stroke: theme.accent, "stroke-width": 1.8 }),
      pathMark("arrow head", `M${toTenths(endX)} ${toTenths(targetY + direction)}l-4 ${-8 * direction}h8z`, { fill: theme.accent }),
    );
  }
  // The text beside the bar, at the left if there is no room at the right.
  const spanText = item.spans.map(({ kind, from, to }) => `${kind} ${formatCount(to - from)}`).join(", ");
  const labelWidth = textWidth(spanText, { weight: strongWeight }) + 8;
  const isLeft = right + labelWidth > box.right;
  // Without room on either side, only the summary gives the numbers.
  if (isLeft && left - labelWidth < box.left) return marks;
  return [
    ...marks,
    textMark("picked words", isLeft ? left - 6 : right + 6, y + height / 2 + 4, spanText, {
      ...strongText(theme.accent, isLeft ? "end" : "start"),
      ...textHalo(theme.surface),
    }),
  ];
}

/** Left and right edge of an item within the visible time span, pixels. */
function edgesOf({ item: { spans } }: PlacedActivity, box: PlacedRows["box"]): { readonly left: number; readonly right: number } {
  const left = Math.max(box.left, timeAt(box, spans[0].from));
  return { left, right: Math.min(box.right, Math.max(left + 1, timeAt(box, spans[spans.length - 1].to))) };
}

/** The message within `tolerance` pixels of a point; null if there is none. */
export function hitTestMessage(
  { placement, messages }: GanttMarks,
  x: number,
  y: number,
  tolerance: number,
  { units, theme }: Canvas,
): HoverTarget | null {
  const hitItem = placement === null ? null : nearestItem(placement, x, y, tolerance);
  if (hitItem === null || placement === null) return null;
  const { source, destination, created, injected, latency } = messages[hitItem.item.id];
  const { left, right } = edgesOf(hitItem, placement.box);
  const waitText = injected < 0 ? "still waiting" : `of which ${units.sayTimeAfter(injected - created, latency)} waiting at the source`;
  return {
    x: Math.max(left, Math.min(right, x)),
    y: hitItem.y + hitItem.height / 2,
    value: latency < 0 ? "has not arrived" : units.sayTime(latency),
    name: `${source} → ${destination}, ${waitText}`,
    outline: [
      rectMark("hover", left - 1, hitItem.y - 1, right - left + 2, hitItem.height + 2, {
        fill: "none",
        stroke: theme.ink,
        "stroke-width": 1.5,
        rx: 1.5,
      }),
    ],
    clickSelection: { is: "message", message: hitItem.item.id, source, destination },
  };
}
