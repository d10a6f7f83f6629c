/** How the parts of a lesson's page read it. */
import type { Attending } from "../../lesson/attending.ts";
import type { Found } from "../../../lessons/measures.ts";
import { kindOf, type Truth } from "../../../lessons/questions/index.ts";
import { stepAt } from "../../lesson/attending.ts";
import { usePage, useStudy, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** The lesson on the page: what is drawn inside it exists only while there is one. */
export function useAttending(): Attending {
  const attending = useWorkbench((state) => state.lesson);
  if (attending === null) throw new Error("a part of a lesson is drawn without one");
  return attending;
}

/** What is known of the step's scenarios, however much of it may be seen. */
export function foundOn({ store, runs }: Page): Found {
  const states = runs.studies.map((each) => each.snapshot());
  return {
    document: store.getState().scenario,
    results: states.map(({ answer, isAnswerStale }) => (isAnswerStale ? null : (answer?.results ?? null))),
    analyses: states.map(({ analysis, isCurveStale }) => (isCurveStale && analysis === null ? null : analysis)),
  };
}

/** What is true of the present step's question; null while it is not known. */
export function useTruth(): Truth | null {
  const page = usePage();
  const attending = useAttending();
  const { question } = stepAt(attending);
  // Whatever of it changes is told by the studies.
  useStudy((state) => state.answer);
  useStudy((state) => state.analysis);
  useStudy((state) => state.isAnswerStale);
  return question === null ? null : kindOf(question).truth(question, foundOn(page));
}
