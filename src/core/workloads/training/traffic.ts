/** The messages of a training step, all ranks together. */
import { tensorReductions } from "./model.ts";
import type { StepCosts } from "./step-costs.ts";

/** How allreduces, exchanges and gradients are sent. */
export interface TrafficOptions {
  readonly detail: "pass" | "layer";
  readonly overlap: boolean;
}

/** A kind of message: number of messages of all ranks in a step, and mean bytes of a message, not rounded. */
export interface MessageTotals {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * The messages of all ranks in one training step, by purpose and in total: activations between pipeline stages, allreduces of tensor
 * parallelism, exchanges of experts, and gradients of dense and of expert layers. For each, the number of messages and the mean bytes of
 * one.
 * @param detail whether the messages of each layer are sent separately, or once for each pass
 * @param overlap whether gradients are sent during the last backward pass
 */
export function stepTraffic(
  step: StepCosts,
  { detail, overlap }: TrafficOptions,
): Record<"pipeline" | "tensor" | "expert" | "dense" | "experts", MessageTotals> & {
  readonly messages: number;
  readonly bytes: number;
} {
  const { degrees, microBatches, chunks, layers, expertLayers, activations, allreduceBytes, exchangeBytes, gradientRingBytes } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const ranks = tensor * pipeline * data;
  const passes = 2 * microBatches * chunks;
  /** Several transfers of a pass, as separate messages or as one. */
  const passMessages = (count: number, bytes: number): MessageTotals =>
    detail === "layer" ? { messages: ranks * passes * count, bytes } : { messages: count === 0 ? 0 : ranks * passes, bytes: count * bytes };
  // Gradients are sent chunk by chunk, but in the last pass of a step, which only the first stage of the pipeline executes, layer by layer.
  // The mean over all stages is computed.
  const messagesPerRing = overlap ? chunks + (layers - 1) / pipeline : 1;
  const ringMessages = (bytes: number): MessageTotals => ({
    messages: bytes > 0 ? ranks * messagesPerRing : 0,
    bytes: bytes / messagesPerRing,
  });
  const exchanges = passMessages(2 * expertLayers, exchangeBytes);
  const byPurpose = {
    pipeline: { messages: pipeline === 1 ? 0 : 2 * (pipeline * chunks - 1) * microBatches * data * tensor, bytes: activations },
    tensor: tensor === 1 ? { messages: 0, bytes: 0 } : passMessages((tensorReductions / 2) * layers, allreduceBytes),
    expert: { ...exchanges, messages: exchanges.messages * (expert - 1) },
    dense: ringMessages(gradientRingBytes.dense),
    experts: ringMessages(gradientRingBytes.experts),
  };
  const totals = Object.values(byPurpose);
  return {
    ...byPurpose,
    messages: totals.reduce((sum, { messages }) => sum + messages, 0),
    bytes: totals.reduce((sum, { messages, bytes }) => sum + messages * bytes, 0),
  };
}
