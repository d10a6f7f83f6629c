/** Checks the answers of a class by running them again. The runs start after the text has been left unchanged for a moment. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import { type AnswerCheck, checkEarlyAnswer } from "../../../../lessons/answer-check.ts";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import type { TaskProgress } from "../../../runs/batch.ts";
import { usePage } from "../../../hooks.ts";
import { AnswerChecker } from "./answer-checker.ts";

/** Debounce time after an edit, and minimum interval between two updates, in ms. */
const [debounceTime, updateInterval] = [500, 200];

/** A snapshot of the checks. Every update makes a new object. */
export interface AnswerChecks {
  readonly checkOf: (answer: SubmittedAnswer) => AnswerCheck;
  /** The result of an answer's run, which its line gives, or, if it was handed in before the run, the run here. Null if unknown. */
  readonly resultOf: (answer: SubmittedAnswer) => number | null;
  /** The progress of the runs; null if nothing is running. */
  readonly progress: TaskProgress | null;
  /** Whether some answers could not be checked because a worker was lost. */
  readonly hasLostRuns: boolean;
  /** Runs these answers again. */
  readonly retry: () => void;
}

/**
 * Repeats the runs of all answers to a step, and tells for each answer whether the new run gives the same result. The runs start shortly
 * after the last edit of the answers.
 */
export function useAnswerChecks(step: LessonStep, answers: readonly SubmittedAnswer[]): AnswerChecks {
  const { runs } = usePage();
  const [checks, setChecks] = useState<AnswerChecks | null>(null);
  const checkerRef = useRef<AnswerChecker | null>(null);
  const latestAnswers = useRef(answers);
  const { question } = step;
  useEffect(() => {
    if (question === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Many runs may end at the same time, so the component is rendered again at most once per `updateInterval` ms.
    const checker = new AnswerChecker(runs.runners, step, question, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const retry = () => checker.check(latestAnswers.current);
        const { progress, hasLostRuns } = checker;
        // New functions, so that everything derived from them is computed again.
        const checkOf: AnswerChecks["checkOf"] = (answer) => checker.checkOf(answer);
        setChecks({ checkOf, resultOf: (answer) => checker.resultOf(answer), progress, hasLostRuns, retry });
      }, updateInterval);
    });
    checkerRef.current = checker;
    return () => {
      checker.close();
      clearTimeout(timer);
    };
  }, [runs, step, question]);
  useEffect(() => {
    latestAnswers.current = answers;
    const timer = setTimeout(() => checkerRef.current?.check(answers), debounceTime);
    return () => clearTimeout(timer);
  }, [answers]);
  return useMemo(() => {
    // Answers from before the run can be checked without a run.
    const checkOf = (answer: SubmittedAnswer): AnswerCheck =>
      (question === null ? null : checkEarlyAnswer(answer, question)) ?? noChecks.checkOf(answer);
    return checks ?? { ...noChecks, checkOf };
  }, [checks, question]);
}

const noChecks: AnswerChecks = {
  checkOf: () => ({ is: "not yet" }),
  resultOf: ({ result }) => result,
  progress: null,
  hasLostRuns: false,
  retry: () => undefined,
};
