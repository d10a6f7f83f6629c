/** Megatron-LM (SC21), Table 1 and Section 5: the sizes of ten models, the training time of two of them, and their pipeline bubbles. */
import { pipelineBubble, parameterCounts, trainingDays, type Transformer } from "../../core/workloads/training/model.ts";
import type { ScenarioDocument } from "../contract.ts";
import { exhibit, notesOf, paraphrasedStatements, series } from "../exhibit.ts";
import { withThousands, printedAs, withDecimals } from "../numbers.ts";
import { isWithinRange } from "../predicates.ts";
import { column, exactCell, joinTables } from "../rows.ts";
import { megatronModels, otherSentences } from "./printed.ts";

/** Parameters common to all models: vocabulary size, and tokens per sequence. */
const commonParams = { vocabulary: 51_200, sequence: 2048 } as const;
const modelOf = ({ layers, hidden }: Pick<Transformer, "layers" | "hidden">): Transformer => ({ ...commonParams, layers, hidden });
const parameterCountOf = (model: (typeof megatronModels)[number]) => parameterCounts(modelOf(model)).total;

/** Data-parallel replicas of a model, and micro-batches per pipeline. */
const replicasOf = ({ accelerators, tensor, pipeline }: (typeof megatronModels)[number]) => accelerators / (tensor * pipeline);
const microBatchesOf = (model: (typeof megatronModels)[number]) => model.batch / (replicasOf(model) * model.microBatch);
const bubblePercentOf = (model: (typeof megatronModels)[number], chunks: number = model.chunks) =>
  100 * pipelineBubble({ ...model, chunks }, microBatchesOf(model));

/** A training run: model, number of tokens, number of accelerators, and the measured rate of each accelerator in operations per second. */
interface TrainingRun {
  readonly label: string;
  readonly detail: string;
  readonly model: (typeof megatronModels)[number];
  readonly tokens: number;
  readonly accelerators: number;
  readonly rate: number;
  readonly published: string;
}
const [gpt3, trillion] = [megatronModels[6], megatronModels[9]] as const;
const trainingRuns: readonly TrainingRun[] = [
  {
    label: "175 billion",
    detail: "96 layers of 12,288 on 300 billion tokens, 1,024 accelerators at 140 Tflop/s",
    model: { ...gpt3, layers: 96, hidden: 12_288 },
    tokens: 300e9,
    accelerators: 1024,
    rate: 140e12,
    published: "34",
  },
  {
    label: "a trillion",
    detail: "on 450 billion tokens, 3,072 accelerators at 163 Tflop/s",
    model: trillion,
    tokens: 450e9,
    accelerators: 3072,
    rate: 163e12,
    published: "84",
  },
];
const daysOf = ({ tokens, accelerators, rate }: Omit<TrainingRun, "label" | "detail" | "published">, count: number) =>
  trainingDays(count, tokens, accelerators, rate);

/** The gradient allreduce between the replicas of a rank after each step: two bytes for each parameter of the rank. */
const gradientDocument: ScenarioDocument = {
  version: 2,
  title: `Gradients of ${gpt3.published} billion parameters`,
  topology: { kind: "rails", hosts: 192, accelerators: 8 },
  technology: { kind: "own-links", rate: "25 GB/s" },
  flowControl: "fluid",
  workload: {
    kind: "allreduce",
    ranks: replicasOf(gpt3),
    message: `${Math.round((2 * parameterCountOf(gpt3)) / (gpt3.tensor * gpt3.pipeline))} B`,
    mapping: "by-rail",
  },
};

const formula = "12 l h² (1 + 13 / (12 h) + (V + s) / (12 l h)), V = 51,200, s = 2,048";
const table = joinTables(
  column(
    series("parameters", "Parameters", "by layers and hidden size", "billion"),
    megatronModels.map((model) => ({
      label: `${model.published} billion`,
      detail: `${model.layers} layers of ${withThousands(model.hidden)}`,
      ...exactCell(formula, () => parameterCountOf(model) / 1e9, printedAs(model.published, Number(model.published), 1)),
    })),
  ),
  column(
    series("days", "Training", "by the rate that was measured there", "days"),
    trainingRuns.map(({ label, detail, published, ...training }) => ({
      label,
      detail,
      ...exactCell("8 T P / (n X)", () => daysOf(training, parameterCountOf(training.model)), printedAs(published, Number(published), 0)),
    })),
  ),
  column(series("unsaid", "What a round number gives", "", "days"), [
    {
      label: "a round trillion",
      detail: "of parameters, in place of the table’s 1,008 billion",
      formula: "8 T P / (n X), P = 10¹²",
      decimals: 1,
      value: () => daysOf(trainingRuns[1], 1e12),
    },
  ]),
  column(
    series("bubble", "Pipeline bubble", "of the time that the pipeline works, by the schedules that the authors’ script asks for", "%"),
    megatronModels
      .filter(({ pipeline }) => pipeline > 1)
      .map((model) => ({
        label: `${model.published} billion`,
        detail: `${model.pipeline} stages, ${model.chunks === 1 ? "" : `${model.chunks} chunks of layers on each, `}${microBatchesOf(model)} micro-batches in each of ${replicasOf(model)} pipelines`,
        formula: "(p − 1) / (v m), m = B t p / (n b)",
        decimals: 1,
        value: () => bubblePercentOf(model),
      })),
  ),
);

const statements = paraphrasedStatements(otherSentences["Megatron-LM"], [], {
  "three-months": {
    readAs: "between 80 and 100 days by the formula, at the rate that was measured there",
    check: () => isWithinRange(daysOf(trainingRuns[1], parameterCountOf(trillion)), [80, 100], "{}.", withDecimals(1, " days")),
  },
  interleaved: {
    readAs: "for all of the table’s pipelines, with two and with four chunks, by the formula",
    check() {
      const isReducedBy = (chunks: number) =>
        megatronModels.every((model) => Math.abs(bubblePercentOf(model, 1) - chunks * bubblePercentOf(model, chunks)) < 1e-9);
      return {
        holds: isReducedBy(2) && isReducedBy(4),
        because: `The bubble of a trillion parameters goes from ${bubblePercentOf(trillion, 1).toFixed(1)} to ${bubblePercentOf(trillion, 2).toFixed(1)} and ${bubblePercentOf(trillion, 4).toFixed(1)} %.`,
      };
    },
  },
});

export const megatronTable1 = exhibit("megatron", "Table 1", "Section 5.1", {
  title: "How large ten models are, and how long the largest trains",
  lede: ({ judged, differing, textOf }) =>
    `${judged.length - differing.length} of ${judged.length} numbers come out by formula. A trillion parameters take ${textOf("days a trillion", 1)} days, and a pipeline of 64 stages stands still for ${textOf("bubble 1008.0 billion", 1)} % of the time that it works.`,
  ...table,
  statements,
  tolerance: { relative: 0, why: "They follow from formulas: nothing but the printed digits will do." },
  notes: notesOf({
    "still open: Of what we could not read":
      "The numbers and the formulas are the paper’s. Its sentences we did not have at hand, so the two that are checked are in words of ours.",
    "still open: What it stands on":
      "Layers, hidden sizes, degrees, accelerators and batches are those of the script that the authors publish for this table, examples/sc21/run_table_1.sh in the repository of Megatron-LM. The parameters that come out confirm layers and hidden sizes. The 140 and 163 Tflop/s were measured there, and nothing here predicts them.",
    "still open: The bubble":
      "The table does not print it. The script says how many sequences b a micro-batch has, and for four models that layers are interleaved: v chunks of them on each stage.",
    "erratum in the source: A trillion":
      "The 84 days are those of the table’s 1,008 billion parameters. With the round trillion that the text speaks of they would be 83.2.",
    "our model: Closed forms": "Nothing is simulated here. A training step can be: workload training-step, on any network.",
  }),
  documents: [{ title: `Gradients of ${gpt3.published} billion parameters, on their rail`, document: gradientDocument }],
});
