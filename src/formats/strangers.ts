/** Known formats that cannot be read: what they are, and which file to open instead. */
import { firstLines } from "./lines.ts";

interface Stranger {
  /** A pattern that a line matches; or a list of patterns that must all occur; or a test of the first lines. */
  readonly has: RegExp | readonly RegExp[] | ((lines: readonly string[]) => boolean);
  /** Continues a sentence that starts with "This". */
  readonly is: string;
  /** What to do instead, as a sentence. */
  readonly remedy: string;
}

const asGraphml = "Write the graph as GraphML; NetworkX, Gephi and igraph do.";

const asTable = "Write its links as a table with two columns, from and to.";
const asSections = "Keep the rows of its links, with heads such as from, to and rate, and leave out those of its nodes.";

const strangers: readonly Stranger[] = [
  {
    has: [/^\s*Topology\s*:\s*\(\s*\d+\s+Nodes\s*,\s*\d+\s+Edges\s*\)/i],
    is: "is a topology of BRITE",
    remedy: "Keep the rows below Edges, with the heads nr, from, to, length, delay, rate.",
  },
  {
    has: [/^\s*NODES\s+\d+\s*$/i, /^\s*EDGES\s+\d+\s*$/i],
    is: "is a topology of REPETITA, with sections of nodes and edges",
    remedy: asSections,
  },
  {
    has: /^-?\d+\s+@\S+\s.*\(\d+\)\s.*->.*\sr\d+\s*$/,
    is: "is a map of Rocketfuel (.cch)",
    remedy: asTable,
  },
  {
    has: /^\S+,\+\S*\s+(?:->\s+)?\S+,\+\S*\s+[\d.]+\s*$/,
    is: "is a list of weights or latencies of Rocketfuel",
    remedy: "Put heads above its columns, such as from, to and latency, and tabs between them.",
  },
  { has: [/^p\s+\w+\s+\d+\s+\d+/, /^[ae]\s+\d+\s+\d+/], is: "is a graph of DIMACS", remedy: asTable },
  { has: /^\* GraphBase graph/, is: "is a graph of the Stanford GraphBase, as GT-ITM writes it", remedy: asTable },
  { has: [/^GEO\s+\d+/, /^\*\* VERTICES/], is: "is a graph of GT-ITM", remedy: asTable },
  { has: [/^[DI]\t\S+\t\S+/, /^T\t\d+\t\d+/], is: "is a list of links between networks of the Internet, as CAIDA has it", remedy: asTable },
  {
    has: isInet,
    is: "is a topology of Inet: counts, the places of its nodes, then its links",
    remedy: "Keep the rows of its links, with the heads from, to and length.",
  },
  { has: isMetis, is: "is a graph of METIS: counts, then the neighbours of each node", remedy: asGraphml },
  { has: /==\(.{0,80}\)==>/, is: "is what iblinkinfo prints", remedy: "Open what ibnetdiscover prints of the same fabric." },
  {
    has: /^(?:Switch|Ca|Rt)\s*:\s*0x[0-9a-f]+ ports \d/i,
    is: "lists InfiniBand nodes without their links",
    remedy: "Open what ibnetdiscover prints without options.",
  },
  { has: /^\{ (?:CA|SW) Ports:/, is: "is a list of ibdiagnet", remedy: "Open what ibnetdiscover prints of the same fabric." },
  {
    has: /^\s*GPU0\s+(?:GPU1|NIC0|mlx5_0|CPU)\b/,
    is: "is what nvidia-smi prints of the inside of one host",
    remedy: "Open the network between hosts.",
  },
  {
    has: [/^Nodes\s+\d+\s*$/i, /^Tiers\s+\d+\s*$/i],
    is: "is a fat tree as htsim has it: its parameters, without a link",
    remedy: "Choose a tree as the topology, and give it these numbers.",
  },
  {
    has: [/^\s*topology\s*:/, /^\s*npus_count\s*:/],
    is: "is a network of ASTRA-sim: the kinds of its levels, without a link",
    remedy: "Choose the topology by hand, or open the ns-3 topology of ASTRA-sim.",
  },
  {
    has: /^\s*topology\s*=\s*\w+\s*;/,
    is: "is a configuration of BookSim",
    remedy: "Choose the topology by hand; of an anynet, open its network_file.",
  },
  {
    has: /^\s*(?:- )?endpoints\s*:\s*(?:\[|$)/,
    is: "is a topology of Containerlab",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  {
    has: /^\s*(?:NodeName|SlurmctldHost|ClusterName)\s*=/i,
    is: "is Slurm's slurm.conf",
    remedy: "Open topology.conf, which lies beside it.",
  },
  {
    has: [/<system\b/, /<(?:cpu|pci|gpu)\b/],
    is: "is the inside of one host, as NCCL has it",
    remedy: "Open the network between hosts.",
  },
  { has: /<object type="Machine"/, is: "is the inside of one host, as hwloc has it", remedy: "Open the network between hosts." },
  { has: /^\*Vertices\s+\d/i, is: "is a graph of Pajek", remedy: asGraphml },
  { has: /^\s*graph\s*\[/, is: "is a graph as GML", remedy: asGraphml },
  { has: /^%%MatrixMarket/, is: "is a matrix as Matrix Market has it", remedy: asGraphml },
  { has: /^>>(?:graph6|sparse6|digraph6)<</, is: "is a graph as graph6 or sparse6", remedy: asGraphml },
  { has: /"(?:workload_graph|ctrl_deps|data_deps)"/, is: "is a trace of Chakra", remedy: "Convert it to GOAL text." },
  {
    has: /^version https:\/\/git-lfs\.github\.com/,
    is: "only says where Git LFS keeps the file",
    remedy: "Fetch the file itself: git lfs pull.",
  },
  { has: /^\s*<(?:!doctype html|html)\b/i, is: "is a web page", remedy: "Save the file that it links to, and open that." },
  { has: /<mxfile\b|<mxGraphModel\b/, is: "is a diagram of draw.io", remedy: "Write its links as a table with two columns, from and to." },
  { has: /http:\/\/www\.cs\.rpi\.edu\/XGMML/, is: "is a graph as XGMML", remedy: asGraphml },
  {
    has: /<platform\b.{0,80}\bversion=/,
    is: "is a platform of SimGrid",
    remedy: "Write its links as a table with two columns, from and to.",
  },
  { has: /sndlib\.zib\.de|^\?SNDlib/, is: "is a problem of SNDlib", remedy: "Open its network as GraphML, and its demands as a table." },
  { has: /<svg\b/, is: "is a picture", remedy: "Open the network that it shows, not its picture." },
  {
    has: [/^\s*\[?(?:routers?|nodes?|vertices)\]?\s*:?\s*$/i, /^\s*\[?(?:links?|edges?)\]?\s*:?\s*$/i],
    is: "has sections of unlike columns, nodes (or router) and links, as topologies of ndnSIM have",
    remedy: asSections,
  },
  {
    has: /^(?:import|from)\s+\w+(?:\.\w+)*(?:\s+(?:as|import)\s.*)?$/,
    is: "is a program in Python",
    remedy: "Run it, and open what it writes.",
  },
];

/** Number of lines that are examined. */
const linesSeen = 200;

/** Which known format a text has that cannot be read, and what to do instead; null if it is unknown. */
export function strangerIn(head: string): string | null {
  const lines = firstLines(head, linesSeen);
  const found = strangers.find(({ has }) =>
    typeof has === "function" ? has(lines) : (has instanceof RegExp ? [has] : has).every((each) => lines.some((line) => each.test(line))),
  );
  return found === undefined ? null : `This ${found.is}. ${found.remedy}`;
}

/** The numbers of a line that contains nothing but unsigned numbers; null for any other line. */
function numbersOf(line: string): readonly number[] | null {
  const words = line.trim().split(/\s+/, 256);
  return words.every((word) => /^\d{1,12}(?:\.\d{1,9})?$/.test(word)) ? words.map(Number) : null;
}

/** Whether a text has two counts, then a row of number and position for each node, numbered from 0 or 1, then a row for each link. */
function isInet([head, ...rest]: readonly string[]): boolean {
  const [nodes, links, ...others] = numbersOf(head ?? "") ?? [];
  if (!(nodes > 1 && links > 0) || others.length > 0) return false;
  const isWhole = rest.length + 1 < linesSeen;
  const seen = rest.slice(0, nodes).map((line) => numbersOf(line));
  const first = seen[0]?.[0] ?? -1;
  return (
    (isWhole ? rest.length === nodes + links : nodes + links >= rest.length) &&
    seen.length === Math.min(nodes, rest.length) &&
    (first === 0 || first === 1) &&
    seen.every((row, i) => row !== null && row.length === 3 && row[0] === first + i)
  );
}

/**
 * Whether a text has two counts, then a row of neighbors for each node, with each link listed at both ends. The counts may be followed by a
 * format of three digits, which say whether rows start with the size of the node and its weights and whether links have weights, and by the
 * number of weights per node (Karypis: METIS manual, 4.1.1).
 */
function isMetis(lines: readonly string[]): boolean {
  const [head = "", ...rest] = lines.filter((line) => !line.startsWith("%"));
  const [, , format = "0"] = head.trim().split(/\s+/, 4);
  const [nodes, links, , weights = 1, ...others] = numbersOf(head) ?? [];
  const rows = rest.map((line) => numbersOf(line));
  if (!(nodes > 1 && links > 0) || others.length > 0 || !/^[01]{1,3}$/.test(format)) return false;
  if (rows.length > nodes || rows.some((row) => row === null)) return false;
  const [hasSizes, hasWeights, hasLinkWeights] = [...format.padStart(3, "0")].map((digit) => digit === "1");
  const before = Number(hasSizes) + (hasWeights ? weights : 0);
  const neighbours = rows.map((row) => new Set(row!.slice(before).filter((_, i) => !hasLinkWeights || i % 2 === 0)));
  const isPlausible = (own: ReadonlySet<number>, i: number) =>
    !own.has(i + 1) && [...own].every((number) => Number.isInteger(number) && number >= 1 && number <= nodes);
  if (!neighbours.every(isPlausible)) return false;
  // Each link is listed at both ends.
  if (rows.length === nodes) return neighbours.every((own, i) => [...own].every((other) => neighbours[other - 1].has(i + 1)));
  return lines.length >= linesSeen && new Set(rows.map((row) => row!.length)).size > 1;
}
