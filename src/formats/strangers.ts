/** Texts that are often at hand beside those that can be read: what they are, and what to open in their place. */
import { firstLines } from "./lines.ts";

interface Stranger {
  /** Begins its lines, or stands in one; a list has to be there as a whole. */
  readonly has: RegExp | readonly RegExp[];
  /** As a sentence goes on from "This". */
  readonly is: string;
  /** What to do, as a sentence. */
  readonly remedy: string;
}

const asGraphml = "Write the graph as GraphML; NetworkX, Gephi and igraph do.";

const strangers: readonly Stranger[] = [
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
    has: /^(?:import|from)\s+\w+(?:\.\w+)*(?:\s+(?:as|import)\s.*)?$/,
    is: "is a program in Python",
    remedy: "Run it, and open what it writes.",
  },
];

/** Lines that are looked at. */
const linesSeen = 200;

/** What a text is that cannot be read, as sentences with what to do; null where that is not known. */
export function strangerIn(head: string): string | null {
  const lines = firstLines(head, linesSeen);
  const found = strangers.find(({ has }) => (has instanceof RegExp ? [has] : has).every((each) => lines.some((line) => each.test(line))));
  return found === undefined ? null : `This ${found.is}. ${found.remedy}`;
}
