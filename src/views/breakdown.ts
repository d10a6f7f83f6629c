/** Where each terminal's time goes: sending, idle, or blocked by the network. (Petrini et al., time breakdown; the stage's bars.) */
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { type Bar, barAt, barsFor, meanOf, nameOfBar, terminalAxis } from "./shared/bars.ts";
import { countOf, formatMeasure, formatPercent, withUnit } from "./shared/format.ts";
import { type Drawing, type Mark, pathMark, tenth, textMark } from "./shared/marks.ts";
import { drawPointed, type Spot } from "./shared/pointing.ts";
import { type Phase, phaseSwatch, stackedBars, type StackRow } from "./shared/stacked-bars.ts";
import { type Times, timesOf } from "./shared/times.ts";

/** Phases of a terminal's time, in the order in which bars leave their foot: sending and blocked each have an edge to compare along. */
const phases: readonly Phase[] = [
  { id: "sending", title: "sending", fill: "var(--sending)", pattern: "solid" },
  { id: "idle", title: "idle", fill: "var(--idle)", pattern: "outlined" },
  { id: "blocked", title: "blocked", fill: "var(--blocked)", pattern: "hatched" },
];

/** Room left of the bars, for numbers, and right of them, pixels. */
const edge = { left: 28, right: 4 };

export interface BreakdownMarks extends Drawing {
  readonly bars: readonly Bar[];
  readonly order: Int32Array;
  readonly rows: readonly StackRow[];
  readonly isSorted: boolean;
  readonly cycles: number;
  readonly top: number;
  readonly bottom: number;
}

export const breakdown: View<BreakdownMarks> = {
  id: "breakdown",
  title: "Where the time goes",
  options: [
    {
      id: "order",
      title: "Order",
      among: [
        { id: "number", title: "By number" },
        { id: "sorted", title: "Sorted" },
      ],
    },
  ],

  room: (_, width) => ({ width, height: Math.max(190, Math.min(360, width * 0.42)) }),

  needs: ({ network, frame }) =>
    network === null || frame === null
      ? "Here stands for every terminal how long it was sending, how long blocked, and how long idle."
      : null,

  summary({ network, frame }) {
    if (network === null || frame === null) return "Nothing has run yet.";
    const times = timesOf(frame);
    if (times.cycles === 0) return "No cycle has passed yet.";
    const { terminals } = network;
    const mean = (column: Float64Array) => column.reduce((sum, cycles) => sum + cycles, 0) / terminals / times.cycles;
    const worst = times.blocked.reduce((most, cycles, t) => (cycles > times.blocked[most] ? t : most), 0);
    const sending = `Terminals send ${withUnit(formatPercent(mean(times.sending)), "%")} of the time`;
    if (times.blocked[worst] === 0) return `${sending}, and the network never keeps them waiting.`;
    const free = times.blocked.reduce((count, cycles) => count + (cycles < times.cycles / 100 ? 1 : 0), 0);
    const spared = free === 0 || free === terminals ? "" : `; ${countOf(free, "is", "are")} hardly ever blocked`;
    return `${sending} and are blocked ${withUnit(formatPercent(mean(times.blocked)), "%")} of it, terminal ${worst} most, ${withUnit(formatPercent(times.blocked[worst] / times.cycles), "%")}${spared}.`;
  },

  layout(data, canvas) {
    const { network, frame } = data;
    const isSorted = choiceOf(breakdown, data.choices, "order") === "sorted";
    const [top, bottom] = [28, canvas.height - 26];
    const empty = { marks: [], bars: [], order: new Int32Array(0), rows: [], isSorted, cycles: 0, top, bottom };
    if (network === null || frame === null || canvas.width < 120) return empty;
    const times = timesOf(frame);
    const order = orderOf(times, isSorted);
    const bars = barsFor(network.terminals, edge.left, canvas.width - edge.right);
    const rows = bars.map((bar) => rowOf(bar, order, times, isSorted));
    const content = { ...empty, bars, order, rows, cycles: times.cycles };
    return { ...content, marks: marksOf(content, data, canvas) };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotAt),

  table({ network, frame }) {
    const columns = [
      { title: "Terminal", unit: "" },
      { title: "Sending", unit: "cycles" },
      { title: "Idle", unit: "cycles" },
      { title: "Blocked", unit: "cycles" },
      { title: "Blocked", unit: "% of the time" },
    ];
    if (network === null || frame === null) return { columns, rows: [] };
    const { sending, blocked, cycles } = timesOf(frame);
    const rows = Array.from({ length: network.terminals }, (_, t) => [
      t,
      sending[t],
      Math.max(0, cycles - sending[t] - blocked[t]),
      blocked[t],
      cycles > 0 ? (100 * blocked[t]) / cycles : 0,
    ]);
    return { columns, rows };
  },
};

/** Terminals by number, or those kept busy longest first; of equals the one blocked longest. */
function orderOf({ sending, blocked }: Times, isSorted: boolean): Int32Array {
  const order = Int32Array.from(sending.keys());
  return isSorted ? order.sort((a, b) => sending[b] + blocked[b] - sending[a] - blocked[a] || blocked[b] - blocked[a] || a - b) : order;
}

function rowOf(bar: Bar, order: Int32Array, { sending, blocked, cycles }: Times, isSorted: boolean): StackRow {
  const [sent, kept] = [meanOf(bar, order, (t) => sending[t]), meanOf(bar, order, (t) => blocked[t])];
  return {
    label: nameOfBar(bar, order, isSorted),
    parts: [
      { phase: "sending", cycles: sent },
      { phase: "idle", cycles: Math.max(0, cycles - sent - kept) },
      { phase: "blocked", cycles: kept },
    ],
  };
}

function marksOf(
  { bars, order, rows, isSorted, cycles, top, bottom }: Omit<BreakdownMarks, "marks">,
  { lit }: ViewData,
  canvas: Canvas,
): readonly Mark[] {
  const { width, theme } = canvas;
  const words = { "font-size": 11, fill: theme.ink2 };
  const total = rows.reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + part.cycles, 0), 0);
  const marks: Mark[] = [];
  let x = 1;
  // The names say how much of all terminals' time each phase takes, so that they are more than a key.
  for (const phase of phases) {
    const own = rows.reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + (part.phase === phase.id ? part.cycles : 0), 0), 0);
    const label = `${phase.title} ${withUnit(formatPercent(total > 0 ? own / total : 0), "%")}`;
    marks.push(...phaseSwatch(`key ${phase.id}`, phase, x, 3, 9, theme), textMark(`name ${phase.id}`, x + 14, 12, label, words));
    x += label.length * 6 + 28;
  }
  for (const part of [0, 0.5, 1]) {
    const y = bottom - part * (bottom - top);
    marks.push(
      pathMark(`grid ${part}`, `M${edge.left} ${tenth(y) + 0.5}H${width - edge.right}`, { stroke: theme.line }),
      textMark(`part ${part}`, edge.left - 5, y + 4, formatPercent(part), { ...words, "text-anchor": "end" }),
    );
  }
  return [
    ...marks,
    ...stackedBars(rows, phases, { bars, top, bottom, most: cycles }, theme),
    ...terminalAxis(bars, order, isSorted, lit, bottom, theme),
    ...(isSorted ? sortedNames(width, bottom, theme) : []),
  ];
}

function sortedNames(width: number, bottom: number, theme: Canvas["theme"]): readonly Mark[] {
  const words = { "font-size": 11, fill: theme.ink2 };
  return [
    textMark("first", edge.left, bottom + 18, "longest busy", words),
    textMark("last", width - edge.right, bottom + 18, "longest idle", { ...words, "text-anchor": "end" }),
  ];
}

/** The terminal under a pointer. */
export function spotAt(
  { bars, order, rows, top, bottom, cycles }: BreakdownMarks,
  x: number,
  y: number,
  within: number,
  { theme }: Canvas,
): Spot | null {
  const bar = y < top - within || y > bottom + within ? null : barAt(bars, x);
  if (bar === null) return null;
  const { label, parts } = rows[bars.indexOf(bar)];
  const said = parts.filter((part) => part.cycles > 0).map(({ phase, cycles: own }) => `${phase} ${formatPercent(own / cycles)}`);
  const blocked = parts[parts.length - 1].cycles;
  return {
    x: bar.x + bar.width / 2,
    y: (top + bottom) / 2,
    value: `${withUnit(formatMeasure(blocked), "cycles")} blocked`,
    name: `${label}: ${said.join(", ")} %`,
    outline: [
      pathMark("hover", `M${bar.x - 1} ${tenth(top) - 1}h${bar.width + 2}V${tenth(bottom) + 1}h${-bar.width - 2}z`, {
        stroke: theme.ink,
        "stroke-width": 1.5,
      }),
    ],
    picks: { is: "terminal", terminal: order[bar.from] },
  };
}
