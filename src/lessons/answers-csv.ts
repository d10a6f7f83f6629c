/** Answers as comma-separated values for other programs (RFC 4180). */
import { csvOf } from "../words/csv.ts";
import type { SubmittedAnswer } from "./answers.ts";
import type { AnswerCheck } from "./answer-check.ts";
import { deviceTokenOf } from "./answer-line.ts";

const header = ["line", "lesson", "step", "seed", "said", "result", "check", "runs again", "device"];

/**
 * Writes the answers of a class as a CSV table, one row for each: line number, lesson, step, seed, response, result of the run, check,
 * verdict of the check, and device token.
 * @param checkOf returns whether running the scenario again confirms an answer
 */
export function answersCsv(answers: readonly SubmittedAnswer[], checkOf: (answer: SubmittedAnswer) => AnswerCheck): string {
  const rows = answers.map((answer) => {
    const { lineIndex, line, response, result } = answer;
    // Numbers are written as they were read; texts that are no numbers, such as the letter of an option, as they are in the line.
    const writtenAs = (value: number, text: string) => (isNumber(text) ? String(value) : text);
    const answeredText = response !== null && "text" in response ? response.text : "";
    const responseText = response !== null && "number" in response ? writtenAs(response.number, line.response) : answeredText;
    const resultText = result === null ? "" : writtenAs(result, line.result);
    return [
      String(lineIndex + 1),
      line.lesson,
      String(line.step),
      String(line.seed),
      responseText,
      resultText,
      line.check,
      checkOf(answer).is,
      deviceTokenOf(line),
    ];
  });
  return csvOf([header, ...rows]);
}

const isNumber = (text: string) => /^-?[\d.,]/.test(text);
