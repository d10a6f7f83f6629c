/** What each rank computes and sends in a training step, derived from the parameters. */
import { activationBytes, type Degrees, expertBytes, forwardOperations, parametersOf, ringBytes, type Transformer } from "./model.ts";
import type { Schedule } from "./schedule.ts";

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
  readonly schedule: Schedule;
  readonly chunks: number;
  readonly recompute: boolean;
}

/** The largest values of the parameters. */
export const largest = { layers: 4096, hidden: 1_000_000, batch: 1_000_000, experts: 65_536, rate: 1_000_000 } as const;

/** Bytes of an element, by precision. */
export const elementBytes = { fp8: 1, fp16: 2, fp32: 4 } as const;

/** The operations and bytes of a step, by their closed forms, not rounded. */
export interface Step {
  readonly model: Transformer;
  readonly degrees: Degrees;
  /** m: micro-batches of a pipeline. */
  readonly microBatches: number;
  readonly schedule: Schedule;
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
  readonly reduction: number;
  /** Bytes that a rank sends to each rank with other experts, in one exchange. */
  readonly exchange: number;
  /** Bytes of the gradients of a rank, outside of experts and in experts; and the bytes that it sends in their ring allreduce. */
  readonly gradients: { readonly dense: number; readonly experts: number };
  readonly gradientRing: { readonly dense: number; readonly experts: number };
}

/** The transformer that the parameters describe. */
export const modelOf = ({ layers, hidden, sequence, vocabulary, experts, topK, expertHidden, every }: StepValues): Transformer => ({
  layers,
  hidden,
  sequence,
  vocabulary,
  ...(experts === 0
    ? {}
    : { mixture: { experts, topK, expertHidden: expertHidden === 0 ? 4 * hidden : expertHidden, layers: layers / every } }),
});

/** Chunks of layers of each rank. */
export const chunksOf = ({ schedule, chunks }: Pick<StepValues, "schedule" | "chunks">): number =>
  schedule === "interleaved" ? chunks : 1;

/**
 * The costs of a training step.
 * @param ranks a valid number of ranks
 */
export function stepOf(values: StepValues, ranks: number): Step {
  const { hidden, sequence, batch, microBatch, tensor, pipeline, expert, topK, every } = values;
  const model = modelOf(values);
  const degrees = { tensor, pipeline, expert, data: ranks / (tensor * pipeline) };
  const chunks = chunksOf(values);
  const layers = values.layers / (pipeline * chunks);
  const element = elementBytes[values.precision];
  const activations = activationBytes({ sequence, hidden }, microBatch, element);
  const { inLayers, logits } = forwardOperations(model, microBatch);
  const ofLayer = (operations: number) => operations / (values.layers * tensor);
  const { all, inExperts } = parametersOf(model);
  const gradients = {
    dense: ((all - inExperts) * element) / (tensor * pipeline),
    experts: (inExperts * element) / (tensor * pipeline * expert),
  };
  return {
    model,
    degrees,
    microBatches: batch / (microBatch * degrees.data),
    schedule: values.schedule,
    chunks,
    layers,
    expertLayers: values.experts === 0 ? 0 : layers / every,
    forward: ofLayer(inLayers + logits),
    backward: ofLayer((values.recompute ? 3 : 2) * inLayers + 2 * logits),
    activations,
    reduction: ringBytes(activations, tensor),
    exchange: values.experts === 0 ? 0 : expertBytes((microBatch * sequence) / tensor, topK, hidden, element, expert),
    gradients,
    gradientRing: {
      dense: ringBytes(gradients.dense, degrees.data),
      experts: ringBytes(gradients.experts, degrees.data / expert),
    },
  };
}

/** The numbers of ranks that the degrees allow, in words. */
export function definedFor({ tensor, pipeline, expert }: StepValues): string {
  const degrees = [tensor, pipeline, expert].filter((each) => each > 1);
  return degrees.length === 0 ? "1 or more" : `a multiple of ${degrees.join(" × ")}`;
}

/**
 * The largest number of ranks up to `most` for these degrees: t·p·d, where e divides d. If the number of ranks is not fixed, only ranks
 * that can share the batch evenly take part, if possible: d·b must divide B, and p the micro-batches if chunks are interleaved.
 */
export function ranksThatFit(values: StepValues & { readonly ranks: number }, most: number): number {
  const { ranks, batch, microBatch, tensor, pipeline, expert, schedule } = values;
  const group = tensor * pipeline;
  const largest = Math.floor(most / group / expert);
  if (ranks !== 0) return largest * expert * group;
  const portions = batch / (microBatch * (schedule === "interleaved" ? pipeline : 1) * expert);
  let data = largest;
  while (data > 1 && portions % data !== 0) data--;
  const shared = data * expert * group;
  return portions % data === 0 && shared > 1 ? shared : largest * expert * group;
}
