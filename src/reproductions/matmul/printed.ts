/** What the matrix multiplication paper prints. */

/** Its sentences that are checked: by the exhibit that does, where they stand, and their ids. */
export const says = {
  "Figure 3": {
    "Section 3": {
      "long-waits": "the MPI broadcast routine takes long times in waiting the message finalization and synchronizing all processes",
    },
  },
  "Figure 4": {
    "Section 3": {
      "many-small": "with many more but small light blue areas representing the communication time",
      "fill-and-empty": "both share the concepts of filling up and emptying the pipe",
      middle: "there are some other delay in the middle of the processing",
    },
  },
  "Section 5": {
    "Section 5": {
      "as-good":
        "to use an algorithm based on point to point communications is as good as, or in some cases better than the classic broadcast based algorithm",
      "not-optimum": "A wavefront-like order is valid but is not optimum because of the dependencies generated in the task computing order",
      confirmation: "the validity of these results under a cluster with more nodes",
      trees:
        "The MPI's broadcast primitive implementation use tree based algorithms for distribute the messages over all the nodes. Large number of nodes in the cluster allow to expect the confirmation of the conclusions.",
    },
  },
  "Table 1": {
    "Section 3": {
      "penalty-ethernet":
        "a performance penalty from 30% to 45% over the broadcast algorithm when the computers are interconnected by Ethernet",
      "penalty-infiniband": "the performance penalty for the point to point algorithm is about 25%",
    },
    Abstract: {
      "slower-on-both":
        "point to point messages are only used when necessary since collectives communications (broadcasts, more specifically) are more efficient",
    },
    "Section 5": {
      "smaller-over-infiniband":
        "the Infiniband architecture in a cluster allows to obtain results not expected by inefficiencies in an Ethernet based cluster under some communications patterns",
    },
    "Section 1": {
      "broadcasts-penalized": "broadcast communications are expected to be penalized on Infiniband from the point of view of performance",
    },
  },
  "Table 3": {
    "Section 3": {
      "as-good": "times are about the same for both algorithms, with some cases in which point to point is better",
      dependency: "With this new outline of data communications, the computing dependency delays are removed",
      "one-pair": "launching in each node a pair of non blocking send - receive for each of the other nodes in the cluster",
    },
  },
  "Figure 1": {
    "Section 2.2": {
      sequence: "a well defined sequence of B block broadcasts, B_i, and C partial computing on each node",
    },
  },
  "Table 2": {
    "Section 3": {
      waves: "the subindex represents the wave number in the wavefront sequence",
      "six-and-three": "process 0 has to complete six C_{i,j} blocks and process 3 only three of them",
    },
    "Table 2, footnotes": {
      footnotes: "(1) for C_{4,0}; and (2) for C_{0,4} computed on wave 4",
    },
    "Section 2.3": {
      exchanges: "every processor related to the wave: a) send and receive B blocks",
    },
  },
} as const;
