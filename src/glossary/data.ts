/** Terms for units of data, and for the parts of a network that carry them. */
import { boxMark, pictureText, lineMark } from "./marks.ts";
import { arbitrationPicture, switchingPicture, gridGraph, graphPicture, trainPicture, treeGraph } from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

export const dataTerms: readonly Term[] = [
  {
    title: "phit",
    forms: ["phits"],
    says: ["A phit is what a channel carries in one cycle.", "It is the smallest piece of data in a network, as wide as the wires."],
    draw: trainPicture(1, "one square = one phit"),
    source: chapter(12),
  },
  {
    title: "flit",
    forms: ["flits"],
    says: ["A flit is the smallest piece of a packet for which room is kept in a queue.", "It may be as small as one phit."],
    draw: trainPicture(2, "two phits each: four flits"),
    source: chapter(12),
  },
  {
    title: "packet",
    forms: ["packets"],
    says: [
      "A packet is a piece of data that finds its way through the network as a whole.",
      "Its head carries the destination, and the rest follows it.",
    ],
    draw: trainPicture(8, "the head leads, the rest follows"),
    source: chapter(12),
  },
  {
    title: "message",
    forms: ["messages"],
    says: [
      "A message is what one terminal wants to tell another.",
      "A long one is cut into packets, which are put together again on arrival.",
    ],
    draw: trainPicture(4, "one message, two packets"),
    source: chapter(12),
  },
  {
    title: "channel",
    forms: ["channels"],
    says: ["A channel carries data in one direction from one switch to the next.", "There is another one for the way back."],
    draw: (t) => [
      boxMark(2, 18, 44, 34, "box"),
      boxMark(234, 18, 44, 34, "box"),
      lineMark("M46 28H234M46 42H234", "wire", 2),
      boxMark(46 + ((t * 46) % 176), 24, 12, 8, "accent"),
      boxMark(222 - ((t * 46) % 176), 38, 12, 8, "sending"),
      pictureText(140, 70, "one there, one back"),
    ],
    source: chapter(3),
  },
  {
    title: "link",
    forms: ["links"],
    says: ["A link is the cable between two switches, or between a switch and a terminal.", "It holds a channel for each direction."],
    draw: trainPicture(8, "a cable between two boxes"),
    source: chapter(3),
  },
  {
    title: "switch",
    forms: ["switches", "router", "routers"],
    says: ["A switch takes packets in and sends each on towards its destination.", "It is also called a router."],
    draw: arbitrationPicture("in on one side, out on another"),
    source: chapter(2),
  },
  {
    title: "terminal",
    forms: ["terminals"],
    says: ["A terminal is a computer at the edge of the network.", "It sends packets and receives them."],
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
    says: ["A port is a socket of a switch, for one cable.", "The number of ports decides how many neighbours a switch can have."],
    draw: arbitrationPicture("three ports in, one port out"),
    source: chapter(3),
  },
  {
    title: "hop",
    forms: ["hops"],
    says: ["A hop is the step over one channel to the next switch.", "The hops of a way are counted to say how long it is."],
    draw: graphPicture(gridGraph(), [[5, 6, 7, 8]], "three hops"),
    source: chapter(3),
  },
  {
    title: "virtual cut-through",
    forms: [],
    says: [
      "A switch sends the head of a packet on before the tail has arrived.",
      "If the way ahead is taken, the whole packet gathers in the queue.",
    ],
    draw: switchingPicture("cut", "does not wait for the tail"),
    source: chapter(13),
  },
  {
    title: "wormhole",
    forms: ["wormhole switching", "wormhole flow control"],
    says: [
      "A packet is sent on in flits, and each queue has room for only a few of them.",
      "A packet that waits lies across several switches and blocks their channels.",
    ],
    draw: switchingPicture("worm", "waits where it lies"),
    source: chapter(13),
  },
  {
    title: "store and forward",
    forms: ["store-and-forward"],
    says: ["A switch waits for the whole packet before it sends it on.", "So the time for a packet's length is paid again at every hop."],
    draw: switchingPicture("store", "all in, then on"),
    source: chapter(13),
  },
  {
    title: "circuit switching",
    forms: ["circuit-switched", "circuit", "circuits"],
    says: ["The whole way is reserved before the data leaves.", "Nothing then waits on the way, but nobody else can use its channels."],
    draw: switchingPicture("circuit", "first the way, then the data"),
    source: chapter(12),
  },
];
