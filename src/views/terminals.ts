/** Bars of the terminals: load received, share of the created load that entered the network, or mean latency. */
import { jobBands, jobRanges } from "./marks/jobs.ts";
import { dottedLine } from "./marks/line-styles.ts";
import { serviceFairnessOf } from "../core/measures/fairness.ts";
import { type Frame, scalar } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { verticalAxisMarks, smallText, strongText, ticksAt } from "./plot/vertical-axis.ts";
import { type Bar, barBox, barOutline, barsFor, meanOverBar, barName, barNumberMarks } from "./bars/bars.ts";
import { formatPercent, formatRatio, sayPercent } from "../words/numbers.ts";
import { type MarksDrawing, textHalo, type Mark, pathMark, toTenths, textMark } from "./marks/marks.ts";
import type { HoverTarget } from "./marks/hover-target.ts";
import { drawPlot } from "./plot/draw.ts";
import { plotKeysHelp } from "./plot/plot-keys.ts";
import { withLazyTargets } from "./plot/targets.ts";
import { type TerminalNames, terminalNames } from "./readings/terminal-names.ts";
import type { Units } from "../words/units.ts";

/** Margins left of the bars, for numbers, and right of them, pixels. */
const sideMargins = { left: 42, right: 4 };

/** One number per terminal, and optionally the reference it is compared with. */
interface TerminalValues {
  readonly values: Float64Array;
  /** The created load, of which `values` is the part that entered the network. */
  readonly reference: Float64Array | null;
  readonly unit: "phits/cycle" | "cycles";
  readonly title: string;
}

/** Data and geometry of the bars. */
interface BarContent {
  readonly bars: readonly Bar[];
  readonly order: Int32Array;
  readonly measure: TerminalValues;
  readonly isSorted: boolean;
  readonly top: number;
  readonly bottom: number;
  readonly largest: number;
  readonly nameOf: TerminalNames;
}

export const terminalBars: View<MarksDrawing> = {
  id: "terminals",
  title: "Terminals",
  sources: ["frame", "answer"],
  options: [
    { id: "shows", title: "Shows", choices: { accepted: "Accepted", entered: "Injected", latency: "Latency" } },
    { id: "order", title: "Order", choices: { number: "By number", sorted: "Sorted" } },
  ],

  preferredSize: (_, width) => ({ width, height: Math.max(180, Math.min(340, width * 0.4)) }),

  emptyMessage: ({ network, frame }) =>
    network === null || frame === null ? "Shows the load that each terminal receives and injects, and the latency of its packets." : null,

  /**
   * The range of the values over terminals, with the terminals that have the lowest and the highest value. For injected load, only
   * terminals that created load count, otherwise only those with a value above 0.
   */
  summary(data) {
    const measure = terminalValues(data);
    if (measure === null) return "The run has not started yet.";
    const { values, reference } = measure;
    const nameOf = terminalNames(data.network);
    const countedTerminals = [...values.keys()].filter((terminal) => (reference === null ? values[terminal] > 0 : reference[terminal] > 0));
    if (countedTerminals.length === 0) return "No packet has arrived in the measurement window yet.";
    const lowestTerminal = countedTerminals.reduce((best, terminal) => (values[terminal] < values[best] ? terminal : best));
    const highestTerminal = countedTerminals.reduce((best, terminal) => (values[terminal] > values[best] ? terminal : best));
    const sayRange = (write: (value: number, largest?: number) => string, unit: string) => {
      const highest = data.units.sayOf(values[highestTerminal], unit, write);
      const areEqual =
        reference === null &&
        write(values[lowestTerminal], values[highestTerminal]) === write(values[highestTerminal], values[highestTerminal]);
      return areEqual
        ? highest
        : `from ${write(values[lowestTerminal], values[highestTerminal])} (${nameOf(lowestTerminal)}) to ${highest} (${nameOf(highestTerminal)})`;
    };
    if (measure.unit === "cycles") return `By source, the mean packet latency is ${sayRange(data.units.formatTime, "cycles")}.`;
    if (reference !== null) {
      const sum = (loads: Float64Array) => loads.reduce((total, load) => total + load, 0);
      return `Of the load that terminals create, ${sayPercent(Math.min(1, sum(values) / sum(reference)))} is injected, per terminal ${sayRange(data.units.formatLoad, "phits/cycle")}.`;
    }
    return `Each receiving terminal accepts ${sayRange(data.units.formatLoad, "phits/cycle")}${sayFairness(data)}.`;
  },

  layout(data, canvas) {
    const placedBars = placeBars(data, canvas);
    if (placedBars === null) return { marks: [] };
    const content = {
      ...placedBars,
      isSorted: choiceOf(terminalBars, data.choices, "order") === "sorted",
      top: 26,
      bottom: canvas.height - 26,
      largest: Math.max(placedBars.largest, ...data.sharedMaxima),
      nameOf: terminalNames(data.network),
    };
    return { marks: terminalMarks(content, data, canvas) };
  },

  axisMaxima: (data, canvas) => [placeBars(data, canvas)?.largest ?? 0],

  keys: plotKeysHelp,

  draw: drawPlot,

  /** A row for each terminal. Rank programs add the rank of the terminal and the cycle at which it was done. */
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
    const rankOf = rankByTerminal(data);
    const rankColumns =
      rankOf === null
        ? []
        : [
            { title: "Rank", unit: "" },
            { title: "Rank done", unit: "cycles" },
          ];
    const { accepted, created, sent, arrivedFrom, latencyFrom } = frame;
    const load = loadWriter(frame, packetPhits);
    const rows = Array.from({ length: network.terminals }, (_, terminal) => [
      terminal,
      load(accepted[terminal]),
      load(created[terminal]),
      load(sent[terminal]),
      created[terminal] > 0 ? (100 * arrivedFrom[terminal]) / created[terminal] : "",
      arrivedFrom[terminal] > 0 ? latencyFrom[terminal] / arrivedFrom[terminal] : "",
      ...(rankOf === null ? [] : rankCells(rankOf.get(terminal), frame)),
    ]);
    return { columns: [...columns, ...rankColumns], rows };
  },
};

/** The rank on each terminal; null without a program, or while the mapping is not known. */
function rankByTerminal({ analysis, frame }: ViewData): ReadonlyMap<number, number> | null {
  const { ranks = 0, terminalOf } = analysis?.program ?? {};
  if (terminalOf === undefined || frame?.rankDone.length !== ranks) return null;
  return new Map(Array.from(terminalOf, (terminal, rank) => [terminal, rank]));
}

/** Rank of a terminal and its completion time; empty cells where not applicable. */
function rankCells(rank: number | undefined, { rankDone }: Frame): readonly [number | string, number | string] {
  return rank === undefined ? ["", ""] : [rank, rankDone[rank] < 0 ? "" : rankDone[rank]];
}

/** Converts packets of the measurement window to a load. */
function loadWriter({ scalars }: Frame, packetPhits: number): (packets: number) => number {
  const cycles = scalars[scalar.windowCycles];
  return (packets) => (cycles > 0 ? (packets * packetPhits) / cycles : 0);
}

/** The chosen measure for each terminal; null before a run. */
function terminalValues(data: ViewData): TerminalValues | null {
  const { frame, packetPhits } = data;
  if (frame === null) return null;
  const toLoad = loadWriter(frame, packetPhits);
  const toLoads = (packets: Float64Array) => Float64Array.from(packets, toLoad);
  const shows = choiceOf(terminalBars, data.choices, "shows");
  if (shows === "latency") {
    const values = Float64Array.from(frame.latencyFrom, (cycles, t) => (frame.arrivedFrom[t] > 0 ? cycles / frame.arrivedFrom[t] : 0));
    return { values, reference: null, unit: "cycles", title: "mean latency by source, cycles" };
  }
  return shows === "entered"
    ? {
        values: toLoads(frame.sent),
        reference: toLoads(frame.created),
        unit: "phits/cycle",
        title: "injected, of the load created, phits/cycle",
      }
    : { values: toLoads(frame.accepted), reference: null, unit: "phits/cycle", title: "received, phits/cycle" };
}

/** The bars in their order, and the largest value; null if there is nothing to draw or no room. */
function placeBars(data: ViewData, { width }: Canvas): Pick<BarContent, "bars" | "order" | "measure" | "largest"> | null {
  const measure = terminalValues(data);
  if (data.network === null || measure === null || width < 120) return null;
  const order = Int32Array.from(measure.values.keys());
  if (choiceOf(terminalBars, data.choices, "order") === "sorted") order.sort((a, b) => measure.values[b] - measure.values[a] || a - b);
  const bars = barsFor(data.network.terminals, sideMargins.left, width - sideMargins.right);
  const largest = bars.reduce((max, bar) => Math.max(max, barValue(bar, order, measure), barReference(bar, order, measure)), 0);
  return { bars, order, measure, largest };
}

/** Fairness among the senders over the full run, as the end of a sentence. */
function sayFairness({ results, span }: ViewData): string {
  // Fairness is not defined for a time span: in a short one many terminals have nothing to send.
  if (span !== null) return "";
  const fairness = results === null ? null : serviceFairnessOf(results);
  if (fairness === null) return "";
  const { jain, lowest, highest } = fairness;
  if (lowest > 0.995) return `; ${lowest === 1 ? "" : "nearly "}all packets of every sender are delivered`;
  return `; of each sender’s packets, ${formatPercent(lowest)} to ${sayPercent(highest)} are delivered, a fairness of ${formatRatio(jain)} (1 is even)`;
}

/** Value of a bar: the mean over its terminals; for latencies, over terminals with arrived packets. */
function barValue(bar: Bar, order: Int32Array, { values, unit }: TerminalValues): number {
  const mean = meanOverBar(bar, order, (t) => values[t]);
  const knownShare = unit === "cycles" ? meanOverBar(bar, order, (t) => (values[t] > 0 ? 1 : 0)) : 1;
  return knownShare > 0 ? mean / knownShare : 0;
}

function barReference(bar: Bar, order: Int32Array, { reference }: TerminalValues): number {
  return reference === null ? 0 : meanOverBar(bar, order, (t) => reference[t]);
}

/**
 * All marks of the diagram: axis, a bar for each terminal or for several adjacent ones, the mean, and numbers of terminals. An outline
 * above a bar shows load that was created but not injected. Terminals without a value are small rings.
 */
function terminalMarks(content: BarContent, { units, highlight, jobOf = null }: ViewData, canvas: Canvas): readonly Mark[] {
  const { bars, order, measure, isSorted, top, bottom, largest } = content;
  const { width, theme } = canvas;
  const write = units.writerOf(measure.unit);
  const y = (value: number) => toTenths(bottom - (largest > 0 ? value / largest : 0) * (bottom - top));
  const ticks = ticksAt(largest > 0 ? [0, largest / 2, largest] : [0], y, (value) => (value === 0 ? "0" : write(value, largest)));
  const marks: Mark[] = [
    textMark("title", 1, 11, units.headOf(measure.title, largest), smallText(theme)),
    ...verticalAxisMarks(ticks, sideMargins.left, width - sideMargins.right, theme),
  ];
  // All bars are one path, all outlines of created load another, all rings of terminals without a value a third.
  let [barPath, referencePath, emptyPath] = ["", "", ""];
  for (const bar of bars) {
    const [ownValue, reference] = [barValue(bar, order, measure), barReference(bar, order, measure)];
    if (reference > ownValue)
      referencePath += `M${bar.x + 0.5} ${y(ownValue)}V${y(reference)}h${Math.max(1, bar.width - 1)}V${y(ownValue)}`;
    if (ownValue > 0) barPath += `M${bar.x} ${bottom}V${y(ownValue)}h${bar.width}V${bottom}z`;
    else if (reference === 0 && bar.width >= 4)
      emptyPath += `M${toTenths(bar.x + bar.width / 2 - 2)} ${bottom - 4}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z`;
  }
  marks.push(
    pathMark("asked", referencePath, { fill: "var(--idle)", stroke: theme.edge, "stroke-width": 0.7 }),
    withLazyTargets(pathMark("bars", barPath, { fill: "var(--sending)" }), () => barTargets(content, canvas)),
    pathMark("silent", emptyPath, { stroke: theme.edge }),
    ...meanLine(units, content, y, width, theme),
    ...barNumberMarks(bars, order, isSorted, highlight, bottom, theme),
    ...(jobOf === null ? [] : jobBandMarks(bars, order, jobOf, bottom, theme)),
  );
  if (isSorted) {
    marks.push(
      textMark("first", sideMargins.left, bottom + 18, "most", smallText(theme)),
      textMark("last", width - sideMargins.right, bottom + 18, "least", smallText(theme, "end")),
    );
  }
  return marks;
}

/** Job bands along the axis. */
function jobBandMarks(bars: readonly Bar[], order: Int32Array, jobOf: Int8Array, bottom: number, theme: Canvas["theme"]): readonly Mark[] {
  const ranges = jobRanges(bars.length, (i) => jobOf[order[bars[i].from]] ?? -1);
  return jobBands(
    "job",
    ranges,
    ({ from, to }) => [bars[from].x, bars[to - 1].x + bars[to - 1].width],
    { band: bottom + 2, letters: bottom - 4 },
    theme,
  );
}

/**
 * Dotted horizontal line with a label at the mean over the terminals whose value is above 0. `y` converts a value to a height in pixels.
 */
function meanLine(
  units: Units,
  { measure, largest }: BarContent,
  y: (value: number) => number,
  width: number,
  theme: Canvas["theme"],
): readonly Mark[] {
  const positiveValues = [...measure.values].filter((value) => value > 0);
  if (positiveValues.length < 2) return [];
  const mean = positiveValues.reduce((sum, value) => sum + value, 0) / positiveValues.length;
  const write = units.writerOf(measure.unit);
  return [
    pathMark("mean", `M${sideMargins.left} ${y(mean)}H${width - sideMargins.right}`, {
      stroke: theme.ink,
      ...dottedLine,
    }),
    textMark("mean name", width - sideMargins.right - 2, y(mean) - 5, `mean ${write(mean, largest)}`, {
      ...strongText(theme.ink, "end"),
      ...textHalo(theme.surface),
    }),
  ];
}

/** A click selects the first terminal of a bar. */
function barTargets(
  { bars, order, measure, isSorted, top, bottom, largest, nameOf }: BarContent,
  { units, theme }: Canvas,
): readonly HoverTarget[] {
  const write = units.writerOf(measure.unit);
  return bars.map((bar, i) => {
    const ownValue = barValue(bar, order, measure);
    const referenceText = measure.reference === null ? "" : ` of ${write(barReference(bar, order, measure))}`;
    const isSilent = ownValue === 0 && measure.unit === "cycles";
    return {
      ...barBox(bars, i, top - 8, bottom + 8),
      value: isSilent ? "nothing has arrived" : units.sayOf(ownValue, measure.unit, (value) => `${write(value)}${referenceText}`),
      name: barName(bar, order, isSorted, nameOf),
      outline: [barOutline(bar, bottom - (largest > 0 ? ownValue / largest : 0) * (bottom - top), bottom, theme)],
      clickSelection: { is: "terminal", terminal: order[bar.from] },
    };
  });
}
