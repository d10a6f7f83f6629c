/** Traffic matrix: a cell for every source and destination, with the totals of each terminal at the sides. */
import { nameOfFlow, terminalNames } from "./readings/terminal-names.ts";
import { small } from "./plot/axes.ts";
import { type Frame, scalar } from "../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "./contract.ts";
import { shades, toneOf, tones } from "./marks/colour.ts";
import { countOf, formatCount, sayPercent } from "../words/numbers.ts";
import { type Attributes, type Drawing, type Mark, pathMark, rectMark, textMark } from "./marks/marks.ts";
import { jobBands, jobRuns } from "./marks/jobs.ts";
import { drawPointed, type Spot } from "./marks/pointing.ts";
import { rampMarks } from "./marks/ramp.ts";
import { capital } from "../core/base/words.ts";
import type { Network } from "../core/network/network.ts";
import type { Units } from "../words/units.ts";
import { textWidth, strongWeight } from "./plot/text-width.ts";

/** A destination that receives at least this multiple of the mean is mentioned as a hot spot. */
const hot = 3;
/** Mean number of packets per sender from which the summary describes the pattern. */
const enough = 5;
/** Up to this many highlighted terminals are labeled. */
const mostNamed = 16;
/** Maximum side of the matrix, and maximum length of the bars of totals beside it, pixels. */
const largest = { side: 560, sums: 320 };
/** Margins: numbers at the left and below, and the gap between matrix and totals, pixels. */
const margin = { left: 30, foot: 36, gap: 5 };

/** All flows as columns. Flow (s, d) has index s × terminals + d. */
export interface Flows {
  readonly terminals: number;
  /** [T²] phits/cycle or cycles; 0 where nothing has arrived. */
  readonly value: Float64Array;
  /** [T] Totals over the destinations of a source, and over the sources of a destination; means if the values are latencies. */
  readonly ofSource: Float64Array;
  readonly ofDestination: Float64Array;
  /** Packets of all flows together. */
  readonly packets: number;
  /** Largest value of a flow, and largest total of either side. */
  readonly most: number;
  readonly mostSide: number;
}

/** Geometry of the matrix: its corner, its side, and the maximum length of the totals beside it, pixels. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly beside: number;
  /** Offset of a row or column in whole pixels, so that single cells stay sharp. */
  edge(terminal: number): number;
}

export interface MatrixMarks extends Drawing {
  readonly flows: Flows | null;
  readonly square: Square;
  /** Unit of the values: `phits/cycle` or `cycles`. */
  readonly unit: string;
  /** Name of a flow by its index, source × terminals + destination. */
  readonly nameOf: (flow: number) => string;
}

export const trafficMatrix: View<MatrixMarks> = {
  id: "traffic-matrix",
  title: "Who sends to whom",
  options: [{ id: "shows", title: "Shows", among: { delivered: "Delivered", latency: "Latency" } }],

  room(_, width) {
    const { top, side } = squareIn(width, 1);
    return { width, height: top + side + margin.foot };
  },

  needs({ network, frame }) {
    if (network === null || frame === null) return "Shows how much of the traffic of every source and destination has been delivered.";
    return frame.flowPackets.length > 0
      ? null
      : `Shows how much each terminal has sent to each other, up to 128 terminals; ${formatCount(network.terminals)} terminals have too many pairs to count.`;
  },

  summary(data) {
    const flows = flowsOf(data);
    if (flows === null) return "No flows are counted yet.";
    return isLatency(data) ? sayLatency(data.units, flows, data.network) : sayDelivered(data.units, flows, data.network);
  },

  layout(data, canvas) {
    const own = flowsOf(data);
    const [most = 0, mostSide = 0] = data.reach;
    const flows = own === null ? null : { ...own, most: Math.max(own.most, most), mostSide: Math.max(own.mostSide, mostSide) };
    const unit = isLatency(data) ? "cycles" : "phits/cycle";
    const square = squareIn(canvas.width, flows?.terminals ?? 1);
    if (flows === null || canvas.width < 120) return { marks: [], flows: null, square, unit, nameOf: String };
    const nameOf = namesOfFlows(flows, data.network);
    return { flows, square, unit, nameOf, marks: marksOf(data, { flows, square, unit, nameOf }, canvas) };
  },

  reach(data) {
    const flows = flowsOf(data);
    return flows === null ? [] : [flows.most, flows.mostSide];
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotAt),

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
  return choiceOf(trafficMatrix, choices, "shows") === "latency";
}

function squareIn(width: number, terminals: number): Square {
  const top = width >= 600 ? 84 : 30;
  const side = Math.max(0, Math.min(largest.side, width - margin.left - top));
  const sums = Math.min(largest.sums, width - margin.left - side);
  // At its maximum size the matrix is centered.
  const left = margin.left + Math.floor((width - margin.left - side - sums) / 2);
  return { left, top, side, beside: sums - margin.gap - 4, edge: (terminal) => Math.round((terminal * side) / terminals) };
}

function flowsOf(data: ViewData): Flows | null {
  const { network, frame, packetPhits } = data;
  if (network === null || frame === null || frame.flowPackets.length === 0) return null;
  return isLatency(data) ? latencies(frame, network.terminals) : delivered(frame, network.terminals, packetPhits);
}

/** Delivered load of every flow within the measurement window, phits per cycle. */
function delivered({ flowPackets, scalars }: Frame, terminals: number, packetPhits: number): Flows {
  const cycles = scalars[scalar.windowCycles];
  const perPacket = cycles > 0 ? packetPhits / cycles : 0;
  const value = Float64Array.from(flowPackets, (packets) => packets * perPacket);
  const ofSource = new Float64Array(terminals);
  const ofDestination = new Float64Array(terminals);
  value.forEach((load, i) => {
    ofSource[Math.floor(i / terminals)] += load;
    ofDestination[i % terminals] += load;
  });
  return withLargest(terminals, value, ofSource, ofDestination, totalOf(flowPackets));
}

function withLargest(terminals: number, value: Float64Array, ofSource: Float64Array, ofDestination: Float64Array, packets: number): Flows {
  const mostSide = Math.max(largestOf(ofSource), largestOf(ofDestination));
  return { terminals, value, ofSource, ofDestination, most: largestOf(value), packets, mostSide };
}

/** Mean latency of every flow, cycles, with means over packets for each source and destination. */
function latencies({ flowPackets, flowLatency }: Frame, terminals: number): Flows {
  const value = Float64Array.from(flowPackets, (packets, i) => (packets > 0 ? flowLatency[i] / packets : 0));
  const mean = (place: (terminal: number, other: number) => number) =>
    Float64Array.from({ length: terminals }, (_, terminal) => {
      let [packets, cycles] = [0, 0];
      for (let other = 0; other < terminals; other++) {
        packets += flowPackets[place(terminal, other)];
        cycles += flowLatency[place(terminal, other)];
      }
      return packets > 0 ? cycles / packets : 0;
    });
  const ofSource = mean((source, destination) => source * terminals + destination);
  const ofDestination = mean((destination, source) => source * terminals + destination);
  return withLargest(terminals, value, ofSource, ofDestination, totalOf(flowPackets));
}

function totalOf(packets: Float64Array): number {
  return packets.reduce((sum, count) => sum + count, 0);
}

function largestOf(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Flows with arrived packets, by increasing value. */
function alive({ value }: Flows): readonly number[] {
  return [...value.keys()].filter((i) => value[i] > 0).sort((a, b) => value[a] - value[b]);
}

/** Names of flows by index, source × terminals + destination. */
function namesOfFlows({ terminals }: Flows, network: Network | null): (i: number) => string {
  return (i) => nameOfFlow(network, Math.floor(i / terminals), i % terminals);
}

/**
 * Describes the pattern: one destination per sender, a hot spot, or the mean over all flows. While few packets have arrived it only counts.
 */
function sayDelivered(units: Units, flows: Flows, network: Network | null): string {
  const name = namesOfFlows(flows, network);
  const found = alive(flows);
  if (found.length === 0) return "No packet created in the measured window has arrived yet.";
  const { terminals, packets, ofSource, ofDestination, value } = flows;
  const senders = ofSource.reduce((count, load) => count + (load > 0 ? 1 : 0), 0);
  const [least, most] = [found[0], found[found.length - 1]];
  // A few packets do not yet show the pattern.
  if (packets < enough * senders)
    return `Packets of ${countOf(found.length, "flow", "flows")} have arrived so far, from ${countOf(senders, "terminal", "terminals")}.`;
  if (found.length === senders) {
    const one = `${countOf(senders, "terminal sends", "terminals send")} to one destination each`;
    const same = value[most] < value[least] * 1.1;
    return same
      ? `${one}, and every flow gets about ${units.sayLoad(value[most])}.`
      : `${one}; flow ${name(most)} gets ${units.sayLoad(value[most])}, flow ${name(least)} only ${units.formatLoad(value[least])}.`;
  }
  const total = ofDestination.reduce((sum, load) => sum + load, 0);
  const spot = ofDestination.indexOf(largestOf(ofDestination));
  if (ofDestination[spot] * terminals > hot * total)
    return `${capital(terminalNames(network)(spot))} receives ${sayPercent(ofDestination[spot] / total)} of everything, from ${countOf(senders, "source", "sources")}.`;
  return `${formatCount(found.length)} flows of ${countOf(senders, "source", "sources")} get ${units.sayLoad(total / found.length)} each on average, at most ${units.formatLoad(value[most])} (${name(most)}).`;
}

function sayLatency(units: Units, flows: Flows, network: Network | null): string {
  const name = namesOfFlows(flows, network);
  const found = alive(flows);
  if (found.length === 0) return "No packet created in the measured window has arrived yet.";
  const at = (part: number) => found[Math.floor((found.length - 1) * part)];
  return `Packets from ${name(at(1)).replace("→", "to")} take longest, ${units.sayTime(flows.value[at(1)])} on average; half of the flows take at most ${units.sayTimeAfter(flows.value[at(0.5)], flows.value[at(1)])}.`;
}

type Content = Omit<MatrixMarks, "marks"> & { readonly flows: Flows };

/** Marks of the matrix: frame, cells, totals, axes, job bands, scale, and selection. */
function marksOf(data: ViewData, content: Content, canvas: Canvas): readonly Mark[] {
  const { theme } = canvas;
  const { flows, unit } = content;
  const { left, top, side } = content.square;
  const label = data.units.sayOf(flows.most, unit, data.units.writerOf(unit));
  const ramp = Math.min(72, side / 4);
  const rampAt = left + side - ramp - 18 - textWidth(label);
  return [
    rectMark("frame", left - 0.5, top - 0.5, side + 1, side + 1, { fill: "none", stroke: theme.line }),
    ...cellMarks(content, canvas),
    ...sumMarks(content, canvas),
    ...axisMarks(data, content, canvas),
    ...jobMarks(data, content, canvas),
    ...(flows.most > 0 ? rampMarks(rampAt, top + side + margin.foot - 4, ramp, label, theme) : []),
    ...selectionMarks(data, content, canvas),
  ];
}

/** Job bands along two edges of the matrix. */
function jobMarks(
  { jobOf = null }: ViewData,
  { flows: { terminals }, square: { left, top, side, edge } }: Content,
  { theme }: Canvas,
): readonly Mark[] {
  if (jobOf === null) return [];
  const runs = jobRuns(terminals, (t) => jobOf[t] ?? -1);
  return [
    ...jobBands(
      "row job",
      runs,
      ({ from, to }) => [top + edge(from), top + edge(to)],
      { band: left - 2.5, letters: left + 7 },
      theme,
      true,
    ),
    ...jobBands(
      "column job",
      runs,
      ({ from, to }) => [left + edge(from), left + edge(to)],
      { band: top + side + 2.5, letters: top + side - 3 },
      theme,
    ),
  ];
}

/** Cells of one tone share a path. */
function cellMarks({ flows: { terminals, value, most }, square: { left, top, side, edge } }: Content, { theme }: Canvas): readonly Mark[] {
  const { fill } = shades(theme);
  const byTone = Array.from({ length: tones + 1 }, () => "");
  // A gap between cells where they are large enough.
  const gap = side / terminals >= 9 ? 1 : 0;
  value.forEach((own, i) => {
    if (own === 0) return;
    const [source, destination] = [Math.floor(i / terminals), i % terminals];
    const across = edge(destination + 1) - edge(destination) - gap;
    const down = edge(source + 1) - edge(source) - gap;
    byTone[toneOf(own / most)] += `M${left + edge(destination)} ${top + edge(source)}h${across}v${down}h${-across}z`;
  });
  return byTone.flatMap((d, tone) =>
    d === "" ? [] : [pathMark(`cells ${tone}`, d, { fill: fill[tone], "shape-rendering": "crispEdges" })],
  );
}

/** Totals: what each source sends at the right of its row, what each destination receives above its column. */
function sumMarks({ flows, square, unit }: Content, { units, theme }: Canvas): readonly Mark[] {
  const { terminals, ofSource, ofDestination, mostSide } = flows;
  if (mostSide === 0) return [];
  const { left, top, side, beside, edge } = square;
  const gap = side / terminals >= 5 ? 1 : 0;
  const right = left + side + margin.gap;
  let [rows, columns] = ["", ""];
  for (let t = 0; t < terminals; t++) {
    const thick = edge(t + 1) - edge(t) - gap;
    const sent = Math.round((ofSource[t] / mostSide) * beside);
    const received = Math.round((ofDestination[t] / mostSide) * (top - margin.gap - 4));
    if (sent > 0) rows += `M${right} ${top + edge(t)}h${sent}v${thick}h${-sent}z`;
    if (received > 0) columns += `M${left + edge(t)} ${top - margin.gap}v${-received}h${thick}v${received}z`;
  }
  const bars = { fill: "var(--sending)", "shape-rendering": "crispEdges" };
  const marks = [pathMark("sent", rows, bars), pathMark("received", columns, bars)];
  if (beside < 70) return marks;
  const words = small(theme);
  const most = units.writerOf(unit)(mostSide, flows.most);
  return [
    ...marks,
    textMark("sums", right, top - 22, unit === "cycles" ? "mean of each" : "sum of each", words),
    textMark("largest sum", right, top - 8, `up to ${most}`, words),
  ];
}

/** Numbers at two sides, spaced by the available width. Highlighted terminals get their number first. */
function axisMarks({ highlight }: ViewData, { flows: { terminals }, square }: Content, { theme }: Canvas): readonly Mark[] {
  const { left, top, side, edge } = square;
  const pitch = side / terminals;
  const words = small(theme);
  const accented = highlight.terminals.size <= mostNamed ? [...highlight.terminals].filter((t) => t < terminals).sort((a, b) => a - b) : [];
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 32, 64].find((step) => step * pitch >= 26) ?? 128;
  const marks: Mark[] = [];
  const number = (t: number, attributes: Attributes) => {
    const middle = (t + 0.5) * pitch;
    marks.push(
      textMark(`row ${t}`, left - 7, top + middle + 4, String(t), { ...words, "text-anchor": "end", ...attributes }),
      textMark(`column ${t}`, left + middle, top + side + 16, String(t), { ...words, "text-anchor": "middle", ...attributes }),
    );
  };
  for (let t = 0; t < terminals; t += every) if (accented.every((other) => Math.abs(other - t) * pitch >= 20)) number(t, {});
  let last = -Infinity;
  for (const t of accented) {
    if ((t - last) * pitch < 16) continue;
    number(t, { fill: theme.accent, "font-weight": strongWeight });
    last = t;
  }
  let ticks = "";
  for (const t of highlight.terminals) {
    if (t >= terminals) continue;
    const thick = edge(t + 1) - edge(t);
    ticks += `M${left - 5} ${top + edge(t)}h4v${thick}h-4zM${left + edge(t)} ${top + side + 1}v4h${thick}v-4z`;
  }
  return [
    ...marks,
    pathMark("highlighted", ticks, { fill: theme.accent, "shape-rendering": "crispEdges" }),
    textMark("source", left - margin.left, top - 8, "from", words),
    textMark("destination", left, top + side + margin.foot - 4, "to", words),
  ];
}

/** Outline of the selected flow: visible among its neighbors without hiding the cell. */
function selectionMarks({ selected }: ViewData, { flows: { terminals }, square }: Content, { theme }: Canvas): readonly Mark[] {
  if (selected.is !== "flow" && selected.is !== "message") return [];
  const { source, destination } = selected;
  if (source >= terminals || destination >= terminals) return [];
  const outline = (key: string, stroke: string, width: number) =>
    cellOutline(key, square, source, destination, 3, { fill: "none", stroke, "stroke-width": width, rx: 2 });
  return [outline("picked halo", theme.surface, 4), outline("picked", theme.accent, 1.8)];
}

function cellOutline(key: string, square: Square, source: number, destination: number, away: number, attributes: Attributes): Mark {
  const { left, top, edge } = square;
  const [x, y] = [left + edge(destination), top + edge(source)];
  const [across, down] = [edge(destination + 1) - edge(destination), edge(source + 1) - edge(source)];
  return rectMark(key, x - away, y - away, across + 2 * away, down + 2 * away, attributes);
}

/** Hover target of the cell under the pointer. */
export function spotAt(
  { flows, square, unit, nameOf }: MatrixMarks,
  x: number,
  y: number,
  _within: number,
  { units, theme }: Canvas,
): Spot | null {
  if (flows === null) return null;
  const { terminals, value } = flows;
  const pitch = square.side / terminals;
  const [destination, source] = [Math.floor((x - square.left) / pitch), Math.floor((y - square.top) / pitch)];
  if (source < 0 || destination < 0 || source >= terminals || destination >= terminals) return null;
  const own = value[source * terminals + destination];
  return {
    x: square.left + (destination + 0.5) * pitch,
    y: square.top + (source + 0.5) * pitch,
    value: own > 0 ? units.sayOf(own, unit, units.writerOf(unit)) : "nothing has arrived",
    name: nameOf(source * terminals + destination),
    outline: [cellOutline("hover", square, source, destination, 1, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })],
    picks: own > 0 ? { is: "flow", source, destination } : null,
  };
}
