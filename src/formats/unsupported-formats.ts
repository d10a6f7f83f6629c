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

const asGraphml = "Write the graph as GraphML; NetworkX, Gephi and igraph do.";

const asTable = "Write its links as a table with two columns, from and to.";
const asSections = "Keep the rows of its links, with heads such as from, to and rate, and leave out those of its nodes.";

const unsupportedFormats: readonly UnsupportedFormat[] = [
  {
    test: [/^\s*Topology\s*:\s*\(\s*\d+\s+Nodes\s*,\s*\d+\s+Edges\s*\)/i],
    description: "is a topology of BRITE",
    remedy: "Keep the rows below Edges, with the heads nr, from, to, length, delay, rate.",
  },
  {
    test: [/^\s*NODES\s+\d+\s*$/i, /^\s*EDGES\s+\d+\s*$/i],
    description: "is a topology of REPETITA, with sections of nodes and edges",
    remedy: asSections,
  },
  {
    test: /^-?\d+\s+@\S+\s.*\(\d+\)\s.*->.*\sr\d+\s*$/,
    description: "is a map of Rocketfuel (.cch)",
    remedy: asTable,
  },
  {
    test: /^\S+,\+\S*\s+(?:->\s+)?\S+,\+\S*\s+[\d.]+\s*$/,
    description: "is a list of weights or latencies of Rocketfuel",
    remedy: "Put heads above its columns, such as from, to and latency, and tabs between them.",
  },
  { test: [/^p\s+\w+\s+\d+\s+\d+/, /^[ae]\s+\d+\s+\d+/], description: "is a graph of DIMACS", remedy: asTable },
  { test: /^\* GraphBase graph/, description: "is a graph of the Stanford GraphBase, as GT-ITM writes it", remedy: asTable },
  { test: [/^GEO\s+\d+/, /^\*\* VERTICES/], description: "is a graph of GT-ITM", remedy: asTable },
  {
    test: [/^[DI]\t\S+\t\S+/, /^T\t\d+\t\d+/],
    description: "is a list of links between networks of the Internet, as CAIDA has it",
    remedy: asTable,
  },
  {
    test: isInet,
    description: "is a topology of Inet: counts, the places of its nodes, then its links",
    remedy: "Keep the rows of its links, with the heads from, to and length.",
  },
  { test: isMetis, description: "is a graph of METIS: counts, then the neighbours of each node", remedy: asGraphml },
  { test: /==\(.{0,80}\)==>/, description: "is what iblinkinfo prints", remedy: "Open what ibnetdiscover prints of the same fabric." },
  {
    test: /^(?:Switch|Ca|Rt)\s*:\s*0x[0-9a-f]+ ports \d/i,
    description: "lists InfiniBand nodes without their links",
    remedy: "Open what ibnetdiscover prints without options.",
  },
  { test: /^\{ (?:CA|SW) Ports:/, description: "is a list of ibdiagnet", remedy: "Open what ibnetdiscover prints of the same fabric." },
  {
    test: /^\s*GPU0\s+(?:GPU1|NIC0|mlx5_0|CPU)\b/,
    description: "is what nvidia-smi prints of the inside of one host",
    remedy: "Open the network between hosts.",
  },
  {
    test: [/^Nodes\s+\d+\s*$/i, /^Tiers\s+\d+\s*$/i],
    description: "is a fat tree as htsim has it: its parameters, without a link",
    remedy: "Choose a tree as the topology, and give it these numbers.",
  },
  {
    test: [/^\s*topology\s*:/, /^\s*npus_count\s*:/],
    description: "is a network of ASTRA-sim: the kinds of its levels, without a link",
    remedy: "Choose the topology by hand, or open the ns-3 topology of ASTRA-sim.",
  },
  {
    test: /^\s*topology\s*=\s*\w+\s*;/,
    description: "is a configuration of BookSim",
    remedy: "Choose the topology by hand; of an anynet, open its network_file.",
  },
  {
    test: /^\s*(?:- )?endpoints\s*:\s*(?:\[|$)/,
    description: "is a topology of Containerlab",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  {
    test: /^\s*(?:NodeName|SlurmctldHost|ClusterName)\s*=/i,
    description: "is Slurm's slurm.conf",
    remedy: "Open topology.conf, which lies beside it.",
  },
  {
    test: [/<system\b/, /<(?:cpu|pci|gpu)\b/],
    description: "is the inside of one host, as NCCL has it",
    remedy: "Open the network between hosts.",
  },
  { test: /<object type="Machine"/, description: "is the inside of one host, as hwloc has it", remedy: "Open the network between hosts." },
  { test: /^\*Vertices\s+\d/i, description: "is a graph of Pajek", remedy: asGraphml },
  { test: /^\s*graph\s*\[/, description: "is a graph as GML", remedy: asGraphml },
  { test: /^%%MatrixMarket/, description: "is a matrix as Matrix Market has it", remedy: asGraphml },
  { test: /^>>(?:graph6|sparse6|digraph6)<</, description: "is a graph as graph6 or sparse6", remedy: asGraphml },
  { test: /"(?:workload_graph|ctrl_deps|data_deps)"/, description: "is a trace of Chakra", remedy: "Convert it to GOAL text." },
  {
    test: /^version https:\/\/git-lfs\.github\.com/,
    description: "only says where Git LFS keeps the file",
    remedy: "Fetch the file itself: git lfs pull.",
  },
  { test: /^\s*<(?:!doctype html|html)\b/i, description: "is a web page", remedy: "Save the file that it links to, and open that." },
  {
    test: /<mxfile\b|<mxGraphModel\b/,
    description: "is a diagram of draw.io",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  { test: /http:\/\/www\.cs\.rpi\.edu\/XGMML/, description: "is a graph as XGMML", remedy: asGraphml },
  {
    test: /<platform\b.{0,80}\bversion=/,
    description: "is a platform of SimGrid",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  {
    test: /sndlib\.zib\.de|^\?SNDlib/,
    description: "is a problem of SNDlib",
    remedy: "Open its network as GraphML, and its demands as a table.",
  },
  { test: /<svg\b/, description: "is a picture", remedy: "Open the network that it shows, not its picture." },
  {
    test: [/^\s*\[?(?:routers?|nodes?|vertices)\]?\s*:?\s*$/i, /^\s*\[?(?:links?|edges?)\]?\s*:?\s*$/i],
    description: "has sections of unlike columns, nodes (or router) and links, as topologies of ndnSIM have",
    remedy: asSections,
  },
  {
    test: /^(?:import|from)\s+\w+(?:\.\w+)*(?:\s+(?:as|import)\s.*)?$/,
    description: "is a program in Python",
    remedy: "Run it, and open what it writes.",
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
 * Whether a text has two counts, then a row of neighbors for each node, with each link listed at both ends. The counts may be followed by a
 * format of three digits, which say whether rows start with the size of the node and its weights and whether links have weights, and by the
 * number of weights per node (Karypis: METIS manual, 4.1.1).
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
