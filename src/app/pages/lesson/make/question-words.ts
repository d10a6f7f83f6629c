/** Words for questions in the lesson editor. */
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import type { Question } from "../../../../lessons/questions/index.ts";

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
