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
      "The load, or offered load, is the rate at which each terminal generates traffic, in phits per cycle.",
      "It is offered to the network, whether or not the network can accept it.",
    ],
    draw: barPicture(["offered", "accepted"], 0.6, "what the terminals offer"),
    source: chapter(23),
  },
  {
    title: "delivered",
    forms: ["delivers", "accepted", "accepted load", "throughput"],
    says: [
      "The delivered traffic, or accepted load, is the rate at which data arrives at each terminal, in phits per cycle.",
      "When it is less than the offered load, the rest waits in the source queues.",
    ],
    draw: barPicture(["offered", "delivered"], 0.7, "what the network accepts"),
    source: chapter(23),
  },
  {
    title: "saturation",
    forms: ["saturates", "saturated"],
    says: [
      "Saturation is the offered load above which a network delivers less than is offered.",
      "Above saturation the queues fill, and packets wait longer and longer.",
    ],
    draw: curvePicture("delivered", "here it saturates"),
    source: chapter(23),
  },
  {
    title: "saturation throughput",
    forms: ["saturation throughputs"],
    says: [
      "The saturation throughput is the highest offered load that a network still accepts in full.",
      "A search over the load finds it to within a stated error.",
    ],
    draw: barPicture(["offered", "delivered"], 0.6, "the network accepts no more"),
    source: chapter(23),
  },
  {
    title: "ideal throughput",
    forms: ["ideal throughputs"],
    says: [
      "The ideal throughput is the offered load at which the bottleneck channel reaches its full bandwidth, found by analysis.",
      "Above it some terminal receives less than is sent to it; where packets may choose among paths, it is an estimate that splits traffic evenly over them.",
    ],
    draw: barPicture(["offered", "accepted"], 1, "the bottleneck channel is full"),
    source: chapter(3),
  },
  {
    title: "bound",
    forms: ["bounds"],
    says: [
      "A bound is a limit that no run can exceed, found by counting the terminals that share a channel.",
      "Where three terminals share one channel, each gets at most a third of its bandwidth.",
    ],
    draw: arbitrationPicture("three share one: at most 1/3 each"),
    source: chapter(3),
  },
  {
    title: "capacity",
    forms: ["capacities"],
    says: [
      "The capacity of a network or a channel is the highest rate at which it can transfer data.",
      "Loads are often given as a fraction of the capacity.",
    ],
    draw: barPicture(["capacity", "in use"], 0.85, "the highest possible rate"),
    source: chapter(3),
  },
  {
    title: "latency",
    forms: ["latencies"],
    says: [
      "Latency is the time from the creation of a packet until its last phit has arrived.",
      "It includes all waiting, also in the source queue.",
    ],
    draw: curvePicture("latency", "grows as queues fill"),
    source: chapter(23),
  },
  {
    title: "zero-load latency",
    forms: ["latency of the empty network"],
    says: [
      "The zero-load latency is the latency of a packet that is alone in the network.",
      "It is the time for the path plus the serialization latency of the packet, without any waiting.",
    ],
    draw: curvePicture("latency", "where the curve begins"),
    source: chapter(3),
  },
  {
    title: "traffic pattern",
    forms: ["traffic patterns", "pattern", "patterns"],
    says: [
      "A traffic pattern defines which terminals send to which destinations.",
      "The same network can be fast for one pattern and slow for another.",
    ],
    draw: matrixPicture((from, to) => from + to === 5, "row: source, column: destination"),
    source: chapter(3),
  },
  {
    title: "adversary",
    forms: ["adversarial", "adversarial pattern", "worst case"],
    says: [
      "An adversary is a traffic pattern chosen to be as bad as possible for a routing.",
      "It sends as much traffic as it can over the same few channels.",
    ],
    draw: matrixPicture((from, to) => to === (from + 2) % 6, "all on the same channels"),
    source: chapter(9),
  },
  {
    title: "algorithm bandwidth",
    forms: ["algorithm bandwidths"],
    says: [
      "The algorithm bandwidth of a collective operation is the size of its vector in bytes divided by the time that it takes.",
      "For an allreduce it falls with the number of ranks, even if every link is busy all the time.",
    ],
    draw: barPicture(["a link", "the vector"], 0.5, "size of the vector divided by time"),
    source: nccl,
  },
  {
    title: "bus bandwidth",
    forms: ["bus bandwidths"],
    says: [
      "The bus bandwidth is the algorithm bandwidth times the number of bytes that the busiest link must transfer, at best, for each byte of the vector.",
      "So it can be compared with the bandwidth of a link, for any number of ranks.",
    ],
    draw: barPicture(["a link", "the bus"], 0.95, "close to the bandwidth of a link"),
    source: nccl,
  },
  {
    title: "warm-up",
    forms: ["warmup", "warm up"],
    says: [
      "The warm-up is the beginning of a run, before the network reaches its steady state.",
      "It is not measured: the queues are still filling, so the network looks faster than it is.",
    ],
    draw: clockPicture(4, "the first cycles are not measured"),
    source: chapter(24),
  },
  {
    title: "cycle",
    forms: ["cycles"],
    says: ["A cycle is one period of the network's clock.", "A channel transfers one phit per cycle."],
    draw: clockPicture(0, "one tick after another"),
    source: chapter(2),
  },
  {
    title: "seed",
    forms: ["seeds"],
    says: [
      "The seed is the number from which all random numbers of a run are generated.",
      "The same seed repeats the same run exactly, to the last phit.",
    ],
    draw: matrixPicture((from, to) => (from * 7 + to * 5 + from * to) % 4 === 0, "same seed, same random numbers"),
    source: chapter(24),
  },
  {
    title: "fingerprint",
    forms: ["fingerprints"],
    says: [
      "A fingerprint is a hash of all events of a run, written as eight letters and digits.",
      "Identical runs have the same fingerprint.",
    ],
    draw: matrixPicture((from, to) => (from * from + 3 * to) % 5 < 2, "every event changes the hash"),
    source: "Fabricscope: a hash of all events of a run.",
  },
  {
    title: "fluid flow",
    forms: ["fluid", "fluids"],
    says: [
      "A fluid model treats messages as flows that share the bandwidth of channels, not as single packets.",
      "It is fast to compute, but does not show how packets wait for each other.",
    ],
    draw: barPicture(["channel", "its share"], 0.5, "rates, not packets"),
    source: "D. Bertsekas, R. Gallager, Data Networks, 1992, §6.5.2",
  },
  {
    title: "cost",
    forms: [],
    says: ["The cost is the price of all parts of a network: switches, cables and ports.", "A price list gives the price of each part."],
    draw: barPicture(["cost", "of which cables"], 0.6, "switches, cables, ports"),
    source: "J. Kim, W. J. Dally, D. Abts, Flattened Butterfly, ISCA 2007, §4",
  },
  {
    title: "Pareto front",
    forms: ["Pareto fronts", "Pareto-optimal"],
    says: [
      "A network is on the Pareto front if no network at the same or a lower cost performs better, and no cheaper network performs as well.",
      "Every other network is a worse choice than some network on the front.",
    ],
    draw: paretoPicture("nothing cheaper performs as well"),
    source: "H. T. Kung, F. Luccio, F. P. Preparata, On Finding the Maxima of a Set of Vectors, J. ACM 22, 1975, §1",
  },
  {
    title: "over-subscription",
    forms: ["oversubscription", "over-subscribed", "oversubscribed"],
    says: [
      "A switch is over-subscribed if more links enter it from below than leave it upwards.",
      "This is cheaper, but not all terminals can send far away at full rate at the same time.",
    ],
    draw: arbitrationPicture("many below, few above"),
    source: "Navaridas et al., EHU-KAT-IK-06-07, §2.2",
  },
  {
    title: "serialization",
    forms: ["serialization latency"],
    says: [
      "Serialization latency is the time in which all phits of a packet pass a point, one cycle for each phit.",
      "It is part of the latency of every packet.",
    ],
    draw: trainPicture(8, "eight phits, eight cycles"),
    source: chapter(3),
  },
  {
    title: "source queue",
    forms: ["source queues"],
    says: [
      "A source queue holds the packets that a terminal has generated but cannot inject yet.",
      "Its length is unlimited, and the time that packets wait in it counts as latency.",
    ],
    draw: queuePicture([6], "waiting for injection"),
    source: chapter(23),
  },
];
