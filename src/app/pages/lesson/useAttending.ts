/** React hooks with which the components of a lesson read its session and the true answer. */
import { useMemo } from "react";
import type { LessonSession } from "../../state/lesson-session.ts";
import type { Found } from "../../../lessons/measures.ts";
import { kindOf, type Truth } from "../../../lessons/questions/index.ts";
import { reachedAt, stepAt } from "../../state/lesson-session.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/**
 * The lesson session of the page.
 * @throws Error if no lesson is open; components that use it are rendered only during a lesson.
 */
export function useAttending(): LessonSession {
  const attending = useWorkbench((state) => state.mode.lesson);
  if (attending === null) throw new Error("a part of a lesson is drawn without one");
  return attending;
}

/** The results and analyses that the page has for the step's scenarios, including those that are still hidden from the student. */
export function foundOn({ store, runs }: Page): Found {
  const states = runs.all.map((each) => each.snapshot());
  return {
    document: store.getState().document.current,
    results: states.map(({ answer, isAnswerStale }) => (isAnswerStale ? null : (answer?.results ?? null))),
    analyses: states.map(({ analysis, isCurveStale }) => (isCurveStale && analysis === null ? null : analysis)),
  };
}

/** The true answer to the current question; null while it is not known. The object stays the same until its content changes. */
export function useTruth(): Truth | null {
  const { question } = stepAt(useAttending());
  // Compared as JSON, because it is computed again after every update of any network of the step.
  const text = useComputed((page) => (question === null ? "null" : JSON.stringify(kindOf(question).truth(question, foundOn(page)))));
  return useMemo(() => JSON.parse(text) as Truth | null, [text]);
}

/**
 * The answer that the step reveals: the truth, or for a goal that was reached, the value that reached it, even if the student tries other
 * values later.
 */
export function useTold(): Truth | null {
  const attending = useAttending();
  const truth = useTruth();
  return stepAt(attending).question?.is === "goal" ? (reachedAt(attending) ?? truth) : truth;
}
