/** Terms for routing. */
import { gridGraph, groupGraph, graphPicture, treeGraph } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const straightPath = [0, 1, 2, 3, 8, 13];
const staircasePath = [0, 1, 6, 7, 12, 13];

export const routingTerms: readonly Term[] = [
  {
    title: "routing",
    forms: ["routings"],
    says: [
      "The routing determines the path of each packet.",
      "A good routing keeps paths short and spreads packets evenly over the channels.",
    ],
    draw: graphPicture(gridGraph(), [straightPath, staircasePath], "one path of many"),
    source: chapter(8),
  },
  {
    title: "deterministic",
    forms: ["deterministic routing"],
    says: [
      "A deterministic routing sends all packets between two terminals along the same path.",
      "It is simple, but it cannot avoid congestion.",
    ],
    draw: graphPicture(gridGraph(), [straightPath], "always the same path"),
    source: chapter(8),
  },
  {
    title: "oblivious",
    forms: ["oblivious routing"],
    says: ["An oblivious routing ignores the state of the network.", "It may still choose randomly among several paths."],
    draw: graphPicture(gridGraph(), [staircasePath, straightPath], "a random path"),
    source: chapter(9),
  },
  {
    title: "adaptive",
    forms: ["adaptive routing"],
    says: [
      "An adaptive routing looks at the queues and takes a less congested path.",
      "It can avoid congestion if the switch where the packet is can detect it.",
    ],
    draw: graphPicture(gridGraph(), [straightPath, staircasePath, [0, 5, 10, 11, 12, 13]], "where queues are short"),
    source: chapter(10),
  },
  {
    title: "minimal",
    forms: ["minimal routing", "minimal path", "minimal paths", "shortest way", "shortest ways"],
    says: ["A minimal path has as few hops as possible.", "A minimal routing uses only minimal paths."],
    draw: graphPicture(
      gridGraph(),
      [
        [0, 1, 2, 3],
        [10, 5, 6],
      ],
      "no more hops than necessary",
    ),
    source: chapter(8),
  },
  {
    title: "Valiant",
    forms: ["Valiant's"],
    says: [
      "Valiant's routing sends each packet first to a random intermediate switch, then to its destination.",
      "Paths get longer, but no traffic pattern can overload a few channels.",
    ],
    draw: graphPicture(
      gridGraph(),
      [
        [0, 5, 10, 11, 12, 7, 2],
        [0, 1, 6, 7, 8, 3, 2],
      ],
      "through a random switch",
    ),
    source: chapter(9),
  },
  {
    title: "UGAL",
    forms: [],
    says: [
      "UGAL compares the queue of a minimal path with that of a non-minimal path.",
      "It takes the non-minimal path only if waiting on the minimal path would cost more.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3],
        [0, 2, 8, 6, 4, 3],
      ],
      "minimal, or around congestion",
    ),
    source: "A. Singh, Load-Balanced Routing in Interconnection Networks, PhD thesis, Stanford, 2005",
  },
  {
    title: "progressive adaptive",
    forms: ["progressive adaptive routing", "PAR"],
    says: [
      "Progressive adaptive routing decides like UGAL at the source, and decides again at the next switches of the first group.",
      "So a packet can still change to a non-minimal path when it meets a queue that was not visible at its source.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3],
        [0, 1, 2, 8, 6, 4, 3],
      ],
      "minimal, or a late detour",
    ),
    source: "Jiang, Kim, Dally, Indirect Adaptive Routing on Large Scale Interconnection Networks, ISCA 2009",
  },
  {
    title: "ECMP",
    forms: ["hashed by flow"],
    says: [
      "Among paths of equal length, ECMP selects one by a hash of source and destination, so all packets between two terminals take the same path.",
      "Several flows may be hashed to one link while another link stays idle; which flows collide depends on the hash function, here Fabricscope's own.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 2],
        [1, 4, 3],
      ],
      "two flows on one link",
    ),
    source: "C. Hopps, Analysis of an Equal-Cost Multi-Path Algorithm, RFC 2992, 2000",
  },
  {
    title: "packet spraying",
    forms: ["spraying", "sprayed"],
    says: [
      "Packet spraying sends each packet along a random one of the paths of equal length, independently of all other packets.",
      "All links carry the same load, but packets may arrive out of order.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 2],
        [0, 5, 2],
      ],
      "a random path for each packet",
    ),
    source: "Dixit, Prakash, Hu, Kompella, On the Impact of Packet Spraying in Data Center Networks, INFOCOM 2013",
  },
  {
    title: "up*/down*",
    forms: ["up/down"],
    says: [
      "Every link has a direction, up or down, and a packet never goes up again after it has gone down.",
      "So packets cannot wait in a cycle, and no deadlock can occur on any topology.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 2],
        [3, 5, 1],
      ],
      "first up, then down",
    ),
    source: "Schroeder et al., Autonet, IEEE J. Selected Areas in Communications 9, 1991",
  },
  {
    title: "dimension order",
    forms: ["dimension-order", "dimension-order routing"],
    says: [
      "A packet first travels the whole distance along one dimension, then along the next.",
      "In a grid: first along the row, then along the column.",
    ],
    draw: graphPicture(gridGraph(), [straightPath], "first the row, then the column"),
    source: chapter(8),
  },
];
