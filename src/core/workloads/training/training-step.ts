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
    help: "Layers of the transformer.",
    min: 1,
    max: stepLimits.layers,
    default: 8,
  }),
  hidden: integer({
    title: "Hidden size",
    symbol: "h",
    help: "Numbers that stand for a token.",
    min: 1,
    max: stepLimits.hidden,
    default: 256,
  }),
  sequence: integer({
    title: "Sequence",
    symbol: "s",
    help: "Tokens of a sequence.",
    min: 1,
    max: 10_000_000,
    unit: "tokens",
    default: 256,
  }),
  vocabulary: integer({ title: "Vocabulary", symbol: "V", help: "Words that the model knows.", min: 1, max: 10_000_000, default: 51_200 }),
  batch: integer({
    title: "Batch",
    symbol: "B",
    help: "Sequences of a step, all replicas together.",
    min: 1,
    max: stepLimits.batch,
    unit: "sequences",
    default: 64,
  }),
  microBatch: integer({
    title: "Micro-batch",
    symbol: "b",
    help: "Sequences that go through the pipeline together.",
    min: 1,
    max: 1_000_000,
    unit: "sequences",
    default: 1,
  }),
  precision: choice({
    title: "Precision",
    help: "Bytes of an activation, and of a gradient.",
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
    help: "Ranks that share each layer. They are neighbours.",
    min: 1,
    max: 65_536,
    default: 2,
  }),
  pipeline: integer({
    title: "Pipeline parallel",
    symbol: "p",
    word: "#-way pipeline",
    help: "Stages of layers. Data-parallel replicas come before them: ranks / (t·p).",
    min: 1,
    max: 4096,
    default: 4,
  }),
  schedule: choice({
    title: "Schedule",
    help: "How micro-batches follow each other through the pipeline.",
    default: "1f1b",
    choices: [
      { id: "1f1b", title: "1F1B", help: "One forward, one backward, once the pipeline is full." },
      { id: "interleaved", title: "interleaved 1F1B", help: "Each rank has several chunks of layers." },
      { id: "gpipe", title: "GPipe", help: "All forward, then all backward." },
    ],
  }),
  chunks: integer({
    title: "Chunks",
    symbol: "v",
    word: "# chunks a rank|# chunk a rank",
    help: "Chunks of layers of a rank, where they are interleaved.",
    min: 1,
    max: 256,
    default: 2,
  }),
  experts: integer({
    title: "Experts",
    symbol: "E",
    word: "# experts|# expert",
    zero: "no experts",
    help: "Experts of a layer. 0: none.",
    min: 0,
    max: stepLimits.experts,
    default: 0,
  }),
  topK: integer({ title: "Experts a token", symbol: "k", help: "Experts that each token goes to.", min: 1, max: 1024, default: 2 }),
  expertHidden: integer({
    title: "Expert size",
    help: "Hidden size of an expert. 0: 4h.",
    zero: "experts of 4h",
    min: 0,
    max: 4_000_000,
    default: 0,
  }),
  every: integer({ title: "Experts every", help: "One of so many layers has experts.", min: 1, max: 4096, unit: "layers", default: 1 }),
  expert: integer({
    title: "Expert parallel",
    symbol: "e",
    word: "#-way expert",
    help: "Replicas next to each other that share the experts.",
    min: 1,
    max: 65_536,
    default: 1,
  }),
  rate: number({
    title: "Rate",
    word: "# TFLOP/s",
    zero: "no time for computing",
    help: "Operations a second that a rank achieves. 0: computing takes no time.",
    min: 0,
    max: stepLimits.rate,
    step: 0.1,
    unit: "TFLOP/s",
    default: 0,
  }),
  recompute: flag({
    title: "Recompute",
    word: "activations computed again|activations kept",
    help: "Backward computes the activations again; the sums over tensor-parallel ranks are kept.",
    default: true,
  }),
  overlap: flag({
    title: "Overlap",
    word: "overlapped gradients|gradients at the end",
    help: "Gradients leave with the last backward pass, not after all of it.",
    default: true,
  }),
  detail: choice({
    title: "Detail",
    help: "What the sums and exchanges of a pass are sent as.",
    default: "pass",
    choices: [
      { id: "pass", title: "pass by pass", help: "One message for all layers of a pass." },
      { id: "layer", title: "layer by layer", help: "A message for each." },
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
  summary: "One step of training a transformer: tensor, pipeline, data and expert parallel, in the order of ranks of Megatron-LM.",
  source: "Megatron-LM: Narayanan et al. (SC21); experts: DeepSeek-V3 (ISCA 2025)",
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
