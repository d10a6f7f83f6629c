/** Answers as comma-separated values for other programs (RFC 4180). */
import { csvOf } from "../words/csv.ts";
import type { Answer } from "./answers.ts";
import type { Checked } from "./answers-checked.ts";
import { deviceIn } from "./line.ts";

const header = ["line", "lesson", "step", "seed", "said", "result", "check", "runs again", "device"];

/**
 * One row per answer.
 * @param checkOf returns the check of an answer
 */
export function answersCsv(answers: readonly Answer[], checkedOf: (answer: Answer) => Checked): string {
  const rows = answers.map((answer) => {
    const { at, line, said, result } = answer;
    const own = said === null ? "" : "text" in said ? said.text : String(isNumber(line.said) ? said.number : line.said);
    const came = result === null ? "" : isNumber(line.result) ? String(result) : line.result;
    return [String(at + 1), line.lesson, String(line.step), String(line.seed), own, came, line.check, checkedOf(answer).is, deviceIn(line)];
  });
  return csvOf([header, ...rows]);
}

const isNumber = (text: string) => /^-?[\d.,]/.test(text);
