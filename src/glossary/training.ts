/** Terms for the training of large models on many accelerators. */
import { rankPicture } from "./pictures.ts";
import type { Term } from "./term.ts";

const megatron = "Narayanan et al., Megatron-LM, SC21, §2";

export const trainingTerms: readonly Term[] = [
  {
    title: "tensor parallel",
    forms: ["tensor parallelism", "tensor-parallel"],
    says: [
      "Tensor-parallel ranks share each layer, and each computes a part of it.",
      "They sum up what they have found four times in every layer, so they stand close together.",
    ],
    draw: rankPicture((x) => 1 + Math.floor(x / 2) * 3, "all work on one layer"),
    source: "Shoeybi et al., Megatron-LM, 2019, §3",
  },
  {
    title: "pipeline parallel",
    forms: ["pipeline parallelism", "pipeline-parallel"],
    says: [
      "Pipeline-parallel ranks each hold some of the layers, and hand what they have computed to the next stage.",
      "They send little, but wait for each other when a step begins and when it ends.",
    ],
    draw: rankPicture((x, y) => x + y, "stage after stage"),
    source: megatron,
  },
  {
    title: "data parallel",
    forms: ["data parallelism", "data-parallel", "replicas"],
    says: [
      "Data-parallel replicas hold the same layers, and each trains on a part of the batch.",
      "Once in a step they sum up their gradients, as many as a rank has parameters.",
    ],
    draw: rankPicture((x, y) => (x === 7 ? 9 : y + 1), "each its part, then the sum"),
    source: megatron,
  },
  {
    title: "expert parallel",
    forms: ["expert parallelism", "expert-parallel", "mixture of experts", "experts"],
    says: [
      "In a mixture of experts each token goes through a few small networks of many, which lie on different ranks.",
      "Expert-parallel ranks exchange tokens with all the others, there and back, in every such layer.",
    ],
    draw: rankPicture((x, y) => (x * 5 + y * 7) % 12, "each token to a few of many"),
    source: "DeepSeek-AI, DeepSeek-V3, ISCA 2025, §2.3",
  },
  {
    title: "micro-batch",
    forms: ["micro-batches"],
    says: [
      "A micro-batch is what goes through a pipeline together: one sequence or a few of the batch.",
      "The more of them a batch is cut into, the less its stages wait.",
    ],
    draw: rankPicture((x, y) => Math.floor(x / 2) * 2 + y, "a piece of the batch at a time"),
    source: megatron,
  },
  {
    title: "1F1B",
    forms: ["interleaved 1F1B"],
    says: [
      "With 1F1B a stage computes one forward pass and one backward pass in turn, once the pipeline is full.",
      "So it keeps few activations, and with several chunks of layers a rank it waits less.",
    ],
    draw: rankPicture((x, y) => (x < 3 ? x + y : x + 2 - y), "forward, then backward"),
    source: "Narayanan et al., PipeDream, SOSP 2019; Megatron-LM, SC21, §2.2",
  },
  {
    title: "pipeline bubble",
    forms: ["bubble time"],
    says: [
      "The bubble is the time in which stages have nothing to do, because the pipeline fills or empties.",
      "It adds (p − 1)/m to a step of m micro-batches on p stages.",
    ],
    draw: rankPicture((x, y) => (x < y || x > 7 - y ? 12 : x), "what stays empty at both ends"),
    source: "Narayanan et al., Megatron-LM, SC21, §2.2",
  },
];
