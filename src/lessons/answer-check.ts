/** Checks submitted answers: runs their scenario again with the same seed and compares the results. */
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { paramAtPath, withValueAtPath } from "../core/scenario/param-path.ts";
import type { SubmittedAnswer } from "./answers.ts";
import { absentPart, lineCheckOf } from "./answer-line.ts";
import { questionKindOf, type Question, type Truth } from "./questions/index.ts";
import type { LessonStep } from "./lesson.ts";

/** The result of the check; `before` if the answer was handed in before the run, so that there is no result to compare. */
export type AnswerCheck =
  | { readonly is: "not yet" | "same" | "before" }
  /** `why` completes a sentence that begins with “Line 3”. */
  | { readonly is: "differs" | "open"; readonly why: string };

/** The results of running the scenarios of an answer again. */
export interface Rerun {
  readonly truth: Truth;
  /**
   * Fingerprints of the step's scenarios. The check of a line is computed from the fingerprint of the scenario that the student had open.
   */
  readonly fingerprints: readonly string[];
}

/** The document that the student ran. Null if the line does not determine it, because a goal may be reached by any change. */
export function documentOfAnswer(
  { document, question }: Pick<LessonStep, "document" | "question">,
  { line, response }: SubmittedAnswer,
): Document | null {
  const seeded: Document = { ...document, seed: line.seed, claim: null };
  // A sketch is compared with one curve for the whole class, whatever the seeds.
  if (question?.is === "sketch") return null;
  if (question === null || question.is !== "goal") return seeded;
  const { least: minimizedPath, network } = question;
  if (minimizedPath === null || network !== 0 || response === null || !("number" in response)) return null;
  const param = paramAtPath(variantsOf(seeded)[0], minimizedPath);
  const isAllowed =
    param?.type === "integer" && Number.isInteger(response.number) && response.number >= param.min && response.number <= param.max;
  return isAllowed ? withValueAtPath(seeded, minimizedPath, response.number) : null;
}

/** Answers with the same key belong to the same runs, so they are checked together. */
export function rerunKey({ line }: SubmittedAnswer, question: Question): string {
  return question.is === "goal" ? `${line.seed} ${line.response}` : String(line.seed);
}

/** The remark about a line whose check does not fit its parts. */
const editedCheck: AnswerCheck = { is: "differs", why: "was edited: its checksum does not match" };

/**
 * Checks an answer that was handed in before the run: its check depends on nothing but the line. Null if the line is that of a run: it has a
 * result, or answers in words, which have none.
 */
export function checkEarlyAnswer({ line }: SubmittedAnswer, question: Question): AnswerCheck | null {
  if (line.result !== absentPart) return null;
  if (lineCheckOf(line, "") === line.check) return { is: "before" };
  return question.is === "free" ? null : editedCheck;
}

/** Compares an answer with the results of its runs here. */
export function checkAnswer(answer: SubmittedAnswer, question: Question, { truth, fingerprints }: Rerun): AnswerCheck {
  const earlyCheck = checkEarlyAnswer(answer, question);
  if (earlyCheck !== null) return earlyCheck;
  const { line } = answer;
  const expected = questionKindOf(question).writeTruth(question, truth);
  if (expected !== line.result) {
    return {
      is: "differs",
      why: `is not reproduced: it has ${line.result.slice(0, 20)}, but seed ${line.seed} gives ${expected} here`,
    };
  }
  if (fingerprints.some((fingerprint) => lineCheckOf(line, fingerprint) === line.check)) return { is: "same" };
  return editedCheck;
}

/**
 * The result of an answer's run: as its line says, or, if it was handed in before the run, as the run gives it here. Null if neither is
 * known. If several channels are full first, the result is the one that the student tapped.
 */
export function resultOfAnswer({ line, response, result }: SubmittedAnswer, question: Question, truth: Truth | null): number | null {
  if (truth === null) return result;
  const kind = questionKindOf(question);
  if (question.is === "channel" && response !== null && "number" in response && kind.grade(question, response, truth) === "right")
    return response.number;
  if (line.result !== absentPart) return result;
  const written = kind.readResponse(question, kind.writeTruth(question, truth));
  return written !== null && "number" in written ? written.number : null;
}
