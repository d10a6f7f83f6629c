/** Terms for routing. */
import { gridGraph, groupGraph, graphPicture, treeGraph } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const straightPath = [0, 1, 2, 3, 8, 13];
const staircasePath = [0, 1, 6, 7, 12, 13];

export const routingTerms: readonly Term[] = [
  {
    title: "routing",
    forms: ["routings"],
    says: ["The routing decides which way each packet takes.", "A good one keeps ways short and spreads packets over all channels."],
    draw: graphPicture(gridGraph(), [straightPath, staircasePath], "one way of many"),
    source: chapter(8),
  },
  {
    title: "deterministic",
    forms: ["deterministic routing"],
    says: ["A deterministic routing sends all packets between two terminals the same way.", "It is simple, but it cannot go round a jam."],
    draw: graphPicture(gridGraph(), [straightPath], "always the same way"),
    source: chapter(8),
  },
  {
    title: "oblivious",
    forms: ["oblivious routing"],
    says: ["An oblivious routing does not look at how full the network is.", "It may still choose among several ways by chance."],
    draw: graphPicture(gridGraph(), [staircasePath, straightPath], "a way drawn by lot"),
    source: chapter(9),
  },
  {
    title: "adaptive",
    forms: ["adaptive routing"],
    says: [
      "An adaptive routing looks at the queues and takes a way that is less full.",
      "It can avoid a jam, if the jam can be seen from where the packet is.",
    ],
    draw: graphPicture(gridGraph(), [straightPath, staircasePath, [0, 5, 10, 11, 12, 13]], "wherever there is room"),
    source: chapter(10),
  },
  {
    title: "minimal",
    forms: ["minimal routing", "shortest way", "shortest ways"],
    says: ["A minimal way has as few hops as possible.", "A minimal routing takes no other ways."],
    draw: graphPicture(
      gridGraph(),
      [
        [0, 1, 2, 3],
        [10, 5, 6],
      ],
      "no hop too many",
    ),
    source: chapter(8),
  },
  {
    title: "Valiant",
    forms: ["Valiant's"],
    says: [
      "Valiant's routing sends each packet first to a switch drawn by lot, then to its destination.",
      "Ways get longer, but no traffic pattern can crowd a few channels.",
    ],
    draw: graphPicture(
      gridGraph(),
      [
        [0, 5, 10, 11, 12, 7, 2],
        [0, 1, 6, 7, 8, 3, 2],
      ],
      "over a place drawn by lot",
    ),
    source: chapter(9),
  },
  {
    title: "UGAL",
    forms: [],
    says: [
      "UGAL compares the queue of a shortest way with that of a detour.",
      "It takes the detour only when the shortest way is so full that waiting would cost more.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3],
        [0, 2, 8, 6, 4, 3],
      ],
      "short, or around a jam",
    ),
    source: "A. Singh, Load-Balanced Routing in Interconnection Networks, PhD thesis, Stanford, 2005",
  },
  {
    title: "progressive adaptive",
    forms: ["progressive adaptive routing", "PAR"],
    says: [
      "Progressive adaptive routing decides as UGAL does, and again at the next switches of the first group.",
      "So a packet still turns round when it meets a queue that it could not see from its source.",
    ],
    draw: graphPicture(
      groupGraph(),
      [
        [0, 1, 3],
        [0, 1, 2, 8, 6, 4, 3],
      ],
      "on, or round after all",
    ),
    source: "Jiang, Kim, Dally, Indirect Adaptive Routing on Large Scale Interconnection Networks, ISCA 2009",
  },
  {
    title: "ECMP",
    forms: ["hashed by flow"],
    says: [
      "Among equally short ways, ECMP picks one by a hash of source and destination, so all packets between two terminals go the same way.",
      "Several flows may be hashed to one link while another stays idle: which ones is up to the hash, here one of our own.",
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
      "Each packet draws one of the equally short ways, whatever the others do.",
      "All links carry the same, but packets may overtake each other.",
    ],
    draw: graphPicture(
      treeGraph(2),
      [
        [0, 4, 2],
        [0, 5, 2],
      ],
      "each packet by a way of its own",
    ),
    source: "Dixit, Prakash, Hu, Kompella, On the Impact of Packet Spraying in Data Center Networks, INFOCOM 2013",
  },
  {
    title: "up*/down*",
    forms: ["up/down"],
    says: [
      "All links get a direction, up or down, and a packet never goes up again after it went down.",
      "So packets cannot wait in a circle, whatever the network looks like.",
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
      "A packet first goes all the way along one dimension, then along the next.",
      "In a grid: first along the row, then along the column.",
    ],
    draw: graphPicture(gridGraph(), [straightPath], "first the row, then the column"),
    source: chapter(8),
  },
];
