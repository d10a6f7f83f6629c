/** Numbers and sentences printed in the Three Quads paper. */

/** The sentences that exhibits check, by exhibit, then by place in the paper and id: `Section 4.1: id`. */
export const quadsSentences = {
  "Figure 2": {
    "Section 3: fused":
      "Further optimizations, like blocking and communication pipelining, of this algorithm make it possible to fuse these two steps into one step",
  },
  "Figure 4": {
    "Section 4.2: difference": "There is some difference in communication time even in between the nodes belonging to the same group",
    "Section 4.2: barrier": "The time for group 3 and group 4 is also the same since we enforce synchronization at the end of step 1",
    "Section 4.2, with Table 1: fits": "At the slowest nodes, they are 5.7 s and 6.3 s for step 1 and step 2",
  },
  "Figure 7": {
    "Section 4.2: outperforms": "Enterprise Switch always outperforms Three Quads",
    "Section 4.2: theory":
      "The estimated theoretical speed of the one step matrix transpose program for Enterprise Switch is roughly twice as fast as the two steps program for Three Quads",
    "Section 4.2: not-twice": "The observed differences are not 100% but rather they are 46% and 14%",
    "Section 4.2: better-utilized":
      "The advantage of full duplex communication is better utilized in Three Quads than in Enterprise Switch",
    "Section 4.2: slightly": "As a result of this reassignment, the execution time slightly reduced to 11.2 s and 10.1 s",
    "Section 4.2: no-benefit": "We could not obtain the benefit of full duplex communication even in this assignment",
    "Section 4.2: causes": "due to the saturation phenomenon inside a switch module and the existence of inter-module communication",
    "Section 4.2: faster-than-theory": "Which are still faster than the estimated theoretical speed",
  },
  "Figure 3": {
    "Section 4.2: barrier": "The time for group 3 and group 4 is also the same since we enforce synchronization at the end of step 1",
    "Section 4.2: similar": "The time for step 1 and step 2 is quite similar",
    "Section 4.2: alike": "The execution time of the nodes in the same group is almost equivalent in this figure",
  },
} as const;

/** Times of Table 1, and of Section 4.2 with reassigned nodes, in seconds. */
export const printedQuadsTimes = {
  "quads half": "19.2",
  "quads full": "11.8",
  "switch half": "13.2",
  "switch full": "10.4",
  "reassigned half": "11.2",
  "reassigned full": "10.1",
} as const;
