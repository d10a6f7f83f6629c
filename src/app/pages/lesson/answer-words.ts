/** What a step says once its answer may be seen: the lesson's own words with the engine's number in them, else the finding of the runs. */
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import type { Step } from "../../../lessons/lesson.ts";
import { measureOf } from "../../../lessons/measures.ts";
import type { Question, Truth } from "../../../lessons/questions/index.ts";
import type { FirstFull } from "../../../lessons/questions/channel.ts";
import { findingOfTraffic } from "../../../findings/traffic.ts";
import { formatCount, formatMeasure, formatPercent, formatRatio, sayPercent } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";
import type { Page } from "../../create-page.ts";

/** A number of a measure, as people read it. */
export function sayMeasured(units: Units, of: string, value: number): string {
  const { unit } = measureOf(of);
  return unit === "load" ? units.formatLoad(value) : unit === "time" ? units.sayTime(value) : formatPercent(value);
}

/** The same with its unit. */
export function sayMeasuredFull(units: Units, of: string, value: number): string {
  const { unit } = measureOf(of);
  return unit === "load" ? units.sayLoad(value) : unit === "time" ? units.sayTime(value) : sayPercent(value);
}

/** What is true, as it stands in a sentence: a number with its unit, or an answer's own words. */
export function sayTruth(units: Units, question: Question, truth: Truth): string {
  switch (question.is) {
    case "value":
      return sayMeasured(units, question.of, truth as number);
    case "choice":
      return question.options[truth as number]?.words ?? "";
    case "goal":
      return sayMeasured(units, question.of, (truth as { value: number }).value);
    case "channel": {
      const { channels, share } = truth as FirstFull;
      return share === null ? formatMeasure(channels.length) : formatRatio(1 / share);
    }
    case "free":
      return "";
  }
}

/** Where the true number comes from; empty where the lesson itself says what is right, and where nothing is. */
export function sayHowFound(units: Units, question: Question, document: Document): string {
  const scenario = variantsOf(document)["network" in question ? question.network : 0];
  if (question.is === "free" || scenario === undefined) return "";
  const of = question.is === "channel" ? "bound" : question.of;
  if (of === null) return "";
  if (measureOf(of).found === "computed") return "Computed from the ways of all packets, without a run.";
  const { run, seed, workload } = scenario;
  const end = run.warmUp + run.window;
  // A workload that ends is measured as a whole.
  if (!workloads.get(workload.kind).endless) return `Simulated to its end, with seed ${formatCount(seed)}.`;
  return `Simulated with seed ${formatCount(seed)}, measured ${units.sayStretch(run.warmUp, end, end)}.`;
}

/** A text of a step with the true number in the place kept for it; empty while that is not known. */
export function filled(text: string, units: Units, { question }: Step, truth: Truth | null): string {
  if (!text.includes("{truth}") || question === null) return text;
  return truth === null ? "" : text.replaceAll("{truth}", sayTruth(units, question, truth));
}

/** The sentence that takes the title's place; empty while it is not known. */
export function answerWords({ runs }: Page, units: Units, step: Step, truth: Truth | null): string {
  if (step.answer !== "") return filled(step.answer, units, step, truth);
  const { answer, analysis, isAnswerStale } = runs.first.snapshot();
  return answer === null || isAnswerStale ? "" : findingOfTraffic(units, answer.scenario, answer.results, analysis).answer;
}
