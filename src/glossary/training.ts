/** Terms for the training of large models on many accelerators. */
import { rankPicture } from "./pictures.ts";
import type { Term } from "./term.ts";

const megatron = "Narayanan et al., Megatron-LM, SC21, §2";

export const trainingTerms: readonly Term[] = [
  {
    title: "tensor parallel",
    forms: ["tensor parallelism", "tensor-parallel"],
    says: [
      "Tensor parallelism splits every layer among ranks, and each rank computes a part of it.",
      "The ranks sum their partial results four times in every layer, so they are placed close to each other.",
    ],
    draw: rankPicture((x) => 1 + Math.floor(x / 2) * 3, "all ranks work on one layer"),
    source: "Shoeybi et al., Megatron-LM, 2019, §3",
  },
  {
    title: "pipeline parallel",
    forms: ["pipeline parallelism", "pipeline-parallel"],
    says: [
      "Pipeline parallelism gives each rank some of the layers, and each stage sends its results to the next.",
      "The ranks send little data, but wait for each other at the beginning and at the end of a step.",
    ],
    draw: rankPicture((x, y) => x + y, "stage after stage"),
    source: megatron,
  },
  {
    title: "data parallel",
    forms: ["data parallelism", "data-parallel", "replicas"],
    says: [
      "Data-parallel replicas hold the same layers, and each trains on a part of the batch.",
      "Once per step they sum their gradients, one for each parameter of a rank.",
    ],
    draw: rankPicture((x, y) => (x === 7 ? 9 : y + 1), "a part of the batch each, then the sum"),
    source: megatron,
  },
  {
    title: "expert parallel",
    forms: ["expert parallelism", "expert-parallel", "mixture of experts", "experts"],
    says: [
      "In a mixture of experts each token is processed by a few of many small networks, the experts, which are on different ranks.",
      "Expert-parallel ranks send tokens to all other ranks, and receive the results, in every such layer.",
    ],
    draw: rankPicture((x, y) => (x * 5 + y * 7) % 12, "each token to a few experts"),
    source: "DeepSeek-AI, DeepSeek-V3, ISCA 2025, §2.3",
  },
  {
    title: "micro-batch",
    forms: ["micro-batches"],
    says: [
      "A micro-batch is a part of the batch that passes through the pipeline together: one sequence or a few.",
      "The more micro-batches a batch is split into, the less the stages wait.",
    ],
    draw: rankPicture((x, y) => Math.floor(x / 2) * 2 + y, "one part of the batch at a time"),
    source: megatron,
  },
  {
    title: "1F1B",
    forms: ["interleaved 1F1B"],
    says: [
      "With 1F1B each stage alternates one forward pass and one backward pass, once the pipeline is full.",
      "So a stage stores few activations, and with several chunks of layers per rank it waits less.",
    ],
    draw: rankPicture((x, y) => (x < 3 ? x + y : x + 2 - y), "forward, then backward"),
    source: "Narayanan et al., PipeDream, SOSP 2019; Megatron-LM, SC21, §2.2",
  },
  {
    title: "pipeline bubble",
    forms: ["bubble time"],
    says: [
      "The pipeline bubble is the time in which stages are idle because the pipeline fills or drains.",
      "It lengthens a step of m micro-batches on p stages by the fraction (p − 1)/m.",
    ],
    draw: rankPicture((x, y) => (x < y || x > 7 - y ? 12 : x), "idle time at both ends"),
    source: "Narayanan et al., Megatron-LM, SC21, §2.2",
  },
];
