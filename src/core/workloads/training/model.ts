/**
 * A training step of a transformer in closed form: its parameters, its operations, and the bytes of its collectives.
 *
 * Symbols are those of Megatron-LM (Narayanan et al., SC21): l layers of hidden size h on sequences of s tokens, V words; a batch of B
 * sequences in micro-batches of b; degrees t (tensor), p (pipeline), d (data); m micro-batches a pipeline, v chunks of layers a rank.
 * Experts (DeepSeek-V3, 2025): E of them in a layer, k for each token, spread over e ranks.
 */

/** A transformer. */
export interface Transformer {
  /** l */
  readonly layers: number;
  /** h */
  readonly hidden: number;
  /** s, tokens of a sequence */
  readonly sequence: number;
  /** V, words that it knows */
  readonly vocabulary: number;
  /** Experts in place of a layer's feed-forward network; absent where no layer has any. */
  readonly mixture?: Mixture;
}

export interface Mixture {
  /** E, of a layer that has any; 1 or more. */
  readonly experts: number;
  /** k, that a token goes to. */
  readonly topK: number;
  /** Hidden size of an expert, f; 4h where an expert is a whole feed-forward network. */
  readonly expertHidden: number;
  /** Layers that have experts, up to l. */
  readonly layers: number;
}

/** Parameters of a feed-forward network from h to f and back, with its biases: 2hf + f + h. */
const feedForward = (h: number, f: number) => 2 * h * f + f + h;

/**
 * Parameters of a model. Without experts P = 12lh²(1 + 13/(12h) + (V + s)/(12lh)) (SC21, eq. 2). A layer with experts has E
 * feed-forward networks in place of one, and a gate of hE.
 * @returns all of them, and how many of these are in experts
 */
export function parametersOf({ layers, hidden: h, sequence, vocabulary, mixture }: Transformer): {
  readonly all: number;
  readonly inExperts: number;
} {
  const dense = layers * (12 * h * h + 13 * h) + (vocabulary + sequence) * h;
  if (mixture === undefined) return { all: dense, inExperts: 0 };
  const inExperts = mixture.layers * mixture.experts * feedForward(h, mixture.expertHidden);
  const gates = mixture.layers * mixture.experts * h;
  return { all: dense - mixture.layers * feedForward(h, 4 * h) + gates + inExperts, inExperts };
}

/** Parameters that a rank holds, where all are dealt out evenly: (P − P_E)/(t·p) + P_E/(t·p·e). */
export function parametersOfRank(
  model: Transformer,
  { tensor, pipeline, expert }: Pick<Degrees, "tensor" | "pipeline" | "expert">,
): number {
  const { all, inExperts } = parametersOf(model);
  return (all - inExperts + inExperts / expert) / (tensor * pipeline);
}

/**
 * Floating-point operations of a forward pass over so many sequences: 24Bslh²(1 + s/(6h)), and 2BshV of the logits (SC21, appendix).
 * Experts do k feed-forward networks in place of one; gates are left out.
 * @returns of the layers, and of the logits
 */
export function forwardOperations({ layers, hidden: h, sequence: s, vocabulary, mixture }: Transformer, batch: number) {
  const tokens = batch * s;
  const dense = tokens * layers * (24 * h * h + 4 * s * h);
  const logits = 2 * tokens * h * vocabulary;
  if (mixture === undefined) return { inLayers: dense, logits };
  const more = tokens * mixture.layers * (4 * h * mixture.topK * mixture.expertHidden - 16 * h * h);
  return { inLayers: dense + more, logits };
}

/**
 * Floating-point operations of an iteration over a batch. Backward takes twice what forward takes. Where activations are computed
 * again, layers go forward twice: 96Bslh²(1 + s/(6h) + V/(16lh)) (SC21, eq. 3); else 72Bslh²(1 + s/(6h) + V/(12lh)).
 * @param batch sequences
 */
export function stepOperations(model: Transformer, batch: number, recomputes: boolean): number {
  const { inLayers, logits } = forwardOperations(model, batch);
  return (recomputes ? 4 : 3) * inLayers + 3 * logits;
}

/** Days of training: 8TP/(nX) seconds (SC21, eq. 4), on n accelerators that each do X operations a second, all in all. */
export function trainingDays(parameters: number, tokens: number, accelerators: number, rate: number): number {
  return (8 * tokens * parameters) / (accelerators * rate) / 86_400;
}

/** How much longer than without it a pipeline takes: (p − 1)/m, and (p − 1)/(vm) where v chunks are interleaved (SC21, §2.2). */
export function bubble({ pipeline, chunks = 1 }: { readonly pipeline: number; readonly chunks?: number }, microBatches: number): number {
  return (pipeline - 1) / (chunks * microBatches);
}

/** How ranks share the work. */
export interface Degrees {
  /** t: each layer is cut in so many. */
  readonly tensor: number;
  /** p: stages of layers. */
  readonly pipeline: number;
  /** d: replicas, each with its part of the batch. */
  readonly data: number;
  /** e: replicas whose ranks share experts; divides d. */
  readonly expert: number;
}

/** Bytes of the activations of a micro-batch between two layers: b·s·h elements. A stage sends as many to the next. */
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

/** Bytes that a rank sends for tensor parallelism, a layer and micro-batch: 8bsh(t − 1)/t elements. */
export function tensorBytes(activations: number, tensor: number): number {
  return tensorReductions * ringBytes(activations, tensor);
}

/** Bytes that a rank sends to each rank that has other experts in one exchange, where tokens go to all alike: tokens·k·h/e elements. */
export function expertBytes(tokens: number, topK: number, hidden: number, element: number, expert: number): number {
  return (tokens * topK * hidden * element) / expert;
}

/**
 * Seconds that one exchange of experts takes at a rate, out and back: (bytes there + bytes back) · tokens · k · h / rate
 * (DeepSeek-V3, ISCA 2025, §2.3.2: FP8 there, BF16 back, eight routed experts and a shared one).
 * @param rate bytes a second
 */
export function exchangeSeconds(
  { tokens, experts, hidden, there, back }: Record<"tokens" | "experts" | "hidden" | "there" | "back", number>,
  rate: number,
): number {
  return ((there + back) * tokens * experts * hidden) / rate;
}
