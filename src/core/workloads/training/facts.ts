/** Facts about a training step before the run. */
import { defined } from "../../base/defined.ts";
import type { Rates, WorkloadFact } from "../contract.ts";
import { bubble, stepOperations, parametersOf, parametersOfRank, tensorReductions } from "./model.ts";
import type { Step } from "./step.ts";
import { secondsOf } from "./time.ts";
import { trafficOf } from "./traffic.ts";

/** Facts that a form always shows. */
const heads: ReadonlySet<string> = new Set(["parameters", "data", "bubble", "step-seconds"]);

/** Values of the form on which the facts depend, besides the step. */
interface Given {
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
export function factsOfStep(step: Step, { batch, recompute, overlap, detail, rate }: Given, rates: Rates | null): readonly WorkloadFact[] {
  const { model, degrees, microBatches, chunks, layers, expertLayers, activations, reduction, exchange, gradientRing } = step;
  const { tensor, pipeline, data, expert } = degrees;
  const ranks = tensor * pipeline * data;
  const { all } = parametersOf(model);
  const operations = stepOperations(model, batch, recompute);
  const own = layers * chunks;
  const [reductions, exchanges] = [tensorReductions * own * microBatches, 4 * expertLayers * chunks * microBatches];
  const gradients = gradientRing.dense + gradientRing.experts;
  const share = bubble({ pipeline, chunks }, microBatches);
  const computing = rate === 0 ? 0 : (microBatches * own * (step.forward + step.backward)) / rate;
  const stepSeconds = rates === null ? null : secondsOf(step, { overlap, isByLayer: detail === "layer", rate }, rates);
  const fact = (id: string, title: string, unit: string, value: number | null, formula: string, term?: string): WorkloadFact => ({
    id,
    title,
    unit,
    formula,
    value,
    ...(heads.has(id) ? { isHead: true } : {}),
    ...defined({ term }),
  });
  return [
    fact("parameters", "Parameters", "", all, "P = 12lh²(1 + 13/(12h) + (V + s)/(12lh)); of experts all"),
    fact("rank-parameters", "Parameters of a rank", "", parametersOfRank(model, degrees), "P/(t·p); those of experts also by e"),
    fact("data", "Data-parallel replicas", "", data, "d = ranks/(t·p)", "data parallel"),
    fact("micro-batches", "Micro-batches", "", microBatches, "m = B/(d·b)", "micro-batch"),
    fact(
      "operations",
      "Operations of a step",
      "FLOP",
      operations,
      recompute ? "96Bslh²(1 + s/(6h) + V/(16lh)); of experts k a token" : "72Bslh²(1 + s/(6h) + V/(12lh)); of experts k a token",
    ),
    fact("rank-operations", "Operations of a rank", "FLOP", operations / ranks, "operations of a step / ranks"),
    fact(
      "bubble",
      "Bubble",
      "",
      share,
      chunks > 1 ? "(p − 1)/(v·m), as a part of the rest" : "(p − 1)/m, as a part of the rest",
      "pipeline bubble",
    ),
    fact(
      "pipeline-bytes",
      "Activations to the next stage",
      "B",
      pipeline === 1 ? 0 : activations,
      "b·s·h elements a micro-batch, and as many back",
      "pipeline parallel",
    ),
    fact(
      "pipeline-messages",
      "Such messages of a step",
      "",
      trafficOf(step, { detail: "pass", overlap }).pipeline.messages,
      "2(p·v − 1)·m·d·t",
    ),
    fact(
      "tensor-bytes",
      "Tensor-parallel bytes of a layer",
      "B",
      tensorReductions * reduction,
      "8b·s·h(t − 1)/t elements a rank and micro-batch",
      "tensor parallel",
    ),
    fact("tensor-reductions", "Tensor-parallel allreduces of a rank", "", tensor === 1 ? 0 : reductions, "4 a layer and micro-batch"),
    fact(
      "expert-bytes",
      "Expert-parallel bytes of an exchange",
      "B",
      (expert - 1) * exchange,
      "b·s/t·k·h(e − 1)/e elements a rank",
      "expert parallel",
    ),
    fact(
      "expert-exchanges",
      "Exchanges of a rank",
      "",
      expert === 1 ? 0 : exchanges,
      "4 a layer with experts and micro-batch: there and back, forward and backward",
    ),
    fact(
      "gradient-bytes",
      "Data-parallel bytes of a rank",
      "B",
      gradients,
      "2(d − 1)/d of its parameters; of those of experts d/e in place of d",
      "data parallel",
    ),
    fact("compute-seconds", "Computing of a rank", "s", rate === 0 ? null : computing, "its operations / rate"),
    fact(
      "least-seconds",
      "Least time of a step",
      "s",
      rate === 0 ? null : computing * (1 + share),
      "computing · (1 + bubble): no network makes it shorter",
      "pipeline bubble",
    ),
    fact(
      "step-seconds",
      "Step time, estimated",
      "s",
      stepSeconds,
      "longest chain of passes, sums, exchanges, activations and gradients; a rank sends one message at a time, alone on its link (messages that meet take longer); tensor-parallel ones that fit a host within it",
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
