/** Numbers and sentences printed in the torus transpose paper. */

/** The sentences that exhibits check, by exhibit, then by place in the paper and id: `Section 4.1: id`. */
export const torusSentences = {
  "Section 5.3": {
    "Section 1: local": "for permutation communication on asymmetric torus networks, the adaptive routing scheme can be improved",
    "Section 1: split": "Our work shows that […] the adaptive routing scheme can be improved",
  },
  "Figure 1": {
    "Section 4.1: y links only": "the packets from u₁ to u′ only traverse Y-links and do not put extra load on the X-links",
    "Section 4.1: farthest row":
      "Among the nodes that have the above property, u′ is the node having the maximum D_Y value with respect to u₂",
    "Section 4.1: choices": "a packet has as many as D_Y(u₁, u₂) choices of X-links to choose from",
    "Section 5.3: double":
      "the number of paths between intermediate routing nodes and destination nodes is double in case of a torus as compared to a mesh",
  },
  "Figure 2": {
    "Section 2: permutation": "the communication in each phase is a permutation communication",
    "Section 2: partners": "any processor communicates with exactly (L/P × (L/Q)) processors",
    "Figure 2: receive": "Receive data from Rp′₂, q′₂",
  },
  "Figure 3": {
    "Section 5.3, Figure 3(a): gain": "Opt provides significant improvements over Base",
    "Section 5.3, Figure 3(a): growth": "The gain varies from 12% for 32 nodes to 35% for 2048 nodes",
    "Abstract: whole gain": "demonstrate up to 35% improvement in performance",
    "Section 5.3: tori above":
      "the intermediate routing node in a mesh offers limited gain in the number of paths to the destination in comparison to the torus",
    "Section 5.3: per node":
      "the performance is significantly better for the systems of size 1024 and 2048 in comparison to the smaller system sizes",
    "Section 5.3, Figure 3(b): default gain": "The gain ranges from 11% to 29%, with the best performance being observed on 2048 nodes",
  },
  "Figure 4": {
    "Section 5.3: alpha": "The performance improves as α is increased to about 1/2. […] As we further increase α, the performance drops",
    "Section 5.3: beta up": "the performance improves as β is increased",
    "Section 5.3: beta flat": "The performance saturates for large values of β",
    "Section 5.3: gamma up": "The performance increases as gamma is increased to 2",
    "Section 5.3: gamma down":
      "As gamma is increased further, the performance begins to drop as a large proportion of pairs communicate directly",
    "Section 1: critical":
      "both the choice of the intermediate nodes and the idea of selective routing are critical in achieving the performance gain",
    "Section 4.2: order": "we select the pairs having small value of D_X to communicate via intermediate nodes",
  },
  "Section 4.4": {
    "Section 5.3: negligible": "The overheads involved in initially determining the intermediate nodes were found to be negligible",
  },
  "Theorem 1": {
    "Theorem 1: bands": "For any X-link e, E[L_e] = N_X/8. Similarly, for any Y-link e, E[L_e] = N_Y/8.",
  },
  "Lemma 1": {
    "Lemma 1: bands": "For an X-link e, the expected load is E[L_e] = N_X/8 and for a Y-link e, the expected load is E[L_e] = 3N_Y/8.",
  },
} as const;

/** Gains of Figure 3 with random mapping, in percent, by number of nodes (§5.3). */
export const printedRandomGains = [
  { nodes: 32, gain: 12 },
  { nodes: 2048, gain: 35 },
] as const;

/** Gains of Figure 3 with the default mapping, in percent: the smallest gain, and the gain on 2048 nodes. */
export const printedDefaultGains = { least: 11, nodes: 2048, gain: 29 } as const;
