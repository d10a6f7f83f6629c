/** Numbers and sentences printed in the matrix multiplication paper. */

/** The sentences that exhibits check, by exhibit, then by place in the paper and id: `Section 4.1: id`. */
export const matmulSentences = {
  "Figure 3": {
    "Section 3: long-waits":
      "the MPI broadcast routine takes long times in waiting the message finalization and synchronizing all processes",
  },
  "Figure 4": {
    "Section 3: many-small": "with many more but small light blue areas representing the communication time",
    "Section 3: fill-and-empty": "both share the concepts of filling up and emptying the pipe",
    "Section 3: middle": "there are some other delay in the middle of the processing",
  },
  "Section 5": {
    "Section 5: as-good":
      "to use an algorithm based on point to point communications is as good as, or in some cases better than the classic broadcast based algorithm",
    "Section 5: not-optimum":
      "A wavefront-like order is valid but is not optimum because of the dependencies generated in the task computing order",
    "Section 5: confirmation": "the validity of these results under a cluster with more nodes",
    "Section 5: trees":
      "The MPI's broadcast primitive implementation use tree based algorithms for distribute the messages over all the nodes. Large number of nodes in the cluster allow to expect the confirmation of the conclusions.",
  },
  "Table 1": {
    "Section 3: penalty-ethernet":
      "a performance penalty from 30% to 45% over the broadcast algorithm when the computers are interconnected by Ethernet",
    "Section 3: penalty-infiniband": "the performance penalty for the point to point algorithm is about 25%",
    "Abstract: slower-on-both":
      "point to point messages are only used when necessary since collectives communications (broadcasts, more specifically) are more efficient",
    "Section 5: smaller-over-infiniband":
      "the Infiniband architecture in a cluster allows to obtain results not expected by inefficiencies in an Ethernet based cluster under some communications patterns",
    "Section 1: broadcasts-penalized":
      "broadcast communications are expected to be penalized on Infiniband from the point of view of performance",
  },
  "Table 3": {
    "Section 3: as-good": "times are about the same for both algorithms, with some cases in which point to point is better",
    "Section 3: dependency": "With this new outline of data communications, the computing dependency delays are removed",
    "Section 3: one-pair": "launching in each node a pair of non blocking send - receive for each of the other nodes in the cluster",
  },
  "Figure 1": {
    "Section 2.2: sequence": "a well defined sequence of B block broadcasts, B_i, and C partial computing on each node",
  },
  "Table 2": {
    "Section 3: waves": "the subindex represents the wave number in the wavefront sequence",
    "Section 3: six-and-three": "process 0 has to complete six C_{i,j} blocks and process 3 only three of them",
    "Table 2, footnotes: footnotes": "(1) for C_{4,0}; and (2) for C_{0,4} computed on wave 4",
    "Section 2.3: exchanges": "every processor related to the wave: a) send and receive B blocks",
  },
} as const;

/** Tables 1 and 3 as printed, in seconds, by column, then by matrix size. */
export const printedMatmulTimes: Readonly<Record<"1" | "3", Readonly<Record<string, readonly string[]>>>> = {
  1: {
    "Ethernet point to point": ["0.886", "3.090", "17.204", "56.186"],
    "Ethernet broadcast": ["0.610", "2.310", "12.647", "39.219"],
    "InfiniBand point to point": ["0.691", "2.483", "14.378", "45.145"],
    "InfiniBand broadcast": ["0.628", "2.022", "11.271", "36.088"],
  },
  3: {
    "InfiniBand variant": ["0.584", "1.993", "11.748", "36.852"],
    "InfiniBand broadcast": ["0.625", "2.001", "11.195", "35.880"],
  },
};

/**
 * Ratios printed in Tables 1 and 3, by matrix size: the time with point-to-point messages divided by the time with broadcasts. `variant` is
 * from Table 3.
 */
export const printedMatmulRatios = {
  Ethernet: ["1.452", "1.338", "1.360", "1.433"],
  InfiniBand: ["1.100", "1.223", "1.276", "1.251"],
  variant: ["0.934", "0.996", "1.049", "1.027"],
} as const;

/** Table 2, body: the partner of each call, by process, in order. `callsOf` in `machine.ts` gives the wave of a call. */
export const printedPartners = ["012300112233", "0123001122", "01230011", "012300"];

/** Table 2, subscripts: the wave of each call, by process, in order. */
export const printedWaves = ["012344556677", "1234556677", "23456677", "345677"];

/**
 * Table 2, footnotes: the block that a call is for, by process and index of the call. A process sends for a block of another process, so
 * each block is listed at the process that computes it.
 */
export const printedBlocks: readonly { readonly note: string; readonly process: number; readonly call: number; readonly block: string }[] =
  [
    { note: "1", process: 0, call: 4, block: "4 0" },
    { note: "2", process: 0, call: 5, block: "0 4" },
    { note: "4", process: 0, call: 6, block: "4 1" },
    { note: "3", process: 1, call: 4, block: "5 0" },
    { note: "6", process: 0, call: 7, block: "0 5" },
    { note: "5", process: 1, call: 5, block: "1 4" },
    { note: "8", process: 0, call: 8, block: "4 2" },
    { note: "7", process: 2, call: 4, block: "6 0" },
    { note: "9", process: 1, call: 6, block: "5 1" },
    { note: "10", process: 3, call: 3, block: "3 3" },
    { note: "12", process: 0, call: 9, block: "0 6" },
    { note: "11", process: 2, call: 5, block: "2 4" },
    { note: "13", process: 1, call: 7, block: "1 5" },
    { note: "15", process: 0, call: 10, block: "4 3" },
    { note: "14", process: 3, call: 4, block: "7 0" },
  ];
