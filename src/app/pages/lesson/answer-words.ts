/** What a step says once its answer may be seen: the lesson's own words with the engine's number in them, else the finding of the runs. */
import type { Step } from "../../../lessons/lesson.ts";
import { measureOf } from "../../../lessons/measures.ts";
import type { Question, Truth } from "../../../lessons/questions/index.ts";
import type { FirstFull } from "../../../lessons/questions/channel.ts";
import { findingOfTraffic } from "../../../findings/traffic.ts";
import { formatMeasure, formatPercent, formatRatio } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";
import type { Page } from "../../create-page.ts";

/** A number of a measure, as people read it. */
export function sayMeasured(units: Units, of: string, value: number): string {
  const { unit } = measureOf(of);
  return unit === "load" ? units.formatLoad(value) : unit === "time" ? units.sayTime(value) : formatPercent(value);
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
