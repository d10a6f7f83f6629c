/** The study of the page: created when it is first opened, kept as long as the page is open, and synchronized with the address. */
import { ScenarioError } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { fetchKinds } from "../../../core/kinds/fetch-kinds.ts";
import { readStudyNeed } from "../../../core/study/need.ts";
import { defaultAxes } from "../../../core/study/axes.ts";
import { readPageParts } from "../../../links/page-parts.ts";
import { readStudy, writeStudy } from "../../../links/study.ts";
import type { Workers } from "../../../worker/client.ts";
import { StudyRuns } from "./study-runs.ts";
import { changeNeed, createStudy, type StudyState, type StudyStore } from "./study-store.ts";

export interface StudySession {
  readonly store: StudyStore;
  readonly runs: StudyRuns;
}

/** Debounce time in ms for writing the address. Browsers refuse more than 100 changes of the address in 10 s. */
const addressDebounceTime = 400;

/**
 * Creates the study.
 * @param workers Run its simulations and cache their results.
 */
export async function createStudySession(workers: Workers): Promise<StudySession> {
  await fetchKinds();
  const store = createStudy(readStudyNeed({}, []));
  return { store, runs: new StudyRuns(store, workers) };
}

/**
 * Opens a study from the fragment of a link: the need (requirements) and the two axes of the plot. A fragment without a need continues the
 * current study. If it cannot be read, the page shows the reason.
 */
export function openStudyLink({ store }: StudySession, fragment: string): void {
  if (/^#?study&?$/.test(fragment)) return;
  const [horizontalAxisId, verticalAxisId] = readPageParts(fragment).view?.split(",") ?? [];
  store.setState({
    horizontalAxisId: horizontalAxisId ?? defaultAxes.horizontalAxisId,
    verticalAxisId: verticalAxisId ?? defaultAxes.verticalAxisId,
  });
  try {
    const need = readStudy(fragment);
    if (isSameValue(need, store.getState().need)) return;
    const hasUndoSteps = store.temporal.getState().pastStates.length > 0;
    changeNeed(store, need);
    // The first need of a study must not be an undo step: undo would lead to the default need, which the reader has not seen.
    if (!hasUndoSteps) store.temporal.getState().clear();
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    const [issue] = fault.issues;
    store.setState({
      invalidInput: { path: "", text: "", issue: { ...issue, message: `the link cannot be read: ${issue.path} ${issue.message}` } },
    });
  }
}

/** The fragment of a study: its need, and the axes if they are not the default ones. */
export function studyFragment({
  need,
  horizontalAxisId,
  verticalAxisId,
}: Pick<StudyState, "need" | "horizontalAxisId" | "verticalAxisId">): string {
  const hasDefaultAxes = horizontalAxisId === defaultAxes.horizontalAxisId && verticalAxisId === defaultAxes.verticalAxisId;
  return `${writeStudy(need)}${hasDefaultAxes ? "" : `&view=${[horizontalAxisId, verticalAxisId].map(encodeURIComponent).join(",")}`}`;
}

/** Keeps the address synchronized with the study. Returns a function that stops it. */
export function syncStudyAddress({ store }: StudySession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe((state, previous) => {
    if (
      state.need === previous.need &&
      state.horizontalAxisId === previous.horizontalAxisId &&
      state.verticalAxisId === previous.verticalAxisId
    )
      return;
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, "", `#${studyFragment(store.getState())}`), addressDebounceTime);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
