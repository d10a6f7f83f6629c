/** Megatron-LM (SC21), Table 1 and Section 5: the sizes of ten models, the training time of two of them, and their pipeline bubbles. */
import { pipelineBubble, parameterCounts, trainingDays, type Transformer } from "../../core/workloads/training/model.ts";
import type { ScenarioDocument } from "../contract.ts";
import { exhibit, notesOf, paraphrasedStatements, series } from "../exhibit.ts";
import { withThousands, printedAs, printedIn, withDecimals } from "../numbers.ts";
import { isWithinRange } from "../predicates.ts";
import { rowsOfOneSeries, exactNumber, joinTables } from "../rows.ts";
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
  rowsOfOneSeries(
    series("parameters", "Parameters", "by layers and hidden size", "billion"),
    megatronModels.map((model) => ({
      label: `${model.published} billion`,
      detail: `${model.layers} layers of ${withThousands(model.hidden)}`,
      ...exactNumber(formula, () => parameterCountOf(model) / 1e9, printedAs(model.published, Number(model.published), 1)),
    })),
  ),
  rowsOfOneSeries(
    series("days", "Training", "at the rate measured by the authors", "days"),
    trainingRuns.map(({ label, detail, published, ...training }) => ({
      label,
      detail,
      ...exactNumber(
        "8 T P / (n X)",
        () => daysOf(training, parameterCountOf(training.model)),
        printedIn("text", printedAs(published, Number(published), 0)),
      ),
    })),
  ),
  rowsOfOneSeries(series("unsaid", "With a round number of parameters", "", "days"), [
    {
      label: "a round trillion",
      detail: "parameters instead of the table’s 1,008 billion",
      formula: "8 T P / (n X), P = 10¹²",
      decimals: 1,
      value: () => daysOf(trainingRuns[1], 1e12),
    },
  ]),
  rowsOfOneSeries(
    series("bubble", "Pipeline bubble", "relative to the working time of the pipeline, with the schedules of the authors’ script", "%"),
    megatronModels
      .filter(({ pipeline }) => pipeline > 1)
      .map((model) => ({
        label: `${model.published} billion`,
        detail: `${model.pipeline} stages, ${model.chunks === 1 ? "" : `${model.chunks} chunks of layers per stage, `}${microBatchesOf(model)} micro-batches in each of ${replicasOf(model)} pipelines`,
        formula: "(p − 1) / (v m), m = B t p / (n b)",
        decimals: 1,
        value: () => bubblePercentOf(model),
      })),
  ),
);

const statements = paraphrasedStatements(otherSentences["Megatron-LM"], [], {
  "three-months": {
    interpretation: "between 80 and 100 days by the formula, at the rate measured by the authors",
    check: () =>
      isWithinRange(daysOf(trainingRuns[1], parameterCountOf(trillion)), [80, 100], "Training takes {}.", withDecimals(1, " days")),
  },
  interleaved: {
    interpretation: "for all pipelines of the table, with two and with four chunks, by the formula",
    check() {
      const isReducedBy = (chunks: number) =>
        megatronModels.every((model) => Math.abs(bubblePercentOf(model, 1) - chunks * bubblePercentOf(model, chunks)) < 1e-9);
      return {
        holds: isReducedBy(2) && isReducedBy(4),
        because: `The bubble of the model with a trillion parameters falls from ${bubblePercentOf(trillion, 1).toFixed(1)} to ${bubblePercentOf(trillion, 2).toFixed(1)} and ${bubblePercentOf(trillion, 4).toFixed(1)} %.`,
      };
    },
  },
});

export const megatronTable1 = exhibit("megatron", "Table 1", "Section 5.1", {
  title: "The size of ten models, and the training time of the largest",
  lede: ({ judgedLabels, differingLabels, textOf }) =>
    `${judgedLabels.length - differingLabels.length} of ${judgedLabels.length} numbers follow from the formulas. Training a trillion parameters takes ${textOf("days a trillion", 1)} days, and the idle time of a pipeline of 64 stages is ${textOf("bubble 1008.0 billion", 1)} % of its working time.`,
  ...table,
  statements,
  tolerance: { relative: 0, why: "The numbers follow from formulas, so only numbers equal in all printed digits agree." },
  notes: notesOf({
    "still open: Sources not available":
      "The numbers and formulas are those of the paper. Its text was not available to us, so the two checked sentences are our paraphrases.",
    "still open: Inputs":
      "Layers, hidden sizes, degrees, accelerators and batches are those of the script that the authors publish for this table, examples/sc21/run_table_1.sh in the repository of Megatron-LM. The resulting numbers of parameters confirm layers and hidden sizes. The 140 and 163 Tflop/s are the authors’ measurements; they are not predicted here.",
    "still open: The bubble":
      "The table does not print the bubble. The script specifies the number b of sequences per micro-batch and, for four models, interleaved layers: v chunks per stage.",
    "erratum in the source: A trillion":
      "The 84 days are for the table’s 1,008 billion parameters. For the round trillion of the text, the formula gives 83.2 days.",
    "our model: Closed forms":
      "Nothing is simulated on this page. To simulate a training step on any network, use the workload training-step.",
  }),
  documents: [{ title: `Gradients of ${gpt3.published} billion parameters, on their rail`, document: gradientDocument }],
});
