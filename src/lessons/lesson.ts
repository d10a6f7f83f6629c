/** A lesson: steps in order, each a scenario as it is to be seen, some words, and often a question. */
import type { Document } from "../core/scenario/document.ts";
import type { Question } from "./questions/index.ts";

/** What a lesson is called in its file, and its version. */
export const lessonFormat = "fabricscope-lesson";
export const lessonVersion = 1;

/** Most steps of a lesson, and longest of its texts, characters. */
export const mostSteps = 40;
export const longestText = 1200;
/** Most sentences that stand above a step's picture. */
export const mostSentences = 3;

export interface Lesson {
  /** At most 120 characters, one line. */
  readonly title: string;
  /** How long it takes, minutes, 1 to 240; null where nobody has said. */
  readonly minutes: number | null;
  readonly steps: readonly Step[];
}

export interface Step {
  /** The question, or what the step shows, in one line. */
  readonly title: string;
  /** At most three sentences; empty for none. */
  readonly words: string;
  readonly document: Document;
  /** Which cards are open and what is picked, as `view=` says it in a link; empty for the usual ones. */
  readonly view: string;
  /** What may not be changed, as `lock=` says it in a link; null where everything may. */
  readonly lock: string | null;
  readonly question: Question | null;
  /** What takes the title's place once the answer is shown; empty for the finding of the runs. `{truth}` stands for the true answer. */
  readonly answer: string;
  /** Why it is so, in one or two sentences; `{truth}` as above. */
  readonly why: string;
  /** The speaker's own words. */
  readonly notes: string;
}

/** A step to begin with. */
export function stepOf(document: Document, title = "", view = ""): Step {
  return { title, words: "", document, view, lock: null, question: null, answer: "", why: "", notes: "" };
}
