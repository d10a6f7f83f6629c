/** How the parts of a lesson's page read it. */
import { useMemo } from "react";
import type { LessonSession } from "../../state/lesson-session.ts";
import type { Found } from "../../../lessons/measures.ts";
import { kindOf, type Truth } from "../../../lessons/questions/index.ts";
import { reachedAt, stepAt } from "../../state/lesson-session.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** The lesson on the page: what is drawn inside it exists only while there is one. */
export function useAttending(): LessonSession {
  const attending = useWorkbench((state) => state.mode.lesson);
  if (attending === null) throw new Error("a part of a lesson is drawn without one");
  return attending;
}

/** What is known of the step's scenarios, however much of it may be seen. */
export function foundOn({ store, runs }: Page): Found {
  const states = runs.all.map((each) => each.snapshot());
  return {
    document: store.getState().document.current,
    results: states.map(({ answer, isAnswerStale }) => (isAnswerStale ? null : (answer?.results ?? null))),
    analyses: states.map(({ analysis, isCurveStale }) => (isCurveStale && analysis === null ? null : analysis)),
  };
}

/** What is true of the present step's question; null while it is not known. The same object as long as it is the same. */
export function useTruth(): Truth | null {
  const { question } = stepAt(useAttending());
  // As a text, because it is looked at after every piece of news of any of the step's networks.
  const text = useComputed((page) => (question === null ? "null" : JSON.stringify(kindOf(question).truth(question, foundOn(page)))));
  return useMemo(() => JSON.parse(text) as Truth | null, [text]);
}

/** What the step tells: what is true, and of a goal that was reached what it was reached with, whatever is tried after that. */
export function useTold(): Truth | null {
  const attending = useAttending();
  const truth = useTruth();
  return stepAt(attending).question?.is === "goal" ? (reachedAt(attending) ?? truth) : truth;
}
