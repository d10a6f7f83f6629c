/** The messages of a training step, all ranks together. */
import { tensorReductions } from "./model.ts";
import type { Step } from "./step.ts";

/** How allreduces, exchanges and gradients are sent. */
export interface Told {
  readonly detail: "pass" | "layer";
  readonly overlap: boolean;
}

/** A kind of message: number of messages of all ranks in a step, and mean bytes of a message, not rounded. */
export interface Sent {
  readonly messages: number;
  readonly bytes: number;
}

/** The messages of a step by purpose, and in total. */
export function trafficOf(
  step: Step,
  { detail, overlap }: Told,
): Record<"pipeline" | "tensor" | "expert" | "dense" | "experts", Sent> & {
  readonly messages: number;
  readonly bytes: number;
} {
  const { degrees, microBatches, chunks, layers, expertLayers, activations, reduction, exchange, gradientRing } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const ranks = tensor * pipeline * data;
  const passes = 2 * microBatches * chunks;
  /** Several transfers of a pass, as separate messages or as one. */
  const inPass = (count: number, bytes: number): Sent =>
    detail === "layer" ? { messages: ranks * passes * count, bytes } : { messages: count === 0 ? 0 : ranks * passes, bytes: count * bytes };
  // In the last pass of a step gradients are sent layer by layer, in other passes chunk by chunk.
  const parts = overlap ? chunks + (layers - 1) / pipeline : 1;
  const ring = (bytes: number): Sent => ({ messages: bytes > 0 ? ranks * parts : 0, bytes: bytes / parts });
  const exchanges = inPass(2 * expertLayers, exchange);
  const sent = {
    pipeline: { messages: pipeline === 1 ? 0 : 2 * (pipeline * chunks - 1) * microBatches * data * tensor, bytes: activations },
    tensor: tensor === 1 ? { messages: 0, bytes: 0 } : inPass((tensorReductions / 2) * layers, reduction),
    expert: { ...exchanges, messages: exchanges.messages * (expert - 1) },
    dense: ring(gradientRing.dense),
    experts: ring(gradientRing.experts),
  };
  const all = Object.values(sent);
  return {
    ...sent,
    messages: all.reduce((sum, { messages }) => sum + messages, 0),
    bytes: all.reduce((sum, { messages, bytes }) => sum + messages * bytes, 0),
  };
}
