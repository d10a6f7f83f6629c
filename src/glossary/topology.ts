/** Terms for topologies and their properties. */
import {
  boardGraph,
  cubeGraph,
  gridGraph,
  groupGraph,
  graphPicture,
  railGraph,
  petersenGraph,
  jellyfishGraph,
  leafSpineGraph,
  treeGraph,
  triangleFanGraph,
} from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const dragonfly = "J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008";
const navaridas = "Navaridas et al., EHU-KAT-IK-06-07, §2.2";
const leafSpine = "M. Al-Fares, A. Loukissas, A. Vahdat, A Scalable, Commodity Data Center Network Architecture, SIGCOMM 2008";
const railOnly = "W. Wang, M. Ghobadi, K. Shakeri, Y. Zhang, N. Hasani, Rail-only, arXiv 2307.12169";
const kAryTree = "F. Petrini, M. Vanneschi, k-ary n-trees, IPPS 1997";

export const topologyTerms: readonly Term[] = [
  {
    title: "topology",
    forms: ["topologies"],
    says: [
      "The topology defines which switches are connected by links.",
      "It determines the length of paths and how much traffic shares a channel.",
    ],
    draw: graphPicture(gridGraph(), [], "which switches are connected"),
    source: chapter(3),
  },
  {
    title: "mesh",
    forms: ["meshes"],
    says: [
      "A mesh is a grid of switches, each connected to its neighbours.",
      "Under uniform traffic the channels in the middle are the busiest.",
    ],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8, 9]], "a grid with edges"),
    source: chapter(5),
  },
  {
    title: "torus",
    forms: ["tori"],
    says: ["A torus is a mesh whose rows and columns are closed to rings.", "No switch is at an edge, so paths are shorter."],
    draw: graphPicture(gridGraph(true), [[5, 6, 7]], "a grid without edges"),
    source: chapter(5),
  },
  {
    title: "wrap",
    forms: ["wraps", "wrapped"],
    says: ["To wrap a row is to connect its two ends by one more link.", "The row becomes a ring."],
    draw: graphPicture(gridGraph(true), [], "the ends are connected"),
    source: chapter(5),
  },
  {
    title: "tree",
    forms: ["trees"],
    says: [
      "In a tree each switch is connected to several nodes below it and to one or more switches above it.",
      "Packets go up to a common ancestor of source and destination, then down.",
    ],
    draw: graphPicture(treeGraph(1), [[0, 4, 3]], "up, then down"),
    source: kAryTree,
  },
  {
    title: "fat tree",
    forms: ["fat trees", "fat-tree", "fat-trees"],
    says: [
      "In a fat tree as many links lead up from each level as come in from below.",
      "So the bandwidth does not decrease towards the top.",
    ],
    draw: graphPicture(
      treeGraph(4),
      [
        [0, 5, 3],
        [0, 6, 3],
      ],
      "as many up as down",
    ),
    source: kAryTree,
  },
  {
    title: "thin tree",
    forms: ["thin trees"],
    says: [
      "A thin tree has fewer links up from each switch than down.",
      "It is cheaper, but packets that go far share less bandwidth at the top.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 3],
        [1, 5, 2],
      ],
      "fewer up than down",
    ),
    source: navaridas,
  },
  {
    title: "generalised fat tree",
    forms: ["generalised fat trees"],
    says: [
      "A generalised fat tree, XGFT for short, is defined by the number of nodes below and above each switch, level by level.",
      "Fat trees, thin trees and Clos networks are special cases.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 3],
        [1, 5, 2],
      ],
      "four below a switch, two above",
    ),
    source: "S. R. Öhring, M. Ibel, S. K. Das, M. J. Kumar, On Generalized Fat Trees, IPPS 1995",
  },
  {
    title: "Clos network",
    forms: ["Clos networks", "Clos"],
    says: [
      "A Clos network is a multi-level tree built from one type of switch, as large as its number of ports allows.",
      "Every link up from a leaf starts a path of the same length to any other leaf.",
    ],
    draw: graphPicture(
      treeGraph(3),
      [
        [0, 4, 3],
        [0, 5, 3],
        [0, 6, 3],
      ],
      "a path over each spine",
    ),
    source: "C. Clos, A Study of Non-Blocking Switching Networks, Bell System Technical Journal 32, 1953",
  },
  {
    title: "leaf",
    forms: ["leaves"],
    says: ["A leaf is a switch to which terminals are connected, in a network with levels.", "Its other links lead up to the spines."],
    draw: graphPicture(treeGraph(2), [], "four leaves", "M20 50H260"),
    source: leafSpine,
  },
  {
    title: "spine",
    forms: ["spines"],
    says: [
      "A spine is a switch that connects leaves and has no terminals.",
      "In a network of two levels every spine is connected to every leaf.",
    ],
    draw: graphPicture(treeGraph(2), [[0, 4, 2]], "two spines", "M80 10H200"),
    source: leafSpine,
  },
  {
    title: "k′",
    forms: [],
    says: [
      "In a thin tree k′ is the number of links up from each switch, and k the number of links down.",
      "With k = 4 and k′ = 2 there are half as many links up as down.",
    ],
    draw: graphPicture(treeGraph(2), [], "k′ = 2 up from each switch"),
    source: navaridas,
  },
  {
    title: "level",
    forms: ["levels"],
    says: [
      "A level consists of all switches of a tree at the same distance from the terminals.",
      "The lowest level is connected to the terminals.",
    ],
    draw: graphPicture(treeGraph(2), [], "two levels", "M20 30H260"),
    source: kAryTree,
  },
  {
    title: "bisection",
    forms: ["bisections"],
    says: [
      "The bisection is the smallest set of channels that must be cut to divide the network into equal halves.",
      "Half of all uniform traffic has to cross it.",
    ],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8]], "the channels between the halves", "M120 0V60"),
    source: chapter(3),
  },
  {
    title: "diameter",
    forms: ["diameters"],
    says: [
      "The diameter is the number of hops between the two switches that are farthest apart.",
      "The links of the terminals are not counted: an 8 × 8 torus has the diameter 8.",
    ],
    draw: graphPicture(gridGraph(), [[0, 1, 2, 3, 4, 9, 14]], "from corner to corner"),
    source: chapter(3),
  },
  {
    title: "mean distance",
    forms: ["mean distances"],
    says: [
      "The mean distance is the number of hops on a minimal path between two switches, averaged over all pairs.",
      "It determines the latency of the empty network, together with the packet length, and the number of channels that a packet uses.",
    ],
    draw: graphPicture(
      gridGraph(),
      [
        [5, 6, 7],
        [0, 1, 2, 3, 4, 9, 14],
      ],
      "short and long paths, averaged",
    ),
    source: chapter(3),
  },
  {
    title: "radix",
    forms: ["radices"],
    says: ["The radix is the number of ports of a switch.", "With more ports packets need fewer hops, but each switch costs more."],
    draw: graphPicture(treeGraph(3), [], "three links up from each switch"),
    source: chapter(3),
  },
  {
    title: "dragonfly",
    forms: ["dragonflies"],
    says: [
      "A dragonfly divides its switches into groups, and connects each group to all others by global links.",
      "Most packets cross only one global link.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3, 5],
        [2, 8, 7],
      ],
      "groups, connected by global links",
    ),
    source: dragonfly,
  },
  {
    title: "Megafly",
    forms: ["Megaflies", "Dragonfly+"],
    says: [
      "A Megafly is a dragonfly whose groups consist of leaves, which have the terminals, and spines, which have the global links.",
      "Within a group every spine is connected to every leaf.",
    ],
    draw: graphPicture(
      leafSpineGraph(),
      [
        [0, 3, 6, 5],
        [9, 11, 2, 1],
      ],
      "leaf, spine, spine, leaf",
    ),
    source: "M. Flajslik, E. Borch, M. A. Parker, Megafly: A Topology for Exascale Systems, ISC 2018",
  },
  {
    title: "Jellyfish",
    forms: [],
    says: [
      "A Jellyfish connects its switches at random, with the same number of links at each.",
      "Its paths are on average shorter than those of a fat tree of the same switches, and it can have any number of switches.",
    ],
    draw: graphPicture(
      jellyfishGraph(),
      [
        [0, 6, 7],
        [8, 1, 2, 4],
      ],
      "connected at random",
    ),
    source: "A. Singla, C.-Y. Hong, L. Popa, P. B. Godfrey, Jellyfish: Networking Data Centers Randomly, NSDI 2012",
  },
  {
    title: "HammingMesh",
    forms: ["HammingMeshes"],
    says: [
      "A HammingMesh connects the accelerators on a board directly, and the boards by a switch for every row and column.",
      "Between switches, accelerators forward packets.",
    ],
    draw: graphPicture(
      boardGraph(),
      [
        [2, 0, 12, 9, 11],
        [4, 5, 7],
      ],
      "boards, and the switch of a row",
    ),
    source: "Hoefler et al., HammingMesh, SC 2022",
  },
  {
    title: "Slim Fly",
    forms: ["Slim Flies"],
    says: [
      "A Slim Fly connects many switches with few links at each, and any two switches are at most two links apart.",
      "It has two halves of groups; each switch is connected to one switch in every group of the other half.",
    ],
    draw: graphPicture(
      petersenGraph(),
      [
        [0, 1, 6],
        [3, 8, 5],
      ],
      "at most two links to any switch",
    ),
    source: "M. Besta, T. Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology, SC 2014",
  },
  {
    title: "PolarFly",
    forms: ["PolarFlies"],
    says: [
      "In a PolarFly any two switches are connected, or have exactly one neighbour in common.",
      "So no network of diameter 2 with the same ports has many more switches.",
    ],
    draw: graphPicture(
      triangleFanGraph(),
      [
        [1, 0, 4],
        [6, 0, 3],
      ],
      "one neighbour in common",
    ),
    source: "K. Lakhotia et al., PolarFly: A Cost-Effective and Flexible Low-Diameter Topology, SC 2022",
  },
  {
    title: "rail",
    forms: ["rails"],
    says: [
      "A rail connects one accelerator of every host: the first accelerators are on the first rail, the second ones on the second.",
      "Accelerators on another rail are reached through a host, or through spines that connect the rails.",
    ],
    draw: graphPicture(railGraph(), [[2, 0, 4]], "along one rail"),
    source: railOnly,
  },
  {
    title: "network plane",
    forms: ["network planes"],
    says: [
      "A network plane is one of several identical networks in parallel, each connected to one port of every host.",
      "If a plane fails, the other planes still carry traffic.",
    ],
    draw: graphPicture(
      railGraph(),
      [
        [2, 0, 4],
        [3, 1, 5],
      ],
      "one host, two planes",
    ),
    source: "C. Zhao et al., Insights into DeepSeek-V3, ISCA 2025, §5.1",
  },
  {
    title: "rail routing",
    forms: ["PXN"],
    says: [
      "Rail routing moves a packet to another rail inside a host: from one accelerator of the host to the one on the other rail.",
      "NCCL’s PXN does this in the host of the source, so the packet crosses the network along the destination’s rail only.",
    ],
    draw: graphPicture(railGraph(), [[2, 6, 3, 1, 5]], "first to the accelerator on that rail"),
    source: railOnly,
  },
  {
    title: "hypercube",
    forms: ["hypercubes"],
    says: [
      "In a hypercube two switches are connected if their binary addresses differ in one digit.",
      "Each hop of a minimal path corrects one digit of the address.",
    ],
    draw: graphPicture(cubeGraph(), [[0, 1, 3, 7]], "one digit per hop"),
    source: chapter(5),
  },
];
