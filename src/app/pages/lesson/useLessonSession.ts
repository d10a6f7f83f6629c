/** React hooks with which the components of a lesson read its session and the true answer. */
import { useMemo } from "react";
import type { LessonSession } from "../../state/lesson-session.ts";
import type { AvailableResults } from "../../../lessons/measures.ts";
import type { Curve } from "../../../core/measures/curve.ts";
import { questionKindOf, type Truth } from "../../../lessons/questions/index.ts";
import { successfulAttempt, currentStepOf } from "../../state/lesson-session.ts";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/**
 * The lesson session of the page.
 * @throws Error if no lesson is open; components that use it are rendered only during a lesson.
 */
export function useLessonSession(): LessonSession {
  const session = useWorkbench((state) => state.mode.lesson);
  if (session === null) throw new Error("a part of a lesson is drawn without one");
  return session;
}

/** The results and analyses that the page has for the step's scenarios, including those that are still hidden from the student. */
export function availableResults({ store, runs }: Page): AvailableResults {
  const states = runs.all.map((each) => each.snapshot());
  return {
    document: store.getState().document.current,
    results: states.map(({ answer, isAnswerStale }) => (isAnswerStale ? null : (answer?.results ?? null))),
    analyses: states.map(({ analysis, isCurveStale }) => (isCurveStale && analysis === null ? null : analysis)),
    curves: states.map(({ curve, isCurveStale }) => (isCurveStale ? noCurve : curve)),
    sweep: runs.sweep.table,
  };
}

const noCurve: Curve = { points: [], expectedPoints: 1 };

/**
 * Whether a run that is being watched will stand still, but has not come that far. Until then the answer would tell what can be watched. The
 * page of answers shows no network.
 */
export function isBeforeStandstill({ store, runs }: Page): boolean {
  if (store.getState().mode.lesson?.role === "gatherer") return false;
  const { clockTime } = runs;
  return runs.all.some((each) => {
    const { answer, isAnswerStale, playback } = each.snapshot();
    return playback !== null && !isAnswerStale && clockTime < (answer?.results.stalledSince ?? 0);
  });
}

/**
 * The true answer to the current question; null while it is not known, or can still be watched. The object stays the same until its content
 * changes.
 */
export function useTruth(): Truth | null {
  const { question } = currentStepOf(useLessonSession());
  // Compared as JSON, because it is computed again after every update of any network of the step.
  const truthJson = usePageRuns((page) =>
    question === null || isBeforeStandstill(page)
      ? "null"
      : JSON.stringify(questionKindOf(question).truth(question, availableResults(page))),
  );
  return useMemo(() => JSON.parse(truthJson) as Truth | null, [truthJson]);
}

/**
 * The answer that the step reveals: the truth, or for a goal that was reached, the value that reached it, even if the student tries other
 * values later.
 */
export function useRevealedTruth(): Truth | null {
  const session = useLessonSession();
  const truth = useTruth();
  return currentStepOf(session).question?.is === "goal" ? (successfulAttempt(session) ?? truth) : truth;
}
