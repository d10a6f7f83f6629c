/** Where each terminal's time goes: sending, idle, or blocked by the network. (Petrini et al., time breakdown; the stage's bars.) */
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type Bar, barAt, barsFor, meanOf, nameOfBar, terminalAxis } from "../shared/bars.ts";
import { anded, countOf, formatMeasure, formatPercent, withUnit } from "../shared/format.ts";
import { type Drawing, type Mark, pathMark, tenth, textMark } from "../shared/marks.ts";
import { drawPointed, type Spot } from "../shared/pointing.ts";
import { phaseSwatch, stackedBars, type StackRow } from "../shared/stacked-bars.ts";
import { type Told, toldOf } from "./told.ts";

/** Room left of the bars, for numbers, and right of them, pixels. */
const edge = { left: 28, right: 4 };

export interface BreakdownMarks extends Drawing {
  readonly bars: readonly Bar[];
  readonly order: Int32Array;
  readonly rows: readonly StackRow[];
  readonly isSorted: boolean;
  readonly told: Told | null;
  readonly top: number;
  readonly bottom: number;
}

export const breakdown: View<BreakdownMarks> = {
  id: "breakdown",
  title: "Where the time goes",
  options: [
    {
      id: "of",
      title: "Of",
      among: [
        { id: "terminals", title: "Terminals" },
        { id: "ranks", title: "Ranks" },
        { id: "phases", title: "Phases" },
      ],
      offers: ({ frame }, id) => id === "terminals" || (frame !== null && (id === "ranks" ? frame.rankDone : frame.phaseCycles).length > 0),
    },
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

  summary(data) {
    const told = toldFor(data, null);
    if (told === null) return "Nothing has run yet.";
    if (told.cycles === 0) return "No cycle has passed yet.";
    return told.noun === "rank" ? sayRanks(told) : sayTerminals(told);
  },

  layout(data, canvas) {
    const isSorted = choiceOf(breakdown, data.choices, "order") === "sorted";
    const [top, bottom] = [28, canvas.height - 26];
    const empty = { marks: [], bars: [], order: new Int32Array(0), rows: [], isSorted, told: null, top, bottom };
    const told = toldFor(data, canvas.theme);
    if (told === null || canvas.width < 120) return empty;
    const order = orderOf(told, isSorted);
    const bars = barsFor(order.length, edge.left, canvas.width - edge.right);
    const rows = bars.map((bar) => rowOf(bar, order, told, isSorted));
    const content = { ...empty, bars, order, rows, told };
    return { ...content, marks: marksOf(content, told, data, canvas) };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotAt),

  table(data) {
    const told = toldFor(data, null);
    if (told === null) return { columns: [{ title: "Terminal", unit: "" }], rows: [] };
    const { noun, phases, times, cycles } = told;
    const last = phases[phases.length - 1];
    const columns = [
      { title: capital(noun), unit: "" },
      ...phases.map(({ title }) => ({ title: capital(title), unit: "cycles" })),
      { title: capital(last.title), unit: "% of the time" },
    ];
    const rows = Array.from(times[0], (_, thing) => {
      const own = times.map((of) => of[thing]);
      return [thing, ...own, cycles > 0 ? (100 * own[own.length - 1]) / cycles : 0];
    });
    return { columns, rows };
  },
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function toldFor(data: ViewData, theme: Canvas["theme"] | null): Told | null {
  return toldOf(data, choiceOf(breakdown, data.choices, "of"), theme);
}

function sayTerminals({ times: [sending, , blocked], cycles }: Told): string {
  const mean = (column: Float64Array) => column.reduce((sum, own) => sum + own, 0) / column.length / cycles;
  const worst = blocked.reduce((most, own, t) => (own > blocked[most] ? t : most), 0);
  const sends = `Terminals send ${withUnit(formatPercent(mean(sending)), "%")} of the time`;
  if (blocked[worst] === 0) return `${sends}, and the network never keeps them waiting.`;
  const free = blocked.reduce((count, own) => count + (own < cycles / 100 ? 1 : 0), 0);
  const spared = free === 0 || free === blocked.length ? "" : `; ${countOf(free, "is", "are")} hardly ever blocked`;
  return `${sends} and are blocked ${withUnit(formatPercent(mean(blocked)), "%")} of it, terminal ${worst} most, ${withUnit(formatPercent(blocked[worst] / cycles), "%")}${spared}.`;
}

/** Where the time of the ranks goes, and which of them has to do longest; handing a message to its terminal takes no time. */
function sayRanks({ phases, times, cycles, idle }: Told): string {
  const share = (p: number) => times[p].reduce((sum, own) => sum + own, 0) / times[p].length / cycles;
  const said = phases
    .map(({ title }, p) => ({ title, part: share(p) }))
    .filter(({ part }, p) => part >= 0.005 && p !== idle)
    .sort((a, b) => b.part - a.part)
    .slice(0, 3)
    .map(({ title, part }) => `${withUnit(formatPercent(part), "%")} ${title}`);
  const last = times[idle].reduce((least, own, r) => (own < times[idle][least] ? r : least), 0);
  const end = `rank ${last} has something to do longest, ${withUnit(formatPercent(1 - times[idle][last] / cycles), "%")} of it`;
  return `Of the time of a rank, in the mean, ${said.length === 0 ? "nothing has passed yet" : anded(said)}; ${end}.`;
}

/** Things by number, or those longest without rest first; of equals the one that spends longest in the last phase. */
function orderOf({ times, idle }: Told, isSorted: boolean): Int32Array {
  const order = Int32Array.from(times[0].keys());
  const [rest, last] = [times[idle], times[times.length - 1]];
  return isSorted ? order.sort((a, b) => rest[a] - rest[b] || last[b] - last[a] || a - b) : order;
}

function rowOf(bar: Bar, order: Int32Array, { noun, phases, times }: Told, isSorted: boolean): StackRow {
  return {
    label: nameOfBar(bar, order, isSorted, noun),
    parts: phases.map(({ id }, p) => ({ phase: id, cycles: meanOf(bar, order, (thing) => times[p][thing]) })),
  };
}

function marksOf(
  { bars, order, rows, isSorted, top, bottom }: Omit<BreakdownMarks, "marks">,
  { phases, cycles, terminalOf }: Told,
  data: ViewData,
  canvas: Canvas,
): readonly Mark[] {
  const { width, theme } = canvas;
  const words = { "font-size": 11, fill: theme.ink2 };
  const total = rows.reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + part.cycles, 0), 0);
  const marks: Mark[] = [];
  const isLit = (thing: number) => data.lit.terminals.has(terminalOf(thing));
  const lit = { ...data.lit, terminals: new Set(data.lit.terminals.size === 0 ? [] : order.filter(isLit)) };
  let x = 1;
  // The names say how much of all terminals' time each phase takes, so that they are more than a key.
  for (const phase of phases) {
    const own = rows.reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + (part.phase === phase.id ? part.cycles : 0), 0), 0);
    const label = `${phase.title} ${withUnit(formatPercent(total > 0 ? own / total : 0), "%")}`;
    // Of many phases, as many are named as have room; the others are named where one points.
    if (x + label.length * 6 > width) break;
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

/** The terminal or rank under a pointer. */
export function spotAt(
  { bars, order, rows, top, bottom, told }: BreakdownMarks,
  x: number,
  y: number,
  within: number,
  { theme }: Canvas,
): Spot | null {
  const bar = told === null || y < top - within || y > bottom + within ? null : barAt(bars, x);
  if (bar === null || told === null) return null;
  const { label, parts } = rows[bars.indexOf(bar)];
  const { phases, cycles } = told;
  const titles = new Map(phases.map(({ id, title }) => [id, title]));
  const said = parts
    .filter((part) => part.cycles > 0)
    .map(({ phase, cycles: own }) => `${titles.get(phase)} ${formatPercent(own / cycles)}`);
  const last = parts[parts.length - 1].cycles;
  return {
    x: bar.x + bar.width / 2,
    y: (top + bottom) / 2,
    value: `${withUnit(formatMeasure(last), "cycles")} ${phases[phases.length - 1].title}`,
    name: `${label}: ${said.join(", ")} %`,
    outline: [
      pathMark("hover", `M${bar.x - 1} ${tenth(top) - 1}h${bar.width + 2}V${tenth(bottom) + 1}h${-bar.width - 2}z`, {
        stroke: theme.ink,
        "stroke-width": 1.5,
      }),
    ],
    picks: { is: "terminal", terminal: told.terminalOf(order[bar.from]) },
  };
}
