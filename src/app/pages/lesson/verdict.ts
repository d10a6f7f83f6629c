/** A sentence that compares an answer with the truth. The sentence judges the answer, not the student. */
import type { Document } from "../../../core/scenario/document.ts";
import { lessonMeasureOf } from "../../../lessons/measures.ts";
import type { MostLoadedChannels } from "../../../lessons/questions/channel.ts";
import type { StudentResponse } from "../../../lessons/questions/contract.ts";
import { deviationOfSketch, sketchLength, type SketchTruth, valueAtPosition } from "../../../lessons/questions/sketch.ts";
import { questionKindOf, type Question, type Truth } from "../../../lessons/questions/index.ts";
import { sayPercent } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";
import { formatMeasured, sayTruth } from "./answer-text.ts";
import { sketchWords } from "./sketch-plot.ts";

/**
 * The sentence that grades a student's response against the true answer, such as "You said 0.62: too high." Empty for goals and free text,
 * and for a curve that is not completely simulated.
 * @param document the document of the step
 */
export function verdictSentence(units: Units, document: Document, question: Question, response: StudentResponse, truth: Truth): string {
  const grade = questionKindOf(question).grade(question, response, truth);
  switch (question.is) {
    case "value": {
      if (!("number" in response)) return "";
      const difference = response.number - (truth as number);
      const { unit } = lessonMeasureOf(question.of);
      // In a sentence, a share is written with a percent sign.
      const formatValue = (value: number) => (unit === "share" ? sayPercent(value) : formatMeasured(units, question.of, value));
      const responseText = formatValue(response.number);
      if (grade === "right") {
        const isSame = responseText === formatValue(truth as number);
        return isSame ? `You said ${responseText}: correct.` : `You said ${responseText}: near enough.`;
      }
      const differenceText = unit === "share" ? "" : `${formatValue(Math.abs(difference))} `;
      return `You said ${responseText}: ${differenceText}too ${difference > 0 ? "high" : "low"}.`;
    }
    case "channel": {
      const count = (truth as MostLoadedChannels).channels.length;
      if (grade === "right")
        return count === 1 ? "Correct: this channel is full first." : `Correct: this is one of the ${count} channels that are full first.`;
      if (grade === "close") return "The link is correct, but its other direction is full first.";
      return count === 1 ? "Another channel is full first." : `${count} other channels are full first.`;
    }
    case "choice": {
      if (grade === "right") return "Correct.";
      const responseText = "number" in response ? (question.options[response.number]?.words ?? "") : "";
      return `You said “${responseText}”; the answer is “${sayTruth(units, question, truth)}”.`;
    }
    case "sketch": {
      const sketchTruth = truth as SketchTruth;
      if (!("sketch" in response) || !sketchTruth.isComplete) return "";
      if (grade === "right") return "You drew the curve that the simulation gives, or nearly so.";
      const words = sketchWords(question, document, units);
      const deviation = deviationOfSketch(question, response.sketch, sketchTruth);
      if (words === null || deviation === null) return "";
      const { worstIndex, truth: heights } = deviation;
      const place = words.sayPlace(valueAtPosition(words.axis, worstIndex / (sketchLength - 1)));
      const [drawn, computed] = [response.sketch[worstIndex]!, heights[worstIndex]!].map(words.sayHeight);
      return `${grade === "close" ? "Close. " : ""}At ${place} you drew ${drawn}; it is ${computed}.`;
    }
    case "goal":
    case "free":
      return "";
  }
}
