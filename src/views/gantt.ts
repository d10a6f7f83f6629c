/** Messages over time: a row for each terminal, with the messages it sends from creation to arrival. */
import { lately } from "./lately.ts";
import { small, strong } from "./plot/axes.ts";
import type { MessageResult } from "../core/measures/results.ts";
import { scalar } from "../core/simulation/frame.ts";
import { type Canvas, exactSpanOf, type Span, type View, type ViewData } from "./contract.ts";
import { countOf, formatCount, withUnit } from "../words/numbers.ts";
import { type Drawing, halo, type Mark, pathMark, rectMark, tenth, textMark } from "./marks/marks.ts";
import { drawPointed, type Spot } from "./marks/pointing.ts";
import {
  itemAt,
  type LanedRow,
  laned,
  lanesOf,
  type PlacedItem,
  type PlacedRows,
  placeRows,
  rowMarks,
  type SpanItem,
  type SpanKind,
  spanMarks,
  timeAt,
  withinRun,
} from "./time-axis/span-rows.ts";
import { phaseSwatch } from "./bars/stacked-bars.ts";
import { takeTime, timeKeys } from "./time-axis/time-hand.ts";
import { timeTicks } from "./time-axis/time-ticks.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

const kinds: readonly SpanKind[] = [
  { id: "waiting", title: "waiting at the source", fill: "var(--blocked)", pattern: "hatched" },
  { id: "under way", title: "under way", fill: "var(--sending)", pattern: "solid" },
];
/** Height of a lane where there is room, and maximum height of all rows, pixels. */
const lane = 13;
const tallest = 640;
/** Margins around the rows: numbers at the left, the legend above, the time axis below, pixels. */
const margin = { left: 34, right: 10, top: 26, foot: 22 };

export interface GanttMarks extends Drawing {
  readonly placed: PlacedRows | null;
  readonly messages: readonly MessageResult[];
  /** Last cycle of the run. */
  readonly end: number;
}

/** Messages as rows, with the row of each terminal that sends or receives any of them. */
export interface MessageRows {
  readonly rows: readonly LanedRow[];
  readonly rowOf: ReadonlyMap<number, number>;
  readonly end: number;
}

export const gantt: View<GanttMarks> = {
  id: "gantt",
  title: "Messages over time",
  drawsFrom: ["answer"],
  keys: timeKeys,

  room({ results }, width) {
    const rows = results === null || results.messages.length === 0 ? 90 : lanesOf(rowsOf(results.messages, results.cycles).rows) * lane;
    return { width, height: Math.max(60, Math.min(tallest, rows)) + margin.top + margin.foot };
  },

  needs({ results, load }) {
    if (results !== null && results.messages.length > 0) return null;
    return results === null && load === null
      ? "The messages appear here over time once the whole run has been computed."
      : "Shows each message over time, from creation to arrival. The workload has to be a list of messages.";
  },

  summary(data) {
    const { results } = data;
    if (results === null || results.messages.length === 0) return "The workload is not a list of messages.";
    const { messages } = results;
    const { from, to } = stretchOf(data);
    const seen = messages.filter(({ created, delivered }) => created < to && (delivered < 0 || delivered >= from));
    const latencies = seen.flatMap(({ latency }) => (latency < 0 ? [] : [latency])).sort((a, b) => a - b);
    const where = data.span === null ? "" : ` ${data.units.sayStretch(from, to, to)}`;
    const count = `${countOf(seen.length, "message", "messages")}${where}`;
    const lost = seen.length - latencies.length;
    const late = lost === 0 ? "" : `; ${countOf(lost, "has", "have")} not arrived`;
    const own = sayPicked(data);
    if (latencies.length === 0) return `${own}${count}${lost === 0 ? "" : ", none of which has arrived"}.`;
    if (seen.length === 1) return `${own}${count} takes ${data.units.sayTime(latencies[0])} from creation to arrival.`;
    const mean = latencies.reduce((sum, cycles) => sum + cycles, 0) / latencies.length;
    const p95 = latencies[Math.ceil(0.95 * latencies.length) - 1];
    return `${own}${count} take ${data.units.sayTime(mean)} on average from creation to arrival, ${withUnit("95", "%")} at most ${data.units.sayTimeAfter(p95, mean)}${late}.`;
  },

  layout(data, canvas) {
    const { results } = data;
    const messages = results?.messages ?? [];
    if (results === null || messages.length === 0 || canvas.width < 120) return { marks: [], placed: null, messages, end: 0 };
    const found = rowsOf(messages, results.cycles);
    const { from, to } = stretchOf(data);
    const box = { left: margin.left, right: canvas.width - margin.right, top: margin.top, bottom: canvas.height - margin.foot, from, to };
    const placed = placeRows(found.rows, box);
    return { placed, messages, end: Math.max(found.end, ...data.reach), marks: marksOf(data, found, placed, canvas) };
  },

  reach: ({ results }) => (results === null ? [] : [rowsOf(results.messages, results.cycles).end]),

  draw(drawn, into, canvas, act) {
    drawPointed(drawn, into, canvas, act, spotAt);
    if (drawn.placed !== null) takeTime(into, { ...drawn.placed.box, end: drawn.end }, act.choose);
  },

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
    const known = (cycle: number) => (cycle < 0 ? "" : cycle);
    const rows = (results?.messages ?? []).map(({ source, destination, packets, created, injected, delivered, latency }, m) => [
      m,
      source,
      destination,
      packets,
      created,
      known(injected),
      known(delivered),
      known(latency),
    ]);
    return { columns, rows };
  },
};

/** History of the selected message, as the beginning of a sentence; empty without a selection. */
function sayPicked({ units, selected, results }: ViewData): string {
  const message = selected.is === "message" ? results?.messages[selected.message] : undefined;
  if (message === undefined) return "";
  const { source, destination, created, injected, delivered } = message;
  const name = `Message ${source} → ${destination}`;
  if (injected < 0) return `${name} never left its source; `;
  const way = delivered < 0 ? "has not arrived" : `was under way for ${units.sayTime(delivered + 1 - injected)}`;
  return `${name} waited ${units.timeUnit(1).name === "cycles" ? formatCount(injected - created) : units.sayTime(injected - created)} and ${way}; `;
}

/** A row for each terminal that sends or receives a message. A message is in the row of its source. */
export const rowsOf = lately((messages: readonly MessageResult[], cycles: number): MessageRows => {
  const ends = new Set(messages.flatMap(({ source, destination }) => [source, destination]));
  const terminals = [...ends].sort((a, b) => a - b);
  const rowOf = new Map(terminals.map((terminal, row) => [terminal, row]));
  const items = terminals.map((): SpanItem[] => []);
  const order = [...messages.keys()].sort((a, b) => messages[a].created - messages[b].created || a - b);
  for (const id of order) {
    const { source, destination, created, injected, delivered } = messages[id];
    // A message that was not injected or delivered extends to the end of the run.
    const start = injected < 0 ? Math.max(created, cycles) : injected;
    const spans = [{ kind: "waiting", from: created, to: start }];
    if (injected >= 0) spans.push({ kind: "under way", from: injected, to: delivered < 0 ? cycles : delivered + 1 });
    items[rowOf.get(source) ?? 0].push({ id, peer: rowOf.get(destination) ?? -1, spans });
  }
  const rows = terminals.map((terminal, r) => laned({ label: String(terminal), items: items[r] }));
  const end = messages.reduce((last, { created, delivered }) => Math.max(last, created + 1, delivered + 1), Math.max(1, cycles));
  return { rows, rowOf, end };
});

/** The time span in view. */
function stretchOf(data: ViewData): Span {
  const { results, reach } = data;
  const end = Math.max(results === null ? 1 : rowsOf(results.messages, results.cycles).end, ...reach);
  return withinRun(exactSpanOf(data), end) ?? { from: 0, to: end };
}

/** Marks of all rows: legend, time axis, messages, current cycle, and the selected message. */
function marksOf(data: ViewData, { rows, rowOf }: MessageRows, placed: PlacedRows, canvas: Canvas): readonly Mark[] {
  const { theme, height } = canvas;
  const { box } = placed;
  const words = small(theme);
  const highlight = new Set([...data.highlight.terminals].flatMap((terminal) => rowOf.get(terminal) ?? []));
  let x = box.left;
  const keys = kinds.flatMap((kind) => {
    const at = x;
    x += textWidth(kind.title) + 30;
    return [...phaseSwatch(`key ${kind.id}`, kind, at, 3, 9, theme), textMark(`name ${kind.id}`, at + 14, 12, kind.title, words)];
  });
  const now = data.frame?.scalars[scalar.now] ?? 0;
  const at = tenth(timeAt(box, now));
  const isPlaying = now > box.from && now < box.to;
  return [
    ...keys,
    ...timeTicks(data.units, box, height, words, theme.line),
    ...rowMarks(rows, placed, highlight, theme),
    ...spanMarks(placed, kinds, theme),
    ...(isPlaying ? [pathMark("now", `M${at} ${box.top - 4}V${tenth(box.bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 })] : []),
    ...pickedMarks(data, placed, rows, canvas),
  ];
}

/** The selected message: an outline, and an arrow to the row of its destination. */
function pickedMarks(
  { selected }: ViewData,
  { items, box, tops, lane }: PlacedRows,
  rows: readonly LanedRow[],
  { theme }: Canvas,
): readonly Mark[] {
  if (selected.is !== "message") return [];
  const found = items.find(({ item }) => item.id === selected.message);
  if (found === undefined) return [];
  const { item, y, height } = found;
  const { left, right } = edgesOf(found, box);
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
  const last = item.spans[item.spans.length - 1];
  if (item.peer >= 0 && item.peer !== found.row && last.kind === "under way" && last.to <= box.to) {
    const [from, to] = [timeAt(box, last.from), timeAt(box, last.to)];
    const target = tops[item.peer] + (rows[item.peer].laneCount * lane) / 2;
    const start = y + (target > y ? height + 2 : -2);
    const bend = (start + target) / 2;
    const way = `M${tenth(Math.max(box.left, from))} ${tenth(start)}C${tenth(Math.max(box.left, from))} ${tenth(bend)} ${tenth(to)} ${tenth(bend)} ${tenth(to)} ${tenth(target)}`;
    const sign = target > y ? 1 : -1;
    marks.push(
      pathMark("arrow halo", way, { stroke: theme.surface, "stroke-width": 4.5, "stroke-opacity": 0.85 }),
      pathMark("arrow", way, { stroke: theme.accent, "stroke-width": 1.8 }),
      pathMark("arrow head", `M${tenth(to)} ${tenth(target + sign)}l-4 ${-8 * sign}h8z`, { fill: theme.accent }),
    );
  }
  const words = item.spans.map(({ kind, from, to }) => `${kind} ${formatCount(to - from)}`).join(", ");
  const room = textWidth(words, { weight: strongWeight }) + 8;
  const isLeft = right + room > box.right;
  // Without room on either side, only the summary gives the numbers.
  if (isLeft && left - room < box.left) return marks;
  return [
    ...marks,
    textMark("picked words", isLeft ? left - 6 : right + 6, y + height / 2 + 4, words, {
      ...strong(theme.accent, isLeft ? "end" : "start"),
      ...halo(theme.surface),
    }),
  ];
}

/** Left and right edge of an item within the span in view, pixels. */
function edgesOf({ item: { spans } }: PlacedItem, box: PlacedRows["box"]): { readonly left: number; readonly right: number } {
  const left = Math.max(box.left, timeAt(box, spans[0].from));
  return { left, right: Math.min(box.right, Math.max(left + 1, timeAt(box, spans[spans.length - 1].to))) };
}

/** The message under the pointer as a hover target; null if there is none. */
export function spotAt({ placed, messages }: GanttMarks, x: number, y: number, within: number, { units, theme }: Canvas): Spot | null {
  const found = placed === null ? null : itemAt(placed, x, y, within);
  if (found === null || placed === null) return null;
  const { source, destination, created, injected, latency } = messages[found.item.id];
  const { left, right } = edgesOf(found, placed.box);
  const waited = injected < 0 ? "still waiting" : `${units.sayTimeAfter(injected - created, latency)} of them waiting at the source`;
  return {
    x: Math.max(left, Math.min(right, x)),
    y: found.y + found.height / 2,
    value: latency < 0 ? "has not arrived" : units.sayTime(latency),
    name: `${source} → ${destination}, ${waited}`,
    outline: [
      rectMark("hover", left - 1, found.y - 1, right - left + 2, found.height + 2, {
        fill: "none",
        stroke: theme.ink,
        "stroke-width": 1.5,
        rx: 1.5,
      }),
    ],
    picks: { is: "message", message: found.item.id, source, destination },
  };
}
