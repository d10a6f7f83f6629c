/** Words for questions in the lesson editor. */
import type { Document } from "../../../../core/scenario/document.ts";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import { documentSentence, segmentsAsText } from "../../../../words/sentence.ts";
import { sentenceWords } from "./locks.ts";

/** What the student does, by kind of question. */
export const studentTask: Readonly<Record<Question["is"] | "none", string>> = {
  none: "only watches",
  value: "marks a value",
  channel: "taps a link",
  choice: "chooses one",
  sketch: "draws a curve",
  goal: "has a goal",
  free: "answers in words",
};

/** Changes fields of the question, given as in a lesson file. Returns the reason if the result is not a valid question, otherwise null. */
export type ChangeQuestion = (changes: Readonly<Record<string, unknown>>) => string | null;

/** The unit in which the value of a measure is typed, to append to a label. */
export function unitSuffix(measure: string): string {
  const { unit } = lessonMeasureOf(measure);
  return unit === "load" ? ", phits/cycle" : unit === "time" ? ", cycles" : ", from 0 to 1";
}

/** Maximum number of words that tell a step from the one before. */
const maxDifferences = 3;

/** The words of a document's sentence that are not in that of another one, such as `load 0.45, transpose`; empty if there is no other. */
export function differingWords(document: Document, previous: Document | null): string {
  if (previous === null) return "";
  const wordsOf = (each: Document) =>
    sentenceWords(documentSentence(each)).map((word) => {
      const text = segmentsAsText([word]);
      // A bare number needs its name.
      return word.type === "number" && /^[\d.,\s]+$/.test(text) ? `${(word.symbol || word.param.title).toLowerCase()} ${text}` : text;
    });
  const words = wordsOf(document);
  const known = new Set(wordsOf(previous));
  const differing = words.filter((each) => !known.has(each));
  if (differing.length === 0) return "the same network";
  const listed = differing.slice(0, maxDifferences).join(", ");
  return differing.length > maxDifferences ? `${listed}, …` : listed;
}
