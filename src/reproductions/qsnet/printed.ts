/** Numbers and sentences printed in the QsNET paper. */

/** The sentences that exhibits check, by exhibit, then by place in the paper and id: `Section 4.1: id`. */
export const qsnetSentences = {
  "Figure 15": {
    "Section 5.4: even": "all the delays are evenly distributed for the switches of the same level",
    "Section 5.4: increasing": "The packets experience an increasing delay as they move forward to their destination",
    "Section 5.4: hot": "displays several hot links connected to the first level of switches",
    "Section 5.4: slower": "the observed performance degradation",
  },
  "Figure 16": {
    "Section 5.5: flat": "The curves are approximately flat up to 32 nodes",
    "Section 5.5: decrease": "an 8% decrease is observed for 64 nodes",
    "Section 5.5: groups": "the nodes are distributed in three bandwidth groups",
    "Section 5.5, with its 337 MB/s less 8 %: sum":
      "nodes from 0 to 3 get approximately 8 MB/s, nodes from 4 to 15 get approximately 4.8 MB/s, and nodes from 16 to 63 get around 4.3 MB/s",
  },
  "Figure 13": {
    "Section 5.4: optimal": "three permutation patterns (neighbor, butterfly, and complement) that achieve optimal performance",
    "Section 5.4: slow": "three other patterns (shuffle, transpose, and bit-reversal) that cannot be routed efficiently by the network",
    "Section 5.4: same": "neighbor and complement permutations get the same performance",
  },
  "Figure 19": {
    "Section 5.7, (1): 1": "When the jobs do not run on the I/O nodes (the application mapping is dedicated I/O) there is no interference",
    "Section 5.7, (2): 2":
      "This basic result is extended to another case. When the compute job is not mapped onto the I/O nodes (clustered",
    "Section 5.7, (3): 3": "there is a substantial performance degradation, up to 40%, with any I/O load",
    "Section 5.7, (4): 4": "The higher the background I/O load the lower the accepted bandwidth",
  },
  "Section 5.3": {
    "Section 5.3: held":
      "This performance degradation is caused by the flow control algorithms. Each packet keeps an open circuit between source and destination until the packet is successfully delivered",
    "Section 5.3: partially alleviated": "This problem is partially alleviated by the two virtual channels",
    "Section 5.3: not enough": "but they are not enough to guarantee scalability over a large number of nodes",
  },
  "Table 1": {
    "Section 5.6: deterministic":
      "a deterministic destination pattern (figure 18) always provides better performance than a random selection of destinations (figure 17)",
    "Section 5.6: distributed": "Better results are always obtained with distributed I/O",
    "Section 5.6: shared":
      "the I/O nodes deliver slightly higher asymptotic bandwidth when shared I/O is used (between 15 and 20 MB/s), either with deterministic or random traffic",
    "Section 5.6: distributed shared": "The application mapping has no significant effect when using distributed I/O",
    "Section 6: fifth":
      "it is more efficient to distribute the I/O servers rather than cluster them in a single segment of the network, with a bandwidth increase of about 20%",
    "Table 1: order": "Random traffic 196 MB/s 234 MB/s Deterministic traffic 320 MB/s 338 MB/s",
  },
  "Figure 11": {
    "Section 5.3: below 120": "with 64 nodes the asymptotic bandwidth is less than 120 MB/s",
    "Section 5.3: small networks":
      "small network configurations are slightly sensitive to these distributions, providing better results when both message size and inter-arrival times are uniformly distributed",
    "Section 5.3: gap narrows": "This performance gap narrows with larger configurations and almost disappears with 64 nodes",
    "Section 5.3: does not scale": "the network performance doesn't scale with the network size",
  },
  "Figure 12": {
    "Section 5.3: penalty": "there is a performance penalty when the average message size is larger than 16 KB",
  },
  "Section 5.4": {
    "Section 5.4: removed": "the top level of switches could be halved, without having a detrimental effect on the overall performance",
    "Section 5.4: merged": "the top level of switches could be halved, without having a detrimental effect on the overall performance",
  },
} as const;

/** Table 1, in MB/s. */
export const printedTable1: Readonly<Record<string, string>> = {
  "random traffic, clustered I/O": "196",
  "random traffic, distributed I/O": "234",
  "deterministic traffic, clustered I/O": "320",
  "deterministic traffic, distributed I/O": "338",
};

/** Section 5.4 on Figure 15(a): delays in the first stages of the path, in percent of the last stage. */
export const printedStageDelays: Readonly<Record<string, string>> = { first: "17", second: "37" };

/** Section 5.5 on Figure 16(b): bandwidths of the three groups of writers, in MB/s. */
export const printedWriterGroups = ["8", "4.8", "4.3"] as const;

/** Sections 5.1 and 5.2 on Figures 9 and 10: peak bandwidths in MB/s, one way and both ways; latencies in µs. */
export const printedPings = {
  oneWay: { elan: "335", main: "200" },
  bothWays: { elan: "280", main: "80" },
  empty: "2.2",
  short: "2.4",
  mpi: "5.5",
} as const;
