import { choice, flag, integer, number } from "../../base/params.ts";
import { programWorkload, rankParams } from "../program.ts";
import { factsOfStep } from "./facts.ts";
import { checkStepSize, checkStep, degreesIssue } from "./check-step.ts";
import { detectLoops, type Pass, passesOf, type Loop } from "./pipeline-schedule.ts";
import { validRanksText, stepLimits, largestValidRanks, type StepCosts, stepCosts } from "./step-costs.ts";
import { stepTraffic } from "./traffic.ts";
import { writeTrainingStep } from "./write-training-step.ts";

const params = {
  layers: integer({
    title: "Layers",
    symbol: "l",
    word: "# layers|# layer",
    help: "Number of layers of the transformer.",
    min: 1,
    max: stepLimits.layers,
    default: 8,
  }),
  hidden: integer({
    title: "Hidden size",
    symbol: "h",
    help: "Size of the vector that represents a token.",
    min: 1,
    max: stepLimits.hidden,
    default: 256,
  }),
  sequence: integer({
    title: "Sequence",
    symbol: "s",
    help: "Number of tokens of a sequence.",
    min: 1,
    max: 10_000_000,
    unit: "tokens",
    default: 256,
  }),
  vocabulary: integer({
    title: "Vocabulary",
    symbol: "V",
    help: "Number of different tokens that the model knows.",
    min: 1,
    max: 10_000_000,
    default: 51_200,
  }),
  batch: integer({
    title: "Batch",
    symbol: "B",
    help: "Number of sequences of a step, over all replicas.",
    min: 1,
    max: stepLimits.batch,
    unit: "sequences",
    default: 64,
  }),
  microBatch: integer({
    title: "Micro-batch",
    symbol: "b",
    help: "Number of sequences that move through the pipeline together.",
    min: 1,
    max: 1_000_000,
    unit: "sequences",
    default: 1,
  }),
  precision: choice({
    title: "Precision",
    help: "Bytes of an activation or a gradient.",
    default: "fp16",
    choices: [
      { id: "fp8", title: "FP8", help: "1 byte." },
      { id: "fp16", title: "FP16", help: "2 bytes, as BF16." },
      { id: "fp32", title: "FP32", help: "4 bytes." },
    ],
  }),
  tensor: integer({
    title: "Tensor parallel",
    symbol: "t",
    word: "#-way tensor",
    help: "Number of ranks among which each layer is divided. They are consecutive ranks.",
    min: 1,
    max: 65_536,
    default: 2,
  }),
  pipeline: integer({
    title: "Pipeline parallel",
    symbol: "p",
    word: "#-way pipeline",
    help: "Number of pipeline stages into which the layers are divided. Ranks are numbered by tensor part, then replica, then stage; there are ranks / (t·p) replicas.",
    min: 1,
    max: 4096,
    default: 4,
  }),
  schedule: choice({
    title: "Schedule",
    help: "How micro-batches follow each other through the pipeline.",
    default: "1f1b",
    choices: [
      { id: "1f1b", title: "1F1B", help: "When the pipeline is full, each stage alternates one forward and one backward pass." },
      { id: "interleaved", title: "interleaved 1F1B", help: "As 1F1B, but each rank has several chunks of layers." },
      { id: "gpipe", title: "GPipe", help: "All forward passes, then all backward passes." },
    ],
  }),
  chunks: integer({
    title: "Chunks",
    symbol: "v",
    word: "# chunks per rank|# chunk per rank",
    help: "Number of chunks of layers per rank, with the interleaved schedule.",
    min: 1,
    max: 256,
    default: 2,
  }),
  experts: integer({
    title: "Experts",
    symbol: "E",
    word: "# experts|# expert",
    zero: "no experts",
    help: "Number of experts of a layer. 0: none.",
    min: 0,
    max: stepLimits.experts,
    default: 0,
  }),
  topK: integer({
    title: "Experts per token",
    symbol: "k",
    help: "Number of experts to which each token is sent.",
    min: 1,
    max: 1024,
    default: 2,
  }),
  expertHidden: integer({
    title: "Expert size",
    help: "Hidden size of an expert. 0: 4h.",
    zero: "experts of 4h",
    min: 0,
    max: 4_000_000,
    default: 0,
  }),
  every: integer({
    title: "Experts every",
    help: "Interval of layers with experts: 2 means that every second layer has experts.",
    min: 1,
    max: 4096,
    unit: "layers",
    default: 1,
  }),
  expert: integer({
    title: "Expert parallel",
    symbol: "e",
    word: "#-way expert",
    help: "Number of neighbouring replicas over which the experts are distributed.",
    min: 1,
    max: 65_536,
    default: 1,
  }),
  rate: number({
    title: "Rate",
    word: "# TFLOP/s",
    zero: "no computing time",
    help: "Operations per second that a rank achieves. 0: computing takes no time.",
    min: 0,
    max: stepLimits.rate,
    step: 0.1,
    unit: "TFLOP/s",
    default: 0,
  }),
  recompute: flag({
    title: "Recompute",
    word: "activations recomputed|activations stored",
    help: "The backward pass computes the activations again, but not the sums over tensor-parallel ranks.",
    default: true,
  }),
  overlap: flag({
    title: "Overlap",
    word: "overlapped gradients|gradients at the end",
    help: "Gradients are sent during the last backward pass, not after it.",
    default: true,
  }),
  detail: choice({
    title: "Detail",
    help: "How the sums and exchanges of a pass are divided into messages.",
    default: "pass",
    choices: [
      { id: "pass", title: "pass by pass", help: "One message for all layers of a pass." },
      { id: "layer", title: "layer by layer", help: "One message for each layer." },
    ],
  }),
  ...rankParams,
};

/** What all ranks share: the costs of the step, and the passes of each stage as loops. */
interface PreparedStep {
  readonly step: StepCosts;
  readonly loops: readonly (readonly Loop<Pass>[])[];
}

export const trainingStep = programWorkload({
  id: "training-step",
  title: "training step",
  article: "",
  group: "Training",
  summary: "One training step of a transformer with tensor, pipeline, data and expert parallelism. Ranks are ordered as in Megatron-LM.",
  source: "Megatron-LM: Narayanan et al. (SC21); experts: DeepSeek-V3 (ISCA 2025)",
  isTimed: true,
  params,
  phrase: "a {title} of {layers}, {tensor} and {pipeline}",
  examples: [
    { layers: 4, hidden: 8, sequence: 4, vocabulary: 16, batch: 3, tensor: 1, pipeline: 4, ranks: 4 },
    { layers: 4, hidden: 8, sequence: 4, vocabulary: 16, batch: 4, tensor: 2, pipeline: 2, ranks: 8 },
    {
      layers: 4,
      hidden: 8,
      sequence: 4,
      vocabulary: 16,
      batch: 4,
      tensor: 1,
      pipeline: 2,
      schedule: "interleaved",
      overlap: false,
      ranks: 4,
    },
    {
      layers: 2,
      hidden: 8,
      sequence: 4,
      vocabulary: 16,
      batch: 8,
      tensor: 1,
      pipeline: 1,
      experts: 4,
      expert: 2,
      detail: "layer",
      ranks: 4,
    },
    {
      layers: 4,
      hidden: 8,
      sequence: 4,
      vocabulary: 16,
      batch: 4,
      schedule: "gpipe",
      precision: "fp8",
      every: 2,
      experts: 2,
      pipeline: 2,
      ranks: 4,
    },
  ],
  validRanks: validRanksText,
  largestRanks: largestValidRanks,
  capacityIssue: degreesIssue,
  bytes: (values, ranks) => stepTraffic(stepCosts(values, ranks), values).bytes,
  facts: (values, ranks, rates) => factsOfStep(stepCosts(values, ranks), { ...values, rate: values.rate * 1e12 }, rates),
  check(values, ranks, conditions) {
    const issues = checkStep(values, ranks);
    return issues.length > 0 ? issues : checkStepSize(values, ranks, conditions);
  },
  prepare(values, { ranks }): PreparedStep {
    const step = stepCosts(values, ranks);
    const { pipeline, data } = step.degrees;
    const isOverlapped = values.overlap && data > 1;
    const keyOf = ({ direction, chunk, isLast }: Pass) => `${direction} ${chunk} ${isOverlapped && isLast}`;
    const pipelineParameters = { schedule: values.schedule, stages: pipeline, chunks: step.chunks, microBatches: step.microBatches };
    const loopsOf = (stage: number) => detectLoops(passesOf(pipelineParameters, stage), keyOf, 2 * pipeline * step.chunks);
    return { step, loops: Array.from({ length: pipeline }, (_, stage) => loopsOf(stage)) };
  },
  writeRank(values, rank, writing, { step, loops }) {
    const options = {
      every: values.experts === 0 ? 1 : values.every,
      isByLayer: values.detail === "layer",
      isOverlapped: values.overlap,
      rate: values.rate * 1e12,
    };
    const stage = Math.floor(rank / (step.degrees.tensor * step.degrees.data));
    writeTrainingStep(step, options, loops[stage], rank, writing);
  },
});
