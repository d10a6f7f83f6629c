/**
 * The papers in two parts: five papers with all of their tables and figures, in the order of the paper, and other papers with selected
 * tables and figures. A card whose label has an exhibit in `index.ts` can be computed. The other cards are drawings without anything to
 * simulate.
 */

export type PaperId =
  | "quads"
  | "qsnet"
  | "torus"
  | "trees"
  | "matmul"
  | "deepseek"
  | "megatron"
  | "swing"
  | "jellyfish"
  | "dragonfly"
  | "butterfly";

/** A card: one table, figure or statement of a paper. */
export interface PaperCard {
  /** The label in the paper; an exhibit with the same label belongs to it. */
  readonly label: string;
  /** Its content, following its caption in the paper. */
  readonly caption: string;
}

export interface Paper {
  readonly id: PaperId;
  /** The short name used here: `Trees report`. */
  readonly name: string;
  readonly title: string;
  /** As printed in the source; empty if it names none. */
  readonly authors: readonly string[];
  /** Place of publication, or the authors' institutions, as far as the source says; empty if it does not. */
  readonly place: string;
  /** The question that the paper answers, in one sentence. */
  readonly question: string;
  /** Kind of the topology that the paper is about. */
  readonly topology: string;
  readonly cards: readonly PaperCard[];
}

const card = (label: string, caption: string): PaperCard => ({ label, caption });

const quads: Paper = {
  id: "quads",
  name: "Three Quads",
  title: "Evaluation of Three Quads Using Matrix Transpose",
  authors: [],
  place: "",
  question: "Can three groups of small switches match one large enterprise switch when 64 nodes transpose a matrix?",
  topology: "three-quads",
  cards: [
    card("Figure 1", "Node assignment to switches in Three Quads (in case of 64 nodes)"),
    card("Figure 2", "Matrix transpose on Three Quads"),
    card("Table 1", "Elapsed time for matrix transpose"),
    card("Figure 3", "Execution time of each node on Three Quads with HD program"),
    card("Figure 4", "Execution time of each node on Three Quads with FD program"),
    card("Section 4.2", "Ratios of the elapsed times, and the enterprise switch with its nodes reassigned"),
    card("Section 5", "Twelve small switches against one large switch: cost, and performance per cost"),
  ],
};

const qsnet: Paper = {
  id: "qsnet",
  name: "QsNET",
  title: "Performance Evaluation of the Quadrics Interconnection Network",
  authors: ["Fabrizio Petrini", "Eitan Frachtenberg", "Adolfy Hoisie", "Salvador Coll"],
  place: "Los Alamos National Laboratory; Technical University of Valencia",
  question: "How does a circuit-holding quaternary fat tree perform under permutations, hot spots, I/O traffic, and two concurrent jobs?",
  topology: "k-ary-n-tree",
  cards: [
    card("Figure 1", "Elan functional units"),
    card("Figure 2", "4-ary n-trees of dimension 1, 2 and 3"),
    card("Figure 3", "Packet transaction format"),
    card("Figure 4", "Elan3 programming library hierarchy"),
    card("Figure 5", "Virtual address translation"),
    card("Figure 6", "Execution of a remote DMA"),
    card("Section 4.4", "The six permutations, routed without conflicts"),
    card("Figure 7", "I/O and application mappings with 64 nodes and 8 I/O nodes"),
    card("Figure 8", "I/O and application mappings with 64 nodes and 8 I/O nodes with combined traffic"),
    card("Figure 9", "Unidirectional ping"),
    card("Figure 10", "Bidirectional ping"),
    card("Figure 11", "Uniform traffic scalability"),
    card("Figure 12", "Uniform traffic maximum bandwidth"),
    card("Section 5.3", "The effect of each mechanism of the network"),
    card("Figure 13", "Permutation patterns accepted load"),
    card("Figure 14", "Permutation patterns maximum bandwidth"),
    card("Figure 15", "Congestion matrices: complement traffic and bit-reversal traffic"),
    card("Section 5.4", "Half of the top level of switches under complement traffic"),
    card("Figure 16", "Write hot-spot"),
    card("Figure 17", "Multiple hot-spots with random I/O traffic"),
    card("Figure 18", "Multiple hot-spots with deterministic I/O traffic"),
    card("Table 1", "Asymptotic bandwidths of random and deterministic traffic, clustered and distributed I/O"),
    card("Figure 19", "Combined traffic: shared and dedicated I/O at loads 0.1, 0.3 and 0.5"),
    card("Figure 20", "Combined traffic results analysis"),
  ],
};

const torus: Paper = {
  id: "torus",
  name: "Torus transpose",
  title: "Optimizing Matrix Transpose on Torus Interconnects",
  authors: ["Venkatesan T. Chakaravarthy", "Nikhil Jain", "Yogish Sabharwal"],
  place: "IBM Research – India, New Delhi",
  question: "Is it faster on an asymmetric torus to route data first along the short dimension, through an intermediate node?",
  topology: "torus",
  cards: [
    card("Figure 1", "Illustration of SDR technique and routing algorithms"),
    card("Figure 2", "Communication for a processor in the multi-phase transpose algorithm"),
    card("Theorem 1", "The load of a link under random permutations"),
    card("Lemma 1", "The load of a link when all data pass through an intermediate node along the short dimension"),
    card("Section 4.2", "The best fraction of pairs to route through an intermediate node"),
    card("Section 4.4", "The cost of choosing the intermediate nodes"),
    card("Figure 3", "Performance comparison: random and default mapping"),
    card("Figure 4", "Contributions to performance: α, β, γ and each optimization"),
    card("Section 5.3", "The gain by three models: channel loads, fluid flow, and packets"),
  ],
};

const trees: Paper = {
  id: "trees",
  name: "Trees report",
  title: "Reducing Complexity in Tree-like Computer Interconnection Networks",
  authors: ["Javier Navaridas", "Jose Miguel-Alonso", "Francisco Javier Ridruejo", "Wolfgang Denzel"],
  place: "Technical report EHU-KAT-IK-06-07, University of the Basque Country UPV/EHU; IBM Research, Rüschlikon",
  question: "How many links and switches of a fat tree can be removed before applications slow down, and how much does that save?",
  topology: "thin-tree",
  cards: [
    card("Table 1", "Elements required to build the tree-like topologies"),
    card("Figure 1", "Samples of the three topologies under study to build a 64 nodes network"),
    card("Figure 2", "Model of the switch used in the simulations given a radix r"),
    card("Section 3.1", "The rules of the switch that the report does not specify"),
    card("Figure 3", "“Partial” construction of the topologies"),
    card("Table 2a", "Characteristics of the topologies with same size but different switch radix"),
    card("Table 2b", "Characteristics of the topologies with radix 12 switches, complete and used"),
    card("Figure 4", "Graphical representation of the used traffic patterns"),
    card("Figure 5", "Causal relationships of the waterfall pattern"),
    card("Figure 6", "Normalized time of each traffic pattern in the same-sized networks"),
    card("Figure 7", "Normalized time of each traffic pattern in the networks with radix-12 switches"),
    card("Table 3a", "Total costs, and cost per node, of the topologies with same size"),
    card("Table 3b", "Total costs, and cost per node, of the topologies with radix 12 switches"),
    card("Table 4a", "Performance/cost with the same weight for all experiments, same size networks"),
    card("Table 4b", "Performance/cost with the same weight for all experiments, same radix networks"),
    card("Table 5a", "Performance/cost of a system to run collective-based applications"),
    card("Table 5b", "Performance/cost of a scientific production machine"),
    card("Section 6", "The report’s conclusions from all of its experiments"),
  ],
};

const matmul: Paper = {
  id: "matmul",
  name: "Matrix multiplication",
  title: "The Impact of Network Architecture in Cluster Parallel Algorithms Design: Matrix Multiplication on Infiniband",
  authors: ["Gustavo Wolfmann", "Fernando G. Tinetti"],
  place: "Universidad Nacional de Córdoba; III-LIDI, Universidad Nacional de La Plata",
  question: "Should four nodes multiply matrices with broadcasts or with point-to-point messages, over Ethernet and over InfiniBand?",
  topology: "single-switch",
  cards: [
    card("Figure 1", "Broadcast based matrix multiplication algorithm"),
    card("Figure 2", "Wavefront parallel pattern"),
    card("Table 1", "Experimental results over Ethernet and Infiniband"),
    card("Figure 3", "MPI timing of broadcast algorithm over Ethernet"),
    card("Figure 4", "MPI timing of point to point wavefront algorithm over Infiniband"),
    card("Table 2", "Beginning of the sequence of calls in each processor"),
    card("Table 3", "Execution times of both algorithms over Infiniband"),
    card("Section 5", "The paper’s conclusions, and larger clusters, which it leaves to future work"),
  ],
};

const deepseek: Paper = {
  id: "deepseek",
  name: "DeepSeek-V3",
  title: "Insights into DeepSeek-V3: Scaling Challenges and Reflections on Hardware for AI Architectures",
  authors: [
    "Chenggang Zhao",
    "Chengqi Deng",
    "Chong Ruan",
    "Damai Dai",
    "Huazuo Gao",
    "Jiashi Li",
    "Liyue Zhang",
    "Panpan Huang",
    "Shangyan Zhou",
    "Shirong Ma",
    "Wenfeng Liang",
    "Ying He",
    "Yuqing Wang",
    "Yuxuan Liu",
    "Y.X. Wei",
  ],
  place: "ISCA 2025, Tokyo; arXiv 2505.09343",
  question: "How many accelerators does each kind of network connect, and how fast can a model generate tokens over it?",
  topology: "clos",
  cards: [
    card("Table 3", "Network topology comparison"),
    card("Section 2.3.2", "The time of the experts’ all-to-all exchange, and the token rate that it allows"),
  ],
};

const megatron: Paper = {
  id: "megatron",
  name: "Megatron-LM",
  title: "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
  authors: [
    "Deepak Narayanan",
    "Mohammad Shoeybi",
    "Jared Casper",
    "Patrick LeGresley",
    "Mostofa Patwary",
    "Vijay Korthikanti",
    "Dmitri Vainbrand",
    "Prethvi Kashinkunti",
    "Julie Bernauer",
    "Bryan Catanzaro",
    "Amar Phanishayee",
    "Matei Zaharia",
  ],
  place: "SC21, St. Louis; arXiv 2104.04473",
  question: "How are models too large for one accelerator trained on thousands of them, and how long does it take?",
  topology: "rails",
  cards: [card("Table 1", "Ten models from 1.7 billion to a trillion parameters, and the training time of two of them")],
};

const swing: Paper = {
  id: "swing",
  name: "Swing",
  title: "Swing: Short-cutting Rings for Higher Bandwidth Allreduce",
  authors: ["Daniele De Sensi", "Tommaso Bonato", "David Saam", "Torsten Hoefler"],
  place: "NSDI 2024; arXiv 2401.09356",
  question: "How close to each other can the partners of an allreduce be on a torus, without additional steps or bytes?",
  topology: "torus",
  cards: [card("Distances", "Distance between partners on a ring, and steps and bytes of a rank")],
};

const jellyfish: Paper = {
  id: "jellyfish",
  name: "Jellyfish",
  title: "Jellyfish: Networking Data Centers Randomly",
  authors: ["Ankit Singla", "Chi-Yao Hong", "Lucian Popa", "P. Brighten Godfrey"],
  place: "NSDI 2012; arXiv 1110.1687",
  question: "Is it worthwhile to connect the switches of a data center at random?",
  topology: "jellyfish",
  cards: [card("Figure 1c", "Distance between servers, with the same switches as a random graph and as a fat tree")],
};

const dragonfly: Paper = {
  id: "dragonfly",
  name: "Dragonfly",
  title: "Technology-Driven, Highly-Scalable Dragonfly Topology",
  authors: ["John Kim", "William J. Dally", "Steve Scott", "Dennis Abts"],
  place: "ISCA 2008",
  question: "With which routing is a single link between every two groups of switches enough?",
  topology: "dragonfly",
  cards: [card("Throughput", "Accepted load of each routing, under uniform and worst-case traffic")],
};

const butterfly: Paper = {
  id: "butterfly",
  name: "Flattened butterfly",
  title: "Flattened Butterfly: A Cost-Efficient Topology for High-Radix Networks",
  authors: ["John Kim", "William J. Dally", "Dennis Abts"],
  place: "ISCA 2007",
  question: "With which routing is a single link between every two switches enough?",
  topology: "hyperx",
  cards: [card("Throughput", "Accepted load of each routing, under uniform and worst-case traffic")],
};

/** A group of papers shown together. */
export interface PaperPart {
  readonly title: string;
  readonly papers: readonly Paper[];
}

/** All papers, in the order in which they are shown. */
export const paperParts: readonly [five: PaperPart, others: PaperPart] = [
  { title: "Five papers, run again", papers: [trees, qsnet, torus, quads, matmul] },
  { title: "Selected results of other papers", papers: [deepseek, megatron, swing, jellyfish, dragonfly, butterfly] },
];
export const papers: readonly Paper[] = paperParts.flatMap((paperPart) => paperPart.papers);

/** A paper by its id. */
export function paperOf(id: PaperId): Paper {
  return papers.find((paper) => paper.id === id) as Paper;
}

/** A paper as a bibliography entry, with the place in it if one is given. */
export function citationOfPaper({ authors, title, place }: Paper, location = ""): string {
  const segments = [authors.join(", "), title, place].filter((segment) => segment !== "").map((segment) => `${segment}.`);
  return `${segments.join(" ")}${location === "" ? "" : ` ${location}.`}`;
}
