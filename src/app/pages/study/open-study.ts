/** The study of the page: created when it is first opened, kept as long as the page is open, and synchronized with the address. */
import { ScenarioError } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { fetchKinds } from "../../../core/kinds/fetch-kinds.ts";
import { readNeed } from "../../../core/study/need.ts";
import { usualAxes } from "../../../core/study/axes.ts";
import { readPageParts } from "../../../links/page-parts.ts";
import { readStudy, writeStudy } from "../../../links/study.ts";
import type { Workers } from "../../../worker/client.ts";
import { StudyRuns } from "./study-runs.ts";
import { ask, createStudy, type StudyState, type StudyStore } from "./study-store.ts";

export interface StudyPage {
  readonly store: StudyStore;
  readonly runs: StudyRuns;
}

/** Debounce time in ms for writing the address. Browsers refuse more than 100 changes of it in 10 s. */
const wait = 400;

/**
 * Creates the study.
 * @param workers Run its simulations and cache their results.
 */
export async function makeStudy(workers: Workers): Promise<StudyPage> {
  await fetchKinds();
  const store = createStudy(readNeed({}, []));
  return { store, runs: new StudyRuns(store, workers) };
}

/** Opens the study in a fragment. A fragment without a need continues the current study. */
export function openStudy({ store }: StudyPage, fragment: string): void {
  if (/^#?study&?$/.test(fragment)) return;
  const [across, up] = readPageParts(fragment).view?.split(",") ?? [];
  store.setState({ across: across ?? usualAxes.across, up: up ?? usualAxes.up });
  try {
    const need = readStudy(fragment);
    if (isSameValue(need, store.getState().need)) return;
    const isFirst = store.temporal.getState().pastStates.length === 0;
    ask(store, need);
    // The initial need must not be an undo step.
    if (isFirst) store.temporal.getState().clear();
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    const [issue] = fault.issues;
    store.setState({
      misread: { path: "", text: "", issue: { ...issue, message: `the link cannot be read: ${issue.path} ${issue.message}` } },
    });
  }
}

/** The fragment of a study: its need, and the axes if they are not the default ones. */
export function studyFragment({ need, across, up }: Pick<StudyState, "need" | "across" | "up">): string {
  const isUsual = across === usualAxes.across && up === usualAxes.up;
  return `${writeStudy(need)}${isUsual ? "" : `&view=${[across, up].map(encodeURIComponent).join(",")}`}`;
}

/** Keeps the address synchronized with the study. Returns a function that stops it. */
export function keepStudyAddress({ store }: StudyPage): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.subscribe((state, before) => {
    if (state.need === before.need && state.across === before.across && state.up === before.up) return;
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, "", `#${studyFragment(store.getState())}`), wait);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
