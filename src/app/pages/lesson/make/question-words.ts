/** How the parts of a question are called where it is made. */
import { measureOf } from "../../../../lessons/measures.ts";
import type { Question } from "../../../../lessons/questions/index.ts";

/** What the student does, by the kind of question. */
export const studentDoes: Readonly<Record<Question["is"] | "none", string>> = {
  none: "only watches",
  value: "marks a value",
  channel: "taps a link",
  choice: "chooses one",
  goal: "has a goal",
  free: "answers in words",
};

/** Changes some of what a question says, as a file says it; why it cannot be so where it cannot. */
export type Reword = (by: Readonly<Record<string, unknown>>) => string | null;

/** The unit in which a number of a measure is typed. */
export function unitWords(of: string): string {
  const { unit } = measureOf(of);
  return unit === "load" ? ", phits/cycle" : unit === "time" ? ", cycles" : ", from 0 to 1";
}
