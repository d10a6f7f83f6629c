/** Terms for units of data, and for the parts of a network that carry them. */
import { boxMark, pictureText, lineMark } from "./marks.ts";
import { arbitrationPicture, switchingPicture, gridGraph, graphPicture, trainPicture, treeGraph } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

export const dataTerms: readonly Term[] = [
  {
    title: "phit",
    forms: ["phits"],
    says: [
      "A phit (physical unit) is the data that a channel transfers in one cycle.",
      "It is the smallest unit of data in a network, as wide as the channel.",
    ],
    draw: trainPicture(1, "one square = one phit"),
    source: chapter(12),
  },
  {
    title: "flit",
    forms: ["flits"],
    says: [
      "A flit (flow control unit) is the smallest part of a packet for which buffer space is allocated.",
      "It consists of one or more phits.",
    ],
    draw: trainPicture(2, "four flits of two phits each"),
    source: chapter(12),
  },
  {
    title: "packet",
    forms: ["packets"],
    says: [
      "A packet is the unit of routing: all of its data takes the same path through the network.",
      "Its head carries the destination, and the rest of the packet follows the head.",
    ],
    draw: trainPicture(8, "the head leads, the rest follows"),
    source: chapter(12),
  },
  {
    title: "message",
    forms: ["messages"],
    says: [
      "A message is a block of data that one terminal sends to another.",
      "A long message is split into packets, which are reassembled at the destination.",
    ],
    draw: trainPicture(4, "one message, two packets"),
    source: chapter(12),
  },
  {
    title: "channel",
    forms: ["channels"],
    says: [
      "A channel carries data in one direction from one switch to the next.",
      "A second channel carries data in the opposite direction.",
    ],
    draw: (t) => [
      boxMark(2, 18, 44, 34, "box"),
      boxMark(234, 18, 44, 34, "box"),
      lineMark("M46 28H234M46 42H234", "wire", 2),
      boxMark(46 + ((t * 46) % 176), 24, 12, 8, "accent"),
      boxMark(222 - ((t * 46) % 176), 38, 12, 8, "sending"),
      pictureText(140, 70, "one channel in each direction"),
    ],
    source: chapter(3),
  },
  {
    title: "link",
    forms: ["links"],
    says: ["A link is the cable between two switches, or between a switch and a terminal.", "It contains one channel in each direction."],
    draw: trainPicture(8, "a cable between two switches"),
    source: chapter(3),
  },
  {
    title: "switch",
    forms: ["switches", "router", "routers"],
    says: ["A switch receives packets and forwards each of them towards its destination.", "It is also called a router."],
    draw: arbitrationPicture("from an input to an output"),
    source: chapter(2),
  },
  {
    title: "terminal",
    forms: ["terminals"],
    says: ["A terminal is a computer at the edge of the network.", "It sends and receives packets."],
    draw: graphPicture(
      treeGraph(1),
      [
        [0, 4, 3],
        [2, 4, 1],
      ],
      "from terminal to terminal",
    ),
    source: chapter(1),
  },
  {
    title: "port",
    forms: ["ports"],
    says: [
      "A port is the connector of a switch for one cable.",
      "The number of ports limits the number of neighbours that a switch can have.",
    ],
    draw: arbitrationPicture("three input ports, one output port"),
    source: chapter(3),
  },
  {
    title: "hop",
    forms: ["hops"],
    says: ["A hop is the step of a packet over one channel to the next switch.", "The length of a path is its number of hops."],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8]], "three hops"),
    source: chapter(3),
  },
  {
    title: "virtual cut-through",
    forms: [],
    says: [
      "A switch forwards the head of a packet before the tail has arrived.",
      "If the next channel is busy, the whole packet collects in the queue.",
    ],
    draw: switchingPicture("cut", "the head does not wait for the tail"),
    source: chapter(13),
  },
  {
    title: "wormhole",
    forms: ["wormhole switching", "wormhole flow control"],
    says: [
      "A packet is forwarded flit by flit, and each queue has space for only a few flits.",
      "A blocked packet extends over several switches and blocks the channels between them.",
    ],
    draw: switchingPicture("worm", "blocked across several switches"),
    source: chapter(13),
  },
  {
    title: "store and forward",
    forms: ["store-and-forward"],
    says: [
      "A switch waits until it has received the whole packet before it forwards it.",
      "So the serialization latency of the packet is added again at every hop.",
    ],
    draw: switchingPicture("store", "receive all, then forward"),
    source: chapter(13),
  },
  {
    title: "circuit switching",
    forms: ["circuit-switched", "circuit", "circuits"],
    says: [
      "The whole path is reserved before the data leaves the source.",
      "The data then never waits on its path, but no other packet can use the reserved channels.",
    ],
    draw: switchingPicture("circuit", "first the path, then the data"),
    source: chapter(12),
  },
];
