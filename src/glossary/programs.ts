/** Terms for the programs that run on the terminals. */
import { barPicture, rendezvousPicture, rankPicture, trainPicture } from "./pictures.ts";
import type { Term } from "./term.ts";

const navaridas = "Navaridas et al., EHU-KAT-IK-06-07, §3.3";

const thakur = "Thakur, Rabenseifner, Gropp, Int. J. High Perform. Comput. Appl. 19, 2005";

export const programTerms: readonly Term[] = [
  {
    title: "rank",
    forms: ["ranks"],
    says: ["A rank is one of the parallel processes of a program.", "Ranks are numbered, and each rank runs on one terminal."],
    draw: rankPicture((x, y) => (x === 3 && y === 1 ? 0 : 12), "one process of many"),
    source: navaridas,
  },
  {
    title: "broadcast",
    forms: ["broadcasts"],
    says: ["In a broadcast one rank sends the same data to all others.", "Ranks that have received the data can help to pass it on."],
    draw: rankPicture((x, y) => Math.ceil(Math.log2(1 + x + 8 * y)), "more ranks have it at every step"),
    source: "Chan et al., Concurrency Comput. 19, 2007",
  },
  {
    title: "allreduce",
    forms: ["allreduces"],
    says: [
      "In an allreduce every rank contributes a vector, and every rank receives the sum of all vectors.",
      "A training step ends with an allreduce, so that all ranks have the same gradients.",
    ],
    draw: rankPicture((x, y) => Math.abs(x - 3) + Math.abs(y - 1), "from all, to all"),
    source: thakur,
  },
  {
    title: "reduce-scatter",
    forms: ["reduce-scatters"],
    says: [
      "In a reduce-scatter every rank contributes a vector, and each rank receives one block of the sum.",
      "It is the first half of many allreduce algorithms.",
    ],
    draw: rankPicture((x) => 8 - x, "a block of the sum for each"),
    source: thakur,
  },
  {
    title: "allgather",
    forms: ["allgathers"],
    says: [
      "In an allgather every rank contributes one block, and every rank receives all blocks.",
      "It is a reduce-scatter in reverse, without the sums.",
    ],
    draw: rankPicture((x) => x + 1, "a block from each"),
    source: thakur,
  },
  {
    title: "all-to-all",
    forms: ["all to all"],
    says: [
      "In an all-to-all every rank sends a different message to every other rank.",
      "It loads the network more than any other collective operation: no data can be summed or shared on the way.",
    ],
    draw: rankPicture((x, y) => (x + 3 * y) % 8, "every rank to every rank"),
    source: thakur,
  },
  {
    title: "wavefront",
    forms: ["wavefronts"],
    says: [
      "In a wavefront each rank waits for its neighbours on two sides, computes, and sends to its neighbours on the other two sides.",
      "The computation moves over the grid like a wave, from corner to corner.",
    ],
    draw: rankPicture((x, y) => x + y, "one diagonal after another"),
    source: navaridas,
  },
  {
    title: "program",
    forms: ["programs"],
    says: ["A program is the order in which ranks send, receive and compute.", "It ends when all ranks have finished."],
    draw: rankPicture((x) => x + 1, "step after step"),
    source: navaridas,
  },
  {
    title: "rendezvous",
    forms: ["eager limit", "eager"],
    says: [
      "An eager message is sent without a request, and waits at the destination until its receiver is ready.",
      "With rendezvous the sender first sends a request, and sends the data when the receiver has answered.",
    ],
    draw: rendezvousPicture("request, answer, then the data"),
    source: "S of LogGPS: Ino, Fujimoto, Hagihara, PPoPP 2001",
  },
  {
    title: "LogGOPS",
    forms: ["LogP", "LogGP", "LogGPS"],
    says: [
      "LogGOPS models the time that a message costs its hosts: o and O keep a rank busy, g and G the network adapter, for each message and each byte.",
      "L is the latency between two hosts, P the number of hosts, and S the size of the longest message that is sent eagerly.",
    ],
    draw: trainPicture(4, "o, then g between messages"),
    source: "Hoefler, Schneider, Lumsdaine, LogGOPSim, HPDC 2010",
  },
  {
    title: "placement",
    forms: ["placements"],
    says: [
      "The placement assigns each rank to a terminal.",
      "If ranks that communicate much are close to each other, their messages use fewer channels.",
    ],
    draw: rankPicture((x, y) => (x * 5 + y * 3) % 12, "which rank runs where"),
    source: navaridas,
  },
  {
    title: "slowdown",
    forms: ["slowdowns"],
    says: [
      "The slowdown of a job is its run time beside other jobs divided by its run time alone.",
      "It comes from shared channels: two jobs that both need the full bandwidth of one channel take twice as long.",
    ],
    draw: barPicture(["shared", "alone"], 0.5, "run time beside other jobs, and alone"),
    source: "Jokanovic et al., IPDPS 2015",
  },
];
