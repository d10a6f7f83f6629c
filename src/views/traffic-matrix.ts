/** Traffic matrix: a cell for every source and destination, with the totals of each terminal at the sides. */
import { nameOfFlow, terminalNames } from "./readings/terminal-names.ts";
import { smallText } from "./plot/vertical-axis.ts";
import { type Frame, scalar } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { inkPalette, toneOf, toneCount } from "./marks/color.ts";
import { countOf, formatCount, sayPercent } from "../words/numbers.ts";
import { type Attributes, type MarksDrawing, type Mark, pathMark, rectMark, textMark } from "./marks/marks.ts";
import { jobBands, jobRanges } from "./marks/jobs.ts";
import { drawWithHover, type HoverTarget } from "./marks/hover-target.ts";
import { inkRampMarks } from "./marks/ramp.ts";
import { capitalize } from "../core/base/words.ts";
import type { Network } from "../core/network/network.ts";
import type { Units } from "../words/units.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

/** A destination that receives at least this multiple of the mean is mentioned as a hot spot. */
const hotSpotFactor = 3;
/** Mean number of packets per sender from which the summary describes the pattern. */
const minPacketsPerSender = 5;
/** Up to this many highlighted terminals are labeled. */
const maxLabeled = 16;
/** Maximum side of the matrix, and maximum length of the bars of totals beside it, pixels. */
const maxSizes = { side: 560, sums: 320 };
/** Margins: numbers at the left and below, and the gap between matrix and totals, pixels. */
const margin = { left: 30, foot: 36, gap: 5 };

/** All flows as columns. Flow (s, d) has index s × terminals + d. */
export interface Flows {
  readonly terminals: number;
  /** [T²] phits/cycle or cycles; 0 where nothing has arrived. */
  readonly values: Float64Array;
  /** [T] Totals over the destinations of a source, and over the sources of a destination; means if the values are latencies. */
  readonly sourceTotals: Float64Array;
  readonly destinationTotals: Float64Array;
  /** Packets of all flows together. */
  readonly packets: number;
  /** Largest value of a flow, and largest total of a source or destination. */
  readonly largest: number;
  readonly largestTotal: number;
}

/** Geometry of the matrix: its corner, its side, and the maximum length of the totals beside it, pixels. */
export interface MatrixSquare {
  readonly left: number;
  readonly top: number;
  readonly sideLength: number;
  readonly maxTotalLength: number;
  /** Offset of a row or column in whole pixels, so that single cells stay sharp. */
  offsetOf(terminal: number): number;
}

export interface TrafficMatrixMarks extends MarksDrawing {
  readonly flows: Flows | null;
  readonly square: MatrixSquare;
  /** Unit of the values: `phits/cycle` or `cycles`. */
  readonly unit: string;
  /** Name of a flow by its index, source × terminals + destination. */
  readonly nameOf: (flow: number) => string;
}

export const trafficMatrixView: View<TrafficMatrixMarks> = {
  id: "traffic-matrix",
  title: "Who sends to whom",
  options: [{ id: "shows", title: "Shows", choices: { delivered: "Delivered", latency: "Latency" } }],

  preferredSize(_, width) {
    const { top, sideLength } = placeSquare(width, 1);
    return { width, height: top + sideLength + margin.foot };
  },

  emptyMessage({ network, frame }) {
    if (network === null || frame === null) return "Shows the delivered traffic of every source and destination.";
    return frame.flowPackets.length > 0
      ? null
      : `Shows the traffic between every two terminals of a network of up to 128 terminals; ${formatCount(network.terminals)} terminals have too many pairs to count.`;
  },

  summary(data) {
    const flows = flowsOf(data);
    if (flows === null) return "No flows are counted yet.";
    return isLatency(data) ? sayLatency(data.units, flows, data.network) : sayDelivered(data.units, flows, data.network);
  },

  layout(data, canvas) {
    const computedFlows = flowsOf(data);
    const [sharedLargest = 0, sharedLargestTotal = 0] = data.sharedMaxima;
    const flows =
      computedFlows === null
        ? null
        : {
            ...computedFlows,
            largest: Math.max(computedFlows.largest, sharedLargest),
            largestTotal: Math.max(computedFlows.largestTotal, sharedLargestTotal),
          };
    const unit = isLatency(data) ? "cycles" : "phits/cycle";
    const square = placeSquare(canvas.width, flows?.terminals ?? 1);
    if (flows === null || canvas.width < 120) return { marks: [], flows: null, square, unit, nameOf: String };
    const nameOf = flowNames(flows, data.network);
    return { flows, square, unit, nameOf, marks: matrixMarksOf(data, { flows, square, unit, nameOf }, canvas) };
  },

  axisMaxima(data) {
    const flows = flowsOf(data);
    return flows === null ? [] : [flows.largest, flows.largestTotal];
  },

  draw: (drawing, group, canvas, actions) => drawWithHover(drawing, group, canvas, actions, hitTestFlow),

  /** A row for each flow that has delivered packets. */
  table(data) {
    const { frame, packetPhits } = data;
    const columns = [
      { title: "Source", unit: "terminal" },
      { title: "Destination", unit: "terminal" },
      { title: "Delivered", unit: "packets" },
      { title: "Delivered of what the window created", unit: "phits/cycle" },
      { title: "Latency, mean", unit: "cycles" },
    ];
    const terminals = data.network?.terminals ?? 0;
    if (frame === null) return { columns, rows: [] };
    const cycles = Math.max(1, frame.scalars[scalar.windowCycles]);
    const rows: number[][] = [];
    frame.flowPackets.forEach((packets, i) => {
      if (packets > 0)
        rows.push([Math.floor(i / terminals), i % terminals, packets, (packets * packetPhits) / cycles, frame.flowLatency[i] / packets]);
    });
    return { columns, rows };
  },
};

function isLatency({ choices }: ViewData): boolean {
  return choiceOf(trafficMatrixView, choices, "shows") === "latency";
}

function placeSquare(width: number, terminals: number): MatrixSquare {
  const top = width >= 600 ? 84 : 30;
  const side = Math.max(0, Math.min(maxSizes.side, width - margin.left - top));
  const totalsWidth = Math.min(maxSizes.sums, width - margin.left - side);
  // At its maximum size the matrix is centered.
  const left = margin.left + Math.floor((width - margin.left - side - totalsWidth) / 2);
  return {
    left,
    top,
    sideLength: side,
    maxTotalLength: totalsWidth - margin.gap - 4,
    offsetOf: (terminal) => Math.round((terminal * side) / terminals),
  };
}

function flowsOf(data: ViewData): Flows | null {
  const { network, frame, packetPhits } = data;
  if (network === null || frame === null || frame.flowPackets.length === 0) return null;
  return isLatency(data) ? latencyFlows(frame, network.terminals) : deliveredFlows(frame, network.terminals, packetPhits);
}

/** Delivered load of every flow within the measurement window, phits per cycle. */
function deliveredFlows({ flowPackets, scalars }: Frame, terminals: number, packetPhits: number): Flows {
  const cycles = scalars[scalar.windowCycles];
  const perPacket = cycles > 0 ? packetPhits / cycles : 0;
  const values = Float64Array.from(flowPackets, (packets) => packets * perPacket);
  const ofSource = new Float64Array(terminals);
  const ofDestination = new Float64Array(terminals);
  values.forEach((load, i) => {
    ofSource[Math.floor(i / terminals)] += load;
    ofDestination[i % terminals] += load;
  });
  return createFlows(terminals, values, ofSource, ofDestination, totalOf(flowPackets));
}

function createFlows(terminals: number, values: Float64Array, ofSource: Float64Array, ofDestination: Float64Array, packets: number): Flows {
  const largestTotal = Math.max(largestOf(ofSource), largestOf(ofDestination));
  return {
    terminals,
    values,
    sourceTotals: ofSource,
    destinationTotals: ofDestination,
    largest: largestOf(values),
    packets,
    largestTotal,
  };
}

/** Mean latency of every flow, cycles, with means over packets for each source and destination. */
function latencyFlows({ flowPackets, flowLatency }: Frame, terminals: number): Flows {
  const values = Float64Array.from(flowPackets, (packets, i) => (packets > 0 ? flowLatency[i] / packets : 0));
  const mean = (flowIndex: (terminal: number, other: number) => number) =>
    Float64Array.from({ length: terminals }, (_, terminal) => {
      let [packets, cycles] = [0, 0];
      for (let other = 0; other < terminals; other++) {
        packets += flowPackets[flowIndex(terminal, other)];
        cycles += flowLatency[flowIndex(terminal, other)];
      }
      return packets > 0 ? cycles / packets : 0;
    });
  const ofSource = mean((source, destination) => source * terminals + destination);
  const ofDestination = mean((destination, source) => source * terminals + destination);
  return createFlows(terminals, values, ofSource, ofDestination, totalOf(flowPackets));
}

function totalOf(packets: Float64Array): number {
  return packets.reduce((sum, count) => sum + count, 0);
}

function largestOf(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

/** Flows with arrived packets, by increasing value. */
function arrivedFlows({ values }: Flows): readonly number[] {
  return [...values.keys()].filter((i) => values[i] > 0).sort((a, b) => values[a] - values[b]);
}

/** Names of flows by index, source × terminals + destination. */
function flowNames({ terminals }: Flows, network: Network | null): (i: number) => string {
  return (i) => nameOfFlow(network, Math.floor(i / terminals), i % terminals);
}

/**
 * Describes the traffic that has arrived in one sentence: every sender has one destination, or one destination (a hot spot) receives much
 * more than others, or else the mean and largest flow. While few packets have arrived, it only counts flows.
 */
function sayDelivered(units: Units, flows: Flows, network: Network | null): string {
  const flowNameOf = flowNames(flows, network);
  const flowsByValue = arrivedFlows(flows);
  if (flowsByValue.length === 0) return "No packet created in the measured window has arrived yet.";
  const { terminals, packets, sourceTotals, destinationTotals, values } = flows;
  const senders = sourceTotals.reduce((count, load) => count + (load > 0 ? 1 : 0), 0);
  const [smallestFlow, largestFlow] = [flowsByValue[0], flowsByValue[flowsByValue.length - 1]];
  // A few packets do not yet show the pattern.
  if (packets < minPacketsPerSender * senders)
    return `Packets of ${countOf(flowsByValue.length, "flow", "flows")} have arrived so far, from ${countOf(senders, "terminal", "terminals")}.`;
  if (flowsByValue.length === senders) {
    const oneEachText = `${countOf(senders, "terminal sends", "terminals send")} to one destination each`;
    const areEqual = values[largestFlow] < values[smallestFlow] * 1.1;
    return areEqual
      ? `${oneEachText}, and every flow delivers about ${units.sayLoad(values[largestFlow])}.`
      : `${oneEachText}; flow ${flowNameOf(largestFlow)} delivers ${units.sayLoad(values[largestFlow])}, flow ${flowNameOf(smallestFlow)} only ${units.formatLoad(values[smallestFlow])}.`;
  }
  const total = destinationTotals.reduce((sum, load) => sum + load, 0);
  const hotSpot = destinationTotals.indexOf(largestOf(destinationTotals));
  if (destinationTotals[hotSpot] * terminals > hotSpotFactor * total)
    return `${capitalize(terminalNames(network)(hotSpot))} receives ${sayPercent(destinationTotals[hotSpot] / total)} of all traffic, from ${countOf(senders, "source", "sources")}.`;
  return `${formatCount(flowsByValue.length)} flows of ${countOf(senders, "source", "sources")} deliver ${units.sayLoad(total / flowsByValue.length)} each on average, at most ${units.formatLoad(values[largestFlow])} (${flowNameOf(largestFlow)}).`;
}

function sayLatency(units: Units, flows: Flows, network: Network | null): string {
  const flowNameOf = flowNames(flows, network);
  const arrived = arrivedFlows(flows);
  if (arrived.length === 0) return "No packet created in the measured window has arrived yet.";
  const quantile = (share: number) => arrived[Math.floor((arrived.length - 1) * share)];
  return `Packets from ${flowNameOf(quantile(1)).replace("→", "to")} take longest, ${units.sayTime(flows.values[quantile(1)])} on average; half of the flows take on average at most ${units.sayTimeAfter(flows.values[quantile(0.5)], flows.values[quantile(1)])}.`;
}

type MatrixContent = Omit<TrafficMatrixMarks, "marks"> & { readonly flows: Flows };

/** Marks of the matrix: frame, cells, totals, axes, job bands, scale, and selection. */
function matrixMarksOf(data: ViewData, content: MatrixContent, canvas: Canvas): readonly Mark[] {
  const { theme } = canvas;
  const { flows, unit } = content;
  const { left, top, sideLength } = content.square;
  const label = data.units.sayOf(flows.largest, unit, data.units.writerOf(unit));
  const rampWidth = Math.min(72, sideLength / 4);
  const rampX = left + sideLength - rampWidth - 18 - textWidth(label);
  return [
    rectMark("frame", left - 0.5, top - 0.5, sideLength + 1, sideLength + 1, { fill: "none", stroke: theme.line }),
    ...cellMarks(content, canvas),
    ...totalMarks(content, canvas),
    ...axisMarks(data, content, canvas),
    ...jobMarks(data, content, canvas),
    ...(flows.largest > 0 ? inkRampMarks(rampX, top + sideLength + margin.foot - 4, rampWidth, label, theme) : []),
    ...selectionMarks(data, content, canvas),
  ];
}

/** Bands in the colors of jobs, for the sources at the left of the matrix and for the destinations below it. */
function jobMarks(
  { jobOf = null }: ViewData,
  { flows: { terminals }, square: { left, top, sideLength, offsetOf } }: MatrixContent,
  { theme }: Canvas,
): readonly Mark[] {
  if (jobOf === null) return [];
  const terminalRanges = jobRanges(terminals, (t) => jobOf[t] ?? -1);
  return [
    ...jobBands(
      "row job",
      terminalRanges,
      ({ from, to }) => [top + offsetOf(from), top + offsetOf(to)],
      { band: left - 2.5, letters: left + 7 },
      theme,
      true,
    ),
    ...jobBands(
      "column job",
      terminalRanges,
      ({ from, to }) => [left + offsetOf(from), left + offsetOf(to)],
      { band: top + sideLength + 2.5, letters: top + sideLength - 3 },
      theme,
    ),
  ];
}

/** Cells of the flows, darker for larger values. Cells of one tone share a path, so that a large matrix needs few SVG elements. */
function cellMarks(
  { flows: { terminals, values, largest }, square: { left, top, sideLength, offsetOf } }: MatrixContent,
  { theme }: Canvas,
): readonly Mark[] {
  const { fill } = inkPalette(theme);
  const pathByTone = Array.from({ length: toneCount + 1 }, () => "");
  // A gap between cells where they are large enough.
  const gap = sideLength / terminals >= 9 ? 1 : 0;
  values.forEach((flowValue, i) => {
    if (flowValue === 0) return;
    const [source, destination] = [Math.floor(i / terminals), i % terminals];
    const cellWidth = offsetOf(destination + 1) - offsetOf(destination) - gap;
    const cellHeight = offsetOf(source + 1) - offsetOf(source) - gap;
    pathByTone[toneOf(flowValue / largest)] +=
      `M${left + offsetOf(destination)} ${top + offsetOf(source)}h${cellWidth}v${cellHeight}h${-cellWidth}z`;
  });
  return pathByTone.flatMap((d, tone) =>
    d === "" ? [] : [pathMark(`cells ${tone}`, d, { fill: fill[tone], "shape-rendering": "crispEdges" })],
  );
}

/** Bars of what each source sends, at the right, and of what each destination receives, above. */
function totalMarks({ flows, square, unit }: MatrixContent, { units, theme }: Canvas): readonly Mark[] {
  const { terminals, sourceTotals, destinationTotals, largestTotal } = flows;
  if (largestTotal === 0) return [];
  const { left, top, sideLength, maxTotalLength, offsetOf } = square;
  const gap = sideLength / terminals >= 5 ? 1 : 0;
  const right = left + sideLength + margin.gap;
  let [sentPath, receivedPath] = ["", ""];
  for (let terminal = 0; terminal < terminals; terminal++) {
    const thickness = offsetOf(terminal + 1) - offsetOf(terminal) - gap;
    const sent = Math.round((sourceTotals[terminal] / largestTotal) * maxTotalLength);
    const received = Math.round((destinationTotals[terminal] / largestTotal) * (top - margin.gap - 4));
    if (sent > 0) sentPath += `M${right} ${top + offsetOf(terminal)}h${sent}v${thickness}h${-sent}z`;
    if (received > 0) receivedPath += `M${left + offsetOf(terminal)} ${top - margin.gap}v${-received}h${thickness}v${received}z`;
  }
  const bars = { fill: "var(--sending)", "shape-rendering": "crispEdges" };
  const marks = [pathMark("sent", sentPath, bars), pathMark("received", receivedPath, bars)];
  if (maxTotalLength < 70) return marks;
  const labelStyle = smallText(theme);
  const largestText = units.writerOf(unit)(largestTotal, flows.largest);
  return [
    ...marks,
    textMark("sums", right, top - 22, unit === "cycles" ? "means" : "totals", labelStyle),
    textMark("largest sum", right, top - 8, `up to ${largestText}`, labelStyle),
  ];
}

/**
 * Numbers of terminals at the left of the matrix and below it. Every nth terminal is labeled such that the numbers fit; a few highlighted
 * terminals are labeled in the accent color, and other numbers that these would cover are omitted.
 */
function axisMarks({ highlight }: ViewData, { flows: { terminals }, square }: MatrixContent, { theme }: Canvas): readonly Mark[] {
  const { left, top, sideLength, offsetOf } = square;
  const pitch = sideLength / terminals;
  const labelStyle = smallText(theme);
  const labeledHighlighted =
    highlight.terminals.size <= maxLabeled ? [...highlight.terminals].filter((terminal) => terminal < terminals).sort((a, b) => a - b) : [];
  const labelStep = [1, 2, 4, 5, 8, 10, 16, 20, 32, 64].find((step) => step * pitch >= 26) ?? 128;
  const marks: Mark[] = [];
  const addNumber = (terminal: number, attributes: Attributes) => {
    const middle = (terminal + 0.5) * pitch;
    marks.push(
      textMark(`row ${terminal}`, left - 7, top + middle + 4, String(terminal), { ...labelStyle, "text-anchor": "end", ...attributes }),
      textMark(`column ${terminal}`, left + middle, top + sideLength + 16, String(terminal), {
        ...labelStyle,
        "text-anchor": "middle",
        ...attributes,
      }),
    );
  };
  // Ordinary numbers first, except near a highlighted one; then the highlighted ones, except where they would overlap.
  for (let terminal = 0; terminal < terminals; terminal += labelStep)
    if (labeledHighlighted.every((other) => Math.abs(other - terminal) * pitch >= 20)) addNumber(terminal, {});
  let lastLabeled = -Infinity;
  for (const terminal of labeledHighlighted) {
    if ((terminal - lastLabeled) * pitch < 16) continue;
    addNumber(terminal, { fill: theme.accent, "font-weight": strongWeight });
    lastLabeled = terminal;
  }
  // A tick at both edges for each highlighted terminal.
  let ticks = "";
  for (const terminal of highlight.terminals) {
    if (terminal >= terminals) continue;
    const thickness = offsetOf(terminal + 1) - offsetOf(terminal);
    ticks += `M${left - 5} ${top + offsetOf(terminal)}h4v${thickness}h-4zM${left + offsetOf(terminal)} ${top + sideLength + 1}v4h${thickness}v-4z`;
  }
  return [
    ...marks,
    pathMark("highlighted", ticks, { fill: theme.accent, "shape-rendering": "crispEdges" }),
    textMark("source", left - margin.left, top - 8, "from", labelStyle),
    textMark("destination", left, top + sideLength + margin.foot - 4, "to", labelStyle),
  ];
}

/** Outline of the selected flow: visible among its neighbors without hiding the cell. */
function selectionMarks({ selected }: ViewData, { flows: { terminals }, square }: MatrixContent, { theme }: Canvas): readonly Mark[] {
  if (selected.is !== "flow" && selected.is !== "message") return [];
  const { source, destination } = selected;
  if (source >= terminals || destination >= terminals) return [];
  const outline = (key: string, stroke: string, width: number) =>
    cellOutline(key, square, source, destination, 3, { fill: "none", stroke, "stroke-width": width, rx: 2 });
  return [outline("picked halo", theme.surface, 4), outline("picked", theme.accent, 1.8)];
}

function cellOutline(
  key: string,
  square: MatrixSquare,
  source: number,
  destination: number,
  distance: number,
  attributes: Attributes,
): Mark {
  const { left, top, offsetOf } = square;
  const [x, y] = [left + offsetOf(destination), top + offsetOf(source)];
  const [cellWidth, cellHeight] = [offsetOf(destination + 1) - offsetOf(destination), offsetOf(source + 1) - offsetOf(source)];
  return rectMark(key, x - distance, y - distance, cellWidth + 2 * distance, cellHeight + 2 * distance, attributes);
}

/** Hit test: the flow (pair of source and destination) whose cell is at a point, as a hover target; null outside the matrix. */
export function hitTestFlow(
  { flows, square, unit, nameOf }: TrafficMatrixMarks,
  x: number,
  y: number,
  _tolerance: number,
  { units, theme }: Canvas,
): HoverTarget | null {
  if (flows === null) return null;
  const { terminals, values } = flows;
  const pitch = square.sideLength / terminals;
  const [destination, source] = [Math.floor((x - square.left) / pitch), Math.floor((y - square.top) / pitch)];
  if (source < 0 || destination < 0 || source >= terminals || destination >= terminals) return null;
  const flowValue = values[source * terminals + destination];
  return {
    x: square.left + (destination + 0.5) * pitch,
    y: square.top + (source + 0.5) * pitch,
    value: flowValue > 0 ? units.sayOf(flowValue, unit, units.writerOf(unit)) : "nothing has arrived",
    name: nameOf(source * terminals + destination),
    outline: [cellOutline("hover", square, source, destination, 1, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })],
    clickSelection: flowValue > 0 ? { is: "flow", source, destination } : null,
  };
}
