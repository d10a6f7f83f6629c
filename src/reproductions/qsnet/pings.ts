/** QsNET, Figures 9 and 10: one message, or one in each direction, between the two most distant nodes, by message size. */
import type { Results } from "../../core/measures/results.ts";
import type { ExhibitRun, ExhibitFigure, OpenDocument, Published, ScenarioDocument, Provenance } from "../contract.ts";
import { average, printed, paraphrased } from "../numbers.ts";
import { numberOfRun } from "../rows.ts";
import { exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import {
  acknowledgementCycles,
  workbenchNote,
  qsnetLinkRate,
  qsnetDocument,
  qsnetPacket,
  qsnetTolerance,
  wireRate,
  qsnetDataUnit,
} from "./machine.ts";
import { printedPings } from "./printed.ts";

type Memory = "elan" | "main";
type Library = "elan3lib" | "mpi";

/** The four curves of each figure, by memory and library. */
const curves = [
  { id: "elan elan3lib", title: "Elan memory, Elan3lib", short: "Elan, Elan3lib", memory: "elan", library: "elan3lib" },
  { id: "elan mpi", title: "Elan memory, MPI", short: "Elan, MPI", memory: "elan", library: "mpi" },
  { id: "main elan3lib", title: "main memory, Elan3lib", short: "main, Elan3lib", memory: "main", library: "elan3lib" },
  { id: "main mpi", title: "main memory, MPI", short: "main, MPI", memory: "main", library: "mpi" },
] as const satisfies readonly { id: string; title: string; short: string; memory: Memory; library: Library }[];
type Curve = (typeof curves)[number];

/** Message sizes in bytes at which latencies, and at which bandwidths are computed. */
const latencySizes = [0, 64, 256, 1024, 2048, 4096] as const;
const bandwidthSizes = [64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304] as const;
const largestSize = 4_194_304;
const allSizes = [...new Set<number>([...latencySizes, ...bandwidthSizes])].toSorted((a, b) => a - b);
const isOneOf = (sizes: readonly number[], bytes: number) => sizes.includes(bytes);
const sayBytes = (bytes: number) => (bytes < 1024 ? `${bytes} B` : bytes < 1_048_576 ? `${bytes / 1024} KB` : `${bytes / 1_048_576} MB`);

/**
 * Bytes of each packet of a message. The message is divided evenly into as few packets as possible, in whole phits. A packet has at least 4
 * bytes of data.
 */
function packetBytes(bytes: number): number {
  const packets = Math.max(1, Math.ceil(bytes / qsnetPacket.data));
  return Math.max(4, Math.ceil(bytes / packets / 4) * 4);
}

function documentOf(isTwoWay: boolean, { title, memory, library }: Curve, bytes: number): ScenarioDocument {
  const message = (source: number, destination: number) => ({ source, destination, bytes: `${Math.max(1, bytes)} B` });
  return qsnetDocument(
    `${isTwoWay ? "Bidirectional" : "Unidirectional"} ping of ${sayBytes(bytes)}, ${title}`,
    { kind: "messages", list: [message(0, 63), ...(isTwoWay ? [message(63, 0)] : [])] },
    {
      flowControl: { kind: "circuit", packet: `${packetBytes(bytes)} B`, acknowledgement: acknowledgementCycles },
      host: { kind: "elan3", memory, library },
      run: { warmUp: 0, window: 1000, drain: 0 },
    },
  );
}

const runId = (curve: Curve, bytes: number) => `${curve.id} ${bytes}`;
const runsOf = (isTwoWay: boolean): readonly ExhibitRun[] =>
  curves.flatMap((curve) => allSizes.map((bytes) => ({ id: runId(curve, bytes), document: documentOf(isTwoWay, curve, bytes) })));

/** Seconds from posting a message to its end at the destination; the mean if there are two. */
function secondsOf({ messages, cycleSeconds = NaN }: Results): number {
  return average(messages.map(({ latency }) => latency)) * cycleSeconds;
}

/** Data rate of each direction, in MB/s. */
const rateOf = (results: Results, bytes: number) => bytes / secondsOf(results) / 1e6;

interface PublishedPoint {
  readonly curve: Curve["id"];
  readonly bytes: number;
  readonly published: Published;
  readonly provenance: Provenance;
}

const fittedTo = (constant: string, cell: string): Provenance => ({ is: "fitted", constant, cell });
const predictedProvenance: Provenance = { is: "predicted" };

/** The row of a number that the text prints for a point of a curve. */
const publishedPointRow = (series: "peak" | "latency", { curve: id, bytes, published, provenance }: PublishedPoint): RowSpec => {
  const curve = curves.find((each) => each.id === id) as Curve;
  const curveRow = series === "peak" ? rateRow(curve, bytes) : timeRow(curve, bytes);
  return { ...curveRow, id: `${series} ${id} ${bytes}`, label: `${curve.title}, ${sayBytes(bytes)}`, series, published, provenance };
};

const rateRow = (curve: Curve, bytes: number): RowSpec => ({
  id: `rate ${curve.id} ${bytes}`,
  label: sayBytes(bytes),
  series: `rate ${curve.id}`,
  formula: "bytes of the message / time from posting it until its end arrives",
  decimals: 0,
  ...numberOfRun(runId(curve, bytes), (results) => rateOf(results, bytes)),
});

const timeRow = (curve: Curve, bytes: number): RowSpec => ({
  id: `time ${curve.id} ${bytes}`,
  label: sayBytes(bytes),
  series: `time ${curve.id}`,
  formula: "time from posting the message until its end arrives",
  decimals: 2,
  ...numberOfRun(runId(curve, bytes), (results) => secondsOf(results) * 1e6),
});

/**
 * The two figures of an exhibit about pings: bandwidth in MB/s and latency in µs, over the size of the message in bytes. Each figure has
 * one line for each of the four curves, which differ in the memory of the message and the library that sends it.
 */
const figuresOf = (caption: string): readonly ExhibitFigure[] => [
  {
    is: "growth",
    title: "(a) Bandwidth",
    caption,
    unit: "MB/s",
    horizontalTitle: "bytes per message",
    columns: bandwidthSizes.map((bytes) => ({ text: sayBytes(bytes), x: bytes })),
    lines: curves.map((curve) => ({ title: curve.short, rows: bandwidthSizes.map((bytes) => `rate ${curve.id} ${bytes}`) })),
  },
  {
    is: "growth",
    title: "(b) Latency",
    caption: "0 B, 64 B, … 4 KB; messages below 320 B: one packet of that size",
    unit: "µs",
    horizontalTitle: "bytes per message",
    scale: "linear",
    columns: latencySizes.map((bytes) => ({ text: sayBytes(bytes), x: bytes })),
    lines: curves.map((curve) => ({ title: curve.short, rows: latencySizes.map((bytes) => `time ${curve.id} ${bytes}`) })),
  },
];

const curveSeries = [
  ...curves.map(({ id, title }) => series(`rate ${id}`, `Bandwidth, ${title}`, "by message size; per direction", "MB/s")),
  ...curves.map(({ id, title }) => series(`time ${id}`, `Latency, ${title}`, "by message size", "µs")),
];

const rowsOf = (rates: readonly PublishedPoint[], times: readonly PublishedPoint[]): readonly RowSpec[] => [
  ...rates.map((point) => publishedPointRow("peak", point)),
  ...times.map((point) => publishedPointRow("latency", point)),
  // Ordered by size, so that the tables of both series begin with the smallest.
  ...allSizes.flatMap((bytes) => [
    ...(isOneOf(bandwidthSizes, bytes) ? curves.map((curve) => rateRow(curve, bytes)) : []),
    ...(isOneOf(latencySizes, bytes) ? curves.map((curve) => timeRow(curve, bytes)) : []),
  ]),
];

const openDocumentsOf = (isTwoWay: boolean): readonly OpenDocument[] =>
  curves.map((curve) => ({ title: `${curve.title}, 4 MB`, document: documentOf(isTwoWay, curve, largestSize) }));

const [packetNote] = notesOf({
  "our model: Packets":
    "A message of up to 320 bytes is a single packet of that size, with 58 bytes of overhead. A longer message is divided evenly into the smallest number of packets; the real adapter fills all packets except the last, with the same number of bytes on the wire. A message of 0 bytes is a packet of 4 bytes here.",
});

const [elanMemory, elanMemoryMpi, mainMemory, mainMemoryMpi] = curves.map(({ id }) => id);
const peakOf = (curve: Curve["id"], text: string, word: Provenance): PublishedPoint => ({
  curve,
  bytes: largestSize,
  published: printed(text),
  provenance: word,
});

const oneWayRates: readonly PublishedPoint[] = [
  peakOf(elanMemory, printedPings.oneWay.elan, fittedTo("unidirectional limit of the port, 335 MB/s", "this number")),
  peakOf(mainMemory, printedPings.oneWay.main, fittedTo("unidirectional limit of the bus, 200 MB/s", "this number")),
  peakOf(mainMemoryMpi, printedPings.oneWay.main, fittedTo("unidirectional limit of the bus, 200 MB/s", "the same number without MPI")),
];

const oneWayTimes: readonly PublishedPoint[] = [
  { curve: elanMemory, bytes: 0, published: printed(printedPings.empty), provenance: predictedProvenance },
  {
    curve: elanMemory,
    bytes: 64,
    published: printed(printedPings.short),
    provenance: fittedTo("start-up time of Elan3lib, 1.885 µs", "this number"),
  },
  {
    curve: elanMemoryMpi,
    bytes: 0,
    published: printed(printedPings.mpi),
    provenance: fittedTo("start-up time of MPI, 5.145 µs", "this number"),
  },
];

const wireRow = (id: string, label: string, published: Published, formula: string, factor: number): RowSpec => ({
  id,
  label,
  series: "wire",
  published,
  provenance: fittedTo("unidirectional limit of the port, 335 MB/s", "the bandwidth above"),
  formula,
  decimals: 0,
  ...numberOfRun(
    `${elanMemory} ${largestSize}`,
    (results) => (factor * wireRate(rateOf(results, largestSize))) / (factor === 1 ? 1 : qsnetLinkRate),
  ),
});

export const qsnetFigure9 = exhibit("qsnet", "Figure 9", "Section 5.1", {
  loadUnit: qsnetDataUnit,
  title: "Unidirectional messages: 335 MB/s from Elan memory, 200 MB/s over the PCI bus",
  lede({ textOf }) {
    const rate = (id: string) => textOf(`rate ${id} ${largestSize}`, 0);
    const time = (id: string, bytes: number) => textOf(`time ${id} ${bytes}`, 2);
    return `A message of 4 MB reaches ${rate(elanMemory)} MB/s from Elan memory and ${rate(mainMemory)} MB/s from main memory; an empty message takes ${time(elanMemory, 0)} µs, with MPI ${time(elanMemoryMpi, 0)} µs. Each limit was fitted to the number for it; the latency of 0 bytes and the shape of the curves are predictions.`;
  },
  series: [
    series("peak", "Peak bandwidth", "messages of 4 MB", "MB/s"),
    series("latency", "Latency", "", "µs"),
    { ...series("wire", "On the wire", "Elan memory, messages of 4 MB"), isMixed: true },
    ...curveSeries,
  ],
  rows: [
    ...rowsOf(oneWayRates, oneWayTimes),
    wireRow("wire MB/s", "on the wire, including headers", printed("396"), `bandwidth × ${qsnetPacket.wire} / ${qsnetPacket.data}`, 1),
    wireRow(
      "wire per cent",
      "fraction of the nominal bandwidth, %",
      paraphrased("99", "99% of the nominal bandwidth", 99),
      `on the wire / ${qsnetLinkRate} MB/s`,
      100,
    ),
  ],
  figures: figuresOf("terminal 0 sends to terminal 63, six channels away; both scales are logarithmic"),
  runs: runsOf(false),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Fitted limits":
        "335 and 200 MB/s are limits of a port in the model. The start-up time of each library was fitted to one printed latency: 1.885 µs for Elan3lib, to 2.4 µs for 64 bytes, and 5.145 µs for MPI, to 5.5 µs for 0 bytes. The latency of Elan3lib for 0 bytes, published as 2.2 µs, is then a prediction: start-up, six channels of 35 ns and 62 bytes on the wire add up to 2.25 µs.",
    }),
    packetNote,
    ...notesOf({
      "in the source: Up to 64 bytes":
        "Latency is “almost constant at 2.4 µs for messages up to 64 bytes”, and 2.2 µs for 0 bytes: a transaction has up to 64 bytes of data, so smaller sizes may take the same time. The model has no transactions: between 0 and 64 bytes the latency grows with the number of bytes.",
      "still open: Latency from main memory":
        "The paper’s text has no number for this latency. It also does not say from which memory and for which size MPI takes 5.5 µs; we compare with Elan memory and 0 bytes, and fit MPI’s start-up time to it. In our model the two memories differ only by the rate of the bus; the start-up time of a bus transfer is not modelled.",
      "in the source: Curves": "The figure shows curves. Only numbers that the text prints are judged; the others are for illustration.",
    }),
    workbenchNote,
  ],
  documents: openDocumentsOf(false),
});

const twoWayRates: readonly PublishedPoint[] = [
  peakOf(elanMemory, printedPings.bothWays.elan, fittedTo("bidirectional limit of the port, 280 MB/s per direction", "this number")),
  peakOf(mainMemory, printedPings.bothWays.main, fittedTo("bidirectional limit of the bus, 80 MB/s per direction", "this number")),
];

export const qsnetFigure10 = exhibit("qsnet", "Figure 10", "Section 5.2", {
  loadUnit: qsnetDataUnit,
  title: "Bidirectional messages: 280 MB/s from Elan memory, 80 MB/s over the PCI bus",
  lede({ textOf }) {
    const rate = (id: string) => textOf(`rate ${id} ${largestSize}`, 0);
    return `Two simultaneous messages of 4 MB in opposite directions reach ${rate(elanMemory)} MB/s each from Elan memory, and ${rate(mainMemory)} MB/s each from main memory, in total less than a single message. Both limits were fitted to these two numbers; the shape of the curves is a prediction.`;
  },
  series: [series("peak", "Peak bandwidth", "messages of 4 MB, per direction", "MB/s"), ...curveSeries],
  rows: rowsOf(twoWayRates, []),
  figures: figuresOf("terminals 0 and 63 send to each other simultaneously; per direction; both scales are logarithmic"),
  runs: runsOf(true),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Turnaround of the bus":
        "Over the PCI bus, both directions together reach 160 MB/s, one direction alone 200. So the model has a turnaround time of the bus between an outgoing and an incoming packet, 0.4 µs, fitted to 80 MB/s; the bus serves one packet at a time, in the order in which circuits are established. Elan memory serves two packets concurrently: packets are sent at full rate, with larger gaps.",
    }),
    packetNote,
    ...notesOf({
      "our model: Mean of both messages": "The two messages start simultaneously; times and bandwidths are means of the two.",
      "in the source: Curves": "The figure shows curves; the text prints 280 and 80 MB/s.",
    }),
    workbenchNote,
  ],
  documents: openDocumentsOf(true),
});
