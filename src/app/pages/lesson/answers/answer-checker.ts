/** Runs the seeds of a class again in the background, and compares every line with the result on this machine. */
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import {
  checkAnswer,
  type AnswerCheck,
  checkEarlyAnswer,
  documentOfAnswer,
  rerunKey,
  resultOfAnswer,
} from "../../../../lessons/answer-check.ts";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import type { Workers } from "../../../../worker/client.ts";
import type { TaskProgress } from "../../../runs/batch.ts";
import { type DocumentQuestion, TruthRuns } from "../truth-runs.ts";

/** Checks the answers to one question. Answers with the same seed and changes share their runs. */
export class AnswerChecker {
  private readonly runs: TruthRuns;

  /** @param onUpdate Called whenever more results are known. */
  constructor(
    workers: Workers,
    private readonly step: LessonStep,
    private readonly question: Question,
    onUpdate: () => void,
  ) {
    this.runs = new TruthRuns(workers, onUpdate);
  }

  /**
   * Repeats the runs of these answers, to compare each student's result with ours. Answers with the same seed and the same changes of the
   * document share a run, by their `rerunKey`.
   */
  check(answers: readonly SubmittedAnswer[]): void {
    const questions = new Map<string, DocumentQuestion>();
    for (const answer of answers) {
      const document = documentOfAnswer(this.step, answer);
      if (document !== null) questions.set(rerunKey(answer, this.question), { document, question: this.question });
    }
    this.runs.request(questions);
  }

  /** Whether some answers could not be checked because a worker was lost. The next {@link check} runs them again. */
  get hasLostRuns(): boolean {
    return this.runs.hasLostRuns;
  }

  /** The progress of the runs; null if there is nothing to run. */
  get progress(): TaskProgress | null {
    return this.runs.progress;
  }

  /** The result of checking an answer. */
  readonly checkOf = (answer: SubmittedAnswer): AnswerCheck => {
    const earlyCheck = checkEarlyAnswer(answer, this.question);
    if (earlyCheck !== null) return earlyCheck;
    const outcome = this.runs.outcomeOf(rerunKey(answer, this.question));
    if (outcome === null && documentOfAnswer(this.step, answer) === null) {
      return { is: "open", why: "cannot be run again: the line does not say what the student changed" };
    }
    if (outcome === null) return { is: "not yet" };
    return typeof outcome === "string"
      ? { is: "open", why: `cannot be run again: ${outcome}` }
      : checkAnswer(answer, this.question, outcome);
  };

  /** The result of an answer's run; null if it is not known. An answer that was handed in before the run has the result found here. */
  readonly resultOf = (answer: SubmittedAnswer): number | null => {
    const outcome = this.runs.outcomeOf(rerunKey(answer, this.question));
    return resultOfAnswer(answer, this.question, outcome === null || typeof outcome === "string" ? null : outcome.truth);
  };

  close(): void {
    this.runs.close();
  }
}
