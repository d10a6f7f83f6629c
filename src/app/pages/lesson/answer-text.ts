/**
 * The sentences of a step after its answer is revealed: the lesson's own words with the computed number filled in, or the finding of the
 * runs.
 */
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import type { LessonStep } from "../../../lessons/lesson.ts";
import { lessonMeasureOf } from "../../../lessons/measures.ts";
import type { Question, Truth } from "../../../lessons/questions/index.ts";
import type { MostLoadedChannels } from "../../../lessons/questions/channel.ts";
import { findingOfScenario } from "../../../findings/scenario.ts";
import { formatCount, formatMeasure, formatPercent, formatRatio, sayPercent } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";
import type { Page } from "../../create-page.ts";

/** Writes the value of a measure without its unit. */
export function formatMeasured(units: Units, measure: string, value: number): string {
  const { unit } = lessonMeasureOf(measure);
  return unit === "load" ? units.formatLoad(value) : unit === "time" ? units.sayTime(value) : formatPercent(value);
}

/** Writes the value of a measure with its unit. */
export function formatMeasuredWithUnit(units: Units, measure: string, value: number): string {
  const { unit } = lessonMeasureOf(measure);
  return unit === "load" ? units.sayLoad(value) : unit === "time" ? units.sayTime(value) : sayPercent(value);
}

/** Writes the true answer as part of a sentence: a number with its unit, or the words of an option. */
export function sayTruth(units: Units, question: Question, truth: Truth): string {
  switch (question.is) {
    case "value":
      return formatMeasured(units, question.of, truth as number);
    case "choice":
      return question.options[truth as number]?.words ?? "";
    case "goal":
      return formatMeasured(units, question.of, (truth as { value: number }).value);
    case "channel": {
      const { channels, share } = truth as MostLoadedChannels;
      return share === null ? formatMeasure(channels.length) : formatRatio(1 / share);
    }
    case "sketch":
    case "free":
      return "";
  }
}

/** Says how the true number was found. Empty if the lesson itself gives the answer, or if the question is free text. */
export function sayOrigin(units: Units, question: Question, document: Document): string {
  const scenario = variantsOf(document)["network" in question ? question.network : 0];
  if (question.is === "free" || scenario === undefined) return "";
  const measure = question.is === "channel" ? "bound" : question.of;
  if (measure === null) return "";
  if (lessonMeasureOf(measure).origin === "computed") return "Computed from the paths of all packets, without a run.";
  const { run, seed, workload } = scenario;
  const end = run.warmUp + run.window;
  // A finite workload is measured from its start to its end.
  if (!workloads.get(workload.kind).isEndless) return `Simulated to its end, with seed ${formatCount(seed)}.`;
  return `Simulated with seed ${formatCount(seed)}, measured ${units.sayStretch(run.warmUp, end, end)}.`;
}

/** Replaces `{truth}` in a text of a step by the true answer. Empty while the answer is not known. */
export function fillTruth(text: string, units: Units, { question }: LessonStep, truth: Truth | null): string {
  if (!text.includes("{truth}") || question === null) return text;
  return truth === null ? "" : text.replaceAll("{truth}", sayTruth(units, question, truth));
}

/** The sentence that replaces the step's title; empty while the runs have no answer. */
export function answerSentence({ runs }: Page, units: Units, step: LessonStep, truth: Truth | null): string {
  if (step.answer !== "") return fillTruth(step.answer, units, step, truth);
  const { answer, analysis, isAnswerStale } = runs.first.snapshot();
  return answer === null || isAnswerStale ? "" : findingOfScenario(units, answer.scenario, answer.results, analysis).answer;
}
