/** Terms for performance and its measurement. */
import {
  barPicture,
  clockPicture,
  arbitrationPicture,
  curvePicture,
  matrixPicture,
  queuePicture,
  paretoPicture,
  trainPicture,
} from "./pictures.ts";
import { chapter, type Term } from "./term.ts";

const nccl = "NVIDIA, nccl-tests, doc/PERFORMANCE.md";

export const performanceTerms: readonly Term[] = [
  {
    title: "load",
    forms: ["loads", "offered", "offered load"],
    says: [
      "The load is how much each terminal wants to send, in phits per cycle.",
      "It is what is offered to the network, whether or not it gets through.",
    ],
    draw: barPicture(["offered", "accepted"], 0.6, "what is asked for"),
    source: chapter(23),
  },
  {
    title: "delivered",
    forms: ["delivers", "accepted", "accepted load", "throughput"],
    says: [
      "This is how much arrives at each terminal, in phits per cycle.",
      "When it is less than the load, the rest waits at those who send.",
    ],
    draw: barPicture(["offered", "delivered"], 0.7, "what arrives"),
    source: chapter(23),
  },
  {
    title: "saturation",
    forms: ["saturates", "saturated"],
    says: [
      "Saturation is the load from which a network delivers less than is offered.",
      "Beyond it the queues fill and packets wait longer and longer.",
    ],
    draw: curvePicture("delivered", "here it saturates"),
    source: chapter(23),
  },
  {
    title: "saturation throughput",
    forms: ["saturation throughputs"],
    says: [
      "The saturation throughput is the highest load that a network still delivers in full.",
      "A search over the load finds it, to within an error.",
    ],
    draw: barPicture(["offered", "delivered"], 0.6, "no more than this"),
    source: chapter(23),
  },
  {
    title: "ideal throughput",
    forms: ["ideal throughputs"],
    says: [
      "The ideal throughput is the offered load at which the first channel is full, by analysis.",
      "Above it some terminal gets less than it is sent; where packets may choose paths, it is an estimate with even splitting.",
    ],
    draw: barPicture(["asked of it", "carried"], 1, "the first full channel"),
    source: chapter(3),
  },
  {
    title: "bound",
    forms: ["bounds"],
    says: [
      "A bound is a limit that no run can pass, found by counting who shares a channel.",
      "Where three share one channel, each gets at most a third of it.",
    ],
    draw: arbitrationPicture("three share one: at most 1/3 each"),
    source: chapter(3),
  },
  {
    title: "capacity",
    forms: ["capacities"],
    says: ["The capacity is the most that a network or a channel can carry.", "Loads are often given as a share of it."],
    draw: barPicture(["carried", "of it used"], 0.85, "up to here and no further"),
    source: chapter(3),
  },
  {
    title: "latency",
    forms: ["latencies"],
    says: ["Latency is the time from when a packet is made until its last phit has arrived.", "It includes all the time the packet waits."],
    draw: curvePicture("latency", "grows as queues fill"),
    source: chapter(23),
  },
  {
    title: "zero-load latency",
    forms: ["latency of the empty network"],
    says: [
      "This is the latency of a packet that is alone in the network.",
      "It is the time for the way and for the packet's length, and no waiting.",
    ],
    draw: curvePicture("latency", "where the curve begins"),
    source: chapter(3),
  },
  {
    title: "traffic pattern",
    forms: ["traffic patterns", "pattern", "patterns"],
    says: ["A traffic pattern says who sends to whom.", "The same network can be fast for one pattern and slow for another."],
    draw: matrixPicture((from, to) => from + to === 5, "rows send to columns"),
    source: chapter(3),
  },
  {
    title: "adversary",
    forms: ["adversarial", "adversarial pattern", "worst case"],
    says: ["An adversary is a traffic pattern chosen to hurt a routing.", "It sends as much as it can over the same few channels."],
    draw: matrixPicture((from, to) => to === (from + 2) % 6, "all over the same channels"),
    source: chapter(9),
  },
  {
    title: "algorithm bandwidth",
    forms: ["algorithm bandwidths"],
    says: [
      "The algorithm bandwidth of a collective operation is the bytes of its vector over the time that it takes.",
      "Of an allreduce it falls with the number of ranks, even where every link is busy all the time.",
    ],
    draw: barPicture(["a link", "the vector"], 0.5, "bytes of the vector over time"),
    source: nccl,
  },
  {
    title: "bus bandwidth",
    forms: ["bus bandwidths"],
    says: [
      "The bus bandwidth is the algorithm bandwidth times what the fullest link must carry of each byte at best.",
      "So it compares with the rate of a link, however many ranks there are.",
    ],
    draw: barPicture(["a link", "the bus"], 0.95, "as near to a link as it gets"),
    source: nccl,
  },
  {
    title: "warm-up",
    forms: ["warmup", "warm up"],
    says: [
      "The warm-up is the beginning of a run, before the queues are as full as they stay.",
      "It is not measured, because the network still looks too fast.",
    ],
    draw: clockPicture(4, "first steps are not measured"),
    source: chapter(24),
  },
  {
    title: "cycle",
    forms: ["cycles"],
    says: ["A cycle is one beat of the network's clock.", "In it a channel carries one phit."],
    draw: clockPicture(0, "beat after beat"),
    source: chapter(2),
  },
  {
    title: "seed",
    forms: ["seeds"],
    says: ["The seed is a number from which all chance in a run is drawn.", "The same seed gives the same run again, to the last phit."],
    draw: matrixPicture((from, to) => (from * 7 + to * 5 + from * to) % 4 === 0, "the same seed, the same lots"),
    source: chapter(24),
  },
  {
    title: "fingerprint",
    forms: ["fingerprints"],
    says: [
      "A fingerprint is eight letters and digits made of all that has happened in a run.",
      "Two runs that are the same have the same one.",
    ],
    draw: matrixPicture((from, to) => (from * from + 3 * to) % 5 < 2, "every event leaves its mark"),
    source: "Fabricscope: a hash of the whole trajectory.",
  },
  {
    title: "fluid flow",
    forms: ["fluid", "fluids"],
    says: [
      "Here messages are reckoned as flows that share channels, not as single packets.",
      "That is fast, but it does not show how packets wait for each other.",
    ],
    draw: barPicture(["channel", "its share"], 0.5, "rates, not packets"),
    source: "D. Bertsekas, R. Gallager, Data Networks, 1992, §6.5.2",
  },
  {
    title: "cost",
    forms: [],
    says: [
      "The cost is what the parts of a network have to be bought for: switches, cables and ports.",
      "A price list says how much each part is.",
    ],
    draw: barPicture(["cost", "of which cables"], 0.6, "switches, cables, ports"),
    source: "J. Kim, W. J. Dally, D. Abts, Flattened Butterfly, ISCA 2007, §4",
  },
  {
    title: "Pareto front",
    forms: ["Pareto fronts", "Pareto-optimal"],
    says: [
      "A network is on the Pareto front if none that costs no more gives more, and none that gives as much costs less.",
      "Of all others there is a better one to buy.",
    ],
    draw: paretoPicture("nothing cheaper gives as much"),
    source: "H. T. Kung, F. Luccio, F. P. Preparata, On Finding the Maxima of a Set of Vectors, J. ACM 22, 1975, §1",
  },
  {
    title: "over-subscription",
    forms: ["oversubscription", "over-subscribed", "oversubscribed"],
    says: ["More links come into a switch from below than lead on up.", "That is cheaper, but not all can send far away at full speed."],
    draw: arbitrationPicture("many below, few above"),
    source: "Navaridas et al., EHU-KAT-IK-06-07, §2.2",
  },
  {
    title: "serialization",
    forms: ["serialization latency"],
    says: ["A packet needs one cycle for each of its phits to pass a point.", "This time is part of its latency."],
    draw: trainPicture(8, "eight phits, eight cycles"),
    source: chapter(3),
  },
  {
    title: "source queue",
    forms: ["source queues"],
    says: ["A source queue holds what a terminal wants to send and cannot yet.", "It has no limit, and waiting in it counts as latency."],
    draw: queuePicture([6], "waits before it enters"),
    source: chapter(23),
  },
];
