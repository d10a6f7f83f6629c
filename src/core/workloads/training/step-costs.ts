/** What each rank computes and sends in a training step, derived from the parameters. */
import { activationBytes, type Degrees, expertBytes, forwardOperations, parameterCounts, ringBytes, type Transformer } from "./model.ts";
import type { PipelineSchedule } from "./pipeline-schedule.ts";

/** The parameters, see `training-step.ts`. */
export interface StepValues {
  readonly layers: number;
  readonly hidden: number;
  readonly sequence: number;
  readonly vocabulary: number;
  readonly experts: number;
  readonly topK: number;
  readonly expertHidden: number;
  readonly every: number;
  readonly batch: number;
  readonly microBatch: number;
  readonly precision: keyof typeof elementBytes;
  readonly tensor: number;
  readonly pipeline: number;
  readonly expert: number;
  readonly schedule: PipelineSchedule;
  readonly chunks: number;
  readonly recompute: boolean;
}

/** The largest values of the parameters. */
export const stepLimits = { layers: 4096, hidden: 1_000_000, batch: 1_000_000, experts: 65_536, rate: 1_000_000 } as const;

/** Bytes of an element, by precision. */
export const elementBytes = { fp8: 1, fp16: 2, fp32: 4 } as const;

/** The operations and bytes of a step, by their closed forms, not rounded. */
export interface StepCosts {
  readonly model: Transformer;
  readonly degrees: Degrees;
  /** m: micro-batches of a pipeline. */
  readonly microBatches: number;
  readonly schedule: PipelineSchedule;
  /** v: chunks of layers per rank; and layers of each chunk. */
  readonly chunks: number;
  readonly layers: number;
  /** Layers with experts in a chunk. */
  readonly expertLayers: number;
  /**
   * Operations of a rank for a layer and a micro-batch, forward and backward. The operations of the logits are distributed over all layers.
   */
  readonly forward: number;
  readonly backward: number;
  /** Bytes of the activations of a micro-batch. */
  readonly activations: number;
  /** Bytes that a rank sends in one allreduce of activations. */
  readonly allreduceBytes: number;
  /** Bytes that a rank sends to each rank with other experts, in one exchange. */
  readonly exchangeBytes: number;
  /** Bytes of the gradients of a rank, outside of experts and in experts; and the bytes that it sends in their ring allreduce. */
  readonly gradientBytes: { readonly dense: number; readonly experts: number };
  readonly gradientRingBytes: { readonly dense: number; readonly experts: number };
}

/** The transformer that the parameters describe. */
export const transformerOf = ({ layers, hidden, sequence, vocabulary, experts, topK, expertHidden, every }: StepValues): Transformer => ({
  layers,
  hidden,
  sequence,
  vocabulary,
  ...(experts === 0
    ? {}
    : { mixture: { experts, topK, expertHidden: expertHidden === 0 ? 4 * hidden : expertHidden, layers: layers / every } }),
});

/** Chunks of layers of each rank. */
export const chunksPerRank = ({ schedule, chunks }: Pick<StepValues, "schedule" | "chunks">): number =>
  schedule === "interleaved" ? chunks : 1;

/**
 * The costs of one training step of a transformer: its degrees of parallelism, its layers per rank, the arithmetic operations of a rank,
 * and the bytes of its activations, allreduces, expert exchanges and gradients. `every` is the number of layers for each layer with
 * experts; with `recompute` the backward pass repeats the forward pass.
 * @param ranks a valid number of ranks
 */
export function stepCosts(values: StepValues, ranks: number): StepCosts {
  const { hidden, sequence, batch, microBatch, tensor, pipeline, expert, topK, every } = values;
  const model = transformerOf(values);
  const degrees = { tensor, pipeline, expert, data: ranks / (tensor * pipeline) };
  const chunks = chunksPerRank(values);
  const layers = values.layers / (pipeline * chunks);
  const bytesPerElement = elementBytes[values.precision];
  const activations = activationBytes({ sequence, hidden }, microBatch, bytesPerElement);
  const { inLayers, logits } = forwardOperations(model, microBatch);
  const operationsPerLayer = (operations: number) => operations / (values.layers * tensor);
  const { total: totalParameters, inExperts } = parameterCounts(model);
  const gradients = {
    dense: ((totalParameters - inExperts) * bytesPerElement) / (tensor * pipeline),
    experts: (inExperts * bytesPerElement) / (tensor * pipeline * expert),
  };
  return {
    model,
    degrees,
    microBatches: batch / (microBatch * degrees.data),
    schedule: values.schedule,
    chunks,
    layers,
    expertLayers: values.experts === 0 ? 0 : layers / every,
    forward: operationsPerLayer(inLayers + logits),
    backward: operationsPerLayer((values.recompute ? 3 : 2) * inLayers + 2 * logits),
    activations,
    allreduceBytes: ringBytes(activations, tensor),
    exchangeBytes: values.experts === 0 ? 0 : expertBytes((microBatch * sequence) / tensor, topK, hidden, bytesPerElement, expert),
    gradientBytes: gradients,
    gradientRingBytes: {
      dense: ringBytes(gradients.dense, degrees.data),
      experts: ringBytes(gradients.experts, degrees.data / expert),
    },
  };
}

/** The numbers of ranks that the degrees allow, in words. */
export function validRanksText({ tensor, pipeline, expert }: StepValues): string {
  const degrees = [tensor, pipeline, expert].filter((degree) => degree > 1);
  return degrees.length === 0 ? "1 or more" : `a multiple of ${degrees.join(" × ")}`;
}

/**
 * The largest number of ranks up to `max` for these degrees: t·p·d, where e divides d. If the number of ranks is not fixed, only ranks
 * that can share the batch evenly take part, if possible: d·b must divide B, and p the micro-batches if chunks are interleaved.
 */
export function largestValidRanks(values: StepValues & { readonly ranks: number }, max: number): number {
  const { ranks, batch, microBatch, tensor, pipeline, expert, schedule } = values;
  const ranksPerReplica = tensor * pipeline;
  const maxGroups = Math.floor(max / ranksPerReplica / expert);
  if (ranks !== 0) return maxGroups * expert * ranksPerReplica;
  const batchPortions = batch / (microBatch * (schedule === "interleaved" ? pipeline : 1) * expert);
  let data = maxGroups;
  while (data > 1 && batchPortions % data !== 0) data--;
  const sharingRanks = data * expert * ranksPerReplica;
  return batchPortions % data === 0 && sharingRanks > 1 ? sharingRanks : maxGroups * expert * ranksPerReplica;
}
