/** Bars of the terminals: load received, share of the created load that entered the network, or mean latency. */
import { jobBands, jobRuns } from "./marks/jobs.ts";
import { dotted } from "./marks/strokes.ts";
import { serviceIn } from "../core/measures/fairness.ts";
import { type Frame, scalar } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { axisUp, small, strong, ticksAt } from "./plot/axes.ts";
import { type Bar, barBox, barOutline, barsFor, meanOf, nameOfBar, terminalAxis } from "./bars/bars.ts";
import { formatPercent, formatRatio, sayPercent } from "../words/numbers.ts";
import { type Drawing, halo, type Mark, pathMark, tenth, textMark } from "./marks/marks.ts";
import type { Spot } from "./marks/pointing.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeys } from "./plot/plot-keys.ts";
import { withLazyTargets } from "./plot/targets.ts";
import { type TerminalNames, terminalNames } from "./readings/terminal-names.ts";
import type { Units } from "../words/units.ts";

/** Margins left of the bars, for numbers, and right of them, pixels. */
const edge = { left: 42, right: 4 };

/** One number per terminal, and optionally the reference it is compared with. */
interface Shares {
  readonly of: Float64Array;
  /** The created load, of which `values` is the part that entered the network. */
  readonly asked: Float64Array | null;
  readonly unit: "phits/cycle" | "cycles";
  readonly title: string;
}

/** Data and geometry of the bars. */
interface Content {
  readonly bars: readonly Bar[];
  readonly order: Int32Array;
  readonly shares: Shares;
  readonly isSorted: boolean;
  readonly top: number;
  readonly bottom: number;
  readonly most: number;
  readonly nameOf: TerminalNames;
}

export const terminalBars: View<Drawing> = {
  id: "terminals",
  title: "Terminals",
  drawsFrom: ["frame", "answer"],
  options: [
    { id: "shows", title: "Shows", among: { accepted: "Accepted", entered: "Entered", latency: "Latency" } },
    { id: "order", title: "Order", among: { number: "By number", sorted: "Sorted" } },
  ],

  room: (_, width) => ({ width, height: Math.max(180, Math.min(340, width * 0.4)) }),

  needs: ({ network, frame }) =>
    network === null || frame === null ? "Shows what each terminal receives and sends, and how long its packets take." : null,

  summary(data) {
    const shares = sharesOf(data);
    if (shares === null) return "Nothing has run yet.";
    const { of, asked } = shares;
    const nameOf = terminalNames(data.network);
    const busy = [...of.keys()].filter((t) => (asked === null ? of[t] > 0 : asked[t] > 0));
    if (busy.length === 0) return "Nothing has arrived in the measured window yet.";
    const least = busy.reduce((best, t) => (of[t] < of[best] ? t : best));
    const most = busy.reduce((best, t) => (of[t] > of[best] ? t : best));
    const ends = (write: (value: number, most?: number) => string, unit: string) => {
      const highest = data.units.sayOf(of[most], unit, write);
      const isOne = asked === null && write(of[least], of[most]) === write(of[most], of[most]);
      return isOne ? highest : `from ${write(of[least], of[most])} (${nameOf(least)}) to ${highest} (${nameOf(most)})`;
    };
    if (shares.unit === "cycles")
      return `Packets take ${ends(data.units.formatTime, "cycles")} on average, by the terminal that sends them.`;
    if (asked !== null) {
      const sum = (column: Float64Array) => column.reduce((total, load) => total + load, 0);
      return `Of what terminals create, ${sayPercent(Math.min(1, sum(of) / sum(asked)))} has entered the network, ${ends(data.units.formatLoad, "phits/cycle")}.`;
    }
    return `Terminals that receive get ${ends(data.units.formatLoad, "phits/cycle")}${sayFairness(data)}.`;
  },

  layout(data, canvas) {
    const placed = barsOf(data, canvas);
    if (placed === null) return { marks: [] };
    const content = {
      ...placed,
      isSorted: choiceOf(terminalBars, data.choices, "order") === "sorted",
      top: 26,
      bottom: canvas.height - 26,
      most: Math.max(placed.most, ...data.reach),
      nameOf: terminalNames(data.network),
    };
    return { marks: marksOf(content, data, canvas) };
  },

  reach: (data, canvas) => [barsOf(data, canvas)?.most ?? 0],

  keys: plotKeys,

  draw: drawPlot,

  table(data) {
    const { network, frame, packetPhits } = data;
    const columns = [
      { title: "Terminal", unit: "" },
      { title: "Accepted", unit: "phits/cycle" },
      { title: "Created", unit: "phits/cycle" },
      { title: "Entered", unit: "phits/cycle" },
      { title: "Arrived of those created", unit: "%" },
      { title: "Latency, mean", unit: "cycles" },
    ];
    if (network === null || frame === null) return { columns, rows: [] };
    const rankOf = ranksOf(data);
    const ofRanks =
      rankOf === null
        ? []
        : [
            { title: "Rank", unit: "" },
            { title: "Rank done", unit: "cycles" },
          ];
    const { accepted, created, sent, arrivedFrom, latencyFrom } = frame;
    const load = loadIn(frame, packetPhits);
    const rows = Array.from({ length: network.terminals }, (_, t) => [
      t,
      load(accepted[t]),
      load(created[t]),
      load(sent[t]),
      created[t] > 0 ? (100 * arrivedFrom[t]) / created[t] : "",
      arrivedFrom[t] > 0 ? latencyFrom[t] / arrivedFrom[t] : "",
      ...(rankOf === null ? [] : doneOf(rankOf.get(t), frame)),
    ]);
    return { columns: [...columns, ...ofRanks], rows };
  },
};

/** The rank on each terminal; null without a program, or while the mapping is not known. */
function ranksOf({ analysis, frame }: ViewData): ReadonlyMap<number, number> | null {
  const { ranks = 0, terminalOf } = analysis?.program ?? {};
  if (terminalOf === undefined || frame?.rankDone.length !== ranks) return null;
  return new Map(Array.from(terminalOf, (terminal, rank) => [terminal, rank]));
}

/** Rank of a terminal and its completion time; empty cells where not applicable. */
function doneOf(rank: number | undefined, { rankDone }: Frame): readonly [number | string, number | string] {
  return rank === undefined ? ["", ""] : [rank, rankDone[rank] < 0 ? "" : rankDone[rank]];
}

/** Converts packets of the measurement window to a load. */
function loadIn({ scalars }: Frame, packetPhits: number): (packets: number) => number {
  const cycles = scalars[scalar.windowCycles];
  return (packets) => (cycles > 0 ? (packets * packetPhits) / cycles : 0);
}

/** The chosen measure by terminal: accepted load, entered of created load, or mean latency; null before a run. */
function sharesOf(data: ViewData): Shares | null {
  const { frame, packetPhits } = data;
  if (frame === null) return null;
  const load = loadIn(frame, packetPhits);
  const loads = (packets: Float64Array) => Float64Array.from(packets, load);
  const shows = choiceOf(terminalBars, data.choices, "shows");
  if (shows === "latency") {
    const of = Float64Array.from(frame.latencyFrom, (cycles, t) => (frame.arrivedFrom[t] > 0 ? cycles / frame.arrivedFrom[t] : 0));
    return { of, asked: null, unit: "cycles", title: "mean latency by source, cycles" };
  }
  return shows === "entered"
    ? { of: loads(frame.sent), asked: loads(frame.created), unit: "phits/cycle", title: "entered, of what was created, phits/cycle" }
    : { of: loads(frame.accepted), asked: null, unit: "phits/cycle", title: "received, phits/cycle" };
}

/** The bars in their order, and the largest value; null if there is nothing to draw or no room. */
function barsOf(data: ViewData, { width }: Canvas): Pick<Content, "bars" | "order" | "shares" | "most"> | null {
  const shares = sharesOf(data);
  if (data.network === null || shares === null || width < 120) return null;
  const order = Int32Array.from(shares.of.keys());
  if (choiceOf(terminalBars, data.choices, "order") === "sorted") order.sort((a, b) => shares.of[b] - shares.of[a] || a - b);
  const bars = barsFor(data.network.terminals, edge.left, width - edge.right);
  const most = bars.reduce((top, bar) => Math.max(top, heightOf(bar, order, shares), askedOf(bar, order, shares)), 0);
  return { bars, order, shares, most };
}

/** Fairness among the senders over the full run, as the end of a sentence. */
function sayFairness({ results, span }: ViewData): string {
  // Fairness is not defined for a time span: in a short one many terminals have nothing to send.
  if (span !== null) return "";
  const fairness = results === null ? null : serviceIn(results);
  if (fairness === null) return "";
  const { jain, lowest, highest } = fairness;
  if (lowest > 0.995) return "; every sender gets all of its packets through";
  return `; senders get ${formatPercent(lowest)} to ${sayPercent(highest)} of their packets through, a fairness of ${formatRatio(jain)} where 1 is even`;
}

/** Value of a bar: the mean over its terminals; for latencies, over terminals with arrived packets. */
function heightOf(bar: Bar, order: Int32Array, { of, unit }: Shares): number {
  const mean = meanOf(bar, order, (t) => of[t]);
  const known = unit === "cycles" ? meanOf(bar, order, (t) => (of[t] > 0 ? 1 : 0)) : 1;
  return known > 0 ? mean / known : 0;
}

function askedOf(bar: Bar, order: Int32Array, { asked }: Shares): number {
  return asked === null ? 0 : meanOf(bar, order, (t) => asked[t]);
}

/** Marks of the bars with axis, reference outlines, mean, and job bands. Terminals without a value are small rings. */
function marksOf(content: Content, { units, highlight, jobOf = null }: ViewData, canvas: Canvas): readonly Mark[] {
  const { bars, order, shares, isSorted, top, bottom, most } = content;
  const { width, theme } = canvas;
  const write = units.writerOf(shares.unit);
  const y = (value: number) => tenth(bottom - (most > 0 ? value / most : 0) * (bottom - top));
  const ticks = ticksAt(most > 0 ? [0, most / 2, most] : [0], y, (value) => (value === 0 ? "0" : write(value, most)));
  const marks: Mark[] = [
    textMark("title", 1, 11, units.headOf(shares.title, most), small(theme)),
    ...axisUp(ticks, edge.left, width - edge.right, theme),
  ];
  let [solid, open, rings] = ["", "", ""];
  for (const bar of bars) {
    const [own, asked] = [heightOf(bar, order, shares), askedOf(bar, order, shares)];
    if (asked > own) open += `M${bar.x + 0.5} ${y(own)}V${y(asked)}h${Math.max(1, bar.width - 1)}V${y(own)}`;
    if (own > 0) solid += `M${bar.x} ${bottom}V${y(own)}h${bar.width}V${bottom}z`;
    else if (asked === 0 && bar.width >= 4) rings += `M${tenth(bar.x + bar.width / 2 - 2)} ${bottom - 4}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z`;
  }
  marks.push(
    pathMark("asked", open, { fill: "var(--idle)", stroke: theme.edge, "stroke-width": 0.7 }),
    withLazyTargets(pathMark("bars", solid, { fill: "var(--sending)" }), () => targetsOf(content, canvas)),
    pathMark("silent", rings, { stroke: theme.edge }),
    ...meanMarks(units, content, y, width, theme),
    ...terminalAxis(bars, order, isSorted, highlight, bottom, theme),
    ...(jobOf === null ? [] : ofJobs(bars, order, jobOf, bottom, theme)),
  );
  if (isSorted) {
    marks.push(
      textMark("first", edge.left, bottom + 18, "most", small(theme)),
      textMark("last", width - edge.right, bottom + 18, "least", small(theme, "end")),
    );
  }
  return marks;
}

/** Job bands along the axis. */
function ofJobs(bars: readonly Bar[], order: Int32Array, jobOf: Int8Array, bottom: number, theme: Canvas["theme"]): readonly Mark[] {
  const runs = jobRuns(bars.length, (i) => jobOf[order[bars[i].from]] ?? -1);
  return jobBands(
    "job",
    runs,
    ({ from, to }) => [bars[from].x, bars[to - 1].x + bars[to - 1].width],
    { band: bottom + 2, letters: bottom - 4 },
    theme,
  );
}

/** Mean over the terminals with a value. */
function meanMarks(
  units: Units,
  { shares, most }: Content,
  y: (value: number) => number,
  width: number,
  theme: Canvas["theme"],
): readonly Mark[] {
  const busy = [...shares.of].filter((value) => value > 0);
  if (busy.length < 2) return [];
  const mean = busy.reduce((sum, value) => sum + value, 0) / busy.length;
  const write = units.writerOf(shares.unit);
  return [
    pathMark("mean", `M${edge.left} ${y(mean)}H${width - edge.right}`, {
      stroke: theme.ink,
      ...dotted,
    }),
    textMark("mean name", width - edge.right - 2, y(mean) - 5, `mean ${write(mean, most)}`, {
      ...strong(theme.ink, "end"),
      ...halo(theme.surface),
    }),
  ];
}

/** A hover target for each bar, over the full height. */
function targetsOf({ bars, order, shares, isSorted, top, bottom, most, nameOf }: Content, { units, theme }: Canvas): readonly Spot[] {
  const write = units.writerOf(shares.unit);
  return bars.map((bar, i) => {
    const own = heightOf(bar, order, shares);
    const asked = shares.asked === null ? "" : ` of ${write(askedOf(bar, order, shares))}`;
    const isSilent = own === 0 && shares.unit === "cycles";
    return {
      ...barBox(bars, i, top - 8, bottom + 8),
      value: isSilent ? "nothing has arrived" : units.sayOf(own, shares.unit, (value) => `${write(value)}${asked}`),
      name: nameOfBar(bar, order, isSorted, nameOf),
      outline: [barOutline(bar, bottom - (most > 0 ? own / most : 0) * (bottom - top), bottom, theme)],
      picks: { is: "terminal", terminal: order[bar.from] },
    };
  });
}
