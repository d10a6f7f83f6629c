/** Known formats that cannot be read: what they are, and which file to open instead. */
import { firstLines } from "./lines.ts";

interface UnsupportedFormat {
  /** A pattern that a line matches; or a list of patterns that must all occur; or a test of the first lines. */
  readonly test: RegExp | readonly RegExp[] | ((lines: readonly string[]) => boolean);
  /** Continues a sentence that starts with "This". */
  readonly description: string;
  /** What to do instead, as a sentence. */
  readonly remedy: string;
}

const asGraphml = "Export the graph as GraphML, for example with NetworkX, Gephi or igraph.";

const asTable = "Write its links as a table with two columns, from and to.";
const asSections = "Keep the rows of its links, with headings such as from, to and rate, and leave out the rows of its nodes.";

const unsupportedFormats: readonly UnsupportedFormat[] = [
  {
    test: [/^\s*Topology\s*:\s*\(\s*\d+\s+Nodes\s*,\s*\d+\s+Edges\s*\)/i],
    description: "is a BRITE topology",
    remedy: "Keep the rows below Edges, with the headings nr, from, to, length, delay, rate.",
  },
  {
    test: [/^\s*NODES\s+\d+\s*$/i, /^\s*EDGES\s+\d+\s*$/i],
    description: "is a REPETITA topology, with sections of nodes and edges",
    remedy: asSections,
  },
  {
    test: /^-?\d+\s+@\S+\s.*\(\d+\)\s.*->.*\sr\d+\s*$/,
    description: "is a Rocketfuel map (.cch)",
    remedy: asTable,
  },
  {
    test: /^\S+,\+\S*\s+(?:->\s+)?\S+,\+\S*\s+[\d.]+\s*$/,
    description: "is a Rocketfuel list of weights or latencies",
    remedy: "Put headings above its columns, such as from, to and latency, and tabs between them.",
  },
  { test: [/^p\s+\w+\s+\d+\s+\d+/, /^[ae]\s+\d+\s+\d+/], description: "is a DIMACS graph", remedy: asTable },
  { test: /^\* GraphBase graph/, description: "is a graph of the Stanford GraphBase, as written by GT-ITM", remedy: asTable },
  { test: [/^GEO\s+\d+/, /^\*\* VERTICES/], description: "is a GT-ITM graph", remedy: asTable },
  {
    test: [/^[DI]\t\S+\t\S+/, /^T\t\d+\t\d+/],
    description: "is a CAIDA list of links between networks of the Internet",
    remedy: asTable,
  },
  {
    test: isInet,
    description: "is an Inet topology: counts, the positions of its nodes, then its links",
    remedy: "Keep the rows of its links, with the headings from, to and length.",
  },
  { test: isMetis, description: "is a METIS graph: counts, then the neighbours of each node", remedy: asGraphml },
  { test: /==\(.{0,80}\)==>/, description: "is output of iblinkinfo", remedy: "Open the output of ibnetdiscover for the same fabric." },
  {
    test: /^(?:Switch|Ca|Rt)\s*:\s*0x[0-9a-f]+ ports \d/i,
    description: "lists InfiniBand nodes without their links",
    remedy: "Open the output of ibnetdiscover without options.",
  },
  { test: /^\{ (?:CA|SW) Ports:/, description: "is an ibdiagnet list", remedy: "Open the output of ibnetdiscover for the same fabric." },
  {
    test: /^\s*GPU0\s+(?:GPU1|NIC0|mlx5_0|CPU)\b/,
    description: "is output of nvidia-smi about the inside of one host",
    remedy: "Open the network between hosts.",
  },
  {
    test: [/^Nodes\s+\d+\s*$/i, /^Tiers\s+\d+\s*$/i],
    description: "is an htsim fat tree: its parameters, without links",
    remedy: "Choose a tree as the topology, and give it these numbers.",
  },
  {
    test: [/^\s*topology\s*:/, /^\s*npus_count\s*:/],
    description: "is an ASTRA-sim network: the kinds of its levels, without links",
    remedy: "Choose the topology by hand, or open the ns-3 topology of ASTRA-sim.",
  },
  {
    test: /^\s*topology\s*=\s*\w+\s*;/,
    description: "is a BookSim configuration",
    remedy: "Choose the topology by hand; for an anynet, open its network_file.",
  },
  {
    test: /^\s*(?:- )?endpoints\s*:\s*(?:\[|$)/,
    description: "is a Containerlab topology",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  {
    test: /^\s*(?:NodeName|SlurmctldHost|ClusterName)\s*=/i,
    description: "is Slurm's slurm.conf",
    remedy: "Open topology.conf in the same folder.",
  },
  {
    test: [/<system\b/, /<(?:cpu|pci|gpu)\b/],
    description: "is an NCCL description of the inside of one host",
    remedy: "Open the network between hosts.",
  },
  {
    test: /<object type="Machine"/,
    description: "is an hwloc description of the inside of one host",
    remedy: "Open the network between hosts.",
  },
  { test: /^\*Vertices\s+\d/i, description: "is a Pajek graph", remedy: asGraphml },
  { test: /^\s*graph\s*\[/, description: "is a GML graph", remedy: asGraphml },
  { test: /^%%MatrixMarket/, description: "is a Matrix Market matrix", remedy: asGraphml },
  { test: /^>>(?:graph6|sparse6|digraph6)<</, description: "is a graph6 or sparse6 graph", remedy: asGraphml },
  { test: /"(?:workload_graph|ctrl_deps|data_deps)"/, description: "is a Chakra trace", remedy: "Convert it to GOAL text." },
  {
    test: /^version https:\/\/git-lfs\.github\.com/,
    description: "only says where Git LFS keeps the file",
    remedy: "Fetch the file itself: git lfs pull.",
  },
  { test: /^\s*<(?:!doctype html|html)\b/i, description: "is a web page", remedy: "Save the file that it links to, and open that file." },
  {
    test: /<mxfile\b|<mxGraphModel\b/,
    description: "is a draw.io diagram",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  { test: /http:\/\/www\.cs\.rpi\.edu\/XGMML/, description: "is an XGMML graph", remedy: asGraphml },
  {
    test: /<platform\b.{0,80}\bversion=/,
    description: "is a SimGrid platform",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  {
    test: /sndlib\.zib\.de|^\?SNDlib/,
    description: "is an SNDlib problem",
    remedy: "Open its network as GraphML, and its demands as a table.",
  },
  { test: /<svg\b/, description: "is a picture", remedy: "Open the file of the network instead of a picture." },
  {
    test: [/^\s*\[?(?:routers?|nodes?|vertices)\]?\s*:?\s*$/i, /^\s*\[?(?:links?|edges?)\]?\s*:?\s*$/i],
    description: "has sections with different columns, nodes (or router) and links, as ndnSIM topologies have",
    remedy: asSections,
  },
  {
    test: /^(?:import|from)\s+\w+(?:\.\w+)*(?:\s+(?:as|import)\s.*)?$/,
    description: "is a Python program",
    remedy: "Run it, and open its output.",
  },
];

/** Number of lines that are examined. */
const examinedLines = 200;

/** Which known format a text has that cannot be read, and what to do instead; null if it is unknown. */
export function unsupportedFormatIn(excerpt: string): string | null {
  const lines = firstLines(excerpt, examinedLines);
  const match = unsupportedFormats.find(({ test }) =>
    typeof test === "function"
      ? test(lines)
      : (test instanceof RegExp ? [test] : test).every((pattern) => lines.some((line) => pattern.test(line))),
  );
  return match === undefined ? null : `This ${match.description}. ${match.remedy}`;
}

/** The numbers of a line that contains nothing but unsigned numbers; null for any other line. */
function numbersOfLine(line: string): readonly number[] | null {
  const words = line.trim().split(/\s+/, 256);
  return words.every((word) => /^\d{1,12}(?:\.\d{1,9})?$/.test(word)) ? words.map(Number) : null;
}

/** Whether a text has two counts, then a row of number and position for each node, numbered from 0 or 1, then a row for each link. */
function isInet([countsLine, ...rest]: readonly string[]): boolean {
  const [nodes, links, ...others] = numbersOfLine(countsLine ?? "") ?? [];
  if (!(nodes > 1 && links > 0) || others.length > 0) return false;
  const isComplete = rest.length + 1 < examinedLines;
  const nodeRows = rest.slice(0, nodes).map((line) => numbersOfLine(line));
  const first = nodeRows[0]?.[0] ?? -1;
  return (
    (isComplete ? rest.length === nodes + links : nodes + links >= rest.length) &&
    nodeRows.length === Math.min(nodes, rest.length) &&
    (first === 0 || first === 1) &&
    nodeRows.every((row, i) => row !== null && row.length === 3 && row[0] === first + i)
  );
}

/**
 * Whether a text is a graph in the format of METIS, which is not read: two counts (nodes and links), then a row of neighbors for each node,
 * with each link listed at both ends. The counts may be followed by a format of three digits, which say whether rows start with the size of
 * the node and its weights and whether links have weights, and by the number of weights per node (Karypis: METIS manual, 4.1.1).
 */
function isMetis(lines: readonly string[]): boolean {
  const [countsLine = "", ...rest] = lines.filter((line) => !line.startsWith("%"));
  const [, , format = "0"] = countsLine.trim().split(/\s+/, 4);
  const [nodes, links, , weights = 1, ...others] = numbersOfLine(countsLine) ?? [];
  const rows = rest.map((line) => numbersOfLine(line));
  if (!(nodes > 1 && links > 0) || others.length > 0 || !/^[01]{1,3}$/.test(format)) return false;
  if (rows.length > nodes || rows.some((row) => row === null)) return false;
  const [hasSizes, hasWeights, hasLinkWeights] = [...format.padStart(3, "0")].map((digit) => digit === "1");
  const leadingCount = Number(hasSizes) + (hasWeights ? weights : 0);
  const neighbours = rows.map((row) => new Set(row!.slice(leadingCount).filter((_, i) => !hasLinkWeights || i % 2 === 0)));
  const isPlausible = (neighborSet: ReadonlySet<number>, i: number) =>
    !neighborSet.has(i + 1) && [...neighborSet].every((number) => Number.isInteger(number) && number >= 1 && number <= nodes);
  if (!neighbours.every(isPlausible)) return false;
  // Each link is listed at both ends.
  if (rows.length === nodes)
    return neighbours.every((neighborSet, i) => [...neighborSet].every((neighbor) => neighbours[neighbor - 1].has(i + 1)));
  return lines.length >= examinedLines && new Set(rows.map((row) => row!.length)).size > 1;
}
