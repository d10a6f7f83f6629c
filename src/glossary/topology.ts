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
      "The topology is the plan of which switches are joined by links.",
      "It decides how far packets go and how much they have to share.",
    ],
    draw: graphPicture(gridGraph(), [], "who is joined to whom"),
    source: chapter(3),
  },
  {
    title: "mesh",
    forms: ["meshes"],
    says: ["A mesh is a grid of switches, each joined to its neighbours.", "The channels in the middle are the busiest."],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8, 9]], "a grid with edges"),
    source: chapter(5),
  },
  {
    title: "torus",
    forms: ["tori"],
    says: ["A torus is a mesh whose rows and columns are closed to rings.", "No switch is at the edge, so the ways are shorter."],
    draw: graphPicture(gridGraph(true), [[5, 6, 7]], "a grid without edges"),
    source: chapter(5),
  },
  {
    title: "wrap",
    forms: ["wraps", "wrapped"],
    says: ["To wrap a row is to join its two ends by one more link.", "The row becomes a ring."],
    draw: graphPicture(gridGraph(true), [], "the ends are joined"),
    source: chapter(5),
  },
  {
    title: "tree",
    forms: ["trees"],
    says: [
      "In a tree each switch is joined to some below it and to one or more above.",
      "Packets go up until they can go down to their destination.",
    ],
    draw: graphPicture(treeGraph(1), [[0, 4, 3]], "up, then down"),
    source: kAryTree,
  },
  {
    title: "fat tree",
    forms: ["fat trees", "fat-tree", "fat-trees"],
    says: ["A fat tree has as many links up from each level as come in from below.", "So nothing has to get narrow on the way up."],
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
      "It is cheaper, and packets that go far have to share what is left.",
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
      "A generalised fat tree, XGFT for short, says for each of its levels how many nodes a switch has below and above.",
      "Fat trees, thin trees and Clos networks are such trees.",
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
      "A Clos network is a tree of levels made of one sort of switch, as large as the ports of that allow.",
      "Every link up from a leaf begins an equally short way to any other leaf.",
    ],
    draw: graphPicture(
      treeGraph(3),
      [
        [0, 4, 3],
        [0, 5, 3],
        [0, 6, 3],
      ],
      "a way over each spine",
    ),
    source: "C. Clos, A Study of Non-Blocking Switching Networks, Bell System Technical Journal 32, 1953",
  },
  {
    title: "leaf",
    forms: ["leaves"],
    says: ["A leaf is a switch that terminals hang on, in a network of levels.", "Its other links lead up to the spines."],
    draw: graphPicture(treeGraph(2), [], "four leaves", "M20 50H260"),
    source: leafSpine,
  },
  {
    title: "spine",
    forms: ["spines"],
    says: ["A spine is a switch that joins leaves and has no terminals.", "Where there are two levels each spine is joined to every leaf."],
    draw: graphPicture(treeGraph(2), [[0, 4, 2]], "two spines", "M80 10H200"),
    source: leafSpine,
  },
  {
    title: "k′",
    forms: [],
    says: [
      "In a thin tree k′ is the number of links up from each switch, and k the number of links down.",
      "Half as many up as down is written k = 4, k′ = 2.",
    ],
    draw: graphPicture(treeGraph(2), [], "k′ = 2 up from each switch"),
    source: navaridas,
  },
  {
    title: "level",
    forms: ["levels"],
    says: [
      "A level is all the switches of a tree that are equally far from the terminals.",
      "The lowest level is joined to the terminals.",
    ],
    draw: graphPicture(treeGraph(2), [], "two levels", "M20 30H260"),
    source: kAryTree,
  },
  {
    title: "bisection",
    forms: ["bisections"],
    says: [
      "The bisection is the fewest channels that must be cut to part the network into equal halves.",
      "Half of evenly spread traffic has to cross it.",
    ],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8]], "what joins the halves", "M120 0V60"),
    source: chapter(3),
  },
  {
    title: "diameter",
    forms: ["diameters"],
    says: ["The diameter is the number of hops between the two places that are farthest apart.", "No shortest way is longer."],
    draw: graphPicture(gridGraph(), [[0, 1, 2, 3, 4, 9, 14]], "from corner to corner"),
    source: chapter(3),
  },
  {
    title: "mean distance",
    forms: ["mean distances"],
    says: [
      "The mean distance is the number of channels on a shortest way, averaged over all pairs of terminals.",
      "It sets most of the latency while the network is empty, and how many channels a packet takes up.",
    ],
    draw: graphPicture(
      gridGraph(),
      [
        [5, 6, 7],
        [0, 1, 2, 3, 4, 9, 14],
      ],
      "short ways and long ones, averaged",
    ),
    source: chapter(3),
  },
  {
    title: "radix",
    forms: ["radices"],
    says: ["The radix is the number of ports of a switch.", "With more ports fewer hops are needed, but the switch is dearer."],
    draw: graphPicture(treeGraph(3), [], "three up from each"),
    source: chapter(3),
  },
  {
    title: "dragonfly",
    forms: ["dragonflies"],
    says: [
      "A dragonfly joins its switches in groups, and each group to all others by long links.",
      "Most packets cross only one long link.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3, 5],
        [2, 8, 7],
      ],
      "groups, joined by long links",
    ),
    source: dragonfly,
  },
  {
    title: "Megafly",
    forms: ["Megaflies", "Dragonfly+"],
    says: [
      "A Megafly is a dragonfly whose groups have leaves, where terminals hang, and spines, where the long links are.",
      "Within a group any spine leads to any leaf.",
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
      "A Jellyfish joins switches at random, as many links at each.",
      "Its paths are on average shorter than those of a fat tree of the same switches, and any number of switches will do.",
    ],
    draw: graphPicture(
      jellyfishGraph(),
      [
        [0, 6, 7],
        [8, 1, 2, 4],
      ],
      "joined by chance",
    ),
    source: "A. Singla, C.-Y. Hong, L. Popa, P. B. Godfrey, Jellyfish: Networking Data Centers Randomly, NSDI 2012",
  },
  {
    title: "HammingMesh",
    forms: ["HammingMeshes"],
    says: [
      "A HammingMesh joins accelerators on boards directly, and boards by a switch for every row and column.",
      "Between switches, accelerators pass packets on.",
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
      "A Slim Fly joins many switches with few links at each, and any two are at most two links apart.",
      "It has two halves of groups; each switch is joined with one of every group of the other half.",
    ],
    draw: graphPicture(
      petersenGraph(),
      [
        [0, 1, 6],
        [3, 8, 5],
      ],
      "two links to everywhere",
    ),
    source: "M. Besta, T. Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology, SC 2014",
  },
  {
    title: "PolarFly",
    forms: ["PolarFlies"],
    says: [
      "In a PolarFly any two switches are joined, or have exactly one neighbour in common.",
      "So no network of two links has many more switches.",
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
      "A rail joins one accelerator of every host: the first ones are on the first rail, the second ones on the second.",
      "Who is on another rail is reached through a host, or through spines that join the rails.",
    ],
    draw: graphPicture(railGraph(), [[2, 0, 4]], "along one rail"),
    source: railOnly,
  },
  {
    title: "network plane",
    forms: ["network planes"],
    says: [
      "A network plane is one of several networks alike, side by side, with a port of every host on each.",
      "What one plane loses, the others still carry.",
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
      "Rail routing takes a packet to another rail through a host: to the sister there, and then along her rail.",
      "Done in its own host first, as NCCL’s PXN does, the network is crossed along one rail only.",
    ],
    draw: graphPicture(railGraph(), [[2, 6, 3, 1, 5]], "to the sister first"),
    source: railOnly,
  },
  {
    title: "hypercube",
    forms: ["hypercubes"],
    says: [
      "In a hypercube two switches are joined if their binary numbers differ in one digit.",
      "Each hop mends one digit of the destination.",
    ],
    draw: graphPicture(cubeGraph(), [[0, 1, 3, 7]], "one digit a hop"),
    source: chapter(5),
  },
];
