/** Checks the questions of all steps of a lesson with the engine, while the author writes and before the lesson is shared. */
import { useEffect, useMemo, useState } from "react";
import { documentHash } from "../../../../core/scenario/document.ts";
import type { Lesson, LessonStep } from "../../../../lessons/lesson.ts";
import { questionProblem } from "../../../../lessons/step-key.ts";
import { editedLesson } from "../../../lesson/editor-actions.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { type DocumentQuestion, TruthRuns } from "../truth-runs.ts";

/** Time in ms without an edit after which the steps are checked, and minimum interval between two updates. */
const [debounceTime, updateInterval] = [700, 200];

/** What the engine says about the question of a step. */
export interface StepCheck {
  readonly is: "none" | "running" | "fine" | "problem";
  /** The problem as a sentence; empty for none. */
  readonly problem: string;
}

const noQuestion: StepCheck = { is: "none", problem: "" };

/** The key of a step's run: its document and question. */
const runKey = ({ document, question }: LessonStep) => `${documentHash(document)} ${JSON.stringify(question)}`;

/** Whether the engine computes the answer to a question. A curve is computed where it is drawn; words are not computed. */
const isComputed = ({ question }: LessonStep) => question !== null && question.is !== "free" && question.is !== "sketch";

/** The checks of all steps of the lesson in the editor, in their order. */
export function useLessonChecks(): readonly StepCheck[] {
  const { runs, store } = usePage();
  const lesson = useWorkbench((state) => state.mode.lesson?.lesson ?? null);
  const document = useWorkbench((state) => state.document.current);
  const [outcomes, setOutcomes] = useState<{ readonly of: (step: LessonStep) => ReturnType<TruthRuns["outcomeOf"]> } | null>(null);
  const checker = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const truthRuns: TruthRuns = new TruthRuns(runs.runners, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setOutcomes({ of: (step) => truthRuns.outcomeOf(runKey(step)) });
      }, updateInterval);
    });
    return { truthRuns, close: () => (clearTimeout(timer), truthRuns.close()) };
  }, [runs]);
  useEffect(() => () => checker.close(), [checker]);
  useEffect(() => {
    const timer = setTimeout(() => checker.truthRuns.request(questionsOf(editedLesson(store.getState()))), debounceTime);
    return () => clearTimeout(timer);
  }, [checker, store, lesson, document]);
  return useMemo(() => {
    if (lesson === null) return [];
    return editedLesson(store.getState()).steps.map((step) => checkOf(step, outcomes?.of(step) ?? null));
    // The document of the page is that of the current step.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lesson, document, outcomes, store]);
}

function questionsOf({ steps }: Lesson): ReadonlyMap<string, DocumentQuestion> {
  return new Map(
    steps.flatMap((step) =>
      step.question !== null && isComputed(step)
        ? [[runKey(step), { document: { ...step.document, claim: null }, question: step.question }] as const]
        : [],
    ),
  );
}

function checkOf(step: LessonStep, outcome: ReturnType<TruthRuns["outcomeOf"]>): StepCheck {
  if (step.question === null) return noQuestion;
  const truth = outcome === null || typeof outcome === "string" ? null : outcome.truth;
  const problem = typeof outcome === "string" ? `The engine has no answer: ${outcome}.` : questionProblem(step, truth);
  if (problem !== null) return { is: "problem", problem };
  return { is: isComputed(step) && truth === null ? "running" : "fine", problem: "" };
}
