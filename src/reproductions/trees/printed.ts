/** Numbers and sentences printed in the trees report. */

/** The sentences that exhibits check, by exhibit, then by place in the paper and id: `Section 4.1: id`. */
export const treesSentences = {
  "Section 3.1": {
    "Section 3.1: selection": "when several output ports are possible, the one with more available credits is selected",
    "Section 3.3: order": "Simulation starts with all nodes injecting one message per direction",
  },
  "Figure 4": {
    "Section 3.3: butterfly-order": "BU is O(N log N) in number of messages and O(log N) in time",
    "Section 3.3: tree-order": "In the BT pattern, message interchanges are performed in O(N) in number of messages and O(log N) in time",
    "Section 3.3, on 2W and 3W: waves-light": "note that there are only a few nodes injecting at once",
    "Section 3.3, on 2M and 3M: meshes-heavy":
      "all nodes inject simultaneously several messages at once before stopping to wait for the receptions",
  },
  "Figure 6": {
    "Section 4.1: light-patterns": "both thin-tree and slender-tree topologies perform acceptably well in “light” patterns",
    "Section 4.1: slender-bt": "the bad behavior of the slender-tree for the BT pattern with small messages",
    "Section 4.1: thin-is-delimited": "the performance of the thin-tree is delimited by that of the fat-tree and cannot be better",
    "Section 4.1: slender-is-faster": "in some cases, the communication time for the slender-tree is smaller than that of the fat-tree",
    "Section 4.1: two-to-one": "the 2:1 narrowed topologies perform notably better than the ones with 4:1 in almost all the cases",
    "Section 4.1: fat-is-best": "the fat-tree is the best-performing topology in almost all experiments",
    "Section 4.1: equally-well": "in many cases narrowed topologies with 1:2 over-subscription perform equally well",
    "Section 4.1: thin-beats-slender": "in almost all cases, thin-trees are faster than slender-trees",
  },
  "Figure 7": {
    "Section 4.2: narrowed-beat-fat": "narrowed topologies beat the performance of fat-trees in many cases",
    "Section 4.2: butterfly":
      "the BU traffic with long messages is one of the heaviest workloads, and the 8:4,4-thin-tree is able to deliver it in less time than the fat-tree",
    "Section 4.2: thin-beats-slender": "In most of the cases the thin-trees perform better than the comparable slender-trees",
    "Section 4.2: narrowest-heavy": "The performance of the narrowest topologies … is too low for the heavier workloads",
    "Section 4.2: lighter-alike": "for the lighter workloads, there is almost no difference between topologies",
    "Section 4.2: heavy-as-well":
      "For heavy loads, narrowed topologies with 1:2 over-subscription, thin-trees in particular, perform as well as, or even better, than fat-trees",
    "Section 4.2, on WF: waterfall": "Note the excellent performance of narrowed trees",
  },
  "Section 6": {
    "Section 6: a-third": "A narrowed tree costs a fraction of the price of a fat-tree (less than 1/3, for the networks under study)",
    "Section 6: alike": "Cost of similar thin and slender-trees are approximately the same",
    "Section 6: low-levels": "thin-trees with low levels of over-subscription perform as well as comparable fat-trees",
    "Section 6: excessive": "Excessive over-subscription (beyond 2:1) results in bad performance results",
    "Section 6: favorable":
      "A comparison of performance/cost ratios turns out to be very favorable for the narrowed trees in all the studied cases",
    "Section 1: clear-winner": "If cost is considered too, … the thin-tree is the clear winner",
  },
  "Table 4a": {
    "Section 1: thin-tree-wins": "the thin-tree is the clear winner: cost is lower and performance is good",
    "Section 5.2: fat-tree-is-best": "the best performing network for the first set of experiments is the 8,4-fat-tree",
  },
  "Table 4b": {
    "Section 1: thin-tree-wins": "the thin-tree is the clear winner: cost is lower and performance is good",
    "Section 5.3: same-performance": "its raw performance is the same of the full tree (6,5-fat-tree), and the cost is four times smaller",
    "Section 5.3: remaining-are-better": "The remaining narrowed topologies also have better performance/cost ratios than the fat-tree",
  },
  "Table 5a": {
    "Section 5.3: thin-tree-wins": "when cost is also considered, the 2:1 narrowed thin-tree is still the most cost-effective option",
    "Section 5.3: fat-tree-is-best": "the fat-tree is clearly the best option in terms of raw performance",
  },
  "Table 5b": {
    "Section 5.3: thin-tree-wins": "This winning position is even clearer when considering the performance/cost ratio",
    "Section 5.3: thin-tree-is-fastest": "the preferred system in terms of raw performance is the 2:1 narrowed thin-tree",
  },
  "Figure 3": {
    "Section 3.2: upper-levels-complete": "unused switches are always located in the lower levels, so the upper levels are complete",
  },
} as const;

/** Columns of the tables, with one entry per network: those of the same size in tables a, those of the same switch radix in tables b. */
export type PrintedColumns = Readonly<Record<string, readonly string[]>>;
export const printedTables = {
  "Table 2a": {
    switches: ["2048", "960", "680", "1020", "682"],
    links: ["16384", "7680", "5440", "8160", "5456"],
    radix: ["16", "12", "10", "12", "10"],
    terminals: ["4096", "4096", "4096", "4096", "4096"],
  },
  "Table 2b": {
    switches: ["6480", "960", "1080", "1020", "1092"],
    "switches-used": ["4248", "960", "700", "1020", "694"],
    links: ["38880", "7680", "9720", "8160", "9828"],
    "links-used": ["21808", "7680", "6115", "8160", "6169"],
    radix: ["12", "12", "12", "12", "12"],
    terminals: ["7776", "4096", "6561", "4096", "6561"],
  },
  "Table 3a": {
    total: ["13977600", "4189500", "2310141", "4451344", "2316935"],
    node: ["3413", "1023", "564", "1087", "566"],
  },
  "Table 3b": {
    total: ["26335125", "4189500", "4875188", "4451344", "4929356"],
    node: ["3387", "1023", "743", "1087", "751"],
    "total-used": ["16712138", "4189500", "3132094", "4451344", "3121209"],
    "node-used": ["4080", "1023", "765", "1087", "762"],
  },
  "Table 4a": {
    sum: ["35.00", "46.95", "131.66", "91.17", "243.85"],
    phi: ["1.00", "0.75", "0.27", "0.38", "0.14"],
    node: ["3413", "1023", "564", "1087", "566"],
    cost: ["1.00", "0.30", "0.17", "0.32", "0.17"],
    ratio: ["1.00", "2.49", "1.61", "1.21", "0.87"],
  },
  "Table 4b": {
    sum: ["35.00", "34.17", "55.74", "55.77", "100.10"],
    phi: ["1.00", "1.02", "0.63", "0.63", "0.35"],
    node: ["3387", "1023", "743", "1087", "751"],
    cost: ["1.00", "0.30", "0.22", "0.32", "0.22"],
    ratio: ["1.00", "3.39", "2.86", "1.96", "1.58"],
    "node-used": ["4080", "1023", "765", "1087", "762"],
    "cost-used": ["1.00", "0.25", "0.19", "0.27", "0.19"],
    "ratio-used": ["1.00", "4.09", "3.35", "2.36", "1.87"],
  },
  "Table 5a": {
    sum: ["10.00", "17.00", "67.43", "56.29", "160.82"],
    phi: ["1.00", "0.59", "0.15", "0.18", "0.06"],
    node: ["3413", "1023", "564", "1087", "566"],
    cost: ["1.00", "0.30", "0.17", "0.32", "0.17"],
    ratio: ["1.00", "1.96", "0.90", "0.56", "0.38"],
  },
  "Table 5b": {
    sum: ["7.00", "6.39", "10.58", "9.47", "15.19"],
    phi: ["1.00", "1.09", "0.66", "0.74", "0.46"],
    "node-used": ["4080", "1023", "765", "1087", "762"],
    "cost-used": ["1.00", "0.25", "0.19", "0.27", "0.19"],
    "ratio-used": ["1.00", "4.37", "3.53", "2.77", "2.47"],
  },
} as const satisfies Readonly<Record<string, PrintedColumns>>;

/** Numbers of nodes: of the networks in Figure 1, from its caption, and of those compared in Section 2.3. */
export const printedTreeNodes = {
  "4,3-fat-tree": ["64", "Fig. 1a"],
  "4:2,3-thin-tree": ["64", "Fig. 1b"],
  "4:2,4-slender-tree": ["64", "Fig. 1c"],
  "4:2,2-thin-tree": ["16", "Section 2.3"],
  "4:2,2-slender-tree": ["16", "Section 2.3"],
  "4:2,3-slender-tree": ["32", "Section 2.3"],
} as const;
