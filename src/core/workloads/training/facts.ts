/** Facts about a training step before the run. */
import { withoutUndefined } from "../../base/defined.ts";
import type { SendRates, WorkloadFact } from "../contract.ts";
import { pipelineBubble, stepOperations, parameterCounts, parametersPerRank, tensorReductions } from "./model.ts";
import type { StepCosts } from "./step-costs.ts";
import { estimateStepSeconds } from "./estimate-time.ts";
import { stepTraffic } from "./traffic.ts";

/** Facts that a form always shows. */
const keyFacts: ReadonlySet<string> = new Set(["parameters", "data", "bubble", "step-seconds"]);

/** Parameter values on which the facts depend, in addition to the costs of the step. */
interface FactInputs {
  readonly batch: number;
  readonly recompute: boolean;
  readonly overlap: boolean;
  readonly detail: "pass" | "layer";
  /** Operations per second of a rank; 0 if computing takes no time. */
  readonly rate: number;
}

/**
 * The facts of a step.
 * @param rates null if a cycle has no length
 */
export function factsOfStep(
  step: StepCosts,
  { batch, recompute, overlap, detail, rate }: FactInputs,
  rates: SendRates | null,
): readonly WorkloadFact[] {
  const { model, degrees, microBatches, chunks, layers, expertLayers, activations, allreduceBytes, exchangeBytes, gradientRingBytes } =
    step;
  const { tensor, pipeline, data, expert } = degrees;
  const ranks = tensor * pipeline * data;
  const { total: totalParameters } = parameterCounts(model);
  const operations = stepOperations(model, batch, recompute);
  const ownLayers = layers * chunks;
  const [reductions, exchanges] = [tensorReductions * ownLayers * microBatches, 4 * expertLayers * chunks * microBatches];
  const gradients = gradientRingBytes.dense + gradientRingBytes.experts;
  const bubbleFraction = pipelineBubble({ pipeline, chunks }, microBatches);
  const computeSeconds = rate === 0 ? 0 : (microBatches * ownLayers * (step.forward + step.backward)) / rate;
  const stepSeconds = rates === null ? null : estimateStepSeconds(step, { overlap, isByLayer: detail === "layer", rate }, rates);
  const fact = (id: string, title: string, unit: string, value: number | null, formula: string, term?: string): WorkloadFact => ({
    id,
    title,
    unit,
    formula,
    value,
    ...(keyFacts.has(id) ? { isHead: true } : {}),
    ...withoutUndefined({ term }),
  });
  return [
    fact("parameters", "Parameters", "", totalParameters, "P = 12lh²(1 + 13/(12h) + (V + s)/(12lh)); with all experts"),
    fact(
      "rank-parameters",
      "Parameters of a rank",
      "",
      parametersPerRank(model, degrees),
      "P/(t·p); parameters of experts also divided by e",
    ),
    fact("data", "Data-parallel replicas", "", data, "d = ranks/(t·p)", "data parallel"),
    fact("micro-batches", "Micro-batches", "", microBatches, "m = B/(d·b)", "micro-batch"),
    fact(
      "operations",
      "Operations of a step",
      "FLOP",
      operations,
      recompute ? "96Bslh²(1 + s/(6h) + V/(16lh)); with k experts per token" : "72Bslh²(1 + s/(6h) + V/(12lh)); with k experts per token",
    ),
    fact("rank-operations", "Operations of a rank", "FLOP", operations / ranks, "operations of a step / ranks"),
    fact(
      "bubble",
      "Bubble",
      "",
      bubbleFraction,
      chunks > 1 ? "(p − 1)/(v·m), relative to the computing time" : "(p − 1)/m, relative to the computing time",
      "pipeline bubble",
    ),
    fact(
      "pipeline-bytes",
      "Activations to the next stage",
      "B",
      pipeline === 1 ? 0 : activations,
      "b·s·h elements per micro-batch, and the same number back",
      "pipeline parallel",
    ),
    fact(
      "pipeline-messages",
      "Activation messages of a step",
      "",
      stepTraffic(step, { detail: "pass", overlap }).pipeline.messages,
      "2(p·v − 1)·m·d·t",
    ),
    fact(
      "tensor-bytes",
      "Tensor-parallel bytes of a layer",
      "B",
      tensorReductions * allreduceBytes,
      "8b·s·h(t − 1)/t elements per rank and micro-batch",
      "tensor parallel",
    ),
    fact("tensor-reductions", "Tensor-parallel allreduces of a rank", "", tensor === 1 ? 0 : reductions, "4 per layer and micro-batch"),
    fact(
      "expert-bytes",
      "Expert-parallel bytes of an exchange",
      "B",
      (expert - 1) * exchangeBytes,
      "b·s/t·k·h(e − 1)/e elements a rank",
      "expert parallel",
    ),
    fact(
      "expert-exchanges",
      "Exchanges of a rank",
      "",
      expert === 1 ? 0 : exchanges,
      "4 per layer with experts and micro-batch: to the experts and back, in the forward and the backward pass",
    ),
    fact(
      "gradient-bytes",
      "Data-parallel bytes of a rank",
      "B",
      gradients,
      "2(d − 1)/d of its parameters; for parameters of experts, d/e instead of d",
      "data parallel",
    ),
    fact("compute-seconds", "Computing of a rank", "s", rate === 0 ? null : computeSeconds, "operations of a rank / rate"),
    fact(
      "least-seconds",
      "Lower bound of the step time",
      "s",
      rate === 0 ? null : computeSeconds * (1 + bubbleFraction),
      "computing · (1 + bubble): even an ideal network cannot make it shorter",
      "pipeline bubble",
    ),
    fact(
      "step-seconds",
      "Step time, estimated",
      "s",
      stepSeconds,
      "critical path of passes, sums, exchanges, activations and gradients. A rank sends one message at a time without contention (contention takes longer); tensor-parallel messages stay inside a host if they fit",
    ),
    fact(
      "tokens-per-second",
      "Tokens per second, estimated",
      "1/s",
      stepSeconds === null || stepSeconds === 0 ? null : (batch * model.sequence) / stepSeconds,
      "B·s / time of a step",
    ),
  ];
}
