/**
 * Numbers and sentences printed in the papers of the second part. For papers that we could not read, the sentences summarize what they are
 * known for.
 */
import { printedAs } from "../numbers.ts";

/** The sentences that exhibits check, by paper, then by place in the paper and id: `Section 4.1: id`. */
export const otherSentences = {
  "DeepSeek-V3": {
    "Section 5.1: supports":
      "theoretically supports up to 16,384 GPUs while retaining the cost and latency advantages of a two-layer network",
    "Section 5.1.1: over-10k": "the multi-plane network enables over 10k endpoints using a two-layer fat-tree (FT2) topology",
  },
  Experts: {
    "As commonly cited: bandwidth": "The bandwidth between its devices bounds the token rate of a mixture-of-experts model",
    "As commonly cited: reached": "Two all-to-alls take as long as sending their bytes over one link",
  },
  "Megatron-LM": {
    "As commonly cited: three-months": "Training a model of a trillion parameters takes about three months",
    "As commonly cited: interleaved": "With v chunks of layers per device, the pipeline bubble is v times smaller",
  },
  Swing: {
    "As commonly cited: nearer": "In Swing, communicating ranks are closer to each other than in recursive doubling",
    "As commonly cited: same-bytes": "Swing has the same number of steps and bytes as recursive halving and doubling",
  },
  Jellyfish: {
    "As commonly cited: nearly-all":
      "In Jellyfish nearly all pairs of servers are fewer than six links apart; in a fat tree of the same switches few are",
    "As commonly cited: shorter": "The mean distance between servers is shorter in Jellyfish than in the fat tree",
  },
  Dragonfly: {
    "Abstract: one-global": "each minimally routed packet traverses at most one global channel",
    "Abstract: balanced": "global adaptive routing that enable load-balanced routing in the dragonfly",
  },
  "Flattened butterfly": {
    "Abstract: non-minimal": "load-balancing adversarial traffic requires non-minimal globally-adaptive routing",
    "Abstract: only-when": "using redundant hops only when they are needed",
  },
} as const;

/** Well-known claims of both papers on non-minimal routing. */
export const nonMinimalSentences = {
  "As commonly cited: worst":
    "In the worst case minimal routing delivers the bandwidth of a single link, shared by all terminals of a group or switch",
  "As commonly cited: half": "Valiant routing delivers about half of the injection bandwidth under any traffic",
} as const;

/** The throughput of Valiant’s routing, relative to what terminals can send. */
export const valiantThroughput = printedAs("½", 0.5, 2);

/** Table 3 of DeepSeek-V3, as printed. */
export const printedDeepseekTable3 = {
  FT2: { endpoints: "2,048", switches: "96", links: "2,048" },
  MPFT: { endpoints: "16,384", switches: "768", links: "16,384" },
  FT3: { endpoints: "65,536", switches: "5,120", links: "131,072" },
  SF: { endpoints: "32,928", switches: "1,568", links: "32,928" },
  DF: { endpoints: "261,632", switches: "16,352", links: "384,272" },
} as const;

/**
 * The models of Table 1 of Megatron-LM. Parameters are in billions, as printed. Layers, hidden size, degrees of parallelism, accelerators,
 * batch and micro-batch in sequences, and chunks of layers per stage are those of the authors' script `examples/sc21/run_table_1.sh` in
 * their repository.
 */
export const megatronModels = (
  [
    ["1.7", 24, 2304, 1, 1, 32, 512, 16, 1],
    ["3.6", 30, 3072, 2, 1, 64, 512, 16, 1],
    ["7.5", 36, 4096, 4, 1, 128, 512, 16, 1],
    ["18.4", 40, 6144, 8, 1, 256, 1024, 8, 1],
    ["39.1", 48, 8192, 8, 2, 512, 1536, 4, 1],
    ["76.1", 60, 10_240, 8, 4, 1024, 1792, 2, 3],
    ["145.6", 80, 12_288, 8, 8, 1536, 2304, 2, 2],
    ["310.1", 96, 16_384, 8, 16, 1920, 2160, 1, 2],
    ["529.6", 105, 20_480, 8, 35, 2520, 2520, 1, 3],
    ["1008.0", 128, 25_600, 8, 64, 3072, 3072, 1, 1],
  ] as const
).map(([published, layers, hidden, tensor, pipeline, accelerators, batch, microBatch, chunks]) => ({
  published,
  layers,
  hidden,
  tensor,
  pipeline,
  accelerators,
  batch,
  microBatch,
  chunks,
}));

/**
 * Section 2.3.2 of DeepSeek-V3, as printed, for two link rates: the time of an exchange in µs, of a step over all layers in ms, and tokens
 * per second.
 */
export const printedExchange = {
  "50 GB/s": { exchange: "120.96", step: "14.76", tokens: "67" },
  "900 GB/s": { exchange: "6.72", step: "0.82", tokens: "1200" },
} as const;
