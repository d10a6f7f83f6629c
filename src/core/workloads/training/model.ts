/**
 * Closed forms of a training step of a transformer: its parameters, its operations, and the bytes of its collectives.
 *
 * Symbols are those of Megatron-LM (Narayanan et al., SC21): l layers of hidden size h on sequences of s tokens, V words; a batch of B
 * sequences in micro-batches of b; degrees t (tensor), p (pipeline), d (data); m micro-batches per pipeline, v chunks of layers per rank.
 * Experts (DeepSeek-V3, 2025): E in a layer, k for each token, spread over e ranks.
 */

/** A transformer. */
export interface Transformer {
  /** l: number of layers. */
  readonly layers: number;
  /** h: hidden size. */
  readonly hidden: number;
  /** s: tokens of a sequence. */
  readonly sequence: number;
  /** V: size of the vocabulary. */
  readonly vocabulary: number;
  /** Experts that replace the feed-forward network of a layer; absent if no layer has experts. */
  readonly mixture?: Mixture;
}

/** A mixture of experts. */
export interface Mixture {
  /** E: experts of a layer, at least 1. */
  readonly experts: number;
  /** k: experts that process each token. */
  readonly topK: number;
  /** f: hidden size of an expert; 4h if an expert is a complete feed-forward network. */
  readonly expertHidden: number;
  /** Number of layers with experts, at most l. */
  readonly layers: number;
}

/** Parameters of a feed-forward network from h to f and back, including biases: 2hf + f + h. */
const feedForwardParameters = (h: number, f: number) => 2 * h * f + f + h;

/**
 * Parameters of a model. Without experts P = 12lh²(1 + 13/(12h) + (V + s)/(12lh)) (SC21, eq. 2). A layer with experts has E feed-forward
 * networks in place of one, and a gate of hE.
 * @returns the number of all parameters, and the number of parameters in experts
 */
export function parameterCounts({ layers, hidden: h, sequence, vocabulary, mixture }: Transformer): {
  readonly total: number;
  readonly inExperts: number;
} {
  const dense = layers * (12 * h * h + 13 * h) + (vocabulary + sequence) * h;
  if (mixture === undefined) return { total: dense, inExperts: 0 };
  const inExperts = mixture.layers * mixture.experts * feedForwardParameters(h, mixture.expertHidden);
  const gates = mixture.layers * mixture.experts * h;
  return { total: dense - mixture.layers * feedForwardParameters(h, 4 * h) + gates + inExperts, inExperts };
}

/** Parameters of a rank, if all are distributed evenly: (P − P_E)/(t·p) + P_E/(t·p·e). */
export function parametersPerRank(
  model: Transformer,
  { tensor, pipeline, expert }: Pick<Degrees, "tensor" | "pipeline" | "expert">,
): number {
  const { total, inExperts } = parameterCounts(model);
  return (total - inExperts + inExperts / expert) / (tensor * pipeline);
}

/**
 * Floating-point operations of a forward pass over a batch: 24Bslh²(1 + s/(6h)), and 2BshV for the logits (SC21, appendix). With experts, a
 * token passes k feed-forward networks in place of one; gates are neglected.
 * @param batch sequences
 * @returns the operations of the layers, and of the logits
 */
export function forwardOperations({ layers, hidden: h, sequence: s, vocabulary, mixture }: Transformer, batch: number) {
  const tokens = batch * s;
  const denseOperations = tokens * layers * (24 * h * h + 4 * s * h);
  const logits = 2 * tokens * h * vocabulary;
  if (mixture === undefined) return { inLayers: denseOperations, logits };
  const expertDifference = tokens * mixture.layers * (4 * h * mixture.topK * mixture.expertHidden - 16 * h * h);
  return { inLayers: denseOperations + expertDifference, logits };
}

/**
 * Floating-point operations of an iteration over a batch. The backward pass takes twice the operations of the forward pass. If activations
 * are recomputed, layers go forward twice: 96Bslh²(1 + s/(6h) + V/(16lh)) (SC21, eq. 3); otherwise 72Bslh²(1 + s/(6h) + V/(12lh)).
 * @param batch sequences
 */
export function stepOperations(model: Transformer, batch: number, isRecomputing: boolean): number {
  const { inLayers, logits } = forwardOperations(model, batch);
  return (isRecomputing ? 4 : 3) * inLayers + 3 * logits;
}

/**
 * Days of training: 8TP/(nX) seconds (SC21, eq. 4).
 * @param rate X: operations per second of each of the n accelerators, overall
 */
export function trainingDays(parameters: number, tokens: number, accelerators: number, rate: number): number {
  return (8 * tokens * parameters) / (accelerators * rate) / 86_400;
}

/**
 * Pipeline bubble, the additional time relative to a full pipeline: (p − 1)/m, or (p − 1)/(vm) if v chunks are interleaved (SC21, §2.2).
 */
export function pipelineBubble(
  { pipeline, chunks = 1 }: { readonly pipeline: number; readonly chunks?: number },
  microBatches: number,
): number {
  return (pipeline - 1) / (chunks * microBatches);
}

/** Degrees of parallelism. */
export interface Degrees {
  /** t: ranks that share each layer. */
  readonly tensor: number;
  /** p: stages of layers. */
  readonly pipeline: number;
  /** d: replicas, each with its part of the batch. */
  readonly data: number;
  /** e: replicas whose ranks share experts; divides d. */
  readonly expert: number;
}

/** Bytes of the activations of a micro-batch between two layers, b·s·h elements, which a stage sends to the next one. */
export function activationBytes(
  { sequence, hidden }: Pick<Transformer, "sequence" | "hidden">,
  microBatch: number,
  element: number,
): number {
  return microBatch * sequence * hidden * element;
}

/** Bytes that a rank sends in a ring allreduce of n bytes over p ranks: 2n(p − 1)/p (Patarasuk, Yuan 2009). */
export function ringBytes(bytes: number, ranks: number): number {
  return (2 * bytes * (ranks - 1)) / ranks;
}

/** Allreduces of activations in a layer for a micro-batch: two forward, two backward (Shoeybi et al., 2019). */
export const tensorReductions = 4;

/** Bytes that a rank sends for tensor parallelism, per layer and micro-batch: 8bsh(t − 1)/t elements. */
export function tensorBytes(activations: number, tensor: number): number {
  return tensorReductions * ringBytes(activations, tensor);
}

/** Bytes that a rank sends to each rank with other experts in one exchange, if tokens are distributed evenly: tokens·k·h/e elements. */
export function expertBytes(tokens: number, topK: number, hidden: number, element: number, expert: number): number {
  return (tokens * topK * hidden * element) / expert;
}

/**
 * Seconds of one exchange of experts, dispatch and combine: (bytes there + bytes back) · tokens · k · h / rate (DeepSeek-V3, ISCA 2025,
 * §2.3.2: FP8 there, BF16 back, eight routed experts and a shared one).
 * @param rate bytes per second
 */
export function exchangeSeconds(
  { tokens, experts, hidden, there, back }: Record<"tokens" | "experts" | "hidden" | "there" | "back", number>,
  rate: number,
): number {
  return ((there + back) * tokens * experts * hidden) / rate;
}
