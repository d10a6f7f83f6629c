/** Terms for the programs that run on the terminals. */
import { barPicture, rendezvousPicture, rankPicture, trainPicture } from "./pictures.ts";
import type { Term } from "./term.ts";

const navaridas = "Navaridas et al., EHU-KAT-IK-06-07, §3.3";

const thakur = "Thakur, Rabenseifner, Gropp, Int. J. High Perform. Comput. Appl. 19, 2005";

export const programTerms: readonly Term[] = [
  {
    title: "rank",
    forms: ["ranks"],
    says: ["A rank is one of the parts of a program that run at the same time.", "It has a number, and each runs on a terminal."],
    draw: rankPicture((x, y) => (x === 3 && y === 1 ? 0 : 12), "one of many"),
    source: navaridas,
  },
  {
    title: "broadcast",
    forms: ["broadcasts"],
    says: ["In a broadcast one rank tells all others the same thing.", "Those who know it already can help to pass it on."],
    draw: rankPicture((x, y) => Math.ceil(Math.log2(1 + x + 8 * y)), "more know it at every step"),
    source: "Chan et al., Concurrency Comput. 19, 2007",
  },
  {
    title: "allreduce",
    forms: ["allreduces"],
    says: [
      "In an allreduce every rank has a vector, and in the end all of them have the sum of all vectors.",
      "A training step ends with one, so that all have the same gradients.",
    ],
    draw: rankPicture((x, y) => Math.abs(x - 3) + Math.abs(y - 1), "from all, to all"),
    source: thakur,
  },
  {
    title: "reduce-scatter",
    forms: ["reduce-scatters"],
    says: [
      "In a reduce-scatter every rank has a vector, and in the end each has one block of the sum.",
      "It is the first half of many an allreduce.",
    ],
    draw: rankPicture((x) => 8 - x, "a block of the sum for each"),
    source: thakur,
  },
  {
    title: "allgather",
    forms: ["allgathers"],
    says: [
      "In an allgather every rank has one block, and in the end all of them have all blocks.",
      "It is a reduce-scatter in reverse, without the sums.",
    ],
    draw: rankPicture((x) => x + 1, "a block from each"),
    source: thakur,
  },
  {
    title: "all-to-all",
    forms: ["all to all"],
    says: [
      "In an all-to-all every rank sends every other rank a message of its own.",
      "It asks more of a network than any other collective operation: nothing can be summed up or shared on the way.",
    ],
    draw: rankPicture((x, y) => (x + 3 * y) % 8, "everyone to everyone"),
    source: thakur,
  },
  {
    title: "wavefront",
    forms: ["wavefronts"],
    says: [
      "In a wavefront each rank waits for its neighbours on two sides, then computes and passes on.",
      "The work runs over the grid like a wave, from corner to corner.",
    ],
    draw: rankPicture((x, y) => x + y, "one diagonal after another"),
    source: navaridas,
  },
  {
    title: "program",
    forms: ["programs"],
    says: ["A program here is the order in which ranks send, receive and compute.", "It ends when all ranks have done their part."],
    draw: rankPicture((x) => x + 1, "step after step"),
    source: navaridas,
  },
  {
    title: "rendezvous",
    forms: ["eager limit", "eager"],
    says: [
      "An eager message is sent at once, and waits where it arrives until its receiver comes.",
      "By rendezvous it asks first, and its data go when the receiver has answered.",
    ],
    draw: rendezvousPicture("ask, answer, then the data"),
    source: "S of LogGPS: Ino, Fujimoto, Hagihara, PPoPP 2001",
  },
  {
    title: "LogGOPS",
    forms: ["LogP", "LogGP", "LogGPS"],
    says: [
      "LogGOPS says what a message costs its hosts: o and O keep a rank busy, g and G an adapter, for each message and each byte.",
      "L is the way from one to the other, P the number of hosts, and S the longest message that is sent at once.",
    ],
    draw: trainPicture(4, "o, then g between messages"),
    source: "Hoefler, Schneider, Lumsdaine, LogGOPSim, HPDC 2010",
  },
  {
    title: "placement",
    forms: ["placements"],
    says: [
      "The placement says which terminal each rank runs on.",
      "If ranks that talk much are near each other, fewer channels are needed.",
    ],
    draw: rankPicture((x, y) => (x * 5 + y * 3) % 12, "who runs where"),
    source: navaridas,
  },
  {
    title: "slowdown",
    forms: ["slowdowns"],
    says: [
      "The slowdown of a job is how many times as long it takes beside other jobs as it takes alone.",
      "It comes from channels that they share: two that need all of the same one take twice as long.",
    ],
    draw: barPicture(["beside", "alone"], 0.5, "as long alone"),
    source: "Jokanovic et al., IPDPS 2015",
  },
];
