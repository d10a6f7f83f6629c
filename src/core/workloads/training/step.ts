/** A training step as its ranks share it: what a rank computes and sends in a pass, worked out once for the form's numbers. */
import { activationBytes, type Degrees, expertBytes, forwardOperations, parametersOf, ringBytes, type Transformer } from "./model.ts";
import type { Schedule } from "./schedule.ts";

/** The form, see `training-step.ts`. */
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

/** The largest numbers that a form takes, where others ask for multiples. */
export const largest = { layers: 4096, hidden: 1_000_000, batch: 1_000_000, experts: 65_536, rate: 1_000_000 } as const;

/** Bytes of an element, by the precision. */
export const elementBytes = { fp8: 1, fp16: 2, fp32: 4 } as const;

/** What a step comes to. Bytes and operations are as their closed forms have them, not rounded. */
export interface Step {
  readonly model: Transformer;
  readonly degrees: Degrees;
  /** Micro-batches of a pipeline, m. */
  readonly microBatches: number;
  readonly schedule: Schedule;
  /** Chunks of layers of a rank, v, and layers of each. */
  readonly chunks: number;
  readonly layers: number;
  /** Layers with experts in a chunk. */
  readonly expertLayers: number;
  /** Operations of a rank for a layer and a micro-batch, forward and backward; the logits are spread over all layers. */
  readonly forward: number;
  readonly backward: number;
  /** Bytes of the activations of a micro-batch. */
  readonly activations: number;
  /** Bytes that a rank sends in one allreduce of activations. */
  readonly reduction: number;
  /** Bytes that a rank sends each rank that has other experts, in one exchange. */
  readonly exchange: number;
  /** Bytes of the gradients of a rank: outside of experts, and in them; and what it sends to sum them up. */
  readonly gradients: { readonly dense: number; readonly experts: number };
  readonly gradientRing: { readonly dense: number; readonly experts: number };
}

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

/** @param ranks a number that the form is defined for */
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

/** The ranks that the degrees ask for, in words. */
export function definedFor({ tensor, pipeline, expert }: StepValues): string {
  const degrees = [tensor, pipeline, expert].filter((each) => each > 1);
  return degrees.length === 0 ? "1 or more" : `a multiple of ${degrees.join(" × ")}`;
}

/**
 * The largest number of ranks up to `most` that has the degrees: t·p·d, where e divides d. Of as many ranks as fit, only those take
 * part that share the batch evenly, where several can share it: where d·b divides B, and p the micro-batches if chunks are interleaved.
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
